package document

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf16"

	"golang.org/x/image/font/sfnt"
	"gotest.tools/v3/assert"

	"gpca/figures/vgfpdf"
	"gpca/report/words"
)

// A drawnText is one text operator of a page.
type drawnText struct {
	page           int
	x, y           float64 // of its left end and baseline, y from the top of the page
	width          float64
	text           string
	paperW, paperH float64
}

// readPDF lays out a document without compression and reads back the text of
// its pages. It knows only what fpdf writes.
func readPDF(t *testing.T, d *Document) (raw []byte, texts []drawnText) {
	t.Helper()
	file, err := makePDF(d, time.Unix(0, 0), false)
	assert.NilError(t, err)
	var written bytes.Buffer
	assert.NilError(t, file.Write(&written))
	raw = unpacked(t, written.Bytes())

	measure := typesetting(t)
	fonts := fontsOf(t, raw)
	pages := regexp.MustCompile(`(?s)<</Type /Page\n.*?/Contents (\d+) 0 R\n`).FindAllSubmatch(raw, -1)
	for i, match := range pages {
		width, height := pageWidth, pageHeight
		if box := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindSubmatch(match[0]); box != nil {
			width, _ = strconv.ParseFloat(string(box[1]), 64)
			height, _ = strconv.ParseFloat(string(box[2]), 64)
		}
		content := contentOf(t, raw, string(match[1]))
		operator := regexp.MustCompile(`(?s)BT /F(\w+) ([\d.]+) Tf ET|BT (-?[\d.]+) (-?[\d.]+) Td \(((?:\\.|[^\\)])*)\) Tj ET`)
		f := face{}
		for _, op := range operator.FindAllSubmatch(content, -1) {
			if len(op[1]) > 0 {
				key := fonts[string(op[1])]
				f.family, f.style = key.family, key.style
				f.size, _ = strconv.ParseFloat(string(op[2]), 64)
				continue
			}
			x, _ := strconv.ParseFloat(string(op[3]), 64)
			y, _ := strconv.ParseFloat(string(op[4]), 64)
			text := decodeText(op[5])
			texts = append(texts, drawnText{
				page: i + 1, x: x, y: height - y, text: text, paperW: width, paperH: height,
				width: measure.width(f, strings.TrimRight(text, " ")),
			})
		}
	}
	assert.Assert(t, len(texts) != 0, "the PDF has no text that this test can read")
	return raw, texts
}

// textOf joins texts, with a blank where a line ends or a gap is.
func textOf(texts []drawnText) string {
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			before := texts[i-1]
			if text.y != before.y || text.page != before.page || text.x > before.x+before.width+1 {
				b.WriteByte(' ')
			}
		}
		b.WriteString(text.text)
	}
	return words.OneLine(b.String())
}

var sample struct {
	once  sync.Once
	raw   []byte
	texts []drawnText
}

// readSample reads the PDF of the sample document, once for all tests.
func readSample(t *testing.T) (raw []byte, texts []drawnText) {
	t.Helper()
	sample.once.Do(func() { sample.raw, sample.texts = readPDF(t, sampleDocument()) })
	assert.Assert(t, sample.raw != nil, "the sample could not be read, see above")
	return sample.raw, sample.texts
}

// fontsOf maps the resource names of fonts to faces.
func fontsOf(t *testing.T, raw []byte) map[string]fontKey {
	t.Helper()
	faces, err := vgfpdf.Faces()
	assert.NilError(t, err)
	names := make(map[string]fontKey)
	for _, f := range faces {
		name, err := f.Face.Face.Name(nil, sfnt.NameIDPostScript)
		assert.NilError(t, err)
		names[name] = fontKey{f.Family, f.Style}
	}
	objects := make(map[string]fontKey)
	for _, match := range regexp.MustCompile(`(\d+) 0 obj\n<</Type /Font\n/Subtype /Type0\n/BaseFont /[A-Z]{6}\+(\S+)`).FindAllSubmatch(raw, -1) {
		objects[string(match[1])] = names[string(match[2])]
	}
	fonts := make(map[string]fontKey)
	for _, match := range regexp.MustCompile(`/F(\w+) (\d+) 0 R`).FindAllSubmatch(raw, -1) {
		fonts[string(match[1])] = objects[string(match[2])]
	}
	return fonts
}

// unpacked is a file with what its streams of objects hold behind it.
func unpacked(t *testing.T, raw []byte) []byte {
	t.Helper()
	all := bytes.Clone(raw)
	for _, at := range regexp.MustCompile(`/Type /ObjStm[^>]*>>\nstream\n`).FindAllIndex(raw, -1) {
		objects, err := zlib.NewReader(bytes.NewReader(raw[at[1]:]))
		assert.NilError(t, err)
		content, err := io.ReadAll(objects)
		assert.NilError(t, err)
		all = append(all, content...)
	}
	return all
}

func contentOf(t *testing.T, raw []byte, object string) []byte {
	t.Helper()
	match := regexp.MustCompile(`\n` + object + ` 0 obj\n<</Length (\d+)>>\nstream\n`).FindSubmatchIndex(raw)
	assert.Assert(t, match != nil, "no content stream %s", object)
	length, _ := strconv.Atoi(string(raw[match[2]:match[3]]))
	return raw[match[1] : match[1]+length]
}

// decodeText undoes fpdf's escapes and UTF-16.
func decodeText(escaped []byte) string {
	var plain []byte
	for i := 0; i < len(escaped); i++ {
		c := escaped[i]
		if c == '\\' && i+1 < len(escaped) {
			i++
			if c = escaped[i]; c == 'r' {
				c = '\r'
			}
		}
		plain = append(plain, c)
	}
	var units []uint16
	for i := 0; i+1 < len(plain); i += 2 {
		units = append(units, uint16(plain[i])<<8|uint16(plain[i+1]))
	}
	return string(utf16.Decode(units))
}
