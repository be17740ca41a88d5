//! What a person wants to know: what fused, what did not, and why.
//!
//! In: everything that was decided. Out: a [`FunctionReport`], printed by `#[fuse(explain)]` or
//! `FUSE_EXPLAIN=1`, and told at the chains where `loops = N` does not hold.

mod apart;
mod code;
mod data;
mod fields;
mod forms;
pub(crate) mod fusion_tree;
mod pairs;
mod sizes;
mod why;

pub use code::{Code, UnknownCode};
pub use data::{Array, Arrow, Block, Loop, Missed, Node};

use crate::cluster::Clustering;
use crate::cnf::{Lowered, Program};
use crate::decided::Decided;
use crate::diagnostics::{Errors, Left};
use crate::loops::Outcome;
use crate::options::Options;
use crate::plan::Plans;
use crate::region::parallelise::Sequential;
use crate::region::{Kind, Region};
use crate::rewrite::are_terms;
use crate::rust::cause::Cause;
use crate::rust::spelling::text;
use forms::{write_joined, write_kept, write_reused};
use fusion_tree::{FusionTree, Relation};
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
pub(crate) struct RegionReport {
    /// Loops that run after fusion, chains and `for` loops left as written among them.
    pub loops: usize,
    /// Loops as written.
    pub written: usize,
    text: String,
    data: Block,
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
        self.regions.extend(told.map(|mut region| {
            (region.loops, region.written) = (0, 0);
            region.data.inside_a_chain = true;
            region
        }));
    }

    /// A place for the report of a block, before those of the blocks inside it.
    pub(crate) fn open(&mut self) -> usize {
        self.regions.push(RegionReport::default());
        self.regions.len() - 1
    }

    /// Where the report ends.
    pub(crate) fn mark(&self) -> usize {
        self.regions.len()
    }

    /// Forgets what was told since.
    pub(crate) fn back_to(&mut self, mark: usize) {
        self.regions.truncate(mark);
    }

    /// What was told since, which it forgets.
    pub(crate) fn since(&mut self, mark: usize) -> Vec<RegionReport> {
        self.regions.split_off(mark)
    }

    /// Tells of what was told before in the place of what was told since.
    pub(crate) fn replace(&mut self, mark: usize, before: Vec<RegionReport>) {
        self.regions.truncate(mark);
        self.regions.extend(before);
    }

    /// Tells of one block in the place of another way to fuse it, which was told of before, if it has fewer loops; or of that again.
    pub(crate) fn fewer_of(
        &mut self,
        mark: usize,
        before: Vec<RegionReport>,
        added: usize,
    ) -> bool {
        let count = |regions: &[RegionReport], of: fn(&RegionReport) -> usize| {
            regions.iter().map(of).sum::<usize>()
        };
        let now = &self.regions[mark..];
        let loops = |regions: &[RegionReport]| count(regions, |region| region.loops);
        let fewer = loops(now) < loops(&before) + added;
        if !fewer {
            self.replace(mark, before);
            return false;
        }
        let written = |region: &RegionReport| region.written;
        let joined = count(&before, written).saturating_sub(count(now, written));
        let told = before.iter().flat_map(|region| &region.data.missed);
        let told = told.map(|missed| missed.code).collect::<Vec<_>>();
        if let Some(region) = self.regions.get_mut(mark) {
            region.written += joined;
            region.data.written += joined;
            // Of a chain that nobody wrote nothing is told.
            let missed = &mut region.data.missed;
            missed.retain(|missed| added == 0 || told.contains(&missed.code));
        }
        true
    }

    /// Of the block that was told of at a place, so many chains are no loops as written, and these arrays are never in memory.
    pub(crate) fn rewritten(&mut self, place: usize, added: usize, delayed: &[String]) {
        let read = self.read;
        if let Some(region) = self.regions.get_mut(place) {
            for written in [&mut region.written, &mut region.data.written] {
                *written = (*written + delayed.len()).saturating_sub(added);
            }
            for name in delayed {
                region.data.delayed(name);
            }
            if read && !delayed.is_empty() {
                // Writing to a string cannot fail.
                let _ = writeln!(
                    region.text,
                    "  contracted, and what makes it stands where it is read: {}",
                    delayed.join(", ")
                );
            }
        }
    }

    pub(crate) fn close(&mut self, place: usize, report: RegionReport) {
        self.regions[place] = report;
    }

    /// The name of the function.
    #[must_use]
    pub fn function(&self) -> &str {
        &self.function
    }

    /// What was decided about each of its blocks, those without a loop aside.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        let blocks = self.regions.iter().map(|region| &region.data);
        blocks.filter(|block| block.written > 0 || !block.missed.is_empty())
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

    /// Says of loops that nothing was said of why they share none: each is alone in its block.
    pub(crate) fn say_alone(&mut self) {
        let mut regions = self.regions.iter();
        let alone = self.written() > 1
            && self.loops() == self.written()
            && regions.all(|region| region.data.missed.is_empty());
        if !self.read || !alone {
            return;
        }
        for region in &mut self.regions {
            if let Some(at) = region.data.nodes.iter().find(|node| node.chain.is_some()) {
                let at = at.span;
                region.data.missed.push(Missed::of_cause(at, &Cause::Alone));
            }
        }
    }

    /// Says that this is one of two versions, and of what.
    pub(crate) fn only_where(&mut self, condition: &str, others: usize) {
        if let (true, Some(last)) = (self.read, self.regions.last_mut()) {
            last.only_where(condition, others);
        }
    }

    /// Says that there is no version of the function for this condition, and why.
    pub(crate) fn one_version(&mut self, condition: &str, others: usize, once: &str) {
        if let (true, Some(last)) = (self.read, self.regions.last_mut()) {
            last.one_version(condition, others, once);
        }
    }

    pub(crate) fn print_if_asked(&self, options: &Options) {
        if is_asked(options) {
            eprintln!("{}{self}", at(options));
        }
    }

    /// Holds the function to `loops = N`.
    ///
    /// # Errors
    /// At the option if the number is another, and if it is larger at each chain or statement that is in the way.
    pub(crate) fn check_loops(&self, options: &Options) -> syn::Result<()> {
        let Some(given) = &options.loops else {
            return Ok(());
        };
        let (loops, name) = (self.loops(), &self.function);
        if given.value == loops {
            return Ok(());
        }
        let plural = if loops == 1 { "loop" } else { "loops" };
        let headline = format!(
            "`{name}` has {loops} {plural}, not {}\n`explain` beside it prints the report",
            given.value
        );
        let mut errors = Errors::new();
        errors.error_at(given.span, headline);
        let mut said: Vec<(String, String)> = Vec::new();
        for missed in self.blocks().flat_map(|block| &block.missed) {
            let way_out = missed.way_out.iter().map(|way_out| format!("\n{way_out}"));
            let message = format!("{}: {}", missed.code, missed.message);
            let message = way_out.fold(message, |message, way_out| message + &way_out);
            // Two reasons between the same chains and others are one, where it stands.
            let told = (format!("{:?}", missed.at), message);
            if loops > given.value && !said.contains(&told) {
                errors.error_at(missed.at, &told.1);
                said.push(told);
            }
        }
        errors.propagate()
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
            data: Block::as_written(region, loops),
        }
    }

    /// How many loops a block has that stays as it is written, and no more.
    pub(crate) fn counted(region: &Region) -> RegionReport {
        let loops = loops_left(region);
        RegionReport {
            loops,
            written: loops,
            ..RegionReport::default()
        }
    }

    /// Says that there is no version for this condition, and why.
    pub(crate) fn one_version(&mut self, condition: &str, others: usize, once: &str) {
        let plural = if others == 1 { "loop" } else { "loops" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "  one version, though it would have {others} {plural} where this holds: {condition}; {once} may stand in it only once"
        );
    }

    /// The same, of one whose loops were given a plan that does not hold.
    pub(crate) fn without_plan(region: &Region, wrong: &str) -> RegionReport {
        RegionReport {
            text: format!("  as written, for want of a plan: {wrong}\n"),
            ..RegionReport::as_written(region)
        }
    }

    pub(crate) fn new(
        region: &Region,
        lowered: &Lowered<'_>,
        decided: &Decided,
        plans: &Plans<'_>,
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
            let _ = write_region(&mut text, region, lowered, decided, plans);
        }
        let data = match read {
            true => Block::new(region, lowered, decided, plans, left),
            false => Block::default(),
        };
        RegionReport {
            loops,
            written,
            text,
            data,
        }
    }
}

impl RegionReport {
    /// Says that this is one of two versions, and of what.
    pub(crate) fn only_where(&mut self, condition: &str, others: usize) {
        let plural = if others == 1 { "loop" } else { "loops" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "  where this holds, and in {others} {plural} where not: {condition}"
        );
    }

    /// How many loops the block has.
    pub(crate) fn loops(&self) -> usize {
        self.loops
    }

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
            Kind::Barrier(wall) => wall.loops,
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
        eprintln!("{}fuse: left as written: {left}", at(options));
    }
    let mut errors = Errors::new();
    if let Some(given) = &options.loops {
        let message = format!("no loops were counted, since {left}");
        errors.push(syn::Error::new(given.span, message));
    }
    if let Some(given) = &options.chunked {
        let message = format!("`{}` is not made, since {left}", given.value);
        errors.push(syn::Error::new(given.span, message));
    }
    errors.propagate()
}

/// True if the text of the report is to be printed, or may become that of an error.
pub(crate) fn is_read(options: &Options) -> bool {
    is_asked(options) || options.loops.is_some()
}

/// Where the function stands, as compilers write it before what they say.
fn at(options: &Options) -> String {
    let place = options.place.as_ref();
    place.map_or_else(String::new, |place| {
        format!("{}:{}: ", place.file, place.line)
    })
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
            Kind::Barrier(wall) => {
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
    plans: &Plans<'_>,
) -> fmt::Result {
    let program = &lowered.program;
    if region.chains().count() > 0 {
        writeln!(out, "  in normal form:")?;
        for line in program.to_string().lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out, "  sizes: {}", decided.sizes.scheme(program))?;
        apart::write(out, region, lowered, decided)?;
        write_clusters(out, lowered, decided, plans)?;
        sizes::write(out, lowered, decided)?;
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
        program.binding(id).combinator(),
        crate::cnf::Combinator::Opaque(_)
    )
}

fn write_clusters(
    out: &mut String,
    lowered: &Lowered<'_>,
    decided: &Decided,
    plans: &Plans<'_>,
) -> fmt::Result {
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
    for (index, plan) in plans.loops.iter().enumerate() {
        let nest = &plan.nest;
        if index == 0 {
            writeln!(out, "  fused:")?;
        }
        let needed = fusion_tree::needed_outside(program, &solution.clustering.clusters);
        let Some(tree) = FusionTree::build(program, &nest.cluster, &needed) else {
            continue;
        };
        writeln!(out, "    {}", tree.named(program))?;
        write_pairs(out, program, &tree)?;
        write!(out, "{}", plan.named(lowered, plans.over_slices))?;
    }
    let contracted = decided
        .loops
        .iter()
        .flat_map(|nest| &nest.outcomes)
        .filter_map(|outcome| match outcome {
            Outcome::Contracted(array)
            | Outcome::Pushed {
                array,
                stored: false,
            } => Some(program.value(*array).name.clone()),
            Outcome::Scalar(_) | Outcome::Stored { .. } | Outcome::Pushed { .. } => None,
        })
        .filter(|name| !are_terms(name))
        .collect::<Vec<_>>();
    if !contracted.is_empty() {
        writeln!(out, "  contracted: {}", contracted.join(", "))?;
    }
    write_reused(out, lowered, plans)?;
    write_joined(out, lowered, plans)?;
    write_kept(out, lowered, plans)
}

/// How each pair of bindings was fused, by the kind of fusion.
fn write_pairs(out: &mut String, program: &Program, tree: &FusionTree) -> fmt::Result {
    let relations = tree.relations(program);
    for relation in [Relation::Vertical, Relation::Diagonal, Relation::Horizontal] {
        let related = relations.iter().filter(|(_, _, found)| *found == relation);
        let pairs =
            related.map(|(a, b, _)| format!("{} and {}", program.label(*a), program.label(*b)));
        let pairs: Vec<String> = pairs.collect();
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
