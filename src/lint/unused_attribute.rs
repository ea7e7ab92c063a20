//! W0605: an attribute that no condition ever reads.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::codes::lint::UNUSED_ATTRIBUTE;
use crate::ids::AttrId;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    for (index, name) in variant.rules.attributes.iter().enumerate() {
        // Many pieces declare it; one place is enough to tell of it.
        let Some(first) = variant.first.attributes.get(name.as_str()) else { continue };
        let bit = 1u64 << AttrId::from_index(index).0;
        let is_read = variant.uses.attributes_read & bit != 0;
        let is_set = variant.uses.attributes_set & bit != 0;
        let found = || {
            let what = if is_set { "is set, but no condition reads it" } else { "is neither set nor read" };
            first.at.diagnostic(&UNUSED_ATTRIBUTE, format!("the attribute `{name}` {what}"))
        };
        tally.judge(is_read, found, (&UNUSED_ATTRIBUTE, first.at.span));
    }
}
