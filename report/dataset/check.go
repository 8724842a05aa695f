package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// checkContent holds a set against the shape and the class counts of its entry.
func (e Entry) checkContent(set *Set) error {
	samples, features := set.Samples.Dims()
	if samples != e.Samples || features != e.Features {
		return fmt.Errorf("%d samples of %d features, want %d of %d", samples, features, e.Samples, e.Features)
	}
	if set.Split != nil && (len(set.Split.Train) != e.Train || len(set.Split.Test) != e.Test) {
		return fmt.Errorf("split into %d training and %d test samples, want %d and %d", len(set.Split.Train), len(set.Split.Test), e.Train, e.Test)
	}
	if e.ClassNames == nil {
		return nil
	}
	counts := make([]int, len(e.ClassNames))
	for _, label := range set.Labels {
		counts[label]++
	}
	for class, want := range e.ClassCounts {
		if counts[class] != want {
			return fmt.Errorf("class %q has %d samples, want %d", e.ClassNames[class], counts[class], want)
		}
	}
	return nil
}

// checkDigests holds the files that were read against their SHA-256.
func (e Entry) checkDigests(ctx context.Context, set *Set, files *entryFiles) error {
	for i, file := range e.Files {
		if files.digests[i] == file.SHA256 {
			continue
		}
		unpacked, err := files.unpackedDigest(ctx, i)
		if err != nil {
			return err
		}
		// A file that is not published gzipped may have been gzipped since.
		if unpacked == file.SHA256 || unpacked == file.Unpacked {
			continue
		}
		if e.values != "" && valuesDigest(set) == e.values {
			continue
		}
		return fmt.Errorf("%s: not the published file, though its shape and class counts are right: SHA-256 is %s, want %s; "+
			"get it again from %s, or, if the data is your own, name it in a study file", files.found[i], files.digests[i], file.SHA256, e.URL)
	}
	return nil
}

// valuesDigest is the SHA-256, in hexadecimal, of the samples and labels of a
// set: the samples row by row as little-endian 64-bit floating-point numbers, then
// the labels as little-endian 32-bit integers. A container such as a MATLAB file
// carries the date it was written; the values in it do not.
func valuesDigest(set *Set) string {
	h := sha256.New()
	rows, columns := set.Samples.Dims()
	buffer := make([]byte, 0, 8*columns)
	for i := range rows {
		buffer = buffer[:0]
		for _, v := range set.Samples.RawRowView(i) {
			buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(v))
		}
		h.Write(buffer)
	}
	for _, label := range set.Labels {
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(label)))
	}
	return hex.EncodeToString(h.Sum(nil))
}
