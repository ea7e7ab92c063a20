//! The one table of the words of the language.
//!
//! It is data: lowering takes its "did you mean" from here, and pages about the
//! language and its support are generated from it.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// Where a keyword stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Category {
    /// A form of the file itself.
    TopLevel,
    /// A section of a game or variant.
    Section,
    /// An item of `(board ...)`.
    Board,
    /// An item of `(grid ...)`.
    Grid,
    /// An item of `(zone ...)`.
    Zone,
    /// An item of `(piece ...)`.
    Piece,
    /// An instruction of a block.
    Instruction,
    /// A condition (every one also with `not-` before it).
    Condition,
    /// A goal.
    Goal,
    /// What may stand on a place of a configuration goal.
    Occupant,
    /// The name of an `(option "...")`.
    Option,
    /// A section that sets an option in the old spelling.
    OldOption,
    /// A bare word with a meaning of its own inside some form.
    Word,
}

/// One keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keyword {
    /// The word.
    pub name: &'static str,
    /// Where it stands.
    pub category: Category,
    /// The shape of its form, as in the specification's appendix A.
    pub shape: &'static str,
    /// One line: what it means.
    pub meaning: &'static str,
    /// Whether it bears on the rules; otherwise on the display or the computer player only.
    pub is_rule: bool,
}

/// All keywords of one category, in the order of the table.
pub fn of(category: Category) -> impl Iterator<Item = &'static Keyword> + Clone {
    KEYWORDS.iter().filter(move |k| k.category == category)
}

/// The names of one category.
pub fn names(category: Category) -> impl Iterator<Item = &'static str> + Clone {
    of(category).map(|k| k.name)
}

/// Looks a keyword up.
pub fn find(category: Category, name: &str) -> Option<&'static Keyword> {
    let homes = INDEX.get(name)?;
    homes.iter().find(|k| k.category == category).copied()
}

/// Whether a word is a keyword anywhere.
pub fn is_known(name: &str) -> bool {
    INDEX.contains_key(name)
}

/// The keywords of each word: a file asks for each of its names, and most are none.
static INDEX: LazyLock<FxHashMap<&str, Vec<&Keyword>>> = LazyLock::new(|| {
    let mut index: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for keyword in KEYWORDS {
        index.entry(keyword.name).or_default().push(keyword);
    }
    index
});

/// Where a keyword belongs, for one that stands where none of `here` does: "`moves` belongs in `(piece ...)`".
pub fn belongs(name: &str, here: &[Category]) -> Option<String> {
    let homes = [
        (Category::TopLevel, "at top level, outside of all lists"),
        (Category::Section, "in `(game ...)` or `(variant ...)`"),
        (Category::OldOption, "in `(game ...)` or `(variant ...)`"),
        (Category::Board, "in `(board ...)`"),
        (Category::Grid, "in `(grid ...)`"),
        (Category::Zone, "in `(zone ...)`"),
        (Category::Piece, "in `(piece ...)`"),
        (Category::Instruction, "in a block of `(moves ...)` or `(drops ...)`"),
        (Category::Goal, "in a condition like `(win-condition (PLAYER...) GOAL)`"),
    ];
    if name == "move-type" {
        return Some(
            "`(move-type TYPE)` stands in `(moves ...)` or `(drops ...)`, before the blocks it is about"
                .to_owned(),
        );
    }
    let is_home = |category| find(category, name).is_some() && !here.contains(&category);
    let (_, home) = homes.into_iter().find(|&(category, _)| is_home(category))?;
    Some(format!("`{name}` belongs {home}"))
}

/// The shape of a form that begins with this keyword, if a list does.
pub fn list_shape(name: &str) -> Option<&'static str> {
    KEYWORDS.iter().find(|k| k.name == name && k.shape.starts_with('(')).map(|k| k.shape)
}

/// The option that a section in the old spelling sets: `pass-turn` sets "pass turn".
pub fn option_of_section(section: &str) -> Option<&'static str> {
    find(Category::OldOption, section)?;
    if section == "allow-flipping" {
        return Some("prevent flipping");
    }
    names(Category::Option).find(|o| o.len() == section.len() && o.replace(' ', "-") == section)
}

/// The condition that `not-X?` negates: `Some("empty?")` for `not-empty?`.
pub fn negated_condition(name: &str) -> Option<&'static Keyword> {
    let positive = name.strip_prefix("not-")?;
    find(Category::Condition, positive).filter(|k| k.name.ends_with('?'))
}

macro_rules! keywords {
    ($($category:ident { $($name:literal $kind:ident $shape:literal $meaning:literal;)* })*) => {
        /// The table, grouped by category.
        pub static KEYWORDS: &[Keyword] = &[$($(Keyword {
            name: $name,
            category: Category::$category,
            shape: $shape,
            meaning: $meaning,
            is_rule: keywords!(@ $kind),
        },)*)*];
    };
    (@ rule) => { true };
    (@ display) => { false };
}

keywords! {
    TopLevel {
        "version" display r#"(version "TEXT")"# "the version of the language that the file is written for";
        "include" rule r#"(include "FILE")"# "is replaced by the forms of another file";
        "define" rule "(define NAME FORM...)" "defines a macro";
        "game" rule "(game SECTION...)" "a game";
        "variant" rule "(variant SECTION...)" "a game that differs from the game above it in some sections";
    }
    Section {
        "title" rule r#"(title "TEXT")"# "the name of the game or variant";
        "description" display r#"(description "TEXT")"# "a text: what the game is about";
        "history" display r#"(history "TEXT")"# "a text: where the game comes from";
        "strategy" display r#"(strategy "TEXT")"# "a text: how to play well";
        "solution" display r#"(solution "FILE")"# "a saved game with the solution of a puzzle";
        "default" rule "(default)" "this variant is chosen at the start";
        "players" rule "(players NAME...)" "the players, in order; `?` before a name makes a random player";
        "turn-order" rule "(turn-order ENTRY...)" "who moves when";
        "move-priorities" rule "(move-priorities TYPE...)" "moves of an earlier type shut out those of later ones";
        "option" rule r#"(option "NAME" VALUE)"# "sets an option";
        "board" rule "(board ITEM...)" "the board: positions, directions, links, zones";
        "board-setup" rule "(board-setup (PLAYER (PIECE POSITION...)...)...)" "the pieces of the initial position";
        "piece" rule "(piece ITEM...)" "a piece type: its name, moves and drops";
        "win-condition" rule "(win-condition (PLAYER...) GOAL)" "the player for whom the goal holds wins";
        "loss-condition" rule "(loss-condition (PLAYER...) GOAL)" "the player for whom the goal holds loses";
        "draw-condition" rule "(draw-condition (PLAYER...) GOAL)" "the game is a draw when the goal holds";
        "count-condition" rule "(count-condition (PLAYER...) GOAL)" "when the goal holds, the player with more pieces wins";
        "engine" rule r#"(engine "FILE")"# "the rules live in a program library, not in this file";
        "music" display r#"(music "FILE")"# "music played during the game";
        "opening-sound" display r#"(opening-sound "FILE")"# "a sound at the start";
        "move-sound" display r#"(move-sound "FILE")"# "a sound when a piece moves";
        "release-sound" display r#"(release-sound "FILE")"# "a sound when a piece is put down";
        "capture-sound" display r#"(capture-sound "FILE")"# "a sound when a piece is captured";
        "drop-sound" display r#"(drop-sound "FILE")"# "a sound when a piece is dropped";
        "click-sound" display r#"(click-sound "FILE")"# "a sound when a piece is picked up";
        "change-sound" display r#"(change-sound "FILE")"# "a sound when a piece changes";
        "win-sound" display r#"(win-sound "FILE")"# "a sound for a win";
        "loss-sound" display r#"(loss-sound "FILE")"# "a sound for a loss";
        "draw-sound" display r#"(draw-sound "FILE")"# "a sound for a draw";
    }
    OldOption {
        "pass-turn" rule "(pass-turn true|false|forced)" "old spelling of (option \"pass turn\" ...)";
        "pass-partial" rule "(pass-partial true|false)" "old spelling of (option \"pass partial\" ...)";
        "maximal-captures" rule "(maximal-captures true|false|2)" "old spelling of (option \"maximal captures\" ...)";
        "recycle-captures" rule "(recycle-captures true|false)" "old spelling of (option \"recycle captures\" ...)";
        "recycle-promotions" rule "(recycle-promotions true|false)" "old spelling of (option \"recycle promotions\" ...)";
        "discard-cascades" rule "(discard-cascades true|false)" "old spelling of (option \"discard cascades\" ...)";
        "animate-captures" display "(animate-captures true|false)" "old spelling of (option \"animate captures\" ...)";
        "animate-drops" display "(animate-drops true|false)" "old spelling of (option \"animate drops\" ...)";
        "allow-flipping" display "(allow-flipping true|false)" "old spelling of (option \"prevent flipping\" ...), turned round";
        "include-off-pieces" display "(include-off-pieces true|false)" "old spelling of (option \"include off-pieces\" ...)";
        "progressive-levels" display "(progressive-levels true|false)" "old spelling of (option \"progressive levels\" ...)";
        "selection-screen" display "(selection-screen true|false)" "old spelling of (option \"selection screen\" ...)";
        "smart-moves" display "(smart-moves true|false)" "old spelling of (option \"smart moves\" ...)";
        "show-moves-list" display "(show-moves-list true|false)" "old spelling of (option \"show moves list\" ...)";
        "highlight-goals" display "(highlight-goals true|false)" "old spelling of (option \"highlight goals\" ...)";
    }
    Option {
        "pass turn" rule "true|false|forced" "whether a player may pass: always, never, or only without another move";
        "pass partial" rule "true|false" "whether a chain of partial moves may be ended by passing";
        "maximal captures" rule "true|false|2" "only the longest chains of partial moves are legal";
        "recycle captures" rule "true|false" "captured pieces return to their owner's stock";
        "recycle promotions" rule "true|false" "a promotion takes the new piece from the stock";
        "discard cascades" rule "true|false" "pieces displaced by a cascade are discarded";
        "no-progress draw" rule "NUMBER" "a draw after so many moves of each player without progress";
        "progress pieces" rule r#""PIECE...""# "piece types whose moves are progress";
        "include off-pieces" display "true|false" "whether pieces off the board are shown";
        "prevent flipping" display "true|false|2" "whether the board may be turned round";
        "animate captures" display "true|false" "whether captures are animated";
        "animate drops" display "true|false" "whether drops are animated";
        "smart moves" display "true|false" "whether one click may make a move";
        "progressive levels" display "true|false" "whether a solved puzzle leads to the next variant";
        "silent ? moves" display "true|false" "whether moves of random players make a sound";
        "show moves list" display "true|false" "whether the list of moves is shown";
        "highlight goals" display "true|false" "whether goal positions are highlighted";
        "selection screen" display "true|false" "whether the variants are offered at the start";
    }
    Board {
        "image" display r#"(image "FILE"...)"# "the picture of the board";
        "grid" rule "(grid (start-rectangle L T R B) (dimensions ...) [(directions ...)])" "positions in rows, with directions";
        "positions" rule "(positions (POSITION L T R B)...)" "single positions";
        "links" rule "(links DIRECTION (FROM TO)...)" "links positions in a direction";
        "unlink" rule "(unlink {POSITION | (A B) | (POSITION DIRECTION)}...)" "removes links";
        "kill-positions" rule "(kill-positions POSITION...)" "removes positions";
        "dummy" rule "(dummy POSITION...)" "positions that are no squares of play";
        "symmetry" rule "(symmetry PLAYER (DIRECTION DIRECTION)...)" "what directions mean for a player";
        "zone" rule "(zone (name ZONE) [(players PLAYER...)] (positions POSITION...))" "a named set of positions";
        "translate" display "(translate ...)" "names for display";
    }
    Grid {
        "start-rectangle" rule "(start-rectangle LEFT TOP RIGHT BOTTOM)" "where the first position is drawn";
        "dimensions" rule r#"(dimensions ("a/b/c" (DX DY))...)"# "the labels of each dimension and its step in pixels";
        "directions" rule "(directions (DIRECTION STEP...)...)" "directions, with one step for each dimension";
    }
    Zone {
        "name" rule "(name ZONE)" "the name of the zone";
        "players" rule "(players PLAYER...)" "for whom the zone is";
        "positions" rule "(positions POSITION...)" "the positions of the zone";
    }
    Piece {
        "name" rule "(name NAME)" "the name of the piece type";
        "notation" display r#"(notation "TEXT")"# "a short name for display";
        "help" display r#"(help "TEXT")"# "a text: how the piece moves";
        "description" display r#"(description "TEXT")"# "a text: what the piece is";
        "image" display r#"(image PLAYER "FILE"...)"# "the picture of the piece for each player";
        "open" display r#"(open PLAYER "FILE"...)"# "a larger picture of the piece";
        "dummy" rule "(dummy)" "the piece is no piece of play";
        "attribute" rule "(attribute NAME true|false)" "a yes-or-no of each piece of the type, with its initial value";
        "moves" rule "(moves {(move-type TYPE) | BLOCK}...)" "how the piece moves";
        "drops" rule "(drops {(move-type TYPE) | BLOCK}...)" "how the piece comes onto the board";
    }
    Instruction {
        "mark" rule "mark" "remember the current position";
        "back" rule "back" "go to the marked position";
        "from" rule "from" "the piece that moves is the one here";
        "to" rule "to" "the piece that moves arrives here";
        "cascade" rule "cascade" "finish this movement and lift the piece here";
        "go" rule "(go from|to|mark|last-from|last-to)" "go to a remembered position";
        "opposite" rule "(opposite DIRECTION)" "go the opposite way";
        "add" rule "(add [PIECE...])" "a move ends here";
        "add-partial" rule "(add-partial [PIECE...] [TYPE])" "a move ends here and the piece goes on";
        "add-copy" rule "(add-copy [PIECE...])" "a move ends here and the piece also stays where it was";
        "add-copy-partial" rule "(add-copy-partial [PIECE...] [TYPE])" "as add-copy, and the piece goes on";
        "capture" rule "(capture [WHERE])" "capture what stands there";
        "flip" rule "(flip [WHERE])" "the piece there goes to the next player";
        "change-owner" rule "(change-owner [PLAYER] [WHERE])" "the piece there goes to a player";
        "change-type" rule "(change-type PIECE [WHERE])" "the piece there becomes another type";
        "create" rule "(create [PLAYER] [PIECE] [WHERE])" "a new piece appears there";
        "set-attribute" rule "(set-attribute ATTRIBUTE CONDITION [WHERE])" "set an attribute of the piece there";
        "set-flag" rule "(set-flag FLAG CONDITION)" "set a flag of this run";
        "set-position-flag" rule "(set-position-flag FLAG CONDITION [WHERE])" "set a flag of a position for this run";
        "verify" rule "(verify CONDITION)" "end the run unless the condition holds";
        "if" rule "(if CONDITION INSTRUCTION... [else INSTRUCTION...])" "choose";
        "while" rule "(while CONDITION INSTRUCTION...)" "repeat";
    }
    Condition {
        "and" rule "(and CONDITION...)" "all hold";
        "or" rule "(or CONDITION...)" "one holds";
        "not" rule "(not CONDITION)" "it does not hold";
        "true" rule "true" "always";
        "false" rule "false" "never";
        "empty?" rule "(empty? [WHERE])" "no piece is there";
        "friend?" rule "(friend? [WHERE])" "a piece of the mover is there";
        "enemy?" rule "(enemy? [WHERE])" "a piece of another player who takes part is there";
        "neutral?" rule "(neutral? [WHERE])" "a piece of a neutral player is there";
        "piece?" rule "(piece? PIECE [WHERE])" "a piece of the type is there";
        "in-zone?" rule "(in-zone? ZONE [WHERE])" "the position is in the mover's zone";
        "on-board?" rule "(on-board? [WHERE])" "the position exists";
        "last-from?" rule "(last-from? [WHERE])" "the last move came from there";
        "last-to?" rule "(last-to? [WHERE])" "the last move went there";
        "marked?" rule "(marked? [WHERE])" "it is the marked position";
        "position?" rule "(position? POSITION)" "the current position is this one";
        "attacked?" rule "(attacked? [WHERE] [TYPE])" "an enemy could capture there";
        "defended?" rule "(defended? [WHERE] [TYPE])" "a friend could retake there";
        "adjacent-to-enemy?" rule "(adjacent-to-enemy? [WHERE])" "an enemy stands on a neighbour";
        "goal-position?" rule "(goal-position? [WHERE])" "a winning configuration of the mover names it";
        "flag?" rule "(flag? FLAG)" "the flag is set";
        "position-flag?" rule "(position-flag? FLAG [WHERE])" "the flag of the position is set";
    }
    Goal {
        "stalemated" rule "stalemated" "the player to move has no move and is not in check";
        "repetition" rule "repetition" "the position occurs for the third time";
        "captured" rule "(captured PIECE...)" "the last move captured such a piece of the player";
        "checkmated" rule "(checkmated PIECE...)" "such a piece of the player is attacked and there is no way out";
        "pieces-remaining" rule "(pieces-remaining NUMBER [PIECE])" "the player has so many pieces";
        "total-piece-count" rule "(total-piece-count NUMBER [PIECE])" "all players together have so many pieces";
        "absolute-config" rule "(absolute-config OCCUPANT... (PLACE...))" "pieces stand on given places";
        "relative-config" rule "(relative-config {OCCUPANT | DIRECTION}...)" "pieces stand in a pattern anywhere";
        "and" rule "(and GOAL...)" "all hold";
        "or" rule "(or GOAL...)" "one holds";
        "not" rule "(not GOAL)" "it does not hold";
    }
    Occupant {
        "any-owner" rule "(any-owner PIECE...)" "such a piece of any player";
        "opponent" rule "(opponent PIECE...)" "such a piece of another player";
        "empty?" rule "empty?" "nothing";
        "not" rule "(not PIECE...)" "no such piece of the player";
    }
    Word {
        "else" rule "else" "begins the other branch of `if`";
        "repeat" rule "repeat" "the turn order restarts here";
        "off" rule "off NUMBER" "pieces that wait to be dropped";
        "forced" rule "forced" "pass only without another move";
        "move-type" rule "(move-type TYPE)" "gives a type to the blocks behind it";
        "last-from" rule "last-from" "in (go ...): where the last move came from";
        "last-to" rule "last-to" "in (go ...): where the last move went to";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_keyword_stands_twice_in_a_category() {
        let mut seen = HashSet::new();
        for k in KEYWORDS {
            assert!(seen.insert((k.category, k.name)), "{} stands twice", k.name);
        }
    }

    #[test]
    fn every_old_spelling_names_an_option() {
        for k in of(Category::OldOption) {
            assert!(option_of_section(k.name).is_some(), "{}", k.name);
        }
        assert_eq!(option_of_section("pass-turn"), Some("pass turn"));
        assert_eq!(option_of_section("include-off-pieces"), Some("include off-pieces"));
        assert_eq!(option_of_section("players"), None);
    }

    #[test]
    fn only_question_words_are_negated_by_not() {
        assert_eq!(negated_condition("not-empty?").map(|k| k.name), Some("empty?"));
        assert_eq!(negated_condition("not-true"), None);
        assert_eq!(negated_condition("not-moved?"), None);
    }
}
