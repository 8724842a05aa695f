// Package claim holds what a publication says about its tables in words, and
// decides whether numbers bear it out.
//
// A claim is data: where it stands, what it says in our words, and a rule.
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
// A sentence that can be read in more than one way is read as is most favourable to its
// author, and the claim says how it was read.
//
// Where the procedure that the text describes does not lead to what it prints, and another
// comes nearer, the claim lists the readings of its numbers, and is put to those of each:
//
//	readings:
//	  - reading: twice the width of the kernel
//	    instead: {"3.7": "O.2: twice the width"}
//
// A rule sees quantities with a half-width, through [Numbers]. So the same claim can be put
// to printed digits, whose half-width is half a unit of the last one, and to reproduced
// means, which may bring their draws along; see [Claim.Evaluate]. A claim holds when every
// value that the evidence allows bears it out, fails when none does, and is undecided
// otherwise. Equal printed digits decide nothing.
package claim
