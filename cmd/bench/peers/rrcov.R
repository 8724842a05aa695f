# Robust PCA of the package rrcov, for each class: PcaHubert (ROBPCA) or PcaGrid
# (projection pursuit on a grid). Its one result stands for all methods asked for.
suppressPackageStartupMessages(library(rrcov))
a <- commandArgs(trailingOnly = TRUE)
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "npy.R"))
k <- as.integer(a[3])
set.seed(1)

fit <- if (a[7] == "PcaHubert") function(x) PcaHubert(x, k = k, kmax = k) else function(x) PcaGrid(x, k = k)
centred <- function(model, y) sweep(y, 2, getCenter(model))
answer("rrcov", fit,
  # Objectives are those around the mean of the class, as with the program's own components.
  project = function(model, x) sweep(x, 2, colMeans(x)) %*% getLoadings(model),
  errors = function(model, y) rowSums(centred(model, y)^2) - rowSums((centred(model, y) %*% getLoadings(model))^2)
)
