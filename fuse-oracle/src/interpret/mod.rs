//! Interpreters for the normal form and for what became of it: the stages from sizes to the
//! schedule, tested in process, without rustc.
//!
//! In: a [`Program`](fuse_compiler::internals::cnf::Program), and [`Inputs`]. Out: an [`Outcome`], once as the program
//! was written ([`program()`]) and once loop by loop ([`loops()`]); the two must be equal.
//!
//! | module | in → out |
//! |---|---|
//! | `written` | a program → the statements it was written in, and what each binding means |
//! | `worker` | a worker and its elements → an element; what effects a binding has |
//! | `inputs` | a program → lengths and values that its facts allow |
//! | `program` | a program and inputs → its outcome, one binding after the other |
//! | `place` | a program and a clustering → loops and their order, as [`pipeline`](fuse_compiler::internals::pipeline) decides them |
//! | `loops` | those and inputs → the outcome, element by element, or as the plan of each loop says |
//! | `random` | a seed → a program; a seed and a program → plans of its loops |
//! | `check` | a program → the first clustering whose outcome differs, or the first plan |
//! | `shrink` | a program that fails → a smaller one that does |
//!
//! Workers are uninterpreted: what one gives is a hash of its text, its elements and what it
//! mentions, so that any two values that are confused show. What cannot be seen in values is made
//! to be: a wall changes something that everything after it reads and records who has finished; the
//! two ends of a [precedence](fuse_compiler::internals::cnf::Precedence) share a cell that each changes when it
//! begins and when it ends. An array that has not been written is an error, not empty.
//!
//! ```
//! use fuse_oracle::examples;
//! use fuse_oracle::interpret::{self, Inputs, Written};
//! use fuse_compiler::internals::cluster::Options;
//!
//! let written = Written::of(&examples::normalize2());
//! let placed = interpret::compile(&written, &Options::default()).expect("it has sizes");
//! assert_eq!(placed.loops.len(), 2);
//! let inputs = Inputs::random(&written.program, 1).expect("it has no facts to break");
//! let plain = interpret::program(&written, &inputs).unwrap();
//! assert_eq!(interpret::loops(&written, &placed, &inputs), Ok(plain));
//! ```

pub mod check;
mod inputs;
mod loops;
mod place;
mod program;
#[doc(hidden)]
pub mod random;
mod shrink;
#[cfg(test)]
mod tests;
mod worker;
mod written;

pub use check::{Failure, Settings, Tally, check, check_plans};
pub use inputs::Inputs;
pub use loops::loops;
pub use place::{Placed, compile, place};
pub use program::program;
pub use shrink::shrink;
pub use worker::Monoid;
pub use written::{Statement, Written};

use fuse_compiler::internals::cnf::BindingId;
use std::fmt;

/// A scalar, or an array of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A scalar.
    Scalar(u64),
    /// An array.
    Array(Vec<u64>),
}

impl Value {
    /// How many elements it has; a scalar is one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements().len()
    }

    /// True if it is an array without elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements().is_empty()
    }

    /// Its elements.
    #[must_use]
    pub fn elements(&self) -> &[u64] {
        match self {
            Value::Scalar(value) => std::slice::from_ref(value),
            Value::Array(elements) => elements,
        }
    }
}

/// What can be seen of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What each wall found, in the order in which they ran: what it read, and who had finished.
    pub walls: Vec<(BindingId, u64)>,
    /// The wall that the program was left at, if it was.
    pub left: Option<BindingId>,
    /// The results; none if the program was left.
    pub results: Vec<Value>,
}

/// What no run may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
