# A fit by PcaHubert or PcaGrid of the package rrcov: FUNCTION FILE COMPONENTS. Its time, loadings and variances as JSON.
# Eigenvalues of PcaHubert have its MCD's factor for consistency, which newer versions have at 0.975.
suppressPackageStartupMessages(library(rrcov))
a <- commandArgs(trailingOnly = TRUE)
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "npy.R"))
if (a[1] == "version") {
  cat(R.version.string, ", rrcov ", as.character(packageVersion("rrcov")), "\n", sep = "")
} else {
  x <- read.npy(a[2])
  set.seed(1)
  time <- sum(system.time(pca <- get(a[1])(x, k = as.integer(a[3])))[1:2]) # of the processor
  numbers <- function(v) paste0("[", paste(sprintf("%.12g", v), collapse = ", "), "]")
  cat(sprintf('{"seconds": %g, "loadings": [%s], "variances": %s}\n', time,
    paste(apply(getLoadings(pca), 2, numbers), collapse = ", "), numbers(getEigenvalues(pca))))
}
