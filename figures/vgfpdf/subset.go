package vgfpdf

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
)

// Where fpdf names a font, and where the file that holds its glyphs begins.
var (
	fontName = regexp.MustCompile(`/(?:BaseFont|FontName) /(utf8(\w+))\n`)
	fontFile = regexp.MustCompile(`/Length1 \d+\n>>\nstream\n`)
	offset   = regexp.MustCompile(`\d{10} 00000 n `)
)

// Output writes a document whose fonts are those of this package. fpdf embeds of each font
// the glyphs that are used, and calls it "utf8dejavusansB"; here it gets its PostScript name
// behind the tag that marks a subset (ISO 32000-1, 9.6.4), by which publishers tell fonts
// that are embedded in part. The tag follows from the glyphs, so that two subsets of a font
// in one file, such as those of two figures, have two names.
func Output(w io.Writer, doc *fpdf.Fpdf) error {
	var written bytes.Buffer
	if err := doc.Output(&written); err != nil {
		return err
	}
	faces, err := Faces()
	if err != nil {
		return err
	}
	names := make(map[string]string)
	for _, f := range faces {
		if names[strings.ToLower(f.Family)+f.Style], err = f.Face.Face.Name(nil, sfnt.NameIDPostScript); err != nil {
			return fmt.Errorf("name of font %s %s: %w", f.Family, f.Style, err)
		}
	}
	pdf := written.Bytes()
	end := bytes.LastIndex(pdf, []byte("\nxref\n"))
	if end < 0 {
		return fmt.Errorf("vgfpdf: the document has no table of its objects")
	}
	var out bytes.Buffer
	var at, gained []int // where names are, and by how much all before have grown
	copied := 0
	for _, m := range fontName.FindAllSubmatchIndex(pdf[:end], -1) {
		name := names[string(pdf[m[4]:m[5]])]
		if name == "" {
			continue // it stands in the text of a page
		}
		out.Write(pdf[copied:m[2]])
		out.WriteString(tag(pdf[m[1]:end]) + "+" + name)
		copied = m[3]
		at, gained = append(at, m[2]), append(gained, out.Len()-copied)
	}
	out.Write(pdf[copied : end+1])
	moved := func(offset []byte) int {
		n, _ := strconv.Atoi(string(offset)) // digits
		by := 0
		for i := range at {
			if at[i] < n {
				by = gained[i]
			}
		}
		return n + by
	}
	start := bytes.LastIndex(pdf, []byte("startxref\n")) + len("startxref\n")
	out.Write(offset.ReplaceAllFunc(pdf[end+1:start], func(entry []byte) []byte {
		return fmt.Appendf(nil, "%010d 00000 n ", moved(entry[:10]))
	}))
	fmt.Fprintf(&out, "%d\n%%%%EOF\n", moved(bytes.TrimSuffix(pdf[start:], []byte("\n%%EOF\n"))))
	_, err = w.Write(out.Bytes())
	return err
}

// tag returns six capitals for the first font file in part of a document.
func tag(pdf []byte) string {
	if at := fontFile.FindIndex(pdf); at != nil {
		pdf, _, _ = bytes.Cut(pdf[at[1]:], []byte("\nendstream"))
	}
	sum := sha256.Sum256(pdf)
	letters := sum[:6]
	for i := range letters {
		letters[i] = 'A' + letters[i]%26
	}
	return string(letters)
}
