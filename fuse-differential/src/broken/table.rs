//! The table: swapped comparisons in the dependency analysis, dropped fusion-preventing edges,
//! mistakes of one in nested scopes, and the like.

use super::Broken;

/// All of them.
pub const BROKEN: &[Broken] = &[
    Broken {
        name: "scalar-result",
        what: "no edge from a fold to what needs its finished result",
        file: "fuse-compiler/src/graph/edges.rs",
        from: "(Combinator::Fold { .. }, _) => EdgeKind::Preventing(Reason::ScalarResult),",
        to: "(Combinator::Fold { .. }, _) => EdgeKind::Fusible,",
    },
    Broken {
        name: "whole-array",
        what: "no edge from an array to what reads it at random",
        file: "fuse-compiler/src/graph/edges.rs",
        from: "(_, Reading::Whole(reason)) => EdgeKind::Preventing(reason),",
        to: "(_, Reading::Whole(_)) => EdgeKind::Fusible,",
    },
    Broken {
        name: "unread-captures",
        what: "what a worker mentions counts for nothing",
        file: "fuse-compiler/src/graph/edges.rs",
        from: "for value in worker.scalars.iter().chain(&worker.arrays) {",
        to: "for value in worker.scalars.iter().chain(&worker.arrays).take(0) {",
    },
    Broken {
        name: "walls-crossed",
        what: "swapped: a chain that may cross a wall crosses the others instead",
        file: "fuse-compiler/src/cnf/program.rs",
        from: "crossing.chain == chain && crossing.wall == wall",
        to: "crossing.chain == chain && crossing.wall != wall",
    },
    Broken {
        name: "moves-of-others",
        what: "swapped: in one statement nothing is ordered by a move, between statements all is asked",
        file: "fuse-compiler/src/cnf/lower/orderings.rs",
        from: "earlier.statement == later.statement && (takes(earlier, later) || takes(later, earlier))",
        to: "earlier.statement != later.statement && (takes(earlier, later) || takes(later, earlier))",
    },
    Broken {
        name: "moves",
        what: "no edge from what reads a name to what moves it away",
        file: "fuse-compiler/src/cnf/lower/orderings.rs",
        from: "let reason = if later.moves.iter().any(reads)",
        to: "let reason = if later.moves.iter().any(|_| false)",
    },
    Broken {
        name: "escaping-references",
        what: "no edge from an array to the chain whose result borrows from it",
        file: "fuse-compiler/src/cnf/lower/orderings.rs",
        from: "let reason = if escapes.contains(&spelling(&source.name)) {",
        to: "let reason = if escapes.contains(&spelling(&source.name)) && plain != plain {",
    },
    Broken {
        name: "drops-out-of-order",
        what: "no edge between two chains that drop what a user may watch",
        file: "fuse-compiler/src/cnf/lower/orderings.rs",
        from: "if (*other, drops) != (Drops::Worker, Drops::Worker) {",
        to: "if (*other, drops) == (Drops::Worker, Drops::Worker) {",
    },
    Broken {
        name: "writes-forgotten",
        what: "no edge between a loop that writes a name and what mentions it",
        file: "fuse-compiler/src/cnf/lower/writes.rs",
        from: "if later_changed.is_disjoint(earlier_touched)\n                    && earlier_changed.is_disjoint(later_touched)",
        to: "if later_changed.is_disjoint(earlier_touched)\n                    || earlier_changed.is_disjoint(later_touched)",
    },
    Broken {
        name: "few-elements",
        what: "swapped: chains that can panic pass the guard against short arrays, others do not",
        file: "fuse-compiler/src/cnf/lower/crossings.rs",
        from: ".take_while(|guard| !guard.few || total(chain))",
        to: ".take_while(|guard| !guard.few || !total(chain))",
    },
    Broken {
        name: "lengths-at-most",
        what: "swapped comparison of two known lengths",
        file: "fuse-compiler/src/size/at_most.rs",
        from: "(Some(a), Some(b)) => a <= b,",
        to: "(Some(a), Some(b)) => a >= b,",
    },
    Broken {
        name: "lines-meet",
        what: "swapped comparison in the search for concestors",
        file: "fuse-compiler/src/size/iteration.rs",
        from: "left += usize::from(a <= b);",
        to: "left += usize::from(a >= b);",
    },
    Broken {
        name: "guards-leak",
        what: "what a filter keeps is known in the scope around it",
        file: "fuse-compiler/src/loops/build.rs",
        from: "self.scopes[scope].steps.push(DraftStep::Guard(id, inside));\n                inside",
        to: "self.scopes[scope].steps.push(DraftStep::Guard(id, inside));\n                scope",
    },
    Broken {
        name: "depth-of-scopes",
        what: "off by one: a nested scope counts as no deeper than the one around it",
        file: "fuse-compiler/src/loops/build.rs",
        from: "let depth = self.scopes[around].depth + 1;",
        to: "let depth = self.scopes[around].depth;",
    },
    Broken {
        name: "scope-of-stores",
        what: "off by one: what is made in a nested scope is stored in the one before",
        file: "fuse-compiler/src/loops/build.rs",
        from: "builder.scopes[home].stores.push(output);",
        to: "builder.scopes[home.saturating_sub(1)].stores.push(output);",
    },
];
