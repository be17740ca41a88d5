//! The type that runs a function over chunks.
//!
//! In: a program and its rounds. Out: a struct with the numbers that are known, and its `Chunked`. A round runs a function over blocks of
//! a chunk; that function has the statements of the round as written, fused as any other, with arrays in the place of sums.
//! Names of ours begin with `loopfuse_`: the user's stand between them.

mod described;

use super::parts::Part;
use super::program::{Item, LENGTH, PLACE, Program, What};
use super::rounds::{self, Rounds};
use crate::options::Options;
use crate::pipeline;
use crate::rust::patterns;
use crate::rust::spelling::times;
use crate::sorted::SortedSet;
use described::Array;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{ImplItemFn, Index, Stmt};

/// The type, and what makes it run.
pub(super) fn emit(
    options: &Options,
    name: &Ident,
    program: &Program<'_>,
    rounds: &Rounds,
) -> syn::Result<TokenStream> {
    let runtime = options.runtime();
    let reductions = reductions(program, rounds);
    let emission = Emission {
        program,
        rounds,
        runtime: &runtime,
        reductions: &reductions,
    };
    let visibility = &program.function.vis;
    let of = program.function.sig.ident.to_string();
    let doc = format!(" `{of}` as rounds over chunks: see `loopfuse::chunked`.");
    let (fields, values) = emission.fields();
    let (encode, decode) = emission.encoded();
    let (new, output, described) = (
        emission.constructor(),
        emission.output(),
        emission.described(),
    );
    let states = reductions.iter().map(|of| of.part.state(&runtime));
    let states = nested(states.collect());
    let count = rounds.count as u32;
    let reduces = emission.reducing_rounds();
    let number = number_of(program.function);
    let update = emission.update()?;
    let (merge, finish) = (emission.merge(), emission.finish());
    Ok(quote! {
        #[doc = #doc]
        #[derive(Clone, Debug)]
        #visibility struct #name {
            loopfuse_round: #runtime::u32,
            #fields
        }

        #[allow(unused, clippy::all, clippy::pedantic, reason = "written by a macro")]
        const _: () = {
            impl #name {
                #new
                #output
            }

            impl #runtime::chunked::Encode for #name {
                fn encode(&self, to: &mut #runtime::Vec<#runtime::u8>) {
                    #runtime::chunked::Encode::encode(&self.loopfuse_round, to);
                    #encode
                }

                fn decode(
                    loopfuse_from: &mut #runtime::chunked::Decoder<'_>,
                ) -> #runtime::Result<Self, #runtime::chunked::Damaged> {
                    let loopfuse_round = loopfuse_from.next()?;
                    #decode
                    #runtime::Ok(#name { loopfuse_round, #values })
                }
            }

            impl #runtime::chunked::Chunked for #name {
                type Part = #states;
                #described

                const FUNCTION: #runtime::u64 = #number;
                const ROUNDS: #runtime::u32 = #count;

                fn round(&self) -> #runtime::Option<#runtime::u32> {
                    if self.loopfuse_round < Self::ROUNDS { #runtime::Some(self.loopfuse_round) } else { #runtime::None }
                }

                fn reduces(&self) -> #runtime::bool {
                    #runtime::matches!(self.loopfuse_round, #reduces)
                }

                fn update(
                    &self,
                    loopfuse_part: &mut Self::Part,
                    loopfuse_start: #runtime::u64,
                    loopfuse_chunk: Self::Chunk<'_>,
                ) -> #runtime::Option<Self::Emitted> {
                    #update
                }

                fn merge(&self, loopfuse_part: &mut Self::Part, loopfuse_other: &Self::Part) {
                    #merge
                }

                fn finish(&mut self, loopfuse_part: &Self::Part) {
                    #finish
                }

                fn output(&self) -> Self::Output {
                    #name::output(self)
                }
            }
        };
    })
}

/// A reduction that somebody needs.
struct Reduced<'p, 'r> {
    name: &'p Ident,
    part: &'p Part<'r>,
    item: &'p Item<'r>,
    round: usize,
}

/// All of them, in order.
fn reductions<'p, 'r>(program: &'p Program<'r>, rounds: &Rounds) -> Vec<Reduced<'p, 'r>> {
    let length = LENGTH.to_owned();
    let asked = program
        .items
        .iter()
        .any(|item| item.reads.contains(&length))
        || program
            .results
            .iter()
            .any(|result| rounds::reads(result).contains(&length));
    let mut reductions = Vec::new();
    for (item, round) in program.items.iter().zip(&rounds.of) {
        if let What::Reduction { name, part } = &item.what
            && (asked || !matches!(**part, Part::Length))
        {
            reductions.push(Reduced {
                name,
                part,
                item,
                round: *round,
            });
        }
    }
    reductions
}

/// What is emitted of.
struct Emission<'e, 'p, 'r> {
    program: &'p Program<'r>,
    rounds: &'e Rounds,
    runtime: &'e TokenStream,
    reductions: &'e [Reduced<'p, 'r>],
}

impl Emission<'_, '_, '_> {
    /// The fields of the struct, and all but the round by name.
    fn fields(&self) -> (TokenStream, TokenStream) {
        let runtime = self.runtime;
        let given = self
            .program
            .parameters
            .iter()
            .map(|(name, ty)| quote!(#name: #ty,));
        let reduced = self.reductions.iter().map(|of| {
            let (name, ty) = (of.name, of.part.ty(runtime));
            quote!(#name: #ty,)
        });
        let names = self.names();
        (quote!(#(#given)* #(#reduced)*), quote!(#(#names,)*))
    }

    /// The numbers that it keeps.
    fn names(&self) -> Vec<&Ident> {
        let given = self.program.parameters.iter().map(|(name, _)| name);
        given
            .chain(self.reductions.iter().map(|of| of.name))
            .collect()
    }

    fn encoded(&self) -> (TokenStream, TokenStream) {
        let (runtime, names) = (self.runtime, self.names());
        let encode = quote!(#(#runtime::chunked::Encode::encode(&self.#names, to);)*);
        (encode, quote!(#(let #names = loopfuse_from.next()?;)*))
    }

    fn constructor(&self) -> TokenStream {
        let visibility = &self.program.function.vis;
        let (names, types): (Vec<_>, Vec<_>) = self.program.parameters.iter().cloned().unzip();
        let reduced = self.reductions.iter().map(|of| of.name);
        let runtime = self.runtime;
        quote! {
            /// Before the first round.
            #visibility fn new(#(#names: #types),*) -> Self {
                Self { loopfuse_round: 0, #(#names,)* #(#reduced: #runtime::Default::default(),)* }
            }
        }
    }

    /// `let`s of the numbers that these names are made of.
    fn known(&self, names: SortedSet<String>) -> TokenStream {
        let mut names = names;
        let made = self.rounds.needed(self.program, names.iter().cloned());
        let made: Vec<&&Item<'_>> = made
            .iter()
            .filter(|item| matches!(item.what, What::Scalar(_)))
            .collect();
        for item in &made {
            names.extend(item.reads.iter().cloned());
        }
        let is_asked = |name: &Ident| names.contains(&name.to_string());
        let given = self.program.parameters.iter().map(|(name, _)| name);
        let given = given.filter(|name| is_asked(name));
        let reduced = self.reductions.iter().filter(|of| is_asked(of.name));
        let reduced = reduced.map(|of| {
            let name = of.name;
            let (_, seen) = of.part.seen(self.runtime, &quote!(self.#name));
            quote!(let #name = #seen;)
        });
        let made = made.iter().filter_map(|item| match &item.what {
            What::Scalar(statement) => Some(statement),
            _ => None,
        });
        quote!(#(let #given = self.#given;)* #(#reduced)* #(#made)*)
    }

    fn update(&self) -> syn::Result<TokenStream> {
        let runtime = self.runtime;
        let slices = self.program.slices.iter().map(|(name, _)| name);
        let slices = match self.program.slices.len() {
            1 => quote!(#(#slices)*),
            _ => quote!((#(#slices,)*)),
        };
        let mut arms = TokenStream::new();
        for round in 0..self.rounds.count {
            let body = self.round(round)?;
            let number = round as u32;
            arms.extend(quote!(#number => #body));
        }
        Ok(quote! {
            let loopfuse_count = #runtime::chunked::Chunk::length(&loopfuse_chunk);
            let #slices = loopfuse_chunk;
            match self.loopfuse_round {
                #arms
                _ => #runtime::None,
            }
        })
    }

    /// A pattern of the rounds that finish numbers.
    fn reducing_rounds(&self) -> TokenStream {
        let rounds: SortedSet<u32> = self.reductions.iter().map(|of| of.round as u32).collect();
        match rounds.is_empty() {
            true => quote!(_ if false),
            false => {
                let rounds = rounds.iter();
                quote!(#(#rounds)|*)
            }
        }
    }

    /// What a round does with a chunk.
    fn round(&self, round: usize) -> syn::Result<TokenStream> {
        let runtime = self.runtime;
        let is_last = round + 1 == self.rounds.count;
        let here = self
            .reductions
            .iter()
            .enumerate()
            .filter(|(_, of)| of.round == round);
        let here: Vec<_> = here.collect();
        let mut names: SortedSet<String> = SortedSet::new();
        // What the function of the round gives: of reductions, and of arrays.
        let (mut gives, mut types, mut locals) = (Vec::new(), Vec::new(), Vec::new());
        let mut updates = TokenStream::new();
        let mut compared = SortedSet::new();
        let place = Ident::new(PLACE, Span::call_site());
        for (index, of) in &here {
            let state = state(quote!(loopfuse_part), *index, self.reductions.len());
            if of.part.compares() {
                compared.extend(of.item.reads.iter().cloned());
            }
            let local = format_ident!("loopfuse_part_{index}");
            let block = match of.part.of_block(runtime) {
                Some((value, ty)) => {
                    names.extend(of.item.reads.iter().cloned());
                    gives.push(value);
                    types.push(ty);
                    locals.push(local.clone());
                    quote!(#local)
                }
                None => {
                    let slice = of
                        .part
                        .elements()
                        .and_then(|elements| elements.slice.clone());
                    let slice = slice.unwrap_or_else(|| self.program.slices[0].0.clone());
                    quote!(#slice)
                }
            };
            updates.extend(of.part.update(runtime, &state, &block, &place));
        }
        let arrays = if is_last { self.arrays() } else { Vec::new() };
        let mut emitted = TokenStream::new();
        for (number, Array { name, ty, .. }) in arrays.iter().enumerate() {
            let local = format_ident!("loopfuse_emitted_{number}");
            names.insert(name.to_string());
            gives.push(quote!(#name));
            types.push(quote!(#ty));
            locals.push(local.clone());
            let place = match arrays.len() {
                1 => quote!(loopfuse_emitted),
                _ => {
                    let number = Index::from(number);
                    quote!(loopfuse_emitted.#number)
                }
            };
            emitted.extend(
                quote!(if #place.is_empty() { #place = #local; } else { #place.extend(#local); }),
            );
        }
        let run = if gives.is_empty() {
            TokenStream::new()
        } else {
            let (function, call) = self.function(&names, &gives, &types)?;
            // A chain that shares no loop stays as it is written, and is compiled for the machine's instructions here.
            let slice = &self.program.slices[0].0;
            let call = match times("dispatched", function.clone()) {
                0 => quote!(#runtime::dispatched(#slice, #[inline(always)] || #call)),
                _ => call,
            };
            quote!(#function let (#(#locals,)*) = #call;)
        };
        // Arrays in the place of sums stay in the first cache.
        let in_blocks = here
            .iter()
            .any(|(_, of)| of.part.of_block(runtime).is_some() && of.part.takes_blocks());
        let block = if in_blocks {
            quote!(1024)
        } else {
            quote!(loopfuse_count)
        };
        let slices: Vec<_> = self.program.slices.iter().map(|(name, _)| name).collect();
        let (start, end) = match is_last {
            true => (
                quote!(let mut loopfuse_emitted = <Self::Emitted as #runtime::Default>::default();),
                quote!(#runtime::Some(loopfuse_emitted)),
            ),
            false => (TokenStream::new(), quote!(#runtime::None)),
        };
        let known = self.known(compared);
        let guards = self.guards(round, &end);
        Ok(quote! {{
            #start
            #guards
            #known
            let mut loopfuse_at = 0;
            while loopfuse_at < loopfuse_count {
                let loopfuse_end = #runtime::Ord::min(loopfuse_count, loopfuse_at + #block);
                let #place = loopfuse_start + loopfuse_at as #runtime::u64;
                #(let #slices = &#slices[loopfuse_at..loopfuse_end];)*
                #run
                #updates
                #emitted
                loopfuse_at = loopfuse_end;
            }
            #end
        }})
    }

    /// A function of the statements that make some values of a block, and its call.
    fn function(
        &self,
        names: &SortedSet<String>,
        gives: &[TokenStream],
        types: &[TokenStream],
    ) -> syn::Result<(TokenStream, TokenStream)> {
        let needed = self.rounds.needed(self.program, names.iter().cloned());
        let mut mentioned = names.clone();
        let mut statements: Vec<&Stmt> = Vec::new();
        for item in needed {
            mentioned.extend(item.reads.iter().cloned());
            match &item.what {
                What::Array(made) => statements.extend(made),
                What::Scalar(statement) => statements.push(statement),
                What::Reduction { .. } | What::Guard { .. } | What::Check(_) => {}
            }
        }
        let is_mentioned = |name: &Ident| mentioned.contains(&name.to_string());
        let slices = self
            .program
            .slices
            .iter()
            .filter(|(name, _)| is_mentioned(name));
        let (slices, elements): (Vec<_>, Vec<_>) = slices.cloned().unzip();
        let given = self
            .program
            .parameters
            .iter()
            .filter(|(name, _)| is_mentioned(name));
        let (given, given_types): (Vec<_>, Vec<_>) = given.cloned().unzip();
        let finished = self.reductions.iter().filter(|of| is_mentioned(of.name));
        let finished =
            finished.filter(|of| !statements.iter().any(|statement| binds(statement, of.name)));
        let (mut known, mut seen): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
        for of in finished {
            let name = of.name;
            let (ty, value) = of.part.seen(self.runtime, &quote!(self.#name));
            known.push(quote!(#name: #ty));
            seen.push(value);
        }
        let place = Ident::new(PLACE, Span::call_site());
        if is_mentioned(&place) {
            known.push(quote!(#place: usize));
            seen.push(quote!(#place as usize));
        }
        let mut function: ImplItemFn = syn::parse_quote! {
            #[inline(always)]
            fn loopfuse_round(#(#slices: &[#elements],)* #(#given: #given_types,)* #(#known,)*) -> (#(#types,)*) {
                #(#statements)*
                (#(#gives,)*)
            }
        };
        pipeline::fuse_function(&Options::default(), &mut function)?;
        let call = quote!(loopfuse_round(#(#slices,)* #(self.#given,)* #(#seen,)*));
        Ok((function.into_token_stream(), call))
    }

    /// Leaves with a value if an early return of the function is known to be taken when a round begins.
    fn guards(&self, round: usize, value: &TokenStream) -> TokenStream {
        let items = self.program.items.iter().zip(&self.rounds.of);
        let guards = items.filter_map(|(item, of)| match &item.what {
            What::Guard { condition, .. } if *of <= round => {
                let known = self.known(item.reads.clone());
                Some(quote!(if { #known #condition } { return #value; }))
            }
            _ => None,
        });
        quote!(#(#guards)*)
    }

    /// The reductions of a round, with their numbers.
    fn reduced(&self, round: usize) -> impl Iterator<Item = (usize, &Reduced<'_, '_>)> {
        let all = self.reductions.iter().enumerate();
        all.filter(move |(_, of)| of.round == round)
    }

    fn merge(&self) -> TokenStream {
        let count = self.reductions.len();
        let arms = (0..self.rounds.count).map(|round| {
            let mut merges = TokenStream::new();
            let mut names = SortedSet::new();
            for (index, of) in self.reduced(round) {
                let (mine, others) = (
                    state(quote!(loopfuse_part), index, count),
                    state(quote!(loopfuse_other), index, count),
                );
                merges.extend(of.part.merge(self.runtime, &mine, &others));
                if of.part.compares() {
                    names.extend(of.item.reads.iter().cloned());
                }
            }
            let (number, known) = (round as u32, self.known(names));
            let guards = self.guards(round, &TokenStream::new());
            quote!(#number => { #guards #known #merges })
        });
        quote!(match self.loopfuse_round { #(#arms)* _ => {} })
    }

    fn finish(&self) -> TokenStream {
        let count = self.reductions.len();
        let arms = (0..self.rounds.count).map(|round| {
            // In the order of the function: a sum that does not fit may stand behind an early return.
            let items = self.program.items.iter().zip(&self.rounds.of);
            let values = items.map(|(item, known)| match &item.what {
                What::Guard { condition, .. } if *known == round + 1 => {
                    let known = self.known(item.reads.clone());
                    quote!(if { #known #condition } { return; })
                }
                _ => {
                    let here = self
                        .reduced(round)
                        .find(|(_, of)| std::ptr::eq(of.item, item));
                    here.map(|(index, of)| {
                        let (name, state) = (of.name, state(quote!(loopfuse_part), index, count));
                        let value = of.part.value(self.runtime, &state);
                        let known = self.known(of.item.reads.clone());
                        quote!(self.#name = { #known #value };)
                    })
                    .unwrap_or_default()
                }
            });
            let number = round as u32;
            let guards = self.guards(round, &TokenStream::new());
            quote!(#number => { self.loopfuse_round += 1; #guards #(#values)* })
        });
        quote!(match self.loopfuse_round { #(#arms)* _ => {} })
    }
}

fn binds(statement: &Stmt, name: &Ident) -> bool {
    matches!(statement, Stmt::Local(local) if patterns::binds(&local.pat).contains(&name.to_string()))
}

/// How many states a tuple holds; more of them are tuples of tuples.
const WIDTH: usize = 8;

fn nested(types: Vec<TokenStream>) -> TokenStream {
    let groups = types.chunks(WIDTH).map(|group| quote!((#(#group,)*)));
    match types.len() {
        0..=WIDTH => quote!((#(#types,)*)),
        _ => nested(groups.collect()),
    }
}

/// The place of a state in a part.
fn state(part: TokenStream, index: usize, count: usize) -> TokenStream {
    if count <= WIDTH {
        let index = Index::from(index);
        return quote!(#part.#index);
    }
    let group = state(part, index / WIDTH, count.div_ceil(WIDTH));
    let index = Index::from(index % WIDTH);
    quote!(#group.#index)
}

/// FNV-1a of the function's tokens, without its name and attributes.
fn number_of(function: &ImplItemFn) -> u64 {
    let (inputs, output, block) = (&function.sig.inputs, &function.sig.output, &function.block);
    let text = quote!(#inputs #output #block).to_string();
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}
