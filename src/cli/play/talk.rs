//! The conversation of a game: reading lines, doing what they say, letting the computer move.

use super::Play;
use super::commands::{self, WORDS, Word};
use super::entry::{self, Choice};
use crate::cli::failure::{Failure, say};
use crate::cli::position::say_nearest;
use crate::cli::searching;
use std::io::{BufRead, Write, stdin};
use std::path::Path;
use zrf::diagnostics::did_you_mean::nearest;
use zrf::game::{RuntimeError, replay, setup};
use zrf::ids::{PieceId, PlayerId};
use zrf::resolve::Rules;
use zrf::search::Level;
use zrf::view::{piece_help, text, words};

/// No list of moves to choose from is longer.
const MOST_SHOWN: usize = 40;

/// What goes on after a line.
#[derive(PartialEq, Eq)]
enum Next {
    /// The same one types again.
    Stay,
    /// The position has changed: show it, and let the computer move if it is its turn.
    Moved,
    /// The end.
    Leave,
}

impl Play<'_> {
    /// The whole conversation.
    pub fn talk(&mut self) -> Result<(), Failure> {
        let title = self.sitting.setting.chosen.title.clone();
        writeln!(self.session.out, "{title}\n")?;
        self.show()?;
        if self.is_interactive {
            writeln!(self.session.out, "Type a move, or `help`.")?;
        }
        self.machines()?;
        let mut lines = stdin().lock().lines();
        loop {
            self.prompt()?;
            let Some(line) = lines.next() else { break };
            let line = line.map_err(|e| Failure::tool(format!("cannot read standard input: {e}")))?;
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match self.line(line)? {
                Next::Stay => {}
                Next::Moved => {
                    self.has_told_end = false;
                    self.show()?;
                    self.machines()?;
                }
                Next::Leave => break,
            }
        }
        self.session.flush()?;
        Ok(())
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if self.is_interactive {
            let mover = self.sitting.position().mover();
            let name = self.sitting.rules().player_name(mover).clone();
            write!(self.session.out, "{name}> ")?;
        }
        self.session.flush()?;
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let drawn = text::draw(&self.sitting.setting.position, self.style);
        write!(self.session.out, "{drawn}")?;
        if let Some(last) = self.sitting.played.last() {
            writeln!(self.session.out, "last move: {}", last.line.text)?;
        }
        writeln!(self.session.out)?;
        Ok(())
    }

    fn runs<T>(&self, result: Result<T, RuntimeError>) -> Result<T, Failure> {
        result.map_err(|e| self.sitting.setting.failure(&e))
    }

    /// Whether the game is over; tells so once.
    fn is_over(&mut self) -> Result<bool, Failure> {
        let outcome = self.sitting.position().outcome();
        let outcome = self.runs(outcome)?;
        let text = match (&outcome, self.sitting.resigned) {
            (Some(outcome), _) => words::outcome(self.sitting.rules(), outcome),
            (None, Some(player)) => format!("{} has resigned", self.sitting.rules().player_name(player)),
            (None, None) => return Ok(false),
        };
        if !self.has_told_end {
            self.has_told_end = true;
            writeln!(self.session.out, "The game is over. {text}")?;
        }
        Ok(true)
    }

    /// Lets the computer and chance move until a person is to move.
    fn machines(&mut self) -> Result<(), Failure> {
        let mut has_moved = false;
        while !self.is_over()? {
            let mover = self.sitting.position().mover();
            if !self.sitting.is_machine(mover) {
                break;
            }
            let name = self.sitting.rules().player_name(mover).clone();
            let (who, mv) = if self.sitting.is_random(mover) {
                let legal = self.sitting.position().legal_moves();
                let legal = self.runs(legal)?;
                let chosen = self.random.below(legal.len().max(1));
                ("chance", legal.into_iter().nth(chosen))
            } else {
                ("computer", self.think()?)
            };
            let Some(mv) = mv else { break };
            let text = self.sitting.position().print(&mv);
            let played = self.sitting.play(&mv);
            self.runs(played)?;
            writeln!(self.session.out, "{name} ({who}): {text}")?;
            self.session.flush()?;
            has_moved = true;
        }
        if has_moved {
            writeln!(self.session.out)?;
            self.show()?;
            self.has_told_end = false;
            self.is_over()?;
        }
        Ok(())
    }

    /// The computer's move.
    fn think(&mut self) -> Result<Option<zrf::game::Move>, Failure> {
        let best = self.search(self.level.lines())?;
        Ok(best.map(|best| self.level.choose(&best, &mut self.random)))
    }

    fn search(&mut self, lines: usize) -> Result<Option<zrf::search::Best>, Failure> {
        if self.thinker.is_none() {
            let thinker = self.refine.thinker(self.sitting.setting.position.game(), self.settings.clone());
            self.thinker = Some(self.runs(thinker)?);
        }
        let Some(thinker) = &mut self.thinker else { return Ok(None) };
        thinker.set_lines(lines);
        let clock = searching::clock();
        let limits = self.level.within(self.effort.limits(&clock));
        let best = thinker.think(&self.sitting.setting.position, limits, &mut |_| {});
        self.runs(best)
    }

    /// Does what a line says.
    fn line(&mut self, line: &str) -> Result<Next, Failure> {
        let result = match commands::parse(line) {
            Some((word, rest)) => self.command(word, rest),
            None => self.enter(line),
        };
        match result {
            // What is wrong with one line does not end the game; what is wrong with the rules does.
            Err(Failure::Input(error)) if error.is::<Slip>() => {
                self.slip(&error.to_string())?;
                Ok(Next::Stay)
            }
            other => other,
        }
    }

    fn slip(&mut self, message: &str) -> Result<(), Failure> {
        self.has_failed = true;
        self.session.note(&format!("error: {message}"))
    }

    fn command(&mut self, word: Word, rest: &str) -> Result<Next, Failure> {
        match word {
            Word::Moves => self.list(rest)?,
            Word::Board => self.show()?,
            Word::Hint => return self.hint(),
            Word::Undo => return self.undo(rest),
            Word::Redo => return self.redo(rest),
            Word::History => self.history()?,
            Word::Save => self.save(rest)?,
            Word::Load => {
                self.sitting.load(needs(rest, "load FILE")?).map_err(as_slip)?;
                return Ok(Next::Moved);
            }
            Word::Flip => {
                self.style.flipped = !self.style.flipped;
                self.show()?;
            }
            Word::Setup | Word::Edit => return self.set_up(word, rest),
            Word::Rules => self.rules()?,
            Word::Help => self.help(rest)?,
            Word::Level => self.set_level(rest)?,
            Word::Go => {
                let mover = self.sitting.position().mover();
                self.sitting.computers[mover.index()] = true;
                self.machines()?;
            }
            Word::Side => self.side(rest)?,
            Word::Resign => {
                if !self.is_over()? {
                    self.sitting.resigned = Some(self.sitting.setting.position.mover());
                    self.is_over()?;
                }
            }
            Word::New => {
                self.sitting.again();
                if let Some(thinker) = &mut self.thinker {
                    thinker.forget();
                }
                return Ok(Next::Moved);
            }
            Word::Quit => return Ok(Next::Leave),
        }
        Ok(Next::Stay)
    }

    fn choices(&mut self) -> Result<Vec<Choice>, Failure> {
        let legal = self.sitting.position().legal_moves();
        let legal = self.runs(legal)?;
        let position = &self.sitting.setting.position;
        Ok(legal.into_iter().map(|mv| Choice { text: position.print(&mv), mv }).collect())
    }

    /// A move was typed.
    fn enter(&mut self, line: &str) -> Result<Next, Failure> {
        if self.is_over()? {
            return Err(slip("the game is over; `undo`, `new` or `quit`"));
        }
        let choices = self.choices()?;
        let found = entry::find(&self.sitting.setting.position, &choices, line);
        match found[..] {
            [one] => {
                let played = self.sitting.play(&choices[one].mv);
                self.runs(played)?;
                Ok(Next::Moved)
            }
            [] => {
                let first = line.split_whitespace().next().unwrap_or_default();
                let hint =
                    commands::like(first).map_or(String::new(), |w| format!(" (or did you mean `{w}`?)"));
                self.slip(&format!("`{line}` is no legal move here{hint}"))?;
                let near = replay::nearest(self.sitting.position(), line);
                say_nearest(&self.runs(near)?);
                Ok(Next::Stay)
            }
            _ => {
                self.slip(&format!("`{line}` may mean several moves; type the number of one:"))?;
                for &i in found.iter().take(MOST_SHOWN) {
                    say(&format!("{:4}  {}", i + 1, choices[i].text));
                }
                if found.len() > MOST_SHOWN {
                    say(&format!("      and {} more", found.len() - MOST_SHOWN));
                }
                Ok(Next::Stay)
            }
        }
    }

    fn list(&mut self, filter: &str) -> Result<(), Failure> {
        let choices = self.choices()?;
        let filter = filter.to_lowercase();
        let shown = choices.iter().enumerate().filter(|(_, c)| c.text.to_lowercase().contains(&filter));
        let mut is_empty = true;
        for (i, choice) in shown {
            writeln!(self.session.out, "{:4}  {}", i + 1, choice.text)?;
            is_empty = false;
        }
        if is_empty {
            writeln!(self.session.out, "there is no such move")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<Next, Failure> {
        if self.is_over()? {
            return Ok(Next::Stay);
        }
        let best = self.search(1)?;
        match best {
            Some(best) => {
                let line = searching::line(&self.sitting.setting.position, best.line());
                let line = self.runs(line)?;
                writeln!(self.session.out, "hint: {} ({})", line.join("; "), best.score())?;
            }
            None => writeln!(self.session.out, "there is no move")?,
        }
        Ok(Next::Stay)
    }

    /// Without a number: back to where a person was to move.
    fn undo(&mut self, rest: &str) -> Result<Next, Failure> {
        let count = count(rest)?;
        let mut done = 0;
        while count.is_none_or(|n| done < n) && self.sitting.undo() {
            done += 1;
            let mover = self.sitting.setting.position.mover();
            let in_chain = self.sitting.setting.position.chain().is_some();
            if count.is_none() && !self.sitting.is_machine(mover) && !in_chain {
                break;
            }
        }
        if done == 0 {
            return Err(slip("there is no move to take back"));
        }
        // If that leads back to a turn of the computer, it does not play at once what was taken back.
        self.has_told_end = false;
        self.show()?;
        Ok(Next::Stay)
    }

    fn redo(&mut self, rest: &str) -> Result<Next, Failure> {
        let count = count(rest)?;
        let mut done = 0;
        while count.is_none_or(|n| done < n) {
            let redone = self.sitting.redo();
            if !self.runs(redone)? {
                break;
            }
            done += 1;
            let mover = self.sitting.setting.position.mover();
            if count.is_none() && !self.sitting.is_machine(mover) {
                break;
            }
        }
        if done == 0 {
            return Err(slip("there is no move to play again"));
        }
        Ok(Next::Moved)
    }

    fn history(&mut self) -> Result<(), Failure> {
        for played in &self.sitting.played {
            let name = self.sitting.rules().player_name(played.player);
            writeln!(self.session.out, "{:4}. {name}: {}", played.line.round, played.line.text)?;
        }
        if self.sitting.played.is_empty() {
            writeln!(self.session.out, "no move was played yet")?;
        }
        Ok(())
    }

    fn save(&mut self, rest: &str) -> Result<(), Failure> {
        let file = needs(rest, "save FILE")?;
        self.sitting.save(Path::new(file)).map_err(as_slip)?;
        writeln!(self.session.out, "saved {file}")?;
        Ok(())
    }

    fn set_up(&mut self, word: Word, rest: &str) -> Result<Next, Failure> {
        let pieces = needs(rest, "setup (White King e1) (Black King e8)")?;
        let ops = setup::parse_setup(self.sitting.rules(), pieces).map_err(|e| slip(&e.to_string()))?;
        let mut position = self.sitting.setting.position.clone();
        if word == Word::Setup {
            position.clear();
        }
        setup::apply(&mut position, &ops);
        self.sitting.restart(position);
        Ok(Next::Moved)
    }

    fn rules(&mut self) -> Result<(), Failure> {
        let rules = self.sitting.setting.position.game().rules();
        let texts = &rules.texts;
        let parts = [("", &texts.description), ("History", &texts.history), ("Strategy", &texts.strategy)];
        for (heading, text) in parts {
            let Some(text) = text else { continue };
            if !heading.is_empty() {
                writeln!(self.session.out, "\n{heading}:")?;
            }
            writeln!(self.session.out, "{}", piece_help::plain(text))?;
        }
        writeln!(self.session.out, "\nThe game ends by:")?;
        for line in &rules.goals {
            let players: Vec<&str> = line.players.iter().map(|&p| rules.player_name(p).as_str()).collect();
            let goal = words::goal(&line.goal);
            writeln!(
                self.session.out,
                "  {} ({}) {goal}",
                words::goal_line_kind(line.kind),
                players.join(" ")
            )?;
        }
        writeln!(self.session.out, "`help PIECE` tells what a piece can do.")?;
        Ok(())
    }

    fn help(&mut self, rest: &str) -> Result<(), Failure> {
        if rest.is_empty() {
            writeln!(
                self.session.out,
                "A move, in any of these ways: Pawn e2 - e4; e2e4; Nf3; its number in the list of `moves`; some of its words."
            )?;
            for (name, _, arguments, text) in WORDS {
                writeln!(self.session.out, "  {:18} {text}", format!("{name} {arguments}"))?;
            }
            return Ok(());
        }
        let kind = find_piece(self.sitting.rules(), rest)?;
        let mover = self.sitting.setting.position.turn_entry().acts_as;
        let described = piece_help::describe(self.sitting.setting.position.game(), mover, kind);
        let described = self.runs(described)?;
        write!(self.session.out, "{described}")?;
        Ok(())
    }

    fn set_level(&mut self, rest: &str) -> Result<(), Failure> {
        if !rest.is_empty() {
            let level = rest.parse().ok().and_then(Level::new);
            self.level = level.ok_or_else(|| slip(&format!("`{rest}`: expected a level from 1 to 10")))?;
        }
        writeln!(self.session.out, "level {}", self.level.number())?;
        Ok(())
    }

    fn side(&mut self, rest: &str) -> Result<(), Failure> {
        if !rest.is_empty() {
            let names: Vec<&str> = rest.split([' ', ',']).filter(|n| !n.is_empty()).collect();
            self.sitting.computers = sides(self.sitting.rules(), &names).map_err(as_slip)?;
        }
        let rules = self.sitting.rules();
        let names: Vec<&str> = rules
            .players
            .keys()
            .zip(&self.sitting.computers)
            .filter(|(_, is)| **is)
            .map(|(name, _)| name.as_str())
            .collect();
        let text = if names.is_empty() { "no side".to_owned() } else { names.join(", ") };
        writeln!(self.session.out, "the computer plays {text}")?;
        self.machines()
    }

    /// Saves the game before the program ends by an error.
    pub fn rescue(&mut self) {
        if self.sitting.played.is_empty() {
            return;
        }
        let free = (1..1000).map(|n| format!("rescued-{n}.zsg")).find(|name| !Path::new(name).exists());
        let Some(name) = free else { return };
        match self.sitting.save(Path::new(&name)) {
            Ok(()) => say(&format!("note: the game so far is saved as {name}")),
            Err(_) => say("warning: the game so far could not be saved"),
        }
    }
}

/// A mistake of the one who types, after which the game goes on.
#[derive(Debug)]
struct Slip(String);

impl std::fmt::Display for Slip {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Slip {}

fn slip(message: &str) -> Failure {
    Failure::Input(anyhow::Error::new(Slip(message.to_owned())))
}

/// A file that cannot be read or written does not end the game either.
fn as_slip(failure: Failure) -> Failure {
    match failure {
        Failure::Input(error) | Failure::Tool(error) => slip(&format!("{error:#}")),
        other => other,
    }
}

fn needs<'t>(rest: &'t str, usage: &str) -> Result<&'t str, Failure> {
    if rest.is_empty() { Err(slip(&format!("something is missing: {usage}"))) } else { Ok(rest) }
}

fn count(rest: &str) -> Result<Option<usize>, Failure> {
    if rest.is_empty() {
        return Ok(None);
    }
    let number = rest.parse::<usize>().ok().filter(|&n| n > 0);
    number.map(Some).ok_or_else(|| slip(&format!("`{rest}`: expected a number of moves")))
}

fn find_piece(rules: &Rules, name: &str) -> Result<PieceId, Failure> {
    let is_it = |(kind, piece): (&smol_str::SmolStr, &zrf::resolve::rules::PieceType)| {
        kind.eq_ignore_ascii_case(name)
            || piece.notation.as_deref().is_some_and(|n| n.eq_ignore_ascii_case(name))
    };
    rules
        .find_piece(name)
        .or_else(|| rules.pieces.iter().position(is_it).map(PieceId::from_index))
        .ok_or_else(|| {
            let near = nearest(name, rules.pieces.keys().map(|k| k.as_str()));
            let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
            slip(&format!("there is no piece `{name}`{hint}"))
        })
}

/// For each player whether he is among the names; `none` and `all` stand for nobody and everybody.
pub fn sides(rules: &Rules, names: &[&str]) -> Result<Vec<bool>, Failure> {
    let mut chosen = vec![false; rules.players.len()];
    for &name in names {
        match name.to_lowercase().as_str() {
            "none" => continue,
            "all" | "both" => {
                chosen.fill(true);
                continue;
            }
            _ => {}
        }
        let exact = rules.players.get_index_of(name);
        let index = exact.or_else(|| rules.players.keys().position(|k| k.eq_ignore_ascii_case(name)));
        let Some(index) = index.map(PlayerId::from_index) else {
            let near = nearest(name, rules.players.keys().map(|k| k.as_str()));
            let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
            return Err(Failure::input(format!("there is no player `{name}`{hint}")));
        };
        chosen[index.index()] = true;
    }
    Ok(chosen)
}

/// A seed that is another one each time.
pub fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |d| d.as_nanos() as u64)
}
