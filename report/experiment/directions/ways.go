package directions

import (
	"context"
	"errors"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/solver"
	"gpca/solver/autoencoder"
	"gpca/solver/dual"
	"gpca/solver/supervised"
)

type way struct {
	name, title string
	words       string
	// labelled: samples need classes; uncentred: their mean stays.
	labelled, uncentred bool
	// mostSamples and mostFeatures bound the time to minutes; 0 for no bound.
	mostSamples, mostFeatures int
	// find returns at most p orthonormal directions as rows; x has the centred samples.
	find func(ctx context.Context, x *mat.Dense, s lesson.Samples, p int) (*mat.Dense, error)
}

func (w way) Value() experiment.Value { return experiment.Called(w.name, w.title) }

var ways = []way{
	{
		name: "principal", title: "PCA", words: "leading eigenvectors of the covariance matrix", find: principal,
	}, {
		name: "uncentred", title: "PCA without centring", uncentred: true,
		words: "the same without centring, as latent semantic analysis has it", find: principal,
	}, {
		name: "dual", title: "Dual PCA", words: "from the eigenvectors of the inner products of the samples",
		mostSamples: 2000,
		find: func(_ context.Context, x *mat.Dense, _ lesson.Samples, p int) (*mat.Dense, error) {
			d, err := dual.NewPCA(x, p)
			if err != nil {
				return nil, err
			}
			return d.Loadings(), nil
		},
	}, {
		name: "autoencoder", title: "Linear autoencoder", mostFeatures: 1000,
		words: "weights of an autoencoder of one layer without activation function, trained by its gradient",
		find: func(ctx context.Context, x *mat.Dense, _ lesson.Samples, p int) (*mat.Dense, error) {
			network, err := autoencoder.Train(ctx, x, p)
			if err != nil {
				return nil, err
			}
			return mat.DenseCopyOf(network.Weights().T()), nil
		},
	}, {
		name: "supervised", title: "Supervised PCA, delta kernel", labelled: true,
		words: "directions whose projections depend most on the classes by HSIC, with the delta kernel; " +
			"there is one less than there are classes",
		find: func(_ context.Context, _ *mat.Dense, s lesson.Samples, p int) (*mat.Dense, error) {
			u, _, err := supervised.Components(s.Train, supervised.OneHot(s.Labels, s.Classes), p)
			return u, err
		},
	}, {
		name: "supervised-numbers", title: "Supervised PCA, classes as numbers", labelled: true,
		words: "the same with a linear kernel over the numbers of the classes, for which there is one direction",
		find: func(_ context.Context, _ *mat.Dense, s lesson.Samples, p int) (*mat.Dense, error) {
			y := mat.NewDense(len(s.Labels), 1, nil)
			for i, label := range s.Labels {
				y.Set(i, 0, float64(label))
			}
			u, _, err := supervised.Components(s.Train, y, p)
			return u, err
		},
	},
}

func principal(ctx context.Context, x *mat.Dense, _ lesson.Samples, p int) (*mat.Dense, error) {
	u, err := solver.Principal(ctx, x, p)
	if err == nil && u.IsEmpty() {
		err = errors.New("the samples do not vary: there is no direction to find")
	}
	return u, err
}
