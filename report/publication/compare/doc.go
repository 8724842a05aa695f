// Package compare compares the numbers of a publication with those of a rerun, and judges whether each was
// reproduced. Both are means over random draws, so it asks
//
//   - whether the printed number might be another result of our experiment, see [Verdict], with [Calibration]
//     as a check;
//   - whether another method's number would match as well, see [Null], with [Yardstick] as a check;
//   - whether the table contradicts the printed comparison of methods, apart from their common level, see
//     [Methods].
//
// What a comparison comes to is computed once, see [Comparison.Facts]; texts, tables and files read that. A number on
// generated data gets no verdict; [Facts.Beside] puts the outcome on the real data beside it. A cell is found by its
// meaning: a column that repeats the best method of an earlier table is compared with our numbers for the method that
// the publication names. Claims are put to the reproduced means, see package claim. The audit of the printed tables
// says whether a misprint explains a difference.
package compare
