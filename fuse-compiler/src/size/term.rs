//! Size terms (paper 001, fig. 1.3), with `min` for std's `zip` and lengths known by their text.
//!
//! In: the sizes of a combinator's inputs. Out: one term in normal form: no `min` directly inside a
//! `min`, its parts sorted, no part twice. Terms that are equal as trees denote equal lengths.

use std::fmt;

/// A size term (fig. 1.3, with `min` for std's `zip` and known lengths).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Size {
    /// A size variable, an index into the names of [`Sizes`](super::Sizes).
    Variable(usize),
    /// A length known before the loop, by its text.
    Known(String),
    /// The smallest of several sizes; sorted, without duplicates, at least two.
    Min(Vec<Size>),
    /// The size of a `cross`.
    Product(Box<Size>, Box<Size>),
}

impl Size {
    /// The smallest of several sizes, in normal form: `min(k, k)` is `k`. `None` if there are none.
    ///
    /// ```
    /// use fuse_compiler::size::Size;
    ///
    /// let [k, n] = [Size::Variable(0), Size::Known("n".into())];
    /// assert_eq!(Size::min([k.clone(), k.clone()]), Some(k.clone()));
    /// let inner = Size::min([n.clone(), k.clone()]).unwrap();
    /// assert_eq!(Size::min([n.clone(), inner]), Some(Size::Min(vec![k, n])));
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
        parts.sort();
        parts.dedup();
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
        }
    }

    /// Calls `visit` on each variable, from left to right, with repetitions.
    pub fn variables(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Size::Variable(variable) => visit(*variable),
            Size::Known(_) => {}
            Size::Min(parts) => parts.iter().for_each(|part| part.variables(visit)),
            Size::Product(outer, inner) => {
                outer.variables(visit);
                inner.variables(visit);
            }
        }
    }

    /// True if the variable occurs in the term.
    #[must_use]
    pub fn mentions(&self, variable: usize) -> bool {
        let mut found = false;
        self.variables(&mut |other| found |= other == variable);
        found
    }

    /// Prints the term with these names for its variables; one without a name prints its index.
    pub(super) fn write(&self, names: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Variable(variable) => match names.get(*variable) {
                Some(name) => f.write_str(name),
                None => write!(f, "?{variable}"),
            },
            Size::Known(text) => f.write_str(text),
            Size::Min(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    f.write_str(if index == 0 { "min(" } else { ", " })?;
                    part.write(names, f)?;
                }
                f.write_str(")")
            }
            Size::Product(outer, inner) => {
                outer.write(names, f)?;
                f.write_str(" * ")?;
                // `*` is not associative here: the loops of a nest have an order.
                if matches!(**inner, Size::Product(..)) {
                    f.write_str("(")?;
                    inner.write(names, f)?;
                    f.write_str(")")
                } else {
                    inner.write(names, f)
                }
            }
        }
    }
}
