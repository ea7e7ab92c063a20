//! Reads the reference positions and compares the games with them.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use zrf::document::Document;
use zrf::game::perft::perft;
use zrf::game::setup::{apply, parse_setup};
use zrf::game::{Effect, Game, Move, Position};
use zrf::ids::PosId;
use zrf::loader::DiskLoader;
use zrf::resolve::Rules;

/// One position of the reference with the game it belongs to.
pub struct Entry {
    file: String,
    data: Value,
    letters: Value,
}

/// The reference: the given file, the shared one, or the copy.
fn reference() -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shared = root.join("../shared/variants/oracle.json");
    let path = match std::env::var_os("ZRF_ORACLE") {
        Some(path) => PathBuf::from(path),
        None if shared.exists() => shared,
        None => root.join("tests/data/variants.json"),
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).expect("JSON")
}

/// The entries of one file.
pub fn entries(file: &str) -> Vec<Entry> {
    let reference = reference();
    let letters = &reference["legend"]["letters"][file];
    let list = reference["games"][file].as_array().expect("a list of entries");
    list.iter()
        .map(|data| Entry { file: file.to_owned(), data: data.clone(), letters: letters.clone() })
        .collect()
}

/// A variant of a shipped file.
pub fn load(file: &str, variant: usize) -> Game {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("zrf/{file}.zrf"));
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let document = Document::load(&path.to_string_lossy(), &bytes, &DiskLoader::default());
    let (game, diagnostics) = document.game(variant);
    game.unwrap_or_else(|| panic!("{file}: {:?} {diagnostics:?}", document.diagnostics()))
}

impl Entry {
    fn id(&self) -> &str {
        self.data["id"].as_str().expect("an id")
    }

    /// Whether the entry speaks of a piece type.
    fn names(&self, piece: &str) -> bool {
        self.data.to_string().contains(&format!("\"{piece}\""))
    }

    /// The number of the variant in its file.
    fn variant(&self) -> usize {
        match self.file.as_str() {
            "grand-puzzle" => usize::from(self.id() == "grand-puzzle"),
            "veles-chess" => usize::from(self.names("Kwagga")),
            "frog-hannibal-waffle" => {
                let leaper = match () {
                    () if self.names("Frog") => 0,
                    () if self.names("Waffle") => 4,
                    () => 2,
                };
                leaper + usize::from(!self.names("Manticore"))
            }
            _ => 0,
        }
    }

    /// The position, set up in the words of `--setup`.
    fn position(&self) -> Position {
        let game = load(&self.file, self.variant());
        let mut position = game.start();
        if self.data.get("to_place").is_some() {
            return position;
        }
        position.clear();
        let setup = self.setup_text(game.rules());
        let ops = parse_setup(game.rules(), &setup).unwrap_or_else(|e| panic!("{}: {e}: {setup}", self.id()));
        apply(&mut position, &ops);
        let side = game.rules().find_player(string(&self.data["side_to_move"])).expect("a player");
        let turn = game.rules().turn_order.entries.iter().rposition(|entry| entry.mover == side);
        position.set_turn(turn.expect("a turn"));
        if let Some((from, to)) = self.last_move() {
            position.set_last_move(game.rules().find_pos(&from), game.rules().find_pos(&to));
        }
        position
    }

    /// The pieces of the entry as a `--setup` text.
    fn setup_text(&self, rules: &Rules) -> String {
        let mut text = String::new();
        let unmoved = strings(&self.data["unmoved_castling_men"]);
        for (player, pieces) in object(&self.data["setup"]) {
            for (piece, squares) in object(pieces) {
                let (piece, moved) = match piece.strip_suffix("(moved in this form)") {
                    Some(piece) => (piece, " moved?"),
                    None => (piece.as_str(), ""),
                };
                let castles = rules.find_attr("unmoved?").is_some() && ["King", "Rook"].contains(&piece);
                for square in strings(squares) {
                    let lost = if castles && !unmoved.contains(&square) { " !unmoved?" } else { moved };
                    text += &format!("({player} {piece} {square}{lost})");
                }
            }
        }
        for (player, waiting) in optional_object(&self.data["waiting_behind"]) {
            let rank = if player == "White" { "0" } else { "10" };
            for (file, piece) in object(waiting) {
                text += &format!("({player} {} {file}{rank})", string(piece));
            }
        }
        for (player, hand) in optional_object(&self.data["in_hand"]) {
            for (stock, piece) in [("ninja_pawns", "NinjaPawn"), ("serpent", "MutatingSerpent")] {
                text += &format!("({player} {piece} off {})", hand[stock]);
            }
        }
        text
    }

    /// The last move, if a pawn has run: from the square before the first one that it passed.
    fn last_move(&self) -> Option<(String, String)> {
        let passed = self.data.get("en_passant")?.as_array()?;
        let pawn = string(&passed[0]["pawn"]);
        let (file, rank) = (&pawn[..1], pawn[1..].parse::<i32>().expect("a rank"));
        let back = if self.data["side_to_move"] == "White" { 1 } else { -1 };
        let steps = i32::try_from(passed.len()).expect("few squares") + 1;
        Some((format!("{file}{}", rank + back * steps), pawn.to_owned()))
    }

    /// What is different: counts up to a number of sequences, and the facts.
    pub fn check(&self, deepest: u64) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut position = self.position();
        for (depth, count) in (1..).zip(self.data["perft"].as_array().expect("counts")) {
            let count = count.as_u64().expect("a count");
            if count > deepest {
                break;
            }
            let found = perft(&mut position, depth).expect("moves");
            if found != count {
                wrong.push(format!("{}: perft {depth} is {found}, expected {count}", self.id()));
            }
        }
        let facts = self.data.get("facts").and_then(Value::as_array);
        for fact in facts.into_iter().flatten() {
            let mut facts = Facts { position: self.position(), letters: &self.letters };
            if let Some((found, expected)) = facts.compare(fact)
                && found != expected
            {
                wrong.push(format!("{}: {fact}: found {found}", self.id()));
            }
        }
        wrong
    }
}

/// A position about which facts are told.
struct Facts<'a> {
    position: Position,
    letters: &'a Value,
}

impl Facts<'_> {
    /// What is found and what is expected, in the same words. None for mere statements.
    fn compare(&mut self, fact: &Value) -> Option<(String, String)> {
        let moves = self.position.legal_moves().expect("moves");
        let squares = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(" ");
        let expected = |key: &str| squares(strings(&fact[key]).into_iter().collect());
        let along = |from: &str, to: &str| fact["from"] == from && fact["to"] == to;
        Some(match string(&fact["type"]) {
            "legal_move_count" => (moves.len().to_string(), fact["count"].to_string()),
            "move_count_from" => {
                let count = self.pick(&moves, |from, _| fact["from"] == from).len();
                (count.to_string(), fact["count"].to_string())
            }
            "destinations" => {
                let found = moves.iter().filter_map(|mv| self.journey(mv));
                let found =
                    found.filter(|(from, to)| from == string(&fact["from"]) && to != from).map(|(_, to)| to);
                (squares(found.collect()), expected("to"))
            }
            "castling_king_destinations" => {
                let castling = moves.iter().filter(|mv| self.is_castling(mv));
                (
                    squares(castling.filter_map(|mv| self.journey(mv)).map(|(_, to)| to).collect()),
                    expected("to"),
                )
            }
            "side_to_move_in_check" => {
                let mover = self.position.mover();
                (self.position.in_check(mover).expect("moves").to_string(), fact["value"].to_string())
            }
            "promotion_choices" => {
                let to = self.square(string(&fact["to"]));
                let choices = self.pick(&moves, along);
                let choices =
                    choices.iter().map(|mv| match self.after(mv, |after| after.name_at(to)).as_str() {
                        "Pawn" | "NinjaPawn" => "stays a pawn".to_owned(),
                        other => other.to_owned(),
                    });
                (squares(choices.collect()), expected("choices"))
            }
            "captures_of_move" => {
                let lost = self.pick(&moves, along);
                let lost: BTreeSet<String> = lost.iter().map(|mv| squares(self.lost_by(mv))).collect();
                let removed = fact["removed"].as_array().expect("a list");
                let removed: BTreeSet<String> =
                    removed.iter().map(|list| squares(strings(list).into_iter().collect())).collect();
                (format!("{lost:?}"), format!("{removed:?}"))
            }
            "en_passant_captures" => {
                let mut found = BTreeSet::new();
                for mv in &moves {
                    let (from, to) = self.journey(mv).expect("a movement");
                    let lost = self.lost_by(mv);
                    if !lost.is_empty() && !lost.contains(&to) {
                        found.insert(format!("{from}x{to}"));
                    }
                }
                (squares(found), expected("moves"))
            }
            "mutations" => {
                let at = self.square(string(&fact["square"]));
                let before = self.name_at(at);
                let in_place = self.pick(&moves, |from, to| from == to);
                let forms = in_place.iter().map(|mv| self.after(mv, |after| after.name_at(at)));
                (squares(forms.filter(|name| *name != before).collect()), expected("into"))
            }
            "ninja_pawn_drops" => {
                let last = strings(&fact["drops"]).into_iter();
                let last = last.map(|drop| drop.rsplit('-').next().unwrap_or_default().to_owned());
                (squares(self.dropped(&moves, true).into_iter().collect()), squares(last.collect()))
            }
            "serpent_drops" => {
                let dropped = self.dropped(&moves, false);
                let count = dropped.len();
                let found = squares(dropped.into_iter().collect());
                (format!("{count} on {found}"), format!("{} on {}", fact["count"], expected("squares")))
            }
            "after_line" => {
                for text in strings(&fact["line"]) {
                    let mv = self.find(&text);
                    self.position.play(&mv).expect("a move");
                }
                let left = self.position.legal_moves().expect("moves").len();
                (left.to_string(), fact["legal_moves_then"].to_string())
            }
            "terminal" => {
                let mover = self.position.mover();
                let result = match self.position.outcome().expect("an outcome") {
                    None => "none",
                    Some(outcome) if outcome.winner.is_none() => "draw",
                    Some(outcome) if outcome.winner != Some(mover) => "side to move loses",
                    Some(_) => "side to move wins",
                };
                (result.to_owned(), string(&fact["result"]).to_owned())
            }
            "statement" => return None,
            other => (String::new(), format!("nobody knows how to test {other}")),
        })
    }

    fn square(&self, name: &str) -> PosId {
        self.position.game().rules().find_pos(name).expect("a square")
    }

    fn name_at(&self, pos: PosId) -> String {
        let rules = self.position.game().rules();
        self.position.piece_at(pos).map(|p| rules.piece_name(p.kind).to_string()).unwrap_or_default()
    }

    /// From where to where the man goes to whom the move belongs: the king in castling, else the last.
    fn journey(&self, mv: &Move) -> Option<(String, String)> {
        let rules = self.position.game().rules();
        let movements: Vec<(PosId, PosId)> = mv
            .effects()
            .iter()
            .filter_map(|effect| match *effect {
                Effect::Move { from, to, .. } => Some((from, to)),
                _ => None,
            })
            .collect();
        let king = movements.iter().find(|(from, _)| self.name_at(*from) == "King");
        let (from, to) = king.or(movements.last())?;
        Some((rules.pos_name(*from).to_string(), rules.pos_name(*to).to_string()))
    }

    /// The moves whose journey is as wanted.
    fn pick(&self, moves: &[Move], wanted: impl Fn(&str, &str) -> bool) -> Vec<Move> {
        let fits = |mv: &&Move| self.journey(mv).is_some_and(|(from, to)| wanted(&from, &to));
        moves.iter().filter(fits).cloned().collect()
    }

    fn is_castling(&self, mv: &Move) -> bool {
        let moves = |name: &str| {
            mv.effects()
                .iter()
                .any(|effect| matches!(*effect, Effect::Move { from, .. } if self.name_at(from) == name))
        };
        moves("King") && moves("Rook")
    }

    /// Plays a move, looks, and takes it back.
    fn after<T>(&mut self, mv: &Move, look: impl Fn(&Self) -> T) -> T {
        self.position.play(mv).expect("a move");
        let seen = look(self);
        self.position.undo();
        seen
    }

    /// The squares on which the move removes men of the other side.
    fn lost_by(&mut self, mv: &Move) -> BTreeSet<String> {
        let mover = self.position.mover();
        let count = self.position.game().rules().board.positions.len();
        let squares: Vec<PosId> = (0..count).map(PosId::from_index).collect();
        let enemy_on =
            |facts: &Self, pos: PosId| facts.position.piece_at(pos).is_some_and(|p| p.player != mover);
        let before: Vec<PosId> = squares.into_iter().filter(|pos| enemy_on(self, *pos)).collect();
        let gone = self.after(mv, |after| {
            before.iter().copied().filter(|pos| !enemy_on(after, *pos)).collect::<Vec<_>>()
        });
        let rules = self.position.game().rules();
        gone.into_iter().map(|pos| rules.pos_name(pos).to_string()).collect()
    }

    /// Where men are dropped: ninja pawns, or the others.
    fn dropped(&self, moves: &[Move], ninja: bool) -> Vec<String> {
        let rules = self.position.game().rules();
        moves
            .iter()
            .flat_map(|mv| mv.effects())
            .filter_map(|effect| match *effect {
                Effect::Drop { piece, pos, .. } if (rules.piece_name(piece) == "NinjaPawn") == ninja => {
                    Some(rules.pos_name(pos).to_string())
                }
                _ => None,
            })
            .collect()
    }

    /// The move that a line calls "a1-b2", "a1xb2", "a7-a8=Q" or "c2 mutates to G".
    fn find(&mut self, text: &str) -> Move {
        let (path, becomes) = match (text.split_once('='), text.split_once(" mutates to ")) {
            (Some((path, letter)), _) => (path.to_owned(), Some(string(&self.letters[letter]))),
            (_, Some((square, letter))) => {
                (format!("{square}-{square}"), Some(string(&self.letters[letter])))
            }
            _ => (text.to_owned(), None),
        };
        let (from, to) = path.split_once(['-', 'x']).expect("two squares");
        let (start, end) = (self.square(from), self.square(to));
        let moves = self.position.legal_moves().expect("moves");
        let moves = self.pick(&moves, |f, t| f == from && t == to);
        let kind = becomes.map_or_else(|| self.name_at(start), str::to_owned);
        let found = moves.iter().find(|mv| self.after(mv, |after| after.name_at(end) == kind));
        let found = found.or(if becomes.is_none() { moves.first() } else { None });
        found.cloned().unwrap_or_else(|| panic!("no move {text}"))
    }
}

fn string(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|item| string(item).to_owned()).collect()
}

fn object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().expect("an object").iter()
}

fn optional_object(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}
