//! What statements and loops of real functions read and bind.

use super::*;
use crate::cnf::lower::tests::with;
use crate::pipeline::block::decide;

fn list(names: &SortedSet<String>) -> String {
    Vec::from_iter(names.iter().map(String::as_str)).join(" ")
}

/// `reads / binds`, and what else is so, for each statement.
fn slots(function: &str) -> Vec<String> {
    with(function, |region, lowered| {
        let decided = decide(region, &lowered).expect("it has sizes");
        let words = |slot: &Slot| {
            let mut text = format!("{} / {}", list(&slot.reads), list(&slot.binds));
            for (is, word) in [
                (slot.deferrable, ", deferrable"),
                (slot.vanishes, ", vanishes"),
                (slot.wall, ", wall"),
            ] {
                text += if is { word } else { "" };
            }
            text
        };
        let slots = of(region, &lowered, &decided.loops);
        slots.iter().map(words).collect()
    })
}

#[test]
fn what_a_fused_chain_mentions_is_read_by_its_loop() {
    let function = "fn f(xs: &[f64], ws: &[f64], k: f64) -> f64 {
        let ys: Vec<f64> = xs.iter().map(|x| x * k).collect();
        let s = ys.iter().sum::<f64>() / xs.len() as f64;
        let (a, b) = (ws.iter().filter(|w| **w > s).count(), k);
        g(a, b)
    }";
    assert_eq!(
        slots(function),
        [
            " / , deferrable, vanishes",
            "xs / s, deferrable",
            "k s ws / a b",
            "a b g / , wall",
        ]
    );
    with(function, |region, lowered| {
        let decided = decide(region, &lowered).expect("it has sizes");
        let read = names_read(&lowered, &decided.loops[0].cluster);
        let pairs = read.iter().map(|(name, at)| (name.as_str(), *at));
        // `ys` is made in the loop: its tokens are not emitted.
        assert_eq!(Vec::from_iter(pairs), [("k", 0), ("xs", 0)]);
    });
}

#[test]
fn the_inner_array_the_range_and_the_start_of_a_fold_are_read() {
    let function = "fn f(a: &[f64], b: &[f64], n: usize, start: f64) -> (f64, f64, f64) {
        let s = a.iter().fold(start, |s, x| s + x);
        let t: f64 = a.iter().flat_map(|x| b.iter().map(move |y| x * y)).sum();
        let u: f64 = a.iter().flat_map(|x| (0..n).map(move |i| x * i as f64)).sum();
        (s, t, u)
    }";
    with(function, |_, lowered| {
        let all = lowered.program.binding_ids().collect::<Vec<_>>();
        let read = names_read(&lowered, &all);
        for expected in [("a", 0), ("start", 0), ("b", 1), ("n", 2), ("a", 2)] {
            let (name, at) = expected;
            assert!(read.contains(&(name.to_owned(), at)), "{expected:?}");
        }
    });
}

#[test]
fn a_keep_leaves_a_statement_that_binds_no_name() {
    let function = "fn f(xs: &[H]) -> f64 {
        let hs: Vec<H> = xs.iter().cloned().collect();
        let s: f64 = hs.iter().map(|h| h.value).sum();
        s
    }";
    assert_eq!(slots(function)[0], " / , deferrable");
}
