//! Two queries of TPC-H over columns.

use super::BLOCK;
use super::shared::{GROUPS, LineItems, Summary, YEAR, group};

pub(crate) mod obvious {
    use super::{LineItems, Summary, YEAR, group};

    pub(crate) fn q6(items: &LineItems) -> f64 {
        let mut revenue = -0.0;
        for i in 0..items.ship_date.len() {
            if YEAR.contains(&items.ship_date[i])
                && items.discount[i] >= 0.05
                && items.discount[i] <= 0.07
                && items.quantity[i] < 24.0
            {
                revenue += items.extended_price[i] * items.discount[i];
            }
        }
        revenue
    }

    pub(crate) fn q1(items: &LineItems, last_day: i32) -> Summary {
        let mut summary = Summary::default();
        for i in 0..items.ship_date.len() {
            if items.ship_date[i] <= last_day {
                let g = group(items.return_flag[i], items.line_status[i]);
                let discounted = items.extended_price[i] * (1.0 - items.discount[i]);
                summary.count[g] += 1;
                summary.quantity[g] += items.quantity[i];
                summary.base_price[g] += items.extended_price[i];
                summary.discounted_price[g] += discounted;
                summary.charge[g] += discounted * (1.0 + items.tax[i]);
            }
        }
        summary
    }
}

pub(crate) mod expert {
    use super::{BLOCK, GROUPS, LineItems, Summary, YEAR, group};

    /// The condition of a block as vectors, into a list of positions without branches; then the
    /// strict sum over the few that are left.
    pub(crate) fn q6(items: &LineItems) -> f64 {
        let n = items.ship_date.len();
        let discount = &items.discount[..n];
        let quantity = &items.quantity[..n];
        let price = &items.extended_price[..n];
        let mut revenue = -0.0;
        let mut hits = [0_u32; BLOCK];
        let mut from = 0;
        for dates in items.ship_date.chunks(BLOCK) {
            let upto = from + dates.len();
            let (discount, quantity) = (&discount[from..upto], &quantity[from..upto]);
            let price = &price[from..upto];
            let mut count = 0;
            for i in 0..dates.len() {
                hits[count % BLOCK] = i as u32;
                count += usize::from(
                    YEAR.contains(&dates[i])
                        & (discount[i] >= 0.05)
                        & (discount[i] <= 0.07)
                        & (quantity[i] < 24.0),
                );
            }
            for &i in &hits[..count] {
                revenue += price[i as usize] * discount[i as usize];
            }
            from = upto;
        }
        revenue
    }

    /// The sums of a group side by side in memory.
    #[derive(Clone, Copy, Default)]
    struct Row {
        count: u64,
        quantity: f64,
        base_price: f64,
        discounted_price: f64,
        charge: f64,
    }

    /// One pass, one row of accumulators for each group, no bounds checks.
    pub(crate) fn q1(items: &LineItems, last_day: i32) -> Summary {
        let n = items.ship_date.len();
        let (flags, status) = (&items.return_flag[..n], &items.line_status[..n]);
        let (quantity, price) = (&items.quantity[..n], &items.extended_price[..n]);
        let (discount, tax) = (&items.discount[..n], &items.tax[..n]);
        let mut rows = [Row::default(); GROUPS];
        for i in 0..n {
            if items.ship_date[i] <= last_day {
                let row = &mut rows[group(flags[i], status[i])];
                let discounted = price[i] * (1.0 - discount[i]);
                row.count += 1;
                row.quantity += quantity[i];
                row.base_price += price[i];
                row.discounted_price += discounted;
                row.charge += discounted * (1.0 + tax[i]);
            }
        }
        Summary {
            count: rows.map(|row| row.count),
            quantity: rows.map(|row| row.quantity),
            base_price: rows.map(|row| row.base_price),
            discounted_price: rows.map(|row| row.discounted_price),
            charge: rows.map(|row| row.charge),
        }
    }
}
