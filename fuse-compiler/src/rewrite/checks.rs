//! A check of all elements that leaves the function where one fails, as the loop that it is.
//!
//! In: `if xs.iter().any(|x| bad(x)) { return Err(..); }`, and behind it a strict sum over the same array. Out: a `for` loop over the
//! elements that returns at the first bad one, which that sum may share. What it calls, in which order and how often, is what it was.

use super::{Rewriting, read};
use crate::cnf::{BindingId, Lowered};
use crate::loops::{Loop, Outcome};
use crate::ops::chain::{Access, Adapter, Chain, Question, Source};
use crate::ops::parse::{self, Attempt};
use crate::region::{Hole, Region};
use crate::rust::control::Control;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::spelling::spelling;
use crate::rust::ty::Scalar;
use crate::sorted::SortedSet;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote_spanned};
use syn::{Block, Expr, ExprIf, ExprMethodCall, Stmt, Type, UnOp};

// Note [What a failed check costs]
// Measured on a check of doubles and what follows it, at 16, 64, 1 K, 16 K and 1 M elements, plain over fused. One loop where no element
// fails: 1.0 to 1.6 with one strict sum, 1.1 to 2.8 with two, 1.4 to 2.0 with an extremum of each kind besides, 1.2 to 1.4 with a sum of
// what needs the first one behind that. Where one does, what is added up before it is in vain: 0.9 to 1.0 among the first 20, 0.8 at the
// hundredth, 0.25 to 0.8 in the middle and at the end. So it is done only where leaving is to fail: `Err`, `None` and NaN are what a
// function gives that cannot do what it is asked for. Not where an array is stored, whose memory is asked for in vain: 0.07 to 0.8 where
// the first element fails, and 0.85 for roots where none does; nor with nothing but an extremum: 0.9 to 0.97.

/// Checks as loops, where a strict sum over the same array follows. See Note [What a failed check costs].
pub(super) fn checks(rewriting: &mut Rewriting<'_>, result: Option<&Type>) {
    // A sum goes with the last check before it: what stands before that may leave first.
    let mut summed: Vec<String> = Vec::new();
    for index in (0..rewriting.stmts.len()).rev() {
        let Some(branch) = failing(&rewriting.stmts[index]) else {
            continue;
        };
        let environment = rewriting.environment_at(index);
        let Some((looped, array)) = looped(branch, &environment) else {
            continue;
        };
        if summed.contains(&array) {
            continue;
        }
        let stmt = Stmt::Expr(looped, None);
        let text = stmt.to_token_stream().to_string();
        if rewriting.without.contains(&text) || !is_summed(rewriting, index, &array, result) {
            continue;
        }
        rewriting.stmts[index] = stmt;
        rewriting.wanted.push(vec![text]);
        summed.push(array);
    }
}

/// True if a statement of a block may be such a check, by its looks.
pub(super) fn may_be(stmt: &Stmt) -> bool {
    failing(stmt).is_some_and(|branch| test(&branch.cond).is_some())
}

/// An `if` without `else` that ends with a failure.
fn failing(stmt: &Stmt) -> Option<&ExprIf> {
    let Stmt::Expr(Expr::If(branch), _) = stmt else {
        return None;
    };
    // In the loop a `continue` of a loop around it would be the loop's own.
    let control = Control::of_block(&branch.then_branch);
    let jumps = control.breaks || control.unlisted_macros || control.verbatim;
    let alone = branch.else_branch.is_none() && branch.attrs.is_empty();
    (alone && !jumps && fails(&branch.then_branch)).then_some(branch)
}

/// True if the last thing that a block does is to return an `Err`, `None` or NaN.
fn fails(block: &Block) -> bool {
    let Some(Stmt::Expr(Expr::Return(leaves), _)) = block.stmts.last() else {
        return false;
    };
    let named = |expr: &Expr, names: &[&str]| {
        matches!(expr, Expr::Path(path) if path.path.segments.last()
            .is_some_and(|last| names.iter().any(|name| last.ident == name)))
    };
    match leaves.expr.as_deref().map(strip) {
        Some(Expr::Call(call)) => named(&call.func, &["Err"]),
        Some(given) => named(given, &["None", "NAN"]),
        None => false,
    }
}

/// The search of a condition, and whether an element fails that passes it.
fn test(condition: &Expr) -> Option<(&ExprMethodCall, bool)> {
    match strip(condition) {
        Expr::MethodCall(call) if call.method == "any" => Some((call, true)),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) && unary.attrs.is_empty() => {
            match strip(&unary.expr) {
                Expr::MethodCall(call) if call.method == "all" => Some((call, false)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The loop that a check is, and the array whose elements it looks at.
fn looped(branch: &ExprIf, environment: &Environment) -> Option<(Expr, String)> {
    let (call, fails) = test(&branch.cond)?;
    let search = Expr::MethodCall(call.clone());
    let Attempt::Recognised(chain) = parse::parse_chain(&search, None, environment) else {
        return None;
    };
    let stream = &chain.stream;
    let direct = matches!(stream.adapters.as_slice(), [] | [Adapter::Copied]);
    let Source::Array(array) = &stream.source else {
        return None;
    };
    let worker = *chain.consumer.workers().first()?;
    let asks = matches!(
        chain.consumer.question(),
        Some(Question::Any | Question::All)
    );
    let Expr::Closure(closure) = strip(call.args.first()?) else {
        return None;
    };
    let [pattern] = closure.inputs.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    if !direct
        || !asks
        || array.access != Access::ByReference
        || array.number.is_none()
        || stream.parallel.is_some()
        || closure.capture.is_some()
        || matches!(&*closure.body, Expr::Block(_) | Expr::Paren(_))
        || !worker.judgment.inline
    {
        return None;
    }
    let here = Span::mixed_site().located_at(branch.if_token.span);
    let made_up = |name: &str| Ident::new(name, Span::mixed_site());
    let (element, passes) = (made_up("loopfuse__checked"), made_up("loopfuse__passes"));
    let (elements, test, then) = (&call.receiver, &closure.body, &branch.then_branch);
    let leaves = match fails {
        true => quote_spanned!(here=> if #passes #then),
        false => quote_spanned!(here=> if !#passes #then),
    };
    let looped = quote_spanned! {here=>
        for #element in #elements {
            let #passes = {
                let #pattern = #element;
                #test
            };
            #leaves
        }
    };
    let looped = syn::parse2::<Expr>(looped).ok()?;
    let recognised = matches!(
        parse::parse_loop(&looped, environment),
        Attempt::Recognised(_)
    );
    recognised.then(|| (looped, spelling(&array.name)))
}

/// True if behind a statement floats of an array are added up in their order.
fn is_summed(rewriting: &Rewriting<'_>, index: usize, array: &str, result: Option<&Type>) -> bool {
    let (region, _) = read(&rewriting.stmts, rewriting.start, result);
    let reads = |chain: &Chain| matches!(&chain.stream.source, Source::Array(source) if source.name == array);
    let waits = |hole: &Hole| {
        let consumer = &hole.chain.consumer;
        reads(&hole.chain)
            && (consumer.adds().is_some_and(Scalar::is_float)
                || consumer
                    .body()
                    .is_some_and(|body| body.kept.waits && !body.outward))
    };
    let behind = region.statements.iter().skip(index + 1);
    behind.flat_map(|statement| statement.holes()).any(waits)
}

/// The loops that may leave the function and that others share, as text, if those keep numbers alone: nothing is allocated in vain.
/// See Note [What a failed check costs].
pub(crate) fn shared(region: &Region, lowered: &Lowered<'_>, loops: &[Loop]) -> Vec<String> {
    let mut shared = Vec::new();
    for nest in loops {
        let chain = |id: &BindingId| lowered.program.binding(*id).chain;
        let chains = nest.cluster.iter().map(chain).collect::<SortedSet<_>>();
        let chains = chains.iter().filter_map(|chain| lowered.chain(*chain));
        let chains = chains.collect::<Vec<_>>();
        let stores = |outcome: &Outcome| matches!(outcome, Outcome::Stored { .. });
        if chains.len() < 2 || nest.outcomes.iter().any(stores) {
            continue;
        }
        for chain in &chains {
            if chain.chain.consumer.body().is_some_and(|body| body.outward) {
                let written = &region.statements[chain.statement].tokens;
                shared.push(written.to_token_stream().to_string());
            }
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::Signature;

    fn loop_of(statement: &str) -> Option<String> {
        let signature: Signature =
            syn::parse_quote!(fn f(xs: &[f64], names: &[String], limit: f64));
        let stmt: Stmt = syn::parse_str(statement).expect("a statement");
        let environment = Environment::of_signature(&signature);
        let (looped, array) = looped(failing(&stmt)?, &environment)?;
        assert_eq!(array, "xs");
        Some(looped.to_token_stream().to_string())
    }

    #[test]
    fn a_check_that_fails_is_a_loop() {
        for statement in [
            "if xs.iter().any(|x| x.is_nan()) { return Err(limit); }",
            "if !xs.iter().copied().all(|x: f64| x > limit) { return None; }",
            "if (xs.iter().any(|&x| x < limit)) { return f64::NAN }",
        ] {
            assert!(may_be(&syn::parse_str(statement).expect("a statement")));
            let looped = loop_of(statement).expect("a loop");
            assert!(looped.starts_with("for loopfuse__checked in"), "{looped}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for statement in [
            "if xs.iter().any(|x| x.is_nan()) { return Ok(limit); }",
            "if xs.iter().any(|x| x.is_nan()) { return; }",
            "if xs.iter().any(|x| x.is_nan()) { break; }",
            "if xs.iter().any(|x| x.is_nan()) { if limit > 0.0 { continue; } return None; }",
            "if xs.iter().any(|x| x.is_nan()) { leave!(); return None; }",
            "if xs.iter().any(|x| x.is_nan()) { return None; } else { log(); }",
            "if !xs.iter().any(|x| x.is_nan()) { return None; }",
            "if xs.iter().any(is_bad) { return None; }",
            "if xs.iter().any(move |x| *x < limit) { return None; }",
            "if xs.iter().any(|x| { if *x < limit { return true; } x.is_nan() }) { return None; }",
            "if xs.iter().map(|x| x * 2.0).any(|x| x < limit) { return None; }",
            "if names.iter().any(|name| name.is_empty()) { return None; }",
            "if xs.iter().any(|x| x.is_nan()) && limit > 0.0 { return None; }",
            "let bad = xs.iter().any(|x| x.is_nan());",
        ] {
            assert_eq!(loop_of(statement), None, "{statement}");
        }
    }
}
