//! Closures that workers make and give away, with what they hold.
//!
//! In: a worker. Out: whether its value may have a closure in it, or the future of an `async` block, that holds what the worker
//! has made. What such a thing holds rustc knows when it has checked the function around it, so that no question about
//! threads can be asked of its type before; what it holds of outside is asked for as the worker's own captures are.

use super::mentions::Mentions;
use super::patterns;
use super::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use syn::{Block, Expr, ExprClosure, Pat, Stmt};

/// Methods of std's that use up the closures of what they are called on, and their own.
const USES_UP: [&str; 40] = [
    "all",
    "and_then",
    "any",
    "collect",
    "count",
    "dot",
    "eq",
    "find",
    "find_map",
    "fold",
    "for_each",
    "is_none_or",
    "is_some_and",
    "is_some",
    "is_none",
    "join",
    "last",
    "len",
    "map_or",
    "map_or_else",
    "max",
    "max_by",
    "max_by_key",
    "min",
    "min_by",
    "min_by_key",
    "nth",
    "ok_or_else",
    "or_else",
    "partition",
    "position",
    "product",
    "reduce",
    "rposition",
    "sum",
    "then",
    "try_fold",
    "unwrap_or_default",
    "unwrap_or_else",
    "unzip",
];

/// True if a worker may give away closures that hold what it has made, or, but for the first one, what it is given.
pub(crate) fn gives_closures(worker: &ExprClosure, first: bool) -> bool {
    let mut inside = Bound(SortedSet::new());
    inside.visit_expr(&worker.body);
    if !first {
        inside
            .0
            .extend(worker.inputs.iter().flat_map(patterns::binds));
    }
    let search = Search { inside: inside.0 };
    search.holds(&worker.body, &SortedSet::new())
}

/// Names that are bound somewhere inside.
struct Bound(SortedSet<String>);

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat(&mut self, pattern: &'ast Pat) {
        self.0.extend(patterns::binds(pattern));
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        // Its own parameters are nothing that it holds, unless a closure in it does.
        let mut within = Within(false);
        within.visit_expr(&closure.body);
        if within.0 {
            self.0
                .extend(closure.inputs.iter().flat_map(patterns::binds));
        }
        self.visit_expr(&closure.body);
    }
}

/// Whether there is a closure inside.
struct Within(bool);

impl<'ast> Visit<'ast> for Within {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 |= matches!(expr, Expr::Closure(_) | Expr::Async(_));
        visit::visit_expr(self, expr);
    }
}

struct Search {
    /// What is made inside of the worker.
    inside: SortedSet<String>,
}

impl Search {
    /// True if a value may hold such a closure; `held` are locals that do.
    fn holds(&self, value: &Expr, held: &SortedSet<String>) -> bool {
        let of = |value: &Expr| self.holds(value, held);
        match value {
            Expr::Closure(closure) => {
                !self.inside.is_disjoint(&Mentions::of_expr(value).read) || of(&closure.body)
            }
            Expr::Async(_) => !self.inside.is_disjoint(&Mentions::of_expr(value).read),
            Expr::Block(block) => self.block_holds(&block.block, held),
            Expr::Unsafe(block) => self.block_holds(&block.block, held),
            Expr::If(choice) => {
                self.block_holds(&choice.then_branch, held)
                    || choice.else_branch.iter().any(|(_, value)| of(value))
            }
            Expr::Match(choice) => choice.arms.iter().any(|arm| of(&arm.body)),
            Expr::Paren(paren) => of(&paren.expr),
            Expr::Group(group) => of(&group.expr),
            Expr::Reference(reference) => of(&reference.expr),
            Expr::Try(tried) => of(&tried.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().any(of),
            Expr::Array(array) => array.elems.iter().any(of),
            Expr::Struct(made) => made.fields.iter().any(|field| of(&field.expr)),
            Expr::Call(call) => call.args.iter().any(of),
            Expr::MethodCall(call) if USES_UP.contains(&&*call.method.to_string()) => {
                self.uses_up(value, held)
            }
            Expr::MethodCall(call) => of(&call.receiver) || call.args.iter().any(of),
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| held.contains(&spelling(name))),
            _ => false,
        }
    }

    /// The same of a call that uses up closures: what they make themselves may be left.
    fn uses_up(&self, value: &Expr, held: &SortedSet<String>) -> bool {
        match value {
            Expr::MethodCall(call) => {
                self.uses_up(&call.receiver, held)
                    || call.args.iter().any(|value| self.uses_up(value, held))
            }
            Expr::Closure(closure) => self.holds(&closure.body, held),
            other => self.holds(other, held),
        }
    }

    fn block_holds(&self, block: &Block, held: &SortedSet<String>) -> bool {
        let mut held = held.clone();
        for stmt in &block.stmts {
            if let Stmt::Local(local) = stmt
                && let Some(init) = &local.init
                && self.holds(&init.expr, &held)
            {
                held.extend(patterns::binds(&local.pat));
            }
        }
        match block.stmts.last() {
            Some(Stmt::Expr(value, None)) => self.holds(value, &held),
            _ => false,
        }
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
