//! Queries over structs of arrays and rows, as an application would have them.

use super::fuse;
use std::collections::{BTreeMap, HashMap};

/// One column a field; the columns are equally long.
#[derive(Debug, Default, Clone)]
pub struct Orders {
    pub customer: Vec<u32>,
    pub amount: Vec<f64>,
    pub quantity: Vec<u32>,
    pub region: Vec<String>,
    pub cancelled: Vec<bool>,
}

#[derive(Debug, PartialEq)]
pub struct Revenue {
    pub gross: f64,
    pub net: f64,
    pub orders: usize,
    pub cancelled: usize,
}

impl Orders {
    pub fn len(&self) -> usize {
        self.amount.len()
    }

    pub fn is_empty(&self) -> bool {
        self.amount.is_empty()
    }

    #[fuse]
    pub fn revenue(&self) -> Revenue {
        let gross = self.amount.iter().sum();
        let net = self
            .amount
            .iter()
            .zip(&self.cancelled)
            .filter(|(_, cancelled)| !**cancelled)
            .map(|(amount, _)| *amount)
            .sum();
        let cancelled = self.cancelled.iter().filter(|c| **c).count();
        Revenue {
            gross,
            net,
            orders: self.amount.len(),
            cancelled,
        }
    }

    #[fuse(loops = 1)]
    pub fn select(&self, min: f64, max: f64) -> (Vec<usize>, f64, f64) {
        let selected: Vec<usize> = self
            .amount
            .iter()
            .enumerate()
            .filter(|(_, a)| **a >= min && **a < max)
            .map(|(i, _)| i)
            .collect();
        let total: f64 = selected.iter().map(|&i| self.amount[i]).sum();
        let largest = selected
            .iter()
            .map(|&i| self.amount[i])
            .fold(f64::MIN, f64::max);
        (selected, total, largest)
    }

    #[fuse]
    pub fn by_region(&self) -> BTreeMap<String, (f64, u32)> {
        let mut groups: BTreeMap<String, (f64, u32)> = BTreeMap::new();
        for i in 0..self.len() {
            if self.cancelled[i] {
                continue;
            }
            let entry = groups.entry(self.region[i].clone()).or_insert((0.0, 0));
            entry.0 += self.amount[i];
            entry.1 += self.quantity[i];
        }
        groups
    }

    #[fuse]
    pub fn unit_prices(&self) -> Vec<f64> {
        self.amount
            .iter()
            .zip(self.quantity.iter())
            .map(|(a, &q)| if q == 0 { 0.0 } else { a / f64::from(q) })
            .collect()
    }

    #[fuse(loops = 1)]
    pub fn price_report(&self) -> Option<(f64, f64, f64)> {
        if self.is_empty() {
            return None;
        }
        let prices: Vec<f64> = self
            .amount
            .iter()
            .zip(self.quantity.iter())
            .filter(|(_, q)| **q > 0)
            .map(|(a, q)| a / *q as f64)
            .collect();
        let lowest = prices.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = prices.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let average = prices.iter().sum::<f64>() / prices.len() as f64;
        Some((lowest, highest, average))
    }

    #[fuse]
    pub fn top_customers(&self, n: usize) -> Vec<(u32, f64)> {
        let mut spent: HashMap<u32, f64> = HashMap::new();
        for (customer, amount) in self.customer.iter().zip(&self.amount) {
            *spent.entry(*customer).or_default() += amount;
        }
        let mut ranking: Vec<_> = spent.into_iter().collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranking.into_iter().take(n).collect()
    }

    #[fuse]
    pub fn apply_discount(&mut self, rate: f64, region: &str) -> usize {
        let mut changed = 0;
        for (amount, r) in self.amount.iter_mut().zip(&self.region) {
            if r == region {
                *amount *= 1.0 - rate;
                changed += 1;
            }
        }
        changed
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Employee {
    pub id: u32,
    pub name: String,
    pub department: String,
    pub salary: u64,
    pub manager: Option<u32>,
}

#[derive(Debug, PartialEq)]
pub struct Payroll<'a> {
    pub total: u64,
    pub highest: Option<&'a Employee>,
    pub headcount: usize,
    pub names: Vec<&'a str>,
}

#[fuse]
pub fn payroll<'a>(staff: &'a [Employee], department: &str) -> Payroll<'a> {
    let members: Vec<&Employee> = staff
        .iter()
        .filter(|e| e.department == department)
        .collect();
    let total = members.iter().map(|e| e.salary).sum();
    let highest = members.iter().copied().max_by_key(|e| e.salary);
    let names = members.iter().map(|e| e.name.as_str()).collect();
    Payroll {
        total,
        highest,
        headcount: members.len(),
        names,
    }
}

#[fuse(loops = 1)]
pub fn salary_bands(staff: &[Employee], edges: &[u64]) -> (Vec<usize>, u64) {
    let mut bands = vec![0; edges.len() + 1];
    staff
        .iter()
        .for_each(|e| bands[edges.partition_point(|edge| *edge <= e.salary)] += 1);
    let total: u64 = staff.iter().map(|e| e.salary).sum();
    (bands, total)
}

#[fuse(loops = 2)]
pub fn span_of_control(staff: &[Employee]) -> (usize, usize, f64) {
    let managers: Vec<u32> = staff.iter().filter_map(|e| e.manager).collect();
    let roots = staff.iter().filter(|e| e.manager.is_none()).count();
    let mut reports: HashMap<u32, usize> = HashMap::new();
    for m in &managers {
        *reports.entry(*m).or_insert(0) += 1;
    }
    let widest = reports.values().copied().max().unwrap_or(0);
    let average = managers.len() as f64 / reports.len().max(1) as f64;
    (roots, widest, average)
}

#[fuse]
pub fn raise_salaries(staff: &mut [Employee], percent: u64) -> u64 {
    let before: u64 = staff.iter().map(|e| e.salary).sum();
    for e in staff.iter_mut() {
        e.salary += e.salary * percent / 100;
    }
    let after: u64 = staff.iter().map(|e| e.salary).sum();
    after - before
}

#[fuse]
pub fn join_names(staff: &[Employee], managers: &BTreeMap<u32, String>) -> Vec<(String, String)> {
    staff
        .iter()
        .filter_map(|e| {
            let manager = managers.get(&e.manager?)?;
            Some((e.name.clone(), manager.clone()))
        })
        .collect()
}

/// Columns of any number type.
#[derive(Debug)]
pub struct Column<T> {
    pub name: String,
    pub values: Vec<Option<T>>,
}

impl<T> Column<T>
where
    T: Copy + PartialOrd + Into<f64>,
{
    #[fuse]
    pub fn describe(&self) -> (usize, usize, f64, f64) {
        let nulls = self.values.iter().filter(|v| v.is_none()).count();
        let present = self.values.iter().flatten().count();
        let sum: f64 = self.values.iter().flatten().map(|&v| v.into()).sum();
        let squares: f64 = self
            .values
            .iter()
            .filter_map(|v| *v)
            .map(|v| {
                let v: f64 = v.into();
                v * v
            })
            .sum();
        (nulls, present, sum, squares)
    }

    #[fuse]
    pub fn extent(&self) -> Option<(T, T)> {
        let first = self.values.iter().find_map(|v| *v)?;
        let mut lo = first;
        let mut hi = first;
        for v in self.values.iter().flatten() {
            if *v < lo {
                lo = *v;
            }
            if *v > hi {
                hi = *v;
            }
        }
        Some((lo, hi))
    }

    #[fuse]
    pub fn fill_missing(&mut self, value: T) -> usize {
        let missing = self.values.iter().filter(|v| v.is_none()).count();
        self.values.iter_mut().for_each(|v| {
            v.get_or_insert(value);
        });
        missing
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Event {
    pub time: i64,
    pub value: f64,
}

#[fuse(loops = 1)]
pub fn sessions(events: &[Event], gap: i64) -> (usize, Vec<i64>, Option<i64>) {
    let pauses: Vec<i64> = events.windows(2).map(|w| w[1].time - w[0].time).collect();
    let count = pauses.iter().filter(|p| **p > gap).count() + 1;
    let longest = pauses.iter().copied().max();
    (count, pauses, longest)
}

#[fuse(loops = 1)]
pub fn window_query(events: &[Event], from: i64, to: i64) -> (f64, f64, usize) {
    let in_window = events.iter().filter(|e| (from..to).contains(&e.time));
    let values: Vec<f64> = in_window.map(|e| e.value).collect();
    let sum: f64 = values.iter().sum();
    let peak = values.iter().fold(f64::NEG_INFINITY, |m, v| m.max(*v));
    (sum, peak, values.len())
}
