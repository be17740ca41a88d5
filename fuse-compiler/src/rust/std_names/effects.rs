//! Names that count as effects: rule (e) of the judgments (docs/DESIGN.md section 3).

use super::super::spelling::among;
use super::methods::{KNOWN, is, some};

/// Names of effects (rule (e)), whole; prefixes are in [`EFFECT_PREFIXES`].
///
/// Among them are those that change something through `&self`, and those that tell how often something was
/// cloned or dropped.
const EFFECTS: &str = "abort alloc borrow_mut borrow_mut_with emit exit flush force_unlock get_or_init get_or_insert \
    get_or_insert_with get_or_try_init inc increment insert intern join lock notify_all notify_one now \
    open park print println random recv replace_with send set sleep spawn store strong_count swap tick \
    try_unwrap unpark unwrap_or_clone upgradable_read upgrade wait weak_count yield_now";

/// Beginnings of names of effects (rule (e)).
const EFFECT_PREFIXES: &str = "compare_exchange fetch_ gen next random read recv_ send_ spawn_ try_borrow_mut try_lock try_read \
    try_recv try_send try_write write";

/// Names that change a collection or a counter through `&self` in well-known crates: too common on
/// elements to be effects there, but effects on anything captured.
const CAPTURED_EFFECTS: &str = "add append clear dec decrement drain entry extend info log observe pop pop_back pop_front push \
    push_back push_front push_str put record remove replace reset retain sample step take truncate \
    update with with_borrow_mut";

/// Whether a name counts as an effect (rule (e)): of a method, called with so many arguments, or
/// (`None`) of a function.
///
/// Methods of one name are told apart by their arguments: `join` with one is the slice's or the
/// path's; `replace`, `take` and `update` are `Cell`'s if they have as many as `Cell`'s.
pub(crate) fn effect(name: &str, arguments: Option<usize>) -> bool {
    match (name, arguments) {
        ("take", Some(0)) | ("replace" | "update", Some(1)) => return true,
        (_, Some(arguments)) if is(name, arguments, KNOWN) => return false,
        _ => {}
    }
    let mut prefixes = EFFECT_PREFIXES.split_ascii_whitespace();
    among(EFFECTS, name) || (!some(name, KNOWN) && prefixes.any(|prefix| name.starts_with(prefix)))
}

/// Whether a name counts as an effect on what is captured.
pub(crate) fn effect_on_captured(name: &str) -> bool {
    among(CAPTURED_EFFECTS, name)
}

/// Whether the functions of a module are effects.
pub(crate) fn effect_module(name: &str) -> bool {
    among(EFFECT_MODULES, name)
}

/// Modules whose functions are effects, whatever their names.
const EFFECT_MODULES: &str = "fastrand fs getrandom io libc net process rand thread";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_unique() {
        for table in [EFFECTS, EFFECT_PREFIXES, EFFECT_MODULES, CAPTURED_EFFECTS] {
            let names = table.split_ascii_whitespace().collect::<Vec<_>>();
            assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn effects_by_name() {
        for name in [
            "spawn",
            "lock",
            "send",
            "recv",
            "read_line",
            "write_all",
            "set",
            "swap",
            "store",
            "fetch_add",
            "insert",
            "open",
            "now",
            "random",
            "gen_range",
            "next",
            "next_id",
        ] {
            assert!(effect(name, Some(1)), "{name}");
        }
        assert!(effect("join", Some(0)) && effect("join", None) && !effect("join", Some(1)));
        assert!(!effect("max", None) && !effect("next_power_of_two", None));
        for name in [
            "next_power_of_two",
            "len",
            "swap_bytes",
            "map",
            "setup",
            "abs",
        ] {
            assert!(!effect(name, Some(1)), "{name}");
        }
    }
}
