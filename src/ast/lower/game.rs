//! The file, games and variants, and the sections with no file of their own.

use super::cursor::{Call, Item, Lower, how_many, without_rows};
use crate::ast::file::*;
use crate::ast::place::{Place, Word};
use crate::diagnostics::codes::lower as codes;
use crate::source::Span;
use crate::syntax::form::Form;
use crate::syntax::keyword::{self, Category};
use rustc_hash::FxHashMap;
use smol_str::{SmolStr, format_smolstr};
use std::sync::Arc;

/// Games and variants of one file, at most.
const MAX_GAMES: usize = 10_000;

impl Lower {
    pub(super) fn file(&mut self, forms: &[Form]) -> File {
        let mut file = File { macros: self.macros.clone(), ..File::default() };
        let items = self.flatten(forms, &None);
        for item in without_rows(&items) {
            let Some(call) = self.call(item, "a form like `(game ...)`") else { continue };
            match call.head.text.as_str() {
                "version" => file.version = self.one_text(&call, Category::TopLevel),
                "game" | "variant" => self.games(&mut file, call),
                // Carried out by the expander; what is left of them was reported there.
                "define" | "include" => {}
                _ => {
                    let known = &[Category::TopLevel];
                    self.unknown_call(&codes::UNKNOWN_FORM, &call, "form of a rules file", known);
                }
            }
        }
        self.assign_variants(&mut file);
        self.check_titles(&file);
        file
    }

    /// Warns of titles that name two games or variants.
    fn check_titles(&mut self, file: &File) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for game in file.games.iter().filter(|g| !g.is_separator()) {
            let Some(title) = &game.sections.title else { continue };
            if let Some(&first) = seen.get(title.text.as_str()) {
                let message = format!("the title \"{}\" is taken", title.text);
                self.report(
                    title
                        .at
                        .diagnostic(&codes::DUPLICATE_TITLE, message)
                        .label("by name only the first can be chosen")
                        .with(first, "the first"),
                );
            } else {
                seen.insert(&title.text, title.at.span);
            }
        }
    }

    /// A variant belongs to the nearest game above it, else to the first one below.
    fn assign_variants(&mut self, file: &mut File) {
        let first = file.games.iter().position(|g| g.kind == Kind::Game);
        let mut nearest = first;
        for i in 0..file.games.len() {
            match &mut file.games[i].kind {
                Kind::Game => nearest = Some(i),
                Kind::Variant { of } => *of = nearest,
            }
        }
        if first.is_none()
            && let Some(variant) = file.games.first()
        {
            let d = variant.head.diagnostic(&codes::NO_GAME, "a variant needs a game to vary");
            self.report(d.label("the file has no `(game ...)`"));
        }
    }

    /// A game or variant, and those that a missing parenthesis has put inside it.
    fn games(&mut self, file: &mut File, call: Call<'_>) {
        let mut pending = vec![call];
        while let Some(call) = pending.pop() {
            if file.games.len() >= MAX_GAMES {
                let d = call.at.diagnostic(&codes::TOO_MANY_FORMS, "too many games and variants");
                self.report(d.label(format!("the {MAX_GAMES} before it count, this one is left out")));
                return;
            }
            let inner = self.game(file, call);
            pending.extend(inner.into_iter().rev());
        }
    }

    /// Adds a game or variant to the file; gives back those that stand inside it by mistake.
    fn game<'f>(&mut self, file: &mut File, call: Call<'f>) -> Vec<Call<'f>> {
        let mut sections = Sections::default();
        self.pieces.clear();
        self.options.clear();
        let mut seen: Vec<(SmolStr, Place)> = Vec::new();
        let (kind, place) = match call.head.text.as_str() {
            "game" => (Kind::Game, "a game"),
            _ => (Kind::Variant { of: None }, "a variant"),
        };
        let mut inner = Vec::new();
        for item in without_rows(&call.args) {
            let Some(section) = self.call(item, "a section like `(players ...)`") else { continue };
            let name = &section.head.text;
            if is_single(name) {
                self.only_once(&mut seen, name, &section.head_at(), "section");
            }
            match name.as_str() {
                // Most often a parenthesis is missing above; go on as if it were there.
                "game" | "variant" => {
                    self.report(
                        section
                            .head_at()
                            .diagnostic(
                                &codes::UNKNOWN_SECTION,
                                format!("`({name} ...)` cannot stand inside {place}"),
                            )
                            .label("is a `)` missing above?")
                            .with(call.head.span, format!("{place} that is not closed before")),
                    );
                    inner.push(section);
                }
                _ => self.section(&mut sections, place, section),
            }
        }
        if !seen.iter().any(|(name, _)| name == "title") {
            self.report(
                call.head_at()
                    .diagnostic(&codes::NO_TITLE, format!("{place} without a title"))
                    .help("saved games name their game by its title: add `(title \"...\")`"),
            );
        }
        file.games.push(GameDef { kind, sections, head: call.head_at(), at: call.at });
        inner
    }

    /// Reports a thing that was given before; the later one counts.
    pub(super) fn only_once(
        &mut self,
        seen: &mut Vec<(SmolStr, Place)>,
        name: &SmolStr,
        at: &Place,
        what: &str,
    ) {
        match seen.iter().find(|(n, _)| n == name) {
            Some((_, first)) => self.given_twice(what, name, at, first.span),
            None => seen.push((name.clone(), at.clone())),
        }
    }

    pub(super) fn given_twice(&mut self, what: &str, name: &str, at: &Place, first: Span) {
        let message = format!("the {what} `{name}` is given twice; this one counts");
        self.report(
            at.diagnostic(&codes::GIVEN_TWICE, message)
                .label("replaces the earlier one")
                .with(first, "given here before"),
        );
    }

    fn section(&mut self, sections: &mut Sections, place: &str, call: Call<'_>) {
        use GoalLineKind::*;
        let s = sections;
        match call.head.text.as_str() {
            "title" => s.title = self.one_text(&call, Category::Section),
            "description" => s.description = self.one_text(&call, Category::Section),
            "history" => s.history = self.one_text(&call, Category::Section),
            "strategy" => s.strategy = self.one_text(&call, Category::Section),
            "solution" => s.solution = self.one_text(&call, Category::Section),
            "engine" => s.engine = self.one_text(&call, Category::Section),
            "default" => {
                self.no_more(&call.args, "`default`");
                s.default = Some(call.at);
            }
            "players" => s.players = Some(self.names(call, "a player")),
            "move-priorities" => s.priorities = Some(self.names(call, "a move type")),
            "turn-order" => s.turn_order = Some(self.turn_order(call)),
            "board" => s.board = Some(Arc::new(self.board(call))),
            "board-setup" => s.setup = Some(self.setup(call)),
            "piece" => self.add_piece(s, call),
            "win-condition" => self.goal_line(s, Win, call),
            "loss-condition" => self.goal_line(s, Loss, call),
            "draw-condition" => self.goal_line(s, Draw, call),
            "count-condition" => self.goal_line(s, Count, call),
            "option" => {
                if let Some(option) = self.option(call) {
                    self.add_option(s, option);
                }
            }
            name if keyword::option_of_section(name).is_some() => {
                if let Some(option) = self.old_option(call) {
                    self.add_option(s, option);
                }
            }
            name if name == "music"
                || name.ends_with("-sound") && keyword::find(Category::Section, name).is_some() =>
            {
                let name = call.head.text.clone();
                if let Some(text) = self.one_text(&call, Category::Section) {
                    s.sounds.push((name, text));
                }
            }
            _ => {
                let known = &[Category::Section, Category::OldOption];
                self.unknown_call(&codes::UNKNOWN_SECTION, &call, &format!("section of {place}"), known);
            }
        }
    }

    fn names(&mut self, call: Call<'_>, what: &str) -> Names {
        let names = self.words(&call.args, what);
        if call.args.is_empty() {
            self.misshaped(&call.head_at(), Category::Section, &call.head.text, "names nothing");
        }
        Names { names, at: call.at }
    }

    fn turn_order(&mut self, call: Call<'_>) -> TurnOrderDef {
        let mut items = Vec::new();
        for item in &call.args {
            match item.form {
                Form::Name(a) if a.text == "repeat" => items.push(TurnItem::Repeat(item.at())),
                Form::List(list) => {
                    let parts = self.flatten(&list.items, &item.via);
                    let names = self.words(&parts, "a player or a move type");
                    if let [only] = names.as_slice()
                        && only.text == "repeat"
                    {
                        let d = item.at().diagnostic(&codes::WRONG_SHAPE, "`repeat` stands in parentheses");
                        self.report(d.label("expected the bare word `repeat`").fix(list.span, "repeat"));
                    } else if names.is_empty() || names.len() > 3 {
                        self.wrong(item, "`(PLAYER [PLAYER] [TYPE])`");
                    } else {
                        items.push(TurnItem::Entry(Names { names, at: item.at() }));
                    }
                }
                _ => {
                    if let Some(word) = self.word(item, "a player") {
                        items.push(TurnItem::Entry(Names { names: vec![word], at: item.at() }));
                    }
                }
            }
        }
        TurnOrderDef { items, at: call.at }
    }

    fn setup(&mut self, call: Call<'_>) -> SetupDef {
        let mut items = Vec::new();
        let mut is_whole = true;
        for item in without_rows(&call.args) {
            let Some(own) = self.call(item, "`(PLAYER (PIECE POSITION...)...)`") else {
                is_whole = false;
                continue;
            };
            let player = Word { text: own.head.text.clone(), at: own.head_at() };
            for piece in without_rows(&own.args) {
                let Some(pieces) = self.call(piece, "`(PIECE POSITION...)`") else {
                    is_whole = false;
                    continue;
                };
                items.push(SetupItem {
                    player: player.clone(),
                    piece: Word { text: pieces.head.text.clone(), at: pieces.head_at() },
                    places: self.setup_places(&pieces.args),
                });
            }
        }
        SetupDef { items, is_whole, at: call.head_at() }
    }

    fn setup_places(&mut self, args: &[Item<'_>]) -> Vec<SetupPlace> {
        let mut places = Vec::new();
        let mut args = args.iter();
        while let Some(item) = args.next() {
            if item.form.as_name().is_some_and(|n| n == "off") {
                match args.next() {
                    Some(number) => {
                        let number = self.number(number, "the number of pieces off the board");
                        places.extend(number.map(|n| SetupPlace::Off(n, item.at())));
                    }
                    None => self.report(
                        item.at()
                            .diagnostic(&codes::WRONG_SHAPE, "`off` needs a number behind it")
                            .label("expected `off NUMBER`"),
                    ),
                }
            } else if let Some(word) = self.word(item, "a position") {
                places.push(SetupPlace::At(word));
            }
        }
        places
    }

    fn option(&mut self, call: Call<'_>) -> Option<OptionDef> {
        let [name, value] = call.args.as_slice() else {
            let problem = format!("takes a name and a value, found {}", how_many(&call.args));
            self.misshaped(&call.head_at(), Category::Section, "option", &problem);
            return None;
        };
        let name = self.word(name, "the name of an option in quotes")?;
        let value = self.word(value, "a value like `true`")?;
        // Case and blanks do not matter.
        let words: Vec<String> = name.text.split_whitespace().map(str::to_lowercase).collect();
        Some(OptionDef { name: SmolStr::new(words.join(" ")), name_at: name.at, value, at: call.at })
    }

    fn add_option(&mut self, sections: &mut Sections, option: OptionDef) {
        match self.options.get(&option.name) {
            Some(&first) => self.given_twice("option", &option.name, &option.name_at, first),
            None => drop(self.options.insert(option.name.clone(), option.name_at.span)),
        }
        sections.options.push(option);
    }

    fn old_option(&mut self, call: Call<'_>) -> Option<OptionDef> {
        let name = keyword::option_of_section(&call.head.text)?;
        let mut value = self.one_word(&call, Category::OldOption)?;
        if call.head.text == "allow-flipping" {
            // The one option whose old name means the opposite.
            value.text = match value.text.as_str() {
                "true" => SmolStr::new_static("false"),
                "false" => SmolStr::new_static("true"),
                other => format_smolstr!("{other}"),
            };
        }
        let name_at = call.head_at();
        Some(OptionDef { name: SmolStr::new_static(name), name_at, value, at: call.at })
    }
}

/// Sections that say one thing, which a second one would replace.
fn is_single(name: &str) -> bool {
    matches!(
        name,
        "title"
            | "description"
            | "history"
            | "strategy"
            | "solution"
            | "default"
            | "players"
            | "turn-order"
            | "move-priorities"
            | "board"
            | "board-setup"
            | "engine"
    )
}
