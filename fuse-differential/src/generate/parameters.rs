//! What a function leans to, and its parameters.

use crate::function::expression::Variable;
use crate::function::types::{Number, Type};

use super::random::Random;
use super::scope::Name;
use super::{Generator, Style};

impl Style {
    pub(crate) fn new(random: &mut Random) -> Self {
        let mut elements = vec![number(random)];
        match random.weighted(&[50, 14, 11, 5, 4, 4, 5, 4, 3]) {
            0 => {}
            1 => elements.push(number(random)),
            2 => {
                let pair = Type::pair(number(random), number(random));
                elements.push(pair);
            }
            3 => elements.push(Type::Str.reference()),
            4 => elements.push(Type::String),
            5 => elements.push(Type::Bool),
            6 => elements.push(Type::Record),
            7 => {
                let row = elements[0].clone().vec();
                elements.push(row);
            }
            _ => {
                let triple = Type::Tuple(vec![number(random), number(random), number(random)]);
                elements.push(triple);
            }
        }
        let tracked = random.percent(8);
        if tracked {
            elements.push(Type::Tracked);
        }
        Self {
            elements,
            panics: random.percent(18),
            walls: random.percent(28),
            tracked,
        }
    }
}

fn number(random: &mut Random) -> Type {
    Type::Number(match random.weighted(&[35, 25, 12, 28]) {
        0 => Number::F64,
        1 => Number::I64,
        2 => Number::F32,
        _ => *random.pick(&Number::ALL),
    })
}

impl Generator {
    pub(crate) fn parameters(&mut self) -> Vec<Variable> {
        let mut parameters = Vec::new();
        let arrays = 1 + self.random.weighted(&[40, 43, 17]);
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
            self.parameter(&mut parameters, Name::Array, is);
        }
        if self.random.percent(45) {
            let is = self.style.elements[0].clone();
            self.parameter(&mut parameters, Name::Scalar, is);
        }
        if self.random.percent(52) {
            self.special_parameter(&mut parameters);
        }
        for &parameter in &parameters {
            self.enter(parameter).parameter = true;
        }
        parameters
    }

    fn parameter(&mut self, parameters: &mut Vec<Variable>, name: Name, is: Type) {
        let name = self.fresh_name(name);
        parameters.push(self.declare(&name, is));
    }

    fn special_parameter(&mut self, parameters: &mut Vec<Variable>) {
        let main = self.style.elements[0].clone();
        let (name, is) = match self.random.below(16) {
            0..4 => (Name::Text, Type::Str.reference()),
            4 => (Name::Text, Type::String),
            5 => (Name::Text, Type::String.reference()),
            6 => (Name::Record, Type::Record.reference()),
            7 => (Name::Record, Type::Record),
            8 => (
                Name::Map,
                Type::Map(Box::new(Type::I64), Box::new(main)).reference(),
            ),
            9 | 14 | 15 => (Name::Map, Type::Map(Box::new(Type::String), Box::new(main))),
            10 => (
                Name::Map,
                Type::Map(Box::new(Type::USIZE), Box::new(main)).reference(),
            ),
            11 => (Name::Array, Type::Array(Box::new(main), 8)),
            12 => (Name::Scalar, main.option()),
            _ => (Name::Array, Type::Slice(Box::new(main.vec())).reference()),
        };
        self.parameter(parameters, name, is);
    }
}
