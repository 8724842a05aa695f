# kpca of the package kernlab, for each class.
suppressPackageStartupMessages(library(kernlab))
a <- commandArgs(trailingOnly = TRUE)
source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "npy.R"))
k <- as.integer(a[3])
gaussian <- rbfdot(sigma = 1 / as.numeric(a[4])^2)

# Projections of n samples come out longer by the square root of n.
project <- function(model, y) predict(model$pca, y) / sqrt(nrow(model$x))

answer("kernlab",
  fit = function(x) list(x = x, pca = kpca(x, kernel = gaussian, features = k), among = mean(kernelMatrix(gaussian, x))),
  project = project,
  errors = function(model, y) 1 - 2 * rowMeans(kernelMatrix(gaussian, y, model$x)) + model$among - rowSums(project(model, y)^2)
)
