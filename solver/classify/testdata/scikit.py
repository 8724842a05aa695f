# Records what scikit-learn makes of some drawn samples, for the tests of discriminant.go
# and machine.go: python3 scikit.py > scikit.json
#
# Its SVC is LIBSVM.
import json
import numpy as np
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import KernelCenterer
from sklearn.svm import SVC

r = np.random.default_rng(7)
counts, tests, features = [30, 18, 12], 200, 4
centres = r.normal(size=(3, features)) * 1.2
mixing = r.normal(size=(features, features))
labels = np.repeat([0, 1, 2], counts)
draw = lambda classes: np.round(centres[classes] + r.normal(size=(len(classes), features)) @ mixing, 3)
x, y = draw(labels), draw(r.integers(0, 3, tests))

lda = LinearDiscriminantAnalysis(solver="svd", priors=[1 / 3] * 3).fit(x, labels)

# Coordinates on the components of a polynomial kernel of degree 3, of lengths in the
# hundreds.
centre = KernelCenterer()
k = centre.fit_transform((x @ x.T) ** 3)
values, vectors = np.linalg.eigh(k)
onto = vectors[:, :-31:-1] / np.sqrt(values[:-31:-1])
kx, ky = np.round(k @ onto, 3), np.round(centre.transform((y[:50] @ x.T) ** 3) @ onto, 3)

def decisions(cost, scale, x, y):
    # One against one: of the classes 0 and 1, 0 and 2, 1 and 2; positive for the first.
    svm = SVC(kernel="linear", C=cost * scale, tol=1e-10, decision_function_shape="ovo")
    one = svm.fit(x, labels)
    return {
        "one": np.round(one.decision_function(y), 9).tolist(), "classes": one.predict(y).tolist(),
        "all": np.round(OneVsRestClassifier(svm).fit(x, labels).decision_function(y), 9).tolist(),
    }

square = lambda x: ((x - x.mean(axis=0)) ** 2).sum(axis=1).mean()
machines = [
    # Cost c on samples of mean squared length 1 is cost c / square on these.
    {"cost": 0.5, "unscaled": False, "kernel": False, **decisions(0.5, 1 / square(x), x, y[:50])},
    {"cost": 10, "unscaled": False, "kernel": False, **decisions(10, 1 / square(x), x, y[:50])},
    {"cost": 1, "unscaled": True, "kernel": False, **decisions(1, 1, x, y[:50])},
    {"cost": 10, "unscaled": False, "kernel": True, **decisions(10, 1 / square(kx), kx, ky)},
    {"cost": 1, "unscaled": True, "kernel": True, **decisions(1, 1, kx, ky)},
]
print(json.dumps({
    "sklearn": sklearn.__version__,
    "training": x.tolist(), "labels": labels.tolist(), "test": y.tolist(),
    "kernel_training": kx.tolist(), "kernel_test": ky.tolist(),
    "lda": lda.predict(y).tolist(), "lda_decisions": lda.decision_function(y).tolist(),
    "machines": machines,
}))
