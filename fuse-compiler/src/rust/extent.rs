//! Lengths as the source computes them.
//!
//! In: nothing, this is the data type. Out: an [`Extent`] over names, as written.

/// A length over names, as the source computes it. Where it is below zero it counts as zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// An integer literal.
    Number(u64),
    /// An immutable local or a constant.
    Name(String),
    /// `xs.len()` of an array.
    Len(String),
    /// `a.saturating_sub(b)`, and what is left of an array from an index on.
    Less(Box<Extent>, Box<Extent>),
    /// `a.min(b)`
    Least(Vec<Extent>),
    /// As many as these together: `chain`.
    Sum(Vec<Extent>),
    /// `a / 2` or `a.div_ceil(2)`
    Ratio {
        /// What is divided.
        of: Box<Extent>,
        /// By how much, at least one.
        by: Box<Extent>,
        /// Whether it is rounded up.
        up: bool,
    },
    /// A range of integers.
    Span {
        /// Where it starts.
        start: Box<Extent>,
        /// Where it ends.
        end: Box<Extent>,
        /// True for `start..=end`.
        inclusive: bool,
    },
    /// Any other arithmetic: the same of the same is the same.
    Computed(String, Vec<Extent>),
    /// As many as this iterator gives each time, over a place that nothing has changed since: its
    /// text.
    Place(String),
    /// Nothing is known.
    Unknown,
}

impl Extent {
    /// How far it is from another one to this one, where one that is less has panicked: `start + n` is `n` from `start`, and
    /// `(row + 1) * n` is `n` from `row * n`, for what overflows is less.
    pub(crate) fn distance_from(self, start: Extent) -> Extent {
        let rows = || {
            let [one, other] = start.operands("*")?;
            let [row, step] = self.operands("*")?;
            let mut pairs = [(one, other), (other, one)].into_iter();
            pairs.find_map(|(before, width)| {
                let behind = match (row == width, step == width) {
                    (true, _) => step,
                    (_, true) => row,
                    (false, false) => return None,
                };
                let [first, second] = behind.operands("+")?;
                let next = *first == *before && *second == Extent::Number(1)
                    || *second == *before && *first == Extent::Number(1);
                next.then(|| width.clone())
            })
        };
        let added = || {
            let [first, second] = self.operands("+")?;
            match (*first == start, *second == start) {
                (true, _) => Some(second.clone()),
                (_, true) => Some(first.clone()),
                (false, false) => None,
            }
        };
        match added().or_else(rows) {
            Some(length) => length,
            None => Extent::Less(Box::new(self), Box::new(start)),
        }
    }

    /// The two operands of an operator.
    fn operands(&self, operator: &str) -> Option<[&Extent; 2]> {
        match self {
            Extent::Computed(found, parts) if found == operator => match parts.as_slice() {
                [one, other] => Some([one, other]),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `visit` on each name, and whether it is an array's.
    pub(crate) fn names(&self, visit: &mut impl FnMut(&str, bool)) {
        match self {
            Extent::Number(_) | Extent::Place(_) | Extent::Unknown => {}
            Extent::Name(name) => visit(name, false),
            Extent::Len(name) => visit(name, true),
            Extent::Less(of, less) => {
                of.names(visit);
                less.names(visit);
            }
            Extent::Least(parts) | Extent::Sum(parts) | Extent::Computed(_, parts) => {
                parts.iter().for_each(|part| part.names(visit));
            }
            Extent::Ratio { of, by, .. } => {
                of.names(visit);
                by.names(visit);
            }
            Extent::Span { start, end, .. } => {
                start.names(visit);
                end.names(visit);
            }
        }
    }
}
