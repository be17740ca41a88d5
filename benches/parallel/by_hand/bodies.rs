//! Arrays of structs.

use super::shared::{Body, CENTRES, Point, Step, nearest};
use super::{CHUNK, plus};
use rayon::prelude::*;

pub(crate) fn centre(bodies: &[Body]) -> (f64, f64, f64, f64, f64, f64) {
    let one = |chunk: &[Body]| {
        let mut sums = [-0.0; 4];
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        for b in chunk {
            sums[0] += b.mass;
            sums[1] += b.mass * b.x;
            sums[2] += b.mass * b.y;
            sums[3] += b.mass * (b.vx * b.vx + b.vy * b.vy) / 2.0;
            left = if b.x < left { b.x } else { left };
            right = if b.x > right { b.x } else { right };
        }
        (sums, left, right)
    };
    let ([mass, x, y, energy], left, right) = bodies.par_chunks(CHUNK).map(one).reduce(
        || ([-0.0; 4], f64::INFINITY, f64::NEG_INFINITY),
        |a, b| (plus(a.0, b.0), a.1.min(b.1), a.2.max(b.2)),
    );
    (x / mass, y / mass, mass, energy, left, right)
}

pub(crate) fn counts(bodies: &[Body]) -> [usize; 6] {
    let one = |chunk: &[Body]| {
        let mut counts = [0; 6];
        for b in chunk {
            let (east, north) = (b.x >= 0.0, b.y >= 0.0);
            counts[0] += usize::from(east & north);
            counts[1] += usize::from(!east & north);
            counts[2] += usize::from(!east & !north);
            counts[3] += usize::from(east & !north);
            counts[4] += usize::from(b.vx * b.vx + b.vy * b.vy > 1.0);
            counts[5] += usize::from(b.mass > 0.5);
        }
        counts
    };
    bodies.par_chunks(CHUNK).map(one).reduce(|| [0; 6], plus)
}

pub(crate) fn k_means(points: &[Point], centres: &[Point; CENTRES]) -> Step {
    let mut labels = vec![0; points.len()];
    let one = |(labels, points): (&mut [u32], &[Point])| {
        let mut inertia = -0.0;
        let (mut counts, mut xs, mut ys) = ([0; CENTRES], [0.0; CENTRES], [0.0; CENTRES]);
        for (to, p) in labels.iter_mut().zip(points) {
            let (label, distance) = nearest(*p, centres);
            *to = label as u32;
            inertia += distance;
            counts[label] += 1;
            xs[label] += p.x;
            ys[label] += p.y;
        }
        (inertia, counts, xs, ys)
    };
    let (inertia, counts, xs, ys) = labels
        .par_chunks_mut(CHUNK)
        .zip(points.par_chunks(CHUNK))
        .map(one)
        .reduce(
            || (-0.0, [0; CENTRES], [0.0; CENTRES], [0.0; CENTRES]),
            |a, b| {
                let counts = plus::<i32, CENTRES>(a.1, b.1);
                (a.0 + b.0, counts, plus(a.2, b.2), plus(a.3, b.3))
            },
        );
    let centres = std::array::from_fn(|label| Point {
        x: xs[label] / f64::from(counts[label]),
        y: ys[label] / f64::from(counts[label]),
    });
    Step {
        labels,
        inertia,
        centres,
    }
}
