package dataset

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// An Entry describes a data set of the catalogue.
type Entry struct {
	Description `yaml:",inline"`

	Files []File `yaml:"files"`
	// Download says where to get the files.
	Download Download `yaml:"download"`
	// Values is the ValuesDigest of a set whose published files differ from Files in their
	// containers only; "" for all others.
	Values string `yaml:"values"`
	// Format is a key of formats.
	Format string `yaml:"format"`

	// Columns are those of a text file. Words are the valid words of a column in the order of their
	// codes; those of the class default to the classes.
	Columns []string            `yaml:"columns"`
	Words   map[string][]string `yaml:"words"`
	// Encoding says how codes become features. Numbers replace the codes of a column.
	Encoding Encoding             `yaml:"encoding"`
	Numbers  map[string][]float64 `yaml:"numbers"`

	MATLAB         Array     `yaml:"matlab"`
	PublishedImage ImageSize `yaml:"published-image"`
}

// Encoding says how the codes 0, 1, 2, … of the words of a column become features.
type Encoding string

// The encodings. Without one, the code is the feature.
const (
	// Indicators makes a feature for each word: 1 for the sample's word, else 0.
	Indicators Encoding = "indicators"
	// Standardised gives mean 0 and variance 1 where every word occurs equally often.
	Standardised Encoding = "standardised"
)

// An Array is the array of a MATLAB file that holds the images, one a column. The images of a
// class are contiguous; the classes begin with FirstClass and wrap around.
type Array struct {
	Name       string `yaml:"array"`
	Dimensions []int  `yaml:"dimensions"`
	FirstClass int    `yaml:"first-class"`
}

// A Download says where a program gets the files of a set.
type Download struct {
	// Bytes is the size of all files together, unpacked if they come in an archive.
	Bytes int64 `yaml:"bytes"`
	// From are the publisher and then mirrors: URLs of a folder with the files, ending in "/", or of a
	// ZIP archive that holds them at any depth.
	From []string `yaml:"from"`
}

// A File is one file of a data set.
type File struct {
	// Path is relative to the folder of data, with slashes; .gz may be added or taken off.
	Path string `yaml:"path"`
	// Alternatives are other common paths of the file.
	Alternatives []string `yaml:"alternatives"`
	// SHA256 is the digest of the file, Unpacked that of the content of a published gzip file.
	SHA256   string `yaml:"sha256"`
	Unpacked string `yaml:"unpacked"`
}

//go:embed catalogue.yaml
var catalogue []byte

// yaleDigests lists the images of the Yale faces in the format of sha256sum, sorted by name.
//
//go:embed yale.sha256
var yaleDigests string

// Catalogue returns every entry in the order of catalogue.yaml. Its slices must not be changed.
func Catalogue() []Entry { return slices.Clone(decoded()) }

var decoded = sync.OnceValue(func() []Entry {
	entries := strictyaml.Own[[]Entry]("catalogue.yaml", catalogue)
	for i := range entries {
		e := &entries[i]
		if e.Name == "yale" {
			e.Files = yaleFiles()
		}
		e.Origin = Real
		e.Digest = DigestOf(words.Each(e.Files, func(f File) string { return f.SHA256 })...)
		e.Description.Files = words.Each(e.Files, func(f File) string { return f.Path })
	}
	return entries
})

func yaleFiles() []File {
	var files []File
	for line := range strings.Lines(yaleDigests) {
		digest, path, _ := strings.Cut(strings.TrimSpace(line), "  ")
		// The archive of UC San Diego has subject01.gif for subject01.centerlight.
		alternatives := []string{path + ".gif", strings.TrimSuffix(path, ".centerlight") + ".gif"}
		files = append(files, File{Path: path, Alternatives: alternatives, SHA256: digest})
	}
	return files
}

// Names returns the names of the catalogue in its order.
func Names() []string { return words.Each(Catalogue(), func(e Entry) string { return e.Name }) }

// Find returns the entry of a name. The error for an unknown one suggests the nearest names.
func Find(name string) (Entry, error) {
	return typo.Find("data set", name, Catalogue(), func(e Entry) string { return e.Name })
}
