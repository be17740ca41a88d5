//! What is drawn of a block.
//!
//! In: a [`Block`] of the report. Out: a [`Drawing`] of two [`Panel`]s: shapes, boxes around those that share a loop, and lines.

use fuse_compiler::report::{Array, Arrow, Block};
use std::collections::{BTreeMap, BTreeSet};

/// A block before and after.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The program as written.
    pub written: Panel,
    /// The program after fusion.
    pub fused: Panel,
}

/// One of the two.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What stands over it.
    pub title: String,
    /// Combinators, arrays in memory and statements.
    pub shapes: Vec<Shape>,
    /// Loops.
    pub boxes: Vec<Loop>,
    /// What flows.
    pub lines: Vec<Line>,
}

/// One thing.
#[derive(Clone, Debug)]
pub struct Shape {
    /// What it is.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// What it does, if it does something.
    pub text: String,
}

/// What a shape is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A part of a loop.
    Combinator,
    /// An array in memory.
    Memory,
    /// An array that is in memory as written, and is not any more.
    Gone,
    /// A statement that is no chain.
    Statement,
}

/// The box of a loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// What stands in its corner.
    pub title: String,
    /// True if the macro makes it.
    pub fused: bool,
    /// Its shapes, those of each pass together; one list if there is one pass.
    pub passes: Vec<Vec<usize>>,
    /// How it runs.
    pub notes: Vec<String>,
}

/// A line between two shapes.
#[derive(Clone, Debug)]
pub struct Line {
    /// It begins there.
    pub from: usize,
    /// It ends there.
    pub to: usize,
    /// Why the two may not share a loop.
    pub apart: Option<String>,
}

impl Drawing {
    /// Of a block.
    #[must_use]
    pub fn of(block: &Block) -> Drawing {
        let mut chains: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, node) in block.nodes.iter().enumerate() {
            if let Some(chain) = node.chain {
                chains.entry(chain).or_default().push(index);
            }
        }
        let written = chains.into_values().map(|nodes| Loop {
            title: String::new(),
            fused: false,
            passes: vec![nodes],
            notes: Vec::new(),
        });
        let fused = block.loops.iter().map(|fused| Loop {
            title: String::new(),
            fused: fused.fused,
            passes: passes(fused),
            notes: fused.plan.clone(),
        });
        Drawing {
            written: Panel::of(block, "as written", written.collect(), |array| {
                array.written
            }),
            fused: Panel::of(block, "fused", fused.collect(), |array| array.stored),
        }
    }
}

/// The nodes of each pass; a node of no pass goes to the first one.
fn passes(fused: &fuse_compiler::report::Loop) -> Vec<Vec<usize>> {
    if fused.passes.is_empty() {
        return vec![fused.nodes.clone()];
    }
    let mut passes = fused.passes.clone();
    let placed: BTreeSet<usize> = passes.iter().flatten().copied().collect();
    let left = fused.nodes.iter().filter(|node| !placed.contains(node));
    passes[0].extend(left);
    passes
}

impl Panel {
    fn of(
        block: &Block,
        title: &str,
        mut boxes: Vec<Loop>,
        in_memory: impl Fn(&Array) -> bool,
    ) -> Panel {
        let shown = shown(block);
        let mut panel = Panel {
            title: String::new(),
            shapes: Vec::new(),
            boxes: Vec::new(),
            lines: Vec::new(),
        };
        // Nodes are renumbered: those that nothing is to be learnt of are left out.
        let mut place: Vec<Option<usize>> = vec![None; block.nodes.len()];
        for (index, node) in block.nodes.iter().enumerate() {
            if !shown.contains(&index) {
                continue;
            }
            let kind = match node.chain {
                Some(_) => Kind::Combinator,
                None => Kind::Statement,
            };
            place[index] = Some(panel.shapes.len());
            panel.shapes.push(Shape {
                kind,
                name: node.name.clone(),
                text: match kind {
                    Kind::Combinator => format!("{} {}", node.does, node.with).trim().to_owned(),
                    _ => String::new(),
                },
            });
        }
        let mut home = vec![usize::MAX; block.nodes.len()];
        for (number, one) in boxes.iter_mut().enumerate() {
            let count = one.passes.len();
            for pass in &mut one.passes {
                pass.iter().for_each(|node| home[*node] = number);
                *pass = pass.iter().filter_map(|node| place[*node]).collect();
            }
            let passes = if count > 1 {
                format!(", {count} passes")
            } else {
                String::new()
            };
            one.title = format!("loop {}{passes}", number + 1);
        }
        let plural = if boxes.len() == 1 { "loop" } else { "loops" };
        panel.title = format!("{title}: {} {plural}", boxes.len());
        panel.boxes = boxes;
        for array in &block.arrays {
            panel.array(array, &place, &home, in_memory(array));
            panel.whole(block, array, &place);
        }
        panel.scalars(block, &place, &home);
        panel
    }

    fn array(&mut self, array: &Array, place: &[Option<usize>], home: &[usize], in_memory: bool) {
        let maker = array.made_by.and_then(|node| place[node]);
        // What a statement makes for a loop to push to is seen at that loop.
        if maker.is_none() && array.read_by.is_empty() {
            return;
        }
        let (mut local, mut others) = (Vec::new(), Vec::new());
        for reader in &array.read_by {
            let inside = array
                .made_by
                .is_some_and(|made| home[made] == home[*reader]);
            let readers = if inside { &mut local } else { &mut others };
            readers.extend(place[*reader]);
        }
        let shape = |kind| Shape {
            kind,
            name: array.name.clone(),
            text: String::new(),
        };
        if in_memory && (maker.is_none() || !others.is_empty() || array.stored) {
            let memory = self.shapes.len();
            self.shapes.push(shape(Kind::Memory));
            self.line(maker, memory);
            others
                .iter()
                .for_each(|reader| self.line(Some(memory), *reader));
        } else {
            others.iter().for_each(|reader| self.line(maker, *reader));
        }
        if let (false, true, Some(maker)) = (in_memory, array.written, maker) {
            let gone = self.shapes.len();
            self.shapes.push(shape(Kind::Gone));
            let mut passes = self.boxes.iter_mut().flat_map(|one| &mut one.passes);
            if let Some(pass) = passes.find(|pass| pass.contains(&maker)) {
                pass.push(gone);
            }
            self.line(Some(maker), gone);
            local
                .iter()
                .for_each(|reader| self.line(Some(gone), *reader));
        } else {
            local.iter().for_each(|reader| self.line(maker, *reader));
        }
    }

    /// Those that need all of an array: statements, and chains that read it at random or again and again.
    fn whole(&mut self, block: &Block, array: &Array, place: &[Option<usize>]) {
        let is_it = |shape: &Shape| shape.kind == Kind::Memory && shape.name == array.name;
        let Some(memory) = self.shapes.iter().rposition(is_it) else {
            return;
        };
        for arrow in &block.arrows {
            let same =
                Some(arrow.from) == array.made_by && arrow.value.as_ref() == Some(&array.name);
            if let (true, Some(to)) = (same && !array.read_by.contains(&arrow.to), place[arrow.to])
            {
                self.lines.push(Line {
                    from: memory,
                    to,
                    apart: arrow
                        .apart
                        .as_ref()
                        .map(|(code, why)| format!("{code}: {why}")),
                });
            }
        }
    }

    /// The results of folds and of statements.
    fn scalars(&mut self, block: &Block, place: &[Option<usize>], home: &[usize]) {
        let is_array = |name: &str| block.arrays.iter().any(|array| array.name == name);
        for arrow in &block.arrows {
            let (Some(from), Some(to)) = (place[arrow.from], place[arrow.to]) else {
                continue;
            };
            let flows = match &arrow.value {
                Some(value) => !is_array(value),
                None => false,
            };
            let known = self
                .lines
                .iter()
                .any(|line| (line.from, line.to) == (from, to));
            if !flows
                || known
                || (home[arrow.from] == home[arrow.to] && home[arrow.to] != usize::MAX)
            {
                continue;
            }
            self.lines.push(Line {
                from,
                to,
                apart: arrow
                    .apart
                    .as_ref()
                    .map(|(code, why)| format!("{code}: {why}")),
            });
        }
    }

    fn line(&mut self, from: Option<usize>, to: usize) {
        self.lines.extend(from.map(|from| Line {
            from,
            to,
            apart: None,
        }));
    }
}

/// All nodes but statements that wait for nothing, or give nothing to anybody.
fn shown(block: &Block) -> BTreeSet<usize> {
    let carries = |arrow: &&Arrow| arrow.value.is_some();
    let mut shown: BTreeSet<usize> = (0..block.nodes.len())
        .filter(|index| block.nodes[*index].chain.is_some())
        .collect();
    // In the order of the source: what a statement waits for stands before it.
    for index in 0..block.nodes.len() {
        let mut arrows = block.arrows.iter().filter(carries);
        if arrows.any(|arrow| arrow.to == index && shown.contains(&arrow.from)) {
            shown.insert(index);
        }
    }
    let gives = |index: &usize| {
        let mut arrows = block.arrows.iter().filter(carries);
        arrows.any(|arrow| arrow.from == *index)
    };
    shown.retain(|index| block.nodes[*index].chain.is_some() || gives(index));
    shown
}
