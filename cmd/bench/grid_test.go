package main

import (
	"os"
	"path/filepath"
	"testing"

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
		{name: "mnist", title: "MNIST", data: "mnist", methods: suites[0].methods, noises: speckled},
		{name: "mnist-kernel", title: "MNIST", data: "mnist", sigma: 5000, methods: suites[1].methods, noises: speckled},
	} {
		b.Run(s.name, func(b *testing.B) {
			for b.Loop() {
				file, out := filepath.Join(b.TempDir(), "study.yaml"), b.TempDir()
				if err := os.WriteFile(file, []byte(s.study(3)), 0o644); err != nil {
					b.Fatal(err)
				}
				study, err := report.OpenStudy(file)
				if err != nil {
					b.Fatal(err)
				}
				p, err := plan.New(b.Context(), study, report.OpenLibrary(study, dataset.Directories("", os.Getenv), nil), plan.Selection{}, 0)
				if err != nil {
					b.Fatal(err)
				}
				results, _, err := report.OpenStore(out)
				if err == nil {
					err = report.Run(b.Context(), p, results, report.RunOptions{Workers: 1})
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
