//! Codes about blocks and goals.

use super::codes;

codes! {}
