//! Sources that drive a loop as they are written: those of a type that the macro does not see, and a
//! source with adapters that are no step of one element.

use super::fuse;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

/// What a user's own types look like to the macro: fields.
pub struct Table {
    pub data: Vec<i64>,
    pub rows: Vec<Vec<i64>>,
    pub names: BTreeMap<String, i64>,
    pub total: i64,
}

impl Table {
    #[must_use]
    pub fn new(xs: &[i64]) -> Table {
        Table {
            data: xs.to_vec(),
            rows: xs.chunks(3).map(<[i64]>::to_vec).collect(),
            names: xs.iter().map(|x| (x.to_string(), *x)).collect(),
            total: 7,
        }
    }

    /// Three passes over a field.
    #[fuse]
    #[must_use]
    pub fn statistics(&self) -> (i64, i64, Option<i64>) {
        let sum: i64 = self.data.iter().fold(0, |s, x| s ^ x);
        let odd: i64 = self.data.iter().map(|x| x & 1).sum();
        let max = self.data.iter().copied().max();
        (sum, odd, max)
    }

    /// The field changes between two passes.
    #[fuse]
    pub fn changed(&mut self) -> (i64, usize, i64) {
        let before: i64 = self.data.iter().fold(0, |s, x| s ^ x);
        self.data.push(before);
        let count = self.data.iter().filter(|x| **x > 0).count();
        let after: i64 = self.data.iter().fold(0, |s, x| s ^ x);
        (before, count, after)
    }

    /// Two fields, of which nothing says that they are equally long.
    #[fuse]
    #[must_use]
    pub fn two_fields(&self) -> (i64, usize, i64, usize) {
        let sum: i64 = self.data.iter().fold(self.total, |s, x| s ^ x);
        let lengths: usize = self.rows.iter().map(|row| row.len()).sum();
        let odd: i64 = self.data.iter().map(|x| x & 1).sum();
        let long = self.rows.iter().filter(|row| row.len() > 2).count();
        (sum, lengths, odd, long)
    }

    /// Maps have other elements.
    #[fuse]
    #[must_use]
    pub fn maps(&self) -> (usize, i64, i64) {
        let letters: usize = self.names.keys().map(|name| name.len()).sum();
        let sum: i64 = self.names.values().fold(0, |s, x| s ^ x);
        let long: i64 = self
            .names
            .iter()
            .filter(|(name, _)| name.len() > 2)
            .fold(0, |s, (_, x)| s ^ x);
        let digits: usize = self
            .names
            .keys()
            .filter(|name| name.starts_with('-'))
            .count();
        (letters + digits, sum, long)
    }

    #[fuse]
    #[must_use]
    pub fn row(&self, index: usize) -> (i64, i64) {
        let sum: i64 = self.rows[index].iter().fold(0, |s, x| s ^ x);
        let odd: i64 = self.rows[index].iter().map(|x| x & 1).sum();
        (sum, odd)
    }

    #[fuse]
    #[must_use]
    pub fn nested(&self) -> (Vec<i64>, i64) {
        let flat: Vec<i64> = self
            .rows
            .iter()
            .flat_map(|row| row.iter().copied())
            .collect();
        let odd: i64 = flat.iter().map(|x| x & 1).sum();
        (flat, odd)
    }

    /// Takes itself apart.
    #[fuse]
    #[must_use]
    pub fn into_parts(self) -> (Vec<String>, usize) {
        let names: Vec<String> = self.names.into_keys().map(|name| name + "!").collect();
        let letters: usize = names.iter().map(|name| name.len()).sum();
        (names, letters)
    }
}

#[fuse]
pub fn text(text: &str) -> (usize, usize, usize, Vec<String>) {
    let lines = text.lines().count();
    let words: usize = text
        .lines()
        .map(|line| line.split_whitespace().count())
        .sum();
    let longest = text.lines().map(str::len).max().unwrap_or(0);
    let trimmed: Vec<String> = text
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.trim().to_string())
        .collect();
    (lines, words, longest, trimmed)
}

#[fuse]
pub fn characters(text: &String) -> (usize, usize, u32, Vec<char>) {
    let upper = text.chars().filter(|c| c.is_uppercase()).count();
    let spaces = text.chars().filter(|c| c.is_whitespace()).count();
    let sum: u32 = text.bytes().map(u32::from).sum();
    let vowels: Vec<char> = text.chars().filter(|c| "aeiou".contains(*c)).collect();
    (upper, spaces, sum, vowels)
}

#[fuse]
pub fn fields(line: &str) -> (usize, Vec<usize>, usize) {
    let count = line.split(',').count();
    let lengths: Vec<usize> = line.split(',').map(|field| field.trim().len()).collect();
    let words = line.split(|c: char| c == ',' || c.is_whitespace()).count();
    (count, lengths, words)
}

#[fuse]
pub fn neighbours(xs: &[i64]) -> (i64, Vec<i64>, usize) {
    let rough: i64 = xs.windows(2).fold(0, |s, w| s ^ w[1].wrapping_sub(w[0]));
    let differences: Vec<i64> = xs.windows(2).map(|w| w[1].wrapping_sub(w[0])).collect();
    let rising = differences.iter().filter(|d| **d > 0).count();
    (rough, differences, rising)
}

#[fuse]
pub fn shifted(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let products: Vec<i64> = xs
        .iter()
        .zip(xs.iter().skip(1))
        .map(|(a, b)| a.wrapping_mul(*b))
        .collect();
    let folded: i64 = products.iter().fold(0, |s, x| s ^ x);
    let tail: i64 = xs[xs.len().min(1)..].iter().fold(0, |s, x| s ^ x);
    (products, folded, tail)
}

#[fuse]
pub fn blocks(xs: &[i64]) -> (Vec<i64>, Option<i64>, usize) {
    let folded: Vec<i64> = xs
        .chunks(4)
        .map(|chunk| chunk.iter().fold(0, |s, x| s ^ x))
        .collect();
    let most = folded.iter().copied().max();
    let full = xs.chunks_exact(4).filter(|chunk| chunk[0] > 0).count();
    (folded, most, full)
}

#[fuse]
pub fn backwards(xs: &[i64]) -> (Vec<i64>, i64, usize) {
    let reversed: Vec<i64> = xs.iter().rev().map(|x| x ^ 1).collect();
    let weighted: i64 = reversed
        .iter()
        .enumerate()
        .fold(0, |s, (i, x)| s ^ x.wrapping_mul(i as i64));
    let last = xs.iter().rev().filter(|x| **x > 3).count();
    (reversed, weighted, last)
}

#[fuse]
pub fn parts(xs: &[i64], n: usize) -> (Vec<i64>, Vec<i64>, i64, i64, usize) {
    let head: Vec<i64> = xs.iter().take(n).map(|x| x ^ 3).collect();
    let tail: Vec<i64> = xs.iter().skip(n).copied().collect();
    let some: i64 = xs.iter().step_by(3).fold(0, |s, x| s ^ x);
    let both: i64 = head
        .iter()
        .chain(&tail)
        .fold(0, |s, x| s.rotate_left(1) ^ x);
    let odd = tail.iter().filter(|x| **x & 1 == 1).count();
    (head, tail, some, both, odd)
}

#[fuse]
pub fn joined(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, usize) {
    let all: Vec<i64> = xs
        .iter()
        .chain(ys.iter())
        .chain(Some(&7))
        .copied()
        .collect();
    let folded: i64 = all.iter().fold(0, |s, x| s.rotate_left(1) ^ x);
    let positive = all.iter().filter(|x| **x > 0).count();
    (all, folded, positive)
}

/// What passes through a loop over several iterators need not be `Copy`.
#[fuse]
pub fn moved_through(xs: &[i64], rows: &[Vec<i64>]) -> (String, Option<String>, usize, i64) {
    let texts: Vec<String> = rows
        .iter()
        .flatten()
        .chain(xs)
        .map(|x| x.to_string())
        .collect();
    let joined: String = texts.iter().fold(String::new(), |all, text| all + text);
    let longest = texts
        .iter()
        .cloned()
        .reduce(|a, b| if a.len() < b.len() { b } else { a });
    let digits: usize = texts.iter().filter(|text| text.contains('7')).count();
    let factor = xs.len() as i64;
    let folded: i64 = texts
        .iter()
        .enumerate()
        .fold(factor, |s, (i, text)| s ^ (text.len() * i) as i64);
    (joined, longest, digits, folded)
}

#[fuse]
pub fn prefixes(xs: &[i64]) -> (Vec<i64>, Option<i64>, Vec<i64>) {
    let sums: Vec<i64> = xs
        .iter()
        .scan(0i64, |sum, x| {
            *sum = sum.wrapping_add(*x);
            Some(*sum)
        })
        .collect();
    let highest = sums.iter().copied().max();
    let stopped: Vec<i64> = xs
        .iter()
        .map_while(|x| if *x == 0 { None } else { Some(100 / x) })
        .collect();
    (sums, highest, stopped)
}

/// A worker that would panic on what comes after the stop.
#[fuse]
pub fn stops(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, i64) {
    let before: Vec<i64> = xs
        .iter()
        .take_while(|x| **x > -5)
        .map(|x| 1000 / (x + 5))
        .collect();
    let folded: i64 = before.iter().fold(0, |s, x| s ^ x);
    let after: i64 = ys.iter().skip_while(|y| **y < 0).fold(0, |s, y| s ^ y);
    (before, folded, after)
}

/// An uneven `zip` runs as std runs it.
#[fuse]
pub fn uneven(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64) {
    let pairs: Vec<i64> = xs
        .iter()
        .filter(|x| **x > 0)
        .zip(ys)
        .map(|(x, y)| x ^ y)
        .collect();
    let folded: i64 = pairs.iter().fold(0, |s, x| s.rotate_left(1) ^ x);
    (pairs, folded)
}

#[fuse]
pub fn functions(n: usize, xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let repeated: Vec<i64> = std::iter::repeat_n(3, n).collect();
    let folded: i64 = repeated.iter().zip(xs).fold(0, |s, (a, b)| s ^ (a + b));
    let products: i64 = std::iter::zip(xs, &repeated).fold(0, |s, (a, b)| s ^ a.wrapping_mul(*b));
    (repeated, folded, products)
}

#[fuse]
pub fn iterator(xs: impl Iterator<Item = i64>) -> (Vec<i64>, i64) {
    let doubled: Vec<i64> = xs.map(|x| x ^ 5).collect();
    let odd: i64 = doubled.iter().map(|x| x & 1).sum();
    (doubled, odd)
}

#[fuse]
pub fn generic_iterator<I>(xs: I) -> (usize, Vec<String>)
where
    I: Iterator<Item = String>,
{
    let kept: Vec<String> = xs.filter(|x| x.len() > 1).collect();
    let letters: usize = kept.iter().map(String::len).sum();
    (letters, kept)
}

#[fuse]
pub fn iterable(xs: impl IntoIterator<Item = i64>) -> (Vec<i64>, i64) {
    let doubled: Vec<i64> = xs.into_iter().map(|x| x ^ 5).collect();
    let odd: i64 = doubled.iter().map(|x| x & 1).sum();
    (doubled, odd)
}

/// Elements that are no references, of a type that the macro does not see.
pub struct Counter(pub u32);

impl Counter {
    pub fn iter(&self) -> impl Iterator<Item = String> + use<> {
        (0..self.0).map(|n| n.to_string())
    }
}

#[fuse]
pub fn made_anew(counter: &Counter) -> (usize, Vec<String>, usize) {
    let letters: usize = counter.iter().map(|text| text.len()).sum();
    let texts: Vec<String> = counter.iter().map(|text| text + "!").collect();
    let fives = counter.iter().filter(|text| text.contains('5')).count();
    (letters, texts, fives)
}

#[fuse]
pub fn shadowed(xs: &[i64], ys: &[i64]) -> (Vec<i64>, i64, i64) {
    let n = xs.len() / 2;
    let first: Vec<i64> = xs.iter().skip(n).map(|x| x ^ 1).collect();
    let n = n / 2;
    let second: i64 = xs.iter().skip(n).fold(0, |s, x| s ^ x);
    let xs = ys;
    let third: i64 = xs.iter().skip(n).fold(0, |s, x| s ^ x);
    (first, second, third)
}

#[fuse]
pub fn counts(words: &[&str]) -> (HashMap<String, usize>, usize, usize) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for word in words {
        *seen.entry((*word).to_string()).or_insert(0) += 1;
    }
    let once = seen.values().filter(|n| **n == 1).count();
    let all: usize = seen.values().sum();
    (seen, once, all)
}

/// `iter::zip` of an array made here, and an iterator that can be peeked at: one pass.
#[fuse(loops = 1)]
pub fn zipped_by_a_function(xs: &[i64]) -> (i64, i64) {
    let halves: Vec<i64> = xs.iter().map(|x| x / 3).collect();
    let mixed: i64 = std::iter::zip(xs, &halves).fold(0, |s, (x, h)| s ^ x.wrapping_mul(*h));
    let rest: i64 = xs.iter().peekable().fold(0, |s, x| s.wrapping_add(x % 3));
    (mixed, rest)
}

/// What an order has of several things.
#[derive(Debug)]
pub struct Basket {
    items: Vec<i64>,
    notes: BTreeMap<i64, String>,
    counted: Countdown,
}

impl Basket {
    #[must_use]
    pub fn new(xs: &[i64]) -> Basket {
        Basket {
            items: xs[xs.len() / 3..].to_vec(),
            notes: xs.iter().map(|x| (*x, x.to_string())).collect(),
            counted: Countdown(xs.len() as u8),
        }
    }
}

/// Gives values, not references.
#[derive(Debug)]
struct Countdown(u8);

impl Countdown {
    fn iter(&self) -> impl Iterator<Item = String> + use<> {
        (0..self.0).rev().map(|number| number.to_string())
    }
}

/// What all have, several times over: one loop for each of the four.
#[fuse(loops = 4)]
pub fn parts_of_all(baskets: &[Basket]) -> (i64, usize, Vec<&i64>, usize, String, usize) {
    let all = baskets
        .iter()
        .flat_map(|basket| basket.items.iter())
        .fold(0_i64, |all, item| all ^ item);
    let odd = baskets
        .iter()
        .flat_map(|basket| basket.items.iter())
        .filter(|item| **item % 2 != 0)
        .count();
    let small: Vec<&i64> = baskets
        .iter()
        .flat_map(|basket| basket.items.iter())
        .filter(|item| **item < 50)
        .collect();
    let letters = baskets
        .iter()
        .flat_map(|basket| basket.notes.values())
        .map(|note| note.chars().count())
        .sum::<usize>();
    let greatest = baskets
        .iter()
        .flat_map(|basket| basket.notes.values())
        .fold(String::new(), |greatest, note| greatest.max(note.clone()));
    let down = baskets
        .iter()
        .flat_map(|basket| basket.counted.iter())
        .fold(0_usize, |down, number| down * 3 + number.len())
        + baskets
            .iter()
            .flat_map(|basket| basket.counted.iter())
            .filter(|number| number == "2")
            .count();
    let rest = baskets.iter().map(|basket| basket.items.len()).sum::<usize>();
    (all, odd, small, letters + rest, greatest, down)
}

/// Not the same baskets, though they are called so; and some more of them.
#[fuse]
pub fn parts_of_others(baskets: &mut Vec<Basket>) -> (i64, i64, usize) {
    let before = baskets
        .iter()
        .flat_map(|basket| basket.items.iter())
        .fold(0_i64, |all, item| all ^ item);
    baskets.truncate(3);
    let after = baskets
        .iter()
        .flat_map(|basket| basket.items.iter())
        .fold(7_i64, |all, item| all ^ item);
    let baskets = &baskets[..baskets.len().min(1)];
    let first = baskets
        .iter()
        .flat_map(|basket| basket.items.iter())
        .filter(|item| **item > 0)
        .count();
    (before, after, first)
}

/// The elements of vectors and of arrays, several times over: one loop for each of the two, and one for the rows.
#[fuse(loops = 3)]
pub fn flattened_again<'a>(
    rows: &'a [Vec<i64>],
    points: &'a [[i64; 3]],
) -> (i64, usize, Vec<&'a i64>, usize, Vec<&'a i64>, i64) {
    let all = rows.iter().flatten().fold(0_i64, |all, x| all ^ x);
    let odd = rows.iter().flatten().filter(|x| **x % 2 != 0).count();
    let small: Vec<&i64> = rows.iter().flatten().filter(|x| **x < 50).collect();
    let low = points.iter().flatten().filter(|x| **x < 20).count();
    let high: Vec<&i64> = points.iter().flatten().filter(|x| **x > 30).collect();
    let long = rows.iter().map(|row| row.len() as i64).fold(0, i64::max);
    (all, odd, small, low, high, long)
}

/// Sums that overflow where the first of them does, and a division that panics before the second one would.
#[fuse]
pub fn flattened_panics(rows: &[Vec<i32>]) -> (i32, i32) {
    let sum: i32 = rows.iter().flatten().sum();
    let parts: i32 = rows.iter().flatten().map(|x| 1000 / x).sum();
    (sum, parts)
}

/// Elements that are no references to what is flattened: each is made for its own pass.
#[fuse]
pub fn flattened_values(rows: Vec<Vec<String>>) -> (usize, String) {
    let copy = rows.clone();
    let letters = copy.into_iter().flatten().map(|word| word.len()).sum::<usize>();
    let words = rows.into_iter().flatten().fold(String::new(), |all, word| all + &word);
    (letters, words)
}

/// Not the same rows, though they are called so; and what stands in them is another after the first pass.
#[fuse]
pub fn flattened_others(rows: &mut Vec<Vec<i64>>) -> (i64, i64, i64, usize) {
    let before = rows.iter().flatten().fold(0_i64, |all, x| all ^ x);
    rows.truncate(3);
    let after = rows.iter().flatten().fold(7_i64, |all, x| all ^ x);
    if let Some(row) = rows.first_mut() {
        row.push(40);
    }
    let more = rows.iter().flatten().fold(9_i64, |all, x| all ^ x);
    let rows = &rows[..rows.len().min(1)];
    let first = rows.iter().flatten().filter(|x| **x > 0).count();
    (before, after, more, first)
}

/// It tells each time that it is asked for its elements, and gives one more than before.
#[derive(Debug)]
struct Told<'a>(&'a Cell<usize>);

impl<'a> IntoIterator for &'a Told<'_> {
    type Item = usize;
    type IntoIter = std::ops::Range<usize>;

    fn into_iter(self) -> std::ops::Range<usize> {
        self.0.set(self.0.get() + 1);
        0..self.0.get()
    }
}

/// What a user's type gives may be another each time.
#[fuse]
pub fn flattened_users(asked: usize) -> (usize, usize) {
    let told = Cell::new(asked % 7);
    let rows: Vec<Told<'_>> = (0..3).map(|_| Told(&told)).collect();
    let sum = rows.iter().flatten().fold(0_usize, |sum, x| sum * 3 + x);
    let count = rows.iter().flatten().filter(|x| *x > 1).count();
    (sum, count)
}

/// A `Vec` of the user's own, which is none of std's.
mod own {
    use std::cell::Cell;

    pub(super) struct Vec<T>(pub(super) Cell<T>);

    impl IntoIterator for &Vec<usize> {
        type Item = usize;
        type IntoIter = std::ops::Range<usize>;

        fn into_iter(self) -> std::ops::Range<usize> {
            self.0.set(self.0.get() + 1);
            0..self.0.get()
        }
    }
}

/// The name of what is flattened says whose it is.
#[fuse]
pub fn flattened_namesakes(start: usize) -> (usize, usize) {
    let rows: [own::Vec<usize>; 2] = [own::Vec(Cell::new(start % 5)), own::Vec(Cell::new(1))];
    let sum = rows.iter().flatten().fold(0_usize, |sum, x| sum * 3 + x);
    let count = rows.iter().flatten().filter(|x| *x > 1).count();
    (sum, count)
}

/// What drives a loop of several passes is a name, and no iterator yet.
#[fuse]
pub fn passes_over_a_name(xs: &[i64]) -> (i64, Vec<i64>) {
    let largest: i64 = std::iter::zip(xs, xs.iter()).fold(2, |largest, (x, _)| largest.max(*x));
    let ones: Vec<i64> = xs.iter().enumerate().map(|_| 1).collect();
    (largest, ones)
}

/// An iterator that claims more than it has.
pub struct Claims {
    /// What it has.
    pub left: usize,
    /// What it claims.
    pub claimed: usize,
}

impl Iterator for Claims {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        self.left = self.left.checked_sub(1)?;
        Some(self.left as f64)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.claimed, Some(self.claimed))
    }
}

#[fuse(loops = 1)]
fn kept_and_summed<I: Iterator<Item = f64>>(it: I) -> (Vec<f64>, f64) {
    let doubled: Vec<f64> = it.map(|x| x * 2.0).collect();
    let sum: f64 = doubled.iter().map(|x| x + 1.0).sum();
    (doubled, sum)
}

pub fn claimed(left: usize, claimed: usize) -> (Vec<f64>, f64) {
    kept_and_summed(Claims { left, claimed })
}
