//! Single loops that change the numbers of one array where they stand (docs/DESIGN.md section 10).
//!
//! In: a `for` loop, or a `for_each`, that is left as written. Out: how many elements there must be for the instructions of the machine
//! to be worth a call, as for other [single chains](super::chains).

use super::chains::{is_dear, numbers_of, stored_from};
use super::is_name;
use crate::ops::chain::{Access, Adapter, Chain, Source};
use crate::ops::consumer::each::Each;
use crate::rust::spelling::among;
use crate::rust::term::work::Work;
use crate::rust::term::{Is, Term};
use crate::rust::ty::Scalar;
use syn::Expr;

// Note [Loops in place that gain by wider vectors]
// Measured, plain over fused at 16, 256, 1 K, 16 K and 256 K elements:
//
//   doubles times `k`         0.9 1.3 1.6 1.3 1.2      `i32` times `k`            1.0 1.0 2.6 2.5 2.2
//   `(*x - m) / k`            1.0 2.1 2.1 2.0 2.0      clamped `i32`              1.0 1.0 3.4 2.9 2.7
//   clamped doubles           0.9 1.5 1.9 1.6 1.5      clamped `i64`              0.9 2.7 2.7 2.8 2.8
//   `*x += k * y`             0.9 1.4 1.5 1.3 1.05     products of two `i64`      1.0 2.1 1.7 1.8 1.7
//   `y * y - 2.0 * y + k`     0.9 1.7 1.5 1.4 1.2      singles, a root            1.0 1.0 2.0 2.0 2.0
//
// and of what is not taken: `*x -= y` 0.9 1.4 1.5 1.3 0.94, `y * z + k` 0.8 1.2 1.2 1.0 0.96, `*x += y - z` 0.9 1.3 1.2 1.1 0.87.
//
// Behind a test vectors store behind a mask (the machine of the README is a Zen): `if *x < 0.0 { *x = 0.0; }` 0.5 to 0.6, with `else`
// 0.3 to 0.5. Integers of 8 and 16 bits gain nothing.

/// From how many elements on a loop that changes an array is faster with wider vectors; nothing for any other chain.
pub(super) fn least(chain: &Chain) -> Option<usize> {
    let mut read = Vec::new();
    let changed = changed_in_place(chain, &mut read)?;
    gains(chain, changed, &read).then(|| stored_from(changed))
}

/// The type of the numbers that a loop changes where they stand, if that is all it does. Adds the types of those that it reads beside
/// them.
fn changed_in_place(chain: &Chain, read: &mut Vec<Scalar>) -> Option<Scalar> {
    let each = chain.consumer.of::<Each>()?;
    let Source::Array(array) = &chain.stream.source else {
        return None;
    };
    // What is moved into a loop would be moved into a closure, and rustc say so of who reads it again.
    let lent = match &array.expr {
        Expr::Reference(of) => is_name(&of.expr),
        Expr::MethodCall(_) => is_name(&array.expr),
        _ => false,
    };
    let only = array.access == Access::Mutable
        && lent
        && each.in_place.len() == 1
        && each.only_changes()
        && each.worker.work().vector
        && !each.worker.term().body().any(&|term| !is_elementwise(term));
    for adapter in &chain.stream.adapters {
        match adapter {
            Adapter::Enumerate => read.push(Scalar::named("usize")?),
            Adapter::Zip(other) => numbers_of(other, read)?,
            _ => return None,
        }
    }
    array.number.as_ref().filter(|_| only).and_then(Scalar::of)
}

/// True for what both forms do to the same bits, and vectors to several elements at once. Where an element is stored behind a test, they
/// store behind a mask: 0.3 to 0.5 of one at a time.
fn is_elementwise(term: &Term<'_>) -> bool {
    const SETTLED: &str = "abs clamp powi recip sqrt wrapping_add wrapping_mul wrapping_sub";
    match &term.is {
        Is::Method(call) => among(SETTLED, &call.name),
        Is::Literal(_)
        | Is::Path(_)
        | Is::Unary(..)
        | Is::Binary(..)
        | Is::Assign(..)
        | Is::Cast(..)
        | Is::Block(_) => true,
        _ => false,
    }
}

/// True if what is done to each element costs more than to load and to store it.
fn gains(chain: &Chain, changed: Scalar, read: &[Scalar]) -> bool {
    let mut workers = chain.workers().into_iter();
    let work = workers.clone().map(|worker| worker.work());
    let work = work.fold(Work::default(), Work::and);
    let streams = 1.0 + read.len() as f64;
    let assigns = |term: &Term<'_>| matches!(term.is, Is::Assign(..));
    let assigned = workers.clone().any(|worker| worker.term().any(&assigns));
    let computed = work.operations - f64::from(u8::from(assigned));
    let gains = work.divisions > 0.0
        || computed >= streams
        || changed.is_integer() && workers.any(|worker| worker.term().any(&is_dear));
    let narrow = |of: &Scalar| of.bits() <= changed.bits();
    changed.bits() >= u32::BITS && read.iter().all(narrow) && gains
}

#[cfg(test)]
mod tests {
    use quote::quote;

    /// From how many elements on a loop of a function runs with other instructions.
    fn least(statement: &str) -> Option<usize> {
        let function = format!(
            "fn f(xs: &mut [f64], ys: &[f64], zs: &[f64], ks: &mut [i32], bs: &mut [u8], k: f64) {{ {statement} }}"
        );
        let expanded = crate::expand(quote!(), function.parse().expect("tokens")).to_string();
        let (_, call) = expanded.split_once("dispatched_in_place (")?;
        let (least, _) = call.split_once(',')?;
        Some(least.trim().parse().expect("a number"))
    }

    #[test]
    fn numbers_that_are_changed_where_they_stand_have_wider_vectors() {
        let doubles = Some(256);
        assert_eq!(least("for x in xs.iter_mut() { *x *= k; }"), doubles);
        assert_eq!(least("for x in &mut *xs { *x = (*x - 1.0) / k; }"), None);
        assert_eq!(least("xs.iter_mut().for_each(|x| *x = x.sqrt());"), doubles);
        assert_eq!(
            least("for (x, y) in xs.iter_mut().zip(ys) { let d = y - *x; *x += k * d; }"),
            doubles
        );
        assert_eq!(
            least("for x in ks.iter_mut() { *x = (*x).clamp(0, 9); }"),
            Some(512)
        );
    }

    #[test]
    fn what_memory_limits_has_not() {
        assert_eq!(
            least("for (x, y) in xs.iter_mut().zip(ys) { *x -= y; }"),
            None
        );
        let three = "for ((x, y), z) in xs.iter_mut().zip(ys).zip(zs) { *x = y * z + k; }";
        assert_eq!(least(three), None);
        assert_eq!(
            least("for x in bs.iter_mut() { *x = x.wrapping_mul(3); }"),
            None
        );
    }

    #[test]
    fn nor_has_what_is_stored_behind_a_test() {
        assert_eq!(
            least("for x in xs.iter_mut() { if *x < 0.0 { *x = 0.0; } }"),
            None
        );
        let chosen = "for x in xs.iter_mut() { *x = if *x < 0.0 { *x * k } else { *x }; }";
        assert_eq!(least(chosen), None);
    }

    #[test]
    fn nor_what_does_anything_else() {
        assert_eq!(
            least("let mut n = 0; for x in xs.iter_mut() { *x *= k; n += 1; } let _ = n;"),
            None
        );
        assert_eq!(
            least("for x in xs.iter_mut() { *x = scaled(*x, k); }"),
            None
        );
        assert_eq!(least("for x in xs.iter_mut() { *x = x.max(k) / k; }"), None);
        assert_eq!(
            least("for x in xs.iter_mut() { if *x == k { break; } *x /= k; }"),
            None
        );
    }
}
