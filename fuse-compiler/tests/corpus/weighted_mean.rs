//! loops: 1, contracted: weighted
// `enumerate` counts in step with everything else over the same array.

#[loopfuse::fuse]
pub fn centre_of_mass(masses: &[f64]) -> f64 {
    let weighted: Vec<f64> = masses
        .iter()
        .enumerate()
        .map(|(i, m)| i as f64 * m)
        .collect();
    let moment: f64 = weighted.iter().sum();
    let mass: f64 = masses.iter().sum();
    moment / mass
}
