// Package claim reads the claims of a publication about its tables and decides whether numbers
// confirm them. A claim is a place in the publication, a paraphrase, and a rule with arguments:
//
//	id: salt-and-pepper-always-on-top
//	place: Section 3.3.2, USPS
//	text: With salt and pepper noise the new functions come out on top at every level.
//	rule: beats
//	table: "3.7"
//	columns: [q=2, q=3, q=4]
//	over: [p=2]
//	rows: every
//	take: best
//
// An ambiguous sentence is read in its author's favour, and the claim says how. Where another
// procedure comes nearer to the printed numbers than the one described, the claim lists it as a
// reading and is evaluated for each reading:
//
//	readings:
//	  - reading: twice the width of the kernel
//	    instead: {"3.7": "O.2: twice the width"}
//
// A rule gets quantities with half-widths from [Numbers]. So a claim can be evaluated on printed
// digits, whose half-width is half a unit of the last digit, and on reproduced means, which may have
// draws or be averages over data sets; see [Claim.Evaluate]. A claim holds if all values within the
// half-widths satisfy it, fails if none does, and is undecided otherwise. Equal printed digits decide
// nothing.
package claim
