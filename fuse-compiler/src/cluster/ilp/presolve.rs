//! Makes a program smaller without losing a best solution.
//!
//! In: a [`Model`]. Out: [`Reduced`]: bounds for every variable, and the rows that still say
//! something. Each rule keeps every assignment that [`Model::assignment`] can give:
//!
//! - a bound that a row implies, given the bounds of its other variables (all variables of such an
//!   assignment are integers, so bounds round inwards);
//! - a row that the bounds imply is dropped, and of equal rows all but one;
//! - a binary variable's coefficient is lowered to what the row can use (this shrinks the `N` of
//!   fig. 1.14 to the distance that two positions can have).

use super::model::{Model, Row, Variable};
use crate::sorted::{SortedMap, SortedSet};

/// A model with bounds.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// What is minimised.
    pub objective: SortedMap<Variable, u64>,
    /// A constant part of the objective.
    pub constant: u64,
    /// The smallest and the largest value of every variable; equal if it is decided.
    pub bounds: SortedMap<Variable, (i64, i64)>,
    /// The rows over the variables that are not decided.
    pub rows: Vec<Row>,
}

impl Reduced {
    /// Reduces a model.
    #[must_use]
    pub fn new(model: &Model) -> Reduced {
        let highest = |variable: &Variable| match variable {
            Variable::Position(_) => (model.positions() - 1).max(0),
            _ => 1,
        };
        let mut reduced = Reduced {
            objective: model.objective.clone(),
            constant: model.constant,
            bounds: model
                .objective
                .keys()
                .map(|v| (*v, (0, highest(v))))
                .collect(),
            rows: model
                .constraints
                .iter()
                .flat_map(|c| model.rows(c))
                .collect(),
        };
        while reduced.tighten() {}
        reduced.substitute();
        reduced.settle();
        reduced
    }

    /// The variables that are not decided.
    pub fn open(&self) -> impl Iterator<Item = Variable> + '_ {
        self.bounds
            .iter()
            .filter(|(_, (low, high))| low < high)
            .map(|(variable, _)| *variable)
    }

    /// The value of a variable, if it is decided.
    #[must_use]
    pub fn decided(&self, variable: Variable) -> Option<i64> {
        let (low, high) = self.bounds.get(&variable)?;
        (low >= high).then_some(*low)
    }

    /// The least that a term can be.
    fn least(&self, (variable, factor): (Variable, i64)) -> i64 {
        let (low, high) = self.bounds[&variable];
        if factor > 0 {
            factor * low
        } else {
            factor * high
        }
    }

    /// The most that a term can be.
    fn most(&self, (variable, factor): (Variable, i64)) -> i64 {
        -self.least((variable, -factor))
    }

    /// One round of all rules; true if something changed. Bounds only grow inwards and rows only
    /// vanish or shrink, so it ends.
    fn tighten(&mut self) -> bool {
        let mut changed = false;
        let rows = std::mem::take(&mut self.rows);
        let count = rows.len();
        let mut kept = Vec::with_capacity(count);
        for mut row in rows {
            let least: i64 = row.terms.iter().map(|term| self.least(*term)).sum();
            if least >= row.at_least {
                continue;
            }
            changed |= self.bound_variables(&row);
            changed |= self.lower_coefficients(&mut row);
            kept.push(row);
        }
        changed |= kept.len() < count;
        self.rows = kept;
        changed
    }

    /// Rule one.
    fn bound_variables(&mut self, row: &Row) -> bool {
        let most: i64 = row.terms.iter().map(|term| self.most(*term)).sum();
        let mut changed = false;
        for term in &row.terms {
            let (variable, factor) = *term;
            // factor * variable must make up for what the others cannot reach.
            let needed = row.at_least - (most - self.most(*term));
            let (low, high) = self.bounds[&variable];
            let tightened = if factor > 0 {
                (low.max(ceiling(needed, factor)), high)
            } else {
                (low, high.min(-ceiling(needed, -factor)))
            };
            // Crossed bounds would mean that the program has no solution: leave that to the solver.
            if tightened != (low, high) && tightened.0 <= tightened.1 {
                self.bounds.insert(variable, tightened);
                changed = true;
                // `most` is stale now; it is too large, which only weakens the next bound.
            }
        }
        changed
    }

    /// Rule three.
    fn lower_coefficients(&self, row: &mut Row) -> bool {
        let least: i64 = row.terms.iter().map(|term| self.least(*term)).sum();
        // With the variable at 0 the others give `least` at the worst, and nothing changes; with it
        // at 1 this is enough.
        let enough = row.at_least - least;
        let mut changed = false;
        for (variable, factor) in &mut row.terms {
            if *factor <= 0 || self.bounds[variable] != (0, 1) {
                continue;
            }
            if enough > 0 && enough < *factor {
                *factor = enough;
                changed = true;
            }
        }
        changed
    }

    /// Puts decided variables into the rows, and drops equal rows.
    fn substitute(&mut self) {
        let mut seen = SortedSet::new();
        for mut row in std::mem::take(&mut self.rows) {
            row.terms.retain(|(variable, factor)| {
                let value = self.decided(*variable);
                row.at_least -= value.map_or(0, |value| factor * value);
                value.is_none()
            });
            if seen.insert(row.clone()) {
                self.rows.push(row);
            }
        }
    }

    /// A variable in no row takes its least value, since no weight is negative.
    fn settle(&mut self) {
        let used: SortedSet<Variable> = self
            .rows
            .iter()
            .flat_map(|row| row.terms.iter().map(|(variable, _)| *variable))
            .collect();
        for (variable, bounds) in self.bounds.iter_mut() {
            if !used.contains(variable) {
                bounds.1 = bounds.0;
            }
        }
    }
}

/// `a / b`, rounded up, for `b > 0`.
fn ceiling(a: i64, b: i64) -> i64 {
    -((-a).div_euclid(b))
}
