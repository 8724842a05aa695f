// Package audit looks for errors in published tables by their own arithmetic.
//
// A table that reports an average prints the same fact twice; so does one that
// sets the best number of a row in bold, one that counts wins over another table,
// and one that shows a column of an earlier table again. Wherever a fact is
// printed twice the two can disagree, and then one of them is wrong, whatever the
// truth is. No experiment has to be rerun to see it.
//
// The checks are listed in [Checks]; [Check.Definition] says what each looks for.
//
// Three principles keep the audit from crying wolf. First, a printed number stands for
// every number that rounds to it: an average is wrong only if no entries that round to the
// printed ones have an average that rounds to the printed one. The arithmetic is exact. What
// is wrong by the printed digits alone is listed apart, as excused by rounding. Second, an
// error that shows in several places is reported as one: for every finding the audit tries
// the misprints that could have caused it ([Slip]), repeats all checks on the tables so
// corrected, and looks at which findings disappear and which appear. A correction that mends
// two or more findings, net of those it causes, is a [Cause]. Third, a correction is named
// only if nothing that it touches contradicts anything afterwards; a mark that had followed
// the wrong digits is moved with them.
//
// # What it finds
//
// Errors were planted, one at a time, in simulated tables of the thesis and its paper, at
// random places. Of as many tables without an error, none gave a finding. Contradictory
// are the errors after which an average, a mark or another printing contradicts the
// changed digits; all of these are found. An error is found if there is a finding, placed
// if a finding or one of the first three corrections quoted for it is about what was
// changed and nothing else. First counts those that a first correction restores, named those
// that one of the first three does. Proposed are the first corrections of all findings
// ([Report.Mistakes]). The line below all is of errors planted in the tables as they are in
// print; what the audit says of the tables without a planted error does not count.
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
// TestPlantedErrors repeats all this with the flag -planted 1020.
//
// What the tables hold no evidence of, nobody can find in them:
//
//   - exchanged headers, or columns with their averages and marks, that no other table
//     prints or counts: every fact goes with its column;
//   - exchanged cells of a column, or exchanged rows that are no levels, by an average,
//     which does not know the order of its entries;
//   - an average that is off by 0.01, where rounding of the entries may excuse that, and a
//     last digit, which moves an average by less than rounding does;
//   - exchanged cells of a row that are nearly equal;
//   - by granularity, anything where shares of n·r tests lie so close together that every
//     printed number is one: from 10,000 tests on for percentages with two decimals, and at
//     the 8,000 of USPS; nor where r is not said;
//   - which of two printings of one number is right, where nothing else speaks for one;
//   - two mistakes in one column without a trend, which leave one wrong average for both.
//
// To audit tables:
//
//	r, err := audit.Run(tables, audit.Options{Links: links, Claims: claims})
//	...
//	err = r.WriteMarkdown(os.Stdout)
package audit
