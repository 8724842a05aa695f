// Package printed reads tables that are in print, from files with a number on each line.
// 8 of the paper that goes with it, and reads anyone else's tables in the same form.
//
//	table,title,axis,metric,row,column,value,bold
//	2.1,GPCA: USPS WITH GAUSSIAN NOISE,sigma,accuracy_pct,0,p=0.5,95.08,0
//
// One line is one printed number. The form is long rather than wide because a
// printed table is a set of statements, each of which may be wrong on its own:
// a line can be cited, corrected and compared without counting commas.
//
// A number keeps its digits and has an exact value ([Decimal], on top of
// math/big). Binary floating point would do for arithmetic, but not for the
// question that is asked of these numbers, namely whether an average could have
// been rounded to the digits in print: 93.785 must be a tie, not almost one.
//
// The package judges nothing. What is wrong with the numbers is for package
// audit to say; whether a rerun gives the same, for package compare.
//
// Sources: S. Battaglino, "Generalized Principal Component Analysis Theory",
// Master's thesis, Politecnico di Torino, December 2019; S. Battaglino and
// E. Koyuncu, "A Generalization of Principal Component Analysis", the article
// that the thesis names as its companion.
package printed
