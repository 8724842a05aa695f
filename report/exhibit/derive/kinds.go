package derive

// A Kind is written by its name, or as a mapping with that key. Without a name it is implied by other keys of the
// table.
type Kind struct {
	Name string
	Make func() Derivation
}

// Kinds are those of columns that follow from others. A new one is a file and a line here.
var Kinds = []Kind{
	{"settled", func() Derivation { return new(settled) }},
	{"wins", func() Derivation { return new(wins) }},
	{"settings", func() Derivation { return new(Settings) }},
	{"breaks", func() Derivation { return new(breaks) }},
	{"chosen", func() Derivation { return new(Chosen) }},
	{"", func() Derivation { return new(fromPrint) }},
	{"", func() Derivation { return new(methodPairs) }},
}

// FromPrint and Pairs are the implied ones.
const (
	FromPrint = 5
	Pairs     = 6
)
