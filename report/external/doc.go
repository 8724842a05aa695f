// Package external runs methods that are programs of the user's, in any language. A study has the
// words of a command:
//
//	methods:
//	  - {name: ROBPCA, command: [Rscript, robpca.R], version: rrcov 1.7-2}
//
// The folder examples has programs in Python and R, and a study that uses them.
//
// # What the program is given: layout 1
//
// The program is started once for every training set: for every class where each class has a subspace
// of its own, and in every fold of a cross-validation. Its last argument is the path of a folder made
// for this start, which holds
//
//	request.json   what is asked
//	train.npy      the training samples: samples × features
//	labels.npy     predictions only: the class of each training sample, from 0
//	test.npy       predictions only: the test samples × features
//
// Arrays are in the format of NumPy, float64, row-major. request.json has one key a line, so that a
// program without a JSON library can read it:
//
//	layout      1; a program may refuse a number that it does not know
//	answers     "components" or "predictions"
//	samples     the rows of train.npy
//	features    the columns of train.npy
//	components  how many components are wanted, at most
//	centre      whether a centre is to be subtracted
//	kernel      predictions only: the experiment's kernel, such as
//	            "gaussian(sigma=10)", or "" for none
//	seed        the seed of the study, below 2³¹, for random numbers
//	repetition  of the training set, from 0
//
// # What it answers
//
// The program writes into the same folder. By default it answers
//
//	mean.npy        features values: the centre that it subtracts; all zero, or
//	                left out, where centre is false
//	components.npy  components × features, one a row, orthonormal to within
//	                [Tolerance]; fewer rows than wanted are a smaller subspace
//
// and is then used like any other method. With "answers: predictions", in experiments of kind
// reconstruct, it trains and predicts in one start for every set of test samples, and answers
//
//	predictions.npy  the class of each test sample, one of those of labels.npy
//
// Arrays may be of any real type but half precision, in either order, and must be finite. Components
// that are not orthonormal are refused: they are usually transposed, or scaled by standard deviations.
//
// # How it runs
//
// No shell reads the words. The first is looked up on the PATH, or, if it is a relative path with a
// slash, in the study's folder. Another word that is a file there becomes its path. The working
// directory, PWD and TMPDIR are the folder of this start. The environment has also PATH, HOME, LANG
// (default C.UTF-8), and one thread for the usual libraries (OMP_NUM_THREADS and its like), since a
// run divides the processors itself.
//
// The program is killed after the method's time-limit, or when the run ends. The method's memory is
// reserved while it runs (--memory).
//
// On Linux the program is also killed when the report is, each of its processes can allocate that
// much memory (RLIMIT_DATA), and it ignores SIGUSR2, by which Slurm asks the report to begin no more
// work. If the system permits, it also runs
//
//   - in a PID namespace with its own /proc: all that it has started ends with it. To test, run
//     "unshare --user --pid --fork --mount-proc true"; containers seldom permit it. Otherwise its
//     process group is killed, unless the report was.
//   - in a network namespace: it has no network, not even localhost. To test, run
//     "unshare --user --net true". Otherwise it has the network of the report.
//
// On other systems it has the memory and the network of the report, only the program itself is
// killed, and it survives a killed report. A killed report leaves the folder with the training data;
// the next start of a program by the same user on the same machine removes it.
//
// A program that does not end with exit status 0 and a sound answer fails only its own cells. An exit
// status above 128 may be a signal's number plus 128. The reason has the last lines of its output;
// "report why" prints the last 4 KiB, which the store keeps.
//
// # When it runs again
//
// Results depend on the words, on the version in the study, and on the digest of the files among the
// words: a program that has changed runs again. Raise the version when something else that it reads
// changes. A command without a file among its words needs a version. The same request must get the
// same answer: a program that draws random numbers must seed them by seed and repetition.
package external
