//! Workers without annotations infer their types when bound, in every form that users write.

use fuse_runtime::{
    bind, bind_ref, bind_two, bind_two_refs, inner_item_of, item_of, pair_of, payload_of,
    referent_of, ret_of, ret_of_ref, ret_of_two, ret_of_two_refs, witness_of_value,
};
use std::marker::PhantomData;

fn names() -> Vec<String> {
    vec!["fuse".to_owned(), "loops".to_owned()]
}

#[test]
fn closures_without_annotations_infer() {
    let names = names();
    let driver = names.iter().enumerate();
    let element = item_of(&driver);
    let worker = bind(element, |(index, name)| name.len() + index);
    let lengths: Vec<usize> = driver.map(worker).collect();
    assert_eq!(lengths, [4, 6]);

    let driver = lengths.iter();
    let mut worker = bind(item_of(&driver), |&length| length.pow(2));
    assert_eq!(driver.map(&mut worker).collect::<Vec<_>>(), [16, 36]);
}

#[test]
fn results_are_the_next_elements() {
    let names = names();
    let driver = names.iter();
    let first_witness = item_of(&driver);
    let first = bind(first_witness, |name| name.trim());
    let second_witness = ret_of(first_witness, &first);
    let second = bind(second_witness, |name| name.chars().rev());
    let third_witness = inner_item_of(ret_of(second_witness, &second));
    let third = bind(third_witness, |letter| letter.to_ascii_uppercase());
    let shouted: String = driver.map(first).flat_map(second).map(third).collect();
    assert_eq!(shouted, "ESUFSPOOL");
}

#[test]
fn move_closures_functions_and_mutation_bind() {
    let names = names();
    let prefix = String::from("x");
    let driver = names.iter();
    let element = item_of(&driver);
    let mut prefixed = bind(element, move |name| format!("{prefix}{name}"));
    let length = bind(element, String::len);
    let mut calls = 0;
    let mut count = bind(element, |name| {
        calls += 1;
        name.is_empty()
    });
    for name in driver {
        assert_eq!(prefixed(name).len(), length(name) + 1);
        assert!(!count(name));
    }
    assert_eq!(calls, 2);
}

#[test]
fn higher_ranked_workers_look_at_locals() {
    let names = names();
    let driver = names.into_iter();
    let element = item_of(&driver);
    let mut keep = bind_ref(element, |name| name.len() > 4);
    let length = bind_ref(element, String::len);
    let mut compare = bind_two_refs(element, |a, b| a.len().cmp(&b.len()));
    let _: PhantomData<bool> = ret_of_ref(element, &keep);
    let _: PhantomData<std::cmp::Ordering> = ret_of_two_refs(element, &compare);
    let mut kept = Vec::new();
    for name in driver {
        let copy = name.clone();
        assert!(compare(&copy, &name).is_eq());
        assert_eq!(length(&copy), copy.len());
        if keep(&name) {
            kept.push(name);
        }
    }
    assert_eq!(kept, ["loops"]);

    // A filter over references: the predicate sees a reference to a reference.
    let driver = kept.iter();
    let mut short = bind_ref(item_of(&driver), |name| name.len() < 5);
    assert_eq!(driver.filter(|name| short(name)).count(), 0);
}

#[test]
fn folds_bind_with_a_literal_accumulator() {
    let xs = [1_u8, 2, 3];
    let driver = xs.iter();
    let mut total = 0;
    let element = item_of(&driver);
    let mut add = bind_two(witness_of_value(&total), element, |total, x| {
        total + u64::from(*x)
    });
    let _: PhantomData<u64> = ret_of_two(witness_of_value(&total), element, &add);
    for x in driver {
        total = add(total, x);
    }
    assert_eq!(total, 6);
}

#[test]
fn witnesses_follow_the_adapters() {
    let xs = [1_u8, 2];
    let names = names();
    let byte: PhantomData<u8> = referent_of(item_of(&xs.iter()));
    let pair: PhantomData<(u8, &String)> = pair_of(byte, item_of(&names.iter()));
    let parsed = bind(pair, |(_, name)| name.parse().ok());
    let _: PhantomData<u32> = payload_of(ret_of(pair, &parsed));
}
