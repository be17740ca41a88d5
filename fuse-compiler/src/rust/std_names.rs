//! The closed lists behind the judgments (docs/DESIGN.md section 3): methods and functions by name, and what
//! each is known to do. Every table is sorted and unique; what is in none is unknown.

mod effects;

pub(crate) use effects::{CAPTURED_EFFECTS, EFFECT_MODULES, effect};

/// What is known of a method of std, by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Method {
    /// As called.
    pub(crate) name: &'static str,
    /// How many arguments besides the receiver; another number is another method.
    pub(crate) arguments: usize,
    /// Which of the judgments it is good for.
    pub(crate) facts: Facts,
}

/// What holds of a method. Absent facts are unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// A method of scalars: may stand in a transparent initialiser.
    pub(crate) scalar: bool,
    /// Cannot panic, whatever the receiver of std's is.
    pub(crate) total: bool,
    /// Cannot panic if the receiver is a float.
    pub(crate) float_total: bool,
    /// Returns a value that borrows from nothing, whatever the receiver of std's is.
    pub(crate) value: bool,
    /// Takes its receiver by value, so that it may move it.
    pub(crate) consumes: bool,
}

const NONE: Facts = Facts {
    scalar: false,
    total: false,
    float_total: false,
    value: false,
    consumes: false,
};
/// A float method: total, `self` by value, gives a float or an integer.
const FLOAT: Facts = Facts {
    scalar: true,
    total: true,
    float_total: true,
    value: true,
    consumes: true,
};
/// On integers it may panic, on floats not.
const MIXED: Facts = Facts {
    total: false,
    ..FLOAT
};
/// An integer method that may panic.
const INTEGER: Facts = Facts {
    total: false,
    float_total: false,
    ..FLOAT
};
/// A question with `&self` and a scalar answer.
const QUESTION: Facts = Facts {
    consumes: false,
    ..FLOAT
};
/// `max`, `min`: the result is one of the operands, so it may be a reference.
const EXTREMUM: Facts = Facts {
    value: false,
    ..FLOAT
};
/// `clamp`: an extremum that panics on an empty range.
const CLAMP: Facts = Facts {
    total: false,
    float_total: false,
    ..EXTREMUM
};
/// `&self`, gives a view; cannot panic.
const VIEW: Facts = Facts {
    total: true,
    float_total: true,
    ..NONE
};
/// `&self`, gives an owned value; may allocate, or run a user's `Clone`, `Display`, `Eq`.
const OWNED: Facts = Facts {
    value: true,
    ..NONE
};
/// `&self`, gives a scalar; its argument may be a user's closure or pattern.
const TEST: Facts = OWNED;

const fn m(name: &'static str, arguments: usize, facts: Facts) -> Method {
    Method {
        name,
        arguments,
        facts,
    }
}

/// The known `&self` methods of std (and the by-value ones of `Copy` scalars): none of them changes
/// what its receiver means, *whatever std type the receiver has*.
///
/// Left out on purpose, because a type of std gives the same name another meaning, which a `&mut`
/// receiver, reborrowed unseen, lets through: all that `Iterator` has (`count`, `last`, `nth`, `min()`,
/// `cmp`, `eq`, `copied`, `sum`, `map`, `any`, `find`, `position`, ...), `io::Read` and `BufRead`
/// (`bytes`, `chain`, `take`, `lines`, `split`), `Cell` (`replace`, `take`), `RefCell` (`borrow_mut`).
pub(crate) const METHODS: &[Method] = &[
    m("abs", 0, MIXED),
    m("abs_diff", 1, INTEGER_TOTAL),
    m("abs_sub", 1, FLOAT),
    m("acos", 0, FLOAT),
    m("acosh", 0, FLOAT),
    m("as_bytes", 0, VIEW),
    m("as_deref", 0, VIEW),
    m("as_ref", 0, VIEW),
    m("as_slice", 0, VIEW),
    m("as_str", 0, VIEW),
    m("asin", 0, FLOAT),
    m("asinh", 0, FLOAT),
    m("atan", 0, FLOAT),
    m("atan2", 1, FLOAT),
    m("atanh", 0, FLOAT),
    m("binary_search", 1, TEST),
    m("binary_search_by", 1, TEST),
    m("binary_search_by_key", 2, TEST),
    m("capacity", 0, QUESTION),
    m("cbrt", 0, FLOAT),
    m("ceil", 0, FLOAT),
    m("char_indices", 0, VIEW),
    m("chars", 0, VIEW),
    m("checked_add", 1, INTEGER_TOTAL),
    m("checked_div", 1, INTEGER_TOTAL),
    m("checked_mul", 1, INTEGER_TOTAL),
    m("checked_neg", 0, INTEGER_TOTAL),
    m("checked_pow", 1, INTEGER_TOTAL),
    m("checked_rem", 1, INTEGER_TOTAL),
    m("checked_shl", 1, INTEGER_TOTAL),
    m("checked_shr", 1, INTEGER_TOTAL),
    m("checked_sub", 1, INTEGER_TOTAL),
    m("chunks", 1, NONE),
    m("chunks_exact", 1, NONE),
    m("clamp", 2, CLAMP),
    m("clone", 0, NONE),
    m("concat", 0, NONE),
    m("contains", 1, TEST),
    m("contains_key", 1, TEST),
    m("copysign", 1, FLOAT),
    m("cos", 0, FLOAT),
    m("cosh", 0, FLOAT),
    m("count_ones", 0, INTEGER_TOTAL),
    m("count_zeros", 0, INTEGER_TOTAL),
    m("div_euclid", 1, MIXED),
    m("ends_with", 1, TEST),
    m("eq_ignore_ascii_case", 1, QUESTION),
    m("exp", 0, FLOAT),
    m("exp2", 0, FLOAT),
    m("exp_m1", 0, FLOAT),
    m("first", 0, VIEW),
    m("floor", 0, FLOAT),
    m("fract", 0, FLOAT),
    m("get", 1, NONE),
    m("get_key_value", 1, NONE),
    m("hypot", 1, FLOAT),
    m("ilog", 1, INTEGER),
    m("ilog10", 0, INTEGER),
    m("ilog2", 0, INTEGER),
    m("is_alphabetic", 0, QUESTION),
    m("is_alphanumeric", 0, QUESTION),
    m("is_ascii", 0, QUESTION),
    m("is_ascii_alphabetic", 0, QUESTION),
    m("is_ascii_alphanumeric", 0, QUESTION),
    m("is_ascii_digit", 0, QUESTION),
    m("is_ascii_hexdigit", 0, QUESTION),
    m("is_ascii_lowercase", 0, QUESTION),
    m("is_ascii_punctuation", 0, QUESTION),
    m("is_ascii_uppercase", 0, QUESTION),
    m("is_ascii_whitespace", 0, QUESTION),
    m("is_char_boundary", 1, QUESTION),
    m("is_digit", 1, OWNED),
    m("is_empty", 0, QUESTION),
    m("is_eq", 0, QUESTION),
    m("is_err", 0, QUESTION),
    m("is_finite", 0, QUESTION),
    m("is_ge", 0, QUESTION),
    m("is_gt", 0, QUESTION),
    m("is_infinite", 0, QUESTION),
    m("is_le", 0, QUESTION),
    m("is_lowercase", 0, QUESTION),
    m("is_lt", 0, QUESTION),
    m("is_nan", 0, QUESTION),
    m("is_ne", 0, QUESTION),
    m("is_negative", 0, QUESTION),
    m("is_none", 0, QUESTION),
    m("is_normal", 0, QUESTION),
    m("is_numeric", 0, QUESTION),
    m("is_ok", 0, QUESTION),
    m("is_positive", 0, QUESTION),
    m("is_power_of_two", 0, QUESTION),
    m("is_sign_negative", 0, QUESTION),
    m("is_sign_positive", 0, QUESTION),
    m("is_some", 0, QUESTION),
    m("is_subnormal", 0, QUESTION),
    m("is_uppercase", 0, QUESTION),
    m("is_whitespace", 0, QUESTION),
    m("isqrt", 0, INTEGER),
    m("iter", 0, VIEW),
    m("join", 1, NONE),
    m("keys", 0, VIEW),
    m("leading_ones", 0, INTEGER_TOTAL),
    m("leading_zeros", 0, INTEGER_TOTAL),
    m("len", 0, QUESTION),
    m("len_utf8", 0, QUESTION),
    m("ln", 0, FLOAT),
    m("ln_1p", 0, FLOAT),
    m("log", 1, FLOAT),
    m("log10", 0, FLOAT),
    m("log2", 0, FLOAT),
    m("max", 1, EXTREMUM),
    m("midpoint", 1, INTEGER),
    m("min", 1, EXTREMUM),
    m("mul_add", 2, FLOAT),
    m("next_down", 0, FLOAT),
    m("next_multiple_of", 1, INTEGER),
    m("next_power_of_two", 0, INTEGER),
    m("next_up", 0, FLOAT),
    m("overflowing_add", 1, INTEGER_TOTAL),
    m("overflowing_mul", 1, INTEGER_TOTAL),
    m("overflowing_neg", 0, INTEGER_TOTAL),
    m("overflowing_sub", 1, INTEGER_TOTAL),
    m("parse", 0, NONE),
    m("partition_point", 1, TEST),
    m("pow", 1, INTEGER),
    m("powf", 1, FLOAT),
    m("powi", 1, FLOAT),
    m("recip", 0, FLOAT),
    m("rem_euclid", 1, MIXED),
    m("repeat", 1, NONE),
    m("reverse_bits", 0, INTEGER_TOTAL),
    m("rotate_left", 1, INTEGER_TOTAL),
    m("rotate_right", 1, INTEGER_TOTAL),
    m("round", 0, FLOAT),
    m("round_ties_even", 0, FLOAT),
    m("saturating_add", 1, INTEGER_TOTAL),
    m("saturating_mul", 1, INTEGER_TOTAL),
    m("saturating_neg", 0, INTEGER_TOTAL),
    m("saturating_pow", 1, INTEGER_TOTAL),
    m("saturating_sub", 1, INTEGER_TOTAL),
    m("signum", 0, FLOAT),
    m("sin", 0, FLOAT),
    m("sin_cos", 0, FLOAT),
    m("sinh", 0, FLOAT),
    m("split_at", 1, NONE),
    m("split_first", 0, VIEW),
    m("split_last", 0, VIEW),
    m("split_whitespace", 0, VIEW),
    m("sqrt", 0, FLOAT),
    m("starts_with", 1, TEST),
    m("strip_prefix", 1, NONE),
    m("strip_suffix", 1, NONE),
    m("swap_bytes", 0, INTEGER_TOTAL),
    m("tan", 0, FLOAT),
    m("tanh", 0, FLOAT),
    m("to_ascii_lowercase", 0, NONE),
    m("to_ascii_uppercase", 0, NONE),
    m("to_be_bytes", 0, INTEGER_TOTAL),
    m("to_bits", 0, FLOAT),
    m("to_degrees", 0, FLOAT),
    m("to_digit", 1, OWNED),
    m("to_le_bytes", 0, INTEGER_TOTAL),
    m("to_lowercase", 0, NONE),
    m("to_ne_bytes", 0, INTEGER_TOTAL),
    m("to_owned", 0, NONE),
    m("to_radians", 0, FLOAT),
    m("to_string", 0, OWNED),
    m("to_uppercase", 0, NONE),
    m("to_vec", 0, NONE),
    m("total_cmp", 1, QUESTION),
    m("trailing_ones", 0, INTEGER_TOTAL),
    m("trailing_zeros", 0, INTEGER_TOTAL),
    m("trim", 0, VIEW),
    m("trim_end", 0, VIEW),
    m("trim_matches", 1, NONE),
    m("trim_start", 0, VIEW),
    m("trunc", 0, FLOAT),
    m("unsigned_abs", 0, INTEGER_TOTAL),
    m("values", 0, VIEW),
    m("windows", 1, NONE),
    m("wrapping_add", 1, INTEGER_TOTAL),
    m("wrapping_mul", 1, INTEGER_TOTAL),
    m("wrapping_neg", 0, INTEGER_TOTAL),
    m("wrapping_pow", 1, INTEGER_TOTAL),
    m("wrapping_shl", 1, INTEGER_TOTAL),
    m("wrapping_shr", 1, INTEGER_TOTAL),
    m("wrapping_sub", 1, INTEGER_TOTAL),
];

/// An integer method that cannot panic.
const INTEGER_TOTAL: Facts = FLOAT;

/// The entry of a method called with so many arguments.
pub(crate) fn method(name: &str, arguments: usize) -> Option<&'static Method> {
    let index = METHODS.binary_search_by(|m| m.name.cmp(name)).ok()?;
    METHODS.get(index).filter(|m| m.arguments == arguments)
}

/// Comparisons: `&self`, scalar, but `Iterator` has methods of these names, so they are not in
/// [`METHODS`]. Harmless where the receiver cannot be a `&mut` iterator.
pub(crate) fn comparison(name: &str, arguments: usize) -> bool {
    arguments == 1
        && matches!(
            name,
            "cmp" | "partial_cmp" | "eq" | "ne" | "lt" | "le" | "gt" | "ge"
        )
}

/// Methods of integers that count bits, as a `u32`.
pub(crate) fn counts_bits(name: &str, arguments: usize) -> bool {
    arguments == 0
        && matches!(
            name,
            "count_ones"
                | "count_zeros"
                | "leading_ones"
                | "leading_zeros"
                | "trailing_ones"
                | "trailing_zeros"
        )
}

/// What may follow a recognised consumer in its own `let`.
pub(crate) fn after_consumer(name: &str, arguments: usize) -> bool {
    matches!(
        (name, arguments),
        ("unwrap" | "copied" | "cloned", 0) | ("expect" | "unwrap_or", 1)
    )
}

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

/// Methods of `Option` that may follow a chain which visibly gives one. What they call is judged as
/// a worker is.
pub(crate) fn of_option(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let arguments = call.args.len();
    call.turbofish.is_none()
        && (option_to_option(&name, arguments)
            || matches!(
                (&*name, arguments),
                ("unwrap_or_default" | "is_some" | "is_none", 0)
                    | ("is_some_and" | "is_none_or" | "ok_or" | "unwrap_or_else", 1)
                    | ("map_or", 2)
            ))
}

/// Those of them that give an `Option` again.
pub(crate) fn option_to_option(name: &str, arguments: usize) -> bool {
    matches!(
        (name, arguments),
        ("copied", 0) | ("map" | "and_then" | "filter" | "or", 1)
    )
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_unique() {
        let unsorted = |pair: &[&str]| (pair[0] >= pair[1]).then(|| pair[1].to_owned());
        let names = METHODS.iter().map(|m| m.name).collect::<Vec<_>>();
        for table in [
            &names[..],
            effects::EFFECTS,
            effects::EFFECT_PREFIXES,
            EFFECT_MODULES,
            CAPTURED_EFFECTS,
        ] {
            assert_eq!(table.windows(2).find_map(unsorted), None);
        }
        assert!(CONSTRUCTORS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn no_listed_method_is_one_that_a_mutable_receiver_consumes() {
        for name in [
            "count",
            "last",
            "nth",
            "cmp",
            "eq",
            "lt",
            "copied",
            "cloned",
            "sum",
            "product",
            "map",
            "filter",
            "any",
            "all",
            "find",
            "position",
            "next",
            "rev",
            "zip",
            "chain",
            "take",
            "skip",
            "by_ref",
            "bytes",
            "lines",
            "split",
            "replace",
            "borrow_mut",
            "is_sorted",
            "fold",
            "collect",
        ] {
            assert!(METHODS.iter().all(|m| m.name != name), "{name}");
        }
        assert!(method("max", 0).is_none(), "Iterator::max");
        assert!(method("max", 1).is_some(), "Ord::max");
    }
}
