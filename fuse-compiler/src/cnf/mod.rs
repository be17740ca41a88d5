//! Combinator normal form (paper 001, section 1.2, fig. 1.2): one combinator a binding.
//!
//! In: the chains and opaque statements of a region. Out: a [`Program`], which knows nothing of
//! tokens; workers are names with the values they mention. Everything from here to the schedule
//! decides on this form alone, so it can be built by hand, printed, interpreted and tested
//! without rustc.

mod binding;
mod builder;
mod combinator;
mod display;
mod id;
mod length;
pub(crate) mod lower;
mod operation;
mod program;
mod simplify;

pub use crate::rust::reason::Reason;
pub use binding::Binding;
pub use builder::ProgramBuilder;
pub use combinator::{Combinator, OpaqueKind, Worker};
pub use id::{BindingId, ChainId, ValueId};
pub use length::{Length, SizeFact};
pub(crate) use lower::{Lowered, LoweredChain, lower};
pub use operation::Input;
pub(crate) use operation::Operation;
pub use program::{Because, Crossing, Precedence, Program, Update, Value, ValueKind};
pub(crate) use simplify::without_dead;
