//! Vectors that a body pushes to, read in the same loop.
//!
//! `tests/SAFETY.md` names the rule that each function shows.

#![allow(
    clippy::same_item_push,
    clippy::needless_collect,
    reason = "they are written as people write them"
)]

use super::fuse;
use std::cell::Cell;

/// Beside what is added up, in branches, by the state of the loop; kept, or not.
#[fuse]
pub fn beside(xs: &[f64]) -> (Vec<f64>, f64, f64, usize, f64) {
    let mut running = Vec::with_capacity(xs.len());
    let mut above = Vec::new();
    let mut below = Vec::new();
    let mut total = 0.0;
    for &x in xs {
        if x.is_nan() {
            continue;
        }
        total += x;
        running.push(total);
        if x > 0.5 {
            above.push(x * 2.0);
        } else {
            below.push((x, total));
        }
    }
    let highest = running.iter().copied().fold(f64::MIN, f64::max);
    let gains: f64 = above.iter().map(|x| x - 1.0).sum();
    let falls: f64 = below.iter().map(|pair| pair.0 * pair.1).sum();
    (running, highest, gains, above.len(), falls)
}

/// By value, by a body, and with a number for each.
#[fuse]
pub fn taken(xs: &[i64]) -> (i64, i64, Vec<i64>) {
    let mut sums = Vec::new();
    let mut signs: Vec<i64> = vec![];
    let mut sum = 0i64;
    for x in xs {
        sum = sum.wrapping_add(*x);
        sums.push(sum);
        signs.push(if *x < 0 { -1 } else { 1 });
    }
    let mut mixed = 7i64;
    for sum in sums {
        mixed = mixed.wrapping_mul(31) ^ sum;
    }
    let alternating = signs
        .iter()
        .enumerate()
        .map(|(i, s)| if i % 2 == 0 { *s } else { -s })
        .sum();
    let products = signs
        .iter()
        .zip(xs)
        .map(|(s, x)| s.wrapping_mul(*x))
        .collect();
    (mixed, alternating, products)
}

/// Pushed twice, begun with an element, asked how many there are, changed behind the loop, read before it has ended.
#[fuse]
pub fn not_in_step(xs: &[i64]) -> (i64, i64, i64, Vec<i64>) {
    let mut twice = Vec::new();
    let mut begun = vec![3i64];
    let mut asked: Vec<i64> = Vec::new();
    let mut again: Vec<i64> = Vec::new();
    let mut sum = 0i64;
    for x in xs {
        sum = sum.wrapping_add(*x);
        twice.push(sum);
        if *x > 1 {
            twice.push(-1);
        }
        begun.push(sum);
        if asked.len() < 4 {
            asked.push(sum);
        }
        again.push(*x);
    }
    again.push(sum);
    let one = twice
        .iter()
        .fold(0i64, |a, b| a.wrapping_mul(3).wrapping_add(*b));
    let other = begun
        .iter()
        .fold(1i64, |a, b| a.wrapping_mul(5).wrapping_add(*b));
    let third = asked
        .iter()
        .fold(2i64, |a, b| a.wrapping_mul(7).wrapping_add(*b));
    again.sort_unstable();
    (one, other, third, again)
}

/// Left in the middle, and a panic behind what was pushed.
#[fuse]
pub fn left(xs: &[i64], at: i64) -> Option<(i64, i64)> {
    let mut sums = Vec::new();
    let mut sum = 0i64;
    for x in xs {
        if *x == at {
            return None;
        }
        sum = sum.wrapping_add(*x);
        sums.push(sum);
    }
    let mixed = sums.iter().fold(1i64, |a, b| a.wrapping_mul(33) ^ b);
    let divided = sums
        .iter()
        .map(|sum| 100 / (sum - at))
        .fold(0, i64::wrapping_add);
    Some((mixed, divided))
}

/// Of another loop behind the same vector, by another name of it, and of one that is bound anew.
#[fuse]
pub fn again(xs: &[i64]) -> (i64, i64, usize) {
    let mut sums: Vec<i64> = Vec::new();
    let mut sum = 0i64;
    for x in xs {
        sum = sum.wrapping_add(*x);
        sums.push(sum);
    }
    let lent = &sums;
    let one = lent.iter().fold(0i64, |a, b| a ^ b);
    for x in xs {
        sums.push(*x);
    }
    let other = sums.iter().fold(0i64, |a, b| a.wrapping_mul(3) ^ b);
    let sums: Vec<i64> = sums
        .iter()
        .map(|sum| sum / 2)
        .filter(|sum| *sum > 0)
        .collect();
    (one, other, sums.len())
}

/// Searched, put into a text, and asked by what takes its elements itself.
#[fuse]
pub fn pulled(xs: &[i64]) -> (bool, Option<usize>, String, i64) {
    let mut sums: Vec<i64> = Vec::new();
    let mut sum = 0i64;
    for x in xs {
        sum = sum.wrapping_add(*x);
        sums.push(sum);
    }
    let any = sums.iter().any(|sum| *sum == 5);
    let at = sums.iter().position(|sum| *sum < 0);
    let text: String = sums
        .iter()
        .map(|sum| char::from(b'a' + (sum.unsigned_abs() % 26) as u8))
        .collect();
    let last = sums.iter().fold(0, |_, sum| *sum);
    (any, at, text, last)
}

/// A loop of bytes, whose differences are kept.
#[fuse]
pub fn differences(bytes: &[u8]) -> (u32, usize, Vec<u8>) {
    let mut out = Vec::new();
    let mut before = 0;
    for &byte in bytes {
        out.push(byte.wrapping_sub(before));
        before = byte;
    }
    let sum = out.iter().map(|&byte| u32::from(byte)).sum();
    let large = out.iter().filter(|byte| **byte > 127).count();
    (sum, large, out)
}

/// Numbers whose type a statement behind the loop decides, and methods of them.
#[fuse]
pub fn decided_behind(xs: &[f64]) -> (usize, usize, u8, u32, i64, u64, f64) {
    let mut runs = Vec::new();
    let mut run = 0;
    let mut threes = Vec::new();
    let mut places = Vec::new();
    let mut at = 0;
    let mut peak = 0.0;
    let mut peaks = Vec::new();
    for x in xs {
        if *x > 0.5 {
            run += 1;
        } else {
            run = 0;
        }
        runs.push(run);
        threes.push(3);
        places.push((at, 1));
        at += 1;
        peak = x.max(peak);
        peaks.push(peak);
    }
    let longest: usize = runs.iter().copied().max().unwrap_or(0);
    let near = runs.iter().filter(|run| run.abs_diff(3) < 2).count();
    let first: u8 = threes.first().copied().unwrap_or(1);
    let zeros = threes.iter().map(|three| three.leading_zeros()).sum();
    let least: Option<(i64, u64)> = places.iter().copied().min();
    let far = places
        .iter()
        .map(|place| place.0.abs() + place.1.pow(2) as i64)
        .fold(0, i64::wrapping_add);
    let sum = peaks.iter().map(|peak| peak.abs()).sum();
    (
        longest,
        near,
        first,
        zeros,
        far,
        least.map_or(0, |least| least.1),
        sum,
    )
}

/// A reading with a name, and how often it was asked for.
pub struct Reading<'a> {
    /// Its name.
    pub name: &'a str,
    /// The value.
    pub value: i64,
    /// How often it was asked for.
    pub asked: Cell<u32>,
}

impl Reading<'_> {
    fn ask(&self) -> i64 {
        self.asked.set(self.asked.get() + 1);
        self.value
    }
}

/// References, alone and beside numbers; within what is left of a budget.
#[fuse]
pub fn references(readings: &[Reading<'_>], mut left: i64) -> (i64, usize, i64, Vec<String>, i64) {
    let mut chosen = Vec::new();
    for reading in readings {
        if reading.value > left {
            continue;
        }
        left = left.wrapping_sub(reading.value);
        chosen.push(reading);
    }
    let total = chosen
        .iter()
        .fold(0i64, |sum, reading| sum.wrapping_add(reading.value));
    let names = chosen.iter().map(|reading| reading.name.len()).sum();
    let mut pairs = Vec::new();
    for reading in readings {
        if reading.value % 3 == 0 {
            pairs.push((reading.name, reading.value));
        }
    }
    let largest = pairs.iter().map(|pair| pair.1).fold(i64::MIN, i64::max);
    let texts = pairs
        .iter()
        .map(|(name, value)| format!("{name}{value}"))
        .collect();
    (total, names, largest, texts, left)
}

/// Cells that the loop changes behind the references that it pushes.
#[fuse]
pub fn cells(readings: &[&Reading<'_>]) -> (u32, i64, usize) {
    let mut seen = Vec::new();
    let mut sum = 0i64;
    for reading in readings {
        seen.push(reading);
        sum = sum.wrapping_add(reading.ask());
    }
    let asked = seen.iter().map(|reading| reading.asked.get()).sum();
    let often = seen
        .iter()
        .filter(|reading| reading.asked.get() > 1)
        .count();
    (asked, sum, often)
}

/// What is coerced to the type of the first.
#[fuse]
pub fn coerced(xs: &[i64], four: &[i64; 4]) -> (i64, usize, usize) {
    let vector = xs.to_vec();
    let mut parts: Vec<&[i64]> = Vec::new();
    let mut shown: Vec<&dyn std::fmt::Debug> = Vec::new();
    let mut inferred = Vec::new();
    for x in xs {
        if *x > 2 {
            parts.push(&vector);
            shown.push(x);
            inferred.push(debug(x));
        } else {
            parts.push(four);
            shown.push(&vector);
            inferred.push(four);
        }
    }
    let sum = parts
        .iter()
        .map(|part| part.first().copied().unwrap_or(7))
        .fold(0, i64::wrapping_add);
    let length = shown.iter().map(|shown| format!("{shown:?}").len()).sum();
    let other = inferred
        .iter()
        .map(|shown| format!("{shown:?}").len())
        .sum();
    (sum, length, other)
}

fn debug(x: &i64) -> &dyn std::fmt::Debug {
    x
}

/// Draws numbers.
#[derive(Clone)]
pub struct Draws {
    /// What it draws from.
    pub state: u64,
    /// How many at once.
    pub most: usize,
}

impl Draws {
    fn draw(&mut self) -> f64 {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.state >> 40) as f64
    }

    /// What a method of it gives, whose type its declaration shows.
    #[fuse]
    pub fn drawn(&mut self, contract: &Contract) -> (f64, f64, usize) {
        let mut drawn = Vec::with_capacity(self.most);
        for _ in 0..self.most {
            let x = self.draw();
            drawn.push(contract.payoff(x));
        }
        let n = drawn.len();
        let sum = drawn.iter().sum();
        let squares = drawn.iter().map(|x| x * x).sum();
        (sum, squares, n)
    }

    /// The same of what is pushed as it is drawn.
    #[fuse]
    pub fn squares(&mut self) -> (f64, usize) {
        let mut drawn = Vec::with_capacity(self.most);
        for _ in 0..self.most {
            drawn.push(self.draw());
        }
        let squares: f64 = drawn.iter().map(|x| x * x).sum();
        let large = drawn.iter().filter(|x| **x > 8e6).count();
        (squares + self.state as f64, large)
    }
}

/// What pays.
pub struct Contract {
    /// Above this.
    pub strike: f64,
}

impl Contract {
    fn payoff(&self, x: f64) -> f64 {
        (x - self.strike).max(0.0)
    }

    fn rank(&self) -> i64 {
        self.strike as i64
    }
}

/// What takes a contract comes before what borrows it.
trait Ranked {
    fn rank(self) -> u8;
}

impl Ranked for Contract {
    fn rank(self) -> u8 {
        self.strike.to_bits().count_ones() as u8
    }
}

/// A method of a trait that rustc finds first, and one that it does not.
#[fuse]
pub fn ranked(xs: &[f64]) -> (u32, usize, i64, usize) {
    let mut ranks = Vec::new();
    let mut others = Vec::new();
    for x in xs {
        let contract = Contract { strike: *x };
        let lent = &contract;
        others.push(lent.rank());
        ranks.push(contract.rank());
    }
    let sum = ranks.iter().map(|rank| u32::from(*rank)).sum();
    let most = ranks.iter().filter(|rank| **rank > 9).count();
    let least = others.iter().fold(0, |least: i64, rank| least.min(*rank));
    let all = others.iter().filter(|rank| **rank > 0).count();
    (sum, most, least, all)
}

fn halved(x: u8) -> u8 {
    x >> 1
}

/// Several values in each turn, side by side.
#[fuse]
pub fn side_by_side(rgb: &[u8]) -> (Vec<u8>, usize, usize) {
    let bright = rgb.chunks_exact(3).filter(|p| p[0] > 200).count();
    let mut rgba = Vec::with_capacity(rgb.len());
    for p in rgb.chunks_exact(3) {
        let most = p[0].max(p[1]).max(p[2]);
        rgba.push(halved(p[0]));
        rgba.push(p[1] ^ most);
        rgba.push(p[2]);
        rgba.push(255);
    }
    let all = rgb.chunks_exact(3).filter(|p| p[1] < p[2]).count();
    (rgba, bright, all)
}

/// The second of two may fail when the first has been pushed, which nobody sees.
#[fuse]
pub fn in_turn(left: &[i64], right: &[i64], by: i64) -> (Vec<i64>, i64) {
    let sum = left
        .iter()
        .zip(right)
        .fold(0, |sum: i64, (l, r)| sum ^ l ^ r);
    let mut both: Vec<i64> = Vec::new();
    for (l, r) in left.iter().zip(right) {
        both.push(l ^ 1);
        both.push(r / by);
    }
    (both, sum)
}

/// The array is looked at, changed behind the loop, of strings, or pushed to by a condition.
#[fuse]
pub fn other_turns(xs: &[i64]) -> (Vec<usize>, Vec<i64>, Vec<String>, Vec<i64>, i64) {
    let mut lengths = Vec::new();
    for _ in xs {
        lengths.push(0);
        lengths.push(lengths.len());
    }
    let mut more = Vec::new();
    for x in xs {
        more.push(*x);
        more.push(x ^ 3);
    }
    more.push(7);
    let mut texts = Vec::new();
    for x in xs.iter().take(9) {
        texts.push(x.to_string());
        texts.push(String::new());
    }
    let mut some = Vec::new();
    for x in xs {
        if x & 1 == 0 {
            some.push(*x);
            some.push(x ^ 5);
        }
    }
    (lengths, more, texts, some, xs.iter().fold(0, |a, x| a ^ x))
}

/// Fewer than there is room for.
#[fuse]
pub fn with_room(rgba: &[u8]) -> (Vec<u8>, Vec<u16>, usize) {
    let clear = rgba.chunks_exact(4).filter(|p| p[3] == 0).count();
    let mut gray = Vec::with_capacity(rgba.len());
    for p in rgba.chunks_exact(4) {
        gray.push(p[0] / 2 + p[1] / 2);
        gray.push(p[3]);
    }
    let mut few: Vec<u16> = Vec::with_capacity(64);
    for p in rgba.chunks_exact(4) {
        few.push(u16::from(p[0]) + 1);
        few.push(0);
        few.push(u16::from(p[1]));
    }
    (gray, few, clear)
}

/// How many there are is seen by the next.
pub struct Counted<'a>(i64, &'a Cell<i64>);

impl<'a> Counted<'a> {
    fn new(x: i64, alive: &'a Cell<i64>) -> Counted<'a> {
        alive.set(alive.get() + 1);
        Counted(x ^ alive.get(), alive)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.1.set(self.1.get() - 1);
    }
}

/// What a value is made of is gone before the next is made.
#[fuse]
pub fn dropped_in_turn(xs: &[i64], alive: &Cell<i64>) -> (Vec<i64>, usize) {
    let count = xs.iter().filter(|x| **x > 1).count();
    let mut out: Vec<i64> = Vec::new();
    for x in xs {
        out.push(Counted::new(*x, alive).0);
        out.push(Counted::new(*x, alive).0);
    }
    (out, count)
}

/// The array that the room was asked for is gone behind it, or has another name.
#[fuse]
pub fn room_of_another(xs: &[i64], ys: Vec<i64>, zs: &[i64]) -> (Vec<i64>, Vec<i64>, i64) {
    let mut out: Vec<i64> = Vec::with_capacity(ys.len());
    drop(ys);
    for x in xs {
        out.push(*x);
        out.push(x ^ 1);
    }
    let mut more: Vec<i64> = Vec::with_capacity(zs.len());
    let zs = 3;
    for x in xs {
        more.push(*x);
        more.push(x ^ zs);
    }
    (out, more, xs.iter().fold(0, |a, x| a ^ x))
}
