//! Lines from the other program, read while the search runs.

use std::io::{BufRead, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

/// What reader and search tell each other.
#[derive(Debug, Default)]
pub struct Signals {
    /// The search is to end.
    pub stop: AtomicBool,
    /// Lines read and not yet taken that end a search.
    pending: AtomicU32,
    /// Those of them after which its result is no longer wanted.
    cancelling: AtomicU32,
    /// A search is running.
    pub is_busy: AtomicBool,
    /// Every line ends the search.
    pub is_touchy: AtomicBool,
    /// The search is on the opponent's time.
    pub is_pondering: AtomicBool,
    /// The search ends only when it is told to.
    is_endless: AtomicBool,
    /// There will be no more lines.
    pub is_closed: AtomicBool,
}

impl Signals {
    /// A search begins; one that was ended before it began ends at once.
    /// An endless one ends when nobody is left to end it.
    pub fn begin(&self, is_endless: bool) {
        self.stop.store(false, Ordering::SeqCst);
        self.is_endless.store(is_endless, Ordering::SeqCst);
        self.is_busy.store(true, Ordering::SeqCst);
        if self.pending.load(Ordering::SeqCst) > 0 || is_endless && self.is_closed.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
        }
    }

    /// A search has ended.
    pub fn end(&self) {
        self.is_busy.store(false, Ordering::SeqCst);
    }

    /// Whether a line waits after which the result is no longer wanted.
    pub fn is_cancelled(&self) -> bool {
        self.cancelling.load(Ordering::SeqCst) > 0
    }

    /// Whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}

/// What a protocol does with lines that cannot wait.
pub struct Manners {
    /// What a line with this first word does to a search.
    pub urgency: fn(&str) -> Urgency,
    /// The answer to a line that is given at once while a search runs; the line is then done with.
    pub answers: fn(&str, &Signals) -> Option<String>,
}

/// What a line does to a search that is running when it comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// It waits for its end.
    None,
    /// It ends it.
    Ends,
    /// It ends it, and the result is no longer wanted.
    Cancels,
}

/// A line with the moment at which it came.
pub struct Line {
    pub text: String,
    pub at: Instant,
    urgency: Urgency,
}

/// The lines of standard input.
pub struct Input {
    lines: Receiver<Line>,
    pub signals: Arc<Signals>,
}

impl Input {
    /// Begins to read.
    pub fn new(manners: Manners) -> Input {
        let (sender, lines) = channel();
        let signals = Arc::new(Signals::default());
        let shared = signals.clone();
        thread::spawn(move || {
            for text in stdin().lock().lines() {
                let Ok(text) = text else { break };
                let text = text.trim().to_owned();
                if text.is_empty() {
                    continue;
                }
                if shared.is_busy.load(Ordering::SeqCst)
                    && let Some(answer) = (manners.answers)(&text, &shared)
                {
                    if !answer.is_empty() && send(&answer).is_err() {
                        break;
                    }
                    continue;
                }
                let first = text.split_whitespace().next().unwrap_or_default();
                let mut urgency = (manners.urgency)(first);
                if urgency == Urgency::None && shared.is_touchy.load(Ordering::SeqCst) {
                    urgency = Urgency::Ends;
                }
                if urgency != Urgency::None {
                    shared.pending.fetch_add(1, Ordering::SeqCst);
                    shared.cancelling.fetch_add(u32::from(urgency == Urgency::Cancels), Ordering::SeqCst);
                    shared.stop.store(true, Ordering::SeqCst);
                }
                let line = Line { text, at: Instant::now(), urgency };
                if sender.send(line).is_err() {
                    break;
                }
            }
            shared.is_closed.store(true, Ordering::SeqCst);
            if shared.is_endless.load(Ordering::SeqCst) {
                shared.stop.store(true, Ordering::SeqCst);
            }
        });
        Input { lines, signals }
    }

    /// The next line; `None` at the end.
    pub fn next(&self) -> Option<Line> {
        let line = self.lines.recv().ok()?;
        if line.urgency != Urgency::None {
            self.signals.pending.fetch_sub(1, Ordering::SeqCst);
            let cancels = line.urgency == Urgency::Cancels;
            self.signals.cancelling.fetch_sub(u32::from(cancels), Ordering::SeqCst);
        }
        Some(line)
    }
}

/// Nobody listens any more.
#[derive(Debug)]
pub struct Closed;

/// Writes a line, at once.
pub fn send(text: &str) -> Result<(), Closed> {
    let mut out = stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|_| Closed)
}
