package main

import (
	"reflect"
	"testing"

	"gpca/solver/benchmark"
)

func TestBenchRows(t *testing.T) {
	rows := benchRows([]benchmark.Measurement{
		{Name: "peak", Shape: "registers", Seconds: 0.0003, Rate: 64, Share: 1.01},
		{Name: "fit", Shape: "300x256", Seconds: 0.25, Rate: 16, Share: 0.25},
		{Name: "test", Shape: "no peak", Seconds: 0.1, Rate: 2.5},
	}, "avx2")
	want := [][]string{
		{"MEASURED, avx2", "SIZE", " MS", "GFLOP/S", "OF PEAK"},
		{"peak", "registers", "0.3", "   64.0", "      -"},
		{"fit", "300x256", "250", "   16.0", "   25 %"},
		{"test", "no peak", "100", "    2.5", "      -"},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("%q\nwant %q", rows, want)
	}
}
