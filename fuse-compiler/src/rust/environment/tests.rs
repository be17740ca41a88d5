use super::*;
use quote::ToTokens as _;
use syn::{ItemFn, Stmt};

fn at_end(function: &str) -> Environment {
    let function: ItemFn = syn::parse_str(function).unwrap();
    let mut env = Environment::of_signature(&function.sig);
    for stmt in &function.block.stmts {
        if let Stmt::Local(local) = stmt {
            env.bind_local(local);
        }
    }
    env
}

fn type_text(env: &Environment, name: &str) -> Option<String> {
    env.type_of(name).map(|ty| ty.to_token_stream().to_string())
}

#[test]
fn later_entries_shadow_and_scopes_end() {
    let mut env = at_end("fn f(x: f64) {}");
    let scope = env.enter();
    env.push_unknown("x", false);
    assert_eq!(env.sharing("x"), Sharing::Hidden);
    env.leave(scope);
    assert_eq!(env.sharing("x"), Sharing::Deep);
}

#[test]
fn patterns_of_parameters_show_types() {
    let env = at_end(
        "fn f((a, mut b): (f64, Vec<u8>), &(ref c, d): &(i32, i32), (e, g): &mut (u8, u8)) {}",
    );
    assert_eq!(type_text(&env, "a").as_deref(), Some("f64"));
    assert_eq!(type_text(&env, "b").as_deref(), Some("Vec < u8 >"));
    assert_eq!(type_text(&env, "c").as_deref(), Some("& i32"));
    assert_eq!(type_text(&env, "d").as_deref(), Some("i32"));
    assert_eq!(
        type_text(&env, "e").as_deref(),
        Some("& mut u8"),
        "match ergonomics"
    );
    assert!(env.lookup("b").unwrap().mutable);
}

#[test]
fn lets_show_types() {
    let env = at_end(
        "fn f(xs: &[f64], p: (u8, char)) {
            let n = xs.len();
            let x = xs[0] * 2.0;
            let y = p.1;
            let z = n as f64;
            let v = xs.iter().copied().collect::<Vec<f64>>();
            let u = load();
            let r = &u;
            let k = u.scale * 2.0;
            let i = f64::INFINITY;
            let c = Meters::ZERO;
        }",
    );
    for (name, ty) in [
        ("n", "usize"),
        ("x", "f64"),
        ("y", "char"),
        ("z", "f64"),
        ("v", "Vec < f64 >"),
        ("r", "& _"),
        ("i", "f64"),
    ] {
        assert_eq!(type_text(&env, name).as_deref(), Some(ty), "{name}");
    }
    assert_eq!(
        type_text(&env, "k"),
        None,
        "a user's `Mul` gives what it likes"
    );
    assert!(!env.may_reborrow("k"), "but no name to reborrow");
    assert_eq!(type_text(&env, "u"), None);
    assert!(env.may_reborrow("u"));
    assert_eq!(type_text(&env, "c"), None);
}

#[test]
fn what_is_visibly_shared() {
    let env = at_end(
        "fn f<T, C: Copy>(a: &Foo, b: Foo, mut c: f64, d: &mut Foo, e: T, g: &Cell<i32>, h: (u8, &mut u8),
            i: impl Fn(), j: &'static str, k: Vec<f64>, l: Rc<Foo>, m: &&mut Foo, n: Context<Mutex<u8>>) {
            let o = make();
            let (p, q) = make();
            let r: Foo = make();
            let s: _ = make();
        }",
    );
    let deep = ["a", "j", "k", "m"];
    let owned = ["b", "l", "r"];
    for name in deep {
        assert_eq!(env.sharing(name), Sharing::Deep, "{name}");
    }
    for name in owned {
        assert_eq!(env.sharing(name), Sharing::Owned, "{name}");
    }
    for name in [
        "c", "d", "e", "g", "h", "i", "n", "o", "p", "q", "s", "unbound",
    ] {
        assert!(!env.visibly_shared(name), "{name}");
    }
}

#[test]
fn bounds_in_every_place() {
    let env = at_end(
        "fn f<A: Fn(), B, C: FnMut(), D: Copy, E>(a: A, b: B, c: C, d: D, e: &E, g: &mut A, h: unsafe fn())
            where B: Clone + Fn(), E: Send, E: Fn() {}",
    );
    for name in ["a", "b", "e"] {
        assert!(matches!(env.callable(name), Callable::Function), "{name}");
    }
    for name in ["c", "d", "g", "h"] {
        assert!(matches!(env.callable(name), Callable::Unknown), "{name}");
    }
    assert!(matches!(env.callable("unbound"), Callable::Item));
    assert!(env.visibly_fn_mut("c") && !env.visibly_fn_mut("a"));
    assert!(env.visibly_copy(&syn::parse_quote!(D)) && !env.visibly_copy(&syn::parse_quote!(A)));
}

#[test]
fn the_receiver_is_a_name() {
    let shared = |text: &str| at_end(text).sharing("self");
    assert_eq!(shared("fn f(&self) {}"), Sharing::Deep);
    assert_eq!(shared("fn f(&mut self) {}"), Sharing::Hidden);
    assert_eq!(shared("fn f(self) {}"), Sharing::Owned);
    assert_eq!(shared("fn f(mut self) {}"), Sharing::Hidden);
    assert_eq!(shared("fn f(self: &Self) {}"), Sharing::Deep);
}
