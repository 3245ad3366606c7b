#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "render/engine/target_parts_internal.h"
#include "render/engine/targets.h"

// A world mod of Luanti: the ground as columns of nodes, one node a metre.
namespace fw {
namespace {

/// What covers a class without a row: of these nodes of minetest_game the one that looks most like it.
struct NodeLook {
  std::string_view node;
  Rgb colour;
};
constexpr std::array<NodeLook, 8> kLooks{{
    {"default:dirt_with_grass", Rgb::hex(0x8DB36A)},
    {"default:sand", Rgb::hex(0xE3DBAE)},
    {"default:snowblock", Rgb::hex(0xF0F4F6)},
    {"default:stone", Rgb::hex(0xA3A09A)},
    {"default:dirt", Rgb::hex(0x9A7B57)},
    {"default:desert_sand", Rgb::hex(0xE0B983)},
    {"default:dirt_with_rainforest_litter", Rgb::hex(0x6F8F4A)},
    {"default:dirt_with_coniferous_litter", Rgb::hex(0x5F7A58)},
}};

std::string default_node(Rgb colour) {
  const auto distance = [&](const NodeLook& look) {
    const double r = look.colour.r - colour.r, g = look.colour.g - colour.g, b = look.colour.b - colour.b;
    return r * r + g * g + b * b;
  };
  return std::string(
      std::min_element(kLooks.begin(), kLooks.end(), [&](const NodeLook& a, const NodeLook& b) {
        return distance(a) < distance(b);
      })->node);
}

/// A Lua string in quotes; every byte that is not plain is written as a number.
std::string lua_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == '"' || byte == '\\' || byte == 0x7f) {
      const std::string digits = std::to_string(byte);
      out += "\\" + std::string(3 - digits.size(), '0') + digits;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string lua_value(const Attribute& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr ? lua_text(*text) : json_attribute(value);
}

/// The code of every cell, rows from the south.
Result<Done> put_classes(const Raster<uint8_t>& codes, const std::string& name, ExportSink& sink) {
  const auto columns = static_cast<size_t>(codes.grid.columns);
  PieceFile file(sink, name);
  for (int row = codes.grid.rows - 1; row >= 0; --row)
    file.add({reinterpret_cast<const char*>(codes.cells.data() + codes.grid.index(0, row)), columns});
  return file.finish();
}

/// Where the surface has another node: roads, tracks, outlines of ground plans.
std::string lines_text(const ExportSource& source) {
  std::string out = "-- Lines on the ground, x and z in turn; made by fieldwright, data alone.\nreturn {\n";
  for (const ExportLayer& layer : source.layers) {
    const std::string_view node = look_of(layer.name).node;
    if (node.empty()) continue;
    for (const ShapePart& part : parts_of(layer)) {
      out += "  {uid = " + lua_text(part.uid) + ", node = " + lua_text(node) + ", places = {";
      std::vector<Vec2> places = *part.vertices_m;
      if (part.closed) places.push_back(Vec2(places.front()));
      for (size_t i = 0; i < places.size(); ++i)
        out += (i > 0 ? ", " : "") + mm(places[i].x) + ", " + mm(places[i].y);
      out += "}},\n";
    }
  }
  return out + "}\n";
}

}  // namespace

Result<Done> write_luanti(const ExportSource& source, ExportSink& sink) {
  const auto start = start_target(source, "luanti", "5.6", sink);
  if (!start) return start.error();
  const GroundSurface& ground = *start.value().ground;
  const std::vector<const ExportPoint*>& things = start.value().things;
  const GridSpec& g = source.world->grid;
  const std::string folder = "fieldwright/";

  std::string world =
      "-- What init.lua builds; made by fieldwright, data alone.\nreturn {\n  name = " +
      lua_text(source.tmpl->name) +
      ",\n  width = " + std::to_string(static_cast<int>(std::ceil(g.width_m()))) +
      ",\n  height = " + std::to_string(static_cast<int>(std::ceil(g.height_m()))) +
      ",\n  columns = " + std::to_string(ground.grid.columns) +
      ",\n  rows = " + std::to_string(ground.grid.rows) +
      ",\n  spacing = " + number_text(ground.grid.spacing_m) +
      ",\n  quantum = " + number_text(ground.quantum_m) + ",\n  cells_across = " + std::to_string(g.columns) +
      ",\n  cells_down = " + std::to_string(g.rows) + ",\n  cell = " + number_text(g.cell_m) +
      ",\n  base = " + number_text(kSurfaceBase_m) +
      ",\n  water = " + (source.world->water.size() > 0 ? "true" : "false") + ",\n  grounds = {\n";
  const auto ground_row = [&](size_t code, const std::string& cls, const std::string& usual) {
    std::string node = ground_asset(source.exports, kExportGroundLayers[0], cls, "luanti");
    if (node.empty()) node = usual;
    world += "    [" + std::to_string(code) + "] = {class = " + lua_text(cls) + ", node = " + lua_text(node) +
             "},\n";
  };
  ground_row(0, std::string(kExportSea), "default:sand");
  const std::vector<BiomeRow>& biomes = source.world->vocabulary.biomes;
  for (size_t k = 0; k < biomes.size(); ++k)
    ground_row(k + 1, biomes[k].id, default_node(source.palette.biome[k]));
  world += "  },\n}\n";

  const AttributeTable table = points_table(source, things, ground_of(ground, QuadShape::bilinear));
  const size_t height = column_of(table, "ground_m");
  std::string points = "-- Every placed thing; made by fieldwright, data alone.\nreturn {\n";
  for (size_t i = 0; i < things.size(); ++i) {
    const ExportAsset asset = asset_of(source, *things[i], "luanti");
    const double top = std::floor(std::get<double>(table.rows[i][height]) + 0.5);
    const Place3 at = sink.facts.to_target({things[i]->position_m.x, things[i]->position_m.y, top});
    points += "  {pos = {x = " + mm(at.x) + ", y = " + mm(at.y) + ", z = " + mm(at.z) +
              "}, asset = " + lua_text(asset.asset);
    for (size_t c = 0; c < table.columns.size(); ++c)
      points +=
          ", " + std::string("[") + lua_text(table.columns[c].name) + "] = " + lua_value(table.rows[i][c]);
    points += "},\n";
  }
  points += "}\n";
  if (auto put =
          sink.put(folder + "mod.conf",
                   "name = fieldwright\ndescription = A world of fieldwright\noptional_depends = default\n");
      !put)
    return put;
  if (auto put = sink.put(folder + "init.lua", script_text("luanti/init.lua")); !put) return put;
  if (auto put = sink.put(folder + "world.lua", world); !put) return put;
  if (auto put = sink.put(folder + "points.lua", points); !put) return put;
  if (auto put = sink.put(folder + "lines.lua", lines_text(source)); !put) return put;
  if (source.world->water.size() > 0)
    if (auto put = put_classes(source.world->water, folder + "water.raw", sink); !put) return put;
  if (auto put = put_classes(source.world->biome, folder + "biome.raw", sink); !put) return put;
  const VertexGrid& vertices = ground.grid;
  return put_levels(ground, 0, vertices.rows - 1, vertices.columns, vertices.rows, folder + "ground.raw",
                    sink);
}

}  // namespace fw
