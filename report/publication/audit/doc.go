// Package audit looks for errors in published tables by their own arithmetic.
//
// A table with an average prints the same fact twice; so does one that sets the best number of a row in bold, one
// that counts wins over another table, and one that repeats a column of an earlier table. Where two printings of
// a fact disagree, one is wrong, and no experiment has to be rerun to see it. [Checks] lists the checks.
//
// Three principles avoid false alarms. First, a printed number represents every number that rounds to it,
// ties included: an average is wrong only if no entries that round to the printed ones have an average that
// rounds to the printed one. What is wrong by the printed digits alone is excused by rounding. Second, an error
// that shows in several places is reported as one: for every finding the audit tries the misprints that could
// have caused it ([Slip]), and repeats the checks on the corrected tables. A correction that mends two or more
// findings, net of those it causes, is a [Cause]. Third, a correction is proposed only if nothing that it touches
// contradicts anything afterwards; a mark that followed the wrong digits moves with them.
//
// How many planted errors it finds, and what no check can find, is in rates.md.
package audit
