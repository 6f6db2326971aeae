//! The few lines that run a plan on engines that exist.
//!
//! None of them is trusted to know what is done: each task asks `polydlx work` for a unit, which looks at the folder, and
//! a unit that is done costs a moment. So whatever an engine loses, repeats or takes for finished does no harm, and
//! running the script once more does what is left.

use clap::ValueEnum;

/// Where a plan can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// A job array of Slurm: `sbatch FILE`
    Slurm,
    /// GNU parallel, on one machine or on several: `sh FILE`
    Parallel,
    /// `HyperQueue`: `sh FILE`
    Hyperqueue,
    /// An indexed job of Kubernetes: `kubectl apply -f FILE`
    K8s,
}

/// Slurm's job arrays have no more tasks than this unless its administrator says so.
const MOST_TASKS: usize = 1000;

/// The text of the script, for a folder that all workers see under this path.
pub(crate) fn script(emit: Emit, folder: &str, units: usize) -> String {
    // Single quotes, and whatever is inside them as it is.
    let quoted = format!("'{}'", folder.replace('\'', r"'\''"));
    let last = units.saturating_sub(1);
    match emit {
        Emit::Slurm => {
            let each = units.div_ceil(MOST_TASKS).max(1);
            let last_task = units.div_ceil(each).saturating_sub(1);
            format!(
                r#"#!/bin/sh
#SBATCH --job-name=polydlx
#SBATCH --array=0-{last_task}
#SBATCH --cpus-per-task=1
#SBATCH --time=24:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
#SBATCH --open-mode=append
# Two minutes before the time limit Slurm sends SIGTERM; what is done is saved then, and the task is queued again.
first=$((SLURM_ARRAY_TASK_ID * {each}))
trap 'kill -TERM "$worker" 2> /dev/null' TERM
polydlx work {quoted} --range "$first..$((first + {each} - 1))" --threads 1 --quiet &
worker=$!
wait "$worker"
status=$?
if [ "$status" -gt 128 ] && kill -0 "$worker" 2> /dev/null; then
    wait "$worker"
    status=$?
fi
if [ "$status" -eq 3 ]; then
    scontrol requeue "${{SLURM_ARRAY_JOB_ID}}_$SLURM_ARRAY_TASK_ID"
fi
exit "$status"
"#
            )
        }
        Emit::Parallel => format!(
            r#"#!/bin/sh
# For several machines that share the folder, add --sshloginfile HOSTS. Neither --resume nor --results are of any use here:
# `polydlx work` looks by itself what is done, and takes nothing torn for finished. Its arguments go through two shells.
seq 0 {last} | parallel --jobs 100% --retries 3 polydlx work "{quoted}" --unit {{}} --quiet
"#
        ),
        Emit::Hyperqueue => format!(
            r#"#!/bin/sh
hq submit --array=0-{last} --cpus=1 --crash-limit=100 --stdout=none --stderr=none -- \
    sh -c 'exec polydlx work "$0" --unit "$HQ_TASK_ID" --quiet' {quoted}
"#
        ),
        Emit::K8s => format!(
            r#"# The image has the command polydlx, and the claim is a volume that many pods can write to.
apiVersion: batch/v1
kind: Job
metadata:
  name: polydlx
spec:
  completionMode: Indexed
  completions: {units}
  parallelism: {parallelism}
  backoffLimitPerIndex: 10
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 60
      containers:
        - name: polydlx
          image: polydlx:latest
          command: [sh, -c, 'exec polydlx work "$FOLDER" --unit "$JOB_COMPLETION_INDEX" --quiet']
          env:
            - name: FOLDER
              value: {folder:?}
          resources:
            requests:
              cpu: "1"
          volumeMounts:
            - name: search
              mountPath: {folder:?}
      volumes:
        - name: search
          persistentVolumeClaim:
            claimName: polydlx
"#,
            parallelism = units.min(32)
        ),
    }
}
