use super::*;

/// Functions of which the table is made here: fewer than a person would take, enough to see it.
const FUNCTIONS: u64 = 300;

fn table() -> Table {
    let mut table = Table::default();
    for seed in 0..FUNCTIONS {
        let function = Function::generate(seed);
        table.add(
            usize::try_from(seed).expect("it is small"),
            &function,
            measure(&function),
        );
    }
    table
}

#[test]
fn at_least_three_of_five_fusible_functions_are_fused() {
    let table = table();
    let total = table.total;
    assert!(total.fusible * 3 > total.functions, "\n{table}");
    assert!(total.percent() >= Some(60), "\n{table}");
}

#[test]
fn counts_are_of_functions_and_percent_of_the_fusible_ones() {
    let mut counts = Counts::default();
    assert_eq!(counts.percent(), None);
    let fused = Some((1, 4));
    for (fusible, loops, saving) in [
        (true, fused, Some(1)),
        (true, Some((2, 2)), Some(2)),
        (false, fused, Some(0)),
        (true, None, None),
    ] {
        counts.add(Measured {
            fusible,
            loops,
            saving,
        });
    }
    assert_eq!(
        counts,
        Counts {
            functions: 4,
            fusible: 3,
            fused: 1,
            saving: 3,
            saved: 1,
        }
    );
    assert_eq!(counts.percent(), Some(33));
    assert_eq!(counts.percent_saved(), Some(33));
}
