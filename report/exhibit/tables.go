package exhibit

// Projection is the kind of a table that lays experiments out in rows and columns.
//
// Rows are values of axes, by default the levels or the data sets; or they are methods; or each is a part of
// an experiment with a label. Columns are methods, values of another axis, labelled combinations of values,
// by which publications refer to them, or what is derived from the numbers of a row. By default the columns
// are the measures or, if the rows are methods, the average over levels and data sets. All other axes are
// fixed. The levels or data sets of labelled rows are blocks with all these rows, or are averaged, or are
// the columns of the one method.
var Projection = Kind{
	"table", "lays experiments out in rows and columns: levels, data sets, methods, other axes, measures",
	func() decoder { return &projection{statistics: derivations} },
}

// derivations are the columns of statistics. A new one is a file and a line here.
var derivations = []derivationKind{
	{name: "settled", make: func() derivation { return new(settled) }},
	{name: "wins", make: func() derivation { return new(wins) }},
	{name: "settings", make: func() derivation { return new(settings) }},
	{name: "breaks", make: func() derivation { return new(breaks) }},
	{name: "chosen", make: func() derivation { return new(chosen) }},
	{make: func() derivation { return new(fromPrint) }, implied: (*projection).fromPrint},
	{make: func() derivation { return new(methodPairs) }, implied: (*projection).paired},
}
