//! Lengths that are equal in most calls, where nothing says so.
//!
//! In: a program with its clusters, some of which run over a different number of elements as far as anybody knows, and stay apart for
//! no other reason: `w.iter().sum()` and `w.iter().zip(x)`, `0..w.len()` and `0..x.len()`. Out: what could be stated so that they are as many: `w.len() ==
//! x.len()`. It is what the report tells the user to assert; where there may be two versions of a block, it is tested.

use crate::cnf::{BindingId, Length, Lowered, Reason, SizeFact, ValueId, ValueKind};
use crate::decided::Decided;
use crate::region::Region;
use crate::rust::environment::Environment;
use crate::rust::spelling::spelling;
use crate::rust::types::By;
use crate::size::{Size, Sizes};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// Lengths that are all one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    groups: Vec<Vec<Side>>,
}

/// The length of an array, or an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    length: Length,
    /// As it is written in the region.
    ident: Ident,
    name: String,
    /// True if its name means nothing else in the region.
    alone: bool,
    /// True if no statement of the region binds that.
    outside: bool,
    /// True if nobody can have borrowed it to change it.
    shared: bool,
}

/// Two loops that only their sizes keep apart.
pub(crate) struct Unequal<'a> {
    pub(crate) first: (BindingId, &'a Size),
    pub(crate) second: (BindingId, &'a Size),
}

/// How many pairs of loops are looked at.
const PAIRS: usize = 8;

/// How many ways of two versions are tried.
const WAYS: usize = 4;

/// Each pair of loops that only their sizes keep apart, but not more than anybody reads.
pub(crate) fn unequal<'a>(lowered: &Lowered<'_>, decided: &'a Decided) -> Vec<Unequal<'a>> {
    let program = &lowered.program;
    let sizes = &decided.sizes;
    let clusters = &decided.solution.clustering.clusters;
    let roots = clusters.iter().filter_map(|cluster| {
        let root = cluster.iter().find(|id| sizes.transducer(**id).is_none())?;
        Some((*root, sizes.iteration(*root)?))
    });
    let opaque = |id: BindingId| program.binding(id).is_opaque();
    let roots = roots.filter(|(root, _)| !opaque(*root)).collect::<Vec<_>>();
    let mut found = Vec::new();
    for (index, first) in roots.iter().enumerate() {
        for second in &roots[index + 1..] {
            let apart = decided.graph.obstacle(first.0, second.0) == Some(Reason::IterationSize);
            if apart && first.1 != second.1 && found.len() < PAIRS {
                let (first, second) = (*first, *second);
                found.push(Unequal { first, second });
            }
        }
    }
    found
}

/// True for a loop whose body may end it.
pub(crate) fn may_end(lowered: &Lowered<'_>, id: BindingId) -> bool {
    let chain = lowered.chain_of(id);
    let body = chain.and_then(|chain| chain.chain.consumer.body());
    body.is_some_and(|body| body.breaks)
}

/// The lengths in two sizes that, if they are one, make the two one: two of them, or else all.
pub(crate) fn equal_if(
    lowered: &Lowered<'_>,
    sizes: &Sizes,
    (a, b): (&Size, &Size),
) -> Option<Vec<(Length, String)>> {
    let mut known: Vec<(Size, Length, String)> = Vec::new();
    let mut add = |size: Size, found: Option<(Length, String)>| {
        if let Some((length, name)) = found
            && !known.iter().any(|(other, ..)| *other == size)
        {
            known.push((size, length, name));
        }
    };
    for size in [a, b] {
        size.variables(&mut |variable| {
            let size = Size::Variable(variable);
            let array = array_of(lowered, sizes, &size);
            add(size, array);
        });
        if let Size::Known(text) = size {
            let spelt = text.chars().all(|c| c.is_alphanumeric() || c == '_');
            add(
                size.clone(),
                spelt.then(|| (Length::Known(text.clone()), text.clone())),
            );
        }
    }
    let same = |from: &[usize], to: &Size| {
        let mut with = |variable| match from.contains(&variable) {
            true => to.clone(),
            false => Size::Variable(variable),
        };
        a.substitute(&mut with) == b.substitute(&mut with)
    };
    let side = |(_, length, name): &(Size, Length, String)| (length.clone(), name.clone());
    for (index, one) in known.iter().enumerate() {
        for other in &known[index + 1..] {
            let ((Size::Variable(from), to) | (to, Size::Variable(from))) = (&one.0, &other.0)
            else {
                continue;
            };
            if same(&[*from], to) {
                return Some(vec![side(one), side(other)]);
            }
        }
    }
    let variables = known.iter().filter_map(|(size, ..)| match size {
        Size::Variable(variable) => Some(*variable),
        _ => None,
    });
    let variables = variables.collect::<Vec<_>>();
    let numbers = known.iter().map(|(size, ..)| size);
    let mut numbers = numbers.filter(|size| matches!(size, Size::Known(_)));
    let to = numbers.next().or(known.first().map(|(size, ..)| size))?;
    (numbers.next().is_none() && same(&variables, to)).then(|| known.iter().map(side).collect())
}

/// The arrays that the loop of a combinator reads and makes, by name: one loop is better than two where they have one in common.
fn arrays_of(lowered: &Lowered<'_>, decided: &Decided, id: BindingId) -> SortedSet<String> {
    let mut names = SortedSet::new();
    let clusters = &decided.solution.clustering.clusters;
    let cluster = clusters.iter().find(|cluster| cluster.contains(&id));
    for id in cluster.into_iter().flatten() {
        let reads = lowered.chain_of(*id).map(|chain| chain.chain.reads());
        names.extend(reads.unwrap_or_default());
        let made = lowered.program.binding(*id).outputs.iter();
        names.extend(made.map(|value| lowered.program.value(*value).name.clone()));
    }
    let values = &lowered.program.values;
    let is_array = |name: &String| {
        let mut named = values.iter().filter(|value| value.name == *name);
        named.any(|value| value.kind == ValueKind::Array)
    };
    names.retain(is_array);
    names
}

/// A name as tokens spell it: they are all of one context.
fn written(name: &str, tokens: TokenStream) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) => {
            // `in` is no `r#in`.
            let named = || ident != name || syn::parse_str::<Ident>(name).is_ok();
            (spelling(&ident) == name && named()).then_some(ident)
        }
        TokenTree::Group(group) => written(name, group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}

/// True if a name means one thing in all of the region, wherever it is read.
fn is_alone(length: &Length, name: &str, region: &Region, lowered: &Lowered<'_>) -> bool {
    let binds = region.statements.iter().flat_map(|one| &one.binds);
    let bound = binds.filter(|bound| bound.name == name).count();
    let parameters = &lowered.program.parameters;
    let outside = |value: &ValueId| lowered.program.value(*value).name == name;
    match length {
        Length::Of(array) if !parameters.contains(array) => {
            bound == 1 && !parameters.iter().any(outside)
        }
        Length::Of(_) => bound == 0,
        _ => bound <= 1,
    }
}

/// The length of an array that comes from outside or from a statement that is no chain: about what a
/// chain makes there is nothing to say.
fn array_of(lowered: &Lowered<'_>, sizes: &Sizes, size: &Size) -> Option<(Length, String)> {
    let program = &lowered.program;
    let made = program
        .bindings
        .iter()
        .filter(|binding| binding.is_opaque())
        .flat_map(|binding| &binding.outputs);
    let mut arrays = program.parameters.iter().chain(made);
    let array: &ValueId = arrays.find(|value| sizes.of(**value) == Some(size))?;
    Some((Length::Of(*array), program.value(*array).name.clone()))
}

impl Lengths {
    /// What may be said of lengths so that a block has fewer loops, each alone, and all together.
    pub(crate) fn candidates(
        region: &Region,
        lowered: &Lowered<'_>,
        decided: &Decided,
        environment: &Environment,
    ) -> Vec<Lengths> {
        let mut found = Vec::new();
        for pair in unequal(lowered, decided) {
            let (first, second) = (pair.first.0, pair.second.0);
            let touched = |id| arrays_of(lowered, decided, id);
            if may_end(lowered, first)
                || may_end(lowered, second)
                || touched(first).is_disjoint(&touched(second))
            {
                continue;
            }
            let sizes = (pair.first.1, pair.second.1);
            let Some(equal) = equal_if(lowered, &decided.sizes, sizes) else {
                continue;
            };
            let sides = equal.into_iter();
            let sides = sides.map(|(length, name)| {
                let alone = is_alone(&length, &name, region, lowered);
                let mut stmts = region.statements.iter();
                let ident = stmts.find_map(|one| written(&name, one.tokens.to_token_stream()))?;
                let mut side = Side::of(length, ident, alone, environment)?;
                let mut bound = region.statements.iter().flat_map(|one| &one.binds);
                side.outside = bound.all(|bound| bound.name != side.name);
                Some(side)
            });
            let sides = sides.collect::<Option<Vec<_>>>();
            let one_name = |sides: &Vec<Side>| {
                let names = sides.iter().map(|side| &side.name);
                names.collect::<SortedSet<_>>().len() < sides.len()
            };
            let lengths = sides.filter(|sides| !one_name(sides));
            let lengths = lengths.map(|sides| Lengths {
                groups: vec![sides],
            });
            found.extend(lengths.filter(|lengths| !found.contains(lengths)));
        }
        found.truncate(WAYS);
        if found.len() > 1 {
            let groups = found.iter().flat_map(|lengths| lengths.groups.clone());
            let groups = groups.collect();
            found.push(Lengths { groups });
        }
        found
    }

    /// The program where they are.
    pub(super) fn stated<'a>(&self, lowered: &Lowered<'a>) -> Lowered<'a> {
        let mut stated = lowered.clone();
        for (one, other) in self.pairs() {
            let fact = SizeFact::Same(one.length.clone(), other.length.clone());
            stated.program.facts.push(fact);
        }
        stated
    }

    /// The first of each group with each other one.
    fn pairs(&self) -> impl Iterator<Item = (&Side, &Side)> {
        self.groups.iter().flat_map(|group| {
            let first = group.first();
            let others = group.iter().skip(1);
            others.filter_map(move |other| Some((first?, other)))
        })
    }

    /// True if a loop reads all of the arrays: what it borrows may be borrowed just before it, by the names that they have there.
    pub(super) fn is_of(&self, lowered: &Lowered<'_>, cluster: &[BindingId]) -> bool {
        let mut read = SortedSet::new();
        for id in cluster {
            if let Some(chain) = lowered.chain_of(*id) {
                read.extend(chain.chain.reads());
            }
        }
        let mut sides = self.groups.iter().flatten();
        let takes = |array: ValueId| {
            let mut inputs = cluster.iter().flat_map(|id| lowered.inputs(*id));
            inputs.any(|input| input.value == array && input.source.is_some())
        };
        sides.all(|side| match side.length {
            Length::Of(array) if takes(array) => true,
            _ => side.alone && (side.shared || read.contains(&side.name)),
        })
    }

    /// True if nothing in the region binds one of the names, and nobody can have borrowed what they mean to change it.
    pub(super) fn borrow_nothing(&self) -> bool {
        let mut sides = self.groups.iter().flatten();
        sides.all(|side| side.outside && side.shared)
    }

    /// The test.
    pub(super) fn test(&self) -> TokenStream {
        let pairs = self.pairs().map(|(one, other)| {
            let (one, other) = (one.tokens(), other.tokens());
            quote!(#one == #other)
        });
        quote!(#(#pairs)&&*)
    }

    /// The test as one reads it.
    pub(super) fn shown(&self) -> String {
        let pairs = self.pairs();
        let pairs = pairs.map(|(one, other)| format!("{} == {}", one.shown(), other.shown()));
        pairs.collect::<Vec<_>>().join(" && ")
    }
}

impl Side {
    /// The length of a visible array, or a `usize`.
    fn of(length: Length, ident: Ident, alone: bool, environment: &Environment) -> Option<Side> {
        let name = spelling(&ident);
        let known = environment.lookup(&name)?;
        let shared = match &length {
            Length::Of(_) => environment.visible_array(&name)?.by == By::Shared && !known.mutable,
            _ => {
                let ty = environment.scalar(known.ty.as_ref()?)?;
                (ty.name() == "usize" && !known.mutable).then_some(true)?
            }
        };
        Some(Side {
            length,
            ident,
            name,
            alone,
            outside: false,
            shared,
        })
    }

    fn tokens(&self) -> TokenStream {
        let name = &self.ident;
        match self.length {
            // A method of this name may be the user's.
            Length::Of(_) => quote!(<[_]>::len(&#name[..])),
            _ => quote!(#name),
        }
    }

    fn shown(&self) -> String {
        match self.length {
            Length::Of(_) => format!("{}.len()", self.name),
            _ => self.name.clone(),
        }
    }
}
