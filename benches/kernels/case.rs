//! One kernel on inputs of one size: its forms, checked to agree, ready to be run.

use std::fmt::{self, Display};
use std::hint::black_box;
use std::rc::Rc;

use super::agree::Agree;

/// What a form is, beside the plain one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Role {
    /// Iterators as written, without the attribute.
    Plain,
    /// The same text under `#[fuse]`.
    Fused,
    /// By hand: the obvious loop.
    Obvious,
    /// By hand: the best that we know.
    Expert,
    /// With a crate that people use today.
    Peer(&'static str),
    /// The same text under `#[fuse(parallel)]`.
    Parallel,
    /// A text of rayon's chains, as written.
    Passes,
    /// The same text of rayon's chains under `#[fuse]`.
    FusedPasses,
    /// By hand, with rayon.
    ParallelByHand,
}

impl Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Role::Plain => "plain",
            Role::Fused => "fused",
            Role::Obvious => "obvious",
            Role::Expert => "expert",
            Role::Peer(name) => name,
            Role::Parallel => "parallel",
            Role::Passes => "passes",
            Role::FusedPasses => "passes, fused",
            Role::ParallelByHand => "by hand",
        })
    }
}

/// Computes the result once, and calls with how many bytes its elements need.
type Once = dyn Fn(&mut dyn FnMut(usize));

/// Computes the result of each of so many inputs in turn, so many times.
type Run = dyn Fn(usize, u32);

/// A way to compute the kernel, and how to run it a number of times over the inputs.
pub(crate) struct Form {
    /// What it is.
    pub(crate) role: Role,
    run: Box<Run>,
    once: Box<Once>,
}

impl Form {
    /// Computes the result of one input once, and shows how many bytes its elements need, while it is there.
    pub(crate) fn once(&self, mut holding: impl FnMut(usize)) {
        (self.once)(&mut holding);
    }

    /// Computes the result so many times, and drops it each time; over the first of the inputs.
    pub(crate) fn run(&self, times: u32) {
        (self.run)(1, times);
    }

    /// The same over so many of the inputs in turn.
    pub(crate) fn run_in_turn(&self, inputs: usize, times: u32) {
        (self.run)(inputs, times);
    }
}

/// A kernel's forms over inputs of one size. The plain form is the first, the fused one the second.
pub(crate) struct Case {
    /// How many inputs there are.
    pub(crate) inputs: usize,
    /// All forms.
    pub(crate) forms: Vec<Form>,
}

impl Case {
    /// Where among the forms the one of this role is.
    pub(crate) fn place_of(&self, role: Role) -> Option<usize> {
        self.forms.iter().position(|form| form.role == role)
    }
}

/// A case that is being put together.
pub(crate) struct Builder<I, R> {
    inputs: Rc<Vec<I>>,
    plain: fn(&I) -> R,
    forms: Vec<Form>,
    checks: Vec<Check<I, R>>,
}

/// Another form, and how close its result must be to that of the plain one.
type Check<I, R> = (Role, f64, fn(&I) -> R);

impl<I: 'static, R: Agree + 'static> Builder<I, R> {
    /// Starts with the plain form, which the others are compared with.
    pub(crate) fn new(inputs: Vec<I>, plain: fn(&I) -> R) -> Self {
        let mut builder = Self {
            inputs: Rc::new(inputs),
            plain,
            forms: Vec::new(),
            checks: Vec::new(),
        };
        builder.add(Role::Plain, plain);
        builder
    }

    /// Adds a form that must agree with the plain one, up to a relative tolerance.
    pub(crate) fn form(mut self, role: Role, tolerance: f64, form: fn(&I) -> R) -> Self {
        self.checks.push((role, tolerance, form));
        self.add(role, form);
        self
    }

    fn add(&mut self, role: Role, form: fn(&I) -> R) {
        let inputs = Rc::clone(&self.inputs);
        // Hidden, so that all forms are called in the same way.
        let run = move |turns: usize, times| {
            let form = black_box(form);
            let mut left = times;
            while left > 0 {
                for input in inputs.iter().take(turns.min(left as usize)) {
                    drop(black_box(form(black_box(input))));
                    left -= 1;
                }
            }
        };
        let inputs = Rc::clone(&self.inputs);
        let once = move |holding: &mut dyn FnMut(usize)| {
            let result = form(&inputs[0]);
            holding(result.bytes());
            drop(result);
        };
        self.forms.push(Form {
            role,
            run: Box::new(run),
            once: Box::new(once),
        });
    }

    /// The case, after its forms were found to agree.
    ///
    /// # Errors
    /// The roles of those that do not.
    pub(crate) fn checked(self) -> Result<Case, Vec<Role>> {
        let mut differ: Vec<Role> = Vec::new();
        for input in self.inputs.iter() {
            let want = (self.plain)(input);
            for (role, tolerance, form) in &self.checks {
                if !differ.contains(role) && !want.agree(&form(input), *tolerance) {
                    differ.push(*role);
                }
            }
        }
        if differ.is_empty() {
            Ok(Case {
                inputs: self.inputs.len(),
                forms: self.forms,
            })
        } else {
            Err(differ)
        }
    }
}
