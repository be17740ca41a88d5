//! Size terms (paper 001, fig. 1.3), with `min` for std's `zip`, lengths known by their text, and
//! what `skip`, `chain`, `chunks` and their like make of a size.
//!
//! In: the sizes of a combinator's inputs. Out: one term in normal form. Terms that are equal as
//! trees denote equal lengths; the converse need not hold, and where bringing two terms into one
//! form would make them grow, it does not. Build terms with the functions below, which keep the
//! normal form: the variants themselves do not.
//!
//! - `Min` and `Sum` are flat and sorted, have at least two parts and at most one literal; a `Min`
//!   holds nothing that another part never exceeds.
//! - `Less` and `Ratio` stand inside a `Min`, never around one, and never directly around
//!   themselves where that is the same as one of them.
//! - Literals are computed.

use crate::sorted::sort;
use std::fmt;

/// A size term (fig. 1.3, and what Rust's adapters need besides). Sizes are natural numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// A size variable, an index into the names of [`Sizes`](super::Sizes).
    Variable(usize),
    /// A length known before the loop, by its text; literals are decimal digits.
    Known(String),
    /// The smallest of several sizes; sorted, without duplicates, at least two.
    Min(Vec<Size>),
    /// The size of a `cross`.
    Product(Box<Size>, Box<Size>),
    /// A size without as many elements as these texts add up to, or nothing; sorted, at most one
    /// literal, which comes first.
    Less(Box<Size>, Vec<String>),
    /// Several sizes together; sorted, at least two, at most one literal.
    Sum(Vec<Size>),
    /// One for each `by`, rounded up or down.
    Ratio {
        /// What is divided.
        of: Box<Size>,
        /// The divisor, by its text.
        by: String,
        /// Whether a rest counts as one more.
        up: bool,
    },
}

/// The number that a text is, if it is an integer literal.
pub(super) fn literal(text: &str) -> Option<u64> {
    // Of anything else a lexer would complain aloud.
    let digits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.chars().all(digits) {
        return None;
    }
    text.parse().ok().or_else(|| {
        let parsed = syn::parse_str::<syn::LitInt>(text);
        parsed.ok()?.base10_parse().ok()
    })
}

/// A text in the form in which equal literals are equal texts.
fn canonical(text: &str) -> String {
    literal(text).map_or_else(|| text.to_owned(), |number| number.to_string())
}

impl Size {
    /// A length known before the loop: `4`, `4_usize` and `0x4` are one length.
    #[must_use]
    pub fn known(text: &str) -> Size {
        Size::Known(canonical(text))
    }

    /// The number of a literal.
    fn number(&self) -> Option<u64> {
        match self {
            Size::Known(text) => literal(text),
            _ => None,
        }
    }

    /// The smallest of several sizes, in normal form: `min(k, k)` is `k`, and `min(k, k - 1)` is
    /// `k - 1`. `None` if there are none.
    ///
    /// ```
    /// use fuse_compiler::internals::size::Size;
    ///
    /// let [k, n] = [Size::Variable(0), Size::Known("n".into())];
    /// assert_eq!(Size::min([k.clone(), k.clone()]), Some(k.clone()));
    /// let inner = Size::min([n.clone(), k.clone()]).unwrap();
    /// assert_eq!(Size::min([n.clone(), inner]), Some(Size::Min(vec![k.clone(), n])));
    /// let tail = Size::less(k.clone(), "1");
    /// assert_eq!(Size::min([k, tail.clone()]), Some(tail));
    /// ```
    #[must_use]
    pub fn min(sizes: impl IntoIterator<Item = Size>) -> Option<Size> {
        let mut parts = Vec::new();
        for size in sizes {
            match size {
                Size::Min(inner) => parts.extend(inner),
                other => parts.push(other),
            }
        }
        sort(&mut parts);
        parts.dedup();
        let mut index = 0;
        while index < parts.len() {
            let part = &parts[index];
            // Of two parts that never exceed each other the first stays.
            let covered = parts.iter().enumerate().any(|(other, size)| {
                other != index && size.at_most(part) && (other < index || !part.at_most(size))
            });
            if covered {
                parts.remove(index);
            } else {
                index += 1;
            }
        }
        if parts.len() > 1 {
            Some(Size::Min(parts))
        } else {
            parts.pop()
        }
    }

    /// The size of a `cross` of two arrays.
    #[must_use]
    pub fn product(outer: Size, inner: Size) -> Size {
        Size::Product(Box::new(outer), Box::new(inner))
    }

    /// What is left of a size without as many elements as the text says, never below nothing:
    /// `(k - 1) - 1` is `k - 2`, and `min(k, n) - 1` is `min(k - 1, n - 1)`.
    ///
    /// ```
    /// use fuse_compiler::internals::size::Size;
    ///
    /// let k = Size::Variable(0);
    /// let twice = Size::less(Size::less(k.clone(), "1"), "n");
    /// assert_eq!(twice, Size::less(Size::less(k, "n"), "1"));
    /// assert_eq!(Size::less(Size::known("3"), "5"), Size::known("0"));
    /// ```
    #[must_use]
    pub fn less(of: Size, text: &str) -> Size {
        Size::without(of, &[canonical(text)])
    }

    /// [`less`](Self::less) for several texts. `max(0, max(0, k - a) - b)` is `max(0, k - (a + b))`, so
    /// their order is of no importance.
    fn without(of: Size, texts: &[String]) -> Size {
        let (of, mut texts) = match of {
            Size::Min(parts) => {
                let parts: Vec<Size> = parts
                    .into_iter()
                    .map(|part| Size::without(part, texts))
                    .collect();
                return Size::min(parts).unwrap_or_else(|| Size::known("0"));
            }
            Size::Less(of, mut inner) => {
                inner.extend_from_slice(texts);
                (*of, inner)
            }
            other => (other, texts.to_vec()),
        };
        let (literals, mut names): (Vec<String>, Vec<String>) =
            texts.drain(..).partition(|text| literal(text).is_some());
        let mut number = Some(0_u64);
        for text in &literals {
            number = number.and_then(|sum| sum.checked_add(literal(text)?));
        }
        // Beyond what a machine counts nothing is computed, and so nothing is equal by accident.
        let Some(mut number) = number else {
            names.extend(literals);
            sort(&mut names);
            return Size::Less(Box::new(of), names);
        };
        let mut parts = match of {
            Size::Sum(parts) => parts,
            other => vec![other],
        };
        // `k ++ n - n` is `k`.
        names.retain(|name| {
            let known = parts
                .iter()
                .position(|part| matches!(part, Size::Known(text) if text == name));
            known.is_none_or(|index| {
                parts.remove(index);
                false
            })
        });
        // `k ++ 3 - 2` is `k ++ 1`.
        if let Some(index) = parts.iter().position(|part| part.number().is_some()) {
            let had = parts.remove(index).number().unwrap_or(0);
            let left = had.saturating_sub(number);
            number = number.saturating_sub(had);
            parts.push(Size::Known(left.to_string()));
        }
        let of = Size::sum(parts);
        sort(&mut names);
        if number > 0 {
            names.insert(0, number.to_string());
        }
        if names.is_empty() || of.number() == Some(0) {
            of
        } else if matches!(of, Size::Min(_) | Size::Less(..)) {
            // What was left of a sum.
            Size::without(of, &names)
        } else {
            Size::Less(Box::new(of), names)
        }
    }

    /// Several sizes together, in normal form; of none it is nothing. A `chain` of two arrays is as
    /// long either way round.
    ///
    /// ```
    /// use fuse_compiler::internals::size::Size;
    ///
    /// let [k, n] = [Size::Variable(0), Size::known("n")];
    /// let inner = Size::sum([n.clone(), Size::known("1")]);
    /// let sum = Size::sum([Size::known("2"), inner, k.clone()]);
    /// assert_eq!(sum, Size::sum([k, Size::known("3"), n]));
    /// ```
    #[must_use]
    pub fn sum(sizes: impl IntoIterator<Item = Size>) -> Size {
        let mut parts = Vec::new();
        let mut number = 0_u64;
        for size in sizes {
            let inner = match size {
                Size::Sum(inner) => inner,
                other => vec![other],
            };
            for part in inner {
                match part.number().and_then(|more| number.checked_add(more)) {
                    Some(sum) => number = sum,
                    None => parts.push(part),
                }
            }
        }
        if number > 0 || parts.is_empty() {
            parts.push(Size::Known(number.to_string()));
        }
        sort(&mut parts);
        if parts.len() == 1 {
            parts.remove(0)
        } else {
            Size::Sum(parts)
        }
    }

    /// One for each `by` elements, a rest counted as one more or not at all. `by` is not zero: what
    /// divides by it panics.
    ///
    /// ```
    /// use fuse_compiler::internals::size::Size;
    ///
    /// let k = Size::Variable(0);
    /// let twice = Size::ratio(Size::ratio(k.clone(), "2", true), "3", true);
    /// assert_eq!(twice, Size::ratio(k.clone(), "6", true));
    /// assert_eq!(Size::ratio(k.clone(), "1", false), k);
    /// assert_eq!(Size::ratio(Size::known("7"), "2", true), Size::known("4"));
    /// ```
    #[must_use]
    pub fn ratio(of: Size, by: &str, up: bool) -> Size {
        let by = canonical(by);
        let divisor = literal(&by);
        if divisor == Some(1) {
            return of;
        }
        match of {
            Size::Min(parts) => {
                let parts: Vec<Size> = parts
                    .into_iter()
                    .map(|part| Size::ratio(part, &by, up))
                    .collect();
                Size::min(parts).unwrap_or_else(|| Size::known("0"))
            }
            of => {
                if let (Some(number), Some(divisor @ 1..)) = (of.number(), divisor) {
                    let ratio = if up {
                        number.div_ceil(divisor)
                    } else {
                        number / divisor
                    };
                    return Size::Known(ratio.to_string());
                }
                if let Size::Ratio {
                    of: inner,
                    by: first,
                    up: same,
                } = &of
                    && *same == up
                    && let (Some(first @ 1..), Some(second @ 1..)) = (literal(first), divisor)
                    && let Some(both) = first.checked_mul(second)
                {
                    return Size::Ratio {
                        of: inner.clone(),
                        by: both.to_string(),
                        up,
                    };
                }
                Size::Ratio {
                    of: Box::new(of),
                    by,
                    up,
                }
            }
        }
    }

    /// The integers of a range, by the texts of its ends.
    ///
    /// ```
    /// use fuse_compiler::internals::size::Size;
    ///
    /// let n = Size::known("n");
    /// assert_eq!(Size::span("0", "n", false), n);
    /// assert_eq!(Size::span("1", "n", true), n);
    /// assert_eq!(Size::span("1", "n", false), Size::less(n, "1"));
    /// assert_eq!(Size::span("2", "5", true), Size::known("4"));
    /// ```
    #[must_use]
    pub fn span(start: &str, end: &str, inclusive: bool) -> Size {
        let (start, end) = (canonical(start), canonical(end));
        match (literal(&start), literal(&end)) {
            (Some(first), Some(last)) => {
                let last = last.checked_add(u64::from(inclusive));
                if let Some(last) = last {
                    return Size::Known(last.saturating_sub(first).to_string());
                }
            }
            // `Known` is 0 for what is below zero, so these hold for signed integers too; that
            // `0..=n` has `n + 1` elements does not.
            (Some(first), None) => {
                if let Some(first) = first.checked_sub(u64::from(inclusive)) {
                    return Size::less(Size::Known(end), &first.to_string());
                }
            }
            _ => {}
        }
        let dots = if inclusive { "..=" } else { ".." };
        Size::Known(format!("{start}{dots}{end}"))
    }

    /// Puts a term in the place of each variable, and brings the result into normal form.
    #[must_use]
    pub fn substitute(&self, with: &mut impl FnMut(usize) -> Size) -> Size {
        match self {
            Size::Variable(variable) => with(*variable),
            Size::Known(text) => Size::Known(text.clone()),
            Size::Product(outer, inner) => {
                let outer = outer.substitute(with);
                Size::product(outer, inner.substitute(with))
            }
            Size::Min(parts) => {
                let parts: Vec<Size> = parts.iter().map(|part| part.substitute(with)).collect();
                // A `Min` has parts, so there is a smallest.
                Size::min(parts).unwrap_or_else(|| self.clone())
            }
            Size::Less(of, texts) => Size::without(of.substitute(with), texts),
            Size::Sum(parts) => {
                let parts: Vec<Size> = parts.iter().map(|part| part.substitute(with)).collect();
                Size::sum(parts)
            }
            Size::Ratio { of, by, up } => Size::ratio(of.substitute(with), by, *up),
        }
    }

    /// Calls `visit` on each variable, from left to right, with repetitions.
    pub fn variables(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Size::Variable(variable) => visit(*variable),
            Size::Known(_) => {}
            Size::Min(parts) | Size::Sum(parts) => {
                parts.iter().for_each(|part| part.variables(visit));
            }
            Size::Product(outer, inner) => {
                outer.variables(visit);
                inner.variables(visit);
            }
            Size::Less(of, _) | Size::Ratio { of, .. } => of.variables(visit),
        }
    }

    /// True if the variable occurs in the term.
    #[must_use]
    pub fn mentions(&self, variable: usize) -> bool {
        let mut found = false;
        self.variables(&mut |other| found |= other == variable);
        found
    }

    /// How large the term is: its variables and texts, with repetitions.
    pub(super) fn weight(&self) -> usize {
        match self {
            Size::Variable(_) | Size::Known(_) => 1,
            Size::Min(parts) | Size::Sum(parts) => parts.iter().map(Size::weight).sum(),
            Size::Product(outer, inner) => outer.weight() + inner.weight(),
            Size::Less(of, texts) => of.weight() + texts.len(),
            Size::Ratio { of, .. } => of.weight() + 1,
        }
    }

    /// Prints the term with these names for its variables; one without a name prints its index.
    pub(super) fn write(&self, names: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |f: &mut fmt::Formatter<'_>, part: &Size, bare: bool| {
            f.write_str(if bare { "" } else { "(" })?;
            part.write(names, f)?;
            f.write_str(if bare { "" } else { ")" })
        };
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Size], separator: &str| {
            for (index, each) in parts.iter().enumerate() {
                f.write_str(if index == 0 { "" } else { separator })?;
                each.write(names, f)?;
            }
            Ok(())
        };
        match self {
            Size::Variable(variable) => match names.get(*variable) {
                Some(name) => f.write_str(name),
                None => write!(f, "?{variable}"),
            },
            Size::Known(text) => f.write_str(text),
            Size::Min(parts) => {
                f.write_str("min(")?;
                list(f, parts, ", ")?;
                f.write_str(")")
            }
            Size::Product(outer, inner) => {
                // `*` is not associative here: the loops of a nest have an order.
                part(
                    f,
                    outer,
                    matches!(**outer, Size::Product(..)) || outer.is_factor(),
                )?;
                f.write_str(" * ")?;
                part(f, inner, inner.is_factor())
            }
            Size::Less(of, texts) => {
                of.write(names, f)?;
                texts.iter().try_for_each(|text| write!(f, " - {text}"))
            }
            Size::Sum(parts) => list(f, parts, " ++ "),
            Size::Ratio { of, by, up } => {
                f.write_str(if *up { "ceil(" } else { "" })?;
                part(f, of, of.is_factor())?;
                write!(f, " / {by}")?;
                f.write_str(if *up { ")" } else { "" })
            }
        }
    }

    /// True if it needs no parentheses beside a `*`.
    fn is_factor(&self) -> bool {
        match self {
            Size::Variable(_) | Size::Known(_) | Size::Min(_) => true,
            Size::Ratio { up, .. } => *up,
            Size::Product(..) | Size::Less(..) | Size::Sum(_) => false,
        }
    }
}
