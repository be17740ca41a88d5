//! A failure -> what a person wants to see of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fuse_differential_support::compare::Difference;
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

/// One failure in full: the function, what came of it, and the macro's report.
#[must_use]
pub fn failure(
    seed: u64,
    subject: &Subject,
    profile: Profile,
    verdict: &Verdict,
    shrunk: &str,
) -> String {
    let mut text = format!(
        "---- function {} of seed {seed}, {profile}: {}{shrunk}\n\n{}\n\n",
        subject.index,
        verdict.signature(),
        subject.fused.trim(),
    );
    let what = match verdict {
        Verdict::Differs(Difference { text, .. }) => text.clone(),
        _ => verdict.text(),
    };
    for line in what.lines() {
        let _ = writeln!(text, "    {line}");
    }
    let _ = writeln!(
        text,
        "\nagain: cargo run -p fuse-differential -- --seed {seed} --only {} --profile {profile}\n",
        subject.index
    );
    for line in analysis(&subject.plain).lines() {
        let _ = writeln!(text, "    | {line}");
    }
    text
}
