//! W0631: an image for a player that there is not.
//!
//! A piece may have images for players of some variants only, so a name is in order if any variant has such a player.

use super::Variant;
use super::tally::Tally;
use crate::diagnostics::codes::lint::IMAGE_PLAYER;
use crate::diagnostics::did_you_mean;
use smol_str::SmolStr;

pub(super) fn check(variant: &Variant<'_>, tally: &mut Tally) {
    let players = &variant.rules.players;
    let images = variant.pieces.values().flat_map(|piece| &piece.images);
    for (player, _) in images {
        let is_known = players.contains_key(&player.text);
        let found = || {
            let message = format!("an image for the player `{}`, whom no game here has", player.text);
            let mut d = player.at.diagnostic(&IMAGE_PLAYER, message);
            d.help = did_you_mean::help(&player.text, players.keys().map(SmolStr::as_str));
            if player.text.contains('.') {
                d.help = Some(format!("a file stands in quotes: `\"{}\"`", player.text));
            }
            d
        };
        tally.judge(is_known, found, (&IMAGE_PLAYER, player.at.span));
    }
}
