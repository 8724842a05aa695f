package library

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/report/dataset/columns"
)

// A file has the digest that results are stored under, whoever says what its columns are for, and is read once: it is
// gone before the set is made of what was guessed.
func TestDigestsStay(t *testing.T) {
	for _, c := range []struct {
		name, content, digest string
		wishes                columns.Wishes
		set                   FileSet
	}{
		{"a.csv", "id,a,b,kind\n001,1.5,2,x\n002,2.50,?,y\n003,4,1e1,z\n", "5c6d1774154d245a",
			columns.Wishes{Class: "kind"}, FileSet{Class: "kind", ID: "id", Missing: "drop"}},
		{"b.csv", "001;1,5;2;1.0\n002;2,50;7;2\n003;4;1,25;1\n", "f10e8eb0cc2e3903", columns.Wishes{Class: "last"},
			FileSet{Format: "semicolons", Class: "last", ID: "1", Dialect: columns.Dialect{Decimal: "comma"}}},
		{"c.arff", "@relation r\n@attribute a {1,0,-1}\n@attribute b real\n@attribute c {x,y}\n@data\n1,2.5,y\n-1,3,x\n" +
			"0,?,y\n", "683cadb2c3423e82", columns.Wishes{Class: "c"}, FileSet{Class: "c", Missing: "keep"}},
		{"d.libsvm", "1 1:2 3:0.5\n2 2:1\n1 1:4\n", "bd431bbcc7ce0345", columns.Wishes{}, FileSet{}},
		{"e.tsv", "a\tb\tset\tc\n1\t2\tp\tu\n2\t5\tp\tv\n4\t1\tq\tu\n", "18521e9780620186", columns.Wishes{Class: "c"},
			FileSet{Class: "c", Test: Test{Column: "set", Is: "q"}}},
	} {
		f := c.set
		f.Name, f.File, f.Folder = "own", c.name, write(t, map[string]string{c.name: c.content})
		set, err := open(t, f)
		if err != nil || !strings.HasPrefix(set.Digest, c.digest) {
			t.Errorf("%s: %v, %v, want the digest %s", c.name, set, err, c.digest)
			continue
		}
		path := filepath.Join(f.Folder, c.name)
		found, err := Inspect(t.Context(), path, Wishes{Wishes: c.wishes})
		err = errors.Join(err, os.Remove(path))
		assert.NilError(t, err)
		found.Omit, found.ID, found.Class, found.Missing, found.Test = f.Omit, f.ID, f.Class, f.Missing, f.Test
		if set, err := found.Open(t.Context(), false); err != nil || !strings.HasPrefix(set.Digest, c.digest) {
			t.Errorf("%s, inspected: %v, %v, want the digest %s", c.name, set, err, c.digest)
		}
	}
}

// What is missing is a value, and left out only where that is asked for.
func TestMissingError(t *testing.T) {
	for name, content := range map[string]string{
		"a.csv": "a,b\n1,?\n2,3\n,\n4,1\n", "b.npy": numpy(t, []int{4, 2}, 1, nan, 2, 3, nan, nan, 4, 1),
	} {
		path := filepath.Join(write(t, map[string]string{name: content}), name)
		inspected := func() *Inspected {
			f, err := Inspect(t.Context(), path, Wishes{})
			assert.NilError(t, err)
			f.Missing = ""
			return f
		}
		f := inspected()
		_, err := f.Open(t.Context(), false)
		missing, ok := errors.AsType[MissingError](err)
		assert.Check(t, ok && missing.Values == 3 && missing.Rows == 2 && missing.Of == 4 && missing.First != "" &&
			f.Missing == "", "%s: %+v, %v", name, missing, err)
		f = inspected()
		if set, err := f.Open(t.Context(), true); err != nil || f.Missing != "drop" ||
			!slices.Equal(mat.Row(nil, 0, set.Samples), []float64{2, 3}) {
			t.Errorf("%s: %v, missing: %s, %v", name, set, f.Missing, err)
		}
	}
}
