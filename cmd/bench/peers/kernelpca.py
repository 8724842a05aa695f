"""KernelPCA of scikit-learn for each class; its option is the eigen_solver.

The kernel of the test samples is computed once, for their lengths and their projections.
"""
import glob, json, os, sys, time
import numpy as np
import scipy, sklearn
from sklearn.decomposition import KernelPCA
from sklearn.metrics.pairwise import rbf_kernel

action, folder, components, sigma, _, methods, solver = sys.argv[1:]
assert methods == "p=2"


def fit(c):
    x = np.load(os.path.join(folder, f"train-{c}.npy"))
    among = rbf_kernel(x, gamma=1 / float(sigma) ** 2)
    return x, among, KernelPCA(int(components), kernel="precomputed", eigen_solver=solver, random_state=0).fit(among)


classes = range(len(glob.glob(os.path.join(folder, "train-*.npy"))))
if action == "version":
    print(f"Python {sys.version.split()[0]}, scikit-learn {sklearn.__version__}, NumPy {np.__version__}, SciPy {scipy.__version__}")
else:
    test, labels = (np.load(os.path.join(folder, name + ".npy")) for name in ("test", "labels"))
    errors, projections, seconds = [], [], {"fit_seconds": 0, "test_seconds": 0}
    for c in classes:
        start = time.time()
        x, among, pca = fit(c)
        fitted = time.time()
        between = rbf_kernel(test, x, gamma=1 / float(sigma) ** 2)
        # The squared distance of φ(y) from the mean of the class, less what is projected.
        errors.append(1 - 2 * between.mean(axis=1) + among.mean() - (pca.transform(between) ** 2).sum(axis=1))
        seconds["fit_seconds"] += fitted - start
        seconds["test_seconds"] += time.time() - fitted
        projections.append(pca.eigenvectors_ * np.sqrt(pca.eigenvalues_))
    np.save("p=2.npy", np.vstack(projections))
    print(json.dumps({"noise": "clean", "level": 0, "method": "p=2", "mean": (np.argmin(errors, axis=0) == labels).mean() * 100}))
    print(json.dumps(seconds))
