//! How the time of an expansion grows with the length of a function:
//! `cargo run -p fuse-mutation --example long -- 25 50 100`, with `--profile hunt` or without.

use std::time::Instant;

fn main() {
    let lengths = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok());
    let lengths = lengths.collect::<Vec<usize>>();
    for length in lengths {
        for (name, text) in fuse_mutation::shapes::long(length) {
            let item = text.parse().expect("a shape is made of tokens");
            let start = Instant::now();
            let expansion = fuse_compiler::expand(proc_macro2::TokenStream::new(), item);
            let taken = start.elapsed();
            let size = expansion.to_string().len();
            println!("{length:4} {name:26} {taken:>10.1?} {size:>8} characters");
        }
    }
}
