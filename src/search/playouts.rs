//! Random games, more of them where it looks good.

use super::limits::{Control, Limits};
use super::sides::Sides;
use super::{Best, Evaluation, Info, Settings};
use crate::game::RuntimeError;
use crate::game::bits::Bits;
use crate::game::core::{Core, Cx};

#[expect(clippy::too_many_arguments)]
pub(crate) fn think<B: Bits>(
    _cx: &Cx<B>,
    _core: &Core<B>,
    _sides: &Sides,
    _side: u8,
    _settings: &Settings,
    limits: Limits<'_>,
    _observer: &mut dyn FnMut(&Info),
    _evaluation: &Evaluation,
) -> Result<Option<Best>, RuntimeError> {
    let _ = Control::new(limits, 1);
    Ok(None)
}
