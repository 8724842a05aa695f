// Package compare holds the numbers of a publication against those of a rerun
// and says of each whether it was reproduced.
//
// The question "is it the same number?" has no answer when both numbers are means over
// random draws, one of them printed without its interval. Three questions are answered
// instead, each by a rule that stands in one place:
//
//   - Might the printed number be one more reading of the experiment that we repeated? See
//     [Verdict]. The margin is what two readings differ by, computed from our own draws.
//     [Calibration] holds it against our own repetitions in the place of print.
//   - Would another method's number have matched as well? See [Null]. Where it would, a count
//     of matches says nothing of methods.
//   - Does the table contradict the printed comparison of methods? See [Methods], which looks at
//     the differences between methods under the same draws, and at their order, and tells
//     both from the level, which all methods share.
//
// A number on generated data gets no verdict, since a stand-in has nothing to say about
// what is in print. What a run on the real data gave may stand beside it: see
// [Comparison.Beside].
//
// A cell is found by what it stands for, not by where it stands: the column of a later
// table that carries over the best method of an earlier one is compared with our numbers
// for the method that the publication names, even where another is best by ours.
//
// Beside the numbers the package puts the claims of the text, see package claim,
// to the reproduced means, and for a cell that differs it asks the audit of the
// printed tables whether a misprint explains it.
package compare
