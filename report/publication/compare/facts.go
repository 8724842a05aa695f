package compare

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/document"
	"gpca/report/publication/audit"
	"gpca/report/words"
)

// Facts are what a comparison comes to. All texts, tables and files read them, so that none counts for itself.
type Facts struct {
	*Comparison
	// Title is the publication in sentences, Number that of its chapter; Partial is as in [Options].
	Title, Number string
	Partial       bool
	// Judged means that any number has a verdict, or any claim of a text without numbers, which OfClaims means.
	// Generated means that a table is not judged because of generated data.
	Judged, OfClaims, Generated bool
	// Refused is the number of tables in which no number has a verdict; Hindrance says why none has one.
	Refused   int
	Hindrance string
	// Total has the counts of all tables. All numbers that differ are Differing, also those that do not count, and
	// Explained those of them by a misprint. Mistakes are the misprints behind those that count.
	Total                          Counts
	Differing, Explained, Mistakes int
	// Compared are the tables whose methods can be compared, and Found those of them by what is decided about a side,
	// such as "order reproduced". Spread is over those whose comparison is not contradicted.
	Compared []Contrast
	Found    map[string][]Contrast
	Spread   Spread
	// Forced has the tables by the reason for numbers that match and are forced, and Reasons these in order.
	Forced  map[string][]Contrast
	Reasons []string
	// In so many tables numbers differ without a misprint: Worst are those with most, each with more than Next.
	Unexplained, Next int
	Worst             []Contrast
	// Claims counts all sentences, InPrint those about printed tables and figures, Alone the others.
	Claims, InPrint, Alone Claims
	Judgeable              []Statement // with numbers of ours
	// Audited sums the audit up, empty for none. Likely are misprints by the audit alone, where nothing is judged.
	Audited string
	Likely  []string
}

// Claims counts sentences of the text, those that are Forced among them, and lists them by their verdicts.
type Claims struct {
	All, Forced int
	By          map[string][]string
}

// Undecided is how many neither hold nor fail.
func (c Claims) Undecided() int { return c.All - len(c.By["holds"]) - len(c.By["fails"]) }

// Facts returns what the comparison comes to, computed once.
func (c *Comparison) Facts() *Facts {
	c.sum.Do(func() { c.facts = c.compute() })
	return c.facts
}

func (c *Comparison) compute() *Facts {
	f := &Facts{
		Comparison: c, Title: c.with.Title, Number: c.with.Chapter, Partial: c.with.Partial,
		OfClaims: len(c.Contrasts)+len(c.with.Context) == 0,
		Found:    map[string][]Contrast{}, Forced: map[string][]Contrast{},
	}
	mistakes := map[int]bool{} // the same wrong digits in two tables are one
	for _, t := range c.Contrasts {
		f.Total.Add(t.Summary.Counts)
		f.Generated = f.Generated || t.Generated
		if t.Refused != "" {
			f.Refused++
		}
		for _, cell := range slices.Concat(t.Cells...) {
			if cell.Verdict == Differs {
				f.Differing++
				f.Explained += min(1, cell.Misprint)
			}
			if cell.Misprint > 0 && cell.counts() {
				mistakes[cell.Misprint] = true
			}
		}
		for _, why := range t.Forced() {
			f.Reasons, f.Forced[why] = words.AppendNew(f.Reasons, why), append(f.Forced[why], t)
		}
		if t.Summary.Unexplained() > 0 {
			f.Worst = append(f.Worst, t)
		}
	}
	f.Mistakes, f.Unexplained = len(mistakes), len(f.Worst)
	f.ofMethods()
	f.ofClaims()
	f.Judged = f.Refused < len(c.Contrasts) || f.OfClaims && len(f.Judgeable) > 0
	f.Hindrance = f.hindrance()
	slices.SortStableFunc(f.Worst, func(a, b Contrast) int {
		return cmp.Compare(b.Summary.Unexplained(), a.Summary.Unexplained())
	})
	const most = 3
	if len(f.Worst) > most { // of a tie all are named or none
		f.Next = f.Worst[most].Summary.Unexplained()
		f.Worst = slices.DeleteFunc(f.Worst, func(t Contrast) bool { return t.Summary.Unexplained() <= f.Next })
	}
	if of := c.with.Audit; of != nil {
		f.Audited, f.Likely = of.Summary(), misprints(of, audit.Correction.ChangesDigits)
	}
	return f
}

func (f *Facts) ofMethods() {
	f.Compared = words.Those(f.Contrasts, Contrast.Compared)
	for _, t := range f.Compared {
		m := t.Methods
		for _, found := range []string{
			"level " + m.Level.String(), "order " + m.Order.String(), "comparison " + m.Comparison.String(),
		} {
			f.Found[found] = append(f.Found[found], t)
		}
	}
	f.Spread = spreadOf(linesOf(f.Found["comparison not contradicted"])...)
}

// ofClaims counts the sentences of the text: claims with the same words at one place are the parts of one.
func (f *Facts) ofClaims() {
	f.Judgeable = words.Those(f.Statements, func(k Statement) bool { return k.Missing == "" })
	inPrint := func(name string) bool {
		_, ok := f.rerun.tables[name]
		return ok || strings.HasPrefix(name, "figure ")
	}
	prints := func(k Statement) bool { return !f.OfClaims && slices.ContainsFunc(k.Tables(), inPrint) }
	free := func(k Statement) bool { return !k.Forced }
	place := func(k Statement) [2]string { return [2]string{k.Place, k.Claim.Text} }
	for _, parts := range words.Grouped(f.Statements, place) {
		of := &f.Alone
		if slices.ContainsFunc(parts, prints) {
			of = &f.InPrint
		}
		verdict := joint(parts)
		for _, n := range []*Claims{of, &f.Claims} {
			if n.All++; n.By == nil {
				n.By = map[string][]string{}
			}
			n.By[verdict] = append(n.By[verdict], parts[0].Said())
			if verdict == claim.Holds.String() && !slices.ContainsFunc(parts, free) {
				n.Forced++
			}
		}
	}
}

// hindrance says why no number is judged: the data is generated, or what each table misses.
func (f *Facts) hindrance() string {
	switch {
	case f.Generated:
		return "the data is generated"
	case len(f.Contrasts) == 0:
		return "the study shows no table with the number of a printed one"
	}
	const named = 4
	return words.Some(words.Each(f.Contrasts, func(t Contrast) string {
		return claim.TitleOf(t.Number) + ": " + t.missing
	}), named)
}

// Line counts in a phrase what matches and holds; without a verdict it says why.
func (f *Facts) Line() string { return say("line", f) }

// Paragraph says in sentences what stands under the table of a number: what it shows and whether that holds; none for
// a table that is not compared, or has no results. For no table it answers on the first page whether the publication
// holds. Without a verdict it then says why, and nothing in a partial report.
func (f *Facts) Paragraph(table string) []string {
	if table != "" {
		t, ok := f.contrastOf(table)
		if !ok || t.Refused != "" && !t.Generated {
			return nil
		}
		return []string{say("brief", t)}
	}
	if !f.Judged {
		return f.Conclusions()[:min(1, len(f.Conclusions()))]
	}
	return paragraphs("headline", f)
}

// Verdict is the answer of the first page with its counts; nil where nothing is judged, or not the whole publication.
func (f *Facts) Verdict() *document.Verdict {
	if !f.Judged || f.Partial || f.OfClaims {
		return nil
	}
	v := &document.Verdict{Answer: say("question", f)}
	tally := func(name string, agree, undecided, disagree int, said ...string) {
		if agree+undecided+disagree > 0 {
			v.Counts = append(v.Counts, document.Tally{Name: name, Sides: [3]document.Side{
				{Count: agree, Word: said[0]}, {Count: undecided, Word: said[1]}, {Count: disagree, Word: said[2]}}})
		}
	}
	agree, contradict := len(f.Found["comparison not contradicted"]), len(f.Found["comparison contradicted"])
	tally(words.Count(len(f.Compared), "table")+": are the methods in the printed order?", agree,
		len(f.Compared)-agree-contradict, contradict, "agree", "do not tell", "contradict")
	n := f.Total
	tally(words.Count(n.Judged(), "number")+" that count", n.Match, 0, n.Differs, "match", "", "differ")
	tally(words.Count(f.Claims.All, "statement")+" of the text", len(f.Claims.By["holds"]), f.Claims.Undecided(),
		len(f.Claims.By["fails"]), "hold", "undecided", "fail")
	for _, t := range f.Contrasts {
		side := 1
		switch t.Methods.Comparison {
		case NotContradicted:
			side = 0
		case Contradicted:
			side = 2
		}
		v.Tables = append(v.Tables, document.Judged{Number: t.Number, Side: side})
	}
	return v
}

// Conclusions sum the comparison up, each behind a keyword: what holds, what does not, claims and misprints. Without a
// verdict they say so and give the audit; a partial report then has none.
func (f *Facts) Conclusions() []string {
	if f.silent() {
		return nil
	}
	return paragraphs("conclusions", f)
}

// silent reports whether a report omits the comparison.
func (f *Facts) silent() bool { return f.Partial && !f.Judged }

// A Depth is how much a chapter tells.
type Depth string

// The depths. Main has counts, conclusions, rule, tables, and the claims that are decided. Behind has the details: the
// rules in full, each claim with its evidence, and for each table what differs, with its heat map of
// [Comparison.Figures]. Section has conclusions, claims and what differs.
const (
	Main    Depth = "chapter"
	Behind  Depth = "details"
	Section Depth = "section"
)

// Chapter is the comparison in Markdown, for package document to read. Where nothing is judged the main chapter alone
// says why, except in a partial report, which omits it.
func (f *Facts) Chapter(depth Depth) string {
	if f.silent() || !f.Judged && depth != Main {
		return ""
	}
	return written(string(depth), f)
}

// Real is the outcome of a comparison on the real data.
type Real struct {
	Tally       string
	Conclusions []string
}

// Real returns what a comparison on generated data shows of this one.
func (f *Facts) Real() Real { return Real{f.Line(), f.Conclusions()} }

// Beside returns, for a comparison on generated data, the outcome on the real data as a section in Markdown.
func (f *Facts) Beside(real Real) string {
	if !f.Generated || f.silent() {
		return ""
	}
	return written("beside", map[string]any{"Of": f, "Conclusions": real.Conclusions})
}
