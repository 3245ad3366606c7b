#include "render/engine/target_parts_internal.h"

#include <cassert>
#include <map>
#include <numbers>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw {

ToTarget axes_for(const ExportSource& source, std::string_view target, double pixels_per_m) {
  const GridSpec& g = source.world->grid;
  return to_target(axes_of(target), g.width_m(), g.height_m(), pixels_per_m);
}

std::vector<const ExportPoint*> start_things(const ExportSource& source, std::string_view target,
                                             std::string_view version, ExportSink& sink,
                                             double pixels_per_m) {
  const double unit_m = axes_of(target).unit_m;
  sink.facts.target_version = version;
  sink.facts.to_target = axes_for(source, target, pixels_per_m);
  sink.facts.unit_m = unit_m == 0 ? 1 / pixels_per_m : unit_m;
  std::vector<const ExportPoint*> things = things_for(source, target);
  std::map<std::string, std::pair<long long, bool>> classes;
  for (const ExportPoint* thing : things) {
    const PointClassInfo& cls = source.world->points.classes[static_cast<size_t>(thing->class_index)];
    const ExportThing* row = thing_row(source.exports, cls, target);
    auto& [count, mapped] = classes[cls.slug];
    ++count;
    mapped = row != nullptr && !row->asset.empty();
  }
  for (const auto& [slug, found] : classes) {
    sink.facts.counts.emplace_back(slug, found.first);
    if (!found.second) sink.facts.unmapped.emplace_back(slug, found.first);
  }
  return things;
}

TargetStart start_on_ground(const ExportSource& source, std::string_view target, std::string_view version,
                            std::shared_ptr<const GroundSurface> ground, ExportSink& sink,
                            double pixels_per_m) {
  sink.facts.surface = {ground->grid, ground->quantum_m, surface_digest(*ground)};
  return {std::move(ground), start_things(source, target, version, sink, pixels_per_m)};
}

Result<TargetStart> start_target(const ExportSource& source, std::string_view target,
                                 std::string_view version, ExportSink& sink, int steps, double pixels_per_m) {
  const Result<int> vertices = vertices_for(source, target);
  if (!vertices) return vertices.error();
  auto ground = source.surface(vertices_over(source.world->grid, vertices.value(), steps));
  return start_on_ground(source, target, version, std::move(ground), sink, pixels_per_m);
}

PieceFile::PieceFile(ExportSink& sink, std::string name) : sink_(sink), name_(std::move(name)) {
  const std::filesystem::path path = sink.staging() / name_;
  std::error_code ignored;  // then it cannot be opened, either
  std::filesystem::create_directories(path.parent_path(), ignored);
  out_.open(path, std::ios::binary | std::ios::trunc);
}

void PieceFile::add(std::string_view bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

Result<Done> PieceFile::finish() {
  out_.close();
  if (!out_) return Error{ErrorKind::io, name_ + ": could not be written: is the disk full?"};
  return sink_.adopt(name_);
}

Result<Done> put_levels(const GroundSurface& ground, int west, int south, int columns, int rows,
                        const std::string& name, ExportSink& sink) {
  const int base = static_cast<int>(kSurfaceBase_m / ground.quantum_m);
  PieceFile file(sink, name);
  std::string line;
  for (int j = 0; j < rows; ++j) {
    line.clear();
    for (int i = 0; i < columns; ++i) {
      const auto level = static_cast<unsigned>(ground.level_at(west + i, south - j) - base);
      line += static_cast<char>(level & 255);
      line += static_cast<char>(level >> 8);
    }
    file.add(line);
  }
  return file.finish();
}

void PngFile::add(int end, const PngFill& fill) {
  rows_.add(end, fill);
  const Result<std::string> bytes = rows_.bytes();
  if (bytes)
    file_.add(bytes.value());
  else
    problem_ = bytes.error();
}

Result<Done> PngFile::finish() {
  if (problem_) return *problem_;
  return file_.finish();
}

std::string mm(double value) {
  return short_decimal(value, 3);
}

exact::SinCos half_turn(double degrees) {
  const exact::SinCos turn = exact::sincos(degrees * std::numbers::pi / 360);
  return {round_decimals(turn.sin, 7), round_decimals(turn.cos, 7)};
}

std::vector<ShapePart> parts_of(const ExportLayer& layer) {
  std::vector<ShapePart> out;
  const bool area = layer.kind == ShapeKind::area;
  for (const ExportShape& shape : layer.shapes)
    for (size_t k = 0; k < shape.shape.parts.size(); ++k)
      out.push_back({&shape, k == 0 ? shape.uid : shape.uid + "-" + std::to_string(k + 1),
                     &shape.shape.parts[k], area, area && k > 0});
  return out;
}

std::vector<Place3> on_ground(const ShapePart& part, const ToTarget& axes, const GroundUnder& ground_m) {
  std::vector<Place3> out;
  for (const Vec2 v : *part.vertices_m) out.push_back(axes({v.x, v.y, ground_m(v)}));
  if (part.closed) out.push_back(Place3(out.front()));
  return out;
}

const LayerLook& look_of(std::string_view layer) {
  static constexpr std::array<LayerLook, 15> kLooks{{
      {"", colour::kCoast},
      {"tracks", Rgb::hex(0x7A5A38), "default:dirt"},
      {"rivers", Rgb::hex(0x4F8FB3)},
      {"lakes", Rgb::hex(0x6FA6C4)},
      {"waterfalls", Rgb::hex(0x2F6F94)},
      {"shore", Rgb::hex(0xA89F91)},
      {"roads", Rgb::hex(0x8A4B2A), "default:gravel"},
      {"crossings", Rgb::hex(0x3D2A1E)},
      {"footprints", Rgb::hex(0x6B4A6F), "default:cobble"},
      {"places", Rgb::hex(0x4A4A4A)},
      {"regions", colour::kCoast},
      {kCategorySlugs[0], Rgb::hex(0x1F6E8C)},
      {kCategorySlugs[1], Rgb::hex(0xB07A2A)},
      {kCategorySlugs[2], Rgb::hex(0xA3324A)},
      {kCategorySlugs[3], Rgb::hex(0x22262C)},
  }};
  const auto found =
      std::find_if(kLooks.begin(), kLooks.end(), [&](const LayerLook& look) { return look.name == layer; });
  return found == kLooks.end() ? kLooks.front() : *found;
}

std::string hex_colour(std::array<uint8_t, 3> rgb) {
  std::string out = "#";
  for (const uint8_t byte : rgb) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::string hex_colour(Rgb c) {
  const auto byte = [](double v) { return static_cast<uint8_t>(v * 255 + 0.5); };
  return hex_colour(std::array<uint8_t, 3>{byte(c.r), byte(c.g), byte(c.b)});
}

Result<std::string> symbol_png(const ExportSymbol& symbol) {
  return png_of({symbol.side_px, symbol.side_px, 4, 8}, [&](int row, uint8_t* out) {
    const auto side = static_cast<size_t>(symbol.side_px);
    for (size_t c = 0; c < side; ++c) {
      const uint32_t word = symbol.words[static_cast<size_t>(row) * side + c], alpha = word >> 24;
      for (const int shift : {16, 8, 0})
        *out++ =
            alpha == 0 ? uint8_t{0} : static_cast<uint8_t>(((word >> shift & 255) * 255 + alpha / 2) / alpha);
      *out++ = static_cast<uint8_t>(alpha);
    }
  });
}

Rgb class_colour(const ExportSource& source, const PointClassInfo& cls) {
  const Palette& p = source.palette;
  const auto pick = [](const std::vector<Rgb>& colours, size_t k) {
    return colours.empty() ? colour::kCoast : colours[k % colours.size()];
  };
  if (cls.category == Category::landmark) return pick(p.landmark_ink, static_cast<size_t>(cls.landmark));
  if (const auto row = find_row(source.world->vocabulary.families, cls.family)) return pick(p.family, *row);
  return cls.category == Category::enemy ? pick(p.enemy, 0) : pick(p.faction_ink, 0);
}

std::string json_attribute(const Attribute& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json_string(*text);
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return number_text(*real);
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "true" : "false";
  if (const auto* list = std::get_if<JsonText>(&value)) return list->text;
  return "null";
}

std::string json_row(const AttributeTable& table, size_t row) {
  std::string out = "{";
  for (size_t c = 0; c < table.columns.size(); ++c) {
    if (c > 0) out += ", ";
    out += json_string(table.columns[c].name) + ": " + json_attribute(table.rows[row][c]);
  }
  return out + "}";
}

std::string json_list(const std::vector<std::string>& items) {
  std::string out = "[\n";
  for (size_t i = 0; i < items.size(); ++i) out += items[i] + (i + 1 < items.size() ? ",\n" : "\n");
  return out + "]";
}

size_t column_of(const AttributeTable& table, std::string_view name) {
  size_t c = 0;
  while (c + 1 < table.columns.size() && table.columns[c].name != name) ++c;
  assert(table.columns[c].name == name);
  return c;
}

Result<Done> put_class_pngs(const ExportSource& source, ExportSink& sink) {
  for (const ClassLayerView& layer : class_rasters(source)) {
    const GridSpec& g = layer.codes->grid;
    const auto png = png_of({g.columns, g.rows, 1, 8}, [&](int row, uint8_t* out) {
      const uint8_t* from = layer.codes->cells.data() + g.index(0, row);
      std::copy(from, from + g.columns, out);
    });
    if (!png) return png.error();
    if (auto put = sink.put("classes/" + layer.name + ".png", png.value()); !put) return put;
  }
  return Done{};
}

}  // namespace fw
