package dataset

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/idx"
)

// mnist is the set of handwritten digits with its published split: the training
// images first, then the test images.
func mnist() Entry {
	size := ImageSize{Width: 28, Height: 28}
	parts := []int{60000, 10000}
	return Entry{
		Name:     "mnist",
		Title:    "MNIST",
		Citation: "Y. LeCun, L. Bottou, Y. Bengio, P. Haffner, \"Gradient-based learning applied to document recognition\", Proceedings of the IEEE 86(11), 1998",
		Terms:    "usually given as CC BY-SA 3.0 (Y. LeCun and C. Cortes)",
		URL:      "http://yann.lecun.com/exdb/mnist/",

		Samples: 70000, Features: 784, Image: size,
		Train: 60000, Test: 10000,
		ClassNames: digits(), ClassCounts: []int{6903, 7877, 6990, 7141, 6824, 6313, 6876, 7293, 6825, 6958}, ClassOrder: "numerical",
		Encoding: AsPublished,

		Files: []File{
			{
				Path:         "mnist/train-images-idx3-ubyte.gz",
				Alternatives: []string{"mnist/train-images.idx3-ubyte", "MNIST/raw/train-images-idx3-ubyte"},
				SHA256:       "440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609",
				Unpacked:     "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db",
			},
			{
				Path:         "mnist/train-labels-idx1-ubyte.gz",
				Alternatives: []string{"mnist/train-labels.idx1-ubyte", "MNIST/raw/train-labels-idx1-ubyte"},
				SHA256:       "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c",
				Unpacked:     "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5",
			},
			{
				Path:         "mnist/t10k-images-idx3-ubyte.gz",
				Alternatives: []string{"mnist/t10k-images.idx3-ubyte", "MNIST/raw/t10k-images-idx3-ubyte"},
				SHA256:       "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6",
				Unpacked:     "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7",
			},
			{
				Path:         "mnist/t10k-labels-idx1-ubyte.gz",
				Alternatives: []string{"mnist/t10k-labels.idx1-ubyte", "MNIST/raw/t10k-labels-idx1-ubyte"},
				SHA256:       "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6",
				Unpacked:     "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2",
			},
		},
		read: func(ctx context.Context, files *entryFiles) (*Set, error) {
			var pixels []float64
			set := new(Set)
			for part, count := range parts {
				images, err := parse(ctx, files, 2*part, readIDX(count, size.Height, size.Width))
				if err != nil {
					return nil, err
				}
				if pixels == nil {
					// Room for all at once: half a gigabyte is not to be moved.
					pixels = make([]float64, 0, 70000*784)
				}
				pixels = images.AppendTo(pixels)
				labels, err := parse(ctx, files, 2*part+1, readIDX(count))
				if err != nil {
					return nil, err
				}
				for i, digit := range labels.AppendTo(nil) {
					if digit < 0 || digit > 9 {
						return nil, fmt.Errorf("%s: label %d is %v, want 0 to 9", files.found[2*part+1], i, digit)
					}
					set.Labels = append(set.Labels, int(digit))
				}
			}
			set.Samples = mat.NewDense(70000, 784, pixels)
			set.Split = &Split{Train: span(0, parts[0]), Test: span(parts[0], parts[0]+parts[1])}
			return set, nil
		},
	}
}

// readIDX returns a reader of bytes in the given dimensions.
func readIDX(dims ...int) func(io.Reader) (*idx.Array, error) {
	return func(r io.Reader) (*idx.Array, error) {
		array, err := idx.Read(r)
		if err != nil {
			return nil, err
		}
		if array.Type != idx.Uint8 || !slices.Equal(array.Dims, dims) {
			return nil, fmt.Errorf("array of %v numbers of type 0x%02x, want %v of type 0x%02x", array.Dims, byte(array.Type), dims, byte(idx.Uint8))
		}
		return array, nil
	}
}
