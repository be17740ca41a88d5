//! Arrays in a field of a struct whose type nobody sees, `held.values.iter()`, as those of `self` are. In: the parameters of a function.
//! Out: for some of them a field that has taken their place.

use crate::function::expression::{Expression, Variable};
use crate::function::statement::{Shown, Statement};

use super::Generator;
use super::random::Random;

/// Of a hundred functions, how many hold an array so.
const SHARE: usize = 25;

impl Generator {
    /// Decides whether the function of a seed holds arrays in fields, by choices apart from all others: so the functions that do not
    /// are the same as ever.
    pub(crate) fn meet_held(&mut self, seed: u64) {
        self.holds = Random::new(seed ^ 0x0068_656c_6420_6279).percent(SHARE);
    }

    /// `let held = hold(xs);`: what is named from there on is `held.values`.
    pub(crate) fn held_parameters(&mut self, body: &mut Vec<Statement>, parameters: &[Variable]) {
        if !self.holds {
            return;
        }
        let mut number = 0;
        for parameter in parameters {
            let Some(entry) = self.entry(*parameter) else {
                continue;
            };
            if !entry.is_array() || !self.random.percent(70) {
                continue;
            }
            let value = self.take(*parameter);
            let is = value.is.clone();
            let lent = is.references() == 1 && is.is_copy() && self.random.percent(40);
            let mut value = Expression::call(is.clone(), "hold", vec![value]);
            if lent {
                value = Expression::unary(is, "&", value);
            }
            number += 1;
            let name = match number {
                1 => "held.values".to_owned(),
                _ => format!("held{number}.values"),
            };
            let value = value.tagged("array that a struct holds");
            let held = self.bind_as(body, &name, Shown::Inside, value);
            if let Some(entry) = self.entry(*parameter) {
                entry.ended = true;
            }
            if let Some(entry) = self.entry(held) {
                entry.parameter = entry.is.references() > 0;
                entry.borrows.clear();
            }
        }
    }
}
