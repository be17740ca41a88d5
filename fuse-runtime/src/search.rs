//! A search that goes block by block beside a loop over the same blocks.
//!
//! *In*: blocks of elements in order, and a test that never panics and has no effect. *Out*: where the first element is that
//! passes it.
//!
//! Std's `any` and `position` stop at the first hit and so look at one element at a time. Here a whole block is tested without a
//! branch, as vectors; only a block with a hit is looked through. After the first hit nothing is tested any more. Beside a
//! strict sum, whose additions wait for each other, that costs little, as long as the blocks are so short that the processor
//! begins with the search before the sum of the block is known: of both loops one after the other it takes 0.7 if the hit is
//! late and 1.0 if it is early, with [`narrow_tiles`](crate::narrow_tiles); 0.8 and 1.0 with [`tiles`](crate::tiles).
//!
//! Where there is nothing but sums beside it, an element is better added and tested in one body, a few at a time: of 64 doubles
//! that took 33 and 38 ns (whether any passes, and where) in place of 37 and 64, and of many no longer than the sum alone.
//! After the first hit what is left is only added.

use crate::TypeOf;

/// How many elements are tested at a time, and of the very first block looked at one by one.
const GROUP: usize = 16;

/// How many elements are tested before any is added: a hit among them costs what it costs in std.
const FIRST: usize = 4;

/// How many elements are added and tested before it is asked whether there was a hit.
const FEW: usize = 8;

/// Where the first hit is, as far as the blocks have been seen.
///
/// ```
/// let xs = [1.0; 1000];
/// let mut late_fold = fuse_runtime::Search::new();
/// for block in fuse_runtime::narrow_tiles(xs.iter()) {
///     late_fold.block(block, |x| *x > 1.5);
/// }
/// assert_eq!(late_fold.position(), None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Search {
    found: Option<usize>,
    seen: usize,
    /// True if a test may fail on elements that are no primitives.
    asks: bool,
}

impl Search {
    /// Nothing is found yet.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Search {
            found: None,
            seen: 0,
            asks: false,
        }
    }

    /// The same, by a test that compares elements of a type that is not visible: unless they are primitives or texts, none
    /// behind the hit is tested.
    ///
    /// ```
    /// let xs = [Some(1), Some(2), None];
    /// let mut two_fold = fuse_runtime::Search::asking();
    /// two_fold.block(&xs, |x| x.unwrap() == 2);
    /// assert_eq!(two_fold.position(), Some(1));
    /// ```
    #[inline]
    #[must_use]
    pub const fn asking() -> Self {
        Search {
            asks: true,
            ..Search::new()
        }
    }

    /// What another search has found.
    #[inline]
    #[must_use]
    pub const fn answered(found: Option<usize>) -> Self {
        Search {
            found,
            ..Search::new()
        }
    }

    /// Looks for a hit in the next elements, unless there was one. `test` may be called on elements behind the hit, and
    /// twice on one.
    #[inline]
    pub fn block<'a, T>(&mut self, elements: &'a [T], mut test: impl FnMut(&'a T) -> bool) {
        if self.found.is_none() {
            let mut before = self.seen;
            // The first few one by one: a hit among them costs what it costs in std.
            let mut one_by_one = before == 0;
            for group in elements.chunks(GROUP) {
                if one_by_one || hits(self.asks, group, &mut test) {
                    let within = group.iter().position(&mut test);
                    self.found = within.map(|within| before + within);
                    if self.found.is_some() {
                        return;
                    }
                }
                one_by_one = false;
                before += group.len();
            }
            self.seen = before;
        }
    }

    /// The same where the test takes the elements themselves.
    #[inline]
    pub fn block_copied<T: Copy>(&mut self, elements: &[T], mut test: impl FnMut(T) -> bool) {
        self.block(elements, |element| test(*element));
    }

    /// Looks for a hit in the next elements, unless there was one, and gives each to `body`. `test` may be called on elements behind
    /// the hit, and several times on one.
    ///
    /// ```
    /// let xs = [1.0, 3.0, 0.5];
    /// let mut large_fold = fuse_runtime::Search::new();
    /// let mut sum_fold = 0.0;
    /// large_fold.beside(&xs, |x| *x > 2.0, |x| sum_fold += x);
    /// assert_eq!((large_fold.position(), sum_fold), (Some(1), 4.5));
    /// ```
    #[inline]
    pub fn beside<'a, T>(
        &mut self,
        elements: &'a [T],
        test: impl FnMut(&'a T) -> bool,
        body: impl FnMut(&'a T),
    ) {
        if self.found.is_some() {
            return elements.iter().for_each(body);
        }
        let before = self.seen;
        let within = first_hit(self.asks, elements, test, body);
        self.found = within.map(|within| before + within);
        self.seen = before + elements.len();
    }

    /// The same where the test takes the elements themselves.
    #[inline]
    pub fn beside_copied<'a, T: Copy>(
        &mut self,
        elements: &'a [T],
        mut test: impl FnMut(T) -> bool,
        body: impl FnMut(&'a T),
    ) {
        self.beside(elements, |element| test(*element), body);
    }

    /// What is found in these elements, or in those behind them that `right` has seen.
    #[inline]
    #[must_use]
    pub const fn then(self, right: Self) -> Self {
        match (self.found, right.found) {
            (Some(_), _) => self,
            (None, found) => Search {
                found: match found {
                    Some(position) => Some(self.seen + position),
                    None => None,
                },
                seen: self.seen + right.seen,
                asks: self.asks,
            },
        }
    }

    /// The position of the first hit among all elements seen.
    #[inline]
    #[must_use]
    pub const fn position(self) -> Option<usize> {
        self.found
    }
}

/// Whether any element passes a test, or all do, as far as the blocks have been seen.
///
/// ```
/// let xs = [1.0; 1000];
/// let mut high_fold = fuse_runtime::Decision::all();
/// for block in fuse_runtime::narrow_tiles(xs.iter()) {
///     high_fold.block(block, |x| *x > 0.5);
/// }
/// assert!(high_fold.holds());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    holds: bool,
    /// What it is where no element decides.
    until: bool,
    begun: bool,
    /// True if a test may fail on elements that are no primitives.
    asks: bool,
}

impl Decision {
    /// Holds if any element passes.
    #[inline]
    #[must_use]
    pub const fn any() -> Self {
        Decision::until_decided(false)
    }

    /// Holds if all elements pass.
    #[inline]
    #[must_use]
    pub const fn all() -> Self {
        Decision::until_decided(true)
    }

    const fn until_decided(until: bool) -> Self {
        Decision {
            holds: until,
            until,
            begun: false,
            asks: false,
        }
    }

    /// The same, by a test that compares elements of a type that is not visible, as [`Search::asking`].
    #[inline]
    #[must_use]
    pub const fn asking(self) -> Self {
        Decision { asks: true, ..self }
    }

    /// Decided elsewhere.
    #[inline]
    #[must_use]
    pub const fn answered(holds: bool) -> Self {
        Decision::until_decided(holds)
    }

    /// What these elements decide, or those behind them that `right` was asked of.
    #[inline]
    #[must_use]
    pub const fn then(self, right: Self) -> Self {
        if self.holds == self.until {
            right
        } else {
            self
        }
    }

    /// Asks the next elements, unless it is decided. `test` may be called on elements behind the one that decides.
    #[inline]
    pub fn block<'a, T>(&mut self, elements: &'a [T], mut test: impl FnMut(&'a T) -> bool) {
        let until = self.until;
        if self.holds == until {
            let mut decides = |element| test(element) != until;
            let first = if self.begun {
                0
            } else {
                elements.len().min(GROUP)
            };
            let (first, rest) = elements.split_at(first);
            let decided = first.iter().any(&mut decides) || hits(self.asks, rest, decides);
            self.begun = true;
            self.holds = until != decided;
        }
    }

    /// The same where the test takes the elements themselves.
    #[inline]
    pub fn block_copied<T: Copy>(&mut self, elements: &[T], mut test: impl FnMut(T) -> bool) {
        self.block(elements, |element| test(*element));
    }

    /// Asks the next elements, unless it is decided, and gives each to `body`. `test` may be called on elements behind the one that
    /// decides, and several times on one.
    ///
    /// ```
    /// let xs = [1.0, 3.0, 0.5];
    /// let mut low_fold = fuse_runtime::Decision::all();
    /// let mut sum_fold = 0.0;
    /// low_fold.beside(&xs, |x| *x < 2.0, |x| sum_fold += x);
    /// assert_eq!((low_fold.holds(), sum_fold), (false, 4.5));
    /// ```
    #[inline]
    pub fn beside<'a, T>(
        &mut self,
        elements: &'a [T],
        mut test: impl FnMut(&'a T) -> bool,
        body: impl FnMut(&'a T),
    ) {
        let until = self.until;
        if self.holds != until {
            return elements.iter().for_each(body);
        }
        let decided = first_hit(self.asks, elements, |element| test(element) != until, body);
        self.holds = until != decided.is_some();
    }

    /// The same where the test takes the elements themselves.
    #[inline]
    pub fn beside_copied<'a, T: Copy>(
        &mut self,
        elements: &'a [T],
        mut test: impl FnMut(T) -> bool,
        body: impl FnMut(&'a T),
    ) {
        self.beside(elements, |element| test(*element), body);
    }

    /// Whether it holds of all elements seen.
    #[inline]
    #[must_use]
    pub const fn holds(self) -> bool {
        self.holds
    }
}

/// Where the first element is that passes. Each is given to `body`, in order.
#[inline]
fn first_hit<'a, T>(
    asks: bool,
    elements: &'a [T],
    mut test: impl FnMut(&'a T) -> bool,
    mut body: impl FnMut(&'a T),
) -> Option<usize> {
    let total = !asks || TypeOf::<T>::ANY.is_comparable();
    let first = &elements[..elements.len().min(FIRST)];
    let mut found = first.iter().position(&mut test);
    let mut rest = elements;
    if found.is_none() && elements.len() > FIRST {
        let (groups, last) = elements.as_chunks::<FEW>();
        let mut before = 0;
        for group in groups {
            let mut hit = false;
            for element in group {
                body(element);
                hit = if total {
                    hit | test(element)
                } else {
                    hit || test(element)
                };
            }
            if hit {
                found = group
                    .iter()
                    .position(&mut test)
                    .map(|within| before + within);
            }
            before += FEW;
            if hit {
                break;
            }
        }
        rest = &elements[before..];
        if found.is_none() {
            found = last
                .iter()
                .position(&mut test)
                .map(|within| before + within);
        }
    }
    rest.iter().for_each(body);
    found
}

/// Whether any element passes, by asking all of them, if that cannot fail.
fn hits<'a, T>(asks: bool, elements: &'a [T], mut test: impl FnMut(&'a T) -> bool) -> bool {
    let mut hits = elements.iter();
    if asks && !TypeOf::<T>::ANY.is_comparable() {
        return hits.any(test);
    }
    hits.fold(false, |any, element| any | test(element))
}

#[cfg(test)]
mod tests {
    use super::{Decision, Search};
    use crate::{narrow_tiles, tiles};
    use alloc::vec;
    use alloc::vec::Vec;

    fn position(xs: &[u32], test: impl Fn(&u32) -> bool) -> Option<usize> {
        let mut wide = Search::new();
        for block in tiles(xs) {
            wide.block(block, &test);
        }
        let mut narrow = Search::new();
        let (mut any, mut none) = (Decision::any(), Decision::all());
        for block in narrow_tiles(xs) {
            narrow.block_copied(block, |x| test(&x));
            any.block(block, &test);
            none.block_copied(block, |x| !test(&x));
        }
        assert_eq!(wide.position(), narrow.position());
        let (mut beside, mut seen) = (Search::new(), Vec::new());
        beside.beside_copied(xs, |x| test(&x), |x| seen.push(*x));
        assert_eq!(
            (beside.position(), seen.as_slice()),
            (narrow.position(), xs)
        );
        let (mut some, mut no, mut sum) = (Decision::any(), Decision::all(), 0);
        some.beside(xs, &test, |x| sum += x);
        no.beside_copied(xs, |x| !test(&x), |x| sum -= x);
        assert_eq!(
            (some.holds(), no.holds(), sum),
            (any.holds(), none.holds(), 0)
        );
        assert_eq!(any.holds(), narrow.position().is_some());
        assert_ne!(any.holds(), none.holds());
        wide.position()
    }

    #[test]
    fn a_search_beside_a_loop_goes_on_from_the_block_before() {
        let xs = (0..50).collect::<Vec<u32>>();
        // An interpreter has time for some.
        for at in (0..60).step_by(if cfg!(miri) { 11 } else { 1 }) {
            for cut in [1, 3, 4, 5, 7, 8, 9, 16, 50] {
                let (mut search, mut any, mut all) =
                    (Search::new(), Decision::any(), Decision::all());
                let mut seen = Vec::new();
                for block in xs.chunks(cut) {
                    search.beside(block, |x| *x == at || *x == 49, |x| seen.push(*x));
                    any.beside_copied(block, |x| x == at, |_| {});
                    all.beside(block, |x| *x != at, |_| {});
                }
                assert_eq!(search.position(), Some(at.min(49) as usize));
                assert_eq!((any.holds(), all.holds()), (at < 50, at >= 50));
                assert_eq!(seen, xs);
            }
        }
    }

    #[test]
    fn the_first_hit_is_found_wherever_it_is() {
        // An interpreter has time for a few.
        let (all, step, edges) = match cfg!(miri) {
            true => (520, 600, &[64, 511, 519][..]),
            false => (2000, 7, &[63, 64, 65, 511, 512, 513, 1999][..]),
        };
        let xs = (0..all).collect::<Vec<u32>>();
        for at in (0..all).step_by(step).chain(edges.iter().copied()) {
            assert_eq!(position(&xs, |x| *x >= at), Some(at as usize));
            assert_eq!(
                position(&xs, |x| *x == at || *x > at + 3),
                Some(at as usize)
            );
        }
        assert_eq!(position(&xs, |x| *x > 5000), None);
        for length in (0..40).step_by(if cfg!(miri) { 13 } else { 1 }) {
            for at in 0..=length {
                let found = (at < length).then_some(at as usize);
                assert_eq!(position(&xs[..length as usize], |x| *x >= at), found);
            }
        }
        assert_eq!(position(&[], |_| true), None);
    }

    #[test]
    fn nothing_is_tested_once_it_is_decided() {
        let xs = vec![1_u32; 2000];
        let mut tested = 0;
        let (mut search, mut decision) = (Search::new(), Decision::any());
        for block in tiles(&xs) {
            search.block(block, |_| {
                tested += 1;
                true
            });
            decision.block(block, |_| {
                tested += 1;
                true
            });
        }
        assert_eq!((search.position(), decision.holds()), (Some(0), true));
        assert_eq!(tested, 2);
    }
}
