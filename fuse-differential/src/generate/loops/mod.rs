//! Loops in other words than chains, and chains that no loop can open, each beside chains over the same elements. In: a seed. Out:
//! statements of each kind, between those of every other function.
//!
//! | module | constructs |
//! |---|---|
//! | `pulled` | consumers that ask for their elements themselves: searches, `try_fold`, a user's own `Sum`, `collect` into a `Result` |
//! | `bodies` | bodies of `for` that hold loops, chains, branches, labels and running state |
//! | `outward` | bodies that leave the function, or call what nobody knows |
//! | `crossed` | statements with effects between chains over numbers |
//! | `arrays` | arrays made in other words, their other names, and views of them |
//! | `pushes` | bodies that push beside what they add up, and in branches |
//! | `again` | names that are given another value between loops, rows of an array beside all of its elements |
//! | `inferred` | sums and arrays whose type stands elsewhere |

mod again;
mod arrays;
mod bodies;
mod crossed;
mod in_step;
mod inferred;
mod outward;
mod pulled;
mod pushes;

use crate::function::expression::{Binds, Block, Expression, Mode, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::Generator;
use super::random::Random;
use super::scope::{Entry, Name};
use super::sources::{Flow, called, text};

/// Of a hundred functions, how many hold such loops.
const SHARE: usize = 55;

impl Generator {
    /// Decides whether the function of a seed holds such loops, by choices apart from all others: so the functions that do not are
    /// the same as ever.
    pub(crate) fn meet_loops(&mut self, seed: u64) {
        let mut aside = Random::new(seed ^ 0x6c6f_6f70_735f_6f66);
        self.walks = aside.percent(SHARE);
        if self.walks && !self.style.elements[0].is_number() {
            let number = *aside.pick(&[Number::F64, Number::I64, Number::U8, Number::I32]);
            self.style.elements.insert(0, Type::Number(number));
        }
        self.begins_again = self.walks && aside.percent(20);
    }

    /// Adds some of what such a function is about: something over an array of numbers, and chains over that array around it.
    pub(crate) fn walking_statement(&mut self, body: &mut Vec<Statement>) {
        if self.workers > 0 || self.rayon {
            return;
        }
        let Some(entry) = self.numbers() else { return };
        let entry = self.sibling(body, entry, 45);
        if !self.is_there(&entry) {
            return;
        }
        let weights = [22, 26, 18, 16, 22, 14];
        let kind = match self.begins_again && self.random.percent(25) {
            true => weights.len(),
            false => self.random.weighted(&weights),
        };
        self.walking(entry.variable, |generator| match kind {
            0 => generator.pulled_statement(body, &entry),
            1 => generator.body_statement(body, &entry),
            2 => generator.outward_statement(body, &entry),
            3 => generator.crossed_statement(body, &entry),
            4 => generator.array_in_words(body, &entry),
            5 => generator.inferred_statement(body, &entry),
            _ => generator.again_statement(body, &entry),
        });
        self.sibling(body, entry, 55);
    }

    /// An array of numbers that is not too long.
    pub(crate) fn numbers(&mut self) -> Option<Entry> {
        self.one(|entry| {
            entry.is_array()
                && entry.growth <= 4
                && entry.is.elements().is_some_and(Type::is_number)
                && !matches!(entry.is, Type::Mutable(_))
        })
    }

    fn is_there(&self, entry: &Entry) -> bool {
        !self
            .visible(|other| other.variable == entry.variable)
            .is_empty()
    }

    /// Now and then a chain over the array. What is walked over next: the array, or what the chain made of it.
    fn sibling(&mut self, body: &mut Vec<Statement>, entry: Entry, share: usize) -> Entry {
        if !self.is_there(&entry) || !self.random.percent(share) {
            return entry;
        }
        let before = std::mem::replace(&mut self.plain, true);
        let made = self.related(body, &entry);
        self.plain = before;
        let numbers = |made: &Entry| made.is.elements().is_some_and(Type::is_number);
        match made.filter(numbers) {
            // Of a name that it has hidden nothing is left.
            Some(made) if self.random.percent(65) || !self.is_there(&entry) => made,
            _ => entry,
        }
    }

    /// A chain over an array with a few adapters, none of which needs more than its elements.
    pub(crate) fn few_steps(&mut self, entry: &Entry) -> Flow {
        let array = self.read(entry.variable);
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let mut flow = self.by_method(array, "xs.iter()", "iter", element.reference());
        flow.growth = entry.growth;
        flow.like = entry.like;
        for _ in 0..self.random.weighted(&[45, 35, 20]) {
            match self.random.weighted(&[45, 25, 12, 10, 8]) {
                0 => {
                    let gives = entry.is.elements().cloned().unwrap_or(Type::F64);
                    self.map(&mut flow, &gives);
                }
                1 => self.filter(&mut flow),
                2 => self.copied(&mut flow),
                3 => self.zip(&mut flow),
                _ => self.filter_map(&mut flow),
            }
        }
        flow
    }

    /// A number for an element, which now and then cannot be had: it overflows, is divided by nothing, is beyond an array, or is not there.
    pub(crate) fn risky(&mut self, number: Number) -> Expression {
        let is = Type::Number(number);
        let value = self.value(&is, 1);
        // What becomes of a literal, rustc sees.
        let literal = Self::named_in(&value).is_empty();
        if literal || !self.style.panics || !self.random.percent(35) {
            return value;
        }
        let (before, behind, binds) = match (self.random.below(4), number.is_float()) {
            (0, false) => (format!("100{is} / ("), ")".to_owned(), Binds::Product),
            (1, false) => (format!("3{is} + ("), ")".to_owned(), Binds::Sum),
            (2, _) => {
                let behind = format!(").filter(|seen| *seen != 3 as {is}).unwrap()");
                ("Some(".to_owned(), behind, Binds::Postfix)
            }
            _ => {
                let before = format!("[1 as {is}, 2 as {is}, 3 as {is}][(");
                (before, ") as usize % 4]".to_owned(), Binds::Postfix)
            }
        };
        let parts = vec![text(before), Part::Piece(value, Binds::Open), text(behind)];
        Expression::parts(is, binds, parts).tagged("panicking worker")
    }

    /// A worker that gives such a number.
    fn risky_worker(&mut self, item: &Type, number: Number) -> Expression {
        self.closure(std::slice::from_ref(item), |generator| {
            generator.risky(number)
        })
    }

    /// A worker over such an argument that gives a number.
    pub(crate) fn number_step(&mut self, flow: &mut Flow, number: Number) {
        let item = flow.item.clone();
        let worker = self.risky_worker(&item, number);
        flow.step("map(f)", called("map", vec![worker]), Type::Number(number));
    }

    /// `let name: is = ..;`, of parts.
    pub(crate) fn bind_parts(
        &mut self,
        body: &mut Vec<Statement>,
        name: Name,
        shown: Shown,
        is: Type,
        parts: Vec<Part>,
    ) -> Variable {
        if let [Part::Text(new)] = parts.as_slice()
            && ["Vec::new()", "vec![]", "Vec::with_capacity(3)"].contains(&new.as_str())
            && self.selves.is_some_and(|fields| fields.walked.is_some())
            && let Some(field) = self.field_to_push_to(body, &is, &[])
        {
            return field;
        }
        let value = Expression::parts(is, Binds::Open, parts);
        let name = self.fresh_name(name);
        let variable = self.bind_as(body, &name, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = match entry.is {
                Type::Vec(_) => 2,
                _ => 9,
            };
        }
        variable
    }

    /// A place for what a user's type holds.
    fn bind_user(
        &mut self,
        body: &mut Vec<Statement>,
        user: &'static str,
        number: Number,
    ) -> Variable {
        let is = Type::Collection(user, Box::new(Type::Number(number)));
        let new = vec![text(format!("{user}::<{}>::new()", number.name()))];
        self.bind_parts(body, Name::Accumulator, Shown::Inside, is, new)
    }

    /// `for x in &xs { .. }`, whose statements are written while `x` is the focus and nobody names what they change.
    pub(crate) fn walk(
        &mut self,
        body: &mut Vec<Statement>,
        entry: &Entry,
        changed: &[Variable],
        head: &str,
        tag: &'static str,
        write: impl FnOnce(&mut Self, &mut Vec<Statement>),
    ) {
        let over = self.iterable(entry);
        let (pattern, statements) = self.turns(entry, changed, write);
        body.push(around(
            vec![
                Part::Tag(tag),
                text(format!("{head}for ")),
                Part::Pattern(pattern),
                text(" in "),
                Part::Piece(over, Binds::Open),
                text(" "),
            ],
            statements,
        ));
    }

    /// What a loop over an array binds, and its statements, written while that is the focus and nobody names what they change.
    pub(crate) fn turns(
        &mut self,
        entry: &Entry,
        changed: &[Variable],
        write: impl FnOnce(&mut Self, &mut Vec<Statement>),
    ) -> (Pattern, Vec<Statement>) {
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let pattern = self.pattern(&element.reference(), 2);
        let mut statements = Vec::new();
        self.without_all(changed, |generator| write(generator, &mut statements));
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        (pattern, statements)
    }

    /// `total += value;`, or what does the same without overflow; with panics, now and then the operator.
    pub(crate) fn add(
        &mut self,
        statements: &mut Vec<Statement>,
        total: Variable,
        value: Expression,
    ) {
        if self.style.panics && value.is.is_integer() && self.random.percent(15) {
            let place = Part::Piece(self.used(total, Mode::Assign), Binds::Postfix);
            let parts = vec![place, text(" += "), Part::Argument(value)];
            return statements.push(line(parts));
        }
        self.assign(statements, total, value, "");
    }

    /// A number that a loop adds to.
    fn total(&mut self, body: &mut Vec<Statement>, number: Number) -> Variable {
        self.accumulator(body, number)
    }
}

/// A statement of parts, with its semicolon.
pub(crate) fn line(parts: Vec<Part>) -> Statement {
    Statement::Do(Expression::parts(Type::Unit, Binds::Open, parts))
}

/// Statements in a block, and what stands before it.
pub(crate) fn around(mut head: Vec<Part>, statements: Vec<Statement>) -> Statement {
    head.push(block_of(statements));
    line(head)
}

pub(crate) fn block_of(statements: Vec<Statement>) -> Part {
    Part::Block(Block {
        statements,
        tail: None,
    })
}

/// `if condition { .. }`
pub(crate) fn when(condition: Expression, statements: Vec<Statement>) -> Statement {
    around(
        vec![text("if "), Part::Piece(condition, Binds::Open), text(" ")],
        statements,
    )
}

/// `if condition { .. } else { .. }`
pub(crate) fn either(condition: Expression, yes: Vec<Statement>, no: Vec<Statement>) -> Statement {
    line(vec![
        text("if "),
        Part::Piece(condition, Binds::Open),
        text(" "),
        block_of(yes),
        text(" else "),
        block_of(no),
    ])
}
