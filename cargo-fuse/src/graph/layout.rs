//! Where things stand: layers from top to bottom, as Sugiyama, Tagawa and Toda (1981) lay out a hierarchy.
//!
//! In: sizes, and what must be above what. Out: positions. A line over several layers is given a place in each of them, so that
//! it goes around what stands there. Used three times: for boxes of loops among arrays, for passes in a box, for combinators in a pass.

use std::collections::BTreeMap;

/// Width and height.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Where everything stands.
#[derive(Clone, Debug, Default)]
pub struct Placed {
    /// The upper left corner of each.
    pub at: Vec<Point>,
    /// All of it.
    pub size: Size,
    /// The points that a line over several layers goes through, by the number of the edge.
    pub through: BTreeMap<usize, Vec<Point>>,
}

/// The space between things in a layer, and between layers.
#[derive(Clone, Copy, Debug)]
pub struct Gaps {
    /// In a layer.
    pub across: f64,
    /// Between layers.
    pub down: f64,
}

/// One thing in a layer, or the place that a line goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    Item(usize),
    Through(usize, usize),
}

/// What a line takes of a layer that it goes through.
const LANE: f64 = 14.0;
/// As often the layers are put in the order of their neighbours; more changes little.
const SWEEPS: usize = 8;

/// Places items so that each edge goes down. Edges that would make a circle are ignored.
#[must_use]
pub fn place(items: &[Size], edges: &[(usize, usize)], gaps: Gaps) -> Placed {
    let layer = layers(items.len(), edges);
    let count = layer.iter().max().map_or(0, |last| last + 1);
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new(); count];
    for (item, at) in layer.iter().enumerate() {
        rows[*at].push(Cell::Item(item));
    }
    let mut links: Vec<(Cell, Cell)> = Vec::new();
    for (number, (from, to)) in edges.iter().enumerate() {
        if layer[*from] >= layer[*to] {
            continue;
        }
        let mut last = Cell::Item(*from);
        for (at, row) in rows
            .iter_mut()
            .enumerate()
            .take(layer[*to])
            .skip(layer[*from] + 1)
        {
            let cell = Cell::Through(number, at);
            row.push(cell);
            links.push((last, cell));
            last = cell;
        }
        links.push((last, Cell::Item(*to)));
    }
    let width = |cell: &Cell| match cell {
        Cell::Item(item) => items[*item].width,
        Cell::Through(..) => LANE,
    };
    order(&mut rows, &links);
    let centers = centers(&rows, &links, &width, gaps.across);
    let mut placed = Placed {
        at: vec![Point::default(); items.len()],
        ..Placed::default()
    };
    let mut y = 0.0;
    for row in &rows {
        let height = row.iter().map(|cell| match cell {
            Cell::Item(item) => items[*item].height,
            Cell::Through(..) => 0.0,
        });
        let height = height.fold(0.0, f64::max);
        for cell in row {
            let x = centers[cell];
            match cell {
                Cell::Item(item) => {
                    let own = items[*item];
                    placed.at[*item] = Point {
                        x: x - own.width / 2.0,
                        y: y + (height - own.height) / 2.0,
                    };
                    placed.size.width = placed.size.width.max(x + own.width / 2.0);
                }
                Cell::Through(number, _) => {
                    let points = placed.through.entry(*number).or_default();
                    points.push(Point { x, y });
                    points.push(Point { x, y: y + height });
                    placed.size.width = placed.size.width.max(x + LANE / 2.0);
                }
            }
        }
        placed.size.height = y + height;
        y += height + gaps.down;
    }
    placed
}

/// The longest way to each item.
fn layers(items: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![0; items];
    // More rounds than items would mean a circle.
    for _ in 0..items {
        let mut changed = false;
        for (from, to) in edges.iter().filter(|(from, to)| from != to) {
            if layer[*to] < layer[*from] + 1 && layer[*from] + 1 < items {
                layer[*to] = layer[*from] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    // What nothing is above stands right over what needs it first.
    for item in 0..items {
        let from = |edge: &&(usize, usize)| edge.0 == item;
        if edges.iter().all(|edge| edge.1 != item)
            && let Some(least) = edges.iter().filter(from).map(|edge| layer[edge.1]).min()
        {
            layer[item] = least.saturating_sub(1);
        }
    }
    layer
}

/// Puts each layer in the order of the middle of its neighbours, from the top and from the bottom in turn.
fn order(rows: &mut [Vec<Cell>], links: &[(Cell, Cell)]) {
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let indices: Vec<usize> = match down {
            true => (1..rows.len()).collect(),
            false => (0..rows.len().saturating_sub(1)).rev().collect(),
        };
        for index in indices {
            let beside = if down { index - 1 } else { index + 1 };
            let places: BTreeMap<Cell, usize> = rows[beside]
                .iter()
                .enumerate()
                .map(|(place, cell)| (*cell, place))
                .collect();
            let middle = |cell: &Cell, own: usize| {
                let neighbours = links.iter().filter_map(|(from, to)| match down {
                    true if to == cell => places.get(from),
                    false if from == cell => places.get(to),
                    _ => None,
                });
                let neighbours: Vec<usize> = neighbours.copied().collect();
                match neighbours.len() {
                    0 => own as f64,
                    count => neighbours.iter().sum::<usize>() as f64 / count as f64,
                }
            };
            let mut keyed: Vec<(f64, usize, Cell)> = rows[index]
                .iter()
                .enumerate()
                .map(|(own, cell)| (middle(cell, own), own, *cell))
                .collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            rows[index] = keyed.into_iter().map(|(_, _, cell)| cell).collect();
        }
    }
}

/// The middle of each cell: as near to that of its neighbours as the order of its layer lets it be.
fn centers(
    rows: &[Vec<Cell>],
    links: &[(Cell, Cell)],
    width: &dyn Fn(&Cell) -> f64,
    gap: f64,
) -> BTreeMap<Cell, f64> {
    let mut centers: BTreeMap<Cell, f64> = BTreeMap::new();
    for row in rows {
        let mut x = 0.0;
        for cell in row {
            centers.insert(*cell, x + width(cell) / 2.0);
            x += width(cell) + gap;
        }
    }
    for sweep in 0..SWEEPS {
        let rows: Vec<&Vec<Cell>> = match sweep % 2 {
            0 => rows.iter().collect(),
            _ => rows.iter().rev().collect(),
        };
        for row in rows {
            let wished: Vec<f64> = row
                .iter()
                .map(|cell| {
                    let near = links.iter().filter_map(|(from, to)| match cell {
                        cell if from == cell => Some(centers[to]),
                        cell if to == cell => Some(centers[from]),
                        _ => None,
                    });
                    let near: Vec<f64> = near.collect();
                    match near.len() {
                        0 => centers[cell],
                        count => near.iter().sum::<f64>() / count as f64,
                    }
                })
                .collect();
            for (cell, x) in row.iter().zip(apart(row, &wished, width, gap)) {
                centers.insert(*cell, x);
            }
        }
    }
    let left = rows
        .iter()
        .flatten()
        .map(|cell| centers[cell] - width(cell) / 2.0);
    let left = left.fold(f64::INFINITY, f64::min);
    centers.values_mut().for_each(|x| *x -= left);
    centers
}

/// Moves what is too near to each other apart, a group of touching cells about the mean of their wishes.
fn apart(row: &[Cell], wished: &[f64], width: &dyn Fn(&Cell) -> f64, gap: f64) -> Vec<f64> {
    // Groups of cells side by side: the wish of the first cell, how many, and the offset of each.
    let mut groups: Vec<(f64, Vec<f64>)> = Vec::new();
    for (index, cell) in row.iter().enumerate() {
        groups.push((wished[index], vec![0.0]));
        let mut own = width(cell);
        let mut before = index
            .checked_sub(1)
            .map_or(0.0, |before| width(&row[before]));
        while groups.len() > 1 {
            let (start, offsets) = groups[groups.len() - 1].clone();
            let (left, inner) = groups[groups.len() - 2].clone();
            let last = left + inner.last().copied().unwrap_or_default();
            let least = before / 2.0 + gap + own / 2.0;
            if start >= last + least {
                break;
            }
            let shift = inner.last().copied().unwrap_or_default() + least;
            let (a, b) = (inner.len() as f64, offsets.len() as f64);
            let joined = (left * a + (start - shift) * b) / (a + b);
            let all = inner
                .iter()
                .copied()
                .chain(offsets.iter().map(|offset| offset + shift));
            let all: Vec<f64> = all.collect();
            groups.truncate(groups.len() - 2);
            groups.push((joined, all));
            // The group before now meets the first cell of the joined one.
            let first = index + 1 - groups[groups.len() - 1].1.len();
            own = width(&row[first]);
            before = first
                .checked_sub(1)
                .map_or(0.0, |before| width(&row[before]));
        }
    }
    let placed = groups
        .into_iter()
        .flat_map(|(start, offsets)| offsets.into_iter().map(move |offset| start + offset));
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAPS: Gaps = Gaps {
        across: 10.0,
        down: 20.0,
    };

    fn square() -> Size {
        Size {
            width: 40.0,
            height: 20.0,
        }
    }

    #[test]
    fn edges_go_down_and_nothing_overlaps() {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3), (4, 3)];
        let placed = place(&[square(); 5], &edges, GAPS);
        for (from, to) in edges {
            assert!(
                placed.at[from].y + 20.0 < placed.at[to].y + 1.0,
                "{from} -> {to}"
            );
        }
        for a in 0..5 {
            for b in a + 1..5 {
                let beside = (placed.at[a].x - placed.at[b].x).abs() >= 39.9;
                let below = (placed.at[a].y - placed.at[b].y).abs() >= 19.9;
                assert!(beside || below, "{a} and {b}: {:?}", placed.at);
            }
        }
        assert!(
            placed
                .at
                .iter()
                .all(|point| point.x >= 0.0 && point.y >= 0.0)
        );
    }

    #[test]
    fn a_long_line_goes_around_what_stands_between() {
        let placed = place(&[square(); 3], &[(0, 1), (1, 2), (0, 2)], GAPS);
        let through = &placed.through[&2];
        assert_eq!(through.len(), 2);
        let (left, right) = (placed.at[1].x, placed.at[1].x + 40.0);
        assert!(
            through
                .iter()
                .all(|point| point.x <= left || point.x >= right)
        );
    }

    #[test]
    fn a_circle_does_not_hang() {
        let placed = place(&[square(); 2], &[(0, 1), (1, 0)], GAPS);
        assert_eq!(placed.at.len(), 2);
    }
}
