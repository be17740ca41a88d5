//! Chains over elements that may be read behind a filter alone. In: an array of a user's type. Out: two or three chains over it,
//! whose filter and workers stand as text, so that no shrink comes between them; what follows is any chain.

use crate::function::expression::{Binds, Block, Expression, Node, Part, Pattern, Variable};
use crate::function::statement::{Shown, Statement};
use crate::function::types::{Number, Type};

use super::super::Generator;
use super::super::consumers::Turbofish;
use super::super::scope::Name;
use super::super::sources::{Flow, text};

/// A user's type, and how it is read. `@` is the value behind the references of a worker's argument.
struct Guarded {
    name: &'static str,
    /// Whether reading it needs an `unsafe` block.
    is_raw: bool,
    construct: &'static str,
    /// Tests that let through what may be read, the plainest first.
    guards: &'static [&'static str],
    /// What is read.
    floats: &'static [&'static str],
    integers: &'static [&'static str],
}

const ALL: [Guarded; 5] = [
    Guarded {
        name: "Id",
        is_raw: false,
        construct: "element with a Deref",
        guards: &["p.is_some()", "p.is_some() && *@ > 0.5"],
        floats: &["*@", "*@ * 2.0", "p.abs()", "p.max(0.5)", "-*@"],
        integers: &["*@ as i64"],
    },
    Guarded {
        name: "Handle",
        is_raw: false,
        construct: "element with a Deref",
        guards: &[
            "p.is_some()",
            "p.is_some() && p.weight > 0.0",
            "p.is_some() && p.count != 3 && p.load() > 1.0",
        ],
        floats: &["p.weight", "p.load()", "p.weight * 0.5"],
        integers: &["p.count", "p.count.wrapping_mul(3)"],
    },
    Guarded {
        name: "Price",
        is_raw: false,
        construct: "element with operators",
        guards: &[
            "p.is_fair()",
            "p.is_fair() && @ > 1",
            "p.is_fair() && @ != 2",
            "p.0 >= 0.0 && @ > 1",
            "p.0 >= 0.0 && -@ < -0.5",
            "p.0 >= 0.0 && 1.5 < @ + @",
        ],
        floats: &["p.0", "-@", "@ + @"],
        integers: &["p.0 as i64", "i64::from(@ <= 2)"],
    },
    Guarded {
        name: "Pointer",
        is_raw: true,
        construct: "raw pointers",
        guards: &["!p.is_null()", "!p.is_null() && *@ > 0.0"],
        floats: &["*@", "*@ + 1.0", "@.read()"],
        integers: &["*@ as i64"],
    },
    Guarded {
        name: "Slot",
        is_raw: true,
        construct: "raw pointers",
        guards: &["p.live", "p.live && *p.at > 0.5"],
        floats: &["*p.at", "*p.at * 2.0", "p.at.read()"],
        integers: &["*p.at as i64"],
    },
];

/// Text in which `@` is a value behind so many references.
fn filled(template: &str, references: usize) -> String {
    let stars = "*".repeat(references);
    // A method of the value itself binds tighter than the stars.
    template
        .replace("@.", &format!("({stars}p)."))
        .replace('@', &format!("{stars}p"))
}

impl Generator {
    /// The types of which arrays are parameters.
    pub(super) fn some_users(&mut self, pointers: bool) -> Vec<&'static str> {
        let all: Vec<&'static str> = ALL
            .iter()
            .filter(|user| !pointers || user.is_raw)
            .map(|user| user.name)
            .collect();
        let first = *self.random.pick(&all);
        let second = ALL[self.random.below(ALL.len())].name;
        match first == second || self.random.percent(40) {
            true => vec![first],
            false => vec![first, second],
        }
    }

    fn guarded_array(&mut self) -> Option<(Variable, &'static Guarded)> {
        let array = self.user_of(|is| matches!(is.elements(), Some(Type::User(..))))?;
        let Some(Type::User(name, _)) = self.variables[array.0].is.elements() else {
            return None;
        };
        let name = *name;
        Some((array, ALL.iter().find(|user| user.name == name)?))
    }

    /// `xs.iter().filter(|p| p.is_some())`
    fn let_through(&mut self, array: Variable, user: &Guarded) -> (Flow, usize) {
        let item = Type::User(user.name, false);
        let read = self.read(array);
        let mut flow = self.by_method(read, "xs.iter()", "iter", item.clone().reference());
        let mut references = 1;
        if self.random.percent(45) {
            flow.step("copied()", vec![text("copied()")], item);
            references = 0;
        }
        let guard = match self.random.percent(50) {
            true => user.guards[0],
            false => *self.random.pick(user.guards),
        };
        let kept = Type::User(user.name, true);
        let kept = match references {
            0 => kept,
            _ => kept.reference(),
        };
        let guard = format!("filter(|p| {})", filled(guard, references + 1));
        flow.step(
            "filter(p)",
            vec![Part::Tag(user.construct), text(guard)],
            kept,
        );
        flow.exact = false;
        (flow, references)
    }

    /// Behind the filter: what is read of the element.
    fn read_of(&mut self, flow: &mut Flow, user: &Guarded, references: usize) {
        let (number, read) = match self.random.percent(70) {
            true => (Number::F64, *self.random.pick(user.floats)),
            false => (Number::I64, *self.random.pick(user.integers)),
        };
        let worker = format!("map(|p| {})", filled(read, references));
        flow.step("map(f)", vec![text(worker)], Type::Number(number));
    }

    /// A chain over such an array, and whether it is an array.
    fn guarded_chain(&mut self, array: Variable, user: &Guarded) -> Expression {
        let (mut flow, references) = self.let_through(array, user);
        if self.random.percent(15) {
            self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
            return flow.finish();
        }
        self.read_of(&mut flow, user, references);
        if self.random.percent(30) {
            self.adapt(&mut flow);
        }
        if self.random.percent(60) {
            self.owned_items(&mut flow);
            let collection = flow.item.clone().vec();
            return self.collect(flow, collection, Turbofish::Written);
        }
        let before = std::mem::replace(&mut self.plain, true);
        let value = self.reduce(flow, Turbofish::Written);
        self.plain = before;
        value
    }

    /// Two or three chains over one array of a user's.
    pub(super) fn guarded_statements(&mut self, body: &mut Vec<Statement>) {
        let Some((array, user)) = self.guarded_array() else {
            return;
        };
        let chains = self.random.between(2, 3);
        if user.is_raw && !self.head.is_unsafe {
            return self.guarded_block(body, array, user, chains);
        }
        for _ in 0..chains {
            let value = self.guarded_chain(array, user);
            self.bind_chain(body, value);
        }
    }

    pub(super) fn bind_chain(&mut self, body: &mut Vec<Statement>, value: Expression) -> Variable {
        let name = match value.is.elements() {
            Some(_) => Name::Array,
            None => Name::Scalar,
        };
        let is_usize = value.is == Type::USIZE;
        let name = self.fresh_name(name);
        let variable = self.bind_as(body, &name, Shown::Inside, value);
        if let Some(entry) = self.entry(variable) {
            entry.growth = if is_usize { 9 } else { 2 };
        }
        variable
    }

    /// `let (a, b) = unsafe { let a = ..; let b = ..; (a, b) };`
    fn guarded_block(
        &mut self,
        body: &mut Vec<Statement>,
        array: Variable,
        user: &Guarded,
        chains: usize,
    ) {
        let mark = self.open();
        let mut inside = Vec::new();
        let mut values = Vec::new();
        for _ in 0..chains {
            let value = self.guarded_chain(array, user);
            if value.is.borrows() || value.is.default_value().is_none() {
                continue;
            }
            values.push(self.bind_chain(&mut inside, value));
        }
        let tail: Vec<Expression> = values.iter().map(|variable| self.take(*variable)).collect();
        self.close(mark);
        if tail.len() < 2 {
            return;
        }
        let tail = Expression::tuple(tail);
        let is = tail.is.clone();
        let outer: Vec<Variable> = values
            .iter()
            .map(|variable| {
                let named = self.variables[variable.0].clone();
                let outer = self.declare(&named.name, named.is);
                self.enter(outer).growth = 9;
                outer
            })
            .collect();
        let value = Expression::parts(
            is,
            Binds::Open,
            vec![
                Part::Tag("unsafe block around chains"),
                text("unsafe "),
                Part::Block(Block {
                    statements: inside,
                    tail: Some(Box::new(tail)),
                }),
            ],
        );
        body.push(Statement::Let {
            pattern: Pattern::Tuple(outer.into_iter().map(Pattern::Bind).collect()),
            shown: Shown::Inside,
            value,
        });
    }

    /// A chain that nobody reads, of an element that panics.
    pub(super) fn dead_statement(&mut self, body: &mut Vec<Statement>) {
        let Some((array, user)) = self.guarded_array() else {
            return;
        };
        if user.is_raw {
            return;
        }
        let read = self.read(array);
        let item = Type::User(user.name, false).reference();
        let mut flow = self.by_method(read, "xs.iter()", "iter", item);
        self.read_of(&mut flow, user, 1);
        let number = flow.item.clone();
        let value = match self.random.percent(50) {
            true => self.collect(flow, number.vec(), Turbofish::Written),
            false => {
                self.consumed(&mut flow, "count", vec![text("count()")], Type::USIZE);
                flow.finish()
            }
        };
        debug_assert!(matches!(value.node, Node::Chain(_)));
        self.unread(body, value);
    }
}
