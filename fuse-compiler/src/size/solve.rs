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
}

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
        }
    }

    /// Applies the substitution, all the way down.
    pub(super) fn resolve(&self, size: &Size) -> Size {
        size.substitute(&mut |variable| match &self.slots[variable] {
            Slot::Bound(term, _) => self.resolve(term),
            Slot::Free | Slot::Rigid => Size::Variable(variable),
        })
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
            _ => false,
        }
    }

    /// Uses the knowledge that both sides are equal, as far as it gives something to substitute.
    ///
    /// Equal products do not have equal factors, so nothing follows from those. Nor does a fact give
    /// a parameter a rigid size, which would be an error.
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
            _ => return,
        };
        let harmful = self.free(variable) && self.rigid_in(term).is_some();
        if !harmful && !term.mentions(variable) {
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
