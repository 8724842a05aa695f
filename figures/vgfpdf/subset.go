package vgfpdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/image/font/sfnt"
)

// Patterns of the name of a font, the start of its file, and the length of a stream.
var (
	fontName = regexp.MustCompile(`/(?:BaseFont|FontName) /(utf8(\w+))\n`)
	fontFile = regexp.MustCompile(`/Length1 \d+\n>>\nstream\n`)
	length   = regexp.MustCompile(`/Length (\d+)`)
)

// fontNames are the PostScript names of the fonts of this package, by fpdf's.
func fontNames() (map[string]string, error) {
	faces, err := Faces()
	names := make(map[string]string)
	for _, f := range faces {
		name, fault := f.Face.Face.Name(nil, sfnt.NameIDPostScript)
		if fault != nil {
			return nil, fmt.Errorf("name of font %s %s: %w", f.Family, f.Style, fault)
		}
		names[strings.ToLower(f.Family)+f.Style] = name
	}
	names[strings.ToLower(Own)] = Own
	return names, err
}

// final returns an object in its final form, without what numbers and ends it. Rest begins with the object.
//
// fpdf embeds the used glyphs of each font under a name such as "utf8dejavusansB"; here it gets its PostScript name
// after the tag of a subset (ISO 32000-1, 9.6.4), which is a hash of the glyphs. Streams are deflated at the best
// level, not at fpdf's fastest.
func final(object, rest []byte, names map[string]string) ([]byte, error) {
	_, object, _ = bytes.Cut(object, []byte(" 0 obj\n"))
	object = bytes.TrimSuffix(object, []byte("\nendobj\n"))
	head, body, isStream := bytes.Cut(object, []byte("stream\n"))
	head = fontName.ReplaceAllFunc(head, func(entry []byte) []byte {
		m := fontName.FindSubmatch(entry)
		name := names[string(m[2])]
		if name == "" {
			return entry // in a text
		}
		return bytes.Replace(entry, m[1], []byte(tag(rest)+"+"+name), 1)
	})
	if !isStream {
		return head, nil
	}
	if size := length.FindSubmatch(head); size != nil && bytes.Contains(head, []byte("/FlateDecode")) {
		content, err := zlib.NewReader(bytes.NewReader(body[:number(size[1])]))
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(content)
		if err != nil {
			return nil, err
		}
		best := deflated(data)
		head = length.ReplaceAll(head, fmt.Appendf(nil, "/Length %d", len(best)))
		body = append(best, body[number(size[1]):]...)
	}
	return append(append(head, "stream\n"...), body...), nil
}

// deflated packs data as well as it can be.
func deflated(data []byte) []byte {
	var packed bytes.Buffer // whose Write never fails
	z, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	_, _ = z.Write(data)
	_ = z.Close()
	return packed.Bytes()
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
