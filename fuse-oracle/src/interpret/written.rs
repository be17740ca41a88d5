//! What the program alone does not say: which statement each binding was written in, and what that
//! declares.

use super::worker::Monoid;
use fuse_compiler::internals::cnf::{BindingId, Combinator, Program, ValueId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A program in the statements it was written in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The program.
    pub program: Program<'static>,
    /// The statements, in order; together they hold every binding once, in order.
    pub statements: Vec<Statement>,
    /// Statements that read no more of an array than its length.
    pub lengths: BTreeSet<(usize, ValueId)>,
    /// Arrays whose elements somebody may watch being dropped: where they are contracted, the place
    /// of the array stays.
    pub kept: BTreeSet<ValueId>,
    /// Folds whose steps may be put together in groups; those of the others may not.
    pub monoids: BTreeMap<BindingId, Monoid>,
    /// Maps that fail for elements that the program does not give them.
    pub partial: BTreeSet<BindingId>,
}

/// A statement: chains, and at most one opaque binding after them, which reads their results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statement {
    /// Its bindings.
    pub bindings: Vec<BindingId>,
    /// The names that it declares. What else it binds is either a part of the statement, which only
    /// its own opaque binding reads, or the new version of a name that stood before.
    pub declares: Vec<ValueId>,
}

impl Written {
    /// Every chain and every opaque binding in a statement of its own.
    #[must_use]
    pub fn of(program: &Program<'static>) -> Written {
        let mut this = Written {
            program: program.clone(),
            ..Written::default()
        };
        let mut of_chain: BTreeMap<_, usize> = BTreeMap::new();
        for id in program.binding_ids() {
            let next = this.statements.len();
            let index = *of_chain.entry(program.binding(id).chain).or_insert(next);
            if index == next {
                this.statements.push(Statement::default());
            }
            this.statements[index].bindings.push(id);
            for output in &program.binding(id).outputs {
                let inside = program
                    .readers(*output)
                    .iter()
                    .any(|reader| program.binding(*reader).chain == program.binding(id).chain);
                if !inside && version_before(program, id, *output).is_none() {
                    this.statements[index].declares.push(*output);
                }
            }
        }
        this
    }

    /// The statement of each binding.
    #[must_use]
    pub fn statement_of(&self) -> Vec<usize> {
        let mut of = vec![0; self.program.bindings.len()];
        for (index, statement) in self.statements.iter().enumerate() {
            for id in &statement.bindings {
                of[id.index()] = index;
            }
        }
        of
    }

    /// The statement whose opaque binding is a wall.
    pub(super) fn is_wall(&self, statement: &Statement) -> bool {
        let wall = |id: &BindingId| self.program.binding(*id).is_wall();
        statement.bindings.iter().any(wall)
    }

    /// True if the opaque binding needs no more of an array than its length.
    pub(super) fn needs_length_alone(&self, statement: usize, array: ValueId) -> bool {
        self.lengths.contains(&(statement, array))
    }

    /// The version before of an output that is not declared: what it is a change of.
    pub(super) fn before(&self, id: BindingId, output: ValueId) -> Option<ValueId> {
        let mut statements = self.statements.iter();
        if statements.any(|statement| statement.declares.contains(&output)) {
            return None;
        }
        version_before(&self.program, id, output)
    }

    /// For each value the first version of what holds it: the parameter or declared name that is
    /// changed in place, or itself.
    pub(super) fn places(&self) -> Vec<ValueId> {
        let program = &self.program;
        let mut places: Vec<ValueId> = (0..program.values.len()).map(ValueId).collect();
        for statement in &self.statements {
            for id in &statement.bindings {
                for output in &program.binding(*id).outputs {
                    if let Some(before) = self.before(*id, *output) {
                        places[output.index()] = places[before.index()];
                    }
                }
            }
        }
        places
    }
}

/// The version of a value before a binding that changes it: what an update names, or what is read
/// under the same name by a fold or a wall.
fn version_before(program: &Program, id: BindingId, output: ValueId) -> Option<ValueId> {
    if let Some(before) = program.updated(output) {
        return Some(before);
    }
    let binding = program.binding(id);
    if binding.combinator() != Combinator::Fold && !binding.is_wall() {
        return None;
    }
    let value = program.value(output);
    let same = |other: &ValueId| {
        let other = program.value(*other);
        other.name == value.name && other.kind == value.kind
    };
    binding.worker.mentions.iter().copied().find(same)
}

/// The program, and what its own `Display` does not say.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = &self.program;
        let name = |value: &ValueId| format!("{}:{}", program.value(*value).name, value.0);
        let names = |values: &[ValueId]| values.iter().map(name).collect::<Vec<_>>().join(" ");
        writeln!(f, "{program}")?;
        for (index, statement) in self.statements.iter().enumerate() {
            write!(
                f,
                "statement {index} declares ({}):",
                names(&statement.declares)
            )?;
            for id in &statement.bindings {
                let binding = program.binding(*id);
                write!(f, " [#{} in {}", id.0, binding.chain.0)?;
                write!(
                    f,
                    " ({}) from ({})",
                    names(&binding.outputs),
                    names(&binding.reads())
                )?;
                if let Some(reason) = binding.solitary {
                    write!(f, " alone: {reason:?}")?;
                }
                f.write_str("]")?;
            }
            writeln!(f)?;
        }
        for fact in &program.facts {
            writeln!(f, "fact {fact:?}")?;
        }
        for precedence in &program.precedences {
            let (before, after) = (precedence.before.0, precedence.after.0);
            writeln!(f, "#{before} before #{after}: {:?}", precedence.reason)?;
        }
        for crossing in &program.crossings {
            writeln!(f, "chain {} crosses #{}", crossing.chain.0, crossing.wall.0)?;
        }
        for update in &program.updates {
            writeln!(
                f,
                "{} becomes {}",
                name(&update.before),
                name(&update.after)
            )?;
        }
        writeln!(f, "lengths alone {:?}, kept {:?}", self.lengths, self.kept)
    }
}
