//! Functions over several slices that are equally long, most of the time.
//!
//! In: a function whose chains zip some of its parameters, and run over others of them alone. A `zip` ends with the shorter one, so
//! that these do not share a loop. Out: the function in two versions: one where all that are zipped are equally long, with
//! fewer loops, and the other as before; but for what may stand in it only once, since it declares something. Measured on prices and quantities, their sums, product and extremes: 2.1 of the loops apart.

use crate::options::{Cost, Options, Strategy};
use crate::report::FunctionReport;
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use crate::rust::macros;
use crate::rust::spelling::spelling;
use crate::rust::visit::{self, Visit};
use crate::sorted::SortedSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{
    Expr, ExprCall, ExprMethodCall, FnArg, ImplItemFn, Item, Macro, Pat, Type, TypeImplTrait,
};

/// The new statements of a function's body, which `fuse` finds below what is known of its parameters, or `None` if it stays as it
/// is, and the report: in two versions if that is worth it.
pub(crate) fn fuse(
    options: &Options,
    function: &ImplItemFn,
    fuse: impl Fn(Environment) -> (Option<TokenStream>, FunctionReport),
) -> (Option<TokenStream>, FunctionReport) {
    let of_signature = || Environment::of_signature(&function.sig);
    let (tokens, mut report) = fuse(of_signature());
    let Some(groups) = Groups::of(options, function) else {
        return (tokens, report);
    };
    let mut environment = of_signature();
    groups.state(&mut environment);
    let (equal, mut told) = fuse(environment);
    let asked = options
        .loops
        .as_ref()
        .is_none_or(|given| given.value == told.loops());
    if !asked || told.loops() >= report.loops() {
        return (tokens, report);
    }
    if let Some(once) = &groups.once {
        report.one_version(&groups.names(), told.loops(), once);
        return (tokens, report);
    }
    let Some(equal) = equal else {
        return (tokens, report);
    };
    told.only_where_equal(&groups.names(), report.loops());
    let other = tokens.unwrap_or_else(|| {
        let as_written = &function.block.stmts;
        quote!(#(#as_written)*)
    });
    (Some(groups.both(&equal, &other)), told)
}

/// The parameters that a function zips, in groups of at least two.
#[derive(Debug)]
struct Groups {
    groups: Vec<Vec<Ident>>,
    /// What may stand in the body only once.
    once: Option<String>,
}

impl Groups {
    /// Those of a function that may have two versions.
    fn of(options: &Options, function: &ImplItemFn) -> Option<Groups> {
        let signature = &function.sig;
        let plain = signature.asyncness.is_none()
            && signature.constness.is_none()
            && options.parallel.is_none()
            && options.strategy() == Strategy::default()
            && options.cost() == Cost::default();
        let mut finder = Finder {
            slices: signature.inputs.iter().filter_map(slice).collect(),
            groups: Vec::new(),
            fits: plain,
            once: None,
        };
        if !plain || finder.slices.len() < 2 {
            return None;
        }
        finder.visit_return_type(&signature.output);
        finder.visit_block(&function.block);
        let fits = finder.fits && !finder.groups.is_empty();
        fits.then_some(Groups {
            groups: finder.groups,
            once: finder.once,
        })
    }

    fn pairs(&self) -> impl Iterator<Item = (&Ident, &Ident)> {
        self.groups.iter().flat_map(|group| {
            let first = group.first();
            group
                .iter()
                .skip(1)
                .filter_map(move |other| Some((first?, other)))
        })
    }

    /// States what holds in the first version.
    fn state(&self, environment: &mut Environment) {
        let length = |name: &Ident| Extent::Len(spelling(name));
        for (a, b) in self.pairs() {
            environment.state(&length(a), &length(b));
        }
    }

    /// Both versions.
    fn both(&self, equal: &TokenStream, other: &TokenStream) -> TokenStream {
        let conditions = self.pairs().map(|(a, b)| quote!(#a.len() == #b.len()));
        quote!(if #(#conditions)&&* { #equal } else { #other })
    }

    /// What is equally long.
    fn names(&self) -> String {
        let named = |group: &Vec<Ident>| {
            let names = group.iter().map(spelling).collect::<Vec<_>>();
            names.join(", ")
        };
        self.groups.iter().map(named).collect::<Vec<_>>().join("; ")
    }
}

/// The name of a parameter that is a slice, or a vector behind a reference.
fn slice(input: &FnArg) -> Option<Ident> {
    let FnArg::Typed(typed) = input else {
        return None;
    };
    let (Pat::Ident(name), Type::Reference(reference)) = (&*typed.pat, &*typed.ty) else {
        return None;
    };
    let plain = name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none();
    (plain && reference.mutability.is_none() && matches!(&*reference.elem, Type::Slice(_)))
        .then(|| name.ident.clone())
}

struct Finder {
    slices: Vec<Ident>,
    groups: Vec<Vec<Ident>>,
    fits: bool,
    once: Option<String>,
}

impl Finder {
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

    fn join(&mut self, a: &Expr, b: &Expr) {
        let (Some(a), Some(b)) = (self.source(a), self.source(b)) else {
            return;
        };
        let both = SortedSet::from([a.clone(), b.clone()]);
        let (joined, apart) = std::mem::take(&mut self.groups)
            .into_iter()
            .partition::<Vec<_>, _>(|group| group.iter().any(|name| both.contains(name)));
        self.groups = apart;
        let mut group = joined.into_iter().flatten().collect::<SortedSet<_>>();
        group.extend(both);
        if group.len() > 1 {
            self.groups.push(group.into_iter().collect());
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let (true, Some(other)) = (call.method == "zip", call.args.first()) {
            self.join(&call.receiver, other);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let zips = matches!(&*call.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "zip"));
        if let (true, Some(a), Some(b)) = (zips, call.args.first(), call.args.get(1)) {
            self.join(a, b);
        }
        visit::visit_expr_call(self, call);
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
