//! Arrays of structs.

use super::BLOCK;
use super::shared::{Body, CENTRES, Point, Step, nearest};

type Centre = (f64, f64, f64, f64, f64, f64);

fn means(sums: &[Point; CENTRES], counts: &[i32; CENTRES]) -> [Point; CENTRES] {
    std::array::from_fn(|label| Point {
        x: sums[label].x / f64::from(counts[label]),
        y: sums[label].y / f64::from(counts[label]),
    })
}

pub(crate) mod obvious {
    use super::{Body, CENTRES, Centre, Point, Step, means, nearest};

    pub(crate) fn centre(bodies: &[Body]) -> Centre {
        let (mut mass, mut x, mut y, mut energy) = (0.0, 0.0, 0.0, 0.0);
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        for b in bodies {
            mass += b.mass;
            x += b.mass * b.x;
            y += b.mass * b.y;
            energy += b.mass * (b.vx * b.vx + b.vy * b.vy) / 2.0;
            left = left.min(b.x);
            right = right.max(b.x);
        }
        (x / mass, y / mass, mass, energy, left, right)
    }

    pub(crate) fn counts(bodies: &[Body]) -> [usize; 6] {
        let mut counts = [0; 6];
        for b in bodies {
            match (b.x >= 0.0, b.y >= 0.0) {
                (true, true) => counts[0] += 1,
                (false, true) => counts[1] += 1,
                (false, false) => counts[2] += 1,
                (true, false) => counts[3] += 1,
            }
            if b.vx * b.vx + b.vy * b.vy > 1.0 {
                counts[4] += 1;
            }
            if b.mass > 0.5 {
                counts[5] += 1;
            }
        }
        counts
    }

    pub(crate) fn k_means(points: &[Point], centres: &[Point; CENTRES]) -> Step {
        let mut labels = Vec::new();
        let mut inertia = 0.0;
        let mut counts = [0; CENTRES];
        let mut sums = [Point { x: 0.0, y: 0.0 }; CENTRES];
        for p in points {
            let (label, distance) = nearest(*p, centres);
            labels.push(label as u32);
            inertia += distance;
            counts[label] += 1;
            sums[label].x += p.x;
            sums[label].y += p.y;
        }
        Step {
            labels,
            inertia,
            centres: means(&sums, &counts),
        }
    }
}

pub(crate) mod expert {
    use super::{BLOCK, Body, CENTRES, Centre, Point, Step, means};

    /// One pass; the strict sums overlap, and comparing is free beside them.
    pub(crate) fn centre(bodies: &[Body]) -> Centre {
        let (mut mass, mut x, mut y, mut energy) = (-0.0, -0.0, -0.0, -0.0);
        let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
        for b in bodies {
            mass += b.mass;
            x += b.mass * b.x;
            y += b.mass * b.y;
            energy += b.mass * (b.vx * b.vx + b.vy * b.vy) / 2.0;
            left = if b.x < left { b.x } else { left };
            right = if b.x > right { b.x } else { right };
        }
        (x / mass, y / mass, mass, energy, left, right)
    }

    /// Without branches.
    pub(crate) fn counts(bodies: &[Body]) -> [usize; 6] {
        let [
            mut north_east,
            mut north_west,
            mut south_west,
            mut south_east,
        ] = [0_usize; 4];
        let (mut fast, mut heavy) = (0_usize, 0_usize);
        for b in bodies {
            let (east, north) = (b.x >= 0.0, b.y >= 0.0);
            let (west, south) = (b.x < 0.0, b.y < 0.0);
            north_east += usize::from(east & north);
            north_west += usize::from(west & north);
            south_west += usize::from(west & south);
            south_east += usize::from(east & south);
            fast += usize::from(b.vx * b.vx + b.vy * b.vy > 1.0);
            heavy += usize::from(b.mass > 0.5);
        }
        [north_east, north_west, south_west, south_east, fast, heavy]
    }

    /// Block by block: the nearest centres of all its points, centre by centre, as vectors and
    /// without branches; then the strict sums.
    pub(crate) fn k_means(points: &[Point], centres: &[Point; CENTRES]) -> Step {
        let mut labels = vec![0_u32; points.len()];
        let mut inertia = -0.0;
        let mut counts = [0; CENTRES];
        let mut sums = [Point { x: 0.0, y: 0.0 }; CENTRES];
        let (mut xs, mut ys) = ([0.0; BLOCK], [0.0; BLOCK]);
        let (mut best, mut found) = ([0.0; BLOCK], [0.0; BLOCK]);
        for (points, labels) in points.chunks(BLOCK).zip(labels.chunks_mut(BLOCK)) {
            let n = points.len();
            let (xs, ys) = (&mut xs[..n], &mut ys[..n]);
            let (best, found) = (&mut best[..n], &mut found[..n]);
            for ((p, x), y) in points.iter().zip(&mut *xs).zip(&mut *ys) {
                (*x, *y) = (p.x, p.y);
            }
            best.fill(f64::INFINITY);
            found.fill(0.0);
            for (label, centre) in centres.iter().enumerate() {
                let label = label as f64;
                for i in 0..n {
                    let (dx, dy) = (xs[i] - centre.x, ys[i] - centre.y);
                    let distance = dx * dx + dy * dy;
                    let nearer = distance < best[i];
                    best[i] = if nearer { distance } else { best[i] };
                    found[i] = if nearer { label } else { found[i] };
                }
            }
            for i in 0..n {
                let label = found[i] as usize % CENTRES;
                labels[i] = label as u32;
                inertia += best[i];
                counts[label] += 1;
                sums[label].x += points[i].x;
                sums[label].y += points[i].y;
            }
        }
        Step {
            labels,
            inertia,
            centres: means(&sums, &counts),
        }
    }
}
