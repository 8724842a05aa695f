// Report runs the benchmark grid of the thesis "Generalized Principal Component
// Analysis Theory", or of a study of one's own, and leaves figures, tables and
// documents in a folder.
//
//	report            compute what is missing, then draw everything
//	report run        compute only
//	report render     draw only, from what is computed
//	report status     how far it is, and what is left will cost
//	report why        which part of a cell's key makes it run again
//	report compare    the results against the published numbers
//	report audit      errors in the published tables themselves
//	report verify     the outputs against the manifest, and by drawing them again
//	report list       what there is to choose from
//	report bench      how fast this machine computes
//	report version    which program this is
//
// It needs neither data nor a network: a data set that is not there is replaced
// by a generated stand-in, and labelled so wherever it shows.
//
// # Output
//
// Standard output carries what was asked for and nothing else: the answers of
// list, status and version. All that is said along the way goes to standard
// error. Where the command was about cells, the last line counts them:
//
//	report: 118 done, 2 failed, 0 missing; exit 2
//
// The exit code is 0 when all went well, 1 for wrong usage, a fault or an
// interrupt, and 2 when cells failed; the report is written then too, and shows
// them. An interrupt loses the cells in hand and nothing else; the same command
// goes on from there. A second interrupt kills.
//
// # Environment
//
// REPORT_DATA is a folder with data, searched after that of --data. REPORT_CPU
// chooses the multiply kernels by name, for tests and measurements; results do not
// depend on it. SOURCE_DATE_EPOCH is the date inside the documents.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the next signal kills
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, os.Getenv))
}
