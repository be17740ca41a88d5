//! Blocks in the closures of chains, and workers that look into one of several forms of an element.

use super::fuse;
use rayon::prelude::*;

/// Inside of a chain that is left as it was.
#[fuse]
pub fn inside_one_chain(rows: &[Vec<f64>]) -> Vec<(f64, f64)> {
    rows.iter()
        .map(|row| {
            let sum: f64 = row.iter().sum();
            let most = row.iter().copied().fold(f64::MIN, f64::max);
            (sum, most)
        })
        .collect()
}

/// Inside of one that is fused, whose result has a name of the block's, too.
#[fuse]
pub fn inside_a_loop(rows: &[Vec<f64>]) -> (Vec<f64>, f64, usize) {
    let sum: Vec<f64> = rows
        .iter()
        .map(|rows| {
            let sum: f64 = rows.iter().sum();
            let offs: Vec<f64> = rows.iter().map(|x| x - sum).collect();
            let squares: f64 = offs.iter().map(|off| off * off).sum();
            let all = rows.iter().filter(|x| **x > sum).count() as f64;
            squares.sqrt() + all
        })
        .collect();
    let total: f64 = sum.iter().sum();
    let long = rows.iter().filter(|row| row.len() > 2).count();
    (sum, total, long)
}

/// What the block does not have: an empty row, and one that is left early.
#[fuse]
pub fn left_early(rows: &[Vec<i64>], limit: i64) -> (Vec<i64>, i64) {
    let kept: Vec<i64> = rows
        .iter()
        .map(|row| {
            if row.is_empty() {
                return limit;
            }
            let least = row.iter().copied().min().unwrap_or(0);
            let most = row.iter().copied().max().unwrap_or(0);
            let sum = row.iter().fold(0_i64, |sum, x| sum.wrapping_add(*x));
            least.wrapping_add(most) ^ sum
        })
        .collect();
    let greatest = kept.iter().copied().max().unwrap_or(limit);
    (kept, greatest)
}

/// With a `?` of its own, and a panic that not every row has.
#[fuse]
pub fn may_fail(rows: &[Vec<i64>]) -> (Vec<Option<i64>>, usize) {
    let firsts: Vec<Option<i64>> = rows
        .iter()
        .map(|row| {
            let odd: Vec<i64> = row.iter().copied().filter(|x| x % 2 != 0).collect();
            let first = odd.first()?;
            let sum: i64 = odd.iter().map(|x| x / (first - 3)).sum();
            Some(sum + first)
        })
        .collect();
    let none = firsts.iter().filter(|first| first.is_none()).count();
    (firsts, none)
}

/// In the worker of a fold, in a test, in what moves its captures, and one inside another.
#[fuse]
pub fn everywhere(rows: &[Vec<i64>], xs: &[i64], by: String) -> (u64, Vec<usize>, Vec<i64>, i64) {
    let mixed = rows.iter().fold(0_u64, |mixed, row| {
        let count = row.iter().filter(|x| **x > 0).count() as u64;
        let sum = row.iter().fold(mixed, |sum, x| sum.wrapping_add(*x as u64));
        sum ^ count
    });
    let lengths: Vec<usize> = rows
        .iter()
        .filter(|row| {
            let up = row.windows(2).filter(|pair| pair[0] <= pair[1]).count();
            let down = row.windows(2).filter(|pair| pair[0] > pair[1]).count();
            up >= down
        })
        .map(move |row| {
            let even = row.iter().filter(|x| **x % 2 == 0).count();
            let odd = row.iter().filter(|x| **x % 2 != 0).count();
            (even << 3) + odd + by.len()
        })
        .collect();
    let nested: Vec<i64> = rows
        .iter()
        .map(|row| {
            let inner: Vec<i64> = row
                .iter()
                .take(3)
                .map(|x| {
                    let below = xs.iter().filter(|y| *y < x).count() as i64;
                    let least = xs.iter().copied().min().unwrap_or(0);
                    below ^ least
                })
                .collect();
            let all = inner.iter().fold(0, |all, x| all ^ x);
            all + inner.len() as i64
        })
        .collect();
    let last = nested.iter().copied().last().unwrap_or(7);
    (mixed, lengths, nested, last)
}

/// The array that a closure asks for its length is none that the loop leaves out.
#[fuse]
pub fn lengths_inside(xs: &[i64], rows: &[Vec<i64>]) -> (Vec<usize>, usize) {
    let odd: Vec<i64> = xs.iter().copied().filter(|x| x % 2 != 0).collect();
    let longer: Vec<usize> = rows
        .iter()
        .map(|row| {
            let even = row.iter().filter(|x| **x % 2 == 0).count();
            let odds = row.iter().filter(|x| **x % 2 != 0).count();
            even * odd.len() + odds
        })
        .collect();
    (longer, odd.len())
}

/// An event of a program with windows.
#[derive(Clone, Debug)]
pub enum Event {
    Click { x: i32, y: i32 },
    Key(char),
    Scroll(i64),
    Close,
}

#[fuse(loops = 1)]
pub fn forms(events: &[Event]) -> (i64, usize, u32, i64) {
    let scrolled = events
        .iter()
        .map(|event| match event {
            Event::Scroll(by) => *by,
            _ => 0,
        })
        .fold(0_i64, |all, by| all.wrapping_add(by));
    let closed = events
        .iter()
        .filter(|event| matches!(event, Event::Close))
        .count();
    let typed = events
        .iter()
        .map(|event| {
            if let Event::Key(key) = event {
                u32::from(*key)
            } else {
                0
            }
        })
        .fold(0_u32, |all, key| all ^ key);
    let farthest = events
        .iter()
        .map(|event| match event {
            Event::Click { x, y } => i64::from(*x) - i64::from(*y),
            _ => -1,
        })
        .max()
        .unwrap_or(0);
    (scrolled, closed, typed, farthest)
}

#[fuse(loops = 1)]
pub fn missing(xs: &[Option<f64>]) -> (usize, f64, f64) {
    let missing = xs.iter().filter(|x| x.is_none()).count();
    let sum: f64 = xs.iter().map(|x| x.unwrap_or(0.0)).sum();
    let squares: f64 = xs.iter().map(|x| x.map_or(-0.0, |x| x * x)).sum();
    (missing, sum, squares)
}

/// On several threads.
#[fuse(loops = 1)]
pub fn on_threads(rows: &[Vec<i64>]) -> (Vec<i64>, i64) {
    let mixed: Vec<i64> = rows
        .par_iter()
        .map(|row| {
            let all = row.iter().fold(0_i64, |all, x| all ^ x);
            let most = row.iter().copied().max().unwrap_or(0);
            all ^ most
        })
        .collect();
    let least = mixed.par_iter().copied().min().unwrap_or(0);
    (mixed, least)
}

/// A closure that is made in a worker is called with constants alone: what it captures is the element.
#[fuse(loops = 1)]
pub fn closures_of_the_element(pixels: &[i64], width: usize) -> (Vec<i64>, i64) {
    let width = width.max(1);
    let edges: Vec<i64> = (0..pixels.len() / width)
        .flat_map(|y| {
            (0..width).map(move |x| {
                let at = |down: usize, right: usize| {
                    let place = (y + down) * width + (x + right).min(width - 1);
                    pixels[place.min(pixels.len() - 1)]
                };
                at(0, 0).wrapping_sub(at(0, 1)) ^ at(1, 0).rotate_left(3)
            })
        })
        .collect();
    let mixed = edges.iter().fold(0, |sum: i64, edge| (sum ^ edge).rotate_left(5));
    (edges, mixed)
}

/// Constants that closures borrow: rustc must not follow them into the closures, nor behind them.
#[fuse]
pub fn constants(xs: &[i64]) -> (Vec<i64>, i64, u8, u8) {
    let (zero, bits, most) = (0, 64u32, i64::MIN);
    let pair = Pair { one: 255, other: 1 };
    let made: Vec<i64> = xs
        .iter()
        .map(|x| if x.count_ones() > 64 { 7 / zero + -most } else { x.wrapping_shl(bits) })
        .collect();
    let mixed = made.iter().fold(0, |a, b| a ^ b);
    let wide = if xs.len() > 1 << 40 { 1i64 << bits } else { mixed };
    let small = xs.iter().map(|x| if x.count_ones() > 64 { pair.one + pair.other } else { pair.one });
    let small = small.fold(0u8, |a, b| a.wrapping_add(b));
    (made, wide, small, xs.iter().fold(0u8, |a, x| a ^ *x as u8))
}

struct Pair {
    one: u8,
    other: u8,
}

/// A closure without `mut` may be an `FnMut` that is handed on; one that is called is none.
#[fuse]
pub fn handed_on(xs: &[i64], log: &mut Vec<i64>) -> (i64, i64, i64) {
    let noted = |x: &i64| put(log, *x);
    let first = xs.iter().map(noted).fold(0, |a, b| a ^ b);
    let length = log.len() as i64;
    let second = xs.iter().map(|x| x ^ length).fold(0, |a, b| a ^ b);
    let held = hold(length);
    let mixed = |x: i64| held.mix(x);
    let third = xs.iter().map(|x| mixed(*x)).fold(0, |a, b| a ^ b);
    (first, second, third)
}

fn put(log: &mut Vec<i64>, x: i64) -> i64 {
    log.push(x);
    x
}

/// What a function gives whose type is not seen.
struct Mixer(i64);

impl Mixer {
    fn mix(&self, x: i64) -> i64 {
        x.rotate_left(3) ^ self.0
    }
}

fn hold(seed: i64) -> Mixer {
    Mixer(seed)
}
