package render

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gpca/figures"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/publication/compare"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/typo"
	"gpca/templates"
)

// assemble makes the document of a report.
func assemble(ctx context.Context, e evidence, x exhibits, created time.Time) (*document.Document, error) {
	about, err := factsOf(ctx, e, x, e.plan.Study)
	if err != nil {
		return nil, err
	}
	d := titled(e.plan.Study)
	d.DataLabel, d.Front = "Data: "+about.Label, front(e, about, created)
	d.Banner, d.Verdict = about.StandIns, verdict(e)
	blocks, err := chapters(ctx, e, x)
	if err == nil {
		blocks, err = withLegend(blocks)
	}
	for _, block := range blocks {
		switch b := block.(type) {
		case document.Thumbnail:
			d.Thumbnail = &b.FigureBlock
			continue
		case document.FigureBlock: // where outliers are planted, the first chart shows what the answer says
			if d.Thumbnail == nil && about.Answers != nil && e.plan.Study.Text == "" {
				d.Thumbnail = &b
			}
		case document.TableBlock:
			block = compared(b, e, x)
		}
		d.Blocks = append(d.Blocks, block)
	}
	return d, err
}

// titled is a document that says whose experiments a study has.
func titled(s *study.Study) *document.Document {
	d := &document.Document{Title: cmp.Or(s.Title, s.Name), Language: "en-GB", Venue: s.Figured().Report,
		Subject: "Tables and figures of " + cmp.Or(s.Source, s.Title, s.Name)}
	if s.Repeats != "" {
		d.Title = "A reproduction of " + words.Quote(d.Title)
	}
	switch {
	case s.Author != "" && (s.Source == "" || s.Folder != ""): // in a file of one's own, the author is one's own
		d.Authors = []string{s.Author}
	case s.Author != "":
		d.Subtitle = "The experiments of " + s.Author + ", repeated"
	case s.Source != "":
		d.Subtitle = "The experiments, repeated"
	}
	return d
}

// compared adds to a table what the comparison says of it, and where its files are, if it has any.
func compared(b document.TableBlock, e evidence, x exhibits) document.TableBlock {
	if slices.ContainsFunc(x.all, func(s shown) bool { return s.table != nil && s.table.Number == b.Table.Number }) {
		b.File = tableFile(b.Table)
	}
	for _, c := range e.comparisons {
		b.Said += strings.Join(c.Facts().Paragraph(b.Table.Number), "")
		if c.Part.Print != "none" {
			b.Table = c.Beside(b.Table)
		}
	}
	return b
}

// verdict is the answer to whether what the report repeats holds. Cells that are not computed stand in it, also where
// nothing is repeated.
func verdict(e evidence) *document.Verdict {
	var v *document.Verdict
	if len(e.comparisons) > 0 {
		v = e.comparisons[0].Facts().Verdict()
	}
	if n := e.cells; n.Failed+n.Missing > 0 {
		if v == nil {
			v = &document.Verdict{Answer: "The report is incomplete."}
		}
		v.Counts = append(v.Counts, document.Tally{Name: words.Count(n.Total(), "cell"), Sides: [3]document.Side{
			{Count: n.Done, Word: "computed"}, {Count: n.Missing, Word: "missing"}, {Count: n.Failed, Word: "failed"}}})
	}
	return v
}

// front are the lines of the first page: what it is about, whether the publication holds that the report repeats, what
// failed, whether robust PCA helps, and what the report rests on.
func front(e evidence, about facts, created time.Time) []string {
	var all []string
	s := e.plan.Study
	if s.Abstract != "" {
		all = append(all, s.Abstract)
	}
	if of := e.tellers(); len(of) > 0 {
		all = append(all, of[0].Answer(of[0].result))
	}
	if len(e.comparisons) > 0 {
		all = append(all, e.comparisons[0].Facts().Paragraph("")...)
	}
	if failed := e.failures(); failed != nil {
		all = append(all, fmt.Sprintf("%s failed, the first because of this: %s.",
			words.Capitalise(words.Count(e.cells.Failed, "cell")), strings.TrimSuffix(failed[0].Reason, ".")))
	}
	all = append(all, about.Answers...)
	if about.StandIns != "" {
		all = append(all, "To have the real data, run “report fetch --data FOLDER”: it shows sizes, terms and "+
			"citations, asks, and downloads from the publishers. The command of this report with --data FOLDER then "+
			"computes what the data changes, and the report judges what is in print. “report list datasets” says "+
			"which sets are found.")
	}
	if s.Source != "" {
		all = append(all, "After: "+s.Source)
	}
	date := s.Date
	if !created.Equal(DefaultCreated()) {
		date = created.UTC().Format("2 January 2006")
	}
	if date != "" {
		all = append(all, "Date: "+date)
	}
	all = append(all, "Version: results "+versionOf(e)+"; program and commit are in "+ManifestFile)
	all = append(all, about.front...)
	return append(all, fmt.Sprintf("Seed: %d", s.Seed))
}

// versionOf is a name for the numbers of a report: the first digits of their SHA-256. Equal numbers have equal names,
// whichever program and processor made them.
func versionOf(e evidence) string {
	all := sha256.New()
	for _, s := range e.plan.Shown {
		result, _ := e.results.Get(s.Key)
		shown := result.Estimate(s.Measure)
		fmt.Fprintln(all, s.Measure.Name, numbers(shown.Draws), numbers(shown.Refits), result.Failure)
	}
	return fmt.Sprintf("%x", all.Sum(nil))[:12]
}

// listing is a chapter of tables and figures, by their numbers; nil if there are none.
func listing(title string, x exhibits, tables, figures []string) []document.Block {
	if len(tables)+len(figures) == 0 {
		return nil
	}
	return slices.Concat([]document.Block{document.Heading{Level: 1, Text: title}},
		slices.Concat(words.Each(exhibitsOf(tables, figures), x.blocks)...))
}

// withComparison adds the comparison of a part to its blocks: a chapter before the appendices, or a section at the end
// if the part is reduced. Its details go to the supplement, if there is one.
func withComparison(blocks []document.Block, e evidence, x exhibits, part *study.Study) ([]document.Block, error) {
	c := e.comparisonOf(part)
	if c == nil {
		return blocks, nil
	}
	at := slices.Index(blocks, document.Block(document.Supplement{}))
	if at < 0 {
		at = slices.IndexFunc(blocks, isAppendix)
	}
	if at < 0 || part.Reduced() {
		at = len(blocks)
	}
	told := c.Facts()
	rest, text, behind := blocks[at:], told.Chapter(compare.Main), "\n"+told.Chapter(compare.Behind)
	if real, ok := e.real(part); ok {
		text += "\n" + told.Beside(real)
	}
	switch {
	case part.Reduced():
		text, behind = told.Chapter(compare.Section), ""
	case len(behind) > 1 && len(rest) > 0 && !isAppendix(rest[0]):
		behind, rest = "\n::supplement\n\n# Published against reproduced: details\n"+behind, rest[1:]
	}
	compared, err := document.Parse("comparison of "+part.Name, typeset(text+behind, part.Labels), x.Numbered)
	return slices.Concat(blocks[:at], compared, rest), err
}

// assigned matches a name with the value of its parameter.
var assigned = regexp.MustCompile(`\b([A-Za-z]\w*)=(\d[\d.]*)\b`)

// typeset writes in sentences what a study names plainly as its tables print it: "p = 0.5", "2tanh²", "σ". A name
// without a digit may be a word that means something else there.
func typeset(text string, labels map[string]string) string {
	var names []string // longer ones first
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(labels))) {
		if strings.ContainsAny(name, "0123456789") && !strings.Contains(name, "=") {
			names = append(names, regexp.QuoteMeta(name))
		}
	}
	text = regexp.MustCompile(`\b(?:`+strings.Join(names, "|")+`)\b`).ReplaceAllStringFunc(text,
		func(name string) string { return document.Escape(labels[name]) })
	return strings.ReplaceAll(assigned.ReplaceAllString(text, "${1}\u00a0=\u00a0${2}"), ", sigma ", ", σ\u00a0")
}

// withLegend puts a legend of the marks above the first table that has any.
func withLegend(blocks []document.Block) ([]document.Block, error) {
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
		return blocks, nil
	}
	text := "| Mark | Meaning |\n|:--|:--|\n"
	for _, n := range table.Legend(tables) {
		text += fmt.Sprintf("| **%s** | %s |\n", table.EscapeMarkdown(n.Mark), table.EscapeMarkdown(n.Text))
	}
	legend, err := document.Parse("legend", text, document.Numbered{})
	return slices.Insert(blocks, first, legend...), err
}

// chapters are the text of each part of the study. Without a text they are its tables and figures; of a selection, the
// tables and figures alone. Chapters of appended studies become appendices, with letters that follow those of the
// first text. Last comes the account of what was done, see accounted.
func chapters(ctx context.Context, e evidence, x exhibits) ([]document.Block, error) {
	var all []document.Block
	if !e.plan.Whole() {
		all = append(listing("Tables", x, e.plan.Tables, nil), listing("Figures", x, nil, e.plan.Figures)...)
		err := words.Try(e.plan.Study.Parts(), func(part *study.Study) (err error) {
			all, err = withComparison(all, e, x, part)
			return err
		})
		return all, err
	}
	for i, part := range e.plan.Study.Parts() {
		title := "Results" // of a study without a text
		if i > 0 {
			title = cmp.Or(part.Title, part.Name)
		}
		blocks := listing(title, x, words.Each(part.Tables, func(t exhibit.Table) string { return t.Head().Number }),
			words.Each(part.Figures, func(f exhibit.Figure) string { return f.Head().Number }))
		if part.Text != "" {
			about, err := factsOf(ctx, e, x, part)
			if err != nil {
				return nil, err
			}
			name, text, err := textOf(ctx, part, about)
			if err != nil {
				return nil, err
			}
			placed := x.Numbered
			if name == textFile(part) {
				placed.Image = imagesIn(part.Folder)
			}
			if blocks, err = document.Parse(name, text, placed); err != nil {
				return nil, err
			}
		}
		if i > 0 {
			letter(blocks, all)
		}
		blocks, err := withComparison(blocks, e, x, part)
		if err != nil {
			return nil, err
		}
		all = append(all, blocks...)
	}
	if !accounted(e.plan) {
		return all, nil
	}
	account, err := account(ctx, e, x)
	if len(e.plan.Study.Parts()) > 1 {
		letter(account, all)
	}
	return append(all, account...), err
}

// accounted reports whether a report ends with an account of what was done. Texts of the program give it themselves,
// and a selection needs none.
func accounted(p *plan.Plan) bool {
	_, err := os.Stat(textFile(p.Study))
	return p.Whole() && (p.Study.Text == "" || err == nil)
}

// textFile is the path of the text of a user's study; empty for studies of the program. There may be no such file.
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

// imagesIn opens images by their addresses in a text, relative to the folder of the study.
func imagesIn(folder string) func(address string) (document.FigureBlock, error) {
	return func(address string) (f document.FigureBlock, err error) {
		file := filepath.Join(folder, address)
		content, err := input.Read(file)
		var picture figures.Picture
		if err == nil {
			picture, err = figures.ReadPicture(content)
		}
		if err != nil {
			return f, fmt.Errorf("image %s: %w: name a PNG, JPEG or GIF by its path from the study", address, err)
		}
		inside := strings.ReplaceAll(path.Clean(filepath.ToSlash(address)), "../", "above/") // the folder of the report
		return document.FigureBlock{File: path.Join("images", inside), Source: file, Figure: picture}, nil
	}
}

// textOf is the text of a study, filled with facts, and its name for errors. The text is a file beside the study, or
// one of the program.
func textOf(ctx context.Context, s *study.Study, about facts) (name, text string, err error) {
	file := textFile(s)
	if file != "" {
		source, err := input.Read(file)
		if err == nil {
			text, err = templates.Fill(ctx, file, string(source), about)
			return file, text, err
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", "", s.Fault("text", "text of the report: %w", err)
		}
		file = "there is no file " + file + " beside the study, and "
	}
	text, err = templates.Text(ctx, s.Text, about)
	if errors.Is(err, fs.ErrNotExist) {
		err = s.Fault("text", "no text %q: %snone that comes with the program is called so: %s", s.Text, file,
			typo.DidYouMean(s.Text, templates.Names()))
	}
	return s.Text + ".md", text, err
}

// The names of chapters with letters, in the report proper and in its supplement.
const appendix, supplement = "Appendix ", "Supplement "

// isAppendix reports whether a block is the heading of an appendix, or of such a chapter of the supplement.
func isAppendix(b document.Block) bool {
	h, ok := b.(document.Heading)
	return ok && h.Level == 1 && document.Lettered(h.Number)
}

// letter makes chapters without a number appendices, or those of the supplement if there is one. Their letters follow
// those of the chapters of that name before them.
func letter(blocks, before []document.Block) {
	next, name := 'A', appendix
	if slices.Contains(before, document.Block(document.Supplement{})) {
		name = supplement
	}
	for _, b := range before {
		if h, ok := b.(document.Heading); ok && h.Level == 1 && strings.HasPrefix(h.Number, name) {
			next++
		}
	}
	for i, b := range blocks {
		if h, ok := b.(document.Heading); ok && h.Level == 1 && h.Number == "" {
			h.Number = fmt.Sprintf("%s%c", name, next)
			blocks[i] = h
			next++
		}
	}
}
