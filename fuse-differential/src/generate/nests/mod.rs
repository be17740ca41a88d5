//! Loop nests over two and three dimensions, and what stands between them. In: a seed. Out: several statements of each kind over
//! the same rows, so that the loops inside of them may meet.
//!
//! | module | constructs |
//! |---|---|
//! | `rows` | `for` loops over rows |
//! | `inner` | the loops and chains that run for each row |
//! | `counted` | nests of counters, over a matrix in one array |
//! | `row_chains` | chains over rows: sums of sums, `flatten`, sums of chunks |
//! | `sunk` | writes of one value between loops |
//! | `products` | two-dimensional generates, and products of two arrays |

mod counted;
mod inner;
mod products;
mod row_chains;
mod rows;
mod sunk;

use crate::function::expression::{Binds, Expression, Mode, Part, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};
use crate::function::walk::{Event, walk_statement};

use super::Generator;
use super::paths::bare;
use super::random::Random;
use super::scope::{Entry, Name};
use super::sources::text;

/// Of a hundred functions, how many hold such nests.
const SHARE: usize = 40;

/// What the loops of one statement add to, and what is written between them.
pub(super) struct Pool {
    number: Number,
    totals: [Variable; 2],
    kept: Variable,
    /// An array of that many elements.
    places: (Variable, usize),
}

impl Pool {
    fn all(&self) -> [Variable; 4] {
        let [first, second] = self.totals;
        [first, second, self.kept, self.places.0]
    }
}

impl Generator {
    /// Decides whether the function of a seed holds such nests, by choices apart from all others: so the functions that do not are
    /// the same as ever.
    pub(crate) fn meet_nests(&mut self, seed: u64) {
        let mut aside = Random::new(seed ^ 0x6e65_7374_735f_6f66);
        if aside.percent(SHARE) {
            self.nests = Some(Vec::new());
            if !self.style.elements[0].is_number() {
                let number = *aside.pick(&[Number::F64, Number::I64, Number::U8, Number::I32]);
                self.style.elements.insert(0, Type::Number(number));
            }
        }
    }

    /// Parameters that are rows. Half of them are in the sight of every other statement.
    pub(crate) fn nest_parameters(&mut self, parameters: &mut Vec<Variable>) {
        if self.nests.is_none() {
            return;
        }
        let mut made = Vec::new();
        for _ in 0..1 + self.random.weighted(&[70, 30]) {
            let element = Type::Number(self.style.elements[0].number().unwrap_or(Number::F64));
            let row = element.clone().vec();
            let (is, apart) = match self.random.weighted(&[36, 12, 8, 18, 14, 6, 6]) {
                0 => (Type::Slice(Box::new(row)).reference(), false),
                1 => (row.vec(), false),
                2 => (row.vec().reference(), false),
                3 => {
                    let length = *self.random.pick(&[1, 2, 3, 4, 8]);
                    let row = Type::Array(Box::new(element), length);
                    (Type::Slice(Box::new(row)).reference(), true)
                }
                4 => (Type::Slice(Box::new(row.vec())).reference(), true),
                5 => (Type::Mutable(Box::new(row.vec())), true),
                _ => (Type::Mutable(Box::new(Type::Slice(Box::new(row)))), true),
            };
            let name = self.fresh_name(Name::Array);
            let variable = self.declare(&name, is);
            parameters.push(variable);
            let apart = apart || self.random.percent(50);
            let entry = self.enter(variable);
            entry.parameter = true;
            entry.reserved = apart;
            made.push(variable);
        }
        self.nests = Some(made);
    }

    /// Adds some of what such a function is about: nests and chains over the same elements, and writes of one value between them.
    pub(crate) fn nest_statement(&mut self, body: &mut Vec<Statement>) {
        if self.workers > 0 || self.rayon {
            return;
        }
        match self.random.weighted(&[46, 18, 18, 22]) {
            0 => self.nests_over_rows(body),
            1 => self.nests_of_counters(body),
            2 => self.writes_between(body),
            _ => self.products(body),
        }
    }

    /// Whether it can still be named.
    fn is_left(&mut self, variable: Variable) -> bool {
        self.entry(variable).is_some_and(|entry| entry.is_left())
    }

    /// Two totals, a vector to push to and an array to store in.
    fn pool(&mut self, body: &mut Vec<Statement>, number: Number) -> Pool {
        let totals = [(); 2].map(|()| {
            let total = self.accumulator(body, number);
            self.reserved(total)
        });
        let is = Type::Number(number);
        let kept = self.empty(body, number, Shown::Annotated);
        let length = self.random.between(2, 5);
        let zero = if number.is_float() { "0.0" } else { "0" };
        let (is, made) = match self.random.percent(50) {
            true => (
                Type::Array(Box::new(is), length),
                format!("[{zero}; {length}]"),
            ),
            false => (is.vec(), format!("vec![{zero}; {length}]")),
        };
        let places = self.bind_parts(body, Name::Array, Shown::Annotated, is, vec![text(made)]);
        let places = self.reserved(places);
        Pool {
            number,
            totals,
            kept,
            places: (places, length),
        }
    }

    /// Runs `write` with a pool of its own.
    fn with_pool(
        &mut self,
        body: &mut Vec<Statement>,
        number: Number,
        write: impl FnOnce(&mut Self, &mut Vec<Statement>, &Pool),
    ) {
        let pool = self.pool(body, number);
        let mark = body.len();
        write(self, body, &pool);
        self.release(&body[mark..], &pool.all());
    }

    /// A number or a vector that is nobody else's until it is [released](Self::release).
    fn reserved(&mut self, variable: Variable) -> Variable {
        if let Some(entry) = self.entry(variable) {
            entry.reserved = true;
        }
        variable
    }

    /// Puts those that were written in the sight of every other statement. Of the others rustc knows what they hold, and whether
    /// what is made of that panics; those that nobody names are gone.
    fn release(&mut self, statements: &[Statement], variables: &[Variable]) {
        let (mut used, mut written) = (Vec::new(), Vec::new());
        for statement in statements {
            walk_statement(statement, &mut |event| {
                if let Event::Use(variable, mode) = event {
                    used.push(variable);
                    if matches!(mode, Mode::Assign | Mode::Mutate) {
                        written.push(variable);
                    }
                }
            });
        }
        for variable in variables {
            if let Some(entry) = self.entry(*variable) {
                entry.reserved = !written.contains(variable);
                entry.ended |= !used.contains(variable);
            }
        }
    }

    /// Releases those that are not the pool's.
    fn release_own(&mut self, statements: &[Statement], pool: &Pool, own: &[Variable]) {
        let own = own.iter().copied();
        let own = own.filter(|own| !pool.all().contains(own));
        self.release(statements, &own.collect::<Vec<_>>());
    }

    /// `total += value;`, `total ^= value;`, or what does the same as the first without overflow.
    fn add_up(&mut self, statements: &mut Vec<Statement>, total: Variable, value: Expression) {
        if value.is.is_float() || !self.random.percent(35) {
            return self.add(statements, total, value);
        }
        self.change(total);
        let place = self.used(total, Mode::Assign);
        let operator = *self.random.pick(&[" ^= ", " ^= ", " |= "]);
        statements.push(super::loops::line(vec![
            Part::Piece(place, Binds::Postfix),
            text(operator),
            Part::Argument(value),
        ]));
    }

    /// A total: one of the pool's, or one that only the next loop adds to.
    fn total_of(&mut self, body: &mut Vec<Statement>, pool: &Pool) -> Variable {
        match self.random.percent(45) {
            true => *self.random.pick(&pool.totals),
            false => {
                let own = self.accumulator(body, pool.number);
                self.reserved(own)
            }
        }
    }

    /// A vector: the pool's, or one that only the next loop pushes to.
    fn kept_of(&mut self, body: &mut Vec<Statement>, pool: &Pool) -> Variable {
        match self.random.percent(40) {
            true => pool.kept,
            false => {
                // What the loop pushes may say its type.
                let shown = match self.random.percent(50) {
                    true => Shown::Annotated,
                    false => Shown::Inside,
                };
                self.empty(body, pool.number, shown)
            }
        }
    }

    /// `let mut kept = Vec::new();`
    fn empty(&mut self, body: &mut Vec<Statement>, number: Number, shown: Shown) -> Variable {
        let new = *self.random.pick(&["Vec::new()", "Vec::new()", "vec![]"]);
        let is = Type::Number(number).vec();
        let kept = self.bind_parts(body, Name::Array, shown, is, vec![text(new)]);
        if let Some(entry) = self.entry(kept) {
            // Several loops may push to it.
            entry.growth = 6;
        }
        self.reserved(kept)
    }

    /// `kept.push(value);`
    fn push_to(&mut self, statements: &mut Vec<Statement>, kept: Variable, value: Expression) {
        let array = self.change(kept);
        statements.push(super::loops::line(vec![
            Part::Piece(array, Binds::Postfix),
            text(".push("),
            Part::Piece(value, Binds::Open),
            text(")"),
        ]));
    }

    /// `places[at] = value;`, or an operator's assignment.
    fn store_at(
        &mut self,
        places: Variable,
        at: Expression,
        operator: &str,
        value: Expression,
    ) -> Statement {
        let place = self.change(places);
        super::loops::line(vec![
            Part::Piece(place, Binds::Postfix),
            text("["),
            Part::Piece(at, Binds::Open),
            text(format!("]{operator}")),
            Part::Argument(value),
        ])
    }

    /// Statements that are counted as a construct.
    fn all_tagged(statements: Vec<Statement>, tag: &'static str) -> Vec<Statement> {
        let tagged = |statement| match statement {
            Statement::Do(expression) => Statement::Do(expression.tagged(tag)),
            other => other,
        };
        statements.into_iter().map(tagged).collect()
    }

    /// A number of another type, as this one.
    fn cast_to(value: Expression, number: Number) -> Expression {
        let is = Type::Number(number);
        match value.is == is {
            true => value,
            false => value.cast(is),
        }
    }

    /// `array[index]`
    fn element(array: Expression, index: Expression, is: Type) -> Expression {
        let parts = vec![
            Part::Piece(array, Binds::Postfix),
            text("["),
            Part::Piece(index, Binds::Open),
            text("]"),
        ];
        Expression::parts(is, Binds::Postfix, parts)
    }

    /// What is made of an element, without overflow.
    fn made_of(&mut self, element: Expression, number: Number) -> Expression {
        let is = Type::Number(number);
        let other = match self.random.percent(50) {
            true => self.literal(number),
            false => self.number_leaf(number),
        };
        if number.is_float() {
            return match self.random.below(5) {
                0 => element,
                1 => Expression::binary(is, element.clone(), "*", element),
                2 => Expression::binary(is, element, "*", bare(other)),
                3 => Expression::binary(is, element, "-", bare(other)),
                _ => Expression::method(is, element, "abs", vec![]),
            };
        }
        match self.random.below(5) {
            0 => element,
            1 => Expression::method(is, element.clone(), "wrapping_mul", vec![element]),
            2 => Expression::method(is, element, "wrapping_mul", vec![other]),
            3 => Expression::method(is, element, "wrapping_sub", vec![other]),
            _ => Expression::binary(is, element, "^", other),
        }
    }

    /// A small number of elements: a literal, or a name for one.
    fn few(&mut self, body: &mut Vec<Statement>, least: usize, most: usize) -> Expression {
        let array = self.one(Entry::is_array);
        let Some(array) = array.filter(|_| self.random.percent(50)) else {
            let few = self.random.between(least.max(1), most);
            return Expression::literal(Type::USIZE, few.to_string());
        };
        let array = self.read(array.variable);
        let length = Expression::method(Type::USIZE, array, "len", vec![]);
        let modulus = (most - least + 1).to_string();
        let modulus = Expression::literal(Type::USIZE, modulus);
        let mut few = Expression::binary(Type::USIZE, length, "%", modulus);
        if least > 0 {
            let least = Expression::literal(Type::USIZE, least.to_string());
            few = Expression::binary(Type::USIZE, few, "+", least);
        }
        let name = self.fresh_name(Name::Length);
        let few = self.bind_as(body, &name, Shown::Inside, few);
        if let Some(entry) = self.entry(few) {
            entry.growth = 1;
        }
        self.used(few, Mode::Read)
    }
}
