// Package dataset finds, reads and checks the data sets of the catalogue. A set is a matrix of
// samples. It may have class labels, a published split and a size of its images. Its shape, its
// class counts and its SHA-256 are checked against the catalogue, so that every number of a report
// can be traced to the bytes of a file.
//
// Package standin generates replacements for missing sets; package library opens all by name.
package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math/rand/v2"
	"strconv"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/report/words"
)

// Origin says where the samples of a set came from.
type Origin string

// The origins, as every output prints them.
const (
	Real Origin = "real"
	// StandIn is generated in place of a real set.
	StandIn Origin = "stand-in"
	// Generated is a set that is defined by how it is drawn.
	Generated Origin = "generated"
)

// A Set is one data set in memory. It is not changed after it was made.
type Set struct {
	Name   string // catalogue name, such as "usps"
	Title  string // name for people, such as "USPS"
	Origin Origin

	// Samples holds one sample a row, in the units of the source: 0 to 255 for images.
	Samples *mat.Dense
	// Labels holds the class of each row as an index into Classes, nil without classes.
	Labels  []int
	Classes []string

	// Directions are those of largest variance, as orthonormal rows, of data drawn around a subspace; nil for others.
	Directions *mat.Dense

	// IDs name the rows, nil where the data has no names for them and none was left out: they count from 1 then.
	IDs []string

	// Split is the published division of the samples, nil for cross-validation.
	Split *Split
	// Image is the size of the image that each row holds, zero for none.
	Image ImageSize

	// Files are the paths that were read, relative to its folder for a set of the catalogue.
	Files []string
	// Digest is the SHA-256, in hexadecimal, of the files of a real set (with how they were read,
	// if they are a study's own) or of generated values.
	Digest string
	// About holds what the content does not show, such as the citation.
	About Description

	made sync.Map // by name, see Once
}

// Once returns what was made of the set under a name, and makes it the first time. It does not keep an error.
func (s *Set) Once(name string, make func() (any, error)) (any, error) {
	once, _ := s.made.LoadOrStore(name, sync.OnceValues(make))
	made, err := once.(func() (any, error))()
	if err != nil {
		s.made.Delete(name)
	}
	return made, err
}

// RowName is the name of a row for people, or else its number, from 1.
func (s *Set) RowName(row int) string {
	if s.IDs != nil && s.IDs[row] != "" {
		return words.Printable(s.IDs[row])
	}
	return strconv.Itoa(row + 1)
}

// A Split holds row numbers of a Set's Samples, in order.
type Split struct {
	Train, Test []int
}

// ImageSize is the size of an image in pixels.
type ImageSize struct {
	Width  int `yaml:"width" doc:"Pixels a row." least:"1" example:"16" required:"yes"`
	Height int `yaml:"height" doc:"Pixels a column." least:"1" example:"16" required:"yes"`
}

// A Description is what is known of a data set before its samples are read.
type Description struct {
	Name     string `yaml:"name"`  // as studies and the command line have it, such as "usps"
	Title    string `yaml:"title"` // name for people, such as "USPS"
	Citation string `yaml:"citation"`
	Terms    string `yaml:"terms"` // terms of use, as far as they are known
	URL      string `yaml:"url"`   // page of the publisher

	Origin Origin `yaml:"-"`
	Digest string `yaml:"-"` // as in Set
	// Folder is where the files lie, "" for nowhere.
	Folder string `yaml:"-"`
	// Files are the paths as in Set; of a stand-in, those of the real set.
	Files []string `yaml:"-"`

	Samples  int `yaml:"samples"`
	Features int `yaml:"features"`
	// Columns are the names of the features, nil where the data has none.
	Columns []string `yaml:"-"`
	// Units are those of the features, nil where the data names none; Dialect says what fields of a text mean.
	Units   []string `yaml:"-"`
	Dialect []string `yaml:"-"`
	// Train and Test are the sizes of the published split, 0 without one.
	Train int `yaml:"train"`
	Test  int `yaml:"test"`
	// Classes are in the order of their labels, nil for a set without classes.
	Classes     []string `yaml:"classes"`
	ClassCounts []int    `yaml:"class-counts"`
	// Outliers are those of the classes whose samples are outliers.
	Outliers []string  `yaml:"-"`
	Image    ImageSize `yaml:"image"`
	// Notes are facts that a reader of results on the set should know.
	Notes []string `yaml:"notes"`
}

// Describe describes the set by its content and by what is known about it.
func (s *Set) Describe() Description {
	d := s.About
	d.Name, d.Title, d.Origin, d.Digest, d.Classes, d.Image = s.Name, s.Title, s.Origin, s.Digest, s.Classes, s.Image
	if s.Files != nil {
		d.Files = s.Files
	}
	d.Samples, d.Features = s.Samples.Dims()
	if s.Split != nil {
		d.Train, d.Test = len(s.Split.Train), len(s.Split.Test)
	}
	if s.Classes != nil {
		d.ClassCounts = make([]int, len(s.Classes))
	}
	for _, label := range s.Labels {
		if label >= 0 && label < len(d.ClassCounts) { // the reader reports a wrong label
			d.ClassCounts[label]++
		}
	}
	return d
}

// DigestOf is the SHA-256, in hexadecimal, over lines of text, each followed by a newline.
func DigestOf(lines ...string) string {
	h := sha256.New()
	for _, line := range lines {
		io.WriteString(h, line+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Random returns a random generator seeded with the SHA-256 of a text.
func Random(seed string) *rand.Rand {
	sum := sha256.Sum256([]byte(seed))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

// ValuesDigest is the SHA-256, in hexadecimal, over the purpose of the digest, the shape of the
// samples, their values row by row as float64 bits, and the labels, all numbers in 8 bytes, big
// endian. Unlike that of a file it does not depend on the container.
func (s *Set) ValuesDigest(purpose string) string {
	rows, columns := s.Samples.Dims()
	h := sha256.New() // whose Write never fails
	encoded := []byte(purpose)
	encoded = binary.BigEndian.AppendUint64(encoded, uint64(rows))
	encoded = binary.BigEndian.AppendUint64(encoded, uint64(columns))
	h.Write(encoded)
	for i := range rows {
		encoded, _ = binary.Append(encoded[:0], binary.BigEndian, s.Samples.RawRowView(i)) // never fails
		h.Write(encoded)
	}
	encoded = encoded[:0]
	for _, label := range s.Labels {
		encoded = binary.BigEndian.AppendUint64(encoded, uint64(label))
	}
	h.Write(encoded)
	return hex.EncodeToString(h.Sum(nil))
}
