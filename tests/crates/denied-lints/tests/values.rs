//! The functions compute what they should.

use denied_lints::Point;
use denied_lints::closest_points::{closest_points, closest_points_naive};
use denied_lints::forms::{self, Describe as _, Series};
use denied_lints::normalize::normalize2;
use denied_lints::quadtree::{Bounds, Quadtree, bounds};
use denied_lints::quickhull::{Line, filter_max, quickhull};
use denied_lints::{lints, loops, positions, scopes};
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn points(count: u32) -> Vec<Point> {
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    };
    (0..count)
        .map(|_| Point {
            x: random(),
            y: random(),
        })
        .collect()
}

#[test]
fn normalize2_divides_by_both_sums() {
    let (ys1, ys2) = normalize2(&[3.0, -1.0, 2.0]);
    assert_eq!(ys1, [0.75, -0.25, 0.5]);
    assert_eq!(ys2, [0.6, -0.2, 0.4]);
    assert_eq!(normalize2(&[]), (vec![], vec![]));
}

#[test]
fn closest_points_agree_with_all_pairs() {
    for count in [0, 1, 2, 99, 100, 1_000] {
        let points = points(count);
        assert_eq!(
            closest_points(&points).to_bits(),
            closest_points_naive(&points).to_bits()
        );
    }
    let same_height: Vec<Point> = points(200).iter().map(|p| Point { y: 0.5, ..*p }).collect();
    assert_eq!(
        closest_points(&same_height).to_bits(),
        closest_points_naive(&same_height).to_bits()
    );
}

#[test]
fn a_quadtree_holds_every_point() {
    assert_eq!(Quadtree::new(&[]), Quadtree::Empty);
    assert!(Quadtree::new(&[]).is_empty());
    let points = points(2_000);
    assert_eq!(Quadtree::new(&points).len(), 2_000);
    let Bounds { low, high } = bounds(&points);
    assert!(points.iter().all(|p| low.x <= p.x && p.x < high.x));
    assert!(points.iter().all(|p| low.y <= p.y && p.y < high.y));
}

#[test]
fn the_hull_of_a_square_is_its_corners() {
    let corner = |x, y| Point { x, y };
    let mut square = points(500);
    let corners = [
        corner(-1.0, -1.0),
        corner(-1.0, 2.0),
        corner(2.0, 2.0),
        corner(2.0, -1.0),
    ];
    square.extend(corners);
    assert_eq!(quickhull(&square), corners);
    let up = Line {
        from: corner(0.0, 0.0),
        to: corner(0.0, 1.0),
    };
    let (farthest, above) = filter_max(up, &corners);
    // Of two that are equally far, `max_by` gives the last.
    assert_eq!(farthest, Some(corners[1]));
    assert_eq!(above, corners[..2]);
    assert_eq!(filter_max(up, &[]), (None, vec![]));
}

#[test]
fn methods_traits_and_generics() {
    let mut series = Series::new(&[1.0, f64::NAN, 3.0]);
    assert_eq!(series.moments(), (2.0, 1.0));
    assert_eq!(series.scale(2.0).to_bits(), 6.0_f64.to_bits());
    assert_eq!(series.moments(), (4.0, 4.0));
    assert_eq!([1, 22, 3].line(), "1 22 3");
    assert_eq!([1, 22, 3].measure(), (6, 3));
    assert_eq!(forms::rises(&[1, 2, 2, 3, 1]), 2);
    assert_eq!(forms::rises::<u8>(&[]), 0);
}

#[test]
fn qualifiers() {
    const NINE: u64 = forms::square(3);
    assert_eq!(NINE, 9);
    assert_eq!(forms::triangle(5), 1 + 9 + 25);
    let dot = pin!(forms::dot(vec![1, 2, 3], vec![4, 5, 6]));
    let poll = dot.poll(&mut Context::from_waker(Waker::noop()));
    assert_eq!(poll, Poll::Ready(32));
}

#[test]
fn clashing_names_blocks_and_macros() {
    assert_eq!(forms::clashing(&[1, 2, 3]), (vec![3, 5, 7], 3));
    assert_eq!(
        forms::rows(&[vec![1, -2, 3], vec![], vec![-1]]),
        [(4, 2), (0, 0), (0, 0)]
    );
    assert_eq!(forms::total(&[1, 2, 3]), 12);
    let words = ["a".to_owned(), "abc".to_owned(), "de".to_owned()];
    let (lengths, boxed, last, sum) = forms::kinds(&words);
    assert_eq!(
        (lengths.len(), &boxed[..], last, sum),
        (3, &[2, 6, 4][..], Some(2), 3)
    );
    let halves = forms::halves(&[(1.0, 2), (3.0, 4)]);
    assert_eq!(halves, (vec![1.0, 3.0], vec![2, 4, 1], 3.0));
    assert_eq!(forms::extent(&[4, -1, 9]), Some(10));
    assert_eq!(forms::extent(&[]), None);
}

#[test]
fn code_that_was_once_warned_about_computes_what_it_says() {
    assert_eq!(lints::counted(&[1, -2, 3]), (1, 3, 2));
    assert_eq!(lints::unread(&[1, -2, 3]), 3);
    assert_eq!(lints::unused(&[2, 4]), (6, 8));
    assert_eq!(lints::assigned_anew(&[1, 2]), [5, 13]);
    let words = ["a".to_owned(), String::new(), "bc".to_owned()];
    assert_eq!(lints::expected(&words), (3, 1));
}

#[test]
fn loops_written_by_hand() {
    assert_eq!(loops::summary(&[1, 2, 3]), (6, 2, vec![2, 4, 6], 3));
    assert_eq!(loops::unread(&[1, 2, 3]), (3, 6));
    let (counts, rests, largest) = loops::tables(&[1, 5, 1]);
    assert_eq!((counts[&1], counts[&5]), (2, 1));
    assert_eq!((rests, largest), ([0, 3, 0, 0], Some(5)));
    let mut points = [Point { x: 1.0, y: 1.0 }, Point { x: 2.0, y: 3.0 }];
    assert_eq!(loops::moved(&mut points, 0.5), (4.0, 8.0));
    assert_eq!(points[1], Point { x: 2.5, y: 6.0 });
    let (mut xs, mut out) = ([1, 2], vec![0]);
    loops::for_each(&mut xs, &mut out);
    assert_eq!((xs, out), ([2, 3], vec![0, 2, 3]));
}

#[test]
fn expansions_call_their_own_methods_and_bind_their_own_names() {
    let (doubled, small, sum) = scopes::captured::split(&[1, 4, 2]);
    assert_eq!((doubled, small, sum), (vec![2, 8, 4], vec![1, 2], 6));
    assert_eq!(scopes::captured::elsewhere(), [1, 2, 3, 4]);
    let (below, above) = scopes::bare::centred(&[2.0, 4.0]);
    assert_eq!((below, above), (vec![-2.0, -1.0], vec![-1.0, 1.0]));
    let (longer, powers, nearest) = scopes::items::shifted(&[-1, 5]);
    assert_eq!((longer, powers, nearest), (vec![0, 6], 26, Some(5)));
    assert_eq!(scopes::items::sum(), 10);
}

#[test]
fn chains_in_larger_statements() {
    let summary = positions::summary("a", &[1.0, -2.0]).unwrap();
    assert_eq!(
        (summary.name.as_str(), summary.positive, summary.energy),
        ("a", 1, 5.0)
    );
    assert_eq!(positions::summary("b", &[1e7]), None);
    let counts = positions::histogram(&[1, 5, 5, -3]).unwrap();
    assert_eq!(Vec::from_iter(counts), [(1, 1), (5, 2)]);
    assert_eq!(positions::histogram(&[-1, -2]), Err(2));
    assert_eq!(positions::spread(&[1, 9, 4]), 4);
    let mut totals = [1.0, 2.0];
    assert_eq!(positions::accumulate(&mut totals, &[1.0, 3.0]), 16.0);
    assert_eq!(totals, [3.0, 4.0]);
    let rows = [vec![1.0, 2.0], vec![]];
    assert_eq!(positions::rows(&rows), [(3.0, 5.0), (0.0, 0.0)]);
}

#[test]
fn capacities_of_arrays_that_are_not_built() {
    assert_eq!(lints::capacities(&[1, 3, 8], 2, &[0]), (1, 5, 1));
}
