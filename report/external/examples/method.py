# A method of a study, in Python with NumPy. It is PCA: replace fit by your own.
# What it is given, and what it answers: report help methods
import json
import os
import sys

import numpy as np


def fit(samples, request):
    """Returns a centre of the samples and components: orthonormal rows, at most as many as wanted."""
    centre = samples.mean(axis=0) if request["centre"] else np.zeros(samples.shape[1])
    _, _, components = np.linalg.svd(samples - centre, full_matrices=False)
    return centre, components[: request["components"]]


# A folder for each training set: by name, or in a line of the standard input.
for folder in sys.argv[1:] or sys.stdin:
    folder = folder.strip()
    with open(os.path.join(folder, "request.json")) as file:
        request = json.load(file)
    np.random.seed(request["seed"] + request["repetition"])
    centre, components = fit(np.load(os.path.join(folder, "train.npy")), request)
    np.save(os.path.join(folder, "mean.npy"), centre)
    np.save(os.path.join(folder, "components.npy"), components)
    print(folder, flush=True)  # the answer is there
