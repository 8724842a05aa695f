#!/bin/sh
# {{.Cells}} of the study {{.Study}}, in {{.Shards}} tasks with {{.Processors}} processors each.
# They are expected to take {{.Times}}; the longest piece, which no
# number of tasks divides, {{.Floor}}. Asked for each task:
#   time    {{.Minutes}} min, 1.5 times the longest and 3 min to start and to stop in
#   memory  {{.Mebibytes}} MiB, 1.5 times the most and 256 MiB for the program
# A task that stops before its limit, or is killed, is put back into the queue, at most
# 3 times, with 2, 3 and 4 times as much. It goes on from what it has stored.
set -eu
mkdir -p {{quote .Out}}/slurm
array=$(sbatch --parsable --job-name={{.Name}} --array=1-{{.Shards}} --cpus-per-task={{.Processors}} \
	--time={{.Minutes}} --mem={{.Mebibytes}}M --signal=USR2@90 --requeue --open-mode=append \
	--output={{quote .Out}}/slurm/%A-%a.log{{range .More}} {{quote .}}{{end}} <<'TASK'
#!/bin/sh
code=0
srun --cpus-per-task={{.Processors}} {{range .Run}}{{quote .}} {{end}}--shard=auto --jobs={{.Processors}} \
	--memory=$((${SLURM_MEM_PER_NODE:-{{.Mebibytes}}} * 3 / 4))MiB || code=$?
attempt=$((${SLURM_RESTART_COUNT:-0} + 2))
if [ $attempt -le 4 ] && { [ $code -eq {{.Stopped}} ] || [ $code -gt 128 ]; }; then
	trap '' TERM # the requeue sends it, and leaves time for what follows
	scontrol requeue "$SLURM_JOB_ID"
	scontrol update JobId="$SLURM_JOB_ID" TimeLimit=$(({{.Minutes}} * attempt)) MinMemoryNode=$(({{.Mebibytes}} * attempt)) || :
fi
exit $code
TASK
)
# The tasks have written into one folder, so that there is nothing to merge.
sbatch --job-name={{.Name}}-render --dependency=afterany:"${array%%;*}" --time=60 --mem={{.Mebibytes}}M \
	--output={{quote .Out}}/slurm/%j.log{{range .More}} {{quote .}}{{end}} <<'RENDER'
#!/bin/sh
srun {{range .Render}}{{quote .}} {{end}}
RENDER
