//! `buffer!` picks by type, trusts std's iterators alone, and leaves inference and the driver as they were.

use fuse_runtime::{Buffer, ExactBuffer, buffer};
use std::collections::{BTreeMap, VecDeque};

/// Which buffer it is, and the length the exact one was made for.
trait Chosen {
    fn chosen(self) -> Option<usize>;
}

impl Chosen for ExactBuffer<u64> {
    fn chosen(self) -> Option<usize> {
        Some(self.into_vec().capacity())
    }
}

impl Chosen for Buffer<'_, u64> {
    fn chosen(self) -> Option<usize> {
        None
    }
}

/// The length of the exact buffer chosen for a driver, or `None` for a growing one.
macro_rules! chosen {
    ($driver:expr) => {{
        let driver = $driver;
        let mut chosen = buffer!(driver);
        let yielded = driver.count();
        if false {
            chosen.push(0_u64);
        }
        let length = Chosen::chosen(chosen);
        if let Some(length) = length {
            assert_eq!(length, yielded, "{}", stringify!($driver));
        }
        length
    }};
}

/// Claims to yield ten elements and yields three: allowed by the traits, and forgiven by `collect`.
#[derive(Clone)]
struct Liar(u64);

impl Iterator for Liar {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        self.0 += 1;
        (self.0 <= 3).then_some(self.0)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (10, Some(10))
    }
}

impl ExactSizeIterator for Liar {}

#[test]
fn iterators_of_std_are_exact() {
    let xs = [1, 2, 3, 4, 5, 6, 7_u64];
    let mut ys = xs;
    let (queue, map) = (VecDeque::from(xs), BTreeMap::from([(1, 2), (3, 4)]));
    assert_eq!(chosen!(xs.iter()), Some(7));
    assert_eq!(chosen!(ys.iter_mut()), Some(7));
    assert_eq!(chosen!(vec![1, 2, 3].into_iter()), Some(3));
    assert_eq!(chosen!(xs.into_iter()), Some(7));
    assert_eq!(chosen!(0..9), Some(9));
    assert_eq!(chosen!(0..=9_u8), Some(10));
    assert_eq!(chosen!(5..5_i64), Some(0));
    assert_eq!(chosen!('a'..='e'), Some(5));
    assert_eq!(chosen!(Some(3).into_iter()), Some(1));
    assert_eq!(chosen!("loop".bytes()), Some(4));
    assert_eq!(chosen!(queue.iter()), Some(7));
    assert_eq!(chosen!(map.keys()), Some(2));
    assert_eq!(chosen!(std::iter::repeat_n(1, 5)), Some(5));
    assert_eq!(chosen!(std::iter::once(1)), Some(1));
}

#[test]
#[cfg(feature = "std")]
#[expect(
    clippy::disallowed_types,
    reason = "users iterate over hash maps, whose length does not depend on their order"
)]
fn hash_maps_are_exact_with_std() {
    let map = std::collections::HashMap::from([(1, 2), (3, 4)]);
    assert_eq!(chosen!(map.keys().zip(map.values())), Some(2));
    assert_eq!(chosen!(map.into_iter()), Some(2));
}

#[test]
fn adapters_over_exact_iterators_are_exact() {
    let xs = [1, 2, 3, 4, 5, 6, 7_u64];
    let ys = vec![1.0; 5];
    assert_eq!(chosen!(xs.iter().zip(ys.iter())), Some(5));
    assert_eq!(chosen!(xs.iter().zip(&ys).zip(0..3)), Some(3));
    assert_eq!(chosen!(xs.iter().zip(0..)), Some(7));
    assert_eq!(chosen!(xs.iter().zip(ys.iter().cycle())), Some(7));
    assert_eq!(chosen!(xs.iter().zip(std::iter::repeat(1))), Some(7));
    assert_eq!(chosen!(xs.iter().enumerate().rev()), Some(7));
    assert_eq!(chosen!(xs.iter().copied().map(|x| x + 1)), Some(7));
    assert_eq!(chosen!(ys.iter().cloned().inspect(|_| ())), Some(5));
    assert_eq!(chosen!(xs.iter().skip(2).take(3)), Some(3));
    assert_eq!(chosen!(xs.iter().step_by(3)), Some(3));
    assert_eq!(chosen!((0..10).step_by(4).skip(1)), Some(2));
    assert_eq!(chosen!(xs.iter().chain(&xs).fuse().peekable()), Some(14));
    assert_eq!(chosen!(xs.chunks(2)), Some(4));
    assert_eq!(chosen!(xs.chunks_exact(2)), Some(3));
    assert_eq!(chosen!(xs.windows(2)), Some(6));
    let mut rest = xs.iter();
    rest.next();
    assert_eq!(chosen!(rest.by_ref()), Some(6));
}

#[test]
fn anything_else_grows() {
    let xs = [1, 2, 3_u64];
    assert_eq!(chosen!(xs.iter().filter(|x| **x > 1)), None);
    assert_eq!(chosen!(xs.iter().take_while(|x| **x > 1)), None);
    assert_eq!(chosen!(xs.iter().flat_map(|x| 0..*x)), None);
    assert_eq!(chosen!("a b".split(' ')), None);
    assert_eq!(chosen!(Liar(0)), None);
    assert_eq!(chosen!(xs.iter().zip(Liar(0))), None);
    assert_eq!(chosen!(Liar(0).map(|x| x + 1).enumerate().rev_of()), None);
    let boxed: Box<dyn Iterator<Item = u64>> = Box::new(0..3);
    assert_eq!(chosen!(boxed), None);
}

/// Passes an iterator through an opaque type.
trait RevOf: Iterator + Sized {
    fn rev_of(self) -> impl Iterator<Item = Self::Item> {
        self
    }
}

impl<I: Iterator> RevOf for I {}

#[test]
fn generic_code_is_exact_over_elements_and_grows_over_iterators() {
    fn over_elements<T: Clone>(xs: &[T]) -> Vec<T> {
        let driver = xs.iter().zip(xs);
        let mut buffer = buffer!(driver);
        let exact: &ExactBuffer<_> = &buffer;
        let _ = exact;
        for (x, _) in driver {
            buffer.push(x.clone());
        }
        buffer.into_vec()
    }
    fn over_iterators<I: Iterator>(driver: I) -> Vec<I::Item> {
        let mut buffer = buffer!(driver);
        let growing: &Buffer<_> = &buffer;
        let _ = growing;
        for x in driver {
            buffer.push(x);
        }
        buffer.into_vec()
    }
    fn over_exact_size_iterators(driver: impl ExactSizeIterator<Item = u64>) -> Vec<u64> {
        let mut buffer = buffer!(driver);
        for x in driver {
            buffer.push(x);
        }
        buffer.into_vec()
    }
    assert_eq!(over_elements(&["a", "b"]), ["a", "b"]);
    assert_eq!(over_iterators([1, 2].iter()), [&1, &2]);
    assert_eq!(over_exact_size_iterators(Liar(0)), [1, 2, 3]);
}

#[test]
fn the_element_is_inferred_from_what_is_pushed() {
    let xs = [1, 2, 3];
    let driver = xs.iter().enumerate();
    let mut labels_buffer = buffer!(driver);
    let mut pairs_buffer = buffer!(driver);
    for (index, x) in driver {
        labels_buffer.push(format!("{index}{x}"));
        pairs_buffer.push((index, x));
    }
    let labels: Vec<String> = labels_buffer.into_vec().into_iter().collect();
    let pairs = pairs_buffer.into_vec();
    assert_eq!(labels, ["01", "12", "23"]);
    assert_eq!(pairs, [(0, &1), (1, &2), (2, &3)]);
}

#[test]
fn the_hand_over_keeps_the_allocation() {
    let xs = [1, 2, 3];
    let driver = xs.iter();
    let mut buffer = buffer!(driver);
    for x in driver {
        buffer.push(x * 2);
    }
    let vec = buffer.into_vec();
    let before = vec.as_ptr();
    let collected: Vec<i32> = vec.into_iter().collect();
    assert_eq!(collected.as_ptr(), before);
    assert_eq!(collected, [2, 4, 6]);
}

/// A user's blanket extension trait, in scope, that takes everything by value.
mod blanket {
    pub(crate) trait Ext: Sized {
        fn buffer(self) {}
        fn exact_length(self) {}
        fn deref(self) {}
    }
    impl<T> Ext for T {}
}

#[test]
fn a_blanket_extension_trait_does_not_interfere() {
    use blanket::Ext as _;
    let driver = [1, 2].iter();
    driver.clone().buffer();
    driver.clone().exact_length();
    driver.clone().deref();
    let mut buffer = buffer!(driver);
    for x in driver {
        buffer.push(*x);
    }
    assert_eq!(buffer.into_vec(), [1, 2]);
}
