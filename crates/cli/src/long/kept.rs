//! A folder with a question, its plan, and whoever works on it.

use super::question::{Context, Wanted, ask, read};
use super::refused;
use crate::args::RankArgs;
use crate::failure::Failure;
use crate::search::config;
use polydlx::cover::{Monitor, sha256};
use polydlx::diagnostic::Diagnostic;
use polydlx::journal::{Asked, Folder, Ledger, PLAN, QUESTION, Units, options_hash, sealed::hex};
use polydlx::packing::{Method, Plan, Rank, What};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs};

/// What is kept in a folder, ready to be worked on.
pub(crate) struct Kept<'a> {
    pub(crate) folder: Folder,
    pub(crate) asked: Asked,
    pub(crate) units: Units,
    pub(crate) plan: Plan<'a>,
    pub(crate) context: &'a Context<'a>,
    /// The texts of the question's files.
    pub(crate) files: BTreeMap<String, String>,
    /// How many solutions are kept, if they are the first in some order.
    pub(crate) rank: RankArgs,
    /// How many bytes each thread may use for the states of sweeps.
    pub(crate) memory: usize,
}

impl Kept<'_> {
    /// Whether solutions are kept, and not only their number.
    pub(crate) fn keeps_solutions(&self) -> bool {
        self.asked.command == "solve"
    }

    /// By what solutions are counted or put into an order.
    pub(crate) fn rank(&self) -> Option<Rank<'_>> {
        let asked = self.context.asked;
        Some(Rank { judge: &asked.judge, measure: asked.by.as_ref()?, worst: self.rank.worst.is_some() })
    }

    /// All results so far.
    pub(crate) fn ledger(&self) -> Result<Ledger, Failure> {
        Ledger::read(&self.folder, &self.asked, &self.units)
            .map_err(|error| unreadable(self.folder.path(), &error.to_string()))
    }
}

/// A unit is to take about so long, in nanoseconds: a tenth of a second, because some take many times as long as they were
/// thought to. All parts of a sweep have to be led to where they part, and merge less: ten seconds.
const UNIT: f64 = 1e8;
const SWEEP_UNIT: f64 = 1e10;
/// There are no more units than this unless somebody wants more.
const MOST_UNITS: usize = 1000;

/// Keeps a question in a folder; if there is one already, it must be the same. Nothing is kept if it is stopped before.
pub(crate) fn begin(
    path: &Path,
    command: &str,
    asking: Wanted<'_>,
    monitor: &Monitor,
) -> Result<(), Failure> {
    let folder = folder(path);
    let Some(written) = asking.write(command, monitor)? else { return Ok(()) };
    let memory = config(asking.search).memory;
    let version = env!("CARGO_PKG_VERSION");
    let asked = Asked::new(version, command, written.words, &written.files, written.options, memory);
    if folder.has(QUESTION) {
        let known = question(&folder)?;
        return known.difference(&asked).map_or(Ok(()), |difference| {
            let message = format!("{} belongs to another question: {difference}", path.display());
            let remedy = "name another folder, or ask the question that it belongs to";
            Err(Failure::mistake(Diagnostic::error("another-question", message).remedy(remedy)))
        });
    }
    let fresh = folder.is_fresh().map_err(|error| refused(path, &error))?;
    if !fresh && !folder.path().join("results").is_dir() {
        let message = format!("{} has other things in it", path.display());
        let remedy = "name a folder that is empty, or one that does not exist yet";
        return Err(Failure::mistake(Diagnostic::error("other-folder", message).remedy(remedy)));
    }
    let keep = || {
        folder.create()?;
        written.files.iter().try_for_each(|(name, text)| folder.write(name, text))?;
        folder.write(QUESTION, &asked.to_text())
    };
    keep().map_err(|error| refused(path, &error))
}

/// The folder at a path, for this process.
pub(crate) fn folder(path: &Path) -> Folder {
    let folder = Folder::new(path, format!("{}-{}", host(), std::process::id()));
    // For tests: the process dies when it has written so many files, before the last of them has got its name.
    match env::var("POLYDLX_FAILPOINT").ok().and_then(|number| number.parse::<u64>().ok()) {
        None => folder,
        Some(last) => {
            let written = AtomicU64::new(0);
            folder.with_hook(move || {
                if written.fetch_add(1, Ordering::Relaxed) + 1 == last {
                    std::process::abort();
                }
            })
        }
    }
}

fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let plain: String = name.trim().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
    if plain.is_empty() { "host".to_owned() } else { plain }
}

/// Whether a process is known to have ended: one of this machine that is no more.
pub(crate) fn is_gone(who: &str) -> bool {
    let Some((machine, process)) = who.rsplit_once('-') else { return true };
    machine == host() && Path::new("/proc/self").exists() && !Path::new("/proc").join(process).exists()
}

/// The puzzle that a folder is about, as a file.
pub(crate) fn puzzle(path: &Path, has_geometry: bool) -> Result<String, Failure> {
    let asked = question(&folder(path))?;
    let name = ["puzzle.dlx", "puzzle.spec"].into_iter().find(|name| asked.files.contains_key(*name));
    if has_geometry || name != Some("puzzle.spec") {
        let message = "samples are drawn from folders about specs, not about DLX files";
        let remedy = "draw from the file itself: `polydlx sample FILE.dlx`";
        return Err(Failure::mistake(Diagnostic::error("no-geometry", message).remedy(remedy)));
    }
    Ok(path.join("puzzle.spec").display().to_string())
}

/// The question of a folder.
pub(crate) fn question(folder: &Folder) -> Result<Asked, Failure> {
    let path = folder.path();
    if !folder.has(QUESTION) {
        let message = format!("{} is no folder with a search", path.display());
        let remedy = "`polydlx plan` makes one, and so does `polydlx count … --save`";
        return Err(Failure::mistake(Diagnostic::error("no-search", message).remedy(remedy)));
    }
    let text = folder.read(QUESTION).map_err(|error| unreadable(path, &error.to_string()))?;
    Asked::read(&text).map_err(|why| unreadable(&path.join(QUESTION), &why))
}

/// Lists of `polydlx design` are kept in folders, too, but have no units.
pub(crate) fn only_searches(asked: &Asked, path: &Path) -> Result<(), Failure> {
    if !asked.command.starts_with("design") {
        return Ok(());
    }
    let message =
        format!("{} keeps a list of `polydlx {}`, which has no units", path.display(), asked.command);
    let remedy = format!("`polydlx {} --save …` goes on with it", asked.arguments.join(" "));
    Err(Failure::mistake(Diagnostic::error("no-units", message).remedy(remedy)))
}

/// Says why a file of a folder is of no use.
pub(crate) fn unreadable(path: &Path, why: &str) -> Failure {
    let message = format!("{}: {why}", path.display());
    let remedy = "begin anew in another folder, or bring the file back from a copy";
    Failure::mistake(Diagnostic::error("unreadable-folder", message).remedy(remedy))
}

/// By what means a folder is worked on.
#[derive(Clone, Copy, Default)]
pub(crate) struct Means {
    /// About how many units there are to be, if the work has not been divided yet.
    pub(crate) units: Option<usize>,
    /// How many threads there will be, each with a unit of its own; 0 counts as 1.
    pub(crate) threads: usize,
    /// How many bytes all of them may use for the states of sweeps; as many as at the beginning if nobody says so.
    pub(crate) memory: Option<usize>,
}

/// Lets `work` work on what is kept in a folder; none if it was stopped while getting ready.
pub(crate) fn with_kept<T>(
    path: &Path,
    means: Means,
    monitor: &Monitor,
    work: impl FnOnce(&Kept<'_>) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let folder = folder(path);
    if monitor.is_stopped() && !folder.has(QUESTION) {
        return Ok(None);
    }
    let asked = question(&folder)?;
    only_searches(&asked, path)?;
    let mut files = BTreeMap::new();
    for (name, hash) in &asked.files {
        let text = folder.read(name).map_err(|error| unreadable(&path.join(name), &error.to_string()))?;
        if hex(&sha256(text.as_bytes())) != *hash {
            return Err(unreadable(&path.join(name), "it is not the file that the question was about"));
        }
        files.insert(name.clone(), text);
    }
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let args = read(path, &asked.arguments, &names).map_err(|why| unreadable(&path.join(QUESTION), &why))?;
    let each = asked.command == "solve" || args.ask.by.is_some();
    let what = if each { What::Each } else { What::Number };
    let memory = asked.memory;
    let result = ask(&args, what, memory, monitor, |question, context| {
        if options_hash(context.problem) != asked.options {
            return Err(unreadable(
                path,
                "its puzzle has other options here than where it was begun: the program may be of another version",
            ));
        }
        let Ok(plan) = question.plan(monitor) else { return Ok(None) };
        let plan = plan.firm();
        let Some(units) = units(&folder, &asked, &plan, means.units, monitor)? else { return Ok(None) };
        let memory = means.memory.unwrap_or(memory) / means.threads.max(1);
        let plan = plan.with_means(1, memory);
        let kept = Kept { folder, asked, units, plan, context, files, rank: args.rank, memory };
        work(&kept).map(Some)
    })?;
    Ok(result.flatten())
}

/// The units of a plan, which are made if they have not been made before.
fn units(
    folder: &Folder,
    asked: &Asked,
    plan: &Plan<'_>,
    number: Option<usize>,
    monitor: &Monitor,
) -> Result<Option<Units>, Failure> {
    let path = folder.path().join(PLAN);
    if folder.has(PLAN) {
        let text = folder.read(PLAN).map_err(|error| unreadable(&path, &error.to_string()))?;
        let units = Units::read(&text, asked).map_err(|why| unreadable(&path, &why))?;
        if units.fingerprint != hex(&plan.fingerprint()) {
            return Err(unreadable(
                &path,
                "the work would be divided otherwise here: the program may be of another version",
            ));
        }
        return Ok(Some(units));
    }
    let number = number.unwrap_or_else(|| {
        let price: f64 = plan.divide(1, monitor).iter().map(|(_, price)| price).sum();
        let unit = if plan.method == Method::Search { UNIT } else { SWEEP_UNIT };
        ((price / unit).ceil() as usize).clamp(1, MOST_UNITS)
    });
    let divided = plan.divide(number.max(1), monitor);
    if monitor.is_stopped() {
        return Ok(None);
    }
    let (units, text) = Units::new(plan, &divided, asked);
    folder
        .create()
        .and_then(|()| folder.write(PLAN, &text))
        .map_err(|error| refused(folder.path(), &error))?;
    Ok(Some(units))
}
