//! Links between positions.

use super::Builder;
use crate::ast::board::Unlink;
use crate::ast::place::{Place, Word};
use crate::diagnostics::codes::resolve as codes;
use crate::ids::{DirId, PosId};
use smol_str::SmolStr;

impl Builder<'_> {
    /// Makes or replaces a link.
    pub(super) fn link(&mut self, dir: DirId, from: PosId, to: PosId) {
        let row = &mut self.links[dir.index()];
        if row.len() <= from.index() {
            row.resize(from.index() + 1, None);
        }
        row[from.index()] = Some(to);
    }

    /// `(links dir (from to)...)`.
    pub(super) fn add_links(&mut self, dir: &Word, pairs: &[(Word, Word)]) {
        let Some(dir) = self.direction(dir) else { return };
        for (from, to) in pairs {
            if let (Some(from), Some(to)) = (self.position(from), self.position(to)) {
                self.link(dir, from, to);
            }
        }
    }

    /// One item of `(unlink ...)`.
    pub(super) fn unlink(&mut self, item: &Unlink) {
        match item {
            Unlink::Position(word) => {
                if let Some(pos) = self.position(word) {
                    self.isolate(pos, &word.at);
                }
            }
            Unlink::Pair(first, second) => {
                let Some(from) = self.position(first) else { return };
                // A name may be both; the links between two positions are more often meant.
                if self.positions.contains_key(&second.text) {
                    let Some(to) = self.position(second) else { return };
                    if self.charge(2 * self.links.len(), &first.at) {
                        self.part(from, to);
                        self.part(to, from);
                    }
                } else if let Some(dir) = self.directions.get_index_of(&second.text) {
                    if let Some(link) = self.links[dir].get_mut(from.index()) {
                        *link = None;
                    }
                } else {
                    let known = self.positions.keys().chain(self.directions.keys()).map(SmolStr::as_str);
                    let what = "position or direction";
                    self.report.unknown(&codes::UNKNOWN_POSITION, second, what, known);
                }
            }
        }
    }

    /// Removes all links to and from a position.
    pub(super) fn isolate(&mut self, pos: PosId, at: &Place) {
        if !self.charge(self.links.len().saturating_mul(self.positions.len()), at) {
            return;
        }
        for row in &mut self.links {
            if let Some(link) = row.get_mut(pos.index()) {
                *link = None;
            }
            row.iter_mut().filter(|l| **l == Some(pos)).for_each(|l| *l = None);
        }
    }

    /// Removes the links that lead from one position to another.
    fn part(&mut self, from: PosId, to: PosId) {
        for row in &mut self.links {
            if let Some(link) = row.get_mut(from.index())
                && *link == Some(to)
            {
                *link = None;
            }
        }
    }
}
