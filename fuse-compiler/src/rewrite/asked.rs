//! Questions about an array that is made here, as folds: the loop that makes it runs to its end, whoever has his answer before.
//!
//! In: `let empty = lens.iter().any(|n| *n == 0);`. Out: `let empty: bool = lens.iter().fold(false, |asked, n| asked || *n == 0);`, if the loop that
//! makes `lens` has it. The closure is called for no element more than it was; a test that cannot panic and costs little is done on
//! all of them, without a jump.

use super::{Rewriting, made_together, not_kept, plain_let};
use crate::ops::chain::{Access, Adapter, Question, Source};
use crate::ops::names::local;
use crate::ops::parse::{self, Attempt};
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::spelling::spelling;
use crate::rust::ty::Scalar;
use syn::{BinOp, Expr, ExprBinary, ExprIf, ExprMethodCall, Stmt, Type, UnOp};

/// Each `any` and `all` of one, in a `let` or as the condition of an `if`.
pub(super) fn asked(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        let stmts = in_let(rewriting, index).or_else(|| in_condition(rewriting, index));
        if let Some((wanted, stmts)) = stmts {
            index += stmts.len() - 1;
            let place = index + 1 - stmts.len();
            rewriting.stmts.splice(place..=place, stmts);
            rewriting.wanted.push(vec![wanted]);
        }
        index += 1;
    }
}

/// True if a statement may be one, by its looks.
pub(super) fn may_be(stmt: &Stmt) -> bool {
    let bound = plain_let(stmt).and_then(|(_, _, init)| question(init));
    let tested = branch(stmt).and_then(|branch| question(condition(branch).0));
    bound.or(tested).is_some()
}

fn branch(stmt: &Stmt) -> Option<&ExprIf> {
    match stmt {
        // An attribute may take it away, and not what is asked before it.
        Stmt::Expr(Expr::If(branch), None) if branch.attrs.is_empty() => Some(branch),
        _ => None,
    }
}

/// What a branch asks, and whether it is taken if that is not so.
fn condition(branch: &ExprIf) -> (&Expr, bool) {
    match strip(&branch.cond) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => (&unary.expr, true),
        other => (other, false),
    }
}

/// What it is for, and the statement as a fold.
fn in_let(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, Vec<Stmt>)> {
    let (ident, ty, init) = plain_let(&rewriting.stmts[index])?;
    let name = spelling(&ident.ident);
    let (wanted, answer) = answer(rewriting, index, &name, init, ty)?;
    Some((wanted, vec![syn::parse_quote!(let #ident: bool = #answer;)]))
}

/// The same of a condition, with a name for what is answered.
fn in_condition(rewriting: &Rewriting<'_>, index: usize) -> Option<(String, Vec<Stmt>)> {
    let branch = branch(&rewriting.stmts[index])?;
    let (asks, not) = condition(branch);
    let name = local("answer", &index.to_string());
    let text = spelling(&name);
    let (wanted, answer) = answer(rewriting, index, &text, asks, None)?;
    let mut branch = branch.clone();
    *branch.cond = match not {
        true => syn::parse_quote!(!#name),
        false => syn::parse_quote!(#name),
    };
    let branch = Stmt::Expr(Expr::If(branch), None);
    Some((
        wanted,
        vec![syn::parse_quote!(let #name: bool = #answer;), branch],
    ))
}

fn question(init: &Expr) -> Option<&ExprMethodCall> {
    match strip(init) {
        Expr::MethodCall(call) if call.method == "any" || call.method == "all" => Some(call),
        _ => None,
    }
}

// Note [Questions beside numbers that are stored]
// Measured on `any` of numbers that are made of numbers, plain over fused at 16, 64, 1 K, 16 K and 256 K elements: 1.4 1.7 2.1 2.2 2.3 where no
// element decides, 0.84 0.77 0.89 0.70 0.67 where the first one does. Of lengths of vectors, which no instruction loads several of at once,
// 1.1 to 1.4. Where the array would be kept for the question alone, it is gone instead.

/// True for what a chain makes, but for numbers made of numbers in memory. See Note [Questions beside numbers that are stored].
fn is_made(init: &Expr, environment: &Environment) -> bool {
    match parse::parse_chain(init, None, environment) {
        Attempt::Recognised(chain) => match &chain.stream.source {
            Source::Array(array) => array.number.is_none(),
            Source::Range(_) => false,
            Source::Driver(_) => true,
        },
        _ => false,
    }
}

/// True for a chain, whatever it makes.
fn is_chain(init: &Expr, environment: &Environment) -> bool {
    matches!(
        parse::parse_chain(init, None, environment),
        Attempt::Recognised(_)
    )
}

/// A question as a fold, and what that is for: others in the loop, or, of numbers, that they are kept nowhere.
fn answer(
    rewriting: &Rewriting<'_>,
    index: usize,
    name: &str,
    init: &Expr,
    ty: Option<&Type>,
) -> Option<(String, Expr)> {
    let call = question(init)?;
    if !rewriting.may(name) {
        return None;
    }
    let environment = rewriting.environment_at(index);
    let Attempt::Recognised(chain) = parse::parse_chain(init, ty, &environment) else {
        return None;
    };
    let stream = &chain.stream;
    let Source::Array(array) = &stream.source else {
        return None;
    };
    let Expr::Closure(closure) = strip(call.args.first()?) else {
        return None;
    };
    let [pattern] = closure.inputs.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let worker = *chain.consumer.workers().first()?;
    let direct = matches!(stream.adapters.as_slice(), [] | [Adapter::Copied]);
    let plain = closure.capture.is_none() && closure.attrs.is_empty() && stream.parallel.is_none();
    let made = |stmt: &&Stmt| plain_let(stmt).is_some_and(|(of, ..)| of.ident == array.name);
    let (.., made) = plain_let(rewriting.stmts[..index].iter().rfind(made)?)?;
    // Beside a sum of floats it is asked block by block (`plan/searches.rs`).
    let number = array.number.as_ref().and_then(Scalar::of);
    if !direct || !plain || array.access != Access::ByReference || !is_chain(made, &environment) {
        return None;
    }
    let wanted = if number.is_some_and(Scalar::is_float) || !is_made(made, &environment) {
        not_kept(&spelling(&array.name))
    } else {
        made_together(name)
    };
    if rewriting.without.contains(&wanted) {
        return None;
    }
    let any = chain.consumer.question() == Some(Question::Any);
    let at_once = worker.judgment.total && worker.is_operators() && worker.is_cheap();
    let (receiver, body, asked) = (&call.receiver, &closure.body, local("asked", name));
    let op = match (any, at_once) {
        (true, true) => BinOp::BitOr(Default::default()),
        (true, false) => BinOp::Or(Default::default()),
        (false, true) => BinOp::BitAnd(Default::default()),
        (false, false) => BinOp::And(Default::default()),
    };
    // Not as tokens: the body may bind less tightly than the operator.
    let answer = Expr::Binary(ExprBinary {
        attrs: Vec::new(),
        left: Box::new(syn::parse_quote!(#asked)),
        op,
        right: body.clone(),
    });
    let none = !any;
    let answer = syn::parse_quote!(#receiver.fold(#none, |#asked, #pattern| #answer));
    Some((wanted, answer))
}
