//! Codes about reading the text, macros and includes.

use super::codes;

codes! {}
