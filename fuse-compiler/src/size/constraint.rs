//! Constraint generation (paper 001, section 1.3.2, fig. 1.4).
//!
//! In: a [`Program`]. Out: [`Constraints`]: an environment, in which every array has a size variable
//! of its own, and equalities with such a variable on the left and the variables that the rules
//! introduce, unifiable or rigid, on the right.

use super::Size;
use crate::cnf::{BindingId, Combinator, Length, Program, SizeFact, ValueId, ValueKind};
use std::fmt;

/// `left = right`, demanded by a binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraint {
    /// Who demands it.
    pub binding: BindingId,
    /// The variable of an array.
    pub left: usize,
    /// What it must equal.
    pub right: Size,
}

/// One element of the paper's environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// `xs: k`.
    Array(ValueId),
    /// `k`, which may be unified with other sizes.
    Unification,
    /// `exists k`, which may not.
    Rigid,
}

/// An environment and the constraints on its variables; prints as the paper writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// One entry a variable.
    entries: Vec<Entry>,
    names: Vec<String>,
    /// The variable of each array, indexed by value.
    arrays: Vec<Option<usize>>,
    constraints: Vec<Constraint>,
    /// How many rule-introduced variables there are.
    introduced: usize,
}

impl Constraints {
    /// Generates the constraints of a program, in source order. Linear.
    #[must_use]
    pub fn generate(program: &Program) -> Constraints {
        let mut this = Constraints {
            entries: Vec::new(),
            names: Vec::new(),
            arrays: vec![None; program.values.len()],
            constraints: Vec::new(),
            introduced: 0,
        };
        for parameter in &program.parameters {
            this.array(program, *parameter);
        }
        for id in program.binding_ids() {
            this.binding(program, id);
        }
        this
    }

    /// The size variable of an array; `None` for a scalar.
    #[must_use]
    pub fn variable(&self, value: ValueId) -> Option<usize> {
        self.arrays.get(value.index()).copied().flatten()
    }

    /// How many variables there are.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.entries.len()
    }

    /// True if the variable may not be unified with other sizes.
    #[must_use]
    pub fn rigid(&self, variable: usize) -> bool {
        self.entries[variable] == Entry::Rigid
    }

    /// The constraints, in source order.
    #[must_use]
    pub fn all(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The term of a length, over the variables of the arrays that it mentions. `None` if it is
    /// nothing to compare: unknown, of a scalar, or of an array that is not bound yet.
    #[must_use]
    pub fn length(&self, length: &Length) -> Option<Size> {
        let all = |parts: &[Length]| -> Option<Vec<Size>> {
            parts.iter().map(|part| self.length(part)).collect()
        };
        Some(match length {
            Length::Known(text) => Size::known(text),
            Length::Unknown => return None,
            Length::Of(array) => Size::Variable(self.variable(*array)?),
            Length::Less(of, text) => Size::less(self.length(of)?, text),
            Length::Least(parts) => return Size::min(all(parts)?),
            Length::Sum(parts) => Size::sum(all(parts)?),
            Length::Ratio { of, by, up } => Size::ratio(self.length(of)?, by, *up),
            Length::Span {
                start,
                end,
                inclusive,
            } => Size::span(start, end, *inclusive),
        })
    }

    fn array(&mut self, program: &Program, value: ValueId) -> Option<usize> {
        let declared = program.value(value);
        if declared.kind != ValueKind::Array {
            return None;
        }
        if let Some(variable) = self.arrays[value.index()] {
            return Some(variable);
        }
        let name = format!("k_{}", declared.name);
        let variable = self.push(Entry::Array(value), name);
        self.arrays[value.index()] = Some(variable);
        Some(variable)
    }

    fn push(&mut self, entry: Entry, name: String) -> usize {
        self.entries.push(entry);
        self.names.push(name);
        self.entries.len() - 1
    }

    fn introduce(&mut self, entry: Entry) -> Size {
        self.introduced += 1;
        let name = format!("k{}", self.introduced);
        Size::Variable(self.push(entry, name))
    }

    fn equate(&mut self, program: &Program, binding: BindingId, array: ValueId, right: Size) {
        if let Some(left) = self.array(program, array) {
            self.constraints.push(Constraint {
                binding,
                left,
                right,
            });
        }
    }

    /// The rule of fig. 1.4 for one binding.
    fn binding(&mut self, program: &Program, id: BindingId) {
        let binding = program.binding(id);
        for output in &binding.outputs {
            self.array(program, *output);
        }
        let output = binding.outputs.first().copied();
        let (inputs, size): (Vec<(ValueId, Size)>, Size) = match binding.combinator() {
            Combinator::Fold => {
                // An array that a loop writes keeps its length if a fact says so.
                for output in &binding.outputs {
                    let kept = program
                        .facts
                        .iter()
                        .any(|fact| matches!(fact, SizeFact::Equal(_, new) if new == output));
                    if !kept && self.array(program, *output).is_some() {
                        let size = self.introduce(Entry::Rigid);
                        self.equate(program, id, *output, size);
                    }
                }
                return;
            }
            Combinator::Map | Combinator::Scan => {
                let size = self.introduce(Entry::Unification);
                let inputs = binding.streamed().into_iter();
                (inputs.map(|input| (input, size.clone())).collect(), size)
            }
            Combinator::Zip => {
                let inputs: Vec<(ValueId, Size)> = binding
                    .streamed()
                    .into_iter()
                    .map(|input| (input, self.introduce(Entry::Unification)))
                    .collect();
                let Some(size) = Size::min(inputs.iter().map(|(_, size)| size.clone())) else {
                    return;
                };
                (inputs, size)
            }
            Combinator::Cross => {
                let rows = self.introduce(Entry::Unification);
                let columns = self.introduce(Entry::Unification);
                let size = Size::product(rows.clone(), columns.clone());
                let inputs = binding.inputs.iter().map(|input| input.value);
                (inputs.zip([rows, columns]).collect(), size)
            }
            Combinator::Generate => {
                let size = match self.length(&binding.length) {
                    Some(size) => size,
                    None => self.introduce(Entry::Rigid),
                };
                (Vec::new(), size)
            }
            Combinator::Filter => (Vec::new(), self.introduce(Entry::Rigid)),
            Combinator::Opaque(_) => {
                // Each array that comes out of a statement of the host is as long as it likes.
                for output in &binding.outputs {
                    if self.array(program, *output).is_some() {
                        let size = self.introduce(Entry::Rigid);
                        self.equate(program, id, *output, size);
                    }
                }
                return;
            }
        };
        for (input, size) in inputs {
            self.equate(program, id, input, size);
        }
        if let Some(output) = output {
            self.equate(program, id, output, size);
        }
    }
}

impl fmt::Display for Constraints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (entry, name)) in self.entries.iter().zip(&self.names).enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            match entry {
                Entry::Array(_) => write!(f, "{}: {name}", name.trim_start_matches("k_"))?,
                Entry::Unification => f.write_str(name)?,
                Entry::Rigid => write!(f, "exists {name}")?,
            }
        }
        f.write_str("\n|- ")?;
        if self.constraints.is_empty() {
            f.write_str("true")?;
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            write!(f, "{} = ", self.names[constraint.left])?;
            constraint.right.write(&self.names, f)?;
        }
        Ok(())
    }
}
