// Package audit looks for errors in published tables by their own arithmetic.
//
// A table with an average prints the same fact twice; so does one that sets the best number of a row in bold, one
// that counts wins over another table, and one that repeats a column of an earlier table. Where two printings of
// a fact disagree, one is wrong, and no experiment has to be rerun to see it. [Checks] lists the checks.
//
// Three principles avoid false alarms. First, a printed number represents every number that rounds to it, in
// exact arithmetic: an average is wrong only if no entries that round to the printed ones have an average that
// rounds to the printed one. What is wrong by the printed digits alone is excused by rounding. Second, an error
// that shows in several places is reported as one: for every finding the audit tries the misprints that could
// have caused it ([Slip]), and repeats the checks on the corrected tables. A correction that mends two or more
// findings, net of those it causes, is a [Cause]. Third, a correction is proposed only if nothing that it touches
// contradicts anything afterwards; a mark that followed the wrong digits moves with them.
//
// # What it finds
//
// Errors were planted, one at a time and at random places, in simulated tables of the thesis and its paper. As
// many tables without an error gave no finding. Errors are contradictory if an average, a mark or another
// printing contradicts the changed digits; found if there is a finding; placed if a finding, or one of its first
// three corrections, is only about what was changed. First counts errors that a first correction restores, named
// those that one of the first three does. Proposed are the first corrections of all findings ([Report.Mistakes]).
// The line below all has errors planted in the tables in print, without what the audit finds there anyway.
//
//	kind of error                     planted contradictory found placed first named recall proposed right precision
//	average off by 0.05 to 0.54            68            68    68     68    62    66    97%       68    62       91%
//	average off by 0.01                    68            48    48     48    35    46    68%       48    35       73%
//	mark in another cell                   68            68    68     68    68    68   100%       68    68      100%
//	digit before the point                 68            68    68     68    67    68   100%       68    67       99%
//	digit after the point                  68            47    47     46    29    42    62%       47    29       62%
//	neighbouring digits exchanged          68            63    63     59    42    54    79%       63    42       67%
//	digits exchanged across the point      68            68    68     68    61    68   100%       68    61       90%
//	sign                                   68            37    68     68    68    68   100%       68    68      100%
//	winning count off by 1 or 2            68             0    66     66    60    65    96%       66    60       91%
//	cells of a row exchanged               68            61    62     60    48    58    85%       64    48       75%
//	cells of a column exchanged            68            67    67     67    63    67    99%       67    63       94%
//	rows exchanged                         68            68    68     68    57    68   100%       68    57       84%
//	columns exchanged below headers        68            67    68     67    58    60    88%       74    58       78%
//	headers exchanged                      68            51    62     62    60    61    90%       62    60       97%
//	digit of a share of few samples        68             0    68     68    53    67    99%       68    53       78%
//	all                                  1020           781   959    951   831   926    91%      967   831       86%
//	on top of the errors in print          96            81    89     89    71    77    80%      154    71       46%
//
//	high   confidence: 296 of 303 corrections are right, 98%
//	medium confidence: 467 of 506 corrections are right, 92%
//	low    confidence: 68 of 158 corrections are right, 43%
//
// TestPlantedErrors repeats this with the flag -planted 1020.
//
// The tables hold no evidence of
//
//   - exchanged headers, or columns with their averages and marks, that no other table prints or counts;
//   - exchanged cells of a column, or exchanged rows that are not levels, since an average does not depend on
//     their order;
//   - an average that is off by 0.01, or a wrong last digit, where rounding of the entries may explain it;
//   - exchanged cells of a row that are nearly equal;
//   - by granularity, anything where every printed number is a share of the n·r tests, which holds for
//     percentages with two decimals from 10,000 tests on and at the 8,000 of USPS, or where r is not known;
//   - which of two printings of one number is right, without further evidence;
//   - two mistakes in one column without a trend, which cause one wrong average.
package audit
