//! What the body of a `for` loop counts in a block.
//!
//! In: a body that does nothing but to count, in a pass with narrow accumulators. Out: its statements, which count in those; what is
//! declared before the block, and what is done with the counts behind it. Where something is taken away, the whole might overflow on
//! the way to what it comes to in the end: then the block is counted once more, as it is written.

use super::super::emission::LoopEmission;
use super::super::names;
use crate::cnf::{BindingId, ValueId};
use crate::ops::consumer::each::{self, Each};
use crate::ops::for_body::counting::{self, Parts};
use crate::plan::{Accumulation, Pass};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Stmt;

impl LoopEmission<'_> {
    /// What stands in a block for the names that a body counts in.
    fn counted(&self, value: ValueId) -> Vec<Parts> {
        let program = &self.emitter.plan.lowered.program;
        let outputs = program
            .producer(value)
            .map(|id| &program.binding(id).outputs);
        let names = &self.emitter.names;
        let parts = |output: &ValueId| [names.part(*output), names.less(*output)];
        outputs.into_iter().flatten().map(parts).collect()
    }

    /// The statements of a body, which count in the numbers of the block if there are such.
    pub(in crate::emit) fn counted_in_block(
        &self,
        id: BindingId,
        each: &Each,
        statements: Vec<Stmt>,
    ) -> Vec<Stmt> {
        let Some(Accumulation::Narrow(narrow)) = self.accumulation(id) else {
            return statements;
        };
        let number = format_ident!("{}", narrow.number());
        let parts = self.counted(self.output(id));
        counting::in_block(&each.body.counting, &parts, &number, statements)
    }

    /// What is declared before a block, and what its counts add to the whole.
    pub(super) fn counts(
        &self,
        pass: &Pass,
        value: ValueId,
        each: &Each,
        number: &Ident,
    ) -> (TokenStream, TokenStream) {
        let runtime = self.emitter.plan.runtime;
        let counting = &each.body.counting;
        let parts = self.counted(value);
        let pairs = || counting.iter().zip(&parts);
        let (mut declared, mut added) = (TokenStream::new(), TokenStream::new());
        for (counting, parts) in pairs() {
            let used = parts.iter().zip(counting.most);
            for (part, _) in used.filter(|(_, most)| *most > 0) {
                declared.extend(quote!(let mut #part: #runtime::#number = 0;));
            }
        }
        if counting.iter().all(|counting| counting.most[1] == 0) {
            let halves = names::halves();
            for (counting, [part, _]) in pairs() {
                let whole = &counting.name;
                added.extend(quote! {
                    let #halves = #runtime::halves(&#whole, #part);
                    #whole += #halves[0];
                    #whole += #halves[1];
                });
            }
            return (declared, added);
        }
        let counted = pairs().map(|(counting, parts)| {
            let whole = &counting.name;
            let parts = parts.iter().zip(counting.most);
            let parts = parts.map(|(part, most)| match most {
                0 => quote!(0),
                _ => quote!(#part),
            });
            quote!(#runtime::counted_to::<#runtime::#number, _>(&#whole, #(#parts),*))
        });
        let totals = pairs().map(|(_, [part, _])| part);
        let wholes = pairs().map(|(counting, [part, _])| {
            let whole = &counting.name;
            quote!(#whole = #part;)
        });
        let again = self.counted_again(pass, value, each);
        added.extend(quote! {
            if let (#(#runtime::Some(#totals),)*) = (#(#counted,)*) {
                #(#wholes)*
            } else {
                #again
            }
        });
        (declared, added)
    }

    /// A block that is counted as it is written.
    fn counted_again(&self, pass: &Pass, value: ValueId, each: &Each) -> TokenStream {
        let emitter = self.emitter;
        let producer = emitter.plan.lowered.program.producer(value);
        let (Some(id), [source]) = (producer, pass.nest.root.sources.as_slice()) else {
            return TokenStream::new();
        };
        let (tile, item) = (
            emitter.names.tile(source.value),
            emitter.names.item(source.value),
        );
        let statements = each.body.statements.clone();
        let element = self.element(id, 0);
        let run = each::run(emitter.plan.runtime, each, statements, &element, &[]);
        quote!(for #item in #tile.iter() { #run })
    }
}
