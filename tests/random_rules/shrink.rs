//! Rules cut down: parts are left out as long as what is left still fails.

use std::cell::Cell;

/// A form: a name, a string, or a list.
#[derive(Clone)]
enum Form {
    Atom(String),
    List(Vec<Form>),
}

/// No more texts are tried.
const TRIES: u32 = 5000;

/// The smallest text found that still fails.
pub fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut forms = read(text);
    let tries = Cell::new(0);
    let fails = |text: &str| {
        tries.set(tries.get() + 1);
        tries.get() <= TRIES && fails(text)
    };
    if !fails(&write(&forms)) {
        return text.to_owned();
    }
    loop {
        let before = write(&forms);
        let mut path = Vec::new();
        cut(&mut forms, &mut path, &fails);
        if write(&forms) == before {
            return before;
        }
    }
}

/// Tries to leave out each part of the list at a path, then parts of these.
fn cut(forms: &mut Vec<Form>, path: &mut Vec<usize>, fails: &impl Fn(&str) -> bool) {
    let mut i = 0;
    while i < list_at(forms, path).len() {
        let removed = list_at(forms, path).remove(i);
        if fails(&write(forms)) {
            continue;
        }
        // A list may stand for its parts.
        if let Form::List(parts) = &removed {
            list_at(forms, path).splice(i..i, parts.clone());
            if fails(&write(forms)) {
                continue;
            }
            list_at(forms, path).drain(i..i + parts.len());
        }
        let is_list = matches!(removed, Form::List(_));
        list_at(forms, path).insert(i, removed);
        if is_list {
            path.push(i);
            cut(forms, path, fails);
            path.pop();
        }
        i += 1;
    }
}

fn list_at<'a>(forms: &'a mut Vec<Form>, path: &[usize]) -> &'a mut Vec<Form> {
    path.iter().fold(forms, |list, &i| match &mut list[i] {
        Form::List(parts) => parts,
        Form::Atom(atom) => unreachable!("{atom} is no list"),
    })
}

fn read(text: &str) -> Vec<Form> {
    let mut stack: Vec<Vec<Form>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(c) = rest.chars().next() {
        let len = match c {
            '(' | ')' => 1,
            '"' => 2 + rest[1..].find('"').expect("the end of a string"),
            _ => rest.find(|c: char| c.is_whitespace() || "()\"".contains(c)).unwrap_or(rest.len()),
        };
        match c {
            '(' => stack.push(Vec::new()),
            ')' => {
                let list = stack.pop().expect("a list");
                stack.last_mut().expect("a list around it").push(Form::List(list));
            }
            _ => stack.last_mut().expect("a list").push(Form::Atom(rest[..len].to_owned())),
        }
        rest = rest[len..].trim_start();
    }
    stack.pop().expect("the forms")
}

fn write(forms: &[Form]) -> String {
    let parts: Vec<String> = forms.iter().map(|form| written(form, 0)).collect();
    parts.join("\n") + "\n"
}

fn written(form: &Form, depth: usize) -> String {
    match form {
        Form::Atom(atom) => atom.clone(),
        Form::List(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| written(part, depth + 1)).collect();
            let flat = format!("({})", parts.join(" "));
            if flat.len() <= 100 {
                return flat;
            }
            format!("({})", parts.join(&format!("\n{}", "  ".repeat(depth + 1))))
        }
    }
}
