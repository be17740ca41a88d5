//! Cells → a table in Markdown, and the figures that sum it up.

use super::measure::Cell;
use super::options::short;
use super::statistics::geometric_mean;
use crate::kernels::case::Role;

/// The two lines above the rows.
pub(crate) const HEAD: &str = "\
| kernel | loops | elements | plain, ns each | plain/fused | hand/fused | the hand is | others/fused | A/A |
|---|---|---|---|---|---|---|---|---|";

/// One row. A ratio that misses its bar is set in bold.
pub(crate) fn row(cell: &Cell) -> String {
    let (which, hand) = cell.hand_to_fused();
    let mark = |ratio: f64, missed: bool| {
        if missed {
            format!("**{ratio:.2}**")
        } else {
            format!("{ratio:.2}")
        }
    };
    let peers: Vec<String> = cell
        .to_fused
        .iter()
        .filter(|(role, _)| matches!(role, Role::Peer(_)))
        .map(|(role, ratio)| format!("{role} {ratio:.2}"))
        .collect();
    format!(
        "| {} | {} → {} | {} | {:.2} | {} | {} | {} | {} | {:.2} |",
        cell.kernel,
        cell.loops.0,
        cell.loops.1,
        short(cell.elements),
        cell.plain,
        mark(cell.plain_to_fused(), cell.slower_than_plain()),
        mark(hand, cell.slower_than_hand()),
        which,
        peers.join(", "),
        cell.same,
    )
}

/// Means and worst cases, over all kernels and over those with fewer loops than written.
pub(crate) fn summary(cells: &[Cell]) -> String {
    let mut text = String::from(
        "| | cells | plain/fused, mean | worst | hand/fused, mean | worst |\n|---|---|---|---|---|---|\n",
    );
    let fewer = |cell: &&Cell| cell.loops.1 < cell.loops.0;
    let large = |cell: &&Cell| cell.elements >= 1_000_000;
    let rows: [(&str, Vec<&Cell>); 3] = [
        ("all kernels", cells.iter().collect()),
        (
            "whose loops are fewer",
            cells.iter().filter(fewer).collect(),
        ),
        (
            "whose loops are fewer, from 1 M elements",
            cells.iter().filter(fewer).filter(large).collect(),
        ),
    ];
    for (name, cells) in rows {
        if cells.is_empty() {
            continue;
        }
        let plain = |cell: &&Cell| cell.plain_to_fused();
        let hand = |cell: &&Cell| cell.hand_to_fused().1;
        text += &format!(
            "| {name} | {} | {:.2} | {} | {:.2} | {} |\n",
            cells.len(),
            geometric_mean(cells.iter().map(plain)),
            worst(&cells, plain),
            geometric_mean(cells.iter().map(hand)),
            worst(&cells, hand),
        );
    }
    let missed = |missed: fn(&Cell) -> bool| cells.iter().filter(|cell| missed(cell)).count();
    text += &format!(
        "\n{} cells are slower than plain (below 0.97 and below A/A by 0.01), \
         {} slower than by hand (below 0.95).",
        missed(Cell::slower_than_plain),
        missed(Cell::slower_than_hand),
    );
    text
}

fn worst(cells: &[&Cell], ratio: impl Fn(&&Cell) -> f64) -> String {
    let least = cells.iter().min_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    least.map_or(String::new(), |cell| {
        let size = short(cell.elements);
        format!("{:.2} ({}, {size})", ratio(cell), cell.kernel)
    })
}
