//! What a person wants to know: what fused, what did not, and why.
//!
//! In: everything that was decided. Out: a [`FunctionReport`], printed by `#[fuse(explain)]` or
//! `FUSE_EXPLAIN=1`, and part of the error of `loops = N`.

mod sizes;

mod apart;

use crate::cluster::Clustering;
use crate::cnf::{Lowered, LoweredChain, Program, ValueId};
use crate::fusion_tree::{self, FusionTree, Relation};
use crate::loops::{Loop, Outcome};
use crate::options::Options;
use crate::pipeline::Decided;
use crate::reuse::{self, By};
use crate::syntax::parallelise::Sequential;
use crate::syntax::parse_chain::text;
use crate::syntax::region::{Kind, Region};
use crate::target::Left;
use crate::{kept, places, sieves, texts, tiles};
use proc_macro2::Ident;
use std::fmt::{self, Write};

/// The report of a function: one part for each of its blocks that holds a chain.
#[derive(Clone, Debug)]
pub struct FunctionReport {
    function: String,
    /// Whether anybody will read the text: it takes longer to write than the loops to decide.
    pub(crate) read: bool,
    regions: Vec<RegionReport>,
}

/// The report of one block.
#[derive(Clone, Debug, Default)]
pub struct RegionReport {
    /// Loops that run after fusion, chains and `for` loops left as written among them.
    pub loops: usize,
    /// Loops as written.
    pub written: usize,
    text: String,
}

impl FunctionReport {
    pub(crate) fn new(function: &Ident, read: bool) -> FunctionReport {
        FunctionReport {
            function: function.to_string(),
            read,
            regions: Vec::new(),
        }
    }

    /// A report of what stands in the closures of chains.
    pub(crate) fn inside(&self) -> FunctionReport {
        FunctionReport {
            function: self.function.clone(),
            read: self.read,
            regions: Vec::new(),
        }
    }

    /// Takes in what is told there. Those loops do not count: their number is not that of the function.
    pub(crate) fn take_in(&mut self, inside: FunctionReport) {
        let told = inside
            .regions
            .into_iter()
            .filter(|region| !region.text.is_empty());
        self.regions.extend(told.map(|region| RegionReport {
            loops: 0,
            written: 0,
            ..region
        }));
    }

    /// A place for the report of a block, before those of the blocks inside it.
    pub(crate) fn open(&mut self) -> usize {
        self.regions.push(RegionReport::default());
        self.regions.len() - 1
    }

    pub(crate) fn close(&mut self, place: usize, report: RegionReport) {
        self.regions[place] = report;
    }

    /// Loops of the whole function after fusion.
    #[must_use]
    pub fn loops(&self) -> usize {
        self.regions.iter().map(|region| region.loops).sum()
    }

    /// Loops of the whole function as written.
    #[must_use]
    pub fn written(&self) -> usize {
        self.regions.iter().map(|region| region.written).sum()
    }

    /// Says that this holds of one of two versions.
    pub(crate) fn only_where_equal(&mut self, names: &str, others: usize) {
        if let (true, Some(last)) = (self.read, self.regions.last_mut()) {
            let plural = if others == 1 { "loop" } else { "loops" };
            // Writing to a string cannot fail.
            let _ = writeln!(
                last.text,
                "  where these are equally long, and in {others} {plural} where not: {names}"
            );
        }
    }

    pub(crate) fn print_if_asked(&self, options: &Options) {
        if is_asked(options) {
            eprintln!("{self}");
        }
    }

    /// Holds the function to `loops = N`.
    ///
    /// # Errors
    /// At the option, with the whole report, if the number is another.
    pub(crate) fn check_loops(&self, options: &Options) -> syn::Result<()> {
        match &options.loops {
            Some(given) if given.value != self.loops() => Err(syn::Error::new(
                given.span,
                format!(
                    "`{}` has {} loops, not {}\n\n{self}",
                    self.function,
                    self.loops(),
                    given.value
                ),
            )),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for FunctionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (loops, written) = (self.loops(), self.written());
        let plural = if loops == 1 { "loop" } else { "loops" };
        writeln!(
            f,
            "fuse: `{}`: {loops} {plural}, {written} as written",
            self.function
        )?;
        for region in &self.regions {
            f.write_str(&region.text)?;
        }
        Ok(())
    }
}

impl RegionReport {
    /// The report of a block in which nothing could be decided.
    pub(crate) fn as_written(region: &Region) -> RegionReport {
        let loops = region.chains().count() + loops_left(region);
        RegionReport {
            loops,
            written: loops,
            text: String::new(),
        }
    }

    pub(crate) fn new(
        region: &Region,
        lowered: &Lowered<'_>,
        decided: &Decided,
        read: bool,
    ) -> RegionReport {
        let program = &lowered.program;
        let clustering = &decided.solution.clustering;
        let left = loops_left(region);
        let written = region.chains().count() + left;
        let loops = clustering.loops(program) + left;
        let mut text = String::new();
        if read && (region.chains().count() > 0 || refusals(region).next().is_some()) {
            // Writing to a string cannot fail.
            let _ = write_region(&mut text, region, lowered, decided);
        }
        RegionReport {
            loops,
            written,
            text,
        }
    }
}

impl RegionReport {
    /// Adds the chains that stay on one thread where the user has asked for several.
    pub(crate) fn one_thread(&mut self, sequential: &[Sequential], read: bool) {
        for (index, Sequential { chain, reason }) in sequential.iter().enumerate().filter(|_| read)
        {
            if index == 0 {
                self.text.push_str("  on one thread:\n");
            }
            // Writing to a string cannot fail.
            let _ = writeln!(self.text, "    {chain}\n      {reason}");
        }
    }
}

/// Chains and `for` loops in the walls of a region.
fn loops_left(region: &Region) -> usize {
    let walls = region
        .statements
        .iter()
        .map(|statement| match &statement.kind {
            Kind::Wall(wall) => wall.loops,
            Kind::Let(_) | Kind::Tail(_) | Kind::Each(_) => 0,
        });
    walls.sum()
}

/// Reports a function that was not analysed at all.
///
/// # Errors
/// At `loops = N`, since nothing was counted; a function that does not parse has been reported.
pub(crate) fn left(options: &Options, left: Left) -> syn::Result<()> {
    if left == Left::Unparsed {
        return Ok(());
    }
    if is_asked(options) {
        eprintln!("fuse: left as written: {left}");
    }
    match &options.loops {
        Some(given) => Err(syn::Error::new(
            given.span,
            format!("no loops were counted, since {left}"),
        )),
        None => Ok(()),
    }
}

/// True if the text of the report is to be printed, or may become that of an error.
pub(crate) fn is_read(options: &Options) -> bool {
    is_asked(options) || options.loops.is_some()
}

/// True if the report is to be printed.
fn is_asked(options: &Options) -> bool {
    options.explain.is_some() || std::env::var_os("FUSE_EXPLAIN").is_some_and(|value| value == "1")
}

fn refusals(region: &Region) -> impl Iterator<Item = (String, String)> {
    region
        .statements
        .iter()
        .filter_map(|statement| match &statement.kind {
            Kind::Wall(wall) => {
                let (statement, refusal) = wall.refusal.as_ref()?;
                Some((statement.clone(), refusal.cause.to_string()))
            }
            Kind::Let(_) | Kind::Tail(_) | Kind::Each(_) => None,
        })
}

fn write_region(
    out: &mut String,
    region: &Region,
    lowered: &Lowered<'_>,
    decided: &Decided,
) -> fmt::Result {
    let program = &lowered.program;
    if region.chains().count() > 0 {
        writeln!(out, "  in normal form:")?;
        for line in program.to_string().lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out, "  sizes: {}", decided.sizes.scheme(program))?;
        apart::write(out, region, lowered, decided)?;
        write_clusters(out, lowered, decided)?;
        sizes::write(out, program, decided)?;
    }
    for (index, statement) in lowered.dead_statements.iter().enumerate() {
        if index == 0 {
            writeln!(out, "  never read, so never run:")?;
        }
        writeln!(out, "    {}", text(&region.statements[*statement].tokens))?;
    }
    for (index, (statement, cause)) in refusals(region).enumerate() {
        if index == 0 {
            writeln!(out, "  left as written:")?;
        }
        writeln!(out, "    {statement}\n      {cause}")?;
    }
    Ok(())
}

fn is_opaque(program: &Program, id: crate::cnf::BindingId) -> bool {
    matches!(
        program.binding(id).combinator,
        crate::cnf::Combinator::Opaque { .. }
    )
}

fn write_clusters(out: &mut String, lowered: &Lowered<'_>, decided: &Decided) -> fmt::Result {
    let program = &lowered.program;
    let solution = &decided.solution;
    let loops = Clustering {
        clusters: solution
            .clustering
            .clusters
            .iter()
            .filter(|cluster| !cluster.iter().any(|id| is_opaque(program, *id)))
            .cloned()
            .collect(),
    };
    writeln!(out, "  loops: {}", loops.display(program))?;
    let proof = if solution.optimal {
        "proven least".to_owned()
    } else {
        let (cost, bound) = (solution.objective, solution.bound);
        // Rounded up; costs are far below what a float holds exactly.
        let gap = (1_000.0 * (cost - bound) as f64 / cost as f64).ceil() / 10.0;
        format!(
            "at least {bound}, so within {gap} % of the least; `limit = N` with a larger N looks further"
        )
    };
    writeln!(out, "  cost: {} ({proof})", solution.objective)?;
    for (index, nest) in decided.loops.iter().enumerate() {
        if index == 0 {
            writeln!(out, "  fused:")?;
        }
        let needed = fusion_tree::needed_outside(program, &solution.clustering.clusters);
        let Some(tree) = FusionTree::build(program, &nest.cluster, &needed) else {
            continue;
        };
        writeln!(out, "    {}", tree.named(program))?;
        write_pairs(out, program, &tree)?;
        write_form(out, lowered, nest)?;
    }
    let contracted = decided
        .loops
        .iter()
        .flat_map(|nest| &nest.outcomes)
        .filter_map(|outcome| match outcome {
            Outcome::Contracted(array) => Some(program.value(*array).name.clone()),
            Outcome::Scalar(_) | Outcome::Stored { .. } => None,
        })
        .collect::<Vec<_>>();
    if !contracted.is_empty() {
        writeln!(out, "  contracted: {}", contracted.join(", "))?;
    }
    write_reused(out, lowered, decided)?;
    write_kept(out, lowered, decided)
}

/// Which arrays stand where others stood that nobody reads any more.
fn write_reused(out: &mut String, lowered: &Lowered<'_>, decided: &Decided) -> fmt::Result {
    let name = |array: ValueId| &lowered.program.value(array).name;
    let reused = reuse::of(lowered, &decided.loops, &decided.sizes);
    let places = reused.iter().filter_map(|reused| {
        let made = match reused.by {
            By::Array(made) => made,
            By::Chain(chain) => lowered.chains.get(chain.index())?.as_ref()?.result,
        };
        Some(format!("{} over {}", name(made), name(reused.array)))
    });
    let places = places.collect::<Vec<_>>();
    if !places.is_empty() {
        writeln!(
            out,
            "  written over what is not read again: {}",
            places.join(", ")
        )?;
    }
    Ok(())
}

/// What a loop does block by block, and of what that depends.
fn write_form(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let mut anyhow = String::new();
    write_passes(&mut anyhow, lowered, nest)?;
    let Some(places) = places::of(lowered, nest) else {
        out.push_str(&anyhow);
        return Ok(());
    };
    let arrays = places::arrays(&places);
    let seen = places::seen(lowered, nest, &places, &arrays);
    let mut form = String::new();
    write_passes(&mut form, &seen.lowered, &seen.nest)?;
    if form == anyhow {
        out.push_str(&anyhow);
    } else if !form.is_empty() {
        let names = places.iter().map(|place| place.name()).collect::<Vec<_>>();
        let (names, are) = (
            names.join(", "),
            if names.len() == 1 {
                "is a slice"
            } else {
                "are slices"
            },
        );
        writeln!(out, "      where {names} {are}:")?;
        out.push_str(&form);
    }
    Ok(())
}

/// Which chains are left, but for their filter.
fn write_kept(out: &mut String, lowered: &Lowered<'_>, decided: &Decided) -> fmt::Result {
    let program = &lowered.program;
    let in_loop = |chain: &&LoweredChain<'_>| {
        let mut clusters = decided.loops.iter().map(|nest| &nest.cluster);
        clusters.any(|cluster| chain.bindings.iter().any(|id| cluster.contains(id)))
    };
    let chains = lowered.chains.iter().flatten();
    let kept = chains
        .filter(|chain| !in_loop(chain) && kept::of(chain.chain).is_some())
        .map(|chain| program.value(chain.result).name.clone())
        .collect::<Vec<_>>();
    if !kept.is_empty() {
        writeln!(out, "  filtered 64 elements at a time: {}", kept.join(", "))?;
    }
    Ok(())
}

/// What a loop does in passes over one block after another.
fn write_passes(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let compared = tiles::compared(lowered, nest);
    if !compared.is_empty() {
        let names = compared.iter();
        let names = names.map(|value| lowered.program.value(*value).name.clone());
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(out, "      by one comparison an element: {names}")?;
    }
    let Some(passes) = tiles::of(lowered, nest) else {
        write_texts(out, lowered, nest)?;
        return write_sieves(out, lowered, nest);
    };
    let made = |pass: &tiles::Pass| {
        let results = pass.nest.outcomes.iter().map(|outcome| match outcome {
            Outcome::Scalar(value) | Outcome::Contracted(value) => value,
            Outcome::Stored { array, .. } => array,
        });
        let names = results.map(|value| lowered.program.value(*value).name.clone());
        let names = names.collect::<Vec<_>>().join(", ");
        if pass.lanes {
            format!("in lanes {names}")
        } else {
            names
        }
    };
    if !passes.searches.is_empty() {
        let outputs = passes
            .searches
            .iter()
            .map(|id| &lowered.program.binding(*id).outputs);
        let names = outputs
            .flatten()
            .map(|value| lowered.program.value(*value).name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(out, "      block by block, until it is decided: {names}")?;
    }
    if let [only] = passes.passes.as_slice() {
        return if only.lanes {
            writeln!(out, "      faster {}", made(only))
        } else {
            Ok(())
        };
    }
    let over = if passes.whole { "array" } else { "block" };
    let passes = passes.passes.iter().map(made).collect::<Vec<_>>();
    writeln!(
        out,
        "      faster one after the other, {over} by {over}: {}",
        passes.join("; ")
    )
}

/// Strings that a loop does not make before they are kept.
fn write_texts(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let makers = texts::of(lowered, std::slice::from_ref(nest)).makers;
    if makers.is_empty() {
        return Ok(());
    }
    let names = makers.iter().map(|id| lowered.program.label(*id));
    writeln!(
        out,
        "      made only of what is kept, if they are strings: {}",
        names.collect::<Vec<_>>().join(", ")
    )
}

/// What a loop filters and stores block by block.
fn write_sieves(out: &mut String, lowered: &Lowered<'_>, nest: &Loop) -> fmt::Result {
    let Some(sieves) = sieves::of(lowered, nest) else {
        return Ok(());
    };
    let stored = sieves.sieves.iter().map(|sieve| sieve.stored);
    let names = stored.map(|array| lowered.program.value(array).name.clone());
    writeln!(
        out,
        "      tested before they are stored, block by block: {}",
        names.collect::<Vec<_>>().join(", ")
    )
}

/// How each pair of bindings was fused, by the kind of fusion.
fn write_pairs(out: &mut String, program: &Program, tree: &FusionTree) -> fmt::Result {
    let mut leaves = tree.leaves();
    leaves.sort_unstable();
    for relation in [Relation::Vertical, Relation::Diagonal, Relation::Horizontal] {
        let mut pairs = Vec::new();
        for (index, a) in leaves.iter().enumerate() {
            for b in &leaves[index + 1..] {
                if tree.relation(program, *a, *b) == Some(relation) {
                    pairs.push(format!("{} and {}", program.label(*a), program.label(*b)));
                }
            }
        }
        if !pairs.is_empty() {
            let word = match relation {
                Relation::Vertical => "vertically",
                Relation::Diagonal => "diagonally",
                Relation::Horizontal => "horizontally",
            };
            writeln!(out, "      {word}: {}", pairs.join(", "))?;
        }
    }
    Ok(())
}
