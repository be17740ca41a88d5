//! The language of Graphviz.

use super::model::{Drawing, Kind, Panel};
use crate::analysis::Analysis;
use std::fmt::Write;

/// One graph, in which each panel is a cluster of clusters.
#[must_use]
pub(super) fn write(analysis: &Analysis, drawings: &[Drawing]) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(out, "digraph {} {{", quoted(&analysis.path));
    out += "  node [shape=box, style=rounded, fontname=monospace];\n";
    for (number, drawing) in drawings.iter().enumerate() {
        panel(&mut out, &drawing.written, &format!("w{number}"));
        panel(&mut out, &drawing.fused, &format!("f{number}"));
    }
    out += "}\n";
    out
}

fn panel(out: &mut String, panel: &Panel, prefix: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "  subgraph cluster_{prefix} {{\n    label={};",
        quoted(&panel.title)
    );
    for (number, one) in panel.boxes.iter().enumerate() {
        let _ = writeln!(
            out,
            "    subgraph cluster_{prefix}_{number} {{\n      label={};",
            quoted(&one.title)
        );
        for shape in one.passes.iter().flatten() {
            let _ = writeln!(out, "      {prefix}_{shape};");
        }
        out.push_str("    }\n");
    }
    for (index, shape) in panel.shapes.iter().enumerate() {
        let style = match shape.kind {
            Kind::Combinator => "",
            Kind::Memory => ", shape=oval, style=filled, fillcolor=lightblue",
            Kind::Gone => ", shape=oval, style=dashed, color=grey, fontcolor=grey",
            Kind::Statement => ", shape=oval, style=filled, fillcolor=lightgrey",
        };
        let text = [shape.name.as_str(), &shape.text].join("\n");
        let _ = writeln!(
            out,
            "    {prefix}_{index} [label={}{style}];",
            quoted(text.trim())
        );
    }
    for line in &panel.lines {
        let style = match &line.apart {
            Some(why) => format!(" [style=dashed, color=red, tooltip={}]", quoted(why)),
            None => String::new(),
        };
        let _ = writeln!(
            out,
            "    {prefix}_{} -> {prefix}_{}{style};",
            line.from, line.to
        );
    }
    out.push_str("  }\n");
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}
