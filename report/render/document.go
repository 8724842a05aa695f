package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/input"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
	"gpca/templates"
)

// document assembles the report: the texts of the study and its appendices, with an
// account of what was done, when the plan covers all of it, else just the exhibits in
// order.
func (r *renderer) document(ctx context.Context) (*document.Document, error) {
	s := r.plan.Study
	about, err := r.facts(ctx, r.plan.Datasets())
	if err != nil {
		return nil, err
	}
	d := &document.Document{
		Title: cmp.Or(s.Title, s.Name), Language: "en-GB",
		Subject:   "Tables and figures of " + cmp.Or(s.Source, s.Title, s.Name),
		DataLabel: "Data: " + about.Label,
		Front:     append(about.front(s), r.findings()...),
	}
	switch {
	case s.Source == "" && s.Author != "":
		d.Authors = []string{s.Author}
	case s.Source != "" && s.Author != "":
		d.Subtitle = "The experiments of " + s.Author + ", repeated"
	case s.Source != "":
		d.Subtitle = "The experiments, repeated"
	}
	if r.plan.Whole() {
		d.Blocks, err = r.chapters(ctx)
	} else {
		d.Blocks = r.exhibits(r.numbered())
		for _, part := range s.Parts() {
			d.Blocks = r.withComparison(part, d.Blocks)
		}
	}
	if err != nil {
		return nil, err
	}
	d.Blocks = withLegend(d.Blocks)
	paths := words.Each(r.outputs, func(o output) string { return o.path })
	for i, block := range d.Blocks {
		if b, ok := block.(document.TableBlock); ok {
			b.InPrint = r.inPrint(b.Table)
			if base := tableFile(b.Table); slices.Contains(paths, base+".csv") {
				b.File = base
			}
			d.Blocks[i] = b
		}
	}
	return d, nil
}

// withLegend says what the marks of the tables mean, above the first table that has any.
func withLegend(blocks []document.Block) []document.Block {
	first := -1
	var tables []*table.Table
	for i, b := range blocks {
		if b, ok := b.(document.TableBlock); ok {
			tables = append(tables, b.Table)
			if first < 0 && len(table.Legend(tables)) > 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return blocks
	}
	cell := func(text string, strong bool) document.Paragraph {
		return document.Paragraph{Spans: []document.Span{{Text: text, Strong: strong}}}
	}
	header := []document.Paragraph{cell("Mark", false), cell("What it says of a number", false)}
	legend := document.TextTable{Header: header}
	for _, n := range table.Legend(tables) {
		legend.Rows = append(legend.Rows, []document.Paragraph{cell(n.Mark, true), cell(n.Text, false)})
	}
	return slices.Insert(blocks, first, document.Block(legend))
}

// exhibits is a report on a part of a study: every table, with its chart, then every
// figure.
func (r *renderer) exhibits(numbered document.Numbered) []document.Block {
	var blocks []document.Block
	under := func(title string, listed []document.Block) {
		if len(listed) > 0 {
			blocks = append(append(blocks, document.Heading{Level: 1, Text: title}), listed...)
		}
	}
	under("Tables", r.listing(numbered, r.plan.Tables, nil))
	under("Figures", r.listing(numbered, nil, r.plan.Figures))
	return blocks
}

// listing is tables, each with its chart, then figures.
func (r *renderer) listing(numbered document.Numbered, tables, figures []string) []document.Block {
	var blocks []document.Block
	for _, number := range tables {
		blocks = append(blocks, document.TableBlock{Table: numbered.Tables[number]})
		for _, d := range r.drawings {
			if d.role == chartOf && d.table == number {
				blocks = append(blocks, d.FigureBlock)
			}
		}
	}
	for _, number := range figures {
		blocks = append(blocks, numbered.Figures[number])
	}
	return blocks
}

// numbered are the exhibits by their numbers, for the directives of texts.
func (r *renderer) numbered() document.Numbered {
	n := document.Numbered{Tables: map[string]*table.Table{}, Figures: map[string]document.FigureBlock{}}
	for _, t := range r.tables {
		n.Tables[t.Number] = t
	}
	for _, d := range r.drawings {
		n.Figures[d.Number] = d.FigureBlock
	}
	return n
}

// chapters are the texts of the studies that a report consists of, one after the
// other. Chapters of appended studies are appendices, lettered on from those that
// the text of the first has; on their own they have no number. A text that comes with the
// program says itself what was done; else an account of that is the last chapter.
func (r *renderer) chapters(ctx context.Context) ([]document.Block, error) {
	numbered := r.numbered()
	accounted := false
	var all []document.Block
	for i, part := range r.plan.Study.Parts() {
		blocks := r.listed(part, numbered)
		if part.Text != "" {
			about, err := r.factsOf(ctx, part)
			if err != nil {
				return nil, err
			}
			name, text, own, err := textOf(part, *about)
			if err != nil {
				return nil, err
			}
			if blocks, err = document.Parse(name, text, numbered); err != nil {
				return nil, err
			}
			accounted = accounted || i == 0 && !own
		}
		if i > 0 {
			letter(blocks, all)
		}
		all = slices.Concat(all, r.withComparison(part, blocks))
	}
	if accounted {
		return all, nil
	}
	account, err := r.account(ctx)
	if len(r.plan.Study.Parts()) > 1 {
		letter(account, all)
	}
	return append(all, account...), err
}

// textFile is where a study of the user's may have its text; empty for others.
func textFile(s *study.Study) string {
	file := s.Text
	switch {
	case s.Folder == "":
		return ""
	case !filepath.IsAbs(file):
		file = filepath.Join(s.Folder, file)
	}
	if filepath.Ext(file) == "" {
		file += ".md"
	}
	return file
}

// textOf is the text of a study with the facts put in, under its name in errors. It is
// the study's own, in a file beside it, or one that comes with the program.
func textOf(s *study.Study, about facts) (name, text string, own bool, err error) {
	file := textFile(s)
	if file != "" {
		source, err := input.Read(file)
		if err == nil {
			text, err = templates.Fill(file, string(source), about)
			return file, text, true, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", false, s.Fault("text", "text of the report: %w", err)
		}
		file = "there is no file " + file + " beside the study, and "
	}
	text, err = templates.Text(s.Text, about)
	if errors.Is(err, fs.ErrNotExist) {
		err = s.Fault("text", "no text %q: %snone that comes with the program is called so: %s", s.Text, file,
			typo.DidYouMean(s.Text, templates.Names()))
	}
	return s.Text + ".md", text, false, err
}

// listed is what stands in place of the text of a study that has none: its tables and
// figures.
func (r *renderer) listed(part *study.Study, numbered document.Numbered) []document.Block {
	tables := words.Each(part.Tables, func(t exhibit.Table) string { return t.Head().Number })
	figures := words.Each(part.Figures, func(f exhibit.Figure) string { return f.Head().Number })
	title := "Results"
	if part != r.plan.Study {
		title = cmp.Or(part.Title, part.Name)
	}
	return append([]document.Block{document.Heading{Level: 1, Text: title}}, r.listing(numbered, tables, figures)...)
}

const appendix = "Appendix "

// letter gives the chapters among blocks that have no number the letters after
// those of the appendices before them.
func letter(blocks, before []document.Block) {
	next := 'A'
	for _, b := range before {
		if h, ok := b.(document.Heading); ok && h.Level == 1 && strings.HasPrefix(h.Number, appendix) {
			next++
		}
	}
	for i, b := range blocks {
		if h, ok := b.(document.Heading); ok && h.Level == 1 && h.Number == "" {
			h.Number = fmt.Sprintf("%s%c", appendix, next)
			blocks[i] = h
			next++
		}
	}
}

// facts are what the text of a report may say about its data and its cells.
type facts struct {
	Source                string
	Label                 string // data label of the document
	Generated, Incomplete bool
	GeneratedSentence     string
	RealSentence          string
	Cells                 int
	Count
	Protocol []string
	Datasets []datasetFacts

	r *renderer
}

type datasetFacts struct {
	Title, Origin, Shape, Citation string
}

// facts are those of the whole report, on some data sets.
func (r *renderer) facts(ctx context.Context, datasets []string) (*facts, error) {
	count := CountCells(r.plan.Cells, r.results)
	f := &facts{Cells: count.Total(), Count: count, Incomplete: count.Failed+count.Missing > 0, r: r}
	titles := map[dataset.Origin][]string{}
	for _, name := range datasets {
		d, err := r.plan.Library.Describe(ctx, name)
		if err != nil {
			return nil, err
		}
		titles[d.Origin] = append(titles[d.Origin], d.Title)
		shape := fmt.Sprintf("%d samples of %d features", d.Samples, d.Features)
		if len(d.Classes) > 0 {
			shape += fmt.Sprintf(", %d classes", len(d.Classes))
		}
		f.Datasets = append(f.Datasets, datasetFacts{d.Title, string(d.Origin), shape, d.Citation})
	}
	f.sayOrigins(titles[dataset.Real], titles[dataset.StandIn], titles[dataset.Generated])
	return f, nil
}

// factsOf are the facts for the text of a part: on the data of the part and its appendices.
func (r *renderer) factsOf(ctx context.Context, part *study.Study) (*facts, error) {
	belongs := map[*experiment.Named]bool{}
	for _, p := range r.plan.Study.Parts() {
		for _, e := range p.Experiments {
			belongs[e] = p.Belongs(part)
		}
	}
	used := map[string]bool{}
	for q := range r.shown {
		used[q.Point[experiment.Data]] = used[q.Point[experiment.Data]] || belongs[q.Experiment]
	}
	datasets := slices.DeleteFunc(r.plan.Datasets(), func(name string) bool { return !used[name] })
	f, err := r.facts(ctx, datasets)
	if err != nil {
		return nil, err
	}
	f.Source = part.Source
	f.Protocol = words.Each(part.Experiments, func(e *experiment.Named) string {
		return fmt.Sprintf("**%s**: %s", e.Name, e.Protocol(r.plan.Title))
	})
	return f, nil
}

// Held says in a phrase what of a part of the report held: how many numbers in print are
// matched, and how many claims.
func (f facts) Held(part string) (string, error) {
	for _, c := range f.r.comparisons {
		if c.Part.Name == part {
			held := c.Held()
			if real, ok := f.r.real(c.Part); ok {
				held += "; on the real data, " + real.Held
			}
			return held, nil
		}
	}
	return "", fmt.Errorf("no part %q of the report repeats a publication", part)
}

// RowsWith counts the rows of a table that have a text in a column.
func (f facts) RowsWith(number, column, text string) (int, error) {
	t := f.r.numbered().Tables[number]
	if t == nil {
		return 0, fmt.Errorf("the report has no table %s", number)
	}
	at := slices.Index(t.Columns, column)
	if at < 0 {
		return 0, fmt.Errorf("table %s has no column %q: %s", number, column, typo.DidYouMean(column, t.Columns))
	}
	count := 0
	for _, row := range t.Rows {
		if row.Cells[at].Text == text {
			count++
		}
	}
	return count, nil
}

// RowsOf is the number of rows of a table, 0 for none.
func (f facts) RowsOf(number string) int {
	if t := f.r.numbered().Tables[number]; t != nil {
		return len(t.Rows)
	}
	return 0
}

// sayOrigins words which data sets are real, which are stand-ins and which are toys.
func (f *facts) sayOrigins(real, generated, toys []string) {
	f.Generated = len(generated)+len(toys) > 0
	switch {
	case len(real)+len(generated)+len(toys) == 0:
		f.Label = "none"
		f.RealSentence = "none."
	case len(toys) > 0:
		f.Label = "generated, as named in each table and figure"
		if len(real) > 0 {
			f.Label = "real and " + f.Label
		}
		f.GeneratedSentence = words.Capitalise(words.Enumerate(slices.DeleteFunc([]string{
			named("real: ", real), named("stand-ins: ", generated), named("generated: ", toys),
		}, func(s string) bool { return s == "" }))) + "."
	case len(real) == 0:
		f.Label = "stand-in (generated)"
		f.GeneratedSentence = "All data sets are generated stand-ins."
	case len(generated) == 0:
		f.Label = "real"
		f.RealSentence = words.Enumerate(real) + "."
	default:
		f.Label = "partly stand-in (generated)"
		f.GeneratedSentence = fmt.Sprintf("Real: %s. Generated stand-ins: %s.", words.Enumerate(real),
			words.Enumerate(generated))
	}
}

// named lists titles behind a word; empty for none.
func named(what string, titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	return what + strings.Join(titles, ", ")
}

// front is the facts of the title page.
func (f *facts) front(s *study.Study) []string {
	data := "Data: all real, " + f.RealSentence
	if f.Generated {
		data = "Data: " + f.GeneratedSentence
	}
	cells := fmt.Sprintf("Cells: %d of %d computed", f.Done, f.Cells)
	if f.Failed > 0 {
		cells += fmt.Sprintf(", %d failed", f.Failed)
	}
	front := []string{data, cells, fmt.Sprintf("Seed: %d", s.Seed)}
	if s.Source != "" {
		front = slices.Insert(front, 0, "After: "+s.Source)
	}
	return front
}
