//! Methods of a struct, `fn f(&mut self, ..)`, which read and write its fields where other functions have arrays and numbers of their own.
//! In: a seed. Out: fields in the scope of every statement, and statements of each kind between those of every other function.
//!
//! | module | what it writes |
//! |---|---|
//! | `writes` | what chains make, assigned to fields; calls of methods between chains, and in their workers |
//! | `turns` | loops whose bodies change fields and call methods, and end early |
//! | `clusters` | several loops and chains over one array, with writes of fields between them |
//! | `others` | elements taken out of fields, options, what methods lend, places that are found |
//! | `searches` | searches beside fields in conditions |

mod clusters;
mod others;
mod searches;
mod turns;
mod writes;

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::Statement;
use crate::function::types::{Number, Type};
use crate::function::{Owner, is_of_self};

use super::Generator;
use super::loops::line;
use super::random::Random;
use super::sources::text;

/// Of a hundred functions, how many are methods.
const SHARE: usize = 20;

/// The variables that stand for `self` and its fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    number: Number,
    is_mutable: bool,
    this: Variable,
    arrays: [Variable; 4],
    totals: [Variable; 3],
    factor: Variable,
    count: Variable,
    last: Variable,
    /// The array that a loop runs over which is being written.
    pub(crate) walked: Option<Variable>,
}

impl Generator {
    /// Decides whether the function of a seed is a method, by choices apart from all others: so the functions that are not are the
    /// same as ever.
    pub(crate) fn meet_selves(&mut self, seed: u64) {
        let mut aside = Random::new(seed ^ 0x7365_6c66_5f64_6f74);
        if !aside.percent(SHARE) {
            return;
        }
        if !self.style.elements[0].is_number() {
            let number = *aside.pick(&[Number::F64, Number::I64, Number::U8, Number::I32]);
            self.style.elements.insert(0, Type::Number(number));
        }
        self.head.owner = Some(Owner {
            number: self.style.elements[0].number().unwrap_or(Number::F64),
            is_mutable: aside.percent(80),
        });
    }

    /// Puts the fields into scope. Behind a `&self` an array is a reference to the model, so that nobody changes it.
    pub(crate) fn fields(&mut self) {
        let Some(Owner { number, is_mutable }) = self.head.owner else {
            return;
        };
        let is = Type::Number(number);
        let array = match is_mutable {
            true => is.clone().vec(),
            false => is.clone().vec().reference(),
        };
        let arrays = ["self.items", "self.inner.items", "self.out", "self.seen"];
        let totals = ["self.total", "self.best", "self.inner.total"];
        let this = self.declare("self", Type::User("Owner", false));
        self.selves = Some(Fields {
            number,
            is_mutable,
            this,
            arrays: arrays.map(|name| self.field(name, array.clone())),
            totals: totals.map(|name| self.field(name, is.clone())),
            factor: self.field("self.factor", is),
            count: self.field("self.count", Type::USIZE),
            last: self.field("self.last", Type::Number(number).option()),
            walked: None,
        });
    }

    fn field(&mut self, name: &str, is: Type) -> Variable {
        let variable = self.declare(name, is);
        let entry = self.enter(variable);
        entry.parameter = true;
        entry.growth = if entry.is_array() { 1 } else { 9 };
        variable
    }

    pub(crate) fn is_field(&self, variable: Variable) -> bool {
        is_of_self(&self.variables[variable.0].name)
    }

    /// What is moved out of an array in a field: a copy of it, or the array itself, which leaves an empty one.
    pub(super) fn taken_field(&mut self, variable: Variable) -> Expression {
        let is = self.variables[variable.0].is.clone();
        if self.workers > 0 || self.random.percent(60) {
            let field = self.used(variable, Mode::Read);
            return Expression::method(is, field, "clone", vec![]);
        }
        let field = self.used(variable, Mode::Mutate);
        let parts = vec![
            text("std::mem::take(&mut "),
            Part::Piece(field, Binds::Postfix),
            text(")"),
        ];
        Expression::parts(is, Binds::Postfix, parts)
    }

    /// `self` for a call of a method, unless the place forbids one: all borrows that it ends are done.
    fn this(&mut self, changes: bool) -> Option<Expression> {
        let fields = self.selves?;
        if changes && !fields.is_mutable {
            return None;
        }
        let reserved =
            |entry: &super::scope::Entry| entry.reserved && self.is_field(entry.variable);
        if self.scope.iter().any(reserved) {
            return None;
        }
        let mut all: Vec<Variable> = Vec::new();
        all.extend(fields.arrays);
        all.extend(fields.totals);
        all.extend([fields.factor, fields.count, fields.last]);
        for field in all {
            match changes {
                true => self.change(field),
                false => self.read(field),
            };
        }
        let mode = if changes { Mode::Mutate } else { Mode::Read };
        Some(self.used(fields.this, mode))
    }

    /// `self.method(value)`, where such a call may stand.
    fn own_call(
        &mut self,
        is: &Type,
        method: &str,
        changes: bool,
        arguments: Vec<Expression>,
    ) -> Option<Expression> {
        let this = self.this(changes)?;
        Some(Expression::method(is.clone(), this, method, arguments).tagged("method of self"))
    }

    /// Runs `inside` while a loop over an array is being written.
    pub(crate) fn walking<T>(&mut self, array: Variable, inside: impl FnOnce(&mut Self) -> T) -> T {
        // A view of a field is walked as that is.
        let roots = self.roots(&[array]);
        let walked = roots.into_iter().find(|root| self.is_field(*root));
        let walked = walked.unwrap_or(array);
        let Some(fields) = &mut self.selves else {
            return inside(self);
        };
        let before = fields.walked.replace(walked);
        let result = inside(self);
        if let Some(fields) = &mut self.selves {
            fields.walked = before;
        }
        result
    }

    /// The numbers in fields that may be assigned.
    pub(crate) fn totals_of_self(&self) -> Vec<Variable> {
        match self.selves {
            Some(fields) if fields.is_mutable => fields.totals.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Whether a field may be changed here, and a local need not be.
    fn changes_fields(&self) -> Option<Fields> {
        self.selves
            .filter(|fields| fields.is_mutable && self.loops == 0 && self.workers == 0)
    }

    /// A field in place of a new number that is added to, as it is or set to nothing first.
    pub(crate) fn field_to_add_to(
        &mut self,
        body: &mut Vec<Statement>,
        number: Number,
        apart: &[Variable],
    ) -> Option<Variable> {
        let fields = self.changes_fields()?;
        let total = match number == fields.number {
            true => *self.random.pick(&fields.totals),
            false if number == Number::Usize => fields.count,
            false => return None,
        };
        let free = |entry: &super::scope::Entry| entry.variable == total;
        if apart.contains(&total) || self.visible(free).is_empty() || self.random.percent(35) {
            return None;
        }
        self.change(total);
        if self.random.percent(35) {
            let zero = if number.is_float() { "0.0" } else { "0" };
            let zero = Expression::literal(Type::Number(number), zero);
            let place = self.used(total, Mode::Assign);
            let parts = vec![
                Part::Tag("field that is added to"),
                Part::Piece(place, Binds::Postfix),
                text(" = "),
                Part::Argument(zero),
            ];
            body.push(line(parts));
        }
        Some(total)
    }

    /// A field in place of a new array that is pushed to, as it is or emptied first.
    pub(crate) fn field_to_push_to(
        &mut self,
        body: &mut Vec<Statement>,
        is: &Type,
        apart: &[Variable],
    ) -> Option<Variable> {
        let fields = self.changes_fields()?;
        if *is != Type::Number(fields.number).vec() || self.random.percent(35) {
            return None;
        }
        let array = *self.random.pick(&fields.arrays[2..]);
        let free = |entry: &super::scope::Entry| entry.variable == array && entry.growth <= 4;
        if fields.walked == Some(array) || apart.contains(&array) || self.visible(free).is_empty() {
            return None;
        }
        let place = self.change(array);
        let how = self.random.weighted(&[40, 40, 20]);
        if how > 0 {
            let place = Part::Piece(place, Binds::Postfix);
            let how = [".clear()", " = Vec::new()"][how - 1];
            body.push(line(vec![
                Part::Tag("field that is pushed to"),
                place,
                text(how),
            ]));
        }
        if let Some(entry) = self.entry(array) {
            entry.like = None;
            entry.growth += 1;
        }
        Some(array)
    }

    /// One statement that only a method holds, or a few.
    pub(crate) fn self_statement(&mut self, body: &mut Vec<Statement>) {
        if self.workers > 0 || self.selves.is_none() {
            return;
        }
        match self.random.weighted(&[26, 34, 70, 22, 34]) {
            0 => self.field_statement(body),
            1 => self.turns_statement(body),
            2 => self.cluster_of_self(body),
            4 => self.field_in_other_words(body),
            _ => self.beside_search_statement(body),
        }
    }
}
