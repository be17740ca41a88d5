use loopfuse::fuse;

#[fuse]
fn marked(xs: &[i64], mark: String) -> (Vec<String>, String) {
    let ys: Vec<String> = xs.iter().map(move |x| format!("{mark}{x}")).collect();
    (ys, mark)
}

fn main() {
    let _ = marked(&[], String::new());
}
