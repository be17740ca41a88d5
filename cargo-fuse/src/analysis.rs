//! What the compiler decides about a function, with places in its file instead of spans.
//!
//! In: a [`Source`]. Out: an [`Analysis`] for each of its functions, which owns all it says.

use crate::functions::{self, Function};
use crate::sources::{PackageId, Source};
use fuse_compiler::report::{Block, Code};
use fuse_compiler::{Place, Text, recognised};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// A function and what was decided about it.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Its path: `stats::Table::mean`.
    pub path: String,
    /// The package that it is part of.
    pub package: PackageId,
    /// The file as it is shown.
    pub file: Rc<str>,
    /// The text of the file.
    pub content: Rc<str>,
    /// The bytes of its name.
    pub name: Range<usize>,
    /// The line of its name, from 1.
    pub line: usize,
    /// Its bytes in the file, without the attributes before it.
    pub bytes: Range<usize>,
    /// The item.
    pub item: TokenStream,
    /// The options of its attribute; `None` if it has none.
    pub options: Option<TokenStream>,
    /// Loops as written.
    pub written: usize,
    /// Loops after fusion.
    pub loops: usize,
    /// What was decided about its blocks. Its spans mean nothing once another file has been read.
    pub blocks: Vec<Block>,
    /// The bytes of each node of each block; nothing of what the compiler made itself.
    pub nodes: Vec<Vec<Range<usize>>>,
    /// Each fusion that was missed.
    pub missed: Vec<Missed>,
    /// The text of the report.
    pub report: String,
}

/// A fusion that was missed.
#[derive(Clone, Debug)]
pub struct Missed {
    /// Why.
    pub code: Code,
    /// What stays apart or as written.
    pub at: Range<usize>,
    /// The other chain.
    pub other: Option<Range<usize>>,
    /// What stands between the two.
    pub between: Option<Range<usize>>,
    /// The sentence of the report.
    pub message: String,
    /// How to write it so that it fuses.
    pub way_out: Option<String>,
}

/// The elements that go through memory, in bytes for each element of the arrays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes.
    pub bytes: u64,
    /// True if the type of some element is not visible, which then counts as one of eight bytes.
    pub estimated: bool,
}

impl Analysis {
    /// Arrays that the program as written makes and the fused one does not.
    #[must_use]
    pub fn gone(&self) -> Vec<&str> {
        let arrays = self.blocks.iter().flat_map(|block| &block.arrays);
        let gone = arrays.filter(|array| array.made_by.is_some() && array.written && !array.stored);
        gone.map(|array| array.name.as_str()).collect()
    }

    /// The lines that it stands in, from 1.
    #[must_use]
    pub fn lines(&self) -> Range<usize> {
        lines(&self.content, &self.bytes)
    }

    /// True if the attribute changes the function: there are fewer loops.
    #[must_use]
    pub fn fuses(&self) -> bool {
        self.loops < self.written
    }

    /// True if no clustering costs less, and that is proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.blocks.iter().all(|block| block.cost == block.bound)
    }

    /// Missed fusions that another way of writing would not miss.
    pub fn avoidable(&self) -> impl Iterator<Item = &Missed> {
        self.missed
            .iter()
            .filter(|missed| !missed.code.is_inherent())
    }

    /// What goes through memory as written.
    #[must_use]
    pub fn traffic_written(&self) -> Traffic {
        self.traffic(|block, node| block.nodes[node].chain, |array| array.written)
    }

    /// What goes through memory after fusion.
    #[must_use]
    pub fn traffic_fused(&self) -> Traffic {
        let loop_of = |block: &Block, node: usize| {
            let holds = |fused: &fuse_compiler::report::Loop| fused.nodes.contains(&node);
            block.loops.iter().position(holds)
        };
        self.traffic(loop_of, |array| array.stored)
    }

    /// Each loop writes what it makes and reads what others made, each array once.
    fn traffic(
        &self,
        loop_of: impl Fn(&Block, usize) -> Option<usize>,
        in_memory: impl Fn(&fuse_compiler::report::Array) -> bool,
    ) -> Traffic {
        let mut traffic = Traffic::default();
        for block in self.blocks.iter().filter(|block| !block.inside_a_chain) {
            for array in block.arrays.iter().filter(|array| in_memory(array)) {
                let maker = array.made_by.map(|node| loop_of(block, node));
                let readers = array
                    .read_by
                    .iter()
                    .filter_map(|node| loop_of(block, *node));
                let mut readers: BTreeSet<usize> = readers.collect();
                if let Some(Some(maker)) = maker {
                    readers.remove(&maker);
                }
                let writes = u64::from(matches!(maker, Some(Some(_))));
                let times = readers.len() as u64 + writes;
                traffic.bytes += times * array.element.unwrap_or(8);
                traffic.estimated |= times > 0 && array.element.is_none();
            }
            // Of what an iterator runs over no more is known than that it is somewhere.
            let sources = block.nodes.iter().enumerate();
            let sources = sources.filter(|(_, node)| node.does == "source");
            let sources = sources.map(|(index, node)| (loop_of(block, index), &node.with));
            let sources = sources.collect::<BTreeSet<_>>().len() as u64;
            traffic.bytes += 8 * sources;
            traffic.estimated |= sources > 0;
        }
        traffic
    }
}

/// Which functions of a file are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which<'a> {
    /// Those with the attribute.
    Annotated,
    /// Those without.
    Plain,
    /// Those of a path, or whose path ends in it: no other is analysed, however long that would take.
    Named(&'a str),
    /// Those that hold a line.
    OnLine(usize),
    /// All.
    All,
}

/// The functions of a file, but those for tests if `tests` is false.
///
/// # Errors
/// If the file cannot be read or parsed, in a sentence.
pub fn of_source(source: &Source, which: Which<'_>, tests: bool) -> Result<Vec<Analysis>, String> {
    let content = std::fs::read_to_string(&source.path)
        .map_err(|error| format!("{}: {error}", source.shown))?;
    let mut found = of_text(&content, &source.shown, &source.modules, which, tests)?;
    for analysis in &mut found {
        analysis.package.clone_from(&source.package);
    }
    Ok(found)
}

/// The functions of a text that stands in these modules, is shown under this name, and belongs to no package.
///
/// # Errors
/// If it cannot be parsed, in a sentence.
pub fn of_text(
    content: &str,
    shown: &str,
    modules: &[String],
    which: Which<'_>,
    tests: bool,
) -> Result<Vec<Analysis>, String> {
    // Nothing to be found, and nothing to be parsed.
    if which == Which::Annotated && !content.contains("fuse") {
        return Ok(Vec::new());
    }
    proc_macro2::extra::invalidate_current_thread_spans();
    let functions = functions::of_file(content, modules)
        .map_err(|error| format!("{shown}:{}: {error}", error.span().start().line))?;
    let (file, content): (Rc<str>, Rc<str>) = (shown.into(), content.into());
    let wanted = |function: &Function| {
        (tests || !function.is_test)
            && match which {
                Which::Annotated => function.options.is_some(),
                Which::Plain => function.options.is_none() && may_fuse(&function.item),
                Which::Named(asked) => is_named(&function.path, asked),
                Which::OnLine(line) => lines(&content, &function.bytes).contains(&line),
                Which::All => true,
            }
    };
    let functions = functions.into_iter().filter(wanted).collect::<Vec<_>>();
    let analyses = functions.into_iter();
    let analyses = analyses.filter_map(|function| of_function(function, &file, &content));
    Ok(analyses.collect())
}

/// The lines of bytes of a text, from 1.
fn lines(content: &str, bytes: &Range<usize>) -> Range<usize> {
    let line = |byte: usize| 1 + content[..byte].matches('\n').count();
    line(bytes.start)..line(bytes.end) + 1
}

/// True if a path is, or ends in, what was asked for.
pub(crate) fn is_named(path: &str, asked: &str) -> bool {
    path == asked
        || path
            .strip_suffix(asked)
            .is_some_and(|before| before.ends_with("::"))
}

/// True unless there visibly are fewer than two loops: most functions of most crates need not be analysed. Every chain ends in a
/// consumer, by its name as a method or behind a `::`.
#[must_use]
pub fn may_fuse(item: &TokenStream) -> bool {
    fn count(tokens: TokenStream) -> usize {
        let mut last = None;
        let mut loops = 0;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => loops += count(group.stream()),
                TokenTree::Ident(name) => {
                    let is_called = matches!(last, Some('.' | ':'));
                    let is_loop = name == "for" || name == "while" || name == "loop";
                    loops += usize::from(is_loop || (is_called && consumes(name)));
                }
                _ => {}
            }
            last = match token {
                TokenTree::Punct(punct) => Some(punct.as_char()),
                _ => None,
            };
        }
        loops
    }
    count(item.clone()) > 1
}

fn consumes(name: &Ident) -> bool {
    let is = |consumer: &str| name == consumer;
    let mut consumers = recognised::consumers().iter().map(|row| row.name);
    // Some of rayon's have no namesake in std.
    let rayons = recognised::parallel().iter();
    let rayons = rayons.filter(|row| row.place == recognised::Place::Consumer);
    let mut rayons = rayons.filter_map(|row| row.written.split('(').next());
    consumers.any(is) || rayons.any(is) || is("from_iter")
}

/// `None` if the macro does not look at it, or says itself what is wrong with it.
fn of_function(function: Function, file: &Rc<str>, content: &Rc<str>) -> Option<Analysis> {
    let options = function.options.clone().unwrap_or_default();
    let stands = Place {
        file: file.to_string(),
        line: function.name.start().line,
        text: Text::Is(Rc::clone(content)),
    };
    let analyse = || fuse_compiler::analyse_at(Some(stands), options, function.item.clone());
    let report = fuse_compiler::without_panic(analyse).ok()?.ok()??;
    let place = |span: Span| {
        let bytes = span.byte_range();
        // What the compiler made itself stands nowhere.
        match bytes.is_empty() {
            true => function.bytes.clone(),
            false => bytes,
        }
    };
    let blocks: Vec<Block> = report.blocks().cloned().collect();
    let nodes = blocks.iter().map(|block| {
        let nodes = block.nodes.iter();
        nodes.map(|node| node.span.byte_range()).collect()
    });
    let nodes = nodes.collect();
    let missed = blocks.iter().flat_map(|block| &block.missed);
    let missed = missed.map(|missed| Missed {
        code: missed.code,
        at: place(missed.at),
        other: missed.other.map(place),
        between: missed.between.map(place),
        message: missed.message.clone(),
        way_out: missed.way_out.clone(),
    });
    Some(Analysis {
        missed: missed.collect(),
        path: function.path,
        package: PackageId::default(),
        file: Rc::clone(file),
        content: Rc::clone(content),
        name: function.name.byte_range(),
        line: function.name.start().line,
        bytes: function.bytes,
        item: function.item,
        options: function.options,
        written: report.written(),
        loops: report.loops(),
        report: report.to_string(),
        blocks,
        nodes,
    })
}
