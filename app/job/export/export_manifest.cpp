#include "app/job/export/export_manifest.h"

#include <nlohmann/json.hpp>

#include "app/job/folder/file_io.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw {
namespace {

std::string matrix_json(const ToTarget& to_target) {
  std::vector<std::string> rows;
  for (const auto& row : to_target.m) {
    std::vector<std::string> numbers;
    for (const double value : row) numbers.push_back(number_text(value));
    rows.push_back(json_array(numbers));
  }
  return json_array(rows);
}

std::string world_json(const ExportSource& source) {
  const World& world = *source.world;
  JsonRow seed, digests;
  seed.whole("layout", static_cast<int64_t>(world.seeds.layout));
  seed.whole("noise", static_cast<int64_t>(world.seeds.noise));
  seed.whole("place", static_cast<int64_t>(world.seeds.place));
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (world.seeds.parts[part])
      seed.whole(kSeedPartSlugs[part], static_cast<int64_t>(*world.seeds.parts[part]));
  for (const auto& [name, digest] : source.digests) digests.text(name, digest);
  const JsonRow grid = JsonRow()
                           .whole("columns", world.grid.columns)
                           .whole("rows", world.grid.rows)
                           .number("cell_m", world.grid.cell_m);
  return JsonRow()
      .text("template", source.tmpl->name)
      .text("template_digest", source.template_digest)
      .raw("seed", seed.str())
      .raw("grid", grid.str())
      .raw("digests", digests.str())
      .str();
}

std::string surface_json(const ExportSource& source, const ExportFacts& facts) {
  const ExportSurface& s = facts.surface;
  if (s.digest.empty()) return "null";
  const GridSpec& g = source.world->grid;
  return JsonRow()
      .whole("columns", s.grid.columns)
      .whole("rows", s.grid.rows)
      .number("spacing_m", s.grid.spacing_m)
      .number("quantum_m", s.quantum_m)
      .number("base_m", kSurfaceBase_m)
      .whole("levels", kSurfaceLevels)
      .text("digest", s.digest)
      .raw("padded_m", json_array({number_text(s.grid.width_m() - g.width_m()),
                                   number_text(s.grid.height_m() - g.height_m())}))
      .str();
}

std::string layers_json(const ExportSource& source) {
  JsonRow layers;
  for (const ClassLayerView& layer : class_rasters(source)) {
    JsonRow codes;
    for (size_t code = 0; code < layer.classes.size(); ++code)
      codes.text(std::to_string(code), layer.classes[code].slug);
    layers.raw(layer.name, codes.str());
  }
  return layers.str();
}

const char* severity_word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "info";
}

std::vector<std::string> finding_rows(const Findings& findings) {
  std::vector<std::string> rows;
  for (const Finding& f : findings)
    rows.push_back(JsonRow()
                       .text("severity", severity_word(f.severity))
                       .text("code", f.code)
                       .text("where", f.where)
                       .text("message", f.message)
                       .str());
  return rows;
}

}  // namespace

std::string export_json(const ExportSource& source, std::string_view target, const ExportFacts& facts,
                        const std::vector<Manifest::File>& files) {
  std::vector<std::string> tiles, unmapped;
  for (const ExportTile& tile : facts.tiles)
    tiles.push_back(JsonRow()
                        .text("file", tile.file)
                        .whole("column", tile.column)
                        .whole("row", tile.row)
                        .number("x_m", tile.x_m)
                        .number("y_m", tile.y_m)
                        .str());
  JsonRow counts;
  for (const auto& [cls, count] : facts.counts) counts.whole(cls, count);
  for (const auto& [cls, count] : facts.unmapped)
    unmapped.push_back(JsonRow().text("class", cls).whole("count", count).str());
  return json_document({{"format", std::to_string(kExportFormat)},
                        {"kind", "\"export\""},
                        {"generator", json_string(std::string("fieldwright ") + FIELDWRIGHT_VERSION)},
                        {"target", json_string(target)},
                        {"target_version", json_string(facts.target_version)},
                        {"world", world_json(source)},
                        {"to_target", matrix_json(facts.to_target)},
                        {"unit_m", number_text(facts.unit_m)},
                        {"surface", surface_json(source, facts)},
                        {"tiles", json_lines(tiles, 2)},
                        {"layers", layers_json(source)},
                        {"counts", counts.str()},
                        {"unmapped", json_lines(unmapped, 2)},
                        {"findings", json_lines(finding_rows(facts.findings), 2)},
                        {"files", files_json(files)}});
}

Result<StoredExport> read_export_manifest(const std::filesystem::path& folder) {
  const std::string name(kExportManifestName);
  const Result<std::string> text = read_file(folder, name, kMaxManifestBytes);
  if (!text) return text.error();
  const std::string source = (folder / name).string();
  auto files = parse_export_files(text.value(), source);
  if (!files) return files.error();
  StoredExport stored{"", "", {}, std::move(files).value()};
  try {
    const auto root = nlohmann::ordered_json::parse(text.value());
    stored.target = root.at("target").get<std::string>();
    const auto& world = root.at("world");
    stored.template_digest = world.at("template_digest").get<std::string>();
    for (const auto& [key, digest] : world.at("digests").items())
      stored.digests.emplace_back(key, digest.get<std::string>());
  } catch (const std::exception& problem) {
    return Error{ErrorKind::io, source + ": not as an export writes it (" + problem.what() + ")"};
  }
  return stored;
}

}  // namespace fw
