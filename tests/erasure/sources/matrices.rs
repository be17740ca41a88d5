//! The erasure law on arrays of ndarray.

use crate::common::law;
use crate::common::same::Same;
use ndarray::{Array, Array1, Array2, Dimension};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<T: Same, D: Dimension> Same for Array<T, D> {
    fn same(&self, other: &Self) -> bool {
        let mut pairs = self.iter().zip(other);
        self.shape() == other.shape() && pairs.all(|(one, other)| one.same(other))
    }
}

/// As many rows of three as there are.
fn table(xs: &[f64]) -> Array2<f64> {
    let rows = xs.len() / 3;
    Array2::from_shape_vec((rows, 3), xs[..rows * 3].to_vec()).expect("three a row")
}

#[test]
fn elements_by_index() {
    law!(floats, specials: |xs| sources::matrices::in_step(&table(xs)));
    law!(floats, specials: |xs| sources::matrices::rows_and_columns(&table(xs)));
    law!(floats: |xs| {
        let (mut x, mut y) = (table(xs), Array1::from(xs.to_vec()));
        let of = sources::matrices::changed(&mut x, &mut y, xs.len() / 2);
        (of, x, y)
    });
    law!(floats: |xs| sources::matrices::kept(&Array1::from(xs.to_vec())));
    law!(integers: |xs| {
        let small = xs.iter().map(|x| x % 1000).collect::<Array1<i64>>();
        let names = xs.iter().map(ToString::to_string).collect::<Vec<_>>();
        sources::matrices::of_others(&small, &names)
    });
    law!(floats: |xs| {
        let (x, y) = (Array1::from(xs.to_vec()), Array1::from(xs[xs.len() / 2..].to_vec()));
        catch_unwind(|| sources::matrices::out_of_bounds(&x, &y)).ok()
    });
}

#[test]
fn numbers_of_elements() {
    law!(floats: |xs| {
        let rows = xs.len() / 3;
        sources::matrices::counted_by_columns(&xs[..rows * 3], rows)
    });
}

#[test]
fn another_array() {
    law!(floats: |xs| {
        let counts = [0, xs.len() / 2, xs.len(), xs.len() + 1];
        let of = |n: usize, k: usize| {
            let (mut y, mut z) = (Array1::zeros(n), Array1::zeros(k));
            catch_unwind(AssertUnwindSafe(|| {
                sources::matrices::replaced(xs, &mut y, &mut z, k)
            })).ok()
        };
        counts.map(|n| counts.map(|k| of(n, k)))
    });
}

#[test]
fn collected_arrays() {
    law!(floats, specials: |xs| {
        let (y, w) = (Array1::from(xs.to_vec()), xs.iter().rev().copied().collect());
        let walked = sources::matrices::collected_and_walked(&y.view(), &w, xs.len());
        let asked = catch_unwind(|| sources::matrices::collected_and_asked(&y)).ok();
        (walked, asked)
    });
}

#[test]
fn axes_and_collections() {
    law!(floats, specials: |xs| sources::matrices::along_axes(table(xs).view()));
    law!(floats: |xs| {
        let w = xs.iter().rev().copied().collect::<Array1<f64>>();
        sources::matrices::collected(&Array1::from(xs.to_vec()).view(), &w)
    });
}
