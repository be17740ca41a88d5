//! How a worker makes a `String` that may stay a text for a while.
//!
//! In: a worker. Out: [`Maker`]: the call that makes the `String`, and the runtime's macro that does so later.

use crate::ops::chain::Worker;
use crate::rust::mentions::Mentions;
use crate::rust::spelling::spelling;
use crate::rust::std_names;
use crate::rust::worker::{inlined_body, inlined_pattern};
use proc_macro2::Ident;
use syn::{Expr, ExprMethodCall, Pat, ReturnType};

/// How a worker makes a `String` of its element.
#[derive(Clone, Debug)]
pub(crate) struct Maker<'a> {
    /// The worker's parameter.
    pub(crate) parameter: &'a Ident,
    /// The method that makes it, of what it makes it of.
    pub(crate) call: &'a ExprMethodCall,
    /// The runtime's macro that does so later.
    pub(crate) how: &'static str,
}

/// How a worker makes a `String`, if it does nothing else.
#[must_use]
pub(crate) fn maker(worker: &Worker) -> Option<Maker<'_>> {
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    let mut inputs = closure.inputs.iter();
    let (Some(Pat::Ident(pattern)), None) = (inputs.next().map(inlined_pattern), inputs.next())
    else {
        return None;
    };
    let name = spelling(&pattern.ident);
    let plain = pattern.attrs.is_empty()
        && pattern.by_ref.is_none()
        && pattern.subpat.is_none()
        && pattern.mutability.is_none()
        // rustc warns of other names.
        && !name.contains(char::is_uppercase);
    let Expr::MethodCall(call) = inlined_body(closure) else {
        return None;
    };
    let untyped = matches!(closure.output, ReturnType::Default);
    if !worker.judgment.inline || !untyped || !plain || !is_bare(call) || !call.args.is_empty() {
        return None;
    }
    let narrowed = narrows(&call.receiver, &name)?;
    let how = match (&*call.method.to_string(), narrowed) {
        ("to_string", _) => "text_to_string",
        ("to_owned", _) => "text_to_owned",
        ("clone", false) => "text_cloned",
        _ => return None,
    };
    let parameter = &pattern.ident;
    Some(Maker {
        parameter,
        call,
        how,
    })
}

/// Whether an expression is a name (`false`), or a part of its text, by methods of `str`'s (`true`).
fn narrows(expr: &Expr, name: &str) -> Option<bool> {
    match expr {
        Expr::MethodCall(call) => {
            let listed = std_names::is(
                &call.method.to_string(),
                call.args.len(),
                std_names::NARROWS,
            ) && is_bare(call);
            let mut arguments = call.args.iter();
            let apart = arguments.all(|argument| Mentions::of_expr(argument).avoid(name));
            (listed && apart && parts_of(&call.receiver, name)).then_some(true)
        }
        expr => is_name(expr, name).then_some(false),
    }
}

/// Whether an expression is a field of a name, the name, or a part of the text of either.
fn parts_of(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Field(field) => field.attrs.is_empty() && parts_of_place(&field.base, name),
        expr => narrows(expr, name).is_some(),
    }
}

fn parts_of_place(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Field(field) => field.attrs.is_empty() && parts_of_place(&field.base, name),
        expr => is_name(expr, name),
    }
}

fn is_bare(call: &ExprMethodCall) -> bool {
    call.attrs.is_empty() && call.turbofish.is_none()
}

pub(crate) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.attrs.is_empty()
        && path.path.get_ident().is_some_and(|ident| spelling(ident) == name))
}

#[cfg(test)]
mod tests {
    use super::maker;
    use crate::plan::lazy_strings::tests::worker;

    #[test]
    fn strings_of_a_part_of_the_element() {
        for (closure, how) in [
            ("|word| word.to_string()", "text_to_string"),
            ("|word| { word.clone() }", "text_cloned"),
            ("|word| word.trim().to_owned()", "text_to_owned"),
            (
                "|e| e.name.trim_matches(',').trim_end().to_string()",
                "text_to_string",
            ),
        ] {
            assert_eq!(maker(&worker(closure)).unwrap().how, how, "{closure}");
        }
    }

    #[test]
    fn what_makes_anything_else() {
        for closure in [
            "|word: &String| word.to_string()",
            "|word| -> String { word.to_string() }",
            "|&word| word.to_string()",
            "|mut word| word.to_string()",
            "|Word| Word.to_string()",
            "move |word| word.to_string()",
            // The text would not live as long.
            "|word| word.to_lowercase().trim().to_string()",
            "|word| other.trim().to_string()",
            // It names what is no longer bound.
            "|word| word.trim_matches(&word[..1]).to_string()",
            "|e| e.name.to_string()",
            "|word| word.trim().clone()",
            "|word| word.trim().into()",
            "|word| word.trim().to_string() + \"!\"",
            "|word| word.trim::<u8>().to_string()",
        ] {
            assert!(maker(&worker(closure)).is_none(), "{closure}");
        }
    }
}
