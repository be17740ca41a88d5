//! Combinator normal form (paper 001, section 1.2, fig. 1.2): one combinator a binding.
//!
//! In: the chains and opaque statements of a region. Out: a [`Program`], which knows nothing of
//! tokens; workers are names with the values they mention. Everything from here to the schedule
//! decides on this form alone, so it can be built by hand, printed, interpreted and tested
//! without rustc.

mod builder;
mod combinator;
mod display;
mod length;
pub(crate) mod lower;
mod program;
mod simplify;

pub use crate::rust::reason::Reason;
pub use builder::ProgramBuilder;
pub use combinator::{Combinator, OpaqueKind, Worker};
pub use length::{Length, SizeFact};
pub(crate) use lower::{Input, Lowered, LoweredChain, Operation, lower};
pub use program::{
    Binding, BindingId, ChainId, Crossing, Precedence, Program, Update, Value, ValueId, ValueKind,
};
pub(crate) use simplify::drop_dead;
