"""The peers in NumPy: numpy_reference.py and numpy_expert.py of a folder, on the data of the benchmark.

Options: the folder's path, the program's name, and what the program takes itself.
"""
import importlib, os, sys
import numpy as np

action, folder, components, sigma, repetitions, methods, path, program, *options = sys.argv[1:]
sys.path.insert(0, path)
import numpy_reference as reference

train = [np.load(os.path.join(folder, f"train-{c}.npy")) for c in range(len([f for f in os.listdir(folder) if f.startswith("train-")]))]
reference.usps = lambda: (train, np.load(os.path.join(folder, "test.npy")), np.load(os.path.join(folder, "labels.npy")))
peer = importlib.import_module(program)

if action == "version":
    import scipy
    blas = ""
    try:
        from threadpoolctl import threadpool_info
        blas = "".join(f", {b['internal_api']} {b['version']} for {b['architecture']}, {b['num_threads']} threads" for b in threadpool_info())
    except ImportError:
        pass
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, SciPy {scipy.__version__}{blas}")
else:
    projections = {m: [] for m in methods.split(",")}

    def keep(all_methods, one, project):
        """Lets the program's own functions keep the projections of what they fit."""
        fit_all, fit = getattr(peer, all_methods, None), getattr(peer, one, None)

        def kept_all(x, *rest):
            found = fit_all(x, *rest)
            for m, f in found.items():
                projections[m].append(project(x, f))
            return found

        def kept(x, score, *rest):
            found = fit(x, score, *rest)
            projections[next(m for m, s in peer.SCORE.items() if s is score)].append(project(x, found))
            return found

        setattr(peer, all_methods, kept_all)
        setattr(peer, one, kept)

    keep("gpca_all", "gpca", lambda x, w: x @ w)
    keep("gkpca_all", "gkpca", lambda k, found: found[1])
    sys.argv = [program, "kpca" if float(sigma) else "gpca", "--reps", repetitions, *options]
    peer.main()
    for m, parts in projections.items():
        np.save(m + ".npy", np.vstack(parts))
