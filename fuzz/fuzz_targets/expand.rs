//! The fuzzer's bytes are the choices of a mutation; its expansion must keep the laws.

#![no_main]

use fuse_mutation::{Choices, Seeds, check, stream};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static SEEDS: LazyLock<Seeds> = LazyLock::new(Seeds::of_the_repository);

fuzz_target!(
    init: {
        // libFuzzer's hook ends the process at every panic, and the compiler may catch one of its
        // solver. One that is not caught is told by the law.
        std::panic::set_hook(Box::new(|_| {}));
    },
    |bytes: &[u8]| {
        let (options, item) = stream(&SEEDS, &mut Choices::of_bytes(bytes));
        if let Err(broken) = check(&options, &item) {
            eprintln!("{broken}");
            std::process::abort();
        }
    }
);
