//! The conductor of size inference, and its result.
//!
//! In: a [`Program`]. Out: [`Sizes`].

use super::iteration::{Line, iterated_in, lines, transducers};
use super::nests::Nests;
use super::scheme::{Scheme, Shown};
use super::solve::Solver;
use super::{Constraint, Constraints, Size};
use crate::cnf::{BindingId, Program, SizeFact, ValueId};
use crate::sorted::{sort, sort_by_key};
use std::fmt;

/// The solved sizes of a program.
///
/// Variables are numbered by where they first appear: in the parameters, then the results, then the
/// other values, then in what facts below a wall leave. Those that the caller chooses are called `k`,
/// `k1`, `k2` .., those that the program chooses `k'`, `k1'`, `k2'` .. .
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    names: Vec<String>,
    rigid: Vec<bool>,
    /// Each value's name and size.
    values: Vec<(String, Option<Size>)>,
    iterations: Vec<Option<Size>>,
    /// Equal iteration sizes have equal numbers.
    classes: Vec<Option<usize>>,
    nests: Nests,
    transducers: Vec<Option<BindingId>>,
    lines: Vec<Line>,
}

impl Sizes {
    /// The size of an array; `None` for a scalar.
    #[must_use]
    pub fn of(&self, value: ValueId) -> Option<&Size> {
        self.values[value.index()].1.as_ref()
    }

    /// The iteration size of a binding (fig. 1.6); `None` is the paper's unknown size, which
    /// opaque and solitary bindings have.
    #[must_use]
    pub fn iteration(&self, binding: BindingId) -> Option<&Size> {
        self.iterations[binding.index()].as_ref()
    }

    /// A number for the iteration size of a binding: two bindings have the same if and only if
    /// their iteration sizes are known and equal.
    #[must_use]
    pub fn iteration_class(&self, binding: BindingId) -> Option<usize> {
        self.classes[binding.index()]
    }

    /// True if both iteration sizes are known and equal.
    #[must_use]
    pub fn same_iteration(&self, a: BindingId, b: BindingId) -> bool {
        self.classes[a.index()].is_some() && self.classes[a.index()] == self.classes[b.index()]
    }

    /// The parent transducer of a binding (fig. 1.7); see [`transducer`](super::transducer).
    #[must_use]
    pub fn transducer(&self, binding: BindingId) -> Option<BindingId> {
        self.transducers[binding.index()]
    }

    /// The compatible concestors (fig. 1.8); see [`concestors`](super::concestors). Costs the
    /// number of filters above the two.
    #[must_use]
    pub fn concestors(&self, a: BindingId, b: BindingId) -> Option<(BindingId, BindingId)> {
        self.lines[a.index()].meet(&self.lines[b.index()])
    }

    /// The inner loop that a binding runs in if its inputs come from there: the first cross that opens it.
    #[must_use]
    pub fn nest(&self, binding: BindingId) -> Option<BindingId> {
        self.nests.inside(binding)
    }

    /// The inner loop that a cross opens: the first cross that opens the same one.
    #[must_use]
    pub fn opened(&self, binding: BindingId) -> Option<BindingId> {
        self.nests.opened(binding)
    }

    /// True if a binding runs in an inner loop that a cross of its own chain opens, and so in no other place.
    #[must_use]
    pub fn is_nested(&self, binding: BindingId) -> bool {
        self.nests.is_own(binding)
    }

    /// The pairs of bindings that share a cluster if these two do, since one of them reads several crosses in step and the other is
    /// one of those.
    #[must_use]
    pub fn joined_with(&self, a: BindingId, b: BindingId) -> Vec<(BindingId, BindingId)> {
        let pairs = |reader: BindingId, cross: BindingId| {
            let joined = self.nests.joined(reader);
            let joined = if joined.contains(&cross) { joined } else { &[] };
            joined.iter().map(move |other| (reader, *other))
        };
        pairs(a, b).chain(pairs(b, a)).collect()
    }

    /// True if two bindings that run equally often would do so in two places of one loop: the one in an inner loop and the other
    /// around it, or each in an inner loop of its own.
    #[must_use]
    pub fn placed_apart(&self, a: BindingId, b: BindingId) -> bool {
        let inside = self.nest(a) != self.nest(b) && (self.is_nested(a) || self.is_nested(b));
        let open = self.opened(a).zip(self.opened(b));
        self.same_iteration(a, b) && (inside || open.is_some_and(|(a, b)| a != b))
    }

    /// The names of the size variables.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// True if the program, not the caller, chooses the variable (the paper's existential).
    #[must_use]
    pub fn rigid(&self, variable: usize) -> bool {
        self.rigid[variable]
    }

    /// Prints a size with the names of its variables.
    pub fn show<'a>(&'a self, size: &'a Size) -> impl fmt::Display + 'a {
        Shown {
            size,
            names: &self.names,
        }
    }

    /// The size scheme (fig. 1.5).
    #[must_use]
    pub fn scheme(&self, program: &Program) -> Scheme {
        Scheme::of(program, self)
    }
}

/// One line an array: `gts: k'`.
impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (name, size) in &self.values {
            if let Some(size) = size {
                f.write_str(if first { "" } else { "\n" })?;
                write!(f, "{name}: {}", self.show(size))?;
                first = false;
            }
        }
        Ok(())
    }
}

/// Why a program has no sizes (paper 001, section 1.3.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeError {
    /// The binding whose constraint cannot hold.
    pub binding: BindingId,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Infers the sizes of a program.
///
/// Facts that hold everywhere come first. A fact [below a wall](SizeFact::Below) is used for the
/// bindings after that wall alone: the program is solved up to it, those sizes are read off, and
/// the solver goes on.
///
/// # Errors
/// If two sizes that must be equal are both rigid, or an input would have to be of a rigid size.
pub fn infer(program: &Program) -> Result<Sizes, SizeError> {
    let constraints = Constraints::generate(program);
    let mut inference = Inference {
        program,
        constraints: &constraints,
        solver: Solver::new(&constraints),
        values: vec![None; program.values.len()],
        iterations: vec![None; program.bindings.len()],
        readers: readers(program),
        read_off: None,
    };
    let mut facts = place(program).into_iter().peekable();
    let mut demands = constraints.all().iter().peekable();
    for index in 0..=program.bindings.len() {
        // Sorted so that facts which hold everywhere come before those below a wall.
        while let Some(placed) = facts.next_if(|placed| placed.from <= index) {
            if placed.below {
                inference.read_off_before(index);
            }
            placed.state(&constraints, &mut inference.solver);
        }
        while let Some(demand) = demands.next_if(|demand| demand.binding.index() == index) {
            inference.meet(demand)?;
        }
    }
    inference.read_off_before(program.bindings.len());
    inference.parameters_are_free()?;
    let Inference {
        values,
        iterations,
        solver,
        ..
    } = inference;
    Ok(finish(program, &solver, values, iterations))
}

/// The readers of each value, in source order.
fn readers(program: &Program) -> Vec<Vec<BindingId>> {
    let mut readers = vec![Vec::new(); program.values.len()];
    for id in program.binding_ids() {
        for value in program.binding(id).reads() {
            readers[value.index()].push(id);
        }
    }
    readers
}

/// Inference under way.
struct Inference<'a> {
    program: &'a Program<'a>,
    constraints: &'a Constraints,
    solver: Solver,
    values: Vec<Option<Size>>,
    iterations: Vec<Option<Size>>,
    /// The readers of each value.
    readers: Vec<Vec<BindingId>>,
    /// The sizes of the parameters, and of everything before this binding, are final.
    read_off: Option<usize>,
}

impl Inference<'_> {
    fn meet(&mut self, demand: &Constraint) -> Result<(), SizeError> {
        let left = Size::Variable(demand.left);
        let met = match demand.right {
            Size::Variable(_) => self.solver.demand(&left, &demand.right, demand.binding),
            _ => (self.solver).define(demand.left, &demand.right, demand.binding),
        };
        if met {
            return Ok(());
        }
        Err(SizeError {
            binding: demand.binding,
            message: format!(
                "the inputs of `{}` must be equally long, and nothing guarantees that",
                self.program.label(demand.binding)
            ),
        })
    }

    fn size_of(&self, value: ValueId) -> Option<Size> {
        let variable = self.constraints.variable(value)?;
        Some(self.solver.resolve(&Size::Variable(variable)))
    }

    /// Fixes the sizes of what stands before a binding, as far as they are not yet.
    fn read_off_before(&mut self, end: usize) {
        if self.read_off.is_none() {
            for parameter in &self.program.parameters {
                self.values[parameter.index()] = self.size_of(*parameter);
            }
        }
        for index in self.read_off.unwrap_or(0)..end {
            let binding = &self.program.bindings[index];
            for output in &binding.outputs {
                self.values[output.index()] = self.size_of(*output);
            }
            self.iterations[index] = iterated_in(self.program, &self.readers, BindingId(index))
                .and_then(|array| self.size_of(array));
        }
        self.read_off = Some(end);
    }

    /// A caller cannot guarantee that an input is as long as something that the function decides.
    fn parameters_are_free(&self) -> Result<(), SizeError> {
        for parameter in &self.program.parameters {
            let Some(variable) = self.constraints.variable(*parameter) else {
                continue;
            };
            if let Some(blame) = self.solver.rigid_in(&Size::Variable(variable)) {
                let binding = blame.unwrap_or(BindingId(0));
                return Err(SizeError {
                    binding,
                    message: format!(
                        "for `{}` the input `{}` must be as long as an array whose length the \
                         function itself decides",
                        self.program.label(binding),
                        self.program.value(*parameter).name
                    ),
                });
            }
        }
        Ok(())
    }
}

/// A fact with the place from which on it is used.
struct Placed<'a> {
    /// The first binding that uses it. Its arrays must be bound, for a fact gives way to what binds
    /// them.
    from: usize,
    /// True if it says nothing about what stands before.
    below: bool,
    fact: &'a SizeFact,
}

/// The facts of a program, by where they are used.
fn place<'a>(program: &'a Program<'_>) -> Vec<Placed<'a>> {
    if program.facts.is_empty() {
        return Vec::new();
    }
    let mut bound = vec![0; program.values.len()];
    for id in program.binding_ids() {
        for output in &program.binding(id).outputs {
            bound[output.index()] = id.index() + 1;
        }
    }
    let place = |fact| {
        let (mut from, mut below, mut fact): (usize, bool, &SizeFact) = (0, false, fact);
        while let SizeFact::Below(wall, inner) = fact {
            (from, below, fact) = (from.max(wall.index() + 1), true, inner);
        }
        let bound = match fact {
            SizeFact::Equal(left, right) => bound[left.index()].max(bound[right.index()]),
            SizeFact::Known(array, _) => bound[array.index()],
            SizeFact::Same(left, right) => {
                let mut latest = 0;
                left.arrays(&mut |array| latest = latest.max(bound[array.index()]));
                right.arrays(&mut |array| latest = latest.max(bound[array.index()]));
                latest
            }
            SizeFact::Below(..) => 0,
        };
        let from = from.max(bound).min(program.bindings.len());
        Placed { from, below, fact }
    };
    let mut placed: Vec<Placed<'_>> = program.facts.iter().map(place).collect();
    sort_by_key(&mut placed, |placed| (placed.from, placed.below));
    placed
}

impl Placed<'_> {
    fn state(&self, constraints: &Constraints, solver: &mut Solver) {
        let variable = |value: &ValueId| constraints.variable(*value).map(Size::Variable);
        let sides = match self.fact {
            SizeFact::Equal(left, right) => variable(left).zip(variable(right)),
            SizeFact::Known(array, text) => variable(array).zip(Some(Size::known(text))),
            SizeFact::Same(left, right) => constraints.length(left).zip(constraints.length(right)),
            SizeFact::Below(..) => None,
        };
        if let Some((left, right)) = sides {
            solver.fact(&left, &right);
        }
    }
}

/// Numbers and names what is left of the variables.
fn finish(
    program: &Program,
    solver: &Solver,
    mut values: Vec<Option<Size>>,
    mut iterations: Vec<Option<Size>>,
) -> Sizes {
    let mut numbers: Vec<Option<usize>> = vec![None; solver.variables()];
    let mut rigid = Vec::new();
    let mut number = |size: &Option<Size>| {
        if let Some(size) = size {
            size.variables(&mut |variable| {
                numbers[variable].get_or_insert_with(|| {
                    rigid.push(solver.rigid(variable));
                    rigid.len() - 1
                });
            });
        }
    };
    let ends = program.parameters.iter().chain(&program.results);
    ends.for_each(|value| number(&values[value.index()]));
    values.iter().chain(&iterations).for_each(&mut number);

    // Every variable of these sizes was numbered just now.
    let mut renumber = |variable: usize| Size::Variable(numbers[variable].unwrap_or(variable));
    for size in values.iter_mut().chain(&mut iterations).flatten() {
        *size = size.substitute(&mut renumber);
    }
    let mut met = [0_usize; 2];
    let names = rigid.iter().map(|rigid| {
        let index = met[usize::from(*rigid)];
        met[usize::from(*rigid)] += 1;
        let digits = if index == 0 {
            String::new()
        } else {
            index.to_string()
        };
        format!("k{digits}{}", if *rigid { "'" } else { "" })
    });
    let names = names.collect();

    let mut distinct: Vec<&Size> = iterations.iter().flatten().collect();
    sort(&mut distinct);
    distinct.dedup();
    let class = |size: &Option<Size>| distinct.binary_search(&size.as_ref()?).ok();
    let classes: Vec<Option<usize>> = iterations.iter().map(class).collect();
    let nests = Nests::of(program, &classes, &|value: ValueId| {
        values[value.index()].clone()
    });
    let transducers = transducers(program, Some(&nests));
    let lines = lines(&transducers, &classes);
    let names_of_values = program.values.iter().map(|value| value.name.clone());
    Sizes {
        names,
        rigid,
        values: names_of_values.zip(values).collect(),
        iterations,
        classes,
        nests,
        transducers,
        lines,
    }
}
