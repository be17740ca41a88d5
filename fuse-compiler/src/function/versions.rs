//! Functions that have fewer loops where their parameters hold some elements, as they do most of the time.
//!
//! In: a function with a range that ends some elements before a parameter does. `0..n - 1` is all numbers there are if `n` is nothing and
//! wraps, so that it shares no loop with what is as long otherwise. Out: the function in two versions: one where nothing wraps, with
//! fewer loops, and the other as before; but for what may stand in it only once, since it declares something. What are equally long is a
//! matter of each block (`versioning`).

use crate::options::{Cost, Options, Strategy};
use crate::report::FunctionReport;
use crate::rust::environment::Environment;
use crate::rust::expr::{braced, strip};
use crate::rust::extent::Extent;
use crate::rust::facts;
use crate::rust::macros;
use crate::rust::patterns;
use crate::rust::spelling::spelling;
use crate::rust::types::{By, Owner};
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedMap;
use crate::versioning::leaves_no_temporary;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::{BinOp, Expr, FnArg, ImplItemFn, Item, Lit, Local, Macro, Pat, TypeImplTrait};

/// The new statements of a function's body, which `fuse` finds below what is known of its parameters, or `None` if it stays as it
/// is, and the report: in two versions if that is worth it.
pub(crate) fn fuse(
    options: &Options,
    function: &ImplItemFn,
    fuse: impl Fn(Environment) -> (Option<TokenStream>, FunctionReport),
) -> (Option<TokenStream>, FunctionReport) {
    let of_signature = || Environment::of_function(&function.sig, options.declarations.as_ref());
    let (tokens, mut report) = fuse(of_signature());
    let Some(finder) = Finder::of(options, function) else {
        return (tokens, report);
    };
    let condition = Condition {
        least: finder.least.clone(),
    };
    let mut environment = of_signature();
    condition.state(&mut environment);
    let (where_it_holds, mut told) = fuse(environment);
    let asked = options
        .loops
        .as_ref()
        .is_none_or(|given| given.value == told.loops());
    if !asked || told.loops() >= report.loops() {
        return (tokens, report);
    }
    if let Some(once) = &finder.once {
        report.one_version(&condition.shown(), told.loops(), once);
        return (tokens, report);
    }
    let Some(where_it_holds) = where_it_holds else {
        return (tokens, report);
    };
    told.only_where(&condition.shown(), report.loops());
    let other = tokens.unwrap_or_else(|| {
        let as_written = &function.block.stmts;
        quote!(#(#as_written)*)
    });
    let condition = condition.tests();
    let braces = |inside| braced(inside, &function.block);
    let (where_it_holds, other) = (braces(where_it_holds), braces(other));
    let both = quote!(if #condition #where_it_holds else #other);
    (Some(both), told)
}

/// What holds in the first of two versions.
#[derive(Clone, Debug, Default)]
struct Condition {
    /// Parameters that have as many elements or more.
    least: SortedMap<Ident, u64>,
}

impl Condition {
    /// States it.
    fn state(&self, environment: &mut Environment) {
        let length = |name: &Ident| Extent::Len(spelling(name));
        for (array, least) in &self.least {
            for less in 1..=*least {
                let (difference, left) = facts::difference(&length(array), less);
                environment.state(&difference, &left);
            }
        }
    }

    /// Tests it.
    fn tests(&self) -> TokenStream {
        let least = self.least.iter().map(|(array, least)| match least {
            1 => quote!(!#array.is_empty()),
            _ => {
                let least = Literal::u64_unsuffixed(*least);
                quote!(#array.len() >= #least)
            }
        });
        quote!(#(#least)&&*)
    }

    /// The tests as one reads them.
    fn shown(&self) -> String {
        let least = self.least.iter().map(|(array, least)| match least {
            1 => format!("!{}.is_empty()", spelling(array)),
            _ => format!("{}.len() >= {least}", spelling(array)),
        });
        least.collect::<Vec<_>>().join(" && ")
    }
}

/// The name of a parameter that is a slice, or a vector that nobody changes.
fn slice(input: &FnArg, environment: &Environment) -> Option<Ident> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    let Pat::Ident(name) = &*typed.pat else {
        return None;
    };
    let plain = name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none();
    let array = environment.array_of(&typed.ty)?;
    let many = matches!(array.owner, Owner::Slice | Owner::Vec);
    (plain && many && array.by != By::Mutable).then(|| name.ident.clone())
}

/// What may be said of the parameters of a function.
struct Finder {
    slices: Vec<Ident>,
    /// Names that are lengths of slices.
    lengths: SortedMap<String, Ident>,
    /// What some elements are left out of, at the most so many.
    least: SortedMap<Ident, u64>,
    fits: bool,
    /// What may stand in the body only once.
    once: Option<String>,
}

impl Finder {
    /// That of a function that may have two versions.
    fn of(options: &Options, function: &ImplItemFn) -> Option<Finder> {
        let signature = &function.sig;
        let plain = signature.asyncness.is_none()
            && signature.constness.is_none()
            && options.parallel.is_none()
            && options.strategy() == Strategy::default()
            && options.cost() == Cost::default()
            && leaves_no_temporary(&function.block);
        let environment = Environment::of_signature(signature);
        let slices = signature.inputs.iter();
        let mut finder = Finder {
            slices: slices
                .filter_map(|input| slice(input, &environment))
                .collect(),
            lengths: SortedMap::new(),
            least: SortedMap::new(),
            fits: plain,
            once: None,
        };
        if !plain || finder.slices.is_empty() {
            return None;
        }
        finder.visit_return_type(&signature.output);
        finder.visit_block(&function.block);
        (finder.fits && !finder.least.is_empty()).then_some(finder)
    }

    /// The parameter that a chain begins with.
    fn source(&self, expr: &Expr) -> Option<Ident> {
        match expr {
            Expr::MethodCall(call) => self.source(&call.receiver),
            Expr::Reference(inner) => self.source(&inner.expr),
            Expr::Paren(inner) => self.source(&inner.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident()?;
                self.slices.iter().find(|slice| *slice == name).cloned()
            }
            _ => None,
        }
    }

    /// The parameter that a number is the length of.
    fn length(&self, expr: &Expr) -> Option<Ident> {
        match strip(expr) {
            Expr::MethodCall(call) if call.method == "len" && call.args.is_empty() => {
                let receiver = strip(&call.receiver);
                matches!(receiver, Expr::Path(_)).then(|| self.source(receiver))?
            }
            Expr::Path(path) => {
                let name = spelling(path.path.get_ident()?);
                self.lengths.get(&name).cloned()
            }
            _ => None,
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_local(&mut self, local: &'ast Local) {
        let name = patterns::single_name(&local.pat);
        let value = local.init.as_ref().map(|init| &*init.expr);
        if let (Some(name), Some(array)) = (name, value.and_then(|value| self.length(value))) {
            self.lengths.insert(spelling(&name.ident), array);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::Range(range) = expr
            && let Some((of, less)) = range.end.as_deref().and_then(difference)
            && let Some(array) = self.length(of)
            && facts::FEW.contains(&less)
        {
            let least = self.least.entry(array).or_insert(less);
            *least = less.max(*least);
        }
        visit::visit_expr(self, expr);
    }

    // A static of its own for each version, or a type.
    fn visit_item(&mut self, _: &'ast Item) {
        self.once.get_or_insert_with(|| "an item".to_owned());
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some(found) = macros::may_declare(mac) {
            self.once.get_or_insert(found);
        }
    }

    fn visit_type_impl_trait(&mut self, _: &'ast TypeImplTrait) {
        self.fits = false;
    }
}

/// What a number is less than another.
fn difference(expr: &Expr) -> Option<(&Expr, u64)> {
    let Expr::Binary(difference) = strip(expr) else {
        return None;
    };
    match (&difference.op, strip(&difference.right)) {
        (BinOp::Sub(_), Expr::Lit(less)) => match &less.lit {
            Lit::Int(less) => Some((&difference.left, less.base10_parse().ok()?)),
            _ => None,
        },
        _ => None,
    }
}
