#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"

// TMX of Tiled 1.8, which 1.9 and later read too: a tile per cell, objects by their place in pixels.
namespace fw {
namespace {

/// As XML text, also between quotes.
std::string xml_text(std::string_view text) {
  return markup_text(text, "\n\t\r");
}

constexpr int kMostMapCells = 1024;
constexpr uint64_t kIdBits = (uint64_t{1} << 30) - 1;

/// A part of the world that is one map.
struct Part {
  int first_column = 0, first_row = 0, columns = 0, rows = 0;
};

/// An object of a map, as text without its id.
struct TiledObject {
  std::string uid;
  Vec2 at_px;  ///< of the whole world
  std::string type, body;
};

/// Numbers that objects keep as long as their uid.
class ObjectIds {
 public:
  uint64_t of(std::string_view uid) {
    uint64_t id = fnv1a64(uid) & kIdBits;
    while (id == 0 || !taken_.insert(id).second) id = (id + 1) & kIdBits;
    return id;
  }

 private:
  std::set<uint64_t> taken_;
};

std::string px(double value) {
  return short_decimal(value, 9);
}

std::string property(const std::string& name, const Attribute& value) {
  std::string out = "    <property name=\"" + xml_text(name) + "\"";
  if (const auto* integer = std::get_if<int64_t>(&value))
    return out + " type=\"int\" value=\"" + std::to_string(*integer) + "\"/>\n";
  if (const auto* real = std::get_if<double>(&value))
    return out + " type=\"float\" value=\"" + number_text(*real) + "\"/>\n";
  if (const auto* boolean = std::get_if<bool>(&value))
    return out + " type=\"bool\" value=\"" + (*boolean ? "true" : "false") + "\"/>\n";
  const auto* text = std::get_if<std::string>(&value);
  return out + " value=\"" + xml_text(text == nullptr ? json_attribute(value) : *text) + "\"/>\n";
}

std::string properties(const AttributeTable& table, size_t row) {
  std::string out = "   <properties>\n";
  for (size_t c = 0; c < table.columns.size(); ++c)
    out += property(table.columns[c].name, table.rows[row][c]);
  return out + "   </properties>\n";
}

class Tiled {
 public:
  Tiled(const ExportSource& source, ExportSink& sink)
      : source_(source),
        sink_(sink),
        grid_(source.world->grid),
        tile_px_(source.exports.tile_px),
        to_px_(axes_for(source, "tiled", tile_px_ / grid_.cell_m)),
        layers_(class_rasters(source)) {}

  Result<Done> write() {
    const auto start = start_target(source_, "tiled", "1.8", sink_, 1, tile_px_ / grid_.cell_m);
    if (!start) return start.error();
    collect(start.value().things, *start.value().ground);
    for (const ClassLayerView& layer : layers_)
      if (auto put = put_tileset(layer); !put) return put;
    return put_maps();
  }

 private:
  Vec2 at_px(Vec2 p) const {
    const Place3 q = to_px_({p.x, p.y, 0});
    return {q.x, q.y};
  }

  /// The vertices from the first one on, which is the object's place.
  std::string outline(const std::vector<Vec2>& vertices, const char* kind) const {
    const Vec2 first = at_px(vertices.front());
    std::string out = std::string("   <") + kind + " points=\"";
    for (size_t i = 0; i < vertices.size(); ++i) {
      const Vec2 d = at_px(vertices[i]) - first;
      out += (i ? " " : "") + px(d.x) + "," + px(d.y);
    }
    return out + "\"/>\n";
  }

  void collect(const std::vector<const ExportPoint*>& things, const GroundSurface& ground) {
    auto& regions = groups_.emplace_back("regions", std::vector<TiledObject>()).second;
    for (const ExportRegion& area : source_.areas) {
      size_t part = 0;
      for (const auto& polygon : area.polygons)
        for (size_t ring = 0; ring < polygon.size(); ++ring, ++part)
          regions.push_back({part == 0 ? area.uid : area.uid + "-" + std::to_string(part + 1),
                             at_px(polygon[ring].front()), ring == 0 ? "region" : "region_hole",
                             properties(source_.regions, area.row) + outline(polygon[ring], "polygon")});
    }
    for (const ExportLayer& layer : source_.layers) {
      auto& shapes = groups_.emplace_back(layer.name, std::vector<TiledObject>()).second;
      for (const ShapePart& part : parts_of(layer))
        shapes.push_back({part.uid, at_px(part.vertices_m->front()),
                          part.hole ? layer.name + "_hole" : layer.name,
                          properties(layer.table, part.of->row) +
                              (layer.kind == ShapeKind::point ? std::string("   <point/>\n")
                               : part.closed                  ? outline(*part.vertices_m, "polygon")
                                                              : outline(*part.vertices_m, "polyline"))});
    }
    const AttributeTable table = points_table(source_, things, ground_of(ground, QuadShape::bilinear));
    for (size_t c = 0; c < kCategorySlugs.size(); ++c) {
      auto& points = groups_.emplace_back(kCategorySlugs[c], std::vector<TiledObject>()).second;
      for (size_t i = 0; i < things.size(); ++i) {
        const ExportPoint& thing = *things[i];
        const PointClassInfo& cls = source_.world->points.classes[static_cast<size_t>(thing.class_index)];
        if (static_cast<size_t>(cls.category) != c) continue;
        const ExportAsset asset = asset_of(source_, thing, "tiled");
        std::string body = properties(table, i);
        if (!asset.asset.empty())
          body.insert(body.rfind("   </properties>"), property("asset", Attribute(asset.asset)));
        points.push_back({thing.uid, at_px(thing.position_m), cls.slug, body + "   <point/>\n"});
      }
    }
    // Ids before anything is cut into maps: they hang on the uid alone.
    for (const auto& [name, objects] : groups_)
      for (const TiledObject& object : objects) ids_[object.uid] = next_id_.of(object.uid);
  }

  /// One square of its colour for every code but the sea's.
  Result<Done> put_tileset(const ClassLayerView& layer) {
    const auto count = static_cast<int>(layer.classes.size()) - 1;
    const int side = tile_px_, width = std::max(count, 1) * side;
    const auto png = png_of({width, side, 3, 8}, [&](int, uint8_t* out) {
      for (int x = 0; x < width; ++x)
        for (size_t k = 0; k < 3; ++k)
          *out++ = layer.classes[static_cast<size_t>(std::min(x / side + 1, count))].rgb[k];
    });
    if (!png) return png.error();
    if (auto put = sink_.put(layer.name + ".png", png.value()); !put) return put;
    const std::string px_text = std::to_string(side);
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset version=\"1.8\" name=\"" +
                      layer.name + "\" tilewidth=\"" + px_text + "\" tileheight=\"" + px_text +
                      "\" tilecount=\"" + std::to_string(std::max(count, 1)) + "\" columns=\"" +
                      std::to_string(std::max(count, 1)) + "\">\n <image source=\"" + layer.name +
                      ".png\" width=\"" + std::to_string(width) + "\" height=\"" + px_text + "\"/>\n";
    for (int k = 0; k < count; ++k) {
      const LayerClass& cls = layer.classes[static_cast<size_t>(k) + 1];
      out += " <tile id=\"" + std::to_string(k) + "\" type=\"" + xml_text(cls.slug) +
             "\">\n  <properties>\n   <property name=\"class\" value=\"" + xml_text(cls.slug) +
             "\"/>\n   <property name=\"code\" type=\"int\" value=\"" + std::to_string(k + 1) +
             "\"/>\n   <property name=\"label\" value=\"" + xml_text(cls.label) +
             "\"/>\n  </properties>\n </tile>\n";
    }
    return sink_.put(layer.name + ".tsx", out + "</tileset>\n");
  }

  Result<Done> put_maps() {
    std::vector<int> cuts_x, cuts_y;
    for (int c = 0; c < grid_.columns; c += kMostMapCells) cuts_x.push_back(c);
    for (int r = 0; r < grid_.rows; r += kMostMapCells) cuts_y.push_back(r);
    if (cuts_x.size() == 1 && cuts_y.size() == 1)
      return sink_.put("world.tmx", map_text({0, 0, grid_.columns, grid_.rows}));
    std::string world = "{\n  \"maps\": [\n";
    for (size_t j = 0; j < cuts_y.size(); ++j)
      for (size_t i = 0; i < cuts_x.size(); ++i) {
        const Part part{cuts_x[i], cuts_y[j], std::min(kMostMapCells, grid_.columns - cuts_x[i]),
                        std::min(kMostMapCells, grid_.rows - cuts_y[j])};
        const std::string file = "world_x" + std::to_string(i) + "_y" + std::to_string(j) + ".tmx";
        if (auto put = sink_.put(file, map_text(part)); !put) return put;
        const bool last = i + 1 == cuts_x.size() && j + 1 == cuts_y.size();
        world += "    {\"fileName\": \"" + file +
                 "\", \"x\": " + std::to_string(part.first_column * tile_px_) +
                 ", \"y\": " + std::to_string(part.first_row * tile_px_) +
                 ", \"width\": " + std::to_string(part.columns * tile_px_) +
                 ", \"height\": " + std::to_string(part.rows * tile_px_) + "}" + (last ? "\n" : ",\n");
      }
    return sink_.put(source_.name() + ".world",
                     world + "  ],\n  \"onlyShowAdjacentMaps\": false,\n  \"type\": \"world\"\n}\n");
  }

  std::string map_text(const Part& part) const {
    const std::string tile = std::to_string(tile_px_), columns = std::to_string(part.columns),
                      rows = std::to_string(part.rows);
    std::string out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.8\" orientation=\"orthogonal\" "
        "renderorder=\"right-down\" width=\"" +
        columns + "\" height=\"" + rows + "\" tilewidth=\"" + tile + "\" tileheight=\"" + tile +
        "\" infinite=\"0\" backgroundcolor=\"#cfe2e6\" nextlayerid=\"" +
        std::to_string(layers_.size() + groups_.size() + 1) + "\" nextobjectid=\"" +
        std::to_string(kIdBits + 1) + "\">\n";
    std::vector<size_t> first;
    size_t next = 1;
    for (const ClassLayerView& layer : layers_) {
      first.push_back(next);
      out += " <tileset firstgid=\"" + std::to_string(next) + "\" source=\"" + layer.name + ".tsx\"/>\n";
      next += std::max<size_t>(layer.classes.size() - 1, 1);
    }
    size_t number = 1;
    for (size_t k = 0; k < layers_.size(); ++k)
      out += " <layer id=\"" + std::to_string(number++) + "\" name=\"" + layers_[k].name + "\" width=\"" +
             columns + "\" height=\"" + rows + "\"" + (layers_[k].name == "biome" ? "" : " visible=\"0\"") +
             ">\n  <data encoding=\"csv\">\n" + csv_rows(*layers_[k].codes, part, first[k]) +
             "</data>\n </layer>\n";
    for (const auto& [name, objects] : groups_)
      out += " <objectgroup id=\"" + std::to_string(number++) + "\" name=\"" + std::string(name) +
             "\" color=\"" + hex_colour(look_of(name).colour) + "\">\n" + object_text(objects, part) +
             " </objectgroup>\n";
    return out + "</map>\n";
  }

  static std::string csv_rows(const Raster<uint8_t>& codes, const Part& part, size_t first) {
    std::string out;
    for (int r = 0; r < part.rows; ++r) {
      for (int c = 0; c < part.columns; ++c) {
        const uint8_t code = codes.at(part.first_column + c, part.first_row + r);
        out += code == 0 ? "0" : std::to_string(first + code - 1);
        if (c + 1 < part.columns || r + 1 < part.rows) out += ',';
      }
      out += '\n';
    }
    return out;
  }

  std::string object_text(const std::vector<TiledObject>& objects, const Part& part) const {
    const Vec2 corner{static_cast<double>(part.first_column * tile_px_),
                      static_cast<double>(part.first_row * tile_px_)};
    // What lies off the frame belongs to the map at its edge.
    const auto within = [](double at, int first, int count, int all, int px) {
      return (first == 0 || at >= 0) && (first + count == all || at < count * px);
    };
    std::string out;
    for (const TiledObject& object : objects) {
      const Vec2 at = object.at_px - corner;
      const bool here = within(at.x, part.first_column, part.columns, grid_.columns, tile_px_) &&
                        within(at.y, part.first_row, part.rows, grid_.rows, tile_px_);
      if (!here) continue;
      out += "  <object id=\"" + std::to_string(ids_.at(object.uid)) + "\" name=\"" + xml_text(object.uid) +
             "\" type=\"" + xml_text(object.type) + "\" x=\"" + px(at.x) + "\" y=\"" + px(at.y) + "\">\n" +
             object.body + "  </object>\n";
    }
    return out;
  }

  const ExportSource& source_;
  ExportSink& sink_;
  const GridSpec& grid_;
  int tile_px_;
  ToTarget to_px_;
  std::vector<ClassLayerView> layers_;
  std::vector<std::pair<std::string_view, std::vector<TiledObject>>> groups_;
  ObjectIds next_id_;
  std::map<std::string, uint64_t> ids_;
};

}  // namespace

Result<Done> write_tiled(const ExportSource& source, ExportSink& sink) {
  return Tiled(source, sink).write();
}

}  // namespace fw
