//! When one size never exceeds another.
//!
//! In: two terms in normal form. Out: true only if the first is at most the second whatever their
//! variables and texts stand for. What `min` may drop is decided by it. Not complete.

use super::Size;
use super::term::literal;

/// How many pairs of terms are looked at for one answer. Sizes in programs need a handful.
const LIMIT: usize = 100;

impl Size {
    /// True if this size is at most `other` under every assignment, as far as that is seen within a
    /// fixed amount of work.
    pub(super) fn at_most(&self, other: &Size) -> bool {
        at_most(self, other, &mut { LIMIT })
    }
}

fn at_most(this: &Size, other: &Size, left: &mut usize) -> bool {
    if this == other {
        return true;
    }
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match (this, other) {
        (Size::Min(parts), _) if parts.iter().any(|part| at_most(part, other, left)) => {
            return true;
        }
        (_, Size::Min(parts)) => return parts.iter().all(|part| at_most(this, part, left)),
        (Size::Known(a), Size::Known(b)) => {
            return match (literal(a), literal(b)) {
                (Some(a), Some(b)) => a <= b,
                (a, _) => a == Some(0),
            };
        }
        (Size::Known(zero), _) if literal(zero) == Some(0) => return true,
        (Size::Less(a, more), Size::Less(b, less)) if covers(more, less) && at_most(a, b, left) => {
            return true;
        }
        (
            Size::Ratio { of: a, by, up },
            Size::Ratio {
                of: b,
                by: other_by,
                up: other_up,
            },
        ) if by == other_by && up <= other_up && at_most(a, b, left) => return true,
        (Size::Sum(a), Size::Sum(b)) if within(a, b, left) => return true,
        _ => {}
    }
    match this {
        // Dividing by zero panics, so a ratio has a divisor of at least one.
        Size::Less(of, _) | Size::Ratio { of, .. } if at_most(of, other, left) => true,
        _ => {
            matches!(other, Size::Sum(parts) if parts.iter().any(|part| at_most(this, part, left)))
        }
    }
}

/// True if at least as much is taken away by `more` as by `less`.
fn covers(more: &[String], less: &[String]) -> bool {
    let number = |texts: &[String]| texts.iter().find_map(|text| literal(text)).unwrap_or(0);
    let one_literal = |texts: &[String]| texts.iter().filter(|t| literal(t).is_some()).count() < 2;
    if !one_literal(more) || !one_literal(less) || number(more) < number(less) {
        return false;
    }
    let mut names: Vec<&String> = more.iter().filter(|t| literal(t).is_none()).collect();
    less.iter().filter(|t| literal(t).is_none()).all(|name| {
        let found = names.iter().position(|other| *other == name);
        found.map(|index| names.remove(index)).is_some()
    })
}

/// True if each part of `a` is at most a part of `b` of its own.
fn within(a: &[Size], b: &[Size], left: &mut usize) -> bool {
    let mut rest: Vec<&Size> = b.iter().collect();
    a.iter().all(|part| {
        let same = rest.iter().position(|other| *other == part);
        let found = same.or_else(|| rest.iter().position(|other| at_most(part, other, left)));
        found.map(|index| rest.remove(index)).is_some()
    })
}
