//! `cargo check`, and what was missed as notes beside its messages.
//!
//! In: the arguments of `cargo check`. Out: its messages as they come, then one for each missed fusion with a way out; as JSON if that
//! is what cargo was asked for, so that `rust-analyzer.check.overrideCommand` shows them in an editor.

use crate::analysis::{Analysis, Missed, Which};
use crate::sources::Selection;
use crate::summary::{change, place, traffic};
use crate::{Status, explain, suggest};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write};
use std::process::{Command, Stdio};

/// Runs both.
///
/// # Errors
/// If cargo cannot be run, or sources cannot be found.
pub fn run(
    selection: &Selection,
    arguments: &[OsString],
    out: &mut dyn Write,
) -> Result<Status, String> {
    let is_json = arguments.iter().any(|argument| {
        let text = argument.to_string_lossy();
        text.starts_with("--message-format") && text.contains("json")
    });
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.arg("check").args(arguments).stdout(Stdio::piped());
    for package in &selection.packages {
        command.arg("--package").arg(package);
    }
    if selection.workspace {
        command.arg("--workspace");
    }
    if selection.tests {
        command.arg("--all-targets");
    }
    if let Some(manifest) = &selection.manifest {
        command.arg("--manifest-path").arg(manifest);
    }
    let mut child = command
        .spawn()
        .map_err(|error| format!("cargo check: {error}"))?;
    let mut last = None;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).lines() {
            let line = line.map_err(|error| error.to_string())?;
            // The end of the build stays the end.
            if is_json && line.contains("\"reason\":\"build-finished\"") {
                last = Some(line);
                continue;
            }
            writeln!(out, "{line}").map_err(|error| error.to_string())?;
        }
    }
    let checked = child.wait().map_err(|error| error.to_string())?;
    let (packages, found) = crate::analyses(selection, Which::Annotated)?;
    let mut say = |line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    for analysis in &found {
        for missed in analysis.avoidable() {
            say(match is_json {
                true => message(analysis, of_missed(analysis, missed)).to_string(),
                false => explain::snippet(analysis, missed),
            })?;
        }
    }
    // A fix that an editor offers; in a terminal `cargo fuse suggest` says it shorter.
    if is_json && packages.iter().all(|package| package.depends) {
        let (_, plain) = crate::analyses(selection, Which::Plain)?;
        for analysis in suggest::of(&plain, &[]) {
            say(message(analysis, of_suggestion(analysis)).to_string())?;
        }
    }
    if let Some(last) = last {
        writeln!(out, "{last}").map_err(|error| error.to_string())?;
    }
    Ok(if checked.success() {
        Status::Done
    } else {
        Status::Denied
    })
}

/// A diagnostic as cargo passes rustc's on.
fn message(analysis: &Analysis, diagnostic: Value) -> Value {
    let package = &analysis.package;
    json!({
        "reason": "compiler-message",
        "package_id": &*package.id,
        "manifest_path": &*package.manifest,
        "target": { "kind": ["lib"], "crate_types": ["lib"], "name": package.name.replace('-', "_"), "src_path": &*analysis.file,
            "edition": "2024", "doc": true, "doctest": true, "test": true },
        "message": diagnostic,
    })
}

/// The two chains and what stands between them.
fn of_missed(analysis: &Analysis, missed: &Missed) -> Value {
    let mut spans = vec![span(analysis, &missed.at, true, &missed.message)];
    if let Some(other) = &missed.other {
        spans.push(span(analysis, other, false, "apart from this"));
    }
    if let Some(between) = &missed.between {
        spans.push(span(analysis, between, false, "this stands between them"));
    }
    let help = missed
        .way_out
        .iter()
        .map(|way_out| help(way_out, Vec::new()));
    json!({
        "$message_type": "diagnostic",
        "message": format!("{}: {}", missed.code.title(), change(analysis)),
        "code": { "code": format!("fuse::{}", missed.code), "explanation": crate::pages::of(missed.code) },
        "level": "note",
        "spans": spans,
        "children": help.collect::<Vec<_>>(),
        "rendered": explain::snippet(analysis, missed),
    })
}

/// The attribute, as a fix that may be applied as it is: deleting it again changes nothing, and so does adding it.
fn of_suggestion(analysis: &Analysis) -> Value {
    let start = analysis.bytes.start..analysis.bytes.start;
    let mut fix = span(analysis, &start, true, "");
    fix["suggested_replacement"] = suggest::attribute_before(analysis).into();
    fix["suggestion_applicability"] = "MachineApplicable".into();
    let name = analysis.path.rsplit("::").next().unwrap_or_default();
    let title = format!("`{name}` would fuse: {}", change(analysis));
    json!({
        "$message_type": "diagnostic",
        "message": title,
        "code": { "code": "fuse::suggest", "explanation": null },
        "level": "note",
        "spans": [span(analysis, &analysis.name, true, &traffic(analysis))],
        "children": [help("let the macro fuse it", vec![fix])],
        "rendered": format!("note: {title}\n --> {}:{}\n", analysis.file, analysis.line),
    })
}

fn help(message: &str, spans: Vec<Value>) -> Value {
    json!({
        "message": message, "code": null, "level": "help",
        "spans": spans, "children": [], "rendered": null,
    })
}

fn span(
    analysis: &Analysis,
    bytes: &std::ops::Range<usize>,
    is_primary: bool,
    label: &str,
) -> Value {
    let ((line, column), (last, end)) = (place(analysis, bytes.start), place(analysis, bytes.end));
    let text = analysis
        .content
        .lines()
        .enumerate()
        .skip(line - 1)
        .take(last - line + 1);
    let text = text.map(|(index, written)| {
        let width = written.chars().count() + 1;
        json!({
            "text": written,
            "highlight_start": if index + 1 == line { column } else { 1 },
            "highlight_end": if index + 1 == last { end } else { width },
        })
    });
    json!({
        "file_name": &*analysis.file,
        "byte_start": bytes.start, "byte_end": bytes.end,
        "line_start": line, "line_end": last, "column_start": column, "column_end": end,
        "is_primary": is_primary, "label": label,
        "text": text.collect::<Vec<_>>(),
        "suggested_replacement": null, "suggestion_applicability": null, "expansion": null,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applied as an editor applies it, the fix gives the text that `suggest --apply` writes.
    #[test]
    fn the_fix_is_the_attribute() {
        let text = "mod m {\n    pub fn both(xs: &[f64]) -> (f64, usize) {\n        let sum: f64 = xs.iter().sum();\n        \
                    (sum, xs.iter().filter(|x| **x > 0.0).count())\n    }\n}\n";
        let found = crate::analysis::of_text(text, "src/lib.rs", &[], Which::Plain, false);
        let found = found.expect("it parses");
        let [analysis] = &found[..] else {
            panic!("one function would fuse: {found:?}")
        };
        let message = message(analysis, of_suggestion(analysis));
        let fix = &message["message"]["children"][0]["spans"][0];
        assert_eq!(fix["suggestion_applicability"], "MachineApplicable");
        assert_eq!(
            (&fix["line_start"], &fix["column_start"]),
            (&2.into(), &5.into())
        );
        let start = fix["byte_start"].as_u64().expect("a number") as usize;
        let mut fixed = text.to_owned();
        fixed.insert_str(
            start,
            fix["suggested_replacement"].as_str().expect("a text"),
        );
        assert_eq!(fixed, suggest::with_attributes(text, &[analysis]));
        assert!(
            fixed.contains("\n    #[loopfuse::fuse]\n    pub fn both"),
            "{fixed}"
        );
    }
}
