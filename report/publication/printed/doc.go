// Package printed holds numbers that are in print, and reads them in this form:
//
//	table,title,axis,metric,row,column,value,bold
//	2.1,GPCA: USPS WITH GAUSSIAN NOISE,sigma,accuracy_pct,0,p=0.5,95.08,0
//
// One line is one printed number, which can be cited, corrected and compared on its own.
//
// A number keeps its digits and has an exact value ([Decimal], on top of
// math/big). Binary floating point would do for arithmetic, but not for the
// question that is asked of these numbers, namely whether an average could have
// been rounded to the digits in print: 93.785 must be a tie, not almost one.
//
// Sources: S. Battaglino, "Generalized Principal Component Analysis Theory",
// Master's thesis, Politecnico di Torino, December 2019; S. Battaglino and
// E. Koyuncu, "A Generalization of Principal Component Analysis", the article
// that the thesis names as its companion.
package printed
