//! Sums of a block that fit a narrower number.
//!
//! In: a chain that counts, or adds up, narrow numbers. Out: the [`Narrow`] accumulator that one block adds, as wide as what is
//! read. LLVM fills its vectors with as many elements as there are of the widest type: bytes that are counted in a `usize` are
//! taken two at a time. Measured on tests of bytes, 1,000 to one million: 0.92 ns an element in one body, 0.1 in parts.

use super::tiler::Tiler;
use crate::cnf::{ChainId, Lowered, Operation, ValueId};
use crate::loops::Loop;
use crate::ops::body::Write;
use crate::ops::consumer::count::Count;
use crate::ops::consumer::each::Each;
use crate::ops::consumer::sum::{Operator, Reduction};
use crate::ops::for_body::counting::Counting;
use crate::plan::elements::{element_of, has_blocks};
use crate::plan::loop_plan::Narrow;
use crate::plan::numbers::{Names, number_of_input};
use crate::rust::term::Is;
use crate::rust::term::cost::named;
use crate::rust::ty::Scalar;
use crate::rust::types::Primitive;
use proc_macro2::Ident;
use syn::Type;

impl Tiler<'_> {
    /// What one block adds to the sum of a chain, if that may be narrower.
    pub(crate) fn narrow(&self, chain: ChainId) -> Option<(ValueId, Narrow)> {
        let lowered = self.lowered;
        let sources = &self.nest.root.sources;
        let slices = sources
            .iter()
            .all(|source| has_blocks(lowered, source) && !lowered.places.contains(&source.value));
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
        if let Some(each) = consumer.of::<Each>() {
            return Some((value, self.counted(chain, each)?));
        }
        let length = self.length_of(chain);
        let counts = consumer.is::<Count>() || length.is_some() && self.is_tallied(chain);
        if counts && self.is_tested(chain) && !self.gives_each(chain) {
            let value = length.unwrap_or(value);
            let bits = self.read(chain)?;
            let count = Narrow {
                signed: false,
                bits,
                added: bits,
                by_name: false,
            };
            return (bits <= 32).then_some((value, count));
        }
        let added = Scalar::of(&self.widened(chain)?)?;
        let total = consumer.of::<Reduction>()?.scalar;
        let (wide, bits) = (total.bits(), added.bits());
        let signed = added.kind() == Primitive::Signed;
        // Sums that may fall again leave their type in a block only if it is narrow.
        let grows = !signed || total.name() == "i64";
        let fits = bits <= 16 && 2 * bits < wide && grows;
        let sum = Narrow {
            signed,
            bits: 2 * bits,
            added: bits,
            by_name: true,
        };
        fits.then_some((value, sum))
    }

    /// What counts the elements of a block, if a body does nothing else, and LLVM may take several at once.
    fn counted(&self, chain: ChainId, each: &Each) -> Option<Narrow> {
        let body = &each.body;
        let counting = &body.counting;
        // Of what nobody reads rustc has something to say.
        let last = self
            .nest
            .cluster
            .iter()
            .rfind(|id| self.chain(**id) == chain)?;
        let program = &self.lowered.program;
        let mut outputs = program.binding(*last).outputs.iter();
        let wanted = outputs.all(|output| !program.readers(*output).is_empty());
        let plain = wanted
            && !counting.is_empty()
            && !body.outward
            && body.end.is_none()
            && body.fused.is_none()
            && !each.holds
            && each.in_place.is_empty()
            && each.turns.is_none()
            && self.gives_each(chain)
            && each.worker.work().vector;
        let read = self.read(chain).filter(|bits| plain && *bits <= 32)?;
        let most = counting.iter().flat_map(|counting| counting.most).max()?;
        let bits = if most == 1 { read } else { 2 * read };
        let fits = |counting: &Counting| match counting.number {
            Some(number) => bits <= 32 && bits < number.bits(),
            // Half of what a block counts fits any integer.
            None => bits == 8,
        };
        // What is taken away may be counted one by one in the end.
        let takes = counting.iter().any(|counting| counting.most[1] > 0);
        let again = !takes || self.nest.root.sources.len() == 1 && !self.reads_made(chain);
        (again && counting.iter().all(fits)).then_some(Narrow {
            signed: false,
            bits,
            added: read,
            by_name: false,
        })
    }

    /// True if a chain reads what the loop makes.
    fn reads_made(&self, chain: ChainId) -> bool {
        let of_chain = self.nest.cluster.iter();
        let of_chain = of_chain.filter(|id| self.chain(**id) == chain);
        let mut inputs = of_chain.flat_map(|id| self.lowered.inputs(*id));
        inputs.any(|input| {
            let sources = &self.nest.root.sources;
            !sources.iter().any(|source| source.value == input.value)
        })
    }

    /// True for a body that counts in a block, and reads nothing that other bodies write: it needs none of them beside it.
    pub(super) fn counts_alone(&self, chain: ChainId) -> bool {
        let Some(each) = self.consumer_as::<Each>(chain) else {
            return false;
        };
        let others = self.nest.cluster.iter().map(|id| self.chain(*id));
        let others = others.filter(|other| *other != chain);
        let mut others = others.filter_map(|other| self.consumer_as::<Each>(other));
        let reads = each.worker.reads();
        let written = |write: &Write| reads.contains(&write.name);
        self.counted(chain, each).is_some()
            && !others.any(|other| other.body.writes.iter().any(written))
    }

    /// The bits of the widest number that a chain reads, if all are visible.
    pub(super) fn read(&self, chain: ChainId) -> Option<u32> {
        let lowered = self.lowered;
        let of_chain = self
            .nest
            .cluster
            .iter()
            .filter(|id| self.chain(**id) == chain);
        let mut widest = None;
        for input in of_chain.flat_map(|id| lowered.inputs(*id)) {
            let producer = lowered.program.producer(input.value);
            let kept =
                producer.filter(|id| self.nest.cluster.contains(id) && self.chain(*id) != chain);
            if let Some(kept) = kept.filter(|_| self.is_tallied(chain)) {
                widest = widest.max(Some(self.read(self.chain(kept))?));
                continue;
            }
            if let Some(source) = input.source {
                let number = match &source.number {
                    Some(number) => Scalar::of(number)?,
                    None => element_of(lowered, input.value)?,
                };
                widest = widest.max(Some(number.bits()));
                continue;
            }
            let producer = producer?;
            if let Operation::Driver(driver) = lowered.operation(producer) {
                let number = Scalar::of(&driver.strided.as_ref()?.number)?;
                widest = widest.max(Some(number.bits()));
            } else if self.chain(producer) != chain {
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

    /// The integer that a chain makes wider, as wide as what it adds it to.
    fn widened(&self, chain: ChainId) -> Option<Ident> {
        let reduction = self.consumer_as::<Reduction>(chain)?;
        let total = (reduction.operator == Operator::Sum).then_some(reduction.scalar)?;
        let mut cluster = self.nest.cluster.iter().rev();
        let mut of_chain = cluster.by_ref().filter(|id| self.chain(**id) == chain);
        let _consumer = of_chain.next()?;
        let map = of_chain.next()?;
        let Operation::Map(worker) = self.lowered.operation(*map) else {
            return None;
        };
        let names = Names::of(self.lowered, *map, worker);
        let term = worker.term();
        let body = match &term.is {
            Is::Closure(.., body) => body,
            Is::Path(_) => {
                let wide = named(worker.judgment.gives.as_ref()?)?;
                (Scalar::of(wide) == Some(total)).then_some(())?;
                let number = number_of_input(self.lowered, *map, 0)?;
                return Scalar::of(&number)?.is_integer().then_some(number);
            }
            _ => return None,
        };
        let number = match &body.is {
            Is::Cast(of, to) => {
                let fits = match named(to) {
                    Some(ty) => Scalar::of(ty) == Some(total),
                    None => matches!(to, Type::Infer(_)),
                };
                // A reference cannot be cast, nor is there a conversion from one.
                fits.then(|| names.operand(of))??
            }
            // Nothing but a conversion shows the type of what it gives.
            Is::Call(_, arguments) => {
                let wide = names.number_of(body)?;
                (Scalar::of(&wide) == Some(total)).then_some(())?;
                names.operand(arguments.first()?)?
            }
            _ => return None,
        };
        Scalar::of(&number)?.is_integer().then_some(number)
    }
}

/// The names of the numbers whose meaning a narrow accumulator relies on: those that the chain of a value reads, and what it makes
/// wider.
pub(crate) fn relied_on(lowered: &Lowered<'_>, nest: &Loop, value: ValueId) -> Vec<Ident> {
    let tiler = Tiler::new(lowered, nest);
    let Some(chain) = lowered.program.producer(value).map(|id| tiler.chain(id)) else {
        return Vec::new();
    };
    let read = tiler.numbers_read(chain);
    read.chain(tiler.widened(chain)).collect()
}
