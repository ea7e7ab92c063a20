//! Codes about games, variants, boards, players and pieces.

use super::codes;

codes! {}
