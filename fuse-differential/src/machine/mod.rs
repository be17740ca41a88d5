//! The machine around the generator: it writes both forms of functions into crates, compiles and
//! runs them in debug and in release, and shrinks what fails.
//!
//! ```text
//! Subject ── program ──▶ a workspace of crates ── cargo ──▶ diagnostics, executables
//!                                                                 │
//!            Verdict ◀── check ◀── watch (a process, its lines) ◀─┘
//!               │
//!               └── reduce ──▶ the shortest Subject that fails in the same way ── report ──▶ text
//! ```
//!
//! [`campaign`] is the conductor.

pub mod argument;
pub mod campaign;
pub mod cargo;
pub mod check;
pub mod program;
pub mod reduce;
pub mod report;
pub mod verdict;
pub mod watch;

use std::path::{Path, PathBuf};

pub use campaign::{Campaign, Outcome, Program};
pub use check::check;
pub use verdict::{Profile, Verdict};

/// One function in both forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Which of the functions of a seed.
    pub index: usize,
    /// What it is called, in both forms.
    pub name: String,
    /// The item as written.
    pub plain: String,
    /// The item with what is tested; by the erasure law the same text below the attribute.
    pub fused: String,
    /// The types of its parameters as written.
    pub parameters: Vec<String>,
}

impl Subject {
    /// The function `text`, which is called `name`, as written and below `attribute`.
    #[must_use]
    pub fn law(
        index: usize,
        name: &str,
        text: &str,
        parameters: &[String],
        attribute: &str,
    ) -> Self {
        Self {
            index,
            name: name.to_owned(),
            plain: text.to_owned(),
            fused: format!("{attribute}\n{text}"),
            parameters: parameters.to_vec(),
        }
    }
}

/// Where things are, and how patient one is.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The checkout of loopfuse whose macro is tested.
    pub project: PathBuf,
    /// The checkout that holds the support crate.
    pub support: PathBuf,
    /// Below which everything is written; holds the target directory that all programs share.
    pub work: PathBuf,
    /// How many functions one crate holds.
    pub functions_per_crate: usize,
    /// How many crates are compiled, and programs run, at once.
    pub jobs: usize,
    /// Seconds without a sign of life after which a program counts as hanging.
    pub run_seconds: u64,
    /// Seconds after which rustc counts as hanging: a constant, and as much more for each function.
    pub build_seconds: (u64, u64),
    /// Whether to say on standard error what is done.
    pub progress: bool,
}

impl Machine {
    /// A machine for the checkout that this program was built in.
    #[must_use]
    pub fn new() -> Self {
        let here = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let project = here
            .parent()
            .map_or_else(|| here.clone(), Path::to_path_buf);
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| project.join("target"), |target| project.join(target));
        Self {
            support: project.join("fuse-differential/support"),
            work: target.join("differential"),
            project,
            functions_per_crate: 50,
            jobs: std::thread::available_parallelism().map_or(2, usize::from),
            run_seconds: 30,
            build_seconds: (180, 3),
            progress: true,
        }
    }

    fn say(&self, text: &str) {
        if self.progress {
            eprintln!("{text}");
        }
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}
