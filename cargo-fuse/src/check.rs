//! `cargo check`, and what was missed as notes beside its messages.
//!
//! In: the arguments of `cargo check`. Out: its messages as they come, then one for each missed fusion with a way out; as JSON if that
//! is what cargo was asked for, so that `rust-analyzer.check.overrideCommand` shows them in an editor.

use crate::analysis::{Analysis, Missed, Which};
use crate::sources::Selection;
use crate::summary::{change, place};
use crate::{Status, explain};
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
    for analysis in &found {
        for missed in analysis.avoidable() {
            let line = match is_json {
                true => message(
                    analysis,
                    missed,
                    packages.first().map_or("", |package| &package.name),
                )
                .to_string(),
                false => explain::snippet(analysis, missed),
            };
            writeln!(out, "{line}").map_err(|error| error.to_string())?;
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

/// A message as cargo passes rustc's on.
fn message(analysis: &Analysis, missed: &Missed, package: &str) -> Value {
    let mut spans = vec![span(analysis, &missed.at, true, &missed.message)];
    if let Some(other) = &missed.other {
        spans.push(span(analysis, other, false, "apart from this"));
    }
    if let Some(between) = &missed.between {
        spans.push(span(analysis, between, false, "this stands between them"));
    }
    let help = missed.way_out.iter().map(|way_out| {
        json!({
            "message": way_out, "code": null, "level": "help",
            "spans": [], "children": [], "rendered": null,
        })
    });
    let title = format!("{}: {}", missed.code.title(), change(analysis));
    json!({
        "reason": "compiler-message",
        "package_id": package,
        "manifest_path": "",
        "target": { "kind": ["lib"], "crate_types": ["lib"], "name": package, "src_path": &*analysis.file,
            "edition": "2024", "doc": true, "doctest": true, "test": true },
        "message": {
            "$message_type": "diagnostic",
            "message": title,
            "code": { "code": format!("fuse::{}", missed.code), "explanation": crate::pages::of(missed.code) },
            "level": "note",
            "spans": spans,
            "children": help.collect::<Vec<_>>(),
            "rendered": explain::snippet(analysis, missed),
        },
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
