//! Writes rules at random: small games, valid, and nasty. The same seed, the same text.
//!
//! Most pieces are simple, as in chess, so that all that makes the engine fast is used; one or two are not. Blocks are
//! bounded: loops step along a direction, or look once.

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

    // Pieces.

    fn piece(&mut self, index: usize) -> String {
        let name = self.pieces[index];
        let mut text = format!("  (piece (name {name})\n");
        for attribute in self.attributes.clone() {
            if index == 0 || self.chance(70) {
                text += &format!("    (attribute {attribute} {})\n", self.pick(&["true", "false"]));
            }
        }
        let is_nasty = match self.spice {
            Spice::Plain => false,
            Spice::Some => index + 1 == self.pieces.len(),
            Spice::Hot => self.chance(50),
        };
        self.is_drop = false;
        let mut blocks = match (is_nasty, name) {
            (true, _) => (0..1 + self.below(4)).map(|_| self.wild()).collect(),
            (false, "King") => self.royal(),
            (false, "Pawn") => self.pawn(),
            (false, _) => self.simple(),
        };
        if is_nasty && self.chance(50) {
            blocks.extend(self.simple());
        }
        if !self.types.is_empty() {
            for _ in 0..self.below(3) {
                let at = self.below(blocks.len() + 1);
                let t = self.pick(&self.types.clone());
                blocks.insert(at, format!("(move-type {t})"));
            }
        }
        if self.chance(if self.spice == Spice::Plain { 4 } else { 14 }) {
            let prefix = self.prefix();
            let is_block = |block: &&mut String| !block.starts_with("(move-type");
            blocks.iter_mut().filter(is_block).for_each(|block| block.insert_str(1, &prefix));
        }
        if index == 1 {
            // Each type is that of some move, or its name would mean nothing.
            for t in self.types.clone() {
                blocks.push(format!("(move-type {t})"));
                blocks.extend(self.simple().into_iter().take(2));
            }
        }
        text += &format!("    (moves\n      {})\n", blocks.join("\n      "));
        if self.chance(30) {
            self.is_drop = true;
            let mut drops: Vec<String> = (0..1 + self.below(2)).map(|_| self.drop()).collect();
            if !self.types.is_empty() && self.chance(30) {
                let t = self.pick(&self.types.clone());
                drops.insert(0, format!("(move-type {t})"));
            }
            text += &format!("    (drops\n      {})\n", drops.join("\n      "));
            self.is_drop = false;
        }
        text + "  )\n"
    }

    /// What all blocks of a piece do before they move: they look at one square, or the board over.
    fn prefix(&mut self) -> String {
        let d = self.grid_dir();
        let effect = self.effect();
        match self.below(4) {
            0 => {
                let cond = self.cond(1);
                format!("(if {cond} {effect}) ")
            }
            1 => format!("(if (piece? {} {}) {effect}) ", self.kind(), self.square_alive()),
            2 => {
                let cond = self.cond(1);
                let then = self.pick(&["(verify (not-flag? odd))", "(if (flag? odd) capture)"]);
                let from = self.square_alive();
                format!(
                    "mark {from} (while (on-board? {d}) (if {cond} (set-flag odd true)) {d}) back {then} "
                )
            }
            _ => {
                let cond = self.cond(1);
                format!("mark {} (while (on-board? {d}) (if {cond} {effect}) {d}) back ", self.square_alive())
            }
        }
    }

    fn royal(&mut self) -> Vec<String> {
        let guarded = self.asks_attacks && self.chance(50);
        let mut blocks: Vec<String> = Vec::new();
        for d in self.dirs.clone() {
            let mut tokens = vec![d.to_owned(), "(verify not-friend?)".to_owned()];
            if guarded {
                tokens.push("(verify not-attacked?)".to_owned());
            }
            if self.attributes.contains(&"fresh?") {
                tokens.push("(set-attribute fresh? false)".to_owned());
            }
            tokens.push("add".to_owned());
            blocks.push(self.spiced(tokens, 6));
        }
        if self.chance(25) && self.pieces.contains(&"Rook") {
            let there = self.pick(&["e", "w"]);
            let fresh = if self.attributes.contains(&"fresh?") { "(verify fresh?) " } else { "" };
            let safe = if self.asks_attacks { "(verify not-attacked?) " } else { "" };
            let set = if fresh.is_empty() { "" } else { "(set-attribute fresh? false) " };
            let rook = if fresh.is_empty() { "(piece? Rook)" } else { "(piece? Rook) fresh?" };
            blocks.push(format!(
                "({fresh}{there} (verify empty?) {there} (verify empty?) cascade {there} (verify (and friend? {rook})) \
                 from back {safe}{there} {safe}to {set}{there} {set}add)"
            ));
        }
        blocks
    }

    fn pawn(&mut self) -> Vec<String> {
        let kinds = self.some(&self.pieces.clone()[1..]).join(" ");
        let add = match self.below(4) {
            0 => "add".to_owned(),
            1 => format!("(if not-in-zone? end add else (add {kinds}))")
                .replace("not-in-zone? end", "(not-in-zone? end)"),
            _ => format!("(if (in-zone? end) (add {kinds}) else add)"),
        };
        let mut blocks = vec![
            format!("(n (verify empty?) {add})"),
            "((verify (in-zone? home)) n (verify empty?) n (verify empty?) add)".to_owned(),
        ];
        let (sides, catches): (&[&str], &[&str]) =
            if self.dirs.len() > 4 { (&["e", "w"], &["ne", "nw"]) } else { (&["e", "w"], &["e", "w"]) };
        for catch in catches {
            blocks.push(self.spiced(vec![(*catch).to_owned(), "(verify enemy?)".to_owned(), add.clone()], 5));
        }
        if self.chance(60) {
            for side in sides {
                blocks.push(match self.below(3) {
                    0 => format!(
                        "({side} (verify enemy?) (verify (piece? Pawn)) (verify last-to?) capture n (verify empty?) to n \
                         (verify last-from?) add)"
                    ),
                    1 => format!("({side} (verify (and enemy? last-to?)) capture n (verify empty?) add)"),
                    _ => format!("({side} (if (last-to?) (verify enemy?) capture) n (verify empty?) add)"),
                });
            }
        }
        blocks
    }

    /// What a piece of chess or its kin does, in some directions.
    fn simple(&mut self) -> Vec<String> {
        let mut blocks = Vec::new();
        for _ in 0..1 + self.below(2) {
            let style = self.below(22);
            let dirs = match self.below(4) {
                0 => self.some(&self.dirs.clone()),
                1 if self.dirs.len() > 4 => DIAGONAL.iter().map(|d| d.0).collect(),
                2 => self.dirs.clone(),
                _ => ORTHOGONAL.iter().map(|d| d.0).collect(),
            };
            let gate = self.chance(12).then(|| self.cond(1));
            let other = self.grid_dir();
            for d in dirs {
                let mut tokens = self.style(style, d, other);
                if let Some(gate) = &gate {
                    let at = self.below(tokens.len());
                    tokens.insert(at, format!("(verify {gate})"));
                }
                let heat = if self.spice == Spice::Plain { 2 } else { 6 };
                blocks.push(self.spiced(tokens, heat));
            }
        }
        blocks
    }

    fn style(&mut self, style: usize, d: &str, other: &str) -> Vec<String> {
        let side = match d {
            "n" | "s" => "e",
            "e" | "w" => "n",
            _ => other,
        };
        let text = match style {
            0 => format!("{d} | (verify not-friend?) | add"),
            1 => format!("{d} | (verify empty?) | add"),
            2 => format!("{d} | (verify enemy?) | add"),
            3 => format!("{d} {d} {side} | (verify not-friend?) | add"),
            4 => format!("{d} | (verify empty?) | {d} | (verify not-friend?) | add"),
            5..=7 => format!("{d} | (while empty? add {d}) | (verify not-friend?) | add"),
            8 => format!("{d} | (while empty? {d}) | (verify enemy?) | add"),
            9 => format!("{d} | (while empty? add {d})"),
            10 => format!("{d} | (while empty? {d}) | {d} | (while empty? {d}) | (verify enemy?) | add"),
            11 => format!("{d} | (while empty? {d}) | {d} | (verify not-friend?) | add"),
            12 => format!(
                "{d} | (while empty? {d}) | (verify friend?) | {d} | (while empty? add {d}) | (verify enemy?) | add"
            ),
            13 => format!("{d} | (verify enemy?) | capture | {d} | (verify empty?) | add-partial"),
            14 => format!("(while (empty? {d}) {d} add) | {d} | (verify enemy?) | add"),
            15 => format!("(verify (not-friend? {d})) | {d} {d} | (verify not-friend?) | add"),
            16 if !self.dummies.is_empty() => {
                format!("{d} | (verify enemy?) | cascade | hand | change-owner | capture | add")
            }
            16 => format!(
                "{d} | (verify not-friend?) | (if enemy? (verify (not-piece? {}))) | add",
                self.kind()
            ),
            17 => format!("(if (empty? {d}) {d} {d} (verify not-friend?) add)"),
            18 => format!("{d} | (if empty? add {d} (verify not-friend?) add else (verify enemy?) add)"),
            19 => format!("(if (not-empty? {side}) {d} (while empty? add {d}) (verify enemy?) add)"),
            20 if !self.attributes.is_empty() => {
                let attribute = self.pick(&self.attributes.clone());
                let value = self.pick(&["true", "false"]);
                format!(
                    "{d} | (while empty? (set-attribute {attribute} {value}) add {d}) | (verify not-friend?) | \
                     (set-attribute {attribute} {value}) | add"
                )
            }
            20 => format!("{d} | (verify (or (empty? {d}) (enemy? {d}))) | (verify not-friend?) | add"),
            _ => format!(
                "{d} | (verify (not-{}? {d})) | (verify not-friend?) | add",
                self.pick(&["friend", "enemy"])
            ),
        };
        text.split(" | ").map(str::to_owned).collect()
    }

    /// The tokens as a block, now and then with something more in it.
    fn spiced(&mut self, mut tokens: Vec<String>, percent: usize) -> String {
        while self.chance(percent) {
            let at = self.below(tokens.len());
            match self.below(8) {
                0..=2 => {
                    let cond = self.cond(1);
                    tokens.insert(at, format!("(verify {cond})"));
                }
                3 => {
                    let effect = self.effect();
                    tokens.insert(at, effect);
                }
                _ => {
                    let add = self.adding(1);
                    let last = tokens.len() - 1;
                    if tokens[last] == "add" {
                        tokens[last] = add;
                    } else {
                        tokens.push(add);
                    }
                }
            }
        }
        format!("({})", tokens.join(" "))
    }

    fn drop(&mut self) -> String {
        let mut tokens = match self.below(6) {
            0 => vec![],
            1 => vec!["(verify not-friend?)".to_owned()],
            2 => vec!["(verify (or empty? (and enemy? (not-piece? King))))".to_owned()],
            _ => vec!["(verify empty?)".to_owned()],
        };
        if self.chance(40) {
            let cond = self.cond(1);
            tokens.push(format!("(verify {cond})"));
        }
        if self.chance(8) {
            return self.wild();
        }
        tokens.push("add".to_owned());
        let percent = if self.spice == Spice::Hot { 25 } else { 8 };
        self.spiced(tokens, percent)
    }

    /// Anything.
    fn wild(&mut self) -> String {
        let count = 2 + self.below(5);
        let mut tokens: Vec<String> = (0..count).map(|_| self.instruction(0)).collect();
        if !tokens.iter().any(|t| t.contains("add")) || self.chance(60) {
            tokens.push(self.adding(0));
        }
        format!("({})", tokens.join(" "))
    }

    fn instruction(&mut self, depth: usize) -> String {
        match self.below(if depth < 2 { 30 } else { 24 }) {
            0..=6 => self.dir().to_owned(),
            7..=10 => {
                let cond = self.cond(depth);
                format!("(verify {cond})")
            }
            11..=14 => self.effect(),
            15 => "mark".to_owned(),
            16 => "back".to_owned(),
            17 => format!("(go {})", self.pick(&["from", "to", "mark", "last-from", "last-to"])),
            18 => self.pick(&["from", "to", "to"]).to_owned(),
            19 => "cascade".to_owned(),
            20 => format!("(opposite {})", self.grid_dir()),
            21 if self.chance(40) => self.place_alive(),
            21 => self.dir().to_owned(),
            22 | 23 => self.adding(depth),
            24 | 25 => {
                let d = self.grid_dir();
                match self.below(4) {
                    0 => format!("(while empty? {} {d})", self.adding(2)),
                    1 => format!("(while (not-empty? {d}) {d})"),
                    2 => {
                        let cond = self.cond(1);
                        format!("(while (and (on-board? {d}) {cond}) {} {d})", self.effect())
                    }
                    _ => format!("(while empty? {d})"),
                }
            }
            26..=28 => {
                let cond = self.cond(depth + 1);
                let then = self.instructions(depth + 1);
                let otherwise = if self.chance(50) {
                    format!(" else {}", self.instructions(depth + 1))
                } else {
                    String::new()
                };
                format!("(if {cond} {then}{otherwise})")
            }
            _ => {
                let cond = self.cond(1);
                format!("((verify {cond}) {})", self.instructions(depth + 1))
            }
        }
    }

    fn instructions(&mut self, depth: usize) -> String {
        let count = 1 + self.below(2);
        (0..count).map(|_| self.instruction(depth)).collect::<Vec<_>>().join(" ")
    }

    fn place_alive(&mut self) -> String {
        if !self.dummies.is_empty() && self.chance(50) {
            return self.pick(&self.dummies.clone()).to_owned();
        }
        self.square_alive()
    }

    fn adding(&mut self, depth: usize) -> String {
        match self.below(16) {
            0 | 1 => format!("(add {})", self.kind()),
            2 => format!("(add {} {})", self.kind(), self.kind()),
            3 => "add-partial".to_owned(),
            4 if !self.types.is_empty() => format!("(add-partial {})", self.pick(&self.types.clone())),
            5 if !self.types.is_empty() => {
                format!("(add-partial {} {})", self.kind(), self.pick(&self.types.clone()))
            }
            6 => "add-copy".to_owned(),
            7 if self.chance(50) => format!("(add-copy {})", self.kind()),
            8 if self.chance(30) => "add-copy-partial".to_owned(),
            9 | 10 if depth < 2 => {
                let cond = self.cond(1);
                format!("(if {cond} {})", self.adding(depth + 1))
            }
            11 | 12 if depth < 2 => {
                let cond = self.cond(1);
                format!("(if {cond} {} else {})", self.adding(depth + 1), self.adding(depth + 1))
            }
            13 => {
                let d = self.grid_dir();
                format!("cascade {d} add")
            }
            _ => "add".to_owned(),
        }
    }

    fn at(&mut self) -> String {
        match self.below(20) {
            0..=11 => String::new(),
            12..=17 => format!(" {}", self.dir()),
            18 => format!(" (opposite {})", self.grid_dir()),
            _ => format!(" {}", self.place_alive()),
        }
    }

    fn effect(&mut self) -> String {
        let at = self.at();
        let bare = |name: &str| if at.is_empty() { name.to_owned() } else { format!("({name}{at})") };
        match self.below(16) {
            0..=3 => bare("capture"),
            4 => bare("flip"),
            5 => match self.below(2) {
                0 => bare("change-owner"),
                _ => format!("(change-owner {}{at})", self.pick(&self.movers())),
            },
            6 | 7 => format!("(change-type {}{at})", self.kind()),
            8 => match self.below(3) {
                0 => bare("create"),
                1 => format!("(create {}{at})", self.kind()),
                _ => format!("(create {} {}{at})", self.pick(&self.players.clone()), self.kind()),
            },
            9..=11 if !self.attributes.is_empty() => {
                let (attribute, value) = (self.pick(&self.attributes.clone()), self.value());
                format!("(set-attribute {attribute} {value}{at})")
            }
            12 | 13 => format!("(set-flag {} {})", self.pick(&["odd", "seen"]), self.value()),
            14 => format!("(set-position-flag spot {}{at})", self.value()),
            _ => bare("capture"),
        }
    }

    fn value(&mut self) -> String {
        match self.below(4) {
            0 => self.cond(2),
            1 => "false".to_owned(),
            _ => "true".to_owned(),
        }
    }

    fn cond(&mut self, depth: usize) -> String {
        let not = if self.chance(35) { "not-" } else { "" };
        let at = self.at();
        let bare =
            |name: &str| if at.is_empty() { format!("{not}{name}") } else { format!("({not}{name}{at})") };
        match self.below(if depth < 2 { 40 } else { 34 }) {
            0..=4 => bare("empty?"),
            5..=8 => bare("friend?"),
            9..=12 => bare("enemy?"),
            13..=15 => format!("({not}piece? {}{at})", self.kind()),
            16 | 17 => format!("({not}in-zone? {}{at})", self.pick(&["home", "end"])),
            18..=20 if !self.attributes.is_empty() => bare(self.pick(&self.attributes.clone())),
            21 => bare("last-from?"),
            22 | 23 => bare("last-to?"),
            24 => bare("on-board?"),
            25 => format!("({not}flag? {})", self.pick(&["odd", "seen"])),
            26 => format!("({not}position-flag? spot{at})"),
            27 => bare("marked?"),
            28 => format!("({not}position? {})", self.place_alive()),
            29 if self.asks_attacks => match (self.below(3), self.types.is_empty()) {
                (0, false) => format!("({not}attacked?{at} {})", self.pick(&self.types.clone())),
                _ => bare("attacked?"),
            },
            30 if self.asks_attacks => bare("defended?"),
            31 => bare("adjacent-to-enemy?"),
            32 => bare("goal-position?"),
            33 => bare("neutral?"),
            34..=36 => format!("(and {} {})", self.cond(depth + 1), self.cond(depth + 1)),
            37 | 38 => format!("(or {} {})", self.cond(depth + 1), self.cond(depth + 1)),
            39 => format!("(not {})", self.cond(depth + 1)),
            _ => bare("empty?"),
        }
    }
}
