#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/weights.h"

namespace fw {
namespace {

constexpr int kMostUnrealVertices = 8129;
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
    grid_ = vertices_over(cells_, side_, tile_side_ - 1);
    const std::vector<const ExportPoint*> things = start_things(source_, "unreal", "5", sink_);
    PassingSurface ground(grid_, source_.quantum_m, places_on_ground(things), QuadShape::bilinear);
    if (auto put = put_heights(ground); !put) return put;
    if (auto put = put_layers(); !put) return put;
    const GroundUnder ground_m = [&](Vec2 p) { return round_decimals(ground.under(p), 3); };
    if (auto put = put_points(things, ground_m); !put) return put;
    if (auto put = put_shapes(ground_m); !put) return put;
    if (auto put = put_class_pngs(source_, sink_); !put) return put;
    if (auto put = sink_.put("import_fieldwright.py", script_text("unreal/import_fieldwright.py")); !put)
      return put;
    return sink_.put("README.txt", readme());
  }

 private:
  /// One landscape, or tiles of a listed size that share their edges.
  Result<Done> choose_tiles() {
    const Result<int> wanted = vertices_for(source_, "unreal");
    if (!wanted) return wanted.error();
    int tiles = source_.exports.tiles;
    if (tiles == 0) tiles = wanted.value() > kMostUnrealVertices ? 2 : 1;
    if (wanted.value() > kMostUnrealVertices && tiles != 2)
      return Error{ErrorKind::usage,
                   "export.tiles: found " + std::to_string(tiles) +
                       ", expected 2 (or 0) with 16257 vertices: a landscape of 8129 is the "
                       "largest"};
    tile_side_ = std::min(wanted.value(), kMostUnrealVertices);
    side_ = (tile_side_ - 1) * tiles + 1;
    if (side_ > 2 * (kMostUnrealVertices - 1) + 1)
      return Error{ErrorKind::usage, "export.tiles: found " + std::to_string(tiles) + " tiles of " +
                                         std::to_string(tile_side_) +
                                         " vertices, expected at most 8129 a tile and 16257 in all"};
    return Done{};
  }

  std::string suffix_of(int x, int y) const {
    return grid_.columns == tile_side_ && grid_.rows == tile_side_
               ? ""
               : "_x" + std::to_string(x) + "_y" + std::to_string(y);
  }

  std::vector<Vec2> places_on_ground(const std::vector<const ExportPoint*>& things) const {
    std::vector<Vec2> places;
    for (const ExportPoint* thing : things) places.push_back(thing->position_m);
    for (const ExportLayer& layer : source_.layers)
      for (const ShapePart& part : parts_of(layer))
        places.insert(places.end(), part.vertices_m->begin(), part.vertices_m->end());
    return places;
  }

  /// One height map: as 16 bits, as high and low byte in red and green, and raw.
  struct HeightTile {
    HeightTile(ExportSink& sink, const std::string& name, const std::string& suffix, int side)
        : grey(sink, name + "_height" + suffix + ".png", {side, side, 1, 16}),
          two(sink, name + "_height_rg" + suffix + ".png", {side, side, 3, 8}),
          raw(sink, name + "_height" + suffix + ".r16") {}
    PngFile grey, two;
    PieceFile raw;

    /// The rows [first, end), value(i, j) at each vertex.
    template <typename Value>
    void add(int first, int end, int side, const Value& value) {
      const auto bytes = [&](int row, uint8_t* out, const auto& put) {
        for (int i = 0; i < side; ++i) {
          const unsigned v = value(i, row);
          put(out, static_cast<uint8_t>(v >> 8), static_cast<uint8_t>(v & 255));
        }
      };
      grey.add(end, [&](int row, uint8_t* out) {
        bytes(row, out, [](uint8_t*& at, uint8_t high, uint8_t low) { *at++ = high, *at++ = low; });
      });
      two.add(end, [&](int row, uint8_t* out) {
        bytes(row, out,
              [](uint8_t*& at, uint8_t high, uint8_t low) { *at++ = high, *at++ = low, *at++ = 0; });
      });
      std::string line(2 * static_cast<size_t>(side), '\0');
      for (int j = first; j < end; ++j) {
        bytes(j, reinterpret_cast<uint8_t*>(line.data()),
              [](uint8_t*& at, uint8_t high, uint8_t low) { *at++ = low, *at++ = high; });
        raw.add(line);
      }
    }
    Result<Done> finish() {
      for (PngFile* file : {&grey, &two})
        if (auto done = file->finish(); !done) return done;
      return raw.finish();
    }
  };

  /// Band by band: the surface of 8129^2 vertices alone would take 126 MiB.
  Result<Done> put_heights(PassingSurface& ground) {
    constexpr int kBandRows = 16 * PngRows::kStripRows;
    const auto columns = static_cast<size_t>(grid_.columns);
    const int step = tile_side_ - 1, across = (grid_.columns - 1) / step, down = (grid_.rows - 1) / step;
    SurfaceDigest digest;
    int seen = 0;
    for (int y = 0; y < down; ++y) {
      std::vector<std::unique_ptr<HeightTile>> tiles;
      for (int x = 0; x < across; ++x)
        tiles.push_back(std::make_unique<HeightTile>(sink_, source_.name(), suffix_of(x, y), tile_side_));
      for (int first = 0; first < tile_side_; first += kBandRows) {
        const int end = std::min(first + kBandRows, tile_side_);
        const int top = std::max(0, y * step + first - 1);  // one row more: places lie between two
        const std::vector<int16_t> levels = source_.surface_rows(grid_, top, y * step + end);
        ground.take(top, levels);
        digest.add(std::span(levels).subspan(static_cast<size_t>(seen - top) * columns));
        seen = y * step + end;
        for (int x = 0; x < across; ++x) {
          const int16_t* corner = levels.data() + x * step;
          const auto value = [&](int i, int j) {
            const auto row = static_cast<size_t>(y * step + j - top);
            return static_cast<unsigned>(kZero + corner[row * columns + static_cast<size_t>(i)]);
          };
          tiles[static_cast<size_t>(x)]->add(first, end, tile_side_, value);
        }
      }
      for (int x = 0; x < across; ++x) {
        if (auto done = tiles[static_cast<size_t>(x)]->finish(); !done) return done;
        sink_.facts.tiles.push_back({source_.name() + "_height" + suffix_of(x, y) + ".png", x, y,
                                     grid_.x_of(x * step), grid_.y_of(y * step + tile_side_ - 1)});
      }
    }
    sink_.facts.surface = {grid_, source_.quantum_m, digest.hex()};
    return Done{};
  }

  Result<Done> put_layers() {
    const int step = tile_side_ - 1, across = (grid_.columns - 1) / step, down = (grid_.rows - 1) / step;
    for (const ClassLayerView& layer : class_rasters(source_)) {
      if (std::find(kExportGroundLayers.begin(), kExportGroundLayers.end(), layer.name) ==
          kExportGroundLayers.end())
        continue;
      for (int y = 0; y < down; ++y)
        for (int x = 0; x < across; ++x) {
          const WeightGrid at{tile_side_, tile_side_, grid_.x_of(x * step), grid_.y_of(y * step),
                              grid_.spacing_m};
          std::vector<WeightPicture> pictures;
          for (size_t k = 0; k < layer.classes.size(); ++k)
            pictures.push_back(
                {"weights/" + layer.name + "_" + layer.classes[k].slug + suffix_of(x, y) + ".png", k, 1});
          if (auto put = put_weights(layer, at, pictures, sink_); !put) return put;
        }
    }
    return Done{};
  }

  std::string place_text(const Place3& at) const {
    return "\"X\": " + mm(at.x) + ", \"Y\": " + mm(at.y) + ", \"Z\": " + mm(at.z);
  }

  Result<Done> put_points(const std::vector<const ExportPoint*>& things, const GroundUnder& ground_m) {
    const AttributeTable table = points_table(source_, things, ground_m);
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

  Result<Done> put_shapes(const GroundUnder& ground_m) {
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
        for (const Place3& at : on_ground(part, axes_, ground_m))
          json += (count++ ? ", [" : "[") + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z) + "]";
        json += "], \"Properties\": " + json_row(layer.table, part.of->row) + "}";
      }
    return sink_.put("splines.json", json + "\n]\n");
  }

  /// How a landscape of that side is cut: as few components as sections of 127 or 63 quads allow.
  std::string section_text() const {
    for (const int section : {127, 63})
      for (const int across : {2, 1})
        if ((tile_side_ - 1) % (section * across) == 0) {
          const std::string quads = std::to_string(section), parts = std::to_string(across),
                            count = std::to_string((tile_side_ - 1) / (section * across));
          return "  Section size " + quads + " x " + quads + " quads, sections per component " + parts +
                 " x " + parts + ", number of components " + count + " x " + count + ".\n";
        }
    return "";
  }

  /// The numbers that a person types into the dialog, and into the script.
  std::string readme() const {
    const std::string xy = number_text(100 * grid_.spacing_m), z = number_text(12800 * source_.quantum_m);
    const Place3 corner = axes_({0, grid_.top_m, 0});
    std::string text = source_.tmpl->name +
                       " for Unreal Engine 5, by fieldwright\n\n"
                       "The landscape, once: Landscape mode, Manage, New, Import from File.\n";
    for (const ExportTile& tile : sink_.facts.tiles)
      text += "  " + tile.file + ": location " + number_text(100 * tile.x_m) + ", " +
              number_text(corner.y + 100.0 * tile.row * (tile_side_ - 1) * grid_.spacing_m) + ", 0\n";
    text += "  Size " + std::to_string(tile_side_) + " x " + std::to_string(tile_side_) + ", scale " + xy +
            ", " + xy + ", " + z + ". Value 32768 is sea level.\n" + section_text() +
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
  VertexGrid grid_;
};

}  // namespace

Result<Done> write_unreal(const ExportSource& source, ExportSink& sink) {
  return Unreal(source, sink).write();
}

}  // namespace fw
