use super::*;
use quote::format_ident;

const FILE: &str = r##"
//! Not `struct S { a: u8 }`.
use std::collections::HashMap;
type Real = f64;
#[cfg(feature = "single")]
type Other = f32;

/* struct S { a: u16 } /* nested */ */
const TEXT: &str = "struct S { a: u32 }";
const RAW: &str = r#"impl S { fn b(&self) { " } }"#;
const QUOTE: char = '"';

macro_rules! make { () => { struct T { a: i8 } impl S { fn made(&self) {} } }; }

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename = "x"))]
pub struct S<'a, T, const N: usize = 3> where T: Copy {
    pub(crate) a: Vec<T>,
    /// What `b` is.
    #[serde(skip)]
    b: [Real; N],
    #[cfg(test)]
    c: u8,
    d: &'a [T],
}

#[pyclass]
struct Rewritten { a: Vec<f64> }

struct Twice { a: f64 }
#[cfg(test)]
struct Twice { a: f32 }
mod twice { pub struct Third; }
use twice::{self, Third as Once};

pub fn mean(xs: &[f64]) -> Real { 0.0 }

impl<'b, U: Copy> S<'b, U, 4> {
    fn first(&self) -> usize { 0 }
    #[must_use] pub const unsafe fn second(&self) {}
}

mod inner {
    pub(super) struct S(f64, pub Vec<u8>);
    impl S { fn third(&self) {} }
    impl Rewritten { fn fourth(&self) {} }
}

impl Rewritten { fn fifth(&self) {} }
impl Twice { fn sixth(&self) {} }
fn last() { struct S { a: u8 } impl S { fn seventh(&self) {} } }
"##;

fn line_of(name: &str) -> usize {
    let line = |text: &str| text.contains(&format!("fn {name}("));
    FILE.lines().position(line).expect("it is there") + 1
}

fn around(name: &str) -> Option<Declarations> {
    let place = Place {
        file: String::new(),
        line: line_of(name),
        text: Text::Is(FILE.into()),
    };
    let name = format_ident!("{name}");
    Declarations::around(&place, &syn::parse_quote!(fn #name(&self)))
}

fn field(function: &str, member: Member) -> Option<String> {
    let ty = around(function)?.field(&syn::parse_quote!(Self), &member)?;
    Some(ty.to_token_stream().to_string())
}

#[test]
fn fields_are_those_of_the_struct_with_its_arguments() {
    let of = |name: &str| field("second", Member::Named(format_ident!("{name}")));
    assert_eq!(of("a").as_deref(), Some("Vec < U >"));
    assert_eq!(of("b").as_deref(), Some("[Real ; 4]"));
    assert_eq!(of("c"), None);
    assert_eq!(of("d").as_deref(), Some("& '_ [U]"));
    assert_eq!(of("e"), None);
    let second = Member::Unnamed(1.into());
    assert_eq!(field("third", second).as_deref(), Some("Vec < u8 >"));
}

#[test]
fn an_impl_adds_its_generics() {
    let generics = around("first")
        .expect("it is found")
        .of
        .expect("it is a method")
        .generics;
    assert_eq!(generics.to_token_stream().to_string(), "< 'b , U : Copy >");
}

#[test]
fn nothing_is_known_of_what_may_be_another() {
    // Rewritten by an attribute, declared elsewhere, or twice.
    for function in ["fourth", "fifth", "sixth"] {
        assert_eq!(
            field(function, Member::Named(format_ident!("a"))),
            None,
            "{function}"
        );
    }
    let declarations = around("mean").expect("it is found");
    assert!(declarations.alias("Other").is_none());
    assert!(declarations.alias("Once").is_none());
    assert!(declarations.function("make").is_none());
    // What a macro makes, and what a function declares, stands nowhere.
    assert!(around("made").is_none());
    assert!(around("seventh").is_none());
}

#[test]
fn aliases_and_functions_are_those_of_the_module() {
    let declarations = around("mean").expect("it is found");
    let alias = declarations.alias("Real").expect("it is one");
    assert_eq!(alias.to_token_stream().to_string(), "f64");
    let mean = declarations.function("mean").expect("it is one");
    assert_eq!(mean.output.to_token_stream().to_string(), "-> Real");
}

#[test]
fn a_text_that_does_not_close_declares_nothing() {
    for text in ["struct S { a: u8", "/* struct S;", "r#\"", "\"", ")"] {
        assert!(tokens::tokens(text).is_none(), "{text}");
    }
    let lines = "fn a() {}\n'x'; '\\''; b'\\\\'; 'a: loop {}\n r#fn; 1.0e3 \u{e9}t\u{e9}\n";
    let tokens = tokens::tokens(lines).expect("it closes");
    assert_eq!(tokens.last().map(|token| token.line), Some(3));
    assert!(tokens.last().is_some_and(|token| token.is("\u{e9}t\u{e9}")));
}
