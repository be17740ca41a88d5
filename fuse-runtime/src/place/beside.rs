//! A search beside the body of a loop over a place whose type an expansion does not know.
//!
//! *In*: a [place](crate::Place), a test, and a body. *Out*: the answer, and the body run for each element; for what is no slice,
//! nothing.

use crate::{Decision, Search, Seen, Unseen};

impl<'a, T> Seen<'a, T> {
    /// As [`Decision::beside`].
    #[inline]
    pub fn decide_beside(
        self,
        decision: &mut Decision,
        test: impl FnMut(&'a T) -> bool,
        body: impl FnMut(&'a T),
    ) {
        decision.beside(self.iter().as_slice(), test, body);
    }

    /// As [`Decision::beside_copied`].
    #[inline]
    pub fn decide_copied_beside(
        self,
        decision: &mut Decision,
        test: impl FnMut(T) -> bool,
        body: impl FnMut(&'a T),
    ) where
        T: Copy,
    {
        decision.beside_copied(self.iter().as_slice(), test, body);
    }

    /// As [`Search::beside`].
    #[inline]
    pub fn seek_beside(
        self,
        search: &mut Search,
        test: impl FnMut(&'a T) -> bool,
        body: impl FnMut(&'a T),
    ) {
        search.beside(self.iter().as_slice(), test, body);
    }

    /// As [`Search::beside_copied`].
    #[inline]
    pub fn seek_copied_beside(
        self,
        search: &mut Search,
        test: impl FnMut(T) -> bool,
        body: impl FnMut(&'a T),
    ) where
        T: Copy,
    {
        search.beside_copied(self.iter().as_slice(), test, body);
    }
}

impl<'a, T: Copy> Unseen<&'a T> {
    /// Nothing.
    #[inline]
    pub fn decide_copied_beside(
        self,
        _decision: &mut Decision,
        _test: impl FnMut(T) -> bool,
        _body: impl FnMut(&'a T),
    ) {
    }

    /// Nothing.
    #[inline]
    pub fn seek_copied_beside(
        self,
        _search: &mut Search,
        _test: impl FnMut(T) -> bool,
        _body: impl FnMut(&'a T),
    ) {
    }
}

impl<E> Unseen<E> {
    /// Nothing.
    #[inline]
    pub fn decide_beside(
        self,
        _decision: &mut Decision,
        _test: impl FnMut(E) -> bool,
        _body: impl FnMut(E),
    ) {
    }

    /// Nothing.
    #[inline]
    pub fn seek_beside(
        self,
        _search: &mut Search,
        _test: impl FnMut(E) -> bool,
        _body: impl FnMut(E),
    ) {
    }
}
