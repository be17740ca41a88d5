//! A cluster → all its partitions into passes that respect its order, and each of them as a loop over blocks.

/// How many elements a block has.
const BLOCK: usize = 512;

/// A chain as a part of a loop: the arrays that it reads, what is declared, and what is done for an element.
pub(crate) struct Part {
    /// The chains that store what it reads.
    pub(crate) after: Vec<usize>,
    /// Names of the arrays that it reads.
    pub(crate) reads: Vec<String>,
    /// The array that it stores for each element, and its type.
    pub(crate) stores: Option<(String, &'static str)>,
    /// Declarations before the loop.
    pub(crate) declared: String,
    /// What is done for an element `x`, and `y` of the second array that it reads.
    pub(crate) step: String,
    /// Its result.
    pub(crate) result: String,
}

/// The chains of each pass, in an order in which they can run; all such partitions.
pub(crate) fn partitions(parts: &[Part]) -> Vec<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    grow(parts.len(), &mut Vec::new(), &mut |passes| {
        if let Some(passes) = in_order(parts, passes) {
            found.push(passes);
        }
    });
    found
}

fn grow(count: usize, of: &mut Vec<usize>, take: &mut dyn FnMut(&[usize])) {
    if of.len() == count {
        return take(of);
    }
    let next = of.iter().max().map_or(0, |most| most + 1);
    for pass in 0..=next {
        of.push(pass);
        grow(count, of, take);
        of.pop();
    }
}

fn in_order(parts: &[Part], of: &[usize]) -> Option<Vec<Vec<usize>>> {
    let count = of.iter().max()? + 1;
    let mut left = (0..count).collect::<Vec<_>>();
    let mut passes = Vec::new();
    while !left.is_empty() {
        let waits = |pass: usize| {
            let chains = (0..of.len()).filter(move |chain| of[*chain] == pass);
            let mut after = chains.flat_map(|chain| &parts[chain].after);
            after.any(|before| of[*before] != pass && left.contains(&of[*before]))
        };
        let next = left.iter().position(|pass| !waits(*pass))?;
        let pass = left.remove(next);
        passes.push((0..of.len()).filter(|chain| of[*chain] == pass).collect());
    }
    Some(passes)
}

/// A function that runs such passes.
pub(crate) fn function(signature: &str, parts: &[Part], passes: &[Vec<usize>]) -> String {
    let mut text =
        format!("#[inline(never)] pub fn {signature} {{ let n = a.len(); let b = &b[..n];\n");
    for part in parts {
        text += &part.declared;
        if let Some((name, ty)) = &part.stores {
            text += &format!(
                "let mut {name}: Vec<{ty}> = Vec::with_capacity(n); unsafe {{ {name}.set_len(n) }};\n"
            );
        }
    }
    // One pass needs no blocks.
    let block = if passes.len() == 1 {
        "n.max(1)".to_owned()
    } else {
        BLOCK.to_string()
    };
    text += &format!("let mut at = 0; while at < n {{ let m = {block}.min(n - at);\n");
    for pass in passes {
        let stored = |name: &String| {
            pass.iter().any(|chain| {
                parts[*chain]
                    .stores
                    .as_ref()
                    .is_some_and(|(of, _)| of == name)
            })
        };
        let mut read: Vec<&String> = Vec::new();
        for name in pass.iter().flat_map(|chain| &parts[*chain].reads) {
            if !stored(name) && !read.contains(&name) {
                read.push(name);
            }
        }
        text += "{ ";
        for name in &read {
            text += &format!("let {name}_b = &{name}[at..][..m]; ");
        }
        for chain in pass {
            if let Some((name, _)) = &parts[*chain].stores {
                text += &format!("let {name}_b = &mut {name}[at..][..m]; ");
            }
        }
        text += "for k in 0..m { ";
        for name in &read {
            text += &format!("let {name} = {name}_b[k]; ");
        }
        for chain in pass {
            let part = &parts[*chain];
            text += &part.step;
            if let Some((name, _)) = &part.stores {
                text += &format!(" {name}_b[k] = {name};");
            }
            text += "\n";
        }
        text += "} }\n";
    }
    let results = parts
        .iter()
        .map(|part| part.result.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    text + &format!("at += m; }} ({results},) }}\n")
}
