#include "app/job/render/stored.h"

#include "app/job/audit/audit_files.h"
#include "app/job/folder/change.h"
#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/base/number_text.h"
#include "core/template/template_io.h"

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

}  // namespace fw
