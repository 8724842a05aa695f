#!/usr/bin/env python3
"""Write derivatives.csv: f'(u) of each named score, to 17 digits.

The formulas are those printed in the thesis (Sections 2.2.1, 2.2.2 and 3.3.2)
and the paper (equations 13 to 16), evaluated with mpmath at 60 digits at the
double nearest to each u. Run it in this directory.
"""
from mpmath import mp, mpf, cos, cosh, exp, pi, sinh, sqrt, tanh

mp.dps = 60


def sech(u):
    return 1 / cosh(u)


SCORES = {
    "p=0.5": lambda u: 1 / sqrt(u) if u > 0 else mpf(0),
    "p=1": lambda u: mpf(1),
    "p=1.5": lambda u: sqrt(u),
    "p=2": lambda u: u,
    "tanh": tanh,
    "3-3sech": lambda u: 3 - 3 * sech(u),
    "2tanh2": lambda u: 2 * tanh(u) ** 2,
    "4sigmoid-2": lambda u: 4 / (1 + exp(-u)) - 2,
    "2tanhsech": lambda u: 2 * tanh(u) * sech(u),
    "1-cos": lambda u: 1 - cos(u * pi / 2),
    "a=1": lambda u: min(u, mpf(1)),
    "a=2": lambda u: min(u, mpf(2)),
    "a=3": lambda u: min(u, mpf(3)),
    "q=2": lambda u: exp(-u**2),
    "q=3": lambda u: exp(-u**3),
    "q=4": lambda u: exp(-u**4),
    "zeta1": lambda u: 1 - sech(u),
    "zeta2": lambda u: tanh(u) ** 2,
    "g=1": lambda u: 2 * u if u <= 1 else mpf(1),
    # members of the families without a name of their own
    "p=0.7": lambda u: u ** (mpf(0.7) - 1) if u > 0 else mpf(0),
    "p=3": lambda u: u**2,
    "a=0.25": lambda u: min(u, mpf(0.25)),
    "q=1": lambda u: exp(-u),
    "q=2.5": lambda u: exp(-(u ** mpf(2.5))),
    "g=0.5": lambda u: 2 * u if u <= mpf(0.5) else mpf(1),
}
POINTS = [0, 1e-9, 1e-4, 0.01, 0.25, 0.5, 0.8, 1, 1.25, 1.5, 2, 2.75, 3, 5, 7.5, 12, 25, 37, 39, 100, 255, 1e4]

with open("derivatives.csv", "w") as out:
    print("score,u,derivative", file=out)
    for name, derivative in SCORES.items():
        for u in POINTS:
            value = derivative(mpf(u))
            value = mpf(0) if abs(value) < mpf("1e-300") else value
            print(f"{name},{u!r},{mp.nstr(value, 17, min_fixed=-6, max_fixed=6)}", file=out)
