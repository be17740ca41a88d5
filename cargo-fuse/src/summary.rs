//! The table of all functions with the attribute.
//!
//! In: their analyses. Out: a line for each, as text, as JSON or as annotations of a workflow; and whether `--deny` is met.

use crate::Status;
use crate::analysis::{Analysis, Missed, Traffic};
use crate::args::{Deny, Format};
use serde_json::{Value, json};
use std::fmt::Write;

/// Writes all of them.
#[must_use]
pub fn write(found: &[Analysis], format: Format) -> String {
    match format {
        Format::Text => text(found),
        Format::Json => {
            let functions: Vec<Value> = found.iter().map(object).collect();
            // What has no maps of other keys than strings is always written.
            let text = serde_json::to_string_pretty(&json!({ "functions": functions }));
            text.unwrap_or_default() + "\n"
        }
        Format::Github => github(found),
    }
}

/// Whether what is denied was found.
#[must_use]
pub fn judge(found: &[Analysis], deny: &Deny) -> Status {
    let denied = |analysis: &Analysis| {
        (deny.missed && analysis.avoidable().next().is_some())
            || (deny.unproven && !analysis.is_proven())
    };
    if found.iter().any(denied) {
        Status::Denied
    } else {
        Status::Done
    }
}

/// `4 loops -> 1, 2 arrays gone`
#[must_use]
pub fn change(analysis: &Analysis) -> String {
    let plural = if analysis.written == 1 { "" } else { "s" };
    let mut change = format!("{} loop{plural} -> {}", analysis.written, analysis.loops);
    match analysis.gone().len() {
        0 => {}
        1 => change += ", 1 array gone",
        gone => {
            // Writing to a string cannot fail.
            let _ = write!(change, ", {gone} arrays gone");
        }
    }
    change
}

/// `40 -> 8 bytes`
#[must_use]
pub fn traffic(analysis: &Analysis) -> String {
    let (written, fused) = (analysis.traffic_written(), analysis.traffic_fused());
    let about = |traffic: Traffic| if traffic.estimated { "~" } else { "" };
    format!(
        "{}{} -> {}{} bytes",
        about(written),
        written.bytes,
        about(fused),
        fused.bytes
    )
}

fn text(found: &[Analysis]) -> String {
    if found.is_empty() {
        return "no function has the attribute; `cargo fuse suggest` tells which would gain\n"
            .to_owned();
    }
    let rows = found.iter().map(|analysis| {
        [
            format!("{}:{}", analysis.file, analysis.line),
            analysis
                .path
                .rsplit("::")
                .next()
                .unwrap_or_default()
                .to_owned(),
            change(analysis),
            traffic(analysis),
            match analysis.is_proven() {
                true => "proven".to_owned(),
                false => gap(analysis),
            },
            reasons(analysis),
        ]
    });
    let header = [
        "",
        "function",
        "loops",
        "through memory",
        "fewest",
        "missed",
    ];
    let mut all = vec![header.map(str::to_owned)];
    all.extend(rows);
    let mut out = table(&all);
    let before: usize = found.iter().map(|analysis| analysis.written).sum();
    let after: usize = found.iter().map(|analysis| analysis.loops).sum();
    let missed: usize = found
        .iter()
        .map(|analysis| analysis.avoidable().count())
        .sum();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "\n{} functions, {before} loops -> {after}; {missed} missed fusions have a way out: cargo fuse explain NAME",
        found.len()
    );
    out
}

/// Columns as wide as their widest cell.
fn table(rows: &[[String; 6]]) -> String {
    let mut widths = [0; 6];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (width, cell) in widths.iter().zip(row) {
            // Writing to a string cannot fail.
            let _ = write!(line, "{cell:width$}  ");
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

fn gap(analysis: &Analysis) -> String {
    let (cost, bound) = analysis.blocks.iter().fold((0, 0), |(cost, bound), block| {
        (cost + block.cost, bound + block.bound)
    });
    format!(
        "within {:.1} %",
        100.0 * (cost - bound) as f64 / cost.max(1) as f64
    )
}

/// The codes of what was missed, each with how often.
fn reasons(analysis: &Analysis) -> String {
    let mut codes: Vec<(String, usize)> = Vec::new();
    for missed in &analysis.missed {
        let code = missed.code.to_string();
        match codes.iter_mut().find(|(known, _)| *known == code) {
            Some((_, times)) => *times += 1,
            None => codes.push((code, 1)),
        }
    }
    codes.sort();
    let shown = codes.iter().map(|(code, times)| match times {
        1 => code.clone(),
        _ => format!("{code} x{times}"),
    });
    shown.collect::<Vec<_>>().join(" ")
}

fn object(analysis: &Analysis) -> Value {
    let missed = analysis.missed.iter().map(|missed| {
        let (line, column) = place(analysis, missed.at.start);
        json!({
            "code": missed.code.to_string(),
            "line": line,
            "column": column,
            "message": missed.message,
            "way_out": missed.way_out,
            "inherent": missed.code.is_inherent(),
        })
    });
    let (written, fused) = (analysis.traffic_written(), analysis.traffic_fused());
    json!({
        "path": analysis.path,
        "file": &*analysis.file,
        "line": analysis.line,
        "loops_written": analysis.written,
        "loops": analysis.loops,
        "arrays_gone": analysis.gone(),
        "bytes_written": written.bytes,
        "bytes": fused.bytes,
        "estimated": written.estimated || fused.estimated,
        "proven": analysis.is_proven(),
        "missed": missed.collect::<Vec<_>>(),
    })
}

/// The line and the column of a byte, both from 1.
#[must_use]
pub fn place(analysis: &Analysis, byte: usize) -> (usize, usize) {
    let before = &analysis.content[..byte];
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (
        before.matches('\n').count() + 1,
        before[start..].chars().count() + 1,
    )
}

/// <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>
fn github(found: &[Analysis]) -> String {
    let mut out = String::new();
    for analysis in found {
        let mut line = |at: (usize, usize), title: &str, message: &str| {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "::notice file={},line={},col={},title={}::{}",
                escaped(&analysis.file, true),
                at.0,
                at.1,
                escaped(title, true),
                escaped(message, false)
            );
        };
        let title = format!("fuse: {}", analysis.path);
        line((analysis.line, 1), &title, &change(analysis));
        for missed in analysis.avoidable() {
            let title = format!("{}: {}", missed.code, missed.code.title());
            line(place(analysis, missed.at.start), &title, &sentence(missed));
        }
    }
    out
}

/// The reason and the way out.
#[must_use]
pub fn sentence(missed: &Missed) -> String {
    match &missed.way_out {
        Some(way_out) => format!("{}; {way_out}", missed.message),
        None => missed.message.clone(),
    }
}

fn escaped(text: &str, property: bool) -> String {
    let mut text = text
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    if property {
        text = text.replace(':', "%3A").replace(',', "%2C");
    }
    text
}
