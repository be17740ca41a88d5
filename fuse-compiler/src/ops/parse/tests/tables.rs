//! The tables of `recognised` say what the parser does.

use super::super::{Attempt, parse_chain, reader};
use crate::ops::chain::{Source, Stream};
use crate::ops::recognised::{Becomes, Place, adapters, parallel, sources};
use crate::rust::environment::Environment;
use crate::rust::extent::Extent;
use syn::{Expr, Signature};

/// Reads a stream where everything that the tables mention is in scope.
fn stream(text: &str) -> Option<Stream> {
    let signature: Signature = syn::parse_quote!(
        fn f(
            &self,
            mut xs: Vec<f64>,
            ys: &[f64],
            x: f64,
            n: usize,
            map: Map,
            text: &str,
            it: impl Iterator<Item = f64>,
            matrix: &Array2<f64>,
        )
    );
    let environment = Environment::of_signature(&signature);
    let expr: Expr = syn::parse_str(text).expect("an expression");
    reader(&environment).stream(&expr).ok()
}

/// An extent in the notation of the tables.
fn shown(extent: &Extent) -> String {
    match extent {
        Extent::Number(number) => number.to_string(),
        Extent::Name(name) => name.clone(),
        Extent::Len(name) if name == "xs" => "k".into(),
        Extent::Len(_) => "k'".into(),
        Extent::Less(of, less) => format!("{} - {}", shown(of), shown(less)),
        Extent::Least(parts) => {
            let parts = parts.iter().map(shown).collect::<Vec<_>>();
            format!("min({})", parts.join(", "))
        }
        Extent::Ratio { of, by, up } => {
            let up = if *up { ", up" } else { "" };
            format!("{} / {}{up}", shown(of), shown(by))
        }
        Extent::Span {
            start,
            end,
            inclusive: true,
        } => format!("{}..={}", shown(start), shown(end)),
        Extent::Span { end, .. } => shown(end),
        Extent::Place(_) => "place".into(),
        Extent::Unknown => "?".into(),
        other => format!("{other:?}"),
    }
}

#[test]
fn every_source_is_one_and_gives_so_many() {
    for source in sources() {
        let Some(stream) = stream(source.written) else {
            panic!("{} is not recognised", source.written);
        };
        assert_eq!(shown(&stream.extent()), source.size, "{}", source.written);
    }
}

#[test]
fn every_adapter_is_a_step_or_drives() {
    for adapter in adapters() {
        let Some(stream) = stream(&format!("xs.iter().{}", adapter.written)) else {
            panic!("{} is not recognised", adapter.written);
        };
        assert_eq!(shown(&stream.extent()), adapter.size, "{}", adapter.written);
        let becomes = match stream.source {
            Source::Driver(_) => Becomes::Driver,
            Source::Array(_) | Source::Range(_) => Becomes::Step,
        };
        assert_eq!(becomes, adapter.becomes, "{}", adapter.written);
    }
}

/// What the table of rayon's says is fused is; the rest is refused, or is alone in its loop.
#[test]
fn every_row_of_rayons_is_fused_or_left() {
    let signature: Signature = syn::parse_quote!(
        fn f(&self, xs: Vec<f64>, ys: &[f64], n: usize)
    );
    let environment = Environment::of_signature(&signature);
    for row in parallel() {
        let text = match row.place {
            Place::Source => format!("{}.map(|x| x).count()", row.written),
            Place::Adapter => format!("xs.par_iter().{}.count()", row.written),
            Place::Consumer => format!("xs.par_iter().{}", row.written),
        };
        let expr: Expr = syn::parse_str(&text).expect("an expression");
        let fused = match parse_chain(&expr, None, &environment) {
            Attempt::Recognised(chain) => chain.solitary().is_none(),
            Attempt::Refused(_) => false,
            Attempt::NotAChain => panic!("{text}"),
        };
        assert_eq!(fused, row.left.is_none(), "{text}");
    }
}

/// Std's adapters that are in no table, so that the tables are complete.
#[test]
fn what_no_table_lists_is_no_adapter() {
    for written in [
        "by_ref()",
        "array_chunks::<2>()",
        "intersperse(0.0)",
        "map_windows(f)",
        "unknown()",
        "take(1, 2)",
    ] {
        let text = format!("xs.iter().{written}");
        assert!(stream(&text).is_none(), "{written}");
    }
}
