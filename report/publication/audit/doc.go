// Package audit looks for errors in published tables by their own arithmetic.
//
// A table that reports an average prints the same fact twice; so does one that
// sets the best number of a row in bold, one that counts wins over another table,
// and one that shows a column of an earlier table again. Wherever a fact is
// printed twice the two can disagree, and then one of them is wrong, whatever the
// truth is. No experiment has to be rerun to see it.
//
// The checks are these; [Checks] has the definition of each.
//
//   - averages against the columns above them,
//   - bold marks against the best of the row,
//   - winning counts against the tables they count,
//   - the same cell printed in several places,
//   - the labels of rows,
//   - the trend of a column along the noise levels,
//   - values that a metric cannot have,
//   - statements of the text, see package claim.
//
// Two principles keep the audit from crying wolf. First, a printed number stands
// for every number that rounds to it: an average is wrong only if no entries that
// round to the printed ones have an average that rounds to the printed one. The
// arithmetic is exact, so the bound is sharp. Second, an error that shows in
// several places is reported as one: for every finding the audit tries the
// misprints that could have caused it (a digit, two digits exchanged, a decimal
// point, a number copied from elsewhere, two rows exchanged, a row left out of an
// average), repeats all checks on the tables so corrected, and looks at which
// findings disappear and which appear. A correction that mends two or more
// findings, net of those it causes, is a [Cause].
//
// What the audit cannot see: a last digit that is wrong in one of many entries
// moves the average by less than rounding does, and two mistakes in one column
// without a trend leave one wrong average for both. Only a second printing tells.
//
//	r, err := audit.Run(tables, audit.Options{Links: links, Claims: claims})
//	...
//	err = r.WriteMarkdown(os.Stdout)
package audit
