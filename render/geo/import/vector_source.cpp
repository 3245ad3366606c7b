#include <ogrsf_frmts.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "core/base/lower_case.h"
#include "core/base/number_text.h"
#include "render/geo/geo_import.h"
#include "render/geo/import/placement.h"
#include "render/geo/import/shape_parts.h"
#include "render/geo/import/vector_file.h"
#include "render/geo/table_number.h"
#include "render/geo/world_frame.h"

namespace fw {
namespace {

constexpr size_t kMostFieldBytes = size_t{16} << 20;    // of one value
constexpr size_t kMostFieldsBytes = size_t{128} << 20;  // of all values
constexpr size_t kFeaturesBetweenLooks = 64;

using Drawing = std::unique_ptr<OGRGeometry>;

/// A feature as its file has it.
struct Drawn {
  Drawing shape;
  std::string broken;  ///< the start of what is no shape
  std::vector<FieldValue> fields;
};

std::string start_of(const std::string& wkt) {
  constexpr size_t kMostShown = 60;
  return wkt.size() <= kMostShown ? wkt : wkt.substr(0, kMostShown) + "...";
}

std::string padded(int value, int digits) {
  std::string text = std::to_string(value);
  while (static_cast<int>(text.size()) < digits) text.insert(0, "0");
  return text;
}

/// A date or a time as ISO 8601 writes it.
std::string date_text(const OGRFeature& feature, int field, OGRFieldType type) {
  constexpr int kUtc = 100, kQuarter = 15;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, zone = 0;
  float second = 0;
  feature.GetFieldAsDateTime(field, &year, &month, &day, &hour, &minute, &second, &zone);
  const int whole = static_cast<int>(second);
  const int milli = static_cast<int>(std::lround((static_cast<double>(second) - whole) * 1000));
  const std::string date = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2);
  std::string time = padded(hour, 2) + ":" + padded(minute, 2) + ":" + padded(whole, 2);
  if (milli > 0 && milli < 1000) time += "." + padded(milli, 3);
  if (type == OFTDate) return date;
  if (type == OFTTime) return time;
  const int minutes = (zone - kUtc) * kQuarter;
  const std::string offset = padded(std::abs(minutes) / 60, 2) + ":" + padded(std::abs(minutes) % 60, 2);
  return date + "T" + time +
         (zone < kUtc - 56 ? ""
          : zone == kUtc   ? "Z"
                           : (minutes < 0 ? "-" : "+") + offset);
}

FieldValue field_value(const OGRFeature& feature, int field) {
  constexpr double kMostWhole = 9007199254740992.0;  // 2^53: doubles hold larger integers in part
  if (!feature.IsFieldSetAndNotNull(field)) return {};
  const OGRFieldDefn& defined = *feature.GetFieldDefnRef(field);
  switch (defined.GetType()) {
    case OFTInteger:
      if (defined.GetSubType() == OFSTBoolean)
        return std::string(feature.GetFieldAsInteger(field) != 0 ? "true" : "false");
      return feature.GetFieldAsDouble(field);
    case OFTInteger64: {
      const double value = feature.GetFieldAsDouble(field);
      if (std::fabs(value) >= kMostWhole) return std::string(feature.GetFieldAsString(field));
      return value;
    }
    case OFTReal:
      return feature.GetFieldAsDouble(field);
    case OFTDate:
    case OFTTime:
    case OFTDateTime:
      return date_text(feature, field, defined.GetType());
    default:
      return std::string(feature.GetFieldAsString(field));
  }
}

/// The layers of a file on their way into rows.
class Reader {
 public:
  Reader(const VectorRequest& request, const VectorFile& file) : request_(request), file_(file) {}

  VectorSource source;

  /// A layer that was not asked for: its name and how much it has.
  void name_only(OGRLayer& layer, const std::string& name) {
    SourceLayer out;
    out.name = name;
    out.is_read = false;
    out.count = layer.GetFeatureCount();
    source.layers.push_back(std::move(out));
  }

  Result<Done> read(OGRLayer& layer, const std::string& name) {
    const GdalSession session;
    SourceLayer out;
    out.name = name;
    OGRFeatureDefn& defined = *layer.GetLayerDefn();
    std::vector<int> fields = plain_fields(layer);
    for (const int f : fields) out.fields.emplace_back(defined.GetFieldDefn(f)->GetNameRef());
    out.has_shapes = defined.GetGeomFieldCount() > 0;
    const OGRSpatialReference* const crs = out.has_shapes ? layer.GetSpatialRef() : nullptr;
    if (session.failed())
      return cannot_read(request_.file, "the CRS of its layer " + name + " cannot be understood (" +
                                            session.first_failure() +
                                            "); set the layer's CRS anew in the program that wrote it");
    std::optional<Extent> extent;
    if (out.has_shapes) extent = extent_of_layer(layer);
    const auto next = [&](Drawn& drawn) -> Result<bool> {
      const OGRFeatureUniquePtr feature{layer.GetNextFeature()};
      if (!feature) return false;
      drawn = {};
      drawn.shape.reset(feature->StealGeometry());
      for (const int f : fields) {
        drawn.fields.push_back(field_value(*feature, f));
        if (const auto fits = count_bytes(drawn.fields.back()); !fits) return fits.error();
      }
      return true;
    };
    if (const auto done = fill(out, crs, extent, next); !done) return done;
    if (session.failed())
      return cannot_read(request_.file,
                         "its layer " + name + " is damaged (" + session.first_failure() + ")");
    source.layers.push_back(std::move(out));
    return Done{};
  }

  Result<Done> read(const TextTable& table, const std::string& name) {
    SourceLayer out;
    out.name = name;
    out.comma_is_point = table.comma_is_point;
    const size_t wkt = shape_column(table);
    out.has_shapes = wkt != SIZE_MAX;
    for (size_t f = 0; f < table.fields.size(); ++f)
      if (f != wkt) out.fields.push_back(table.fields[f]);
    std::vector<Drawn> all;
    OGREnvelope box;
    for (const std::vector<std::string>& cells : table.rows) {
      Drawn drawn;
      for (size_t f = 0; f < cells.size(); ++f)
        if (f != wkt) drawn.fields.emplace_back(cells[f]);
      if (wkt != SIZE_MAX && !cells[wkt].empty()) {
        drawn.shape = from_wkt(cells[wkt]);
        if (!drawn.shape) drawn.broken = start_of(cells[wkt]);
        if (drawn.shape && !drawn.shape->IsEmpty()) {
          OGREnvelope of_one;
          drawn.shape->getEnvelope(&of_one);
          if (std::isfinite(of_one.MinX + of_one.MaxX + of_one.MinY + of_one.MaxY)) box.Merge(of_one);
        }
      }
      all.push_back(std::move(drawn));
      if (all.size() % kFeaturesBetweenLooks == 0 && request_.progress.cancelled()) return cancelled();
    }
    std::optional<Extent> extent;
    if (box.IsInit()) extent = Extent{box.MinX, box.MinY, box.MaxX, box.MaxY};
    size_t at = 0;
    const auto next = [&](Drawn& drawn) -> Result<bool> {
      if (at == all.size()) return false;
      drawn = std::move(all[at++]);
      return true;
    };
    if (const auto done = fill(out, nullptr, extent, next); !done) return done;
    source.layers.push_back(std::move(out));
    return Done{};
  }

 private:
  using Next = std::function<Result<bool>(Drawn&)>;

  static Error cancelled() { return {ErrorKind::cancelled, "cancelled"}; }

  static Drawing from_wkt(const std::string& text) {
    OGRGeometry* made = nullptr;
    CPLPushErrorHandler(CPLQuietErrorHandler);
    const bool good = OGRGeometryFactory::createFromWkt(text.c_str(), nullptr, &made) == OGRERR_NONE;
    CPLPopErrorHandler();
    Drawing shape(made);
    return good ? std::move(shape) : nullptr;
  }

  /// The column of a table that is the text of its shapes.
  static size_t shape_column(const TextTable& table) {
    for (const char* name : {"shape", "wkt", "geometry", "the_geom", "geom"})
      for (size_t f = 0; f < table.fields.size(); ++f)
        if (lower_case(table.fields[f]) == name) return f;
    return SIZE_MAX;
  }

  /// The fields of a layer but those that are formulas, which GDAL is told to leave alone.
  std::vector<int> plain_fields(OGRLayer& layer) {
    OGRFeatureDefn& defined = *layer.GetLayerDefn();
    const auto found = file_.image.formulas.find(lower_case(layer.GetName()));
    std::vector<int> fields;
    std::vector<const char*> ignored;
    for (int f = 0; f < defined.GetFieldCount(); ++f) {
      const char* const name = defined.GetFieldDefn(f)->GetNameRef();
      const bool formula = found != file_.image.formulas.end() && found->second.contains(lower_case(name));
      if (formula)
        ignored.push_back(name);
      else
        fields.push_back(f);
    }
    source.formulas += static_cast<int64_t>(ignored.size());
    if (ignored.empty()) return fields;
    ignored.push_back(nullptr);
    layer.SetIgnoredFields(ignored.data());
    return fields;
  }

  static std::optional<Extent> extent_of_layer(OGRLayer& layer) {
    OGREnvelope box;
    if (layer.GetExtent(&box) != OGRERR_NONE || !std::isfinite(box.MinX + box.MaxX + box.MinY + box.MaxY))
      return std::nullopt;
    return Extent{box.MinX, box.MinY, box.MaxX, box.MaxY};
  }

  Result<Done> count_bytes(const FieldValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    if (text == nullptr) return Done{};
    bytes_ += text->size();
    if (text->size() <= kMostFieldBytes && bytes_ <= kMostFieldsBytes) return Done{};
    return cannot_read(request_.file,
                       text->size() > kMostFieldBytes
                           ? "a value of it has more than " + std::to_string(kMostFieldBytes >> 20) + " MiB"
                           : "its values have more than " + std::to_string(kMostFieldsBytes >> 20) +
                                 " MiB; leave out the fields that are not wanted");
  }

  /// GeoJSON without a CRS is WGS 84 to GDAL: our own files in metres say so, and no degrees go further.
  bool are_metres(const OGRSpatialReference* crs, const std::optional<Extent>& e) const {
    if (crs == nullptr || !crs->IsGeographic()) return false;
    if (file_.head.find(kMetreAxes) != std::string_view::npos) return true;
    return e && (e->west < -361 || e->east > 361 || e->south < -91 || e->north > 91);
  }

  /// The map that a person states; nothing where none is.
  std::optional<std::array<double, 4>> stated_map(const std::optional<Extent>& extent) const {
    const FrameOnEarth& frame = request_.frame;
    if (!request_.place) {
      if (!request_.from_top) return std::nullopt;
      return std::array<double, 4>{0, 1, frame.height_m, -1};
    }
    const ShapesPlace& at = *request_.place;
    double units = at.units, height = at.units_height, west = 0, low = 0;
    if (units <= 0 && extent) {
      units = extent->east - extent->west;
      height = extent->north - extent->south;
      west = extent->west;
      low = extent->south;
    } else if (height <= 0) {
      height = units * frame.height_m / frame.width_m;
    }
    if (!(units > 0)) units = 1;  // a single place
    const double scale = at.place.width_m / units;
    if (request_.from_top)
      return std::array<double, 4>{at.place.x_m - west * scale, scale, at.place.y_m + (height + low) * scale,
                                   -scale};
    return std::array<double, 4>{at.place.x_m - west * scale, scale, at.place.y_m - low * scale, scale};
  }

  Result<Done> place(const OGRSpatialReference* crs, const std::optional<Extent>& extent,
                     GeoPlacement& placed) {
    placed.stated = stated_map(extent);
    if (placed.stated) {
      placed.text = request_.place ? "where --place states" : "its coordinates are metres of the frame";
      if (request_.from_top) placed.text += ", y from the top down";
    } else {
      if (are_metres(crs, extent)) crs = nullptr;
      auto found = place_by_coordinates(crs, extent, request_.frame, request_.file.string());
      if (!found) return found.error();
      if (found.value()) placed = std::move(*found.value());
      if (placed.text.empty()) placed.text = "its coordinates are taken as metres of the frame";
    }
    if (source.placed_by.empty()) source.placed_by = placed.text;
    return Done{};
  }

  static size_t field_of(const SourceLayer& layer, const std::string& wanted) {
    for (size_t f = 0; f < layer.fields.size(); ++f)
      if (lower_case(layer.fields[f]) == lower_case(wanted)) return f;
    return SIZE_MAX;
  }
  static size_t first_of(const SourceLayer& layer, const std::string& stated,
                         const std::vector<std::string>& usual) {
    if (!stated.empty()) return field_of(layer, stated);
    for (const std::string& name : usual)
      if (const size_t f = field_of(layer, name); f != SIZE_MAX) return f;
    return SIZE_MAX;
  }

  /// The columns of a layer that say where its rows lie, and whether they are degrees.
  struct Columns {
    size_t x = SIZE_MAX, y = SIZE_MAX;
    bool degrees = false;
  };
  std::optional<Columns> columns_of_places(const SourceLayer& layer) const {
    const bool stated_xy = !request_.x.empty() || !request_.y.empty();
    const bool moved = request_.place || request_.from_top;
    const Columns xy{
        first_of(layer, request_.x,
                 moved ? std::vector<std::string>{"x_px", "x_m", "x"} : std::vector<std::string>{"x_m", "x"}),
        first_of(layer, request_.y,
                 moved ? std::vector<std::string>{"y_px", "y_m", "y"} : std::vector<std::string>{"y_m", "y"}),
        false};
    const bool has_xy = xy.x != SIZE_MAX && xy.y != SIZE_MAX;
    if (has_xy && (moved || (request_.points_of_columns && stated_xy))) return xy;
    const bool in_metres =
        stated_xy || (field_of(layer, "x_m") != SIZE_MAX && field_of(layer, "y_m") != SIZE_MAX);
    const Columns degrees{first_of(layer, request_.lon, {"lon", "lng", "long", "longitude"}),
                          first_of(layer, request_.lat, {"lat", "latitude"}), true};
    const bool said = !request_.lon.empty() && !request_.lat.empty();
    if (degrees.x != SIZE_MAX && degrees.y != SIZE_MAX && (said || !in_metres)) return degrees;
    if (has_xy && request_.points_of_columns) return xy;
    return std::nullopt;
  }

  static std::optional<double> number_in(const FieldValue& value, bool comma_is_point) {
    if (const auto* const number = std::get_if<double>(&value)) return *number;
    if (const auto* const text = std::get_if<std::string>(&value)) return table_number(*text, comma_is_point);
    return std::nullopt;
  }

  /// Gives features the points that their columns state; those without numbers there get none.
  Result<Done> points_from_columns(const SourceLayer& layer, const Columns& at, std::vector<Drawn>& all,
                                   std::optional<Extent>& extent) const {
    constexpr double kMostLon = 360, kMostLat = 90;
    OGREnvelope box;
    for (Drawn& drawn : all) {
      const auto x = number_in(drawn.fields[at.x], layer.comma_is_point),
                 y = number_in(drawn.fields[at.y], layer.comma_is_point);
      const auto empty = [](const FieldValue& value) {
        const auto* const text = std::get_if<std::string>(&value);
        return std::holds_alternative<std::monostate>(value) || (text != nullptr && text->empty());
      };
      if (empty(drawn.fields[at.x]) || empty(drawn.fields[at.y])) continue;
      if (!x || !y || (at.degrees && (std::fabs(*x) > kMostLon || std::fabs(*y) > kMostLat))) {
        const auto shown = [](const FieldValue& value) {
          const auto* const text = std::get_if<std::string>(&value);
          return text != nullptr ? *text : number_text(std::get<double>(value));
        };
        drawn.broken = start_of(layer.fields[at.x] + " " + shown(drawn.fields[at.x]) + ", " +
                                layer.fields[at.y] + " " + shown(drawn.fields[at.y]));
        continue;
      }
      drawn.shape = std::make_unique<OGRPoint>(*x, *y);
      box.Merge(*x, *y);
    }
    if (box.IsInit()) extent = Extent{box.MinX, box.MinY, box.MaxX, box.MaxY};
    return Done{};
  }

  Result<std::vector<Drawn>> collect(const Next& next) {
    std::vector<Drawn> all;
    for (Drawn drawn;;) {
      const auto more = next(drawn);
      if (!more) return more.error();
      if (!more.value()) return all;
      if (all.size() >= kMostFeatures) return too_many();
      all.push_back(std::move(drawn));
      if (all.size() % kFeaturesBetweenLooks == 0 && request_.progress.cancelled()) return cancelled();
    }
  }
  Error too_many() const {
    return cannot_read(request_.file, "it has more than " + std::to_string(kMostFeatures) +
                                          " features; cut it to the frame, or in parts");
  }

  /// The features of a layer; `crs`: of its shapes, null for none.
  Result<Done> fill(SourceLayer& out, const OGRSpatialReference* crs, std::optional<Extent> extent,
                    Next next) {
    std::vector<Drawn> held;
    size_t at = 0;
    OGRSpatialReference degrees;
    const std::optional<Columns> columns = out.has_shapes ? std::nullopt : columns_of_places(out);
    if (columns) {
      auto all = collect(next);
      if (!all) return all.error();
      held = std::move(all).value();
      if (const auto made = points_from_columns(out, *columns, held, extent); !made) return made;
      out.has_shapes = out.shapes_of_columns = true;
      if (columns->degrees) {
        degrees.SetWellKnownGeogCS("WGS84");
        degrees.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
        crs = &degrees;
      }
      next = [&](Drawn& drawn) -> Result<bool> {
        if (at == held.size()) return false;
        drawn = std::move(held[at++]);
        return true;
      };
    }
    GeoPlacement placed;
    if (out.has_shapes)
      if (const auto found = place(crs, extent, placed); !found) return found;
    ShapeReader shapes(request_.frame, placed, request_.mend, source);
    Groups groups;
    const size_t by = request_.dissolve.empty() ? SIZE_MAX : field_of(out, request_.dissolve);
    if (!request_.dissolve.empty() && by == SIZE_MAX)
      return Error{ErrorKind::usage,
                   "--dissolve " + request_.dissolve + ": the layer " + out.name + " has no such field"};
    for (Drawn drawn;;) {
      const auto more = next(drawn);
      if (!more) return more.error();
      if (!more.value()) break;
      if (request_.progress.cancelled()) return cancelled();
      if (++features_ > kMostFeatures) return too_many();
      take(drawn, shapes, by, groups, out);
    }
    for (const std::string& key : groups.order) {
      if (request_.progress.cancelled()) return cancelled();
      Group& group = groups.of.at(key);
      if (!shapes.dissolve(group.parts))
        return cannot_read(request_.file, "its areas of " + request_.dissolve + " " + start_of(key) +
                                              " overlap too often to be made one; leave out --dissolve");
      source.dissolved += group.count - 1;
      SourceFeature row;
      row.shapes = shapes.shapes_of(group.parts);
      row.no_area = row.shapes.empty();
      row.fields = std::move(group.fields);
      out.features.push_back(std::move(row));
    }
    out.count = static_cast<int64_t>(out.features.size());
    return Done{};
  }

  /// Features whose areas become one shape.
  struct Group {
    ShapeParts parts;
    std::vector<FieldValue> fields;  ///< of the first
    int64_t count = 0;
  };
  struct Groups {
    std::map<std::string, Group> of;
    std::vector<std::string> order;
  };

  static std::string group_key(const FieldValue& value) {
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const number = std::get_if<double>(&value)) return number_text(*number);
    return {};
  }

  void take(Drawn& drawn, ShapeReader& shapes, size_t by, Groups& groups, SourceLayer& out) {
    SourceFeature row;
    row.fields = std::move(drawn.fields);
    row.broken = std::move(drawn.broken);
    if (drawn.shape && !drawn.shape->IsEmpty()) {
      std::optional<ShapeParts> parts = shapes.parts_of(*drawn.shape);
      if (parts && by != SIZE_MAX && !parts->polygons.empty()) {
        const std::string key = group_key(row.fields[by]);
        auto [group, fresh] = groups.of.try_emplace(key);
        if (fresh) {
          groups.order.push_back(key);
          group->second.fields = std::move(row.fields);
        }
        ++group->second.count;
        for (auto& rings : parts->polygons) group->second.parts.polygons.push_back(std::move(rings));
        return;
      }
      if (parts) {
        row.shapes = shapes.shapes_of(*parts);
        row.off_frame = row.shapes.empty() && parts->off_frame;
        row.no_area = row.shapes.empty() && !row.off_frame && parts->no_area;
      }
      if (row.shapes.empty() && !row.off_frame && !row.no_area) {
        const std::unique_ptr<char, void (*)(void*)> wkt(
            [&] {
              char* text = nullptr;
              drawn.shape->exportToWkt(&text);
              return text;
            }(),
            &VSIFree);
        row.broken = start_of(wkt ? wkt.get() : "");
      }
    }
    out.features.push_back(std::move(row));
  }

  const VectorRequest& request_;
  const VectorFile& file_;
  size_t features_ = 0, bytes_ = 0;
};

/// The only layer with features of a kind; the points that tracks of a GPX file are made of are none.
const OGRLayer* likely_layer(const std::vector<std::pair<OGRLayer*, std::string>>& layers, ShapesKind kind) {
  const OGRLayer* found = nullptr;
  for (const auto& [layer, name] : layers) {
    const OGRwkbGeometryType type = wkbFlatten(layer->GetGeomType());
    const bool points = type == wkbPoint || type == wkbMultiPoint;
    const bool lines = OGR_GT_IsCurve(type) || OGR_GT_IsSubClassOf(type, wkbMultiCurve);
    const bool areas = OGR_GT_IsSurface(type) || OGR_GT_IsSubClassOf(type, wkbMultiSurface);
    const bool fits = (!points && !lines && !areas && type != wkbNone) ||
                      (kind == ShapesKind::points && points) || (kind == ShapesKind::lines && lines) ||
                      (kind == ShapesKind::areas && areas);
    if (!fits || name == "route_points" || name == "track_points" || layer->GetFeatureCount() == 0) continue;
    if (found != nullptr) return nullptr;
    found = layer;
  }
  return found;
}

/// GDAL names a layer after its file, which is one in memory.
std::string layer_name(OGRLayer& layer, const VectorFile& file, size_t dataset) {
  const std::string given = layer.GetName();
  const bool memory = given.starts_with("fieldwright-");
  return memory || given.empty() ? file.names[dataset] : given;
}

}  // namespace

Result<VectorSource> read_vectors(const VectorRequest& request) {
  const GdalSession session;
  auto opened = open_vector_file(request, session);
  if (!opened) return opened.error();
  VectorFile& file = opened.value();
  Reader reader(request, file);
  if (file.table) {
    if (const auto read = reader.read(*file.table, file.names[0]); !read) return read.error();
    return std::move(reader.source);
  }
  std::vector<std::pair<OGRLayer*, std::string>> layers;
  for (size_t d = 0; d < file.datasets.size(); ++d)
    for (OGRLayer* layer : file.datasets[d]->GetLayers()) {
      const char* const drawn = layer->GetGeometryColumn();
      const std::string table = lower_case(layer->GetName());
      const auto formulas = file.image.formulas.find(table);
      const bool made_up =
          file.image.queries.contains(table) ||
          (formulas != file.image.formulas.end() && formulas->second.contains(lower_case(drawn)));
      if (made_up)
        ++reader.source.views;
      else
        layers.emplace_back(layer, layer_name(*layer, file, d));
    }
  const auto is_wanted = [&](const std::string& name) {
    return std::find(request.layers.begin(), request.layers.end(), name) != request.layers.end();
  };
  const bool choose = layers.size() > 1 && !request.layers.empty();
  const bool named =
      std::any_of(layers.begin(), layers.end(), [&](const auto& l) { return is_wanted(l.second); });
  const OGRLayer* const likely =
      choose && !named && request.choose ? likely_layer(layers, request.likes) : nullptr;
  for (const auto& [layer, name] : layers) {
    if (choose && !is_wanted(name) && layer != likely) {
      reader.name_only(*layer, name);
      continue;
    }
    if (const auto read = reader.read(*layer, name); !read) return read.error();
  }
  if (session.failed()) return cannot_read(request.file, session.first_failure());
  if (reader.source.layers.empty())
    return cannot_read(request.file, reader.source.views > 0
                                         ? "it holds views alone; write them as tables first"
                                         : "it has no layer");
  return std::move(reader.source);
}

}  // namespace fw
