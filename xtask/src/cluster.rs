//! `cargo xtask cluster`: real puzzles on real engines, on this machine alone, with workers and controllers that are killed.
//!
//! Slurm and GNU parallel come from the distribution: `apt-get install slurm-wlm munge parallel`, which is done here if they are
//! missing. Slurm's daemons are started on loopback, in a folder of their own, as root, and ended again. Before that, disks
//! that are full or closed.

mod disk;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// A puzzle, how it is asked, and into how many units it is divided.
struct Task {
    puzzle: &'static str,
    more: &'static [&'static str],
    units: &'static str,
}

const TASKS: [Task; 4] = [
    Task { puzzle: "soma-3x3x3", more: &["--engine", "links"], units: "20" },
    Task { puzzle: "soma-3x3x3", more: &["--engine", "bits"], units: "5" },
    Task { puzzle: "pentominoes-6x10", more: &["--engine", "bits", "--up-to", "symmetry"], units: "12" },
    Task { puzzle: "pentominoes-6x10", more: &["--engine", "frontier"], units: "8" },
];

/// A task on an engine: what its folder is called, and what must come of it.
struct Run<'a> {
    task: &'a Task,
    folder: String,
    expected: String,
}

impl<'a> Run<'a> {
    fn new(place: &Place, task: &'a Task, engine: &str, number: usize) -> io::Result<Self> {
        let count = ["count", task.puzzle, "--digest", "-q"];
        let expected = place.says(&[&count, task.more].concat())?;
        Ok(Self { task, folder: format!("{engine}-{number}"), expected })
    }
}

/// Runs all puzzles on both engines, and compares with what the command counts by itself.
pub(crate) fn cluster(root: &Path) -> io::Result<bool> {
    let built =
        Command::new("cargo").args(["build", "--package", "polydlx-cli"]).current_dir(root).status()?;
    if !built.success() {
        return Ok(false);
    }
    install()?;
    let program = root.join("target/debug");
    let place = env::temp_dir().join(format!("polydlx-cluster-{}", std::process::id()));
    fs::create_dir_all(&place)?;
    let place = Place { path: place, program };
    let mut all = disk::disk(&place)?;
    for (number, task) in TASKS.iter().enumerate() {
        let run = Run::new(&place, task, "parallel", number)?;
        all &= report(task, "GNU parallel", || place.on_parallel(&run))?;
    }
    let slurm = Slurm::start(&place)?;
    for (number, task) in TASKS.iter().enumerate() {
        let run = Run::new(&place, task, "slurm", number)?;
        all &= report(task, "Slurm", || slurm.run(&place, &run))?;
    }
    drop(slurm);
    fs::remove_dir_all(&place.path)?;
    Ok(all)
}

/// Installs what is missing.
fn install() -> io::Result<()> {
    let is_there = |name: &&str| {
        let version =
            Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        version.is_ok()
    };
    if ["slurmctld", "slurmd", "munged", "parallel"].iter().all(is_there) {
        return Ok(());
    }
    let packages = ["install", "--yes", "--no-install-recommends", "slurm-wlm", "munge", "parallel"];
    let installed = Command::new("apt-get").args(packages).status()?;
    if installed.success() {
        Ok(())
    } else {
        Err(io::Error::other("Slurm and GNU parallel cannot be installed"))
    }
}

/// Where everything happens.
struct Place {
    path: PathBuf,
    /// The folder with the command.
    program: PathBuf,
}

impl Place {
    fn command(&self, name: impl AsRef<OsStr>) -> Command {
        let path = format!("{}:{}", self.program.display(), env::var("PATH").unwrap_or_default());
        let mut command = Command::new(name);
        command.current_dir(&self.path).env("PATH", path).env("SLURM_CONF", self.path.join("slurm.conf"));
        command.env("POLYDLX_SAVE_EVERY", "20");
        command
    }

    /// What the command prints.
    fn says(&self, args: &[&str]) -> io::Result<String> {
        let output = self.command("polydlx").args(args).stderr(Stdio::inherit()).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// A plan, and the script that runs it.
    fn plan(&self, Run { task, folder, .. }: &Run<'_>, engine: &str) -> io::Result<PathBuf> {
        let plan =
            ["plan", "count", task.puzzle, "-q", "-o", folder, "--units", task.units, "--emit", engine];
        let script = self.path.join(format!("{folder}.sh"));
        fs::write(&script, self.says(&[&plan, task.more].concat())?)?;
        Ok(script)
    }

    /// Whether the folder adds up to what is expected.
    fn is_right(&self, Run { folder, expected, .. }: &Run<'_>) -> io::Result<bool> {
        let merged = self.says(&["merge", folder, "-q", "--replay", "5%"])?;
        let right = merged.starts_with(expected) && !expected.is_empty();
        if !right {
            eprintln!("expected {expected}, not {merged}");
        }
        Ok(right)
    }

    /// GNU parallel, which is killed twice with all its workers, and begun again; and its workers are killed meanwhile.
    fn on_parallel(&self, run: &Run<'_>) -> io::Result<bool> {
        let (name, script) = (&run.folder, self.plan(run, "parallel")?);
        for delay in [150, 400] {
            // A session of its own, so that all of it can be killed.
            let mut child = self.command("setsid").args(["-w", "sh"]).arg(&script).spawn()?;
            thread::sleep(Duration::from_millis(delay));
            self.kill_workers(name);
            thread::sleep(Duration::from_millis(50));
            kill_below(child.id());
            let _ = child.kill();
            child.wait()?;
            self.kill_workers(name);
        }
        let done = self.command("sh").arg(&script).stderr(Stdio::null()).status()?;
        Ok(done.success() && self.is_right(run)?)
    }

    /// Waits for workers in a folder, and kills them, three times.
    fn hunt(&self, name: &str) -> usize {
        let start = Instant::now();
        let (mut killed, mut rounds) = (0, 0);
        while rounds < 3 && start.elapsed() < Duration::from_secs(20) {
            let number = self.kill_workers(name);
            killed += number;
            rounds += usize::from(number > 0);
            thread::sleep(Duration::from_millis(if number > 0 { 300 } else { 5 }));
        }
        killed
    }

    /// Kills those that work in a folder, and nobody else.
    fn kill_workers(&self, name: &str) -> usize {
        let folder = self.path.join(name).display().to_string();
        let workers = processes().into_iter().filter(|(_, line)| {
            line.first().is_some_and(|word| word.ends_with("polydlx")) && line.contains(&folder)
        });
        workers.map(|(process, _)| kill(process, "KILL")).count()
    }
}

/// Says how it went.
fn report(task: &Task, engine: &str, run: impl FnOnce() -> io::Result<bool>) -> io::Result<bool> {
    let start = Instant::now();
    let right = run()?;
    let seconds = start.elapsed().as_secs_f64();
    let (verdict, more) = (if right { "ok  " } else { "FAIL" }, task.more.join(" "));
    println!("{verdict} {engine:12} {seconds:6.1} s  {} {more}", task.puzzle);
    Ok(right)
}

/// What this machine calls itself.
fn host() -> io::Result<String> {
    Ok(fs::read_to_string("/proc/sys/kernel/hostname")?.trim().to_owned())
}

/// All processes with their command lines.
fn processes() -> Vec<(u32, Vec<String>)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let process = entry.file_name().to_string_lossy().parse().ok()?;
            let line = fs::read_to_string(entry.path().join("cmdline")).ok()?;
            Some((process, line.split('\0').map(str::to_owned).collect()))
        })
        .collect()
}

/// Kills all processes that a process has started, and those that they have started.
fn kill_below(process: u32) {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children")).unwrap_or_default();
    for child in children.split_whitespace().filter_map(|word| word.parse().ok()) {
        kill_below(child);
        kill(child, "KILL");
    }
}

fn kill(process: u32, signal: &str) {
    let _ = Command::new("kill").args(["-s", signal, &process.to_string()]).stderr(Stdio::null()).status();
}

/// Slurm's daemons, on loopback.
struct Slurm {
    munge: Child,
    controller: std::cell::RefCell<Child>,
    node: Child,
}

impl Slurm {
    fn start(place: &Place) -> io::Result<Self> {
        let path = &place.path;
        for name in ["munge", "state", "spool", "log"] {
            fs::create_dir_all(path.join(name))?;
        }
        let (host, cores) = (&host()?, thread::available_parallelism()?);
        let at = path.display();
        fs::write(
            path.join("slurm.conf"),
            format!(
                "ClusterName=polydlx\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n\
                 AuthType=auth/munge\nAuthInfo=socket={at}/munge/socket\nCryptoType=crypto/munge\n\
                 SlurmctldPort=16817\nSlurmdPort=16818\nReturnToService=2\nMpiDefault=none\n\
                 ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSwitchType=switch/none\n\
                 SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nSchedulerType=sched/builtin\n\
                 StateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool\n\
                 SlurmctldPidFile={at}/slurmctld.pid\nSlurmdPidFile={at}/slurmd.pid\n\
                 SlurmctldLogFile={at}/log/slurmctld\nSlurmdLogFile={at}/log/slurmd\n\
                 AccountingStorageType=accounting_storage/none\nJobAcctGatherType=jobacct_gather/none\n\
                 JobCompType=jobcomp/none\nKillWait=5\nMinJobAge=600\nSchedulerParameters=requeue_setup_env_fail\n\
                 NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} State=UNKNOWN\n\
                 PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n"
            ),
        )?;
        let key = path.join("munge/key");
        let mut bytes = vec![0; 128];
        io::Read::read_exact(&mut fs::File::open("/dev/urandom")?, &mut bytes)?;
        fs::write(&key, bytes)?;
        for (name, mode) in [("munge/key", "600"), ("munge", "755"), ("", "755")] {
            Command::new("chmod").arg(mode).arg(path.join(name)).status()?;
        }
        let option = |name: &str, file: &str| format!("--{name}={at}/munge/{file}");
        let munge = place
            .command("munged")
            .args(["--foreground", "--force"])
            .args([option("key-file", "key"), option("socket", "socket"), option("pid-file", "pid")])
            .args([option("log-file", "log"), option("seed-file", "seed")])
            .stderr(Stdio::null())
            .spawn()?;
        thread::sleep(Duration::from_secs(1));
        let controller = Self::controller(place)?;
        let node = place
            .command("slurmd")
            .args(["-D", "-N", host])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let slurm = Self { munge, controller: controller.into(), node };
        let start = Instant::now();
        while !slurm.asks(place, "sinfo", &["--noheader", "--format=%T"])?.contains("idle") {
            if start.elapsed() > Duration::from_secs(60) {
                let log = fs::read_to_string(path.join("log/slurmctld")).unwrap_or_default();
                return Err(io::Error::other(format!("Slurm does not start: {log}")));
            }
            thread::sleep(Duration::from_millis(500));
        }
        Ok(slurm)
    }

    fn controller(place: &Place) -> io::Result<Child> {
        place.command("slurmctld").arg("-D").stdout(Stdio::null()).stderr(Stdio::null()).spawn()
    }

    fn asks(&self, place: &Place, name: &str, args: &[&str]) -> io::Result<String> {
        let output = place.command(name).args(args).stderr(Stdio::null()).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// A job array, whose workers are killed, and whose controller is killed, too, and started again. Tasks that were lost are done
    /// when the same script is submitted once more.
    fn run(&self, place: &Place, run: &Run<'_>) -> io::Result<bool> {
        let (name, script) = (&run.folder, place.plan(run, "slurm")?);
        let script = script.to_str().unwrap_or_default();
        for round in 0..4 {
            self.asks(place, "sbatch", &["--output=/dev/null", script])?;
            if round == 0 {
                let killed = place.hunt(name);
                let mut controller = self.controller.borrow_mut();
                controller.kill()?;
                controller.wait()?;
                *controller = Self::controller(place)?;
                println!("     Slurm: {killed} workers and the controller were killed");
            }
            let start = Instant::now();
            loop {
                let left = self.asks(place, "squeue", &["--noheader"]);
                // A controller that was killed may give out the number of a task twice; the node is given no more then,
                // until somebody says so.
                if self.asks(place, "sinfo", &["--noheader", "--format=%T"])?.contains("drain") {
                    let node = format!("NodeName={}", host()?);
                    self.asks(place, "scontrol", &["update", &node, "State=RESUME"])?;
                }
                // Nobody answers while the controller starts.
                let up = self.asks(place, "scontrol", &["ping"])?.contains("is UP");
                if up && left?.trim().is_empty() {
                    break;
                }
                // A task whose end the controller missed while it was down seems to run for ever: it is done in the next round.
                if start.elapsed() > Duration::from_secs(60) {
                    self.asks(place, "scancel", &["--user=root"])?;
                }
                thread::sleep(Duration::from_millis(500));
            }
            let status =
                place.command("polydlx").args(["status", name.as_str()]).stdout(Stdio::null()).status()?;
            if status.success() {
                break;
            }
        }
        place.is_right(run)
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for child in [&mut self.node, self.controller.get_mut(), &mut self.munge] {
            kill(child.id(), "TERM");
            let _ = child.wait();
        }
    }
}
