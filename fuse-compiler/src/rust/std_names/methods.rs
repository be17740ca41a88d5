//! The one table of the methods of std, of rayon, of itertools and of ndarray that the compiler knows by name.
//!
//! In: a name, and with how many arguments it is called; another number is another method. Out: the [`Facts`] that hold of it.
//! Absent facts are unknown, and what has no row is none of std's.

use std::sync::LazyLock;

/// What holds of a method: a union of the constants below.
pub(crate) type Facts = u32;

/// It changes nothing that its receiver means, *whatever std type the receiver has*: a `&self` method of std, or a by-value
/// one of `Copy` scalars.
///
/// Those are left out on purpose to which a type of std gives another meaning, which a `&mut` receiver, reborrowed unseen,
/// lets through: all that `Iterator` has (`count`, `last`, `nth`, `min()`, `cmp`, `eq`, `copied`, `sum`, `map`, `any`, `find`,
/// `position`, ...), `io::Read` and `BufRead` (`bytes`, `chain`, `take`, `lines`, `split`), `Cell` (`replace`, `take`),
/// `RefCell` (`borrow_mut`).
pub(crate) const KNOWN: Facts = 1;
/// A method of scalars: may stand in a side-effect free initialiser.
pub(crate) const SCALAR: Facts = 1 << 1;
/// Cannot panic, whatever the receiver of std's is.
pub(crate) const TOTAL: Facts = 1 << 2;
/// Cannot panic if the receiver is a float.
pub(crate) const FLOAT_TOTAL: Facts = 1 << 3;
/// Returns a value that borrows from nothing, whatever the receiver of std's is.
pub(crate) const VALUE: Facts = 1 << 4;
/// Takes its receiver by value, so that it may move it.
pub(crate) const CONSUMES: Facts = 1 << 5;
/// Compares: `Iterator` has methods of these names, so they are not [`KNOWN`]. Harmless where the receiver cannot be a `&mut`
/// iterator.
pub(crate) const COMPARISON: Facts = 1 << 6;
/// Counts bits of an integer, as a `u32`.
pub(crate) const BITS: Facts = 1 << 7;
/// Only floats have it, so that it shows what it returns.
pub(crate) const ONLY_FLOAT: Facts = 1 << 8;
/// Of a float it gives a float of the same type.
pub(crate) const FLOAT_SAME: Facts = 1 << 9;
/// Of an integer it gives an integer of the same type, and is the integer's own.
pub(crate) const INTEGER_SAME: Facts = 1 << 10;
/// Containers of std have it, and no primitive.
pub(crate) const OF_CONTAINER: Facts = 1 << 11;
/// Its result may be, or refer to, the receiver or a part of it.
pub(crate) const PROJECTS: Facts = 1 << 12;
/// Makes an iterator over something that stays as it is.
pub(crate) const FRESH: Facts = 1 << 14;
/// Makes an iterator of one.
pub(crate) const FRESH_AGAIN: Facts = 1 << 15;
/// Its closure may return any type, or always the same plain one: nothing makes rustc coerce its result. (`fold`, `map_or` and
/// `unwrap_or_else` know the type from elsewhere.)
pub(crate) const FREE_RESULT: Facts = 1 << 16;
/// An argument may be a function; those of others are values.
pub(crate) const FUNCTION: Facts = 1 << 17;
/// May follow a recognised consumer in its own `let`.
pub(crate) const AFTER: Facts = 1 << 18;
/// Makes an `Option` of an `Option`. What it calls is judged as a worker is.
pub(crate) const OPTION_AGAIN: Facts = 1 << 19;
/// Makes something else of an `Option`. What it calls is judged as a worker is.
pub(crate) const OF_OPTION: Facts = 1 << 20;
/// Behind a method that gives an `Option` of a reference, such as `get`, it takes the option, not what that refers to.
pub(crate) const TAKES_OPTION: Facts = 1 << 21;
/// A `String` has it from `str`, or as `str` has it.
pub(crate) const LOOKS: Facts = 1 << 22;
/// Gives a part of a text.
pub(crate) const NARROWS: Facts = 1 << 23;

/// A method of numbers: total, `self` by value, gives a number.
const NUMBER: Facts = KNOWN | SCALAR | TOTAL | FLOAT_TOTAL | VALUE | CONSUMES;
/// On integers it may panic, on floats not.
const FLOATS_TOTAL: Facts = NUMBER & !TOTAL;
/// A method of integers that may panic.
const PARTIAL: Facts = NUMBER & !(TOTAL | FLOAT_TOTAL);
/// A question with `&self` and a scalar answer.
const QUESTION: Facts = NUMBER & !CONSUMES;
/// `max`, `min`: the result is one of the operands, so it may be a reference.
const EXTREMUM: Facts = NUMBER & !VALUE;
/// `clamp`: an extremum that panics on an empty range.
const CLAMP: Facts = EXTREMUM & !(TOTAL | FLOAT_TOTAL);
/// `&self`, gives a view; cannot panic.
const VIEW: Facts = KNOWN | TOTAL | FLOAT_TOTAL;
/// `&self`, gives an owned value or a scalar; may allocate, or run a user's `Clone`, `Display`, `Eq`, closure or pattern.
const OWNED: Facts = KNOWN | VALUE;

/// How many arguments besides the receiver, what holds, and of which methods.
type Row = (usize, Facts, &'static str);

const METHODS: &[Row] = &[
    (0, KNOWN, "concat to_vec"),
    (
        0,
        KNOWN | LOOKS,
        "parse to_ascii_lowercase to_ascii_uppercase to_lowercase to_uppercase",
    ),
    (0, KNOWN | PROJECTS, "clone to_owned"),
    (1, KNOWN, "chunks_exact get_key_value"),
    (1, KNOWN | FUNCTION, "join"),
    (1, KNOWN | FRESH, "chunks windows"),
    (
        1,
        KNOWN | LOOKS,
        "repeat split_at strip_prefix strip_suffix",
    ),
    (1, KNOWN | LOOKS | PROJECTS, "get"),
    (1, KNOWN | NARROWS, "trim_matches"),
    (
        0,
        NUMBER,
        "acosh asinh atanh checked_neg exp_m1 ln_1p next_down next_up overflowing_neg round_ties_even \
        sin_cos to_be_bytes to_bits to_degrees to_le_bytes to_ne_bytes to_radians unsigned_abs",
    ),
    (
        0,
        NUMBER | BITS,
        "count_ones count_zeros leading_ones leading_zeros trailing_ones trailing_zeros",
    ),
    (0, NUMBER | FLOAT_SAME, "recip signum"),
    (
        0,
        NUMBER | INTEGER_SAME,
        "reverse_bits saturating_abs saturating_neg swap_bytes wrapping_abs wrapping_neg",
    ),
    (
        0,
        NUMBER | ONLY_FLOAT | FLOAT_SAME,
        "acos asin atan cbrt ceil cos cosh exp exp2 floor fract ln log10 log2 round sin sinh sqrt tan tanh trunc",
    ),
    (
        1,
        NUMBER,
        "abs_diff abs_sub checked_add checked_div checked_mul checked_pow checked_rem checked_shl checked_shr \
        checked_sub copysign overflowing_add overflowing_mul overflowing_sub saturating_pow wrapping_pow",
    ),
    (1, NUMBER | FLOAT_SAME, "log"),
    (
        1,
        NUMBER | INTEGER_SAME,
        "rotate_left rotate_right saturating_add saturating_mul saturating_sub wrapping_add wrapping_mul wrapping_shl \
        wrapping_shr wrapping_sub",
    ),
    (1, NUMBER | ONLY_FLOAT | FLOAT_SAME, "atan2 hypot powf powi"),
    (2, NUMBER | FLOAT_SAME, "mul_add"),
    (0, FLOATS_TOTAL | FLOAT_SAME, "abs"),
    (1, FLOATS_TOTAL | INTEGER_SAME, "div_euclid rem_euclid"),
    (0, PARTIAL, "ilog10 ilog2 isqrt next_power_of_two"),
    (1, PARTIAL, "ilog midpoint next_multiple_of pow"),
    (
        0,
        QUESTION,
        "capacity is_alphabetic is_alphanumeric is_ascii_alphabetic is_ascii_alphanumeric is_ascii_digit \
        is_ascii_hexdigit is_ascii_lowercase is_ascii_punctuation is_ascii_uppercase is_ascii_whitespace is_eq \
        is_finite is_ge is_gt is_infinite is_le is_lowercase is_lt is_nan is_ne is_negative is_normal is_numeric \
        is_positive is_power_of_two is_sign_negative is_sign_positive is_subnormal is_uppercase is_whitespace \
        len_utf8",
    ),
    (0, QUESTION | LOOKS | OF_CONTAINER, "is_empty len"),
    (0, QUESTION | LOOKS, "is_ascii"),
    // Of matrices and images.
    (0, QUESTION, "dim height ncols nrows width"),
    (0, QUESTION | OF_CONTAINER, "is_err is_ok"),
    (0, QUESTION | OF_OPTION | OF_CONTAINER, "is_none is_some"),
    (1, QUESTION, "total_cmp"),
    (1, QUESTION | LOOKS, "eq_ignore_ascii_case is_char_boundary"),
    (1, EXTREMUM | FLOAT_SAME | PROJECTS, "max min"),
    (2, CLAMP | FLOAT_SAME, "clamp"),
    (0, VIEW, "split_first split_last"),
    (
        0,
        VIEW | FRESH | LOOKS,
        "char_indices chars split_whitespace",
    ),
    (0, VIEW | FRESH | OF_CONTAINER, "iter keys values"),
    (0, VIEW | LOOKS, "as_bytes"),
    (0, VIEW | LOOKS | NARROWS, "as_str trim trim_end trim_start"),
    (0, VIEW | PROJECTS, "as_deref as_ref as_slice first"),
    (0, OWNED, "to_string"),
    (
        1,
        OWNED,
        "binary_search binary_search_by contains_key is_digit partition_point to_digit",
    ),
    (1, OWNED | LOOKS, "contains ends_with starts_with"),
    (2, OWNED, "binary_search_by_key"),
    (
        0,
        0,
        "all_equal all_unique as_mut as_mut_slice clear collect collect_vec count counts cycle dedup flatten fuse \
        into_boxed_slice into_iter into_keys into_values is_sorted iter_mut last last_mut max min minmax next \
        next_back ok or_default peekable pop position_max position_min product reverse sort sort_unstable sorted \
        sorted_unstable sum tuple_windows unique unzip",
    ),
    (0, AFTER | OPTION_AGAIN | TAKES_OPTION, "copied"),
    (0, AFTER | TAKES_OPTION, "cloned unwrap"),
    (0, FRESH_AGAIN, "enumerate rev"),
    (
        0,
        LOOKS,
        "bytes encode_utf16 escape_debug escape_default escape_unicode lines split_ascii_whitespace",
    ),
    (0, NARROWS, "trim_ascii trim_ascii_end trim_ascii_start"),
    (0, OF_OPTION | TAKES_OPTION, "unwrap_or_default"),
    (
        1,
        0,
        "append chain chunk_by extend push rchunks step_by take zip",
    ),
    (1, AFTER | TAKES_OPTION | FUNCTION, "expect unwrap_or"),
    (
        1,
        COMPARISON | FUNCTION,
        "cmp eq ge gt le lt ne partial_cmp",
    ),
    (
        1,
        FREE_RESULT | FUNCTION,
        "all any filter_map find_map flat_map for_each max_by_key min_by_key position skip_while sort_by_key \
        take_while then",
    ),
    (1, FREE_RESULT | LOOKS | FUNCTION, "find"),
    (
        1,
        FUNCTION,
        "dedup_by drain entry extend_from_slice fill get_mut inspect is_sorted_by is_sorted_by_key map_err map_while \
        max_by min_by nth nth_back ok_or_else or_insert or_insert_with partition push_str reduce remove reserve \
        retain rposition sort_by sort_unstable_by sort_unstable_by_key sorted_by sorted_by_cached_key sorted_by_key \
        sorted_unstable_by sorted_unstable_by_key split_at_mut split_off then_some then_with truncate try_for_each \
        unique_by zip_eq",
    ),
    (1, LOOKS | FUNCTION, "rfind split"),
    (1, FRESH_AGAIN, "skip"),
    (
        1,
        LOOKS,
        "match_indices matches rmatch_indices rmatches rsplit rsplit_once rsplit_terminator split_inclusive \
        split_once split_terminator",
    ),
    (1, NARROWS, "trim_end_matches trim_start_matches"),
    (1, OF_OPTION | FUNCTION, "is_none_or ok_or unwrap_or_else"),
    (1, OF_OPTION | TAKES_OPTION | FUNCTION, "is_some_and"),
    (1, OPTION_AGAIN, "and_then or"),
    (
        1,
        OPTION_AGAIN | FREE_RESULT | FRESH_AGAIN | FUNCTION,
        "filter",
    ),
    (
        1,
        OPTION_AGAIN | TAKES_OPTION | FREE_RESULT | FRESH_AGAIN | FUNCTION,
        "map",
    ),
    (2, 0, "insert"),
    (
        2,
        FUNCTION,
        "fold map_or_else resize rfold scan swap try_fold",
    ),
    (2, LOOKS, "replace rsplitn splitn"),
    (2, OF_OPTION | TAKES_OPTION | FUNCTION, "map_or"),
    (3, LOOKS, "replacen"),
];

/// The same by name.
static BY_NAME: LazyLock<Vec<(&str, usize, Facts)>> = LazyLock::new(|| {
    let named = |(arguments, facts, names): &Row| {
        let (arguments, facts) = (*arguments, *facts);
        let names = names.split_whitespace();
        names.map(move |name| (name, arguments, facts))
    };
    let mut rows = METHODS.iter().flat_map(named).collect::<Vec<_>>();
    rows.sort_unstable();
    rows
});

/// The methods of a name.
fn named(name: &str) -> impl Iterator<Item = &'static (&'static str, usize, Facts)> {
    let first = BY_NAME.partition_point(|(other, ..)| *other < name);
    BY_NAME[first..]
        .iter()
        .take_while(move |(other, ..)| *other == name)
}

/// Whether one of some facts holds of a method called with so many arguments.
pub(crate) fn is(name: &str, arguments: usize, facts: Facts) -> bool {
    named(name).any(|(_, takes, known)| *takes == arguments && known & facts != 0)
}

/// Whether all of some facts hold of a method called with so many arguments.
pub(crate) fn all(name: &str, arguments: usize, facts: Facts) -> bool {
    named(name).any(|(_, takes, known)| *takes == arguments && known & facts == facts)
}

/// Whether one of some facts holds of a method of this name, whatever it takes.
pub(crate) fn some(name: &str, facts: Facts) -> bool {
    named(name).any(|(.., known)| known & facts != 0)
}

/// Whether std, rayon or itertools has a method of this name.
pub(crate) fn has(name: &str) -> bool {
    named(name).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_method_has_one_row() {
        let same = |pair: &[(&str, usize, Facts)]| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1);
        assert!(!BY_NAME.windows(2).any(same));
    }

    #[test]
    fn no_known_method_is_one_that_a_mutable_receiver_consumes() {
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
            assert!(!some(name, KNOWN), "{name}");
        }
        assert!(!is("max", 0, KNOWN), "Iterator::max");
        assert!(is("max", 1, KNOWN), "Ord::max");
    }
}
