//! Constraint solving (paper 001, section 1.3.3): first-order unification with rigid variables.
//!
//! In: equalities. Out: a substitution. An equality comes in two strengths. A *demand* of a
//! combinator must be guaranteed for every input, so it may bind unification variables and nothing
//! else. A *fact* is known to hold, so it may also identify rigid variables; one that gives nothing
//! to substitute is of no use, and ignored.

use super::{Constraints, Size};
use crate::cnf::BindingId;

#[derive(Clone, Debug)]
enum Slot {
    Free,
    Rigid,
    /// What the variable stands for, and which binding's demand said so.
    Bound(Size, Option<BindingId>),
}

/// A substitution that is being built.
#[derive(Clone, Debug)]
pub(super) struct Solver {
    slots: Vec<Slot>,
    /// By how much facts may still multiply the number of variables in a term.
    growth: usize,
}

/// What no term grows beyond by way of the program: a size made of more is a variable of its own,
/// equal to nothing else. Arrays chained to themselves double at every step.
const WEIGHT: usize = 64;

impl Solver {
    pub(super) fn new(constraints: &Constraints) -> Solver {
        let slot = |variable| {
            if constraints.rigid(variable) {
                Slot::Rigid
            } else {
                Slot::Free
            }
        };
        Solver {
            slots: (0..constraints.variables()).map(slot).collect(),
            growth: WEIGHT,
        }
    }

    /// Applies the substitution, all the way down.
    pub(super) fn resolve(&self, size: &Size) -> Size {
        size.substitute(&mut |variable| match &self.slots[variable] {
            Slot::Bound(term, _) => self.resolve(term),
            Slot::Free | Slot::Rigid => Size::Variable(variable),
        })
    }

    /// The size that a combinator computes for its output, which nothing else binds. A term that grew
    /// too large is forgotten, so that the output is equal to nothing else.
    pub(super) fn define(&mut self, output: usize, size: &Size, cause: BindingId) -> bool {
        let size = self.resolve(size);
        if size.weight() > WEIGHT && self.free(output) {
            self.slots[output] = Slot::Rigid;
            return true;
        }
        self.demand(&Size::Variable(output), &size, cause)
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.slots.len()
    }

    /// True if the variable may not be unified with other sizes.
    pub(super) fn rigid(&self, variable: usize) -> bool {
        matches!(self.slots[variable], Slot::Rigid)
    }

    /// Makes both sides equal for `cause`'s sake. False if that cannot be guaranteed.
    pub(super) fn demand(&mut self, left: &Size, right: &Size, cause: BindingId) -> bool {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return true;
        }
        match (&left, &right) {
            (Size::Variable(a), Size::Variable(b)) if self.free(*a) && self.free(*b) => {
                // The older name stays.
                self.bind((*a).max(*b), Size::Variable((*a).min(*b)), Some(cause));
                true
            }
            (Size::Variable(variable), term) | (term, Size::Variable(variable))
                if self.free(*variable) && !term.mentions(*variable) =>
            {
                self.bind(*variable, term.clone(), Some(cause));
                true
            }
            (Size::Product(a, b), Size::Product(c, d)) => {
                self.demand(a, c, cause) && self.demand(b, d, cause)
            }
            (Size::Less(a, less), Size::Less(b, other)) if less == other => {
                self.demand(a, b, cause)
            }
            (
                Size::Ratio { of: a, by, up },
                Size::Ratio {
                    of: b,
                    by: other,
                    up: other_up,
                },
            ) if by == other && up == other_up => self.demand(a, b, cause),
            (Size::Sum(a), Size::Sum(b)) => match differ(a, b) {
                Some((a, b)) => self.demand(&a, &b, cause),
                None => false,
            },
            _ => false,
        }
    }

    /// Uses the knowledge that both sides are equal, as far as it gives something to substitute.
    ///
    /// Equal products do not have equal factors, nor do equal differences start from equal sizes
    /// (both may be nothing), so nothing follows from those; equal sums of which all parts but one are
    /// the same have that one the same too. Nor does a fact give a parameter a rigid size, which would
    /// be an error.
    pub(super) fn fact(&mut self, left: &Size, right: &Size) {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return;
        }
        let (variable, term) = match (&left, &right) {
            (Size::Variable(a), Size::Variable(b)) => match (self.free(*a), self.free(*b)) {
                // The rigid side gives way.
                (true, false) => (*b, &left),
                (false, true) => (*a, &right),
                _ if a < b => (*b, &left),
                _ => (*a, &right),
            },
            (Size::Variable(variable), term) | (term, Size::Variable(variable)) => {
                (*variable, term)
            }
            (Size::Sum(a), Size::Sum(b)) => {
                if let Some((a, b)) = differ(a, b) {
                    self.fact(&a, &b);
                }
                return;
            }
            _ => return,
        };
        let harmful = self.free(variable) && self.rigid_in(term).is_some();
        if harmful || term.mentions(variable) || term.weight() > WEIGHT {
            return;
        }
        // A fact about a variable goes into every term that has it.
        let mut times = 0_usize;
        term.variables(&mut |_| times += 1);
        if times < 2 || self.growth / times > 0 {
            self.growth /= times.max(1);
            self.bind(variable, term.clone(), None);
        }
    }

    /// If the size mentions a rigid variable, the last binding whose demand brought that about
    /// (`None` within, if no demand did).
    pub(super) fn rigid_in(&self, size: &Size) -> Option<Option<BindingId>> {
        let mut found = None;
        size.variables(&mut |variable| {
            let blame = match &self.slots[variable] {
                Slot::Free => None,
                Slot::Rigid => Some(None),
                Slot::Bound(term, cause) => self.rigid_in(term).map(|inner| inner.max(*cause)),
            };
            found = found.max(blame);
        });
        found
    }

    fn free(&self, variable: usize) -> bool {
        matches!(self.slots[variable], Slot::Free)
    }

    fn bind(&mut self, variable: usize, term: Size, cause: Option<BindingId>) {
        self.slots[variable] = Slot::Bound(term, cause);
    }
}

/// What is left of two sums without the parts that they have in common, if that is one part each.
fn differ(a: &[Size], b: &[Size]) -> Option<(Size, Size)> {
    let (mut left, mut right) = (Vec::new(), b.to_vec());
    for part in a {
        match right.iter().position(|other| other == part) {
            Some(index) => drop(right.remove(index)),
            None => left.push(part.clone()),
        }
    }
    match (left.as_slice(), right.as_slice()) {
        ([a], [b]) => Some((a.clone(), b.clone())),
        _ => None,
    }
}
