#include "render/geo/import/shape_parts.h"

#include <cpl_error.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "core/base/geometry.h"
#include "core/base/number_text.h"
#include "core/field/shape.h"

namespace fw {
namespace {

constexpr double kFirstTolerance_m = 0.25, kLastTolerance_m = 1000;
constexpr size_t kMostCrossings = 500;         // of a polygon that is mended: the time grows by their square
constexpr size_t kMostCrossingsOfAll = 20000;  // of all polygons of a file that are mended
constexpr size_t kMostCrossingsJoined = 200000;
constexpr size_t kMostVerticesToSimplify = 1 << 14;  // by topology; larger shapes are thinned first
constexpr double kLeastArea_m2 = 0.01;               // less is lost where places are rounded
constexpr double kFarthestPoint_m = 1e6;             // as a shape of a row

using Ring = std::vector<Vec2>;
using Geometry = std::unique_ptr<OGRGeometry>;

/// Texts of geometries: coordinates in whole millimetres, or exactly.
struct WktWriter {
  bool exact = false;

  std::string number(double metres) const {
    const double value = exact ? metres : std::round(metres * 1000) / 1000;
    return number_text(value == 0 ? 0 : value);
  }
  std::string place(double x, double y) const { return number(x) + " " + number(y); }
  std::string line(const Ring& line) const {
    std::string text;
    for (size_t i = 0; i < line.size(); ++i) text += (i > 0 ? ", " : "(") + place(line[i].x, line[i].y);
    return text + ")";
  }
  std::string polygon(const std::vector<Ring>& rings) const {
    std::string text;
    for (size_t r = 0; r < rings.size(); ++r) text += (r > 0 ? ", " : "(") + line(rings[r]);
    return text + ")";
  }
};

size_t vertex_count(const std::vector<Ring>& rings) {
  size_t count = 0;
  for (const Ring& ring : rings) count += ring.size();
  return count;
}

size_t vertex_count(const OGRGeometry& geometry) {
  struct Counter : OGRDefaultConstGeometryVisitor {
    size_t count = 0;
    using OGRDefaultConstGeometryVisitor::visit;
    void visit(const OGRPoint*) override { ++count; }
  } counter;
  geometry.accept(&counter);
  return counter.count;
}

Ring ring_of(const OGRSimpleCurve& curve) {
  Ring ring;
  for (int i = 0; i < curve.getNumPoints(); ++i) ring.push_back({curve.getX(i), curve.getY(i)});
  return ring;
}

std::vector<Ring> rings_of(const OGRPolygon& polygon) {
  std::vector<Ring> rings;
  if (polygon.getExteriorRing() == nullptr) return rings;
  rings.push_back(ring_of(*polygon.getExteriorRing()));
  for (int r = 0; r < polygon.getNumInteriorRings(); ++r)
    rings.push_back(ring_of(*polygon.getInteriorRing(r)));
  return rings;
}

std::unique_ptr<OGRPolygon> polygon_of(const std::vector<Ring>& rings) {
  auto polygon = std::make_unique<OGRPolygon>();
  for (const Ring& ring : rings) {
    auto made = std::make_unique<OGRLinearRing>();
    made->setNumPoints(static_cast<int>(ring.size()));
    for (size_t i = 0; i < ring.size(); ++i) made->setPoint(static_cast<int>(i), ring[i].x, ring[i].y);
    polygon->addRingDirectly(made.release());
  }
  return polygon;
}

/// All polygons as one geometry.
Geometry areas_of(const std::vector<std::vector<Ring>>& polygons) {
  if (polygons.size() == 1) return polygon_of(polygons[0]);
  auto all = std::make_unique<OGRMultiPolygon>();
  for (const auto& rings : polygons) all->addGeometryDirectly(polygon_of(rings).release());
  return all;
}

void add_polygons(const OGRGeometry& geometry, std::vector<std::vector<Ring>>& polygons) {
  if (wkbFlatten(geometry.getGeometryType()) == wkbPolygon) {
    std::vector<Ring> rings = rings_of(*geometry.toPolygon());
    if (!rings.empty()) polygons.push_back(std::move(rings));
  } else if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbGeometryCollection)) {
    for (const OGRGeometry* part : *geometry.toGeometryCollection()) add_polygons(*part, polygons);
  }
}

double area_of(const Ring& ring) {
  if (ring.empty()) return 0;
  double twice = 0;
  const Vec2 at = ring[0];  // near zero the sum keeps its digits
  for (size_t i = 0; i + 1 < ring.size(); ++i) {
    twice += cross(ring[i] - at, ring[i + 1] - at);
  }
  return std::fabs(twice) / 2;
}

/// Where a segment meets one side of a box.
Vec2 met(Vec2 a, Vec2 b, double side, bool of_x) {
  const double t = of_x ? (side - a.x) / (b.x - a.x) : (side - a.y) / (b.y - a.y);
  return of_x ? Vec2{side, a.y + (b.y - a.y) * t} : Vec2{a.x + (b.x - a.x) * t, side};
}

/// A ring cut to a box, side by side (Sutherland and Hodgman): what lies outside runs along the box.
Ring cut_ring(Ring ring, Vec2 low, Vec2 high) {
  struct Side {
    double at;
    bool of_x, above;
  };
  for (const Side& side : {Side{low.x, true, true}, Side{high.x, true, false}, Side{low.y, false, true},
                           Side{high.y, false, false}}) {
    const auto inside = [&](Vec2 p) {
      const double v = side.of_x ? p.x : p.y;
      return side.above ? v >= side.at : v <= side.at;
    };
    Ring cut;
    for (size_t i = 0; i + 1 < ring.size(); ++i) {
      const Vec2 a = ring[i], b = ring[i + 1];
      if (inside(a)) cut.push_back(a);
      if (inside(a) != inside(b)) cut.push_back(met(a, b, side.at, side.of_x));
    }
    if (!cut.empty()) cut.push_back(cut.front());
    ring = std::move(cut);
  }
  return ring;
}

/// The pieces of a line inside a box.
std::vector<Ring> cut_line(const Ring& line, Vec2 low, Vec2 high) {
  std::vector<Ring> pieces;
  bool joined = false;
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec2 a = line[i], b = line[i + 1], d = b - a;
    double from = 0, to = 1;  // Liang and Barsky
    const auto keep = [&](double p, double q) {
      if (p == 0) return q >= 0;
      const double t = q / p;
      if (p < 0) from = std::max(from, t);
      if (p > 0) to = std::min(to, t);
      return from <= to;
    };
    if (!keep(-d.x, a.x - low.x) || !keep(d.x, high.x - a.x) || !keep(-d.y, a.y - low.y) ||
        !keep(d.y, high.y - a.y)) {
      joined = false;
      continue;
    }
    if (!joined || from > 0) pieces.push_back({from > 0 ? a + d * from : a});
    pieces.back().push_back(to < 1 ? a + d * to : b);
    joined = to >= 1;
  }
  return pieces;
}

/// Whether two segments cross in their insides.
bool segments_cross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto side = [](Vec2 p, Vec2 q, Vec2 r) { return cross(q - p, r - p); };
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/// How often the rings cross each other and themselves, counted up to one more than `most`.
size_t crossings_of(const std::vector<std::vector<Ring>>& polygons, size_t most) {
  struct Segment {
    Vec2 a, b;
    double west, east, south, north;
  };
  std::vector<Segment> all;
  for (const auto& rings : polygons)
    for (const Ring& ring : rings)
      for (size_t i = 0; i + 1 < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[i + 1];
        all.push_back({a, b, std::min(a.x, b.x), std::max(a.x, b.x), std::min(a.y, b.y), std::max(a.y, b.y)});
      }
  std::sort(all.begin(), all.end(), [](const Segment& p, const Segment& q) { return p.west < q.west; });
  size_t crossings = 0;
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size() && all[j].west <= all[i].east; ++j) {
      const Segment &p = all[i], &q = all[j];
      if (q.south > p.north || q.north < p.south) continue;
      if (segments_cross(p.a, p.b, q.a, q.b) && ++crossings > most) return crossings;
    }
  return crossings;
}

/// Leaves out places nearer to the one before than a tolerance, in growing steps until few enough are left.
void thin(std::vector<std::vector<Ring>>& polygons, size_t most) {
  const auto count = [&] {
    size_t all = 0;
    for (const auto& rings : polygons) all += vertex_count(rings);
    return all;
  };
  for (double tolerance = kFirstTolerance_m; count() > most && tolerance <= kLastTolerance_m; tolerance *= 2)
    for (auto& rings : polygons) {
      for (Ring& ring : rings) {
        Ring kept;
        for (size_t i = 0; i < ring.size(); ++i)
          if (kept.empty() || i + 1 == ring.size() ||
              squared_distance(kept.back(), ring[i]) >= tolerance * tolerance)
            kept.push_back(ring[i]);
        if (kept.size() >= 4) ring = std::move(kept);
      }
    }
}

/// What GDAL and GEOS report meanwhile is no failure of the file.
class QuietGeometry {
 public:
  QuietGeometry() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietGeometry() { CPLPopErrorHandler(); }
  QuietGeometry(const QuietGeometry&) = delete;
  QuietGeometry& operator=(const QuietGeometry&) = delete;
};

Geometry simpler_than(const OGRGeometry& geometry, size_t most) {
  for (double tolerance = kFirstTolerance_m; tolerance <= kLastTolerance_m; tolerance *= 2) {
    Geometry simpler(geometry.SimplifyPreserveTopology(tolerance));
    if (simpler && vertex_count(*simpler) <= most) return simpler;
  }
  return nullptr;
}

/// Fewer vertices of a line; whether that can be.
bool simplify_line(Ring& line) {
  if (line.size() > kMostVerticesToSimplify) {
    std::vector<std::vector<Ring>> lines{{std::move(line)}};
    thin(lines, kMostVerticesToSimplify);
    line = std::move(lines[0][0]);
  }
  OGRLineString drawn;
  for (const Vec2 p : line) drawn.addPoint(p.x, p.y);
  Geometry simpler;
  for (double tolerance = kFirstTolerance_m; tolerance <= kLastTolerance_m; tolerance *= 2) {
    simpler.reset(drawn.Simplify(tolerance));
    if (!simpler || vertex_count(*simpler) <= kMostShapeVertices) break;
  }
  if (!simpler || vertex_count(*simpler) > kMostShapeVertices ||
      wkbFlatten(simpler->getGeometryType()) != wkbLineString)
    return false;
  line = ring_of(*simpler->toLineString());
  return true;
}

bool has_numbers(const OGRGeometry& geometry) {
  struct Finder : OGRDefaultConstGeometryVisitor {
    bool good = true;
    using OGRDefaultConstGeometryVisitor::visit;
    void visit(const OGRPoint* p) override {
      good = good && (p->IsEmpty() || (std::isfinite(p->getX()) && std::isfinite(p->getY())));
    }
  } finder;
  geometry.accept(&finder);
  return finder.good;
}

}  // namespace

ShapeReader::ShapeReader(const FrameOnEarth& frame, const GeoPlacement& placed, bool mend,
                         VectorSource& counts)
    : placed_(placed), mend_(mend), counts_(counts) {
  const double about = std::max(frame.width_m, frame.height_m);
  near_ = {{-about, -about}, {frame.width_m + about, frame.height_m + about}};
  near_file_ = box_in_file();
}

/// Nothing where the frame's surroundings have no place in the file's CRS, or lie on both sides of the world.
std::optional<ShapeReader::Box> ShapeReader::box_in_file() const {
  if (!placed_.to_file) return std::nullopt;
  constexpr int kSteps = 16;
  constexpr double kHalfWorld_deg = 180;
  const QuietGeometry quiet;
  std::vector<double> x, y;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; j <= kSteps; ++j) {
      x.push_back(near_.low.x + (near_.high.x - near_.low.x) * i / kSteps);
      y.push_back(near_.low.y + (near_.high.y - near_.low.y) * j / kSteps);
    }
  if (!placed_.project(false, x, y)) return std::nullopt;
  const auto [west, east] = std::minmax_element(x.begin(), x.end());
  const auto [south, north] = std::minmax_element(y.begin(), y.end());
  const OGRSpatialReference* const crs = placed_.to_file->GetTargetCS();
  if (crs != nullptr && crs->IsGeographic() && *east - *west > kHalfWorld_deg) return std::nullopt;
  return Box{{*west, *south}, {*east, *north}};
}

/// Places that have no image are left out; whether all have one.
bool ShapeReader::project(std::vector<Vec2>& places) const {
  std::vector<double> x, y;
  for (const Vec2 p : places) x.push_back(p.x), y.push_back(p.y);
  const bool all = placed_.project(true, x, y);
  size_t kept = 0;
  for (size_t i = 0; i < places.size(); ++i)
    if (std::isfinite(x[i]) && std::isfinite(y[i])) places[kept++] = {x[i], y[i]};
  places.resize(kept);
  return all;
}

void ShapeReader::collect(const OGRGeometry& geometry, ShapeParts& parts) {
  if (geometry.IsEmpty()) return;
  switch (wkbFlatten(geometry.getGeometryType())) {
    case wkbPoint:
      parts.points.push_back({geometry.toPoint()->getX(), geometry.toPoint()->getY()});
      return;
    case wkbLineString:
      parts.lines.push_back(ring_of(*geometry.toLineString()));
      return;
    case wkbPolygon:
    case wkbTriangle:
      parts.polygons.push_back(rings_of(*geometry.toPolygon()));
      return;
    default:
      if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbGeometryCollection))
        for (const OGRGeometry* part : *geometry.toGeometryCollection()) collect(*part, parts);
      else if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbPolyhedralSurface))
        for (const OGRPolygon* part : *geometry.toPolyhedralSurface()) collect(*part, parts);
  }
}

/// Cuts what is far off the frame, in coordinates of the file and then in metres.
void ShapeReader::bring_into_frame(ShapeParts& parts) const {
  const auto far = [](const Ring& places, const Box& box) {
    return std::any_of(places.begin(), places.end(), [&](Vec2 p) { return !box.holds(p); });
  };
  bool cut = false;
  const auto cut_all = [&](const Box& box) {
    std::vector<Ring> lines;
    for (Ring& line : parts.lines) {
      if (!far(line, box)) {
        lines.push_back(std::move(line));
        continue;
      }
      std::vector<Ring> pieces = cut_line(line, box.low, box.high);
      (pieces.empty() ? parts.off_frame : cut) = true;
      for (Ring& piece : pieces) lines.push_back(std::move(piece));
    }
    parts.lines = std::move(lines);
    for (auto& rings : parts.polygons)
      for (size_t r = 0; r < rings.size(); ++r) {
        if (!far(rings[r], box)) continue;
        rings[r] = cut_ring(std::move(rings[r]), box.low, box.high);
        (rings[r].empty() && r == 0 ? parts.off_frame : cut) = true;
        if (rings[r].empty() && r == 0) rings.clear();
      }
    for (auto& rings : parts.polygons) std::erase_if(rings, [](const Ring& ring) { return ring.empty(); });
    std::erase_if(parts.polygons, [](const auto& rings) { return rings.empty(); });
  };
  if (mend_ && near_file_) cut_all(*near_file_);
  bool all = project(parts.points);
  for (Ring& line : parts.lines) all = project(line) && all;
  for (auto& rings : parts.polygons)
    for (Ring& ring : rings) all = project(ring) && all;
  parts.off_frame = parts.off_frame || !all;
  if (!mend_) return;
  std::erase_if(parts.points, [&](Vec2 p) {
    const bool away = std::max(std::fabs(p.x), std::fabs(p.y)) > kFarthestPoint_m;
    parts.off_frame = parts.off_frame || away;
    return away;
  });
  cut_all(near_);
  counts_.cut += cut;
}

std::optional<ShapeParts> ShapeReader::parts_of(const OGRGeometry& given) {
  const QuietGeometry quiet;  // what becomes of a shape is told by its row
  if (!has_numbers(given)) return std::nullopt;
  ShapeParts parts;
  if (given.hasCurveGeometry()) {
    const Geometry linear(given.getLinearGeometry());
    if (linear) collect(*linear, parts);
  } else {
    collect(given, parts);
  }
  bool open = false;
  if (mend_)
    for (auto& rings : parts.polygons)
      for (Ring& ring : rings)
        if (!ring.empty() && !(ring.front() == ring.back())) {  // the last place of a ring need not be stated
          ring.push_back(ring.front());
          open = true;
        }
  counts_.closed += open;
  const bool any = !parts.empty();
  bring_into_frame(parts);
  if (!mend_ && parts.off_frame) return std::nullopt;
  if (any && !parts.empty() && parts.off_frame) ++counts_.off_parts;
  if (!mend_) return parts;
  const size_t before = parts.polygons.size();
  std::erase_if(parts.polygons, [](const auto& rings) { return rings[0].size() < 4; });
  parts.no_area = parts.polygons.size() < before;
  return parts;
}

/// Whether polygons cross too often to be mended, of themselves or with those of the file that were mended
/// before.
bool ShapeReader::is_tangled(const std::vector<std::vector<std::vector<Vec2>>>& polygons) {
  const size_t most = std::min(kMostCrossings, kMostCrossingsOfAll - crossings_);
  const size_t crossings = crossings_of(polygons, most);
  if (crossings > most) return true;
  crossings_ += crossings;
  return false;
}

/// Valid polygons of few enough vertices, or those given where they cross too often to be mended.
std::vector<std::unique_ptr<OGRPolygon>> ShapeReader::mended(Geometry geometry, ShapeParts& parts) {
  std::vector<std::unique_ptr<OGRPolygon>> out;
  std::vector<std::vector<Ring>> polygons;
  add_polygons(*geometry, polygons);
  bool simplified = false, was_mended = false;
  if (vertex_count(*geometry) > kMostVerticesToSimplify) {
    thin(polygons, kMostVerticesToSimplify);
    geometry = areas_of(polygons);
    simplified = true;
  }
  const bool tangled = !geometry->IsValid() && is_tangled(polygons);
  if (tangled) {
    ++counts_.tangled;
    const size_t before = vertex_count(*geometry);
    thin(polygons, kMostShapeVertices);
    geometry = areas_of(polygons);
    simplified = simplified || vertex_count(*geometry) < before;
  } else {
    const auto simplify = [&] {
      if (vertex_count(*geometry) <= kMostShapeVertices) return;
      if (Geometry simpler = simpler_than(*geometry, kMostShapeVertices)) {
        geometry = std::move(simpler);
        simplified = true;
      }
    };
    simplify();
    if (vertex_count(*geometry) <= kMostShapeVertices && !geometry->IsValid()) {
      Geometry whole(geometry->MakeValid());
      if (!whole) return out;
      geometry = std::move(whole);
      was_mended = true;
      simplify();
    }
  }
  counts_.simplified += simplified;
  polygons.clear();
  add_polygons(*geometry, polygons);
  for (const auto& rings : polygons) {
    if (!tangled && !(area_of(rings[0]) > kLeastArea_m2)) {
      parts.no_area = true;
      continue;
    }
    std::vector<Ring> kept{rings[0]};
    for (size_t r = 1; r < rings.size(); ++r)
      if (tangled || area_of(rings[r]) > kLeastArea_m2) kept.push_back(rings[r]);
    out.push_back(polygon_of(kept));
  }
  if (out.empty()) parts.no_area = true;
  counts_.mended += was_mended && !out.empty();
  return out;
}

std::vector<std::string> ShapeReader::shapes_of(ShapeParts& parts) {
  const QuietGeometry quiet;
  const WktWriter wkt{!mend_};
  std::vector<std::string> all;
  for (const Vec2 p : parts.points) all.push_back("POINT (" + wkt.place(p.x, p.y) + ")");
  for (Ring& line : parts.lines) {
    if (mend_ && line.size() > kMostShapeVertices) counts_.simplified += simplify_line(line);
    all.push_back("LINESTRING " + wkt.line(line));
  }
  if (parts.polygons.empty()) return all;
  std::vector<std::vector<Ring>> polygons;
  if (mend_)
    for (const auto& polygon : mended(areas_of(parts.polygons), parts))
      polygons.push_back(rings_of(*polygon));
  else
    polygons = parts.polygons;
  for (size_t first = 0; first < polygons.size();) {
    size_t end = first, vertices = 0;
    while (end < polygons.size() &&
           (end == first || !mend_ || vertices + vertex_count(polygons[end]) <= kMostShapeVertices))
      vertices += vertex_count(polygons[end++]);
    std::string text = end - first == 1 ? "POLYGON " : "MULTIPOLYGON (";
    for (size_t i = first; i < end; ++i) text += (i > first ? ", " : "") + wkt.polygon(polygons[i]);
    all.push_back(text + (end - first == 1 ? "" : ")"));
    first = end;
  }
  return all;
}

bool ShapeReader::dissolve(ShapeParts& parts) {
  const QuietGeometry quiet;
  OGRMultiPolygon all;
  std::vector<std::vector<Ring>> plain, tangled;
  for (auto& rings : parts.polygons) {
    for (Ring& ring : rings)  // neighbours share their corners, to the millimetre
      for (Vec2& p : ring) p = {std::round(p.x * 1000) / 1000, std::round(p.y * 1000) / 1000};
    Geometry polygon = polygon_of(rings);
    if (!polygon->IsValid()) {
      if (is_tangled({rings})) {
        tangled.push_back(std::move(rings));
        continue;
      }
      polygon.reset(polygon->MakeValid());
    }
    if (polygon) add_polygons(*polygon, plain);
  }
  if (crossings_of(plain, kMostCrossingsJoined) > kMostCrossingsJoined) return false;
  for (const auto& piece : plain) all.addGeometryDirectly(polygon_of(piece).release());
  const Geometry whole(all.UnionCascaded());
  if (!whole) return false;
  parts.polygons = std::move(tangled);
  add_polygons(*whole, parts.polygons);
  return true;
}

}  // namespace fw
