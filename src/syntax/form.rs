//! Forms: what the reader makes of the tokens, before and after macro expansion.

use super::params;
use crate::deep::deep;
use crate::diagnostics::Via;
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A name, a string, a list, or what a macro call or include was replaced by.
///
/// Forms are shared: the expansion of a macro with the same arguments is made
/// once and stands in many places, so a form tells where it was *written*, and
/// [`Splice`]s tell through which calls it was reached.
///
/// Lists nest at most [`Limits::max_depth`](super::Limits) deep, before and after
/// expansion; who walks them by recursion does each level through `deep`. All *different* lists
/// together hold at most [`Limits::max_forms`](super::Limits) items, but as a tree
/// they may be exponentially larger: who looks at lists should look at the items of each `Arc` once.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A name (numbers are names too).
    Name(Atom),
    /// A string, without its quotes.
    Str(Atom),
    /// A list in parentheses.
    List(List),
    /// Forms that replace a macro call or an include; they belong to the list around it.
    Splice(Arc<Splice>),
}

/// A name or the contents of a string, with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Atom {
    /// The text.
    pub text: SmolStr,
    /// Where it is written; of a string with its quotes.
    pub span: Span,
    has_params: bool,
}

/// A list in parentheses. Made with [`List::new`].
#[derive(Clone, PartialEq, Debug)]
pub struct List {
    /// Its elements; after expansion some may be splices.
    pub items: Arc<[Form]>,
    /// From the opening parenthesis to the closing one.
    pub span: Span,
    nesting: Nesting,
    hash: Hash,
}

/// What a macro call was replaced by. Made with [`Splice::new`].
#[derive(PartialEq, Debug)]
pub struct Splice {
    /// The name of the macro (or of the included file).
    pub name: SmolStr,
    /// The call (or the include form).
    pub call: Span,
    row: Arc<Row>,
}

/// How deep lists nest in a form (1 for a list of atoms), and below that [`PARAMS`] and [`DIRECTIVES`]: known from its
/// making, so that no walk is needed to find it out.
type Nesting = u32;

/// A `$n` occurs in it.
const PARAMS: Nesting = 1;
/// An `(include ...)` or `(define ...)` occurs in it (or is it).
const DIRECTIVES: Nesting = 2;
/// One level of nesting.
const LEVEL: Nesting = 4;

impl Atom {
    /// An atom with this text.
    pub fn new(text: SmolStr, span: Span) -> Self {
        let has_params = params::has_params(&text);
        Self { text, span, has_params }
    }

    /// Whether a macro parameter `$n` occurs in it.
    pub(super) fn has_params(&self) -> bool {
        self.has_params
    }
}

impl List {
    /// A list of these items.
    pub fn new(items: Arc<[Form]>, span: Span) -> Self {
        let mut nesting = nesting(&items) + LEVEL;
        if items.first().and_then(Form::as_name).is_some_and(|n| n == "include" || n == "define") {
            nesting |= DIRECTIVES;
        }
        Self { items, span, nesting, hash: Hash::default() }
    }

    /// The first item, if it is a name: what kind of list this is.
    pub fn head(&self) -> Option<&SmolStr> {
        match flat(&self.items, None).next()?.0 {
            Form::Name(atom) => Some(&atom.text),
            _ => None,
        }
    }

    /// How deep lists nest in it, itself counted.
    pub fn depth(&self) -> usize {
        (self.nesting / LEVEL) as usize
    }

    /// How many items it has, those of splices counted in their place.
    pub fn length(&self) -> usize {
        length(&self.items)
    }

    /// The items with the forms of splices in place; see [`flat`].
    pub fn flat<'a>(&'a self, via: Option<&Arc<Via>>) -> Flat<'a> {
        flat(&self.items, via)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        if self.depth() > 1 && Arc::strong_count(&self.items) == 1 {
            let items = std::mem::take(&mut self.items);
            deep(|| drop(items));
        }
    }
}

impl Splice {
    /// What the call at `call` of the macro `name` is replaced by.
    pub fn new(name: SmolStr, call: Span, forms: Arc<[Form]>) -> Self {
        Self::of(name, call, Row::new(forms))
    }

    /// The same for a row that other calls may share.
    pub(super) fn of(name: SmolStr, call: Span, row: Arc<Row>) -> Self {
        Self { name, call, row }
    }

    /// The forms of the body: none, one or many. Calls with the same arguments share them.
    pub fn forms(&self) -> &Arc<[Form]> {
        &self.row.forms
    }

    /// The forms with what is known of them.
    pub(super) fn row(&self) -> &Arc<Row> {
        &self.row
    }

    /// Whether other calls are replaced by the same forms.
    pub(crate) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.row) > 1
    }
}

/// Forms that replace calls, with what is known of a splice that holds them.
#[derive(PartialEq, Debug)]
pub(super) struct Row {
    pub(super) forms: Arc<[Form]>,
    nesting: Nesting,
    length: usize,
    hash: Hash,
}

impl Row {
    pub(super) fn new(forms: Arc<[Form]>) -> Arc<Self> {
        let (nesting, length) = (nesting(&forms), length(&forms));
        Arc::new(Self { forms, nesting, length, hash: Hash::default() })
    }

    /// How many forms it stands for, those of splices counted in their place.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// The structural hash of a splice that holds the forms.
    pub(super) fn hash(&self) -> u64 {
        self.hash.of(Tag::Splice, &self.forms)
    }
}

impl Form {
    /// Where it is written; of a splice the call.
    pub fn span(&self) -> Span {
        match self {
            Form::Name(a) | Form::Str(a) => a.span,
            Form::List(l) => l.span,
            Form::Splice(s) => s.call,
        }
    }

    /// The text, if it is a name.
    pub fn as_name(&self) -> Option<&SmolStr> {
        match self {
            Form::Name(a) => Some(&a.text),
            _ => None,
        }
    }

    /// Whether a macro parameter `$n` occurs in it.
    pub fn has_params(&self) -> bool {
        self.nesting() & PARAMS != 0
    }

    /// Whether an `(include ...)` or `(define ...)` occurs in it.
    pub(super) fn has_directives(&self) -> bool {
        self.nesting() & DIRECTIVES != 0
    }

    /// How deep lists nest in it.
    pub(super) fn depth(&self) -> usize {
        (self.nesting() / LEVEL) as usize
    }

    /// See [`Nesting`].
    fn nesting(&self) -> Nesting {
        match self {
            Form::Name(a) | Form::Str(a) => u32::from(a.has_params) * PARAMS,
            Form::List(l) => l.nesting,
            Form::Splice(s) => s.row.nesting,
        }
    }

    /// How many forms it stands for in the list around it: one, but for splices.
    pub(super) fn length(&self) -> usize {
        match self {
            Form::Splice(s) => s.row.length,
            _ => 1,
        }
    }

    /// The same for forms of the same structure and text, wherever they are written.
    ///
    /// Well mixed bits: forms that are not the same differ in them for all practical purposes.
    pub fn structural_hash(&self) -> u64 {
        match self {
            Form::Name(a) => hash_text(Tag::Name, &a.text),
            Form::Str(a) => hash_text(Tag::Str, &a.text),
            Form::List(l) => l.hash.of(Tag::List, &l.items),
            Form::Splice(s) => s.row.hash(),
        }
    }
}

/// The nesting of forms in a row.
fn nesting(forms: &[Form]) -> Nesting {
    let (mut levels, mut flags) = (0, 0);
    for nesting in forms.iter().map(Form::nesting) {
        levels = levels.max(nesting / LEVEL);
        flags |= nesting % LEVEL;
    }
    levels * LEVEL + flags
}

/// How many forms these are, those of splices counted in their place.
fn length(forms: &[Form]) -> usize {
    forms.iter().fold(0, |length, form| length.saturating_add(form.length()))
}

/// A structural hash, worked out when it is first asked for: of most forms it never is. Not yet if it is 0.
#[derive(Default, Debug)]
struct Hash(AtomicU64);

impl Hash {
    fn of(&self, tag: Tag, forms: &[Form]) -> u64 {
        match self.0.load(Relaxed) {
            0 => {
                let hash = mix(deep(|| hash_all(forms)), tag as u64);
                self.0.store(hash, Relaxed);
                hash
            }
            known => known,
        }
    }
}

impl Clone for Hash {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Relaxed)))
    }
}

impl PartialEq for Hash {
    /// It follows from the forms.
    fn eq(&self, _: &Hash) -> bool {
        true
    }
}

/// The structural hash of forms in a row.
pub(super) fn hash_all(forms: &[Form]) -> u64 {
    forms.iter().fold(forms.len() as u64, |hash, form| mix(hash, form.structural_hash()))
}

#[derive(Clone, Copy)]
enum Tag {
    Name = 1,
    Str,
    List,
    Splice,
}

fn hash_text(tag: Tag, text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hash = mix(tag as u64, bytes.len() as u64);
    let mut chunks = bytes.chunks_exact(16);
    for chunk in &mut chunks {
        hash = mix_both(hash, ends(chunk));
    }
    mix_both(hash, ends(chunks.remainder()))
}

/// Up to 16 bytes as two words; different ones of the same length give different words.
fn ends(bytes: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into());
    }
    (bytes.iter().fold(0, |word, &b| word << 8 | u64::from(b)), 0)
}

/// Mixes a word into a hash.
fn mix(hash: u64, word: u64) -> u64 {
    fold(hash.rotate_left(23) ^ 0x9e37_79b9_7f4a_7c15, word ^ 0xf39c_c060_5ced_c835) ^ hash
}

/// Mixes two words into a hash.
fn mix_both(hash: u64, (first, second): (u64, u64)) -> u64 {
    fold(hash ^ first ^ 0xd1b5_4a32_d192_ed03, second ^ 0x8bb8_4b93_962e_acc9) ^ hash.rotate_left(41)
}

/// Both halves of the product of two words in one.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Forms with those of splices in place, each with the calls that it was reached through.
///
/// `via` is how the list that holds the forms was reached itself.
pub fn flat<'a>(forms: &'a [Form], via: Option<&Arc<Via>>) -> Flat<'a> {
    Flat { rest: forms, via: via.cloned(), outer: Vec::new() }
}

/// The iterator of [`flat`].
#[derive(Clone, Debug)]
pub struct Flat<'a> {
    rest: &'a [Form],
    via: Option<Arc<Via>>,
    /// What is left behind the splices that the iterator is in.
    outer: Vec<(&'a [Form], Option<Arc<Via>>)>,
}

impl<'a> Iterator for Flat<'a> {
    type Item = (&'a Form, Option<Arc<Via>>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.rest.split_first() {
                Some((Form::Splice(splice), rest)) => {
                    let via = Arc::new(Via {
                        call: splice.call,
                        name: splice.name.clone(),
                        parent: self.via.clone(),
                    });
                    self.outer.push((rest, self.via.replace(via)));
                    self.rest = &splice.row.forms;
                }
                Some((form, rest)) => {
                    self.rest = rest;
                    return Some((form, self.via.clone()));
                }
                None => (self.rest, self.via) = self.outer.pop()?,
            }
        }
    }
}
