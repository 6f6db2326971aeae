//! Solutions that were kept beside a certificate, looked at one by one, with the arithmetic of plain large integers.

use crate::certificate::Certificate;
use crate::sealed;
use polydlx_cover::{BigUint, OptionId, Problem, sha256};
use polydlx_packing::{Claim, Element, Group, Packing, check};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// What is needed to look at solutions.
#[derive(Debug)]
pub struct Listing<'a> {
    packing: Option<&'a Packing<'a>>,
    problem: &'a Problem,
    /// The symmetries up to which solutions were counted.
    group: Option<&'a Group>,
    prime: BigUint,
    /// The options by what they cover, as a text, with their numbers.
    options: BTreeMap<String, u32>,
    marks: Vec<BigUint>,
}

impl<'a> Listing<'a> {
    /// Of solutions of a puzzle, which may have been counted up to symmetry.
    pub fn of_puzzle(packing: &'a Packing<'a>, group: Option<&'a Group>) -> Self {
        Self::new(Some(packing), packing.problem(), group)
    }

    /// Of solutions of a problem.
    pub fn of_problem(problem: &'a Problem) -> Self {
        Self::new(None, problem, None)
    }

    fn new(packing: Option<&'a Packing<'a>>, problem: &'a Problem, group: Option<&'a Group>) -> Self {
        let prime = (BigUint::from(1u32) << 127u32) - 1u32;
        let mut options = BTreeMap::new();
        let mut marks = Vec::new();
        for option in problem.option_ids() {
            let contents = problem.contents(option);
            let hash = &sealed::hex(&sha256(contents.as_bytes()))[..32];
            let value = BigUint::parse_bytes(hash.as_bytes(), 16).expect("hexadecimal digits");
            let mark = value % (BigUint::from(1u32) << 127u32) % &prime;
            marks.push(if mark == BigUint::default() { BigUint::from(1u32) } else { mark });
            let key = match packing {
                Some(packing) if packing.places(option) => {
                    let placement = packing.placement(option);
                    let puzzle = packing.puzzle();
                    let cells = placement.shape.sites().iter().map(|&site| puzzle.site_name(site)).collect();
                    key(&puzzle.pieces[placement.piece.0].name, cells)
                }
                _ => contents,
            };
            options.entry(key).or_insert(option.0);
        }
        Self { packing, problem, group, prime, options, marks }
    }

    /// Goes through all solutions: each must be right, none may come twice, and with their images they must have the digest.
    /// Tells what was verified, or what is wrong.
    pub fn verify(
        &self,
        certificate: &Certificate,
        kept: u64,
        lines: impl Iterator<Item = io::Result<String>>,
    ) -> Result<String, String> {
        let mut seen = BTreeSet::new();
        let mut sum = BigUint::default();
        for (number, line) in (1..).zip(lines) {
            let line = line.map_err(|_| format!("solution {number} cannot be read"))?;
            let solution = self.solution(&line);
            let (names, digest) = solution.map_err(|fault| format!("solution {number} is wrong: {fault}"))?;
            if !seen.insert(sha256(names.as_bytes())) {
                return Err(format!("solution {number} has come before"));
            }
            sum += digest;
        }
        if seen.len() as u64 != kept || BigUint::from(kept).to_string() != certificate.count {
            return Err(format!("there are {} solutions, not {}", seen.len(), certificate.count));
        }
        // Options of rules are not written with solutions, so that their marks are not known.
        if self.packing.is_some_and(|packing| !packing.puzzle().rules.is_empty()) {
            return Ok(format!("all {kept} solutions are right, and none comes twice"));
        }
        let digest = format!("{:0>32}", (sum % &self.prime).to_str_radix(16));
        if digest != certificate.digest {
            return Err(format!("the solutions have digest {digest}, not {}", certificate.digest));
        }
        Ok(format!("all {kept} solutions are right, none comes twice, and they have this digest"))
    }

    /// What tells a solution from others, and its digest, if it is one.
    fn solution(&self, line: &str) -> Result<(String, BigUint), String> {
        let value: Value = serde_json::from_str(line).map_err(|_| "it is no JSON".to_owned())?;
        let mut keys = match self.packing {
            Some(packing) => placed(packing, &value)?,
            None => covered(&value)?,
        };
        keys.sort_unstable();
        let number =
            |key: &String| self.options.get(key).ok_or_else(|| format!("there is no option `{key}`"));
        let chosen: Vec<OptionId> =
            keys.iter().map(|key| number(key).map(|&option| OptionId(option))).collect::<Result<_, _>>()?;
        if self.packing.is_none() && !self.problem.is_solution(&chosen) {
            return Err("its options do not cover all items as they should".to_owned());
        }
        let images: BTreeSet<Vec<OptionId>> = match self.group {
            Some(group) => {
                let image = |element: &Element| {
                    let mut image: Vec<OptionId> =
                        chosen.iter().map(|&option| element.image(option)).collect();
                    image.sort_unstable();
                    image
                };
                group.elements().iter().map(image).collect()
            }
            None => [chosen].into(),
        };
        let product = |options: &Vec<OptionId>| {
            let marks = options.iter().map(|option| &self.marks[option.0 as usize]);
            marks.fold(BigUint::from(1u32), |product, mark| product * mark % &self.prime)
        };
        let digest = images.iter().map(product).sum::<BigUint>() % &self.prime;
        Ok((keys.join("\n"), digest))
    }
}

/// The placements of a solution, as texts, if it is one.
fn placed(packing: &Packing<'_>, value: &Value) -> Result<Vec<String>, String> {
    let claim = |placement: &Value| Claim {
        piece: placement["piece"].as_str().unwrap_or_default().to_owned(),
        cells: strings(&placement["cells"]),
    };
    let placements = value["placements"].as_array().ok_or("it has no placements")?;
    let claims: Vec<Claim> = placements.iter().map(claim).collect();
    check(packing.puzzle(), &claims).map_err(|fault| fault.to_string())?;
    Ok(claims.into_iter().map(|claim| key(&claim.piece, claim.cells)).collect())
}

/// The options of a solution, as texts.
fn covered(value: &Value) -> Result<Vec<String>, String> {
    let options = value["options"].as_array().ok_or("it has no options")?;
    let text = |option: &Value| {
        let mut names = strings(option);
        names.sort_unstable();
        names.join(" ")
    };
    Ok(options.iter().map(text).collect())
}

fn strings(value: &Value) -> Vec<String> {
    let list = value.as_array().into_iter().flatten();
    list.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// A placement as a text.
fn key(piece: &str, mut cells: Vec<String>) -> String {
    cells.sort_unstable();
    format!("{piece}: {}", cells.join(" "))
}
