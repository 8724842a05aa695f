# Records recorded.json, with Debian's python3-sklearn: /usr/bin/python3 recorded.py > recorded.json
import json

import numpy as np
import sklearn
from sklearn.decomposition import PCA, KernelPCA

rows, columns = 15, 5
x = np.array([[np.sin(i * (j + 1)) + j * np.cos(3 * i) for j in range(columns)] for i in range(rows)])
train, test = x[:12], x[12:]
pca = PCA(3, svd_solver="full").fit(train)
rbf = KernelPCA(3, kernel="rbf", gamma=0.1, eigen_solver="dense").fit(train)
json.dump({
    "scikit-learn": sklearn.__version__,
    "samples": x.tolist(),
    "pca-train": pca.transform(train).tolist(),
    "pca-test": pca.transform(test).tolist(),
    "pca-reconstructed": pca.inverse_transform(pca.transform(test)).tolist(),
    "rbf-train": rbf.transform(train).tolist(),
    "rbf-test": rbf.transform(test).tolist(),
}, __import__("sys").stdout, indent=0)
