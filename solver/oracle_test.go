package solver_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
)

// The numbers in this file were computed with NumPy 1.24.2 on OpenBLAS 0.3.21, by
// a direct transcription of Algorithms 1 to 4 and of equation C.5 with explicit
// deflation, tolerance 1e-10 and at most 1000 iterations, on the samples of
// oracleSamples; 15 digits are given.

// oracleSamples is x_ij = ((17i² + 31ij + 11j² + 3i) mod 101 − 50) / (25·2ʲ):
// integers until the last, exact division, so that every program has the same.
func oracleSamples() *mat.Dense {
	x := mat.NewDense(12, 4, nil)
	for i := range 12 {
		for j := range 4 {
			x.Set(i, j, float64((17*i*i+31*i*j+11*j*j+3*i)%101-50)/(25*math.Pow(2, float64(j))))
		}
	}
	return x
}

func TestGPCAAgreesWithNumPy(t *testing.T) {
	x, _ := solver.Centre(oracleSamples())
	for _, test := range []struct {
		score    string
		loadings []float64 // 2 × 4
	}{
		{"p=1", []float64{
			0.983350442202618, 0.166871590191959, 0.071516395796554, -0.0078221057902481,
			0.160905289139334, -0.96196161668795, 0.0555005984887927, 0.213679712451788,
		}},
		{"p=1.5", []float64{
			0.988646352685013, 0.114657886163669, 0.0958635794731548, -0.01556061032524,
			0.0938886325679591, -0.958939900057589, 0.206328813882312, 0.170433603828524,
		}},
		{"tanh", []float64{
			0.990363118717835, 0.0904124026582687, 0.10411738605741, -0.0128864444132425,
			0.0683447705077151, -0.960913244488162, 0.205656371306934, 0.172279383132008,
		}},
		{"3-3sech", []float64{
			0.99112824212341, 0.0777031491471573, 0.106022453772772, -0.0196536911030705,
			0.0524423251148942, -0.954853412192961, 0.24041502829185, 0.166449325415972,
		}},
		{"2tanh2", []float64{
			0.991639563631012, 0.069585962595859, 0.107702795212644, -0.0144525968146794,
			0.0446419183783399, -0.957369086016947, 0.230166395437247, 0.168745259708244,
		}},
		{"a=1", []float64{
			0.991089952390025, 0.0775654078801895, 0.108017253799424, -0.00752241008913517,
			0.0532221122885423, -0.960332605216942, 0.213224435899264, 0.171650907531033,
		}},
		{"q=2", []float64{
			0.942961050900377, 0.331156783968822, 0.00357863585534303, 0.0338649417790498,
			0.309633068555289, -0.909121103975198, -0.0513679288804263, 0.273838487153446,
		}},
	} {
		got := fit(t, x, scores(t, test.score), solver.Settings{Components: 2})[0]
		if d := differ(got.Loadings, mat.NewDense(2, 4, test.loadings), 1e-9); d != "" {
			t.Errorf("%s: %s", test.score, d)
		}
	}
}

// The third component depends on the two before it and their deflation.
func TestKernelGPCAAgreesWithNumPy(t *testing.T) {
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2}, oracleSamples(), true, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		score        string
		projections  []float64 // of the third component
		coefficients []float64
		// The squared error of the sample (0.5, −0.25, 0.125, 1) by all three.
		squaredError float64
	}{
		{
			"p=1",
			[]float64{0.130607847653251, -0.364367347272878, 0.0551309161378139, -0.191081831849137, 0.334011449268833, 0.412724095024368, 0.140890430482935, -0.341931511787025, -0.283700584692229, -0.199895187172221, -0.0361544411954479, 0.343766165401735},
			[]float64{0.400980612202223, -0.306466357187102, 0.306466357187102, -0.400980612202223, 0.306466357187102, 0.3991847560582, 0.3991847560582, -0.400980612202223, -0.304670501043078, -0.3991847560582, -0.304670501043078, 0.304670501043078},
			0.362669302832849,
		},
		{
			"p=1.5",
			[]float64{0.149115938766027, -0.342022922446904, -0.0203391638884921, -0.195725221483195, 0.289890636824146, 0.457488562760187, 0.160919610544696, -0.384483359894353, -0.251669710546841, -0.216228706248184, 0.0308534295836284, 0.322200906029284},
			[]float64{0.239142837526682, -0.390279043346314, -0.0825646873388734, -0.278012297553071, 0.361265893695707, 0.437641476587089, 0.254046624510477, -0.398494409365439, -0.340562292959119, -0.294963106066299, 0.103196216986424, 0.381906163700499},
			0.37221831025725,
		},
		{
			"q=2",
			[]float64{-0.192338759324203, 0.417884592149216, -0.0611476006513148, 0.213679224291873, -0.330487875097369, -0.335961916291607, -0.0914767945335737, 0.446500917554823, 0.259499743819979, -0.103334758309444, 0.0456746207400632, -0.268491394348442},
			[]float64{-0.500014615695507, 0.201807302225388, -0.28320007309508, 0.518239706537397, -0.239037109239489, -0.509984098799377, -0.52558158569768, 0.492237506233736, 0.254485260347316, -0.286744128127003, 0.281029828587646, -0.241121468627037},
			0.377280551209853,
		},
		{
			"q=3",
			[]float64{-0.199156562703344, 0.412972846175052, -0.051464403917421, 0.218661535652866, -0.324709726010748, -0.343496598185074, -0.0981050277584605, 0.449265775710582, 0.252664198284036, -0.0862186343136427, 0.0360813530525094, -0.266494755986354},
			[]float64{-0.491661026787406, 0.216930863802225, -0.262354553281884, 0.508987984936075, -0.246338507364734, -0.509949702219952, -0.511865872786637, 0.494004021462674, 0.252667968778128, -0.262691613856564, 0.259699680124679, -0.242137289837147},
			0.376611347859483,
		},
	} {
		fits, err := solver.KernelGPCA(t.Context(), k, scores(t, test.score), solver.Settings{Components: 3})
		if err != nil {
			t.Fatal(err)
		}
		third := func(m *mat.Dense) *mat.Dense { return m.Slice(2, 3, 0, 12).(*mat.Dense) }
		if d := differ(third(fits[0].Projections), mat.NewDense(1, 12, test.projections), 1e-9); d != "" {
			t.Errorf("%s: projections: %s", test.score, d)
		}
		if d := differ(third(fits[0].Coefficients), mat.NewDense(1, 12, test.coefficients), 1e-9); d != "" {
			t.Errorf("%s: coefficients: %s", test.score, d)
		}
		square := [][]float64{make([]float64, 1)}
		classify.NewKernel(k, []*mat.Dense{fits[0].Coefficients}).SquaredErrors(square, mat.NewDense(1, 4, []float64{0.5, -0.25, 0.125, 1}))
		if math.Abs(square[0][0]-test.squaredError) > 1e-9 {
			t.Errorf("%s: squared error %.15g, want %.15g", test.score, square[0][0], test.squaredError)
		}
	}
}
