//! Several searches over one slice, in one loop.
//!
//! *In*: a slice, and tests that have no effect. *Out*: what each search finds.
//!
//! Of tests that never panic ([`found`](Asked::found)):
//! The first few elements are looked at one by one, search after search, as std does. Of what is left, a group after the other is
//! tested without a branch, as vectors, by each search that has not found anything yet; where the last of them does, the loop ends.

use crate::Decision;

// Note [Where several searches begin with groups]
// Measured on two or three of `any` and `all` over `f64`, `f32`, `i32` and `u8`, at 16 to 1 M elements, with hits at 0, 5, 20, 36, 100, at the
// end and none, each with each, plain over fused, code aligned. One by one up to 16: 1.0 to 1.7 where all are decided among those, 1.7 to 4.5
// where not; from 16 elements on with groups from the first on: 0.6 with an early hit. What takes less than 2 ns takes up to 0.4 ns more.

/// How many elements are looked at one by one. See Note [Where several searches begin with groups].
const FIRST: usize = 16;

/// How many elements are tested without a branch. See Note [Where several searches begin with groups].
const GROUP: usize = 32;

/// The same of elements of more than 4 bytes.
const GROUP_OF_WIDE: usize = 16;

/// Searches over the same elements.
pub trait Searches<'a, T> {
    /// What is known so far: as little as fits registers.
    type Known: Copy;

    /// What they find.
    type Found;

    /// Nothing is known yet.
    const NOTHING: Self::Known;

    /// Looks at elements one by one, in each search that goes on.
    fn look(&mut self, known: Self::Known, elements: &'a [T]) -> Self::Known;

    /// The same, without a branch for each element.
    fn look_at_group<const N: usize>(
        &mut self,
        known: Self::Known,
        group: &'a [T; N],
    ) -> Self::Known;

    /// True if one of them has not found anything yet.
    fn go_on(known: Self::Known) -> bool;

    /// True if one of them has found something.
    fn any_found(known: Self::Known) -> bool;

    /// What they have found.
    fn found(known: Self::Known) -> Self::Found;
}

impl<'a, T> Searches<'a, T> for () {
    type Known = ();

    type Found = ();

    const NOTHING: () = ();

    #[inline(always)]
    fn look(&mut self, (): (), _: &'a [T]) {}

    #[inline(always)]
    fn look_at_group<const N: usize>(&mut self, (): (), _: &'a [T; N]) {}

    #[inline(always)]
    fn go_on((): ()) -> bool {
        false
    }

    #[inline(always)]
    fn any_found((): ()) -> bool {
        false
    }

    #[inline(always)]
    fn found((): ()) {}
}

/// Whether any element passes; with `ALL`, whether all do, and the test is asked for what does not.
#[derive(Debug)]
pub struct Decides<F, const ALL: bool>(F);

impl<'a, T: 'a, S: Searches<'a, T>, F: FnMut(&'a T) -> bool, const ALL: bool> Searches<'a, T>
    for (S, Decides<F, ALL>)
{
    type Known = (S::Known, bool);

    type Found = (S::Found, Decision);

    const NOTHING: Self::Known = (S::NOTHING, false);

    #[inline(always)]
    fn look(&mut self, known: Self::Known, elements: &'a [T]) -> Self::Known {
        let others = self.0.look(known.0, elements);
        let Decides(test) = &mut self.1;
        let decides = |element| test(element) != ALL;
        (others, known.1 || any(elements, decides))
    }

    #[inline(always)]
    fn look_at_group<const N: usize>(
        &mut self,
        known: Self::Known,
        group: &'a [T; N],
    ) -> Self::Known {
        let others = self.0.look_at_group(known.0, group);
        let Decides(test) = &mut self.1;
        (
            others,
            known.1 || hits(group, |element| test(element) != ALL),
        )
    }

    #[inline(always)]
    fn go_on(known: Self::Known) -> bool {
        !known.1 || S::go_on(known.0)
    }

    #[inline(always)]
    fn any_found(known: Self::Known) -> bool {
        known.1 || S::any_found(known.0)
    }

    #[inline(always)]
    fn found(known: Self::Known) -> Self::Found {
        (S::found(known.0), Decision::answered(known.1 != ALL))
    }
}

/// A slice with what is looked for in it.
#[derive(Debug)]
pub struct Asked<'a, T, S> {
    elements: &'a [T],
    searches: S,
}

/// A slice in which nothing is looked for yet.
///
/// ```
/// let xs = [3, 1, 4, 1, 5];
/// let asked = fuse_runtime::asked(&xs).any(|x| *x > 4).all(|x| *x > 1);
/// let (((), large), more) = asked.found();
/// assert_eq!((large.holds(), more.holds()), (true, false));
/// ```
#[inline(always)]
pub const fn asked<T>(elements: &[T]) -> Asked<'_, T, ()> {
    Asked {
        elements,
        searches: (),
    }
}

impl<'a, T: 'a, S> Asked<'a, T, S> {
    #[inline(always)]
    fn with<N>(self, next: N) -> Asked<'a, T, (S, N)> {
        Asked {
            elements: self.elements,
            searches: (self.searches, next),
        }
    }

    /// Whether any element passes, too. By [`found`](Asked::found) `test` may be called on elements behind the one that decides, and twice on one.
    #[inline(always)]
    pub fn any<F: FnMut(&'a T) -> bool>(self, test: F) -> Asked<'a, T, (S, Decides<F, false>)> {
        self.with(Decides(test))
    }

    /// Whether all elements pass, too.
    #[inline(always)]
    pub fn all<F: FnMut(&'a T) -> bool>(self, test: F) -> Asked<'a, T, (S, Decides<F, true>)> {
        self.with(Decides(test))
    }

    /// As [`any`](Asked::any), of the elements themselves.
    #[inline(always)]
    pub fn any_copied(
        self,
        mut test: impl FnMut(T) -> bool,
    ) -> Asked<'a, T, (S, Decides<impl FnMut(&'a T) -> bool, false>)>
    where
        T: Copy,
    {
        self.any(move |element| test(*element))
    }

    /// As [`all`](Asked::all), of the elements themselves.
    #[inline(always)]
    pub fn all_copied(
        self,
        mut test: impl FnMut(T) -> bool,
    ) -> Asked<'a, T, (S, Decides<impl FnMut(&'a T) -> bool, true>)>
    where
        T: Copy,
    {
        self.all(move |element| test(*element))
    }

    /// What is found.
    #[inline(always)]
    pub fn found(self) -> S::Found
    where
        S: Searches<'a, T>,
    {
        let Asked {
            elements,
            mut searches,
        } = self;
        if elements.len() <= FIRST {
            return S::found(searches.look(S::NOTHING, elements));
        }
        let (first, more) = elements.split_at(FIRST);
        let mut known = searches.look(S::NOTHING, first);
        if S::go_on(known) {
            known = if size_of::<T>() > 4 {
                in_groups::<GROUP_OF_WIDE, _, _>(more, searches, known)
            } else {
                in_groups::<GROUP, _, _>(more, searches, known)
            };
        }
        S::found(known)
    }

    /// What is found, whatever the tests are: each is called on the elements up to the one that decides, as alone. They take turns at
    /// each element, until one has its answer; the others go on behind that, one after the other.
    ///
    /// ```
    /// let words = ["a", "bc", ""];
    /// let asked = fuse_runtime::asked(&words).any(|word| word.len() == 2).all(|word| !word.is_empty());
    /// let (((), two), more) = asked.found_in_turn();
    /// assert_eq!((two.holds(), more.holds()), (true, false));
    /// ```
    #[inline(always)]
    pub fn found_in_turn(self) -> S::Found
    where
        S: Searches<'a, T>,
    {
        let mut searches = self.searches;
        let mut elements = self.elements.iter();
        while let Some(element) = elements.next() {
            let known = searches.look(S::NOTHING, core::slice::from_ref(element));
            if S::any_found(known) {
                return S::found(searches.look(known, elements.as_slice()));
            }
        }
        S::found(S::NOTHING)
    }
}

/// What is known when the searches have looked at what is behind the first elements.
#[inline(always)]
fn in_groups<'a, const N: usize, T, S: Searches<'a, T>>(
    elements: &'a [T],
    mut searches: S,
    mut known: S::Known,
) -> S::Known {
    let (groups, last) = elements.as_chunks::<N>();
    for group in groups {
        known = searches.look_at_group(known, group);
        if !S::go_on(known) {
            return known;
        }
    }
    searches.look(known, last)
}

/// Whether any element passes, of four at a time: Note [Four tests at a time].
#[inline(always)]
fn any<'a, T>(elements: &'a [T], mut test: impl FnMut(&'a T) -> bool) -> bool {
    let mut rest = elements;
    while let [a, b, c, d, others @ ..] = rest {
        if [a, b, c, d].into_iter().any(&mut test) {
            return true;
        }
        rest = others;
    }
    rest.iter().any(test)
}

/// Whether any element passes, without a branch.
#[inline(always)]
fn hits<'a, T, const N: usize>(group: &'a [T; N], mut test: impl FnMut(&'a T) -> bool) -> bool {
    group.iter().fold(false, |any, element| any | test(element))
}

#[cfg(test)]
mod tests {
    use super::asked;
    use alloc::vec::Vec;

    #[test]
    fn each_search_finds_what_std_finds() {
        let xs = (0..200).collect::<Vec<u32>>();
        let places: &[u32] = match cfg!(miri) {
            true => &[0, 15, 16, 49, 300],
            false => &[0, 3, 4, 15, 16, 17, 47, 48, 49, 80, 111, 112, 199, 300],
        };
        let lengths: &[usize] = match cfg!(miri) {
            true => &[0, 16, 50],
            false => &[0, 1, 4, 5, 15, 16, 17, 47, 48, 49, 80, 81, 112, 200],
        };
        for length in lengths {
            let xs = &xs[..*length];
            for &a in places {
                for &b in places {
                    let asked = asked(xs).any_copied(|x| x == a).any(|x| *x == b);
                    let asked = asked.all_copied(|x| x != a).all(|x| *x < b);
                    let (((((), first), second), third), fourth) = asked.found();
                    assert_eq!(first.holds(), xs.contains(&a));
                    assert_eq!(second.holds(), xs.contains(&b));
                    assert_eq!(third.holds(), !xs.contains(&a));
                    assert_eq!(fourth.holds(), xs.iter().all(|x| *x < b));
                }
            }
        }
    }

    #[test]
    fn nothing_is_tested_behind_the_group_that_decides_last() {
        let xs = [0_u8; 1000];
        let (mut few, mut more) = (0, 0);
        let asked = asked(&xs)
            .any(|_| {
                few += 1;
                true
            })
            .any(|_| {
                more += 1;
                more == 20
            });
        let ((_, first), second) = asked.found();
        assert!(first.holds() && second.holds());
        assert_eq!((few, more), (1, 48));
    }
}
