package delimited

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"
)

// Names of encodings other than UTF-8 that a text shows.
const (
	littleEndian = "utf-16le"
	bigEndian    = "utf-16be"
	western      = "windows-1252" // Latin-1 with a few more signs
	macRoman     = "macintosh"
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
// zero bytes, and that of Windows or of the Macintosh by letters that UTF-8 does not have. The doubt is empty for none.
func EncodingOf(begin []byte) (encoding, doubt string) {
	var zeros [2]int // at even and odd places, beside signs of a text
	for i, b := range begin {
		if at := i ^ 1; b == 0 && at < len(begin) && begin[at] >= '\t' {
			zeros[i%2]++
		}
	}
	few := len(begin) / 50
	switch mark := marked(begin); {
	case mark != "":
		return mark, ""
	case zeros[1] > len(begin)/4 && zeros[0] <= few:
		return littleEndian, ""
	case zeros[0] > len(begin)/4 && zeros[1] <= few:
		return bigEndian, ""
	case bytes.IndexByte(begin, 0) >= 0:
		return "", "" // no text
	}
	for cut := range min(utf8.UTFMax, len(begin)+1) { // the last letter may not be whole
		if utf8.Valid(begin[:len(begin)-cut]) {
			return "", ""
		}
	}
	return ofLetters(begin)
}

// foreign finds letters in a row that Western languages do not have so, beyond those outside of ASCII, and usual
// letters and signs among these where words and numbers have them: small ones beside others, capitals before or among
// others.
var (
	foreign = regexp.MustCompile(`[^\x00-\x7f]{3}|(^|[^\w\x{fffd}])\x{fffd}{2}([^a-zA-Z\x{fffd}]|$)`)
	beyond  = regexp.MustCompile(`[^\x00-\x7f]`)
	usual   = regexp.MustCompile(strings.NewReplacer("SMALL", "[ß-öø-ÿœšž]", "CAPITAL", "[À-ÖØ-ÞŒŠŽŸ]",
		"SIGN", `[°µ±·²³–—“”‘…€£§«»½ªº×\x{a0}]`, "BEGIN", `(?:^|[^\pL])`,
		"END", `(?:$|[^\pL])`).Replace(
		`\pLSMALL|SMALL\pL|BEGINCAPITAL\pL|\p{Lu}CAPITAL(?:\p{Lu}|END)|BEGINSIGN|SIGNEND|’|` +
			`(?:^|[^\pL\d])(?:SMALL|CAPITAL)(?:$|[^\pL\d])`))
)

func ofLetters(begin []byte) (encoding, doubt string) {
	first := bytes.IndexFunc(begin, func(r rune) bool { return r >= utf8.RuneSelf })
	begin = begin[max(first-1, 0):]
	begin = begin[:min(len(begin), fewest)] // patterns are slow
	// Usual letters and signs that an encoding makes of the bytes, less others.
	fit := func(encoding string) int {
		known, _ := htmlindex.Get(encoding)
		text, _ := known.NewDecoder().Bytes(begin)
		return 2*len(usual.FindAllIndex(text, -1)) - len(beyond.FindAllIndex(text, -1))
	}
	switch fits := fit(western); {
	case foreign.Match(begin):
		return western, "may be of another script (if they are: --encoding, such as windows-1251)"
	case fit(macRoman) > fits:
		return macRoman, "fit words so better than in windows-1252 (if they do not: --encoding windows-1252)"
	case fits < 0:
		return western, "fit no word so (save the file as UTF-8, or give --encoding)"
	}
	return western, ""
}

// decoder reads a text as UTF-8.
func decoder(r io.Reader, encoding string) (io.Reader, error) {
	switch strings.ToLower(encoding) {
	case "", "none", "utf-8", "utf8":
		return r, nil
	case "utf-16":
		encoding = littleEndian // unless there is a mark
	case "latin-1", "cp1252":
		encoding = western
	}
	known, err := htmlindex.Get(encoding)
	if err != nil {
		return nil, fmt.Errorf("encoding %q is not known: give utf-8, utf-16le, latin1, windows-1252 or another of "+
			"those of https://encoding.spec.whatwg.org", encoding)
	}
	return known.NewDecoder().Reader(r), nil
}
