package dataset

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/delimited"
)

// usps is the set of S. Roweis: 1100 digits of each class in 8-bit grey. The
// thesis and its paper train on the first 300 of each class and test on the
// other 800 (Appendix B). Two other sets go by the same name; see uspsZIP.
func usps() Entry {
	size := ImageSize{Width: 16, Height: 16}
	const images, train = 1100, 300
	return Entry{
		Name:     "usps",
		Title:    "USPS",
		Citation: "J. J. Hull, \"A database for handwritten text recognition research\", IEEE Transactions on Pattern Analysis and Machine Intelligence 16(5), 1994; selection of S. Roweis",
		Terms:    "none published",
		URL:      "https://cs.nyu.edu/~roweis/data.html",

		Samples: 10 * images, Features: 256, Image: size,
		Train: 10 * train, Test: 10 * (images - train),
		ClassNames: digits(), ClassCounts: repeated(images, 10), ClassOrder: "numerical",
		Encoding: AsPublished,
		Notes: []string{
			"Three sets are called USPS; this is the one of 11,000 images, 0 to 255. Samples are in the order of the digits.",
		},

		Files: []File{{
			Path:   "usps/usps_all.mat",
			SHA256: "efe88eb57c947cb0882bf97ef746040ec33a52cd188657cb3e8c333a920c2c2d",
		}},
		// This container is not the publisher's, whose bytes were not to be had
		// for comparison: the values decide.
		values: "4562d8954cb50abbb2ff85c1c433ba8cc20d98694a573631369b0664169ae950",
		read: func(ctx context.Context, files *entryFiles) (*Set, error) {
			data, err := parse(ctx, files, 0, readArray("data", 256, images, 10))
			if err != nil {
				return nil, err
			}
			set := &Set{Samples: mat.NewDense(10*images, 256, nil), Split: new(Split)}
			for digit := range 10 {
				// The third index of the file runs from 1 to 10, where 10
				// stands for digit 0.
				block := (digit + 9) % 10
				for i := range images {
					column := (block*images + i) * 256
					uprightTo(set.Samples.RawRowView(len(set.Labels)), data.Values[column:column+256], size)
					set.Labels = append(set.Labels, digit)
				}
				first := digit * images
				set.Split.Train = append(set.Split.Train, span(first, first+train)...)
				set.Split.Test = append(set.Split.Test, span(first+train, first+images)...)
			}
			return set, nil
		},
	}
}

// uspsZIP is the set of "The Elements of Statistical Learning", with its
// published split.
func uspsZIP() Entry {
	return Entry{
		Name:     "usps-zip",
		Title:    "USPS (ZIP code)",
		Citation: "Y. LeCun et al., \"Handwritten digit recognition with a back-propagation network\", Advances in Neural Information Processing Systems 2, 1990; distributed with T. Hastie, R. Tibshirani, J. Friedman, \"The Elements of Statistical Learning\"",
		Terms:    "none published",
		URL:      "https://hastie.su.domains/ElemStatLearn/data.html",

		Samples: 9298, Features: 256, Image: ImageSize{Width: 16, Height: 16},
		Train: 7291, Test: 2007,
		ClassNames: digits(), ClassCounts: []int{1553, 1269, 929, 824, 852, 716, 834, 792, 708, 821}, ClassOrder: "numerical",
		Encoding: AsPublished,
		Notes:    []string{"Grey values run from -1 to 1, not from 0 to 255."},

		Files: []File{
			{
				Path:     "usps/zip.train.gz",
				SHA256:   "bb0598e13673b6c1ca6e305a1a09a0978f3cd2d5900adecc700139def6d023a9",
				Unpacked: "abc9f5c75b997cabe66b5d01727d5a681c69298e1641a8d37b55433a52129dc0",
			},
			{
				Path:     "usps/zip.test.gz",
				SHA256:   "e356547fd80eb1cdf4b00c74ccf4530c456bcc12998c0e24c119b3d955c49adb",
				Unpacked: "6bde17b4f1cd68e0630cd2751d6495b5795d9165ab2dc4a0be8b7002b732f4cc",
			},
		},
		// The training file writes the digit 6 as "6.0000", the test file as "6", so
		// they are numbers, not words.
		read: readTables(delimited.Blanks, append(numberColumns("class"), delimited.Numbers(256)...), AsPublished),
	}
}
