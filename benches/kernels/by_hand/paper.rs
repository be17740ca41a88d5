//! The four programs of paper 001.
//!
//! Each does exactly the work of its iterator form: the same tests on the same elements, the same
//! recursion, the same results. What differs from it is what fusion is about: one pass where one will do,
//! and no array that only the next statement reads. The
//! filters of `expert` are written in the way that was measured to be the faster for their data: `push` behind a branch where few elements pass or the
//! array is short, and [`Compact`] where about half of a long array does.

use super::programs::geometry::{
    Area, Coordinate, FEW, Line, Quadtree, closest_naive, distance, inbox, smallbox, splitbox,
    squared_distance,
};
use super::{BLOCK, Compact};

/// Up to here an array is filtered faster by `push`: its branches are still predicted.
const SHORT: usize = 4 * BLOCK;

/// Below this many points most quadrants of a box get none or one.
const TINY: usize = 100;

macro_rules! by_hand {
    ($kind:ident, $t:ty, $zero:expr, $sum:expr, $least:expr, $greatest:expr, $cmp:ident) => {
        /// The programs over one type of number.
        pub(crate) mod $kind {
            pub(crate) mod expert {
                use super::super::*;
                type Point = ($t, $t);

                /// Two passes, no intermediate array.
                pub(crate) fn normalize2(xs: &[$t]) -> (Vec<$t>, Vec<$t>) {
                    let (mut sum1, mut sum2): ($t, $t) = ($sum, $sum);
                    for x in xs {
                        sum1 += x;
                        sum2 += if *x > $zero { *x } else { $sum };
                    }
                    xs.iter().map(|x| (x / sum1, x / sum2)).unzip()
                }

                /// One pass for two filters, twice; no array of pairs.
                pub(crate) fn closest_points(pts: &[Point]) -> $t {
                    if pts.len() < FEW {
                        return closest_naive(pts);
                    }
                    let mut sum: $t = $zero;
                    for p in pts {
                        sum += p.1;
                    }
                    let midy = sum / pts.len() as $t;
                    let (mut aboves, mut belows) =
                        (Compact::<Point>::new(), Compact::<Point>::new());
                    for block in pts.chunks(BLOCK) {
                        let (to_aboves, to_belows) =
                            (aboves.room(block.len()), belows.room(block.len()));
                        let (mut a, mut b) = (0, 0);
                        for p in block {
                            to_aboves[a] = *p;
                            a += usize::from(p.1 >= midy);
                            to_belows[b] = *p;
                            b += usize::from(p.1 < midy);
                        }
                        aboves.len += a;
                        belows.len += b;
                    }
                    let (aboves, belows) = (aboves.into_vec(), belows.into_vec());
                    if aboves.is_empty() || belows.is_empty() {
                        return closest_naive(pts);
                    }
                    let above = closest_points(&aboves);
                    let below = closest_points(&belows);
                    let border = above.min(below);
                    let (mut above_b, mut below_b): (Vec<Point>, Vec<Point>) =
                        (Vec::new(), Vec::new());
                    for p in pts {
                        if (p.1 - midy) * (p.1 - midy) < border {
                            if p.1 >= midy {
                                above_b.push(*p);
                            } else if p.1 < midy {
                                below_b.push(*p);
                            }
                        }
                    }
                    let mut least = border;
                    for a in &above_b {
                        for b in &below_b {
                            least = least.min(squared_distance(*a, *b));
                        }
                    }
                    least
                }

                /// The bounds in one pass, then one pass a box.
                pub(crate) fn quadtree(pts: &[Point]) -> Quadtree<$t> {
                    let (mut x1, mut y1, mut x2, mut y2): ($t, $t, $t, $t) =
                        ($greatest, $greatest, $least, $least);
                    for p in pts {
                        x1 = x1.min(p.0);
                        y1 = y1.min(p.1);
                        x2 = x2.max(p.0);
                        y2 = y2.max(p.1);
                    }
                    go(
                        pts,
                        Area {
                            low: (x1, y1),
                            high: (x2.above(), y2.above()),
                        },
                    )
                }

                fn go(ins: &[Point], area: Area<$t>) -> Quadtree<$t> {
                    if ins.is_empty() {
                        return Quadtree::Nil;
                    }
                    if smallbox(area) {
                        return Quadtree::Leaf(ins.to_vec());
                    }
                    let (b1, b2, b3, b4) = splitbox(area);
                    if ins.len() < TINY {
                        return go_few(ins, b1, b2, b3, b4);
                    }
                    let (mut p1, mut p2) = (Compact::<Point>::new(), Compact::<Point>::new());
                    let (mut p3, mut p4) = (Compact::<Point>::new(), Compact::<Point>::new());
                    for block in ins.chunks(BLOCK) {
                        let n = block.len();
                        let (to1, to2, to3, to4) = (p1.room(n), p2.room(n), p3.room(n), p4.room(n));
                        let (mut n1, mut n2, mut n3, mut n4) = (0, 0, 0, 0);
                        for p in block {
                            to1[n1] = *p;
                            n1 += usize::from(inbox(*p, b1));
                            to2[n2] = *p;
                            n2 += usize::from(inbox(*p, b2));
                            to3[n3] = *p;
                            n3 += usize::from(inbox(*p, b3));
                            to4[n4] = *p;
                            n4 += usize::from(inbox(*p, b4));
                        }
                        p1.len += n1;
                        p2.len += n2;
                        p3.len += n3;
                        p4.len += n4;
                    }
                    let (p1, p2, p3, p4) =
                        (p1.into_vec(), p2.into_vec(), p3.into_vec(), p4.into_vec());
                    Quadtree::Tree(Box::new([
                        go(&p1, b1),
                        go(&p2, b2),
                        go(&p3, b3),
                        go(&p4, b4),
                    ]))
                }

                /// Few points, of which most quadrants get none: nothing to be gained from blocks.
                fn go_few(
                    ins: &[Point],
                    b1: Area<$t>,
                    b2: Area<$t>,
                    b3: Area<$t>,
                    b4: Area<$t>,
                ) -> Quadtree<$t> {
                    let (mut p1, mut p2, mut p3, mut p4) =
                        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
                    for p in ins {
                        if inbox(*p, b1) {
                            p1.push(*p);
                        }
                        if inbox(*p, b2) {
                            p2.push(*p);
                        }
                        if inbox(*p, b3) {
                            p3.push(*p);
                        }
                        if inbox(*p, b4) {
                            p4.push(*p);
                        }
                    }
                    Quadtree::Tree(Box::new([
                        go(&p1, b1),
                        go(&p2, b2),
                        go(&p3, b3),
                        go(&p4, b4),
                    ]))
                }

                /// The points to the left of `line`, and the farthest of all: one pass, no annotation kept.
                fn filter_max(line: Line<$t>, pts: &[Point]) -> (Option<(Point, $t)>, Vec<Point>) {
                    let mut farthest: Option<(Point, $t)> = None;
                    let mut farther = |p: &Point, height: $t| match &farthest {
                        Some((_, most)) if most.$cmp(&height).is_gt() => {}
                        _ => farthest = Some((*p, height)),
                    };
                    if pts.len() < SHORT {
                        let mut above = Vec::new();
                        for p in pts {
                            let height = distance(*p, line);
                            farther(p, height);
                            if height > $zero {
                                above.push(*p);
                            }
                        }
                        return (farthest, above);
                    }
                    let mut above = Compact::<Point>::new();
                    for block in pts.chunks(BLOCK) {
                        let to_above = above.room(block.len());
                        let mut n = 0;
                        for p in block {
                            let height = distance(*p, line);
                            farther(p, height);
                            to_above[n] = *p;
                            n += usize::from(height > $zero);
                        }
                        above.len += n;
                    }
                    let above = above.into_vec();
                    (farthest, above)
                }

                /// The extreme points in one pass, then one pass a line.
                pub(crate) fn quickhull(pts: &[Point]) -> Vec<Point> {
                    let Some(first) = pts.first() else {
                        return Vec::new();
                    };
                    let (mut left, mut right) = (*first, *first);
                    for p in &pts[1..] {
                        if left.0.$cmp(&p.0).then(left.1.$cmp(&p.1)).is_gt() {
                            left = *p;
                        }
                        if right.0.$cmp(&p.0).then(right.1.$cmp(&p.1)).is_le() {
                            right = *p;
                        }
                    }
                    let mut corners = vec![left];
                    hull(
                        Line {
                            from: left,
                            to: right,
                        },
                        pts,
                        &mut corners,
                    );
                    if left != right {
                        corners.push(right);
                    }
                    hull(
                        Line {
                            from: right,
                            to: left,
                        },
                        pts,
                        &mut corners,
                    );
                    corners
                }

                fn hull(line: Line<$t>, pts: &[Point], corners: &mut Vec<Point>) {
                    let (farthest, above) = filter_max(line, pts);
                    let Some((corner, height)) = farthest else {
                        return;
                    };
                    if height > $zero {
                        hull(
                            Line {
                                from: line.from,
                                to: corner,
                            },
                            &above,
                            corners,
                        );
                        corners.push(corner);
                        hull(
                            Line {
                                from: corner,
                                to: line.to,
                            },
                            &above,
                            corners,
                        );
                    }
                }
            }

            pub(crate) mod obvious {
                use super::super::*;
                type Point = ($t, $t);

                pub(crate) fn normalize2(xs: &[$t]) -> (Vec<$t>, Vec<$t>) {
                    let (mut sum1, mut sum2): ($t, $t) = ($zero, $zero);
                    for &x in xs {
                        sum1 += x;
                        if x > $zero {
                            sum2 += x;
                        }
                    }
                    let (mut ys1, mut ys2) = (Vec::new(), Vec::new());
                    for &x in xs {
                        ys1.push(x / sum1);
                        ys2.push(x / sum2);
                    }
                    (ys1, ys2)
                }

                pub(crate) fn closest_points(pts: &[Point]) -> $t {
                    if pts.len() < FEW {
                        return closest_naive(pts);
                    }
                    let mut sum: $t = $zero;
                    for p in pts {
                        sum += p.1;
                    }
                    let midy = sum / pts.len() as $t;
                    let (mut aboves, mut belows) = (Vec::new(), Vec::new());
                    for p in pts {
                        if p.1 >= midy {
                            aboves.push(*p);
                        } else {
                            belows.push(*p);
                        }
                    }
                    if aboves.is_empty() || belows.is_empty() {
                        return closest_naive(pts);
                    }
                    let border = closest_points(&aboves).min(closest_points(&belows));
                    let near = |p: &&Point| (p.1 - midy) * (p.1 - midy) < border;
                    let mut least = border;
                    for a in aboves.iter().filter(near) {
                        for b in belows.iter().filter(near) {
                            least = least.min(squared_distance(*a, *b));
                        }
                    }
                    least
                }

                pub(crate) fn quadtree(pts: &[Point]) -> Quadtree<$t> {
                    let (mut x1, mut y1): Point = ($greatest, $greatest);
                    let (mut x2, mut y2): Point = ($least, $least);
                    for p in pts {
                        x1 = x1.min(p.0);
                        y1 = y1.min(p.1);
                        x2 = x2.max(p.0);
                        y2 = y2.max(p.1);
                    }
                    let high = (x2.above(), y2.above());
                    go(
                        pts,
                        Area {
                            low: (x1, y1),
                            high,
                        },
                    )
                }

                fn go(ins: &[Point], area: Area<$t>) -> Quadtree<$t> {
                    if ins.is_empty() {
                        return Quadtree::Nil;
                    }
                    if smallbox(area) {
                        return Quadtree::Leaf(ins.to_vec());
                    }
                    let (b1, b2, b3, b4) = splitbox(area);
                    let (mut p1, mut p2) = (Vec::new(), Vec::new());
                    let (mut p3, mut p4) = (Vec::new(), Vec::new());
                    for p in ins {
                        if inbox(*p, b1) {
                            p1.push(*p);
                        } else if inbox(*p, b2) {
                            p2.push(*p);
                        } else if inbox(*p, b3) {
                            p3.push(*p);
                        } else if inbox(*p, b4) {
                            p4.push(*p);
                        }
                    }
                    Quadtree::Tree(Box::new([
                        go(&p1, b1),
                        go(&p2, b2),
                        go(&p3, b3),
                        go(&p4, b4),
                    ]))
                }

                pub(crate) fn quickhull(pts: &[Point]) -> Vec<Point> {
                    let Some(first) = pts.first() else {
                        return Vec::new();
                    };
                    let (mut left, mut right) = (*first, *first);
                    for p in &pts[1..] {
                        if left.0.$cmp(&p.0).then(left.1.$cmp(&p.1)).is_gt() {
                            left = *p;
                        }
                        if right.0.$cmp(&p.0).then(right.1.$cmp(&p.1)).is_le() {
                            right = *p;
                        }
                    }
                    let mut corners = vec![left];
                    hull(
                        Line {
                            from: left,
                            to: right,
                        },
                        pts,
                        &mut corners,
                    );
                    if left != right {
                        corners.push(right);
                    }
                    hull(
                        Line {
                            from: right,
                            to: left,
                        },
                        pts,
                        &mut corners,
                    );
                    corners
                }

                fn hull(line: Line<$t>, pts: &[Point], corners: &mut Vec<Point>) {
                    let mut farthest: Option<(Point, $t)> = None;
                    let mut above = Vec::new();
                    for p in pts {
                        let height = distance(*p, line);
                        if farthest.is_none_or(|(_, most)| most.$cmp(&height).is_le()) {
                            farthest = Some((*p, height));
                        }
                        if height > $zero {
                            above.push(*p);
                        }
                    }
                    let Some((corner, height)) = farthest else {
                        return;
                    };
                    if height > $zero {
                        hull(
                            Line {
                                from: line.from,
                                to: corner,
                            },
                            &above,
                            corners,
                        );
                        corners.push(corner);
                        hull(
                            Line {
                                from: corner,
                                to: line.to,
                            },
                            &above,
                            corners,
                        );
                    }
                }
            }
        }
    };
}

by_hand!(
    float,
    f64,
    0.0,
    -0.0,
    f64::NEG_INFINITY,
    f64::INFINITY,
    total_cmp
);
by_hand!(integer, i64, 0, 0, i64::MIN, i64::MAX, cmp);
