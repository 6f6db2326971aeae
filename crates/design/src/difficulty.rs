//! How hard a puzzle is for a person.
//!
//! A careful solver always looks at the cell or the piece with the fewest possibilities, tries them in any order, and takes
//! pieces back when something cannot be covered any more. Several such solvers, who differ in the order of what they try,
//! are sent into the puzzle, each until the first solution. What they went through is the measure: how many placements they
//! tried for each one that stayed, how many possibilities they had to choose from, how many placements they took back, and
//! how deep in the puzzle those were. Many solutions make a puzzle easier, as each of them is found sooner.

use polydlx_cover::{Config, Monitor, OptionId, Random, Search, Stopped, Turn, Walk};
use polydlx_packing::Packing;
use std::fmt;

/// How hard a puzzle is for a person.
///
/// ```
/// use polydlx_cover::Monitor;
/// use polydlx_design::difficulty;
/// use polydlx_packing::Packing;
/// use polydlx_spec::{NoSets, Source, load};
///
/// let text = "|! lattice square\n[01][0-3]\nA 0[0-3]\nB 0[0-3]\n";
/// let loaded = load(Source::new("bars", text), None, &NoSets);
/// let packing = Packing::new(loaded.puzzle().unwrap());
/// let easy = difficulty(&packing, &Monitor::new()).unwrap().expect("there is a solution");
/// assert_eq!((easy.stars, easy.taken_back), (1, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// From 1, easy, to 5: one more each time the effort is four times as great.
    pub stars: u8,
    /// How many placements are tried for each one that stays: the geometric mean of all solvers.
    pub effort: f64,
    /// How many bits of choice there are on the way to a solution: two possibilities are one bit.
    pub choices: f64,
    /// How many placements are taken back.
    pub taken_back: f64,
    /// How deep in the puzzle those were, from 0 to 1.
    pub depth: f64,
    /// Whether some solver gave up, so that it is harder than it seems.
    pub gave_up: bool,
}

/// How many solvers are sent, and after how much effort they give up.
const SOLVERS: u64 = 12;
const PATIENCE: u64 = 1500;

/// How hard a puzzle is; none if it has no solution, as far as a solver can see.
pub fn difficulty(packing: &Packing<'_>, monitor: &Monitor) -> Result<Option<Difficulty>, Stopped> {
    let problem = packing.lean_problem();
    let cells = packing.puzzle().region.len() as u64;
    let (mut effort, mut choices, mut taken_back, mut depth) = (0.0, 0.0, 0.0, 0.0);
    let mut gave_up = false;
    for solver in 0..SOLVERS {
        let mut options: Vec<OptionId> = problem.option_ids().collect();
        let mut random = Random::new(solver + 1);
        for at in (1..options.len()).rev() {
            options.swap(at, random.below(at as u32 + 1) as usize);
        }
        let problem = problem.rearranged(&options);
        let config = Config::default();
        let mut walk = Walk::new(&problem, &config);
        let limit = PATIENCE * cells.max(8);
        let found = loop {
            monitor.go_on()?;
            match walk.step(1024) {
                Turn::Solution => break true,
                Turn::End => return Ok(None),
                Turn::Pause if walk.nodes() > limit => break false,
                Turn::Pause => {}
            }
        };
        // The root is no placement.
        let tried = walk.nodes().saturating_sub(1).max(1) as f64;
        if !found {
            gave_up = true;
            // As if a solution came now, and had as many pieces as it takes.
            effort += (tried / (cells as f64 / 5.0).max(1.0)).log2();
            taken_back += tried;
            depth += 0.5;
            continue;
        }
        let solution = walk.solution();
        let stays = solution.options().count().max(1) as f64;
        effort += (tried / stays).max(1.0).log2();
        choices += solution.steps().iter().map(|step| f64::from(step.degree.max(1)).log2()).sum::<f64>();
        taken_back += (tried - stays).max(0.0);
        // The same tree once more, level by level.
        let levels = Search::new(&problem).monitor(monitor).limit(1).count().profile;
        let wasted = levels.iter().skip(1).map(|&nodes| nodes.saturating_sub(1));
        let all: u64 = wasted.clone().sum();
        let deep: f64 = wasted.enumerate().map(|(level, nodes)| (level + 1) as f64 * nodes as f64).sum();
        depth += if all == 0 { 0.0 } else { deep / all as f64 / stays };
    }
    let n = SOLVERS as f64;
    let bits = effort / n;
    Ok(Some(Difficulty {
        stars: (1.0 + (bits / 2.0).floor()).clamp(1.0, 5.0) as u8,
        effort: bits.exp2(),
        choices: choices / n,
        taken_back: taken_back / n,
        depth: (depth / n).min(1.0),
        gave_up,
    }))
}

impl Difficulty {
    /// Full and empty stars, five in all.
    pub fn picture(&self) -> String {
        let stars = usize::from(self.stars);
        "★".repeat(stars) + &"☆".repeat(5_usize.saturating_sub(stars))
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.gave_up { "more than " } else { "" };
        write!(f, "{} of 5: {more}{:.1} placements tried for each that stays", self.stars, self.effort)?;
        write!(f, ", {:.0} bits of choice", self.choices)?;
        if self.taken_back >= 0.5 {
            let percent = 100.0 * self.depth;
            write!(f, ", {:.0} taken back at a depth of {percent:.0}%", self.taken_back)?;
        }
        Ok(())
    }
}
