# ROBPCA (M. Hubert, P. J. Rousseeuw, K. Vanden Branden, "ROBPCA: a new approach to robust
# principal component analysis", Technometrics 47, 2005) of the package rrcov.
# Debian: r-cran-rrcov; elsewhere: install.packages("rrcov").
suppressPackageStartupMessages(library(rrcov))

setwd(commandArgs(trailingOnly = TRUE)[1])
request <- paste(readLines("request.json"), collapse = "\n")
field <- function(name) sub(paste0('.*"', name, '": ([^,\n]*).*'), "\\1", request)
stopifnot(field("layout") == "1", field("centre") == "true")

read.npy <- function(name) { # samples × features, a sample after the other
  f <- file(name, "rb")
  on.exit(close(f))
  readBin(f, "raw", 8)
  readChar(f, readBin(f, "integer", size = 2, signed = FALSE, endian = "little"))
  n <- as.integer(c(field("samples"), field("features")))
  matrix(readBin(f, "double", prod(n), endian = "little"), n[1], n[2], byrow = TRUE)
}

write.npy <- function(name, m) { # as R holds a matrix, column by column
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }", nrow(m), ncol(m))
  header <- paste0(formatC(header, width = -117), "\n")
  f <- file(name, "wb")
  on.exit(close(f))
  writeBin(as.raw(c(0x93, utf8ToInt("NUMPY"), 1, 0, 118, 0)), f)
  writeChar(header, f, eos = NULL)
  writeBin(as.double(m), f, endian = "little")
}

set.seed(as.integer(field("seed")))
k <- as.integer(field("components"))
pca <- PcaHubert(read.npy("train.npy"), k = k, kmax = k)
write.npy("mean.npy", t(getCenter(pca)))
write.npy("components.npy", t(getLoadings(pca)))
