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

	width  int      // columns that have a value
	errors []string // cells
}

// A part is a sheet as the workbook lists it, or something that a part refers to.
type part struct {
	Name  string `xml:"name,attr"`
	State string `xml:"state,attr"`
	Sheet string `xml:"id,attr"`

	ID   string `xml:"Id,attr"`
	Type string `xml:"Type,attr"`
	To   string `xml:"Target,attr"`

	path string
}

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
	root, err := b.related("", "officeDocument")
	if err == nil && root == nil {
		err = errors.New("the archive names no document")
	}
	if err != nil {
		return nil, fmt.Errorf("not a workbook .xlsx: %w", err)
	}
	var sheets []part
	if err := b.each(root[0].path, func(tokens *xml.Decoder, element xml.StartElement) error {
		switch element.Name.Local {
		case "sheet":
			sheets = append(sheets, part{})
			return tokens.DecodeElement(&sheets[len(sheets)-1], &element)
		case "workbookPr":
			from, _ := words.First(element.Attr, func(a xml.Attr) bool { return a.Name.Local == "date1904" })
			b.from1904 = from.Value == "1" || from.Value == "true"
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for kind, read := range map[string]func(part) error{
		"worksheet": func(to part) error {
			for i := range sheets {
				if sheets[i].Sheet == to.ID {
					sheets[i].path = to.path
				}
			}
			return nil
		},
		"sharedStrings": b.readStrings, "styles": b.readStyles,
	} {
		found, err := b.related(root[0].path, kind)
		for _, to := range found {
			if err == nil {
				err = read(to)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	for _, s := range sheets {
		if s.path != "" { // else a chart
			b.sheets = append(b.sheets, s)
		}
	}
	return b, nil
}

// related lists the parts of a kind that a part refers to; "" is the workbook as a whole.
func (b *book) related(of, kind string) (found []part, err error) {
	folder, name := path.Split(of)
	err = b.each(folder+"_rels/"+name+".rels", func(tokens *xml.Decoder, element xml.StartElement) error {
		if element.Name.Local != "Relationship" {
			return nil
		}
		var to part
		err := tokens.DecodeElement(&to, &element)
		if to.path = path.Join(folder, to.To); strings.HasPrefix(to.To, "/") {
			to.path = to.To[1:]
		}
		if strings.HasSuffix(to.Type, "/"+kind) {
			found = append(found, to)
		}
		return err
	})
	return found, err
}

// each calls use with the elements of a part, which may decode them.
func (b *book) each(name string, use func(*xml.Decoder, xml.StartElement) error) error {
	file, ok := words.First(b.parts.File, func(f *zip.File) bool { return strings.EqualFold(f.Name, name) })
	if !ok {
		return fmt.Errorf("the archive has no %q", name)
	}
	content, err := file.Open()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer content.Close()
	for tokens := xml.NewDecoder(unpack.Bounded(content, &b.packed)); ; {
		token, err := tokens.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: damaged: %w", name, err)
		}
		if element, ok := token.(xml.StartElement); ok {
			if err := use(tokens, element); err != nil {
				return err
			}
			if err := unpack.Fit(b.file, b.held); err != nil {
				return err
			}
		}
	}
}

func (b *book) readStrings(of part) error {
	return b.each(of.path, func(tokens *xml.Decoder, element xml.StartElement) error {
		if element.Name.Local != "si" {
			return nil
		}
		var t texts
		err := tokens.DecodeElement(&t, &element)
		b.strings = append(b.strings, t.String())
		b.held += int64(len(t.String())) + 16
		return err
	})
}

// notShown is what a format of numbers has beside the signs for their parts: quoted text and colours.
var notShown = regexp.MustCompile(`"[^"]*"|\\.|\[[^hms\]][^\]]*\]|General`)

func (b *book) readStyles(of part) error {
	codes := map[int]string{}
	return b.each(of.path, func(tokens *xml.Decoder, element xml.StartElement) error {
		var listed struct {
			Formats []struct {
				ID   int    `xml:"numFmtId,attr"`
				Code string `xml:"formatCode,attr"`
			} `xml:"numFmt"`
			Cells []struct {
				Format int `xml:"numFmtId,attr"`
			} `xml:"xf"`
		}
		if name := element.Name.Local; name != "numFmts" && name != "cellXfs" {
			return nil
		}
		err := tokens.DecodeElement(&listed, &element)
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
	})
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
	if others := slices.DeleteFunc(names, func(n string) bool { return n == chosen.Name }); name == "" && len(others) > 0 {
		facts = []columns.Fact{{Kind: columns.LeftOut, Columns: words.Each(others, strconv.Quote),
			Why: fmt.Sprintf("sheet %q, the first, is read: --sheet NAME for another", chosen.Name)}}
	}
	return chosen, facts, nil
}
