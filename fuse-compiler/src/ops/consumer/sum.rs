//! `sum()` and `product()` into a visibly primitive number (docs/DESIGN.md section 6, *Sums*).

use crate::ops::accumulator::{Accumulator, RangeTokens, Step};
use crate::ops::chain::consumer::{Consume, Consumer};
use crate::ops::consumer::inferred::{self, Makes};
use crate::ops::monoid::Monoid;
use crate::ops::reading::Parsed;
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Call, Consumer as Row};
use crate::rust::environment::Environment;
use crate::rust::ty::Scalar;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

const NUMBER: &str = "a result that is visibly a primitive number";

pub(super) const ROWS: &[Row] = &[
    Row::new("product", &[], "S", |call| {
        recognise(call, Operator::Product)
    })
    .with(NUMBER)
    .and(Meaning::Same, &["product::<f64>()"]),
    Row::new("sum", &[], "S", |call| recognise(call, Operator::Sum))
        .with(NUMBER)
        .and(Meaning::Same, &["sum::<f64>()"]),
];

fn recognise(call: &Call<'_>, operator: Operator) -> Parsed<Consumer> {
    let scalar = call.ty().and_then(|ty| call.environment().scalar(ty));
    let scalar = scalar.filter(|scalar| !call.environment().sums_anew(*scalar));
    match call
        .ty()
        .cloned()
        .zip(scalar.filter(|scalar| scalar.is_number()))
    {
        Some((number, scalar)) => Ok(Reduction {
            operator,
            number,
            scalar,
        }
        .into()),
        None => inferred::recognise(
            call,
            match operator {
                Operator::Sum => Makes::Sum,
                Operator::Product => Makes::Product,
            },
        ),
    }
}

/// `sum()` or `product()`.
#[derive(Clone, Debug)]
pub(crate) struct Reduction {
    /// Which of the two.
    pub(crate) operator: Operator,
    /// The primitive number that it gives, as written.
    pub(crate) number: Type,
    /// The same.
    pub(crate) scalar: Scalar,
}

/// What `sum` and `product` do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `+`
    Sum,
    /// `*`
    Product,
}

impl Reduction {
    /// What std starts it from.
    pub(crate) fn identity(&self, runtime: &TokenStream) -> TokenStream {
        let number = &self.number;
        match self.operator {
            Operator::Sum => quote!(#runtime::sum_identity::<#number>()),
            Operator::Product => quote!(#runtime::product_identity::<#number>()),
        }
    }

    /// `+=` or `*=`
    pub(crate) fn assigns(&self) -> TokenStream {
        match self.operator {
            Operator::Sum => quote!(+=),
            Operator::Product => quote!(*=),
        }
    }

    /// Its operator, where several threads share it.
    fn monoid(&self) -> Monoid {
        let operator = match self.operator {
            Operator::Sum => Monoid::Sum,
            Operator::Product => Monoid::Product,
        };
        operator.of_kind(self.scalar.kind())
    }
}

impl Reduction {
    /// True for a sum of floats, which -0.0 does not change.
    pub(crate) fn adds_floats(&self) -> bool {
        self.operator == Operator::Sum && self.scalar.is_float()
    }
}

impl Consume for Reduction {
    fn name(&self) -> &'static str {
        match self.operator {
            Operator::Sum => "sum",
            Operator::Product => "product",
        }
    }

    fn adds(&self) -> Option<Scalar> {
        Some(self.scalar)
    }

    fn gives(&self) -> Option<Type> {
        Some(self.number.clone())
    }

    fn is_plain(&self, _: &Environment) -> bool {
        true
    }

    fn is_total(&self) -> bool {
        self.scalar.is_float()
    }

    fn depends_on_order(&self) -> bool {
        !self.scalar.is_integer()
    }

    fn start(&self, of: &Accumulator<'_>) -> TokenStream {
        let (fold, number, identity) = (of.fold(), &self.number, self.identity(of.runtime));
        quote!(let mut #fold: #number = #identity;)
    }

    fn step(&self, step: &Step<'_>) -> TokenStream {
        let (here, runtime) = (step.of.here, step.of.runtime_here());
        let (place, element) = (&step.place, &step.element);
        if let Some((part, _)) = &step.part {
            let fold = step.of.placed("fold");
            return quote!(#runtime::add_part(&mut #part, &mut #fold, #element););
        }
        // Of a type that has an operator of somebody's, but is no `Sum`, there is none.
        let number = &self.number;
        match self.operator {
            Operator::Sum => {
                quote_spanned!(here=> #place += #runtime::summand::<#number, _>(#element);)
            }
            Operator::Product => {
                quote_spanned!(here=> #place *= #runtime::factor::<#number, _>(#element);)
            }
        }
    }

    fn step_if(
        &self,
        step: &Step<'_>,
        kept: &Ident,
        number: Option<TokenStream>,
    ) -> Option<TokenStream> {
        let float = self.scalar.is_float();
        let (runtime, fold, element) = (step.of.runtime, step.of.fold(), number?);
        let number = &self.number;
        if let Some((part, _)) = &step.part {
            let element = quote!(#runtime::kept_or::<#number>(#kept, #element, 0));
            return Some(quote!(#runtime::add_part(&mut #part, &mut #fold, #element);));
        }
        let identity = match (self.operator, float) {
            // `x + -0.0` is `x` to the bit, for every `x`.
            (Operator::Sum, true) => quote!(-0.0),
            (Operator::Sum, false) => quote!(0),
            (Operator::Product, true) => quote!(1.0),
            (Operator::Product, false) => quote!(1),
        };
        let assigns = self.assigns();
        Some(if float {
            quote!(#fold #assigns if #kept { #element } else { #identity };)
        } else {
            quote!(#fold #assigns #runtime::kept_or::<#number>(#kept, #element, #identity);)
        })
    }

    fn range(&self, of: &Accumulator<'_>) -> Option<RangeTokens> {
        let monoid = Some(self.monoid()).filter(|monoid| of.divided && monoid.is_exact())?;
        let (runtime, fold, number) = (of.runtime, of.fold(), &self.number);
        let identity = self.identity(runtime);
        let start = monoid.exactly(runtime, &identity);
        let end = monoid.finish(runtime, &identity, &quote!(#fold));
        Some(RangeTokens {
            before: TokenStream::new(),
            start: quote!(let mut #fold = #start;),
            end: quote!(let #fold: #number = #end;),
        })
    }

    fn combine(&self, of: &Accumulator<'_>) -> TokenStream {
        let (left, right) = of.sides();
        match self.operator {
            Operator::Sum => quote!(#left + #right),
            Operator::Product => quote!(#left * #right),
        }
    }
}
