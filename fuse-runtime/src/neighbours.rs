//! Windows and chunks of an array that is made block by block.
//!
//! *In*: what the elements are cut off from, and what makes a block of them. *Out*: an iterator over windows or chunks, as of the array.
//! A block is made in a loop of its own, several elements at a time, and stands on the stack while it is gone through; what belongs to
//! a window or a chunk that it does not end waits in front of the next one.

use crate::delayed::{Chunk, Window, moved};
use crate::exact_length::ExactLength;
use crate::prefix::left;
use crate::pulled::Cut;
use core::mem::MaybeUninit;
use core::slice;

/// How many elements a block has: with those that wait, 2 to 8 kB of the stack, if they are numbers.
const BLOCK: usize = 480;

/// The longest window or chunk that has blocks.
const LONGEST: usize = 16;

/// Elements made block by block, with those that wait.
struct Room<T>([MaybeUninit<T>; BLOCK + LONGEST]);

impl<T: Copy> Room<T> {
    /// Makes a block behind `kept` elements that wait, and looks at all that there are; gives how many that are.
    #[inline(always)]
    fn fill(&mut self, kept: usize, elements: impl Iterator<Item = T>) -> usize {
        let mut made = kept;
        for (place, element) in self.0[kept..].iter_mut().zip(elements) {
            place.write(element);
            made += 1;
        }
        made
    }

    /// The first `made` elements.
    ///
    /// # Safety
    ///
    /// That many have been written.
    #[inline(always)]
    unsafe fn made(&self, made: usize) -> &[T] {
        // SAFETY: the caller has written them, next to each other.
        unsafe { slice::from_raw_parts(self.0.as_ptr().cast::<T>(), made) }
    }

    /// Moves the elements from `from` to `made` to the front; gives their number.
    #[inline(always)]
    fn keep(&mut self, from: usize, made: usize) -> usize {
        self.0.copy_within(from..made, 0);
        made - from
    }
}

/// The elements of a source, one after the other.
#[derive(Clone, Debug)]
struct Single<D, I, M> {
    source: D,
    make: M,
    part: Option<I>,
}

impl<D: Cut, I: Iterator, M: FnMut(D::Part) -> I> Iterator for Single<D, I, M> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        loop {
            if let Some(element) = self.part.as_mut().and_then(Iterator::next) {
                return Some(element);
            }
            let part = self.source.cut(BLOCK)?;
            self.part = Some((self.make)(part));
        }
    }
}

impl<D: Cut, I, M: FnMut(D::Part) -> I> Single<D, I, M> {
    /// True if there are blocks.
    const fn has_blocks(length: usize) -> bool {
        D::BLOCK != usize::MAX && length <= LONGEST
    }

    /// What is left of the block that has been asked for, or the next.
    #[inline(always)]
    fn block(&mut self) -> Option<I> {
        if let Some(begun) = self.part.take() {
            return Some(begun);
        }
        self.source.cut(BLOCK).map(&mut self.make)
    }
}

/// An iterator of windows. See [`windows_of`].
#[derive(Clone, Debug)]
pub struct WindowsOf<T, const N: usize, D, I, M> {
    elements: Single<D, I, M>,
    window: Option<[T; N]>,
}

/// What `windows(N)` of an array gives, of blocks of what it would be collected from.
///
/// ```
/// let xs = [1, 2, 4, 8];
/// let steps = fuse_runtime::delayed::windows_of::<i32, 2, _, _, _>(
///     fuse_runtime::cut!(xs.iter()),
///     |part| part.map(|x| x * x),
/// );
/// assert!(steps.map(|two| two.as_slice()[1] - two.as_slice()[0]).eq([3, 12, 48]));
/// ```
#[inline(always)]
pub fn windows_of<T, const N: usize, D, I, M>(source: D, make: M) -> WindowsOf<T, N, D, I, M>
where
    T: Copy,
    D: Cut,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    WindowsOf {
        elements: Single {
            source,
            make,
            part: None,
        },
        window: None,
    }
}

impl<T, const N: usize, D, I, M> Iterator for WindowsOf<T, N, D, I, M>
where
    T: Copy,
    D: Cut,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    type Item = Window<T, N>;

    #[inline]
    fn next(&mut self) -> Option<Window<T, N>> {
        match &mut self.window {
            Some(window) => moved(window, self.elements.next()?),
            None => {
                let mut window = [self.elements.next()?; N];
                for element in &mut window[1..] {
                    *element = self.elements.next()?;
                }
                self.window = Some(window);
            }
        }
        self.window.map(Window::of)
    }

    #[inline(always)]
    fn fold<A, F: FnMut(A, Window<T, N>) -> A>(mut self, start: A, mut add: F) -> A {
        let mut folded = start;
        if !Single::<D, I, M>::has_blocks(N) {
            for window in self.by_ref() {
                folded = add(folded, window);
            }
            return folded;
        }
        let mut room = Room([const { MaybeUninit::uninit() }; BLOCK + LONGEST]);
        // The elements of the last window but its first begin the next one.
        let mut kept = match self.window {
            Some(window) => room.fill(0, window.into_iter().skip(1)),
            None => 0,
        };
        while let Some(part) = self.elements.block() {
            let made = room.fill(kept, part);
            // SAFETY: so many have been written, those that wait among them.
            let all = unsafe { room.made(made) };
            for start in 0..(made + 1).saturating_sub(N) {
                // By its place: LLVM reads several windows at a time so, and not from `windows`.
                let window = &all[start..start + N];
                let window = core::array::from_fn(|place| window[place]);
                folded = add(folded, Window::of(window));
            }
            kept = room.keep(made.saturating_sub(N - 1), made);
        }
        folded
    }
}

// Of the elements of a block an iterator that knows their number makes as many: what stands in `make` looks at each alone.
impl<T, const N: usize, D, I, M> ExactLength for WindowsOf<T, N, D, I, M>
where
    T: Copy,
    D: Cut,
    I: ExactLength<Item = T>,
    M: FnMut(D::Part) -> I,
{
    fn exact_length(&self) -> usize {
        let left = left(&self.elements.source, self.elements.part.as_ref());
        match self.window {
            Some(_) => left,
            None => left.saturating_sub(N - 1),
        }
    }
}

/// An iterator of chunks. See [`chunks_of`].
#[derive(Clone, Debug)]
pub struct ChunksOf<const N: usize, D, I, M>(Single<D, I, M>);

/// What `chunks(N)` of an array gives, of blocks of what it would be collected from.
///
/// ```
/// let xs = [1, 2, 4, 8, 16];
/// let sums = fuse_runtime::delayed::chunks_of::<i32, 2, _, _, _>(
///     fuse_runtime::cut!(xs.iter()),
///     |part| part.copied(),
/// );
/// assert!(sums.map(|two| two.as_slice().iter().sum::<i32>()).eq([3, 12, 16]));
/// ```
#[inline(always)]
pub fn chunks_of<T, const N: usize, D, I, M>(source: D, make: M) -> ChunksOf<N, D, I, M>
where
    T: Copy,
    D: Cut,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    ChunksOf(Single {
        source,
        make,
        part: None,
    })
}

impl<T, const N: usize, D, I, M> Iterator for ChunksOf<N, D, I, M>
where
    T: Copy,
    D: Cut,
    I: Iterator<Item = T>,
    M: FnMut(D::Part) -> I,
{
    type Item = Chunk<T, N>;

    #[inline]
    fn next(&mut self) -> Option<Chunk<T, N>> {
        let mut elements = [self.0.next()?; N];
        for length in 1..N {
            match self.0.next() {
                Some(element) => elements[length] = element,
                None => return Some(Chunk::of(elements, length)),
            }
        }
        Some(Chunk::of(elements, N))
    }

    #[inline(always)]
    fn fold<A, F: FnMut(A, Chunk<T, N>) -> A>(mut self, start: A, mut add: F) -> A {
        let mut folded = start;
        if !Single::<D, I, M>::has_blocks(N) {
            for chunk in self.by_ref() {
                folded = add(folded, chunk);
            }
            return folded;
        }
        let mut room = Room([const { MaybeUninit::uninit() }; BLOCK + LONGEST]);
        let mut kept = 0;
        while let Some(part) = self.0.block() {
            let made = room.fill(kept, part);
            // SAFETY: so many have been written, those that wait among them.
            let all = unsafe { room.made(made) };
            folded = all.chunks_exact(N).fold(folded, |folded, chunk| {
                let elements = core::array::from_fn(|place| chunk[place]);
                add(folded, Chunk::of(elements, N))
            });
            kept = room.keep(made - made % N, made);
        }
        // SAFETY: those that wait have been written.
        match *unsafe { room.made(kept) } {
            [] => folded,
            ref last @ [first, ..] => {
                let mut elements = [first; N];
                elements[..kept].copy_from_slice(last);
                add(folded, Chunk::of(elements, kept))
            }
        }
    }
}

impl<T, const N: usize, D, I, M> ExactLength for ChunksOf<N, D, I, M>
where
    T: Copy,
    D: Cut,
    I: ExactLength<Item = T>,
    M: FnMut(D::Part) -> I,
{
    fn exact_length(&self) -> usize {
        left(&self.0.source, self.0.part.as_ref()).div_ceil(N)
    }
}

#[cfg(test)]
mod tests {
    use super::{chunks_of, windows_of};
    use crate::exact_length::ExactLength as _;
    use alloc::vec::Vec;

    #[test]
    fn they_are_those_of_the_array() {
        let others = [7_u32, 8, 9];
        // Interpreted, a block and what waits for the next one.
        let lengths: &[u32] = match cfg!(miri) {
            true => &[0, 3, 481],
            false => &[0, 1, 2, 3, 4, 5, 479, 480, 481, 482, 485, 960, 1700],
        };
        for &length in lengths {
            let xs = (0..length).collect::<Vec<_>>();
            let ys = xs.iter().map(|x| x * x).collect::<Vec<_>>();
            let both = xs.iter().chain(&others).map(|x| x * x).collect::<Vec<_>>();
            macro_rules! alike {
                ($($n:literal)+) => {$(
                    let windows = ys.windows($n).map(<[u32]>::to_vec).collect::<Vec<_>>();
                    let chunks = ys.chunks($n).map(<[u32]>::to_vec).collect::<Vec<_>>();
                    let square = || crate::cut!(xs.iter());
                    let ours = || windows_of::<u32, $n, _, _, _>(square(), |part| part.map(|x| x * x));
                    assert_eq!(ours().exact_length(), windows.len());
                    let mut found = Vec::new();
                    ours().for_each(|window| found.push(window.as_slice().to_vec()));
                    assert_eq!(found, windows);
                    found.clear();
                    for window in ours() {
                        found.push(window.as_slice().to_vec());
                    }
                    assert_eq!(found, windows);
                    found.clear();
                    let mut begun = ours();
                    found.extend(begun.next().map(|window| window.as_slice().to_vec()));
                    assert_eq!(begun.exact_length(), windows.len() - found.len());
                    begun.for_each(|window| found.push(window.as_slice().to_vec()));
                    assert_eq!(found, windows);
                    let ours = || chunks_of::<u32, $n, _, _, _>(square(), |part| part.map(|x| x * x));
                    found.clear();
                    ours().for_each(|chunk| found.push(chunk.as_slice().to_vec()));
                    assert_eq!(found, chunks);
                    found.clear();
                    let mut begun = ours();
                    found.extend(begun.next().map(|chunk| chunk.as_slice().to_vec()));
                    assert_eq!(begun.exact_length(), chunks.len() - found.len());
                    begun.for_each(|chunk| found.push(chunk.as_slice().to_vec()));
                    assert_eq!(found, chunks);
                    let chained = || crate::delayed::chained(&xs, &others);
                    let mut at = 0;
                    windows_of::<u32, $n, _, _, _>(chained(), |part| part.map(|x| x * x)).for_each(|window| {
                        assert_eq!(window.as_slice(), &both[at..at + $n]);
                        at += 1;
                    });
                    assert_eq!(at, both.windows($n).len());
                    let mut at = 0;
                    chunks_of::<u32, $n, _, _, _>(chained(), |part| part.map(|x| x * x)).for_each(|chunk| {
                        assert_eq!(chunk.as_slice(), &both[at..both.len().min(at + $n)]);
                        at += $n;
                    });
                    assert!(at >= both.len());
                    let whole = || xs.iter().map(|x| x * x).filter(|_| true);
                    let ours = windows_of::<u32, $n, _, _, _>(crate::cut!(whole()), |part| part);
                    assert_eq!(ours.map(|window| window.as_slice().to_vec()).collect::<Vec<_>>(), windows);
                )+};
            }
            alike!(2 16);
            if !cfg!(miri) {
                alike!(1 3 4 5 17);
            }
        }
    }
}
