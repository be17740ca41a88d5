//! `filter_map(f)`: of what `if test { Some(value) } else { None }` says, or an option of a number, a filter and a map.

use super::optional;
use crate::ops::chain::adapter::Adapter;
use crate::ops::recognised::adapters::{Call, Row, step};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::TEST;
use crate::rust::expr::{bare, compares, in_some, jumps, name_of_path, strip, tail};
use crate::rust::patterns;
use crate::rust::spelling::spelling;
use crate::rust::term::Term;
use crate::rust::visit::{self, Visit};
use crate::rust::visit_mut::{self, VisitMut};
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use syn::{Expr, ExprClosure, ExprMethodCall, Pat, PatIdent, ReturnType, Stmt, UnOp, parse_quote};

pub(super) const ROWS: &[Row] = &[Row::new(
    "filter_map",
    &[TEST],
    &[step("filter_map(f)", "?")],
    |call| {
        let (worker, item) = (call.worker()?, call.stream.item.unknown());
        if let Some([test, value]) = halves(&call, &worker) {
            let mut call = call;
            call.stream.adapters.push(Adapter::Filter(test));
            return call.step(Adapter::Map(value), item);
        }
        call.step(Adapter::FilterMap(worker), item)
    },
)
.and(Meaning::Same, &["filter_map(f)"])];

/// What is asked of an element, and what becomes of it, if the worker visibly says both in this order, of elements that are `Copy`. Tests
/// of several elements can then be put together, and no option is made.
fn halves(call: &Call<'_>, worker: &Worker) -> Option<[Worker; 2]> {
    let (parser, item) = (call.parser, &call.stream.item);
    let environment = parser.environment;
    let copies = |ty| environment.visibly_copy(ty);
    let std = |name| environment.is_of_prelude(name);
    let judgment = &worker.judgment;
    let parameter = item.as_parameter();
    if !(item.by_reference || parameter.as_ref().is_some_and(copies))
        || call.stream.parallel.is_some()
        || judgment.pure.is_err()
        || !judgment.moves.is_empty()
        || !["Some", "None"].into_iter().all(std)
    {
        return None;
    }
    let Expr::Closure(closure) = strip(&worker.expr) else {
        return None;
    };
    let pattern = parameter_of(closure)?;
    let parts = parts(bared(&closure.body)?)?;
    let (test, value) = (&parts.test, &parts.value);
    let (in_test, in_value) = (Named::of(test), Named::of(value));
    let bound = patterns::binds(pattern);
    let apart = |named: &Named| named.clear && !bound.iter().any(|name| named.bound.contains(name));
    if !apart(&in_test) || !apart(&in_value) {
        return None;
    }
    let of_test = naming(pattern, &in_test, &in_value);
    let of_value = naming(pattern, &in_value, &in_test);
    let test = parser.worker(&parse_quote!(|&#of_test| #test), &[item.as_borrowed()]);
    let value = parser.worker(&parse_quote!(|#of_value| #value), &[parameter]);
    let workers = [test.ok()?, value.ok()?];
    let fits = |worker: &Worker| {
        let judgment = &worker.judgment;
        judgment.pure.is_ok() && judgment.inline
    };
    (workers.iter().all(fits) && (!parts.always || workers[1].judgment.total)).then_some(workers)
}

/// The only parameter of a closure that binds nothing by `mut` or by `ref`, without a type.
fn parameter_of(closure: &ExprClosure) -> Option<&Pat> {
    let written = closure.attrs.is_empty()
        && closure.capture.is_none()
        && matches!(closure.output, ReturnType::Default);
    let pattern = closure.inputs.first().filter(|_| written)?;
    (closure.inputs.len() == 1 && is_simple(pattern)).then_some(pattern)
}

/// True for names, and references and tuples of those.
fn is_simple(pattern: &Pat) -> bool {
    match pattern {
        Pat::Ident(ident) => patterns::plain(pattern) && ident.mutability.is_none(),
        Pat::Wild(wild) => wild.attrs.is_empty(),
        Pat::Reference(to) => to.attrs.is_empty() && to.mutability.is_none() && is_simple(&to.pat),
        Pat::Tuple(tuple) => tuple.attrs.is_empty() && tuple.elems.iter().all(is_simple),
        _ => false,
    }
}

/// An expression without parentheses around it: rustc has something to say about those, where they stand.
fn bared(expr: &Expr) -> Option<&Expr> {
    (!matches!(expr, Expr::Paren(_))).then_some(expr)
}

/// What such a worker says.
struct Parts {
    test: Expr,
    value: Expr,
    /// The value is computed of what does not pass, too.
    always: bool,
}

/// True for what visibly is a `bool`: another type may have a `Not` and a `then` of its own.
fn is_bool(test: &Expr) -> bool {
    match strip(test) {
        Expr::Binary(binary) => compares(&binary.op) || jumps(&binary.op),
        Expr::Unary(of) => matches!(of.op, UnOp::Not(_)) && is_bool(&of.expr),
        Expr::Macro(asked) => asked.mac.path.is_ident("matches"),
        _ => false,
    }
}

fn parts(body: &Expr) -> Option<Parts> {
    match strip(body) {
        Expr::If(choice) if choice.attrs.is_empty() => {
            let (_, otherwise) = choice.else_branch.as_ref()?;
            let block = &choice.then_branch;
            let mut value: Expr = parse_quote!(#block);
            let given = tail(&mut value)?;
            *given = bared(in_some(given)?)?.clone();
            let none = matches!(bare(otherwise), Expr::Path(path) if path.path.is_ident("None"));
            let test = bared(&choice.cond)?.clone();
            none.then_some(Parts {
                test,
                value: bare(&value).clone(),
                always: false,
            })
        }
        Expr::MethodCall(call) if is_plain(call) => {
            // A method reaches a `bool` through references.
            let test = strip(&call.receiver);
            let test = is_bool(test).then(|| test.clone())?;
            let argument = &call.args[0];
            match (call.method.to_string().as_str(), argument) {
                ("then", Expr::Closure(value)) => {
                    let written = value.inputs.is_empty()
                        && value.attrs.is_empty()
                        && value.capture.is_none()
                        && matches!(value.output, ReturnType::Default);
                    let value = bared(&value.body).filter(|_| written)?.clone();
                    Some(Parts {
                        test,
                        value,
                        always: false,
                    })
                }
                ("then_some", value) => Some(Parts {
                    test,
                    value: bared(value)?.clone(),
                    always: true,
                }),
                _ => None,
            }
        }
        // Its value is total only if it visibly is an option of a number.
        place if Term::of(place).is_place() && !matches!(body, Expr::Block(_)) => {
            let [test, value] = optional::halves(place);
            Some(Parts {
                test,
                value,
                always: true,
            })
        }
        _ => None,
    }
}

fn is_plain(call: &ExprMethodCall) -> bool {
    call.attrs.is_empty() && call.turbofish.is_none() && call.args.len() == 1
}

/// What a half names, as far as that is clear.
#[derive(Default)]
struct Named {
    mentioned: SortedSet<String>,
    bound: SortedSet<String>,
    clear: bool,
}

impl Named {
    fn of(half: &Expr) -> Named {
        let mut named = Named {
            clear: true,
            ..Named::default()
        };
        named.visit_expr(half);
        named
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(path) => self.mentioned.extend(name_of_path(path)),
            // It binds what stands behind it.
            Expr::Let(_) | Expr::Macro(_) | Expr::Verbatim(_) => self.clear = false,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        self.clear &= !matches!(stmt, Stmt::Item(_) | Stmt::Macro(_));
        visit::visit_stmt(self, stmt);
    }

    fn visit_pat_ident(&mut self, ident: &'ast PatIdent) {
        self.bound.insert(spelling(&ident.ident));
        visit::visit_pat_ident(self, ident);
    }
}

/// A pattern without the names that only the other half mentions: nobody is to be told of a name that is not used.
fn naming(pattern: &Pat, half: &Named, other: &Named) -> Pat {
    struct Names<'a>(&'a Named, &'a Named);
    impl VisitMut for Names<'_> {
        fn visit_pat_mut(&mut self, pattern: &mut Pat) {
            if let Pat::Ident(ident) = pattern {
                let name = spelling(&ident.ident);
                if !self.0.mentioned.contains(&name) && self.1.mentioned.contains(&name) {
                    *pattern = parse_quote!(_);
                }
                return;
            }
            visit_mut::visit_pat_mut(self, pattern);
            if matches!(pattern, Pat::Reference(to) if matches!(*to.pat, Pat::Wild(_))) {
                *pattern = parse_quote!(_);
            }
        }
    }
    let mut pattern = pattern.clone();
    Names(half, other).visit_pat_mut(&mut pattern);
    pattern
}
