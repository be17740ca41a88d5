//! `cargo bench --bench parallel -- [--quick] [kernel ...]`: loops on several threads against what they
//! replace, by the clock on the wall.
//!
//! | form | what it is |
//! |---|---|
//! | plain | `ordinary.rs` without the attribute |
//! | fused | the same under `#[fuse]` |
//! | option | the same under `#[fuse(parallel)]` (`option.rs`) |
//! | passes | `rayons.rs` without the attribute: one pass of rayon's after another |
//! | rayons | the same under `#[fuse]` |
//! | by hand | `by_hand.rs` |
//!
//! The forms take turns, and the least time of each counts, which is the one that others have disturbed
//! least. The figures are of a machine that does nothing else, and are divided by that of the option: above
//! 1, the option is the faster one.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, two forms: that is the point"
)]
#![allow(clippy::print_stdout, reason = "this is what it is for")]

mod by_hand;
#[path = "."]
mod option_of {
    pub(crate) use super::{Results, root_of};
    pub(crate) use loopfuse::fuse;
    #[path = "option.rs"]
    pub(crate) mod text;
}
#[path = "."]
mod fused {
    pub(crate) use super::{Results, root_of};
    pub(crate) use loopfuse::fuse;
    #[path = "ordinary.rs"]
    pub(crate) mod ordinary;
    #[path = "rayons.rs"]
    pub(crate) mod rayons;
}
#[path = "."]
mod plain {
    pub(crate) use super::{Results, root_of};
    pub(crate) use fuse_test_attributes::erase as fuse;
    #[path = "ordinary.rs"]
    pub(crate) mod ordinary;
    #[path = "rayons.rs"]
    pub(crate) mod rayons;
}

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a kernel gives: two arrays of whatever it computes.
pub(crate) type Results = (Vec<f64>, Vec<f64>);

/// A root, by four steps of Newton's.
pub(crate) fn root_of(x: f64) -> f64 {
    let start = 0.5 + 0.5 * x;
    let step = |y: f64| 0.5 * (y + x / y);
    step(step(step(step(start))))
}

/// A form of a kernel.
type Form = fn(&[f64]) -> Results;

/// The kernels in all forms, the option first.
macro_rules! kernels {
    ($($name:ident)*) => {
        [$((stringify!($name), [
            option_of::text::$name as Form,
            plain::ordinary::$name,
            fused::ordinary::$name,
            plain::rayons::$name,
            fused::rayons::$name,
            by_hand::$name,
        ])),*]
    };
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let quick = words.iter().any(|word| word == "--quick");
    let named: Vec<&String> = words.iter().filter(|word| !word.starts_with('-')).collect();
    println!("{} threads", rayon::current_num_threads());
    println!("| kernel | elements | option, ns each | plain | fused | passes | rayons | by hand |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, forms) in kernels!(statistics normalize roots filtered) {
        if !named.is_empty() && !named.iter().any(|word| *word == name) {
            continue;
        }
        for (size, elements) in [
            ("1 K", 1 << 10),
            ("64 K", 1 << 16),
            ("1 M", 1 << 20),
            ("16 M", 1 << 24),
        ] {
            if quick && elements > 1 << 20 {
                continue;
            }
            let xs: Vec<f64> = (0..elements)
                .map(|n| (f64::from(n) * 0.7).sin().abs() + 0.01)
                .collect();
            agree(name, &xs, &forms);
            let times = least(&xs, &forms, quick);
            let each = times[0].as_secs_f64() * 1e9 / f64::from(elements);
            let ratios = times[1..]
                .iter()
                .map(|time| time.as_secs_f64() / times[0].as_secs_f64());
            let ratios: Vec<String> = ratios.map(|ratio| format!("{ratio:.2}")).collect();
            println!("| {name} | {size} | {each:.3} | {} |", ratios.join(" | "));
        }
    }
}

/// The least time of each form.
fn least(xs: &[f64], forms: &[Form; 6], quick: bool) -> [Duration; 6] {
    let once = {
        let start = Instant::now();
        black_box(forms[0](black_box(xs)));
        start.elapsed()
    };
    // A run of at least 200 microseconds.
    let runs = (200_000 / once.as_nanos().max(1)).clamp(1, 1000) as u32;
    let mut least = [Duration::MAX; 6];
    let budget = Duration::from_millis(if quick { 300 } else { 3000 });
    let start = Instant::now();
    while start.elapsed() < budget {
        for (form, least) in forms.iter().zip(&mut least) {
            let start = Instant::now();
            for _ in 0..runs {
                drop(black_box(form(black_box(xs))));
            }
            *least = (*least).min(start.elapsed() / runs);
        }
    }
    least
}

/// Asserts that all forms compute the same, up to rounding.
fn agree(name: &str, xs: &[f64], forms: &[Form; 6]) {
    let want = forms[1](xs);
    let near = |a: &[f64], b: &[f64]| {
        a.len() == b.len()
            && a.iter()
                .zip(b)
                .all(|(a, b)| (a - b).abs() <= 1e-9 * b.abs())
    };
    for (index, form) in forms.iter().enumerate() {
        let found = form(xs);
        assert!(
            near(&found.0, &want.0) && near(&found.1, &want.1),
            "{name}: form {index}"
        );
    }
}
