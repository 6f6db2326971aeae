use polydlx_cover::{Bounds, Problem, Search, doors};

/// A ring of cells and bars of two and three: from whatever point of the search, what is left is told to be about what it is.
#[test]
fn what_is_left_is_about_what_comes() {
    let mut builder = Problem::builder();
    let cells: Vec<_> = (0..40).map(|at| builder.primary(&format!("c{at}"), Bounds::ONCE)).collect();
    for at in 0..40 {
        builder.option([cells[at].into(), cells[(at + 1) % 40].into()]);
        builder.option([cells[at].into(), cells[(at + 1) % 40].into(), cells[(at + 2) % 40].into()]);
    }
    let problem = builder.build().unwrap();
    let nodes = Search::new(&problem).count().nodes;
    for part in [0.2, 0.5, 0.8] {
        let passed = (part * nodes as f64) as u32;
        // As many descents as a search of a thousand million nodes is worth.
        let (left, weight, descents) = doors::surveyed(&problem, passed, 1_000_000_000);
        let truth = (nodes - u64::from(passed)) as f64;
        assert!((0.8..1.25).contains(&(left / truth)), "{part}: {left} for {truth}");
        assert!(weight < 1.0 && descents > 1000, "{weight} {descents}");
    }
}
