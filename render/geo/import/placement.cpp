#include "render/geo/import/placement.h"

#include <cpl_error.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr double kMostFrames = 1.1;

bool within_frames(const Extent& e, const FrameOnEarth& frame) {
  const double past_x = (kMostFrames - 1) * frame.width_m, past_y = (kMostFrames - 1) * frame.height_m;
  return e.west >= -past_x && e.east <= frame.width_m + past_x && e.south >= -past_y &&
         e.north <= frame.height_m + past_y;
}

/// What PROJ reports meanwhile is no failure of the file.
class QuietChange {
 public:
  QuietChange() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietChange() { CPLPopErrorHandler(); }
  QuietChange(const QuietChange&) = delete;
  QuietChange& operator=(const QuietChange&) = delete;
};

/// Where the file's middle lies on Earth, as the anchor that would bring it into the frame.
std::string anchor_hint(const OGRSpatialReference& crs, const Extent& e) {
  OGRSpatialReference degrees;
  degrees.SetWellKnownGeogCS("WGS84");
  degrees.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const std::unique_ptr<OGRCoordinateTransformation> to_degrees(
      OGRCreateCoordinateTransformation(&crs, &degrees));
  const QuietChange quiet;
  double x = (e.west + e.east) / 2, y = (e.south + e.north) / 2;
  if (!to_degrees || !to_degrees->Transform(1, &x, &y) || !std::isfinite(x) || !std::isfinite(y)) return "";
  return "; its middle lies at anchor_lon_deg " + decimal_text(x, 6) + ", anchor_lat_deg " +
         decimal_text(y, 6);
}

/// The box of those of a lattice of places in a box that have an image.
Extent image_of(const GeoPlacement& placed, bool into_frame, const Extent& e) {
  constexpr int kSteps = 32;
  std::vector<double> x, y;
  for (int k = 0; k <= kSteps; ++k)
    for (int j = 0; j <= kSteps; ++j) {
      x.push_back(e.west + (e.east - e.west) * k / kSteps);
      y.push_back(e.south + (e.north - e.south) * j / kSteps);
    }
  placed.project(into_frame, x, y);
  Extent image{INFINITY, INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    image = {std::min(image.west, x[i]), std::min(image.south, y[i]), std::max(image.east, x[i]),
             std::max(image.north, y[i])};
  }
  return image;
}

bool overlap(const Extent& a, const Extent& b) {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}

/// Whether any of the file's box comes into the frame. A file of half the world has no image there as a
/// whole, but the frame has one in it.
bool reaches_frame(const GeoPlacement& placed, const Extent& e, const FrameOnEarth& frame) {
  const Extent whole{0, 0, frame.width_m, frame.height_m};
  return overlap(image_of(placed, true, e), whole) || overlap(image_of(placed, false, whole), e);
}

}  // namespace

bool GeoPlacement::project(bool into_frame, std::vector<double>& x, std::vector<double>& y) const {
  OGRCoordinateTransformation* const change = into_frame ? to_frame.get() : to_file.get();
  if (stated)
    for (size_t i = 0; i < x.size(); ++i) {
      const std::array<double, 4>& m = *stated;
      x[i] = into_frame ? m[0] + m[1] * x[i] : (x[i] - m[0]) / m[1];
      y[i] = into_frame ? m[2] + m[3] * y[i] : (y[i] - m[2]) / m[3];
    }
  if (change == nullptr) return true;
  const QuietChange quiet;  // what has no image is told by who asks
  std::vector<int> good(x.size());
  change->Transform(static_cast<int>(x.size()), x.data(), y.data(), nullptr, good.data());
  bool all = true;
  for (size_t i = 0; i < good.size(); ++i) {
    if (good[i] && std::isfinite(x[i]) && std::isfinite(y[i])) continue;
    x[i] = y[i] = NAN;
    all = false;
  }
  return all;
}

Result<std::optional<GeoPlacement>> place_by_coordinates(const OGRSpatialReference* crs,
                                                         const std::optional<Extent>& extent,
                                                         const FrameOnEarth& frame, const std::string& file) {
  const bool local = crs == nullptr || crs->IsEmpty() || crs->IsLocal();
  if (local) {
    if (!extent || !within_frames(*extent, frame)) return std::optional<GeoPlacement>();
    return std::optional<GeoPlacement>(
        GeoPlacement{"its coordinates are metres of the frame", nullptr, nullptr});
  }
  if (!extent) return std::optional<GeoPlacement>();
  const std::unique_ptr<OGRSpatialReference, void (*)(OGRSpatialReference*)> own(
      crs->Clone(), [](OGRSpatialReference* c) { c->Release(); });
  own->SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
  const OGRSpatialReference metres =
      anchored_crs(frame.anchor_lon_deg, frame.anchor_lat_deg, frame.width_m, frame.height_m);
  const char* const name = crs->GetName();
  GeoPlacement placed{
      "by its CRS, " + std::string(name != nullptr ? name : "unnamed"),
      std::unique_ptr<OGRCoordinateTransformation>(OGRCreateCoordinateTransformation(own.get(), &metres)),
      std::unique_ptr<OGRCoordinateTransformation>(OGRCreateCoordinateTransformation(&metres, own.get()))};
  if (!placed.to_frame || !placed.to_file)
    return cannot_read(file,
                       "there is no way from its CRS to the frame's transverse Mercator; bring it to "
                       "WGS 84 or UTM first");
  if (!reaches_frame(placed, *extent, frame))
    return cannot_read(file, "it lies outside the frame, whose middle is at anchor_lon_deg " +
                                 decimal_text(frame.anchor_lon_deg, 6) + ", anchor_lat_deg " +
                                 decimal_text(frame.anchor_lat_deg, 6) + anchor_hint(*own, *extent));
  return std::optional<GeoPlacement>(std::move(placed));
}

Error cannot_read(const std::filesystem::path& file, const std::string& why) {
  return {ErrorKind::io, "could not read " + file.string() + ": " + why};
}

}  // namespace fw
