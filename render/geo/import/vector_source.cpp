#include <ogrsf_frmts.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/base/number_text.h"
#include "core/field/shape.h"
#include "render/geo/file_bytes.h"
#include "render/geo/gdal_session.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/placement.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr size_t kHeadBytes = 8192;
constexpr double kFirstTolerance_m = 0.25, kLastTolerance_m = 1000;

using Geometry = std::unique_ptr<OGRGeometry>;

/// Texts of geometries: coordinates in whole millimetres, or exactly.
struct WktWriter {
  bool exact = false;

  std::string number(double metres) const {
    const double value = exact ? metres : std::round(metres * 1000) / 1000;
    return number_text(value == 0 ? 0 : value);
  }
  std::string place(double x, double y) const { return number(x) + " " + number(y); }
  std::string line(const OGRSimpleCurve& line) const {
    std::string text;
    for (int i = 0; i < line.getNumPoints(); ++i)
      text += (i > 0 ? ", " : "(") + place(line.getX(i), line.getY(i));
    return text + ")";
  }
  std::string polygon(const OGRPolygon& polygon) const {
    std::string text = "(" + line(*polygon.getExteriorRing());
    for (int r = 0; r < polygon.getNumInteriorRings(); ++r) text += ", " + line(*polygon.getInteriorRing(r));
    return text + ")";
  }
};

/// The parts of a geometry by kind, down to single points, lines and polygons.
struct Parts {
  WktWriter wkt;
  std::vector<std::string> points{}, lines{}, polygons{};

  void add(const OGRGeometry& geometry) {
    if (geometry.IsEmpty()) return;
    switch (wkbFlatten(geometry.getGeometryType())) {
      case wkbPoint: {
        const OGRPoint& p = *geometry.toPoint();
        points.push_back("POINT (" + wkt.place(p.getX(), p.getY()) + ")");
        return;
      }
      case wkbLineString:
        lines.push_back("LINESTRING " + wkt.line(*geometry.toLineString()));
        return;
      case wkbPolygon:
        polygons.push_back(wkt.polygon(*geometry.toPolygon()));
        return;
      default:
        if (OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbGeometryCollection))
          for (const OGRGeometry* part : *geometry.toGeometryCollection()) add(*part);
    }
  }

  /// Points and lines each on their own, all polygons as one shape.
  std::vector<std::string> shapes() && {
    std::vector<std::string> all = std::move(points);
    all.insert(all.end(), lines.begin(), lines.end());
    if (polygons.size() == 1) all.push_back("POLYGON " + polygons[0]);
    if (polygons.size() < 2) return all;
    std::string text = "MULTIPOLYGON (";
    for (size_t i = 0; i < polygons.size(); ++i) text += (i > 0 ? ", " : "") + polygons[i];
    all.push_back(text + ")");
    return all;
  }
};

size_t vertices(const OGRGeometry& geometry) {
  struct Counter : OGRDefaultConstGeometryVisitor {
    size_t count = 0;
    using OGRDefaultConstGeometryVisitor::visit;
    void visit(const OGRPoint*) override { ++count; }
  } counter;
  geometry.accept(&counter);
  return counter.count;
}

bool is_areal(const OGRGeometry& geometry) {
  return OGR_GT_IsSurface(geometry.getGeometryType()) ||
         OGR_GT_IsSubClassOf(geometry.getGeometryType(), wkbMultiSurface) ||
         wkbFlatten(geometry.getGeometryType()) == wkbGeometryCollection;
}

/// What GDAL and GEOS report meanwhile is no failure of the file.
class QuietErrors {
 public:
  QuietErrors() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietErrors() { CPLPopErrorHandler(); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;
};

/// What a file's geometry becomes on its way into rows.
class Reader {
 public:
  Reader(const VectorRequest& request, const GdalSession& session, std::string_view head, bool keeps_wkt,
         const MemoryFile& memory)
      : request_(request),
        session_(session),
        head_(head),
        keeps_wkt_(keeps_wkt),
        memory_stem_(std::filesystem::path(memory.name()).stem().string()) {}

  Result<Done> read(OGRLayer& layer) {
    SourceLayer out;
    out.name = layer.GetName();
    if (out.name == memory_stem_) out.name = request_.file.stem().string();
    OGRFeatureDefn& defined = *layer.GetLayerDefn();
    std::vector<int> fields, wkt;
    for (int f = 0; f < defined.GetFieldCount(); ++f) (holds_wkt(defined, f) ? wkt : fields).push_back(f);
    for (const int f : fields) out.fields.emplace_back(defined.GetFieldDefn(f)->GetNameRef());
    out.has_shapes = defined.GetGeomFieldCount() > 0;
    GeoPlacement placed;
    if (out.has_shapes)
      if (const auto found = place(layer, placed); !found) return found;
    while (const OGRFeatureUniquePtr feature{layer.GetNextFeature()}) {
      if (++features_ > kMostFeatures)
        return cannot_read(request_.file, "it has more than " + std::to_string(kMostFeatures) +
                                              " features; cut it to the frame, or in parts");
      SourceFeature row;
      const OGRGeometry* const drawn = feature->GetGeometryRef();
      if (drawn != nullptr && !drawn->IsEmpty()) {
        row.shapes = shapes_of(*drawn, placed);
        if (row.shapes.empty()) row.broken = start_of(drawn->exportToWkt());
      } else if (drawn == nullptr && !wkt.empty()) {
        row.broken = start_of(feature->GetFieldAsString(wkt.front()));
      }
      for (const int f : fields) row.fields.push_back(value_of(*feature, f));
      out.features.push_back(std::move(row));
    }
    if (session_.failed()) return cannot_read(request_.file, session_.first_failure());
    source.layers.push_back(std::move(out));
    return Done{};
  }

  VectorSource source;

 private:
  /// GeoJSON without a CRS is WGS 84 to GDAL: our own files in metres say so, and no degrees go further.
  bool are_metres(const OGRSpatialReference* crs, const std::optional<Extent>& e) const {
    if (crs == nullptr || !crs->IsGeographic()) return false;
    if (head_.find(kMetreAxes) != std::string_view::npos) return true;
    return e && (e->west < -361 || e->east > 361 || e->south < -91 || e->north > 91);
  }

  Result<Done> place(OGRLayer& layer, GeoPlacement& placed) {
    const OGRSpatialReference* crs = layer.GetSpatialRef();
    OGREnvelope box;
    std::optional<Extent> extent;
    if (layer.GetExtent(&box) == OGRERR_NONE && std::isfinite(box.MinX) && std::isfinite(box.MaxX) &&
        std::isfinite(box.MinY) && std::isfinite(box.MaxY))
      extent = Extent{box.MinX, box.MinY, box.MaxX, box.MaxY};
    if (are_metres(crs, extent)) crs = nullptr;
    auto found = place_by_coordinates(crs, extent, request_.frame, request_.file.string());
    if (!found) return found.error();
    if (found.value()) placed = std::move(*found.value());
    if (placed.text.empty()) placed.text = "its coordinates are taken as metres of the frame";
    if (source.placed_by.empty()) source.placed_by = placed.text;
    return Done{};
  }

  /// Whether a column of a CSV is the text of its shapes.
  bool holds_wkt(OGRFeatureDefn& defined, int field) const {
    if (!keeps_wkt_) return false;
    const std::string_view name = defined.GetFieldDefn(field)->GetNameRef();
    for (int g = 0; g < defined.GetGeomFieldCount(); ++g) {
      const std::string_view shape = defined.GetGeomFieldDefn(g)->GetNameRef();
      if (name == (shape.empty() ? "WKT" : shape)) return true;  // GDAL gives a column WKT no name
    }
    return false;
  }

  static std::string start_of(const std::string& wkt) {
    constexpr size_t kMostShown = 60;
    return wkt.size() <= kMostShown ? wkt : wkt.substr(0, kMostShown) + "...";
  }

  /// Nothing where the geometry cannot be brought into the frame, or be mended.
  std::vector<std::string> shapes_of(const OGRGeometry& given, const GeoPlacement& placed) {
    const QuietErrors quiet;  // what becomes of a shape is told by its row
    Geometry geometry(given.hasCurveGeometry() ? given.getLinearGeometry() : given.clone());
    geometry->flattenTo2D();
    if (request_.mend) close_rings(*geometry);
    if (placed.to_frame && geometry->transform(placed.to_frame.get()) != OGRERR_NONE) return {};
    // Simpler first: to mend a shape takes time by the square of its crossings.
    if (vertices(*geometry) > kMostShapeVertices) simplify(geometry);
    if (request_.mend && is_areal(*geometry) && vertices(*geometry) <= kMostShapeVertices &&
        !geometry->IsValid()) {
      Geometry whole(geometry->MakeValid());
      if (!whole) return {};
      geometry = std::move(whole);
      ++source.mended;
      if (vertices(*geometry) > kMostShapeVertices) simplify(geometry);
    }
    Parts parts{WktWriter{!request_.mend}};
    parts.add(*geometry);
    return std::move(parts).shapes();
  }

  /// The last place of a ring need not be stated.
  void close_rings(OGRGeometry& geometry) {
    const size_t before = vertices(geometry);
    geometry.closeRings();
    source.closed += vertices(geometry) > before;
  }

  void simplify(Geometry& geometry) {
    for (double tolerance = kFirstTolerance_m; tolerance <= kLastTolerance_m; tolerance *= 2) {
      Geometry simpler(geometry->SimplifyPreserveTopology(tolerance));
      if (!simpler || vertices(*simpler) > kMostShapeVertices) continue;
      geometry = std::move(simpler);
      ++source.simplified;
      return;
    }
  }

  static FieldValue value_of(const OGRFeature& feature, int field) {
    if (!feature.IsFieldSetAndNotNull(field)) return {};
    switch (feature.GetFieldDefnRef(field)->GetType()) {
      case OFTInteger:
      case OFTInteger64:
      case OFTReal:
        return feature.GetFieldAsDouble(field);
      default:
        return std::string(feature.GetFieldAsString(field));
    }
  }

  const VectorRequest& request_;
  const GdalSession& session_;
  std::string_view head_;
  bool keeps_wkt_;           ///< the columns of a CSV's shapes are among its fields
  std::string memory_stem_;  ///< GDAL names a layer after its file, which is one in memory
  size_t features_ = 0;
};

/// The views of a GeoPackage: a query of a stranger may never end, so none is run.
std::set<std::string> views_of(GDALDataset& dataset) {
  std::set<std::string> names;
  if (std::string_view(dataset.GetDriverName()) != "GPKG") return names;
  OGRLayer* const found =
      dataset.ExecuteSQL("SELECT name FROM sqlite_master WHERE type = 'view'", nullptr, nullptr);
  if (found == nullptr) return names;
  while (const OGRFeatureUniquePtr row{found->GetNextFeature()}) names.insert(row->GetFieldAsString(0));
  dataset.ReleaseResultSet(found);
  return names;
}

/// GDAL tells some formats by the name's end.
std::string suffix_of(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  for (char& c : suffix) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::array<std::string_view, 4> known{".csv", ".gpkg", ".geojson", ".json"};
  return std::find(known.begin(), known.end(), suffix) == known.end() ? ".vector" : suffix;
}

}  // namespace

Result<VectorSource> read_vectors(const VectorRequest& request) {
  auto bytes = read_bytes(request.file, kMostSourceBytes);
  if (!bytes) return bytes.error();
  const GdalSession session;
  const MemoryFile memory(suffix_of(request.file), bytes.value());
  const std::array<const char*, 4> drivers{"GeoJSON", "GPKG", "CSV", nullptr};
  const std::array<const char*, 4> options{"AUTODETECT_TYPE=YES", "GEOM_POSSIBLE_NAMES=shape,wkt,geometry",
                                           "KEEP_GEOM_COLUMNS=YES", nullptr};
  const Dataset dataset = [&] {
    const QuietErrors quiet;  // drivers warn of the others' options
    return Dataset(GDALDataset::Open(memory.name(), GDAL_OF_VECTOR | GDAL_OF_READONLY, drivers.data(),
                                     options.data(), nullptr));
  }();
  if (!dataset) return cannot_read(request.file, "it is no GeoJSON, no GeoPackage and no CSV");
  Reader reader(request, session, std::string_view(bytes.value()).substr(0, kHeadBytes),
                std::string_view(dataset->GetDriverName()) == "CSV", memory);
  const std::set<std::string> views = views_of(*dataset);
  for (OGRLayer* layer : dataset->GetLayers()) {
    if (views.contains(layer->GetName())) {
      ++reader.source.views;
      continue;
    }
    if (const auto read = reader.read(*layer); !read) return read.error();
  }
  if (reader.source.layers.empty())
    return cannot_read(request.file, reader.source.views > 0
                                         ? "it holds views alone; write them as tables first"
                                         : "it has no layer");
  return std::move(reader.source);
}

}  // namespace fw
