// Package dataset finds, reads and checks the data sets of a study, and
// generates a stand-in for each one that is not there.
//
// A data set is a matrix of samples with, where the set has them, class labels,
// a published split into training and test samples, and the size of the images
// that its rows hold. The catalogue names every data set that the package
// knows, with its files, their SHA-256, its shape and its class counts: what is
// read is checked against all three, so that a number in a report can be traced
// to the bytes it came from. Package library opens sets by name, and reads those
// of a study's own files too.
//
// A stand-in has the features, the classes and roughly the difficulty of the
// data set it stands for, but fewer samples, and is drawn by code from a fixed
// seed. It lets the whole report run on a machine without data. Its numbers say
// nothing about the published ones, and it is labelled generated wherever it
// shows.
package dataset

import "gonum.org/v1/gonum/mat"

// Origin says where the samples of a set came from.
type Origin string

// The origins. They are printed as they stand in every output.
const (
	Real Origin = "real"
	// StandIn is generated in place of a real set.
	StandIn Origin = "stand-in"
	// Generated is a set that is defined by how it is drawn, and stands for no other.
	Generated Origin = "generated"
)

// A Set is one data set in memory. Sets are shared between goroutines and
// never modified after they have been made.
type Set struct {
	Name   string // catalogue name, such as "usps"
	Title  string // name for people, such as "USPS"
	Origin Origin

	// Samples holds one sample a row, in the units of the source: 0 to 255 for
	// images.
	Samples *mat.Dense
	// Labels holds the class of each row as an index into Classes. It is nil
	// for a set without classes.
	Labels  []int
	Classes []string

	// Split is the published division into training and test samples, nil for
	// a set that has none and is tested by cross-validation.
	Split *Split
	// Image is the size of the image that each row holds, row by row; zero for
	// a set that does not hold images.
	Image ImageSize

	// Files are the paths that were read, relative to the data directory for a
	// set of the catalogue.
	Files []string
	// Digest is the SHA-256, in hexadecimal, that identifies the content: over
	// the files of a real set, with how they were read if they are a study's own;
	// over the generated values of a stand-in.
	Digest string
}

// A Split holds row numbers of a Set's Samples, in order.
type Split struct {
	Train, Test []int
}

// ImageSize is the size of an image in pixels.
type ImageSize struct {
	Width, Height int
}
