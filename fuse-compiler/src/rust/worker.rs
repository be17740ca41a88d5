//! The judgment of a worker (docs/DESIGN.md section 3, *Workers*).
//!
//! In: the worker of a combinator, the environment at its place, the visible types of its arguments.
//! Out: a [`Judgment`]: whether it counts as pure, may be inlined, dropped or repeated; what it
//! mentions and moves.

mod divergence;
mod functions;

use crate::sorted::SortedSet;

use proc_macro2::{Ident, Literal};
use quote::ToTokens as _;
use syn::{Expr, ExprClosure, Lit, Pat, ReturnType, Type, TypeReference};

use super::control::Control;
use super::divisors::divisors;
use super::environment::{Callable, Environment, return_annotation};
use super::expr::{bare, compares, strip};
use super::impurity::Impurity;
use super::indexed_fields::{self, Columns};
use super::mentions::Mentions;
use super::open_zeros::{open_zeros, open_zeros_of_path};
use super::patterns;
use super::purity::purity;
use super::side_effect_free::transparent_term;
use super::spelling::{spelling, times};
use super::std_names;
use super::term::work::Work;
use super::term::{Is, Parsed, Term};
use super::totality::{
    Totality, path_of_text_total, path_total, totality, totality_of_sides, wraps,
};
use super::types;
use super::visible::PathCall;

/// A worker with what was judged of it.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    /// As written.
    pub(crate) expr: Expr,
    /// Purity, totality, mentions.
    pub(crate) judgment: Judgment,
    /// True if it is a local of the function, given by name.
    pub(crate) local: bool,
    /// Captured names that it gives away and that may be mutable references: it keeps its order
    /// with whatever else mentions them.
    pub(crate) given_away: SortedSet<String>,
    /// True if it is a local given by name whose drop, after the chain, could be observed.
    pub(crate) drops: bool,
    /// The types of its parameters, where they are visible.
    pub(crate) parameters: Vec<Option<Type>>,
    /// The same closure with the blocks inside it fused, if any was.
    pub(crate) fused: Option<Box<ExprClosure>>,
}

impl Worker {
    /// Judges what may fail in it once more, where its parameter is a slice of a known length, of which it names but elements, by literals:
    /// that is as an array has them.
    pub(crate) fn of_length(&mut self, length: usize, env: &Environment) {
        let Expr::Closure(closure) = &self.expr else {
            return;
        };
        let (Some(name), [Some(slice)]) = (
            closure.inputs.first().and_then(patterns::single_name),
            self.parameters.as_slice(),
        ) else {
            return;
        };
        let name = &name.ident;
        let places = self.term().body().places_of(name, length);
        let mentioned = times(&spelling(name), closure.body.to_token_stream());
        let array = as_array(slice, length).filter(|_| places == mentioned);
        let Some(array) = array else {
            return;
        };
        let parsed = Parsed::default();
        let body = Term::body_of(closure, env, &[Some(array)], &parsed);
        let (totality, sides) = (totality(&body, env), totality_of_sides(&body, env));
        self.judgment.total |= totality.is_visible();
        (self.judgment.totality, self.judgment.sides) = (totality, sides);
    }

    /// The same as a tree.
    pub(crate) fn term(&self) -> Term<'_> {
        Term::of(&self.expr)
    }

    /// What it costs.
    pub(crate) fn work(&self) -> Work {
        let (term, functions) = (self.term(), &self.judgment.functions);
        match term.is {
            Is::Path(_) => term.work_of_named(functions),
            _ => term.work_with(functions),
        }
    }

    /// The same of what is called with one number after the other.
    pub(crate) fn work_by_number(&self) -> Work {
        self.term().work_by_number(&self.judgment.functions)
    }

    /// The names outside it that it mentions.
    pub(crate) fn reads(&self) -> &SortedSet<String> {
        &self.judgment.mentions.read
    }
}

/// A slice, or a reference to one, as an array of so many elements.
fn as_array(slice: &Type, length: usize) -> Option<Type> {
    match slice {
        Type::Reference(reference) => {
            let elem = as_array(&reference.elem, length)?;
            let elem = Box::new(elem);
            Some(Type::Reference(TypeReference {
                elem,
                ..reference.clone()
            }))
        }
        Type::Slice(slice) => {
            let (element, length) = (&slice.elem, Literal::usize_unsuffixed(length));
            Some(syn::parse_quote!([#element; #length]))
        }
        _ => None,
    }
}

/// What is known of a worker.
#[derive(Clone, Debug)]
pub(crate) struct Judgment {
    /// Rules (a) to (e): whether its calls may be interleaved with others. An impure worker makes
    /// its statement a barrier.
    pub(crate) pure: Result<(), Impurity>,
    /// May be emitted as `{ let pattern = element; let r = body; r }`.
    pub(crate) inline: bool,
    /// Visibly cannot panic: may be dropped, skipped, or called on one element more.
    pub(crate) total: bool,
    /// The same, where rustc may be asked for the types that are not visible.
    pub(crate) totality: Totality,
    /// Of the right side of each `&&` and `||` in it.
    pub(crate) sides: Totality,
    /// How many times it takes the `min` or the `max` of what may be floats; nothing if it runs code that is not seen.
    pub(crate) open_zeros: Option<usize>,
    /// The primitive number that its result visibly is, and no reference to one.
    pub(crate) gives: Option<Type>,
    /// True if its result visibly is a part of a text.
    pub(crate) text: bool,
    /// Its result visibly borrows from nothing (the rule of escaping references).
    pub(crate) value_result: bool,
    /// Made of operators, literals, names and listed methods only: may be compared with another.
    pub(crate) comparable: bool,
    /// What it mentions of the names outside it.
    pub(crate) mentions: Mentions,
    /// Names that it moves into itself when it is made: what a `move` closure captures, and a
    /// worker given by name, unless visibly `Copy`.
    ///
    /// A closure without `move` that is passed where `FnMut` is expected captures by reference
    /// whatever it uses by value, for that must be `Copy`: moving it would make it `FnOnce`.
    pub(crate) moves: SortedSet<String>,
    /// What it reads of structs of arrays, and which numbers.
    pub(crate) columns: Columns,
    /// The functions of the file that it calls.
    pub(crate) functions: Functions,
    /// The integers from outside of it that it divides by.
    pub(crate) divisors: SortedSet<String>,
}

impl Judgment {
    /// What is evaluated with it may panic.
    pub(crate) fn may_panic(&mut self) {
        self.total = false;
        self.totality = Totality::Never;
    }

    fn set_total(&mut self, total: bool) {
        self.total = total;
        if total {
            self.totality = Totality::If(Vec::new());
        }
    }
}

pub(crate) use divergence::Ends;
pub(crate) use functions::{Functions, called};

/// Judges a worker: a closure literal or a path. `ends` knows what ends an iterator, `parameters` holds the visible types of what it
/// is called with, as far as known; an empty slice says nothing.
pub(crate) fn judge(
    worker: &Expr,
    env: &Environment,
    parameters: &[Option<Type>],
    ends: Ends,
) -> Judgment {
    let worker = strip(worker);
    let mentions = Mentions::of_expr(worker);
    let pure = purity(worker, env, parameters);
    let not_copy = |name: &&String| {
        // An item is no variable; it is not moved.
        env.lookup(name)
            .is_some_and(|known| known.ty.as_ref().is_none_or(|ty| !env.visibly_copy(ty)))
    };
    let moved = match worker {
        Expr::Closure(closure) if closure.capture.is_none() => SortedSet::new(),
        Expr::Reference(_) => SortedSet::new(),
        _ => mentions.read.iter().filter(not_copy).cloned().collect(),
    };
    let columns = indexed_fields::read_by(worker, &mentions, env);
    let mut judgment = Judgment {
        pure,
        inline: false,
        total: false,
        totality: Totality::Never,
        sides: Totality::Never,
        open_zeros: None,
        gives: None,
        text: false,
        value_result: false,
        comparable: false,
        mentions,
        moves: moved,
        columns,
        functions: Functions::new(),
        divisors: SortedSet::new(),
    };
    match worker {
        Expr::Closure(closure) => {
            judgment.inline = may_inline(closure);
            judge_body(closure, env, parameters, ends, &mut judgment);
            judgment.divisors = divisors(closure, env, parameters);
            // A reference to a parameter must not leave the closure. In a loop the element would be there for longer.
            judgment.inline &= judgment.value_result || !binds_by_reference(closure);
        }
        Expr::Path(_) => judge_path(worker, env, parameters, &mut judgment),
        _ => {}
    }
    judgment
}

fn judge_body(
    closure: &ExprClosure,
    env: &Environment,
    parameters: &[Option<Type>],
    ends: Ends,
    judgment: &mut Judgment,
) {
    let parsed = Parsed::default();
    let body = Term::body_of(closure, env, parameters, &parsed);
    judgment.inline &= !divergence::may_diverge(&body, env, ends) && !divergence::diverges(&body);
    judgment.totality = totality(&body, env);
    judgment.total = judgment.totality.is_visible();
    judgment.sides = totality_of_sides(&body, env);
    judgment.open_zeros = open_zeros(&body, env);
    judgment.functions = called(&body, env);
    let result = match return_annotation(&closure.output) {
        Some(ty) => Some(ty),
        None => body.ty(env),
    };
    let number = result.filter(|ty| env.primitive_number(ty).is_some());
    judgment.gives = number.cloned();
    let text = |ty: &Type| matches!(ty, Type::Reference(of) if env.std_container(&of.elem, "str"));
    judgment.text = result.is_some_and(text);
    judgment.value_result = match return_annotation(&closure.output) {
        Some(ty) => env.outlives_body(ty),
        None => body.outlives_body(env),
    };
    judgment.comparable = closure.capture.is_none()
        && matches!(closure.output, ReturnType::Default)
        && transparent_term(&body, env).is_some()
        && self_typed(&body, env);
}

/// Whether the type of a transparent expression follows from its parts alone. `|_| 0` is an `i32`
/// in one place and a `u8` in another, though its tokens are the same.
fn self_typed(term: &Term<'_>, env: &Environment) -> bool {
    let typed = |term: &Term<'_>| self_typed(term, env);
    match &term.is {
        Is::Literal(Lit::Int(int)) => !int.suffix().is_empty(),
        Is::Literal(Lit::Float(float)) => !float.suffix().is_empty(),
        Is::Literal(_) => true,
        Is::Path(path) => path.known.is_some() || term.ty(env).is_some(),
        Is::Field(of, _) | Is::Unary(_, of) => typed(of),
        Is::Binary(op, left, right) => compares(op) || typed(left) || typed(right),
        Is::Cast(_, ty) => !types::mentions_unseen_or_mutable(ty),
        Is::Tuple(parts) => parts.iter().all(typed),
        Is::Array(parts) => !parts.is_empty() && parts.iter().all(typed),
        Is::Method(call) => typed(&call.receiver),
        Is::Struct(fields, _) => fields.iter().all(typed),
        Is::Call(function, arguments) => match term.calls(env) {
            PathCall::Primitive => true,
            PathCall::Constructor => {
                function.name().as_deref() == Some("Some") && arguments.iter().all(typed)
            }
            PathCall::Fresh | PathCall::Other => false,
        },
        _ => false,
    }
}

/// The body of a closure that is inlined, without the parentheses and single-expression blocks about
/// which rustc would warn after `let r =`.
pub(crate) fn inlined_body(closure: &ExprClosure) -> &Expr {
    bare(&closure.body)
}

/// The pattern of a parameter that is inlined, without parentheses, for the same reason.
pub(crate) fn inlined_pattern(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Paren(paren) if paren.attrs.is_empty() => inlined_pattern(&paren.pat),
        other => other,
    }
}

fn judge_path(
    worker: &Expr,
    env: &Environment,
    parameters: &[Option<Type>],
    judgment: &mut Judgment,
) {
    let parsed = Parsed::default();
    let term = Term::within(worker, env, &parsed);
    let functions = called(&term, env);
    let Is::Path(path) = term.is else {
        return;
    };
    if let Some(name) = path.name() {
        match env.callable(&name) {
            Callable::Closure(closure, env) => {
                // It is called where it stands, whatever its body gives.
                judge_body(&closure, &env, &[], |_, _| false, judgment);
                judgment.comparable = false;
                judgment.functions = functions;
            }
            Callable::Item => {
                judgment.set_total(wraps(&path, env));
                judgment.open_zeros = wraps(&path, env).then_some(0);
                judgment.functions = functions;
            }
            _ => {}
        }
        return;
    }
    judgment.open_zeros = open_zeros_of_path(&path, env);
    let primitive = path_total(&path, parameters.len().max(1));
    let converts = path.converts_number()
        && matches!(parameters, [Some(ty)] if env.primitive_number(ty).is_some());
    let text = path_of_text_total(&path, env);
    judgment.set_total(primitive || converts || text);
    let narrows = |name: &Ident| std_names::is(&name.to_string(), 0, std_names::NARROWS);
    judgment.text = text && path.last().is_some_and(narrows);
    judgment.value_result = primitive || converts;
    judgment.comparable = primitive;
    if converts && let [owner, _] = path.segments()[..] {
        judgment.gives = Some(syn::parse_quote!(#owner));
    }
}

/// Whether a pattern of a closure borrows a part of its parameter.
fn binds_by_reference(closure: &ExprClosure) -> bool {
    let mut bindings = closure.inputs.iter().flat_map(patterns::bindings);
    bindings.any(|binding| binding.by_reference)
}

/// Whether a closure literal may be inlined: not `move`, no attribute, no way out but its end, only
/// listed macros, and a body whose end can be reached (what follows one that cannot would be dead
/// code, about which rustc warns).
fn may_inline(closure: &ExprClosure) -> bool {
    let control = Control::of_expr(&Expr::Closure(closure.clone()));
    let body = Control::of_expr(&closure.body);
    let parenthesised = |pattern: &Pat| matches!(pattern, Pat::Paren(_));
    closure.capture.is_none()
        && closure.asyncness.is_none()
        && closure.constness.is_none()
        && closure.lifetimes.is_none()
        // Rustc may have something to say about those.
        && !matches!(&*closure.body, Expr::Paren(_))
        && !closure.inputs.iter().any(parenthesised)
        && !control.attributes
        && !control.none_groups
        && !control.asynchronous
        && !control.items
        && !body.leaves()
}

#[cfg(test)]
mod tests;
