//! Cells → an SVG picture: a line for each kernel, a dot for each size, two panels.
//!
//! Drawn by hand: the layout depends on the cells alone, and colours follow the reader's theme.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::measure::Cell;
use super::options::short;

/// Height of a kernel's line.
const LINE: f64 = 18.0;
/// Above the lines: the headings. Below them: the scale and the legend.
const TOP: f64 = 46.0;
const BOTTOM: f64 = 52.0;
/// Where the panels begin, and how wide each is.
const NAMES: f64 = 200.0;
pub(crate) const PANEL: f64 = 300.0;
const GAP: f64 = 30.0;
/// The scale of ratios, logarithmic: what lies beyond is drawn at its end.
const LEAST: f64 = 0.5;
const GREATEST: f64 = 16.0;
const TICKS: [f64; 6] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0];

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#24292f}.small{font-size:11px;fill:#57606a}\
.head{font-weight:600}.grid{stroke:#d0d7de}.one{stroke:#57606a;stroke-width:1.5}\
.s0{fill:#9ecae1}.s1{fill:#6baed6}.s2{fill:#4292c6}.s3{fill:#2171b5}.s4{fill:#08306b}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.small{fill:#9198a1}\
.grid{stroke:#30363d}.one{stroke:#9198a1}\
.s0{fill:#1f6feb}.s1{fill:#388bfd}.s2{fill:#58a6ff}.s3{fill:#a5d6ff}.s4{fill:#f0f6fc}}";

/// A heading, where the panel begins, and which ratio it shows.
type Panel = (&'static str, f64, fn(&Cell) -> f64);

/// The picture of the ratios.
pub(crate) fn svg(cells: &[Cell]) -> String {
    let mut kernels: Vec<&str> = Vec::new();
    for cell in cells {
        if kernels.last() != Some(&cell.kernel) {
            kernels.push(cell.kernel);
        }
    }
    let sizes: BTreeSet<usize> = cells.iter().map(|cell| cell.elements).collect();
    let shade = |size: usize| sizes.iter().take_while(|other| **other < size).count() % 5;

    let (width, end) = (
        NAMES + 2.0 * PANEL + GAP + 20.0,
        TOP + LINE * kernels.len() as f64,
    );
    let height = end + BOTTOM;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>How many times faster fused code is</title>\n<style>{STYLE}</style>\n"
    );
    let panels: [Panel; 2] = [
        ("than the iterators as written", NAMES, Cell::plain_to_fused),
        (
            "than the better loop by hand",
            NAMES + PANEL + GAP,
            |cell| cell.hand_to_fused().1,
        ),
    ];
    for (title, left, _) in &panels {
        text(
            &mut out,
            "head",
            *left,
            20.0,
            "start",
            &format!("times faster {title}"),
        );
        for tick in TICKS {
            let x = left + offset(tick);
            let class = if tick == 1.0 { "one" } else { "grid" };
            let top = TOP - 12.0;
            let _ = writeln!(
                out,
                "<line class=\"{class}\" x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{end}\"/>"
            );
            text(
                &mut out,
                "small",
                x,
                end + 16.0,
                "middle",
                &tick.to_string(),
            );
        }
    }
    for (line, kernel) in kernels.iter().enumerate() {
        let y = TOP + LINE * line as f64;
        text(&mut out, "", NAMES - 12.0, y + 4.0, "end", kernel);
        for cell in cells.iter().filter(|cell| cell.kernel == *kernel) {
            for (_, left, ratio) in &panels {
                let ratio = ratio(cell);
                let _ = writeln!(
                    out,
                    "<circle class=\"s{}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\">\
                     <title>{}, {}: {ratio:.2}</title></circle>",
                    shade(cell.elements),
                    left + offset(ratio),
                    escaped(kernel),
                    short(cell.elements),
                );
            }
        }
    }
    let mut x = NAMES;
    for &size in &sizes {
        let y = end + 36.0;
        let _ = writeln!(
            out,
            "<circle class=\"s{}\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\"/>",
            shade(size),
            x + 4.0
        );
        text(&mut out, "small", x + 13.0, y + 4.0, "start", &short(size));
        x += 62.0;
    }
    text(&mut out, "small", x, end + 40.0, "start", "elements");
    out + "</svg>\n"
}

/// How far from its panel's left a ratio is drawn.
pub(crate) fn offset(ratio: f64) -> f64 {
    let within = ratio.clamp(LEAST, GREATEST) / LEAST;
    PANEL * within.log2() / (GREATEST / LEAST).log2()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn text(out: &mut String, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
    let text = escaped(text);
    let _ = writeln!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}
