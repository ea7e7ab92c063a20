//! Definitions of macros.

use super::MacroInfo;
use crate::diagnostics::{Diagnostic, codes::syntax as codes};
use crate::names::IndexMap;
use crate::syntax::form::{Form, List};
use crate::syntax::params::{Piece, pieces};
use indexmap::map::Entry;
use smol_str::SmolStr;

/// Adds what a `(define NAME form...)` defines; `body` is what stands behind the name.
pub(super) fn define(
    list: &List,
    body: Vec<Form>,
    macros: &mut IndexMap<SmolStr, MacroInfo>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(Form::Name(name)) = list.items.get(1) else {
        let (span, found) = match list.items.get(1) {
            None => (list.span, "nothing"),
            Some(Form::Str(s)) => (s.span, "a string"),
            Some(other) => (other.span(), "a list"),
        };
        diagnostics.push(
            Diagnostic::new(&codes::BAD_DEFINE, span, format!("expected the name of a macro, found {found}"))
                .label("here a name is expected")
                .help("write `(define NAME form...)`"),
        );
        return;
    };
    let info = MacroInfo {
        name: name.span,
        definition: list.span,
        max_param: max_param(&body),
        body: body.into(),
        used_params: Vec::new(),
        calls: 0,
        max_args: None,
    };
    match macros.entry(name.text.clone()) {
        Entry::Vacant(entry) => {
            entry.insert(info);
        }
        Entry::Occupied(mut entry) => {
            let first = entry.insert(info);
            // A file that is included twice defines its macros twice, which is no mistake.
            if first.definition != list.span {
                diagnostics.push(
                    Diagnostic::new(
                        &codes::REDEFINED,
                        name.span,
                        format!("the macro `{}` is defined twice", name.text),
                    )
                    .label("this definition counts, in all the file")
                    .with(first.name, "an earlier definition, which has no effect"),
                );
            }
        }
    }
}

/// The largest `n` of the `$n` in these forms.
fn max_param(forms: &[Form]) -> usize {
    let of_form = |form: &Form| match form {
        Form::Name(a) | Form::Str(a) => {
            let number = |p| if let Piece::Param(n, _) = p { n } else { 0 };
            pieces(&a.text).map(number).max().unwrap_or(0)
        }
        Form::List(l) => max_param(&l.items),
        Form::Splice(s) => max_param(s.forms()),
    };
    forms.iter().filter(|form| form.has_params()).map(of_form).max().unwrap_or(0)
}
