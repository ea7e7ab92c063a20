//! Text of the library to an output of bytes.

use super::failure::Failure;
use std::fmt;
use std::io::{self, Write};

/// Hands text on, keeping the error that `fmt` has no room for.
pub struct Adapter<'a, W> {
    out: &'a mut W,
    error: Option<io::Error>,
}

impl<'a, W: Write> Adapter<'a, W> {
    /// Hands text on to this output.
    pub fn new(out: &'a mut W) -> Adapter<'a, W> {
        Adapter { out, error: None }
    }

    /// The result of writing, with the error of the output.
    pub fn finish(self, written: fmt::Result) -> Result<(), Failure> {
        match (written, self.error) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(error)) => Err(error.into()),
            (Err(error), None) => Err(Failure::Tool(error.into())),
        }
    }
}

impl<W: Write> fmt::Write for Adapter<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
