//! Small sets of numbers, as bits.

/// The largest set: no number in it reaches this.
pub(super) const CAPACITY: usize = 256;

/// A set of numbers below [`CAPACITY`]. Written out word by word, since what it is for runs
/// unoptimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set([u64; 4]);

impl Set {
    pub(super) const EMPTY: Set = Set([0; 4]);

    pub(super) fn one(element: usize) -> Set {
        Set::of(&[element])
    }

    pub(super) fn of(elements: &[usize]) -> Set {
        let mut set = Set::EMPTY;
        for element in elements {
            set.insert(*element);
        }
        set
    }

    pub(super) fn insert(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    pub(super) fn remove(&mut self, element: usize) {
        self.0[element / 64] &= !(1 << (element % 64));
    }

    pub(super) fn contains(&self, element: usize) -> bool {
        self.0[element / 64] >> (element % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    pub(super) fn union(&self, other: &Set) -> Set {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Set([a | e, b | f, c | g, d | h])
    }

    pub(super) fn intersection(&self, other: &Set) -> Set {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Set([a & e, b & f, c & g, d & h])
    }

    pub(super) fn is_subset(&self, other: &Set) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        (a & !e) | (b & !f) | (c & !g) | (d & !h) == 0
    }

    pub(super) fn meets(&self, other: &Set) -> bool {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        (a & e) | (b & f) | (c & g) | (d & h) != 0
    }

    /// The elements below 64, as the bits of a number.
    pub(super) fn low(&self) -> u64 {
        self.0[0]
    }

    /// The elements in order.
    pub(super) fn iter(&self) -> Elements {
        Elements {
            words: self.0,
            at: 0,
        }
    }
}

/// The elements of a [`Set`].
pub(super) struct Elements {
    words: [u64; 4],
    at: usize,
}

impl Iterator for Elements {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        while self.at < 4 {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(self.at * 64 + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }
}
