//! Progress bars: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts to `length`; it draws nothing where nobody looks.
pub fn bar(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(what);
    if let Ok(style) = ProgressStyle::with_template("{msg} [{bar:40}] {pos}/{len}, {eta} to go") {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}
