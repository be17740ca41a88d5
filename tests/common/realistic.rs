//! Inputs of the functions as crates have them, and how their results are compared.

use super::inputs::{self, data::Xorshift};
use super::outcome;

/// What a call gives, or that it panics.
pub fn shown<R: std::fmt::Debug>(call: impl FnOnce() -> R) -> String {
    outcome(|| format!("{:?}", call())).unwrap_or_else(|_| "panic".to_owned())
}

/// Compares what both texts give for one call on every input.
macro_rules! same_text {
    ($inputs:expr, |$x:pat_param| $call:expr) => {
        for input in &$inputs {
            let plain = {
                use crate::plain::*;
                let $x = input;
                $crate::common::realistic::shown(|| $call)
            };
            let fused = {
                use crate::fused::*;
                let $x = input;
                $crate::common::realistic::shown(|| $call)
            };
            assert_eq!(plain, fused, "{}", stringify!($call));
        }
    };
}

pub(crate) use same_text;

/// The same for a call that changes a place, which is compared too.
macro_rules! same_after {
    ($inputs:expr, |$x:pat_param| $place:expr, |$y:ident| $call:expr) => {
        $crate::common::realistic::same_text!($inputs, |$x| {
            let mut place = $place;
            let $y = &mut place;
            let result = format!("{:?}", $call);
            (result, place)
        });
    };
}
pub(crate) use same_after;

/// Ordinary floats and special ones, of the sizes at which something changes.
pub fn floats() -> Vec<Box<[f64]>> {
    let mut all = inputs::floats();
    all.extend(inputs::specials());
    all.retain(|xs| xs.len() < 2000);
    all
}

pub fn integers() -> Vec<Box<[i64]>> {
    let mut all = inputs::integers();
    all.extend(inputs::extremes());
    all.retain(|xs| xs.len() < 2000);
    all
}

/// Positive floats, as prices are.
pub fn prices() -> Vec<Vec<f64>> {
    let mut random = Xorshift::new(50);
    let sizes = [0, 1, 2, 3, 5, 20, 21, 100, 1025];
    let mut all: Vec<Vec<f64>> = sizes
        .iter()
        .map(|n| (0..*n).map(|_| 50.0 + 100.0 * random.unit()).collect())
        .collect();
    all.push(vec![100.0; 20]);
    all.push((0..30).map(f64::from).collect());
    all.push((0..30).rev().map(f64::from).collect());
    all.push(vec![1.0, f64::NAN, 3.0, f64::INFINITY]);
    all
}

/// Texts of all kinds of lines.
pub fn texts() -> Vec<String> {
    let pieces = [
        "the ",
        "Quick",
        " ",
        "\n",
        "  brown",
        "# fox\n",
        "key = value\n",
        "x=1",
        ",",
        "3.5",
        "ß.",
        "\n\n",
        "aaa",
        "\t",
        "!",
        "Zebra 42",
    ];
    let mut random = Xorshift::new(51);
    let mut all: Vec<String> = [0, 1, 2, 5, 10, 40, 300]
        .iter()
        .flat_map(|n| vec![*n; 6])
        .map(|n| {
            (0..n)
                .map(|_| pieces[random.bits() as usize % pieces.len()])
                .collect()
        })
        .collect();
    all.push("# title\n\nfirst. second! third?\n\n  fourth part. ".to_owned());
    all.push("a = 1\n# no\n\nb = 2\nc=3".to_owned());
    all.push("1, 2.5 ,3, -4e3".to_owned());
    all.push("    one\n      two\n\n    three".to_owned());
    all
}

pub fn second(xs: &[f64]) -> Vec<f64> {
    xs.iter().rev().map(|x| x * 0.5 + 1.0).collect()
}

/// Images of every small shape.
pub fn shapes() -> Vec<(usize, usize, Vec<u8>)> {
    let mut random = Xorshift::new(52);
    let mut all = Vec::new();
    for (width, height) in [(0, 0), (1, 1), (3, 1), (1, 4), (5, 3), (16, 9), (40, 40)] {
        let mut pixels = || (0..width * height).map(|_| random.bits() as u8).collect();
        all.push((width, height, pixels()));
        all.push((width, height, pixels()));
        all.push((width, height, vec![7; width * height]));
    }
    all
}

/// Points of the plane with a label each.
pub fn labelled() -> Vec<(Vec<[f64; 2]>, Vec<usize>)> {
    let mut random = Xorshift::new(53);
    let mut all = Vec::new();
    for n in [0, 1, 2, 3, 10, 60, 200] {
        let points = (0..n).map(|_| [random.unit() * 4.0, random.unit()]);
        let points = points.collect::<Vec<_>>();
        let labels = (0..n).map(|_| random.bits() as usize % 3).collect();
        all.push((points, labels));
    }
    all.push((vec![[1.0, 1.0]; 10], vec![1; 10]));
    all.push((vec![[1.0, 1.0]; 10], vec![1; 6]));
    all
}

/// Systems whose diagonal outweighs the rest, and one that does not.
pub fn systems() -> Vec<(usize, Vec<f64>, Vec<f64>)> {
    let mut random = Xorshift::new(54);
    let mut all = Vec::new();
    for n in [0, 1, 2, 3, 8, 30] {
        for weight in [2.0, 0.1] {
            let mut a: Vec<f64> = (0..n * n).map(|_| random.unit()).collect();
            for i in 0..n {
                a[i * n + i] += weight * n as f64;
            }
            all.push((n, a, (0..n).map(|_| random.unit()).collect()));
        }
    }
    all
}
