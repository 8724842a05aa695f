package document

import (
	_ "embed"
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gpca/figures"
	"gpca/report/table"
)

// A frameFigure is a figure that fills its size with a frame and a diagonal.
type frameFigure struct {
	width, height vg.Length
	err           error
}

func (f frameFigure) Size(figures.Venue) (width, height vg.Length) { return f.width, f.height }

func (f frameFigure) Records() [][]string { return [][]string{{"x", "y"}, {"0", "0"}, {"1", "1"}} }

func (f frameFigure) Draw(c draw.Canvas, _ figures.Venue) error {
	if f.err != nil {
		return f.err
	}
	style := draw.LineStyle{Color: color.Gray{120}, Width: vg.Points(0.8)}
	c.StrokeLines(style, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}, c.Min, c.Max})
	return nil
}

// sampleTable has the given number of rows and columns; with intervals every
// cell has a half-width.
func sampleTable(number string, rows, columns int, intervals bool) *table.Table {
	names := []string{"L0.5", "L1", "L1.5", "L2", "tanh", "3−3 sech", "2 tanh²", "4 sigmoid−2", "2 tanh sech", "1−cos"}
	made := &table.Table{
		Number: number, Caption: "GPCA: USPS with Gaussian noise, " + fmt.Sprintf("%d by %d", rows, columns),
		Corner: "Noise level (σ)", Decimals: 2, Metric: "accuracy in percent", Origin: "stand-in",
	}
	for j := range columns {
		name := names[j%len(names)]
		if j >= len(names) {
			name += fmt.Sprintf(" (a = %d)", j/len(names))
		}
		made.Columns = append(made.Columns, name)
	}
	for i := range rows {
		row := table.Row{Heading: fmt.Sprint(25 * i)}
		for j := range columns {
			cell := table.Cell{Value: 99.9 - 0.7*float64(i*i%97) - float64((i*7+j*13)%11)/10}
			if intervals {
				cell.HalfWidth, cell.Repetitions = 0.05+float64((i+j)%7)/10, 10
			}
			cell.Bold = (i+j)%5 == 0
			row.Cells = append(row.Cells, cell)
		}
		made.Rows = append(made.Rows, row)
	}
	if rows > 2 {
		made.Rows[rows-1].Heading, made.Rows[rows-1].Summary = "Average", true
		made.Rows[1].Cells[0] = table.Cell{State: table.Failed, Reason: "component 3 did not converge in 400 iterations"}
		made.Rows[2].Cells[columns-1] = table.Cell{State: table.Missing}
		made.Rows[0].Cells[columns/2].Mark = "†"
		made.Notes = []string{"† the published table prints another value here."}
	}
	return made
}

var (
	//go:embed testdata/paragraph.in.md
	sampleText string
	//go:embed testdata/lists.in.md
	sampleLists string
)

// sampleDocument has tables of all widths and nine wide figures.
func sampleDocument() *Document {
	sizes := [][2]int{{6, 3}, {12, 8}, {5, 1}, {9, 10}, {12, 14}, {4, 24}, {90, 5}, {11, 7}}
	numbered := Numbered{Tables: map[string]*table.Table{}, Figures: map[string]FigureBlock{}}
	var text strings.Builder
	text.WriteString("# 1 Introduction\n\n" + sampleText + sampleText + sampleLists)
	tables := 0
	for chapter := 2; chapter <= 4; chapter++ {
		fmt.Fprintf(&text, "# %d Generalised principal component analysis of %d kinds\n\n%s", chapter, chapter, sampleText)
		if chapter == 3 {
			for _, number := range []string{"3.0a", "3.0b"} {
				numbered.Figures[number] = FigureBlock{
					Number: number, Caption: "Plot of a function that is half as wide as the page", File: "figures/fig-" + number,
					Figure: frameFigure{width: 7.8 * vg.Centimeter, height: 5.5 * vg.Centimeter},
				}
				text.WriteString("::figure[" + number + "]\n\n")
			}
		}
		if chapter == 2 {
			text.WriteString("## 2.1 Optimality check\n\n" + sampleText)
		}
		for i := range 6 {
			number := fmt.Sprintf("%d.%d", chapter, i+1)
			size := sizes[tables%len(sizes)]
			numbered.Tables[number] = sampleTable(number, size[0], size[1], tables%3 == 1)
			tables++
			fmt.Fprintf(&text, "%s::table[%s]\n\n", sampleText, number)
			if i%2 == 0 {
				figure := frameFigure{width: 16 * vg.Centimeter, height: 9 * vg.Centimeter}
				if i == 4 {
					figure.width, figure.height = 20*vg.Centimeter, 12*vg.Centimeter
				}
				numbered.Figures[number] = FigureBlock{
					Number: number, Caption: "Accuracy against the noise level σ, for every function of the chapter; bands are 95% intervals",
					Figure: figure, File: "figures/fig-" + number,
				}
				fmt.Fprintf(&text, "::figure[%s]\n\n", number)
			}
			if i%4 == 3 {
				fmt.Fprintf(&text, "## %d.%d Results with *generic* functions\n\n### %d.%d.1 First part\n\n%s", chapter, i+2, chapter, i+2, sampleText)
			}
		}
	}
	text.WriteString("# Appendix A Testing\n\n## A.1 Error measures\n\n" + sampleText)
	blocks, err := Parse("sample.md", text.String(), numbered)
	if err != nil {
		panic(err)
	}
	return &Document{
		Title: "Generalized Principal Component Analysis", Subtitle: "A reproduction of every table and figure",
		Authors: []string{"The authors of the tool"}, Language: "en-GB", Subject: "Benchmarks of generalized PCA",
		Front: []string{
			"Data: stand-ins (generated) for all data sets; none of the numbers can be compared with published ones",
			"Version: v0.3.0", "Commit: 0123456789ab", "Cells: 118 done, 2 failed, 0 missing",
		},
		DataLabel: "Data: stand-in (generated)", Blocks: blocks,
	}
}
