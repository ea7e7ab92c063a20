//! Pieces with their moves and drops: those of chess and its kin, now and then with something more.

use super::{DIAGONAL, ORTHOGONAL, Spice, Writer};

impl Writer {
    pub(super) fn piece(&mut self, index: usize) -> String {
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
}
