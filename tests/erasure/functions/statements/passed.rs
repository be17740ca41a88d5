//! Statements between chains that cannot see them, and some that can.

use super::fuse;
use std::cell::Cell;

fn noted(log: &Cell<f64>, x: f64) -> f64 {
    log.set(log.get() * 0.5 + x);
    assert!(x.to_bits() & 63 != 9, "noted");
    x
}

macro_rules! leave {
    ($if:expr, $value:expr) => {
        if $if {
            return $value;
        }
    };
}

#[fuse]
pub fn left_if_nothing_is_there(samples: &[(f64, f64)]) -> f64 {
    let mass: f64 = samples.iter().map(|&(_, w)| w).sum();
    if mass == 0.0 {
        return 0.0;
    }
    let mean = samples.iter().map(|&(y, w)| w * y).sum::<f64>() / mass;
    samples
        .iter()
        .map(|&(y, w)| w * (y - mean) * (y - mean))
        .sum()
}

#[fuse]
pub fn another_is_sorted(xs: &[f64], ys: &[f64], log: &Cell<f64>) -> (f64, f64, Vec<f64>, f64) {
    let sum: f64 = xs.iter().sum();
    let mut sorted = ys.to_vec();
    sorted.sort_by(f64::total_cmp);
    noted(log, sum);
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let raised: Vec<f64> = xs.iter().map(|x| x + 1.0).collect();
    (sum, squares, raised, sorted.first().copied().unwrap_or(sum))
}

#[fuse]
pub fn asked(xs: &[f64], factor: Option<f64>) -> Result<(f64, f64), String> {
    let sum: f64 = xs.iter().sum();
    let factor = factor.ok_or_else(|| format!("none for {sum}"))?;
    let doubled: f64 = xs.iter().map(|x| x * 2.0).sum();
    Ok((sum * factor, doubled))
}

/// The second chain calls what the statement between changes, or panics with.
#[fuse]
pub fn seen(xs: &[f64], log: &Cell<f64>) -> (f64, f64, f64) {
    let sum: f64 = xs.iter().sum();
    leave!(sum > 1e6, (sum, log.get(), 0.0));
    let noted: f64 = xs.iter().map(|x| noted(log, *x)).sum();
    log.set(1.0);
    let read: f64 = xs.iter().map(|x| x * log.get()).sum();
    (sum, noted, read)
}

#[fuse]
pub fn changed(xs: &[Cell<f64>], ys: &mut [f64]) -> (f64, f64, f64, f64) {
    let a: f64 = xs.iter().map(|x| x.get()).sum();
    let c: f64 = ys.iter().sum();
    if let Some(x) = xs.first() {
        x.set(7.0);
    }
    if let Some(y) = ys.first_mut() {
        *y = 9.0;
    }
    let b: f64 = xs.iter().map(|x| x.get() * 2.0).sum();
    let d: f64 = ys.iter().map(|y| y * 3.0).sum();
    (a, b, c, d)
}

#[fuse]
pub fn bound_anew(xs: &[f64], log: &Cell<f64>) -> (f64, f64, f64) {
    let k = 2.0_f64;
    let a: f64 = xs.iter().map(|x| x * k).sum();
    let k = noted(log, k + 1.5);
    let b: f64 = xs.iter().map(|x| x * k).sum();
    let ys = xs.to_vec();
    noted(log, b);
    let xs = &ys[..ys.len() / 2];
    let c: f64 = xs.iter().map(|x| x + 1.0).sum();
    (a, b, c)
}

/// The equal lengths hold below the comparison alone.
#[fuse]
pub fn compared(xs: &[f64], ys: &[f64], log: &Cell<f64>) -> (f64, f64, f64) {
    let a: f64 = xs.iter().sum();
    assert_eq!(xs.len(), ys.len());
    let b: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    noted(log, a);
    let c: f64 = ys.iter().sum();
    (a, b, c)
}

/// It overflows behind the effect.
#[fuse]
pub fn overflows_behind(xs: &[i64], log: &Cell<f64>) -> (i64, i64) {
    let least = xs.iter().copied().fold(0, i64::min);
    log.set(least as f64);
    let sum: i64 = xs.iter().sum();
    (least, sum)
}

#[fuse]
pub fn in_rows(rows: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let mut all = vec![];
    for row in rows {
        let row: &[f64] = row;
        let sum: f64 = row.iter().sum();
        if sum == 0.0 {
            continue;
        }
        let squares: f64 = row.iter().map(|x| x * x).sum();
        if squares > 1e9 {
            break;
        }
        all.push((sum, squares));
    }
    all
}

/// The statement between the chains gives a name its first value, or leaves.
#[fuse]
pub fn initialised_later(xs: &[f64], scaled: bool) -> (f64, f64) {
    let factor: f64;
    let sum: f64 = xs.iter().sum();
    if scaled {
        factor = 3.0;
    } else {
        return (sum, 0.0);
    }
    let other: f64 = xs.iter().map(|x| x * factor).sum();
    (sum, other)
}

/// Left in an error, or where something is zero: what stands behind runs in vain then, and is not missed.
#[fuse]
pub fn left_in_an_error(xs: &[f64], log: &Cell<f64>) -> Result<(f64, f64, Vec<f64>), f64> {
    let sum: f64 = xs.iter().sum();
    if sum > 100.0 {
        log.set(sum);
        return Err(sum);
    }
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let Some(scale) = checked(sum, log) else {
        return Err(least);
    };
    let ys: Vec<f64> = xs.iter().map(|x| x * 0.5 + 1.0).collect();
    log.set(log.get() + scale);
    Ok((sum, least, ys))
}

fn checked(sum: f64, log: &Cell<f64>) -> Option<f64> {
    log.set(log.get() + 0.25);
    (sum > -100.0).then(|| sum * 0.5)
}

/// The second one needs what the check says, and would panic without it.
#[fuse]
pub fn behind_its_check(xs: &[u32], at: usize) -> Option<(u32, u32)> {
    let most = xs.iter().copied().max().unwrap_or(0);
    if at >= xs.len() {
        return None;
    }
    let twice = xs.iter().map(|x| x ^ xs[at]).max()?;
    Some((most, twice))
}

/// The way out is taken as often as not, and what leaves has effects.
#[fuse]
pub fn left_as_often(xs: &[f64], log: &Cell<f64>) -> f64 {
    let sum: f64 = xs.iter().sum();
    if sum > 0.5 {
        log.set(sum);
        return sum;
    }
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    log.set(least);
    least
}

/// What holds references is not there yet where the way out moves or changes who lends them.
#[fuse]
pub fn left_with_what_is_lent(xs: &[f64]) -> Option<String> {
    let v = xs.to_vec().into_boxed_slice();
    let w: &[f64] = &v[..];
    let a: f64 = w.iter().sum();
    if a == 4.0 {
        drop(v);
        return None;
    }
    let c: Vec<&f64> = w.iter().filter(|x| **x > 2.0).collect();
    let mut u = xs.to_vec();
    let s: &[f64] = &u[..];
    let least = s.iter().copied().fold(f64::INFINITY, f64::min);
    if least == 0.5 {
        u = Vec::new();
        return Some(format!("{u:?}"));
    }
    let d: Vec<&f64> = s.iter().filter(|x| **x < 2.0).collect();
    Some(format!("{a:?} {c:?} {least} {d:?}"))
}

/// What is known of a column.
#[derive(Debug, PartialEq)]
pub struct Extent {
    pub low: i64,
    pub r#type: i64,
    pub middle: (i64, f64),
    pub label: &'static str,
    pub last: i64,
}

impl Extent {
    /// What is compared.
    pub fn parts(self) -> (i64, i64, (i64, f64), &'static str, i64) {
        (self.low, self.r#type, self.middle, self.label, self.last)
    }
}

/// Values that leave on the way, in the fields of a literal: what is behind them has effects, panics, and borrows.
#[fuse]
pub fn fields_that_leave(xs: &[f64], log: &Cell<f64>, by: i64) -> Option<Extent> {
    let ks: Vec<i64> = xs.iter().map(|x| *x as i64 % 1000).collect();
    let noted = |k: i64| {
        log.set(log.get() + k as f64);
        k
    };
    let first = (ks.iter().copied().min()?, ks.iter().copied().max()?);
    let extent = Some(Extent {
        low: ks.iter().copied().min()?,
        r#type: ks.iter().copied().max()? / by,
        middle: (ks.iter().sum::<i64>() / by, xs.iter().sum::<f64>() / xs.len() as f64),
        label: if first.0 > 3 { "high" } else { "low" },
        last: noted(ks.iter().map(|k| k * 3).max()?),
    });
    log.set(log.get() + 1.0);
    extent
}

/// The same in a tuple, an error and a `return`, behind ends of arrays.
#[fuse]
pub fn tuples_that_leave(xs: &[f64], at: usize) -> Result<(f64, usize, usize, f64), String> {
    let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
    if at > 3 {
        return Ok((
            squares.last().copied().unwrap_or(-1.0),
            squares.iter().position(|x| *x > 4.0).ok_or("none")?,
            xs.iter().filter(|x| **x > 0.5).count(),
            squares.get(at).copied().unwrap_or_default() + squares.iter().sum::<f64>(),
        ));
    }
    let high = squares.iter().filter(|x| **x > 1.0).count();
    Ok((*squares.first().ok_or_else(|| format!("of {}", squares.len()))?, high, squares.iter().filter(|x| **x < 0.25).count(), squares.iter().sum()))
}

/// An inner literal has fields of the same names, a tuple of names like those, and some stand in parentheses.
pub struct Nested {
    low: i64,
    inner: Inner,
    high: (i64, i64),
    high_0: i64,
}

struct Inner {
    low: i64,
    high: i64,
}

impl Nested {
    /// What is compared.
    pub fn parts(self) -> (i64, i64, i64, (i64, i64), i64) {
        (self.low, self.inner.low, self.inner.high, self.high, self.high_0)
    }
}

#[fuse]
pub fn fields_of_one_name(ks: &[i64], n: i64) -> Option<(Nested, i64)> {
    let least = ks.iter().copied().min()?;
    Some((
        Nested {
            low: (ks.iter().copied().min()?),
            inner: Inner { low: ks.iter().copied().max()?, high: (n) },
            high: (ks.iter().map(|k| k / 3).max()?, (n + 1)),
            high_0: (ks.iter().map(|k| k & 7).sum()),
        },
        least,
    ))
}

/// What a value holds until the end of its statement, the others see.
#[fuse]
pub fn while_it_is_held(xs: &[f64], log: &std::sync::Mutex<Vec<f64>>) -> Option<(usize, usize, usize, f64)> {
    let ks: Vec<u32> = xs.iter().map(|x| *x as u32).collect();
    Some((
        log.lock().ok()?.len() + ks.iter().copied().max()? as usize,
        usize::from(log.try_lock().is_err()),
        ks.iter().filter(|k| **k > 1).count(),
        xs.iter().sum(),
    ))
}
