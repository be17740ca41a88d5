//! The erasure law on queries over structs of arrays and rows.

use crate::common::realistic::{prices, same_after, same_text};

#[test]
fn queries() {
    /// A table with one row for each price.
    macro_rules! orders {
        ($xs:expr) => {
            applications::queries::Orders {
                customer: (0..$xs.len() as u32).map(|i| i * i % 11).collect(),
                amount: $xs.to_vec(),
                quantity: (0..$xs.len() as u32).map(|i| i * 7 % 5).collect(),
                region: (0..$xs.len()).map(|i| format!("r{}", i % 3)).collect(),
                cancelled: (0..$xs.len()).map(|i| i % 6 == 2).collect(),
            }
        };
    }
    macro_rules! staff {
        ($xs:expr) => {
            $xs.iter()
                .enumerate()
                .map(|(i, x)| applications::queries::Employee {
                    id: i as u32,
                    name: format!("n{i}"),
                    department: format!("d{}", i % 3),
                    salary: *x as u64,
                    manager: (i % 4 != 0).then_some(i as u32 / 4),
                })
                .collect::<Vec<_>>()
        };
    }
    macro_rules! column {
        ($xs:expr) => {
            applications::queries::Column {
                name: "c".to_owned(),
                values: $xs.iter().map(|x| (*x < 120.0).then_some(*x)).collect(),
            }
        };
    }
    macro_rules! events {
        ($xs:expr) => {
            $xs.iter()
                .enumerate()
                .map(|(i, x)| applications::queries::Event {
                    time: (i * i % 50) as i64,
                    value: *x,
                })
                .collect::<Vec<_>>()
        };
    }
    same_text!(prices(), |xs| orders!(xs).revenue());
    same_text!(prices(), |xs| orders!(xs).select(60.0, 120.0));
    same_text!(prices(), |xs| orders!(xs).by_region());
    same_text!(prices(), |xs| orders!(xs).unit_prices());
    same_text!(prices(), |xs| orders!(xs).price_report());
    same_text!(prices(), |xs| orders!(xs).top_customers(4));
    same_after!(prices(), |xs| orders!(xs), |place| {
        place.apply_discount(0.1, "r1")
    });
    same_text!(prices(), |xs| {
        let mut uneven = orders!(xs);
        uneven.cancelled.truncate(xs.len() / 2);
        uneven.quantity.truncate(xs.len() / 3);
        (
            uneven.revenue(),
            uneven.price_report(),
            uneven.unit_prices(),
        )
    });
    same_text!(prices(), |xs| format!(
        "{:?}",
        applications::queries::payroll(&staff!(xs), "d1")
    ));
    same_text!(prices(), |xs| applications::queries::salary_bands(
        &staff!(xs),
        &[60, 80, 120]
    ));
    same_text!(prices(), |xs| applications::queries::span_of_control(
        &staff!(xs)
    ));
    same_after!(prices(), |xs| staff!(xs), |place| {
        applications::queries::raise_salaries(place, 5)
    });
    same_text!(prices(), |xs| {
        let managers = (0..5).map(|i| (i, format!("m{i}"))).collect();
        applications::queries::join_names(&staff!(xs), &managers)
    });
    same_text!(prices(), |xs| (
        column!(xs).describe(),
        column!(xs).extent(),
        column!(xs).name
    ));
    same_after!(prices(), |xs| column!(xs), |place| place.fill_missing(1.5));
    same_text!(prices(), |xs| applications::queries::sessions(
        &events!(xs),
        10
    ));
    same_text!(prices(), |xs| applications::queries::window_query(
        &events!(xs),
        5,
        30
    ));
}
