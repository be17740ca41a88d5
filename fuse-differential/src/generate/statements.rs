//! Statements.

use crate::function::expression::{Binds, Block, Expression, Mode, Node, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::Type;

use super::Generator;
use super::consumers::Turbofish;
use super::scope::{Entry, Name};
use super::sources::text;

impl Generator {
    /// Adds a statement, or a few that belong together.
    pub(crate) fn statement(&mut self, body: &mut Vec<Statement>) {
        if self.std && self.random.percent(15) {
            return self.totals_statement(body);
        }
        if self.walks && self.regions > 0 && self.random.percent(12) {
            return self.walking_statement(body);
        }
        if self.nests.is_some() && self.regions > 0 && self.random.percent(8) {
            return self.nest_statement(body);
        }
        if self.selves.is_some() && self.regions > 0 && self.random.percent(12) {
            return self.self_statement(body);
        }
        let wall = if self.style.walls { 12 } else { 2 };
        let top = if self.regions < 2 { 1 } else { 0 };
        let weights = [
            26,
            26,
            6,
            7,
            wall,
            wall / 2,
            6,
            wall / 3,
            5,
            6,
            8,
            4 * top,
            7,
            wall / 3 * top,
            4 * top,
            10,
        ];
        let kind = self.random.weighted(&weights);
        self.statement_kind(body, kind);
    }

    /// Adds a statement of a kind.
    pub(crate) fn statement_kind(&mut self, body: &mut Vec<Statement>, kind: usize) {
        match kind {
            0 => self.array_statement(body),
            1 => self.value_statement(body),
            2 => self.scalar_statement(body),
            3 => self.worker_statement(body),
            4 => self.opaque_statement(body),
            5 => self.effect_statement(body),
            6 => self.loop_statement(body),
            7 => self.return_statement(body),
            8 => self.pair_statement(body),
            9 => self.in_place_statement(body),
            10 => self.position_statement(body),
            11 => self.region_statement(body),
            12 => self.bound_statement(body),
            13 => self.impure_statement(body),
            14 => self.fact_statement(body),
            _ => self.related_statements(body),
        }
    }

    /// How the type of a `let` is shown.
    pub(crate) fn shown(&mut self) -> (Shown, Turbofish) {
        match self.random.weighted(&[60, 40]) {
            0 => (Shown::Annotated, Turbofish::Left),
            _ => (Shown::Inside, Turbofish::Written),
        }
    }

    /// `let name = value;`
    pub(crate) fn bind_value(
        &mut self,
        body: &mut Vec<Statement>,
        name: Name,
        shown: Shown,
        value: Expression,
    ) -> Variable {
        let name = self.name(name);
        self.bind_as(body, &name, shown, value)
    }

    /// `let name = value;`, by that name.
    pub(crate) fn bind_as(
        &mut self,
        body: &mut Vec<Statement>,
        name: &str,
        shown: Shown,
        value: Expression,
    ) -> Variable {
        let variable = self.declare(name, value.is.clone());
        let borrows = if value.is.borrows() {
            let named = Self::named_in(&value);
            self.roots(&named)
        } else {
            Vec::new()
        };
        self.enter(variable).borrows = borrows;
        body.push(Statement::Let {
            pattern: Pattern::Bind(variable),
            shown,
            value,
        });
        variable
    }

    fn array_statement(&mut self, body: &mut Vec<Statement>) {
        let (mut shown, turbofish) = self.shown();
        let (value, growth, like) = self.array_chain(turbofish);
        let later = turbofish == Turbofish::Left
            && self.regions == 0
            && !value.is.borrows()
            && self.random.percent(10);
        if later {
            shown = Shown::Later;
        }
        let variable = self.bind_value(body, Name::Array, shown, value);
        if later {
            self.later.push(variable);
            if let Some(entry) = self.entry(variable) {
                entry.reserved = true;
            }
        }
        if let Some(entry) = self.entry(variable) {
            entry.growth = growth;
            entry.like = like;
        }
    }

    fn value_statement(&mut self, body: &mut Vec<Statement>) {
        let mut flow = self.source();
        self.adapt(&mut flow);
        let (shown, turbofish) = self.shown();
        let growth = flow.growth;
        let value = self.reduce(flow, turbofish);
        // What an operator or a call makes of it hides the type from an annotation.
        let direct = matches!(&value.node, Node::Chain(chain)
            if chain.steps.last().is_some_and(|step| step.construct != "call behind a consumer"));
        let (shown, value) = match (direct, turbofish) {
            (true, _) | (_, Turbofish::Written) => (shown, value),
            _ => (Shown::Annotated, value),
        };
        let value = self.questioned(value);
        let counts = direct
            && matches!(&value.node, Node::Chain(chain)
            if chain.steps.last().is_some_and(|step| step.construct == "count"));
        let variable = self.bind_value(body, Name::Scalar, shown, value);
        if counts
            && growth <= 4
            && let Some(count) = self.entry(variable)
        {
            count.growth = 1;
        }
    }

    fn scalar_statement(&mut self, body: &mut Vec<Statement>) {
        if self.random.percent(40)
            && let Some(entry) = self.one(Entry::is_array)
        {
            let array = self.read(entry.variable);
            let value = Expression::method(Type::USIZE, array, "len", vec![]);
            let variable = self.bind_value(body, Name::Length, Shown::Inside, value);
            if let Some(length) = self.entry(variable) {
                length.like = entry.like.or(Some(entry.variable));
                length.growth = if entry.growth <= 4 { 1 } else { 9 };
            }
            return;
        }
        let is = match self.style.elements[0].number() {
            Some(number) if self.random.percent(80) => Type::Number(number),
            _ => Type::F64,
        };
        let value = self.value(&is, 2);
        let shown = match self.random.percent(60) {
            true => Shown::Annotated,
            false => Shown::Inside,
        };
        let variable = self.bind_value(body, Name::Scalar, shown, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = 9;
        }
    }

    /// `if .. { continue; }` in a loop.
    pub(crate) fn leave_statement(&mut self, body: &mut Vec<Statement>) {
        let condition = self.condition(1);
        if matches!(condition.node, Node::Literal(_)) {
            return;
        }
        let how = *self.random.pick(&["break", "continue"]);
        body.push(leave_if(condition, Node::Leave(how), "round left early"));
    }

    /// `if xs.is_empty() { return (..); }`
    pub(crate) fn return_statement(&mut self, body: &mut Vec<Statement>) {
        let condition = match self.one(Entry::is_array) {
            Some(entry) if self.random.percent(60) => {
                let array = self.read(entry.variable);
                Expression::method(Type::Bool, array, "is_empty", vec![])
            }
            _ => self.condition(0),
        };
        if matches!(condition.node, Node::Literal(_)) {
            return;
        }
        body.push(leave_if(condition, Node::Return, "early return"));
    }

    /// A `for` loop that adds up, or pushes.
    fn loop_statement(&mut self, body: &mut Vec<Statement>) {
        let Some(entry) = self.array() else { return };
        let element = entry.is.elements().cloned().unwrap_or(Type::F64);
        let Some(number) = self.number_of(&element) else {
            return;
        };
        let is = Type::Number(number);
        let pushes = self.random.percent(40);
        let apart = [entry.variable];
        let total = if !pushes {
            self.accumulator(body, number)
        } else if let Some(field) = self.field_to_push_to(body, &is.clone().vec(), &apart) {
            field
        } else {
            let new = Expression::parts(is.clone().vec(), Binds::Postfix, vec![text("Vec::new()")]);
            let name = self.fresh_name(Name::Array);
            self.bind_as(body, &name, Shown::Annotated, new)
        };
        let over = self.iterable(&entry);
        let mark = self.open();
        let before = self.unfocus();
        self.loops += 1;
        let pattern = self.pattern(&element.reference(), 2);
        let value = self.without(total, |generator| generator.value(&is, 2));
        let update = if pushes {
            let array = self.used(total, Mode::Mutate);
            Expression::method(Type::Unit, array, "push", vec![value])
        } else {
            let place = self.used(total, Mode::Assign);
            let (operator, value) = match number.is_float() {
                true => (" += ", value),
                false => {
                    let read = self.used(total, Mode::Read);
                    let sum = Expression::method(is.clone(), read, "wrapping_add", vec![value]);
                    (" = ", sum)
                }
            };
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    Part::Piece(place, Binds::Postfix),
                    text(operator),
                    Part::Argument(value),
                ],
            )
        };
        self.loops -= 1;
        self.close(mark);
        self.refocus(&before);
        if let Some(made) = self.entry(total) {
            // What was added up may be as large as can be.
            made.growth = if pushes { entry.growth } else { 9 };
            made.like = entry.like;
        }
        body.push(Statement::Do(
            Expression::parts(
                Type::Unit,
                Binds::Open,
                vec![
                    text("for "),
                    Part::Pattern(pattern),
                    text(" in "),
                    Part::Piece(over, Binds::Open),
                    text(" "),
                    Part::Block(Block {
                        statements: vec![Statement::Do(update)],
                        tail: None,
                    }),
                ],
            )
            .tagged(if pushes {
                "for loop that pushes"
            } else {
                "for loop that adds up"
            }),
        ));
    }

    /// Several chains over one array, or over what the chain before them made of it.
    fn related_statements(&mut self, body: &mut Vec<Statement>) {
        let Some(mut entry) = self.one(|entry| entry.is_array() && entry.growth <= 4) else {
            return;
        };
        let first = entry.clone();
        let before = std::mem::replace(&mut self.plain, true);
        for _ in 0..self.random.between(2, 4) {
            if !self
                .visible(|other| other.variable == entry.variable)
                .is_empty()
            {
                if let Some(made) = self.related(body, &entry)
                    && self.random.percent(55)
                {
                    entry = made;
                } else if self.random.percent(30) {
                    entry = first.clone();
                }
            }
        }
        self.plain = before;
    }

    /// A chain of steps over an array; the array that it makes, if it makes one.
    pub(crate) fn related(&mut self, body: &mut Vec<Statement>, entry: &Entry) -> Option<Entry> {
        let array = self.read(entry.variable);
        let element = entry.is.elements().cloned()?;
        let mut flow = self.by_method(array, "xs.iter()", "iter", element.reference());
        flow.growth = entry.growth;
        for _ in 0..self.random.weighted(&[20, 50, 30]) {
            match self.random.weighted(&[45, 25, 10, 10]) {
                0 => {
                    let gives = self.mapped_type();
                    self.map(&mut flow, &gives);
                }
                1 => self.filter(&mut flow),
                2 => self.copied(&mut flow),
                _ => self.zip(&mut flow),
            }
        }
        let (shown, turbofish) = self.shown();
        if self.random.percent(55) {
            self.owned_items(&mut flow);
            let collection = flow.item.clone().vec();
            let value = self.collect(flow, collection, turbofish);
            let variable = self.bind_value(body, Name::Array, shown, value);
            let made = self.entry(variable)?;
            made.growth = entry.growth;
            return Some(made.clone());
        }
        let value = self.reduce(flow, turbofish);
        let shown = match (&value.node, turbofish) {
            (_, Turbofish::Written) => shown,
            _ => Shown::Annotated,
        };
        self.bind_value(body, Name::Scalar, shown, value);
        None
    }
}

/// `if condition { return .. }`, or another way to leave.
fn leave_if(condition: Expression, how: Node, tag: &'static str) -> Statement {
    let leave = Statement::Do(Expression {
        is: Type::Unit,
        node: how,
    });
    let parts = vec![
        text("if "),
        Part::Piece(condition, Binds::Open),
        text(" "),
        Part::Block(Block {
            statements: vec![leave],
            tail: None,
        }),
    ];
    Statement::Do(Expression::parts(Type::Unit, Binds::Open, parts).tagged(tag))
}
