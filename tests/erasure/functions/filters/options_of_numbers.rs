//! Columns in which numbers are missing, and extrema of what a filter keeps.

use super::fuse;

pub struct Record {
    pub score: Option<f64>,
    pub level: Option<u8>,
    pub twice: Option<Option<i32>>,
}

/// By reference, by value, taken out by a worker: one test.
#[fuse(loops = 1)]
pub fn summary(column: &[Option<i32>]) -> (usize, usize, i64, Option<i32>, Option<i32>) {
    let missing = column.iter().filter(|v| v.is_none()).count();
    let there = column.iter().flatten().count();
    let sum = column.iter().flatten().map(|&v| v as i64).sum();
    let least = column.iter().flatten().copied().min();
    let most = column.iter().filter_map(|v| *v).max();
    (missing, there, sum, least, most)
}

/// The sum may overflow, and says so where it does.
#[fuse(loops = 1)]
pub fn overflowing(column: &[Option<i64>]) -> (i64, i64, usize) {
    let least = column.iter().copied().flatten().min().unwrap_or(0);
    let sum = column.iter().flatten().sum();
    let there = column.iter().flatten().count();
    (least, sum, there)
}

/// References stay references.
#[fuse]
pub fn kept(column: &[Option<i32>]) -> (Option<&i32>, Option<&i32>, i64) {
    let least = column.iter().flatten().min();
    let last = column.iter().flatten().last();
    let sum = column.iter().flatten().map(|&v| v as i64).sum();
    (least, last, sum)
}

/// A worker that may fail, of what is there alone.
#[fuse]
pub fn divided(column: &[Option<i32>], by: i32) -> (Vec<i32>, i64, Option<i32>) {
    let parts: Vec<i32> = column.iter().flatten().map(|&v| v.wrapping_div(by)).collect();
    let sum = column.iter().flatten().map(|v| i64::from(*v)).sum();
    let most = column.iter().flatten().map(|&v| v % by).max();
    (parts, sum, most)
}

#[fuse(loops = 1)]
pub fn floats(column: &[Option<f64>]) -> (usize, f64, f64, f64, Vec<f64>) {
    let there = column.iter().flatten().count();
    let sum: f64 = column.iter().flatten().sum();
    let most = column.iter().flatten().copied().fold(0.0, |a: f64, x| if x > a { x } else { a });
    let squares: f64 = column.iter().flatten().map(|&x| x * x).sum();
    let known: Vec<f64> = column.iter().flatten().copied().collect();
    (there, sum, most, squares, known)
}

/// Fields of records.
#[fuse(loops = 1)]
pub fn of_records(records: &[Record]) -> (f64, u64, u8, u8, usize) {
    let scores: f64 = records.iter().filter_map(|r| r.score).sum();
    let levels = records.iter().filter_map(|r| r.level).map(u64::from).sum();
    let lowest = records.iter().filter_map(|r| r.level).min().unwrap_or(7);
    let highest = records.iter().filter_map(|r| r.level).max().unwrap_or(7);
    let unscored = records.iter().filter(|r| r.score.is_none()).count();
    (scores, levels, lowest, highest, unscored)
}

/// Options of options, of which the outer one is looked into.
#[fuse]
pub fn nested(records: &[Record]) -> (usize, usize, i64) {
    let outer = records.iter().filter_map(|r| r.twice).count();
    let inner = records.iter().filter_map(|r| r.twice).flatten().count();
    let sum = records.iter().filter_map(|r| r.twice).flatten().map(i64::from).sum();
    (outer, inner, sum)
}

/// The option that a worker captures, whatever the element.
#[fuse]
pub fn captured(xs: &[i32], limit: Option<i32>) -> (usize, i64) {
    let limits = xs.iter().filter_map(|_| limit).count();
    let sum = xs.iter().filter_map(|x| limit.map(|limit| *x.min(&limit))).map(i64::from).sum();
    (limits, sum)
}

/// Another `Option` than std's, and what it is asked.
pub mod another {
    use super::fuse;

    #[derive(Clone, Copy)]
    pub struct Option<T>(pub T);

    #[expect(dead_code, reason = "nobody asks")]
    impl<T: Copy + Default> Option<T> {
        pub fn is_some(&self) -> bool {
            panic!("nobody asks")
        }
        pub fn unwrap_or_default(self) -> T {
            panic!("nobody asks")
        }
    }

    impl<T> IntoIterator for Option<T> {
        type Item = T;
        type IntoIter = std::iter::Once<T>;
        fn into_iter(self) -> std::iter::Once<T> {
            std::iter::once(self.0)
        }
    }

    #[fuse]
    pub fn option(column: &[Option<i32>]) -> (i64, std::option::Option<i32>) {
        let sum = column.iter().copied().flatten().map(i64::from).sum();
        let most = column.iter().copied().flatten().max();
        (sum, most)
    }
}

/// Extrema of what is kept, of each width; the worst of all integers may be among it.
#[fuse(loops = 1)]
pub fn extrema(xs: &[i32], bytes: &[u8], words: &[i64]) -> [Option<i64>; 6] {
    let low = xs.iter().copied().filter(|x| *x > 3).min();
    let high = xs.iter().copied().filter(|x| *x % 2 == 0).max();
    let narrow = xs.iter().map(|x| *x as i16).filter(|x| *x < 0).max();
    let of_bytes = bytes[..xs.len()].iter().copied().filter(|b| b.is_ascii_digit()).max();
    let lowest = words[..xs.len()].iter().copied().filter(|w| *w < 0).min();
    let whole = words[..xs.len()].iter().map(|w| w & 255).filter(|w| *w > 9).max();
    [
        low.map(i64::from),
        high.map(i64::from),
        narrow.map(i64::from),
        of_bytes.map(i64::from),
        lowest,
        whole,
    ]
}

/// Methods that cost as little as operators, beside a sum of what is kept.
#[fuse(loops = 1)]
pub fn short_methods(xs: &[f64], limit: f64) -> (f64, f64, usize) {
    let high = xs.iter().filter(|x| **x > limit).map(|x| x.abs()).sum();
    let low = xs.iter().filter(|x| **x < limit).map(|x| x.max(0.5)).sum();
    let odd = xs.iter().filter(|x| x.is_nan()).count();
    (high, low, odd)
}

fn is_base(b: u8) -> bool {
    matches!(b, b'A' | b'C' | b'G' | b'T')
}

/// Filters behind another one, of what that keeps; the array is not made.
#[fuse(loops = 1)]
pub fn behind_another(xs: &[u8], ys: &[u8]) -> (usize, usize, usize, u64) {
    let ys = &ys[..xs.len()];
    let equal = xs.iter().zip(ys).filter(|(x, y)| x == y).count();
    let changed: Vec<(u8, u8)> =
        xs.iter().zip(ys).map(|(&x, &y)| (x, y)).filter(|&(x, y)| x != y && is_base(x) && is_base(y)).collect();
    let rising = changed.iter().filter(|(x, y)| x < y).count();
    let sum = changed.iter().filter(|(x, _)| *x != b'C').map(|(x, _)| u64::from(*x)).sum();
    (equal, changed.len(), rising, sum)
}

/// What the second asks of may fail for what the first does not keep.
#[fuse]
pub fn behind_a_guard(xs: &[i32], table: &[u8]) -> (usize, usize, usize) {
    let known: Vec<i32> = xs.iter().copied().filter(|x| *x >= 0 && (*x as usize) < table.len()).collect();
    let marked = known.iter().filter(|x| table[**x as usize] > 9).count();
    let divisors = known.iter().filter(|x| **x != 0).filter(|x| 100 % **x == 0).count();
    (known.len(), marked, divisors)
}
