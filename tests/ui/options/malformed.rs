use loopfuse::fuse;

#[fuse(loops)]
fn no_value() {}

#[fuse(loops = -1)]
fn negative() {}

#[fuse(loops = "2")]
fn a_string() {}

#[fuse(loops = 2 3)]
fn trailing() {}

#[fuse(loops(2))]
fn parentheses() {}

#[fuse(strategy = "optmal")]
fn misspelt() {}

#[fuse(strategy = stream)]
fn no_quotes() {}

#[fuse(cost = "cheap")]
fn no_such_cost() {}

#[fuse(crate = 3)]
fn not_a_path() {}

#[fuse(explain = true)]
fn not_a_flag() {}

#[fuse(explain,, loops = 1)]
fn stray_comma() {}

fn main() {}
