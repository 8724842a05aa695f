package external

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/npy"
)

// Tolerance bounds the deviation of the inner products of components from 0, and of their squared
// lengths from 1. Computation in float64 stays far below it.
const Tolerance = 1e-6

// mostHeader exceeds the header of a .npy file of a few dimensions.
const mostHeader = 1 << 16

func readArray(folder, name string, most int) (a npy.Array, err error) {
	path := filepath.Join(folder, name+".npy")
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return a, fmt.Errorf("it ended without writing %s.npy into the folder: %w", name, fs.ErrNotExist)
	case err != nil:
		return a, err
	case !info.Mode().IsRegular():
		return a, fmt.Errorf("%s.npy is no regular file", name)
	case info.Size() > int64(8*most+mostHeader):
		return a, fmt.Errorf("%s.npy has %d bytes, more than %d values take", name, info.Size(), most)
	}
	f, err := os.Open(path)
	if err != nil {
		return a, err
	}
	defer f.Close()
	if a, err = npy.Read(f); err != nil {
		return a, fmt.Errorf("%s.npy: %w", name, err)
	}
	if i := slices.IndexFunc(a.Values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }); i >= 0 {
		return a, fmt.Errorf("%s.npy: value %d of %d is %g, must be finite", name, i+1, len(a.Values), a.Values[i])
	}
	return a, nil
}

func shapeOf(a npy.Array) string {
	if len(a.Shape) == 0 {
		return "a single number"
	}
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(a.Shape), "[]")), " × ")
}

// readVector reads so many numbers, which are called of in an error.
func readVector(folder, name string, n int, of string) ([]float64, error) {
	a, err := readArray(folder, name, n)
	vector := len(a.Shape) == 1 || len(a.Shape) == 2 && slices.Contains(a.Shape, 1)
	if err == nil && !(vector && len(a.Values) == n) {
		err = fmt.Errorf("%s.npy is %s, must be %d %s", name, shapeOf(a), n, of)
	}
	return a.Values, err
}

func readComponents(folder string, r Request) (*mat.Dense, error) {
	a, err := readArray(folder, components, r.Components*r.Features)
	switch {
	case err != nil:
		return nil, err
	case len(a.Shape) != 2 || a.Shape[0] > r.Components || a.Shape[1] != r.Features:
		return nil, fmt.Errorf("components.npy is %s, must be at most %d components × %d features", shapeOf(a),
			r.Components, r.Features)
	case len(a.Values) == 0:
		return &mat.Dense{}, nil
	}
	found := mat.NewDense(a.Shape[0], a.Shape[1], a.Values)
	var products mat.Dense
	products.Mul(found, found.T())
	for i := range a.Shape[0] {
		if v := products.At(i, i); math.Abs(v-1) > Tolerance {
			return nil, fmt.Errorf("components.npy: component %d has the length %g, must be 1: return orthonormal rows",
				i+1, math.Sqrt(v))
		}
		for j := range i {
			if v := products.At(i, j); math.Abs(v) > Tolerance {
				return nil, fmt.Errorf("components.npy: components %d and %d are not at right angles, their inner "+
					"product is %g: return orthonormal rows", j+1, i+1, v)
			}
		}
	}
	return found, nil
}

func readCentre(folder string, r Request) ([]float64, error) {
	centre, err := readVector(folder, "mean", r.Features, "features")
	switch {
	case errors.Is(err, fs.ErrNotExist) && !r.Centre:
		return make([]float64, r.Features), nil
	case err != nil:
		return nil, err
	case !r.Centre && slices.ContainsFunc(centre, func(v float64) bool { return v != 0 }):
		return nil, errors.New("mean.npy is not zero, and the request says not to centre: heed it, or let the method " +
			"say centring: mean")
	}
	return centre, nil
}

func readPredictions(folder string, rows int, labels []int) ([]int, error) {
	predicted, err := readVector(folder, predictions, rows, "classes, one for each test sample")
	if err != nil {
		return nil, err
	}
	known := map[float64]bool{}
	for _, l := range labels {
		known[float64(l)] = true
	}
	classes := make([]int, rows)
	for i, v := range predicted {
		if !known[v] {
			return nil, fmt.Errorf("predictions.npy: value %d is %g, which is no class of labels.npy", i+1, v)
		}
		classes[i] = int(v)
	}
	return classes, nil
}
