package dataset

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// olivetti is the set of faces that S. Roweis made from the ORL database: ten of
// each of forty persons.
func olivetti() Entry {
	size := ImageSize{Width: 64, Height: 64}
	const persons, images = 40, 10
	return Entry{
		Name:     "olivetti",
		Title:    "Olivetti faces",
		Citation: "F. Samaria, A. Harter, \"Parameterisation of a stochastic model for human face identification\", IEEE Workshop on Applications of Computer Vision, 1994",
		Terms:    "none published; credit to AT&T Laboratories Cambridge is asked for",
		URL:      "https://cs.nyu.edu/~roweis/data.html",

		Samples: persons * images, Features: 4096, Image: size,
		ClassNames: numbered(1, persons), ClassCounts: repeated(images, persons), ClassOrder: "order of the file, which names no person",
		Encoding: AsPublished,

		Files: []File{{
			Path:   "olivetti/olivettifaces.mat",
			SHA256: "b1988d02c72fe5b8ee82b5ef3bb7982eafc74f1e1ff0ae0ade35061ad0af534d",
		}},
		// The publisher's file holds the same pixels in another container.
		values: "7e0d13a897ecae5890f65709a7fd6a78ba40c4db458b5209c2ddebdd860b2dbe",
		read: func(ctx context.Context, files *entryFiles) (*Set, error) {
			faces, err := parse(ctx, files, 0, readArray("faces", 4096, persons*images))
			if err != nil {
				return nil, err
			}
			set := &Set{Samples: mat.NewDense(persons*images, 4096, nil)}
			for i := range persons * images {
				uprightTo(set.Samples.RawRowView(i), faces.Values[i*4096:(i+1)*4096], size)
				// The file has no labels: the images of a person follow each
				// other.
				set.Labels = append(set.Labels, i/images)
			}
			return set, nil
		},
	}
}
