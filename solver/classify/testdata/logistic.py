"""Writes logistic.json: what scikit-learn's logistic regression makes of drawn samples.

Its L-BFGS ends once the loss changes by less than 1e-9 of it, whatever the gradient is;
newton-cg goes on, to the same minimum.

python3 logistic.py > logistic.json
"""

import json

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression

draw = np.random.RandomState(2019)
cases = []
for classes, c, scale in [(2, 1, 1), (2, 0.1, 1), (3, 1, 1), (4, 10, 100)]:
    labels = np.arange(60) % classes
    centres = scale * draw.randn(classes, 3)
    samples = np.round(centres[labels] + scale * draw.randn(60, 3), 3)
    fit = LogisticRegression(C=c, solver="newton-cg", tol=1e-8, max_iter=100000).fit(samples, labels)
    cases.append({
        "c": c,
        "samples": samples.tolist(),
        "labels": labels.tolist(),
        "weights": np.column_stack([fit.coef_, fit.intercept_]).tolist(),
        "predicted": fit.predict(samples).tolist(),
    })
print(json.dumps({"scikit-learn": sklearn.__version__, "cases": cases}))
