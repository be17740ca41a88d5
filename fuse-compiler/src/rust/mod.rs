//! What user code means by its tokens alone: names, types, effects and totality of expressions.
//!
//! In: expressions, patterns, types and statements of syn's. Out: judgments, all of which answer "no" where the tokens
//! do not show a "yes". Nothing here knows of chains (docs/DESIGN.md section 3).

pub(crate) mod bound;
pub(crate) mod captured_writes;
pub(crate) mod cause;
pub(crate) mod control;
pub(crate) mod copies_out;
pub(crate) mod divisors;
pub(crate) mod environment;
pub(crate) mod escaping_closures;
pub(crate) mod exposure;
pub(crate) mod expr;
pub(crate) mod extent;
pub(crate) mod facts;
pub(crate) mod format_string;
pub(crate) mod hidden_code;
pub(crate) mod hygiene;
pub(crate) mod impurity;
pub(crate) mod indexed_fields;
pub(crate) mod inferred;
pub(crate) mod macros;
pub(crate) mod matrices;
pub(crate) mod mentions;
pub(crate) mod open_zeros;
pub(crate) mod patterns;
pub(crate) mod purity;
pub(crate) mod reason;
pub(crate) mod receivers;
pub(crate) mod side_effect_free;
pub(crate) mod spelling;
pub(crate) mod std_names;
pub(crate) mod term;
pub(crate) mod totality;
pub(crate) mod touches;
pub(crate) mod ty;
pub(crate) mod types;
pub(crate) mod value;
pub(crate) mod visible;
pub(crate) mod visit;
pub(crate) mod visit_mut;
pub(crate) mod worker;
