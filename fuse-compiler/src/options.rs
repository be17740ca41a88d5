//! What stands in the parentheses of `#[fuse(...)]`.
//!
//! In: the attribute's tokens. Out: [`Options`], each with the span where it was given, so that
//! later stages can report at the user's own tokens; or every mistake in them, each at its own
//! tokens. Options are separated by commas and parsed one by one, so that a mistake in one does
//! not hide a mistake in the next.

mod clustering;

pub use clustering::{Choice, Cost, Limit, Strategy};

use crate::declarations::{Declarations, Place, declares};
use crate::diagnostics::{Errors, Mistake, nearest};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::rc::Rc;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{ImplItemFn, LitInt, LitStr, Path};

/// What holds for a whole function.
#[derive(Clone, Debug)]
pub(crate) struct Setting<'a> {
    /// What stands in the parentheses.
    pub(crate) options: &'a Options,
    /// The function's name.
    pub(crate) name: String,
    /// True in the closures of chains: loops run for each element of another, and are likely to be short.
    pub(crate) inner: bool,
    /// True if its loops may run with the instructions that the machine has, whatever the crate is compiled for.
    pub(crate) wide: bool,
    /// True if the function may be called again while it runs: what a loop has on the stack is there many times.
    pub(crate) recursive: bool,
    /// True if a closure of it may panic, and the function go on.
    pub(crate) catches: bool,
}

impl Setting<'_> {
    /// True if floats may be added in another order.
    pub(crate) fn reassociates(&self) -> bool {
        self.options.reassociate.is_some()
    }

    /// How many elements a range of a parallel loop has at least, if the user says it.
    pub(crate) fn min_len(&self) -> Option<usize> {
        self.options.min_len.as_ref().map(|given| given.value)
    }
}

/// The options of one `#[fuse]`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `explain`: print the report.
    pub explain: Option<Given<()>>,
    /// `loops = N`: an error, here and at each chain that is in the way, unless the function comes out with N loops.
    pub loops: Option<Given<usize>>,
    /// `strategy = "..."`: how clusters are chosen.
    pub strategy: Option<Given<Strategy>>,
    /// `cost = "..."`: what the optimal strategy minimises.
    pub cost: Option<Given<Cost>>,
    /// `limit = N`: how much work may be spent on choosing the loops.
    pub limit: Option<Given<usize>>,
    /// `reassociate`: floats may be added in another order.
    pub reassociate: Option<Given<()>>,
    /// `parallel`: every chain that can be runs on several threads.
    pub parallel: Option<Given<()>>,
    /// `baseline`: loops run with the instructions that the crate is compiled for, whatever the machine has.
    pub baseline: Option<Given<()>>,
    /// `min_len = N`: how many elements a range of a parallel loop has at least.
    pub min_len: Option<Given<usize>>,
    /// `chunked = Name`: a type that runs the function over chunks.
    pub chunked: Option<Given<Ident>>,
    /// `crate = path`: where the facade crate is, seen from the function.
    pub krate: Option<Given<Path>>,
    /// Where the function stands, if that is known. No option; said by who expands it.
    pub place: Option<Place>,
    /// What is declared around it there.
    pub(crate) declarations: Option<Rc<Declarations>>,
}

/// A value with where it was given.
#[derive(Clone, Debug)]
pub struct Given<T> {
    /// The value.
    pub value: T,
    /// The span of the whole option, `name = value`, as far as the compiler can join it; at least
    /// that of the name.
    pub span: Span,
}

/// An option's name and how the whole is written.
struct Known {
    name: &'static str,
    usage: &'static str,
}

const KNOWN: [Known; 11] = [
    Known {
        name: "explain",
        usage: "explain",
    },
    Known {
        name: "loops",
        usage: "loops = N",
    },
    Known {
        name: "strategy",
        usage: "strategy = \"...\"",
    },
    Known {
        name: "cost",
        usage: "cost = \"...\"",
    },
    Known {
        name: "limit",
        usage: "limit = N",
    },
    Known {
        name: "reassociate",
        usage: "reassociate",
    },
    Known {
        name: "parallel",
        usage: "parallel",
    },
    Known {
        name: "baseline",
        usage: "baseline",
    },
    Known {
        name: "min_len",
        usage: "min_len = N",
    },
    Known {
        name: "chunked",
        usage: "chunked = Name",
    },
    Known {
        name: "crate",
        usage: "crate = path",
    },
];

const STRATEGIES: &[(&str, Strategy)] = &[
    ("unfused", Strategy::Unfused),
    ("stream", Strategy::Stream),
    ("imperative", Strategy::Imperative),
    ("optimal", Strategy::Optimal),
    #[cfg(feature = "ilp")]
    ("ilp", Strategy::Ilp),
];

const COSTS: [(&str, Cost); 2] = [("traffic", Cost::Traffic), ("paper", Cost::Paper)];

impl Options {
    /// The same, with what is declared around a function at their place, if nothing in it declares something else.
    pub(crate) fn declared(mut self, function: &ImplItemFn) -> Options {
        let place = self
            .place
            .as_ref()
            .filter(|_| function.sig.asyncness.is_none() && !declares(&function.block));
        let around = |place| Declarations::around(place, &function.sig);
        self.declarations = place.and_then(around).map(Rc::new);
        self
    }

    /// Parses the tokens between the attribute's parentheses.
    ///
    /// ```
    /// use fuse_compiler::internals::cluster::Strategy;
    /// use fuse_compiler::internals::options::Options;
    /// use quote::quote;
    ///
    /// let options = Options::parse(quote!(loops = 2, strategy = "stream")).unwrap();
    /// assert_eq!(options.loops.as_ref().map(|loops| loops.value), Some(2));
    /// assert_eq!(options.strategy(), Strategy::Stream);
    ///
    /// let error = Options::parse(quote!(loop = 2, cost = 3)).unwrap_err();
    /// assert_eq!(error.into_iter().count(), 2);
    /// ```
    ///
    /// # Errors
    /// Every unknown, repeated or malformed option, combined, each at its own tokens.
    pub fn parse(tokens: TokenStream) -> syn::Result<Options> {
        let mut options = Options::default();
        let mut errors = Errors::new();
        for option in split(tokens) {
            match option {
                Ok(option) => {
                    let result = options.set(&option);
                    errors.take(result);
                }
                Err(comma) => errors.error(comma, Mistake::NoOption { known: &usages() }),
            }
        }
        errors.propagate()?;
        Ok(options)
    }

    /// How clusters are chosen.
    #[must_use]
    pub fn strategy(&self) -> Strategy {
        self.strategy
            .as_ref()
            .map_or_else(Strategy::default, |given| given.value)
    }

    /// What the optimal strategy minimises.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
            .as_ref()
            .map_or_else(Cost::default, |given| given.value)
    }

    /// How much work may be spent on choosing the clusters of one component.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.limit.as_ref().map_or_else(Limit::default, |given| {
            Limit::of_states(u64::try_from(given.value).unwrap_or(u64::MAX))
        })
    }

    /// Which clusters are asked for.
    #[must_use]
    pub(crate) fn choice(&self) -> Choice {
        Choice {
            strategy: self.strategy(),
            cost: self.cost(),
            limit: self.limit(),
        }
    }

    /// The path of the runtime that the expansion calls: `::loopfuse::__private`, or the private
    /// module of the crate that the user named.
    #[must_use]
    pub fn runtime(&self) -> TokenStream {
        match &self.krate {
            Some(krate) => {
                let path = &krate.value;
                quote!(#path::__private)
            }
            None => quote!(::loopfuse::__private),
        }
    }

    /// Sets the option that these tokens (at least one) say.
    fn set(&mut self, tokens: &[TokenTree]) -> syn::Result<()> {
        let [TokenTree::Ident(name), rest @ ..] = tokens else {
            return Err(at(tokens, &Mistake::NoOption { known: &usages() }));
        };
        let option = Written { name, tokens, rest };
        match name.to_string().as_str() {
            "explain" => option.store(&mut self.explain, Written::flag),
            "loops" => option.store(&mut self.loops, Written::number),
            "strategy" => option.store(&mut self.strategy, |option| option.one_of(STRATEGIES)),
            "cost" => option.store(&mut self.cost, |option| option.one_of(&COSTS)),
            "limit" => option.store(&mut self.limit, Written::number),
            "reassociate" => option.store(&mut self.reassociate, Written::flag),
            "parallel" => option.store(&mut self.parallel, Written::parallel),
            "baseline" => option.store(&mut self.baseline, Written::flag),
            "min_len" => option.store(&mut self.min_len, Written::number),
            "chunked" => option.store(&mut self.chunked, Written::type_name),
            "crate" => option.store(&mut self.krate, Written::path),
            unknown => Err(syn::Error::new(
                name.span(),
                Mistake::UnknownOption {
                    name: unknown,
                    nearest: nearest(unknown, KNOWN.iter().map(|known| known.name)),
                    known: &usages(),
                },
            )),
        }
    }
}

/// An option as it was written: `name` followed by `rest`.
struct Written<'a> {
    name: &'a Ident,
    tokens: &'a [TokenTree],
    rest: &'a [TokenTree],
}

impl Written<'_> {
    /// Reads the value and stores it, unless the option was given before.
    fn store<T>(
        &self,
        place: &mut Option<Given<T>>,
        read: impl FnOnce(&Self) -> syn::Result<T>,
    ) -> syn::Result<()> {
        let mut errors = Errors::new();
        let name = self.name.to_string();
        if place.is_some() {
            let repeated = Mistake::RepeatedOption { name: &name };
            errors.error_at(self.name.span(), repeated);
        }
        let span = stream(self.tokens).span();
        if let Some(value) = errors.take(read(self)) {
            place.get_or_insert(Given { value, span });
        }
        errors.propagate()
    }

    /// No value.
    fn flag(&self) -> syn::Result<()> {
        let name = &self.name.to_string();
        match self.rest {
            [] => Ok(()),
            [TokenTree::Punct(sign), ..] if sign.as_char() == '=' => {
                Err(at(self.rest, &Mistake::UnwantedValue { name }))
            }
            [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Parenthesis => {
                Err(at(self.rest, &Mistake::UnwantedValue { name }))
            }
            _ => Err(at(self.rest, &Mistake::Trailing { name })),
        }
    }

    /// No value, and the feature that it needs.
    fn parallel(&self) -> syn::Result<()> {
        self.flag()?;
        if cfg!(feature = "parallel") {
            Ok(())
        } else {
            Err(syn::Error::new(self.name.span(), Mistake::NoRayon))
        }
    }

    /// The tokens after `=`.
    fn value(&self, takes: &str) -> syn::Result<&[TokenTree]> {
        let name = &self.name.to_string();
        match self.rest {
            [TokenTree::Punct(sign), value @ ..] if sign.as_char() == '=' && !value.is_empty() => {
                Ok(value)
            }
            [] | [TokenTree::Punct(_)] => {
                Err(at(self.tokens, &Mistake::MissingValue { name, takes }))
            }
            _ => Err(at(
                self.rest,
                &Mistake::WrongValue {
                    name,
                    takes,
                    nearest: None,
                },
            )),
        }
    }

    /// The name of a type.
    fn type_name(&self) -> syn::Result<Ident> {
        let name = &self.name.to_string();
        let takes = &format!("the name of a new type, as in `{name} = Mean`");
        let value = self.value(takes)?;
        match value {
            [TokenTree::Ident(given)] => Ok(given.clone()),
            wrong => Err(at(
                wrong,
                &Mistake::WrongValue {
                    name,
                    takes,
                    nearest: None,
                },
            )),
        }
    }

    /// A whole number.
    fn number(&self) -> syn::Result<usize> {
        let name = &self.name.to_string();
        let takes =
            &format!("a whole number up to 4294967295 without a suffix, as in `{name} = 2`");
        let value = self.value(takes)?;
        let wrong = |tokens: &[TokenTree]| {
            let nearest = None;
            at(
                tokens,
                &Mistake::WrongValue {
                    name,
                    takes,
                    nearest,
                },
            )
        };
        let (number, rest) = head::<LitInt>(value).ok_or_else(|| wrong(value))?;
        if !rest.is_empty() {
            return Err(at(&rest, &Mistake::Trailing { name }));
        }
        number
            .base10_parse::<u32>()
            .ok()
            .filter(|_| number.suffix().is_empty())
            .and_then(|number| usize::try_from(number).ok())
            .ok_or_else(|| wrong(value))
    }

    /// One of a few strings.
    fn one_of<T: Copy>(&self, allowed: &[(&str, T)]) -> syn::Result<T> {
        let name = &self.name.to_string();
        let words: Vec<String> = allowed
            .iter()
            .map(|(word, _)| format!("`\"{word}\"`"))
            .collect();
        let takes = &format!("one of {}", words.join(", "));
        let value = self.value(takes)?;
        let quote = |word| format!("\"{word}\"");
        let candidates = || allowed.iter().map(|(word, _)| *word);
        let Some((literal, rest)) = head::<LitStr>(value) else {
            // `strategy = optimal`: the word is right and the quotes are missing.
            let bare = stream(value).to_string();
            let nearest = candidates().find(|word| *word == bare).map(quote);
            return Err(at(
                value,
                &Mistake::WrongValue {
                    name,
                    takes,
                    nearest: nearest.as_deref(),
                },
            ));
        };
        if !rest.is_empty() {
            return Err(at(&rest, &Mistake::Trailing { name }));
        }
        let text = literal.value();
        let found = allowed.iter().find(|(word, _)| *word == text);
        match found {
            Some((_, value)) if literal.suffix().is_empty() => Ok(*value),
            _ => Err(at(
                value,
                &Mistake::WrongValue {
                    name,
                    takes,
                    nearest: nearest(&text, candidates()).map(quote).as_deref(),
                },
            )),
        }
    }

    /// A path without generic arguments, bare or in a string.
    fn path(&self) -> syn::Result<Path> {
        let name = &self.name.to_string();
        let takes = "the path of the crate, as in `crate = my_crate::loopfuse` or `crate = \"my_crate::loopfuse\"`";
        let value = self.value(takes)?;
        let wrong = || {
            let nearest = None;
            at(
                value,
                &Mistake::WrongValue {
                    name,
                    takes,
                    nearest,
                },
            )
        };
        if let Some((literal, rest)) = head::<LitStr>(value) {
            if !rest.is_empty() {
                return Err(at(&rest, &Mistake::Trailing { name }));
            }
            if !literal.suffix().is_empty() {
                return Err(wrong());
            }
            return literal
                .parse_with(Path::parse_mod_style)
                .map_err(|_| wrong());
        }
        let parse = |input: ParseStream<'_>| Ok((Path::parse_mod_style(input)?, rest_of(input)?));
        let (path, rest) = parse.parse2(stream(value)).map_err(|_| wrong())?;
        if rest.is_empty() {
            Ok(path)
        } else {
            Err(at(&rest, &Mistake::Trailing { name }))
        }
    }
}

/// Splits at commas. A comma with nothing before it is returned as such; one trailing comma is
/// as good as none.
fn split(tokens: TokenStream) -> Vec<Result<Vec<TokenTree>, TokenTree>> {
    let mut options = Vec::new();
    let mut current = Vec::new();
    for token in ungrouped(tokens) {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                let option = std::mem::take(&mut current);
                options.push(if option.is_empty() {
                    Err(token)
                } else {
                    Ok(option)
                });
            }
            _ => current.push(token),
        }
    }
    if !current.is_empty() {
        options.push(Ok(current));
    }
    options
}

/// The tokens without the invisible groups that `macro_rules!` puts around what it substitutes.
pub(crate) fn ungrouped(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flat = Vec::new();
    // A stack of iterators instead of recursion: the depth is the user's.
    let mut stack = vec![tokens.into_iter()];
    while let Some(tokens) = stack.last_mut() {
        match tokens.next() {
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::None => {
                stack.push(group.stream().into_iter());
            }
            Some(token) => flat.push(token),
            None => {
                stack.pop();
            }
        }
    }
    flat
}

/// The first thing in the tokens, if it is a `T`, and what follows it.
fn head<T: syn::parse::Parse>(tokens: &[TokenTree]) -> Option<(T, Vec<TokenTree>)> {
    let parse = |input: ParseStream<'_>| Ok((input.parse()?, rest_of(input)?));
    parse.parse2(stream(tokens)).ok()
}

fn rest_of(input: ParseStream<'_>) -> syn::Result<Vec<TokenTree>> {
    Ok(input.parse::<TokenStream>()?.into_iter().collect())
}

fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

fn at(tokens: &[TokenTree], mistake: &Mistake<'_>) -> syn::Error {
    syn::Error::new_spanned(stream(tokens), mistake)
}

fn usages() -> [&'static str; KNOWN.len()] {
    KNOWN.each_ref().map(|known| known.usage)
}
