#include "app/job/render/stored.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/job/audit/audit_files.h"
#include "app/job/folder/change.h"
#include "app/job/folder/file_io.h"
#include "app/job/render/exporters.h"
#include "app/job/render/render.h"
#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/model/colour/palette.h"
#include "core/template/template_io.h"
#include "render/map/style/map_style.h"

namespace fw {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxTextBytes = uint64_t{256} << 20;

const Manifest::File* find_file(const Manifest& manifest, std::string_view name) {
  for (const Manifest::File& file : manifest.files)
    if (file.name == name) return &file;
  return nullptr;
}

/// A text file of the folder whose bytes are those the manifest lists.
Result<std::string> read_listed(const fs::path& folder, const Manifest& manifest, const std::string& name) {
  const Manifest::File* listed = find_file(manifest, name);
  const std::string where = (folder / name).string();
  if (listed == nullptr) return Error{ErrorKind::mismatch, where + ": not listed in manifest.json"};
  Result<std::string> text = read_file(folder, name, kMaxTextBytes);
  if (!text) return text.error();
  if (sha256_hex(text.value()) != listed->sha256)
    return Error{ErrorKind::mismatch,
                 where + ": altered since the render (its SHA-256 is not the manifest's)"};
  return text;
}

}  // namespace

Result<Descriptor> open_stored(const fs::path& folder) {
  std::error_code problem;
  if (!fs::is_directory(folder, problem)) return Error{ErrorKind::io, folder.string() + ": no such folder"};
  return open_to_read(folder);
}

Result<Stored> read_stored(const fs::path& folder) {
  const Result<Descriptor> reading = open_stored(folder);
  if (!reading) return reading.error();
  Result<Manifest> manifest = read_manifest(folder);
  if (!manifest) return manifest.error();
  Stored stored{std::move(manifest).value(), {}, (folder / kManifestName).string()};
  const Result<std::string> text = read_listed(folder, stored.manifest, "template.json");
  if (!text) return text.error();
  Result<Template> tmpl = parse_template(text.value(), (folder / "template.json").string());
  if (!tmpl) return tmpl.error();
  stored.tmpl = std::move(tmpl).value();
  if (template_digest(stored.tmpl) != stored.manifest.template_digest)
    return Error{ErrorKind::mismatch,
                 (folder / "template.json").string() + ": not the template of manifest.json"};
  return stored;
}

Result<StoredAudit> read_stored_audit(const fs::path& folder) {
  const Result<Descriptor> reading = open_stored(folder);
  if (!reading) return reading.error();
  Result<Manifest> manifest = read_manifest(folder);
  if (!manifest) return manifest.error();
  const Result<std::string> text = read_listed(folder, manifest.value(), "audit.json");
  if (!text) return text.error();
  Result<AuditReport> report = read_audit_json(text.value(), (folder / "audit.json").string());
  if (!report) return report.error();
  return StoredAudit{std::move(manifest).value(), std::move(report).value()};
}

std::vector<std::string> altered_files(const fs::path& folder, const Manifest& manifest) {
  std::vector<std::string> altered;
  for (const Manifest::File& file : manifest.files) {
    const Result<FileDigest> found = digest_file(folder, file.name, file.size);
    if (!found)
      altered.push_back(file.name + ": " + found.error().message);
    else if (found.value().size != file.size)
      altered.push_back(file.name + ": " + std::to_string(found.value().size) + " bytes, the manifest says " +
                        std::to_string(file.size));
    else if (found.value().sha256 != file.sha256)
      altered.push_back(file.name + ": SHA-256 " + found.value().sha256 + ", the manifest says " +
                        file.sha256);
  }
  return altered;
}

Result<BuildRequest> build_request(const Stored& stored) {
  const GridSpec& grid = stored.manifest.grid;
  const int resolution = std::max(grid.columns, grid.rows);
  const GridSpec expected = frame_grid(stored.tmpl.frame, std::max(resolution, 1));
  if (resolution < kMinResolution || resolution > kMaxResolution || grid != expected)
    return Error{ErrorKind::mismatch,
                 stored.source + ": grid: found " + std::to_string(grid.columns) + " x " +
                     std::to_string(grid.rows) + " cells of " + number_text(grid.cell_m) + " m, expected " +
                     std::to_string(kMinResolution) + " to " + std::to_string(kMaxResolution) +
                     " cells along the longer side of " + number_text(stored.tmpl.frame.width_m) + " x " +
                     number_text(stored.tmpl.frame.height_m) + " m"};
  BuildRequest request;
  request.tmpl = stored.tmpl;
  request.seeds = stored.manifest.seeds;
  request.resolution = resolution;
  request.folder = std::filesystem::path(stored.source).parent_path();
  return request;
}

Result<Build> rebuild(const Stored& stored, const Progress& progress) {
  const Result<BuildRequest> request = build_request(stored);
  if (!request) return request.error();
  return build(request.value(), progress);
}

namespace {

constexpr uint64_t kMaxExportBytes = uint64_t{1} << 30;

using Lines = std::vector<std::string>;

/// A part of a manifest as text by name; a name may stand twice.
using Members = std::multimap<std::string, std::string>;

Members digests_of(const Manifest& m) {
  return {m.digests.begin(), m.digests.end()};
}

Members codes_of(const Manifest& m) {
  Members members;
  for (const Manifest::Layer& layer : m.layers) {
    for (const auto& [code, slug] : layer.codes)
      members.emplace(layer.name + "." + std::to_string(code), slug);
    for (const auto& [code, label] : layer.labels)
      members.emplace(layer.name + "." + std::to_string(code) + " label", label);
  }
  return members;
}

Members files_of(const Manifest& m) {
  Members members;
  for (const Manifest::File& file : m.files)
    members.emplace(file.name, std::to_string(file.size) + " bytes, SHA-256 " + file.sha256);
  return members;
}

Members facts_of(const Manifest& m) {
  return {{"format", std::to_string(m.format)},       {"template", m.template_name},
          {"template_digest", m.template_digest},     {"height_max_m", number_text(m.height_max_m)},
          {"hand.rows", std::to_string(m.hand_rows)}, {"hand.digest", m.hand_digest}};
}

/// What is stated on one side only or otherwise there, a line each.
void compare_members(const char* what, const Members& stored, const Members& made, Lines& lines) {
  const auto tell = [&](const std::string& text) { lines.push_back(std::string(what) + " " + text); };
  for (const auto& [name, value] : made) {
    const auto [begin, end] = stored.equal_range(name);
    if (begin == end) tell(name + ": not in the manifest");
    if (std::distance(begin, end) > 1) tell(name + ": in the manifest more than once");
    for (auto at = begin; at != end; ++at)
      if (at->second != value) tell(name + ": generated " + value + ", the manifest says " + at->second);
  }
  for (const auto& [name, value] : stored)
    if (!made.contains(name)) tell(name + ": in the manifest, but nothing of this name is generated");
}

/// Whether two GeoJSON files say the same in other words.
bool same_geojson(const fs::path& folder, const fs::path& made, const std::string& name) {
  if (!name.ends_with(".geojson")) return false;
  const Result<std::string> a = read_file(folder, name, kMaxExportBytes);
  const Result<std::string> b = read_file(made, name, kMaxExportBytes);
  if (!a || !b) return false;
  const auto left = nlohmann::json::parse(a.value(), nullptr, false);
  const auto right = nlohmann::json::parse(b.value(), nullptr, false);
  return !left.is_discarded() && left == right;
}

/// A file that the manifest lists once, rightly, and that says the same in other bytes is taken for the one
/// made.
Members forgive_writing(Members stored, const Members& made, const fs::path& folder,
                        const fs::path& staging) {
  for (auto& [name, value] : stored) {
    const auto again = made.find(name);
    if (again != made.end() && again->second != value && same_geojson(folder, staging, name))
      value = again->second;
  }
  return stored;
}

/// The words of a list in the manifest as what they stand for; an unknown or doubled one is told.
template <typename Slugs, typename Take>
Result<Done> each_word(const Stored& stored, const char* member, const std::vector<std::string>& words,
                       const Slugs& slugs, const Take& take) {
  for (auto at = words.begin(); at != words.end(); ++at) {
    const auto found = std::find(slugs.begin(), slugs.end(), *at);
    if (found == slugs.end() || std::find(words.begin(), at, *at) != at)
      return Error{ErrorKind::mismatch, stored.source + ": plates." + member + ": found " + *at +
                                            ", expected each of a render's " + member + " at most once"};
    take(static_cast<size_t>(found - slugs.begin()));
  }
  return Done{};
}

Result<RenderRequest> render_request(const Stored& stored) {
  const Manifest& m = stored.manifest;
  Result<BuildRequest> build = build_request(stored);
  if (!build) return build.error();
  RenderRequest request;
  request.build = std::move(build).value();
  request.style = m.style;
  if (m.style.dpi < kLeastDpi || m.style.dpi > kMostDpi || m.style.map_px < kLeastMap_px ||
      !page_size(m.style, frame_of(request)) || !is_palette(m.style.palette) ||
      !is_map_style(m.style.map_style))
    return Error{
        ErrorKind::mismatch,
        stored.source + ": plates: found a dpi, map_px, sheet, scale, palette or style that no render has"};
  const auto views = each_word(stored, "views", m.views, kViewSlugs,
                               [&](size_t k) { request.views.push_back(static_cast<View>(k)); });
  if (!views) return views.error();
  const std::vector<std::string> words = every_format();
  const auto formats =
      each_word(stored, "formats", m.formats, words, [&](size_t k) { request.formats.insert(words[k]); });
  if (!formats) return formats.error();
  return request;
}

/// Whether the stored audit has key figures, which a render writes only where they are asked for.
bool holds_kpi(const fs::path& folder) {
  const Result<std::string> text = read_file(folder, std::string("audit.json"), kMaxExportBytes);
  return text && text.value().find("\n  \"kpi\":") != std::string::npos;
}

/// The manifest's text must be the one that its figures are written as: nothing more, nothing else.
void compare_text(const fs::path& folder, const Manifest& manifest, Lines& lines) {
  const Result<std::string> text = read_file(folder, std::string(kManifestName), kMaxManifestBytes);
  if (!text || text.value() != manifest_json(manifest))
    lines.push_back(std::string(kManifestName) + ": not in the form in which a render writes it");
}

}  // namespace

Result<Verification> verify(const fs::path& folder, const Progress& progress) {
  Result<Descriptor> reading = open_stored(folder);
  if (!reading) return reading.error();
  const Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  const Manifest& manifest = stored.value().manifest;
  Verification result;
  result.files = manifest.files.size();
  result.digests = manifest.digests.size();
  result.mismatches = altered_files(folder, manifest);
  compare_text(folder, manifest, result.mismatches);
  reading.value().close();
  if (manifest.version != FIELDWRIGHT_VERSION)
    result.mismatches.push_back("version: rendered by " + manifest.version + ", this is " +
                                FIELDWRIGHT_VERSION + "; digests are promised within one version");
  Result<RenderRequest> request = render_request(stored.value());
  if (!request) return request.error();
  request.value().build.kpi = holds_kpi(folder);
  const Result<RenderedAside> made = render_aside(request.value(), progress);
  if (!made) return made.error();
  const Manifest& again = made.value().manifest;
  compare_members("manifest:", facts_of(manifest), facts_of(again), result.mismatches);
  compare_members("layer code", codes_of(manifest), codes_of(again), result.mismatches);
  compare_members("digest", digests_of(manifest), digests_of(again), result.mismatches);
  const Members files = files_of(again);
  compare_members("file", forgive_writing(files_of(manifest), files, folder, made.value().files.staging()),
                  files, result.mismatches);
  return result;
}

}  // namespace fw
