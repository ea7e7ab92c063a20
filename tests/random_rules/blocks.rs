//! Blocks, instructions and conditions of any kind.

use super::Writer;

impl Writer {
    /// Anything.
    pub(super) fn wild(&mut self) -> String {
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

    pub(super) fn adding(&mut self, depth: usize) -> String {
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

    pub(super) fn effect(&mut self) -> String {
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

    pub(super) fn cond(&mut self, depth: usize) -> String {
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
