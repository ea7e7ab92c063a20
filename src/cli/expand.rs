//! `zrf expand FILE`.
