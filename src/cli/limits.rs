//! Limits on time and memory, for rules that nobody vouches for.
//!
//! The library bounds each single piece of work (nesting, expansion, fuel); what
//! all of them add up to is watched from outside by one thread, which ends the
//! process when a limit is reached: the file is to blame, so the exit code is 1.

use super::failure::say;
use std::thread;
use std::time::{Duration, Instant};

/// How often to look. Memory cannot grow by more than some tens of megabytes meanwhile.
const INTERVAL: Duration = Duration::from_millis(10);

/// Time for verbs whose work does not grow with their arguments.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(600);

/// Ends the process when it runs for longer or needs more memory than this.
pub fn watch(timeout: Option<Duration>, max_megabytes: u64) {
    let start = Instant::now();
    let watch = move || loop {
        thread::sleep(INTERVAL);
        if timeout.is_some_and(|timeout| start.elapsed() >= timeout) {
            let seconds = timeout.unwrap_or_default().as_secs_f64();
            stop(&format!("error: the time limit of {seconds} s was reached (--timeout)"));
        }
        if resident_megabytes().is_some_and(|used| used > max_megabytes) {
            stop(&format!("error: the memory limit of {max_megabytes} MB was reached (--max-memory)"));
        }
    };
    // Without the thread the limits do not hold, but the work can be done.
    if let Err(error) = thread::Builder::new().name("limits".into()).spawn(watch) {
        say(&format!("warning: time and memory are not limited: {error}"));
    }
}

fn stop(message: &str) -> ! {
    say(message);
    std::process::exit(1)
}

/// Megabytes of memory in use; `None` where the system does not tell it in a file.
fn resident_megabytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_in_use_is_known() {
        assert!(super::resident_megabytes().is_some_and(|megabytes| megabytes < 100_000));
    }
}
