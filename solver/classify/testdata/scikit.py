# Records what scikit-learn makes of some drawn samples, for the tests of discriminant.go
# and machine.go: python3 scikit.py > scikit.json
import json
import numpy as np
import sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.multiclass import OneVsOneClassifier
from sklearn.svm import LinearSVC

r = np.random.default_rng(7)
counts, tests, features = [30, 18, 12], 200, 4
centres = r.normal(size=(3, features)) * 1.2
mixing = r.normal(size=(features, features))
labels = np.repeat([0, 1, 2], counts)
draw = lambda classes: np.round(centres[classes] + r.normal(size=(len(classes), features)) @ mixing, 3)
x, y = draw(labels), draw(r.integers(0, 3, tests))

lda = LinearDiscriminantAnalysis(solver="svd", priors=[1 / 3] * 3).fit(x, labels)

mean = x.mean(axis=0)
scale = 1 / np.sqrt(((x - mean) ** 2).sum(axis=1).mean())
xs, ys = scale * (x - mean), scale * (y - mean)
out = {
    "sklearn": sklearn.__version__,
    "training": x.tolist(), "labels": labels.tolist(), "test": y.tolist(),
    "lda": lda.predict(y).tolist(), "lda_decisions": lda.decision_function(y).tolist(),
}
for cost in [0.5, 10]:
    svm = LinearSVC(loss="hinge", C=cost, tol=1e-10, max_iter=10**7, intercept_scaling=1)
    out[f"all_{cost}"] = svm.fit(xs, labels).decision_function(ys).tolist()
    ovo = OneVsOneClassifier(svm).fit(xs, labels)
    # Of the classes 0 and 1, 0 and 2, 1 and 2; positive for the second.
    out[f"one_{cost}"] = np.stack([e.decision_function(ys) for e in ovo.estimators_], axis=1).tolist()
print(json.dumps(out))
