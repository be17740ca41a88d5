//! What must not compile, and how the error reads (`tests/README.md` says how to bless).

use std::process::Command;

/// The toolchain that the texts of `tests/ui/rustc` are from.
const BLESSED: &str = "rustc 1.95.";

#[test]
fn errors_read_as_they_should() {
    let cases = trybuild::TestCases::new();
    // Errors of ours: every rustc renders them alike.
    cases.compile_fail("tests/ui/options/*.rs");
    cases.compile_fail("tests/ui/items/*.rs");
    // Errors of rustc's, at the user's own tokens: worded anew by every release.
    if version().starts_with(BLESSED) {
        cases.compile_fail("tests/ui/rustc/*.rs");
    } else {
        eprintln!(
            "tests/ui/rustc is compared under {BLESSED}x only, this is {}",
            version()
        );
    }
}

fn version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.expect("the rustc that compiled this test runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
