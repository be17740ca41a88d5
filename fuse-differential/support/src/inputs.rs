//! Arguments of every type that a generated function takes. A call is made in [rounds](Round) that
//! get longer; within a round every argument is made by itself from the number of the round and its
//! place among the parameters, so a function with fewer parameters meets the same ones.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use std::fmt;

use crate::record::{Kind, Record};
use crate::tracked::Tracked;

/// What the elements of a round are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Small numbers: nothing overflows, filters and keys hit.
    Small,
    /// Larger ones that seldom overflow.
    Ordinary,
    /// Every fourth is an extreme of its type.
    Edges,
    /// Small ones, the last of which is an extreme.
    LastEdge,
    /// All are equal.
    Constant,
    /// They never decrease.
    Sorted,
}

/// What the arguments of one call are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// How long the first slice or vector is.
    pub length: usize,
    /// What is added to that for each further one, before it is cut at nothing.
    pub step: isize,
    /// What the elements are like.
    pub style: Style,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            length,
            step,
            style,
        } = self;
        write!(f, "length {length}")?;
        if *step != 0 {
            write!(f, " ({step:+} for each further one)")?;
        }
        write!(f, ", {style:?}")
    }
}

impl Round {
    /// All rounds, the shortest first: what fails first is short to read.
    #[must_use]
    pub fn all() -> Vec<Self> {
        use Style::{Constant, Edges, LastEdge, Ordinary, Small, Sorted};
        let mut rounds = Vec::new();
        let mut add = |length, steps: &[isize], styles: &[Style]| {
            for &step in steps {
                rounds.extend(styles.iter().map(|&style| Self {
                    length,
                    step,
                    style,
                }));
            }
        };
        add(0, &[0, 1, 3], &[Small]);
        add(1, &[0], &[Small, Ordinary, Edges, Edges]);
        add(1, &[-1, 1], &[Small]);
        add(2, &[0], &[Small, Edges, Sorted, Edges]);
        add(3, &[0], &[Small, Ordinary, Edges, LastEdge, Constant]);
        add(3, &[-1, 1], &[Small, Edges]);
        add(
            7,
            &[0],
            &[Small, Ordinary, Edges, LastEdge, Constant, Sorted, Small],
        );
        add(7, &[-3, 2], &[Small]);
        add(63, &[0], &[Small, Edges]);
        add(64, &[0], &[Small, Ordinary, LastEdge]);
        add(64, &[-1, 1], &[Small]);
        add(65, &[0], &[Small, Sorted]);
        add(1023, &[0], &[Ordinary]);
        add(1024, &[0], &[Small, Edges]);
        add(1024, &[1, -500], &[Small]);
        add(1025, &[0], &[Small, LastEdge]);
        add(2049, &[0], &[Small, Ordinary]);
        rounds
    }
}

/// From which one argument is made.
#[derive(Clone, Debug)]
pub struct Inputs {
    round: Round,
    state: u64,
    /// How long the outermost collection is.
    length: usize,
    /// How many collections are around what is made next.
    depth: usize,
    /// Which element of the outermost collection it belongs to.
    position: usize,
}

impl Inputs {
    /// For the argument number `parameter` in a round.
    #[must_use]
    pub fn new(number: usize, round: Round, parameter: usize) -> Self {
        let length = round
            .length
            .saturating_add_signed(round.step.saturating_mul(parameter as isize));
        Self {
            round,
            state: (number as u64) << 32 | (parameter as u64) << 16 | 0x9e37,
            length,
            depth: 0,
            position: 0,
        }
    }

    /// The next 64 bits (splitmix64).
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// One of several.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// How many elements a collection gets that is made next.
    fn length(&mut self) -> usize {
        if self.depth == 0 {
            self.length
        } else {
            self.below(5) as usize
        }
    }

    /// Makes the elements of a collection.
    fn collection<T: Make, C: FromIterator<T>>(&mut self, length: usize) -> C {
        let outermost = self.depth == 0;
        self.depth += 1;
        let made = (0..length)
            .map(|i| {
                if outermost {
                    self.position = i;
                }
                T::make(self)
            })
            .collect();
        self.depth -= 1;
        made
    }

    /// Whether the next scalar is an extreme one.
    fn edge(&mut self) -> bool {
        match self.round.style {
            Style::Edges => self.below(4) == 0,
            Style::LastEdge => self.depth > 0 && self.position + 1 == self.length,
            _ => false,
        }
    }

    /// Whether the next value of a type of which some are bad is a bad one: none in sorted rounds, and every fourth.
    pub(crate) fn bad(&mut self) -> bool {
        match self.round.style {
            Style::Sorted => false,
            Style::LastEdge => self.edge(),
            _ => self.below(4) == 0,
        }
    }

    fn integer(&mut self, signed: bool, small: u64) -> i64 {
        let below_zero = if signed { 3 } else { 0 };
        match self.round.style {
            Style::Constant => 3,
            Style::Sorted => self.position as i64 / 2 - below_zero,
            Style::Ordinary => {
                let reach = small.min(1000);
                self.below(reach * 2) as i64 - if signed { reach as i64 } else { 0 }
            }
            _ => self.below(11) as i64 - below_zero,
        }
    }

    fn float(&mut self) -> f64 {
        match self.round.style {
            Style::Constant => 0.75,
            Style::Sorted => self.position as f64 * 0.5 - 1.0,
            Style::Ordinary | Style::Edges => {
                let unit = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64 - 0.5;
                let magnitude = [1.0, 1.0, 100.0, 1e6, 1e-6];
                unit * self.one_of(&magnitude)
            }
            _ => self.below(15) as f64 * 0.5 - 2.0,
        }
    }
}

/// What an argument can be made of.
pub trait Make: Sized {
    /// Makes one.
    fn make(inputs: &mut Inputs) -> Self;
}

/// `Make` of integers; what an ordinary one reaches is a quarter of the type at most.
macro_rules! integers {
    ($signed:expr => $($t:ty),*) => {$(
        impl Make for $t {
            fn make(inputs: &mut Inputs) -> Self {
                if inputs.edge() {
                    return inputs.one_of(&[
                        Self::MAX,
                        Self::MIN,
                        Self::MAX - 1,
                        Self::MIN + 1,
                        Self::MAX / 2 + 1,
                        0,
                        (0 as Self).wrapping_sub(1),
                    ]);
                }
                inputs.integer($signed, (Self::MAX / 4) as u64) as Self
            }
        }
    )*};
}
integers!(true => i8, i16, i32, i64, i128, isize);
integers!(false => u8, u16, u32, u64, u128);

/// A length, an index or a count: never so large that counting up to it takes long.
impl Make for usize {
    fn make(inputs: &mut Inputs) -> Self {
        let length = inputs.length;
        match inputs.round.style {
            Style::Edges => inputs.one_of(&[0, 1, length, length + 1, length.saturating_sub(1)]),
            Style::Constant => 3,
            Style::Sorted => inputs.position,
            _ if inputs.depth == 0 => inputs.one_of(&[1, 2, 3, 5, length, length / 2]),
            _ => inputs.below(11) as Self,
        }
    }
}

/// `Make` of floats.
macro_rules! floats {
    ($($t:ident),*) => {$(
        impl Make for $t {
            fn make(inputs: &mut Inputs) -> Self {
                if inputs.edge() {
                    return inputs.one_of(&[
                        0.0,
                        -0.0,
                        $t::NAN,
                        $t::INFINITY,
                        $t::NEG_INFINITY,
                        $t::MAX,
                        $t::MIN,
                        $t::MIN_POSITIVE / 4.0,
                        -$t::MIN_POSITIVE / 4.0,
                        $t::EPSILON,
                    ]);
                }
                let value = inputs.float() as Self;
                // Zeros of both signs are ordinary too.
                if value == 0.0 && inputs.below(2) == 0 { -0.0 } else { value }
            }
        }
    )*};
}
floats!(f32, f64);

impl Make for bool {
    fn make(inputs: &mut Inputs) -> Self {
        match inputs.round.style {
            Style::Constant => true,
            Style::Sorted => inputs.position * 2 >= inputs.length,
            _ => inputs.below(2) == 0,
        }
    }
}

impl Make for char {
    fn make(inputs: &mut Inputs) -> Self {
        if inputs.edge() {
            inputs.one_of(&['\0', '\n', 'ß', '\u{10ffff}', ' '])
        } else if inputs.round.style == Style::Constant {
            'b'
        } else {
            inputs.one_of(&['a', 'b', 'c', 'A', '1', '7', ' ', ',', 'ß'])
        }
    }
}

impl Make for String {
    fn make(inputs: &mut Inputs) -> Self {
        const PIECES: [&str; 18] = [
            "the ", "Quick", " ", "\n", "  brown", "key = 7", "x=1", ",", "3", "12", "ß.", "\n\n",
            "aaa", "ab", "\t", "!", "-4", "b",
        ];
        let text = inputs.depth == 0;
        let length = match inputs.round.style {
            _ if text => inputs.length,
            Style::Constant => return "ab".to_owned(),
            _ => inputs.below(4) as usize,
        };
        if text {
            return (0..length).map(|_| inputs.one_of(&PIECES)).collect();
        }
        (0..length)
            .map(|_| inputs.one_of(&['a', 'b', 'c', '1', '2', 'ß']))
            .collect()
    }
}

impl Make for &'static str {
    fn make(inputs: &mut Inputs) -> Self {
        inputs.one_of(&[
            "", "a", "b", "ab", "abc", "12", "-3", "7", "ß", " a b ", "x=1", "a,b", "A", "aaa",
        ])
    }
}

impl Make for () {
    fn make(_: &mut Inputs) {}
}

impl Make for Tracked {
    fn make(inputs: &mut Inputs) -> Self {
        let label = match inputs.round.style {
            // Labels that are all different tell in which order values were dropped.
            Style::Constant => inputs.one_of(&[1, 2, 3]),
            _ if inputs.depth == 0 => 1 + inputs.below(9) as i64,
            Style::Sorted => inputs.position as i64 + 1,
            _ => ((inputs.position as i64 + 1) * 7919) % 4099,
        };
        Self::new(label)
    }
}

impl Make for Record {
    fn make(inputs: &mut Inputs) -> Self {
        inputs.depth += 1;
        let made = Self {
            id: Make::make(inputs),
            weight: Make::make(inputs),
            name: Make::make(inputs),
            values: Make::make(inputs),
            active: Make::make(inputs),
        };
        inputs.depth -= 1;
        made
    }
}

impl Make for Kind {
    fn make(inputs: &mut Inputs) -> Self {
        match inputs.below(3) {
            0 => Self::Empty,
            1 => Self::One(Make::make(inputs)),
            _ => Self::Pair(Make::make(inputs), Make::make(inputs)),
        }
    }
}

impl<T: Make> Make for Option<T> {
    fn make(inputs: &mut Inputs) -> Self {
        (inputs.below(4) > 0).then(|| T::make(inputs))
    }
}

impl<T: Make, E: Make> Make for Result<T, E> {
    fn make(inputs: &mut Inputs) -> Self {
        if inputs.below(8) > 0 {
            Ok(T::make(inputs))
        } else {
            Err(E::make(inputs))
        }
    }
}

impl<T: Make> Make for Box<T> {
    fn make(inputs: &mut Inputs) -> Self {
        Self::new(T::make(inputs))
    }
}

/// `Make` of collections.
macro_rules! collections {
    ($($collection:ty: $T:ident $($bound:ident)*;)*) => {$(
        impl<$T: Make $(+ $bound)*> Make for $collection {
            fn make(inputs: &mut Inputs) -> Self {
                let length = inputs.length();
                inputs.collection::<$T, Self>(length)
            }
        }
    )*};
}
collections! {
    Vec<T>: T;
    Box<[T]>: T;
    VecDeque<T>: T;
    LinkedList<T>: T;
    BTreeSet<T>: T Ord;
    BinaryHeap<T>: T Ord;
}

impl<K: Make + Ord, V: Make> Make for BTreeMap<K, V> {
    fn make(inputs: &mut Inputs) -> Self {
        let length = inputs.length();
        inputs.collection::<(K, V), Self>(length)
    }
}

impl<T: Make, const N: usize> Make for [T; N] {
    fn make(inputs: &mut Inputs) -> Self {
        let outermost = inputs.depth == 0;
        inputs.depth += 1;
        let made = std::array::from_fn(|i| {
            if outermost {
                inputs.position = i;
            }
            T::make(inputs)
        });
        inputs.depth -= 1;
        made
    }
}

/// A slice of slices: what its elements borrow from is never freed.
impl<T: Make> Make for &'static [T] {
    fn make(inputs: &mut Inputs) -> Self {
        Vec::leak(Make::make(inputs))
    }
}

/// `Make` of tuples, component by component.
macro_rules! tuples {
    ($(($($T:ident),*)),+) => {$(
        impl<$($T: Make),*> Make for ($($T,)*) {
            fn make(inputs: &mut Inputs) -> Self {
                ($($T::make(inputs),)*)
            }
        }
    )+};
}
tuples!((A), (A, B), (A, B, C), (A, B, C, D), (A, B, C, D, E));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Image;

    fn made<T: Make>(parameter: usize) -> Vec<T> {
        let rounds = Round::all();
        let one = |(i, round): (usize, &Round)| T::make(&mut Inputs::new(i, *round, parameter));
        rounds.iter().enumerate().map(one).collect()
    }

    #[test]
    fn rounds_reach_every_length_that_matters() {
        let lengths: BTreeSet<usize> = made::<Vec<i64>>(0).iter().map(Vec::len).collect();
        for length in [0, 1, 2, 3, 7, 63, 64, 65, 1023, 1024, 1025, 2049] {
            assert!(lengths.contains(&length), "{length}");
        }
        let pairs = made::<Vec<u8>>(0).into_iter().zip(made::<Vec<u8>>(1));
        let order: BTreeSet<_> = pairs.map(|(a, b)| a.len().cmp(&b.len())).collect();
        assert_eq!(order.len(), 3, "equal, longer and shorter");
        assert!(Round::all().is_sorted_by_key(|round| round.length));
    }

    #[test]
    fn extremes_are_among_ordinary_ones() {
        let floats: Vec<f64> = made::<Vec<f64>>(0).concat();
        assert!(floats.iter().any(|x| x.is_nan()));
        assert!(floats.contains(&f64::INFINITY) && floats.contains(&f64::MIN));
        assert!(floats.iter().any(|x| *x == 0.0 && x.is_sign_negative()));
        assert!(floats.iter().any(|x| x.is_subnormal()));
        let bytes: Vec<u8> = made::<Vec<u8>>(0).concat();
        assert!(bytes.contains(&u8::MAX) && bytes.contains(&0));
        let integers: Vec<i64> = made::<Vec<i64>>(0).concat();
        assert!(integers.contains(&i64::MAX) && integers.contains(&i64::MIN));
        let small = integers.iter().filter(|x| (-3..11).contains(*x)).count();
        assert!(small * 2 > integers.len());
    }

    #[test]
    fn the_same_argument_is_made_twice() {
        assert_eq!(
            Image::of(&made::<(Vec<Record>, [f32; 3], Option<String>)>(1)),
            Image::of(&made::<(Vec<Record>, [f32; 3], Option<String>)>(1))
        );
        assert_ne!(
            Image::of(&made::<Vec<i64>>(0)),
            Image::of(&made::<Vec<i64>>(1))
        );
    }

    #[test]
    fn nested_collections_are_short() {
        for rows in made::<Vec<Vec<i64>>>(0) {
            assert!(rows.iter().all(|row| row.len() < 5));
        }
        assert!(made::<usize>(0).into_iter().all(|n| n <= 2050));
    }
}
