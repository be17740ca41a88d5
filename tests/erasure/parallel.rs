//! Loops on several threads: chains of rayon's, and the option `parallel`.

mod float_sums;
mod for_loops;
mod not_send;
mod option;
mod overflow;
mod rayon_chains;
mod rayon_fields;
mod rayon_orders;
mod rayon_programs;
mod scans;
mod two_loops;

/// Numbers between -0.75 and 1.25, whose sum depends on where it is cut.
fn floats(length: usize) -> Vec<f64> {
    (0..length).map(|n| (n as f64 * 1.7).sin() + 0.25).collect()
}
