use super::*;
use crate::rust::environment::Environment;

fn ty(text: &str) -> Type {
    syn::parse_str(text).unwrap()
}

fn env() -> Environment {
    let function: syn::ItemFn = syn::parse_str("fn f<T, C: Copy, String>() {}").unwrap();
    let mut env = Environment::of_signature(&function.sig);
    env.hide_type("Box");
    env
}

#[test]
fn arrays_and_how_they_are_held() {
    let env = Environment::default();
    let array = |text: &str| {
        env.array_of(&ty(text)).map(|array| {
            (
                array.owner,
                array.element.to_token_stream().to_string(),
                array.by,
            )
        })
    };
    let f64 = || "f64".to_owned();
    assert_eq!(array("&[f64]"), Some((Owner::Slice, f64(), By::Shared)));
    assert_eq!(
        array("&'a mut [f64]"),
        Some((Owner::Slice, f64(), By::Mutable))
    );
    assert_eq!(array("Vec<f64>"), Some((Owner::Vec, f64(), By::Owned)));
    assert_eq!(
        array("std::vec::Vec<f64>"),
        Some((Owner::Vec, f64(), By::Owned))
    );
    assert_eq!(array("&&(Vec<f64>)"), Some((Owner::Vec, f64(), By::Shared)));
    assert_eq!(
        array("&&mut [f64]"),
        Some((Owner::Slice, f64(), By::Shared))
    );
    assert_eq!(array("Box<[f64]>"), Some((Owner::Box, f64(), By::Owned)));
    let length: Expr = syn::parse_quote!(N + 1);
    assert_eq!(
        array("[f64; N + 1]"),
        Some((Owner::Array(Box::new(length)), f64(), By::Owned))
    );
    for text in [
        "[f64]",
        "Vec<f64, A>",
        "Vec<'a>",
        "Vec",
        "my::Vec<f64>",
        "Box<Vec<f64>>",
        "Box<f64>",
        "&mut &[f64]",
        "HashSet<f64>",
        "<V as Tr>::Vec<f64>",
        "Rc<[f64]>",
        "_",
    ] {
        assert_eq!(array(text), None, "{text}");
    }
}

#[test]
fn a_type_parameter_or_an_item_hides_std() {
    let env = env();
    assert!(!env.visibly_plain(&ty("String")));
    assert!(!env.visibly_plain(&ty("Box<f64>")));
    assert!(env.array_of(&ty("Box<[f64]>")).is_none());
}

#[test]
fn primitives_by_name() {
    let env = Environment::default();
    assert_eq!(env.primitive(&ty("(u8)")), Some(Primitive::Unsigned));
    assert_eq!(
        env.primitive(&ty("std::primitive::f32")),
        Some(Primitive::Float)
    );
    assert_eq!(env.primitive(&ty("my::f32")), None);
    assert_eq!(env.primitive(&ty("&f64")), None);
    assert_eq!(env.primitive_number(&ty("bool")), None);
    assert_eq!(env.primitive_number(&ty("isize")), Some(Primitive::Signed));
}

#[test]
fn plain_copy_and_owned_differ() {
    let env = env();
    // (type, plain, copy, owned)
    for (text, plain, copy, owned) in [
        ("f64", true, true, true),
        ("()", true, true, true),
        ("(f64, [char; 3])", true, true, true),
        ("&T", true, true, false),
        ("&mut T", false, false, false),
        ("Vec<f64>", true, false, true),
        ("Option<Vec<&str>>", true, false, false),
        ("Vec<Rc<f64>>", false, false, true),
        ("HashMap<u8, f64>", false, false, true),
        ("T", false, false, false),
        ("C", false, true, false),
        ("Point", false, false, false),
        ("Vec<_>", false, false, false),
        ("Guard<'a>", false, false, false),
        ("Option<Guard>", false, false, false),
        ("fn(f64) -> f64", false, true, false),
        ("dyn Tr", false, false, false),
        ("impl Tr", false, false, false),
    ] {
        let ty = ty(text);
        let seen = (
            env.visibly_plain(&ty),
            env.visibly_copy(&ty),
            env.visibly_owned(&ty),
        );
        assert_eq!(seen, (plain, copy, owned), "{text}");
    }
}

#[test]
fn what_changes_through_a_shared_reference() {
    for text in [
        "Cell<i32>",
        "&Arc<Mutex<u8>>",
        "[AtomicU8; 3]",
        "std::sync::mpsc::Sender<u8>",
        "&dyn FnMut()",
    ] {
        assert!(mentions_interior_mutability(&ty(text)), "{text}");
    }
    assert!(!mentions_interior_mutability(&ty("&Vec<Point>")));
}
