package dataset

import (
	"fmt"

	"gpca/report/suggest"
)

// Catalogue returns every data set that the package knows: the images of the
// thesis, its UCI sets in the order of its tables, then the sets of its
// companions. A new data set is one more entry here.
func Catalogue() []Entry {
	return []Entry{
		usps(),
		mnist(),
		yale(),
		iris(),
		balance(),
		ionosphere(),
		yeast(),
		phishing(),
		liver(),
		waveform(),
		letter(),
		car(),
		carIndicator(),
		carNumbers(),
		carStandardised(),
		carAcceptable(),
		olivetti(),
		opticalDigits(),
		uspsZIP(),
	}
}

// Names returns the names of the catalogue in its order.
func Names() []string {
	var names []string
	for _, e := range Catalogue() {
		names = append(names, e.Name)
	}
	return names
}

// Find returns the entry called name. The error of an unknown one suggests the
// nearest names.
func Find(name string) (Entry, error) {
	for _, e := range Catalogue() {
		if e.Name == name {
			return e, nil
		}
	}
	return Entry{}, fmt.Errorf("unknown data set %q: %s", name, suggest.DidYouMean(name, Names()))
}
