//! Problems for SAT solvers (CNF, in the form of DIMACS) and pseudo-Boolean solvers (OPB).
//!
//! Variable k is option k, counted from 1; those beyond are auxiliary. `polydlx_solutions` reads the answers back.

use itertools::Itertools;
use polydlx_cover::{Color, ItemId, OptionId, Problem};
use polydlx_packing::Group;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// Why there is no such file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCnf {
    /// Costs can be said to pseudo-Boolean solvers only.
    Costs,
    /// There are too many symmetries of too many options to write down.
    TooManySymmetries,
}

impl fmt::Display for NoCnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Costs => "SAT solvers know no costs",
            Self::TooManySymmetries => "there are too many symmetries of too many options to break them all",
        })
    }
}

impl std::error::Error for NoCnf {}

/// What must be true. Literals are numbers of variables, negative if they are negated.
enum Constraint {
    /// One of them.
    Clause(Vec<i32>),
    /// At least so many.
    AtLeast(usize, Vec<i32>),
    /// At most so many.
    AtMost(usize, Vec<i32>),
}

struct Formula {
    variables: i32,
    constraints: Vec<Constraint>,
}

/// The problem as clauses. With a group, only the solution of each class that is least in lexicographic order is left.
pub fn cnf(problem: &Problem, group: Option<&Group>) -> Result<String, NoCnf> {
    if problem.has_costs() {
        return Err(NoCnf::Costs);
    }
    let mut formula = formula(problem, group)?;
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    for constraint in std::mem::take(&mut formula.constraints) {
        match constraint {
            Constraint::Clause(literals) | Constraint::AtLeast(1, literals) => clauses.push(literals),
            Constraint::AtMost(most, literals) => formula.at_most(most, &literals, &mut clauses),
            Constraint::AtLeast(least, literals) if least > literals.len() => clauses.push(Vec::new()),
            // Not many of the others.
            Constraint::AtLeast(least, literals) => {
                let others = literals.iter().map(|literal| -literal).collect_vec();
                formula.at_most(others.len() - least, &others, &mut clauses);
            }
        }
    }
    let mut text = comments(problem, "c");
    let _ = writeln!(text, "p cnf {} {}", formula.variables, clauses.len());
    for clause in clauses {
        clause.iter().for_each(|literal| {
            let _ = write!(text, "{literal} ");
        });
        text.push_str("0\n");
    }
    Ok(text)
}

/// The problem as linear constraints; costs become what is to be minimised.
pub fn opb(problem: &Problem, group: Option<&Group>) -> Result<String, NoCnf> {
    let formula = formula(problem, group)?;
    let mut text = format!("* #variable= {} #constraint= {}\n", formula.variables, formula.constraints.len());
    text += &comments(problem, "*");
    if problem.has_costs() {
        let costs = problem.option_ids().map(|option| (problem.cost(option), option.0 + 1));
        let costs =
            costs.filter(|(cost, _)| *cost > 0).map(|(cost, variable)| format!("+{cost} x{variable}"));
        let _ = writeln!(text, "min: {} ;", { costs }.join(" "));
    }
    for constraint in formula.constraints {
        // A negated literal is 1 less its variable.
        let (sign, bound, literals) = match constraint {
            Constraint::Clause(literals) => (1, 1, literals),
            Constraint::AtLeast(least, literals) => (1, least as i64, literals),
            Constraint::AtMost(most, literals) => (-1, -(most as i64), literals),
        };
        let negated = literals.iter().filter(|literal| **literal < 0).count() as i64;
        for literal in &literals {
            let _ = write!(text, "{:+} x{} ", sign * literal.signum(), literal.abs());
        }
        if literals.is_empty() {
            // Nothing is enough, or never: some variable has to bear it.
            text.push_str("+0 x1 ");
        }
        let _ = writeln!(text, ">= {} ;", bound - i64::from(sign) * negated);
    }
    Ok(text)
}

/// Which variable is which option.
fn comments(problem: &Problem, mark: &str) -> String {
    let mut text = String::new();
    for option in problem.option_ids() {
        let items = problem.option(option).iter().map(|entry| match entry.color {
            Some(color) => format!("{}:{}", problem.name(entry.item), problem.color_name(color)),
            None => problem.name(entry.item).to_owned(),
        });
        let _ = writeln!(text, "{mark} {} = {}", option.0 + 1, { items }.join(" "));
    }
    text
}

fn literal(option: OptionId) -> i32 {
    i32::try_from(option.0 + 1).expect("fewer options than that")
}

fn formula(problem: &Problem, group: Option<&Group>) -> Result<Formula, NoCnf> {
    let mut formula = Formula { variables: problem.options() as i32, constraints: Vec::new() };
    let mut by_item: BTreeMap<ItemId, Vec<(OptionId, Option<Color>)>> = BTreeMap::new();
    for option in problem.option_ids() {
        for entry in problem.option(option) {
            by_item.entry(entry.item).or_default().push((option, entry.color));
        }
    }
    for &item in problem.listing() {
        let uses = by_item.remove(&item).unwrap_or_default();
        let all = uses.iter().map(|&(option, _)| literal(option)).collect_vec();
        if problem.is_primary(item) {
            let bounds = problem.bounds(item);
            if bounds.low > 0 {
                formula.constraints.push(Constraint::AtLeast(bounds.low as usize, all.clone()));
            }
            if (bounds.high as usize) < all.len() {
                formula.constraints.push(Constraint::AtMost(bounds.high as usize, all));
            }
            continue;
        }
        // One option without colour, or any number of options of one colour.
        let mut colors: BTreeMap<Color, i32> = BTreeMap::new();
        let mut one = Vec::new();
        for (option, color) in uses {
            let Some(color) = color else {
                one.push(literal(option));
                continue;
            };
            let variable = *colors.entry(color).or_insert_with(|| {
                formula.variables += 1;
                formula.variables
            });
            formula.constraints.push(Constraint::Clause(vec![-literal(option), variable]));
        }
        one.extend(colors.into_values());
        if one.len() > 1 {
            formula.constraints.push(Constraint::AtMost(1, one));
        }
    }
    if let Some(group) = group {
        formula.break_symmetry(problem, group)?;
    }
    Ok(formula)
}

/// More would be of no use to anybody.
const MOST_STEPS: usize = 5_000_000;

impl Formula {
    fn fresh(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// No image of a solution is less than itself, if options are read in order, and one that is used comes after one that is not.
    fn break_symmetry(&mut self, problem: &Problem, group: &Group) -> Result<(), NoCnf> {
        if problem.options().saturating_mul(group.order()) > MOST_STEPS {
            return Err(NoCnf::TooManySymmetries);
        }
        for element in group.elements() {
            // Whether all options so far agree with their images.
            let mut equal: Option<i32> = None;
            for option in problem.option_ids().filter(|&option| element.image(option) != option) {
                let (own, image) = (literal(option), literal(element.image(option)));
                let next = self.fresh();
                let so_far = equal.map(|equal| -equal);
                let clause =
                    |literals: &[i32]| Constraint::Clause(so_far.iter().chain(literals).copied().collect());
                self.constraints.push(clause(&[-own, image]));
                self.constraints.push(clause(&[-own, -image, next]));
                self.constraints.push(clause(&[own, image, next]));
                equal = Some(next);
            }
        }
        Ok(())
    }

    /// Clauses for at most so many: all pairs if there are few, else Sinz's counter.
    fn at_most(&mut self, most: usize, literals: &[i32], clauses: &mut Vec<Vec<i32>>) {
        if most == 0 {
            clauses.extend(literals.iter().map(|&literal| vec![-literal]));
            return;
        }
        if most >= literals.len() {
            return;
        }
        if most == 1 && literals.len() <= 6 {
            clauses.extend(literals.iter().array_combinations().map(|[&a, &b]| vec![-a, -b]));
            return;
        }
        // Whether there are more than k among the first so many.
        let mut before: Vec<i32> = Vec::new();
        for (number, &literal) in literals.iter().enumerate() {
            if let Some(&full) = before.get(most - 1) {
                clauses.push(vec![-literal, -full]);
            }
            if number + 1 == literals.len() {
                break;
            }
            let now = (0..most.min(number + 1)).map(|_| self.fresh()).collect_vec();
            for (k, &count) in now.iter().enumerate() {
                if let Some(&same) = before.get(k) {
                    clauses.push(vec![-same, count]);
                }
                match k.checked_sub(1).map(|less| before[less]) {
                    None => clauses.push(vec![-literal, count]),
                    Some(less) => clauses.push(vec![-literal, -less, count]),
                }
            }
            before = now;
        }
    }
}
