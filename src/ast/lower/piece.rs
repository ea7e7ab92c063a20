//! `(piece ...)`.

use super::cursor::{Call, Item, Lower, without_rows};
use super::share::first_form;
use crate::ast::file::{BlockDef, Sections};
use crate::ast::piece::*;
use crate::ast::place::Word;
use crate::diagnostics::codes::lower as codes;
use crate::syntax::form::Form;
use crate::syntax::keyword::Category;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl Lower {
    /// Adds a piece to its game; a later piece of the same name takes the place of an earlier one.
    pub(super) fn add_piece(&mut self, sections: &mut Sections, call: Call<'_>) {
        let Some(piece) = self.piece(call) else { return };
        match self.pieces.get(&piece.name.text) {
            Some(&i) => {
                let name = &piece.name;
                self.report(
                    name.at
                        .diagnostic(
                            &codes::DUPLICATE_PIECE,
                            format!("the piece `{}` is defined twice; this one counts", name.text),
                        )
                        .label("replaces the earlier one")
                        .with(sections.pieces[i].name.at.span, "defined here before"),
                );
                sections.pieces[i] = Arc::new(piece);
            }
            None => {
                self.pieces.insert(piece.name.text.clone(), sections.pieces.len());
                sections.pieces.push(Arc::new(piece));
            }
        }
    }

    fn piece(&mut self, call: Call<'_>) -> Option<PieceDef> {
        let mut name = None;
        let (mut notation, mut help, mut description) = (None, None, None);
        let (mut images, mut attributes) = (Vec::new(), Vec::new());
        let (mut moves, mut drops) = (Vec::new(), Vec::new());
        let mut is_dummy = false;
        let mut seen = Vec::new();
        // Attributes, with where they were given first.
        let mut given = FxHashMap::default();
        for item in without_rows(&call.args) {
            let Some(part) = self.call(item, "a piece item like `(name ...)`") else { continue };
            let keyword = &part.head.text;
            if matches!(keyword.as_str(), "name" | "notation" | "moves" | "drops") {
                self.only_once(&mut seen, keyword, &part.head_at(), "part");
            }
            match keyword.as_str() {
                "name" => name = self.one_word(&part, Category::Piece),
                "notation" => notation = self.one_text(&part, Category::Piece),
                "help" => help = self.one_text(&part, Category::Piece),
                "description" => description = self.one_text(&part, Category::Piece),
                "image" => images.extend(self.images(&part.args)),
                "open" => {}
                "dummy" => is_dummy = true,
                "attribute" => {
                    if let Some((name, value)) = self.attribute(&part) {
                        match given.get(&name.text) {
                            Some(&first) => self.given_twice("attribute", &name.text, &name.at, first),
                            None => drop(given.insert(name.text.clone(), name.at.span)),
                        }
                        attributes.push((name, value));
                    }
                }
                "moves" => moves = self.move_items(&part.args),
                "drops" => drops = self.move_items(&part.args),
                _ => {
                    let known = &[Category::Piece];
                    self.unknown_call(&codes::UNKNOWN_PIECE_ITEM, &part, "item of a piece", known);
                }
            }
        }
        if name.is_none() {
            self.report(
                call.head_at()
                    .diagnostic(&codes::NO_PIECE_NAME, "a piece without a name")
                    .help("add `(name NAME)`: boards and blocks name a piece type by it"),
            );
        }
        Some(PieceDef {
            name: name?,
            notation,
            help,
            description,
            images,
            attributes,
            moves,
            drops,
            is_dummy,
            at: call.at,
        })
    }

    /// `PLAYER "file"... PLAYER "file"...`: names are players, strings are files.
    fn images(&mut self, args: &[Item<'_>]) -> Vec<(Word, Vec<Word>)> {
        let mut images: Vec<(Word, Vec<Word>)> = Vec::new();
        for item in args {
            match (item.form, images.last_mut()) {
                (Form::Name(a), _) => {
                    images.push((Word { text: a.text.clone(), at: item.at() }, Vec::new()));
                }
                (Form::Str(a), Some((_, files))) => {
                    files.push(Word { text: a.text.clone(), at: item.at() });
                }
                _ => self.wrong(item, "a player, then its images in quotes"),
            }
        }
        images
    }

    fn attribute(&mut self, call: &Call<'_>) -> Option<(Word, bool)> {
        let [name, value] = call.args.as_slice() else {
            let problem = "takes a name and its initial value";
            self.misshaped(&call.head_at(), Category::Piece, "attribute", problem);
            return None;
        };
        let name = self.word(name, "the name of an attribute")?;
        match value.form.as_name().map(|n| n.as_str()) {
            Some("true") => Some((name, true)),
            Some("false") => Some((name, false)),
            Some(number) if number.parse::<i64>().is_ok() => {
                let d = value
                    .at()
                    .diagnostic(&codes::WRONG_SHAPE, format!("expected `true` or `false`, found `{number}`"))
                    .label("an attribute is a yes or no");
                self.report(d.help(
                    "attributes with numbers belong to Dagaz, another program with a dialect of its own",
                ));
                Some((name, false))
            }
            _ => {
                self.wrong(value, "`true` or `false`");
                Some((name, false))
            }
        }
    }

    fn move_items(&mut self, args: &[Item<'_>]) -> Vec<MoveItem> {
        let mut items = Vec::new();
        for item in without_rows(args) {
            let Form::List(list) = item.form else {
                self.no_list(item, "`(move-type TYPE)` or a block in parentheses");
                continue;
            };
            // A first look without a message: a block may begin with anything.
            let first = first_form(&list.items).and_then(Form::as_name);
            if first.is_some_and(|n| n == "move-type") {
                if let Some(call) = self.call(item, "`(move-type TYPE)`") {
                    items.extend(self.one_word(&call, Category::Word).map(MoveItem::Type));
                }
            } else {
                let block = self.top_block(list, &item.via);
                items.push(MoveItem::Block(BlockDef { block, at: item.at() }));
            }
        }
        items
    }
}
