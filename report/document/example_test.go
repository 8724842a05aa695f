package document_test

import (
	"fmt"
	"os"

	"gpca/report/document"
	"gpca/report/table"
)

// A text names the tables it wants by number.
func ExampleParse() {
	rates := &table.Table{
		Number: "2.1", Caption: "GPCA: USPS with Gaussian noise", Corner: "σ", Columns: []string{"L1", "L2"},
		Decimals: 2, Origin: "stand-in",
		Rows: []table.Row{{Heading: "0", Cells: []table.Cell{{Value: 95.52, Bold: true}, {Value: 95.46}}}},
	}
	const text = `# 2 Results

As [Table 2.1](#table-2.1) shows, *L1* leads.

::table[2.1]
`
	blocks, err := document.Parse("results.md", text, document.Numbered{Tables: map[string]*table.Table{"2.1": rates}})
	if err != nil {
		fmt.Println(err)
		return
	}
	report := &document.Document{Title: "Generalized PCA", Blocks: blocks}
	if err := document.WriteMarkdown(os.Stdout, report); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # Generalized PCA
	//
	// ## Contents
	//
	// - [2 Results](#2-results)
	//
	// Tables: [2.1](#table-2.1)
	//
	// ## 2 Results
	//
	// As [Table 2.1](#table-2.1) shows, *L1* leads.
	//
	// <a id="table-2.1"></a>
	//
	// **Table 2.1:** GPCA: USPS with Gaussian noise
	//
	// | σ |        L1 |    L2 |
	// |:--|----------:|------:|
	// | 0 | **95.52** | 95.46 |
	//
	// - Data: stand-in (generated)
}

// A fault is reported with its line.
func ExampleParse_fault() {
	_, err := document.Parse("results.md", "# 2 Results\n\n::table[2.1]\n", document.Numbered{})
	fmt.Println(err)
	// Output:
	// results.md:3: there is no table "2.1"
}
