# PCA of scikit-learn: the components of p=2, found by another program.
# Debian: python3-sklearn; elsewhere: pip install scikit-learn.
import json
import os
import sys

import numpy as np
from sklearn.decomposition import PCA

for folder in sys.argv[1:] or sys.stdin:  # layout 1, or 2
    os.chdir(folder.strip())
    request = json.load(open("request.json"))
    assert request["centre"], "it always centres"
    train = np.load("train.npy")
    pca = PCA(min(request["components"], *train.shape), svd_solver="full").fit(train)
    np.save("mean.npy", pca.mean_)
    np.save("components.npy", pca.components_)
    print(folder.strip(), flush=True)
