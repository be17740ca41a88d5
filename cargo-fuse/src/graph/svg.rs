//! Scalable vector graphics.
//!
//! In: drawings. Out: a picture that needs no legend: loops are boxes, arrays in memory blue, those that are gone grey and dashed, and a
//! red dashed line ends at what needs a finished result; where the pointer rests, the whole text and the reason are shown.

use super::layout::{Gaps, Placed, Point, Size, place};
use super::model::{Drawing, Kind, Line, Panel, Shape};
use crate::analysis::Analysis;
use crate::summary::{change, traffic};
use std::fmt::Write;

/// The width of a character of the monospaced font.
const CHARACTER: f64 = 7.0;
/// More characters are cut; all of them are shown where the pointer rests.
const LONGEST: usize = 34;
const PADDING: f64 = 14.0;
const TITLE: f64 = 20.0;
const MARGIN: f64 = 24.0;
const INSIDE: Gaps = Gaps {
    across: 16.0,
    down: 22.0,
};
const OUTSIDE: Gaps = Gaps {
    across: 28.0,
    down: 34.0,
};

const STYLE: &str = "
  .paper { fill: #ffffff; stroke: #d9dee5; }
  text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2933; }
  .head { font: 600 15px system-ui, sans-serif; } .sub { font: 13px system-ui, sans-serif; fill: #52606d; }
  .label { font: 600 11px system-ui, sans-serif; fill: #7b5e00; } .dim { fill: #616e7c; }
  .name { font-weight: 600; }
  .loop { fill: #fff8e1; stroke: #e0b84c; } .left { fill: #f5f7fa; stroke: #b8c2cc; } .pass { fill: none; stroke: #e0b84c; stroke-dasharray: 2 3; }
  .combinator { fill: #ffffff; stroke: #9aa5b1; }
  .memory { fill: #dbeafe; stroke: #3b82f6; }
  .gone { fill: #eef0f2; stroke: #b8c2cc; stroke-dasharray: 4 3; } .gonetext { fill: #9aa5b1; text-decoration: line-through; }
  .statement { fill: #e4e7eb; stroke: #9aa5b1; }
  .flow { fill: none; stroke: #7b8794; stroke-width: 1.4; }
  .apart { fill: none; stroke: #d64545; stroke-width: 1.4; stroke-dasharray: 5 4; }
  .why { font: italic 11px system-ui, sans-serif; fill: #d64545; stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
  .tip { fill: #7b8794; } .redtip { fill: #d64545; }
";

/// All drawings of a function below each other, each with its two panels side by side.
#[must_use]
pub(super) fn write(analysis: &Analysis, drawings: &[Drawing]) -> String {
    let mut body = String::new();
    let (mut y, mut width) = (MARGIN + 44.0, 420.0_f64);
    for drawing in drawings {
        let (left, right) = (Laid::of(&drawing.written), Laid::of(&drawing.fused));
        let start = MARGIN + left.size.width.max(160.0) + 56.0;
        panel(&mut body, &drawing.written, &left, Point { x: MARGIN, y });
        panel(&mut body, &drawing.fused, &right, Point { x: start, y });
        width = width.max(start + right.size.width.max(160.0) + MARGIN);
        y += 30.0 + left.size.height.max(right.size.height) + MARGIN;
    }
    let name = analysis.path.rsplit("::").next().unwrap_or_default();
    let subtitle = format!("{}, {} an element", change(analysis), traffic(analysis));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {y:.0}\" width=\"{width:.0}\" height=\"{y:.0}\" role=\"img\" \
         aria-label=\"{name}: {subtitle}\">\n<style>{STYLE}</style>\n\
         <defs>\
         <marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"tip\" d=\"M0 0L8 4L0 8z\"/></marker>\
         <marker id=\"redtip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path class=\"redtip\" d=\"M0 0L8 4L0 8z\"/></marker>\
         </defs>\n\
         <rect class=\"paper\" x=\"0.5\" y=\"0.5\" width=\"{:.0}\" height=\"{:.0}\" rx=\"8\"/>\n\
         <text class=\"head\" x=\"{MARGIN}\" y=\"30\">{}</text><text class=\"sub\" x=\"{MARGIN}\" y=\"50\">{}</text>\n{body}</svg>\n",
        width - 1.0,
        y - 1.0,
        escaped(name),
        escaped(&subtitle),
    );
    out
}

/// Where everything in a panel stands.
struct Laid {
    shapes: Vec<Point>,
    boxes: Vec<(Point, Size)>,
    /// Passes with their boxes, where there are several.
    passes: Vec<(Point, Size)>,
    /// What each line goes through.
    through: Vec<Vec<Point>>,
    size: Size,
}

impl Laid {
    fn of(panel: &Panel) -> Laid {
        let inner: Vec<Inner> = panel
            .boxes
            .iter()
            .map(|one| Inner::of(panel, &one.passes))
            .collect();
        let loose: Vec<usize> = (0..panel.shapes.len())
            .filter(|shape| !inner.iter().any(|one| one.holds(*shape)))
            .collect();
        let mut items: Vec<Size> = inner.iter().map(|one| one.size).collect();
        items.extend(loose.iter().map(|shape| size(&panel.shapes[*shape])));
        let item_of = |shape: usize| {
            let held = inner.iter().position(|one| one.holds(shape));
            let alone = || loose.iter().position(|other| *other == shape);
            held.or_else(|| alone().map(|place| inner.len() + place))
        };
        let ends: Vec<(usize, usize)> = (panel.lines.iter())
            .map(|line| {
                (
                    item_of(line.from).unwrap_or(0),
                    item_of(line.to).unwrap_or(0),
                )
            })
            .collect();
        let mut once: Vec<(usize, usize)> = Vec::new();
        for (line, end) in ends.iter().enumerate() {
            // Numbers stay those of the lines; an end without a way between takes no room.
            let again = ends[..line].contains(end);
            once.push(if again { (end.0, end.0) } else { *end });
        }
        let placed = place(&items, &once, OUTSIDE);
        let mut laid = Laid {
            shapes: vec![Point::default(); panel.shapes.len()],
            boxes: Vec::new(),
            passes: Vec::new(),
            // Lines between the same two go the same way.
            through: (ends.iter())
                .filter_map(|end| ends.iter().position(|other| other == end))
                .map(|first| placed.through.get(&first).cloned().unwrap_or_default())
                .collect(),
            size: placed.size,
        };
        for (one, at) in inner.iter().zip(&placed.at) {
            laid.boxes.push((*at, one.size));
            for (shape, inside) in &one.shapes {
                laid.shapes[*shape] = Point {
                    x: at.x + inside.x,
                    y: at.y + inside.y,
                };
            }
            for (inside, size) in &one.passes {
                laid.passes.push((
                    Point {
                        x: at.x + inside.x,
                        y: at.y + inside.y,
                    },
                    *size,
                ));
            }
        }
        for (shape, at) in loose.iter().zip(&placed.at[inner.len()..]) {
            laid.shapes[*shape] = *at;
        }
        laid
    }
}

impl Laid {
    /// True if nothing of its loop stands above a shape.
    fn is_first_in_its_box(&self, shape: Point) -> bool {
        let mut tops = self.boxes.iter().map(|(at, _)| at.y + TITLE + PADDING);
        tops.any(|top| (top - 20.0..=top).contains(&shape.y))
    }
}

/// The inside of a box.
struct Inner {
    shapes: Vec<(usize, Point)>,
    passes: Vec<(Point, Size)>,
    size: Size,
}

impl Inner {
    fn of(panel: &Panel, passes: &[Vec<usize>]) -> Inner {
        let several = passes.len() > 1;
        let frame = if several { 10.0 } else { 0.0 };
        let laid: Vec<Placed> = passes.iter().map(|pass| of_pass(panel, pass)).collect();
        let width = laid
            .iter()
            .map(|placed| placed.size.width)
            .fold(60.0, f64::max)
            + 2.0 * frame;
        let mut inner = Inner {
            shapes: Vec::new(),
            passes: Vec::new(),
            size: Size::default(),
        };
        let mut y = TITLE + PADDING / 2.0;
        for (pass, placed) in passes.iter().zip(&laid) {
            let height = placed.size.height + 2.0 * frame;
            let x = PADDING + (width - placed.size.width) / 2.0;
            for (shape, at) in pass.iter().zip(&placed.at) {
                inner.shapes.push((
                    *shape,
                    Point {
                        x: x + at.x,
                        y: y + frame + at.y,
                    },
                ));
            }
            if several {
                inner
                    .passes
                    .push((Point { x: PADDING, y }, Size { width, height }));
            }
            y += height + if several { INSIDE.down } else { 0.0 };
        }
        let below = if several { INSIDE.down } else { 0.0 };
        inner.size = Size {
            width: width + 2.0 * PADDING,
            height: y - below + PADDING,
        };
        inner
    }

    fn holds(&self, shape: usize) -> bool {
        self.shapes.iter().any(|(held, _)| *held == shape)
    }
}

fn of_pass(panel: &Panel, pass: &[usize]) -> Placed {
    let sizes: Vec<Size> = pass
        .iter()
        .map(|shape| size(&panel.shapes[*shape]))
        .collect();
    let at = |shape: usize| pass.iter().position(|held| *held == shape);
    let edges = panel
        .lines
        .iter()
        .filter_map(|line| Some((at(line.from)?, at(line.to)?)));
    place(&sizes, &edges.collect::<Vec<_>>(), INSIDE)
}

fn size(shape: &Shape) -> Size {
    let longest = cut(&shape.name)
        .chars()
        .count()
        .max(cut(&shape.text).chars().count());
    let height = if shape.text.is_empty() { 26.0 } else { 42.0 };
    let round = if shape.text.is_empty() { 26.0 } else { 20.0 };
    Size {
        width: CHARACTER * longest as f64 + round,
        height,
    }
}

fn cut(text: &str) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST - 1).chain(['…']).collect(),
        false => text.to_owned(),
    }
}

fn panel(out: &mut String, panel: &Panel, laid: &Laid, at: Point) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<g transform=\"translate({:.0} {:.0})\"><text class=\"head\" y=\"14\">{}</text>\n<g transform=\"translate(0 30)\">",
        at.x,
        at.y,
        escaped(&panel.title)
    );
    for (one, (at, size)) in panel.boxes.iter().zip(&laid.boxes) {
        let class = if one.fused { "loop" } else { "left" };
        let notes = one.notes.join("\n");
        let _ = writeln!(
            out,
            "<g>{}<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"8\"/>\
             <text class=\"label{}\" x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            title(&notes),
            at.x,
            at.y,
            size.width,
            size.height,
            if one.fused { "" } else { " dim" },
            at.x + PADDING,
            at.y + 16.0,
            escaped(&one.title)
        );
    }
    for (at, size) in &laid.passes {
        let _ = writeln!(
            out,
            "<rect class=\"pass\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"6\"/>",
            at.x, at.y, size.width, size.height
        );
    }
    let mut labels = String::new();
    for (line, through) in panel.lines.iter().zip(&laid.through) {
        path(out, &mut labels, panel, laid, line, through);
    }
    for (shape, at) in panel.shapes.iter().zip(&laid.shapes) {
        draw(out, shape, *at);
    }
    out.push_str(&labels);
    out.push_str("</g></g>\n");
}

fn path(
    out: &mut String,
    labels: &mut String,
    panel: &Panel,
    laid: &Laid,
    line: &Line,
    through: &[Point],
) {
    let (from, to) = (&panel.shapes[line.from], &panel.shapes[line.to]);
    let (start, end) = (laid.shapes[line.from], laid.shapes[line.to]);
    let (above, below) = (size(from), size(to));
    let first = Point {
        x: start.x + above.width / 2.0,
        y: start.y + above.height,
    };
    let mut last = first;
    let mut d = format!("M{:.1} {:.1}", last.x, last.y);
    for point in through {
        let middle = f64::midpoint(last.y, point.y);
        // Writing to a string cannot fail.
        let _ = write!(
            d,
            "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
            last.x, point.x, point.x, point.y
        );
        last = *point;
    }
    // Elements come from above; what is waited for comes from the side, where nothing of the loop is in between.
    let (entry, lead) = match (&line.apart, to.kind) {
        (Some(_), Kind::Combinator) if !laid.is_first_in_its_box(end) => {
            let from_left = last.x <= end.x + below.width / 2.0;
            let (x, lead) = if from_left {
                (end.x, -36.0)
            } else {
                (end.x + below.width, 36.0)
            };
            let y = end.y + below.height / 2.0;
            (Point { x, y }, Point { x: x + lead, y })
        }
        _ => {
            let x = end.x + below.width / 2.0;
            let middle = f64::midpoint(last.y, end.y);
            (Point { x, y: end.y }, Point { x, y: middle })
        }
    };
    let _ = write!(
        d,
        "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
        last.x,
        f64::midpoint(last.y, entry.y),
        lead.x,
        lead.y,
        entry.x,
        entry.y
    );
    let (class, tip) = if line.apart.is_some() {
        ("apart", "redtip")
    } else {
        ("flow", "tip")
    };
    let why = line.apart.as_deref().unwrap_or_default();
    if line.apart.is_some() && from.kind == Kind::Combinator {
        let _ = writeln!(
            labels,
            "<text class=\"why\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">must be finished</text>",
            first.x,
            first.y + 16.0
        );
    }
    let _ = writeln!(
        out,
        "<path class=\"{class}\" d=\"{d}\" marker-end=\"url(#{tip})\">{}</path>",
        title(why)
    );
}

fn draw(out: &mut String, shape: &Shape, at: Point) {
    let own = size(shape);
    let (class, round) = match shape.kind {
        Kind::Combinator => ("combinator", 5.0),
        Kind::Memory => ("memory", own.height / 2.0),
        Kind::Gone => ("gone", own.height / 2.0),
        Kind::Statement => ("statement", own.height / 2.0),
    };
    let middle = at.x + own.width / 2.0;
    let full = format!("{}\n{}", shape.name, shape.text);
    let hover = match shape.kind {
        Kind::Combinator => full,
        Kind::Memory => format!("{}: in memory", shape.name),
        Kind::Gone => format!("{}: never in memory", shape.name),
        Kind::Statement => format!("{}: a statement", shape.name),
    };
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<g>{}<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round}\"/>",
        title(&hover),
        at.x,
        at.y,
        own.width,
        own.height
    );
    let name = if shape.kind == Kind::Gone {
        "name gonetext"
    } else {
        "name"
    };
    let _ = write!(
        out,
        "<text class=\"{name}\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        at.y + 17.0,
        escaped(&cut(&shape.name))
    );
    if !shape.text.is_empty() {
        let _ = write!(
            out,
            "<text class=\"dim\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            at.y + 33.0,
            escaped(&cut(&shape.text))
        );
    }
    out.push_str("</g>\n");
}

fn title(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("<title>{}</title>", escaped(text)),
    }
}

/// For the text of XML.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
