# Reference figures of spatial statistics from spatstat and spdep. Made with
#   Rscript make_reference.R > spatial.json
# (Debian 12: r-cran-spatstat.explore, r-cran-spdep, r-cran-jsonlite). The tests read only spatial.json.
suppressPackageStartupMessages({
  library(spatstat.geom)
  library(spatstat.explore)
  library(spdep)
  library(jsonlite)
})
set.seed(20)

# --- point patterns -------------------------------------------------------------------------------------
# Half uniform, half in clusters, some of them near corners and sides, where edge corrections matter.
side <- 100
centres <- rbind(c(6, 8), c(95, 50), c(40, 97), c(60, 35))
clustered <- centres[rep(1:4, each = 15), ] + matrix(rnorm(120, sd = 4), ncol = 2)
points <- rbind(matrix(runif(120, 0, side), ncol = 2), clustered)
points <- round(points, 3)
points <- points[points[, 1] >= 0 & points[, 1] < side & points[, 2] >= 0 & points[, 2] < side, ]
x <- points[, 1]
y <- points[, 2]
pattern <- ppp(x, y, window = owin(c(0, side), c(0, side)))
n <- npoints(pattern)
r <- seq(0, 50, by = 2.5)
K <- suppressWarnings(Kest(pattern, r = r, correction = c("none", "translate", "isotropic"), rmax = 50))
# spatstat's Kest has no torus; its periodic pair distances have.
torus_distance <- pairdist(pattern, periodic = TRUE)
off_diagonal <- torus_distance[row(torus_distance) != col(torus_distance)]
K_torus <- sapply(r, function(radius) side^2 * sum(off_diagonal <= radius) / (n * (n - 1)))
binned_g <- function(k) diff(k) / (pi * diff(r^2))

queries <- round(matrix(runif(80, 0, side), ncol = 2), 3)
query_pattern <- ppp(queries[, 1], queries[, 2], window = owin(c(0, side), c(0, side)))
crossing <- nncross(query_pattern, pattern)
diag(torus_distance) <- Inf
periodic_cross <- crossdist(query_pattern, pattern, periodic = TRUE)

# --- Moran's I ------------------------------------------------------------------------------------------
columns <- 9
rows <- 6
values <- round(outer(1:columns, 1:rows, function(c, r) sin(c / 2) + cos(r)) + rnorm(columns * rows, sd = 0.7), 4)
values <- as.vector(values) # column index runs fastest
used <- rep(1, columns * rows)
used[c(1, 12, 13, 30, 54)] <- 0
moran_of <- function(type, torus, keep) {
  neighbours <- cell2nb(rows, columns, type = type, torus = torus)
  # The column index runs fastest here too: the first cell of row 2 is columns + 1.
  stopifnot(attr(neighbours, "region.id")[columns + 1] == "1:2")
  keep <- keep == 1
  if (!all(keep)) neighbours <- subset(neighbours, keep)
  weights <- nb2listw(neighbours, style = "B", zero.policy = TRUE)
  moran(values[keep], weights, n = sum(keep), S0 = Szero(weights), zero.policy = TRUE)$I
}
moran_cases <- list()
for (type in c("rook", "queen"))
  for (torus in c(FALSE, TRUE))
    for (whole in c(TRUE, FALSE))
      moran_cases[[length(moran_cases) + 1]] <- list(
        type = type, torus = torus, whole = whole,
        I = moran_of(type, torus, if (whole) rep(1, columns * rows) else used))

cat(toJSON(list(
  made_with = paste("Rscript make_reference.R > spatial.json;", R.version.string,
                    "spatstat.explore", as.character(packageVersion("spatstat.explore")),
                    "spdep", as.character(packageVersion("spdep"))),
  side = side, x = x, y = y, r = r,
  K_none = K$un, K_translation = K$trans, K_isotropic = K$iso, K_torus = K_torus,
  g_none = binned_g(K$un), g_translation = binned_g(K$trans), g_isotropic = binned_g(K$iso),
  g_torus = binned_g(K_torus),
  nn_distance = nndist(pattern), nn_which = nnwhich(pattern) - 1,
  nn_distance_torus = apply(torus_distance, 1, min),
  query_x = queries[, 1], query_y = queries[, 2],
  cross_distance = crossing$dist, cross_which = crossing$which - 1,
  cross_distance_torus = apply(periodic_cross, 1, min),
  columns = columns, rows = rows, values = values, used = used, moran = moran_cases
), digits = NA, auto_unbox = TRUE, na = "null"), "\n")
