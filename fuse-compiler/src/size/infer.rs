//! The conductor of size inference, and its result.
//!
//! In: a [`Program`]. Out: [`Sizes`].

use super::iteration::{ancestors, iterated, nearest, transducers};
use super::scheme::{Scheme, Shown};
use super::solve::Solver;
use super::{Constraints, Size};
use crate::cnf::{BindingId, Program, SizeFact, ValueId};
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
    transducers: Vec<Option<BindingId>>,
    ancestors: Vec<Vec<BindingId>>,
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
    /// product of the numbers of filters above each.
    #[must_use]
    pub fn concestors(&self, a: BindingId, b: BindingId) -> Option<(BindingId, BindingId)> {
        let (left, right) = (&self.ancestors[a.index()], &self.ancestors[b.index()]);
        nearest(left, right, &self.classes)
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
/// ```
/// use fuse_compiler::{cnf::examples, size};
///
/// let program = examples::filter_left();
/// let scheme = size::infer(&program).unwrap().scheme(&program);
/// assert_eq!(scheme.to_string(), "forall k. exists k'. (xs: k) -> (ys1: k, ys2: k')");
/// ```
///
/// # Errors
/// If two sizes that must be equal are both rigid, or an input would have to be of a rigid size.
pub fn infer(program: &Program) -> Result<Sizes, SizeError> {
    let constraints = Constraints::generate(program);
    let mut solver = Solver::new(&constraints);
    let mut facts = place(program);
    let mut facts = facts.drain(..).peekable();
    let mut demands = constraints.all().iter().peekable();
    let mut values = vec![None; program.values.len()];
    let mut iterations = vec![None; program.bindings.len()];
    // Everything before this binding has been read off.
    let mut done = None;
    for index in 0..=program.bindings.len() {
        let mut below_a_wall = index == program.bindings.len();
        let mut here = Vec::new();
        while let Some(placed) = facts.next_if(|placed| placed.from <= index) {
            below_a_wall |= placed.below;
            here.push(placed);
        }
        if below_a_wall {
            // The facts that are known below a wall alone come last.
            here.sort_by_key(|placed| placed.below);
            let split = here.partition_point(|placed| !placed.below);
            let below = here.split_off(split);
            here.iter()
                .for_each(|placed| placed.state(&constraints, &mut solver));
            let size_of = |value: ValueId| {
                let variable = constraints.variable(value)?;
                Some(solver.resolve(&Size::Variable(variable)))
            };
            if done.is_none() {
                for parameter in &program.parameters {
                    values[parameter.index()] = size_of(*parameter);
                }
            }
            let start = done.replace(index).unwrap_or(0);
            for (offset, binding) in program.bindings[start..index].iter().enumerate() {
                for output in &binding.outputs {
                    values[output.index()] = size_of(*output);
                }
                iterations[start + offset] = iterated(binding).and_then(size_of);
            }
            here = below;
        }
        here.iter()
            .for_each(|placed| placed.state(&constraints, &mut solver));
        while let Some(demand) = demands.next_if(|demand| demand.binding.index() == index) {
            let left = Size::Variable(demand.left);
            if !solver.demand(&left, &demand.right, demand.binding) {
                return Err(SizeError {
                    binding: demand.binding,
                    message: format!(
                        "the inputs of `{}` must be equally long, and nothing guarantees that",
                        program.label(demand.binding)
                    ),
                });
            }
        }
    }
    parameters_are_free(program, &constraints, &solver)?;
    Ok(finish(program, &constraints, values, iterations))
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
fn place(program: &Program) -> Vec<Placed<'_>> {
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
            SizeFact::Below(..) => 0,
        };
        let from = from.max(bound).min(program.bindings.len());
        Placed { from, below, fact }
    };
    let mut placed: Vec<Placed<'_>> = program.facts.iter().map(place).collect();
    placed.sort_by_key(|placed| placed.from);
    placed
}

impl Placed<'_> {
    fn state(&self, constraints: &Constraints, solver: &mut Solver) {
        let variable = |value: &ValueId| constraints.variable(*value).map(Size::Variable);
        let sides = match self.fact {
            SizeFact::Equal(left, right) => variable(left).zip(variable(right)),
            SizeFact::Known(array, text) => variable(array).zip(Some(Size::Known(text.clone()))),
            SizeFact::Below(..) => None,
        };
        if let Some((left, right)) = sides {
            solver.fact(&left, &right);
        }
    }
}

/// A caller cannot guarantee that an input is as long as something that the function decides.
fn parameters_are_free(
    program: &Program,
    constraints: &Constraints,
    solver: &Solver,
) -> Result<(), SizeError> {
    for parameter in &program.parameters {
        let Some(variable) = constraints.variable(*parameter) else {
            continue;
        };
        if let Some(blame) = solver.rigid_in(&Size::Variable(variable)) {
            let binding = blame.unwrap_or(BindingId(0));
            return Err(SizeError {
                binding,
                message: format!(
                    "for `{}` the input `{}` must be as long as an array whose length the \
                     function itself decides",
                    program.label(binding),
                    program.value(*parameter).name
                ),
            });
        }
    }
    Ok(())
}

/// Numbers and names what is left of the variables.
fn finish(
    program: &Program,
    constraints: &Constraints,
    mut values: Vec<Option<Size>>,
    mut iterations: Vec<Option<Size>>,
) -> Sizes {
    let mut numbers: Vec<Option<usize>> = vec![None; constraints.variables()];
    let mut rigid = Vec::new();
    let mut number = |size: &Option<Size>| {
        if let Some(size) = size {
            size.variables(&mut |variable| {
                numbers[variable].get_or_insert_with(|| {
                    rigid.push(constraints.rigid(variable));
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
    distinct.sort();
    distinct.dedup();
    let class = |size: &Option<Size>| distinct.binary_search(&size.as_ref()?).ok();
    let classes: Vec<Option<usize>> = iterations.iter().map(class).collect();
    let transducers = transducers(program);
    let ancestors = ancestors(&transducers, &classes);
    let names_of_values = program.values.iter().map(|value| value.name.clone());
    Sizes {
        names,
        rigid,
        values: names_of_values.zip(values).collect(),
        iterations,
        classes,
        transducers,
        ancestors,
    }
}
