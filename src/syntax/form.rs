//! Forms: what the reader makes of the tokens, before and after macro expansion.

use super::params;
use crate::deep::deep;
use crate::diagnostics::Via;
use crate::source::Span;
use smol_str::SmolStr;
use std::sync::{Arc, OnceLock};

/// A name, a string, a list, or what a macro call or include was replaced by.
///
/// Forms are shared: the expansion of a macro with the same arguments is made
/// once and stands in many places, so a form tells where it was *written*, and
/// [`Splice`]s tell through which calls it was reached.
///
/// Lists nest at most [`Limits::max_depth`](super::Limits) deep, before and after
/// expansion; who walks them by recursion does each level through `deep`. All *different* lists
/// together hold at most [`Limits::max_forms`](super::Limits) items, but as a tree
/// they may be exponentially larger: who looks at lists should look at each `Arc` once.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A name (numbers are names too).
    Name(Atom),
    /// A string, without its quotes.
    Str(Atom),
    /// A list in parentheses.
    List(Arc<List>),
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
#[derive(PartialEq, Debug)]
pub struct List {
    /// Its elements; after expansion some may be splices.
    pub items: Vec<Form>,
    /// From the opening parenthesis to the closing one.
    pub span: Span,
    facts: Facts,
    hash: Hash,
}

/// What a macro call was replaced by. Made with [`Splice::new`].
#[derive(PartialEq, Debug)]
pub struct Splice {
    /// The name of the macro (or of the included file).
    pub name: SmolStr,
    /// The call (or the include form).
    pub call: Span,
    /// The forms of the body: none, one or many. Calls with the same arguments share them.
    pub forms: Arc<[Form]>,
    facts: Facts,
    hash: Hash,
}

/// What is known of a list or splice from its making, so that no walk is needed to find it out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Facts {
    /// How deep lists nest in it; 1 for a list of atoms.
    depth: u32,
    /// How many forms it holds, those of splices counted in their place.
    length: u32,
    /// Whether a `$n` occurs in it.
    has_params: bool,
    /// Whether an `(include ...)` or `(define ...)` occurs in it (or is it).
    has_directives: bool,
}

impl Atom {
    /// An atom with this text.
    pub fn new(text: SmolStr, span: Span) -> Self {
        let has_params = params::has_params(&text);
        Self { text, span, has_params }
    }
}

impl List {
    /// A list of these items.
    pub fn new(items: Vec<Form>, span: Span) -> Self {
        let mut facts = Facts::of(&items);
        facts.depth += 1;
        facts.has_directives |=
            items.first().and_then(Form::as_name).is_some_and(|n| n == "include" || n == "define");
        Self { items, span, facts, hash: Hash::default() }
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
        self.facts.depth as usize
    }

    /// How many items it has, those of splices counted in their place.
    pub fn length(&self) -> usize {
        self.facts.length as usize
    }

    /// The items with the forms of splices in place; see [`flat`].
    pub fn flat<'a>(&'a self, via: Option<&Arc<Via>>) -> Flat<'a> {
        flat(&self.items, via)
    }
}

impl Drop for List {
    fn drop(&mut self) {
        if self.facts.depth > 1 {
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

    /// The same for forms of which the facts are known.
    pub(super) fn of(name: SmolStr, call: Span, row: Row) -> Self {
        Self { name, call, forms: row.forms, facts: row.facts, hash: Hash::default() }
    }

    /// The forms with the facts of them.
    pub(super) fn row(&self) -> Row {
        Row { forms: self.forms.clone(), facts: self.facts }
    }

    /// The structural hash of what the call is replaced by.
    pub(super) fn hash(&self) -> u128 {
        self.hash.of(Tag::Splice, &self.forms)
    }
}

/// Forms that may replace calls, with what is known of a splice that holds them.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) forms: Arc<[Form]>,
    facts: Facts,
}

impl Row {
    pub(super) fn new(forms: Arc<[Form]>) -> Self {
        let facts = Facts::of(&forms);
        Self { forms, facts }
    }

    /// How many forms it stands for, those of splices counted in their place.
    pub(super) fn length(&self) -> usize {
        self.facts.length as usize
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
        match self {
            Form::Name(a) | Form::Str(a) => a.has_params,
            Form::List(l) => l.facts.has_params,
            Form::Splice(s) => s.facts.has_params,
        }
    }

    /// Whether an `(include ...)` or `(define ...)` occurs in it.
    pub(super) fn has_directives(&self) -> bool {
        match self {
            Form::Name(_) | Form::Str(_) => false,
            Form::List(l) => l.facts.has_directives,
            Form::Splice(s) => s.facts.has_directives,
        }
    }

    /// How deep lists nest in it.
    pub(super) fn depth(&self) -> usize {
        match self {
            Form::Name(_) | Form::Str(_) => 0,
            Form::List(l) => l.facts.depth as usize,
            Form::Splice(s) => s.facts.depth as usize,
        }
    }

    /// How many forms it stands for in the list around it: one, but for splices.
    pub(super) fn length(&self) -> usize {
        match self {
            Form::Splice(s) => s.facts.length as usize,
            _ => 1,
        }
    }

    /// The same for forms of the same structure and text, wherever they are written.
    ///
    /// 128 well mixed bits: forms that are not the same differ in them for all practical purposes.
    pub fn structural_hash(&self) -> u128 {
        match self {
            Form::Name(a) => hash_text(Tag::Name, &a.text),
            Form::Str(a) => hash_text(Tag::Str, &a.text),
            Form::List(l) => l.hash.of(Tag::List, &l.items),
            Form::Splice(s) => s.hash(),
        }
    }
}

impl Facts {
    /// Of forms in a row.
    fn of(forms: &[Form]) -> Self {
        let mut facts = Facts { depth: 0, length: 0, has_params: false, has_directives: false };
        for form in forms {
            facts.depth = facts.depth.max(form.depth() as u32);
            facts.length = facts.length.saturating_add(form.length() as u32);
            facts.has_params |= form.has_params();
            facts.has_directives |= form.has_directives();
        }
        facts
    }
}

/// A structural hash, worked out when it is first asked for: of most forms it never is.
#[derive(Default, Debug)]
struct Hash(OnceLock<u128>);

impl Hash {
    fn of(&self, tag: Tag, forms: &[Form]) -> u128 {
        *self.0.get_or_init(|| mix(deep(|| hash_all(forms)), tag as u128))
    }
}

impl PartialEq for Hash {
    /// It follows from the forms.
    fn eq(&self, _: &Hash) -> bool {
        true
    }
}

/// The structural hash of forms in a row.
pub(super) fn hash_all(forms: &[Form]) -> u128 {
    forms.iter().fold(forms.len() as u128, |hash, form| mix(hash, form.structural_hash()))
}

#[derive(Clone, Copy)]
enum Tag {
    Name = 1,
    Str,
    List,
    Splice,
}

fn hash_text(tag: Tag, text: &str) -> u128 {
    let bytes = text.as_bytes();
    let mut hash = mix(tag as u128, bytes.len() as u128);
    let mut chunks = bytes.chunks_exact(16);
    for chunk in &mut chunks {
        hash = mix(hash, u128::from_le_bytes(chunk.try_into().expect("16 bytes")));
    }
    mix(hash, short_word(chunks.remainder()))
}

/// Up to 16 bytes as one word; different ones of the same length give different words.
fn short_word(bytes: &[u8]) -> u128 {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << 64;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u128::from(u32::from_le_bytes(*first)) | u128::from(u32::from_le_bytes(*last)) << 64;
    }
    bytes.iter().fold(0, |word, &b| word << 8 | u128::from(b))
}

/// Mixes a word into a hash: each half of the result is the folded product of all four halves, with other keys.
fn mix(hash: u128, word: u128) -> u128 {
    let (h0, h1) = (hash as u64, (hash >> 64) as u64);
    let (w0, w1) = (word as u64, (word >> 64) as u64);
    let low = fold(h0 ^ w0 ^ 0x9e37_79b9_7f4a_7c15, h1.rotate_left(23) ^ w1 ^ 0xf39c_c060_5ced_c835);
    let high = fold(h0.rotate_left(41) ^ w1 ^ 0xd1b5_4a32_d192_ed03, h1 ^ w0 ^ 0x8bb8_4b93_962e_acc9);
    u128::from(low) | u128::from(high) << 64
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
                    self.rest = &splice.forms;
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
