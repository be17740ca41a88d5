//! What the source says about lengths, over the values of the program.
//!
//! In: an [`Extent`], over names. Out: a [`Length`], over values, and the facts of the program. A
//! name means the value that it stands for where the extent is read: one that is bound twice gives
//! two lengths, and so does an array before and after a wall that may change it.

use super::{Bound, Lowering, SortedSet};
use crate::cnf::{BindingId, Length, SizeFact, ValueId, ValueKind};
use crate::rust::extent::Extent;
use crate::rust::facts::Stated;
use crate::rust::patterns::capitalised;

/// What a statement says, with its right sides resolved before it binds its names.
pub(super) struct Resolved {
    scalars: Vec<(String, Length)>,
    arrays: Vec<(String, Length)>,
}

impl Lowering<'_> {
    /// The length that an extent is, where no name of `hidden` is a value of the region.
    pub(super) fn length_of(&self, extent: &Extent, hidden: &SortedSet<String>) -> Length {
        self.resolve(extent, hidden).unwrap_or(Length::Unknown)
    }

    fn resolve(&self, extent: &Extent, hidden: &SortedSet<String>) -> Option<Length> {
        let all = |parts: &[Extent]| -> Option<Vec<Length>> {
            parts
                .iter()
                .map(|part| self.resolve(part, hidden))
                .collect()
        };
        Some(match extent {
            Extent::Number(number) => Length::Known(number.to_string()),
            Extent::Name(name) => self.scalar(name, hidden)?,
            Extent::Len(name) if hidden.contains(name) => return None,
            Extent::Len(name) => match self.names.get(name) {
                Some(value) => {
                    let array = self.lowered.program.value(*value).kind == ValueKind::Array;
                    array.then_some(Length::Of(*value))?
                }
                None if self.starting => Length::Known(format!("outer {name}.len()")),
                None => return None,
            },
            Extent::Less(of, less) => {
                let less = self.resolve(less, hidden)?;
                Length::Less(Box::new(self.resolve(of, hidden)?), self.text(&less))
            }
            Extent::Least(parts) => Length::Least(self.least(parts, hidden)?),
            Extent::Sum(parts) => Length::Sum(all(parts)?),
            Extent::Ratio { of, by, up } => Length::Ratio {
                of: Box::new(self.resolve(of, hidden)?),
                by: self.text(&self.resolve(by, hidden)?),
                up: *up,
            },
            Extent::Span {
                start,
                end,
                inclusive,
            } => self.span(
                self.resolve(start, hidden)?,
                self.resolve(end, hidden)?,
                *inclusive,
            ),
            Extent::Place(text) => Length::Known(text.clone()),
            Extent::Unknown => return None,
            Extent::Computed(operator, parts) => {
                let parts = all(parts)?;
                if operator == "+" && parts.iter().all(bounded) {
                    Length::Sum(parts)
                } else {
                    let text = self.computed(operator, &parts);
                    self.differences
                        .get(&text)
                        .cloned()
                        .unwrap_or(Length::Known(text))
                }
            }
        })
    }

    /// The lengths of which one is the least. `n - 1` of nothing wraps and is the largest number, if it does not panic; beside `n`
    /// itself that makes no difference.
    fn least(&self, parts: &[Extent], hidden: &SortedSet<String>) -> Option<Vec<Length>> {
        let lengths = parts.iter().map(|part| self.resolve(part, hidden));
        let lengths = lengths.collect::<Option<Vec<_>>>()?;
        let without_one = |(part, length): (&Extent, &Length)| {
            if let Extent::Computed(operator, of) = part
                && let ("-", [of, Extent::Number(1)]) = (operator.as_str(), of.as_slice())
                && let Some(of) = self.resolve(of, hidden)
                && lengths.contains(&of)
            {
                Length::Less(Box::new(of), "1".into())
            } else {
                length.clone()
            }
        };
        Some(parts.iter().zip(&lengths).map(without_one).collect())
    }

    /// True for what `-` computes and is known not to wrap.
    pub(super) fn is_difference(&self, extent: &Extent, hidden: &SortedSet<String>) -> bool {
        let Extent::Computed(operator, parts) = extent else {
            return false;
        };
        let parts = parts.iter().map(|part| self.resolve(part, hidden));
        let parts = parts.collect::<Option<Vec<_>>>();
        parts.is_some_and(|parts| {
            self.differences
                .contains_key(&self.computed(operator, &parts))
        })
    }

    /// A scalar by what it is known to be, or by its name.
    fn scalar(&self, name: &str, hidden: &SortedSet<String>) -> Option<Length> {
        if hidden.contains(name) {
            return None;
        }
        let Some(value) = self.names.get(name) else {
            return Some(Length::Known(if !capitalised(name) {
                // Of an outer block; this one does not mention it.
                format!("outer {name}")
            } else if self.walls == 0 || self.constants.contains(name) {
                name.to_owned()
            } else {
                // Should it be a mutable static, no wall stands between what is called equal.
                format!("{name}#{}", self.walls)
            }));
        };
        if self.lowered.program.value(*value).kind == ValueKind::Array {
            return None;
        }
        let known = self.scalars.get(value).cloned();
        Some(known.unwrap_or_else(|| Length::Known(self.versioned(*value, name.to_owned()))))
    }

    /// A text about a value, told from the same about another value of that name.
    fn versioned(&self, value: ValueId, text: String) -> String {
        if self.is_first(value) {
            text
        } else {
            format!("{text}#{}", value.0)
        }
    }

    /// The integers of a range. Only the length of an array is known to be no number below zero, and
    /// to have a successor.
    fn span(&self, start: Length, end: Length, inclusive: bool) -> Length {
        let number = match &start {
            Length::Known(text) => text.parse::<u64>().ok(),
            _ => None,
        };
        match (number, &end) {
            (Some(0), _) if !inclusive => return end,
            (Some(1), _) if inclusive => return end,
            (None, _) | (Some(_), Length::Known(_)) => {}
            (Some(0), _) if bounded(&end) => {
                return Length::Sum(vec![end, Length::Known("1".into())]);
            }
            (Some(number), _) if number >= u64::from(inclusive) => {
                let less = number - u64::from(inclusive);
                return Length::Less(Box::new(end), less.to_string());
            }
            _ => {}
        }
        Length::Span {
            start: self.text(&start),
            end: self.text(&end),
            inclusive,
        }
    }

    fn computed(&self, operator: &str, parts: &[Length]) -> String {
        let texts = parts.iter().map(|part| {
            let text = self.text(part);
            if text.contains(' ') {
                format!("({text})")
            } else {
                text
            }
        });
        let texts = texts.collect::<Vec<_>>();
        match texts.as_slice() {
            [one] => format!("{one} {operator}"),
            _ => texts.join(&format!(" {operator} ")),
        }
    }

    /// A length as a text: equal texts are equal lengths.
    pub(super) fn text(&self, length: &Length) -> String {
        let list = |parts: &[Length]| {
            let parts = parts.iter().map(|part| self.text(part));
            parts.collect::<Vec<_>>().join(", ")
        };
        match length {
            Length::Known(text) => text.clone(),
            Length::Unknown => "?".into(),
            Length::Of(array) => {
                let name = &self.lowered.program.value(*array).name;
                self.versioned(*array, format!("{name}.len()"))
            }
            Length::Less(of, less) => format!("max(0, {} - {less})", self.text(of)),
            Length::Least(parts) => format!("min({})", list(parts)),
            Length::Sum(parts) => format!("sum({})", list(parts)),
            Length::Ratio { of, by, up } => {
                let name = if *up { "div_ceil" } else { "div" };
                format!("{name}({}, {by})", self.text(of))
            }
            Length::Span {
                start,
                end,
                inclusive,
            } => format!("|{start}..{}{end}|", if *inclusive { "=" } else { "" }),
        }
    }

    /// States what holds when the region starts. Its parameters are declared.
    pub(super) fn given(&mut self, given: &[(Extent, Extent)]) {
        let hidden = SortedSet::new();
        self.starting = true;
        for (left, right) in given {
            let Some(right) = self.resolve(right, &hidden) else {
                continue;
            };
            if self.notes_difference(left, &right) {
                continue;
            }
            if let Extent::Name(name) = left
                && let Some(value) = self.names.get(name)
                && !self.scalars.contains_key(value)
            {
                self.scalars.insert(*value, right);
            } else if let Some(left) = self.resolve(left, &hidden) {
                self.lowered.program.facts.push(SizeFact::Same(left, right));
            }
        }
        self.starting = false;
    }

    /// Notes that a difference is one of arithmetic from here on, if that is what is said.
    fn notes_difference(&mut self, left: &Extent, right: &Length) -> bool {
        let (Extent::Computed(operator, parts), Length::Less(..)) = (left, right) else {
            return false;
        };
        let hidden = SortedSet::new();
        let parts = parts.iter().map(|part| self.resolve(part, &hidden));
        if let Some(parts) = parts.collect::<Option<Vec<_>>>() {
            let text = self.computed(operator, &parts);
            self.differences.insert(text, right.clone());
        }
        true
    }

    /// What a statement says of the names that it binds, read before it binds them.
    pub(super) fn read_stated(&self, stated: &Stated) -> Resolved {
        let hidden = SortedSet::new();
        let resolve = |list: &[(String, Extent)]| {
            let known = list
                .iter()
                .filter_map(|(name, extent)| Some((name.clone(), self.resolve(extent, &hidden)?)));
            known.collect()
        };
        Resolved {
            scalars: resolve(&stated.scalars),
            arrays: resolve(&stated.arrays),
        }
    }

    /// States what a statement says, after it has been lowered; its last binding is `last`.
    pub(super) fn state(&mut self, resolved: Resolved, stated: &Stated, last: Option<BindingId>) {
        for (name, length) in resolved.scalars {
            if let Some(value) = self.names.get(&name)
                && self.lowered.program.value(*value).kind == ValueKind::Scalar
            {
                self.scalars.insert(*value, length);
            }
        }
        for (name, length) in resolved.arrays {
            self.fact_about(&name, length);
        }
        let Some(last) = last else { return };
        let hidden = SortedSet::new();
        for (left, right) in &stated.equal {
            let Some(length) = self.resolve(right, &hidden) else {
                continue;
            };
            // What is below a guard and runs over a range passes none.
            if self.notes_difference(left, &length) {
                continue;
            }
            if let Some(left) = self.resolve(left, &hidden) {
                let right = length;
                let fact = Box::new(SizeFact::Same(left, right));
                self.lowered.program.facts.push(SizeFact::Below(last, fact));
            }
        }
    }

    /// The array that a name stands for has this length.
    fn fact_about(&mut self, name: &str, length: Length) {
        if let Some(value) = self.names.get(name)
            && self.lowered.program.value(*value).kind == ValueKind::Array
        {
            let fact = SizeFact::Same(Length::Of(*value), length);
            self.lowered.program.facts.push(fact);
        }
    }

    /// States the length that the type of an array shows.
    pub(super) fn typed_length(&mut self, bound: &Bound) {
        let Some(extent) = bound.array.as_ref().and_then(|array| array.length.as_ref()) else {
            return;
        };
        extent.names(&mut |name, _| {
            self.constants.insert(name.to_owned());
        });
        if let Some(length) = self.resolve(extent, &SortedSet::new()) {
            self.fact_about(&bound.name, length);
        }
    }
}

/// True if a length is one of arrays and literals, so that no machine integer overflows by adding
/// to it.
fn bounded(length: &Length) -> bool {
    match length {
        Length::Known(text) => text.parse::<u32>().is_ok(),
        Length::Of(_) => true,
        Length::Less(of, _) | Length::Ratio { of, .. } => bounded(of),
        Length::Least(parts) => parts.iter().any(bounded),
        Length::Sum(parts) => parts.iter().all(bounded),
        Length::Span { .. } | Length::Unknown => false,
    }
}
