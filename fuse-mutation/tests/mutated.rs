//! A fixed number of mutated functions; `examples/mutate.rs` and the fuzz target run millions.

use fuse_mutation::{Broken, Choices, STACK, Seeds, Verdict, check, shapes, stream};
use proc_macro2::TokenStream;
use proptest::prelude::*;
use std::sync::LazyLock;
use std::sync::mpsc;
use std::time::Duration;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::of_the_repository);

/// Far more than any one stream needs on any machine, however busy: what takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs in a thread with the stack that rustc gives; `what` says where it hung.
fn on_a_stack_like_rustcs<T: Send + 'static>(
    what: &str,
    run: impl FnOnce() -> T + Send + 'static,
) -> T {
    let (send, receive) = mpsc::channel();
    let thread = std::thread::Builder::new().name(what.to_owned());
    let thread = thread.stack_size(STACK).spawn(move || send.send(run()));
    thread.expect("a thread");
    match receive.recv_timeout(PATIENCE) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what} hangs"),
        Err(mpsc::RecvTimeoutError::Disconnected) => panic!("{what} panics"),
    }
}

fn verdict(
    what: &str,
    choices: impl FnOnce() -> (TokenStream, TokenStream) + Send + 'static,
) -> Result<Verdict, Box<Broken>> {
    on_a_stack_like_rustcs(what, move || {
        let (options, item) = choices();
        check(&options, &item)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    /// Choices as bytes shrink: a byte that is gone or smaller is a milder mutation.
    #[test]
    fn every_mutated_function_keeps_the_laws(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        let text = format!("{bytes:?}");
        let verdict = verdict(&text, move || stream(&SEEDS, &mut Choices::of_bytes(&bytes)));
        prop_assert!(verdict.is_ok(), "{}", verdict.unwrap_err());
    }
}

/// The same streams every time, and they reach the stages behind the parser.
#[test]
fn streams_reach_the_deep_stages() {
    const COUNT: u64 = 600;
    let kept = |number| {
        let name = format!("stream {number}");
        let drawn = move || stream(&SEEDS, &mut Choices::of_seed(number));
        verdict(&name, drawn).unwrap_or_else(|broken| panic!("{name}: {broken}"))
    };
    let verdicts = (0..COUNT).map(kept).collect::<Vec<_>>();
    let parse = verdicts.iter().filter(|verdict| verdict.parses).count();
    let fused = verdicts.iter().filter(|verdict| verdict.fused).count();
    assert!(parse * 100 >= verdicts.len() * 40, "only {parse} parse");
    assert!(fused * 100 >= verdicts.len() * 15, "only {fused} are fused");
}

/// Every function of the repository itself: each keeps the laws, and most are fused.
#[test]
fn the_seeds_keep_the_laws() {
    let kept = |number| {
        let name = format!("function {number} of the repository");
        let taken = move || (TokenStream::new(), SEEDS.get(number));
        verdict(&name, taken).unwrap_or_else(|broken| panic!("{name}: {broken}"))
    };
    let verdicts = (0..SEEDS.len()).map(kept).collect::<Vec<_>>();
    let fused = verdicts.iter().filter(|verdict| verdict.fused).count();
    assert!(fused * 2 > SEEDS.len(), "only {fused} of {}", SEEDS.len());
}

#[test]
fn what_is_deep_overflows_no_stack() {
    for depth in [10, 100, 1_000] {
        for (name, text) in shapes::deep(depth) {
            let verdict = verdict(&format!("{name}, {depth} levels"), move || {
                (
                    TokenStream::new(),
                    text.parse().expect("a shape is made of tokens"),
                )
            });
            if let Err(broken) = verdict {
                panic!("{name}, {depth} levels: {}: {}", broken.law, broken.how);
            }
        }
    }
}

/// So deep that not even a token stream can be printed.
#[test]
fn what_is_far_too_deep_comes_out() {
    for (name, text) in shapes::deep(10_000) {
        for options in ["", "explain = 3", "loops = 1"] {
            let text = text.clone();
            let tokens = on_a_stack_like_rustcs(name, move || {
                let item: TokenStream = text.parse().expect("a shape is made of tokens");
                let options = options.parse().expect("options are made of tokens");
                (
                    item.clone().into_iter().count(),
                    fuse_compiler::expand(options, item).into_iter().count(),
                )
            });
            assert!(tokens.0 <= tokens.1, "{name}: {tokens:?}");
            assert_eq!(
                tokens.0 < tokens.1,
                !options.is_empty(),
                "{name}: {tokens:?}"
            );
        }
    }
}

#[test]
fn what_is_long_does_not_hang() {
    for (name, text) in shapes::long(40) {
        let verdict = verdict(name, move || {
            (
                TokenStream::new(),
                text.parse().expect("a shape is made of tokens"),
            )
        });
        if let Err(broken) = verdict {
            panic!("{name}: {}: {}", broken.law, broken.how);
        }
    }
}
