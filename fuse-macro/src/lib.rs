//! The procedural macro of loopfuse: a shell around [`fuse_compiler`], which is an ordinary
//! library and holds everything that there is to read.
//!
//! Use the macro through the facade crate `loopfuse`: it also holds the runtime that expansions
//! call, under the path that they name.

use fuse_compiler::{Place, Text};
use proc_macro::{TokenStream, TokenTree};

/// Fuses the iterator chains of a function into as few loops as possible.
///
/// The attribute stands on a function or method with a body, in any block. Inside, write what you
/// would write anyway: the chains of `std::iter`. Chains that go over the same data share a loop,
/// and an array that is only built to be read again is never built.
///
/// ```ignore
/// use loopfuse::fuse;
///
/// #[fuse]
/// fn spread(xs: &[f64]) -> f64 {
///     let sum: f64 = xs.iter().sum();
///     let squares: Vec<f64> = xs.iter().map(|x| x * x).collect();
///     let square_sum: f64 = squares.iter().sum();
///     let mean = sum / xs.len() as f64;
///     square_sum / xs.len() as f64 - mean * mean
/// }
/// ```
///
/// Three loops and an array as written; one loop and no array as compiled.
///
/// # The erasure law
///
/// Deleting the attribute changes neither whether the program compiles nor what it computes. Where
/// the compiler is not sure, it leaves the statement as written, and [`explain`](#explain) says
/// why.
///
/// *Promised*: values, to the bit, floats included (NaN as a class); the order of effects outside
/// workers (the closures of a chain); when values that you can see are dropped; a program that
/// panics still panics, and one that does not, does not.
///
/// *Not promised*: which of two panics comes first; how many values exist, and in which order they
/// are dropped, when a panic unwinds, and what a field or an operator of a hidden type did behind a
/// chain that panicked; how often std evaluates the left side of a `zip` past the end, and whether it
/// asks for a `size_hint`; the addresses of the elements of an array that is not built; what a `&mut`
/// place holds after an unwinding panic; allocation failure; timing.
///
/// *Assumed*: what a worker applies to the element (functions, methods, operators, `Deref`, `Clone`) has
/// no effect, unless its name or its arguments say otherwise (a captured `FnMut`, `lock`, `send`,
/// `next`, ...); and a method named as std names those that return iterators (`iter`, `keys`, `lines`,
/// ...) does return one.
///
/// Nothing is assumed of what runs where the program as written does not run it: a map for elements that
/// a filter drops, both sides of `&&`, what nobody reads. That needs types that show that it cannot
/// fail, or a question that rustc answers when it compiles the expansion.
///
/// Two exceptions to the law: an array that is not built, that a fused loop pushes to, or that it
/// reads block by block, must be a `Vec` of std's, and a type named like a primitive number that a
/// fused loop adds up must be one, made of numbers unless the file shows `impl Sum<Money> for f64`. A function in which it is not does not compile.
///
/// # What is recognised
///
/// Chains of a source, adapters and a consumer, wherever the statement evaluates them exactly once
/// and in order: in a `let`, a tail, an operand, an argument, a condition, a field, before `?`. So are
/// `for` loops and `for_each` whose body does nothing but write what stands outside (`sum += x`,
/// `out.push(x)`, `counts[i] += 1`), loops and chains over the element among it, and those that change an array in place.
///
/// Intermediate arrays are those whose type is visible: parameters, annotated `let`s,
/// `collect::<Vec<_>>()`. An array that is only iterated, or asked for its length, is not built.
///
#[doc = include_str!("recognised.md")]
///
/// Everything else stays as written and keeps its meaning and its place.
///
/// # Chains of rayon's
///
/// With the feature `parallel` (default), chains that start at `par_iter()`, `par_chunks(n)`,
/// `par_chunks_exact(n)` or `par_windows(n)` of an array, or at `into_par_iter()` of a `Vec`, a
/// shared reference or an integer range, are fused with each other: `map`, `filter`, `filter_map`,
/// `copied`, `cloned`, `enumerate`, `zip`, `with_min_len` and `with_max_len` of a constant; `collect`
/// into a `Vec`, `sum`, `product`, `count`, the `min` and `max` family, `reduce(|| identity, operator)`,
/// `fold(|| identity, worker)` with `reduce`, `sum` or `product` behind it, `unzip`, `partition`.
/// Deleting the attribute leaves ordinary rayon code. A chain of rayon's and one of std's never share
/// a loop.
///
/// *Promised*: what is collected stands in the order of the elements, and what is computed depends
/// on the elements and their number alone, never on the threads: a sum of floats has the same bits
/// for one thread and for sixty-four, in every run. Nor does it matter whether an array is built: what was
/// filtered or nested (`filter`, `filter_map`, `flat_map`, filters of filters) is cut where the loop was
/// that filtered it, at the boundaries of the array that the first of these loops ran over, be it in the
/// same loop or in memory before it. An array is cut by its own length if it comes from elsewhere: from
/// outside of the block, from a statement that is no chain, from a chain on one thread, from `partition`, or
/// if it is `mut` and a statement between may change it. Where ranges are cut may change in a minor version.
/// Rayon's own sum promises less, so that one alone becomes such a loop too; the two differ by rounding.
///
/// Short loops stay on one thread, if their workers are visibly cheap. A worker that calls a function
/// may take any time, so that the elements are spread as rayon would spread them; `with_min_len` decides
/// otherwise, for all chains of the block that run over the same arrays or over what is made of them. Two
/// loops that follow each other, borrow their arrays and add up floats, and of which neither needs the
/// other, run at once where each is too short for several ranges and both together are not.
///
/// # Options
///
/// Separated by commas, each at most once: `#[fuse(explain, loops = 2)]`. An unknown, repeated or
/// malformed option is a compile error at that option.
///
/// ## `explain`
///
/// Prints the report while the function is compiled: the program in normal form, the sizes of its
/// arrays, which chains could not share a loop and why, the loops and the arrays that are left,
/// and what stays as written and why. The environment variable `FUSE_EXPLAIN=1` does the same for
/// every function of a build; cargo does not rebuild for it, the option does.
///
/// ```ignore
/// #[fuse(explain)]
/// fn total(xs: &[f64]) -> f64 { xs.iter().map(|x| x * x).sum() }
/// ```
///
/// ## `loops = N`
///
/// A compile error, at the option and at each chain that is in the way, unless the function comes out with exactly `N` loops: those
/// that chains were fused into, and every chain and `for` left as written. A loop inside a loop
/// that `flat_map` makes does not count again. So a change that costs a pass over the data does
/// not go unnoticed.
///
/// ```ignore
/// #[fuse(loops = 1)]
/// fn extent(xs: &[i64]) -> i64 {
///     let least = xs.iter().copied().fold(i64::MAX, i64::min);
///     let greatest = xs.iter().copied().fold(i64::MIN, i64::max);
///     greatest - least
/// }
/// ```
///
/// ## `strategy = "..."`
///
/// How the chains that share a loop are chosen. For comparison; the default is the one to use.
///
/// - `"unfused"`: every chain is its own loop, as std runs it.
/// - `"stream"`: a chain that is read once is fused into its reader, and nothing else.
/// - `"imperative"`: only loops that run the same number of times are fused.
/// - `"optimal"` (default): the least under the cost.
/// - `"ilp"`: the least under the cost, by the integer linear program of the paper alone, up to a thousand rows of it; what it
///   proves is a second opinion on the search. With the feature `ilp` (default).
///
/// ## `cost = "..."`
///
/// What the optimal strategy makes least.
///
/// - `"traffic"` (default): what memory sees, that is arrays written and read, then arrays, then
///   loops.
/// - `"paper"`: the objective of *Amos Robinson, Ben Lippmeier, Gabriele Keller: Fusing filters
///   with integer linear programming*.
///
/// ## `limit = N`
///
/// How long the best loops are looked for, in steps and never in seconds: at the same limit a function
/// comes out the same on every machine. `N` is how many states of the search may be looked at for each
/// connected part of a function; the default is 200000, some seconds at the most, which a
/// function of fifty chains that read each other's results very seldom needs. Where the search ends
/// there, the best that it found is what is compiled, and the report says how far it is from the
/// least at the most.
///
/// ```ignore
/// #[fuse(limit = 1000000)]
/// fn large(xs: &[f64]) -> Vec<f64> { /* a hundred chains */ }
/// ```
///
/// ## `reassociate`
///
/// Floats may be added and multiplied in another order: `sum()` and `product()` of floats that share a
/// loop, over arrays, by operators alone, run in a fixed number of lanes. The result differs from the
/// plain chain's by rounding, and is the same on every run and every machine. The one option that
/// gives up that nothing changes.
///
/// ```ignore
/// #[fuse(reassociate)]
/// fn moments(xs: &[f64]) -> (f64, f64) {
///     let sum: f64 = xs.iter().sum();
///     let squares: f64 = xs.iter().map(|x| x * x).sum();
///     (sum, squares)
/// }
/// ```
///
/// ## `parallel`
///
/// Every chain of the function that can be runs on several threads: over arrays, `Vec`s by value, integer
/// ranges, `chunks`, `chunks_exact` and `windows`, through the adapters that are steps of a loop,
/// into a `Vec`, `sum`, `product`, `count`, the `min` and `max` family, `unzip`, `partition`; and into a
/// `fold` or a `reduce` whose worker visibly is an associative operator on primitive numbers or `bool`,
/// with the accumulator nowhere else: `acc + f(x)`, `acc * f(x)`, `acc.min(f(x))`, `f64::max`,
/// `acc.wrapping_add(f(x))`, `&`, `|`, `^`, `&&` and `||` if `f` visibly cannot panic, or a tuple of these. `any`
/// and `all`, if no worker of theirs can panic, visibly, look at the first range before the others. Loops over
/// `iter_mut()` that change their elements and nothing else are divided too. A
/// `scan` over a float that is added to, multiplied or compared (`scan(0.0, |s, x| { *s += f(x); Some(*s) })`,
/// `*s = (*s).max(f(x))`), with nothing but `collect` behind it, is one too: each range begins
/// with the identity, and a second pass adds what stands before it, so that `f` runs once for each element;
/// what reads the array is a loop of its own. Scans of integers wait for memory, and stay on one thread. All
/// others run as without the option, and [`explain`](#explain) says why.
///
/// What is promised of [chains of rayon's](#chains-of-rayons) is promised here: the result may differ
/// from the plain chain's by the rounding of a reordered sum, and depends on no thread. Sums and products
/// of integers overflow where the plain ones do, whatever a range adds up to: in builds with
/// `debug_assertions` they panic there, in others they wrap. (With `overflow-checks` but without
/// `debug_assertions`, what overflows may wrap and not panic; what does not is the same.) A loop whose
/// elements, results or captures are not `Send` and `Sync`, or not known to be, stays on one thread. Loops of less than 65,536 elements stay on one
/// thread unless `min_len` says otherwise. An option like `reassociate`: it gives up that nothing
/// changes. An error without the feature `parallel`.
///
/// ```ignore
/// #[fuse(parallel)]
/// fn moments(xs: &[f64]) -> (f64, f64) {
///     let sum: f64 = xs.iter().sum();
///     let squares = xs.iter().fold(0.0, |acc, x| acc + x * x);
///     (sum, squares)
/// }
/// ```
///
/// ## `baseline`
///
/// Loops run with the instructions that the crate is compiled for. Without it, a loop that is done on several elements at once
/// runs compiled for AVX2 where the machine has that, if there are 128 elements or more; the results have the same bits. A crate
/// that is compiled for AVX2, or for the machine (`-C target-cpu=native`), has one version anyway, as it has without the feature
/// `parallel`.
///
/// ## `min_len = N`
///
/// How many elements a range of a parallel loop has at least, where no `with_min_len` says so: for
/// workers that take long. Part of the function's text, so that results still depend on no thread.
///
/// ```ignore
/// #[fuse(parallel, min_len = 16)]
/// fn distances(files: &[Image], to: &Image) -> Vec<f64> {
///     files.iter().map(|file| distance(file, to)).collect()
/// }
/// ```
///
/// ## `chunked = Name`
///
/// Leaves the function as it is and adds a type `Name`, which is `loopfuse::chunked::Chunked`: the function as rounds over chunks of
/// its slices, for arrays that do not fit in memory or lie in several places. Neither how they are cut nor in which order parts are
/// merged shows in a bit of a result: floats are added by `loopfuse::chunked::FloatSum`. What cannot be cut (scans, windows, products,
/// elements in another order) is an error at the chain.
///
/// ```ignore
/// #[fuse(chunked = Mean)]
/// fn mean(xs: &[f64]) -> f64 {
///     xs.iter().sum::<f64>() / xs.len() as f64
/// }
///
/// let file = &mut Numbers::<f64>::open("measured.f64", 1 << 18)?;
/// let mean = drive(Mean::new(), file, |_, ()| Ok(()), |_| {})?.output();
/// ```
///
/// ## `crate = path`
///
/// Where `loopfuse` is to be found, for a crate that renames it or gets it through another. A
/// path, bare or in a string.
///
/// ```ignore
/// #[other::loopfuse::fuse(crate = other::loopfuse)]
/// fn total(xs: &[f64]) -> f64 { xs.iter().sum() }
/// ```
///
/// # Errors
///
/// A compile error that says what is allowed if the attribute stands on anything but a function
/// with a body, if an option is at fault, or if `loops = N` does not hold. The item is there all
/// the same, so that no other error follows from it.
#[proc_macro_attribute]
pub fn fuse(options: TokenStream, item: TokenStream) -> TokenStream {
    // An editor that asks for an expansion wants to complete, rename and follow what the user wrote.
    if std::env::var_os("RUST_ANALYZER_INTERNALS_DO_NOT_USE").is_some() {
        return item;
    }
    let expand = || fuse_compiler::expand_at(place(&item), options.into(), item.clone().into());
    // Where a defect of ours is to be seen: the build of this repository.
    if std::env::var_os("FUSE_PANIC").is_some_and(|value| value == "1") {
        return expand().into();
    }
    fuse_compiler::without_panic(expand).map_or_else(
        |defect| {
            let name = name(&item).map(|name| format!(" `{name}`"));
            eprintln!(
                "#[fuse] leaves{} as written: {defect}",
                name.unwrap_or_default()
            );
            item.clone()
        },
        TokenStream::from,
    )
}

/// The name of the function.
fn name(item: &TokenStream) -> Option<TokenTree> {
    let is_fn =
        |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word.to_string() == "fn");
    let tokens = item.clone().into_iter();
    tokens.skip_while(|token| !is_fn(token)).nth(1)
}

/// Where the name of the function stands.
fn place(item: &TokenStream) -> Option<Place> {
    let span = name(item)?.span();
    Some(Place {
        file: span.file(),
        line: span.line(),
        text: span.local_file().map_or(Text::Unknown, Text::File),
    })
}
