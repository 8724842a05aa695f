// Package compare holds the numbers of a publication against those of a rerun
// and says of each whether it was reproduced.
//
// The question "is it the same number?" has no answer when both numbers are
// means over random draws, one of them printed without its interval. The
// question that is answered instead is that of an equivalence test (D. J.
// Schuirmann, "A comparison of the two one-sided tests procedure and the power
// approach", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987): is the
// difference known to be smaller than a margin that was stated beforehand, known
// to be larger, or neither? See [Verdict] for the rule and [MarginOf] for the
// margins; they are the only judgements in here, and stand in one place each.
//
// Failing to see a difference is not a match: with few draws and a wide interval
// the verdict is inconclusive. And a number on generated data gets no verdict at
// all, since a stand-in has nothing to say about what is in print.
//
// A cell is found by what it stands for, not by where it stands: the column of a
// later table that carries over the best method of an earlier one is compared
// with our numbers for the method that the publication names, even where another
// is best by ours.
//
// Beside the numbers the package puts the claims of the text, see package claim,
// to the reproduced means, and for a cell that differs it asks the audit of the
// printed tables whether a misprint explains it.
package compare
