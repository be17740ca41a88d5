//! From a seed to a function. The state of the `Generator` is what a compiler would know at the place
//! that is being written: who is in scope, of which type, who is moved away and who borrows whom.

mod adapters;
mod consumers;
mod divided;
mod expressions;
mod facts;
mod held;
mod impure;
mod in_place;
mod loops;
mod nests;
mod opaque;
mod pairs;
mod parallel;
mod parameters;
mod paths;
mod places;
mod positions;
pub(crate) mod question;
pub(crate) mod random;
mod reassigned;
mod regions;
mod scope;
mod selves;
mod short;
mod sources;
mod statements;
#[cfg(test)]
mod tests;
mod totals;
mod users;
mod workers;

pub(crate) use divided::divided;

use std::collections::BTreeSet;

use crate::function::expression::{Expression, Named};
use crate::function::statement::Statement;
use crate::function::types::Type;
use crate::function::{Function, Head};

use random::Random;
use scope::Entry;

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
    /// How many blocks.
    pub(crate) regions: usize,
    /// How many blocks, loops and workers.
    pub(crate) depth: usize,
    /// Only what most loops hold.
    pub(crate) plain: bool,
    /// Effects that have a number.
    pub(crate) effects: usize,
    /// Programs of rayon's are written in std's words.
    pub(crate) std: bool,
    /// Programs of rayon's are written in its own.
    pub(crate) rayon: bool,
    /// What stands around the name of the function.
    pub(crate) head: Head,
    /// Types and functions of a user's are among what it holds, and these are those arrays.
    pub(crate) users: Option<Vec<crate::function::expression::Variable>>,
    /// Loops in other words than chains are among what it holds.
    pub(crate) walks: bool,
    /// True for a function that gives names another value between loops.
    pub(crate) begins_again: bool,
    /// Loops that hold loops are among what it holds, and these are the arrays of rows that they run over.
    pub(crate) nests: Option<Vec<crate::function::expression::Variable>>,
    /// Arrays in fields are among what it holds.
    pub(crate) holds: bool,
    /// It is a method, and this is its struct.
    pub(crate) selves: Option<selves::Fields>,
    /// Arrays whose type only the result shows.
    pub(crate) later: Vec<crate::function::expression::Variable>,
}

/// The function of a seed.
pub(crate) fn function(seed: u64) -> Function {
    let mut function = attempt(seed, 0);
    // Now and then nothing is read in the end, and nothing remains.
    for again in 1..8 {
        if function.body.len() > 1 {
            break;
        }
        function = attempt(seed, again);
    }
    function
}

/// The function of rayon's of a seed.
pub(crate) fn parallel(seed: u64) -> Function {
    let mut random = Random::new(seed ^ 0x7061_7261);
    let mut style = Style::new(&mut random);
    // Which thread logs a drop, or panics first, is nobody's business.
    style.elements.retain(|element| !element.is_tracked());
    let style = Style {
        panics: false,
        walls: false,
        tracked: false,
        ..style
    };
    Generator::new(random, style).parallel_function()
}

fn attempt(seed: u64, again: u64) -> Function {
    let mut random = Random::new(seed ^ (again << 56));
    let style = Style::new(&mut random);
    let mut generator = Generator::new(random, style);
    generator.meet_users(seed);
    generator.meet_loops(seed);
    generator.meet_nests(seed);
    generator.meet_held(seed);
    generator.meet_selves(seed);
    generator.function()
}

impl Generator {
    fn new(random: Random, style: Style) -> Self {
        Generator {
            random,
            variables: Vec::new(),
            scope: Vec::new(),
            style,
            loops: 0,
            workers: 0,
            regions: 0,
            depth: 0,
            plain: false,
            effects: 0,
            std: false,
            rayon: false,
            head: Head::default(),
            users: None,
            walks: false,
            begins_again: false,
            nests: None,
            holds: false,
            selves: None,
            later: Vec::new(),
        }
    }

    fn function(&mut self) -> Function {
        let mut parameters = self.parameters();
        let mut body = Vec::new();
        self.held_parameters(&mut body, &parameters);
        let held = body.len();
        self.fields();
        self.user_parameters(&mut parameters);
        self.nest_parameters(&mut parameters);
        let mut statements = match self.random.weighted(&[85, 15]) {
            0 => self.random.between(3, 7),
            _ => self.random.between(8, 15),
        };
        if self.nests.is_some() {
            // A nest is several of them.
            statements += 4;
        }
        // Now and then nothing can be written.
        for _ in 0..40 {
            if body.len() >= statements + held {
                break;
            }
            if !self.walks || self.random.percent(45) {
                self.statement(&mut body);
            }
            if self.users.is_some() && self.random.percent(60) {
                self.user_statement(&mut body);
            }
            if self.walks && self.random.percent(85) {
                self.walking_statement(&mut body);
            }
            if self.nests.is_some() && self.random.percent(70) {
                self.nest_statement(&mut body);
            }
            if self.selves.is_some() && self.random.percent(80) {
                self.self_statement(&mut body);
            }
        }
        let results = self.results(&body);
        let mut function = Function {
            head: std::mem::take(&mut self.head),
            variables: std::mem::take(&mut self.variables),
            parameters,
            body,
            results,
        };
        function.without(BTreeSet::new());
        function
    }

    /// The tuple at the end: what was made and can be returned, and now and then a chain of its own.
    fn results(&mut self, body: &[Statement]) -> Vec<Expression> {
        let made = self.visible(|entry| {
            !entry.parameter && !entry.is.borrows() && entry.is.default_value().is_some()
        });
        let mut results = Vec::new();
        for variable in std::mem::take(&mut self.later) {
            results.push(self.take(variable));
        }
        results.truncate(4);
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
