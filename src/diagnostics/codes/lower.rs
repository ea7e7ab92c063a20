//! Codes about the shape of forms.

use super::codes;

codes! {}
