package main

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gpca/report"
	"gpca/report/words"
)

type target struct {
	name string
	file string   // of the template
	send []string // the command that takes what is written
	here bool     // whether tasks start this program, rather than that of an image
}

// targets are the schedulers. A new one is a template, its help in verbs/ and a line here; if
// its tasks are numbered otherwise, a line in arrays.
var targets = []target{
	{"slurm", "submit/slurm.sh", []string{"sh"}, true},
	{"kubernetes", "submit/kubernetes.yaml", []string{"kubectl", "apply", "-f", "-"}, false},
}

//go:embed submit
var submissions embed.FS

// A submission is what the templates are filled with.
type submission struct {
	Study, Name                  string // the latter for a scheduler
	Cells, Longest, Total, Floor string // in words
	Shards, Processors           int
	Minutes                      int // a task may take
	Mebibytes, Bound             int // a task may take, and what of it is for data and work
	Run, Render, More            []string
	Out, Image, Claim            string
	Stopped, Failed              int // exit codes
}

func (p *program) submitCommand() *cobra.Command {
	submit := verb("submit", func(cmd *cobra.Command, _ []string) error {
		names := words.Each(targets, func(t target) string { return t.name })
		return usage(cmd, errors.New("submit needs the name of a scheduler behind it: "+words.List(names, "or")))
	}, takes(onlyVerbs))
	for _, t := range targets {
		submit.AddCommand(p.targetCommand(t))
	}
	return submit
}

func (p *program) targetCommand(t target) *cobra.Command {
	var s submission
	var send bool
	shards, jobs := 8, 4
	cell := pflag.NewFlagSet("", pflag.ContinueOnError)
	return verb(t.name, func(cmd *cobra.Command, args []string) error {
		s.More = args
		// Half of this machine's memory is nothing to the tasks.
		p.options.machines, p.options.Workers, p.options.Memory = shards, jobs, 0
		if err := p.options.check(); err != nil || shards == 0 {
			return usage(cmd, cmp.Or(err, errors.New("--shards is 0, must be at least 1")))
		}
		text, err := p.submission(cmd, t, s, cell)
		if err != nil {
			return err
		}
		if !send {
			_, err = p.stdout.Write(text)
			return err
		}
		sender := exec.CommandContext(cmd.Context(), t.send[0], t.send[1:]...)
		sender.Stdin, sender.Stdout, sender.Stderr = bytes.NewReader(text), p.stdout, p.stderr
		if err := sender.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(t.send, " "), err)
		}
		return nil
	}, p.has(ofCells), func(cmd *cobra.Command) {
		f := cmd.Flags()
		cell.AddFlagSet(f)
		f.IntVar(&shards, "shards", shards, "`number` of tasks")
		f.IntVarP(&jobs, "jobs", "j", jobs, "`number` of processors for each")
		if t.here {
			cmd.Use += " [-- options of sbatch]"
			cmd.Args = func(cmd *cobra.Command, args []string) error {
				if cmd.ArgsLenAtDash() == 0 {
					return nil
				}
				return atMost(0)(cmd, args)
			}
		} else {
			f.StringVar(&s.Image, "image", "report", "`image` that has the program report on its PATH")
			f.StringVar(&s.Claim, "claim", "report", "`name` of a volume claim that all pods can write to")
		}
		f.BoolVar(&send, "go", false, "send the jobs by: "+strings.Join(t.send, " "))
	})
}

// submission is what submits the pending cells. The flags among cell, as they are given,
// go to each task.
func (p *program) submission(cmd *cobra.Command, t target, s submission, cell *pflag.FlagSet) ([]byte, error) {
	opened, err := p.open(cmd, toLook)
	if err != nil {
		return nil, err
	}
	divided, err := report.NewShards(cmd.Context(), opened.plan, opened.results, p.options.RunOptions,
		p.options.machines)
	if err != nil {
		return nil, err
	}
	var longest, total float64
	var most int64
	for _, shard := range divided.Shards {
		longest, total, most = max(longest, shard.Seconds), total+shard.Seconds, max(most, shard.Bytes)
	}
	if total == 0 {
		return nil, errors.New("there is nothing to compute: draw with report render")
	}
	s.Study = opened.plan.Study.Name
	s.Name = strings.Trim(notName.ReplaceAllString("report-"+strings.ToLower(s.Study), "-"), "-")
	s.Cells = words.Count(opened.count().Missing, "missing cell")
	s.Longest, s.Total, s.Floor = timeText(longest), timeText(total), timeText(divided.Floor)
	s.Shards, s.Processors, s.Out = p.options.machines, p.options.Workers, p.options.out
	s.Stopped, s.Failed = exitStopped, exitFailed
	s.Minutes = int(math.Ceil(1.5*longest/60)) + 3
	s.Mebibytes = int(1.5*float64(most)/(1<<20)) + 256
	s.Bound = s.Mebibytes * 3 / 4
	program := "report"
	if t.here {
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	s.Run, s.Render = []string{program, "run"}, []string{program, "render"}
	cell.VisitAll(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		for _, v := range values {
			if f.Changed {
				s.Run, s.Render = append(s.Run, "--"+f.Name+"="+v), append(s.Render, "--"+f.Name+"="+v)
			}
		}
	})
	var b bytes.Buffer
	functions := template.FuncMap{"quote": quoteShell, "yaml": strconv.Quote}
	err = template.Must(template.New(path.Base(t.file)).Funcs(functions).ParseFS(submissions, t.file)).Execute(&b, s)
	return b.Bytes(), err
}

var (
	notName = regexp.MustCompile(`[^a-z0-9]+`)
	plain   = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)
)

// quoteShell writes a word so that a shell takes it as it is.
func quoteShell(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
