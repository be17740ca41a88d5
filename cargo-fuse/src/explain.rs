//! The user's source with the number of its loop beside each line, and a snippet for each missed fusion.
//!
//! In: an analysis. Out: text, drawn as rustc draws it.

use crate::analysis::{Analysis, Missed};
use crate::summary::{change, traffic};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// The source with its loops, then what was missed, then what needs a finished result.
#[must_use]
pub fn write(analysis: &Analysis) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}:{} {}: {}, {} an element{}\n",
        analysis.file,
        analysis.line,
        analysis.path,
        change(analysis),
        traffic(analysis),
        if analysis.is_proven() {
            ""
        } else {
            "; not proven to be the fewest"
        },
    );
    out += &listing(analysis);
    let renderer = Renderer::styled();
    let mut said: Vec<&Missed> = Vec::new();
    for missed in &analysis.missed {
        let again = said.iter().any(|other| {
            (other.code, &other.at, &other.message) == (missed.code, &missed.at, &missed.message)
        });
        if !again {
            said.push(missed);
            let _ = writeln!(out, "\n{}", renderer.render(&[group(analysis, missed)]));
        }
    }
    out
}

/// The source with its loops, and how they run.
#[must_use]
pub fn listing(analysis: &Analysis) -> String {
    let mut out = String::new();
    source(&mut out, analysis);
    plans(&mut out, analysis);
    out
}

/// A missed fusion alone.
#[must_use]
pub fn snippet(analysis: &Analysis, missed: &Missed) -> String {
    Renderer::plain()
        .render(&[group(analysis, missed)])
        .to_string()
}

/// A snippet with the two chains and what stands between them.
fn group<'a>(analysis: &'a Analysis, missed: &'a Missed) -> Group<'a> {
    let level = if missed.code.is_inherent() {
        Level::NOTE
    } else {
        Level::WARNING
    };
    let between = missed.between.iter().map(|between| {
        AnnotationKind::Context
            .span(between.clone())
            .label("this stands between them")
    });
    let other = missed
        .other
        .iter()
        .filter(|other| **other != missed.at)
        .map(|other| {
            AnnotationKind::Context
                .span(other.clone())
                .label("apart from this")
        });
    let snippet = Snippet::source(&*analysis.content)
        .path(&*analysis.file)
        .annotation(
            AnnotationKind::Primary
                .span(missed.at.clone())
                .label(&*missed.message),
        )
        .annotations(other)
        .annotations(between);
    let title = level
        .primary_title(missed.code.title())
        .id(missed.code.to_string());
    let group = title.element(snippet);
    match &missed.way_out {
        Some(way_out) => group.element(Level::HELP.message(way_out)),
        None => group,
    }
}

/// The lines of the function, each with the numbers of the loops that its chains are in.
fn source(out: &mut String, analysis: &Analysis) {
    let numbered = numbered(analysis);
    let lines = analysis.lines();
    let mut columns: Vec<usize> = Vec::new();
    let mut start = 0;
    let mut rows: Vec<(String, usize, &str)> = Vec::new();
    for (index, line) in analysis.content.split_inclusive('\n').enumerate() {
        let bytes = start..start + line.len();
        start = bytes.end;
        if !lines.contains(&(index + 1)) {
            continue;
        }
        let loops = numbered.iter().filter(|(_, span)| meets(span, &bytes));
        let loops: BTreeSet<Number> = loops.map(|(number, _)| *number).collect();
        let shown = loops.into_iter().map(|(number, pass)| match pass {
            Some(pass) => format!("{number}.{pass}"),
            None => number.to_string(),
        });
        let shown = shown.collect::<Vec<_>>().join(",");
        columns.push(shown.len());
        rows.push((shown, index + 1, line.trim_end()));
    }
    let width = columns.into_iter().max().unwrap_or(0).max(4);
    let digits = lines.end.to_string().len();
    let _ = writeln!(out, "{:width$} {:digits$} |", "loop", "");
    for (loops, number, line) in rows {
        let row = format!("{loops:width$} {number:digits$} | {line}");
        let _ = writeln!(out, "{}", row.trim_end());
    }
}

fn meets(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// The number of a loop, and of the pass if it has several.
type Number = (usize, Option<usize>);

/// Each loop after fusion, numbered from 1 in the order of its first chain, with the places of its chains.
fn numbered(analysis: &Analysis) -> Vec<(Number, Range<usize>)> {
    let mut number = 0;
    let mut places = Vec::new();
    let blocks = analysis.blocks.iter().zip(&analysis.nodes);
    for (block, spans) in blocks.filter(|(block, _)| !block.inside_a_chain) {
        for fused in &block.loops {
            number += 1;
            for node in &fused.nodes {
                let span = spans[*node].clone();
                let pass = fused.passes.iter().position(|pass| pass.contains(node));
                if !span.is_empty() {
                    places.push(((number, pass.map(|pass| pass + 1)), span));
                }
            }
        }
    }
    places
}

/// How each loop runs.
fn plans(out: &mut String, analysis: &Analysis) {
    let mut number = 0;
    for block in analysis.blocks.iter().filter(|block| !block.inside_a_chain) {
        for fused in &block.loops {
            number += 1;
            let names = fused
                .nodes
                .iter()
                .map(|node| block.nodes[*node].name.as_str());
            let names = names.collect::<Vec<_>>().join(", ");
            let kind = if fused.fused { "" } else { ", as written" };
            let _ = writeln!(out, "\nloop {number}{kind}: {names}");
            for (index, pass) in fused.passes.iter().enumerate() {
                let names = pass.iter().map(|node| block.nodes[*node].name.as_str());
                let _ = writeln!(
                    out,
                    "  pass {}: {}",
                    index + 1,
                    names.collect::<Vec<_>>().join(", ")
                );
            }
            for line in &fused.plan {
                let _ = writeln!(out, "  {line}");
            }
        }
    }
    let gone = analysis.gone();
    if !gone.is_empty() {
        let _ = writeln!(out, "\nnever in memory: {}", gone.join(", "));
    }
}
