//! What several threads may not share, below an option that asks for several: bounds that say nothing of threads, an `Rc`,
//! a cell, a closure that holds one. Ranges are short, so that there are many of them.

use super::fuse;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Bounds that say nothing of threads.
#[fuse(parallel, min_len = 3)]
pub fn compared<T: Ord>(xs: &[T]) -> (usize, bool, Option<usize>, Option<&T>) {
    let less = xs.iter().filter(|x| **x < xs[0]).count();
    let any = xs.iter().any(|x| *x > xs[0]);
    let place = xs.iter().position(|x| *x > xs[0]);
    let most = xs.iter().max();
    (less, any, place, most)
}

/// As many in a `where`, of a type that is not named alone.
#[fuse(parallel, min_len = 3)]
pub fn items<I>(xs: &[I::Item], _: &I) -> (Vec<I::Item>, usize)
where
    I: Iterator,
    I::Item: Clone + PartialOrd,
{
    let kept: Vec<I::Item> = xs.iter().cloned().collect();
    let less = kept.iter().filter(|x| **x < xs[0]).count();
    (kept, less)
}

/// Workers that are parameters.
#[fuse(parallel, min_len = 3)]
pub fn workers<F: Fn(i64) -> i64>(
    xs: &[i64],
    one: F,
    two: impl Fn(i64) -> i64,
    three: &dyn Fn(i64) -> i64,
    four: Box<dyn Fn(i64) -> i64>,
) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
    let ones = xs.iter().map(|x| one(*x)).collect();
    let twos = xs.iter().map(|x| two(*x)).collect();
    let threes = xs.iter().map(|x| three(*x)).collect();
    let fours = xs.iter().map(|x| four(*x)).collect();
    (ones, twos, threes, fours)
}

/// A loop over indices.
#[fuse(parallel, min_len = 3)]
pub fn by_index<T: PartialOrd>(xs: &[T], ys: &[T]) -> u64 {
    let mut less = 0_u64;
    for i in 0..xs.len() {
        if xs[i] < ys[i] {
            less += 1;
        }
    }
    less
}

/// Elements that are taken, and that are made.
#[fuse(parallel, min_len = 3)]
pub fn taken(xs: Vec<Rc<i64>>, ys: &[i64]) -> (Vec<i64>, Vec<Rc<i64>>) {
    let bare = xs.into_iter().map(|x| *x).collect();
    let counted = ys.iter().filter(|y| **y % 3 != 0).map(|y| Rc::new(*y)).collect();
    (bare, counted)
}

/// Changed in place.
#[fuse(parallel, min_len = 3)]
pub fn replaced(xs: &mut [Rc<i64>], by: &Rc<i64>) {
    for x in xs.iter_mut() {
        *x = Rc::new(**by ^ **x);
    }
}

/// What no bound and no name shows: a struct of somebody's.
pub struct Held {
    pub by: i64,
    pub name: Rc<String>,
    pub cell: Cell<i64>,
}

#[fuse(parallel, min_len = 3)]
pub fn held(xs: &[Held], cells: &[Cell<i64>]) -> (i64, usize, Vec<i64>) {
    let sum = xs.iter().map(|x| x.by % 1000).sum();
    let long = xs.iter().filter(|x| x.name.len() > 2).count();
    let seen = cells.iter().map(|cell| cell.get()).collect();
    (sum, long, seen)
}

impl Held {
    pub fn of(by: i64) -> Held {
        let name = Rc::new("x".repeat(by.unsigned_abs() as usize % 5));
        Held { by, name, cell: Cell::new(by) }
    }

    /// Of `self` only the field that may be shared is asked for, the others are lent or gone.
    #[fuse(parallel, min_len = 3)]
    pub fn by_fields(&mut self, xs: &[i64]) -> (Vec<i64>, Vec<String>) {
        let lent = &mut self.cell;
        let by: Vec<i64> = xs.iter().map(|x| x ^ self.by).collect();
        *lent.get_mut() += 1;
        let names = xs.iter().map(|x| format!("{}{x}", self.name)).collect();
        (by, names)
    }

    #[fuse(parallel, min_len = 3)]
    pub fn in_parts(self, xs: &[i64]) -> (Vec<i64>, Rc<String>) {
        let name = self.name;
        let by = xs.iter().map(|x| x ^ self.by).collect();
        (by, name)
    }
}

/// A type parameter of the `impl` around it, which the attribute does not see.
pub struct Of<T>(pub Vec<T>);

impl<T: PartialOrd + Clone> Of<T> {
    #[fuse(parallel, min_len = 3)]
    pub fn beside(&self, xs: &[T], than: T) -> (Vec<T>, usize, bool) {
        let all = xs.iter().cloned().collect();
        let less = xs.iter().filter(|x| **x < than && self.0.len() > 1).count();
        let any = xs.iter().any(|x| *x > than);
        (all, less, any)
    }
}

/// Closures that hold it: by reference, taken, and under a name that means something else by now.
#[fuse(parallel, min_len = 3)]
pub fn in_closures(xs: &[i64]) -> (Vec<i64>, Vec<i64>, Vec<i64>, Vec<i64>) {
    let by = Rc::new(2);
    let of_reference = |x: i64| x ^ *by;
    let by_reference = xs.iter().map(|x| of_reference(*x)).collect();
    let same = Rc::clone(&by);
    let taking = move |x: i64| x ^ *same;
    let taken = xs.iter().map(|x| taking(*x)).collect();
    let of_both = |x: i64| of_reference(x) ^ *by;
    let by_both = xs.iter().map(|x| of_both(*x)).collect();
    let hidden = |x: i64| x ^ *by;
    let by = 7;
    let by_hidden = xs.iter().map(|x| hidden(*x) ^ by).collect();
    (by_reference, taken, by_both, by_hidden)
}

/// Names that are also those of parameters inside.
#[fuse(parallel, min_len = 3)]
pub fn hidden_inside(xs: &[(i64, i64)], x: &RefCell<i64>, r#type: Rc<i64>) -> (Vec<i64>, Vec<i64>) {
    let outer = *x.borrow();
    let one = xs.iter().map(|(x, y)| x ^ y ^ outer).collect();
    let other = xs.iter().map(|(x, _)| { let by = *r#type; let r#type = x; by ^ r#type }).collect();
    (one, other)
}

/// A trait that brings `Sync` along: this is shared.
pub trait Number: Copy + PartialOrd + Send + Sync {}

impl Number for i64 {}

#[fuse(parallel, min_len = 3)]
pub fn brought_along<T: Number>(xs: &[T], than: T) -> (Vec<T>, usize) {
    let same: Vec<T> = xs.iter().map(|x| *x).collect();
    let less = same.iter().filter(|x| **x < than).count();
    (same, less)
}

/// Elements of types that only what follows settles.
#[fuse(parallel, min_len = 3)]
pub fn settled_later(xs: &[i64]) -> (Vec<Rc<str>>, Vec<Option<Rc<i64>>>, Vec<Vec<Rc<i64>>>) {
    let names = xs.iter().map(|x| x.to_string().into()).collect::<Vec<_>>();
    let mut maybe: Vec<_> = xs.iter().map(|_| None).collect();
    if let Some(first) = maybe.first_mut() {
        *first = Some(Rc::new(xs[0]));
    }
    let mut rows: Vec<Vec<_>> = xs.iter().map(|_| Vec::new()).collect();
    if let Some(row) = rows.last_mut() {
        row.push(Rc::new(1));
    }
    (names, maybe, rows)
}

/// The best of them, and both halves.
#[fuse(parallel, min_len = 3)]
pub fn ends_settled_later(xs: &[i64]) -> (Option<Rc<str>>, Option<Rc<i64>>, Vec<Rc<str>>, Vec<i64>) {
    let greatest = xs.iter().map(|x| x.to_string().into()).max();
    let least = xs.iter().copied().map(From::from).min_by_key(|x: &Rc<i64>| **x % 7);
    let (names, numbers) = xs.iter().map(|x| (x.to_string().into(), *x)).unzip();
    (greatest, least, names, numbers)
}

fn is_above<T>(_: &T, x: i64) -> bool {
    x > 1
}

/// What is read, and what a worker captures, of such types.
#[fuse(parallel, min_len = 3)]
pub fn read_before_settled(xs: &[i64]) -> (usize, usize, bool, Rc<i64>) {
    let nothing = vec![None; xs.len()];
    let none = nothing.iter().filter(|x| x.is_none()).count();
    let held = Default::default();
    let above = xs.iter().filter(|x| is_above(&held, **x)).count();
    let first: Option<&Option<Rc<i64>>> = nothing.first();
    (none, above, first.is_some(), held)
}

/// Closures, each with what it holds.
#[fuse(parallel, min_len = 3)]
pub fn made_closures(xs: &[i64]) -> Vec<i64> {
    let adders: Vec<_> = xs
        .iter()
        .map(|x| {
            let by = Rc::new(*x);
            move |y: i64| y ^ *by
        })
        .collect();
    let named = |x: &i64| {
        let by = Rc::new(*x);
        Some(move |y: i64| y | *by)
    };
    let others: Vec<_> = xs.iter().map(|x| named(x)).collect();
    let of_made: Vec<_> = xs.iter().map(|x| Rc::new(*x)).map(|by| (1, move || *by)).collect();
    let added = adders.iter().map(|add| add(5));
    let other = others.iter().flatten().map(|other| other(3));
    added.chain(other).chain(of_made.iter().map(|(by, made)| by ^ made())).collect()
}

/// Two loops that may run at the same time.
#[fuse(parallel)]
pub fn side_by_side(xs: &[f64], ys: &[f64], by: &Rc<f64>) -> (f64, f64) {
    let one: f64 = xs.iter().map(|x| x * **by).sum();
    let other: f64 = ys.iter().map(|y| y + **by).sum();
    (one, other)
}
