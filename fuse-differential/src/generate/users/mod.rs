//! Functions over a user's own types, functions, constants and macros, which are spelt like what can do nothing but compute.
//! In: a seed. Out: statements of each kind, between those of every other function.
//!
//! | module | constructs |
//! |---|---|
//! | `guarded` | elements that may be read behind a filter alone: `Deref`, operators, raw pointers |
//! | `between` | operators, fields and methods of the user's in a `let` between chains |
//! | `names` | functions in constants, shadowed names and lengths, macros, attributes on statements |
//! | `generic` | elements and workers of a type that only the caller knows |

mod between;
mod generic;
mod guarded;
mod names;

use crate::function::expression::{Binds, Expression, Part, Variable};
use crate::function::statement::Statement;
use crate::function::types::Type;

use super::Generator;
use super::random::Random;
use super::scope::Name;
use super::sources::text;

/// Of a hundred functions, how many hold a user's own.
const SHARE: usize = 35;

impl Generator {
    /// Decides whether the function of a seed holds a user's own, by choices apart from all others: so the functions that do not
    /// are the same as ever.
    pub(crate) fn meet_users(&mut self, seed: u64) {
        let mut aside = Random::new(seed ^ 0x7573_6572_735f_6f77);
        if aside.percent(SHARE) {
            self.users = Some(Vec::new());
            self.head.users = true;
            self.head.is_unsafe = aside.percent(14);
            if aside.percent(20) {
                self.head.marks.push("#[track_caller]");
            }
        }
    }

    /// Parameters of a user's types. They are out of the sight of every other statement.
    pub(crate) fn user_parameters(&mut self, parameters: &mut Vec<Variable>) {
        if self.users.is_none() {
            return;
        }
        let mut made = Vec::new();
        let pointers = self.head.is_unsafe;
        for user in self.some_users(pointers) {
            let element = Type::User(user, false);
            let is = Type::Slice(Box::new(element)).reference();
            made.push(self.user_parameter(parameters, Name::Array, is));
        }
        made.extend(self.told_parameters(parameters));
        made.extend(self.wide_parameter(parameters));
        made.extend(self.generic_parameters(parameters));
        self.users = Some(made);
    }

    fn user_parameter(&mut self, parameters: &mut Vec<Variable>, name: Name, is: Type) -> Variable {
        let name = self.fresh_name(name);
        let variable = self.declare(&name, is);
        parameters.push(variable);
        let entry = self.enter(variable);
        entry.parameter = true;
        entry.reserved = true;
        variable
    }

    /// One of those parameters, by its type.
    fn user_of(&mut self, wanted: impl Fn(&Type) -> bool) -> Option<Variable> {
        let mut found = self.users.clone().unwrap_or_default();
        found.retain(|variable| wanted(&self.variables[variable.0].is));
        (!found.is_empty()).then(|| *self.random.pick(&found))
    }

    /// Adds what a user's own is about.
    pub(crate) fn user_statement(&mut self, body: &mut Vec<Statement>) {
        let tracks = if self.head.marks.is_empty() { 0 } else { 20 };
        let weights = [40, 15, 12, 16, 12, 12, 24, 10, 14, 8, tracks];
        match self.random.weighted(&weights) {
            0 => self.guarded_statements(body),
            1 => self.between_statement(body),
            2 => self.capital_statement(body),
            3 => self.sized_statement(body),
            4 => self.macro_statement(body),
            5 => self.attribute_statement(body),
            6 => self.generic_statement(body),
            7 => self.lazy_statement(body),
            8 => self.worker_of_a_user(body),
            9 => self.dead_statement(body),
            _ => self.caller_statement(body),
        }
    }

    /// `let _dead = value;`: nobody reads it, and it must be computed all the same.
    fn unread(&mut self, body: &mut Vec<Statement>, value: Expression) {
        let parts = vec![
            Part::Tag("value that nobody reads"),
            text("let _unread = "),
            Part::Piece(value, Binds::Open),
        ];
        body.push(Statement::Do(Expression::parts(
            Type::Unit,
            Binds::Open,
            parts,
        )));
    }
}
