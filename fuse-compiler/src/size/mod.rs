//! Size inference (paper 001, section 1.3): which arrays have equal lengths, how many iterations
//! each combinator needs, and which transducers relate two loops of different sizes.
//!
//! In: a [`Program`]. Out: [`Sizes`].

use crate::cnf::{BindingId, Program, ValueId};
use std::fmt;

/// A size term (fig. 1.3, with `min` for std's `zip` and known lengths).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// A size variable, an index into the names of [`Sizes`].
    Variable(usize),
    /// A length known before the loop, by its text.
    Known(String),
    /// The smallest of several sizes; sorted, without duplicates, at least two.
    Min(Vec<Size>),
    /// The size of a `cross`.
    Product(Box<Size>, Box<Size>),
}

/// The solved sizes of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {}

impl Sizes {
    /// The size of an array; `None` for a scalar.
    #[must_use]
    pub fn of(&self, _value: ValueId) -> Option<&Size> {
        unimplemented!()
    }

    /// The iteration size of a binding (fig. 1.6); `None` is the paper's unknown size, which
    /// opaque and solitary bindings have.
    #[must_use]
    pub fn iteration(&self, _binding: BindingId) -> Option<&Size> {
        unimplemented!()
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
/// # Errors
/// If two sizes that must be equal are both rigid, or an input would have to be of a rigid size.
pub fn infer(_program: &Program) -> Result<Sizes, SizeError> {
    unimplemented!()
}

/// The parent transducer of a binding (fig. 1.7): the filter whose output size is its iteration
/// size.
#[must_use]
pub fn transducer(_program: &Program, _binding: BindingId) -> Option<BindingId> {
    unimplemented!()
}

/// The compatible concestors of two bindings (fig. 1.8).
#[must_use]
pub fn concestors(
    _program: &Program,
    _sizes: &Sizes,
    _a: BindingId,
    _b: BindingId,
) -> Option<(BindingId, BindingId)> {
    unimplemented!()
}
