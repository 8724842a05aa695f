package audit

import (
	"bytes"
	"compress/gzip"
	"encoding/gob"
	"fmt"
	"slices"

	"gpca/report/claim"
	"gpca/report/publication/printed"
)

// stored is a report without the text of its claims, and a digest of its input.
type stored struct {
	Of string
	*Report
}

// Store packs a report with a digest of its input.
func (r *Report) Store(of string) ([]byte, error) {
	found := *r
	found.Claims = slices.Clone(r.Claims)
	for i := range found.Claims {
		found.Claims[i].Claim = claim.Claim{}
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := gob.NewEncoder(z).Encode(stored{of, &found}); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	err := z.Close()
	return b.Bytes(), err
}

// Load returns the packed report if its digest is that of the input, else it audits tables as [Run] does.
func Load(packed []byte, of string, tables []printed.Table, o Options) (*Report, error) {
	s := stored{}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		err = gob.NewDecoder(z).Decode(&s)
	}
	if err != nil || s.Of != of || len(s.Claims) != len(o.Claims) {
		return Run(tables, o)
	}
	for i, c := range o.Claims {
		s.Claims[i].Claim = c
	}
	s.book, err = newBook(tables, o.Links)
	return s.Report, err
}
