# KernelPCA of scikit-learn, for each class: a test sample gets the class with the least
# squared error of reconstruction in feature space, as with p=2 and a Gaussian kernel. The
# components of a kernel are no vectors of features, so the program predicts by itself.
# Debian: python3-sklearn; elsewhere: pip install scikit-learn.
import json
import os
import re
import sys

import numpy as np
from sklearn.decomposition import KernelPCA

os.chdir(sys.argv[1])
request = json.load(open("request.json"))
assert request["layout"] == 1 and request["centre"], "it always centres"
sigma = float(re.fullmatch(r"gaussian\(sigma=(.*)\)", request["kernel"]).group(1))
train, labels, test = (np.load(name + ".npy") for name in ("train", "labels", "test"))
classes, errors = np.unique(labels), []
for c in classes:
    x = train[labels == c]
    pca = KernelPCA(min(request["components"], len(x) - 1), kernel="rbf", gamma=1 / sigma**2, eigen_solver="dense").fit(x)
    between, among = pca._get_kernel(test, x), pca._get_kernel(x)
    # The squared distance of φ(x) from the mean of the class, less what is projected.
    distance = 1 - 2 * between.mean(axis=1) + among.mean()
    errors.append(distance - (pca.transform(test) ** 2).sum(axis=1))
np.save("predictions.npy", classes[np.argmin(errors, axis=0)])
