//! The papers' programs, for the tests of every stage.
//!
//! In: nothing. Out: one [`Program`] a function, named after the paper that it stands in.

use fuse_compiler::internals::cnf::{OpaqueKind, Program, ProgramBuilder, ValueId, ValueKind};

/// Paper 001, section 1.1.
#[must_use]
pub fn normalize2() -> Program<'static> {
    let mut b = ProgramBuilder::new("normalize2");
    let xs = b.parameter_array("xs");
    let sum1 = b.fold("sum1", xs, &[]);
    let gts = b.filter("gts", xs, &[]);
    let sum2 = b.fold("sum2", gts, &[]);
    let ys1 = b.map("ys1", &[xs], &[sum1]);
    let ys2 = b.map("ys2", &[xs], &[sum2]);
    b.results(&[ys1, ys2]);
    b.finish()
}

/// Paper 001, section 1.3.1.
#[must_use]
pub fn filter_left() -> Program<'static> {
    let mut b = ProgramBuilder::new("filterLeft");
    let xs = b.parameter_array("xs");
    let ys1 = b.map("ys1", &[xs], &[]);
    let ys2 = b.filter("ys2", xs, &[]);
    b.results(&[ys1, ys2]);
    b.finish()
}

/// Paper 001, section 1.3.4: a parameter would have the size of a filter's output.
#[must_use]
pub fn bad1() -> Program<'static> {
    let mut b = ProgramBuilder::new("bad1");
    let xs = b.parameter_array("xs");
    let flt = b.filter("flt", xs, &[]);
    let ys = b.map("ys", &[flt, xs], &[]);
    b.results(&[ys]);
    b.finish()
}

/// Paper 001, section 1.3.4: the outputs of two filters would have one size.
#[must_use]
pub fn bad2() -> Program<'static> {
    let mut b = ProgramBuilder::new("bad2");
    let xs = b.parameter_array("xs");
    let flt1 = b.filter("flt1", xs, &[]);
    let flt2 = b.filter("flt2", xs, &[]);
    let ys = b.map("ys", &[flt1, flt2], &[]);
    b.results(&[ys]);
    b.finish()
}

/// Paper 001, section 1.4, fig. 1.9.
#[must_use]
pub fn normalize_inc() -> Program<'static> {
    let mut b = ProgramBuilder::new("normalizeInc");
    let xs = b.parameter_array("xs");
    let incs = b.map("incs", &[xs], &[]);
    let sum1 = b.fold("sum1", xs, &[]);
    let ys = b.map("ys", &[incs], &[sum1]);
    b.results(&[ys]);
    b.finish()
}

/// Paper 001, section 1.4.2: `ys` and `zs` cannot share a cluster although no edge forbids it.
#[must_use]
pub fn cycle() -> Program<'static> {
    let mut b = ProgramBuilder::new("cycle");
    let xs = b.parameter_array("xs");
    let ys = b.map("ys", &[xs], &[]);
    let sum = b.fold("sum", ys, &[]);
    let zs = b.map("zs", &[ys], &[sum]);
    b.results(&[zs]);
    b.finish()
}

/// Paper 001, listing 1.2, with the distance in the worker of the last fold.
#[must_use]
pub fn closest_points() -> Program<'static> {
    let mut b = ProgramBuilder::new("closestPoints");
    let pts = b.parameter_array("pts");
    let sum = b.fold("sum", pts, &[]);
    let midy = b.scalar("midy", &[sum, pts]);
    let aboves = b.filter("aboves", pts, &[midy]);
    let belows = b.filter("belows", pts, &[midy]);
    let above = b.opaque(OpaqueKind::Wall, &[aboves], &[("above", ValueKind::Scalar)]);
    let below = b.opaque(OpaqueKind::Wall, &[belows], &[("below", ValueKind::Scalar)]);
    let border = b.scalar("border", &[above[0], below[0]]);
    let above_b = b.filter("aboveB", pts, &[midy, border]);
    let below_b = b.filter("belowB", pts, &[midy, border]);
    let merged = b.cross("merged", above_b, below_b);
    let mins = b.fold("mins", merged, &[border]);
    b.results(&[mins]);
    b.finish()
}

/// Paper 001, listing 1.3, `initialBounds`: four folds over points, with field access in their
/// workers.
#[must_use]
pub fn quadtree_bounds() -> Program<'static> {
    let mut b = ProgramBuilder::new("initialBounds");
    let pts = b.parameter_array("pts");
    let bounds: Vec<_> = ["x1", "x2", "y1", "y2"]
        .iter()
        .map(|name| b.fold(name, pts, &[]))
        .collect();
    b.results(&bounds);
    b.finish()
}

/// Paper 001, listing 1.3, `go`: four filters between two external statements.
#[must_use]
pub fn quadtree_go() -> Program<'static> {
    let mut b = ProgramBuilder::new("go");
    let ins = b.parameter_array("ins");
    let split = b.parameter_scalar("box");
    let names = ["b1", "b2", "b3", "b4"].map(|name| (name, ValueKind::Scalar));
    let boxes = b.opaque(OpaqueKind::Wall, &[split], &names);
    let quadrants: Vec<_> = ["p1", "p2", "p3", "p4"]
        .iter()
        .zip(&boxes)
        .map(|(name, inside)| b.filter(name, ins, &[*inside]))
        .collect();
    let reads: Vec<_> = quadrants.iter().chain(&boxes).copied().collect();
    let tree = b.opaque(OpaqueKind::Wall, &reads, &[("tree", ValueKind::Scalar)]);
    b.results(&tree);
    b.finish()
}

/// Paper 001, listing 1.4, `filterMax`.
#[must_use]
pub fn quickhull() -> Program<'static> {
    let mut b = ProgramBuilder::new("filterMax");
    let line = b.parameter_scalar("l");
    let pts = b.parameter_array("pts");
    let ann = b.map("ann", &[pts], &[line]);
    let maximum = b.fold("maximum", ann, &[]);
    let above_ann = b.filter("above_ann", ann, &[]);
    let above = b.map("above", &[above_ann], &[]);
    b.results(&[maximum, above]);
    b.finish()
}

/// Paper 004, fig. 4: normalize2 with a scan in the place of the filter.
#[must_use]
pub fn normalise2_scan() -> Program<'static> {
    let mut b = ProgramBuilder::new("normalise2");
    let xs = b.parameter_array("xs");
    normalise2_of(&mut b, xs);
    b.finish()
}

/// Paper 004, fig. 6: the same where `xs` is itself the result of a map.
#[must_use]
pub fn normalise2_expanded() -> Program<'static> {
    let mut b = ProgramBuilder::new("normalise2_expanded");
    let ys = b.parameter_array("ys");
    let xs = b.map("xs", &[ys], &[]);
    normalise2_of(&mut b, xs);
    b.finish()
}

fn normalise2_of(b: &mut ProgramBuilder, xs: ValueId) {
    let sum1 = b.fold("sum1", xs, &[]);
    let scn = b.scan("scn", xs, &[]);
    let sum2 = b.fold("sum2", scn, &[]);
    let ys1 = b.map("ys1", &[xs], &[sum1]);
    let ys2 = b.map("ys2", &[xs], &[sum2]);
    b.results(&[ys1, ys2]);
}

/// A row of table 1.1 of paper 001.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The benchmark.
    pub name: &'static str,
    /// Its functions.
    pub programs: Vec<Program<'static>>,
    /// Loops, unfused.
    pub unfused: usize,
    /// Loops under stream fusion.
    pub stream: usize,
    /// Loops under Megiddo and Sarkar's clustering.
    pub imperative: usize,
    /// Loops under the paper's clustering.
    pub optimal: usize,
}

/// Table 1.1 of paper 001: loops, opaque statements not counted.
#[must_use]
pub fn table_1_1() -> Vec<TableRow> {
    let row = |name, programs, [unfused, stream, imperative, optimal]: [usize; 4]| TableRow {
        name,
        programs,
        unfused,
        stream,
        imperative,
        optimal,
    };
    vec![
        row("Normalize2", vec![normalize2()], [5, 4, 3, 2]),
        row("Closest points", vec![closest_points()], [7, 6, 4, 4]),
        row(
            "Quadtree",
            vec![quadtree_bounds(), quadtree_go()],
            [8, 8, 2, 2],
        ),
        row("Quickhull", vec![quickhull()], [4, 3, 2, 1]),
    ]
}
