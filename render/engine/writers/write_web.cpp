#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "core/base/base64.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/writers/terrain_mesh.h"
#include "render/engine/writers/web_names.h"
#include "render/geo/geo_export.h"

// A page that a browser opens from a folder or a server. Browsers forbid a page of a folder to fetch, so data
// and tiles are scripts.
namespace fw {
namespace {

// The page's plane: Web Mercator about (0, 0), and its tiles.

constexpr double kEarth_m = 6378137;

/// Pixels along a tile's side.
constexpr int kTile_px = 256;

/// Plane metres as degrees. The latitude is the Gudermannian by its series, whose first term left out is
/// below 1e-17 for 100 km.
double longitude(double x_m) {
  return x_m / kEarth_m * (180 / std::numbers::pi);
}

double latitude(double y_m) {
  const double t = y_m / kEarth_m, s = t * t;
  return t * (1 - s * (1.0 / 6 - s * (1.0 / 24 - s * 61.0 / 5040))) * (180 / std::numbers::pi);
}

/// How wide a tile is.
double tile_m(int z) {
  return 2 * std::numbers::pi * kEarth_m / (1 << z);
}

/// One square of the map, x east, y south.
struct TileAt {
  int z = 0, x = 0, y = 0;

  std::string name() const { return std::to_string(z) + "/" + std::to_string(x) + "/" + std::to_string(y); }
};

constexpr int kDeepest = 22, kLevels = 6;
constexpr size_t kTilesAtOnce = 64;
constexpr size_t kMostFeatures = 20000;  // that the page makes into tiles by itself
constexpr std::array<std::string_view, 5> kSearched{"uid", "id", "class", "name", "label"};

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

class Web {
 public:
  Web(const ExportSource& source, ExportSink& sink)
      : source_(source),
        sink_(sink),
        cells_(source.world->grid),
        axes_(axes_for(source, "web")),
        layers_(class_rasters(source)) {}

  Result<Done> write() {
    const auto start = start_target(source_, "web", "MapLibre GL JS 5.24.1", sink_);
    if (!start) return start.error();
    ground_ = start.value().ground.get();
    things_ = start.value().things;
    sink_.facts.unmapped.clear();  // the page draws every class itself
    for (const char* name : {"index.html", "map_style.js", "page.js", "page.css", "maplibre-gl.js",
                             "maplibre-gl.css", "LICENSE-maplibre.txt"})
      if (auto put = sink_.put(name, script_text(std::string("web/") + name)); !put) return put;
    const auto overview = albedo_png(source_);
    if (!overview) return overview.error();
    if (auto put = sink_.put("overview.png", overview.value()); !put) return put;
    choose_levels();
    if (auto put = put_picture(); !put) return put;
    if (auto put = sink_.put("data/names.js", names_text()); !put) return put;
    if (auto put = sink_.put("data/world.js", world_text()); !put) return put;
    const auto symbols = symbols_text();
    if (!symbols) return symbols.error();
    if (auto put = sink_.put("data/symbols.js", symbols.value()); !put) return put;
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
    while (deepest_ < kDeepest && tile_m(deepest_) / kTile_px > cells_.cell_m) ++deepest_;
    shallowest_ = std::max(0, deepest_ - kLevels);
  }

  /// The painter's map of the frame, with the corners of its pixels from the north-west on clockwise. A
  /// source that has none gets a page without, and a finding.
  Result<Done> put_picture() {
    const Result<ExportPicture> picture = source_.picture(sink_.progress);
    if (!picture) {
      const ErrorKind kind = picture.error().kind;
      if (kind != ErrorKind::limit && kind != ErrorKind::mismatch) return picture.error();
      sink_.facts.findings.push_back({Severity::info, "no_picture", "web",
                                      "The page has no picture of the ground, colours of classes instead: " +
                                          picture.error().message + "."});
      return Done{};
    }
    has_picture_ = true;
    sea_ = picture.value().sea;
    const double west = 0, north = cells_.height_m();
    const double east = picture.value().size_m.x, south = north - picture.value().size_m.y;
    std::string corners;
    for (const Vec2 corner : {Vec2{west, north}, Vec2{east, north}, Vec2{east, south}, Vec2{west, south}})
      corners += (corners.empty() ? "" : ",") + at_text(corner);
    return sink_.put("data/picture.js", "window.FIELDWRIGHT.ground = {\"corners\": [" + corners +
                                            "],\n  \"jpeg\": \"" + base64_text(picture.value().jpeg) +
                                            "\"};\n");
  }

  std::string names_text() const {
    const WebNames names = web_names(source_);
    std::vector<std::string> rows;
    for (size_t i = 0; i < names.places_m.size(); ++i)
      rows.push_back(feature("Point", at_text(names.places_m[i]), json_row(names.table, i)));
    return features("names", rows);
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
                      ",\n  \"max_zoom\": " + std::to_string(deepest_) + ",\n  \"sea\": \"" +
                      hex_colour(sea_) + "\",\n  \"picture\": " + (has_picture_ ? "true" : "false") +
                      ",\n  \"points_in_tiles\": " + (tiled() ? "true" : "false");
    std::vector<std::string> layers, categories, classes, shapes;
    for (const ClassLayerView& layer : layers_) {
      std::vector<std::string> rows;
      for (const LayerClass& cls : layer.classes)
        rows.push_back(id_and_label(cls.slug, cls.label.empty() ? cls.slug : cls.label) + ", \"colour\": \"" +
                       hex_colour(cls.rgb) + "\"}");
      layers.push_back("{\"name\": " + json_string(layer.name) + ", \"classes\": " + json_list(rows) + "}");
    }
    for (size_t c = 0; c < kCategorySlugs.size(); ++c)
      categories.push_back(id_and_label(kCategorySlugs[c], titles[c]) + "}");
    std::set<int> used;
    for (const ExportPoint* thing : things_) used.insert(thing->class_index);
    for (const int k : used) {
      const PointClassInfo& cls = source_.world->points.classes[static_cast<size_t>(k)];
      classes.push_back(id_and_label(cls.slug, cls.label) + ", \"category\": " +
                        json_string(kCategorySlugs[static_cast<size_t>(cls.category)]) + "}");
    }
    for (const ExportLayer& layer : source_.layers)
      shapes.push_back("{\"name\": " + json_string(layer.name) +
                       ", \"kind\": " + json_string(kShapeKindSlugs[static_cast<size_t>(layer.kind)]) +
                       ", \"colour\": \"" + hex_colour(look_of(layer.name).colour) + "\"}");
    return out + ",\n  \"layers\": " + json_list(layers) + ",\n  \"categories\": " + json_list(categories) +
           ",\n  \"classes\": " + json_list(classes) + ",\n  \"shapes\": " + json_list(shapes) + "\n};\n";
  }

  /// The first members of an object of JSON.
  static std::string id_and_label(std::string_view id, std::string_view label) {
    return "{\"id\": " + json_string(id) + ", \"label\": " + json_string(label);
  }

  /// The plates' symbols by "class|rarity|owner", as page.js puts the key together; the owner of landmarks
  /// alone.
  Result<std::string> symbols_text() const {
    const AttributeTable& table = source_.points;
    const auto text = [&](size_t row, std::string_view column) -> const std::string& {
      return std::get<std::string>(table.rows[row][column_of(table, column)]);
    };
    std::set<std::string> keys;
    std::vector<std::string> rows;
    for (const ExportSymbol& symbol : source_.symbols) {
      const bool owned =
          text(symbol.row, "category") == kCategorySlugs[static_cast<size_t>(Category::landmark)];
      const std::string key = text(symbol.row, "class") + "|" + text(symbol.row, "rarity") + "|" +
                              (owned ? text(symbol.row, "faction") : "");
      if (!keys.insert(key).second) continue;
      const auto png = symbol_png(symbol);
      if (!png) return png.error();
      rows.push_back(json_string(key) + ": \"" + base64_text(png.value()) + "\"");
    }
    std::string list = json_list(rows);
    list.front() = '{', list.back() = '}';
    return "window.FIELDWRIGHT.symbols = " + list + ";\n";
  }

  /// Features, one a line, as a script that hands them to the page.
  static std::string features(const std::string& name, const std::vector<std::string>& rows) {
    return "window.FIELDWRIGHT[" + json_string(name) +
           "] = {\"type\": \"FeatureCollection\", \"features\": " + json_list(rows) + "};\n";
  }

  static std::string feature(const std::string& kind, const std::string& coordinates,
                             const std::string& properties) {
    return "{\"type\": \"Feature\", \"geometry\": {\"type\": \"" + kind +
           "\", \"coordinates\": " + coordinates + "}, \"properties\": " + properties + "}";
  }

  /// Points as features of their own; many as vector tiles, beside what the search looks at.
  Result<Done> put_points() {
    AttributeTable table = points_table(source_, things_, ground_of(*ground_, QuadShape::bilinear));
    table.columns.push_back({"map_rank", AttributeKind::integer});
    for (size_t i = 0; i < things_.size(); ++i)
      table.rows[i].emplace_back(static_cast<int64_t>(source_.map_ranks[things_[i]->row]));
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
    const double side = tile_m(z), middle = (1 << z) / 2.0;
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
    const double side = tile_m(tile.z), middle = (1 << tile.z) / 2.0;
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
    std::string out = "FieldwrightTiles.put(\"" + tile.name() + "\", {\n";
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
      for (size_t first = 0; first < tiles.size(); first += kTilesAtOnce) {
        const std::span some = std::span(tiles).subspan(first, std::min(kTilesAtOnce, tiles.size() - first));
        std::vector<Result<std::string>> texts(some.size(), Result<std::string>(std::string()));
        parallel_for(some.size(), 1, [&](size_t begin, size_t end) {
          for (size_t i = begin; i < end; ++i) texts[i] = tile_text(some[i]);
        });
        for (size_t i = 0; i < some.size(); ++i) {
          if (!texts[i]) return texts[i].error();
          if (auto put = sink_.put("tiles/" + some[i].name() + ".js", texts[i].value()); !put) return put;
        }
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
  bool has_picture_ = false;
  Rgb sea_ = source_.tmpl->view.sea.value_or(colour::kSeaFar);
  std::map<std::tuple<int, int, int>, std::string> point_tiles_;  ///< by z, x, y
};

}  // namespace

Result<Done> write_web(const ExportSource& source, ExportSink& sink) {
  return Web(source, sink).write();
}

}  // namespace fw
