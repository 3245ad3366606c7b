#include "app/job/render/stored.h"

#include <map>

#include "app/job/audit/audit_files.h"
#include "app/job/folder/file_io.h"
#include "core/base/hash.h"
#include "core/model/digest.h"
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
  Result<std::string> text = read_file(folder / name, kMaxTextBytes);
  if (!text) return text.error();
  if (sha256_hex(text.value()) != listed->sha256)
    return Error{ErrorKind::mismatch,
                 where + ": altered since the render (its SHA-256 is not the manifest's)"};
  return text;
}

void compare_digests(const World& world, const Manifest& manifest, Verification& result) {
  std::map<std::string, std::string> stored(manifest.digests.begin(), manifest.digests.end());
  for (const auto& [name, digest] : world_digests(world)) {
    ++result.digests;
    const auto found = stored.find(name);
    if (found == stored.end())
      result.mismatches.push_back("digest " + name + ": not in the manifest");
    else if (found->second != digest)
      result.mismatches.push_back("digest " + name + ": generated " + digest + ", the manifest says " +
                                  found->second);
    if (found != stored.end()) stored.erase(found);
  }
  for (const auto& [name, digest] : stored)
    result.mismatches.push_back("digest " + name +
                                ": in the manifest, but nothing of this name is generated");
}

}  // namespace

Result<Stored> read_stored(const fs::path& folder) {
  Result<Manifest> manifest = read_manifest(folder);
  if (!manifest) return manifest.error();
  Stored stored{std::move(manifest).value(), {}};
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

Result<AuditReport> read_stored_audit(const fs::path& folder) {
  const Result<Manifest> manifest = read_manifest(folder);
  if (!manifest) return manifest.error();
  const Result<std::string> text = read_listed(folder, manifest.value(), "audit.json");
  if (!text) return text.error();
  return read_audit_json(text.value(), (folder / "audit.json").string());
}

std::vector<std::string> altered_files(const fs::path& folder, const Manifest& manifest) {
  std::vector<std::string> altered;
  for (const Manifest::File& file : manifest.files) {
    const Result<FileDigest> found = digest_file(folder / file.name);
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

Result<Build> rebuild(const Stored& stored, const Progress& progress) {
  BuildRequest request;
  request.tmpl = stored.tmpl;
  request.seeds = stored.manifest.seeds;
  request.resolution = stored.manifest.grid.columns;
  return build(request, progress);
}

Result<Verification> verify(const fs::path& folder, const Progress& progress) {
  const Result<Stored> stored = read_stored(folder);
  if (!stored) return stored.error();
  Verification result;
  result.files = stored.value().manifest.files.size();
  result.mismatches = altered_files(folder, stored.value().manifest);
  if (stored.value().manifest.version != FIELDWRIGHT_VERSION)
    result.mismatches.push_back("version: rendered by " + stored.value().manifest.version + ", this is " +
                                FIELDWRIGHT_VERSION + "; digests are promised within one version");
  const Result<Build> made = rebuild(stored.value(), progress);
  if (!made) return made.error();
  compare_digests(*made.value().world, stored.value().manifest, result);
  return result;
}

}  // namespace fw
