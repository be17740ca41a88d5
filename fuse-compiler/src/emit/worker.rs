//! Workers as forms of a loop write them (docs/DESIGN.md section 3, *Workers*).
//!
//! In: a worker. Out: the same without branches, where all of it may be computed for each element.

use super::asked;
pub(super) use crate::ops::apply::{apply, bind, with_effect};
use crate::ops::chain::Worker;
use crate::rust::totality::Totality;
use crate::rust::worker::inlined_body;
use proc_macro2::TokenStream;
use syn::Expr;

/// The worker with `&` for `&&` and `|` for `||`, if both of their sides may always run: nothing
/// can be mispredicted, and several tests of one loop stay apart.
pub(super) fn without_branches(runtime: &TokenStream, worker: &Worker) -> Worker {
    if worker.is_cheap() {
        straight(runtime, worker, &worker.judgment.totality)
    } else {
        worker.clone()
    }
}

/// The same worker, as [`without_branches`], of which all may be computed for each element.
pub(super) fn at_once(runtime: &TokenStream, worker: &Worker) -> Worker {
    straight(runtime, worker, &worker.judgment.sides)
}

fn straight(runtime: &TokenStream, worker: &Worker, totality: &Totality) -> Worker {
    let mut worker = worker.clone();
    if let Expr::Closure(closure) = &worker.expr
        && worker.term().branches()
    {
        let mut closure = closure.clone();
        *closure.body = asked::straightened(runtime, inlined_body(&closure), totality);
        worker.expr = Expr::Closure(closure);
    }
    worker
}
