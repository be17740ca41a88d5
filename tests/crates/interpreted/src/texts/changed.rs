//! Loops that change elements where they stand, and that push to the user's vectors.

#![allow(clippy::all, reason = "what users write")]
use super::fuse;

#[fuse(loops = 1)]
pub fn scaled_and_summed(mut xs: Vec<f64>, s: f64) -> (Vec<f64>, f64, f64) {
    for x in xs.iter_mut() {
        *x = *x * s + 1.0;
    }
    let sum: f64 = xs.iter().sum();
    let largest = xs.iter().copied().fold(f64::MIN, f64::max);
    (xs, sum, largest)
}

#[fuse]
pub fn before_and_after(xs: &mut [f64]) -> (f64, f64, f64) {
    let before: f64 = xs.iter().sum();
    xs.iter_mut().for_each(|x| *x *= 0.5);
    let after: f64 = xs.iter().sum();
    for x in xs.iter_mut() {
        *x -= after;
    }
    let last: f64 = xs.iter().map(|x| x * x).sum();
    (before, after, last)
}

#[fuse]
pub fn in_step(xs: &mut [f64], ys: &[f64], a: f64) -> (f64, f64, Vec<f64>) {
    for (x, y) in xs.iter_mut().zip(ys) {
        *x += a * y;
    }
    let sum: f64 = xs.iter().sum();
    let other: f64 = ys.iter().map(|y| y * y).sum();
    (sum, other, xs.to_vec())
}

#[fuse]
pub fn pushed(xs: &[i64], mut out: Vec<i64>, limit: i64) -> (Vec<i64>, Vec<String>, i64) {
    let mut texts = Vec::new();
    let mut sum = 0;
    for x in xs {
        out.push(x + 1);
    }
    for x in xs {
        if *x > limit {
            texts.push(x.to_string());
        }
    }
    for x in xs {
        sum += x;
    }
    (out, texts, sum)
}

pub struct Body {
    pub place: [f64; 2],
    pub speed: [f64; 2],
}

#[fuse]
pub fn moved(bodies: &mut Vec<Body>, dt: f64) -> (f64, f64) {
    for body in bodies.iter_mut() {
        body.place[0] += body.speed[0] * dt;
    }
    for body in bodies.iter_mut() {
        body.place[1] += body.speed[1] * dt;
    }
    let energy: f64 = bodies
        .iter()
        .map(|body| body.speed[0] * body.speed[0] + body.speed[1] * body.speed[1])
        .sum();
    let furthest = bodies.iter().map(|body| body.place[0]).fold(0.0, f64::max);
    (energy, furthest)
}
