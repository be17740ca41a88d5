//! Sums and collections whose types only rustc finds: in fields, in arguments, from a later statement, of a type parameter.

use super::fuse;
pub use declared::{Stats, Totals};
use std::iter::Sum;
use std::ops::{Div, Mul};

#[derive(Clone, Debug)]
pub struct Row {
    pub price: f64,
    pub pieces: i32,
    pub name: String,
}

impl Row {
    pub fn of(xs: &[i64]) -> Vec<Row> {
        let row = |x: &i64| Row {
            price: *x as f64 * 0.1,
            pieces: *x as i32,
            name: format!("{x:x}"),
        };
        xs.iter().map(row).collect()
    }
}

/// It does not add: it counts.
#[derive(Debug, PartialEq)]
pub struct Counted(pub usize);

impl<'a> Sum<&'a f64> for Counted {
    fn sum<I: Iterator<Item = &'a f64>>(elements: I) -> Counted {
        Counted(elements.count())
    }
}

#[derive(Clone, Copy)]
pub struct Money(pub f64);

/// A number is the sum of something else here.
impl Sum<Money> for f64 {
    fn sum<I: Iterator<Item = Money>>(elements: I) -> f64 {
        elements.fold(100.0, |sum, money| sum * 0.5 - money.0)
    }
}

/// What the module of the functions does not show.
mod declared {
    use super::Counted;
    use std::collections::BTreeSet;

    pub struct Totals {
        pub price: f64,
        pub pieces: i32,
        pub wide: i64,
        pub product: f32,
        pub counted: Counted,
        pub odd: f64,
        pub names: Vec<String>,
        pub references: usize,
        pub initials: Option<Vec<char>>,
        pub set: BTreeSet<usize>,
        pub text: String,
    }

    pub struct Stats {
        pub sum: f64,
        pub shifted: Vec<f64>,
        pub squares: f64,
    }

    impl Stats {
        pub fn new(sum: f64, shifted: Vec<f64>, squares: f64) -> Stats {
            Stats {
                sum,
                shifted,
                squares,
            }
        }
    }
}

fn how_many(rows: Vec<&Row>) -> usize {
    rows.len()
}

#[fuse]
pub fn fields(rows: &[Row]) -> Totals {
    Totals {
        price: rows.iter().map(|row| row.price).sum(),
        pieces: rows.iter().map(|row| row.pieces & 0xffff).sum(),
        wide: rows.iter().map(|row| i64::from(row.pieces)).sum(),
        product: rows.iter().map(|row| row.price as f32).product(),
        counted: rows.iter().map(|row| &row.price).sum(),
        odd: rows.iter().map(|row| Money(row.price)).sum(),
        names: rows.iter().map(|row| row.name.clone()).collect(),
        references: how_many(rows.iter().collect()),
        initials: rows.iter().map(|row| row.name.chars().nth(1)).collect(),
        set: rows.iter().map(|row| row.name.len()).collect(),
        text: rows.iter().map(|row| row.name.as_str()).collect(),
    }
}

#[fuse]
pub fn arguments(xs: &[f64]) -> Stats {
    Stats::new(
        xs.iter().sum(),
        xs.iter().map(|x| x + 1.0).collect(),
        xs.iter().map(|x| x * x).sum(),
    )
}

#[fuse]
pub fn made_here(xs: &[f64]) -> Stats {
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let sum = doubled.iter().sum();
    Stats::new(
        sum,
        doubled.iter().map(|x| x - 1.0).collect(),
        doubled.iter().map(|x| x * x).sum(),
    )
}

/// Behind what stops the collection there are divisions by zero.
#[fuse]
pub fn stops(xs: &[i64], by: i64) -> (Option<Vec<i64>>, usize) {
    let quotients = xs
        .iter()
        .map(|x| (*x != 3).then(|| 1000 / (x - by)))
        .collect();
    let large = xs.iter().filter(|x| **x > 100).count();
    (quotients, large)
}

/// The sum stops too.
#[fuse]
pub fn sum_stops(xs: &[i64], by: i64) -> (usize, Result<i64, usize>) {
    let large = xs.iter().filter(|x| **x > 100).count();
    let sum = xs
        .iter()
        .map(|x| if *x == 3 { Err(large) } else { Ok(7 / (x - by)) })
        .sum();
    let none = xs.iter().map(|x| if *x & 1 == 0 { Some(1) } else { None }).sum();
    let none: Option<usize> = none;
    (large + none.unwrap_or(0), sum)
}

#[fuse]
pub fn changed_between(xs: &mut [f64]) -> (Counted, f64, f64) {
    let before = xs.iter().map(|x| x + 1.0).sum();
    let counted = xs.iter().sum();
    for x in xs.iter_mut() {
        *x *= 2.0;
    }
    let after = xs.iter().map(|x| x + 1.0).sum();
    (counted, before, after)
}

/// It overflows where it did.
#[fuse]
pub fn overflows(xs: &[i64]) -> (i64, i8) {
    let least = xs.iter().copied().fold(0, i64::min);
    let bytes = xs.iter().map(|x| *x as i8).sum();
    let _: &i8 = &bytes;
    (least, bytes)
}

#[fuse]
pub fn of_a_parameter<T>(xs: &[T], ys: &[T]) -> (T, T, Vec<T>)
where
    T: Copy + Sum<T> + for<'a> Sum<&'a T> + Mul<Output = T> + Div<Output = T>,
{
    assert_eq!(xs.len(), ys.len());
    let both = xs.iter().zip(ys).map(|(x, y)| *x * *y).sum::<T>();
    let all: T = xs.iter().sum();
    let kept: Vec<T> = ys.iter().copied().take(3).collect();
    (all, both, kept)
}

pub struct Table {
    pub rows: Vec<Row>,
    pub rate: f64,
}

impl Table {
    #[fuse]
    pub fn summary(&self) -> Result<Stats, String> {
        if self.rate == 0.0 {
            return Err("nothing".to_owned());
        }
        Ok(Stats {
            sum: self.rows.iter().map(|row| row.price * self.rate).sum(),
            shifted: self.rows.iter().map(|row| row.price + 1.0).collect(),
            squares: self.rows.iter().map(|row| row.price).fold(0.0, f64::max),
        })
    }
}

/// A closure whose result only the sum's type shows.
#[fuse]
pub fn converted(xs: &[u8]) -> (Wide, usize) {
    let odd = xs.iter().filter(|x| **x & 1 == 1).count();
    let wide = xs.iter().map(|x| (*x).into()).sum();
    (wide, odd)
}

#[derive(Debug, PartialEq)]
pub struct Wide(pub u64);

impl From<u8> for Wide {
    fn from(byte: u8) -> Wide {
        Wide(u64::from(byte) << 32)
    }
}

impl Sum for Wide {
    fn sum<I: Iterator<Item = Wide>>(elements: I) -> Wide {
        Wide(elements.map(|wide| wide.0).sum())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub wide: i64,
    pub odd: f64,
    pub halves: Vec<f32>,
    pub first: Option<usize>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Span(pub i64, pub i64);

impl Span {
    pub fn with(least: i64, span: Span) -> Span {
        Span(least, span.1)
    }
}

fn wider(span: Span, by: u8, most: i64) -> Span {
    Span(span.0 - i64::from(by), span.1.max(most))
}

/// The file shows what the fields and the arguments are.
#[fuse(loops = 3)]
pub fn shown(xs: &[i64], words: &[&str]) -> Seen {
    let span = Span(xs.iter().map(|x| x & 7).sum(), xs.iter().map(|x| x | 1).fold(0, i64::max));
    let by = Span::with(xs.iter().copied().fold(0, i64::min), span);
    let span = wider(
        by,
        xs.iter().fold(0, |all, x| all ^ *x as u8),
        xs.iter().map(|x| x >> 1).fold(0, i64::max),
    );
    let first = xs.first().map(|x| *x as usize);
    Seen {
        wide: words.iter().map(|word| word.len() as i64).sum(),
        odd: words.iter().map(|word| Money(word.len() as f64)).sum(),
        halves: words.iter().map(|word| word.len() as f32 * 0.5).collect(),
        first,
        span,
    }
}

/// A function, a constant and a parameter of the name of what the file declares.
#[fuse]
pub fn hidden_by(xs: &[i64]) -> (f64, Vec<u8>, u64) {
    fn wider(sum: f64, all: Vec<u8>, most: u64) -> (f64, Vec<u8>, u64) {
        (sum, all, most)
    }
    wider(
        xs.iter().map(|x| *x as f64).sum(),
        xs.iter().map(|x| *x as u8).collect(),
        xs.iter().map(|x| *x as u64 >> 9).sum(),
    )
}

/// What `?` takes out of an element is a part of it.
#[fuse(loops = 1)]
pub fn parts_of_elements(rows: &[(Option<Base>, Option<i64>)]) -> (usize, Option<i64>) {
    let without = rows.iter().filter(|row| row.1.is_none()).count();
    let longest = rows.iter().filter_map(|row| {
        let base = row.0?;
        let length = row.1?;
        Some(base.of(length))
    });
    (without, longest.max())
}

#[derive(Clone, Copy, Debug)]
pub struct Base(pub i64);

impl Base {
    fn of(self, length: i64) -> i64 {
        length.wrapping_mul(self.0)
    }
}

/// What it takes out of something captured is not.
#[fuse]
pub fn parts_of_the_captured(xs: &[i64], mut left: Option<&mut Vec<i64>>) -> (usize, i64) {
    let left = &mut left;
    let taken = xs.iter().filter_map(|x| {
        let last = left.as_mut()?;
        last.push(*x);
        Some(last.len())
    });
    let taken = taken.max().unwrap_or(0);
    let sum = xs.iter().fold(0i64, |sum, x| sum.wrapping_add(*x));
    (taken, sum)
}

type N = u8;

#[derive(Debug, PartialEq)]
pub struct Page<N> {
    pub sum: N,
    pub all: Vec<N>,
    pub large: usize,
}

#[derive(Debug, PartialEq)]
pub struct Pair<Span>(pub Vec<Span>, pub Span);

/// A parameter of the struct has the name of what the file declares.
#[fuse]
pub fn own_parameters(xs: &[i64]) -> (Page<i64>, Pair<f64>, N) {
    let page = Page {
        sum: xs.iter().fold(0, |sum, _| sum + 100),
        all: xs.iter().map(|x| x & 0xfff).collect(),
        large: xs.iter().filter(|x| **x > 3).count(),
    };
    let pair = Pair(
        xs.iter().map(|x| *x as f64).collect(),
        xs.iter().map(|x| *x as f64 * 0.5).sum(),
    );
    (page, pair, 7)
}
