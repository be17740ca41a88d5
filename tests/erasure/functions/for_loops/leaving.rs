//! `for` loops that may leave the function, or call what nobody knows, beside chains that cannot panic and such that can.

use super::fuse;

/// A sum of floats may run as far as it likes; an array is asked for behind the check.
#[fuse(loops = 2)]
pub fn checked(xs: &[f64]) -> Option<(f64, f64, Vec<f64>, usize)> {
    let squares: f64 = xs.iter().map(|x| x * x).sum();
    let mut sum = 0.0;
    for x in xs {
        if *x < -0.9 {
            return None;
        }
        sum += x;
    }
    let halves: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    let many = xs.iter().filter(|x| **x > 0.5).count();
    Some((sum, squares, halves, many))
}

/// Loops that can neither panic nor be seen by anybody share the one that may leave.
#[fuse(loops = 1)]
pub fn looked_over(xs: &[f64]) -> Result<(f64, f64, usize, Vec<f64>, f64), String> {
    for x in xs {
        if x.is_nan() || *x < -1e300 {
            return Err(format!("{x}"));
        }
    }
    let mut sum = 0.0;
    for &x in xs {
        sum += x;
    }
    let mut most = f64::NEG_INFINITY;
    let mut at = 0;
    for (i, &x) in xs.iter().enumerate() {
        if x > most {
            most = x;
            at = i;
        }
    }
    let mut positive: Vec<f64> = Vec::new();
    for &x in xs {
        if x > 0.0 {
            positive.push(x * 0.5);
        } else {
            continue;
        }
    }
    let mut last = 0.0;
    for &x in xs {
        last = if x > last { x } else { last * 0.5 };
    }
    Ok((sum, most, at, positive, last))
}

/// Integers may overflow, and an index be out of range, where the function would have returned.
#[fuse]
pub fn looked_over_before_a_panic(xs: &[i64]) -> Option<(i64, i64, i64)> {
    let mut seen: [i64; 4] = [0; 4];
    for x in xs {
        if *x == i64::MAX || *x == 7 {
            return None;
        }
    }
    let mut sum = 0;
    for x in xs {
        sum += *x * 3;
    }
    for x in xs {
        seen[(*x & 7) as usize] += 1;
    }
    let mut bits = 0;
    for x in xs {
        bits ^= *x;
    }
    Some((sum, seen[0], bits))
}

/// What is written in a closure that panics is seen behind it: it is of the block around.
#[fuse]
pub fn written_around_a_panic(xs: &[f64]) -> (bool, f64, f64) {
    let mut sum = 0.0;
    let mut all = 0.0;
    let called = std::panic::AssertUnwindSafe(|| {
        let mut here = 0.0;
        for x in xs {
            refuse(*x);
        }
        for x in xs {
            sum += *x;
        }
        for x in xs {
            here += *x * 0.5;
        }
        all = here;
    });
    let done = std::panic::catch_unwind(called).is_ok();
    (done, sum, all)
}

fn refuse(x: f64) {
    assert!(x > -0.9, "small");
}

/// A `return` of a closure leaves what it has written so far.
#[fuse]
pub fn written_around_a_return(xs: &[f64]) -> (bool, f64, f64) {
    let mut sum = 0.0;
    let mut most = f64::NEG_INFINITY;
    let mut run = || -> Option<f64> {
        for x in xs {
            sum += *x;
        }
        for x in xs {
            if *x > 0.9 {
                return None;
            }
        }
        for x in xs {
            most = if *x > most { *x } else { most };
        }
        Some(sum)
    };
    let found = run().is_some();
    (found, sum, most)
}

/// What is behind a reference is there when the function has been left.
pub fn written_behind_a_reference(xs: &[f64]) -> (f64, bool) {
    let mut total = 0.5;
    let left = behind_a_reference(xs, &mut total).is_none();
    (total, left)
}

#[fuse(loops = 2)]
fn behind_a_reference(xs: &[f64], total: &mut f64) -> Option<f64> {
    let mut sum = 0.0;
    for x in xs {
        if *x > 0.9 {
            return None;
        }
        sum += *x;
    }
    for x in xs {
        *total += *x;
    }
    Some(sum)
}

/// The sum of the integers may overflow where the function would have returned.
#[fuse]
pub fn may_overflow(xs: &[i64]) -> Result<(i64, i64), i64> {
    let mut last = 0;
    for x in xs {
        if *x == i64::MAX || *x == 7 {
            return Err(last);
        }
        last = *x;
    }
    let sum: i64 = xs.iter().sum();
    Ok((last, sum))
}

/// The same before it: what panics there panics before anything is returned.
#[fuse]
pub fn may_overflow_before(xs: &[i64]) -> Result<(i64, i64), i64> {
    let sum: i64 = xs.iter().sum();
    let mut last = 0;
    for x in xs {
        if *x == i64::MAX || *x == 7 {
            return Err(last);
        }
        last = *x;
    }
    Ok((last, sum))
}

/// An index in a `let` between the two, and what comes of it.
#[fuse]
pub fn index_between(xs: &[i64]) -> Option<(i64, i64)> {
    let mut bits = 0;
    for x in xs {
        if *x & 3 == 1 {
            return None;
        }
        bits ^= x;
    }
    let third = xs[2];
    let all = xs.iter().fold(0_i64, |a: i64, x| a.wrapping_add(x ^ third));
    Some((bits, all))
}

/// What cannot panic shares the loop that returns an error by `?`, from a loop inside of its body too.
#[fuse]
pub fn by_question_mark(xs: &[i64]) -> Result<(Vec<i64>, i64, i64), String> {
    let limits: [i64; 3] = [10, 100, 400];
    let mut out: Vec<i64> = Vec::new();
    for x in xs {
        let y: i64 = positive(*x)?;
        for limit in &limits {
            if y == limit + 77 {
                return Err(format!("{y} at {}", limit));
            }
        }
        out.push(y);
    }
    let xor = xs.iter().fold(0_i64, |a: i64, x| a ^ x);
    let least = xs.iter().fold(i64::MAX, |a: i64, x| a.min(*x));
    Ok((out, xor, least))
}

fn positive(x: i64) -> Result<i64, String> {
    if x & 255 == 200 {
        Err(format!("{x} is none"))
    } else {
        Ok(x >> 1)
    }
}

/// What was pushed when the function is left is there, and no more.
#[fuse]
pub fn pushes_until(xs: &[i64]) -> (Vec<i64>, bool) {
    let mut out: Vec<i64> = vec![5];
    let done = pushed(xs, &mut out).is_some();
    (out, done)
}

#[fuse(loops = 1)]
fn pushed(xs: &[i64], out: &mut Vec<i64>) -> Option<i64> {
    let xor = xs.iter().fold(0_i64, |a: i64, x| a ^ x);
    for x in xs {
        if *x & 63 == 9 {
            return None;
        }
        out.push(*x);
    }
    Some(xor)
}

/// Two that may leave, in their order.
#[fuse(loops = 2)]
pub fn which_leaves(xs: &[i64]) -> (i64, i64) {
    let (mut a, mut b) = (0_i64, 0_i64);
    for x in xs {
        if *x & 31 == 3 {
            return (1, a);
        }
        a ^= x;
    }
    for x in xs {
        if *x & 15 == 5 {
            return (2, b);
        }
        b ^= x;
    }
    (a, b)
}

/// The value that is returned is what the loop before it has made.
#[fuse]
pub fn returns_a_result(xs: &[i64]) -> (i64, Vec<i64>) {
    let ys: Vec<i64> = xs.iter().map(|x| x ^ 5).collect();
    let xor = xs.iter().fold(0_i64, |a: i64, x| a ^ x);
    for y in &ys {
        if *y & 127 == 11 {
            return (xor, Vec::new());
        }
    }
    (xor, ys)
}

/// A type of somebody's that does what it likes.
#[derive(Default)]
pub struct Journal {
    lines: Vec<(usize, i64)>,
    fails_at: i64,
}

impl Journal {
    fn note(&mut self, x: i64) {
        assert!(x != self.fails_at, "as it was told");
        self.lines.push((self.lines.len(), x));
    }
}

/// Of what panics here nobody may see more, nor less, in the journal.
#[fuse(loops = 2)]
fn noted(xs: &[i64], journal: &mut Journal) -> (i64, i64) {
    let all = xs.iter().fold(0_i64, |a: i64, x| a ^ x);
    for x in xs {
        journal.note(*x);
    }
    let sum: i64 = xs.iter().map(|x| x * x * x * x).sum();
    (all, sum)
}

/// What stands in the journal behind a panic too.
pub fn journals(xs: &[i64]) -> (Vec<(usize, i64)>, Option<(i64, i64)>) {
    let mut journal = Journal {
        lines: Vec::new(),
        fails_at: 997,
    };
    let called = std::panic::AssertUnwindSafe(|| noted(xs, &mut journal));
    let result = std::panic::catch_unwind(called).ok();
    (journal.lines, result)
}

/// A closure that is called for what it does, and a function.
#[fuse(loops = 2)]
pub fn called(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    let mut seen: Vec<i64> = Vec::new();
    let mut twice = |x: i64| {
        seen.push(x);
        seen.push(x ^ 1);
    };
    let and = xs.iter().fold(-1_i64, |a: i64, x| a & x);
    for x in xs {
        twice(*x);
    }
    let or = xs.iter().fold(0_i64, |a: i64, x| a | x);
    for x in xs {
        if *x > 900 {
            twice(*x);
        }
    }
    (seen, and, or)
}

/// Cells that a call changes while others look at them.
#[fuse]
pub fn cells(xs: &[i64]) -> (Vec<i64>, i64, i64) {
    use std::cell::Cell;
    let cells: Vec<Cell<i64>> = xs.iter().map(|x| Cell::new(*x)).collect();
    let last = Cell::new(0_i64);
    let before = cells.iter().fold(0_i64, |a: i64, c| a ^ c.get());
    for x in xs {
        last.set(last.get() ^ *x);
    }
    for cell in &cells {
        bump(cell, last.get());
    }
    let after = cells
        .iter()
        .fold(0_i64, |a: i64, c| a.wrapping_mul(5) ^ c.get());
    (cells.iter().map(|c| c.get()).collect(), before, after)
}

fn bump(cell: &std::cell::Cell<i64>, by: i64) {
    cell.set(cell.get() ^ by);
}

/// A table of somebody's own: it counts how often it was asked, and fails for some.
#[derive(Default)]
pub struct Table {
    cells: Vec<i64>,
    asked: usize,
}

impl std::ops::Index<usize> for Table {
    type Output = i64;
    fn index(&self, index: usize) -> &i64 {
        &self.cells[index]
    }
}

impl std::ops::IndexMut<usize> for Table {
    fn index_mut(&mut self, index: usize) -> &mut i64 {
        self.asked += 1;
        assert!(self.asked % 701 != 700, "asked too often");
        &mut self.cells[index]
    }
}

/// What has the table, beside other fields.
pub struct Holder {
    table: Table,
    list: Vec<i64>,
    calls: usize,
}

impl Holder {
    #[fuse]
    fn fill(&mut self, xs: &[i64]) -> (i64, i64, usize) {
        let all = xs.iter().fold(0_i64, |a: i64, x| a ^ x);
        for x in xs {
            self.table[(x & 7) as usize] ^= x;
            self.list.push(*x);
        }
        let sum: i64 = xs.iter().map(|x| x * x * x * x).sum();
        for x in xs {
            self.calls += 1;
            self.list[(x & 1) as usize] ^= 3;
        }
        let most = xs.iter().fold(i64::MIN, |a: i64, x| a.max(*x));
        let kept = self.list.iter().filter(|x| **x > 4).count();
        (all ^ most, sum, kept)
    }
}

/// Whatever panics, the fields hold what they would hold.
pub fn fields(xs: &[i64]) -> (Vec<i64>, usize, usize, Option<(i64, i64, usize)>) {
    let mut holder = Holder {
        table: Table {
            cells: vec![0; 8],
            asked: 0,
        },
        list: vec![1, 2],
        calls: 0,
    };
    let called = std::panic::AssertUnwindSafe(|| holder.fill(xs));
    let result = std::panic::catch_unwind(called).ok();
    (
        holder.table.cells,
        holder.list.len(),
        holder.table.asked,
        result,
    )
}

thread_local! {
    static TICKETS: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

fn ticket(of: &str) -> u32 {
    let next = TICKETS.with(|tickets| tickets.get()) + 1;
    TICKETS.with(|tickets| tickets.set(next));
    assert!(of != "all" || next > 3, "none yet");
    next
}

pub struct Refused(pub u32);

impl Refused {
    fn at(of: &str) -> Refused {
        Refused(ticket(of))
    }
}

/// What is called where the function is left has nothing to do with the element, and is called once.
#[fuse(loops = 2)]
pub fn refused(xs: &[f64]) -> Result<(f64, u32), Refused> {
    for x in xs {
        if x.is_nan() || *x > 0.99 {
            return Err(Refused::at("element"));
        }
    }
    if xs.iter().sum::<f64>() <= 0.0 {
        return Err(Refused::at("sum"));
    }
    let mut squares = 0.0;
    for x in xs {
        squares += x * x;
    }
    Ok((squares, ticket("none")))
}

/// The same of a check, whose failure panics now and then.
#[fuse(loops = 1)]
pub fn refused_by_a_check(xs: &[f64]) -> Result<f64, Refused> {
    if xs.iter().any(|x| !x.is_finite() || *x > 0.99) {
        return Err(Refused::at("all"));
    }
    if xs.iter().sum::<f64>() <= 0.0 {
        return Err(Refused::at("sum"));
    }
    Ok(1.5)
}

/// Drawn for each element, whether the function is left or not.
#[fuse]
pub fn drawn(xs: &[f64]) -> Result<(f64, u32), u32> {
    let mut last = 0;
    for x in xs {
        let next = ticket("element");
        if *x > 0.9 {
            return Err(next);
        }
        last = next;
    }
    let sum: f64 = xs.iter().sum();
    Ok((sum, last))
}
