//! Whether a range runs over all indices of an array.
//!
//! In: the statements in front of a loop. Out: a yes, if what they say about lengths makes the end of the range that of the array, and
//! nothing in between may have made the array another one.

use super::super::{may_bind, name_of, read};
use crate::ops::body::Pushed;
use crate::ops::chain::Stream;
use crate::ops::consumer::collect::Collect;
use crate::ops::consumer::each::Each;
use crate::ops::for_body::pushes::Turn;
use crate::region::{Kind, Statement};
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::times;
use crate::rust::types::{By, Owner};
use crate::rust::visible::asked;
use crate::rust::visit::{self, Visit};
use quote::ToTokens;
use syn::{Expr, Stmt};

/// What is known of lengths behind some statements.
pub(super) struct Lengths<'a> {
    before: &'a [Stmt],
    environment: Environment,
    /// What is equal behind the statement of an index.
    facts: Vec<(usize, Extent, Extent)>,
}

impl<'a> Lengths<'a> {
    pub(super) fn before(before: &'a [Stmt], start: &Environment) -> Lengths<'a> {
        let (region, environment) = read(before, start, None);
        let mut facts = Vec::new();
        // A statement that was taken apart is none of these.
        if region.statements.len() == before.len() {
            for (index, statement) in region.statements.iter().enumerate() {
                facts.extend(
                    said(statement)
                        .into_iter()
                        .map(|(one, other)| (index, one, other)),
                );
            }
        }
        Lengths {
            before,
            environment,
            facts,
        }
    }

    /// Whether a name is visibly an array whose elements are numbers.
    pub(super) fn holds_numbers(&self, array: &str) -> bool {
        let known = self.environment.visible_array(array);
        known.is_some_and(|known| {
            self.environment.primitive_number(&known.element).is_some()
                || self.environment.is_of_numbers(array)
        })
    }

    /// Whether `0..end` are all the indices of what is visibly an array.
    pub(super) fn covers(&self, end: &Expr, array: &str) -> bool {
        let Some(known) = self.environment.visible_array(array) else {
            return false;
        };
        if is_length(end, array) {
            return true;
        }
        // Another integer is no index.
        if matches!(strip(end), Expr::Lit(end) if !["", "usize"].contains(&end.lit.suffix())) {
            return false;
        }
        let goal = Extent::Len(array.to_owned());
        let Some(end) = asked(end, &self.environment, |end| end.extent(&self.environment)) else {
            return false;
        };
        let declared = match &known.owner {
            // A constant of the body may have the name of another one outside.
            Owner::Array(length) => asked(length, &self.environment, |length| {
                length.extent(&self.environment)
            })
            .filter(|length| match length {
                Extent::Number(_) => true,
                Extent::Name(name) => self.environment.lookup(name).is_some(),
                _ => false,
            }),
            Owner::Vec | Owner::Slice | Owner::Box => None,
        };
        let mut equal = vec![end];
        let mut next = 0;
        while let Some(extent) = equal.get(next).cloned() {
            if extent == goal || declared.as_ref() == Some(&extent) {
                return true;
            }
            for (index, one, other) in &self.facts {
                let same = match (*one == extent, *other == extent) {
                    (true, _) => other,
                    (_, true) => one,
                    (false, false) => continue,
                };
                let stay = self.stays(*index, one) && self.stays(*index, other);
                if stay && !equal.contains(same) {
                    equal.push(same.clone());
                }
            }
            next += 1;
        }
        false
    }

    /// Whether a length is behind all statements what it was behind one of them.
    fn stays(&self, index: usize, extent: &Extent) -> bool {
        let between = &self.before[index + 1..];
        let mut stays = !matches!(extent, Extent::Place(_) | Extent::Unknown);
        extent.names(&mut |name, array| {
            stays &= !between.iter().any(|stmt| may_bind(stmt, name));
            if array && !self.is_fixed(name) {
                stays &= between.iter().all(|stmt| keeps_length(stmt, name));
            }
        });
        stays
    }

    /// True for a slice behind a name that is not `mut`: there is no other one to be had.
    fn is_fixed(&self, array: &str) -> bool {
        let slice = self.environment.visible_array(array).is_some_and(|known| {
            matches!(
                (&known.by, &known.owner),
                (By::Shared | By::Mutable, Owner::Slice)
            )
        });
        let known = self.environment.lookup(array);
        slice && known.is_some_and(|known| !known.mutable)
    }
}

/// What a statement says is equal behind it.
fn said(statement: &Statement) -> Vec<(Extent, Extent)> {
    let stated = &statement.stated;
    let scalars = stated.scalars.iter();
    let scalars = scalars.map(|(name, value)| (Extent::Name(name.clone()), value.clone()));
    let arrays = stated.arrays.iter();
    let arrays = arrays.map(|(name, value)| (Extent::Len(name.clone()), value.clone()));
    let made = made(statement);
    let bound = scalars.chain(arrays).chain(made);
    let bound = bound.filter(|(_, value)| {
        let mut own = false;
        value.names(&mut |name, _| own |= statement.binds.iter().any(|bound| bound.name == name));
        // `let n = n + 1;` is about another `n`.
        !own
    });
    let stated = bound.chain(stated.equal.iter().cloned());
    stated.chain(pushed(statement)).collect()
}

/// The length of the `Vec` that a chain makes with as many elements as its source has.
fn made(statement: &Statement) -> Option<(Extent, Extent)> {
    let Kind::Let(binding) = &statement.kind else {
        return None;
    };
    let [bound] = &statement.binds[..] else {
        return None;
    };
    let hole = binding
        .value
        .holes
        .first()
        .filter(|_| binding.value.is_direct())?;
    let vector = hole.chain.consumer.of::<Collect>().is_some()
        && bound.array.as_ref().is_some_and(|array| array.vector);
    let stream = &hole.chain.stream;
    let all = vector && stream.is_one_to_one() && !stream.scans();
    all.then(|| (Extent::Len(bound.name.clone()), length(stream)))
}

/// How many elements a stream gives.
fn length(stream: &Stream) -> Extent {
    match stream.extent() {
        Extent::Span {
            start,
            end,
            inclusive: false,
        } if *start == Extent::Number(0) => *end,
        other => other,
    }
}

/// The lengths of the vectors that a loop finds empty and pushes to once a turn.
fn pushed(statement: &Statement) -> Vec<(Extent, Extent)> {
    let Kind::Each(skeleton) = &statement.kind else {
        return Vec::new();
    };
    let mut lengths = Vec::new();
    for hole in &skeleton.holes {
        let stream = &hole.chain.stream;
        let Some(each) = hole.chain.consumer.of::<Each>() else {
            continue;
        };
        if stream.is_one_to_one() && !stream.scans() && !each.body.outward {
            let once = each
                .pushed
                .iter()
                .filter(|pushed| pushed.turn == Turn::Once);
            let of = |pushed: &Pushed| (Extent::Len(pushed.name.clone()), length(stream));
            lengths.extend(once.map(of));
        }
    }
    lengths
}

/// `array.len()`
fn is_length(expr: &Expr, array: &str) -> bool {
    let Expr::MethodCall(call) = strip(expr) else {
        return false;
    };
    let asks = call.method == "len" && call.args.is_empty() && call.attrs.is_empty();
    asks && name_of(&call.receiver).is_some_and(|name| name == array)
}

/// Whether a statement visibly leaves as many elements in a `Vec`: it mentions it by its elements, or by its length alone.
pub(super) fn keeps_length(stmt: &Stmt, array: &str) -> bool {
    struct Kept<'a>(&'a str, usize);
    impl<'ast> Visit<'ast> for Kept<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let is = |of: &Expr| name_of(of).is_some_and(|name| name == self.0);
            let kept = match expr {
                Expr::Index(index) => is(&index.expr),
                Expr::MethodCall(call) => {
                    let names = ["len", "iter", "iter_mut", "is_empty"];
                    is(&call.receiver) && names.iter().any(|name| call.method == name)
                }
                Expr::Reference(of) => of.mutability.is_none() && is(&of.expr),
                _ => false,
            };
            self.1 += usize::from(kept);
            visit::visit_expr(self, expr);
        }
    }
    let mut kept = Kept(array, 0);
    kept.visit_stmt(stmt);
    kept.1 == times(array, stmt.to_token_stream())
}
