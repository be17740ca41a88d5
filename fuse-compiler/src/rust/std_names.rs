//! What the compiler knows of std by name (docs/DESIGN.md section 3): methods, functions and effects. What is in no table is
//! unknown.

mod effects;
mod methods;

pub(crate) use effects::{effect, effect_module, effect_on_captured};
pub(crate) use methods::*;

use super::spelling::among;

/// Functions without arguments that the traits of numbers have: always the same value.
pub(crate) const NUMBERS: &str =
    "default epsilon infinity max_value min_value nan neg_infinity one zero";

/// Functions of std that make a value from nothing, the same one each time: of these types `new`.
const MADE: &str = "BTreeMap BTreeSet BinaryHeap HashMap HashSet LinkedList String Vec VecDeque";

/// Of these `with_capacity` too.
const MADE_LARGE: &str = "String Vec VecDeque";

/// Whether a function of std, called with so many arguments, makes a value from nothing, the same one each time.
pub(crate) fn constructs(owner: &str, name: &str, arguments: usize) -> bool {
    match (name, arguments) {
        ("new", 0) => among(MADE, owner),
        ("with_capacity", 1) => among(MADE_LARGE, owner),
        _ => false,
    }
}
