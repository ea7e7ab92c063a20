//! From bytes to expanded forms: lexer, reader, macros and includes.

pub mod form;
