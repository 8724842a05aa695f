package delimited

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// Names of encodings other than UTF-8 that a text shows.
const (
	littleEndian = "utf-16le"
	bigEndian    = "utf-16be"
	Western      = "windows-1252" // Latin-1 with a few more signs
)

// marked is the encoding of a text that begins with the byte-order mark of UTF-16, else empty.
func marked(begin []byte) string {
	switch {
	case bytes.HasPrefix(begin, []byte("\xff\xfe")):
		return littleEndian
	case bytes.HasPrefix(begin, []byte("\xfe\xff")):
		return bigEndian
	}
	return ""
}

// EncodingOf recognises the encoding of a text by its first bytes, empty for UTF-8: that of UTF-16 by its mark or by
// zero bytes, and Western by letters that UTF-8 does not have.
func EncodingOf(begin []byte) string {
	var zeros [2]int // at even and odd places, beside signs of a text
	for i, b := range begin {
		if at := i ^ 1; b == 0 && at < len(begin) && begin[at] >= '\t' {
			zeros[i%2]++
		}
	}
	few := len(begin) / 50
	switch mark := marked(begin); {
	case mark != "":
		return mark
	case zeros[1] > len(begin)/4 && zeros[0] <= few:
		return littleEndian
	case zeros[0] > len(begin)/4 && zeros[1] <= few:
		return bigEndian
	case bytes.IndexByte(begin, 0) >= 0:
		return "" // no text
	}
	for cut := range min(utf8.UTFMax, len(begin)+1) { // the last letter may not be whole
		if utf8.Valid(begin[:len(begin)-cut]) {
			return ""
		}
	}
	return Western
}

// decoder reads a text as UTF-8.
func decoder(r io.Reader, encoding string) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "", "none", "utf-8", "utf8":
		return r, nil
	case "utf-16":
		encoding = littleEndian // unless there is a mark
	case "latin-1", "cp1252":
		encoding = Western
	}
	known, err := htmlindex.Get(encoding)
	if err != nil {
		return nil, fmt.Errorf("encoding %q is not known: give utf-8, utf-16le, latin1, windows-1252 or another of those "+
			"of https://encoding.spec.whatwg.org", encoding)
	}
	return known.NewDecoder().Reader(r), nil
}
