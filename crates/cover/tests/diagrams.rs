//! Diagrams against lists of sets.

use crate::problems::{Traits, oracle, random_problem};
use polydlx_cover::{
    Aim, BigUint, Config, Digest, Engine, Family, Frontier, ItemId, Monitor, OptionId, Problem, Random,
    Refusal, Total, Unread, Zdd,
};
use std::collections::{BTreeMap, BTreeSet};

type Numbers = BTreeSet<Vec<u32>>;

fn family(zdd: &Zdd) -> Numbers {
    let mut all = Numbers::new();
    for set in zdd.sets() {
        let mut set: Vec<u32> = set.iter().map(|option| option.0).collect();
        set.sort_unstable();
        assert!(all.insert(set), "a set came twice");
    }
    all
}

fn searched(problem: &Problem, engine: Engine) -> Zdd {
    let config = Config { engine, ..Config::default() };
    Zdd::searched(problem, &config, &Monitor::new()).unwrap()
}

#[test]
fn searches_that_remember_find_what_the_oracle_finds() {
    let mut random = Random::new(14);
    let (mut sets, mut nodes) = (0, 0);
    for number in 0..4000 {
        let traits = Traits { colors: number % 2 == 0, bounds: number % 4 < 2 };
        let problem = random_problem(&mut random, traits);
        let expected = oracle(&problem);
        for engine in [Engine::Auto, Engine::Links] {
            let zdd = searched(&problem, engine);
            assert_eq!(family(&zdd), expected, "{problem:?}");
            assert!(zdd.holds_for(&problem));
            sets += expected.len();
            nodes += zdd.nodes().len();
        }
    }
    assert!(sets > 10_000 && nodes > 10_000, "{sets} {nodes}");
}

#[test]
fn a_search_that_remembers_too_much_or_is_stopped_says_so() {
    let (problem, [zdd, _]) = random_pair(&mut Random::new(2));
    let config = Config { memory: 10, ..Config::default() };
    assert_eq!(Zdd::searched(&problem, &config, &Monitor::new()).err(), Some(Refusal::Memory));
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(Zdd::searched(&problem, &Config::default(), &monitor).err(), Some(Refusal::Stopped));
    assert!(zdd.count(&monitor).is_err() && zdd.numbered(&monitor).is_err());
    assert!(zdd.best(1, Aim::Cheapest, |_| 0, &monitor).is_err());
    assert_eq!(zdd.union(&Zdd::default(), 9, &monitor).err(), Some(Refusal::Stopped));
}

/// Two diagrams of parts of the same solutions, made in different ways, with what they have.
fn random_pair(random: &mut Random) -> (Problem, [Zdd; 2]) {
    loop {
        let traits = Traits { colors: random.below(2) == 0, bounds: random.below(2) == 0 };
        let problem = random_problem(random, traits);
        if oracle(&problem).len() < 3 {
            continue;
        }
        let pair = [0, 1].map(|_| {
            let whole = match random.below(3) {
                0 => Frontier::new(&problem).zdd().unwrap(),
                1 => searched(&problem, Engine::Auto),
                _ => {
                    // The same problem, with its options in another order.
                    let mut order: Vec<OptionId> = problem.option_ids().collect();
                    order.sort_by_cached_key(|_| random.below(1000));
                    searched(&problem.rearranged(&order), Engine::Auto)
                        .renumbered(|option| order[option.0 as usize], &Monitor::new())
                        .unwrap()
                }
            };
            let some: Vec<bool> = problem.option_ids().map(|_| random.below(6) == 0).collect();
            let is = |option: OptionId| some[option.0 as usize];
            let monitor = Monitor::new();
            if random.below(2) == 0 { whole.without(is, &monitor) } else { whole.with_one_of(is, &monitor) }
                .unwrap()
        });
        if pair.iter().all(|zdd| zdd.nodes().len() > 3) {
            return (problem, pair);
        }
    }
}

#[test]
fn families_are_put_together() {
    let mut random = Random::new(3);
    let monitor = Monitor::new();
    let mut common = 0;
    for _ in 0..1500 {
        let (_, [a, b]) = random_pair(&mut random);
        let [x, y] = [&a, &b].map(family);
        let most = 1 << 20;
        assert_eq!(family(&a.union(&b, most, &monitor).unwrap()), &x | &y);
        assert_eq!(family(&a.intersection(&b, most, &monitor).unwrap()), &x & &y);
        assert_eq!(family(&a.difference(&b, most, &monitor).unwrap()), &x - &y);
        common += (&x & &y).len();
    }
    assert!(common > 500, "{common}");
    let (_, [a, b]) = random_pair(&mut random);
    assert_eq!(a.union(&b, 2, &monitor).err(), Some(Refusal::Memory));
}

#[test]
fn parts_of_families() {
    let mut random = Random::new(4);
    for _ in 0..1000 {
        let (problem, [zdd, _]) = random_pair(&mut random);
        let some: Vec<bool> = problem.option_ids().map(|_| random.below(4) == 0).collect();
        let is = |option: OptionId| some[option.0 as usize];
        let all = family(&zdd);
        let has = |set: &&Vec<u32>| set.iter().any(|&option| some[option as usize]);
        let with: Numbers = all.iter().filter(has).cloned().collect();
        assert_eq!(family(&zdd.with_one_of(is, &Monitor::new()).unwrap()), with);
        assert_eq!(family(&zdd.without(is, &Monitor::new()).unwrap()), &all - &with);
        for set in oracle(&problem) {
            let options: Vec<OptionId> = set.iter().copied().map(OptionId).collect();
            assert_eq!(zdd.contains(&options), all.contains(&set));
            assert!(options.is_empty() || zdd.contains(&options[1..]) == all.contains(&set[1..]));
        }
    }
}

#[test]
fn sets_have_numbers_and_costs() {
    let mut random = Random::new(5);
    let monitor = Monitor::new();
    for _ in 0..1000 {
        let (problem, [zdd, _]) = random_pair(&mut random);
        let all: Vec<Vec<OptionId>> = zdd.sets().collect();
        let numbered = zdd.numbered(&monitor).unwrap();
        assert_eq!(*numbered.count(), BigUint::from(all.len()));
        assert_eq!(zdd.count(&monitor).unwrap(), BigUint::from(all.len()));
        for from in 0..=all.len() + 1 {
            let rest: Vec<_> = numbered.sets_from(from.into()).collect();
            assert_eq!(rest, all[from.min(all.len())..]);
        }
        let costs: Vec<u64> = problem.option_ids().map(|_| u64::from(random.below(5))).collect();
        let cost = |option: OptionId| costs[option.0 as usize];
        let sum = |set: &Vec<OptionId>| set.iter().map(|&option| cost(option)).sum::<u64>();
        let max = |set: &Vec<OptionId>| set.iter().map(|&option| cost(option)).max().unwrap_or(0);
        let tally = |of: &dyn Fn(&Vec<OptionId>) -> u64| {
            let mut tally: BTreeMap<u64, BigUint> = BTreeMap::new();
            all.iter().for_each(|set| *tally.entry(of(set)).or_default() += 1u32);
            tally
        };
        assert_eq!(zdd.costs(cost, Total::Sum, 1 << 20, &monitor).unwrap(), tally(&sum));
        assert_eq!(zdd.costs(cost, Total::Greatest, 1 << 20, &monitor).unwrap(), tally(&max));
        let number = random.below(all.len() as u32 + 3) as usize;
        for aim in [Aim::Cheapest, Aim::Dearest, Aim::Minimax] {
            let best = zdd.best(number, aim, cost, &monitor).unwrap();
            let mut expected: Vec<u64> =
                all.iter().map(|set| if aim == Aim::Minimax { max(set) } else { sum(set) }).collect();
            expected.sort_unstable();
            if aim == Aim::Dearest {
                expected.reverse();
            }
            expected.truncate(number);
            assert_eq!(best.iter().map(|(cost, _)| *cost).collect::<Vec<_>>(), expected);
            let distinct: BTreeSet<_> = best.iter().map(|(_, set)| set).collect();
            assert_eq!(distinct.len(), best.len());
            assert!(best.iter().all(|(_, set)| all.contains(set)));
        }
        let marks: Vec<Digest> = problem.option_ids().map(|option| problem.mark(option)).collect();
        let product = |set: &Vec<OptionId>| {
            set.iter().fold(Digest::ONE, |product, option| product * marks[option.0 as usize])
        };
        let digest = all.iter().map(product).fold(Digest::ZERO, |sum, digest| sum + digest);
        assert_eq!(zdd.digest(&marks, &monitor).unwrap(), digest);
    }
}

#[test]
fn samples_are_even() {
    let (_, [zdd, _]) = random_pair(&mut Random::new(6));
    let monitor = Monitor::new();
    let numbered = zdd.numbered(&monitor).unwrap();
    let mut seen: BTreeMap<Vec<OptionId>, u32> = BTreeMap::new();
    let sets = zdd.sets().count() as u32;
    numbered.sample(1000 * u64::from(sets), 1).for_each(|set| *seen.entry(set).or_default() += 1);
    assert_eq!(seen.len() as u32, sets);
    assert!(seen.values().all(|times| (850..1150).contains(times)), "{seen:?}");
    assert_eq!(Zdd::default().numbered(&monitor).unwrap().sample(3, 1).count(), 0);
}

/// The sets of a family, each option as its items in order.
fn named(family: &Family) -> BTreeSet<BTreeSet<Vec<String>>> {
    let name = |option: &OptionId| {
        let mut items = family.options[option.0 as usize].items.clone();
        items.sort_unstable();
        items
    };
    family.zdd.sets().map(|set| set.iter().map(name).collect()).collect()
}

#[test]
fn families_know_options_by_their_items() {
    let mut random = Random::new(7);
    let monitor = Monitor::new();
    let mut lacking = 0;
    for _ in 0..3000 {
        let (problem, [a, b]) = random_pair(&mut random);
        let problem =
            problem.clone().with_costs(problem.option_ids().map(|_| random.below(3).into()).collect());
        let whole = Family::new(a, &problem);
        let mut text = String::new();
        whole.write(&mut text).unwrap();
        let again = Family::read(0, &text, &monitor).unwrap();
        assert_eq!((&again.options, named(&again)), (&whole.options, named(&whole)));
        assert_eq!(again.problem().options(), problem.options());
        // Another problem with some of the options, in another order.
        let mut order: Vec<OptionId> = problem.option_ids().filter(|_| random.below(9) > 0).collect();
        order.sort_by_cached_key(|_| random.below(1000));
        let other = problem.rearranged(&order);
        let some = Family::new(searched(&other, Engine::Auto), &other);
        let distinct: BTreeSet<Vec<String>> = problem
            .option_ids()
            .map(|option| {
                let mut items = whole.options[option.0 as usize].items.clone();
                items.sort_unstable();
                items
            })
            .collect();
        if distinct.len() < problem.options() {
            continue;
        }
        let all = Family::new(b, &problem);
        let (x, y) = (named(&all), named(&some));
        assert_eq!(named(&all.clone().union(&some, 1 << 20, &monitor).unwrap()), &x | &y);
        assert_eq!(named(&some.clone().intersection(&all, 1 << 20, &monitor).unwrap()), &x & &y);
        assert_eq!(named(&some.clone().difference(&all, 1 << 20, &monitor).unwrap()), &y - &x);
        match all.within(&other, &monitor).unwrap() {
            Ok(zdd) => assert_eq!(named(&Family::new(zdd, &other)), x),
            Err(label) => {
                assert!(!some.options.iter().any(|other| other.items == label.items));
                lacking += 1;
            }
        }
        let [first, second] = [0, 1].map(|_| problem.name(ItemId(random.below(problem.items() as u32))));
        let has = |set: &&BTreeSet<Vec<String>>, all: bool| {
            set.iter().any(|items| {
                let has = |name: &str| items.iter().any(|item| item.split(':').next() == Some(name));
                if all { has(first) && has(second) } else { has(first) || has(second) }
            })
        };
        let with: BTreeSet<_> = x.iter().filter(|set| has(set, true)).cloned().collect();
        assert_eq!(named(&all.clone().with(&[first, second], &monitor).unwrap()), with);
        let without: BTreeSet<_> = x.iter().filter(|set| !has(set, false)).cloned().collect();
        assert_eq!(named(&all.clone().without(&[first, second], &monitor).unwrap()), without);
    }
    assert!(lacking > 50, "{lacking}");
    // Options that have the same items are told apart by their order.
    let (twice, _) = polydlx_cover::dlx::read(0, "a b\na\na\nb\n").unwrap();
    let both = Family::new(searched(&twice, Engine::Links), &twice);
    assert_eq!(both.zdd.count(&monitor), Ok(2u32.into()));
    let again = both.clone().intersection(&both, 99, &monitor).unwrap();
    assert_eq!((again.options.len(), again.zdd.count(&monitor)), (3, Ok(2u32.into())));
    assert_eq!(both.within(&twice, &monitor).unwrap().unwrap().count(&monitor), Ok(2u32.into()));
    let bare = Family::read(0, "2: (~3?0:1)\n3: (~0?2:2)\n", &monitor).unwrap();
    assert_eq!(bare.options.len(), 3);
    assert_eq!(bare.options[2].items, ["3"]);
}

/// Whether a way from a node asks for an option that was asked for before; goes all ways.
fn repeats(nodes: &[[u32; 3]], at: u32, asked: &mut Vec<u32>) -> bool {
    let Some(&[option, low, high]) = (at as usize).checked_sub(2).map(|at| &nodes[at]) else { return false };
    if asked.contains(&option) {
        return true;
    }
    asked.push(option);
    let found = repeats(nodes, low, asked) || repeats(nodes, high, asked);
    asked.pop();
    found
}

#[test]
fn files_that_ask_twice_are_refused() {
    let mut random = Random::new(8);
    let (mut refused, mut unordered) = (0, 0);
    for _ in 0..5000 {
        let number = 2 + random.below(6);
        let nodes: Vec<[u32; 3]> =
            (0..number).map(|at| [1 + random.below(9), random.below(at + 2), random.below(at + 2)]).collect();
        let lines = (2..)
            .zip(&nodes)
            .map(|(at, [option, low, high])| format!("{at:x}: (~{option}?{low:x}:{high:x})\n"));
        let text = lines.collect::<String>() + &format!("{:x}: (~0?2:2)\n", number + 2);
        let expected = (2..number + 2).any(|at| repeats(&nodes, at, &mut Vec::new()));
        match Zdd::read(0, &text, &Monitor::new()) {
            Ok(zdd) => {
                assert!(!expected, "{text}");
                unordered += u32::from(!zdd.is_ordered());
            }
            Err(Unread::Mistakes(mistakes)) => {
                assert!(expected, "{text}");
                let (span, _) = mistakes[0].at.clone().unwrap();
                assert_eq!(text[..span.start].chars().last(), Some('~'));
                refused += 1;
            }
            Err(Unread::Stopped) => panic!("nobody stopped it"),
        }
    }
    assert!(refused > 500 && unordered > 20, "{refused} {unordered}");
}

#[test]
fn whatever_goes_through_a_diagram_can_be_stopped() {
    let (problem, [zdd, _]) = random_pair(&mut Random::new(9));
    let family = Family::new(zdd.clone(), &problem);
    let mut text = String::new();
    family.write(&mut text).unwrap();
    let monitor = Monitor::new();
    monitor.stop();
    assert_eq!(Family::read(0, &text, &monitor).err(), Some(Unread::Stopped));
    assert!(zdd.without(|_| true, &monitor).is_err() && zdd.with_one_of(|_| true, &monitor).is_err());
    assert!(zdd.renumbered(|option| option, &monitor).is_err());
    assert!(family.within(&problem, &monitor).is_err());
}

#[test]
fn mistakes_in_files_are_shown_where_they_are() {
    let monitor = Monitor::new();
    // Marked by braces.
    for text in [
        "{}",
        "2: (~1?0:1){}\n",
        "2: (~1?0:1)\n3: (~0?2:2)\n{4: (~1?0:1)}\n",
        "{3}: (~1?0:1)\n4: (~0?3:3)\n",
        "2: (~1?0:{2})\n3: (~0?2:2)\n",
        "2: (~1?0:{g})\n3: (~0?{5}:{5})\n",
        "2: (~{x}?0:1)\n3: (~{99999999}?0:1)\n",
        "| a comment\n{2 (~1?0:1)}\n3: (~0?2:2)\n",
        "2: (~1?0:1)\n3: (~0?2:{1})\n",
        "2: (~1?0:1)\n3: (~{1}?1:2)\n4: (~0?3:3)\n",
        "| 1: a\n2: (~{2}?0:1)\n3: (~0?2:2)\n",
    ] {
        let plain = text.replace(['{', '}'], "");
        let Err(Unread::Mistakes(mistakes)) = Family::read(0, &plain, &monitor) else {
            panic!("no mistake in {text}")
        };
        let spans: BTreeSet<_> = mistakes.iter().filter_map(|mistake| mistake.at.as_ref()).collect();
        let mut marked = plain.clone();
        for (span, _) in spans.iter().rev() {
            marked.insert(span.end, '}');
            marked.insert(span.start, '{');
        }
        assert_eq!(marked, text, "{mistakes:?}");
    }
    let many = "nothing\n".repeat(1000);
    let Err(Unread::Mistakes(mistakes)) = Zdd::read(0, &many, &monitor) else { panic!("no mistakes") };
    assert_eq!(mistakes.len(), 10);
    let right = Zdd::read(0, "2: (~1?0:1)\n3: (~0?2:2)\n", &monitor).unwrap();
    assert_eq!(right.count(&monitor), Ok(1u32.into()));
}

#[test]
fn lists_are_kept() {
    let mut random = Random::new(8);
    for size in 0..60 {
        let set = |random: &mut Random| (0..7).filter(|_| random.below(3) == 0).map(OptionId).collect();
        let list: Vec<Vec<OptionId>> = (0..size).map(|_| set(&mut random)).collect();
        let zdd = Zdd::of_sets(list.clone());
        let sets: BTreeSet<Vec<OptionId>> = list.into_iter().collect();
        assert_eq!(zdd.count(&Monitor::new()).unwrap(), sets.len().into());
        assert_eq!(zdd.sets().collect::<BTreeSet<_>>(), sets);
        assert!(zdd.is_ordered());
    }
}
