"""The unmixing matrices of scikit-learn's FastICA for ica_test.go.

    /usr/bin/python3 fastica.py > fastica.json    (scikit-learn 1.2.1, numpy 1.24.2)

scikit-learn whitens by D^{-1/2} E', our package by E D^{-1/2} E'; its start is the same
one in its own coordinates, E turning one into the other.
"""
import json

import numpy as np
import sklearn
from scipy import linalg
from sklearn.decomposition import FastICA

n = 1000
t = np.arange(n)
sources = np.c_[np.sin(2 * np.pi * t / 71), 2 * ((t % 113) / 113) - 1, np.where(t % 90 < 45, 1.0, -1.0)]
mixing = np.array([[1, 1, 1], [0.5, 2, 1.0], [1.5, 1.0, 2.0]])
start = np.array([[0.9, -0.2, 0.3], [0.1, 0.7, -0.6], [-0.4, 0.5, 0.8]])
x = sources @ mixing.T
u = linalg.svd((x - x.mean(axis=0)).T, full_matrices=False)[0]
u *= np.sign(u[0])  # as FastICA does it
out = {"scikit-learn": sklearn.__version__, "cases": []}
for fun in ["logcosh", "exp"]:
    for algorithm in ["parallel", "deflation"]:
        for iterations in [1, 1000]:
            ica = FastICA(algorithm=algorithm, fun=fun, whiten="unit-variance", w_init=start @ u, tol=1e-14, max_iter=iterations)
            ica.fit(x)
            out["cases"].append({"fun": fun, "algorithm": algorithm, "iterations": iterations, "unmixing": ica.components_.tolist()})
json.dump(out, __import__("sys").stdout, indent=1)
