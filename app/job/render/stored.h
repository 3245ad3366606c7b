#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/render/manifest.h"

namespace fw {

/// A render's folder read back: its manifest and the template it was made from, hashes checked.
struct Stored {
  Manifest manifest;
  Template tmpl;
};

/// Fails with ErrorKind::io where a file is missing, ErrorKind::mismatch where template.json is not the
/// manifest's.
Result<Stored> read_stored(const std::filesystem::path& folder);

/// The stored audit after checking audit.json against the manifest's hash.
Result<AuditReport> read_stored_audit(const std::filesystem::path& folder);

/// The world of a folder, generated anew from its template and manifest.
Result<Build> rebuild(const Stored& stored, const Progress& progress);

/// What each file that is missing or not as the manifest lists it has instead, a line each.
std::vector<std::string> altered_files(const std::filesystem::path& folder, const Manifest& manifest);

/// Everything about the folder that is not as its manifest says: files missing or altered, data digests that
/// a new generation does not reproduce. Empty = proven. Writes nothing.
struct Verification {
  std::vector<std::string> mismatches;
  size_t files = 0;    ///< checked by size and SHA-256
  size_t digests = 0;  ///< checked by generating again
};
Result<Verification> verify(const std::filesystem::path& folder, const Progress& progress);

}  // namespace fw
