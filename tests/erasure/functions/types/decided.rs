//! Types that rustc finds in one statement and needs in the next: no chain comes to stand before what decides.

use super::fuse;
use std::collections::{BTreeSet, VecDeque};

type Queue = VecDeque<u32>;

#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub struct Width(pub u32);

impl Width {
    fn of(&self) -> usize {
        self.0 as usize
    }
}

impl From<&u32> for Width {
    fn from(x: &u32) -> Width {
        Width(*x)
    }
}

fn with(widths: &[Width], sum: usize) -> usize {
    widths.len() + sum
}

#[fuse]
pub fn by_another_name(xs: &[u32]) -> (usize, usize) {
    let ws: Vec<_> = xs.iter().map(|x| x.into()).collect();
    let seen: &[Width] = &ws;
    let widest = ws.iter().map(|w| w.of()).max().unwrap_or(0);
    (widest, seen.len())
}

#[fuse]
pub fn by_an_element(xs: &[u32]) -> (usize, usize) {
    let ws: Vec<_> = xs.iter().map(|x| x.into()).collect();
    if xs.is_empty() {
        return (0, 0);
    }
    let first: &Width = &ws[0];
    let widest = ws.iter().map(|w| w.of()).max().unwrap_or(0);
    (widest, first.of())
}

#[fuse]
pub fn by_an_argument(xs: &[f32]) -> (f64, f64) {
    let ys: Vec<_> = xs.iter().map(|x| (*x).into()).collect();
    let least = f64::max(ys.len() as f64, if ys.is_empty() { 0.0 } else { ys[0] });
    let roots: f64 = ys.iter().map(|y| y.sqrt()).sum();
    (least, roots)
}

#[fuse]
pub fn by_a_branch(words: &[String]) -> (f64, f64) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let first = if ys.is_empty() { 1.0f64 } else { ys[0] };
    let roots: f64 = ys.iter().map(|y| y.sqrt()).sum();
    (first, roots)
}

#[fuse]
pub fn by_a_number(words: &[String], ws: &[f64]) -> (f64, f64, f64) {
    let scale = words[0].parse().unwrap();
    let all: f64 = ws.iter().sum();
    let seen: &f64 = &scale;
    let scaled: f64 = ws.iter().map(|w| w * scale.sqrt()).sum();
    (all, scaled, *seen)
}

#[fuse]
pub fn by_a_chain_above(words: &[String], ws: &[f64]) -> (f64, f64) {
    let least = words[0].parse().unwrap();
    let above: f64 = ws.iter().map(|w| f64::max(*w, least)).sum();
    let root = least.sqrt();
    let scaled: f64 = ws.iter().map(|w| w * root).sum();
    (above, scaled)
}

#[fuse]
pub fn by_a_result(words: &[String]) -> (Vec<u8>, u32) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let doubled: Vec<u8> = ys.iter().cloned().collect();
    let ones: u32 = ys.iter().map(|y| y.count_ones()).sum();
    (doubled, ones)
}

#[fuse]
pub fn by_what_is_made_of_it(words: &[String]) -> (u8, u32) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let most: u8 = ys.iter().copied().max().unwrap();
    let ones: u32 = ys.iter().map(|y| y.count_ones()).sum();
    (most, ones)
}

#[fuse]
pub fn by_its_own_statement(xs: &[u32]) -> (usize, usize) {
    let ws: Vec<_> = xs.iter().map(|x| x.into()).collect();
    let all = with(&ws, ws.iter().map(|w| w.of()).sum());
    let widest = ws.iter().map(|w| w.of()).max().unwrap_or(0);
    (all, widest)
}

#[fuse(loops = 1)]
pub fn by_a_sum(words: &[String]) -> (f64, f64) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let sum: f64 = ys.iter().sum();
    let roots: f64 = ys.iter().map(|y| y.sqrt()).sum();
    (sum, roots)
}

#[fuse(loops = 1)]
pub fn by_a_closure(xs: &[u32]) -> (usize, usize) {
    let ws: Vec<_> = xs.iter().map(|x| x.into()).collect();
    let widest = ws.iter().map(|w: &Width| w.of()).max().unwrap_or(0);
    let all: usize = ws.iter().map(|w| w.of()).sum();
    (widest, all)
}

/// What the type of the array shows of its elements holds for each of them.
#[fuse(loops = 1)]
pub fn rows_of_a_shape(words: &[String]) -> (usize, usize) {
    let rows: Vec<Vec<_>> = words.iter().map(|w| w.chars().collect()).collect();
    let all: usize = rows.iter().map(|r| r.len()).sum();
    let most = rows.iter().map(|r| r.len()).max().unwrap_or(0);
    let _: Vec<Vec<char>> = rows;
    (all, most)
}

#[fuse]
pub fn numbers_without_a_type(xs: &[u32]) -> (u64, u32) {
    let marks: Vec<_> = xs.iter().map(|x| if *x > 5 { 1 } else { 2 }).collect();
    let most: u64 = marks.iter().copied().max().unwrap_or(0);
    let ones: u32 = marks.iter().map(|m| m.count_ones()).sum();
    (most, ones)
}

#[fuse]
pub fn counted(xs: &[u32]) -> (usize, usize) {
    let mut seen = std::collections::HashMap::new();
    for x in xs {
        *seen.entry(*x % 7).or_insert(0) += 1;
    }
    let most: usize = seen.values().copied().max().unwrap_or(0);
    let odd = seen.values().filter(|v| v.count_ones() % 2 == 1).count();
    (most, odd)
}

#[fuse]
pub fn by_a_view(words: &[String]) -> (u64, u32) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let rest: u64 = ys.iter().skip(1).sum();
    let ones: u32 = ys.iter().map(|y| y.count_ones()).sum();
    (rest, ones)
}

#[fuse]
pub fn by_a_loop(words: &[String]) -> (u64, u32) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let mut rest = 0u64;
    for y in ys.iter().skip(1) {
        rest += y;
    }
    let ones: u32 = ys.iter().map(|y| y.count_ones()).sum();
    (rest, ones)
}

#[fuse]
pub fn by_an_operand(words: &[String], ws: &[f64]) -> (f64, f64, f64) {
    let scale = words[0].parse().unwrap();
    let all: f64 = ws.iter().sum();
    let seen: &f64 = &scale;
    let scaled: f64 = ws.iter().map(|w| w * (scale + 1.0).sqrt()).sum();
    (all, scaled, *seen)
}

#[fuse]
pub fn negated(words: &[String]) -> (usize, f64) {
    let ys: Vec<_> = words.iter().map(|w| w.parse().unwrap()).collect();
    let seen: &[f64] = &ys;
    let sum = ys.iter().map(|&y| -y).sum::<f64>();
    (seen.len(), sum)
}

fn width(row: &[u32]) -> usize {
    row.len()
}

trait Make<T> {
    fn make(&self) -> T;
}

impl Make<Vec<u32>> for u32 {
    fn make(&self) -> Vec<u32> {
        vec![*self; 2]
    }
}

impl Make<String> for u32 {
    fn make(&self) -> String {
        self.to_string()
    }
}

#[fuse]
pub fn coerced_where_it_is_given(xs: &[u32]) -> (usize, usize) {
    let rows: Vec<_> = xs.iter().map(|x| x.make()).collect();
    let seen: &[Vec<u32>] = &rows;
    let all = rows.iter().map(|r| width(r)).sum::<usize>();
    (seen.len(), all)
}

#[fuse]
pub fn numbers_of_a_range(xs: &[u32]) -> (Option<u64>, u32) {
    let squares: Vec<_> = (0..10).map(|i| i * i).collect();
    let most: Option<u64> = squares.iter().copied().max();
    let ones: u32 = squares.iter().map(|s| s.count_ones()).sum();
    (most, ones + xs.len() as u32)
}

#[fuse]
pub fn counted_in_a_block(words: &[String]) -> (i64, i64) {
    let scores: Vec<_> = words
        .iter()
        .map(|w| {
            let mut score = 0;
            for c in w.chars() {
                if c == '1' {
                    score += 3;
                } else {
                    score -= 1;
                }
            }
            score
        })
        .collect();
    let most: i64 = scores.iter().copied().max().unwrap_or_default();
    let all = scores.iter().map(|s| s.abs()).sum();
    (most, all)
}

#[fuse]
pub fn by_neighbours(words: &[String]) -> (u64, u32) {
    let ys: Vec<_> = words
        .iter()
        .map(|w| if w.len() > 1 { 1 } else { 2 })
        .collect();
    let mut sum = 0u64;
    for i in 1..ys.len() {
        sum += ys[i];
    }
    let ones: u32 = ys.iter().map(|y| y.count_ones()).sum();
    (sum, ones)
}

#[fuse]
pub fn cast_to_what_it_is(words: &[String]) -> (usize, f64) {
    let sizes: Vec<_> = words.iter().map(|w| w.len() as _).collect();
    let seen: &[f64] = &sizes;
    let roots: f64 = sizes.iter().map(|s| s.sqrt()).sum();
    (seen.len(), roots)
}

thread_local! {
    static MADE: std::cell::Cell<i64> = const { std::cell::Cell::new(0) };
}

/// It is no type parameter, though it has the name of one.
#[derive(Debug)]
pub struct W(i64);

impl Default for W {
    fn default() -> W {
        MADE.set(MADE.get() + 1);
        W(MADE.get())
    }
}

impl W {
    fn age(&self) -> i64 {
        MADE.get() - self.0
    }
}

#[fuse]
pub fn numbered(xs: &[u32]) -> (usize, i64) {
    let mut made = Vec::new();
    for _ in xs {
        made.push(W::default());
    }
    let mut ages = 0;
    for w in &made {
        ages += w.age();
    }
    (made.len(), ages)
}

/// A sum of a visible type decides nothing, nor does a literal beside a number of a type.
#[fuse(loops = 1)]
pub fn means_of_the_kept(xs: &[f64], rows: &[Option<u32>]) -> (f64, f64, f64) {
    let ys: Vec<_> = xs.iter().map(|x| if *x > 0.0 { *x } else { 0.0 }).collect();
    let mean = ys.iter().sum::<f64>() / (xs.len() + rows.len()) as f64;
    let most = ys.iter().map(|y| y.abs()).fold(0.0, f64::max);
    let all: f64 = ys.iter().sum();
    (mean, most, all)
}

/// Collections that no chain reads share the loop with types that are decided late, whatever their types are written as.
#[fuse]
pub fn beside_collections(words: &[String], xs: &[u32]) -> (Vec<u32>, Vec<u32>, usize, u32) {
    let late: Vec<_> = words.iter().map(|w| w.parse().unwrap_or(0)).collect();
    let queue: VecDeque<u32> = late.iter().copied().collect();
    let boxed: Box<[u32]> = xs.iter().map(|x| x / 2).collect();
    let other: Queue = xs.iter().copied().collect();
    let set: BTreeSet<u32> = late.iter().map(|w| *w + 1).collect();
    let most = late.iter().map(|w| w.wrapping_mul(2)).max().unwrap_or(0);
    (
        Vec::from(queue),
        boxed.into_vec(),
        other.len() + set.len(),
        most,
    )
}
