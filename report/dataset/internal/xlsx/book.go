package xlsx

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// A book is a workbook that has been opened.
type book struct {
	parts  *zip.Reader
	packed int64
	file   io.Reader // whose bound is that of all
	held   int64     // bytes of memory so far

	sheets   []part
	strings  []string     // that cells share
	dates    map[int]bool // whether cells of a style show a date
	from1904 bool

	hidden     []columnsOf
	lastHidden int // column
	hiddenRows []int
	filtered   bool

	width  int      // columns that have a value
	errors []string // cells
}

// A part is a sheet as the workbook lists it, or what a part refers to.
type part struct {
	Name  string `xml:"name,attr"`
	State string `xml:"state,attr"`
	Sheet string `xml:"id,attr"`

	ID   string `xml:"Id,attr"`
	Type string `xml:"Type,attr"`
	Path string `xml:"Target,attr"`
}

func (p part) is(kind string) bool { return strings.HasSuffix(p.Type, "/"+kind) }

func open(r io.Reader) (*book, error) {
	data, err := unpack.All(r, unpack.MaxBytes)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("not a workbook .xlsx: %w", err)
	}
	b := &book{parts: z, packed: int64(len(data)), file: r, held: int64(len(data)), dates: map[int]bool{}}
	roots, err := b.related("")
	if err != nil {
		return nil, fmt.Errorf("not a workbook .xlsx: %w", err)
	}
	main, _ := words.First(roots, func(p part) bool { return p.is("officeDocument") })
	var listed struct {
		About struct {
			From string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []part `xml:"sheets>sheet"`
	}
	if err := b.decode(main.Path, &listed); err != nil {
		return nil, err
	}
	b.from1904 = listed.About.From == "1" || listed.About.From == "true"
	others, err := b.related(main.Path)
	for _, s := range listed.Sheets {
		if to, ok := words.First(others, func(p part) bool { return p.ID == s.Sheet && p.is("worksheet") }); ok {
			s.Path = to.Path // else a chart
			b.sheets = append(b.sheets, s)
		}
	}
	for _, other := range others {
		switch {
		case err != nil:
		case other.is("styles"):
			err = b.readStyles(other.Path)
		case other.is("sharedStrings"):
			var shared struct {
				All []texts `xml:"si"`
			}
			err = b.decode(other.Path, &shared)
			b.strings = words.Each(shared.All, texts.String)
		}
	}
	return b, err
}

// related lists the parts that a part refers to; "" is the workbook as a whole.
func (b *book) related(of string) ([]part, error) {
	folder, name := path.Split(of)
	var listed struct {
		All []part `xml:"Relationship"`
	}
	err := b.decode(folder+"_rels/"+name+".rels", &listed)
	for i, to := range listed.All {
		if listed.All[i].Path = path.Join(folder, to.Path); strings.HasPrefix(to.Path, "/") {
			listed.All[i].Path = to.Path[1:]
		}
	}
	return listed.All, err
}

// read reads a part with its decoder.
func (b *book) read(name string, read func(*xml.Decoder) error) error {
	file, ok := words.First(b.parts.File, func(f *zip.File) bool { return strings.EqualFold(f.Name, name) })
	if !ok {
		return fmt.Errorf("the archive has no %q", name)
	}
	content, err := file.Open()
	if err == nil {
		defer content.Close()
		err = read(xml.NewDecoder(unpack.Bounded(content, &b.packed)))
	}
	if errors.As(err, new(*xml.SyntaxError)) {
		err = fmt.Errorf("%s: damaged: %w", name, err)
	}
	return err
}

// decode decodes a part as a whole.
func (b *book) decode(name string, to any) error {
	return b.read(name, func(tokens *xml.Decoder) error {
		err := tokens.Decode(to)
		b.held += 2 * tokens.InputOffset()
		return errors.Join(err, unpack.Fit(b.file, b.held))
	})
}

// notShown is what a format of numbers has beside the signs for their parts: quoted text and colours.
var notShown = regexp.MustCompile(`"[^"]*"|\\.|\[[^hms\]][^\]]*\]|General`)

func (b *book) readStyles(path string) error {
	var listed struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	err := b.decode(path, &listed)
	codes := map[int]string{}
	for _, f := range listed.Formats {
		codes[f.ID] = strings.ToLower(notShown.ReplaceAllString(f.Code, ""))
	}
	for style, c := range listed.Cells {
		id := c.Format
		code, own := codes[id]
		b.dates[style] = own && strings.ContainsAny(code, "ymdhs") || !own && (14 <= id && id <= 22 ||
			27 <= id && id <= 36 || 45 <= id && id <= 47 || 50 <= id && id <= 58)
	}
	return err
}

// date writes a day, which counts from 1900 or 1904, with its time.
func (b *book) date(days float64) string {
	first := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case b.from1904:
		first = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days < 60: // Excel has a February 29, 1900
		first = first.AddDate(0, 0, 1)
	}
	whole, part := math.Modf(max(-3e6, min(days, 3e6)))
	at := first.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(part*86400e3)) * time.Millisecond)
	switch {
	case part == 0:
		return at.Format("2006-01-02")
	case whole == 0:
		return at.Format("15:04:05.999")
	}
	return at.Format("2006-01-02T15:04:05.999")
}

// choose chooses a sheet, and says which others are left out.
func (b *book) choose(name string) (chosen part, facts []columns.Fact, err error) {
	names := words.Each(b.sheets, func(p part) string { return p.Name })
	chosen, ok := words.First(b.sheets, func(p part) bool {
		return p.Name == name || name == "" && (p.State == "" || p.State == "visible")
	})
	if at, err := strconv.Atoi(name); err == nil && !ok && 1 <= at && at <= len(names) {
		chosen, ok = b.sheets[at-1], true
	}
	if !ok {
		return chosen, nil, fmt.Errorf("no sheet %q: the workbook has %s", name, words.Some(names, 20))
	}
	others := slices.DeleteFunc(names, func(n string) bool { return n == chosen.Name })
	if name == "" && len(others) > 0 {
		facts = []columns.Fact{{Kind: columns.LeftOut, Columns: words.Each(others, strconv.Quote),
			Why: fmt.Sprintf("sheet %q, the first, is read: --sheet NAME for another", chosen.Name)}}
	}
	return chosen, facts, nil
}
