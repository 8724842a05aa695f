# What rrcov says of hbk.csv and of octane.csv, in the folder that is its argument: prints rrcov.json. It was run with
# rrcov 1.7-2, robustbase 0.95-0, pcaPP 2.0.3 and R 4.2.2. Eigenvalues and score distances by MCD are brought from the
# consistency factor of robustbase before 0.99, at the share of samples that its reweighting kept, to that at 0.975.
suppressPackageStartupMessages(library(rrcov))
folder <- commandArgs(trailingOnly = TRUE)[1]
hbk <- as.matrix(read.csv("hbk.csv"))
octane <- as.matrix(read.csv(file.path(folder, "octane.csv"))[, -1])
colnames(hbk) <- colnames(octane) <- NULL

consistency <- function(p, share) share / pchisq(qchisq(share, p), p + 2)
numbers <- function(x) paste0("[", paste(sprintf("%.14g", x), collapse = ", "), "]")
describe <- function(name, m, features, factor = 1) {
  loadings <- apply(getLoadings(m)[features, , drop = FALSE], 2, numbers)
  sprintf('"%s": {"features": %s,\n  "centre": %s,\n  "loadings": [%s],\n  "eigenvalues": %s,\n  "score": %s,\n  "orthogonal": %s,\n  "cutOff": %.14g, "outliers": %s}',
    name, numbers(features), numbers(getCenter(m)[features]), paste(loadings, collapse = ", "),
    numbers(factor * getEigenvalues(m)), numbers(m@sd / sqrt(factor)), numbers(m@od), m@cutoff.od, numbers(which(!m@flag)))
}
# The MCD of the scores, of which PcaHubert takes the covariance matrix, or of all features where these are few.
byMCD <- function(name, m, x, features, alpha) {
  set.seed(1)
  mcd <- covMcd(x, alpha = alpha)
  describe(name, m, features, consistency(ncol(x), 0.975) / mcd$cnp2[1])
}
hubert <- function(name, x, k, features, m = PcaHubert(x, k = k)) {
  few <- ncol(x) <= min(floor(nrow(x) / 5), 10)
  byMCD(name, m, if (few) x else getScores(m), features, m@alpha)
}
covariance <- function(name, x, k, features) {
  set.seed(1)
  byMCD(name, PcaCov(x, k = k), x, features, 0.5)
}
some <- c(1, 100, 225)
cat("{", paste(c(
  describe("classical hbk 4 2", PcaClassic(hbk, k = 2), 1:4),
  describe("classical hbk 3 3", PcaClassic(hbk[, 1:3]), 1:3),
  describe("classical octane 226 2", PcaClassic(octane, k = 2), some),
  hubert("robpca hbk 3 0", hbk[, 1:3], 0, 1:3),
  hubert("robpca hbk 3 2", hbk[, 1:3], 2, 1:3),
  hubert("robpca hbk 4 0", hbk, 0, 1:4),
  hubert("robpca hbk 4 2", hbk, 2, 1:4),
  hubert("robpca octane 226 2", octane, 2, some),
  hubert("robpca octane 226 0", octane, 0, some),
  # With an alpha of its own, rrcov keeps other numbers of samples.
  hubert("robpca alpha=0.5 hbk 3 2", hbk[, 1:3], 2, 1:3, PcaHubert(hbk[, 1:3], k = 2, alpha = 0.5)),
  covariance("mcd hbk 4 2", hbk, 2, 1:4),
  describe("spherical hbk 3 2", PcaLocantore(hbk[, 1:3], k = 2, delta = 1e-12), 1:3),
  describe("spherical hbk 4 2", PcaLocantore(hbk, k = 2, delta = 1e-12), 1:4),
  describe("grid hbk 4 2", PcaGrid(hbk, k = 2), 1:4)
), collapse = ",\n"), "}\n")
