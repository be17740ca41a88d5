//! Code on which an expansion once warned, or fell silent, where plain code does not.

use loopfuse::fuse;

/// Elements that are computed, counted, and looked at by nobody.
#[fuse(loops = 1)]
#[must_use]
#[expect(
    clippy::suspicious_map,
    reason = "that the map has no effect on the count is the point"
)]
pub fn counted(xs: &[i32]) -> (usize, usize, i32) {
    let negative = xs.iter().filter(|x| **x < 0).map(|x| x + 1).count();
    let all = xs.iter().map(|x| x * 2).count();
    (negative, all, xs.iter().sum())
}

/// Parameters and results whose names say that nobody reads them.
#[fuse(loops = 1)]
#[must_use]
pub fn unread(xs: &[i32]) -> i32 {
    let ones: i32 = xs.iter().map(|_x| 1).sum();
    let _greatest = xs.iter().copied().max();
    let _product: i32 = xs.iter().product();
    let _weighted = xs.iter().fold(1, |sum, x| sum + x * 3);
    let _indexed: Vec<usize> = xs.iter().enumerate().map(|(i, _x)| i).collect();
    let _large: Vec<i32> = xs
        .iter()
        .map(|x| x / 2)
        .filter(|half| half % 3 > 1)
        .collect();
    ones
}

/// An array that nobody reads, which is all that there is to warn about.
#[fuse]
#[must_use]
#[expect(unused_variables, reason = "that it is unused is the point")]
pub fn unused(xs: &[i32]) -> (i32, i32) {
    let large: Vec<i32> = xs
        .iter()
        .map(|x| x / 2)
        .filter(|half| half % 3 > 1)
        .collect();
    (xs.iter().sum(), xs.iter().product())
}

/// An array that is read in the loop that makes it, and then assigned anew.
#[fuse(loops = 1)]
#[must_use]
pub fn assigned_anew(xs: &[i32]) -> Vec<i32> {
    let mut ys: Vec<i32> = xs.iter().map(|x| x + 1).collect();
    let sum: i32 = ys.iter().sum();
    let squares: i32 = ys.iter().map(|y| y * y).sum();
    ys = vec![sum, squares];
    ys
}

/// Lints that recognise chains are still expected where the chains have become loops.
#[fuse(loops = 1)]
#[must_use]
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "it is expected of a closure that is inlined"
)]
pub fn expected(words: &[String]) -> (usize, usize) {
    #![expect(
        clippy::unnecessary_fold,
        reason = "it is expected of a fold that is fused"
    )]
    let bytes = words.iter().map(|word| word.len()).fold(0, |a, b| a + b);
    let empty = words.iter().filter(|word| word.is_empty()).count();
    (bytes, empty)
}

/// Four names of one letter, and a fifth in a closure that is inlined.
#[fuse]
#[must_use]
pub fn letters(a: &[f64], b: &[f64], h: f64) -> (f64, f64) {
    let c = h * 2.0;
    let sum: f64 = a.iter().zip(b).map(|(x, y)| x * y * c).sum();
    let scaled: f64 = a.iter().map(|x| x * h).sum();
    (sum, scaled)
}

/// A path that is handed on: clippy takes it for an effect, and asks for no `must_use`.
#[fuse]
pub fn handed_on(xs: &[f64]) -> (f64, f64) {
    let greatest = xs.iter().copied().fold(f64::MIN, f64::max);
    let least = xs.iter().copied().fold(f64::MAX, f64::min);
    (greatest, least)
}

/// Strings that are made only of what is kept.
#[fuse(loops = 1)]
#[must_use]
pub fn strings_that_are_kept(raw: &[String]) -> (Vec<String>, usize, Vec<String>) {
    let trimmed: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = trimmed
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect();
    let total: usize = kept.iter().map(|word| word.chars().count()).sum();
    let owned: Vec<String> = raw.iter().map(|word| word.trim_end().to_owned()).collect();
    let long: Vec<String> = owned
        .into_iter()
        .filter(|word| word.len() > 3)
        .map(|word| word + "!")
        .collect();
    (kept, total, long)
}

/// A parameter of a closure that hides the name of what it is made of: `shadow_reuse` to clippy, not `shadow_unrelated`.
///
/// # Panics
/// Where the two differ in length.
#[deny(clippy::shadow_unrelated, reason = "it is what is tested")]
#[fuse(loops = 1)]
#[must_use]
pub fn hidden_by_a_parameter(x: &[f64], rows: &[(f64, f64)]) -> (f64, usize, f64) {
    assert_eq!(x.len(), rows.len());
    let sum: f64 = x.iter().map(|x| x * 2.0).sum();
    let many = x.iter().zip(rows).filter(|(x, rows)| **x > rows.0).count();
    let both: f64 = x.iter().zip(rows).map(|(x, rows)| x * rows.1).sum();
    (sum, many, both)
}

/// Arrays that loops push to, and that are not built: what their capacities mention is used all the same.
#[fuse(loops = 1)]
#[must_use]
pub fn capacities(numbers: &[i64], expected: usize, others: &[u8]) -> (i64, i64, usize) {
    let mut odd: Vec<i64> = Vec::with_capacity(expected);
    for number in numbers {
        if number % 2 != 0 {
            odd.push(number / 2);
        }
    }
    let mut halves: Vec<i64> = Vec::with_capacity(others.len());
    for number in numbers {
        halves.push(number / 2);
    }
    let total: i64 = odd.iter().sum();
    let half: i64 = halves.iter().sum();
    let many = numbers.iter().filter(|number| **number > 3).count();
    (total, half, many)
}

/// The half that nobody reads is told of, with the attribute as without.
#[fuse(loops = 1)]
#[must_use]
#[expect(unused_variables, reason = "that it is not read is the point")]
pub fn one_half(xs: &[f64]) -> f64 {
    let (low, high): (Vec<f64>, Vec<f64>) = xs.iter().map(|x| (x - 1.0, x + 1.0)).unzip();
    low.iter().sum()
}
