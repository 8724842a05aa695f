// Package printed reads numbers that are in print, one a line, so that each can be cited, corrected and compared:
//
//	table,title,axis,metric,row,column,value,bold
//	2.1,GPCA: USPS WITH GAUSSIAN NOISE,sigma,accuracy_pct,0,p=0.5,95.08,0
//
// A number is an estimate that keeps its digits. Binary fractions miss decimal ones, so that whoever compares
// allows for a tie: 93.785 is one, not almost one.
//
// A table may also lie in a file as it is printed ([Layout]).
package printed
