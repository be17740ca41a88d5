//! Consumers that stay as written, alone in their loop; other chains may be moved across them.

use crate::ops::accumulator::Accumulator;
use crate::ops::chain::consumer::{Consume, Consumer, Question};
use crate::ops::chain::stream::Stream;
use crate::ops::reading::{Parsed, refuse};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::Argument::{Iterator, Value};
use crate::ops::recognised::row::{
    Argument, COMPARE, Call, Consumer as Row, Gives, LOOK, Order, STEP, TEST, parameters,
};
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::hidden_code::Hidden;
use crate::rust::reason::Reason;
use crate::rust::side_effect_free;
use crate::rust::types::peel;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use Gives::{Element, OfWorker, Unknown};
use Order::{All, Backwards, Stops};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Type};

const fn row(
    name: &'static str,
    arguments: &'static [Argument],
    gives: &'static str,
    order: Order,
    result: Gives,
) -> Row {
    Row::new(name, arguments, gives, recognise).alone(order, result)
}

/// One whose result is of a type of its own.
const fn value(
    name: &'static str,
    arguments: &'static [Argument],
    gives: &'static str,
    order: Order,
) -> Row {
    row(name, arguments, gives, order, Gives::Value)
}

/// One that only rayon has.
const fn search(
    name: &'static str,
    arguments: &'static [Argument],
    gives: &'static str,
    result: Gives,
    written: &'static [&'static str],
) -> Row {
    row(name, arguments, gives, Stops, result)
        .and(Meaning::Only, written)
        .but(STOPS)
}

/// Why searches of rayon's stay as written.
pub(super) const STOPS: &str = "it may stop early";

pub(super) const ROWS: &[Row] = &[
    value("cmp", &[Iterator], "Ordering", Stops),
    value("eq", &[Iterator], "bool", Stops),
    row("find", &[LOOK], "Option<T>", Stops, Element).borrowing(),
    row("find_map", &[TEST], "Option<U>", Stops, OfWorker).borrowing(),
    value("ge", &[Iterator], "bool", Stops),
    value("gt", &[Iterator], "bool", Stops),
    value("is_sorted", &[], "bool", Stops),
    value("is_sorted_by", &[COMPARE], "bool", Stops),
    value("is_sorted_by_key", &[TEST], "bool", Stops),
    value("le", &[Iterator], "bool", Stops),
    value("len", &[], "usize", Stops).borrowing(),
    value("lt", &[Iterator], "bool", Stops),
    value("ne", &[Iterator], "bool", Stops),
    row("next", &[], "Option<T>", Stops, Element).borrowing(),
    row("next_back", &[], "Option<T>", Backwards, Element).borrowing(),
    row("nth", &[Value], "Option<T>", Stops, Element).borrowing(),
    row("nth_back", &[Value], "Option<T>", Backwards, Element).borrowing(),
    value("partial_cmp", &[Iterator], "Option<Ordering>", Stops),
    value("position", &[TEST], "Option<usize>", Stops).borrowing(),
    row("rfind", &[LOOK], "Option<T>", Backwards, Element).borrowing(),
    row("rfold", &[Value, STEP], "U", Backwards, OfWorker),
    value("rposition", &[TEST], "Option<usize>", Backwards).borrowing(),
    row("try_fold", &[Value, STEP], "R", Stops, OfWorker).borrowing(),
    row("try_for_each", &[TEST], "R", Stops, OfWorker)
        .and(Meaning::Nothing, &["try_for_each(f)"])
        .but(STOPS)
        .borrowing(),
    value("all_equal", &[], "bool", Stops)
        .borrowing()
        .of_itertools(),
    value("all_unique", &[], "bool", Stops).of_itertools(),
    row("collect_vec", &[], "Vec<T>", All, Unknown).of_itertools(),
    row("counts", &[], "HashMap<T, usize>", All, Unknown).of_itertools(),
    value("join", &[Value], "String", All)
        .borrowing()
        .of_itertools(),
    row("minmax", &[], "MinMaxResult<T>", All, Unknown).of_itertools(),
    value("position_max", &[], "Option<usize>", All).of_itertools(),
    value("position_min", &[], "Option<usize>", All).of_itertools(),
    search("find_any", &[LOOK], "Option<T>", Element, &["find_any(p)"]),
    search(
        "find_first",
        &[LOOK],
        "Option<T>",
        Element,
        &["find_first(p)"],
    ),
    search(
        "find_last",
        &[LOOK],
        "Option<T>",
        Element,
        &["find_last(p)"],
    ),
    search(
        "position_any",
        &[TEST],
        "Option<usize>",
        Gives::Value,
        &["position_any(p)"],
    ),
    search(
        "position_first",
        &[TEST],
        "Option<usize>",
        Gives::Value,
        &["position_first(p)"],
    ),
    search(
        "position_last",
        &[TEST],
        "Option<usize>",
        Gives::Value,
        &["position_last(p)"],
    ),
];

fn recognise(call: &Call<'_>) -> Parsed<Consumer> {
    let reason = match call.row.order {
        Stops => Reason::ShortCircuit,
        All | Backwards => Reason::Order,
    };
    as_written(call, reason, call.expected)
}

/// A call that stays as written; `result` is its type, where the context shows it.
pub(crate) fn as_written(
    call: &Call<'_>,
    reason: Reason,
    result: Option<&Type>,
) -> Parsed<Consumer> {
    let (row, environment) = (call.row, call.environment());
    let owned = result.is_some_and(|ty| environment.visibly_owned(ty));
    let item = call.stream.item.as_parameter();
    let plain = item.is_some_and(|ty| environment.visibly_plain(&ty));
    let made = matches!(reason, Reason::ForeignResult | Reason::InvisibleResult);
    let mut solitary = Solitary {
        name: row.name,
        making: if made {
            Hidden::in_making(result, environment)
        } else {
            Hidden::Nothing
        },
        reason,
        workers: Vec::new(),
        streams: Vec::new(),
        reads: Vec::new(),
        moves: Vec::new(),
        gives: match row.result {
            Gives::Value => syn::parse_str(row.gives).ok(),
            _ => None,
        },
        gives_element: row.result == Element,
        borrows: row.result != Gives::Value && !owned,
        drops: row.result == Unknown && !plain,
        order: row.order,
        trusts: matches!(row.name, "collect" | "collect_vec" | "unzip" | "partition")
            && !result.is_some_and(takes_one_by_one),
        place: match row.result {
            Gives::Value | Element => Place::Nothing,
            _ if call.call.turbofish.is_some() => Place::Nothing,
            _ => Place::Hidden,
        },
    };
    for (argument, takes) in call.call.args.iter().zip(row.arguments) {
        match takes {
            Argument::Worker(given) => {
                let parameters = parameters(given, call.stream);
                let worker = call.parser.worker(argument, &parameters)?;
                solitary.workers.push(worker);
            }
            Iterator => solitary.iterator(call, argument)?,
            Value => solitary.value(call, argument)?,
        }
    }
    if row.result == OfWorker
        && let Some(worker) = solitary.workers.last()
    {
        solitary.borrows &= !worker.judgment.value_result;
    }
    Ok(solitary.into())
}

/// True for a type that std fills with one element after another, whatever is known of their number.
fn takes_one_by_one(ty: &Type) -> bool {
    const NAMES: [&str; 3] = ["Option", "Result", "String"];
    matches!(peel(ty), Type::Path(path) if path.path.segments.last()
        .is_some_and(|last| NAMES.iter().any(|name| last.ident == name)))
}

/// Why a loop cannot make a result of this type.
pub(crate) fn foreign(ty: Option<&Type>) -> Reason {
    match ty.map(peel) {
        None | Some(Type::Infer(_)) => Reason::InvisibleResult,
        Some(_) => Reason::ForeignResult,
    }
}

/// A consumer that stays as written: all that others need to know before they move across it.
#[derive(Clone, Debug)]
pub(crate) struct Solitary {
    /// The method's name.
    pub(crate) name: &'static str,
    /// Why it shares its loop with no other chain.
    pub(crate) reason: Reason,
    /// Its workers.
    pub(crate) workers: Vec<Worker>,
    /// Iterators that it takes besides.
    pub(crate) streams: Vec<Stream>,
    /// Names that its other arguments mention.
    pub(crate) reads: Vec<String>,
    /// Names that those move.
    pub(crate) moves: Vec<String>,
    /// The type of its result, where it is always the same.
    pub(crate) gives: Option<Type>,
    /// True if that is an `Option` of an element.
    pub(crate) gives_element: bool,
    /// True if the result may hold references that the elements hold.
    pub(crate) borrows: bool,
    /// True if it may drop elements that are watched, in an order of its own.
    pub(crate) drops: bool,
    /// In which order it reads the elements.
    pub(crate) order: Order,
    /// True if it puts them into a collection that std may fill faster from an iterator whose length it trusts.
    pub(crate) trusts: bool,
    /// What of its type its place decides.
    pub(crate) place: Place,
    /// What making its result may run.
    pub(crate) making: Hidden,
}

/// What of a result's type the place decides that it is written in.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Nothing.
    Nothing,
    /// It is this one.
    Type(Box<Type>),
    /// Something that the macro does not see.
    Hidden,
}

/// Those of them that ask for a few elements at most. Of two iterators, too, std may compare no more than the lengths.
pub(crate) const FEW: [&str; 12] = [
    "cmp",
    "eq",
    "ge",
    "gt",
    "last",
    "le",
    "len",
    "lt",
    "ne",
    "next",
    "nth",
    "partial_cmp",
];

impl Solitary {
    /// True if it asks for its elements from the first one on, and there may be many.
    pub(crate) fn walks(&self) -> bool {
        self.order != Backwards && !FEW.contains(&self.name)
    }

    /// Reads an argument without effects.
    fn value(&mut self, call: &Call<'_>, argument: &Expr) -> Parsed<()> {
        let Some(judged) = side_effect_free::transparent(argument, call.environment()) else {
            return refuse(argument, Cause::Argument(self.name.into()));
        };
        self.reads.extend(judged.reads);
        self.moves.extend(judged.moves);
        Ok(())
    }

    /// Reads an argument that is iterated.
    fn iterator(&mut self, call: &Call<'_>, argument: &Expr) -> Parsed<()> {
        let literal = match strip(argument) {
            Expr::Reference(reference) if reference.mutability.is_none() => strip(&reference.expr),
            other => other,
        };
        if matches!(literal, Expr::Array(_) | Expr::Repeat(_)) {
            return self.value(call, literal);
        }
        let stream = call.parser.stream(argument)?;
        if !stream.changed().is_empty() {
            return refuse(argument, Cause::Argument(self.name.into()));
        }
        self.streams.push(stream);
        Ok(())
    }
}

impl Consume for Solitary {
    fn name(&self) -> &'static str {
        self.name
    }

    fn workers(&self) -> Vec<&Worker> {
        self.workers.iter().collect()
    }

    fn streams(&self) -> &[Stream] {
        &self.streams
    }

    fn mentions(&self) -> SortedSet<String> {
        let mut names = SortedSet::from_iter(self.reads.iter().cloned());
        for worker in &self.workers {
            names.extend(worker.reads().iter().cloned());
        }
        for stream in &self.streams {
            names.extend(stream.reads());
        }
        names
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn making(&self) -> Hidden {
        self.making
    }

    fn gives(&self) -> Option<Type> {
        self.gives.clone()
    }

    fn gives_element(&self) -> bool {
        self.gives_element
    }

    fn borrows(&self) -> bool {
        self.borrows
    }

    fn drops(&self) -> bool {
        self.drops
    }

    fn solitary(&self) -> Option<Reason> {
        Some(self.reason)
    }

    fn is_idle(&self) -> bool {
        false
    }

    fn question(&self) -> Option<Question> {
        match self.name {
            "position" => Some(Question::Position),
            "find" | "find_map" => Some(Question::Find),
            _ => None,
        }
    }

    fn undivided(&self) -> Option<&'static str> {
        Some("what ends it reads the elements in order")
    }

    fn moves_what_it_keeps(&self) -> bool {
        false
    }

    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, fold) = (of.runtime, of.fold());
        let make = if of.asks { quote!(asking) } else { quote!(new) };
        quote!(let mut #fold = #runtime::Search::#make();)
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (runtime, (left, right)) = (of.runtime, of.sides());
        quote!(#runtime::Search::then(#left, #right))
    }

    fn finish(&self, of: &Accumulator<'_>) -> Expr {
        let (here, fold) = (of.here, of.placed("fold"));
        syn::parse_quote_spanned!(here=> #fold.position())
    }
}
