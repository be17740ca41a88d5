//! What follows a chain that finds something: `.max().map(|m| m + 1)`, `.position(..).unwrap_or_default()`.
//!
//! In: the expression around a chain. Out: whether its value is visibly an `Option` of std, so that
//! the methods of `Option` mean what std means by them, and whether what such a method calls is pure.

use super::statement::Hole;
use crate::ops::chain::Consumer;
use crate::rust::cause::{Cause, Refusal};
use crate::rust::environment::Environment;
use crate::rust::mentions::Mentions;
use crate::rust::purity::purity;
use crate::rust::std_names;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Type};

/// True if an expression, in which chains are replaced by their placeholders, is an `Option`.
pub(crate) fn gives_option(expr: &Expr, holes: &[Hole]) -> bool {
    match expr {
        Expr::Paren(paren) => gives_option(&paren.expr, holes),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            std_names::is(&name, call.args.len(), std_names::OPTION_AGAIN)
                && gives_option(&call.receiver, holes)
        }
        _ => holes
            .iter()
            .find(|hole| hole.is(expr))
            .is_some_and(|hole| finds(&hole.chain.consumer)),
    }
}

fn finds(consumer: &Consumer) -> bool {
    let option = |ty: &Type| {
        matches!(ty, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
    };
    consumer.gives_element() || consumer.gives().as_ref().is_some_and(option)
}

/// What an argument mentions that a method of `Option` calls, at most once; `None` for one that is a
/// value.
///
/// # Errors
/// If calling it may have an effect.
pub(crate) fn worker(
    call: &ExprMethodCall,
    index: usize,
    environment: &Environment,
) -> Result<Option<Mentions>, Refusal> {
    let argument = &call.args[index];
    let constant = match (&*call.method.to_string(), index) {
        ("ok_or" | "or", _) | ("map_or", 0) => return Ok(None),
        ("unwrap_or_else", _) => true,
        _ => false,
    };
    // What a function without arguments returns may be another thing each time.
    if constant && !matches!(argument, Expr::Closure(_)) {
        return Err(Refusal::new(argument.span(), Cause::Position));
    }
    if let Err(why) = purity(argument, environment, &[]) {
        return Err(Refusal::new(why.span, Cause::ImpureWorker(why.reason)));
    }
    let mut mentions = Mentions::of_expr(argument);
    if matches!(argument, Expr::Closure(closure) if closure.capture.is_some()) {
        mentions.moved.extend(mentions.read.iter().cloned());
    }
    Ok(Some(mentions))
}
