# A method of a study, in R. It is PCA: replace fit by your own.
# What it is given, and what it answers: report help methods
fit <- function(samples, components, centred) { # orthonormal rows, at most as many as wanted
  centre <- if (centred) colMeans(samples) else rep(0, ncol(samples))
  found <- svd(sweep(samples, 2, centre), nu = 0, nv = min(components, dim(samples)))
  list(centre = centre, components = t(found$v))
}

read.npy <- function(path, rows, columns) { # a sample after the other
  f <- file(path, "rb")
  on.exit(close(f))
  readBin(f, "raw", 8)
  readChar(f, readBin(f, "integer", size = 2, signed = FALSE, endian = "little"))
  matrix(readBin(f, "double", rows * columns, endian = "little"), rows, columns, byrow = TRUE)
}

write.npy <- function(path, m) { # as R holds a matrix, column by column
  header <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }", nrow(m), ncol(m))
  header <- paste0(formatC(header, width = -117), "\n")
  f <- file(path, "wb")
  on.exit(close(f))
  writeBin(as.raw(c(0x93, utf8ToInt("NUMPY"), 1, 0, 118, 0)), f)
  writeChar(header, f, eos = NULL)
  writeBin(as.double(m), f, endian = "little")
}

answer <- function(folder) {
  request <- paste(readLines(file.path(folder, "request.json")), collapse = "\n")
  field <- function(name) sub(paste0('.*"', name, '": ([^,\n]*).*'), "\\1", request)
  number <- function(name) as.integer(field(name))
  set.seed(number("seed"))
  samples <- read.npy(file.path(folder, "train.npy"), number("samples"), number("features"))
  found <- fit(samples, number("components"), field("centre") == "true")
  write.npy(file.path(folder, "mean.npy"), t(found$centre))
  write.npy(file.path(folder, "components.npy"), found$components)
  cat(folder, "\n", sep = "") # the answer is there
}

# A folder for each training set: by name, or in a line of the standard input.
for (folder in commandArgs(trailingOnly = TRUE)) answer(folder)
if (length(commandArgs(trailingOnly = TRUE)) == 0) {
  folders <- file("stdin", "r")
  while (length(folder <- readLines(folders, 1)) > 0) answer(folder)
}
