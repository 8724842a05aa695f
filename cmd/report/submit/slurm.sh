#!/bin/sh
# {{.Cells}} of the study {{.Study}}, in {{.Shards}} tasks with {{.Processors}} processors each.
# The longest is expected to take {{.Longest}}, all {{.Total}}, and the longest piece, which no
# number of tasks divides, {{.Floor}}. Asked for each task:
#   time    {{.Minutes}} min, 1.5 times the longest and 3 min to start and to stop in
#   memory  {{.Mebibytes}} MiB, 1.5 times the most and 256 MiB for the program
# A task that stops before its limit is put back into the queue, at most 3 times, for 2, 3
# and 4 times as long; one that is killed, with 2, 3 and 4 times the memory; as far as the
# partition goes. It goes on from what it has stored.
set -eu
mkdir -p {{quote .Out}}/slurm
array=$(sbatch --parsable --job-name={{.Name}} --array=1-{{.Shards}} --cpus-per-task={{.Processors}} \
	--time={{.Minutes}} --mem={{.Mebibytes}}M --signal=USR2@90 --requeue --open-mode=append \
	--output={{quote .Out}}/slurm/%A-%a.log{{range .More}} {{quote .}}{{end}} <<'TASK'
#!/bin/sh
code=0
srun --cpus-per-task={{.Processors}}{{range .Run}} {{quote .}}{{end}} --shard=auto --jobs={{.Processors}} \
	--memory=$((${SLURM_MEM_PER_NODE:-{{.Mebibytes}}} * 3 / 4))MiB || code=$?
attempt=$((${SLURM_RESTART_COUNT:-0} + 2))
if [ $attempt -le 4 ] && { [ $code -eq {{.Stopped}} ] || [ $code -gt 128 ]; }; then
	set -- $(sinfo --noheader --partition="$SLURM_JOB_PARTITION" --format='%m %l' | awk -F '[ :-]+' '
		{ t = $2 ~ /^[0-9]/ ? $(NF-1) + (NF > 3 ? 60 * $(NF-2) : 0) + (NF > 4 ? 1440 * $2 : 0) : 1e8 }
		{ if (t > time) time = t; if ($1 + 0 > memory) memory = $1 + 0 }
		END { printf "%d %d", time, memory }') # most minutes and MiB of the partition
	if [ $code -eq {{.Stopped}} ]; then
		more=TimeLimit=$(({{.Minutes}} * attempt < $1 ? {{.Minutes}} * attempt : $1))
	else
		more=MinMemoryNode=$(({{.Mebibytes}} * attempt < $2 ? {{.Mebibytes}} * attempt : $2))
	fi
	trap '' TERM # the requeue sends it, and leaves time for the update
	scontrol requeue "$SLURM_JOB_ID"
	scontrol update JobId="$SLURM_JOB_ID" $more || :
fi
exit $code
TASK
)
# The tasks have written into one folder, so that there is nothing to merge.
sbatch --job-name={{.Name}}-render --dependency=afterany:"${array%%;*}" --time=60 --mem={{.Mebibytes}}M \
	--output={{quote .Out}}/slurm/%j.log{{range .More}} {{quote .}}{{end}} <<'RENDER'
#!/bin/sh
srun{{range .Render}} {{quote .}}{{end}}
RENDER
