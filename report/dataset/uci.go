package dataset

import "gpca/report/dataset/delimited"

// uciTerms holds for every set of the repository.
const uciTerms = "CC BY 4.0, as the UCI Machine Learning Repository lists it today"

// uci returns an entry of the UCI Machine Learning Repository with the fields
// that its sets share. The page is the last part of the address.
func uci(page, name, title string) Entry {
	return Entry{
		Name: name, Title: title,
		Terms:    uciTerms,
		URL:      "https://archive.ics.uci.edu/dataset/" + page,
		Encoding: AsPublished,
	}
}

func iris() Entry {
	e := uci("53/iris", "iris", "Iris")
	e.Citation = "R. A. Fisher, \"The use of multiple measurements in taxonomic problems\", Annals of Eugenics 7, 1936"
	e.Samples, e.Features = 150, 4
	e.ClassNames, e.ClassCounts = []string{"Iris-setosa", "Iris-versicolor", "Iris-virginica"}, repeated(50, 3)
	e.ClassOrder = "alphabetical"
	e.Notes = []string{"The repository's version, which differs from Fisher's table in samples 35 and 38; three samples repeat others."}
	e.Files = []File{{Path: "uci/iris.data", SHA256: "6f608b71a7317216319b4d27b4d9bc84e6abd734eda7872b71a458569e2656c0"}}
	e.read = readTables(delimited.Comma, append(
		numberColumns("sepal length", "sepal width", "petal length", "petal width"), classColumn(e.ClassNames)), e.Encoding)
	return e
}

func balance() Entry {
	e := uci("12/balance+scale", "balance", "Balance")
	e.Citation = "R. S. Siegler, \"Three aspects of cognitive development\", Cognitive Psychology 8, 1976"
	e.Samples, e.Features = 625, 4
	e.ClassNames, e.ClassCounts = []string{"L", "B", "R"}, []int{288, 49, 288}
	e.ClassOrder = "documented: tips to the left, balanced, tips to the right"
	e.Files = []File{{Path: "uci/balance-scale.data", SHA256: "5611187ef7345d807aa8ae22615945ade52a190537c0b1434bd44c3e877c5bb4"}}
	e.read = readTables(delimited.Comma, append([]delimited.Column{classColumn(e.ClassNames)},
		numberColumns("left weight", "left distance", "right weight", "right distance")...), e.Encoding)
	return e
}

func ionosphere() Entry {
	e := uci("52/ionosphere", "ionosphere", "Ionosphere")
	e.Citation = "V. G. Sigillito, S. P. Wing, L. V. Hutton, K. B. Baker, \"Classification of radar returns from the ionosphere using neural networks\", Johns Hopkins APL Technical Digest 10, 1989"
	e.Samples, e.Features = 351, 34
	e.ClassNames, e.ClassCounts = []string{"g", "b"}, []int{225, 126}
	e.ClassOrder = "documented: good, bad"
	e.Notes = []string{"The second feature is 0 in every sample."}
	e.Files = []File{{Path: "uci/ionosphere.data", SHA256: "46d52186b84e20be52918adb93e8fb9926b34795ff7504c24350ae0616a04bbd"}}
	e.read = readTables(delimited.Comma, append(delimited.Numbers(34), classColumn(e.ClassNames)), e.Encoding)
	return e
}

func yeast() Entry {
	e := uci("110/yeast", "yeast", "Yeast")
	e.Citation = "P. Horton, K. Nakai, \"A probabilistic classification system for predicting the cellular localization sites of proteins\", Intelligent Systems in Molecular Biology 4, 1996"
	e.Samples, e.Features = 1484, 8
	e.ClassNames = []string{"CYT", "NUC", "MIT", "ME3", "ME2", "ME1", "EXC", "VAC", "POX", "ERL"}
	e.ClassCounts = []int{463, 429, 244, 163, 51, 44, 35, 30, 20, 5}
	e.ClassOrder = "documented: by falling size"
	e.Notes = []string{"The name of the sequence, which 22 samples share with another, is not a feature."}
	e.Files = []File{{Path: "uci/yeast.data", SHA256: "7cf61776fc04f527f93bf57a327b863893a1225d82df02d457e8950173218258"}}
	columns := append([]delimited.Column{{Name: "sequence", Kind: delimited.Ignored}},
		numberColumns("mcg", "gvh", "alm", "mit", "erl", "pox", "vac", "nuc")...)
	e.read = readTables(delimited.Blanks, append(columns, classColumn(e.ClassNames)), e.Encoding)
	return e
}

func liver() Entry {
	e := uci("60/liver+disorders", "liver", "Liver")
	e.Citation = "BUPA Medical Research, donated by R. S. Forsyth, 1990; J. McDermott, R. S. Forsyth, \"Diagnosing a disorder in a classification benchmark\", Pattern Recognition Letters 73, 2016"
	e.Samples, e.Features = 345, 6
	e.ClassNames, e.ClassCounts = []string{"1", "2"}, []int{145, 200}
	e.ClassOrder = "numerical"
	e.Notes = []string{"The class is the selector, as in much of the literature and in the thesis. It marks the donors' training and test samples and is no diagnosis."}
	e.Files = []File{{Path: "uci/bupa.data", SHA256: "253ecb135cb2384c12abb87b38124915d8470bf91cb4b178e414fcfb85e9e8f1"}}
	e.read = readTables(delimited.Comma, append(
		numberColumns("mcv", "alkphos", "sgpt", "sgot", "gammagt", "drinks"), classColumn(e.ClassNames)), e.Encoding)
	return e
}

func waveform() Entry {
	e := uci("107/waveform+database+generator+version+1", "waveform", "Waveform")
	e.Citation = "L. Breiman, J. H. Friedman, R. A. Olshen, C. J. Stone, \"Classification and Regression Trees\", 1984"
	e.Samples, e.Features = 5000, 21
	e.ClassNames, e.ClassCounts = numbered(0, 2), []int{1657, 1647, 1696}
	e.ClassOrder = "numerical"
	e.Notes = []string{"Version 1, without added noise features."}
	e.Files = []File{{Path: "uci/waveform.data", SHA256: "da332f3121943f586826f5d1b2cdd354548c59f71ddbf28c4d0c2eb623d7bfc3"}}
	e.read = readTables(delimited.Comma, append(delimited.Numbers(21), classColumn(e.ClassNames)), e.Encoding)
	return e
}

func letter() Entry {
	e := uci("59/letter+recognition", "letter", "Letter")
	e.Citation = "P. W. Frey, D. J. Slate, \"Letter recognition using Holland-style adaptive classifiers\", Machine Learning 6, 1991"
	e.Samples, e.Features = 20000, 16
	for c := 'A'; c <= 'Z'; c++ {
		e.ClassNames = append(e.ClassNames, string(c))
	}
	e.ClassCounts = []int{
		789, 766, 736, 805, 768, 775, 773, 734, 755, 747, 739, 761, 792,
		783, 753, 803, 783, 758, 748, 796, 813, 764, 752, 787, 786, 734,
	}
	e.ClassOrder = "alphabetical"
	e.Notes = []string{"The customary split (16,000 and 4,000 samples) is not used: the thesis cross-validates."}
	e.Files = []File{{
		Path:     "uci/letter-recognition.data.gz",
		SHA256:   "0160e54c200860f59cc2e64f5fb6d3e4c691af4a613e79ce704e945f05d2c2bb",
		Unpacked: "2b89f3602cf768d3c8355267d2f13f2417809e101fc2b5ceee10db19a60de6e2",
	}}
	e.read = readTables(delimited.Comma, append([]delimited.Column{classColumn(e.ClassNames)}, numberColumns(
		"x-box", "y-box", "width", "high", "onpix", "x-bar", "y-bar", "x2bar", "y2bar", "xybar",
		"x2ybr", "xy2br", "x-ege", "xegvy", "y-ege", "yegvx")...), e.Encoding)
	return e
}

// car encodes its six graded attributes by their rank.
func car() Entry {
	e := uci("19/car+evaluation", "car", "Car")
	e.Citation = "M. Bohanec, V. Rajkovič, \"Knowledge acquisition and explanation for multi-attribute decision making\", 8th International Workshop on Expert Systems and their Applications, 1988"
	e.Samples, e.Features = 1728, 6
	e.ClassNames, e.ClassCounts = []string{"unacc", "acc", "good", "vgood"}, []int{1210, 384, 69, 65}
	e.ClassOrder = "documented: by rising acceptability"
	e.Encoding = OrdinalCodes
	e.Notes = []string{"Codes from 0: buying, maint and safety from low, doors and persons from the fewest, lug_boot from small. The thesis does not say how it encoded the attributes."}
	e.Files = []File{{Path: "uci/car.data", SHA256: "b703a9ac69f11e64ce8c223c0a40de4d2e9d769f7fb20be5f8f2e8a619893d83"}}
	e.read = readTables(delimited.Comma, append(carAttributes(), classColumn(e.ClassNames)), e.Encoding)
	return e
}

// carIndicator is car with a feature for each word: distances between samples
// then count differing attributes and assume no order among the words.
func carIndicator() Entry {
	e := car()
	e.Name, e.Title = "car-indicator", "Car (indicator codes)"
	e.Features, e.Encoding = 21, IndicatorCodes
	e.Notes = []string{"A feature for each word of each attribute, in the order of the codes of car. The thesis does not say how it encoded the attributes."}
	e.read = readTables(delimited.Comma, append(carAttributes(), classColumn(e.ClassNames)), e.Encoding)
	return e
}

// carAttributes describes the attributes with their words from low to high.
func carAttributes() []delimited.Column {
	nominal := func(name string, words ...string) delimited.Column {
		return delimited.Column{Name: name, Kind: delimited.Nominal, Words: words}
	}
	return []delimited.Column{
		nominal("buying", "low", "med", "high", "vhigh"),
		nominal("maint", "low", "med", "high", "vhigh"),
		nominal("doors", "2", "3", "4", "5more"),
		nominal("persons", "2", "4", "more"),
		nominal("lug_boot", "small", "med", "big"),
		nominal("safety", "low", "med", "high"),
	}
}

func opticalDigits() Entry {
	e := uci("80/optical+recognition+of+handwritten+digits", "optdigits", "Optical digits")
	e.Citation = "E. Alpaydin, C. Kaynak, \"Cascading classifiers\", Kybernetika 34, 1998"
	e.Samples, e.Features, e.Image = 5620, 64, ImageSize{Width: 8, Height: 8}
	e.Train, e.Test = 3823, 1797
	e.ClassNames, e.ClassCounts = digits(), []int{554, 571, 557, 572, 568, 558, 558, 566, 554, 562}
	e.ClassOrder = "numerical"
	e.Notes = []string{"Grey values are counts of dark pixels from 0 to 16. The test part is the digits set of scikit-learn."}
	e.Files = []File{
		{Path: "uci/optdigits.tra", SHA256: "e1b683cc211604fe8fd8c4417e6a69f31380e0c61d4af22e93cc21e9257ffedd"},
		{Path: "uci/optdigits.tes", SHA256: "6ebb3d2fee246a4e99363262ddf8a00a3c41bee6014c373ed9d9216ba7f651b8"},
	}
	e.read = readTables(delimited.Comma, append(delimited.Numbers(64), classColumn(e.ClassNames)), e.Encoding)
	return e
}
