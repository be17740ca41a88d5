//! Types and functions of a user's, spelt like those that can do nothing but compute, and which do more: they panic, they
//! have an effect in the log, or they may not be called at all for what a filter has dropped.
//!
//! | what | what it does |
//! |---|---|
//! | [`Id`], [`Handle`] | lead to something by `Deref`, and panic where there is nothing |
//! | [`Price`] | is compared with integers, negated and added; panics below zero |
//! | [`Told`] | says that it was looked into, or added |
//! | [`Pointer`], [`Slot`] | raw pointers, of which some are null, or dangle |
//! | [`COUNT`], [`CHECK`], [`Tick`] | functions in capitals |
//! | [`Euclid`] | a receiver without a field |

use std::ops::{Add, Deref, Neg};

use crate::image::{Image, Same};
use crate::inputs::{Inputs, Make};
use crate::tracked;

fn tell(label: u32) {
    tracked::log_effect(label, &Image::of(&()));
}

/// What ids lead to.
static WEIGHTS: [f64; 4] = [1.5, -2.5, 0.25, 100.0];

/// The place of a number in a table, or of none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Id(u32);

impl Id {
    /// Whether there is a number there.
    #[must_use]
    pub fn is_some(self) -> bool {
        self.0 != u32::MAX
    }
}

impl Deref for Id {
    type Target = f64;

    fn deref(&self) -> &f64 {
        &WEIGHTS[self.0 as usize]
    }
}

/// What a handle leads to.
#[derive(Debug)]
pub struct Node {
    /// A float.
    pub weight: f64,
    /// An integer.
    pub count: i64,
}

impl Node {
    /// Both in one.
    #[must_use]
    pub fn load(&self) -> f64 {
        self.weight + self.count as f64
    }
}

static NODES: [Node; 3] = [
    Node {
        weight: 0.5,
        count: 3,
    },
    Node {
        weight: 2.0,
        count: -1,
    },
    Node {
        weight: -0.75,
        count: 10,
    },
];

/// A node, or none.
#[derive(Clone, Copy, Debug)]
pub struct Handle(Option<&'static Node>);

impl Handle {
    /// Whether there is a node.
    #[must_use]
    pub fn is_some(self) -> bool {
        self.0.is_some()
    }
}

impl Deref for Handle {
    type Target = Node;

    fn deref(&self) -> &Node {
        self.0.expect("a node")
    }
}

/// A number that must not be below zero where it is compared or computed with.
#[derive(Clone, Copy, Debug)]
pub struct Price(pub f64);

impl Price {
    /// Whether it may be.
    #[must_use]
    pub fn is_fair(self) -> bool {
        self.0 >= 0.0
    }

    fn fair(self) -> f64 {
        assert!(self.is_fair(), "no such price");
        self.0
    }
}

impl PartialEq<i32> for Price {
    fn eq(&self, other: &i32) -> bool {
        self.fair() == f64::from(*other)
    }
}

impl PartialOrd<i32> for Price {
    fn partial_cmp(&self, other: &i32) -> Option<std::cmp::Ordering> {
        self.fair().partial_cmp(&f64::from(*other))
    }
}

impl Add for Price {
    type Output = f64;

    fn add(self, other: Self) -> f64 {
        self.fair() + other.fair()
    }
}

impl Neg for Price {
    type Output = f64;

    fn neg(self) -> f64 {
        -self.fair()
    }
}

/// What is in a [`Told`].
#[derive(Clone, Copy, Debug)]
pub struct Inner {
    /// A small number.
    pub k: i64,
}

/// A number that says when it is looked into, or added.
#[derive(Clone, Copy, Debug)]
pub struct Told(Inner);

impl Told {
    /// The number, and nothing is said.
    #[must_use]
    pub fn quiet(self) -> i64 {
        self.0.k
    }

    /// A listed name for a method that does something.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it has no elements")]
    pub fn len(&self) -> usize {
        tell(701);
        self.0.k.unsigned_abs() as usize % 7
    }
}

impl Deref for Told {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        tell(702);
        &self.0
    }
}

impl Add for Told {
    type Output = i64;

    fn add(self, other: Self) -> i64 {
        tell(703);
        self.0.k.wrapping_add(other.0.k)
    }
}

/// A pointer that is null, or good to read.
pub type Pointer = *const f64;

/// A pointer that is good to read where the slot is live, and dangles where it is not.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Whether it may be read.
    pub live: bool,
    /// Where.
    pub at: *const f64,
}

fn count(by: i64) -> i64 {
    tracked::log_effect(704, &Image::of(&by));
    by.wrapping_add(1)
}

fn check(x: i64) -> i64 {
    assert_ne!(x, 7, "no seven");
    x
}

fn root(x: f64) -> f64 {
    assert!(x >= 0.0, "below zero");
    x.sqrt()
}

/// A number and how many effects there were: it reads what they change, and changes nothing.
#[must_use]
pub fn seen(x: i64) -> i64 {
    x.wrapping_mul(1000).wrapping_add(tracked::effects())
}

/// Counts its calls in the log.
pub const COUNT: fn(i64) -> i64 = count;
/// Panics for seven.
pub static CHECK: fn(i64) -> i64 = check;
/// Panics below zero.
pub const ROOT: fn(f64) -> f64 = root;

/// A function that is spelt like a constructor, and counts its calls in the log.
#[allow(non_snake_case, reason = "that is the point")]
pub fn Tick(x: i64) -> i64 {
    count(x)
}

/// A function in a variable.
pub type Function = fn(i64) -> i64;

/// A receiver that says nothing of the element.
#[derive(Clone, Copy, Debug)]
pub struct Euclid;

impl Euclid {
    /// How far two numbers are apart.
    #[must_use]
    pub fn distance(&self, a: f64, b: f64) -> f64 {
        (a - b).abs()
    }
}

/// As many elements as an array parameter has.
pub const WIDTH: usize = 8;

/// Names of the same spelling, and of another value.
pub mod narrow {
    /// Fewer.
    pub const WIDTH: usize = 5;
}

/// Names of the same spelling, and of another value, for a glob.
pub mod wide {
    /// More.
    pub const WIDTH: usize = 11;
}

/// Whether its caller stands in the function under test, and not in what calls that.
#[track_caller]
pub fn is_own<T>(_: T) -> bool {
    let file = std::panic::Location::caller().file();
    file.ends_with("plain.rs") || file.ends_with("fused.rs")
}

/// How often this place was reached: a static for each place where it is written.
#[macro_export]
macro_rules! calls {
    () => {{
        static CALLS: std::sync::atomic::AtomicI64 = std::sync::atomic::AtomicI64::new(0);
        CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
    }};
}

/// An effect in the first call alone.
#[macro_export]
macro_rules! once {
    ($label:expr) => {{
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| $crate::opaque::effect($label, 0_usize));
    }};
}

/// Does nothing with what is written in it.
#[macro_export]
macro_rules! ignored {
    ($($anything:tt)*) => {};
}

/// Reads what is written in it, and shows it in the log.
#[macro_export]
macro_rules! shown {
    ($label:expr, $value:expr) => {
        $crate::opaque::effect($label, &$value)
    };
}

/// `Make` by one of several, of which the last is the bad one.
macro_rules! one_of {
    ($($t:ty: |$n:ident| $($good:expr),+; $bad:expr;)+) => {$(
        impl Make for $t {
            fn make(inputs: &mut Inputs) -> Self {
                let $n = usize::make(inputs);
                if inputs.bad() { $bad } else { inputs.one_of(&[$($good),+]) }
            }
        }
    )+};
}
one_of! {
    Id: |_n| Id(0), Id(1), Id(2), Id(3); Id(u32::MAX);
    Handle: |_n| Handle(Some(&NODES[0])), Handle(Some(&NODES[1])), Handle(Some(&NODES[2])); Handle(None);
    Price: |n| Price(1.0), Price(2.5), Price(0.0), Price(n as f64); Price(-1.0);
    Pointer: |_n| &raw const WEIGHTS[0], &raw const WEIGHTS[1], &raw const WEIGHTS[2]; std::ptr::null();
    Slot: |_n| Slot { live: true, at: &raw const WEIGHTS[0] }, Slot { live: true, at: &raw const WEIGHTS[3] };
        Slot { live: false, at: std::ptr::without_provenance(8) };
    Told: |n| Told(Inner { k: n as i64 }), Told(Inner { k: 3 }); Told(Inner { k: -1 });
    // What a worker applies to its element is believed to have no effect, and may panic.
    Function: |_n| i64::wrapping_neg, i64::swap_bytes; check;
}

/// `Same` by what may be read of it.
macro_rules! same {
    ($($t:ty: |$it:ident| $image:expr;)+) => {$(
        impl Same for $t {
            fn image(&self, image: &mut Image) {
                let $it = *self;
                $image.image(image);
            }
        }
    )+};
}
same! {
    Id: |it| i64::from(it.0 as i32);
    Handle: |it| it.0.map(|node| node.count);
    Price: |it| it.0;
    Told: |it| it.0.k;
    // Where it points to is a place in a table of this program's.
    Pointer: |it| WEIGHTS.iter().position(|weight| std::ptr::eq(weight, it));
    Slot: |it| (it.live, WEIGHTS.iter().position(|weight| std::ptr::eq(weight, it.at)));
    Function: |_it| 0_i64;
}
