#include <algorithm>
#include <cmath>

#include "core/base/decimal.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "core/model/number_text.h"
#include "render/engine/target_parts.h"
#include "render/engine/targets.h"
#include "render/engine/weights.h"

namespace fw {
namespace {

constexpr int kMostVertices = 8129;
constexpr int kZero = 32768;  // the value of sea level

/// "ground_m" -> "GroundM". `Name` is a DataTable's own key, the row's.
std::string pascal(std::string_view name) {
  if (name == "name") return "OwnName";
  std::string out;
  bool first = true;
  for (const char c : name) {
    if (c == '_') {
      first = true;
      continue;
    }
    out += first && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    first = false;
  }
  return out;
}

std::string csv_field(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_value(const Attribute& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? csv_field(*text) : json_attribute(value);
}

const char* cpp_type(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::integer:
      return "int32";
    case AttributeKind::real:
      return "double";
    case AttributeKind::boolean:
      return "bool";
    case AttributeKind::text:
    case AttributeKind::json:
      break;
  }
  return "FString";
}

class Unreal {
 public:
  Unreal(const ExportSource& source, ExportSink& sink)
      : source_(source),
        sink_(sink),
        cells_(source.world->grid),
        axes_(axes_for(source, "unreal")),
        root_(source.exports.root.empty() ? "/Game/Fieldwright" : source.exports.root) {}

  Result<Done> write() {
    const auto sizes = choose_tiles();
    if (!sizes) return sizes.error();
    const TargetStart start = start_on_ground(
        source_, "unreal", "5", source_.surface(vertices_over(cells_, side_, tile_side_ - 1)), sink_);
    const GroundSurface& ground = *start.ground;
    if (auto put = put_heights(ground); !put) return put;
    if (auto put = put_weights(ground); !put) return put;
    if (auto put = put_points(start.things, ground); !put) return put;
    if (auto put = put_shapes(ground); !put) return put;
    if (auto put = put_class_pngs(source_, sink_); !put) return put;
    if (auto put = sink_.put("import_fieldwright.py", script_text("unreal/import_fieldwright.py")); !put)
      return put;
    return sink_.put("README.txt", readme(ground));
  }

 private:
  /// One landscape, or tiles of a listed size that share their edges.
  Result<Done> choose_tiles() {
    const Result<int> wanted = vertices_for(source_, "unreal");
    if (!wanted) return wanted.error();
    int tiles = source_.exports.tiles;
    if (tiles == 0) tiles = wanted.value() > kMostVertices ? 2 : 1;
    tile_side_ = wanted.value();
    if (wanted.value() > kMostVertices)
      tile_side_ = (wanted.value() - 1) / tiles + 1;
    else if (tiles > 1)
      tile_side_ = wanted.value();
    side_ = (tile_side_ - 1) * tiles + 1;
    if (tile_side_ > kMostVertices || side_ > 2 * (kMostVertices - 1) + 1)
      return Error{ErrorKind::usage, "export.tiles: found " + std::to_string(tiles) + " tiles of " +
                                         std::to_string(tile_side_) +
                                         " vertices, expected at most 8129 a tile and 16257 in all"};
    return Done{};
  }

  template <typename Visit>
  Result<Done> each_tile(const GroundSurface& ground, const Visit& visit) {
    const int step = tile_side_ - 1;
    const int across = (ground.grid.columns - 1) / step, down = (ground.grid.rows - 1) / step;
    for (int y = 0; y < down; ++y)
      for (int x = 0; x < across; ++x) {
        const std::string suffix =
            across * down == 1 ? "" : "_x" + std::to_string(x) + "_y" + std::to_string(y);
        if (auto done = visit(x, y, suffix); !done) return done;
      }
    return Done{};
  }

  Result<Done> put_png(const std::string& name, const PngShape& shape, const PngFill& fill) {
    const auto png = png_of(shape, fill);
    if (!png) return png.error();
    return sink_.put(name, png.value());
  }

  Result<Done> put_heights(const GroundSurface& ground) {
    const VertexGrid& g = ground.grid;
    return each_tile(ground, [&](int x, int y, const std::string& suffix) -> Result<Done> {
      const int i0 = x * (tile_side_ - 1), j0 = y * (tile_side_ - 1);
      const auto value = [&](int i, int j) {
        return static_cast<unsigned>(kZero + ground.level_at(i0 + i, j0 + j));
      };
      const auto fill = [&](int row, uint8_t* out) {
        for (int i = 0; i < tile_side_; ++i) {
          *out++ = static_cast<uint8_t>(value(i, row) >> 8);
          *out++ = static_cast<uint8_t>(value(i, row) & 255);
        }
      };
      const std::string name = source_.name() + "_height";
      if (auto put = put_png(name + suffix + ".png", {tile_side_, tile_side_, 1, 16}, fill); !put) return put;
      const auto two = [&](int row, uint8_t* out) {
        for (int i = 0; i < tile_side_; ++i) {
          *out++ = static_cast<uint8_t>(value(i, row) >> 8);
          *out++ = static_cast<uint8_t>(value(i, row) & 255);
          *out++ = 0;
        }
      };
      if (auto put = put_png(name + "_rg" + suffix + ".png", {tile_side_, tile_side_, 3, 8}, two); !put)
        return put;
      sink_.facts.tiles.push_back({name + suffix + ".png", x, y, g.x_of(i0), g.y_of(j0 + tile_side_ - 1)});
      const auto side = static_cast<size_t>(tile_side_);
      std::string raw(2 * side * side, '\0');
      parallel_for(side, 64, [&](size_t from, size_t to) {
        char* out = raw.data() + 2 * side * from;
        for (size_t j = from; j < to; ++j)
          for (int i = 0; i < tile_side_; ++i) {
            const unsigned level = value(i, static_cast<int>(j));
            *out++ = static_cast<char>(level & 255);
            *out++ = static_cast<char>(level >> 8);
          }
      });
      return sink_.put(name + suffix + ".r16", raw);
    });
  }

  Result<Done> put_weights(const GroundSurface& ground) {
    for (const ClassLayerView& layer : class_rasters(source_)) {
      if (std::find(kExportGroundLayers.begin(), kExportGroundLayers.end(), layer.name) ==
          kExportGroundLayers.end())
        continue;
      std::vector<WeightPicture> pictures;
      for (size_t k = 0; k < layer.classes.size(); ++k) pictures.push_back({k, 1});
      const auto tile = each_tile(ground, [&](int x, int y, const std::string& suffix) -> Result<Done> {
        const VertexGrid& g = ground.grid;
        const int step = tile_side_ - 1;
        const WeightGrid at{tile_side_, tile_side_, g.x_of(x * step), g.y_of(y * step), g.spacing_m};
        const auto pngs = weight_pngs(layer, at, pictures);
        if (!pngs) return pngs.error();
        for (size_t k = 0; k < pictures.size(); ++k)
          if (auto put = sink_.put("weights/" + layer.name + "_" + layer.classes[k].slug + suffix + ".png",
                                   pngs.value()[k]);
              !put)
            return put;
        return Done{};
      });
      if (!tile) return tile;
    }
    return Done{};
  }

  std::string place_text(const Place3& at) const {
    return "\"X\": " + mm(at.x) + ", \"Y\": " + mm(at.y) + ", \"Z\": " + mm(at.z);
  }

  Result<Done> put_points(const std::vector<const ExportPoint*>& things, const GroundSurface& ground) {
    const AttributeTable table = points_table(source_, things, ground, QuadShape::bilinear);
    const size_t height = column_of(table, "ground_m");
    std::string csv = "---,X,Y,Z,Asset,Yaw,Scale", json = "[\n",
                header =
                    "// A row of points.csv and points.json; made by fieldwright.\n#pragma once\n\n"
                    "#include \"CoreMinimal.h\"\n#include \"Engine/DataTable.h\"\n"
                    "#include \"FieldwrightRow.generated.h\"\n\nUSTRUCT(BlueprintType)\n"
                    "struct FFieldwrightRow : public FTableRowBase {\n  GENERATED_BODY()\n";
    const auto member = [&](const std::string& type, const std::string& name, const char* value) {
      header += "\n  UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = \"Fieldwright\")\n  " + type +
                " " + name + value + ";\n";
    };
    for (const char* axis : {"X", "Y", "Z"}) member("double", axis, " = 0");
    member("FString", "Asset", "");
    member("double", "Yaw", " = 0");
    member("double", "Scale", " = 1");
    for (const AttributeColumn& column : table.columns) {
      csv += "," + pascal(column.name);
      member(cpp_type(column.kind), pascal(column.name), column.kind == AttributeKind::text ? "" : " = 0");
    }
    csv += "\n";
    for (size_t i = 0; i < things.size(); ++i) {
      const ExportAsset asset = asset_of(source_, *things[i], "unreal");
      const Vec2 p = things[i]->position_m;
      const Place3 at = axes_({p.x, p.y, std::get<double>(table.rows[i][height]) + asset.lift_m});
      // Anticlockwise from above is clockwise where y points south.
      const std::string yaw = short_decimal(-asset.yaw_deg, 3), scale = number_text(asset.scale);
      csv += csv_field(things[i]->uid) + "," + mm(at.x) + "," + mm(at.y) + "," + mm(at.z) + "," +
             csv_field(asset.asset) + "," + yaw + "," + scale;
      json += "  {\"Name\": " + json_string(things[i]->uid) + ", " + place_text(at) +
              ", \"Asset\": " + json_string(asset.asset) + ", \"Yaw\": " + yaw + ", \"Scale\": " + scale;
      for (size_t c = 0; c < table.columns.size(); ++c) {
        csv += "," + csv_value(table.rows[i][c]);
        json += ", " + json_string(pascal(table.columns[c].name)) + ": " + json_attribute(table.rows[i][c]);
      }
      csv += "\n";
      json += i + 1 < things.size() ? "},\n" : "}\n";
    }
    if (auto put = sink_.put("points.csv", csv); !put) return put;
    if (auto put = sink_.put("points.json", json + "]\n"); !put) return put;
    return sink_.put("FieldwrightRow.h", header + "};\n");
  }

  Result<Done> put_shapes(const GroundSurface& ground) {
    std::string json = "[\n";
    bool first = true;
    for (const ExportLayer& layer : source_.layers)
      for (const ShapePart& part : parts_of(layer)) {
        json += (first ? "  {\"Name\": " : ",\n  {\"Name\": ") + json_string(part.uid) +
                ", \"Layer\": " + json_string(layer.name) +
                ", \"Kind\": " + json_string(kShapeKindSlugs[static_cast<size_t>(layer.kind)]) +
                ", \"Points\": [";
        first = false;
        size_t count = 0;
        for (const Place3& at : on_ground(part, axes_, ground, QuadShape::bilinear))
          json += (count++ ? ", [" : "[") + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z) + "]";
        json += "], \"Properties\": " + json_row(layer.table, part.of->row) + "}";
      }
    return sink_.put("splines.json", json + "\n]\n");
  }

  /// The numbers that a person types into the dialog, and into the script.
  std::string readme(const GroundSurface& ground) const {
    const VertexGrid& g = ground.grid;
    const std::string xy = number_text(100 * g.spacing_m), z = number_text(12800 * ground.quantum_m);
    const Place3 corner = axes_({0, g.top_m, 0});
    std::string text = source_.tmpl->name +
                       " for Unreal Engine 5, by fieldwright\n\n"
                       "The landscape, once: Landscape mode, Manage, New, Import from File.\n";
    for (const ExportTile& tile : sink_.facts.tiles)
      text += "  " + tile.file + ": location " + number_text(100 * tile.x_m) + ", " +
              number_text(corner.y + 100.0 * tile.row * (tile_side_ - 1) * g.spacing_m) + ", 0\n";
    text += "  Size " + std::to_string(tile_side_) + " x " + std::to_string(tile_side_) + ", scale " + xy +
            ", " + xy + ", " + z + ". Value 32768 is sea level.\n" +
            "  Layers: weights/biome_CLASS.png, weights/danger_CLASS.png, one for each.\n\n" +
            "The things, again after every export: copy this folder into the project's Content folder as " +
            root_ + ", then Tools, Execute Python Script: import_fieldwright.py.\n" +
            "Actors are found by the tag fw:UID; what has no such tag is left alone. Actors lie in folders "
            "Fieldwright/category/class. With a landscape in the level they are set on its own ground.\n" +
            "points.csv and points.json are a DataTable of FieldwrightRow.h.\n";
    return text;
  }

  const ExportSource& source_;
  ExportSink& sink_;
  const GridSpec& cells_;
  ToTarget axes_;
  std::string root_;
  int side_ = 0, tile_side_ = 0;
};

}  // namespace

Result<Done> write_unreal(const ExportSource& source, ExportSink& sink) {
  return Unreal(source, sink).write();
}

}  // namespace fw
