
import numpy as np, scipy.io as sio, scipy.sparse as sp
X = np.arange(24.).reshape(8, 3) ** 2 % 17 + .5
y = np.arange(8) % 2
names, ids = np.array(["a", "b", "c"]), np.array(["r%d" % i for i in range(8)])
np.savez("all.npz", X=X, y=y, names=names, ids=ids, target=X[:, 0])
ids[7] = "r6"
np.savez("same.npz", X=X, ids=ids)
ids[7] = "r7"
np.savez("two.npz", X=X, Z=X[:, :2], y=y)
np.savez("complex.npz", X=X * 1j, y=y)
np.savez("both.npz", X=X * 1j, Z=X)
np.savez("objects.npz", X=X.astype(object), y=y)
np.savez("dates.npz", X=X, t=np.array(["2020-01-01"] * 8, dtype="M8[D]"), k=np.arange(8) + 2**60)
np.savez("bytes.npz", X=np.asfortranarray(X.astype(">f2")), lab=np.array([b"p", b"q"])[y], b=y.astype(bool))
sio.savemat("cells.mat", {"X": X, "names": names.astype(object), "ids": ids.astype(object)})
sio.savemat("letters.mat", {"X": X.astype("f4"), "names": names, "ids": ids}, do_compression=True)
sio.savemat("deep.mat", {"a": {"b": {"X": sp.csc_matrix(X), "y": y.astype(bool)}}}, do_compression=True)
sio.savemat("list.mat", {"s": np.array([(X, 1), (X + 1, 2)], dtype=[("X", "O"), ("k", "O")])})
sio.savemat("complex.mat", {"X": X * 1j, "y": y})
sio.savemat("four.mat", {"X": X, "y": y, "s": sp.csc_matrix([[1.]])}, format="4")
sio.savemat("mean.mat", {"X": X, "mu": [[1, 2, 1]], "y": y})
sio.savemat("deep3.mat", {"X": np.stack([X, X + 1], axis=2)})
sio.savemat("turned.mat", {"X": np.hstack([X, X])[:, :3].T, "y": y})
record = np.zeros(8, dtype=[("id", "U2"), ("u", "<f8"), ("v", ">f4"), ("w", "i2"), ("kind", "S1")])
record["id"], record["u"], record["v"], record["w"], record["kind"] = ids, X[:, 0], X[:, 1], X[:, 2] * 2, np.array([b"p", b"q"])[y]
np.save("records.npy", record)
