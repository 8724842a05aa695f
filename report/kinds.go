package report

import (
	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/apply"
	"gpca/report/experiment/ascent"
	"gpca/report/experiment/classify"
	"gpca/report/experiment/detect"
	"gpca/report/experiment/embed"
	"gpca/report/experiment/lesson"
	"gpca/report/experiment/reconstruct"
	"gpca/report/experiment/separate"
	"gpca/report/strictyaml"
	"gpca/report/study"
)

// experiments are the kinds of experiments that a study file may name; the first is the
// usual one. A new kind is a folder under report/experiment, or a file in its lesson, and a line here.
var experiments = []experiment.Kind{
	reconstruct.Kind,
	classify.Kind,
	embed.Kind,
	separate.Kind,
	lesson.Identities,
	lesson.Spectrum,
	lesson.Directions,
	ascent.Kind,
	lesson.Specimens,
	detect.Kind,
	apply.Kind,
}

// tables are the kinds of tables that a study file may name; the first is the usual one.
// A new kind is a file in report/exhibit and a line here.
var tables = exhibit.Kinds{
	exhibit.Projection,
	exhibit.Listing,
}

// figures are the kinds of figures that a study file may name.
var figures = exhibit.Kinds{
	exhibit.Functions,
	exhibit.Sweep,
	exhibit.Network,
	exhibit.Ranges,
	exhibit.Gains,
	exhibit.Scatter,
	exhibit.Signals,
	exhibit.Pictures,
	exhibit.Scree,
	exhibit.Layers,
	exhibit.Curves,
	exhibit.Path,
	exhibit.ROC,
	exhibit.Boxes,
	exhibit.OutlierMap,
	exhibit.Variance,
	exhibit.ScorePlot,
	exhibit.Biplot,
	exhibit.Loadings,
	exhibit.CellMap,
}

// OpenStudy returns the study of a name: one that comes with the program, or a file. Papers are folders of
// publications that it may repeat.
func OpenStudy(name string, papers ...string) (*study.Study, error) {
	k := kinds()
	k.Papers = papers
	return study.Open(name, k)
}

// DescribeStudy says what a study file may hold.
func DescribeStudy() strictyaml.Shape { return kinds().Describe() }

func kinds() study.Kinds {
	return study.Kinds{
		Experiments: experiments, Tables: tables, Figures: figures, Data: append(dataset.Names(), toy.Names()...),
	}
}

// computer is the one that computes the cells of a kind, nil for an unknown kind.
func computer(kind string) experiment.Computer {
	for _, k := range experiments {
		if k.Name() == kind {
			return k
		}
	}
	return nil
}
