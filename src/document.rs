//! A loaded rules file: its texts, its diagnostics, and its games and variants.

use crate::ast::{self, File};
use crate::diagnostics::Diagnostic;
use crate::game::Game;
use crate::loader::SourceLoader;
use crate::names::IndexMap;
use crate::resolve::variants::{self, Found, VariantError, VariantInfo};
use crate::resolve::{Rules, resolve, settle};
use crate::source::SourceMap;
use crate::syntax::{Limits, MacroInfo, parse};
use smol_str::SmolStr;

/// A rules file that was read, expanded and lowered.
///
/// Loading never fails: what is wrong with the file is in [`diagnostics`](Self::diagnostics),
/// and what could be understood is there.
///
/// ```
/// use zrf::document::Document;
/// use zrf::loader::MemoryLoader;
///
/// let text = br#"
///     (game (title "Walk")
///       (players You) (turn-order You)
///       (board (positions (a 0 0 9 9) (b 10 0 19 9)) (links e (a b)))
///       (piece (name Man) (moves (e add)))
///       (board-setup (You (Man a))))
///     (variant (title "Stay") (board-setup (You (Man b))))"#;
/// let document = Document::load("walk.zrf", text, &MemoryLoader::new());
/// assert!(document.diagnostics().is_empty());
///
/// let stay = document.find_variant("stay").unwrap().variant;
/// let (rules, diagnostics) = document.rules(stay.number);
/// assert!(diagnostics.is_empty());
/// assert_eq!(rules.unwrap().setup[0].pos.index(), 1);
/// ```
#[derive(Debug)]
pub struct Document {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    file: File,
    macros: IndexMap<SmolStr, MacroInfo>,
    variants: Vec<VariantInfo>,
}

impl Document {
    /// Loads a file. `name` is what messages call it; includes are looked up from its folder.
    pub fn load(name: &str, bytes: &[u8], loader: &dyn SourceLoader) -> Self {
        Self::load_within(name, bytes, loader, &Limits::default())
    }

    /// Loads a file within limits of one's own.
    pub fn load_within(name: &str, bytes: &[u8], loader: &dyn SourceLoader, limits: &Limits) -> Self {
        let (sources, expanded, mut diagnostics) = parse(name, bytes, loader, limits);
        let (file, more) = ast::lower(&expanded.forms, expanded.macros.keys().cloned());
        diagnostics.extend(more);
        let variants = variants::variants(&file);
        let is_library = !expanded.macros.is_empty();
        if variants.is_empty() && !is_library && !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.push(variants::no_game());
        }
        diagnostics.sort_by_key(|d| d.primary.span);
        Self { sources, diagnostics, file, macros: expanded.macros, variants }
    }

    /// The texts that were read.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// What is wrong with the file as a whole, whichever variant is played; in order of place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The file as plain data.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The macros in order of their definition, with what became of them.
    pub fn macros(&self) -> &IndexMap<SmolStr, MacroInfo> {
        &self.macros
    }

    /// The games and variants in file order; the index is the number.
    pub fn variants(&self) -> &[VariantInfo] {
        &self.variants
    }

    /// Chooses a variant by its title, its number or the beginning of its title.
    ///
    /// # Errors
    /// If no variant, or more than one, answers to the name.
    pub fn find_variant(&self, name: &str) -> Result<Found<'_>, VariantError> {
        variants::find_variant(&self.variants, name)
    }

    /// The variant that is played when none is named: the first with `(default)`, else the first.
    pub fn default_variant(&self) -> Option<&VariantInfo> {
        variants::default_variant(&self.variants)
    }

    /// The rules of a variant, with what is wrong with them beyond [`diagnostics`](Self::diagnostics).
    ///
    /// Rules that come with errors are good only for finding more errors.
    pub fn rules(&self, number: usize) -> (Option<Rules>, Vec<Diagnostic>) {
        resolve(&self.file, number)
    }

    /// That there is nothing to play, for who wants to play.
    ///
    /// A file of macros alone, a library for others to include, is not wrong: so this is not among its
    /// [`diagnostics`](Self::diagnostics), as it is for a file with nothing in it.
    pub fn no_game(&self) -> Option<Diagnostic> {
        self.variants.is_empty().then(variants::no_game)
    }

    /// The playable game of a variant, with what is wrong with it beyond [`diagnostics`](Self::diagnostics).
    ///
    /// There is no game if there are errors, in the file or in the variant: a game with
    /// something left out would be another game.
    pub fn game(&self, number: usize) -> (Option<Game>, Vec<Diagnostic>) {
        let (rules, mut diagnostics) = self.rules(number);
        let mut game = None;
        if let Some(rules) = rules {
            let (compiled, more) = Game::new(rules);
            game = compiled;
            diagnostics.extend(more);
        }
        settle(&self.file, number, &mut diagnostics);
        if self.diagnostics.iter().chain(&diagnostics).any(Diagnostic::is_error) {
            game = None;
        }
        (game, diagnostics)
    }
}
