//! Sums of a block that fit a narrower number.
//!
//! In: a chain that counts, or adds up, narrow numbers. Out: the [`Part`] of its sum that one block adds, as wide as what is
//! read. LLVM fills its vectors with as many elements as there are of the widest type: bytes that are counted in a `usize` are
//! taken two at a time. Measured on tests of bytes, 1,000 to one million: 0.92 ns an element in one body, 0.1 in parts.

use super::{Tiler, element, is_slice};
use crate::cnf::{ChainId, Operation, ValueId};
use crate::ops::consumer::count::Count;
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::plan::numbers::Names;
use crate::rust::term::Is;
use crate::rust::term::cost::named;
use crate::rust::ty::Scalar;
use crate::rust::types::Primitive;
use proc_macro2::Ident;
use quote::format_ident;
use syn::Type;

/// How many elements the blocks have of which a sum of bytes fits two bytes, and a number of elements one.
const SHORT: u32 = 8;

/// What one block adds to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The sum.
    pub(crate) value: ValueId,
    /// The type of the part.
    pub(crate) number: Ident,
    /// The bits of that.
    pub(crate) bits: u32,
    /// The bits of what is added: of blocks of bytes there are but few elements.
    added: u32,
    /// The names of numbers by which that is known; nothing if it holds whatever they mean.
    pub(crate) relies_on: Vec<Ident>,
}

impl Part {
    /// True if it fits blocks of a few elements alone.
    pub(crate) fn is_short(&self) -> bool {
        self.added <= SHORT
    }
}

impl Tiler<'_> {
    /// The part of a chain's sum that one block adds, if that may be narrower.
    pub(crate) fn part(&self, chain: ChainId) -> Option<Part> {
        let lowered = self.lowered;
        let sources = &self.nest.root.sources;
        let slices = sources
            .iter()
            .all(|source| is_slice(lowered, source) && !lowered.places.contains(&source.value));
        if !slices || lowered.program.parallel.contains(&chain) {
            return None;
        }
        let last = self
            .nest
            .cluster
            .iter()
            .rfind(|id| self.chain(**id) == chain)?;
        let value = *lowered.program.binding(*last).outputs.first()?;
        let consumer = self.consumer(chain)?;
        if consumer.is::<Count>() && self.is_tested(chain) && !self.gives_each(chain) {
            let bits = self.read(chain)?;
            return (bits <= 32).then(|| Part {
                value,
                number: format_ident!("u{bits}"),
                bits,
                added: bits,
                relies_on: Vec::new(),
            });
        }
        match consumer.of::<Reduction>() {
            Some(reduction) if reduction.operator == Operator::Sum => {
                let total = reduction.scalar;
                let narrow = self.widened(chain, total)?;
                let added = Scalar::of(&narrow)?;
                let (wide, bits) = (total.bits(), added.bits());
                let signed = added.kind() == Primitive::Signed;
                // Sums that may fall again leave their type in a block only if it is narrow.
                let grows = !signed || total.name() == "i64";
                let fits = bits <= 16 && 2 * bits < wide && grows;
                let sign = if signed { "i" } else { "u" };
                fits.then(|| Part {
                    value,
                    number: format_ident!("{sign}{}", 2 * bits),
                    bits: 2 * bits,
                    added: bits,
                    relies_on: self.numbers_read(chain).chain([narrow]).collect(),
                })
            }
            _ => None,
        }
    }

    /// The bits of the widest number that a chain reads, if all are visible.
    fn read(&self, chain: ChainId) -> Option<u32> {
        let lowered = self.lowered;
        let of_chain = self
            .nest
            .cluster
            .iter()
            .filter(|id| self.chain(**id) == chain);
        let mut widest = None;
        for input in of_chain.flat_map(|id| lowered.inputs(*id)) {
            if let Some(source) = input.source {
                let number = match &source.number {
                    Some(number) => Scalar::of(number)?,
                    None => self.collected(input.value)?,
                };
                widest = widest.max(Some(number.bits()));
                continue;
            }
            let producer = lowered.program.producer(input.value)?;
            if self.chain(producer) != chain {
                return None;
            }
        }
        widest
    }

    /// The names of the numbers that a chain reads.
    fn numbers_read(&self, chain: ChainId) -> impl Iterator<Item = Ident> {
        let of_chain = self.nest.cluster.iter();
        let of_chain = of_chain.filter(move |id| self.chain(**id) == chain);
        let inputs = of_chain.flat_map(|id| self.lowered.inputs(*id));
        inputs.filter_map(|input| input.source?.number.clone())
    }

    /// The type of the elements that a chain collects, where it is written.
    fn collected(&self, array: ValueId) -> Option<Scalar> {
        element(self.lowered.chain_making(array)?)
    }

    /// The integer that a chain makes wider, as wide as what it adds it to.
    fn widened(&self, chain: ChainId, total: Scalar) -> Option<Ident> {
        let mut cluster = self.nest.cluster.iter().rev();
        let mut of_chain = cluster.by_ref().filter(|id| self.chain(**id) == chain);
        let _consumer = of_chain.next()?;
        let map = of_chain.next()?;
        let Operation::Map(worker) = self.lowered.operation(*map) else {
            return None;
        };
        let names = Names::of(self.lowered, *map, worker);
        let term = worker.term();
        let Is::Closure(.., body) = &term.is else {
            return None;
        };
        let number = match &body.is {
            Is::Cast(of, to) => {
                let fits = match named(to) {
                    Some(ty) => Scalar::of(ty) == Some(total),
                    None => matches!(to, Type::Infer(_)),
                };
                fits.then(|| names.number_of(of))??
            }
            // Nothing but a conversion shows the type of what it gives.
            Is::Call(_, arguments) => {
                let wide = names.number_of(body)?;
                (Scalar::of(&wide) == Some(total)).then_some(())?;
                names.number_of(arguments.first()?)?
            }
            _ => return None,
        };
        Scalar::of(&number)?.is_integer().then_some(number)
    }
}
