package library

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/dataset/columns"
	"gpca/report/dataset/npy"
)

func write(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, []byte(content), 0o644))
	}
	return folder
}

func picture(t *testing.T, width, height int, grey uint8) string {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetGray(x, y, color.Gray{Y: grey})
		}
	}
	var b bytes.Buffer
	assert.NilError(t, png.Encode(&b, img))
	return b.String()
}

func numpy(t *testing.T, shape []int, values ...float64) string {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, npy.Write(&b, npy.Array{Shape: shape, Values: values}))
	return b.String()
}

func TestInspect(t *testing.T) {
	nine := numpy(t, []int{6, 1, 2}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6)
	labels := numpy(t, []int{6}, 0, 1, 0, 1, 0, 1)
	rows := func(header string, row ...string) string { return header + strings.Join(row, "\n") + "\n" }
	for _, c := range []struct {
		name    string
		files   map[string]string
		look    string
		want    FileSet
		samples int
		classes []string
	}{
		{"class by name", map[string]string{"My data.csv": rows("Species,a,b\n", "x,1,2", "x,2,1", "y,3,4", "y,4,2",
			"x,0,1", "y,3,3")}, "My data.csv",
			FileSet{Name: "my-data", Class: "Species"}, 6, []string{"x", "y"}},
		{"last column, number of the row, text, constant and missing values",
			map[string]string{"a.data": rows("", "1;p;5;0;u", "2;q;NA;0;v", "3;r;7;0;u", "4;s;8;0;v", "5;t;1;0;u",
				"6;w;2;0;v")}, "a.data",
			FileSet{Name: "a", Format: "semicolons", Class: "5", ID: "1", Omit: []string{"2", "4"},
				Missing: "drop"}, 5, []string{"u", "v"}},
		{"whole numbers, which may be classes or not", map[string]string{"a.txt": rows("", "1.5 2 0", "1 3 1", "4 1 0", "2 2 1", "5 1 0",
			"6 2.5 1")}, "a.txt",
			FileSet{Name: "a", Format: "blanks", Class: "none"}, 6, nil},
		{"words in the first column", map[string]string{"a.tsv": rows("", "x\t1\t2.5", "x\t2\t1.5", "y\t3\t0.5",
			"y\t4\t3.5", "y\t5\t4.5", "x\t6\t5.5")}, "a.tsv",
			FileSet{Name: "a", Class: "1"}, 6, []string{"x", "y"}},
		{"words before numbers", map[string]string{"a.csv": rows("", "x,1,0", "x,2,1", "y,3,0", "y,4,1", "y,5,0",
			"x,6,1")}, "a.csv", FileSet{Name: "a", Class: "1"}, 6, []string{"x", "y"}},
		{"numbers in the first column", map[string]string{"a.csv": rows("", "1,1.5", "2,2.5", "1,3.5", "2,4.5", "1,5.5",
			"2,6.5")}, "a.csv", FileSet{Name: "a", Class: "none"}, 6, nil},
		{"square images", map[string]string{"a.csv": rows("", strings.Repeat("0,", 64)+"x",
			strings.Repeat("7,", 64)+"y", strings.Repeat("0,", 64)+"x", strings.Repeat("255,", 64)+"y",
			strings.Repeat("0,", 64)+"x", strings.Repeat("0,", 64)+"y")}, "a.csv",
			FileSet{Name: "a", Class: "65", Image: dataset.ImageSize{Width: 8, Height: 8}}, 6, []string{"x", "y"}},
		{"no class", map[string]string{"a.csv": rows("u,v\n", "1.5,2.5", "2,3", "4,5.5")}, "a.csv",
			FileSet{Name: "a", Class: "none"}, 3, nil},
		{"other separator than the ending's, and a test file", map[string]string{
			"train.csv": rows("u;class\n", "1.5;x", "2;y", "3;x", "4;y", "5;x", "6;y"), "test.csv": rows("u;class\n",
				"9;y")}, "train.csv",
			FileSet{Name: "train", Format: "semicolons", Class: "class", Test: Test{File: "test.csv"}}, 7, []string{"x",
				"y"}},
		{"pair of arrays", map[string]string{"X.npy": nine, "y.npy": labels}, "X.npy",
			FileSet{Name: "x", Labels: "y.npy"}, 6, []string{"0", "1"}},
		{"regression target under a name of classes", map[string]string{"a.csv": rows("u,target\n", "1,25", "2,31",
			"4,75", "5,46", "7,28", "9,14")}, "a.csv", FileSet{Name: "a", Class: "none"}, 6, nil},
		{"array and a regression target", map[string]string{"X.npy": nine,
			"y.npy": numpy(t, []int{6}, 25, 31, 75, 46, 28, 14)}, "X.npy", FileSet{Name: "x", Class: "none"}, 6, nil},
		{"archive with a regression target", map[string]string{"a.npz": archive(t, []string{"data", "target"},
			npy.Array{Shape: []int{6, 2}, Values: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6}},
			npy.Array{Shape: []int{6}, Values: []float64{0.5, 31, 75, 46, 28, 14}})}, "a.npz",
			FileSet{Name: "a", Class: "none", Array: "data"}, 6, nil},
		{"array alone", map[string]string{"X.npy": nine}, "X.npy", FileSet{Name: "x", Class: "none"}, 6, nil},
		{"folders of images", map[string]string{"faces/ann/1.png": picture(t, 3, 2, 9),
			"faces/bob/1.png": picture(t, 3, 2, 7), "faces/README": "no image"}, "faces",
			FileSet{Name: "faces", Format: "images", Class: "folder"}, 2, []string{"ann", "bob"}},
		{"images of two sizes, in no folders", map[string]string{
			"faces/s01.happy.png": picture(t, 128, 64, 9), "faces/s01.sad.png": picture(t, 100, 50, 7),
			"faces/s02.happy.png": picture(t, 128, 64, 9), "faces/s02.sad.png": picture(t, 128, 64, 7)}, "faces",
			FileSet{Name: "faces", Format: "images", Class: "none",
				Image: dataset.ImageSize{Width: 64, Height: 32}}, 4, nil},
	} {
		folder := write(t, c.files)
		found, err := Inspect(t.Context(), filepath.Join(folder, c.look), Wishes{})
		var set *dataset.Set
		if err == nil {
			set, err = found.Open(t.Context(), true)
		}
		got := found.FileSet
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		c.want.File, c.want.Folder = c.look, folder
		assert.Check(t, reflect.DeepEqual(got, c.want), "%s:\n got %+v\nwant %+v", c.name, got, c.want)
		if d := set.Describe(); d.Samples != c.samples || !slices.Equal(d.Classes, c.classes) {
			t.Errorf("%s: %d samples of classes %q", c.name, d.Samples, d.Classes)
		}
	}
}

// What is guessed of a table, or left out, is said with its line.
func TestInspectFacts(t *testing.T) {
	var said strings.Builder
	for _, file := range []string{
		"a,b,c,class\n1.5,2,x,u\n2,3,7,v\n4,5,y,u\n",
		"a,note,date,species\n1.5,,2019-01-02,u\n2,,2019-01-03,v\n4,,2019-01-04,u\n",
		"a,kind,b,share\n1.5,u,3,5%\n2,v,1,6%\n4,u,7,6%\n3,v,2,5%\n5,u,1,7%\n9,v,2,9%\n",
		"a,b\n1.5,5%\n2,6%\n4,7\n3,8%\n",
		"a,b\n1.5,$5\n2,$6\n4,$7\n3,$8\n",
		"a;\"b\nc\"\n1,5;2\n2,25;7\n3,5;8\n",
		"1,5;2,5\n2,25;7,5\n3,5;8,5\n",
		"a,income\n1.5,\"1,500\"\n2,\"2,000\"\n3,\"1,250\"\n",
		"no,2019,2020\n7,1.5,3\n8,2.5,2\n6,4.5,7\n",
		",a,a\n0,1.5,3\n1,2.5,2\n2,4.5,7\n",
		"a,b,k\n1.5,2,3\n,NA,3\n2.5,,3\n3.5,7,3\n4.5,8,3\n",
		"a,b\n1.5,2\n2.5,\n3.5,\n4.5,\n7,8\n",
		"\ufeffa,b\r\n1.5,2\r\n2.5,3\r\n2.5,1\r\n",
		"a,y\n1.5,1\n2.5,2\n2.5,1\n1,1\n2,2\n3,2\n",
		"a,z\n1.5,1\n2.5,2\n2.5,1\n1,1\n2,2\n3,2\n",
		"a,z\n1.5,1\n2.5,2\n2.5,1\n1,1\n2,1\n3,2\n",
		"a,target\n1.5,151\n2.5,75\n2.5,141\n1,206\n2,135\n3,97\n",
		"a;b\n1,525;1.525\n2,525;17.155\n3,525;3.005\n",
		"pop\n1,234\n5,678\n2,345\n",
		"l\x8ange,b\r1.5,2\r2,3\r",
		"l\xe4nge,b\n1.5,2\n2,3\n",
	} {
		found, err := Inspect(t.Context(), filepath.Join(write(t, map[string]string{"a.csv": file}), "a.csv"), Wishes{})
		assert.NilError(t, err, file)
		_, err = found.Open(t.Context(), true)
		assert.NilError(t, err, file)
		tell(&said, file, found.Facts)
	}
	golden.Assert(t, said.String(), "facts.txt")
}

// tell writes what is said of a table; a star marks what changes the answer.
func tell(to *strings.Builder, file string, facts []columns.Fact) {
	fmt.Fprintf(to, "%q\n", file)
	for _, f := range facts {
		fmt.Fprintf(to, "%s %s\n", map[bool]string{true: "*", false: " "}[f.Changes()], f)
	}
}

// Tables of strangers that were once misread without a word are read rightly, or what is in doubt changes the answer's
// warnings.
func TestDoubtsAreSaid(t *testing.T) {
	var said strings.Builder
	for _, c := range []struct{ file, columns, first, last string }{
		{"id,a,b\ns1,1.5,2\ns2,2.5,3\ns3,2.5,1\nMean,2.2,2\nStd. Dev.,0.6,1\nGrand total,6.5,6\n", "a b", "s1 1.5 2",
			"s3 2.5 1"},
		{"a,b,c\n1.5,2,3,,\n2.5,3,4,,\n2.5,1,9,,\n", "a b c", "1.5 2 3", "2.5 1 9"},
		{"a,b,c\nmm,,\n1.5,2,3\n2.5,3,4\n2.5,1,9\n", "b c", "2 2 3", "4 1 9"},
		{"a,b,c,d\nmm,,,g\n1.5,2,3,5\n2.5,3,4,6\n2.5,1,9,8\n", "a b c d", "1.5 2 3 5", "2.5 1 9 8"},
		{"u,u,v,v\na,b,c,d\n1.5,2,3,5\n2.5,3,4,6\n2.5,1,9,8\n", "a b c d", "1.5 2 3 5", "2.5 1 9 8"},
		{"a b c\n1.5+01 2.5 3\n2.5+01 3.5 4\n2.6+01 1.5 9\n", "b c", "1.5+01 2.5 3", "2.6+01 1.5 9"},
		{"day;a;b\n01.03;1,5;2\n04.03;2,25;7\n02.03;3,5;8\n", "day a b", "1.03 1.5 2", "2.03 3.5 8"},
		{"PatientID,a\n700,1.5\n300,2\n900,7\n400,8\n350,4\n", "PatientID a", "700 1.5", "350 4"},
		{"land,year,a\nL,2000,1.5\nL,2001,2\nL,2002,7\nM,2000,8\nM,2001,4\nM,2002,5\n", "year a", "2000 1.5", "2002 5"},
		{"id,a\ns1,1.5\ns2,2\nSubtotal,3.5\ns3,8\ns4,4\n", "a", "s1 1.5", "s4 4"},
		{"a,t\n1.5,900\n2,870\n7,810\n8,809\n4,600\n", "a t", "1.5 900", "4 600"},
		{"land,1990,2000\nA x,700,1800\nB,900,200\nC,1500,500\n", "", "land 1990 2000", "C 1500 500"},
		{"\xe8\xec\xff,a\n\xef\xf0\xee1,1.5\n\xef\xf0\xee2,7\n\xef\xf0\xee3,4\n", "a", "ïðî1 1.5", "ïðî3 4"},
		{"a;b\n€ 1.225,5;1\n€ 725,5;3\n€ 1.021,5;8\n", "b", "1", "8"},
		{",Unnamed: 0,a\n0,0,1.5\n1,1,7\n2,2,4\n", "a", "0 1.5", "2 4"},
		{"a,b\n—1.5,2\n2.5,3\n—2.5,1\n", "a b", "-1.5 2", "-2.5 1"},
		{"a,b\n15,2\n-9,3\n16,1\n18,1\n17,2\n", "a b", "15 2", "17 2"},
		{"#id|a|b|d|c\ns1|1.5|2.5|7.5|30,26,000\ns2|1.6|3.5|8.5|31,26,000\ns3|1.9|4.1|9.5|28,22,000\n", "a b d", "s1 1.5 2.5 7.5",
			"s3 1.9 4.1 9.5"},
		{";;;\nu;v;c\ns1;1.5;2.5;30,26,000\ns2;1.6;3.5;31,26,000\ns3;1.9;4.1;28,22,000\n", "u v", "s1 1.5 2.5",
			"s3 1.9 4.1"},
		{",0,1,2\n0,1.5,0.2,3\n1,1.7,0.9,4\n2,1.1,0.4,1\n", "0 1 2", "0 1.5 0.2 3", "2 1.1 0.4 1"},
		{"id,a\ns1,1.5\ns2,2.5\ns3,4.5\nÉcart-type,2.2\n", "a", "s1 1.5", "s3 4.5"},
		{"id,a\ns1,1.5\ns2,2.5\ns3,4.5\nN,3\n", "a", "s1 1.5", "N 3"},
		{"a,b\n5.28°,2\n4.02°,1\n3.11°,4\n", "b", "5.28° 2", "3.11° 4"},
		{"a,b\n−5.1 cm,2\n4.2 cm,1\n−3.3 cm,4\n", "b", "−5.1 cm 2", "−3.3 cm 4"},
		{"a,plot\n1.5,012\n2.5,044\n4.5,023\n", "a plot", "1.5 12", "4.5 23"},
		{"a\tb\n1.893\t3\n640\t1\n1.207\t5\n911\t4\n", "a b", "1.893 3", "911 4"},
		{"id,a,b\ns1,1.5,<2\ns2,2.5,3\ns3,4.75,1\ns4,7.5,8\n,4.0625,5.5\n", "a", "s1 1.5", "s4 7.5"},
		{"350.5,354.5,358.5\n4.1,-1.2,300\n-1.8,1.1,297\n0.9,1.6,420\n", "", "350.5 354.5 358.5", "0.9 1.6 420"},
		{"a,b\n-4000.5,1\n5200.25,2\n-999,8\n1200.75,3\n310.5,1\n-20.5,4\n44.5,7\n90.5,1\n17.5,2\n33.5,6\n12.5,5\n", "a b",
			"-4000.5 1", "12.5 5"},
		{",b\n1.5,2\n1.25,7\n1.5,4\n", "b", "1.5 2", "1.5 4"},
		{"id,a\ndup,1.5\n\xef\xf02,7\n\xef\xf03,4\n", "a", "dup 1.5", "ïð3 4"},
		{"a;b;;\n7,5;1;3;\n2,5;2;9;\n4,5;9;1;\n", "a b", "7.5 1", "4.5 9"},
	} {
		found, err := Inspect(t.Context(), filepath.Join(write(t, map[string]string{"a.csv": c.file}), "a.csv"), Wishes{})
		assert.NilError(t, err, c.file)
		set, err := found.Open(t.Context(), true)
		assert.NilError(t, err, c.file)
		row := func(at int) string {
			text := strings.Trim(fmt.Sprint(mat.Row(nil, at, set.Samples)), "[]")
			if set.IDs != nil {
				text = set.IDs[at] + " " + text
			}
			return text
		}
		last, _ := set.Samples.Dims()
		tell(&said, c.file, found.Facts)
		names := strings.Join(set.About.Columns, " ")
		assert.Check(t, names == c.columns && row(0) == c.first && row(last-1) == c.last,
			"%q: %s; %s; %s", c.file, names, row(0), row(last-1))
	}
	golden.Assert(t, said.String(), "doubts.txt")
}

func TestInspectFaults(t *testing.T) {
	var said strings.Builder
	for _, c := range []struct{ name, content string }{
		{"a.bin", "\x00\x01"},
		{"a.txt", ""},
		{"a.xlsx", "PK\x03\x04\x00"},
		{"a.ods", "PK\x03\x04\x00"},
		{"a.xlsx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"},
		{"a.parquet", "PAR1"},
		{"a.csv", "PAR1\x15\x00"},
		{"a.rds", gzipped(t, "X\n\x00\x00\x00\x03")},
		{"a", gzipped(t, "X\n\x00\x00\x00\x03")},
		{"a.json", "[1, 2]"},
		{"a.dta", "<stata_dta>"},
		{"a.csv", "a,b\n1.5,2\n" + strings.Repeat("1,2\n", 1<<15) + "l\xe4nge,2\n"},
		{"a.csv", "a,b\nx,y\nz,y\n"},
		{"a.txt", "one\ntwo words\nthree\nfour words here\nfive\n"},
		{"a.npy", "no array"},
	} {
		path := filepath.Join(write(t, map[string]string{c.name: c.content}), c.name)
		found, err := Inspect(t.Context(), path, Wishes{})
		if err == nil {
			_, err = found.Open(t.Context(), true)
		}
		assert.Check(t, err != nil, c.name)
		fmt.Fprintf(&said, "%s: %s\n", c.name, strings.ReplaceAll(fmt.Sprint(err), path, "FILE"))
	}
	golden.Assert(t, said.String(), "inspect_faults.txt")
}
