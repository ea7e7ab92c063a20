//! Forms: what the reader makes of the tokens, before and after macro expansion.

use crate::source::Span;
use smol_str::SmolStr;
use std::sync::Arc;

/// A name, a string, a list, or what a macro call or include was replaced by.
///
/// Forms are shared: the expansion of a macro with the same arguments is made
/// once and stands in many places, so a form tells where it was *written*, and
/// [`Splice`]s tell through which calls it was reached.
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
    /// Where it is written.
    pub span: Span,
}

/// A list in parentheses.
#[derive(PartialEq, Debug)]
pub struct List {
    /// Its elements; after expansion some may be splices.
    pub items: Vec<Form>,
    /// From the opening parenthesis to the closing one.
    pub span: Span,
}

/// What a macro call was replaced by.
#[derive(PartialEq, Debug)]
pub struct Splice {
    /// The name of the macro (or of the included file).
    pub name: SmolStr,
    /// The call (or the include form).
    pub call: Span,
    /// The forms of the body: none, one or many.
    pub forms: Vec<Form>,
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
}
