package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gpca/solver"
	"gpca/solver/benchmark"
)

func (p *program) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine computes",
		Long: `Bench measures on one processor what runs spend their time in: the rate of each
kind of work, in floating-point operations a second, and its share of the most
that this processor does without waiting for memory. It takes half a minute and
needs no data. A machine that is busy otherwise gives lower rates; the shares
suffer less.`,
		Example: `  report bench --json               for programs
  REPORT_CPU=avx2 report bench      with other multiply kernels`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			results, err := benchmark.Run(cmd.Context(), benchmark.Rounds, 200*time.Millisecond)
			if err != nil {
				return err
			}
			if p.options.json {
				return p.answerJSON(struct {
					Processor    string                  `json:"processor"`
					Measurements []benchmark.Measurement `json:"measurements"`
				}{solver.Processor(), results})
			}
			return p.answerTable(benchRows(results, solver.Processor()), "")
		},
	}
	p.answerFlags(cmd)
	return cmd
}

// benchRows is a table of measurements, made with the named multiply kernels.
func benchRows(results []benchmark.Measurement, processor string) [][]string {
	rows := [][]string{{"MEASURED, " + processor, "SIZE", "MS", "GFLOP/S", "OF PEAK"}}
	for _, m := range results {
		share := none
		if m.Share > 0 && m.Name != "peak" {
			share = fmt.Sprintf("%.0f %%", 100*m.Share)
		}
		rows = append(rows, []string{m.Name, m.Shape, fmt.Sprintf("%.3g", 1000*m.Seconds), fmt.Sprintf("%.1f", m.Rate), share})
	}
	alignRight(rows, 2, 3, 4)
	return rows
}
