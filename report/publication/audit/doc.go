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
//	kind of error                       planted  contradictory  found  placed  first  named  recall  proposed  right  precision
//	average off by 0.05 to 0.54              60             60     60      60     56     58     97%        60     56        93%
//	average off by 0.01                      60             42     42      42     32     39     65%        42     32        76%
//	mark in another cell                     60             60     60      60     60     60    100%        60     60       100%
//	digit before the point                   60             60     60      60     57     60    100%        60     57        95%
//	digit after the point                    60             50     52      52     33     47     78%        52     33        63%
//	neighbouring digits exchanged            60             55     55      55     38     51     85%        55     38        69%
//	digits exchanged across the point        60             60     60      59     55     59     98%        60     55        92%
//	sign                                     60             28     60      60     59     60    100%        61     59        97%
//	winning count off by 1 or 2              60              0     59      59     57     58     97%        59     57        97%
//	cells of a row exchanged                 60             55     56      53     43     50     83%        60     43        72%
//	cells of a column exchanged              60             60     60      60     56     60    100%        60     56        93%
//	rows exchanged                           60             59     60      59     48     59     98%        63     48        76%
//	columns exchanged below the headers      60             60     60      60     54     56     93%        69     54        78%
//	headers exchanged                        60             46     56      56     54     54     90%        56     54        96%
//	column printed twice                     60             60     60      60     56     58     97%        64     56        88%
//	row missing                              60             59     59      54     52     54     90%        63     52        83%
//	digit of a share of few samples          60              0     59      59     49     59     98%        59     49        83%
//	all                                    1020            814    978     968    859    942     92%      1003    859        86%
//	on top of the errors in print            96             87     91      88     70     75     78%       182     70        38%
//
//	high   confidence: 402 of 411 corrections are right, 98%
//	medium confidence: 408 of 462 corrections are right, 88%
//	low    confidence: 49 of 130 corrections are right, 38%
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
