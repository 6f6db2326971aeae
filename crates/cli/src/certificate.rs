//! `polydlx check --certificate`

use crate::args::UpTo;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::long::reader::results;
use crate::{Answer, Outcome, asking, impossible, output};
use polydlx::cover::{BigUint, Monitor, Problem, dlx, sha256};
use polydlx::diagnostic::{Diagnostic, harmless};
use polydlx::journal::{Certificate, options_hash, sealed};
use polydlx::packing::{Claim, Group, Packing, check};
use polydlx::spec::{Changes, Loaded, Source};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Checks what a certificate of some kind states, given its text, its path, and the puzzle that it should be about: tells what
/// was verified, or what is wrong.
type Checker = fn(&str, &Path, Option<&Input>) -> Result<Result<Vec<String>, Vec<String>>, Failure>;

/// What certificates can state.
const KINDS: [(&str, Checker); 2] = [(Certificate::KIND, search), (impossible::KIND, impossible::check)];

pub(crate) fn run(path: &Path, spec: Option<&Input>) -> Outcome {
    let name = path.display();
    let text = input::text_of(path).map_err(|why| {
        let message = format!("cannot read {name}: {why}");
        Failure::mistake(Diagnostic::error("cannot-read", message))
    })?;
    let kind = text.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok());
    let kind = kind.as_ref().and_then(|value| value["kind"].as_str());
    let Some((_, checker)) = KINDS.iter().find(|(known, _)| Some(*known) == kind) else {
        let known = KINDS.map(|(name, _)| name).join(", ");
        let message = match kind {
            Some(kind) => {
                format!("{name} is a certificate of kind `{kind}`, which this version does not know")
            }
            None => format!("{name} is no certificate"),
        };
        return Err(Failure::mistake(
            Diagnostic::error("no-certificate", message).remedy(format!("known kinds are: {known}")),
        ));
    };
    match checker(&text, path, spec)? {
        Ok(verified) => {
            verified
                .iter()
                .try_for_each(|line| output::to(None, |out| writeln!(out, "{}", harmless(line))))?;
            Ok(Answer::Yes)
        }
        Err(wrong) => {
            for line in &wrong {
                let line = format!("{name}: {line}");
                output::to(None, |out| writeln!(out, "{}", harmless(&line)))?;
            }
            Ok(Answer::No)
        }
    }
}

/// A search that is said to be complete.
fn search(
    text: &str,
    path: &Path,
    spec: Option<&Input>,
) -> Result<Result<Vec<String>, Vec<String>>, Failure> {
    let certificate = match Certificate::read(text) {
        Ok(certificate) => certificate,
        Err(why) => return Ok(Err(vec![why])),
    };
    let mut wrong = certificate.contradictions();
    let mut verified = vec![format!(
        "{} units add up to {}, with digest {}",
        certificate.units.len(),
        certificate.count,
        certificate.digest
    )];
    let subject = Subject::of(&certificate)?;
    let hash = subject.as_ref().map_or_else(String::new, Subject::hash);
    if hash != certificate.options {
        wrong.push("its puzzle has other options than those that it is about".to_owned());
    }
    if let Some(spec) = spec {
        if hash_of(spec) == certificate.options {
            verified.push("it is about this puzzle".to_owned());
        } else {
            wrong.push("it is about another puzzle".to_owned());
        }
    }
    match (&subject, certificate.kept) {
        (Some(subject), Some(kept)) if wrong.is_empty() => match list(&certificate, subject, kept, path)? {
            Ok(line) => verified.push(line),
            Err(fault) => wrong.push(fault),
        },
        _ => verified.push("solutions were not kept, so that they cannot be listed again".to_owned()),
    }
    if let Some(replayed) = &certificate.replayed {
        verified.push(format!(
            "it says that {} units were done once more, {} of them in another order",
            replayed.units, replayed.otherwise
        ));
    }
    Ok(if wrong.is_empty() { Ok(verified) } else { Err(wrong) })
}

/// What a certificate is about.
enum Subject {
    Puzzle(Box<Loaded>),
    Problem(Problem),
}

impl Subject {
    /// From the texts in the certificate; none if they make no sense.
    fn of(certificate: &Certificate) -> Result<Option<Self>, Failure> {
        if let Some(text) = certificate.files.get("puzzle.dlx") {
            return Ok(dlx::read(0, text).ok().map(|(problem, _)| Self::Problem(problem)));
        }
        let Some(text) = certificate.files.get("puzzle.spec") else { return Ok(None) };
        let source = Source::new("puzzle.spec of the certificate", text.as_str());
        let loaded = input::load_spec(source, None, &Changes::default())?;
        Ok(Some(Self::Puzzle(Box::new(loaded))))
    }

    fn hash(&self) -> String {
        match self {
            Self::Puzzle(loaded) => hash_of_puzzle(loaded),
            Self::Problem(problem) => options_hash(problem),
        }
    }
}

fn hash_of(input: &Input) -> String {
    match input {
        Input::Spec(loaded) => hash_of_puzzle(loaded),
        Input::Dlx(problem, _) => options_hash(problem),
    }
}

fn hash_of_puzzle(loaded: &Loaded) -> String {
    loaded.puzzle().map_or_else(String::new, |puzzle| options_hash(Packing::new(puzzle).problem()))
}

/// Goes through all solutions that were kept beside a certificate: each must be right, none may come twice, and with their images they must
/// have the digest. The arithmetic is that of plain large integers.
fn list(
    certificate: &Certificate,
    subject: &Subject,
    kept: u64,
    path: &Path,
) -> Result<Result<String, String>, Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let Ok((_, ledger, _)) = results(folder) else {
        return Ok(Err(format!("the solutions are not in {}, beside it", folder.display())));
    };
    let listing = Listing::new(certificate, subject)?;
    let mut seen = BTreeSet::new();
    let mut sum = BigUint::default();
    for (number, line) in ledger.solutions(&crate::long::folder(folder)).enumerate() {
        let number = number + 1;
        let Ok(line) = line else { return Ok(Err(format!("solution {number} cannot be read"))) };
        let digest = match listing.solution(&line) {
            Ok((names, digest)) => {
                if !seen.insert(sha256(names.as_bytes())) {
                    return Ok(Err(format!("solution {number} has come before")));
                }
                digest
            }
            Err(fault) => return Ok(Err(format!("solution {number} is wrong: {fault}"))),
        };
        sum += digest;
    }
    if seen.len() as u64 != kept || BigUint::from(kept).to_string() != certificate.count {
        return Ok(Err(format!("there are {} solutions, not {}", seen.len(), certificate.count)));
    }
    if !listing.has_digests {
        return Ok(Ok(format!("all {kept} solutions are right, and none comes twice")));
    }
    let digest = format!("{:0>32}", (sum % &listing.prime).to_str_radix(16));
    if digest != certificate.digest {
        return Ok(Err(format!("the solutions have digest {digest}, not {}", certificate.digest)));
    }
    Ok(Ok(format!("all {kept} solutions are right, none comes twice, and they have this digest")))
}

/// What is needed to look at solutions.
struct Listing<'a> {
    subject: &'a Subject,
    prime: BigUint,
    /// The options by what they cover, as a text, with the number of the option and its mark.
    options: BTreeMap<String, (u32, BigUint)>,
    marks: Vec<BigUint>,
    group: Option<Group>,
    /// Options of rules are not written with solutions, so that their marks are not known.
    has_digests: bool,
}

impl<'a> Listing<'a> {
    fn new(certificate: &Certificate, subject: &'a Subject) -> Result<Self, Failure> {
        let prime = (BigUint::from(1u32) << 127u32) - 1u32;
        let (packing, problem) = match subject {
            Subject::Problem(problem) => (None, problem.clone()),
            Subject::Puzzle(loaded) => {
                let packing = asking::packing(loaded, &Monitor::new()).map_err(|_| Failure::told())?;
                let problem = packing.problem().clone();
                (Some(packing), problem)
            }
        };
        let mut options = BTreeMap::new();
        let mut marks = Vec::new();
        for option in problem.option_ids() {
            let contents = problem.contents(option);
            let hash = &sealed::hex(&sha256(contents.as_bytes()))[..32];
            let value = BigUint::parse_bytes(hash.as_bytes(), 16).expect("hexadecimal digits");
            let mark = value % (BigUint::from(1u32) << 127u32) % &prime;
            let mark = if mark == BigUint::default() { BigUint::from(1u32) } else { mark };
            marks.push(mark.clone());
            let key = match &packing {
                Some(packing) if packing.places(option) => {
                    let placement = packing.placement(option);
                    let puzzle = packing.puzzle();
                    let cells = placement.shape.sites().iter().map(|&site| puzzle.site_name(site)).collect();
                    key(&puzzle.pieces[placement.piece.0].name, cells)
                }
                _ => contents,
            };
            options.entry(key).or_insert((option.0, mark));
        }
        let up_to = certificate.arguments.windows(2).find(|words| words[0] == "--up-to");
        let group = packing.as_ref().zip(up_to).map(|(packing, words)| {
            let all = Group::new(packing);
            if words[1] == UpTo::Rotation.name() { all.rotations() } else { all }
        });
        let has_digests = packing.as_ref().is_none_or(|packing| packing.puzzle().rules.is_empty());
        Ok(Self { subject, prime, options, marks, group, has_digests })
    }

    /// What tells a solution from others, and its digest, if it is one.
    fn solution(&self, line: &str) -> Result<(String, BigUint), String> {
        let value: Value = serde_json::from_str(line).map_err(|_| "it is no JSON".to_owned())?;
        let strings = |value: &Value| -> Vec<String> {
            let list = value.as_array().into_iter().flatten();
            list.filter_map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let mut keys: Vec<String> = Vec::new();
        if let Subject::Puzzle(loaded) = self.subject {
            let placements = value["placements"].as_array().ok_or("it has no placements")?;
            let claim = |placement: &Value| Claim {
                piece: placement["piece"].as_str().unwrap_or_default().to_owned(),
                cells: strings(&placement["cells"]),
            };
            let claims: Vec<Claim> = placements.iter().map(claim).collect();
            check(loaded.puzzle().ok_or("there is no puzzle")?, &claims)
                .map_err(|fault| fault.to_string())?;
            keys.extend(claims.into_iter().map(|claim| key(&claim.piece, claim.cells)));
        } else {
            for option in value["options"].as_array().ok_or("it has no options")? {
                let mut names = strings(option);
                names.sort_unstable();
                keys.push(names.join(" "));
            }
        }
        keys.sort_unstable();
        let mut chosen = Vec::new();
        for key in &keys {
            chosen.push(self.options.get(key).ok_or_else(|| format!("there is no option `{key}`"))?.0);
        }
        let ids = || chosen.iter().map(|&option| polydlx::cover::OptionId(option));
        if let Subject::Problem(problem) = self.subject
            && !problem.is_solution(&ids().collect::<Vec<_>>())
        {
            return Err("its options do not cover all items as they should".to_owned());
        }
        let mut images = BTreeSet::new();
        match &self.group {
            Some(group) => {
                images.extend(group.elements().iter().map(|element| {
                    let mut image: Vec<_> = ids().map(|option| element.image(option)).collect();
                    image.sort_unstable();
                    image
                }));
            }
            None => drop(images.insert(ids().collect())),
        }
        let product = |options: &Vec<polydlx::cover::OptionId>| {
            let marks = options.iter().map(|option| &self.marks[option.0 as usize]);
            marks.fold(BigUint::from(1u32), |product, mark| product * mark % &self.prime)
        };
        let digest = images.iter().map(product).sum::<BigUint>() % &self.prime;
        Ok((keys.join("\n"), digest))
    }
}

/// A placement as a text.
fn key(piece: &str, mut cells: Vec<String>) -> String {
    cells.sort_unstable();
    format!("{piece}: {}", cells.join(" "))
}
