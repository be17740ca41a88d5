//! From a seed to a function. The state of the [`Generator`] is what a compiler would know at the place
//! that is being written: who is in scope, of which type, who is moved away and who borrows whom.

mod adapters;
mod consumers;
mod expressions;
mod random;
mod scope;
mod sources;
mod statements;
mod workers;

use std::collections::BTreeSet;

use crate::function::Function;
use crate::function::expression::{Expression, Named};
use crate::function::statement::Statement;
use crate::function::types::{Number, Type};

use random::Random;
use scope::{Entry, Name};

/// What a function leans to.
pub(crate) struct Style {
    /// The types of most elements.
    pub(crate) elements: Vec<Type>,
    /// Workers may panic.
    pub(crate) panics: bool,
    /// Walls, early returns and effects.
    pub(crate) walls: bool,
    /// Values whose drops are logged.
    pub(crate) tracked: bool,
}

pub(crate) struct Generator {
    pub(crate) random: Random,
    pub(crate) variables: Vec<Named>,
    pub(crate) scope: Vec<Entry>,
    pub(crate) style: Style,
    /// How many loops and workers are around the place.
    pub(crate) loops: usize,
    pub(crate) workers: usize,
    /// Effects that have a number.
    pub(crate) effects: usize,
}

/// The function of a seed.
pub(crate) fn function(seed: u64) -> Function {
    let mut random = Random::new(seed);
    let style = style(&mut random);
    let mut generator = Generator {
        random,
        variables: Vec::new(),
        scope: Vec::new(),
        style,
        loops: 0,
        workers: 0,
        effects: 0,
    };
    generator.function()
}

fn style(random: &mut Random) -> Style {
    let number = |random: &mut Random| {
        Type::Number(match random.weighted(&[35, 25, 12, 28]) {
            0 => Number::F64,
            1 => Number::I64,
            2 => Number::F32,
            _ => *random.pick(&Number::ALL),
        })
    };
    let mut elements = vec![number(random)];
    match random.weighted(&[55, 15, 10, 6, 4, 5, 5]) {
        0 => {}
        1 => elements.push(number(random)),
        2 => {
            let pair = Type::pair(number(random), number(random));
            elements.push(pair);
        }
        3 => elements.push(Type::Str.reference()),
        4 => elements.push(Type::String),
        5 => elements.push(Type::Bool),
        _ => elements.push(Type::Record),
    }
    let tracked = random.percent(8);
    if tracked {
        elements.push(Type::Tracked);
    }
    Style {
        elements,
        panics: random.percent(18),
        walls: random.percent(30),
        tracked,
    }
}

impl Generator {
    fn function(&mut self) -> Function {
        let parameters = self.parameters();
        let statements = match self.random.weighted(&[85, 15]) {
            0 => self.random.between(3, 7),
            _ => self.random.between(8, 15),
        };
        let mut body = Vec::new();
        for _ in 0..statements {
            self.statement(&mut body);
        }
        let results = self.results(&body);
        let mut function = Function {
            variables: std::mem::take(&mut self.variables),
            parameters,
            body,
            results,
        };
        function.without(BTreeSet::new());
        function
    }

    fn parameters(&mut self) -> Vec<crate::function::expression::Variable> {
        let mut parameters = Vec::new();
        let arrays = 1 + self.random.weighted(&[45, 40, 15]);
        for n in 0..arrays {
            let element = match n {
                0 => self.style.elements[0].clone(),
                _ => {
                    let elements = self.style.elements.clone();
                    self.random.pick(&elements).clone()
                }
            };
            let is = match self.random.weighted(&[60, 14, 14, 6, 6]) {
                0 => Type::Slice(Box::new(element)).reference(),
                1 => element.vec(),
                2 => element.vec().reference(),
                3 => Type::Mutable(Box::new(element.vec())),
                _ => Type::Mutable(Box::new(Type::Slice(Box::new(element)))),
            };
            let name = self.name(Name::Array);
            parameters.push(self.declare(&name, is));
        }
        if self.random.percent(45) {
            let is = self.style.elements[0].clone();
            let name = self.name(Name::Scalar);
            parameters.push(self.declare(&name, is));
        }
        for &parameter in &parameters {
            self.enter(parameter).parameter = true;
        }
        parameters
    }

    /// The tuple at the end: what was made and can be returned, and now and then a chain of its own.
    fn results(&mut self, body: &[Statement]) -> Vec<Expression> {
        let made = self.visible(|entry| {
            !entry.parameter && !entry.is.borrows() && !matches!(entry.is, Type::Unit)
        });
        let mut results = Vec::new();
        for entry in made {
            // Arrays that only chains read can vanish: most are not results.
            if entry.is_array() && self.is_read(entry.variable, body) && self.random.percent(65) {
                continue;
            }
            if results.len() == 11 {
                break;
            }
            let result = self.take(entry.variable);
            results.push(result);
        }
        if results.len() < 11
            && (results.is_empty() || self.random.percent(20))
            && let Some(chain) = self.scalar_chain()
        {
            results.push(chain.tagged("chain in the tail"));
        }
        if results.is_empty() {
            results.push(Expression::literal(Type::Bool, "true"));
        }
        results
    }

    fn is_read(&self, variable: crate::function::expression::Variable, body: &[Statement]) -> bool {
        let mut read = false;
        for statement in body {
            crate::function::walk::walk_statement(statement, &mut |event| {
                if let crate::function::walk::Event::Use(other, mode) = event {
                    read |= other == variable && mode == crate::function::expression::Mode::Read;
                }
            });
        }
        read
    }
}
