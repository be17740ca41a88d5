use fuse_mutation::*;
use proc_macro2::*;
fn main() {
    let seeds = Seeds::of_the_repository();
    let n = seeds.len();
    let (mut p, mut f) = (0, 0);
    for item in seeds.iter() { 
        if let Ok(v) = check(&TokenStream::new(), &item) { p += v.parses as usize; f += v.fused as usize; }
    }
    println!("{n} seeds, {p} parse, {f} fuse");
    for kind in 0..48usize {
        let (mut p, mut f, mut c) = (0, 0, 0);
        for i in 0..600u64 {
            let mut ch = Choices::of_seed(i * 1000 + kind as u64);
            let mut item = seeds.pick(&mut ch);
            if kind < 32 { mutate::tame_kind(kind, &mut item, &seeds, &mut ch); } else { let d = seeds.fragment(&mut ch); mutate::wild_kind(kind - 32, &mut item, &d, &mut ch); }
            c += 1;
            match fuse_compiler::target::parse(&tree::stream(&item)) { Ok(fuse_compiler::target::Target::Function(_)) => p += 1, _ => {} }
            if let Ok(v) = check(&TokenStream::new(), &tree::stream(&item)) { f += v.fused as usize; }
        }
        println!("{kind}: {} {}", p * 100 / c, f * 100 / c);
    }
}
