package claim

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/strictyaml"
)

// Read reads claims in the form of the package comment. Unknown fields, missing arguments and malformed
// numbers are errors with file, line and column.
func Read(file string, source []byte) ([]Claim, error) {
	var claims []Claim
	root, err := strictyaml.Read(file, source, &claims)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i, c := range claims {
		if c.ID == "" {
			return nil, root.Index(i).Fault("claim %d has no id", i+1)
		}
		if seen[c.ID] {
			return nil, root.Index(i).Fault("the id %s stands twice", c.ID)
		}
		seen[c.ID] = true
		if err := c.check(); err != nil {
			return nil, root.Index(i).Fault("claim %s: %w", c.ID, err)
		}
		for k := range c.Readings {
			reading, at := c, root.Index(i).Field("readings").Index(k)
			reading.Readings, reading.Reading = nil, ""
			if err := at.Decode(&reading); err != nil {
				return nil, err
			}
			reading = reading.replaced()
			err := reading.check()
			switch {
			case reading.Reading == "" || len(reading.Readings) > 0:
				return nil, at.Fault("claim %s: a reading says under reading how it is read, and has no readings of "+
					"its own", c.ID)
			case err != nil:
				return nil, at.Fault("claim %s: %w", c.ID, err)
			}
			claims[i].Readings[k] = reading
		}
	}
	return claims, nil
}

func (c Claim) check() error {
	r, ok := rules()[c.Rule]
	if !ok {
		return fmt.Errorf("rule %q is not known; the rules are %s", c.Rule,
			strings.Join(slices.Sorted(maps.Keys(rules())), ", "))
	}
	given := map[string]bool{
		"columns": len(c.Columns) > 0, "over": len(c.Over) > 0, "rows": c.Rows.given(),
		"at-least": c.AtLeast != "", "sign": c.Sign != "", "value": c.Value != "", "than": c.Than != nil,
		"between": len(c.Between) == 2,
	}
	for _, name := range r.needs {
		if !given[name] {
			return fmt.Errorf("rule %s needs the field %q", c.Rule, name)
		}
	}
	compares := slices.Contains(r.needs, "over") || c.Rule == "share"
	for _, contest := range c.compared() {
		if len(contest.Columns) == 0 || compares && len(contest.Over) == 0 {
			return fmt.Errorf("rule %s needs columns, and others to compare them with", c.Rule)
		}
		for _, column := range references(contest.Table, slices.Concat(contest.Columns, contest.Over)) {
			if column.table == "" || column.column == "" {
				return errors.New("a column has no table; write it with one, 2.7/a=1, or give the claim a table")
			}
		}
	}
	if c.Within != "" && c.Source == "" {
		return errors.New("within needs a source: say there which difference of the text it lies below")
	}
	return c.checkNumbers()
}

func (c Claim) checkNumbers() error {
	numbers := [][2]string{{"at-least", c.AtLeast}, {"value", c.Value}, {"within", c.Within}}
	for _, end := range c.Between {
		numbers = append(numbers, [2]string{"between", end})
	}
	for _, n := range numbers {
		// Exponents are not allowed.
		if _, ok := number(n[1]); n[1] != "" && (strings.Trim(n[1], "-0123456789./") != "" || !ok) {
			return fmt.Errorf("%s is %q, not a number", n[0], n[1])
		}
	}
	return nil
}
