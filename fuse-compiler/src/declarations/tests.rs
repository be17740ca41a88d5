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
    pub(crate) a: Vec<f64>,
    e: Vec<T>,
    f: [[Real; 4]; 0x10],
    g: Option<Vec<u8>>,
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
pub fn row() -> [f64; N] { [0.0; N] }
#[cfg(any())]
pub extern "C" fn configured() -> f64 { 0.0 }
macros::made! { struct Made { a: f64 } }
pub fn behind_a_macro() -> u8 { 0 }
struct Parts(#[cfg(any())] u8, f64);
#[repr(packed)]
struct Packed { a: f64 }

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
fn fields_are_of_types_that_mean_the_same_everywhere() {
    let of = |name: &str| field("second", Member::Named(format_ident!("{name}")));
    assert_eq!(of("a").as_deref(), Some("Vec < f64 >"));
    assert_eq!(of("f").as_deref(), Some("[[f64 ; 4] ; 0x10]"));
    assert_eq!(of("g").as_deref(), Some("Option < Vec < u8 > >"));
    // Of a parameter, of a length that is a name, configured away, of a reference, not there.
    for none in ["e", "b", "c", "d", "h"] {
        assert_eq!(of(none), None, "{none}");
    }
    let second = Member::Unnamed(1.into());
    assert_eq!(field("third", second).as_deref(), Some("Vec < u8 >"));
}

#[test]
fn an_impl_adds_its_generics() {
    let declarations = around("first").expect("it is found");
    let generics = declarations.generics().expect("it is a method");
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
    for name in ["Other", "Once", "Missing"] {
        assert!(declarations.alias(name).is_none(), "{name}");
    }
    for name in ["make", "row", "configured", "missing"] {
        assert!(declarations.returned_by(name).is_none(), "{name}");
    }
    let of = |name: &str, member: Member| {
        let name = format_ident!("{name}");
        declarations.field(&syn::parse_quote!(#name), &member)
    };
    assert!(of("Parts", Member::Unnamed(1.into())).is_none());
    assert!(of("Packed", Member::Named(format_ident!("a"))).is_none());
    assert!(of("Made", Member::Named(format_ident!("a"))).is_none());
    // What a macro makes, and what a function declares, stands nowhere.
    assert!(around("made").is_none());
    assert!(around("seventh").is_none());
}

#[test]
fn methods_are_those_that_rustc_finds_first() {
    let text = "
struct Point { x: f64 }
enum Side { Left(u8), Right { at: f64 } }
struct Held(Side);
impl Point {
    fn norm(&self) -> f64 { 0.0 }
    fn taken(self) -> u8 { 0 }
    #[cfg(test)] fn configured(&self) -> f64 { 0.0 }
}
impl Clone for Point { fn clone(&self) -> Self { Point { x: self.x } } }
impl Side { fn size(&self) -> usize { 0 } }
fn here() {}";
    let place = Place {
        file: String::new(),
        line: 12,
        text: Text::Is(text.into()),
    };
    let declarations = Declarations::around(&place, &syn::parse_quote!(fn here()));
    let declarations = declarations.expect("it is found");
    let given = |of: &str, name: &str| {
        let of = syn::parse_str(of).expect("it is a type");
        let given = declarations.returned_by_method_of(&of, name);
        given.map(|ty| ty.to_token_stream().to_string())
    };
    assert_eq!(given("&Point", "norm").as_deref(), Some("f64"));
    assert_eq!(given("Point", "taken").as_deref(), Some("u8"));
    assert_eq!(given("&Side", "size").as_deref(), Some("usize"));
    // A trait may have one that takes the point itself.
    assert_eq!(given("Point", "norm"), None);
    for name in ["configured", "clone", "missing"] {
        assert_eq!(given("&Point", name), None, "{name}");
    }
    let of = declarations.structure(&syn::parse_quote!(Held));
    assert_eq!(of.map(|of| of.parts.len()), Some(2));
}

#[test]
fn aliases_and_functions_are_those_of_the_module() {
    let declarations = around("mean").expect("it is found");
    let text = |ty: Option<Type>| ty.map(|ty| ty.to_token_stream().to_string());
    assert_eq!(text(declarations.alias("Real")).as_deref(), Some("f64"));
    assert_eq!(
        text(declarations.returned_by("mean")).as_deref(),
        Some("f64")
    );
    assert_eq!(
        text(declarations.returned_by("behind_a_macro")).as_deref(),
        Some("u8")
    );
}

#[test]
fn two_functions_of_one_name_on_one_line_are_not_told_apart() {
    let place = |text: &str| Place {
        file: String::new(),
        line: 1,
        text: Text::Is(text.into()),
    };
    let function: Signature = syn::parse_quote!(fn f(&self));
    let one = "struct A { a: f64 } impl A { fn f(&self) {} }";
    assert!(Declarations::around(&place(one), &function).is_some());
    let two = "struct A { a: f64 } impl A { fn f(&self) {} } mod m { impl B { fn f(&self) {} } }";
    assert!(Declarations::around(&place(two), &function).is_none());
}

#[test]
fn a_method_is_told_of_where_it_takes_self_alike() {
    let text = "struct A { a: f64 }
impl A {
    fn f(&self) {}
    fn g(&mut self) {}
    fn shared(&self) -> f64 { 0.0 }
    fn changing(&mut self) -> u8 { 0 }
}";
    let returned = |line, function: Signature, method: &str| {
        let place = Place {
            file: String::new(),
            line,
            text: Text::Is(text.into()),
        };
        let declarations = Declarations::around(&place, &function).expect("it is found");
        declarations.returned_by_method(method).is_some()
    };
    let (f, g): (Signature, Signature) = (
        syn::parse_quote!(fn f(&self)),
        syn::parse_quote!(fn g(&mut self)),
    );
    assert!(returned(3, f.clone(), "shared"));
    assert!(!returned(3, f, "changing"));
    assert!(returned(4, g.clone(), "changing"));
    // A trait of `&mut self` would come first.
    assert!(!returned(4, g, "shared"));
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
