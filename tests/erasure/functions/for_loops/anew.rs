//! Names that are given another value between loops.
//! `tests/SAFETY.md` names the rule that each function shows.

use super::super::fuse;

/// Bound anew, and assigned anew.
#[fuse]
pub fn moments(xs: &[f64]) -> (f64, f64, f64) {
    let mut s = 0.0;
    for x in xs {
        s += x;
    }
    let sum = s;
    s = 0.0;
    for x in xs {
        s += x * x;
    }
    let squares = s;
    let mut s = f64::NEG_INFINITY;
    for x in xs {
        if *x > s {
            s = *x;
        }
    }
    (sum, squares, s)
}

/// The type of both is that of the one: a sum of singles.
#[fuse]
pub fn of_one_type(xs: &[f32], scale: f32) -> (Vec<f32>, f32) {
    let mut out = Vec::new();
    let mut acc = 0.0;
    for x in xs {
        acc += x * scale;
        out.push(acc);
    }
    acc = 16777216.0;
    for _ in xs {
        acc += 1.0;
    }
    out.push(acc);
    (out, acc)
}

/// Goes on from what it was: one variable.
#[fuse]
pub fn goes_on(xs: &[i64]) -> (i64, i64) {
    let mut s = 0i64;
    for x in xs {
        s = s.wrapping_add(*x);
    }
    let first = s;
    s = s.wrapping_mul(3);
    for x in xs {
        s ^= x;
    }
    (first, s)
}

/// Given another value in a branch alone.
#[fuse]
pub fn in_a_branch(xs: &[i64], anew: bool) -> (i64, i64) {
    let mut s = 0i64;
    for x in xs {
        s = s.wrapping_add(*x);
    }
    let first = s;
    if anew {
        s = 0;
    }
    for x in xs {
        s ^= x;
    }
    (first, s)
}

/// What holds the first one still looks at it; a closure and a reference.
#[fuse]
pub fn held(xs: &[i64]) -> (i64, i64, i64) {
    let mut s = 1i64;
    for x in xs {
        s = s.wrapping_add(*x);
    }
    let first = &s;
    let twice = || s.wrapping_mul(2);
    let mut s = 0i64;
    for x in xs {
        s ^= x;
    }
    (*first, twice(), s)
}

/// Names of the function's own are taken, and a macro mentions the name.
#[fuse]
pub fn taken(xs: &[i64], s_2: i64) -> (i64, i64, String) {
    let mut s = 0i64;
    for x in xs {
        s = s.wrapping_add(x ^ s_2);
    }
    let told = format!("{s} of {}", s);
    let first = s;
    s = 0;
    for x in xs {
        s ^= x;
    }
    (first, s, told)
}

/// Given back early between them.
#[fuse]
pub fn left_between(xs: &[i64]) -> Result<i64, i64> {
    let mut m = i64::MIN;
    for x in xs {
        m = m.max(*x);
    }
    if m == 7 {
        return Err(m);
    }
    let most = m;
    m = i64::MAX;
    for x in xs {
        m = m.min(*x);
    }
    Ok(most.wrapping_sub(m))
}

/// In the block of a loop, in every turn.
#[fuse]
pub fn row_by_row(rows: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let mut out = Vec::new();
    for row in rows {
        let mut s = 0.0;
        for x in row {
            s += x;
        }
        let mean = s / row.len() as f64;
        s = 0.0;
        for x in row {
            s += x.abs();
        }
        out.push((mean, s));
    }
    out
}

/// Kept from one turn to the next by the block around.
#[fuse]
pub fn of_the_block_around(rows: &[Vec<f64>]) -> Vec<f64> {
    let mut out = Vec::new();
    let mut s = 0.5;
    for row in rows {
        for x in row {
            s += x;
        }
        out.push(s);
        s = 0.0;
        for x in row {
            s += x * x;
        }
    }
    out.push(s);
    out
}

/// In parentheses.
#[fuse]
#[allow(unused_parens, reason = "what is tested")]
pub fn in_parentheses(xs: &[f64]) -> (f64, f64) {
    let mut s = 0.0;
    for x in xs {
        s += x;
    }
    let sum = s;
    (s) = 0.0;
    for x in xs {
        s += x * x;
    }
    (sum, s)
}
