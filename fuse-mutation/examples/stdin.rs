use std::io::Read;
fn main() {
    let mut s = String::new();
    std::io::stdin().read_to_string(&mut s).unwrap();
    let t: proc_macro2::TokenStream = s.parse().unwrap();
    println!("{}", fuse_compiler::expand(Default::default(), t.clone()));
    match fuse_compiler::analyse(Default::default(), t.clone()) {
        Ok(Some(r)) => println!("{r}"),
        Ok(None) => println!("left"),
        Err(e) => println!("{e}"),
    }
    if let Err(e) = fuse_mutation::check(&Default::default(), &t) {
        println!("BROKEN {}: {}", e.law, e.how)
    }
}
