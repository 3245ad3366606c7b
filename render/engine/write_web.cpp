#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <span>
#include <string_view>
#include <tuple>

#include "core/base/base64.h"
#include "core/base/decimal.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "core/model/number_text.h"
#include "render/engine/target_parts.h"
#include "render/engine/targets.h"
#include "render/engine/terrain_mesh.h"
#include "render/geo/geo_export.h"

// A page that a browser opens from a folder or a server. Browsers forbid a page of a folder to fetch, so data
// and tiles are scripts.
namespace fw {
namespace {

constexpr double kEarth_m = 6378137;
constexpr int kTile_px = 256;
constexpr int kDeepest = 22, kLevels = 6;
constexpr size_t kMostFeatures = 20000;  // that the page makes into tiles by itself
constexpr std::array<std::string_view, 5> kSearched{"uid", "id", "class", "name", "label"};

/// Plane metres about (0, 0) as degrees of Web Mercator. The latitude is the Gudermannian by its series,
/// whose first term left out is below 1e-17 for 100 km.
double longitude(double x_m) {
  return x_m / kEarth_m * (180 / std::numbers::pi);
}
double latitude(double y_m) {
  const double t = y_m / kEarth_m, s = t * t;
  return t * (1 - s * (1.0 / 6 - s * (1.0 / 24 - s * 61.0 / 5040))) * (180 / std::numbers::pi);
}

std::string hex_colour(std::array<uint8_t, 3> rgb) {
  std::string out = "#";
  for (const uint8_t byte : rgb) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::array<uint8_t, 3> bytes_of(Rgb c) {
  const auto byte = [](double v) { return static_cast<uint8_t>(v * 255 + 0.5); };
  return {byte(c.r), byte(c.g), byte(c.b)};
}

/// Columns of a table, those of `names` alone.
AttributeTable with_columns(const AttributeTable& table, std::span<const std::string_view> names) {
  AttributeTable out;
  std::vector<size_t> kept;
  for (size_t c = 0; c < table.columns.size(); ++c)
    if (std::find(names.begin(), names.end(), table.columns[c].name) != names.end()) kept.push_back(c);
  for (const size_t c : kept) out.columns.push_back(table.columns[c]);
  for (const auto& row : table.rows) {
    auto& shorter = out.rows.emplace_back();
    for (const size_t c : kept) shorter.push_back(row[c]);
  }
  return out;
}

/// One square of the map.
struct TileAt {
  int z = 0, x = 0, y = 0;
};

class Web {
 public:
  Web(const ExportSource& source, ExportSink& sink)
      : source_(source),
        sink_(sink),
        cells_(source.world->grid),
        axes_(to_target(axes_of("web"), cells_.width_m(), cells_.height_m())),
        layers_(class_rasters(source)) {}

  Result<Done> write() {
    const auto made = surface_for(source_, "web");
    if (!made) return made.error();
    ground_ = made.value().get();
    things_ = things_for(source_, "web");
    state_facts(source_, "web", things_, sink_);
    sink_.facts.target_version = "MapLibre GL JS 5.24.1";
    sink_.facts.unmapped.clear();  // the page draws every class itself
    sink_.facts.surface = made.value();
    for (const char* name :
         {"index.html", "page.js", "page.css", "maplibre-gl.js", "maplibre-gl.css", "LICENSE-maplibre.txt"})
      if (auto put = sink_.put(name, script_text(std::string("web/") + name)); !put) return put;
    const auto overview = albedo_png(source_);
    if (!overview) return overview.error();
    if (auto put = sink_.put("overview.png", overview.value()); !put) return put;
    choose_levels();
    if (auto put = sink_.put("data/world.js", world_text()); !put) return put;
    if (auto put = put_points(); !put) return put;
    if (auto put = sink_.put("data/regions.js", regions_text()); !put) return put;
    for (const ExportLayer& layer : source_.layers)
      if (auto put = sink_.put("data/" + layer.name + ".js", shapes_text(layer)); !put) return put;
    return put_tiles();
  }

 private:
  std::string at_text(Vec2 p) const {
    const Place3 q = axes_({p.x, p.y, 0});
    return "[" + short_decimal(longitude(q.x), 9) + "," + short_decimal(latitude(q.y), 9) + "]";
  }

  /// The deepest level is the first whose pixels are no larger than cells.
  void choose_levels() {
    const auto pixel_m = [](int z) { return 2 * std::numbers::pi * kEarth_m / kTile_px / (1 << z); };
    while (deepest_ < kDeepest && pixel_m(deepest_) > cells_.cell_m) ++deepest_;
    shallowest_ = std::max(0, deepest_ - kLevels);
  }

  std::string world_text() const {
    const CategoryLabels& labels = source_.world->vocabulary.categories;
    const std::array<std::string, 4> titles{labels.resource, labels.wildlife, labels.enemy, "Landmarks"};
    std::string out = "window.FIELDWRIGHT = {\n  \"name\": " + json_string(source_.tmpl->name) +
                      ",\n  \"width_m\": " + number_text(cells_.width_m()) +
                      ",\n  \"height_m\": " + number_text(cells_.height_m()) +
                      ",\n  \"south_west\": " + at_text({0, 0}) +
                      ",\n  \"north_east\": " + at_text({cells_.width_m(), cells_.height_m()}) +
                      ",\n  \"min_zoom\": " + std::to_string(shallowest_) +
                      ",\n  \"max_zoom\": " + std::to_string(deepest_) +
                      ",\n  \"points_in_tiles\": " + (tiled() ? "true" : "false") + ",\n  \"layers\": [\n";
    for (size_t k = 0; k < layers_.size(); ++k) {
      out += "    {\"name\": " + json_string(layers_[k].name) + ", \"classes\": [";
      for (size_t code = 0; code < layers_[k].classes.size(); ++code) {
        const LayerClass& cls = layers_[k].classes[code];
        out += (code ? ",\n      " : "\n      ") + std::string("{\"id\": ") + json_string(cls.slug) +
               ", \"label\": " + json_string(cls.label.empty() ? cls.slug : cls.label) + ", \"colour\": \"" +
               hex_colour(cls.rgb) + "\"}";
      }
      out += std::string("]}") + (k + 1 < layers_.size() ? ",\n" : "\n");
    }
    out += "  ],\n  \"categories\": [";
    for (size_t c = 0; c < kCategorySlugs.size(); ++c)
      out += (c ? ", " : "") + std::string("{\"id\": ") + json_string(kCategorySlugs[c]) +
             ", \"label\": " + json_string(titles[c]) + "}";
    out += "],\n  \"classes\": [\n";
    std::set<int> used;
    for (const ExportPoint* thing : things_) used.insert(thing->class_index);
    size_t left = used.size();
    for (const int k : used) {
      const PointClassInfo& cls = source_.world->points.classes[static_cast<size_t>(k)];
      out += "    {\"id\": " + json_string(cls.slug) + ", \"label\": " + json_string(cls.label) +
             ", \"category\": " + json_string(kCategorySlugs[static_cast<size_t>(cls.category)]) +
             ", \"colour\": \"" + hex_colour(bytes_of(class_colour(source_, cls))) + "\"}" +
             (--left ? ",\n" : "\n");
    }
    out += "  ],\n  \"shapes\": [";
    for (size_t k = 0; k < source_.layers.size(); ++k)
      out += std::string(k ? ",\n    " : "\n    ") + "{\"name\": " + json_string(source_.layers[k].name) +
             ", \"kind\": " + json_string(kShapeKindSlugs[static_cast<size_t>(source_.layers[k].kind)]) +
             ", \"colour\": \"" + hex_colour(bytes_of(look_of(source_.layers[k].name).colour)) + "\"}";
    return out + "\n  ]\n};\n";
  }

  /// Features, one a line, as a script that hands them to the page.
  static std::string features(const std::string& name, const std::vector<std::string>& rows) {
    std::string out =
        "window.FIELDWRIGHT[" + json_string(name) + "] = {\"type\": \"FeatureCollection\", \"features\": [\n";
    for (size_t i = 0; i < rows.size(); ++i) out += rows[i] + (i + 1 < rows.size() ? ",\n" : "\n");
    return out + "]};\n";
  }

  static std::string feature(const std::string& kind, const std::string& coordinates,
                             const std::string& properties) {
    return "{\"type\": \"Feature\", \"geometry\": {\"type\": \"" + kind +
           "\", \"coordinates\": " + coordinates + "}, \"properties\": " + properties + "}";
  }

  /// Points as features of their own; many as vector tiles, beside what the search looks at.
  Result<Done> put_points() {
    const AttributeTable table = points_table(source_, things_, *ground_, QuadShape::bilinear);
    if (!tiled()) return sink_.put("data/points.js", points_text(table));
    if (auto put = sink_.put("data/points.js", points_text(with_columns(table, kSearched))); !put) return put;
    std::vector<Vec2> places;
    for (const ExportPoint* thing : things_) {
      const Place3 q = axes_({thing->position_m.x, thing->position_m.y, 0});
      places.push_back({q.x, q.y});
    }
    auto made = make_vector_tiles("points", table, places, shallowest_, deepest_);
    if (!made) return made.error();
    for (VectorTile& tile : made.value())
      point_tiles_.emplace(std::tuple(tile.z, tile.x, tile.y), std::move(tile.bytes));
    return Done{};
  }

  bool tiled() const { return things_.size() > kMostFeatures; }

  std::string points_text(const AttributeTable& table) const {
    std::vector<std::string> rows;
    for (size_t i = 0; i < things_.size(); ++i)
      rows.push_back(feature("Point", at_text(things_[i]->position_m), json_row(table, i)));
    return features("points", rows);
  }

  std::string ring_text(const std::vector<Vec2>& ring) const {
    std::string out = "[";
    for (const Vec2 v : ring) out += at_text(v) + ",";
    return out + at_text(ring.front()) + "]";
  }

  std::string regions_text() const {
    std::vector<std::string> rows;
    for (const ExportRegion& area : source_.areas) {
      std::string polygons;
      for (const auto& polygon : area.polygons) {
        std::string rings;
        for (const auto& ring : polygon) rings += (rings.empty() ? "" : ",") + ring_text(ring);
        polygons += (polygons.empty() ? "[" : ",[") + rings + "]";
      }
      rows.push_back(feature("MultiPolygon", "[" + polygons + "]", json_row(source_.regions, area.row)));
    }
    return features("regions", rows);
  }

  std::string shapes_text(const ExportLayer& layer) const {
    constexpr std::array<const char*, 3> kGeometries{"Point", "LineString", "Polygon"};
    std::vector<std::string> rows;
    for (const ExportShape& shape : layer.shapes) {
      std::string places;
      for (const std::vector<Vec2>& part : shape.shape.parts)
        if (layer.kind == ShapeKind::area)
          places += (places.empty() ? "" : ",") + ring_text(part);
        else
          for (const Vec2 v : part) places += (places.empty() ? "" : ",") + at_text(v);
      rows.push_back(feature(kGeometries[static_cast<size_t>(layer.kind)],
                             layer.kind == ShapeKind::point ? places : "[" + places + "]",
                             json_row(layer.table, shape.row)));
    }
    return features(layer.name, rows);
  }

  /// Tiles of a level that the frame touches.
  std::vector<TileAt> tiles_of(int z) const {
    const double side = 2 * std::numbers::pi * kEarth_m / (1 << z), middle = (1 << z) / 2.0;
    const double w = cells_.width_m() / 2, h = cells_.height_m() / 2;
    std::vector<TileAt> tiles;
    for (int y = static_cast<int>(std::floor(middle - h / side)); y < middle + h / side; ++y)
      for (int x = static_cast<int>(std::floor(middle - w / side)); x < middle + w / side; ++x)
        tiles.push_back({z, x, y});
    return tiles;
  }

  /// Calls paint(p, out) with the frame's place of every pixel.
  template <typename Paint>
  Result<std::string> picture(const TileAt& tile, int channels, const Paint& paint) const {
    const double side = 2 * std::numbers::pi * kEarth_m / (1 << tile.z), middle = (1 << tile.z) / 2.0;
    const double pixel = side / kTile_px;
    return png_of({kTile_px, kTile_px, channels, 8}, [&](int row, uint8_t* out) {
      for (int c = 0; c < kTile_px; ++c, out += channels)
        paint(Vec2{(tile.x - middle) * side + (c + 0.5) * pixel + cells_.width_m() / 2,
                   (middle - tile.y) * side - (row + 0.5) * pixel + cells_.height_m() / 2},
              out);
    });
  }

  bool in_frame(Vec2 p) const {
    return p.x >= 0 && p.y >= 0 && p.x < cells_.width_m() && p.y < cells_.height_m();
  }

  Result<std::string> tile_text(const TileAt& tile) const {
    std::string name = std::to_string(tile.z) + "/" + std::to_string(tile.x) + "/" + std::to_string(tile.y);
    std::string out = "FieldwrightTiles.put(\"" + name + "\", {\n";
    for (const ClassLayerView& layer : layers_) {
      const auto png = picture(tile, 4, [&](Vec2 p, uint8_t* pixel) {
        const bool inside = in_frame(p);
        const auto& rgb = layer.classes[inside ? (*layer.codes)[cells_.cell_at(p)] : uint8_t{0}].rgb;
        std::copy(rgb.begin(), rgb.end(), pixel);
        pixel[3] = inside ? 255 : 0;
      });
      if (!png) return png.error();
      out += "  " + json_string(layer.name) + ": \"" + base64_text(png.value()) + "\",\n";
    }
    // Terrarium: metres + 32768 in three bytes, the last of fractions.
    const auto heights = picture(tile, 3, [&](Vec2 p, uint8_t* pixel) {
      const double h = in_frame(p) ? std::max(0.0, ground_under(*ground_, p, QuadShape::bilinear)) : 0.0;
      const auto value = static_cast<uint32_t>((h + 32768) * 256);
      pixel[0] = static_cast<uint8_t>(value >> 16);
      pixel[1] = static_cast<uint8_t>(value >> 8 & 255);
      pixel[2] = static_cast<uint8_t>(value & 255);
    });
    if (!heights) return heights.error();
    // A tile of many points' map has a list of them, though it may be empty.
    const auto points = point_tiles_.find({tile.z, tile.x, tile.y});
    if (tiled())
      out += "  \"points\": \"" + (points == point_tiles_.end() ? "" : base64_text(points->second)) + "\",\n";
    return out + "  \"height\": \"" + base64_text(heights.value()) + "\"\n});\n";
  }

  Result<Done> put_tiles() {
    for (int z = shallowest_; z <= deepest_; ++z) {
      const std::vector<TileAt> tiles = tiles_of(z);
      std::vector<Result<std::string>> texts(tiles.size(), Result<std::string>(std::string()));
      parallel_for(tiles.size(), 1, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) texts[i] = tile_text(tiles[i]);
      });
      for (size_t i = 0; i < tiles.size(); ++i) {
        if (!texts[i]) return texts[i].error();
        const TileAt& t = tiles[i];
        const std::string name =
            "tiles/" + std::to_string(t.z) + "/" + std::to_string(t.x) + "/" + std::to_string(t.y) + ".js";
        if (auto put = sink_.put(name, texts[i].value()); !put) return put;
      }
    }
    return Done{};
  }

  const ExportSource& source_;
  ExportSink& sink_;
  const GridSpec& cells_;
  ToTarget axes_;
  std::vector<ClassLayerView> layers_;
  std::vector<const ExportPoint*> things_;
  const GroundSurface* ground_ = nullptr;
  int deepest_ = 0, shallowest_ = 0;
  std::map<std::tuple<int, int, int>, std::string> point_tiles_;  ///< by z, x, y
};

}  // namespace

Result<Done> write_web(const ExportSource& source, ExportSink& sink) {
  return Web(source, sink).write();
}

}  // namespace fw
