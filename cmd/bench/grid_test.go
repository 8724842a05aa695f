package main

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report"
	"gpca/report/dataset"
	"gpca/report/plan"
)

// BenchmarkGrid computes whole grids on one worker, to profile their phases:
//
//	GOMAXPROCS=1 go test ./cmd/bench -run - -bench 'Grid/usps-kernel$' -benchtime 1x -cpuprofile grid.pprof
//
// MNIST has two levels of noise, and takes minutes.
func BenchmarkGrid(b *testing.B) {
	speckled := map[string]string{"speckle": "0, 1"}
	for _, s := range []suite{
		suites[0], suites[1],
		{Name: "mnist", Title: "MNIST", Data: "mnist", Methods: suites[0].Methods, Noises: speckled},
		{Name: "mnist-kernel", Title: "MNIST", Data: "mnist", Sigma: 5000, Methods: suites[1].Methods, Noises: speckled},
	} {
		b.Run(s.Name, func(b *testing.B) {
			for b.Loop() {
				file, out := filepath.Join(b.TempDir(), "study.yaml"), b.TempDir()
				assert.NilError(b, os.WriteFile(file, []byte(s.study(3)), 0o644))
				study, err := report.OpenStudy(file)
				assert.NilError(b, err)
				p, err := plan.New(b.Context(), study, report.OpenLibrary(study, dataset.Directories("", os.Getenv), nil), plan.Selection{}, 0)
				assert.NilError(b, err)
				results, _, err := report.OpenStore(out)
				if err == nil {
					err = report.Run(b.Context(), p, results, report.RunOptions{Workers: 1})
				}
				assert.NilError(b, err)
			}
		})
	}
}
