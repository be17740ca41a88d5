//! Closures that workers make and give away, with what they hold.
//!
//! In: a worker. Out: whether its value may have a closure in it, or the future of an `async` block, that holds what the worker
//! has made. What such a thing holds rustc knows when it has checked the function around it, so that no question about
//! threads can be asked of its type before; what it holds of outside is asked for as the worker's own captures are.

use super::mentions::Mentions;
use super::patterns::binds;
use super::spelling::{among, spelling};
use super::term::{Block, Is, Step, Term};
use crate::sorted::SortedSet;
use syn::{Expr, ExprClosure, Pat};

/// Methods of std's that use up the closures of what they are called on, and their own.
const USES_UP: &str = "all and_then any collect count dot eq find find_map fold for_each is_none_or is_some_and is_some \
    is_none join last len map_or map_or_else max max_by max_by_key min min_by min_by_key nth ok_or_else or_else partition \
    position product reduce rposition sum then try_fold unwrap_or_default unwrap_or_else unzip";

/// True if a worker may give away closures that hold what it has made, or, but for the first one, what it is given.
pub(crate) fn gives_closures(worker: &ExprClosure, first: bool) -> bool {
    let body = Term::of(&worker.body);
    let mut inside = SortedSet::new();
    bound(&body, &mut inside);
    if !first {
        inside.extend(worker.inputs.iter().flat_map(binds));
    }
    Search { inside }.holds(&body, &SortedSet::new())
}

/// Names that are bound somewhere inside.
fn bound(term: &Term<'_>, names: &mut SortedSet<String>) {
    let mut bind = |pattern: &Pat| names.extend(binds(pattern));
    match &term.is {
        // Its own parameters are nothing that it holds, unless a closure in it does.
        Is::Closure(closure, _, body) if body.any(&makes_closure) => {
            closure.inputs.iter().for_each(bind);
        }
        Is::Let(bound, _) | Is::For(bound, ..) => bind(bound.pattern),
        Is::Match(_, arms) => arms.iter().for_each(|arm| bind(arm.bound.pattern)),
        _ => {}
    }
    for step in term.inner_block().iter().flat_map(|block| &block.steps) {
        if let Step::Let(step) = step {
            names.extend(binds(step.bound.pattern));
        }
    }
    term.parts().into_iter().for_each(|part| bound(part, names));
}

fn makes_closure(term: &Term<'_>) -> bool {
    matches!(term.expr, Expr::Closure(_) | Expr::Async(_))
}

struct Search {
    /// What is made inside of the worker.
    inside: SortedSet<String>,
}

impl Search {
    /// True if a value may hold such a closure; `held` are locals that do.
    fn holds(&self, value: &Term<'_>, held: &SortedSet<String>) -> bool {
        let of = |value: &Term<'_>| self.holds(value, held);
        if makes_closure(value) && !self.inside.is_disjoint(&Mentions::of_expr(value.expr).read) {
            return true;
        }
        match &value.is {
            Is::Closure(.., body) => of(body),
            Is::Block(block) => self.block_holds(block, held),
            Is::Keyword(block) if matches!(value.expr, Expr::Unsafe(_)) => {
                self.block_holds(block, held)
            }
            Is::If(_, then, other) => {
                self.block_holds(then, held) || other.as_deref().is_some_and(of)
            }
            Is::Match(_, arms) => arms.iter().any(|arm| of(&arm.body)),
            Is::Reference(_, value) | Is::Try(value) => of(value),
            Is::Tuple(parts) | Is::Array(parts) | Is::Struct(parts, _) | Is::Call(_, parts) => {
                parts.iter().any(of)
            }
            Is::Method(call) if among(USES_UP, &call.name) => self.uses_up(value, held),
            Is::Method(_) => value.parts().into_iter().any(of),
            Is::Path(path) => path
                .ident()
                .is_some_and(|name| held.contains(&spelling(name))),
            _ => false,
        }
    }

    /// The same of a call that uses up closures: what they make themselves may be left.
    fn uses_up(&self, value: &Term<'_>, held: &SortedSet<String>) -> bool {
        match &value.is {
            Is::Method(_) => value
                .parts()
                .into_iter()
                .any(|part| self.uses_up(part, held)),
            Is::Closure(.., body) => self.holds(body, held),
            _ => self.holds(value, held),
        }
    }

    fn block_holds(&self, block: &Block<'_>, held: &SortedSet<String>) -> bool {
        let mut held = held.clone();
        for step in &block.steps {
            if let Step::Let(step) = step
                && let Some(value) = &step.value
                && self.holds(value, &held)
            {
                held.extend(binds(step.bound.pattern));
            }
        }
        block.value().is_some_and(|value| self.holds(value, &held))
    }
}

#[cfg(test)]
mod tests {
    use super::gives_closures;

    #[test]
    fn closures_in_values() {
        for (worker, first, others) in [
            ("|x| x + 1", false, false),
            ("|x| move |y| y + x", false, true),
            ("|x| { let by = of(x); move |y| y + by }", true, true),
            (
                "|x| { let by = of(x); let add = move |y| y + by; (1, add) }",
                true,
                true,
            ),
            ("|x| { let by = of(x); async move { by } }", true, true),
            (
                "|x| { let by = of(x); xs.iter().map(move |y| y + by) }",
                true,
                true,
            ),
            (
                "|x| { let by = of(x); xs.iter().map(|y| y + by).sum::<f64>() }",
                false,
                false,
            ),
            (
                "|x| { let by = of(x); xs.iter().map(|y| y + by).max().unwrap_or(0) }",
                false,
                false,
            ),
            (
                "|x| { let by = of(x); let add = |y| y + by; add(add(1)) }",
                false,
                false,
            ),
            (
                "|x| xs.iter().map(|y| { let by = of(y); move || by }).collect()",
                true,
                true,
            ),
            ("|x| Some(|y| y + k)", false, false),
        ] {
            let closure: syn::ExprClosure = syn::parse_str(worker).expect("a closure");
            assert_eq!(gives_closures(&closure, true), first, "{worker}");
            assert_eq!(gives_closures(&closure, false), others, "{worker}");
        }
    }
}
