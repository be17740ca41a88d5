//! loops: 1
// Three chains over the same two vectors, in step.

#[loopfuse::fuse]
pub fn cosine(a: &[f64], b: &[f64]) -> f64 {
    let ab: f64 = a.iter().zip(b.iter()).map(|(x, y)| x * y).sum();
    let aa: f64 = a.iter().zip(b).map(|(x, _)| x * x).sum();
    let bb: f64 = a.iter().zip(b.iter()).map(|(_, y)| y * y).sum();
    ab / (aa.sqrt() * bb.sqrt())
}
