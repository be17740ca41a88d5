//! The ratio runner of the benchmarks: its statistics, its order, its tables and its picture. A
//! benchmark has no test harness, so its tests are here.

#[path = "../benches/kernels/mod.rs"]
mod kernels;
#[path = "../benches/runner/mod.rs"]
mod runner;

use kernels::case::Role;
use runner::measure::Cell;

/// A cell of 1,000 elements in which fused has these ratios to plain and to the better hand.
fn cell(kernel: &'static str, loops: (usize, usize), plain: f64, hand: f64) -> Cell {
    Cell {
        kernel,
        elements: 1000,
        loops,
        plain: 1.0,
        to_fused: vec![
            (Role::Plain, plain),
            (Role::Obvious, 9.0),
            (Role::Expert, hand),
            (Role::Peer("crate"), 3.0),
        ],
        same: 1.0,
        rounds: 3,
    }
}

mod statistics {
    use crate::runner::statistics::{geometric_mean, median};

    #[test]
    fn the_median_is_not_moved_by_an_outlier() {
        assert_eq!(median(vec![1e9, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, -1e9, 2.0]), 1.5);
        assert_eq!(median(vec![7.0]), 7.0);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn the_geometric_mean_treats_a_ratio_and_its_inverse_alike() {
        assert!((geometric_mean([2.0, 0.5]) - 1.0).abs() < 1e-12);
        assert!((geometric_mean([1.0, 4.0, 16.0]) - 4.0).abs() < 1e-12);
        assert!(geometric_mean([]).is_nan());
    }
}

mod options {
    use crate::runner::options::{Options, short};

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn sizes_have_units() {
        let options = parse("--bench --sizes 64,1k,16M,2_000").expect("they are right");
        assert_eq!(options.sizes, [64, 1000, 16_000_000, 2000]);
        assert_eq!(
            options.sizes.into_iter().map(short).collect::<Vec<_>>(),
            ["64", "1 K", "16 M", "2 K"]
        );
        for wrong in ["--sizes 0", "--sizes 1G", "--sizes", "--sizes 1,,2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn kernels_are_chosen_by_a_part_of_their_name() {
        let options = parse("--kernels soft,Q1").expect("they are right");
        assert!(options.wants("softmax") && options.wants("TPC-H Q1"));
        assert!(!options.wants("TPC-H Q6"));
        assert!(parse("").expect("nothing is wrong").wants("anything"));
    }

    #[test]
    fn an_unknown_option_is_an_error_that_lists_the_known_ones() {
        let error = parse("--fast").expect_err("there is no such option");
        assert!(error.contains("--fast") && error.contains("--quick"));
    }
}

mod measure {
    use std::time::Duration;

    use super::cell;
    use crate::kernels::case::Role;
    use crate::runner::measure::{Cell, FEWEST_ROUNDS, SLICE, order, plan};

    #[test]
    fn a_round_goes_there_and_back() {
        assert_eq!(order(3, 0), [0, 1, 2, 2, 1, 0]);
        assert_eq!(order(3, 1), [1, 2, 0, 0, 2, 1]);
        assert_eq!(order(3, 3), order(3, 0));
    }

    #[test]
    fn a_slice_is_long_enough_for_the_clock() {
        // Each run takes a thousand nanoseconds; the first one took a hundred times as long.
        let mut time = |_, _, repeats: u32| Duration::from_nanos(1000) * repeats;
        let once = [Duration::from_micros(100), Duration::from_millis(50)];
        let plan = plan(&mut time, 1, &once, Duration::from_secs(2));
        assert!(Duration::from_nanos(1000) * plan.repeats[0] >= SLICE);
        assert!(Duration::from_nanos(1000) * plan.repeats[0] < 20 * SLICE);
        assert_eq!(plan.repeats[1], 1);
        assert_eq!(plan.rounds % 2, 1);
    }

    #[test]
    fn inputs_take_turns_equally_often_but_not_for_long() {
        let once = [Duration::from_micros(100); 2];
        let plan_of = |each: u64, inputs| {
            let mut time = |_, _, repeats: u32| Duration::from_nanos(each) * repeats;
            plan(&mut time, inputs, &once, Duration::from_secs(2))
        };
        let short = plan_of(1000, 500);
        assert_eq!(short.inputs, 500);
        assert!(short.repeats.iter().all(|n| n.is_multiple_of(500)));
        let long = plan_of(50_000, 500);
        assert_eq!(long.inputs, 40);
        assert!(long.repeats.iter().all(|n| n.is_multiple_of(40)));
    }

    #[test]
    fn no_form_sees_inputs_that_take_turns_more_often() {
        let once = [Duration::from_micros(1); 3];
        // The second form is twice as fast, the third was disturbed.
        let each = [2000, 1000, 9000];
        let mut time = |i: usize, _, repeats: u32| Duration::from_nanos(each[i]) * repeats;
        let plan = plan(&mut time, 64, &once, Duration::from_secs(2));
        assert!(plan.repeats.iter().all(|n| *n == plan.repeats[1]));
        assert!(Duration::from_nanos(1000) * plan.repeats[1] >= SLICE);
    }

    #[test]
    fn what_is_slow_still_has_a_median() {
        let once = [Duration::from_secs(9)];
        let plan = plan(
            &mut |_, _, _| unreachable!(),
            1,
            &once,
            Duration::from_secs(1),
        );
        assert_eq!((plan.repeats, plan.rounds), (vec![1], FEWEST_ROUNDS));
    }

    #[test]
    fn the_better_hand_counts_and_the_noise_lowers_the_bar() {
        let mut cell = cell("k", (2, 1), 0.955, 1.1);
        cell.same = 0.96;
        cell.to_fused[1] = (Role::Obvious, 0.9);
        assert_eq!(cell.hand_to_fused(), (Role::Obvious, 0.9));
        assert!(cell.slower_than_hand() && !cell.slower_than_plain());
        assert!(Cell { same: 1.2, ..cell }.slower_than_plain());
    }
}

mod table {
    use super::cell;
    use crate::runner::table::{row, summary};

    #[test]
    fn a_missed_bar_is_seen() {
        let text = row(&cell("slow", (2, 1), 0.5, 1.0));
        assert_eq!(
            text,
            "| slow | 2 → 1 | 1 K | 1.00 | **0.50** | 1.00 | expert | crate 3.00 | 1.00 |"
        );
    }

    #[test]
    fn kernels_that_keep_their_loops_have_a_mean_of_their_own() {
        let cells = [
            cell("fused", (2, 1), 4.0, 1.0),
            cell("left", (1, 1), 1.0, 0.25),
        ];
        let text = summary(&cells);
        assert!(
            text.contains(
                "| all kernels | 2 | 2.00 | 1.00 (left, 1 K) | 0.50 | 0.25 (left, 1 K) |"
            )
        );
        assert!(text.contains("| whose loops are fewer | 1 | 4.00 | 4.00 (fused, 1 K) |"));
        assert!(!text.contains("from 1 M"));
        assert!(
            text.contains("0 cells are slower than plain")
                && text.contains("1 slower than by hand")
        );
    }
}

mod plot {
    use super::cell;
    use crate::runner::plot::{PANEL, offset, svg};

    #[test]
    fn the_scale_is_logarithmic_and_has_ends() {
        let step = offset(2.0) - offset(1.0);
        assert!((offset(8.0) - offset(4.0) - step).abs() < 1e-9);
        assert_eq!(offset(0.01), 0.0);
        assert_eq!(offset(1000.0), PANEL);
    }

    #[test]
    fn every_cell_is_a_dot_in_both_panels_and_every_size_one_in_the_legend() {
        let mut cells = ["a<b", "a<b", "c"].map(|kernel| cell(kernel, (2, 1), 2.0, 1.0));
        cells[0].elements = 64;
        let picture = svg(&cells);
        assert_eq!(picture.matches("<circle").count(), 2 * 3 + 2);
        assert_eq!(
            picture.matches("</text>").count(),
            picture.matches("<text").count()
        );
        assert!(picture.contains("a&lt;b") && !picture.contains("a<b"));
        assert_eq!(picture, svg(&cells));
    }
}
