package xlsx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

const (
	relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	styles    = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]dd/mm/yyyy"/>` +
		`<numFmt numFmtId="165" formatCode="0.0&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>`
	shared = `<sst><si><t>len</t></si><si><r><t>w</t></r><r><t xml:space="preserve">id</t></r><rPh><t>no</t></rPh></si></sst>`
)

// book packs a workbook whose sheets, One, Two and so on, have these rows and what follows them.
func workbook(t testing.TB, about string, sheets ...string) []byte {
	t.Helper()
	listed, related := "", ""
	parts := map[string]string{
		"_rels/.rels": `<Relationships><Relationship Id="a" Type="` + relations + `officeDocument" Target="xl/book.xml"/></Relationships>`,
		"xl/s.xml":    shared, "xl/styles.xml": styles,
	}
	for i, content := range sheets {
		name, state := []string{"One", "Two", "3"}[i], ""
		if strings.HasPrefix(content, "hidden") {
			content, state = content[6:], `state="hidden"`
		}
		listed += fmt.Sprintf(`<sheet name="%s" sheetId="%d" %s r:id="r%d"/>`, name, i+1, state, i)
		related += fmt.Sprintf(`<Relationship Id="r%d" Type="%sworksheet" Target="/xl/sheets/%d.xml"/>`, i, relations, i)
		parts[fmt.Sprintf("xl/sheets/%d.xml", i)] = "<worksheet>" + content + "</worksheet>"
	}
	parts["xl/book.xml"] = `<workbook xmlns:r="` + relations + `">` + about + "<sheets>" + listed + "</sheets></workbook>"
	parts["xl/_rels/book.xml.rels"] = "<Relationships>" + related + `<Relationship Id="s" Type="` + relations +
		`sharedStrings" Target="s.xml"/><Relationship Id="t" Type="` + relations + `styles" Target="styles.xml"/></Relationships>`
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, content)
		}
		assert.NilError(t, err)
	}
	assert.NilError(t, z.Close())
	return b.Bytes()
}

func rows(all ...string) string {
	return "<sheetData><row>" + strings.Join(all, "</row><row>") + "</row></sheetData>"
}

const header = `<c r="A1" t="s"><v>0</v></c><c t="s"><v>1</v></c>`

func TestText(t *testing.T) {
	plain := rows(header, `<c><v>1.5</v></c><c><v>2</v></c>`)
	for _, c := range []struct {
		name, about, sheet string
		sheets             []string
		want, facts        string
	}{
		{"numbers, shared and rich texts", "", "", []string{plain}, "len,wid\n1.5,2\n", ""},
		{"the first that is not hidden", "", "", []string{"hidden" + plain, rows(`<c t="inlineStr"><is><t>a</t></is></c>`)},
			"a\n", `left out "One": sheet "Two", the first, is read: --sheet NAME for another`},
		{"by name", "", "Two", []string{plain, rows("<c><v>7</v></c>")}, "7\n", ""},
		{"by number", "", "1", []string{plain, plain}, "len,wid\n1.5,2\n", ""},
		{"by a name that is a number", "", "3", []string{"", "", plain}, "len,wid\n1.5,2\n", ""},
		{"gaps", "", "", []string{`<sheetData><row r="2"><c r="B2"><v>1</v></c></row><row r="4"><c r="A4"/><c r="AB4"><v>2</v></c>` +
			`</row><row r="5"><c r="A5" s="1"/></row></sheetData>`},
			"\n,1" + strings.Repeat(",", 26) + "\n\n" + strings.Repeat(",", 27) + "2\n\n", ""},
		{"formulas, truth, errors, comma and line ends", "", "", []string{rows(header, `<c><f>A1</f><v>3</v></c>`+
			`<c t="e"><f>1/0</f><v>#DIV/0!</v></c>`, `<c t="b"><v>1</v></c><c t="str"><f>x</f><v></v></c>`,
			`<c t="e"><v>#N/A</v></c><c t="str"><v>a,"b&#10;c</v></c>`)}, "len,wid\n3,\nTRUE,\n,\"a,\"\"b c\"\n",
			"left out #DIV/0! in B2, #N/A in A4: 2 cells with an error in place of a value, which is missing"},
		{"dates", "", "", []string{rows(`<c s="1"><v>45413</v></c><c s="2"><v>1</v></c><c s="3"><v>45413</v></c>` +
			`<c s="4"><v>45413.75</v></c><c s="1"><v>0.5</v></c><c t="d"><v>2024-05-01</v></c>`)},
			"2024-05-01,1900-01-01,45413,2024-05-01T18:00:00,12:00:00,2024-05-01\n", ""},
		{"dates from 1904", `<workbookPr date1904="1"/>`, "", []string{rows(`<c s="1"><v>43951</v></c>`)}, "2024-05-01\n", ""},
		{"no name of the names of rows", "", "", []string{rows(`<c r="B1" t="s"><v>0</v></c>`, `<c><v>1</v></c><c><v>2</v></c>`)},
			",len\n1,2\n", ""},
		{"hidden columns", "", "", []string{`<cols><col min="1" max="1"/><col min="2" max="16384" hidden="1"/><col min="3" max="3" ` +
			`hidden="true"/></cols>` + plain}, "len,wid\n1.5,2\n",
			"suspect: columns B, hidden in the sheet, and read as others (to leave one out: --omit with its name)"},
		{"hidden rows", "", "", []string{`<sheetData><row>` + header + `</row><row hidden="1"><c><v>1.5</v></c></row><row r="5" ` +
			`hidden="1"/></sheetData>`}, "len,wid\n1.5,\n\n\n\n",
			"line 2: hidden in the sheet, and read as others (to leave them out: delete them)"},
		{"filtered rows", "", "", []string{strings.ReplaceAll(plain, "<row><c><v>", `<row hidden="1"><c><v>`) +
			`<autoFilter ref="A1:B2"><filterColumn colId="0"/></autoFilter>`}, "len,wid\n1.5,2\n",
			"line 2: hidden by a filter, and read as others (to leave them out: delete them)"},
	} {
		text, facts, err := Text(bytes.NewReader(workbook(t, c.about, c.sheets...)), c.sheet)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, _ := io.ReadAll(text)
		if said := strings.Join(words.Each(facts, columns.Fact.String), "; "); string(got) != c.want || said != c.facts {
			t.Errorf("%s:\n got %q %q\nwant %q %q", c.name, got, said, c.want, c.facts)
		}
	}
}

func TestErrors(t *testing.T) {
	number := `<c><v>1</v></c>`
	var said strings.Builder
	for _, c := range []struct{ sheet, content string }{
		{"", rows(`<c r="A1" t="s"><v>0</v></c>`, number+number)},
		{"", rows(header, number+number+number)},
		{"", rows(header, number+number) + `<mergeCells><mergeCell ref="B1:C1"/></mergeCells>`},
		{"", rows(header, number+`<c><f>A1+1</f></c>`)},
		{"", rows(header, number+`<c r="B2"><f>A1+1</f><v/></c>`)},
		{"", rows("")},
		{"Zwei", rows(number)},
		{"2", rows(number)},
		{"", rows(`<c t="s"><v>9</v></c>`)},
		{"", `<sheetData><row r="2"/><row r="1"/></sheetData>`},
		{"", `<sheetData><row r="9999999"/></sheetData>`},
		{"", `<sheetData><row><c r="ZZZZZ1"/></row></sheetData>`},
		{"", rows(number) + "</wrong>"},
	} {
		_, _, err := Text(bytes.NewReader(workbook(t, "", c.content)), c.sheet)
		assert.Check(t, err != nil, c.content)
		fmt.Fprintln(&said, err)
	}
	golden.Assert(t, said.String(), "errors.txt")
	_, _, err := Text(strings.NewReader("no archive"), "")
	assert.Error(t, err, "not a workbook .xlsx: zip: not a valid zip file")
}

// A sheet of a few bytes may claim many columns, and its texts may repeat.
func TestMemory(t *testing.T) {
	var wide strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&wide, `<row r="%d"><c r="XFD%[1]d"><v>1</v></c></row>`, i+1)
	}
	packed := workbook(t, "", "<sheetData>"+wide.String()+"</sheetData>")
	_, _, err := Text(unpack.Within(bytes.NewReader(packed), 8<<20), "")
	assert.ErrorContains(t, err, "allow more with --memory")
}

func FuzzText(f *testing.F) {
	f.Add(rows(header, `<c><f>A1</f><v>3</v></c><c s="4"><v>45413.75</v></c>`), "")
	f.Add(`<sheetData><row r="2"><c r="B2" t="e"><v>#N/A</v></c></row></sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>`, "1")
	f.Fuzz(func(t *testing.T, sheet, name string) {
		text, _, err := Text(unpack.Within(bytes.NewReader(workbook(t, "", sheet)), 64<<20), name)
		if err != nil {
			return
		}
		_, err = io.ReadAll(text)
		assert.NilError(t, err)
	})
}
