// Package compare holds the numbers of a publication against those of a rerun
// and says of each whether it was reproduced. Since both are means over random draws, it asks
//
//   - whether the printed number might be one more reading of the experiment that we repeated:
//     see [Verdict], and [Calibration] for our own repetitions in the place of print;
//   - whether another method's number would have matched as well: see [Null];
//   - whether the table contradicts the printed comparison of methods, apart from the level
//     that all methods share: see [Methods].
//
// A number on generated data gets no verdict. What a run on the real data gave may stand
// beside it: see [Comparison.Beside].
//
// A cell is found by what it stands for, not by where it stands: the column of a later
// table that carries over the best method of an earlier one is compared with our numbers
// for the method that the publication names, even where another is best by ours.
//
// Claims of the text are put to the reproduced means, see package claim, and for a cell that
// differs the audit of the printed tables says whether a misprint explains it.
package compare
