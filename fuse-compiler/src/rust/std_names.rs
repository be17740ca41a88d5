//! What the compiler knows of std by name (docs/DESIGN.md section 3): methods, functions and effects. What is in no table is
//! unknown.

mod effects;
mod methods;

pub(crate) use effects::{effect, effect_module, effect_on_captured};
pub(crate) use methods::*;

/// Functions without arguments that the traits of numbers have: always the same value.
pub(crate) const NUMBERS: &[&str] = &[
    "default",
    "epsilon",
    "infinity",
    "max_value",
    "min_value",
    "nan",
    "neg_infinity",
    "one",
    "zero",
];

/// Functions of std that make a value from nothing, the same one each time.
pub(crate) const CONSTRUCTORS: &[(&str, &str, usize)] = &[
    ("BTreeMap", "new", 0),
    ("BTreeSet", "new", 0),
    ("BinaryHeap", "new", 0),
    ("HashMap", "new", 0),
    ("HashSet", "new", 0),
    ("LinkedList", "new", 0),
    ("String", "new", 0),
    ("String", "with_capacity", 1),
    ("Vec", "new", 0),
    ("Vec", "with_capacity", 1),
    ("VecDeque", "new", 0),
    ("VecDeque", "with_capacity", 1),
];
