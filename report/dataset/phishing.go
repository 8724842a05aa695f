package dataset

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"gpca/report/dataset/arff"
)

// phishing is the larger of the two sets of that name, 11,055 sites of 30
// features. The thesis does not say which it used; six of its seven results on
// "Phishing" agree with this one.
func phishing() Entry {
	e := uci("327/phishing+websites", "phishing", "Phishing")
	e.Citation = "R. M. Mohammad, F. Thabtah, L. McCluskey, \"Predicting phishing websites based on self-structuring neural network\", Neural Computing and Applications 25, 2014"
	e.Samples, e.Features = 11055, 30
	e.ClassNames, e.ClassCounts = []string{"-1", "1"}, []int{4898, 6157}
	e.ClassOrder = "as declared in the file; -1 is phishing, 1 usually read as legitimate"
	e.Notes = []string{"5206 samples repeat an earlier one."}
	e.Files = []File{{
		Path:         "uci/Training_Dataset.arff",
		Alternatives: []string{"uci/Training Dataset.arff"}, // the published name
		SHA256:       "0dfcd84ccdedca6e1be2ce26452c1f1089ac3f839b9a1b0ab1cdcf6d895f9a70",
	}}
	e.read = func(ctx context.Context, files *entryFiles) (*Set, error) {
		return parse(ctx, files, 0, func(r io.Reader) (*Set, error) {
			relation, err := arff.Read(r)
			if err != nil {
				return nil, err
			}
			return fromARFF(relation, e.ClassNames)
		})
	}
	return e
}

// fromARFF makes a set of a relation whose last attribute is the class, with the
// given values. The values of the other attributes must be numbers, also those
// of nominal ones: {-1,0,1} declares which numbers may occur.
func fromARFF(relation *arff.Relation, classes []string) (*Set, error) {
	width := len(relation.Attributes)
	class := relation.Attributes[width-1]
	if width < 2 || !slices.Equal(class.Values, classes) {
		return nil, fmt.Errorf("last of %d attributes is %q with values %q, want the class with values %q", width, class.Name, class.Values, classes)
	}
	part := NewPart(relation.Values, width, width-1)
	for j, attribute := range relation.Attributes[:width-1] {
		if attribute.Values == nil {
			continue
		}
		numbers := make([]float64, len(attribute.Values))
		for code, text := range attribute.Values {
			number, err := strconv.ParseFloat(text, 64)
			if err != nil || math.IsInf(number, 0) || math.IsNaN(number) {
				return nil, fmt.Errorf("attribute %q: value %q is not a finite number", attribute.Name, text)
			}
			numbers[code] = number
		}
		for i := j; i < len(part.Features); i += width - 1 {
			part.Features[i] = numbers[int(part.Features[i])]
		}
	}
	return Join(part), nil
}
