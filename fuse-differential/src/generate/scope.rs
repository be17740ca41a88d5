//! What can be named at a place: variables that are neither moved away, nor hidden by a later one of
//! their name, nor borrowed in a way that forbids it.

use crate::function::expression::{Expression, Mode, Named, Node, Variable};
use crate::function::types::Type;

use super::Generator;

/// A variable in scope.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) variable: Variable,
    pub(crate) is: Type,
    /// Moved away, or a borrow that something has ended.
    pub(crate) ended: bool,
    /// The index of the entry that hides it.
    hidden_by: Option<usize>,
    /// Not to be named in the statement that is being written.
    pub(crate) reserved: bool,
    /// What its value borrows.
    pub(crate) borrows: Vec<Variable>,
    /// It borrows `&mut`.
    pub(crate) exclusive: bool,
    /// A parameter of the innermost worker or loop.
    pub(crate) focus: bool,
    /// How many loops, and how many workers, it is inside of.
    pub(crate) loops: usize,
    pub(crate) workers: usize,
    /// Arrays: how many times longer than an input it may be. Integers: whether it may serve as a
    /// number of elements (1), or not (0).
    pub(crate) growth: usize,
    /// Arrays: a class of arrays of one length, by the array that it comes from.
    pub(crate) like: Option<Variable>,
    /// Arrays: how many elements it has at least, by a guard that stands inside of how many blocks and workers.
    pub(crate) least: (usize, usize),
    /// A parameter of the function, so not a local.
    pub(crate) parameter: bool,
}

impl Entry {
    pub(crate) fn visible(&self) -> bool {
        self.is_left() && !self.reserved
    }

    /// Neither moved away nor hidden, so that whoever wrote it may name it.
    pub(crate) fn is_left(&self) -> bool {
        !self.ended && self.hidden_by.is_none()
    }

    /// An array in memory.
    pub(crate) fn is_array(&self) -> bool {
        self.is.elements().is_some() && self.is.references() <= 1
    }

    /// An array that is not behind a reference.
    pub(crate) fn is_owned_array(&self) -> bool {
        self.is_array() && self.is.references() == 0
    }
}

impl Generator {
    /// A new variable, not yet in scope.
    pub(crate) fn declare(&mut self, name: &str, is: Type) -> Variable {
        self.variables.push(Named {
            name: name.to_owned(),
            is,
        });
        Variable(self.variables.len() - 1)
    }

    /// Puts a variable into scope; it hides those of its name.
    pub(crate) fn enter(&mut self, variable: Variable) -> &mut Entry {
        let at = self.scope.len();
        let name = &self.variables[variable.0].name;
        for entry in &mut self.scope {
            if entry.hidden_by.is_none() && self.variables[entry.variable.0].name == *name {
                entry.hidden_by = Some(at);
            }
        }
        self.scope.push(Entry {
            variable,
            is: self.variables[variable.0].is.clone(),
            ended: false,
            hidden_by: None,
            reserved: false,
            borrows: Vec::new(),
            exclusive: false,
            focus: false,
            loops: self.loops,
            workers: self.workers,
            // Any other `usize` may be as large as can be, which nothing may count up to.
            growth: match self.variables[variable.0].is {
                Type::USIZE => 9,
                _ => 1,
            },
            like: None,
            least: (0, 0),
            parameter: false,
        });
        &mut self.scope[at]
    }

    /// A block begins.
    pub(crate) fn open(&mut self) -> usize {
        self.depth += 1;
        self.scope.len()
    }

    /// The block ends: its names are gone, what they hid is seen again.
    pub(crate) fn close(&mut self, mark: usize) {
        self.scope.truncate(mark);
        self.depth = self.depth.saturating_sub(1);
        for entry in &mut self.scope {
            // Perhaps nobody was asked.
            if entry.least.1 > self.depth {
                entry.least = (0, 0);
            }
            if entry.hidden_by.is_some_and(|by| by >= mark) {
                entry.hidden_by = None;
            }
        }
    }

    /// The entry of a variable.
    pub(crate) fn entry(&mut self, variable: Variable) -> Option<&mut Entry> {
        self.scope
            .iter_mut()
            .find(|entry| entry.variable == variable)
    }

    /// Entries that can be named, by a condition.
    pub(crate) fn visible(&self, condition: impl Fn(&Entry) -> bool) -> Vec<Entry> {
        self.scope
            .iter()
            .filter(|entry| entry.visible() && condition(entry))
            .cloned()
            .collect()
    }

    /// One of those.
    pub(crate) fn one(&mut self, condition: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let found = self.visible(condition);
        (!found.is_empty()).then(|| self.random.pick(&found).clone())
    }

    /// The variable, read: who borrows it `&mut` is done.
    pub(crate) fn read(&mut self, variable: Variable) -> Expression {
        self.end_borrows(variable, true);
        self.used(variable, Mode::Read)
    }

    /// The variable, moved away: nobody can name it any more.
    pub(crate) fn take(&mut self, variable: Variable) -> Expression {
        self.end_borrows(variable, false);
        if self.is_field(variable) && !self.variables[variable.0].is.is_copy() {
            return self.taken_field(variable);
        }
        if let Some(entry) = self.entry(variable)
            && !entry.is.is_copy()
        {
            entry.ended = true;
        }
        self.used(variable, Mode::Move)
    }

    /// The variable as a place that is changed: who borrows it is done.
    pub(crate) fn change(&mut self, variable: Variable) -> Expression {
        self.end_borrows(variable, false);
        let mode = match self.variables[variable.0].is {
            Type::Mutable(_) => Mode::Through,
            _ => Mode::Mutate,
        };
        self.used(variable, mode)
    }

    pub(crate) fn used(&self, variable: Variable, mode: Mode) -> Expression {
        Expression {
            is: self.variables[variable.0].is.clone(),
            node: Node::Use(variable, mode),
        }
    }

    /// Ends the borrows of a variable: all, or those that are `&mut`.
    fn end_borrows(&mut self, variable: Variable, only_exclusive: bool) {
        let mut ended = Vec::new();
        for entry in &mut self.scope {
            if !entry.ended
                && entry.borrows.contains(&variable)
                && (entry.exclusive || !only_exclusive)
            {
                entry.ended = true;
                ended.push(entry.variable);
            }
        }
        for borrower in ended {
            self.end_borrows(borrower, false);
        }
    }

    /// A variable and all that its value borrows.
    pub(crate) fn roots(&self, variables: &[Variable]) -> Vec<Variable> {
        let mut roots = Vec::new();
        for variable in variables {
            roots.push(*variable);
            if let Some(entry) = self.scope.iter().find(|entry| entry.variable == *variable) {
                roots.extend(entry.borrows.iter().copied());
            }
        }
        roots.sort_unstable();
        roots.dedup();
        roots
    }

    /// What an expression names.
    pub(crate) fn named_in(expression: &Expression) -> Vec<Variable> {
        let mut named = Vec::new();
        crate::function::walk::walk_expression(expression, &mut |event| {
            if let crate::function::walk::Event::Use(variable, _) = event {
                named.push(variable);
            }
        });
        named
    }

    /// Runs `inside` while a variable must not be named.
    pub(crate) fn without<T>(
        &mut self,
        variable: Variable,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.without_all(&[variable], inside)
    }

    /// Runs `inside` while none of these must be named.
    pub(crate) fn without_all<T>(
        &mut self,
        variables: &[Variable],
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut reserved = Vec::new();
        for entry in &mut self.scope {
            let named = variables.contains(&entry.variable)
                || entry
                    .borrows
                    .iter()
                    .any(|borrowed| variables.contains(borrowed));
            if named && !entry.reserved {
                entry.reserved = true;
                reserved.push(entry.variable);
            }
        }
        let result = inside(self);
        for variable in &reserved {
            if let Some(entry) = self.entry(*variable) {
                entry.reserved = false;
            }
        }
        result
    }

    /// A name of a kind; now and then one that is already taken.
    pub(crate) fn name(&mut self, kind: Name) -> String {
        if self.random.percent(12) {
            let name = *self.random.pick(kind.names());
            if !self.is_reserved(name) {
                return name.to_owned();
            }
        }
        self.fresh_name(kind)
    }

    /// A name of a kind that nobody has.
    pub(crate) fn fresh_name(&mut self, kind: Name) -> String {
        let names = kind.names();
        for _ in 0..4 {
            let name = *self.random.pick(names);
            if !self.taken(name) {
                return name.to_owned();
            }
        }
        let name = *self.random.pick(names);
        let mut n = 2;
        while self.taken(&format!("{name}{n}")) {
            n += 1;
        }
        format!("{name}{n}")
    }

    /// Whether it is the name of what is being written about.
    pub(crate) fn is_reserved(&self, name: &str) -> bool {
        self.scope.iter().any(|entry| {
            entry.reserved && !entry.ended && self.variables[entry.variable.0].name == name
        })
    }

    fn taken(&self, name: &str) -> bool {
        self.variables.iter().any(|variable| variable.name == name)
    }
}

/// What a name is for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Name {
    Array,
    Scalar,
    Length,
    Accumulator,
    Worker,
    Text,
    Record,
    Map,
    Iterator,
}

impl Name {
    fn names(self) -> &'static [&'static str] {
        match self {
            Name::Array => &[
                "xs", "ys", "zs", "values", "weights", "data", "scaled", "kept", "squares",
                "diffs", "rows", "items", "points", "positive", "shifted", "out", "left", "right",
                "merged",
            ],
            Name::Scalar => &[
                "total", "mean", "best", "scale", "offset", "norm", "score", "factor", "limit",
                "worst", "ratio", "peak", "level", "result", "first", "found", "bias", "target",
            ],
            Name::Length => &["n", "len", "count", "size", "m", "k", "width"],
            Name::Accumulator => &["acc", "sum", "so_far", "state", "tally", "running"],
            Name::Text => &["text", "line", "message", "input", "label"],
            Name::Record => &["record", "order", "entry", "account"],
            Name::Map => &["map", "table", "counts", "by_key"],
            Name::Iterator => &["it", "iter", "stream", "elements", "pairs"],
            Name::Worker => &["f", "g", "step", "transform", "apply", "weight_of", "h"],
        }
    }
}
