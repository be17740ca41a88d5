//! Chains with two values: `unzip`, `partition`, and patterns that take tuples apart.

use crate::function::expression::{Expression, Pattern};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::Generator;
use super::consumers::Turbofish;
use super::scope::Name;
use super::sources::{called, text};

impl Generator {
    /// A `let` with a tuple pattern.
    pub(crate) fn pair_statement(&mut self, body: &mut Vec<Statement>) {
        match self.random.weighted(&[35, 35, 30]) {
            0 => self.unzip(body),
            1 => self.partition(body),
            _ => self.pair_of_chains(body),
        }
    }

    pub(crate) fn bind_pair(
        &mut self,
        body: &mut Vec<Statement>,
        name: Name,
        shown: Shown,
        value: Expression,
        growth: usize,
    ) {
        let Type::Tuple(parts) = value.is.clone() else {
            return;
        };
        let mut bound = Vec::new();
        for part in parts {
            let name = self.fresh_name(name);
            let variable = self.declare(&name, part);
            self.enter(variable).growth = growth;
            bound.push(Pattern::Bind(variable));
        }
        body.push(Statement::Let {
            pattern: Pattern::Tuple(bound),
            shown,
            value,
        });
    }

    fn unzip(&mut self, body: &mut Vec<Statement>) {
        let mut flow = self.source();
        self.adapt(&mut flow);
        let (a, b) = (
            self.style.elements[0].clone(),
            self.style.elements[0].clone(),
        );
        let pair = Type::pair(a.clone(), b.clone());
        if flow.item != pair {
            self.map(&mut flow, &pair);
        }
        let growth = flow.growth;
        let gives = Type::pair(a.vec(), b.vec());
        let (shown, turbofish) = self.shown();
        let call = match turbofish {
            Turbofish::Left => "unzip()",
            Turbofish::Written => "unzip::<_, _, Vec<_>, Vec<_>>()",
        };
        self.consumed(&mut flow, "unzip", vec![text(call)], gives);
        self.bind_pair(body, Name::Array, shown, flow.finish(), growth);
    }

    fn partition(&mut self, body: &mut Vec<Statement>) {
        let mut flow = self.source();
        self.adapt(&mut flow);
        self.owned_items(&mut flow);
        if flow.item.borrows() {
            return;
        }
        let item = flow.item.clone();
        let growth = flow.growth;
        let argument = item.clone().reference();
        let worker = self.closure(&[argument], |generator| generator.condition(1));
        let (shown, turbofish) = self.shown();
        let mut parts = called("partition", vec![worker]);
        if turbofish == Turbofish::Written {
            parts[0] = text("partition::<Vec<_>, _>(");
        }
        let gives = Type::pair(item.clone().vec(), item.vec());
        self.consumed(&mut flow, "partition", parts, gives);
        self.bind_pair(body, Name::Array, shown, flow.finish(), growth);
    }

    fn pair_of_chains(&mut self, body: &mut Vec<Statement>) {
        let (Some(a), Some(b)) = (self.scalar_chain(), self.scalar_chain()) else {
            return;
        };
        let pair = Expression::tuple(vec![a, b]).tagged("several chains in one expression");
        self.bind_pair(body, Name::Scalar, Shown::Inside, pair, 9);
    }
}
