//! The `zrf` command: everything it does is in [`cli`].

mod cli;
mod protocol;

fn main() -> std::process::ExitCode {
    cli::main()
}
