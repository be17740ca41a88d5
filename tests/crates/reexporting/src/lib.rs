//! A crate whose users do not depend on loopfuse themselves.

pub use loopfuse;

/// Below a module, under another name.
pub mod tools {
    pub use loopfuse as fusion;
}

/// Writes a fused function into the crate that calls it.
#[macro_export]
macro_rules! define_mean {
    ($name:ident) => {
        /// The mean, and what each element differs from it.
        #[$crate::loopfuse::fuse(crate = $crate::loopfuse)]
        pub fn $name(xs: &[f64]) -> (f64, Vec<f64>) {
            let sum: f64 = xs.iter().sum();
            let mean = sum / xs.len() as f64;
            let differences: Vec<f64> = xs.iter().map(|x| x - mean).collect();
            (mean, differences)
        }
    };
}
