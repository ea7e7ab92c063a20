//! A board as other programs see it: a rectangle with letters and numbers, and a letter for each piece.

use std::collections::HashMap;
use zrf::game::{Game, Position};
use zrf::ids::{PieceId, PlayerId, PosId};
use zrf::resolve::rules::PositionKind;

/// The rectangle of a game, seen from the side of the first player's capitals.
#[derive(Debug, Clone)]
pub struct Board {
    /// Files.
    pub width: usize,
    /// Ranks.
    pub height: usize,
    /// `cells[rank * width + file]`, rank 0 at the bottom; none where the board has a hole.
    cells: Vec<Option<PosId>>,
    places: HashMap<PosId, (usize, usize)>,
    /// For each piece type its capital letter.
    letters: Vec<char>,
    /// The two players, the one with the capitals first.
    pub players: [PlayerId; 2],
    /// Some piece can be dropped.
    pub has_drops: bool,
}

impl Board {
    /// The board of a game. If other programs have no words for it, the reason.
    pub fn new(game: &Game) -> Result<Board, String> {
        let rules = game.rules();
        if let Some(name) = rules.players.iter().find(|(_, p)| p.is_random).map(|(name, _)| name) {
            return Err(format!("the moves of {name} are left to chance"));
        }
        let contenders: Vec<PlayerId> = (0..rules.players.len())
            .map(PlayerId::from_index)
            .filter(|p| !rules.players[p.index()].is_neutral)
            .collect();
        let &[a, b] = &contenders[..] else {
            return Err(format!("it has {} players, not two", contenders.len()));
        };
        let order = &rules.turn_order;
        let movers: Vec<PlayerId> = order.entries.iter().map(|e| e.mover).collect();
        let other = |p: PlayerId| if p == a { b } else { a };
        let alternates = movers.windows(2).all(|w| w[1] == other(w[0]))
            && movers[order.repeat] == other(movers[movers.len() - 1]);
        if !alternates {
            return Err("the players do not take turns one after the other".into());
        }
        // Whoever moves first has the capitals, as White does in chess.
        let players = if movers[0] == a { [a, b] } else { [b, a] };
        let (width, height, cells) = rectangle(game)?;
        let places = cells
            .iter()
            .enumerate()
            .filter_map(|(i, cell)| cell.map(|pos| (pos, (i % width, i / width))))
            .collect();
        let letters = letters(game)?;
        let has_drops = rules.pieces.values().any(|p| !p.drops.is_empty());
        Ok(Board { width, height, cells, places, letters, players, has_drops })
    }

    /// The position at a file and rank, counted from 0.
    pub fn at(&self, file: usize, rank: usize) -> Option<PosId> {
        (file < self.width && rank < self.height).then(|| self.cells[rank * self.width + file]).flatten()
    }

    /// File and rank of a position.
    pub fn place(&self, pos: PosId) -> Option<(usize, usize)> {
        self.places.get(&pos).copied()
    }

    /// `e4`; `None` for a position that is not on the rectangle. `first_rank` is the number of the lowest.
    pub fn square(&self, pos: PosId, first_rank: usize) -> Option<String> {
        let (file, rank) = self.place(pos)?;
        Some(format!("{}{}", (b'a' + file as u8) as char, rank + first_rank))
    }

    /// The opposite of [`square`](Self::square).
    pub fn parse_square(&self, text: &str, first_rank: usize) -> Option<PosId> {
        let mut chars = text.chars();
        let file = (chars.next()? as usize).checked_sub('a' as usize)?;
        let rank = chars.as_str().parse::<usize>().ok()?.checked_sub(first_rank)?;
        self.at(file, rank)
    }

    /// The capital letter of a piece type.
    pub fn letter(&self, kind: PieceId) -> char {
        self.letters[kind.index()]
    }

    /// The letter of a piece of a player.
    pub fn letter_of(&self, player: PlayerId, kind: PieceId) -> char {
        let letter = self.letter(kind);
        if player == self.players[0] { letter } else { letter.to_ascii_lowercase() }
    }

    /// The player and type of a letter.
    pub fn piece(&self, letter: char) -> Option<(PlayerId, PieceId)> {
        let kind = self.letters.iter().position(|&l| l == letter.to_ascii_uppercase())?;
        let player = self.players[usize::from(letter.is_ascii_lowercase())];
        Some((player, PieceId::from_index(kind)))
    }

    /// All letters, by piece type.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Whether the player with the capitals is to move.
    pub fn is_white(&self, position: &Position) -> bool {
        position.mover() == self.players[0]
    }
}

/// Width, height and cells of the only grid.
fn rectangle(game: &Game) -> Result<(usize, usize, Vec<Option<PosId>>), String> {
    let rules = game.rules();
    let [grid] = &rules.board.grids[..] else {
        return Err(format!("its board has {} grids, not one", rules.board.grids.len()));
    };
    let axis = |pick: fn(&(i32, i32)) -> i32| grid.steps.iter().position(|s| pick(s) != 0);
    let (across, down) = (axis(|s| s.0), axis(|s| s.1));
    let (Some(across), Some(down)) = (across, down) else {
        return Err("its board is no rectangle".into());
    };
    let is_straight = grid.steps.iter().all(|s| s.0 == 0 || s.1 == 0);
    if grid.dimensions.len() != 2 || across == down || !is_straight {
        return Err("its board is no rectangle of two dimensions".into());
    }
    let (width, height) = (grid.dimensions[across].len(), grid.dimensions[down].len());
    if width > 26 {
        return Err(format!("its board has {width} files, more than there are letters"));
    }
    let mut cells = vec![None; width * height];
    for (i, &pos) in grid.cells.iter().enumerate() {
        let sizes = [grid.dimensions[0].len(), grid.dimensions[1].len()];
        let index = [i / sizes[1], i % sizes[1]];
        // On the screen x runs to the right and y runs down.
        let file = if grid.steps[across].0 > 0 { index[across] } else { width - 1 - index[across] };
        let rank = if grid.steps[down].1 > 0 { height - 1 - index[down] } else { index[down] };
        if rules.board.positions[pos.index()].kind != PositionKind::Killed {
            cells[rank * width + file] = Some(pos);
        }
    }
    Ok((width, height, cells))
}

/// A letter for each piece type: its notation or the first letter of its name that is still free, else any.
fn letters(game: &Game) -> Result<Vec<char>, String> {
    let pieces = &game.rules().pieces;
    if pieces.len() > 26 {
        return Err(format!("it has {} piece types, more than there are letters", pieces.len()));
    }
    let mut letters: Vec<Option<char>> = vec![None; pieces.len()];
    let mut taken = Vec::new();
    for (slot, piece) in letters.iter_mut().zip(pieces.values()) {
        let mut notation = piece.notation.as_deref().unwrap_or("").chars();
        if let (Some(c), None) = (notation.next(), notation.next())
            && c.is_ascii_alphabetic()
            && !taken.contains(&c.to_ascii_uppercase())
        {
            *slot = Some(c.to_ascii_uppercase());
            taken.push(c.to_ascii_uppercase());
        }
    }
    for (slot, name) in letters.iter_mut().zip(pieces.keys()) {
        if slot.is_none() {
            let own = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
            *slot = own.chain('A'..='Z').find(|c| !taken.contains(c));
            taken.extend(*slot);
        }
    }
    letters.into_iter().collect::<Option<Vec<char>>>().ok_or_else(|| "there are not enough letters".into())
}
