//! Arrays whose memory another array takes over, and arrays that look as if it could.

use super::fuse;

/// What was collected, and how much room it has.
type Roomy = (Vec<f64>, usize);

fn with_room(xs: Vec<f64>) -> Roomy {
    let room = xs.capacity();
    (xs, room)
}

#[fuse(loops = 3)]
pub fn softmax(xs: &[f64]) -> Vec<f64> {
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = xs.iter().map(|x| (x - greatest).exp()).collect();
    let total: f64 = exps.iter().sum();
    exps.iter().map(|e| e / total).collect()
}

#[fuse]
pub fn room(xs: &[f64]) -> Roomy {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().copied().map(|root| root / total).collect();
    with_room(shares)
}

#[fuse]
pub fn in_a_call(xs: &[f64]) -> Roomy {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    with_room(roots.iter().map(|root| root / total).collect::<Vec<f64>>())
}

/// One array after another takes the memory over, or asks for its own.
#[fuse]
pub fn in_turn(xs: &[f64]) -> (Vec<f64>, Roomy) {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs().sqrt()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().map(|root| root / total).collect();
    let product: f64 = shares.iter().product();
    let scaled: Vec<f64> = shares.iter().map(|share| share * product).collect();
    (shares, with_room(scaled))
}

#[fuse]
pub fn read_again(xs: &[f64]) -> (Vec<f64>, f64) {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().map(|root| root / total).collect();
    (shares, roots.first().copied().unwrap_or(total))
}

#[fuse]
pub fn of_a_length(xs: &[f64]) -> (Vec<f64>, usize) {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().map(|root| root / total).collect();
    (shares, roots.len())
}

#[fuse]
pub fn its_own_length(xs: &[f64]) -> Vec<f64> {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    roots.iter().map(|root| root / total + roots.len() as f64).collect()
}

#[fuse]
pub fn grown(xs: &[f64]) -> Vec<f64> {
    let mut roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    roots.push(total);
    roots.iter().map(|root| root / total).collect()
}

#[fuse]
pub fn left_early(xs: &[f64]) -> Vec<f64> {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs()).collect();
    let total: f64 = roots.iter().sum();
    if total > 1.0 {
        return Vec::new();
    }
    roots.iter().map(|root| root / total).collect()
}

#[fuse]
pub fn returned_early(xs: &[f64]) -> Vec<f64> {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs()).collect();
    let total: f64 = roots.iter().sum();
    if total > 1.0 {
        return roots;
    }
    roots.iter().map(|root| root / total).collect()
}

/// Another name for the array lives on.
#[fuse]
pub fn borrowed(xs: &[f64]) -> (Vec<f64>, f64) {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs()).collect();
    let total: f64 = roots.iter().sum();
    let all = &roots;
    let shares: Vec<f64> = roots.iter().map(|root| root / total).collect();
    (shares, all.iter().copied().fold(0.0, |a, x| a * 0.5 + x))
}

/// Another type has another size.
#[fuse]
pub fn narrowed(xs: &[f64]) -> Vec<f32> {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    roots.iter().map(|root| (root / total) as f32).collect()
}

/// Fewer elements have less room.
#[fuse]
pub fn filtered(xs: &[f64]) -> Roomy {
    let roots: Vec<f64> = xs.iter().copied().filter(|x| *x > 0.0).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().map(|root| root / total).collect();
    with_room(shares)
}

/// It may panic, in the midst of the array.
#[fuse]
pub fn overflows(xs: &[i64]) -> Vec<i64> {
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let least = halves.iter().copied().min().unwrap_or(0);
    let most = halves.iter().copied().max().unwrap_or(0);
    halves.iter().map(|half| (half - least) * 3 + most).collect()
}

#[fuse]
pub async fn suspended(xs: Vec<f64>) -> Vec<f64> {
    let roots: Vec<f64> = xs.iter().map(|x| x.sqrt()).collect();
    let total: f64 = roots.iter().sum();
    std::future::ready(()).await;
    roots.iter().map(|root| root / total).collect()
}

/// In each round anew.
#[fuse]
pub fn in_a_loop(xs: &[f64]) -> Vec<f64> {
    let mut last = xs.to_vec();
    for _ in 0..3 {
        let roots: Vec<f64> = last.iter().map(|x| x.abs().sqrt()).collect();
        let total: f64 = roots.iter().sum();
        last = roots.iter().map(|root| root / total).collect();
    }
    last
}

#[fuse]
pub fn layer(xs: &[f64], gain: &[f64]) -> Roomy {
    assert_eq!(xs.len(), gain.len());
    let mean = xs.iter().sum::<f64>() / xs.len() as f64;
    let centred: Vec<f64> = xs.iter().map(|x| x - mean).collect();
    let squares: f64 = centred.iter().map(|c| c * c).sum();
    let normal: Vec<f64> = centred.iter().map(|c| c * squares).collect();
    with_room(normal.iter().zip(gain).map(|(n, g)| n * g).collect::<Vec<f64>>())
}

/// Who knows how long the other one is.
#[fuse]
pub fn shorter(xs: &[f64], gain: &[f64]) -> Roomy {
    let mean = xs.iter().sum::<f64>() / xs.len() as f64;
    let centred: Vec<f64> = xs.iter().map(|x| x - mean).collect();
    let squares: f64 = centred.iter().map(|c| c * c).sum();
    let normal: Vec<f64> = centred.iter().map(|c| c * squares).collect();
    with_room(normal.iter().zip(gain).map(|(n, g)| n * g).collect::<Vec<f64>>())
}

/// Two arrays are made of one, and each element is read more than once.
#[fuse]
pub fn two_of_one(xs: &[f64]) -> (Roomy, Roomy, f64) {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs().sqrt()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().map(|root| root * total).collect();
    let gaps: Vec<f64> = shares.iter().zip(&roots).map(|(share, root)| share - root).collect();
    let sum: f64 = roots.iter().map(|root| root + total).sum();
    (with_room(shares), with_room(gaps), sum)
}

/// A reference to an element goes on.
#[fuse]
pub fn referred_to(xs: &[f64]) -> (Vec<f64>, Option<f64>) {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> = roots.iter().map(|root| root * total).collect();
    let large: Vec<&f64> = roots.iter().filter(|root| **root > total / 2.0).collect();
    let sum: f64 = shares.iter().sum();
    (shares, large.first().map(|root| **root + sum))
}

/// The elements by value, and the whole array in each of them.
#[fuse]
pub fn all_in_each(xs: &[f64]) -> (Vec<f64>, f64) {
    let roots: Vec<f64> = xs.iter().map(|x| x.abs()).collect();
    let total: f64 = roots.iter().sum();
    let shares: Vec<f64> =
        roots.iter().map(|root| root * total + roots.iter().copied().fold(0.0, f64::max)).collect();
    let sum: f64 = shares.iter().sum();
    (shares, sum)
}

/// Integers, which may overflow in the midst of it.
#[fuse]
pub fn of_integers(xs: &[i64]) -> (Vec<i64>, i64) {
    let halves: Vec<i64> = xs.iter().map(|x| x / 2).collect();
    let most = halves.iter().copied().max().unwrap_or(0);
    let rest: Vec<i64> = halves.iter().copied().map(|half| half - most).collect();
    let least = rest.iter().copied().min().unwrap_or(0);
    (rest, least)
}
