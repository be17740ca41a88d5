//! The diagrams that Markdown renders.

use super::model::{Drawing, Kind, Panel};
use std::fmt::Write;

/// One flowchart.
#[must_use]
pub(super) fn write(drawings: &[Drawing]) -> String {
    let mut out = String::from("flowchart TB\n");
    for (number, drawing) in drawings.iter().enumerate() {
        panel(&mut out, &drawing.written, &format!("w{number}"));
        panel(&mut out, &drawing.fused, &format!("f{number}"));
    }
    out += "classDef memory fill:#dbeafe,stroke:#3b82f6\n";
    out += "classDef gone fill:#eef0f2,stroke:#b8c2cc,stroke-dasharray:4 3,color:#9aa5b1\n";
    out
}

fn panel(out: &mut String, panel: &Panel, prefix: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "subgraph {prefix}[\"{}\"]", escaped(&panel.title));
    for (number, one) in panel.boxes.iter().enumerate() {
        let _ = writeln!(
            out,
            "  subgraph {prefix}b{number}[\"{}\"]",
            escaped(&one.title)
        );
        for shape in one.passes.iter().flatten() {
            shape_of(out, panel, prefix, *shape);
        }
        out.push_str("  end\n");
    }
    for index in 0..panel.shapes.len() {
        let boxed = panel.boxes.iter().flat_map(|one| &one.passes);
        if !boxed.into_iter().any(|pass| pass.contains(&index)) {
            shape_of(out, panel, prefix, index);
        }
    }
    for line in &panel.lines {
        let arrow = if line.apart.is_some() { "-.->" } else { "-->" };
        let _ = writeln!(out, "  {prefix}n{} {arrow} {prefix}n{}", line.from, line.to);
    }
    out.push_str("end\n");
}

fn shape_of(out: &mut String, panel: &Panel, prefix: &str, index: usize) {
    let shape = &panel.shapes[index];
    let name = escaped(&shape.name);
    // Writing to a string cannot fail.
    let _ = match shape.kind {
        Kind::Combinator => {
            writeln!(
                out,
                "    {prefix}n{index}[\"{name}<br/>{}\"]",
                escaped(&shape.text)
            )
        }
        Kind::Memory => writeln!(out, "    {prefix}n{index}([\"{name}\"]):::memory"),
        Kind::Gone => writeln!(out, "    {prefix}n{index}([\"{name}\"]):::gone"),
        Kind::Statement => writeln!(out, "    {prefix}n{index}([\"{name}\"])"),
    };
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "#amp;").replace('"', "#quot;");
    let text = text.replace('<', "#lt;").replace('>', "#gt;");
    text.replace('|', "#124;")
}
