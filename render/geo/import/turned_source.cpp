#include <gdal.h>

#include <algorithm>
#include <cmath>

#include "render/geo/import/raster_source.h"

namespace fw {
namespace {

constexpr size_t kMostWindowCells = size_t{1} << 25;  // of the file at once: 128 MiB
constexpr double kGoodEnough_cells = 0.05;            // error of a place between two nodes
constexpr int kFewestNodes = 16, kMostNodes = 1024;
constexpr int kSpareRows = 64;

/// A map of places that is exact at the nodes of a lattice and bilinear between them.
class Lattice {
 public:
  using Map = std::function<void(std::vector<double>& x, std::vector<double>& y)>;

  /// Over [0, 1] x [0, 1]; finer until halfway places are good enough.
  explicit Lattice(const Map& map) {
    for (steps_ = kFewestNodes;; steps_ *= 2) {
      fill(map);
      if (steps_ >= kMostNodes || error(map) <= kGoodEnough_cells) return;
    }
  }

  /// NaN where a node beside it has no image.
  Vec2 operator()(double u, double v) const {
    const double x = std::clamp(u, 0.0, 1.0) * steps_, y = std::clamp(v, 0.0, 1.0) * steps_;
    const int i = std::min(static_cast<int>(x), steps_ - 1), j = std::min(static_cast<int>(y), steps_ - 1);
    const double s = x - i, t = y - j;
    const Vec2 south = node(i, j) * (1 - s) + node(i + 1, j) * s;
    const Vec2 north = node(i, j + 1) * (1 - s) + node(i + 1, j + 1) * s;
    return south * (1 - t) + north * t;
  }

 private:
  const Vec2& node(int i, int j) const {
    return nodes_[static_cast<size_t>(j) * static_cast<size_t>(steps_ + 1) + static_cast<size_t>(i)];
  }
  void fill(const Map& map) {
    std::vector<double> x, y;
    for (int j = 0; j <= steps_; ++j)
      for (int i = 0; i <= steps_; ++i) {
        x.push_back(static_cast<double>(i) / steps_);
        y.push_back(static_cast<double>(j) / steps_);
      }
    map(x, y);
    nodes_.resize(x.size());
    for (size_t k = 0; k < x.size(); ++k) nodes_[k] = {x[k], y[k]};
  }
  double error(const Map& map) const {
    std::vector<double> x, y;
    for (int j = 0; j < steps_; ++j)
      for (int i = 0; i < steps_; ++i) {
        x.push_back((i + 0.5) / steps_);
        y.push_back((j + 0.5) / steps_);
      }
    const std::vector<double> u = x, v = y;
    map(x, y);
    double worst = 0;
    for (size_t k = 0; k < x.size(); ++k) {
      const Vec2 between = (*this)(u[k], v[k]);
      const double apart = std::max(std::fabs(between.x - x[k]), std::fabs(between.y - y[k]));
      if (apart > worst) worst = apart;  // false for NaN
    }
    return worst;
  }

  int steps_ = 0;
  std::vector<Vec2> nodes_;
};

class TurnedSource : public RasterSource {
 public:
  TurnedSource(std::unique_ptr<SourceBand> band, Lattice to_cells, bool classes)
      : band_(std::move(band)), to_cells_(std::move(to_cells)), classes_(classes) {}

  Result<Done> read(int first_row, std::span<float> out) override {
    const auto stride = static_cast<size_t>(place.columns);
    for (size_t done = 0; done < out.size(); done += stride)
      if (const auto row = read_row(first_row + static_cast<int>(done / stride), out.subspan(done, stride));
          !row)
        return row;
    return Done{};
  }

 private:
  Result<Done> read_row(int row, std::span<float> out) {
    std::vector<Vec2> at(out.size());
    const double v = 1 - (row + 0.5) / place.rows;
    double top = INFINITY, bottom = -INFINITY;
    for (size_t c = 0; c < at.size(); ++c) {
      at[c] = to_cells_((static_cast<double>(c) + 0.5) / place.columns, v);
      const bool inside =
          at[c].x >= 0 && at[c].y >= 0 && at[c].x <= band_->columns() && at[c].y <= band_->rows();
      if (!inside) at[c] = {NAN, NAN};
      if (!inside) continue;
      top = std::min(top, at[c].y);
      bottom = std::max(bottom, at[c].y);
    }
    if (bottom >= top)
      if (const auto held = hold(static_cast<int>(top) - 1, static_cast<int>(bottom) + 2); !held) return held;
    for (size_t c = 0; c < at.size(); ++c)
      out[c] = std::isnan(at[c].x) ? NAN : classes_ ? nearest(at[c]) : linear(at[c]);
    return Done{};
  }

  /// Keeps the file's rows [first, end) at hand, and some more.
  Result<Done> hold(int first, int end) {
    first = std::max(first, 0);
    end = std::min(end, band_->rows());
    if (first >= first_ && end <= end_) return Done{};
    first_ = std::max(first - kSpareRows, 0);
    end_ = std::min(end + kSpareRows, band_->rows());
    const size_t cells = static_cast<size_t>(end_ - first_) * static_cast<size_t>(band_->columns());
    if (cells > kMostWindowCells)
      return cannot_read(
          band_->file(),
          "its sides lie across the frame's axes, and so many of its cells cannot be turned at "
          "once; bring it to north-up first, or to fewer cells");
    cells_.resize(cells);
    return band_->read(first_, cells_);
  }

  float cell(int column, int row) const {
    const int c = std::clamp(column, 0, band_->columns() - 1);
    const int r = std::clamp(row, first_, end_ - 1);
    return cells_[static_cast<size_t>(r - first_) * static_cast<size_t>(band_->columns()) +
                  static_cast<size_t>(c)];
  }
  float nearest(Vec2 p) const { return cell(static_cast<int>(p.x), static_cast<int>(p.y)); }
  /// Bilinear between centres; the nearest cell where one of the four has no value.
  float linear(Vec2 p) const {
    const double x = p.x - 0.5, y = p.y - 0.5;
    const int c = static_cast<int>(std::floor(x)), r = static_cast<int>(std::floor(y));
    const double s = x - c, t = y - r;
    const double value = (1 - t) * ((1 - s) * cell(c, r) + s * cell(c + 1, r)) +
                         t * ((1 - s) * cell(c, r + 1) + s * cell(c + 1, r + 1));
    return std::isnan(value) ? nearest(p) : static_cast<float>(value);
  }

  std::unique_ptr<SourceBand> band_;
  Lattice to_cells_;
  bool classes_;
  int first_ = 0, end_ = 0;
  std::vector<float> cells_;
};

/// The file's corners and edges in the frame, clipped to it.
Extent extent_in_frame(const Lattice& to_frame, const FrameOnEarth& frame) {
  constexpr int kSteps = 256;
  Extent e{INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (int k = 0; k <= kSteps; ++k)
    for (int j = 0; j <= kSteps; ++j) {
      const Vec2 p = to_frame(static_cast<double>(k) / kSteps, static_cast<double>(j) / kSteps);
      if (std::isnan(p.x) || std::isnan(p.y)) continue;
      e = {std::min(e.west, p.x), std::min(e.south, p.y), std::max(e.east, p.x), std::max(e.north, p.y)};
    }
  return {std::max(e.west, 0.0), std::max(e.south, 0.0), std::min(e.east, frame.width_m),
          std::min(e.north, frame.height_m)};
}

/// The cells of the file whose centres miss the frame.
int64_t count_outside(const Lattice& to_frame, const SourceBand& band, const RasterRequest& request) {
  const FrameOnEarth& frame = request.frame;
  int64_t outside = 0;
  for (int r = 0; r < band.rows() && !request.progress.cancelled(); ++r)
    for (int c = 0; c < band.columns(); ++c) {
      const Vec2 p = to_frame((c + 0.5) / band.columns(), (r + 0.5) / band.rows());
      outside += !(p.x >= 0 && p.y >= 0 && p.x <= frame.width_m && p.y <= frame.height_m);
    }
  return outside;
}

}  // namespace

Result<std::unique_ptr<RasterSource>> turned_source(std::unique_ptr<SourceBand> band, GeoPlacement placed,
                                                    const Affine& affine, const RasterRequest& request) {
  const FrameOnEarth& frame = request.frame;
  Affine inverse{}, forward = affine;  // GDAL takes both as pointers to what may change
  if (!GDALInvGeoTransform(forward.data(), inverse.data()))
    return cannot_read(band->file(), "its geotransform has no inverse");
  const int columns = band->columns(), rows = band->rows();
  const Lattice to_frame([&](std::vector<double>& x, std::vector<double>& y) {
    for (size_t i = 0; i < x.size(); ++i) {
      const double c = x[i] * columns, r = y[i] * rows;
      x[i] = affine[0] + c * affine[1] + r * affine[2];
      y[i] = affine[3] + c * affine[4] + r * affine[5];
    }
    placed.project(true, x, y);
  });
  const Extent e = extent_in_frame(to_frame, frame);
  if (!(e.east > e.west) || !(e.north > e.south))
    return cannot_read(band->file(), "none of it lies in the frame");

  const Vec2 west = to_frame(0.5 - 0.5 / columns, 0.5), east = to_frame(0.5 + 0.5 / columns, 0.5);
  const double cell_m = std::sqrt(squared_distance(west, east));
  const double longer_m = std::max(frame.width_m, frame.height_m);
  if (!(cell_m > 0)) return cannot_read(band->file(), "its cells have no size in the frame");
  const double fine_m = std::max(cell_m / 2, longer_m / kMostSourceSide);
  const auto count = [&](double side_m) { return std::max(1, static_cast<int>(std::ceil(side_m / fine_m))); };
  const RasterPlace place{count(e.east - e.west),
                          count(e.north - e.south),
                          e.west,
                          e.north,
                          (e.east - e.west) / count(e.east - e.west),
                          (e.north - e.south) / count(e.north - e.south)};
  Lattice to_cells([&](std::vector<double>& x, std::vector<double>& y) {
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = e.west + x[i] * (e.east - e.west);
      y[i] = e.south + y[i] * (e.north - e.south);
    }
    placed.project(false, x, y);
    for (size_t i = 0; i < x.size(); ++i) {
      const double fx = x[i], fy = y[i];
      x[i] = inverse[0] + fx * inverse[1] + fy * inverse[2];
      y[i] = inverse[3] + fx * inverse[4] + fy * inverse[5];
    }
  });
  const int64_t outside = count_outside(to_frame, *band, request);
  std::unique_ptr<RasterSource> source =
      std::make_unique<TurnedSource>(std::move(band), std::move(to_cells), request.classes);
  source->place = place;
  source->cell_m = cell_m;
  source->placed_by = std::move(placed.text);
  source->file_cells = int64_t{columns} * rows;
  source->outside = outside;
  return source;
}

}  // namespace fw
