//! A loop that runs as a consumer asks for elements.
//!
//! *In*: the elements of a consumer that nobody can open (a type's own `Sum`, a search that stops early), the sources of other
//! chains of the same length, and the body that is theirs. *Out*: an iterator for the consumer, which runs the body over a block
//! before it hands out the first element of that block, and what the body made in the end.
//!
//! What has been cut off from its source is nobody else's: the consumer may stop wherever it likes, the body still sees each
//! element once, in order. Where the type of a source is no slice and no range, one block is all of it.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use core::convert::Infallible;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::ops::{Deref, Range};
use core::slice;

/// What elements are cut off from, block by block.
pub trait Cut {
    /// So many elements, or fewer at the end.
    type Part;

    /// One of them.
    type Element;

    /// How many elements a block should have.
    const BLOCK: usize;

    /// The next elements, at most so many; `None` if there are none.
    fn cut(&mut self, at_most: usize) -> Option<Self::Part>;

    /// No elements.
    fn nothing(&self) -> Self::Part;

    /// True if it is known that there are none left.
    fn has_ended(&self) -> bool;

    /// How many elements are left, as an iterator says it.
    fn left(&self) -> (usize, Option<usize>);

    /// What `look` gives of the first element of which it gives something, and none behind it.
    fn first<R>(part: &mut Self::Part, look: impl FnMut(Self::Element) -> Option<R>) -> Option<R>;
}

// Note [Four tests at a time]
// A loop of three instructions takes one cycle for each element or two, as it happens to lie in memory. Measured on
// `any(|x| *x == -7)` of 1,000 `i64`, plain over pulled: 0.39 to 1.1 as the code around it changes; four at a time it is above 1
// wherever it lies.

/// The same of a slice: four elements at a time, each test behind the one before. See Note [Four tests at a time].
#[inline]
pub(crate) fn first_of_slice<'a, T, R>(
    part: &mut slice::Iter<'a, T>,
    mut look: impl FnMut(&'a T) -> Option<R>,
) -> Option<R> {
    while let [a, b, c, d, rest @ ..] = part.as_slice() {
        for (place, element) in [a, b, c, d].into_iter().enumerate() {
            if let Some(found) = look(element) {
                *part = part.as_slice()[place + 1..].iter();
                return Some(found);
            }
        }
        *part = rest.iter();
    }
    part.find_map(look)
}

/// What fits the first cache beside what the others read.
const BYTES: usize = 16 * 1024;

const fn block(size: usize) -> usize {
    let most = 4096;
    match BYTES.checked_div(size) {
        None => most,
        Some(count) if count > most => most,
        Some(count) if count < 64 => 64,
        Some(count) => count,
    }
}

impl<'a, T> Cut for slice::Iter<'a, T> {
    type Part = slice::Iter<'a, T>;

    type Element = &'a T;

    const BLOCK: usize = block(size_of::<T>());

    #[inline]
    fn cut(&mut self, at_most: usize) -> Option<Self::Part> {
        let all = self.as_slice();
        if all.is_empty() {
            return None;
        }
        let (part, rest) = all.split_at(all.len().min(at_most));
        *self = rest.iter();
        Some(part.iter())
    }

    #[inline]
    fn nothing(&self) -> Self::Part {
        [].iter()
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.as_slice().is_empty()
    }

    #[inline]
    fn left(&self) -> (usize, Option<usize>) {
        self.size_hint()
    }

    #[inline]
    fn first<R>(part: &mut Self::Part, look: impl FnMut(Self::Element) -> Option<R>) -> Option<R> {
        first_of_slice(part, look)
    }
}

macro_rules! ranges {
    ($($number:ty)*) => {$(
        impl Cut for Range<$number> {
            type Part = Range<$number>;

            type Element = $number;

            const BLOCK: usize = block(size_of::<$number>());

            #[inline]
            fn cut(&mut self, at_most: usize) -> Option<Self::Part> {
                if self.start >= self.end {
                    return None;
                }
                let until = <$number>::try_from(at_most).ok();
                let until = until.and_then(|count| self.start.checked_add(count));
                let until = until.map_or(self.end, |until| until.min(self.end));
                let part = self.start..until;
                self.start = until;
                Some(part)
            }

            #[inline]
            fn nothing(&self) -> Self::Part {
                self.end..self.end
            }

            #[inline]
            fn has_ended(&self) -> bool {
                self.start >= self.end
            }

            #[inline]
            fn left(&self) -> (usize, Option<usize>) {
                self.size_hint()
            }

            #[inline]
            fn first<R>(
                part: &mut Self::Part,
                look: impl FnMut(Self::Element) -> Option<R>,
            ) -> Option<R> {
                part.find_map(look)
            }
        }

        impl CutOf<Range<$number>> {
            /// The range itself.
            #[inline]
            pub fn __loopfuse_cut(&self, range: Range<$number>) -> Range<$number> {
                range
            }
        }
    )*};
}

ranges!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Any other iterator: one block is all of it, as in the loops that were written.
#[derive(Clone, Debug)]
pub struct AtOnce<I>(Option<I>);

impl<I> AtOnce<I> {
    pub(crate) fn of(source: I) -> Self {
        AtOnce(Some(source))
    }
}

/// All of an iterator, or nothing.
#[derive(Clone, Debug)]
pub struct All<I>(Option<I>);

impl<I: Iterator> Iterator for All<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.0.as_mut()?.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.as_ref().map_or((0, Some(0)), Iterator::size_hint)
    }

    #[inline]
    fn fold<B, G: FnMut(B, I::Item) -> B>(self, start: B, add: G) -> B {
        match self.0 {
            Some(iterator) => iterator.fold(start, add),
            None => start,
        }
    }
}

impl<I: ExactSizeIterator> ExactSizeIterator for All<I> {}

impl<I: FusedIterator> FusedIterator for All<I> {}

impl<I: Iterator> Cut for AtOnce<I> {
    type Part = All<I>;

    type Element = I::Item;

    const BLOCK: usize = usize::MAX;

    #[inline]
    fn cut(&mut self, _: usize) -> Option<All<I>> {
        self.0.take().map(|all| All(Some(all)))
    }

    #[inline]
    fn nothing(&self) -> All<I> {
        All(None)
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.0.is_none()
    }

    #[inline]
    fn left(&self) -> (usize, Option<usize>) {
        self.0.as_ref().map_or((0, Some(0)), Iterator::size_hint)
    }

    #[inline]
    fn first<R>(part: &mut All<I>, look: impl FnMut(I::Item) -> Option<R>) -> Option<R> {
        part.0.as_mut()?.find_map(look)
    }
}

macro_rules! several {
    ($($source:ident $place:tt)+) => {
        impl<$($source: Cut),+> Cut for ($($source,)+) {
            type Part = ($($source::Part,)+);

            type Element = Infallible;

            // One that is not cut gives all of itself at once, and so must those in step with it.
            const BLOCK: usize = {
                let (mut least, mut cuts) = (usize::MAX, true);
                $(if $source::BLOCK < least {
                    least = $source::BLOCK;
                }
                cuts &= $source::BLOCK != usize::MAX;)+
                if cuts { least } else { usize::MAX }
            };

            #[inline]
            fn cut(&mut self, at_most: usize) -> Option<Self::Part> {
                let at_most = if Self::BLOCK == usize::MAX { usize::MAX } else { at_most };
                Some(($(self.$place.cut(at_most)?,)+))
            }

            #[inline]
            fn nothing(&self) -> Self::Part {
                ($(self.$place.nothing(),)+)
            }

            #[inline]
            fn has_ended(&self) -> bool {
                $(self.$place.has_ended())||+
            }

            #[inline]
            fn left(&self) -> (usize, Option<usize>) {
                self.0.left()
            }

            #[inline]
            fn first<R>(_: &mut Self::Part, _: impl FnMut(Infallible) -> Option<R>) -> Option<R> {
                None
            }
        }
    };
}

several!(A 0);
several!(A 0 B 1);
several!(A 0 B 1 C 2);
several!(A 0 B 1 C 2 D 3);
several!(A 0 B 1 C 2 D 3 E 4);
several!(A 0 B 1 C 2 D 3 E 4 F 5);
several!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
several!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);

/// The type of a source, which says how it is cut.
#[derive(Debug)]
pub struct CutOf<I> {
    any: AnyCut,
    source: PhantomData<fn() -> I>,
}

/// Whatever is no slice and no range.
#[derive(Debug)]
pub struct AnyCut;

impl<I> CutOf<I> {
    /// Looks at the type of `source`.
    #[inline]
    pub fn of(_source: &I) -> Self {
        CutOf {
            any: AnyCut,
            source: PhantomData,
        }
    }
}

impl<'a, T> CutOf<slice::Iter<'a, T>> {
    /// The slice itself.
    #[inline]
    pub fn __loopfuse_cut(&self, slice: slice::Iter<'a, T>) -> slice::Iter<'a, T> {
        slice
    }
}

impl<I> Deref for CutOf<I> {
    type Target = AnyCut;

    #[inline]
    fn deref(&self) -> &AnyCut {
        &self.any
    }
}

impl AnyCut {
    /// All of it at once.
    #[inline]
    pub fn __loopfuse_cut<I: Iterator>(&self, source: I) -> AtOnce<I> {
        AtOnce::of(source)
    }
}

/// A source as something to cut elements off from, by its type.
///
/// ```
/// use fuse_runtime::Cut;
///
/// let xs = [1, 2, 3];
/// let mut slice = fuse_runtime::cut!(xs.iter());
/// assert_eq!(slice.cut(2).map(|part| part.sum()), Some(3));
/// assert_eq!(slice.left(), (1, Some(1)));
/// let mut letters = fuse_runtime::cut!("ab".chars());
/// assert_eq!(letters.cut(1).map(|part| part.count()), Some(2));
/// ```
#[macro_export]
macro_rules! cut {
    ($source:expr) => {
        match $crate::IntoIterator::into_iter($source) {
            __loopfuse_source => {
                $crate::CutOf::of(&__loopfuse_source).__loopfuse_cut(__loopfuse_source)
            }
        }
    };
}

/// A loop of which the first block has run: the elements of that for the consumer, and either what the block has left, if it was
/// all, or what comes behind it.
pub type Started<D, O, S, F, const TOTAL: bool> =
    (<D as Cut>::Part, Option<S>, Option<Rest<D, O, S, F, TOTAL>>);

/// A loop that is ahead of the consumer that pulls it by one block: the elements of the first, and what comes behind it.
///
/// What fits one block needs no memory of its own: then there is a state, and no rest.
///
/// ```
/// let xs = [3, 4, 5];
/// let (elements, state, mut rest) = fuse_runtime::pulled(
///     fuse_runtime::cut!(xs.iter()),
///     (fuse_runtime::cut!(xs.iter()),),
///     0,
///     |sum, (part,)| sum + part.sum::<i32>(),
/// );
/// assert!(fuse_runtime::Pulling::of(elements, &mut rest).any(|x| *x == 3));
/// assert_eq!(fuse_runtime::all_pulled(state, rest), 12);
/// ```
#[inline(always)]
pub fn pulled<D, O, S, F>(own: D, others: O, state: S, body: F) -> Started<D, O, S, F, false>
where
    D: Cut,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    started(own, others, state, body)
}

/// The same of a body that panics where there is no memory, if ever: the consumer then sees an end, and the panic goes on behind it.
#[inline(always)]
pub fn pulled_total<D, O, S, F>(own: D, others: O, state: S, body: F) -> Started<D, O, S, F, true>
where
    D: Cut,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    started(own, others, state, body)
}

#[inline(always)]
fn started<D, O, S, F, const TOTAL: bool>(
    mut own: D,
    mut others: O,
    state: S,
    mut body: F,
) -> Started<D, O, S, F, TOTAL>
where
    D: Cut,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    let at_most = Rest::<D, O, S, F, TOTAL>::BLOCK;
    let elements = own.cut(at_most).unwrap_or_else(|| own.nothing());
    let state = match others.cut(at_most) {
        Some(part) => body(state, part),
        None => state,
    };
    if own.has_ended() && others.has_ended() {
        (elements, Some(state), None)
    } else {
        let rest = Rest {
            own,
            others,
            state: Some(state),
            body,
            panicked: ManuallyDrop::new(None),
        };
        (elements, None, Some(rest))
    }
}

/// What the body has made of all elements, whoever asked for them.
#[inline(always)]
pub fn all_pulled<D, O, S, F, const TOTAL: bool>(
    state: Option<S>,
    rest: Option<Rest<D, O, S, F, TOTAL>>,
) -> S
where
    D: Cut,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    if let Some(state) = state {
        return state;
    }
    // A place of its own: see Note [The result of a short loop].
    let mut result = None;
    if let Some(rest) = rest {
        rest.finish(&mut result);
    }
    match result {
        Some(state) => state,
        None => unreachable!("the state is away only while the body runs"),
    }
}

/// What comes behind the first block.
#[derive(Debug)]
pub struct Rest<D, O, S, F, const TOTAL: bool> {
    own: D,
    others: O,
    state: Option<S>,
    body: F,
    /// What a body has panicked with that is `TOTAL`, until that goes on. What is to be dropped would make LLVM do as if it unwound.
    panicked: ManuallyDrop<Option<Panic>>,
}

// Note [No unwinding between elements]
// Where a call between two elements may unwind, LLVM keeps what the consumer adds up in memory, all the way. Plain over pulled, 16 K
// elements: a `Sum` of a user's beside a stored map of doubles 0.28, and 1.0 where it may not; beside a filter 0.47, 1.04. So a panic
// of a body that has none of its own is caught, and goes on where the loop has ended. Without the standard library nothing can be caught.
#[cfg(feature = "std")]
type Panic = Box<dyn core::any::Any + Send>;
#[cfg(not(feature = "std"))]
type Panic = Infallible;

impl<D, O, S, F, const TOTAL: bool> Rest<D, O, S, F, TOTAL>
where
    D: Cut,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    const BLOCK: usize = if D::BLOCK < O::BLOCK {
        D::BLOCK
    } else {
        O::BLOCK
    };

    #[inline]
    fn run(&mut self, at_most: usize) -> bool {
        let part = self.others.cut(at_most);
        let more = part.is_some();
        if let (Some(part), Some(state)) = (part, self.state.take_if(|_| more)) {
            self.state = Some((self.body)(state, part));
        }
        more
    }

    #[inline(always)]
    fn block(&mut self) -> Option<D::Part> {
        if TOTAL {
            self.total_block()
        } else {
            self.any_block()
        }
    }

    /// The next block. Elsewhere, so that what the consumer does stands by itself.
    #[cold]
    #[inline(never)]
    fn any_block(&mut self) -> Option<D::Part> {
        let own = self.own.cut(Self::BLOCK)?;
        self.run(Self::BLOCK);
        Some(own)
    }

    /// The same; nothing if the body has panicked. See Note [No unwinding between elements].
    #[cfg(feature = "std")]
    #[cold]
    #[inline(never)]
    #[allow(
        improper_ctypes_definitions,
        reason = "it is called from Rust alone: this is the ABI that does not unwind"
    )]
    extern "C" fn total_block(&mut self) -> Option<D::Part> {
        if self.panicked.is_some() {
            return None;
        }
        let ran = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| self.any_block()));
        ran.unwrap_or_else(|panicked| {
            self.panicked = ManuallyDrop::new(Some(panicked));
            None
        })
    }

    #[cfg(not(feature = "std"))]
    #[inline(always)]
    fn total_block(&mut self) -> Option<D::Part> {
        self.any_block()
    }

    #[cold]
    #[inline(never)]
    fn finish(mut self, result: &mut Option<S>) {
        if let Some(panicked) = self.panicked.take() {
            #[cfg(feature = "std")]
            std::panic::resume_unwind(panicked);
            #[cfg(not(feature = "std"))]
            match panicked {}
        }
        while self.run(usize::MAX) {}
        *result = self.state;
    }
}

/// The elements that a consumer pulls.
#[derive(Debug)]
pub struct Pulling<'d, D: Cut, O, S, F, const TOTAL: bool> {
    part: D::Part,
    rest: Option<&'d mut Rest<D, O, S, F, TOTAL>>,
}

impl<'d, D: Cut, O, S, F, const TOTAL: bool> Pulling<'d, D, O, S, F, TOTAL> {
    /// The elements of the first block, and those behind it.
    #[inline(always)]
    pub fn of(part: D::Part, rest: &'d mut Option<Rest<D, O, S, F, TOTAL>>) -> Self {
        Pulling {
            part,
            rest: rest.as_mut(),
        }
    }
}

impl<D, O, S, F, const TOTAL: bool> Pulling<'_, D, O, S, F, TOTAL>
where
    D: Cut<Part: Iterator<Item = D::Element>>,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    #[inline]
    fn first<R>(&mut self, mut look: impl FnMut(D::Element) -> Option<R>) -> Option<R> {
        loop {
            if let Some(found) = D::first(&mut self.part, &mut look) {
                return Some(found);
            }
            self.part = self.rest.as_mut()?.block()?;
        }
    }
}

impl<D, O, S, F, const TOTAL: bool> Iterator for Pulling<'_, D, O, S, F, TOTAL>
where
    D: Cut<Part: Iterator<Item = D::Element>>,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
    type Item = D::Element;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(element) = self.part.next() {
            return Some(element);
        }
        self.part = self.rest.as_mut()?.block()?;
        self.part.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let part = self.part.size_hint();
        let Some(rest) = &self.rest else {
            return part;
        };
        let (least, most) = rest.own.left();
        let most = most.zip(part.1);
        (
            least.saturating_add(part.0),
            most.and_then(|(one, other)| one.checked_add(other)),
        )
    }

    #[inline]
    fn fold<B, G: FnMut(B, Self::Item) -> B>(self, start: B, mut add: G) -> B {
        let Pulling { part, mut rest } = self;
        let (mut next, mut folded) = (Some(part), start);
        // In one place: LLVM does not inline into two what a consumer does with an element.
        while let Some(part) = next {
            folded = part.fold(folded, &mut add);
            next = rest.as_mut().and_then(|rest| rest.block());
        }
        folded
    }

    #[inline]
    fn any<P: FnMut(Self::Item) -> bool>(&mut self, mut test: P) -> bool {
        self.first(|element| test(element).then_some(())).is_some()
    }

    #[inline]
    fn all<P: FnMut(Self::Item) -> bool>(&mut self, mut test: P) -> bool {
        self.first(|element| (!test(element)).then_some(()))
            .is_none()
    }

    #[inline]
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, mut test: P) -> Option<Self::Item> {
        self.first(|element| test(&element).then_some(element))
    }

    #[inline]
    fn find_map<R, P: FnMut(Self::Item) -> Option<R>>(&mut self, look: P) -> Option<R> {
        self.first(look)
    }

    #[inline]
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, mut test: P) -> Option<usize> {
        let mut place = 0;
        self.first(|element| {
            let found = test(element).then_some(place);
            place += 1;
            found
        })
    }
}

impl<D, O, S, F, const TOTAL: bool> ExactSizeIterator for Pulling<'_, D, O, S, F, TOTAL>
where
    D: Cut<Part: ExactSizeIterator<Item = D::Element>>,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
}

impl<D, O, S, F, const TOTAL: bool> FusedIterator for Pulling<'_, D, O, S, F, TOTAL>
where
    D: Cut<Part: FusedIterator<Item = D::Element>>,
    O: Cut,
    F: FnMut(S, O::Part) -> S,
{
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// All that the body has seen, and what the consumer has made.
    fn run<R>(
        xs: &[u32],
        consume: impl FnOnce(&mut dyn Iterator<Item = u32>) -> R,
    ) -> (Vec<u32>, R) {
        let (elements, state, mut rest) = pulled(
            crate::cut!(xs.iter()),
            (crate::cut!(xs.iter()),),
            Vec::new(),
            |mut seen: Vec<u32>, (part,)| {
                seen.extend(part);
                seen
            },
        );
        let found = consume(&mut Pulling::of(elements, &mut rest).copied());
        (all_pulled(state, rest), found)
    }

    /// One of them gives all of itself at once: the others must not be cut before.
    #[test]
    fn what_is_in_step_with_what_is_not_cut() {
        let xs: Vec<usize> = (0..5000).collect();
        let (elements, state, rest) = pulled(
            crate::cut!(xs.iter()),
            (crate::cut!(xs.iter()), crate::cut!(0..=xs.len() - 1)),
            0,
            |sum, (part, numbers)| sum + part.zip(numbers).filter(|(x, n)| *x == n).count(),
        );
        drop(elements);
        assert_eq!(all_pulled(state, rest), xs.len());
    }

    #[test]
    fn the_others_see_each_element_once_wherever_the_consumer_stops() {
        // An interpreter has time for one length beyond a block.
        let (lengths, stops): (&[u32], &[u32]) = match cfg!(miri) {
            true => (&[0, 5, 4097], &[0, 5, 4096, 30_000]),
            false => (
                &[0, 1, 3, 4, 5, 4095, 4096, 4097, 20_000],
                &[0, 1, 2, 5, 4096, 4100, 30_000],
            ),
        };
        for &length in lengths {
            let xs: Vec<u32> = (0..length).collect();
            for &stop in stops {
                let (seen, found) = run(&xs, |mut elements| {
                    Iterator::any(&mut elements, |x| x == stop)
                });
                assert_eq!((&seen, found), (&xs, stop < length));
                let (seen, taken) = run(&xs, |elements| {
                    elements.take(stop as usize).collect::<Vec<_>>()
                });
                assert_eq!(
                    (&seen, taken.as_slice()),
                    (&xs, &xs[..xs.len().min(stop as usize)])
                );
            }
            let (seen, sum) = run(&xs, |elements| {
                elements.fold(0_u64, |sum, x| sum + u64::from(x))
            });
            assert_eq!((&seen, sum), (&xs, xs.iter().map(|x| u64::from(*x)).sum()));
        }
    }

    #[test]
    fn searches_stop_where_stds_do_and_go_on_from_there() {
        // An interpreter is slow: a block and a few elements, then.
        let count: u32 = if cfg!(miri) { 4_100 } else { 10_000 };
        let targets: &[u32] = match cfg!(miri) {
            true => &[3, 4096],
            false => &[0, 1, 3, 4, 7, 4095, 4096, 9999, 10_000],
        };
        let xs: Vec<u32> = (0..count).collect();
        for target in targets {
            let (_, state, mut rest) =
                pulled(crate::cut!(xs.iter()), (0..count,), 0, |n, (part,)| {
                    n + part.len()
                });
            assert_eq!(state, None);
            let first = xs[..xs.len().min(4096)].iter();
            let (mut ours, mut stds) = (Pulling::of(first, &mut rest), xs.iter());
            let mut tested = (0, 0);
            let found = ours.position(|x| {
                tested.0 += 1;
                x == target
            });
            let expected = stds.position(|x| {
                tested.1 += 1;
                x == target
            });
            assert_eq!((found, tested.0), (expected, tested.1));
            assert_eq!(ours.size_hint(), stds.size_hint());
            assert_eq!(ours.find(|x| **x % 5 == 4), stds.find(|x| **x % 5 == 4));
            assert_eq!(ours.all(|x| *x > 3), stds.all(|x| *x > 3));
            assert_eq!(
                ours.find_map(|x| x.checked_sub(count - 10)),
                stds.find_map(|x| x.checked_sub(count - 10))
            );
            assert_eq!((ours.next(), ours.next()), (stds.next(), stds.next()));
            assert_eq!(all_pulled(state, rest), xs.len());
        }
    }

    /// The consumer sees an end where a body panics that has no panic of its own, and the panic goes on behind it.
    #[cfg(feature = "std")]
    #[test]
    fn a_panic_where_there_is_no_memory_goes_on_behind_the_consumer() {
        let mut given = 0;
        let caught = std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            let mut blocks = 0;
            let (elements, state, mut rest) =
                pulled_total(0..9_000_u32, (0..9_000_u32,), 0, |n, (part,)| {
                    blocks += 1;
                    assert!(blocks < 3, "capacity overflow");
                    n + part.len()
                });
            let mut pulling = Pulling::of(elements, &mut rest);
            given += pulling.by_ref().count();
            assert_eq!(pulling.next(), None, "it stays at its end");
            all_pulled(state, rest)
        }));
        let panicked = caught.expect_err("the third block panics");
        assert_eq!(panicked.downcast_ref(), Some(&"capacity overflow"));
        assert_eq!(given, 2 * 4096);
    }

    #[test]
    fn what_is_no_slice_is_given_at_once() {
        let mut runs = 0;
        let (elements, state, mut rest) = pulled(
            crate::cut!("abc".chars()),
            (crate::cut!("abc".chars()),),
            0,
            |n, (part,)| {
                runs += 1;
                n + part.count()
            },
        );
        assert_eq!(elements.size_hint(), "abc".chars().size_hint());
        assert_eq!(Pulling::of(elements, &mut rest).nth(1), Some('b'));
        assert_eq!((all_pulled(state, rest), runs), (3, 1));
    }

    #[test]
    fn ranges_end_where_they_end() {
        let mut range = 250..255_u8;
        assert_eq!(range.cut(usize::MAX), Some(250..255));
        assert!(range.has_ended());
        assert_eq!(range.cut(1), None);
        let mut range = -3..100_i8;
        assert_eq!(
            (range.cut(2), range.cut(200)),
            (Some(-3..-1), Some(-1..100))
        );
        #[allow(clippy::reversed_empty_ranges, reason = "there is nothing in it")]
        let mut none = 5..3_i32;
        assert_eq!((none.left(), none.cut(3)), ((0, Some(0)), None));
    }
}
