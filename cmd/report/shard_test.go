package main

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A task of an array is the shard that its scheduler says, or an error; never everything.
func TestAutoShard(t *testing.T) {
	for _, test := range []struct {
		value       string
		environment map[string]string
		i, n        int
		fault       string
	}{
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "8"}, 1, 8, ""},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "8"}, 8, 8, ""},
		{"auto/4", map[string]string{"JOB_COMPLETION_INDEX": "3"}, 4, 4, ""},
		{"auto", map[string]string{"CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"}, 2, 2, ""},
		{"auto", map[string]string{"CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "2"}, 1, 2, ""},
		{"auto", map[string]string{"BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"}, 2, 2, ""},
		{"auto", nil, 0, 0, "but no scheduler says which part this is: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB is set; name the part as i/n"},
		{"auto", map[string]string{"CI_NODE_TOTAL": "1"}, 0, 0, "but no scheduler says which part this is: none of SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, CI_NODE_INDEX, CIRCLE_NODE_INDEX, BUILDKITE_PARALLEL_JOB is set; name the part as i/n"},
		{"auto", map[string]string{"JOB_COMPLETION_INDEX": "3"}, 0, 0, "but JOB_COMPLETION_INDEX has no total beside it: say auto/n"},
		{"auto", map[string]string{"CI_NODE_INDEX": "3"}, 0, 0, "but CI_NODE_TOTAL is not set: say auto/n"},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"}, 0, 0, `but SLURM_ARRAY_TASK_MIN is "", not a whole number: name the part as i/n`},
		{"auto", map[string]string{"SLURM_ARRAY_TASK_ID": "9", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "5"}, 0, 0, "but SLURM_ARRAY_TASK_ID is 9, which is none of 5 from 1 on: number the tasks without gaps"},
		{"auto", map[string]string{"CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "2"}, 0, 0, "but CI_NODE_INDEX is 0, which is none of 2 from 1 on: number the tasks without gaps"},
		{"auto/x", map[string]string{"JOB_COMPLETION_INDEX": "3"}, 0, 0, `but the total is "x", not a whole number: name the part as i/n`},
		{"auto/4", map[string]string{"JOB_COMPLETION_INDEX": "4"}, 0, 0, "but JOB_COMPLETION_INDEX is 4, which is none of 4 from 0 on: number the tasks without gaps"},
		{"auto", map[string]string{"CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2", "SLURM_ARRAY_TASK_ID": "1"}, 0, 0, "but both SLURM_ARRAY_TASK_ID and CI_NODE_INDEX are set: name the part as i/n"},
	} {
		p := &program{getenv: func(name string) string { return test.environment[name] }}
		err := p.setShard(test.value)
		if err != nil && err.Error() != test.fault || err == nil && (test.fault != "" || p.options.Shard != test.i || p.options.Shards != test.n) {
			t.Errorf("%s with %v is %d/%d, %v; want %d/%d, %s", test.value, test.environment, p.options.Shard, p.options.Shards, err, test.i, test.n, test.fault)
		}
		o := execute(t, test.environment, "status", "--study", tiny, "--shard", test.value)
		assert.Check(t, is.Equal(o.code != exitFine, test.fault != ""),
			"%s with %v: exit code %d", test.value, test.environment, o.code)
	}
}
