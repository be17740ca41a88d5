//! Which loop is cut by the ranges of which array.

use super::*;
use crate::cnf::lower::tests::with;
use crate::pipeline::block::decide;

/// For each loop the name of the array whose ranges cut it, or `-`.
fn cuts(body: &str) -> Vec<String> {
    let function = format!("fn f(xs: &[f64], ys: &[f64]) -> f64 {{ {body} }}");
    with(&function, |region, lowered| {
        let decided = decide(region, &lowered).expect("sizes");
        let cuts = Cuts::of(&lowered, &decided.sizes, &decided.loops);
        let name = |array: ValueId| lowered.program.value(array).name.clone();
        let of = |nest: &Loop| cuts.array(nest).map_or("-".into(), name);
        decided.loops.iter().map(of).collect()
    })
}

const KEPT: &str = "let kept: Vec<f64> = xs.par_iter().copied().filter(|x| *x > 0.0).collect();";
const SUM: &str = "let sum: f64 = kept.par_iter().sum(); sum";

#[test]
fn a_loop_over_what_was_filtered_is_cut_as_the_filter_was() {
    assert_eq!(cuts(&format!("{KEPT} {SUM}")), ["-"]);
    assert_eq!(cuts(&format!("{KEPT} show(&kept); {SUM}")), ["-", "kept"]);
}

#[test]
fn behind_any_number_of_arrays() {
    // The map alone is rayon's to run: it keeps the lengths.
    let map = "let kept: Vec<f64> = kept.par_iter().map(|x| x + 1.0).collect(); show(&kept);";
    assert_eq!(
        cuts(&format!("{KEPT} show(&kept); {map} {SUM}")),
        ["-", "kept"]
    );
    // A filter of its own has ranges of its own.
    let filter =
        "let kept: Vec<f64> = kept.par_iter().filter_map(|x| half(*x)).collect(); show(&kept);";
    assert_eq!(
        cuts(&format!("{KEPT} show(&kept); {filter} {SUM}")),
        ["-", "kept", "kept"]
    );
}

#[test]
fn behind_a_wall_that_keeps_its_length_alone() {
    let mutable = KEPT.replace("let kept", "let mut kept");
    assert_eq!(
        cuts(&format!("{mutable} assert_eq!(xs.len(), ys.len()); {SUM}")),
        ["-", "kept"]
    );
    assert_eq!(cuts(&format!("{mutable} kept.push(1.0); {SUM}")), ["-"]);
}

#[test]
fn what_no_loop_of_ours_filtered_is_cut_by_its_own_length() {
    assert_eq!(
        cuts(&format!("let kept = made(xs); show(&kept); {SUM}")),
        ["-"]
    );
    assert_eq!(
        cuts(&format!(
            "let kept: Vec<f64> = made(xs); show(&kept); {SUM}"
        )),
        ["-"]
    );
    // On one thread.
    let kept = KEPT.replace("par_iter", "iter");
    assert_eq!(cuts(&format!("{kept} show(&kept); {SUM}")), ["-"]);
    // As long as the shorter of two.
    let zipped = "kept.par_iter().zip(ys).map(|(x, y)| x * y).sum::<f64>()";
    assert_eq!(cuts(&format!("{KEPT} show(&kept); {zipped}")), ["-", "-"]);
}

#[test]
fn rayon_filters_for_what_does_not_depend_on_where_it_is_cut() {
    assert_eq!(
        cuts(&format!(
            "{KEPT} show(&kept); let n = kept.par_iter().count(); n as f64"
        )),
        [""; 0]
    );
}
