// Package claim holds what a publication says about its tables in words, and
// decides whether numbers bear it out.
//
// A claim is data: where it stands, what it says in our words, and a rule that
// can be evaluated.
//
//   - id: salt-and-pepper-always-on-top
//     place: Section 3.3.2, USPS
//     text: With salt and pepper noise the new functions come out on top at every level.
//     rule: beats
//     table: "3.7"
//     columns: [q=2, q=3, q=4]
//     over: [p=2]
//     rows: every
//     take: best
//
// Turning a sentence into a rule is a judgement. Where a sentence can be read in more than
// one way the claim says how it was read, and the reading is the one most favourable to the
// author that the words bear; a claim that fails is then worth reporting.
//
// Where the procedure that the text describes does not lead to what it prints, and another
// comes nearer, no choice is made. The claim lists the readings of its numbers, here by a
// variant of another table, and is put to those of each:
//
//	readings:
//	  - reading: twice the width of the kernel
//	    instead: {"3.7": "O.2: twice the width"}
//
// A rule sees numbers only through [Numbers], as quantities with a half-width. The
// same claim can therefore be put to the printed digits, whose half-width is half
// a unit of the last digit, and to reproduced means, whose half-width is that of a
// confidence interval, and which may bring their draws along to be compared pair
// by pair; see [Claim.Evaluate]. An answer is one of three: a claim holds when
// every value that the evidence allows bears it out, fails when none does, and is
// undecided otherwise. Equal printed digits decide nothing.
package claim
