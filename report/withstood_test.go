package report

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gpca/report/exhibit/derive"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/render"
)

// withstood are the words of the findings and of the manual on how many outliers carry ROBPCA away in the atlas.
func withstood(atlas reference) template.FuncMap {
	realSets := map[string]string{
		"iris": "Iris", "liver": "Liver", "ionosphere": "Ionosphere", "waveform": "Waveform", "optdigits-test": "Digits",
		"usps": "USPS",
	}
	away := func(data, method string, gamma int, levels ...string) (string, error) {
		var lost []string
		draws := 20
		if realSets[data] != "" {
			draws = 10
		}
		for _, level := range levels {
			name := data + " " + method + ", " // that without outliers says instead what it trains on
			if level != "0" {
				name = fmt.Sprintf("%s %s orthogonal %s at γ = %d", data, method, level, gamma)
			}
			i := slices.IndexFunc(atlas.plan.Cells, func(c experiment.Cell) bool { return strings.HasPrefix(c.Name, name) })
			if i < 0 {
				return "", fmt.Errorf("the atlas has no cell %q", name)
			}
			r, ok := atlas.results.Get(atlas.plan.Cells[i].Key())
			if n := len(r.Values[derive.Angle]); !ok || n != draws {
				return "", fmt.Errorf("the atlas has %d draws of %q, not %d", n, name, draws)
			}
			lost = append(lost, strconv.Itoa(derive.Lost(r.Values[derive.Angle])))
		}
		return strings.Join(lost, " | "), nil
	}
	return template.FuncMap{
		// Away is in how many draws orthogonal outliers at a distance carry a method away, by their share.
		"away": away,
		// Carried is on how many real sets they do so in at least so many draws.
		"carried": func(method, level string, least int) (sets int, err error) {
			for data := range realSets {
				n, missing := away(data, method, 10, level)
				if lost, fault := strconv.Atoi(n); lost >= least {
					sets++
				} else if err = errors.Join(err, missing, fault); err != nil {
					return 0, err
				}
			}
			return sets, nil
		},
		"realSets": func() map[string]string { return realSets },
		// Spared is how many of n samples ROBPCA leaves out: all but ⌊2m − n + 2(n − m)α⌋, with m = ⌊(n + p + 1)/2⌋,
		// where p is the number of components, for α = 0.75 at least 10, and at most that of features.
		"spared": func(n, p int, alpha float64) int {
			m := (n + p + 1) / 2
			return n - int(float64(2*m-n)+float64(2*(n-m))*alpha)
		},
	}
}

// commandOf is the command that the results of a folder are of. Where there is a manifest, it says the same.
func commandOf(folder string, made *plan.Plan) (string, error) {
	said := "report"
	if folder != "" {
		said += " --study " + strings.Replace(referenceStudies[folder], "external/", "report/external/", 1)
	}
	if made.Repetitions > 0 {
		said += fmt.Sprint(" --repetitions ", made.Repetitions)
	}
	m, err := render.ReadManifest(filepath.Join(referenceFolder, folder))
	if errors.Is(err, fs.ErrNotExist) && folder != "" {
		return said, nil
	}
	if err == nil && (m.Study != made.Study.Name || m.Repetitions != made.Repetitions || !m.Selection.IsZero()) {
		err = fmt.Errorf("the results are of %s, the manifest is of %s with %d repetitions", said, m.Study, m.Repetitions)
	}
	return said, err
}
