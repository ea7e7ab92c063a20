//! Heads of lists that tell where in a file one is: the reader finds lost parentheses by them.

/// Heads that stand at top level only.
pub(super) fn is_top_level_head(head: &str) -> bool {
    matches!(head, "define" | "game" | "variant")
}

/// Heads of sections that stand directly in a game or variant (or a macro) and nowhere deeper.
///
/// Heads that also occur inside of sections, like `players` in a zone, are left out.
pub(super) fn is_section_head(head: &str) -> bool {
    matches!(
        head,
        "title"
            | "history"
            | "strategy"
            | "solution"
            | "turn-order"
            | "move-priorities"
            | "option"
            | "board"
            | "board-setup"
            | "piece"
            | "win-condition"
            | "loss-condition"
            | "draw-condition"
            | "count-condition"
    )
}

/// Whether a list with this head cannot be meant to stand inside of the section `outer`.
pub(super) fn is_foreign_to(head: &str, outer: &str) -> bool {
    match head {
        "players" => outer != "board",
        "description" => outer != "piece",
        _ => is_section_head(head),
    }
}

/// Heads of all sections that an author may forget to close.
pub(super) fn may_be_section_head(head: &str) -> bool {
    is_section_head(head) || matches!(head, "players" | "description" | "engine")
}
