//! A position as a picture in SVG.
//!
//! Positions stand where the rules file puts them, in its pixels. Those that no rectangle shows, and what is off
//! the board, are told in lines below.

use super::symbols::Symbols;
use super::text::{Below, below};
use crate::game::Position;
use crate::ids::{PlayerId, PosId};
use crate::resolve::Rules;
use crate::resolve::rules::PositionKind;
use std::fmt::{self, Write};

/// Two tints of squares: chequered by the sum of their coordinates.
const TINTS: [&str; 2] = ["#f0e6d2", "#d9c7a3"];
/// For each player the disc of its pieces and the sign on it; more players begin again.
const COLORS: [(&str, &str); 6] = [
    ("#ffffff", "#202020"),
    ("#303030", "#ffffff"),
    ("#c0392b", "#ffffff"),
    ("#2471a3", "#ffffff"),
    ("#f1c40f", "#202020"),
    ("#229954", "#ffffff"),
];
/// The part of a place that a piece takes, in percent of its shorter side.
const PIECE_SIZE: f64 = 84.0;

/// Pictures are shown so large that no side of a place is shorter, in pixels.
const LEAST_SIDE: f64 = 30.0;

/// How wide a letter of the text below the board is, as a part of the size of its font: rather too much, since the font
/// is not known.
const LETTER_WIDTH: f64 = 0.62;

/// A place on the picture, in pixels of the rules file.
#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    /// The area of a position that is to be seen.
    fn of(rules: &Rules, pos: PosId) -> Option<Area> {
        let (_, position) = rules.board.positions.get_index(pos.index())?;
        let [left, top, right, bottom] = position.rect?.map(f64::from);
        let is_shown = position.kind == PositionKind::Square && left < right && top < bottom;
        is_shown.then_some(Area { left, top, right, bottom })
    }

    fn width(self) -> f64 {
        self.right - self.left
    }

    fn height(self) -> f64 {
        self.bottom - self.top
    }

    fn center(self) -> (f64, f64) {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    fn shorter_side(self) -> f64 {
        self.width().min(self.height())
    }

    fn around(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// The whole position: board, stocks, and whose turn it is.
pub fn draw(position: &Position) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = Picture::new(position).write(&mut out);
    out
}

struct Picture<'p> {
    position: &'p Position,
    rules: &'p Rules,
    symbols: Symbols,
    /// For each position its area, if it is shown.
    areas: Vec<Option<Area>>,
}

impl<'p> Picture<'p> {
    fn new(position: &'p Position) -> Picture<'p> {
        let rules = position.game().rules();
        let areas = (0..rules.board.positions.len()).map(|i| Area::of(rules, PosId::from_index(i))).collect();
        Picture { position, rules, symbols: Symbols::new(rules), areas }
    }

    /// The positions that are shown.
    fn shown(&self) -> impl Iterator<Item = (PosId, Area)> {
        self.areas.iter().enumerate().filter_map(|(i, area)| Some((PosId::from_index(i), (*area)?)))
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let board = self.shown().map(|(_, area)| area).reduce(Area::around);
        let board = board.unwrap_or(Area { left: 0.0, top: 0.0, right: 400.0, bottom: 0.0 });
        let place = self.shown().map(|(_, area)| area.shorter_side()).reduce(f64::min).unwrap_or(40.0);
        let (margin, line) = (place * 0.25, place * 0.4);
        let lines = self.lines((board.width() / (line * LETTER_WIDTH)) as usize);
        let width = board.width() + 2.0 * margin;
        let height = board.height() + 2.0 * margin + line * 1.4 * lines.len() as f64;
        let scale = (LEAST_SIDE / place).max(1.0);
        let (left, top) = (board.left - margin, board.top - margin);
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{:.0}" height="{:.0}" font-family="sans-serif">"#,
            width * scale,
            height * scale
        )?;
        writeln!(out, "<title>{}</title>", escape(&self.rules.title))?;
        writeln!(out, r##"<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#ffffff"/>"##)?;
        self.links(out)?;
        for (pos, area) in self.shown() {
            self.square(out, pos, area)?;
        }
        for (pos, area) in self.shown() {
            self.piece(out, pos, area)?;
        }
        for (i, text) in lines.iter().enumerate() {
            let y = board.bottom + margin + line * 1.4 * (i as f64 + 0.8);
            text.write(out, board.left, y, line)?;
        }
        writeln!(out, "</svg>")
    }

    /// Lines between places that are neighbours both ways: to be seen where the places do not touch.
    fn links(&self, out: &mut String) -> fmt::Result {
        let board = &self.rules.board;
        let (directions, size) = (board.directions.len(), board.positions.len());
        let link = |dir: usize, pos: PosId| board.links[dir * size + pos.index()];
        writeln!(out, r##"<g stroke="#909090" stroke-width="1.5">"##)?;
        for (pos, area) in self.shown() {
            let mut drawn: Vec<PosId> = Vec::new();
            for to in (0..directions).filter_map(|dir| link(dir, pos)) {
                let goes_back = || (0..directions).any(|dir| link(dir, to) == Some(pos));
                if to.index() <= pos.index() || drawn.contains(&to) || !goes_back() {
                    continue;
                }
                let Some(other) = self.areas[to.index()] else { continue };
                drawn.push(to);
                let ((x1, y1), (x2, y2)) = (area.center(), other.center());
                writeln!(out, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#)?;
            }
        }
        writeln!(out, "</g>")
    }

    fn square(&self, out: &mut String, pos: PosId, area: Area) -> fmt::Result {
        let grid = self.rules.board.positions.get_index(pos.index()).and_then(|(_, p)| p.grid.as_ref());
        let sum = grid.map_or(0, |(_, coordinates)| coordinates.iter().map(|&c| c as usize).sum());
        writeln!(
            out,
            r##"<rect x="{}" y="{}" width="{}" height="{}" fill="{}" stroke="#8c7b5a"><title>{}</title></rect>"##,
            area.left,
            area.top,
            area.width(),
            area.height(),
            TINTS[sum % TINTS.len()],
            escape(self.rules.pos_name(pos)),
        )
    }

    fn piece(&self, out: &mut String, pos: PosId, area: Area) -> fmt::Result {
        let Some(piece) = self.position.piece_at(pos) else { return Ok(()) };
        let sign = self.symbols.of_kind(piece.kind);
        let (x, y) = area.center();
        let size = area.shorter_side() * PIECE_SIZE / 100.0;
        let font = size / (sign.chars().count().max(2) as f64 * 0.75);
        let (disc, ink) = color(piece.player);
        writeln!(
            out,
            r##"<g><title>{} {} {}</title><circle cx="{x}" cy="{y}" r="{:.1}" fill="{disc}" stroke="#202020"/><text x="{x}" y="{:.1}" font-size="{font:.1}" fill="{ink}" text-anchor="middle">{}</text></g>"##,
            escape(self.rules.player_name(piece.player)),
            escape(self.rules.piece_name(piece.kind)),
            escape(self.rules.pos_name(pos)),
            size / 2.0,
            // Capitals are some seven tenths of the size of their font high.
            y + font * 0.35,
            escape(sign),
        )
    }

    /// What stands below the board, in lines of so many letters where words allow it.
    fn lines(&self, letters: usize) -> Vec<Line> {
        let Below { stocks, signs, turn, .. } = below(self.position, &self.symbols);
        let hidden = (0..self.areas.len()).map(PosId::from_index).filter_map(|pos| {
            let piece = self.position.piece_at(pos).filter(|_| self.areas[pos.index()].is_none())?;
            let (owner, kind) = (self.rules.player_name(piece.player), self.rules.piece_name(piece.kind));
            Some(format!("{}: {owner} {kind}", self.rules.pos_name(pos)))
        });
        let text = |text: String| Line { owner: None, text };
        let owners = self
            .rules
            .players
            .keys()
            .enumerate()
            .map(|(i, name)| Line { owner: Some(PlayerId::from_index(i)), text: name.to_string() });
        let mut lines: Vec<Line> = hidden.chain(stocks).map(text).collect();
        lines.extend(owners);
        lines.extend(wrapped(&signs, letters).into_iter().chain([turn]).map(text));
        lines
    }
}

/// A line below the board.
struct Line {
    /// It names this player: a disc like those of its pieces stands before it.
    owner: Option<PlayerId>,
    text: String,
}

impl Line {
    fn write(&self, out: &mut String, left: f64, y: f64, size: f64) -> fmt::Result {
        let mut x = left;
        if let Some(player) = self.owner {
            // As large as a capital.
            let r = size * 0.35;
            let (disc, _) = color(player);
            writeln!(
                out,
                r##"<circle cx="{:.1}" cy="{:.1}" r="{r:.1}" fill="{disc}" stroke="#202020"/>"##,
                x + r,
                y - r,
            )?;
            x += 3.0 * r;
        }
        writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" font-size="{size:.1}">{}</text>"#, escape(&self.text))
    }
}

/// Parts set one behind the other, in lines of so many letters; a part that is longer has a line of its own.
fn wrapped(parts: &[String], letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= letters => {
                line.push_str(", ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

fn color(player: PlayerId) -> (&'static str, &'static str) {
    COLORS[player.index() % COLORS.len()]
}

/// A text as XML holds it; control characters, which it cannot hold, are left out.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
