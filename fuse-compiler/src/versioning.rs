//! Loop versioning: blocks that have fewer loops where places are equally long.
//!
//! In: a region whose chains zip places of which only the types tell the lengths, as fields and the arrays of other crates are.
//! Out: the same program as if they were equally long, with the condition that says so. If its loops are fewer, the block is
//! emitted in two versions behind that condition; the runtime decides it by the types of the iterators. Lengths of parameters that
//! are visibly slices are a matter of the whole function (`function/versions.rs`).

pub(crate) mod lengths;
mod twice;

pub(crate) use twice::{leaves_no_temporary, stands_once};

use crate::cnf::{BindingId, Length, Lowered, OpaqueKind, Operation, SizeFact, ValueId};
use crate::ops::chain::{Adapter, DriverSource};
use crate::options::{Cost, Setting, Strategy};
use crate::region::Region;
use crate::rust::environment::Environment;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::spelling::identity;
use crate::rust::types;
use crate::sorted::SortedSet;
use lengths::Lengths;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Block, Expr, Stmt, Type};

/// What holds in the first of two versions of a block.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Places are equally long.
    Places(Places),
    /// Arrays are equally long, or as long as a number says.
    Lengths(Lengths),
}

impl Condition {
    /// The program where it holds.
    pub(crate) fn stated<'a>(&self, lowered: &Lowered<'a>) -> Lowered<'a> {
        match self {
            Condition::Places(places) => places.stated(lowered),
            Condition::Lengths(lengths) => lengths.stated(lowered),
        }
    }

    /// True if a loop runs over all that it is about: what it borrows may be borrowed just before it.
    pub(crate) fn is_of(&self, lowered: &Lowered<'_>, cluster: &[BindingId]) -> bool {
        match self {
            Condition::Places(places) => places.are_of(lowered, cluster),
            Condition::Lengths(lengths) => lengths.is_of(lowered, cluster),
        }
    }

    /// True if it may be tested wherever the block begins.
    pub(crate) fn borrows_nothing(&self) -> bool {
        match self {
            Condition::Places(_) => false,
            Condition::Lengths(lengths) => lengths.borrow_nothing(),
        }
    }

    /// The test.
    pub(crate) fn test(&self, runtime: &TokenStream) -> TokenStream {
        match self {
            Condition::Places(places) => places.test(runtime),
            Condition::Lengths(lengths) => lengths.test(),
        }
    }

    /// The test as one reads it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Condition::Places(places) => places.shown(),
            Condition::Lengths(lengths) => lengths.shown(),
        }
    }
}

/// Places that are equally long, or not.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    lengths: Vec<Counted>,
}

/// What is counted before the loops.
#[derive(Clone, Debug)]
struct Counted {
    /// The same texts, without a barrier in between, are equally long.
    text: String,
    /// What stands for its elements.
    iterator: TokenStream,
    /// An array, or the combinators that drive a loop by it.
    of: Of,
    /// The place whose iterator it is, and how many barriers stand above.
    place: (String, usize),
}

#[derive(Clone, Debug)]
enum Of {
    Array(ValueId),
    Drivers(Vec<BindingId>),
}

impl Places {
    /// The program where it holds.
    fn stated<'a>(&self, lowered: &Lowered<'a>) -> Lowered<'a> {
        let mut stated = lowered.clone();
        let array = self.lengths.iter().find_map(|counted| match counted.of {
            Of::Array(array) => Some(array),
            Of::Drivers(_) => None,
        });
        let first = self.lengths.first().map(|counted| counted.text.clone());
        let length = match array {
            Some(array) => Length::Of(array),
            None => first.map_or(Length::Unknown, Length::Known),
        };
        for counted in &self.lengths {
            match &counted.of {
                Of::Drivers(drivers) => {
                    for driver in drivers {
                        stated.program.bindings[driver.index()].length = length.clone();
                    }
                }
                Of::Array(other) => {
                    let fact = SizeFact::Same(Length::Of(*other), length.clone());
                    stated.program.facts.push(fact);
                }
            }
        }
        stated
    }

    /// True if a loop runs over all of the places: what it borrows may be borrowed just before it.
    fn are_of(&self, lowered: &Lowered<'_>, cluster: &[BindingId]) -> bool {
        let reads = |array: ValueId| {
            let mut inputs = cluster.iter().flat_map(|id| lowered.inputs(*id));
            inputs.any(|input| input.value == array && input.source.is_some())
        };
        self.lengths.iter().all(|counted| match &counted.of {
            Of::Array(array) => reads(*array),
            Of::Drivers(drivers) => drivers.iter().any(|driver| cluster.contains(driver)),
        })
    }

    /// The test.
    fn test(&self, runtime: &TokenStream) -> TokenStream {
        let iterators = self.lengths.iter().map(|counted| &counted.iterator);
        quote!(#runtime::same_length!(#(#iterators),*))
    }

    /// The test as one reads it.
    fn shown(&self) -> String {
        let places = self.lengths.iter().map(|counted| counted.place.0.as_str());
        let places = places.collect::<SortedSet<_>>();
        let named = places.iter().map(|place| format!("`{place}`"));
        let named = named.collect::<Vec<_>>().join(" and ");
        if places.len() == 1 {
            format!("{named} is a collection of std's")
        } else {
            format!("{named} are equally long, as collections of std's or another known crate")
        }
    }
}

/// True if a region may have two versions, but for what stands in it only once.
pub(crate) fn may_have_two(
    setting: &Setting<'_>,
    block: &Block,
    region: &Region,
    lowered: &Lowered<'_>,
) -> bool {
    let options = setting.options;
    !setting.inner
        && !region.suspends
        && options.parallel.is_none()
        && options.strategy() == Strategy::default()
        && options.cost() == Cost::default()
        && lowered.chains().count() >= 2
        && leaves_no_temporary(block)
}

/// What may be said of the lengths of places in a region, the more before the less.
pub(crate) fn conditions(
    region: &Region,
    lowered: &Lowered<'_>,
    environment: &Environment,
) -> Vec<Condition> {
    let finder = Finder {
        region,
        lowered,
        environment,
    };
    let counted = finder.counted();
    let mut conditions = Vec::new();
    let mut groups = finder.zipped(&counted);
    // `&xs` and `xs.iter()` are one thing of std's types alone.
    for one in &counted {
        let same = counted.iter().filter(|other| other.place == one.place);
        let same = same.map(|other| other.text.clone());
        let same = same.collect::<SortedSet<_>>();
        if same.len() > 1 && !groups.iter().any(|group| !group.is_disjoint(&same)) {
            groups.push(same);
        }
    }
    for group in groups {
        let zipped = counted.iter().filter(|one| group.contains(&one.text));
        let places = zipped.clone().map(|one| &one.place);
        let places = places.collect::<SortedSet<_>>();
        let same = counted.iter().filter(|one| places.contains(&one.place));
        let (zipped, same) = (zipped.cloned().collect::<Vec<_>>(), same.cloned());
        let same = same.collect::<Vec<_>>();
        if same.len() > zipped.len() {
            conditions.push(Condition::Places(Places { lengths: same }));
        }
        conditions.push(Condition::Places(Places { lengths: zipped }));
    }
    conditions
}

struct Finder<'a, 'b> {
    region: &'b Region,
    lowered: &'b Lowered<'a>,
    environment: &'b Environment,
}

impl<'a> Finder<'a, '_> {
    /// All that may be counted.
    fn counted(&self) -> Vec<Counted> {
        let mut found = Vec::<Counted>::new();
        let bindings = self.lowered.program.binding_ids();
        for id in bindings {
            if let Some(one) = self.driven(id) {
                match found.iter_mut().find(|other| other.text == one.text) {
                    Some(Counted {
                        of: Of::Drivers(drivers),
                        ..
                    }) => drivers.push(id),
                    Some(_) => {}
                    None => found.push(one),
                }
            }
            for input in self.lowered.inputs(id) {
                let outside = self.lowered.program.parameters.contains(&input.value);
                let Some(source) = input.source.filter(|_| outside) else {
                    continue;
                };
                let text = format!("[{}]", input.value.index());
                if found.iter().all(|other| other.text != text) {
                    let name = &source.name;
                    found.push(Counted {
                        text,
                        iterator: quote!(#name.iter()),
                        of: Of::Array(input.value),
                        place: (name.to_string(), usize::MAX),
                    });
                }
            }
        }
        let may_be_counted = |one: &Counted| match &one.of {
            Of::Array(_) => true,
            Of::Drivers(drivers) => drivers
                .first()
                .and_then(|id| self.driver(*id))
                .is_some_and(|driver| self.may_be_made_again(driver, drivers.len())),
        };
        found.retain(may_be_counted);
        found
    }

    fn driver(&self, id: BindingId) -> Option<&'a DriverSource> {
        match *self.lowered.operation(id) {
            Operation::Driver(driver) => Some(driver),
            _ => None,
        }
    }

    fn driven(&self, id: BindingId) -> Option<Counted> {
        let driver = self.driver(id)?;
        let (Extent::Place(_), Length::Known(text)) =
            (&driver.extent, &self.lowered.program.binding(id).length)
        else {
            return None;
        };
        // Inside of a `flat_map` it may be a place of the outer element.
        let chain = self.lowered.chain_of(id)?.chain;
        let nested = |adapter: &Adapter| matches!(adapter, Adapter::Cross(_));
        if driver.effects
            || chain.stream.parallel.is_some()
            || chain.stream.adapters.iter().any(nested)
        {
            return None;
        }
        let place = place(&driver.expr)?;
        let above = self.lowered.program.binding_ids().take(id.index());
        let barriers = above.filter(|id| {
            matches!(
                self.lowered.operation(*id),
                Operation::Opaque(OpaqueKind::Wall)
            )
        });
        Some(Counted {
            text: text.clone(),
            iterator: driver.expr.to_token_stream(),
            of: Of::Drivers(vec![id]),
            place: (place, barriers.count()),
        })
    }

    /// True if an iterator may be made once more: it takes nothing. Who wrote it twice has said so; else its place is behind a
    /// reference, from which nothing can be taken.
    fn may_be_made_again(&self, driver: &DriverSource, times: usize) -> bool {
        if matches!(strip(&driver.expr), Expr::Reference(_)) {
            return true;
        }
        let borrowed = |name: &String| {
            let mut bound = self.region.statements.iter().flat_map(|one| &one.binds);
            let outside = bound.all(|bound| bound.name != *name);
            let ty = self.environment.type_of(name);
            outside
                && ty.is_some_and(|ty| match ty {
                    Type::Reference(reference) => reference.mutability.is_none(),
                    _ => false,
                })
        };
        // An `iter` of a user's own may change what it runs over, where it is given that to change.
        let fixed = |name: &String| {
            let known = self.environment.lookup(name);
            known.is_some_and(|known| {
                let behind = known.ty.as_ref().is_some_and(types::is_mutable_reference);
                !known.mutable && !behind
            })
        };
        let mut reads = driver.reads.iter();
        reads.all(|name| borrowed(name) || times > 1 && fixed(name))
    }

    /// The texts of what is zipped, in groups.
    fn zipped(&self, counted: &[Counted]) -> Vec<SortedSet<String>> {
        let mut groups = Vec::<SortedSet<String>>::new();
        for id in self.lowered.program.binding_ids() {
            if !matches!(self.lowered.operation(id), Operation::Zip) {
                continue;
            }
            let mut group = SortedSet::new();
            self.lengths_of(id, counted, &mut group);
            let barriers = counted.iter().filter(|one| group.contains(&one.text));
            let barriers = barriers
                .map(|one| one.place.1)
                .filter(|above| *above < usize::MAX);
            if group.len() < 2 || barriers.collect::<SortedSet<_>>().len() != 1 {
                continue;
            }
            let (mut joined, apart) = groups
                .into_iter()
                .partition::<Vec<_>, _>(|other| other.iter().any(|text| group.contains(text)));
            joined.push(group);
            groups = apart;
            groups.push(joined.into_iter().flatten().collect());
        }
        groups
    }

    /// What the elements of a combinator are as many as, through those that leave none out.
    fn lengths_of(&self, id: BindingId, counted: &[Counted], texts: &mut SortedSet<String>) {
        match self.lowered.operation(id) {
            Operation::Driver(_) => {
                let of = counted.iter().filter(|one| match &one.of {
                    Of::Drivers(drivers) => drivers.contains(&id),
                    Of::Array(_) => false,
                });
                texts.extend(of.map(|one| one.text.clone()));
            }
            Operation::Zip
            | Operation::Map(_)
            | Operation::Elementwise(_)
            | Operation::Enumerate { .. }
            | Operation::Identity => {
                for input in self.lowered.inputs(id) {
                    let array = counted.iter().find(|one| match one.of {
                        Of::Array(array) => array == input.value && input.source.is_some(),
                        Of::Drivers(_) => false,
                    });
                    let mut bindings = self.lowered.program.binding_ids();
                    let makes = |id: &BindingId| {
                        let made = &self.lowered.program.binding(*id).outputs;
                        made.contains(&input.value)
                    };
                    match (array, input.source) {
                        (Some(one), _) => {
                            texts.insert(one.text.clone());
                        }
                        (None, None) => {
                            if let Some(maker) = bindings.find(makes) {
                                self.lengths_of(maker, counted, texts);
                            }
                        }
                        (None, Some(_)) => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// True for a `let` of something that mentions no name: literals, `Vec::new()`.
pub(crate) fn mentions_nothing(statement: &TokenStream) -> bool {
    match syn::parse2::<Stmt>(statement.clone()) {
        Ok(Stmt::Local(local)) => local.init.is_none_or(|init| {
            let called = |call: &syn::ExprCall| {
                matches!(&*call.func, Expr::Path(path) if path.path.segments.len() > 1)
                    && call.args.is_empty()
            };
            init.diverge.is_none()
                && match strip(&init.expr) {
                    Expr::Lit(_) => true,
                    Expr::Call(call) => called(call),
                    _ => false,
                }
        }),
        _ => false,
    }
}

/// What an iterator gives all elements of: a place, or what a listed method tells of one.
fn place(iterator: &Expr) -> Option<String> {
    const METHODS: [&str; 8] = [
        "iter",
        "keys",
        "values",
        "outer_iter",
        "rows",
        "columns",
        "row_iter",
        "column_iter",
    ];
    match strip(iterator) {
        Expr::Reference(reference) if reference.mutability.is_none() => {
            is_place(&reference.expr).then(|| identity(strip(&reference.expr)))
        }
        Expr::MethodCall(call) => {
            let listed = METHODS.iter().any(|name| call.method == name);
            let plain = listed && call.args.is_empty() && call.turbofish.is_none();
            let told = if call.method == "iter" {
                strip(&call.receiver)
            } else {
                strip(iterator)
            };
            (plain && is_place(&call.receiver)).then(|| identity(told))
        }
        _ => None,
    }
}

fn is_place(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => {
            let simple = matches!(strip(&index.index), Expr::Path(_) | Expr::Lit(_));
            simple && is_place(&index.expr)
        }
        _ => false,
    }
}
