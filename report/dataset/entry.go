package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// An Entry describes a data set of the catalogue: where it comes from, what its
// files are and what must be found in them.
type Entry struct {
	Name     string // what a study and the command line call it, such as "usps"
	Title    string // name for people, such as "USPS"
	Citation string
	Terms    string // terms of use, as far as they are known
	URL      string // page of the publisher

	Samples, Features int
	// Train and Test are the sizes of the published split, 0 without one.
	Train, Test int
	// Image is the size of the image that each sample holds; zero for none.
	Image ImageSize
	// ClassNames are the classes in the order of their labels, and ClassCounts
	// the samples of each; nil for a set without classes. ClassOrder says what
	// order that is.
	ClassNames  []string
	ClassCounts []int
	ClassOrder  string
	Encoding    Encoding
	// Notes are facts that a reader of results on the set should know.
	Notes []string

	Files []File

	// values is the SHA-256 of what Open makes of the files (see valuesDigest)
	// for a set whose published files differ, in their containers only, from
	// the ones described by Files; "" for all others.
	values string
	read   reader
}

// A reader makes a set of the files of an entry.
type reader func(context.Context, *entryFiles) (*Set, error)

// Encoding says how the fields of the files became numbers.
type Encoding string

// The encodings.
const (
	// AsPublished keeps the published numbers, unscaled.
	AsPublished Encoding = "as published"
	// OrdinalCodes replaces the words of a graded attribute by 0, 1, 2, … in
	// their documented order.
	OrdinalCodes Encoding = "ordinal codes"
	// IndicatorCodes replaces an attribute by one feature for each of its
	// words, 1 for the word of the sample and 0 for the others.
	IndicatorCodes Encoding = "indicator codes"
	// NumbersInWords keeps numbers among the words of an attribute, and codes all
	// other words by their order.
	NumbersInWords Encoding = "numbers as written, ordinal codes"
	// StandardisedCodes are ordinal codes of mean 0 and variance 1.
	StandardisedCodes Encoding = "standardised ordinal codes"
	// ReducedImages keeps one source pixel for each pixel of a smaller image.
	ReducedImages Encoding = "images reduced by nearest neighbour"
)

// A File is one file of a data set.
type File struct {
	// Path is relative to the data directory, with slashes. The file is looked
	// for there and under the same path with .gz added or taken off.
	Path string
	// Alternatives are other paths under which the file is often found.
	Alternatives []string
	// SHA256 is the digest of the file, in hexadecimal. Unpacked is that of the
	// content of a file published gzipped: the packing may differ, the content
	// may not.
	SHA256, Unpacked string
}

// Digest identifies the content of the set: the SHA-256 of the SHA-256 of its
// files in order, each in hexadecimal and followed by a newline. It is the same
// however the files are packed, as Open accepts no other content.
func (e Entry) Digest() string {
	var sums []string
	for _, f := range e.Files {
		sums = append(sums, f.SHA256)
	}
	return DigestOf(sums...)
}

// DigestOf is the SHA-256, in hexadecimal, over lines of text, each followed by a
// newline.
func DigestOf(lines ...string) string {
	h := sha256.New()
	for _, line := range lines {
		io.WriteString(h, line+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Open reads the set from the files in dir and checks it, in this order: that
// every file is there and can be read in its format, the shape, the class counts,
// and last the SHA-256 of the files, so that a damaged or different file is
// reported by the most telling difference. The context is looked at before each
// file.
//
// An error of a missing file wraps fs.ErrNotExist.
func (e Entry) Open(ctx context.Context, dir string) (*Set, error) {
	set, err := e.open(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("data set %s in %s: %w", e.Name, dir, err)
	}
	return set, nil
}

func (e Entry) open(ctx context.Context, dir string) (*Set, error) {
	files, err := e.locateFiles(dir)
	if err != nil {
		return nil, err
	}
	set, err := e.read(ctx, files)
	if err != nil {
		return nil, err
	}
	set.Name, set.Title, set.Origin = e.Name, e.Title, Real
	set.Classes, set.Image = e.ClassNames, e.Image
	set.Files, set.Digest = files.found, e.Digest()
	if err := e.checkContent(set); err != nil {
		// With one file there is no doubt where the fault lies.
		if len(files.found) == 1 {
			return nil, fmt.Errorf("%s: %w", files.found[0], err)
		}
		return nil, err
	}
	return set, e.checkDigests(ctx, set, files)
}
