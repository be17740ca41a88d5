//! How many elements flow: what a source has, and what an adapter leaves of it.

use fuse_compiler::internals::cnf::Length;

/// The first whole number of a text such as `take(12)`.
fn number(text: &str) -> Option<usize> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let rest = &text[digits..];
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// What an adapter, written as `text`, leaves of `length`, if it is one that drives a loop.
pub(super) fn driven(construct: &str, text: &str, length: Length) -> Length {
    let argument = number(text);
    match (construct, argument) {
        _ if length == Length::Unknown => Length::Unknown,
        ("rev()" | "fuse()" | "peekable()", _) => length,
        ("take(n)", Some(n)) => Length::Least(vec![length, Length::Known(n.to_string())]),
        ("skip(n)", Some(n)) => Length::Less(Box::new(length), n.to_string()),
        ("step_by(n)", Some(n)) => Length::Ratio {
            of: Box::new(length),
            by: n.to_string(),
            up: true,
        },
        _ => Length::Unknown,
    }
}

/// What a source that is part of an array has, of which `length` is the array's.
pub(super) fn part(construct: &str, text: &str, length: Length) -> Length {
    let argument = number(text);
    let ratio = |length, n: usize, up| Length::Ratio {
        of: Box::new(length),
        by: n.to_string(),
        up,
    };
    match (construct, argument) {
        ("xs.windows(3)", Some(n)) if n > 0 => Length::Less(Box::new(length), (n - 1).to_string()),
        ("xs.chunks(n)" | "xs.rchunks(n)", Some(n)) => ratio(length, n, true),
        ("xs.chunks_exact(n)", Some(n)) => ratio(length, n, false),
        ("xs[1..].iter()", Some(n)) if !text.contains("len") => {
            Length::Less(Box::new(length), n.to_string())
        }
        ("xs[..n].iter()", Some(n)) if !text.contains("len") => Length::Known(n.to_string()),
        _ => Length::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_leaves_what_its_number_says() {
        let n = || Length::Known("n".to_owned());
        assert_eq!(driven("rev()", "rev()", n()), n());
        assert_eq!(
            driven("skip(n)", "skip(12)", n()),
            Length::Less(Box::new(n()), "12".to_owned())
        );
        assert_eq!(
            part("xs.windows(3)", ".windows(4)", n()),
            Length::Less(Box::new(n()), "3".to_owned())
        );
        assert_eq!(
            driven("skip(n)", "skip(1)", Length::Unknown),
            Length::Unknown
        );
        assert_eq!(
            driven("take_while(p)", "take_while(|x| *x < 3)", n()),
            Length::Unknown
        );
    }
}
