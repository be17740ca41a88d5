//! What loops over a user's own types call, and what takes the elements of a chain for itself.
//!
//! | what | what it does |
//! |---|---|
//! | [`Tally`] | a `Sum`, a `Product` and an `Extend` of its own, which shows the order of what it was given |
//! | [`Bag`] | a `FromIterator` that keeps all, and has an effect first and last |
//! | [`Few`] | a `FromIterator` that asks for five elements and no more |
//! | [`Sink`], [`Shelf`] | changed by methods and by an index; they panic, and say when they are dropped |
//! | [`Totals`] | a struct whose fields say the types of what they are made of |

use std::iter::{Product, Sum};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::image::{Image, Same};
use crate::tracked::{self, Tracked};

fn tell<T: Same>(label: u32, value: T) {
    tracked::log_effect(label, &Image::of(&value));
}

/// What is alive while a panic unwinds is not promised.
fn tell_dropped(label: u32, state: i64) {
    if !std::thread::panicking() {
        tell(label, state);
    }
}

/// What a number is to those that take it.
pub trait Bits {
    /// All of it in one integer.
    fn bits(&self) -> i64;
}

macro_rules! bits {
    ($($t:ty: |$x:ident| $bits:expr;)+) => {$(
        impl Bits for $t {
            fn bits(&self) -> i64 {
                let $x = *self;
                $bits
            }
        }
    )+};
}
bits! {
    i8: |x| i64::from(x);
    i16: |x| i64::from(x);
    i32: |x| i64::from(x);
    i64: |x| x;
    u8: |x| i64::from(x);
    u16: |x| i64::from(x);
    u32: |x| i64::from(x);
    u64: |x| x as i64;
    usize: |x| x as i64;
    // One NaN is as good as another.
    f32: |x| if x.is_nan() { -1 } else { i64::from(x.to_bits()) };
    f64: |x| if x.is_nan() { -1 } else { x.to_bits() as i64 };
}

impl<T: Bits> Bits for &T {
    fn bits(&self) -> i64 {
        (**self).bits()
    }
}

impl Bits for Tracked {
    fn bits(&self) -> i64 {
        self.label()
    }
}

/// A number that depends on all that was added and on its order.
#[derive(Debug)]
pub struct Tally<T> {
    state: i64,
    of: PhantomData<T>,
}

impl<T> Tally<T> {
    /// Nothing was added.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "generated programs say new")]
    pub fn new() -> Self {
        Self {
            state: 0,
            of: PhantomData,
        }
    }

    /// What came of it.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.state
    }
}

impl<T> Drop for Tally<T> {
    fn drop(&mut self) {
        tell_dropped(711, self.state);
    }
}

impl<T, B: Bits> Sum<B> for Tally<T> {
    fn sum<I: Iterator<Item = B>>(elements: I) -> Self {
        let mut tally = Self::new();
        for element in elements {
            tally.state = tally.state.wrapping_mul(31).wrapping_add(element.bits());
        }
        tally
    }
}

impl<T, B: Bits> Product<B> for Tally<T> {
    fn product<I: Iterator<Item = B>>(elements: I) -> Self {
        let mut tally = Self::new();
        // One by one, and as many as there are at least all at once.
        let (least, _) = elements.size_hint();
        tell(712, usize::from(least > 0));
        for element in elements {
            tally.state = (tally.state ^ element.bits()).wrapping_mul(17);
        }
        tally
    }
}

impl<T, B: Bits> Extend<B> for Tally<T> {
    fn extend<I: IntoIterator<Item = B>>(&mut self, elements: I) {
        for element in elements {
            self.state = self.state.wrapping_mul(7) ^ element.bits();
        }
    }
}

/// A vector by another name.
#[derive(Debug)]
pub struct Bag<T> {
    elements: Vec<T>,
}

impl<T> Bag<T> {
    /// It is empty.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "generated programs say new")]
    pub fn new() -> Self {
        Self {
            elements: Vec::new(),
        }
    }
}

impl<T> FromIterator<T> for Bag<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        tell(713, ());
        let mut bag = Self::new();
        for element in elements {
            bag.elements.push(element);
        }
        tell(714, bag.elements.len());
        bag
    }
}

/// The first five elements, backwards.
#[derive(Debug)]
pub struct Few<T> {
    elements: Vec<T>,
}

impl<T> Few<T> {
    /// None of them.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "generated programs say new")]
    pub fn new() -> Self {
        Self {
            elements: Vec::new(),
        }
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut few = Self::new();
        for element in elements.into_iter().take(5) {
            few.elements.insert(0, element);
        }
        few
    }
}

/// What is told numbers, and panics for one of them.
#[derive(Debug)]
pub struct Sink<T> {
    state: i64,
    of: PhantomData<T>,
}

impl<T> Sink<T> {
    /// It was told nothing.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "generated programs say new")]
    pub fn new() -> Self {
        Self {
            state: 1,
            of: PhantomData,
        }
    }

    /// Takes a number.
    pub fn note<B: Bits>(&mut self, number: B) {
        self.state = self.state.wrapping_mul(3).wrapping_add(number.bits());
    }

    /// Takes a number, and says so.
    pub fn tell<B: Bits>(&mut self, number: B) {
        tell(715, number.bits());
        self.note(number);
    }

    /// Takes a number that is not seven.
    ///
    /// # Panics
    /// When it is.
    pub fn check<B: Bits>(&mut self, number: B) {
        assert_ne!(number.bits(), 7, "no seven");
        self.note(number);
    }

    /// Takes a number, and gives another one of all that it was told.
    pub fn draw<B: Bits>(&mut self, number: B) -> i64 {
        self.note(number);
        self.state >> 48
    }

    /// The same, now and then.
    pub fn drawn<B: Bits>(&mut self, number: B) -> Option<i64> {
        let drawn = self.draw(number);
        (drawn % 3 != 0).then_some(drawn)
    }

    /// Whether it was told so much that it is full.
    pub fn is_full(&self) -> bool {
        self.state % 11 == 5
    }

    /// What came of it.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.state
    }
}

impl<T> Drop for Sink<T> {
    fn drop(&mut self) {
        tell_dropped(716, self.state);
    }
}

/// Places that are reached by an index, of which reading one has an effect.
#[derive(Debug)]
pub struct Shelf<T> {
    places: [i64; 8],
    of: PhantomData<T>,
}

impl<T> Shelf<T> {
    /// All are zero.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "generated programs say new")]
    pub fn new() -> Self {
        Self {
            places: [0; 8],
            of: PhantomData,
        }
    }
}

impl<T> Index<usize> for Shelf<T> {
    type Output = i64;

    fn index(&self, at: usize) -> &i64 {
        tell(717, at);
        &self.places[at]
    }
}

impl<T> IndexMut<usize> for Shelf<T> {
    fn index_mut(&mut self, at: usize) -> &mut i64 {
        &mut self.places[at]
    }
}

/// A struct whose fields say what is summed, counted and collected for them.
#[derive(Clone, Debug)]
pub struct Totals<T> {
    /// A sum.
    pub total: T,
    /// Another.
    pub second: T,
    /// What was kept.
    pub kept: Vec<T>,
    /// How many.
    pub count: usize,
}

impl<T: Default> Totals<T> {
    /// Nothing was added.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "generated programs say new")]
    pub fn new() -> Self {
        Self::of(T::default(), Vec::new(), T::default())
    }
}

impl<T> Totals<T> {
    /// All of it by arguments.
    pub fn of(total: T, kept: Vec<T>, second: T) -> Self {
        let count = kept.len();
        Self {
            total,
            second,
            kept,
            count,
        }
    }
}

impl Totals<f64> {
    /// A type that no field shows.
    pub fn float(total: f64, kept: Vec<f64>) -> Self {
        Self::of(total, kept, 0.5)
    }
}

/// Both by an argument of a number's type, so that a caller need not say it.
#[must_use]
pub fn both<T>(first: T, second: T) -> (T, T) {
    (first, second)
}

impl<T> Same for Tally<T> {
    fn image(&self, image: &mut Image) {
        image.named("Tally", 1);
        self.state.image(image);
    }
}

impl<T> Same for Sink<T> {
    fn image(&self, image: &mut Image) {
        image.named("Sink", 1);
        self.state.image(image);
    }
}

impl<T> Same for Shelf<T> {
    fn image(&self, image: &mut Image) {
        image.named("Shelf", 1);
        self.places.image(image);
    }
}

impl<T: Same> Same for Bag<T> {
    fn image(&self, image: &mut Image) {
        image.named("Bag", 1);
        self.elements.image(image);
    }
}

impl<T: Same> Same for Few<T> {
    fn image(&self, image: &mut Image) {
        image.named("Few", 1);
        self.elements.image(image);
    }
}

impl<T: Same> Same for Totals<T> {
    fn image(&self, image: &mut Image) {
        image.named("Totals", 4);
        self.total.image(image);
        self.second.image(image);
        self.kept.image(image);
        self.count.image(image);
    }
}
