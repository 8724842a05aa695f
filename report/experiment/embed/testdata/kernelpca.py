"""Writes kernelpca.json: the kernel PCA of drawn samples by scikit-learn.

python3 kernelpca.py > kernelpca.json
"""

import json

import numpy as np
import sklearn
from sklearn.decomposition import KernelPCA

samples = np.round(np.random.RandomState(2021).randn(20, 3), 3)
cases = []
for kernel, settings in [
    ("linear", {"kernel": "linear"}),
    ("{function: polynomial, degree: 2, factor: 1, offset: 1}", {"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}),
    ("{function: polynomial, degree: 4, factor: 0.5, offset: 1}", {"kernel": "poly", "degree": 4, "gamma": 0.5, "coef0": 1}),
    ("{function: gaussian, sigma: 0.5}", {"kernel": "rbf", "gamma": 4}),
]:
    coordinates = KernelPCA(3, eigen_solver="dense", **settings).fit_transform(samples)
    cases.append({"kernel": kernel, "coordinates": coordinates.tolist()})
print(json.dumps({"scikit-learn": sklearn.__version__, "samples": samples.tolist(), "cases": cases}))
