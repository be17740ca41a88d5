//! loops: 1, contracted: adults, members

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    pub age: u32,
    pub member: bool,
    pub paid: f64,
}

#[loopfuse::fuse]
pub fn takings(people: &[Person]) -> (f64, usize, usize) {
    let adults: Vec<Person> = people.iter().copied().filter(|p| p.age >= 18).collect();
    let members: Vec<Person> = adults.iter().copied().filter(|p| p.member).collect();
    let paid: f64 = members.iter().map(|p| p.paid).sum();
    (paid, adults.iter().count(), members.iter().count())
}
