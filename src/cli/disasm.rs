//! `zrf disasm FILE`.
