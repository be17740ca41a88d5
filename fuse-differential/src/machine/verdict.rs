//! What came of one function.

use std::fmt;

use fuse_differential_support::compare::{Agreement, Difference, Form};

/// How a program is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Unoptimised; overflow panics.
    Debug,
    /// Optimised; overflow wraps.
    Release,
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Debug => "debug",
            Self::Release => "release",
        })
    }
}

/// What came of one function in one profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Both forms agree on every input.
    Agrees(Agreement),
    /// They do not.
    Differs(Difference),
    /// rustc rejects the fused form alone.
    Rejected {
        /// The codes of its errors, as `E0308`; sorted.
        codes: Vec<String>,
        /// What it says.
        text: String,
    },
    /// rustc warns of the fused form where it does not of the plain one.
    Warned {
        /// The lints, sorted.
        lints: Vec<String>,
        /// What it says.
        text: String,
    },
    /// The process died in a call of the fused form.
    Crashed(String),
    /// A call of the fused form, or its compilation, did not end.
    Hung(String),
    /// The plain form does not compile, crashes, hangs or leaks: the generator is at fault.
    Defect(String),
}

/// The columns of the summary.
pub const KINDS: [&str; 8] = [
    "ok", "mismatch", "panic", "rejected", "warning", "crash", "hang", "defect",
];

impl Verdict {
    /// One of [`KINDS`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        use fuse_differential_support::compare::Kind;
        match self {
            Self::Agrees(_) => "ok",
            Self::Differs(difference) => match difference.kind {
                Kind::Panic => "panic",
                Kind::Defect => "defect",
                _ => "mismatch",
            },
            Self::Rejected { .. } => "rejected",
            Self::Warned { .. } => "warning",
            Self::Crashed(_) => "crash",
            Self::Hung(_) => "hang",
            Self::Defect(_) => "defect",
        }
    }

    /// Whether the machine must not let it pass.
    #[must_use]
    pub fn fails(&self) -> bool {
        !matches!(self, Self::Agrees(_))
    }

    /// Two failures of one cause have this in common: the kind of difference, the errors' codes,
    /// the lints.
    #[must_use]
    pub fn signature(&self) -> String {
        match self {
            Self::Differs(difference) => format!("{}: {}", self.kind(), difference.kind),
            Self::Rejected { codes: names, .. } | Self::Warned { lints: names, .. } => {
                format!("{}: {}", self.kind(), names.join(" "))
            }
            _ => self.kind().to_owned(),
        }
    }

    /// What is known of it, for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Agrees(agreement) => format!("{} inputs", agreement.rounds),
            Self::Differs(difference) => difference.text.clone(),
            Self::Rejected { text, .. } | Self::Warned { text, .. } => text.clone(),
            Self::Crashed(text) | Self::Hung(text) | Self::Defect(text) => text.clone(),
        }
    }

    /// What a crash or a hang in `form` is.
    #[must_use]
    pub fn of_form(form: Form, text: String, verdict: impl FnOnce(String) -> Self) -> Self {
        match form {
            Form::Fused => verdict(text),
            Form::Plain => Self::Defect(format!("the plain form: {text}")),
        }
    }
}
