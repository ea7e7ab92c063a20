//! Writes rules at random: small games, valid, and nasty. The same seed, the same text.
//!
//! Most pieces are simple, as in chess, so that all that makes the engine fast is used; one or two are not. Blocks are
//! bounded: loops step along a direction, or look once.

mod blocks;
mod pieces;

use rand_xoshiro::Xoshiro256PlusPlus;
use zrf::study::playout;

/// The rules of a seed.
pub fn rules(seed: u64) -> String {
    Writer::new(seed).game()
}

const ORTHOGONAL: [(&str, i32, i32); 4] = [("n", 0, -1), ("e", 1, 0), ("s", 0, 1), ("w", -1, 0)];
const DIAGONAL: [(&str, i32, i32); 4] = [("ne", 1, -1), ("se", 1, 1), ("sw", -1, 1), ("nw", -1, -1)];
/// The first one is royal, most of the time.
const PIECES: [&str; 7] = ["King", "Rook", "Bird", "Cat", "Pawn", "Dog", "Elk"];
const ATTRIBUTES: [&str; 2] = ["fresh?", "tired?"];
const TYPES: [&str; 3] = ["strike", "walk", "dance"];

/// How nasty the rules are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Spice {
    Plain,
    /// One piece is nasty, and some moves of others.
    Some,
    Hot,
}

struct Writer {
    random: Xoshiro256PlusPlus,
    spice: Spice,
    width: usize,
    height: usize,
    dirs: Vec<&'static str>,
    /// Directions made of links alone; a way along them may go round.
    links: Vec<&'static str>,
    players: Vec<&'static str>,
    pieces: Vec<&'static str>,
    types: Vec<&'static str>,
    attributes: Vec<&'static str>,
    dummies: Vec<&'static str>,
    /// Whether blocks may ask what is attacked: such questions are dear, and few pieces have them.
    asks_attacks: bool,
    is_drop: bool,
}

impl Writer {
    fn new(seed: u64) -> Writer {
        let mut random = playout::generator(seed, 0x72);
        let mut below = |n: usize| playout::below(&mut random, n);
        let spice = [Spice::Plain, Spice::Some, Spice::Some, Spice::Hot][below(4)];
        let (width, height) = match below(20) {
            0 => (9, 8 + below(2)),
            1 => (12, 11 + below(2)),
            2 => (17, 16),
            _ => (3 + below(6), 3 + below(6)),
        };
        let has_diagonals = below(3) > 0;
        let mut dirs: Vec<&str> = ORTHOGONAL.iter().map(|d| d.0).collect();
        dirs.extend(DIAGONAL.iter().map(|d| d.0).filter(|_| has_diagonals));
        let players = match below(20) {
            0 => vec!["White"],
            1 => vec!["White", "Black", "Red"],
            2 => vec!["White", "Black", "?Dice"],
            3 => vec!["White", "Black", "Grey"],
            _ => vec!["White", "Black"],
        };
        let pieces = PIECES[..3 + below(5)].to_vec();
        let types = TYPES[..[0, 0, 1, 2, 3][below(5)]].to_vec();
        let attributes = ATTRIBUTES[..below(3)].to_vec();
        let dummies = if below(6) == 0 { vec!["hand", "bag"] } else { Vec::new() };
        let asks_attacks = below(4) == 0;
        Writer {
            random,
            spice,
            width,
            height,
            dirs,
            links: Vec::new(),
            players,
            pieces,
            types,
            attributes,
            dummies,
            asks_attacks,
            is_drop: false,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        playout::below(&mut self.random, n)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Some of them, at least one.
    fn some<T: Clone>(&mut self, from: &[T]) -> Vec<T> {
        let mut some: Vec<T> = from.iter().filter(|_| self.below(2) == 0).cloned().collect();
        if some.is_empty() {
            some.push(self.pick(from));
        }
        some
    }

    fn name(x: usize, y: usize) -> String {
        format!("{}{}", (b'a' + x as u8) as char, y + 1)
    }

    fn square(&mut self) -> String {
        Writer::name(self.below(self.width), self.below(self.height))
    }

    fn place(&mut self) -> String {
        if !self.dummies.is_empty() && self.chance(30) {
            return self.pick(&self.dummies.clone()).to_string();
        }
        self.square()
    }

    fn dir(&mut self) -> &'static str {
        if !self.links.is_empty() && self.chance(10) {
            return self.pick(&self.links.clone());
        }
        self.pick(&self.dirs.clone())
    }

    fn grid_dir(&mut self) -> &'static str {
        self.pick(&self.dirs.clone())
    }

    fn kind(&mut self) -> &'static str {
        self.pick(&self.pieces.clone())
    }

    /// Who can be dealt pieces and moves.
    fn movers(&self) -> Vec<&'static str> {
        self.players.iter().copied().filter(|p| *p != "Grey").collect()
    }

    /// Who plays to win.
    fn contenders(&self) -> Vec<&'static str> {
        self.players.iter().copied().filter(|p| !["Grey", "?Dice"].contains(p)).collect()
    }

    fn game(mut self) -> String {
        let board = self.board();
        let pieces: Vec<String> = (0..self.pieces.len()).map(|i| self.piece(i)).collect();
        let mut text = format!("(game\n  (title \"Random\")\n  (players {})\n", self.players.join(" "));
        text += &self.turn_order();
        text += &self.options();
        text += &board;
        text += &self.setup();
        text += &pieces.concat();
        text += &self.goals();
        text + ")\n"
    }

    fn turn_order(&mut self) -> String {
        let contenders = self.contenders();
        let mut entries: Vec<String> = match (self.chance(70), &contenders[..]) {
            (false, [a, b]) => match self.below(6) {
                0 => [*a, *a, *b, *b].map(str::to_owned).to_vec(),
                1 => [*a, "repeat", *b, *b, *a, *a].map(str::to_owned).to_vec(),
                2 => vec![a.to_string(), format!("({b} {a})"), b.to_string()],
                3 => [*a, *b, *b].map(str::to_owned).to_vec(),
                _ if self.types.is_empty() => [*b, *a].map(str::to_owned).to_vec(),
                4 => vec![format!("({a} {})", self.types[0]), b.to_string(), a.to_string(), b.to_string()],
                _ => {
                    let t = self.pick(&self.types.clone());
                    vec![a.to_string(), format!("({a} {t})"), b.to_string(), format!("({b} {t})")]
                }
            },
            _ => contenders.iter().map(|p| p.to_string()).collect(),
        };
        if self.players.contains(&"?Dice") {
            let entry = match self.below(3) {
                0 => "(?Dice White)".to_owned(),
                _ => "?Dice".to_owned(),
            };
            let at = self.below(entries.len() + 1);
            entries.insert(at, entry);
        }
        format!("  (turn-order {})\n", entries.join(" "))
    }

    fn options(&mut self) -> String {
        let mut text = String::new();
        let mut option = |name: &str, value: &str| text += &format!("  (option \"{name}\" {value})\n");
        match self.below(10) {
            0 => option("pass turn", "true"),
            1 | 2 => option("pass turn", "forced"),
            _ => {}
        }
        if self.chance(10) {
            option("pass partial", "true");
        }
        if self.chance(12) {
            option("maximal captures", self.pick(&["true", "2"]));
        }
        if self.chance(12) {
            option("recycle captures", "true");
        }
        if self.chance(4) {
            option("recycle promotions", "true");
        }
        if self.chance(4) {
            option("discard cascades", "true");
        }
        if self.chance(6) {
            option("no-progress draw", self.pick(&["1", "3"]));
            option("progress pieces", &format!("\"{}\"", self.kind()));
        }
        if !self.types.is_empty() && self.chance(45) {
            let types = self.some(&self.types.clone());
            text += &format!("  (move-priorities {})\n", types.join(" "));
        }
        text
    }

    fn board(&mut self) -> String {
        let files: Vec<String> = (0..self.width).map(|x| ((b'a' + x as u8) as char).to_string()).collect();
        let ranks: Vec<String> = (0..self.height).rev().map(|y| (y + 1).to_string()).collect();
        let mut text = format!(
            "  (board\n    (grid (start-rectangle 0 0 9 9) (dimensions (\"{}\" (10 0)) (\"{}\" (0 10)))\n      (directions",
            files.join("/"),
            ranks.join("/")
        );
        for (name, x, y) in ORTHOGONAL.iter().chain(&DIAGONAL) {
            if self.dirs.contains(name) {
                text += &format!(" ({name} {x} {y})");
            }
        }
        text += "))\n";
        if !self.dummies.is_empty() {
            text += &format!("    (dummy {})\n", self.dummies.join(" "));
        }
        if self.chance(8) {
            let links: String =
                (0..2 + self.below(4)).map(|_| format!(" ({} {})", self.place(), self.place())).collect();
            text += &format!("    (links link{links})\n");
            self.links.push("link");
        }
        if self.chance(6) {
            // A link more in a direction of the grid: a way along it may go round.
            let dir = self.grid_dir();
            text += &format!("    (links {dir} ({} {}))\n", self.place(), self.place());
        }
        if self.chance(8) {
            text += &format!("    (kill-positions {})\n", Writer::name(self.width - 1, self.height / 2));
        }
        if self.chance(5) {
            text += &format!("    (unlink ({} {}))\n", self.square(), self.grid_dir());
        }
        if self.players.contains(&"Black") && self.chance(75) {
            text += "    (symmetry Black (n s) (s n)";
            if self.dirs.len() > 4 {
                text += " (ne se) (se ne) (nw sw) (sw nw)";
            }
            text += ")\n";
        }
        if self.players.contains(&"Red") {
            text += "    (symmetry Red (n e) (e s) (s w) (w n))\n";
        }
        for player in self.players.clone() {
            for (zone, depth) in [("home", 1), ("end", 2)] {
                let from_top = (player == "White") == (zone == "end");
                let mut names = Vec::new();
                for d in 0..depth.min(self.height) {
                    let y = if from_top { self.height - 1 - d } else { d };
                    names.extend((0..self.width).map(|x| Writer::name(x, y)));
                }
                names.retain(|name| !text.contains(&format!("(kill-positions {name})")));
                text +=
                    &format!("    (zone (name {zone}) (players {player}) (positions {}))\n", names.join(" "));
            }
        }
        text + "  )\n"
    }

    fn setup(&mut self) -> String {
        let mut free: Vec<String> =
            (0..self.height).flat_map(|y| (0..self.width).map(move |x| Writer::name(x, y))).collect();
        free.retain(|name| *name != Writer::name(self.width - 1, self.height / 2));
        let is_tidy = self.chance(50);
        let mut text = "  (board-setup".to_owned();
        for player in self.players.clone() {
            text += &format!("\n    ({player}");
            let most = (self.width * self.height / 5).clamp(2, 8);
            let count = 1 + self.below(most);
            let mut kinds: Vec<&str> = (0..count).map(|_| self.kind()).collect();
            if self.chance(90) {
                let is_only = self.chance(80);
                kinds.retain(|kind| !is_only || *kind != "King");
                kinds.push("King");
            }
            for kind in kinds {
                if free.is_empty() {
                    break;
                }
                // White stands at the lower end, Black at the upper one.
                let near = (free.len() / 2).max(1);
                let at = match (is_tidy, player) {
                    (true, "White") => self.below(near),
                    (true, "Black") => free.len() - 1 - self.below(near),
                    _ => self.below(free.len()),
                };
                text += &format!(" ({kind} {})", free.remove(at));
            }
            for kind in self.pieces.clone() {
                if self.chance(12) {
                    text += &format!(" ({kind} off {})", 1 + self.below(2));
                }
            }
            text += ")";
        }
        text + ")\n"
    }

    fn goals(&mut self) -> String {
        let all = self.contenders().join(" ");
        let mut text = String::new();
        let before = self.below(4) == 0;
        if before {
            text += &self.goal_line();
        }
        if self.chance(72) {
            let players =
                if self.chance(90) { all.clone() } else { self.pick(&self.contenders()).to_owned() };
            let kinds = match self.below(8) {
                0 => self.some(&self.pieces.clone()).join(" "),
                1 => "King Rook".to_owned(),
                _ => "King".to_owned(),
            };
            text += &match self.below(12) {
                0 => format!("  (loss-condition ({players}) (or (checkmated {kinds}) stalemated))\n"),
                1 => format!("  (loss-condition ({players}) (and (checkmated {kinds}) {}))\n", self.goal(1)),
                2 => format!(
                    "  (loss-condition ({players}) (checkmated King))\n  (loss-condition ({players}) (checkmated Bird))\n"
                ),
                _ => format!("  (loss-condition ({players}) (checkmated {kinds}))\n"),
            };
        }
        for _ in 0..self.below(3) {
            text += &self.goal_line();
        }
        if text.is_empty() {
            text += &format!("  (win-condition ({all}) stalemated)\n");
        }
        text
    }

    fn goal_line(&mut self) -> String {
        let kind = self.pick(&["win", "loss", "draw", "count", "win", "loss"]);
        let players = if self.chance(75) { self.contenders() } else { self.some(&self.contenders()) };
        format!("  ({kind}-condition ({}) {})\n", players.join(" "), self.goal(0))
    }

    fn goal(&mut self, depth: usize) -> String {
        match self.below(if depth < 2 { 14 } else { 11 }) {
            0 => "stalemated".to_owned(),
            1 => "repetition".to_owned(),
            2 => format!("(captured {})", self.some(&self.pieces.clone()).join(" ")),
            3 => format!("(pieces-remaining {})", 1 + self.below(3)),
            4 => format!("(pieces-remaining {} {})", self.below(2), self.kind()),
            5 => format!("(total-piece-count {})", 2 + self.below(5)),
            6 => format!("(total-piece-count {} {})", self.below(3), self.kind()),
            7 => format!("(absolute-config {} ({}))", self.occupant(), self.pick(&["home", "end"])),
            8 => format!(
                "(absolute-config {} ({} {}))",
                self.occupant(),
                self.square_alive(),
                self.square_alive()
            ),
            9 => {
                let (d, kind) = (self.grid_dir(), self.kind());
                format!("(relative-config {kind} {d} {kind} {d} {kind})")
            }
            10 => {
                let (a, b) = (self.occupant(), self.occupant());
                format!(
                    "(relative-config {a} {} {b} {} {})",
                    self.grid_dir(),
                    self.grid_dir(),
                    self.occupant()
                )
            }
            11 => format!("(not {})", self.goal(depth + 1)),
            12 => format!("(and {} {})", self.goal(depth + 1), self.goal(depth + 1)),
            _ => format!("(or {} {})", self.goal(depth + 1), self.goal(depth + 1)),
        }
    }

    fn square_alive(&mut self) -> String {
        Writer::name(self.below(self.width - 1), self.below(self.height))
    }

    fn occupant(&mut self) -> String {
        let kind = self.kind();
        match self.below(9) {
            0 => format!("(any-owner {kind})"),
            1 => format!("(opponent {kind})"),
            2 => format!("(not {kind})"),
            3 => "empty?".to_owned(),
            4 => format!("({} {})", self.kind(), kind),
            _ => kind.to_owned(),
        }
    }
}
