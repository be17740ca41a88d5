//! A failure -> what a person wants to see of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use proc_macro2::TokenStream;

use super::verdict::KINDS;
use super::{Profile, Subject, Verdict};

/// How many functions came to what, in which profile.
#[must_use]
pub fn table(verdicts: &[(Profile, BTreeMap<usize, Verdict>)]) -> String {
    let mut text = format!("{:<8}", "");
    for kind in KINDS {
        let _ = write!(text, " {kind:>8}");
    }
    text.push('\n');
    for (profile, verdicts) in verdicts {
        let _ = write!(text, "{:<8}", profile.to_string());
        for kind in KINDS {
            let count = verdicts.values().filter(|v| v.kind() == kind).count();
            let _ = write!(text, " {count:>8}");
        }
        text.push('\n');
    }
    for (profile, verdicts) in verdicts {
        let (mut rounds, mut panicked, mut only, mut cut) = (0, 0, 0, 0);
        for verdict in verdicts.values() {
            if let Verdict::Agrees(agreement) = verdict {
                rounds += agreement.rounds;
                panicked += agreement.panicked;
                only += usize::from(agreement.rounds == agreement.panicked);
                cut += usize::from(agreement.cut);
            }
        }
        let _ = writeln!(
            text,
            "{profile}: {rounds} inputs agree, on {panicked} of which both forms panic; \
             {only} functions always panic, {cut} are slow and met fewer inputs"
        );
    }
    text
}

/// The report of the macro on a function.
#[must_use]
pub fn analysis(text: &str) -> String {
    match text.parse::<TokenStream>() {
        Ok(item) => match fuse_compiler::analyse(TokenStream::new(), item) {
            Ok(Some(report)) => report.to_string(),
            Ok(None) => "the function is left as it is before any chain is looked at".to_owned(),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    }
}

/// One failure in full: the function, what came of it, and the macro's report. `whole` is the
/// function before it was shrunk.
#[must_use]
pub fn failure(
    seed: u64,
    subject: &Subject,
    profile: Profile,
    verdict: &Verdict,
    shrunk: &str,
    whole: Option<&Subject>,
) -> String {
    let mut text = format!(
        "---- function {} of seed {seed}, {profile}: {}{shrunk}\n\n{}\n\n",
        subject.index,
        verdict.signature(),
        subject.fused.trim(),
    );
    let mut indented = |mark: &str, lines: &str| {
        for line in lines.lines() {
            let _ = writeln!(text, "{}", format!("{mark}{line}").trim_end());
        }
    };
    indented("    ", &verdict.text());
    indented("", "\nthe macro's report:");
    indented("    | ", &analysis(&subject.plain));
    if let Some(whole) = whole.filter(|whole| whole.plain != subject.plain) {
        indented("", "\nbefore it was shrunk:");
        indented("    > ", whole.plain.trim());
    }
    let _ = writeln!(
        text,
        "\nagain: cargo run -p fuse-differential -- --seed {seed} --only {} --profile {profile}",
        subject.index
    );
    text
}
