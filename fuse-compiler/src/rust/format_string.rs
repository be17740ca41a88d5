//! The names inside format strings: `"{x} {y:?} {0:>w$.p$}"` mentions `x`, `y`, `w` and `p`.

use crate::sorted::SortedSet;

/// Every name that a format string mentions: arguments, widths and precisions.
///
/// A string that is not a format string gives names too; a superset is the safe answer.
pub(crate) fn names(text: &str) -> SortedSet<String> {
    let mut names = SortedSet::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            rest = after;
            continue;
        }
        let close = rest.find('}').unwrap_or(rest.len());
        placeholder(&rest[..close], &mut names);
        rest = &rest[close..];
    }
    names
}

fn placeholder(inside: &str, names: &mut SortedSet<String>) {
    let (argument, spec) = inside.split_once(':').unwrap_or((inside, ""));
    insert(argument.trim(), names);
    let mut pieces = spec.split('$').collect::<Vec<_>>();
    pieces.pop();
    for piece in pieces {
        let word = piece
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_'))
            .map_or(piece, |at| {
                let end = piece[at..].chars().next().map_or(0, char::len_utf8);
                &piece[at + end..]
            });
        // `0w$` is the flag `0` and the width `w`.
        insert(word.trim_start_matches(|c: char| c.is_ascii_digit()), names);
    }
}

fn insert(word: &str, names: &mut SortedSet<String>) {
    let word = word.strip_prefix("r#").unwrap_or(word);
    let starts = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if starts && word.chars().all(|c| c.is_alphanumeric() || c == '_') {
        names.insert(word.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    fn of(text: &str) -> Vec<String> {
        names(text).into_iter().collect()
    }

    #[test]
    fn arguments_widths_and_precisions_are_names() {
        assert_eq!(of("{x} {y:?} {0} {} {:>w$}"), ["w", "x", "y"]);
        assert_eq!(of("{x:>width$.prec$e}"), ["prec", "width", "x"]);
        assert_eq!(of("{:0w$} {:1$} {:.*}"), ["w"]);
        assert_eq!(of("{ x }"), ["x"]);
    }

    #[test]
    fn doubled_braces_are_text() {
        assert_eq!(of("{{x}} {{{y}}}"), ["y"]);
    }

    #[test]
    fn unicode_names_and_fills() {
        assert_eq!(of("{größe:→>breite$}"), ["breite", "größe"]);
    }

    #[test]
    fn broken_strings_do_not_panic() {
        assert_eq!(of("{x"), ["x"]);
        assert_eq!(of("}{"), Vec::<String>::new());
        assert_eq!(of("{:→$}"), Vec::<String>::new());
    }
}
