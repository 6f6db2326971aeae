use crate::problems::{Traits, random_problem};
use polydlx_cover::{
    Bounds, Config, Engine, Gap, OptionId, Part, Problem, Random, Scout, Search, Turn, Walk,
};
use std::ops::ControlFlow;

#[test]
fn parts_are_the_whole_tree() {
    let mut random = Random::new(4);
    let (mut divided, mut opposites) = (0, 0);
    for round in 0..600 {
        let traits = Traits { colors: round % 2 == 0, bounds: round % 4 < 2 };
        let problem = random_problem(&mut random, traits);
        let engine = if round % 3 == 0 { Engine::Links } else { Engine::Auto };
        let config = Config { engine, ..Config::default() };
        let mut scout = Scout::new(&problem, &config);
        let number = 1 + random.below(12) as usize;
        let mut parts: Vec<Part> = scout.divide(number, &|| true).into_iter().map(|(part, _)| part).collect();
        let above = scout.verify(&parts).unwrap();
        let whole = Search::with(&problem, &config).count();
        let (mut nodes, mut solutions) = (above.iter().sum::<u64>(), 0);
        for part in &parts {
            let mut walk = Walk::of_part(&problem, &config, part).unwrap();
            while walk.step(1000) != Turn::End {}
            (nodes, solutions) = (nodes + walk.nodes(), solutions + walk.solutions());
        }
        assert_eq!((nodes, solutions), (whole.nodes, whole.solutions), "{round}");
        for part in &parts {
            let Some((opposite, options)) = scout.opposite(&problem, part) else { continue };
            let mut found: Vec<Vec<OptionId>> = Vec::new();
            Search::new(&opposite).for_each(|solution| {
                found.push(solution.options().map(|option| options[option.0 as usize]).collect());
                ControlFlow::Continue(())
            });
            let mut expected: Vec<Vec<OptionId>> = Vec::new();
            let mut walk = Walk::of_part(&problem, &config, part).unwrap();
            loop {
                match walk.step(1000) {
                    Turn::Solution => expected.push(walk.solution().options().collect()),
                    Turn::Pause => {}
                    Turn::End => break,
                }
            }
            for solutions in [&mut found, &mut expected] {
                solutions.iter_mut().for_each(|solution| solution.sort_unstable());
                solutions.sort_unstable();
            }
            assert_eq!(found, expected, "{round}: {part}");
            opposites += 1;
        }
        divided += usize::from(parts.len() > 1);
        let at = random.below(parts.len() as u32) as usize;
        parts.insert(at, parts[at].clone());
        assert!(matches!(scout.verify(&parts), Err(Gap::Twice(_))), "{round}");
        parts.drain(at..at + 2);
        assert!(matches!(scout.verify(&parts), Err(Gap::Missing(_))), "{round}");
    }
    assert!(divided > 100 && opposites > 500, "{divided}, {opposites}");
}

#[test]
fn gaps_are_named() {
    let mut builder = Problem::builder();
    let [a, b] = ["a", "b"].map(|name| builder.primary(name, Bounds::ONCE));
    for _ in 0..3 {
        builder.option([a.into()]);
        builder.option([b.into()]);
    }
    let problem = builder.build().unwrap();
    let mut scout = Scout::new(&problem, &Config::default());
    let mut gap = |parts: &[&str]| {
        let parts: Vec<Part> = parts.iter().map(|part| part.parse().unwrap()).collect();
        scout.verify(&parts).map_err(|gap| gap.to_string())
    };
    assert_eq!(gap(&["*"]), Ok(vec![]));
    assert_eq!(gap(&["0-1", "1.0-3", "2-3"]), Ok(vec![1, 1]));
    assert_eq!(gap(&["0-1", "2-3"]), Err("the part 1-2 of the search tree is missing".into()));
    assert_eq!(gap(&["0-2", "2.1-3"]), Err("the part 2.0-1 of the search tree is missing".into()));
    assert_eq!(gap(&["0-2", "1-3"]), Err("the part 1-3 of the search tree is there twice".into()));
    assert_eq!(gap(&["0-3", "*"]), Err("the part 0-3 of the search tree is there twice".into()));
    assert_eq!(gap(&["0-4"]), Err("the search tree has no part 0-4".into()));
    assert_eq!(gap(&["0.0.0-2", "1-3"]), Err("the search tree has no part 0.0.0-2".into()));
}
