#include "app/job/export/export.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/job/export/export_source.h"
#include "app/job/folder/change.h"
#include "app/job/folder/file_io.h"
#include "app/job/render/stored.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/model/cure.h"
#include "core/model/template/value_rule.h"
#include "core/world/detail/ground_detail.h"
#include "render/engine/targets.h"
#include "render/page/little_memory.h"

namespace fw {
namespace {

/// What is checked of an export.json.
struct StoredExport {
  std::string target, template_digest;
  std::vector<std::pair<std::string, std::string>> digests;
  std::vector<Manifest::File> files;
};

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

/// Octaves of detail that the ground of a target has, from its cells and its own vertices.
std::string detail_json(const ExportSource& source, const VertexGrid& grid) {
  const World& world = *source.world;
  const GroundDetail detail = ground_detail(*source.tmpl, salted_seeds(world.seeds, *source.tmpl));
  const int octaves = detail.strength > 0 ? std::max(octaves_at(detail, world.grid.cell_m).end,
                                                     octaves_at(detail, grid.spacing_m).end)
                                          : 0;
  return JsonRow()
      .whole("octaves", octaves)
      .number("least_m", octaves > 0 ? octave_wavelength_m(detail, octaves - 1) : 0)
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
      .raw("detail", detail_json(source, s.grid))
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
                       .raw("cures", cures_json(f.cures))
                       .str());
  return rows;
}

/// export.json (docs/export.md, 6): no time, host or thread count.
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

namespace fs = std::filesystem;

constexpr double kSourceShare = 0.4;  // of the progress bar

/// Beyond it single precision holds less than a millimetre.
constexpr double kMostPrecise_m = 16000;

class FolderSink : public ExportSink {
 public:
  explicit FolderSink(AtomicFolder& folder) : folder_(folder) {}
  Result<Done> put(std::string_view name, std::string_view bytes) override {
    return folder_.put(name, bytes);
  }
  const fs::path& staging() const override { return folder_.staging(); }
  Result<Done> adopt(std::string_view name) override { return folder_.adopt(name); }

 private:
  AtomicFolder& folder_;
};

Result<std::vector<const EngineTarget*>> wanted_targets(const std::vector<std::string>& asked,
                                                        const ExportParams& exports) {
  const std::vector<std::string>& words = asked.empty() ? exports.targets : asked;
  if (words.empty())
    return Error{ErrorKind::usage,
                 "no target given and the template's export.targets is empty; use --target with some of " +
                     words_text(kExportTargetSlugs) + ", or all"};
  std::vector<const EngineTarget*> wanted;
  for (const EngineTarget& target : kEngineTargets)
    if (std::find(words.begin(), words.end(), target.slug) != words.end() ||
        std::find(words.begin(), words.end(), "all") != words.end())
      wanted.push_back(&target);
  return wanted;
}

Result<Done> check_words(const std::vector<std::string>& words) {
  std::vector<std::string> known(kExportTargetSlugs.begin(), kExportTargetSlugs.end());
  known.emplace_back("all");
  for (const std::string& word : words)
    if (std::find(known.begin(), known.end(), word) == known.end())
      return Error{ErrorKind::usage, "--target " + word + ": no such target" + did_you_mean(word, known) +
                                         "; expected some of " + words_text(kExportTargetSlugs) + " or all"};
  return Done{};
}

/// Whether a path is another or lies inside it.
bool is_inside(const fs::path& inner, const fs::path& outer) {
  std::error_code ignored;
  const fs::path a = fs::weakly_canonical(inner, ignored), b = fs::weakly_canonical(outer, ignored);
  const fs::path rest = a.lexically_relative(b);
  return !rest.empty() && *rest.begin() != "..";
}

Result<Done> check_places(const ExportRequest& request) {
  if (request.folder.empty()) return Error{ErrorKind::usage, "no output folder given; use -o DIR"};
  if (request.source.empty()) return Done{};
  if (is_inside(request.folder, request.source))
    return Error{ErrorKind::usage, request.folder.string() + ": lies inside the render's folder " +
                                       request.source.string() + "; choose another folder"};
  for (const EngineTarget& target : kEngineTargets)
    if (is_inside(request.source, request.folder / target.slug))
      return Error{ErrorKind::usage, request.source.string() + ": lies inside the export's folder " +
                                         (request.folder / target.slug).string() + "; choose another folder"};
  return Done{};
}

void add_findings(const ExportSource& source, std::string_view target, const Findings& mapping,
                  ExportFacts& facts) {
  facts.findings.insert(facts.findings.end(), mapping.begin(), mapping.end());
  const GridSpec& g = source.world->grid;
  const double side = std::max(g.width_m(), g.height_m());
  const bool precise =
      target == "csv" || target == "postgis" || target == "server" || target == "tiled" || target == "web";
  if (!precise && side > kMostPrecise_m)
    facts.findings.push_back({Severity::warning, "float_precision", "frame",
                              "The frame is " + rounded_text(side) + " m wide; single precision holds " +
                                  rounded_text(side / (1 << 24) * 1000, 2) +
                                  " mm there, places come out no finer."});
  if (facts.unmapped.empty()) return;
  std::string words;
  for (const auto& [cls, count] : facts.unmapped)
    words += (words.empty() ? "" : ", ") + cls + " (" + std::to_string(count) + ")";
  facts.findings.push_back({Severity::info, "unmapped", "export.things",
                            "Classes without an asset, exported as plain markers: " + words + "."});
}

/// A target whose files are written and wait for their place.
struct StagedTarget {
  ExportedTarget target;
  AtomicFolder folder;
  std::string manifest;
};

Result<StagedTarget> stage_target(const ExportRequest& request, const LoadedSource& loaded,
                                  const EngineTarget& target, const Progress& progress) {
  if (auto free = check_sub_folder(request.folder, target.slug); !free) return free.error();
  const fs::path place = request.folder / target.slug;
  Result<AtomicFolder> folder =
      AtomicFolder::open(place, request.overwrite ? Replace::all : Replace::ours, kExportFolder);
  if (!folder) return folder.error();
  FolderSink sink(folder.value());
  sink.progress = progress;
  if (auto written = target.write(loaded.source, sink); !written) return written.error();
  if (*loaded.unread) return **loaded.unread;
  add_findings(loaded.source, target.slug, loaded.findings, sink.facts);
  std::string text = export_json(loaded.source, target.slug, sink.facts, folder.value().files());
  return StagedTarget{{std::string(target.slug), place, {}, std::move(sink.facts.findings)},
                      std::move(folder).value(),
                      std::move(text)};
}

/// Puts all targets in their places. Exports into one folder do so one after the other, so that its targets
/// are of one export.
Result<Done> put_in_place(const fs::path& folder, std::vector<StagedTarget>& staged) {
  const Result<Descriptor> lock = lock_folder(folder, FolderLock::exclusive);
  if (!lock) return lock.error();
  for (StagedTarget& one : staged) {
    if (auto ready = one.folder.prepare(one.manifest); !ready) return ready;
    one.target.counts = one.folder.counts();
  }
  for (StagedTarget& one : staged)
    if (auto done = one.folder.finish(); !done) return done;
  return Done{};
}

}  // namespace

Result<std::vector<ExportedTarget>> export_world(const ExportRequest& request, const Progress& progress) {
  if (auto known = check_words(request.targets); !known) return known.error();
  if (auto free = check_places(request); !free) return free.error();
  if (const auto room = check_addresses(Uses::text_and_gis); !room) return room.error();
  Progress first = progress;
  first.report = [&](std::string_view stage, double fraction) {
    progress.at(stage, kSourceShare * fraction);
  };
  const Result<LoadedSource> loaded = load_export_source(request, first);
  if (!loaded) return loaded.error();
  const auto targets = wanted_targets(request.targets, loaded.value().source.exports);
  if (!targets) return targets.error();
  for (const EngineTarget* target : targets.value()) {
    if (const auto fits = vertices_for(loaded.value().source, target->slug); !fits) return fits.error();
    if (!target->loads) continue;
    if (const auto schema = load_schema(loaded.value().source); !schema) return schema.error();
  }
  std::vector<StagedTarget> staged;
  for (const EngineTarget* target : targets.value()) {
    if (progress.cancelled()) break;
    Progress of_target = progress;
    of_target.report = [&](std::string_view stage, double fraction) {
      progress.at(stage, kSourceShare + (1 - kSourceShare) * (static_cast<double>(staged.size()) + fraction) /
                                            static_cast<double>(targets.value().size()));
    };
    of_target.at(target->slug, 0);
    Result<StagedTarget> one = stage_target(request, loaded.value(), *target, of_target);
    if (!one) return one.error();
    staged.push_back(std::move(one).value());
  }
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled; nothing was written"};
  if (auto done = put_in_place(request.folder, staged); !done) return done.error();
  std::vector<ExportedTarget> out;
  for (StagedTarget& one : staged) out.push_back(std::move(one.target));
  return out;
}

Result<ExportVerification> verify_export(const fs::path& folder, const fs::path& render) {
  const Result<Descriptor> reading = open_to_read(folder);
  if (!reading) return reading.error();
  const Result<StoredExport> stored = read_export_manifest(folder);
  if (!stored) return stored.error();
  Manifest listed;
  listed.files = stored.value().files;
  ExportVerification out{altered_files(folder, listed), listed.files.size()};
  if (render.empty()) return out;
  const Result<Manifest> manifest = read_manifest(render);
  if (!manifest) return manifest.error();
  if (manifest.value().template_digest != stored.value().template_digest)
    out.mismatches.push_back("template: " + stored.value().template_digest + ", the render's is " +
                             manifest.value().template_digest);
  for (const auto& [name, digest] : manifest.value().digests) {
    const auto found = std::find_if(stored.value().digests.begin(), stored.value().digests.end(),
                                    [&](const auto& d) { return d.first == name; });
    if (found == stored.value().digests.end() || found->second != digest)
      out.mismatches.push_back("digest " + name + ": not the render's");
  }
  return out;
}

}  // namespace fw
