#include <algorithm>
#include <cmath>
#include <deque>

#include "core/base/file_name.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"
#include "render/engine/weights.h"

namespace fw {
namespace {

/// The most vertices of one terrain.
constexpr int kMostUnityVertices = 4097;

class Unity {
 public:
  Unity(const ExportSource& source, ExportSink& sink)
      : source_(source), sink_(sink), cells_(source.world->grid), axes_(axes_for(source, "unity")) {}

  Result<Done> write() {
    const Result<int> wanted = vertices_for(source_, "unity");
    if (!wanted) return wanted.error();
    int tiles = std::max(source_.exports.tiles, 1);
    while ((wanted.value() - 1) / tiles + 1 > kMostUnityVertices) tiles *= 2;
    if ((tiles & (tiles - 1)) != 0 || (wanted.value() - 1) / tiles < 32)
      return Error{ErrorKind::usage, "export.tiles: found " + std::to_string(tiles) +
                                         ", expected a power of two with which a terrain has at least 33 "
                                         "vertices a side"};
    step_ = (wanted.value() - 1) / tiles;
    const TargetStart start = start_on_ground(
        source_, "unity", "2021.3", source_.surface(vertices_over(cells_, wanted.value(), step_)), sink_);
    const GroundSurface& ground = *start.ground;
    across_ = (ground.grid.columns - 1) / step_;
    down_ = (ground.grid.rows - 1) / step_;
    if (auto put = put_tiles(ground); !put) return put;
    if (auto put = sink_.put("fieldwright.json", json_text(start.things, ground)); !put) return put;
    if (auto put = put_class_pngs(source_, sink_); !put) return put;
    if (auto put = sink_.put("Editor/FieldwrightImport.cs", script_text("unity/FieldwrightImport.cs")); !put)
      return put;
    if (auto put =
            sink_.put("Editor/Fieldwright.Editor.asmdef",
                      "{\n  \"name\": \"Fieldwright.Editor\",\n  \"references\": [\"Fieldwright\"],\n  "
                      "\"includePlatforms\": [\"Editor\"]\n}\n");
        !put)
      return put;
    if (auto put = sink_.put("Fieldwright.asmdef", "{\n  \"name\": \"Fieldwright\"\n}\n"); !put) return put;
    return sink_.put("FieldwrightThing.cs", script_text("unity/FieldwrightThing.cs"));
  }

 private:
  std::string suffix(int x, int z) const {
    return "_x" + std::to_string(x) + "_z" + std::to_string(z) + ".raw";
  }

  /// Rows of a tile from the south: Unity's first row is z = 0.
  Result<Done> put_tiles(const GroundSurface& ground) {
    const ClassLayerView layer = biome_layer(source_);
    for (int z = 0; z < down_; ++z)
      for (int x = 0; x < across_; ++x) {
        const int i0 = x * step_, south = ground.grid.rows - 1 - z * step_;
        sink_.facts.tiles.push_back(
            {"ground" + suffix(x, z), x, z, ground.grid.x_of(i0), ground.grid.y_of(south)});
        if (auto put = put_levels(ground, i0, south, step_ + 1, step_ + 1, "ground" + suffix(x, z), sink_);
            !put)
          return put;
        // 2^n samples from edge to edge.
        const double d = step_ * ground.grid.spacing_m / (step_ - 1);
        const WeightGrid at{step_, step_, ground.grid.x_of(i0), ground.grid.y_of(south - step_), d};
        if (auto put = put_weights_of(layer, at, suffix(x, z)); !put) return put;
      }
    return Done{};
  }

  /// Four classes a file, band by band from the south.
  Result<Done> put_weights_of(const ClassLayerView& layer, const WeightGrid& at, const std::string& name) {
    constexpr int kBand = 256;
    const size_t classes = layer.classes.size(), columns = static_cast<size_t>(at.columns);
    std::deque<PieceFile> files;
    for (size_t k = 0; 4 * k < classes; ++k) files.emplace_back(sink_, "weights_" + std::to_string(k) + name);
    std::string line;
    for (int end = at.rows; end > 0; end -= kBand) {
      const int begin = std::max(0, end - kBand);
      const std::vector<uint8_t> band =
          class_weights(*layer.codes, static_cast<int>(classes), at, begin, end);
      for (int row = end - 1; row >= begin; --row)
        for (size_t f = 0; f < files.size(); ++f) {
          const uint8_t* sample = band.data() + static_cast<size_t>(row - begin) * columns * classes;
          line.clear();
          for (size_t i = 0; i < columns; ++i, sample += classes)
            for (size_t k = 4 * f; k < 4 * f + 4; ++k)
              line += k < classes ? static_cast<char>(sample[k]) : '\0';
          files[f].add(line);
        }
    }
    for (PieceFile& file : files)
      if (auto staged = file.finish(); !staged) return staged;
    return Done{};
  }

  static std::string colour_json(const std::array<uint8_t, 3>& rgb) {
    std::string out = "{";
    for (size_t k = 0; k < 3; ++k)
      out += (k ? ", \"" : "\"") + std::string(1, "rgb"[k]) + "\": " + short_decimal(rgb[k] / 255.0, 4);
    return out + "}";
  }

  /// JsonUtility reads lists of one type.
  static std::string string_value(const Attribute& value) {
    const auto* text = std::get_if<std::string>(&value);
    return json_string(text != nullptr ? *text : json_attribute(value));
  }

  /// Flat arrays of objects without maps: what JsonUtility reads.
  std::string json_text(const std::vector<const ExportPoint*>& things, const GroundSurface& ground) const {
    const double side = step_ * ground.grid.spacing_m;
    std::string out =
        "{\n  \"name\": " + json_string(source_.tmpl->name) + ",\n  \"root\": " +
        json_string(source_.exports.root.empty() ? "Assets/Fieldwright" : source_.exports.root) +
        ",\n  \"across\": " + std::to_string(across_) + ",\n  \"down\": " + std::to_string(down_) +
        ",\n  \"vertices\": " + std::to_string(step_ + 1) + ",\n  \"side\": " + number_text(side) +
        ",\n  \"height\": " + number_text(kSurfaceLevels * ground.quantum_m) +
        ",\n  \"levels\": " + std::to_string(kSurfaceLevels) +
        ",\n  \"sea\": " + number_text(kSurfaceBase_m) + ",\n  \"layers\": [\n";
    const ClassLayerView biomes = biome_layer(source_);
    for (size_t k = 0; k < biomes.classes.size(); ++k)
      out += "    {\"name\": " + json_string(biomes.classes[k].slug) +
             ", \"file\": " + json_string(portable_file_name(biomes.classes[k].slug)) + ", \"asset\": " +
             json_string(ground_asset(source_.exports, biomes.name, biomes.classes[k].slug, "unity")) +
             ", \"colour\": " + colour_json(biomes.classes[k].rgb) +
             (k + 1 < biomes.classes.size() ? "},\n" : "}\n");
    out += "  ],\n  \"things\": [\n";
    const AttributeTable table = points_table(source_, things, ground_of(ground, QuadShape::bilinear));
    const size_t height = column_of(table, "ground_m");
    for (size_t i = 0; i < things.size(); ++i) {
      const ExportAsset asset = asset_of(source_, *things[i], "unity");
      const Vec2 p = things[i]->position_m;
      const Place3 at = axes_({p.x, p.y, std::get<double>(table.rows[i][height])});
      std::string keys, values;
      for (size_t c = 0; c < table.columns.size(); ++c) {
        keys += (c ? ", " : "") + json_string(table.columns[c].name);
        values += (c ? ", " : "") + string_value(table.rows[i][c]);
      }
      const PointClassInfo& cls = source_.world->points.classes[static_cast<size_t>(things[i]->class_index)];
      out += "    {\"uid\": " + json_string(things[i]->uid) +
             ", \"category\": " + json_string(kCategorySlugs[static_cast<size_t>(cls.category)]) +
             ", \"cls\": " + json_string(cls.slug) + ", \"asset\": " + json_string(asset.asset) +
             ", \"x\": " + mm(at.x) + ", \"y\": " + mm(at.y) + ", \"z\": " + mm(at.z) + ", \"yaw\": " +
             // Clockwise from above where z points north.
             short_decimal(-asset.yaw_deg, 3) + ", \"scale\": " + number_text(asset.scale) +
             ", \"lift\": " + number_text(asset.lift_m) + ", \"keys\": [" + keys + "], \"values\": [" +
             values + (i + 1 < things.size() ? "]},\n" : "]}\n");
    }
    out += "  ],\n  \"lines\": [\n";
    bool first = true;
    for (const ExportLayer& layer : source_.layers)
      for (const ShapePart& part : parts_of(layer)) {
        std::string keys, values;
        for (size_t c = 0; c < layer.table.columns.size(); ++c) {
          keys += (c ? ", " : "") + json_string(layer.table.columns[c].name);
          values += (c ? ", " : "") + string_value(layer.table.rows[part.of->row][c]);
        }
        out += (first ? "    {\"uid\": " : ",\n    {\"uid\": ") + json_string(part.uid) +
               ", \"layer\": " + json_string(layer.name) +
               ", \"kind\": " + json_string(kShapeKindSlugs[static_cast<size_t>(layer.kind)]) +
               ", \"points\": [";
        first = false;
        size_t count = 0;
        for (const Place3& at : on_ground(part, axes_, ground_of(ground, QuadShape::bilinear)))
          out += (count++ ? ", " : "") + mm(at.x) + ", " + mm(at.y) + ", " + mm(at.z);
        out += "], \"keys\": [" + keys + "], \"values\": [" + values + "]}";
      }
    return out + "\n  ]\n}\n";
  }

  const ExportSource& source_;
  ExportSink& sink_;
  const GridSpec& cells_;
  ToTarget axes_;
  int step_ = 0, across_ = 0, down_ = 0;
};

}  // namespace

Result<Done> write_unity(const ExportSource& source, ExportSink& sink) {
  return Unity(source, sink).write();
}

}  // namespace fw
