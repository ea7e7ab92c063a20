//! How a verb can fail, and the exit code of each way.

use std::io::{self, Write};
use std::process::ExitCode;
use zrf::diagnostics::UnknownCode;
use zrf::game::save::SaveError;
use zrf::game::setup::SetupError;

/// Why a verb did not succeed.
#[derive(Debug)]
pub enum Failure {
    /// The input is wrong (exit code 1).
    Input(anyhow::Error),
    /// The input is wrong, and the verb has said so already (exit code 1).
    Reported,
    /// The tool could not do its work (exit code 2).
    Tool(anyhow::Error),
    /// Nobody reads the output any more, which is no failure (exit code 0).
    Closed,
}

impl Failure {
    /// The input is wrong.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure::Input(anyhow::Error::msg(message.into()))
    }

    /// The tool could not do its work.
    pub fn tool(message: impl Into<String>) -> Failure {
        Failure::Tool(anyhow::Error::msg(message.into()))
    }

    /// The same failure with a place or a task before its message.
    pub fn context(self, context: impl std::fmt::Display + Send + Sync + 'static) -> Failure {
        match self {
            Failure::Input(error) => Failure::Input(error.context(context)),
            Failure::Tool(error) => Failure::Tool(error.context(context)),
            other => other,
        }
    }

    /// Prints the message and gives the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Input(error) => {
                say(&format!("error: {error:#}"));
                ExitCode::from(1)
            }
            Failure::Reported => ExitCode::from(1),
            Failure::Tool(error) => {
                say(&format!("error: {error:#}"));
                ExitCode::from(2)
            }
            Failure::Closed => ExitCode::SUCCESS,
        }
    }
}

/// Prints a line to standard error. If that is closed there is nobody to tell.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// An error of writing; errors of reading are given their file's name where they occur.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Tool(anyhow::Error::new(error).context("cannot write the output"))
        }
    }
}

/// A code on the command line or in the settings is a slip of the user, not of the rules.
impl From<UnknownCode> for Failure {
    fn from(error: UnknownCode) -> Failure {
        Failure::Tool(error.into())
    }
}

/// Errors of the library are about the input.
macro_rules! input_errors {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Input(error.into())
            }
        }
    )*};
}
input_errors!(SaveError, SetupError);
