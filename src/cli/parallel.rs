//! Work on many files at once, with the results in the order of the files.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Threads on which files are worked on.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, |n| n.get()).min(8)
}

/// Does `work` on each item, on several threads, and hands the results to `sink` in the order of the items. When
/// `sink` fails, the rest is left undone.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
    mut sink: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        // Results wait for earlier ones; a bounded channel keeps the fast from running far ahead.
        let (send, receive) = mpsc::sync_channel(threads * 2);
        for _ in 0..threads.clamp(1, items.len().max(1)) {
            let send = send.clone();
            let (next, is_over, work) = (&next, &is_over, &work);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    if send.send((at, work(item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut done = 0;
        while let Ok((at, result)) = receive.recv() {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&done) {
                if let Err(error) = sink(&items[done], result) {
                    is_over.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                done += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_the_order_of_the_items_however_long_each_takes() {
        let items: Vec<u64> = (0..50).collect();
        let mut seen = Vec::new();
        let work = |&n: &u64| {
            std::thread::sleep(std::time::Duration::from_micros((n * 37) % 11 * 100));
            n * n
        };
        let sink = |&n: &u64, square| {
            seen.push((n, square));
            Ok::<(), ()>(())
        };
        in_order(&items, 4, work, sink).unwrap();
        assert_eq!(seen, items.iter().map(|&n| (n, n * n)).collect::<Vec<_>>());
    }

    #[test]
    fn a_failure_ends_the_work() {
        let items: Vec<usize> = (0..10_000).collect();
        let sink = |&n: &usize, ()| if n == 3 { Err("stop") } else { Ok(()) };
        assert_eq!(in_order(&items, 4, |_| (), sink), Err("stop"));
        assert_eq!(in_order(&items[..0], 4, |_| (), |_, ()| Err("no item")), Ok(()));
    }
}
