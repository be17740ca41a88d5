//! Prints a [`Model`] as fig. 1.15 of paper 001 does: one equation a constraint.

use super::model::{Constraint, Model, Variable};
use std::fmt;

impl Model {
    /// The name of a variable, as in `x[sum1,gts]`.
    #[must_use]
    pub fn name(&self, variable: Variable) -> String {
        let array = |index: usize| self.array_labels.get(index).map_or("?", String::as_str);
        match variable {
            Variable::Apart(i, j) => format!("x[{},{}]", self.group(i), self.group(j)),
            Variable::Position(i) => format!("pi[{}]", self.group(i)),
            Variable::Manifest(a) => format!("c[{}]", array(a)),
            Variable::Read(a, j) => format!("r[{},{}]", array(a), self.group(j)),
            Variable::First(j) => format!("l[{}]", self.group(j)),
        }
    }

    fn group(&self, group: usize) -> &str {
        self.labels.get(&group).map_or("?", String::as_str)
    }

    /// A constraint as its equation, as in fig. 1.15.
    #[must_use]
    pub fn equation(&self, constraint: &Constraint) -> String {
        let n = self.positions();
        let x = |i: usize, j: usize| format!("x[{},{}]", self.group(i), self.group(j));
        let between = |i: usize, j: usize| format!("pi[{}] - pi[{}]", self.group(j), self.group(i));
        let c = |a: usize| self.name(Variable::Manifest(a));
        let pair = |i: usize, j: usize| x(i.min(j), i.max(j));
        let alone = |earlier: &[usize], group: usize| {
            let terms = earlier
                .iter()
                .map(|i| format!(" - (1 - {})", pair(*i, group)));
            format!("1{}", terms.collect::<String>())
        };
        match constraint {
            Constraint::Unordered(i, j) => {
                let x = x(*i, *j);
                format!("-{n} {x} <= {} <= {n} {x}", between(*i, *j))
            }
            Constraint::Fusible(i, j) => {
                let x = pair(*i, *j);
                format!("{x} <= {} <= {n} {x}", between(*i, *j))
            }
            Constraint::Precedes(i, j) => {
                format!("pi[{}] < pi[{}]", self.group(*i), self.group(*j))
            }
            Constraint::Contracted {
                array,
                producer,
                reader,
            } => {
                format!("{} <= {}", pair(*producer, *reader), c(*array))
            }
            Constraint::InMemory { array } => format!("{} = 1", c(*array)),
            Constraint::Separate(i, j) => format!("{} = 1", x(*i, *j)),
            Constraint::Concestor { needs, pair } => {
                format!("{} <= {}", x(needs.0, needs.1), x(pair.0, pair.1))
            }
            Constraint::Transitive { i, j, k } => {
                format!("{} <= {} + {}", pair(*i, *k), pair(*i, *j), pair(*j, *k))
            }
            Constraint::FirstRead {
                array,
                reader,
                earlier,
            } => {
                let read = self.name(Variable::Read(*array, *reader));
                format!("{read} >= {}", alone(earlier, *reader))
            }
            Constraint::FirstOfCluster { group, earlier } => {
                let first = self.name(Variable::First(*group));
                format!("{first} >= {}", alone(earlier, *group))
            }
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms: Vec<String> = self
            .objective
            .iter()
            .filter(|(_, weight)| **weight > 0)
            .map(|(variable, weight)| format!("{weight} {}", self.name(*variable)))
            .collect();
        if self.constant > 0 || terms.is_empty() {
            terms.push(self.constant.to_string());
        }
        writeln!(f, "Minimise {}", terms.join(" + "))?;
        writeln!(f, "Subject to")?;
        for constraint in &self.constraints {
            writeln!(f, "  {}", self.equation(constraint))?;
        }
        Ok(())
    }
}
