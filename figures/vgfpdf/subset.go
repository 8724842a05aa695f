package vgfpdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-pdf/fpdf"
	"golang.org/x/image/font/sfnt"
)

// Patterns of the name of a font, the start of its file, the length of a stream, and the offset of an object.
var (
	fontName = regexp.MustCompile(`/(?:BaseFont|FontName) /(utf8(\w+))\n`)
	fontFile = regexp.MustCompile(`/Length1 \d+\n>>\nstream\n`)
	length   = regexp.MustCompile(`/Length (\d+)`)
	offset   = regexp.MustCompile(`(\d{10}) 00000 n `)
)

// Output writes a document in the fonts of this package. fpdf embeds the used glyphs of each font under a name
// such as "utf8dejavusansB"; here it gets its PostScript name after the tag of a subset (ISO 32000-1, 9.6.4),
// which is a hash of the glyphs. Streams are deflated at the best level, not at fpdf's fastest.
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
	starts := []int{end + 1}
	for _, m := range offset.FindAllSubmatch(pdf[end:], -1) {
		starts = append(starts, number(m[1]))
	}
	slices.Sort(starts)
	out := bytes.NewBuffer(bytes.Clone(pdf[:starts[0]]))
	moved := make(map[int]int) // new offset of an object by the one in fpdf's file
	for i, at := range starts[:len(starts)-1] {
		moved[at] = out.Len()
		if err := writeObject(out, pdf[at:starts[i+1]], pdf[at:end], names); err != nil {
			return fmt.Errorf("vgfpdf: object at byte %d: %w", at, err)
		}
	}
	moved[end+1] = out.Len()
	table, start, _ := bytes.Cut(pdf[end+1:], []byte("startxref\n"))
	out.Write(offset.ReplaceAllFunc(table, func(entry []byte) []byte {
		return fmt.Appendf(nil, "%010d 00000 n ", moved[number(entry[:10])])
	}))
	fmt.Fprintf(out, "startxref\n%d\n%%%%EOF\n", moved[number(bytes.TrimSuffix(start, []byte("\n%%EOF\n")))])
	_, err = w.Write(out.Bytes())
	return err
}

func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // matched as digits
	return n
}

// writeObject writes an object in its final form. Rest begins with the object.
func writeObject(out *bytes.Buffer, object, rest []byte, names map[string]string) error {
	head, body, _ := bytes.Cut(object, []byte("stream\n"))
	stream := object[len(head):]
	head = fontName.ReplaceAllFunc(head, func(entry []byte) []byte {
		m := fontName.FindSubmatch(entry)
		name := names[string(m[2])]
		if name == "" {
			return entry // in a text
		}
		return bytes.Replace(entry, m[1], []byte(tag(rest)+"+"+name), 1)
	})
	if len(stream) == 0 || !bytes.Contains(head, []byte("/FlateDecode")) {
		out.Write(head)
		out.Write(stream)
		return nil
	}
	size := number(length.FindSubmatch(head)[1])
	in, err := zlib.NewReader(bytes.NewReader(body[:size]))
	if err != nil {
		return err
	}
	var best bytes.Buffer // whose Write never fails
	z, _ := zlib.NewWriterLevel(&best, zlib.BestCompression)
	if _, err := io.Copy(z, in); err != nil {
		return err
	}
	_ = z.Close()
	out.Write(length.ReplaceAll(head, fmt.Appendf(nil, "/Length %d", best.Len())))
	out.WriteString("stream\n")
	out.Write(best.Bytes())
	out.Write(body[size:])
	return nil
}

// tag returns six capitals that identify the first font file in pdf.
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
