#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "app/job/folder/file_io.h"
#include "app/job/folder/manifest.h"

namespace fw {

/// A render's folder read back: its manifest and the template it was made from, hashes checked.
struct Stored {
  Manifest manifest;
  Template tmpl;
  std::string source;  ///< the manifest's path, for messages
};

/// The lock to read a render's folder by; a change that was interrupted has been finished
/// (app/job/folder/change.h). ErrorKind::io.
Result<Descriptor> open_stored(const std::filesystem::path& folder);

/// Fails with ErrorKind::io where a file is missing, ErrorKind::mismatch where template.json is not the
/// manifest's.
Result<Stored> read_stored(const std::filesystem::path& folder);

/// The stored audit after checking audit.json against the manifest's hash.
struct StoredAudit {
  Manifest manifest;
  AuditReport report;
};
Result<StoredAudit> read_stored_audit(const std::filesystem::path& folder);

/// What the folder's world is built from; ErrorKind::mismatch where no render writes such a grid.
Result<BuildRequest> build_request(const Stored& stored);

/// The world of a folder, generated anew from its template and manifest.
Result<Build> rebuild(const Stored& stored, const Progress& progress);

/// What each file that is missing or not as the manifest lists it has instead, a line each.
std::vector<std::string> altered_files(const std::filesystem::path& folder, const Manifest& manifest);

/// Everything about the folder that is not as its manifest says, and everything in the manifest that a new
/// render of its template, seeds, grid and plates would not say: figures, codes, digests, every file's bytes
/// (GeoJSON by its content, so that another way to write the same numbers passes). Empty = proven. What
/// other versions of Cairo, GDAL or the fonts draw or write differs and is told. Writes nothing into the
/// folder but to finish an interrupted change.
struct Verification {
  std::vector<std::string> mismatches;
  size_t files = 0;    ///< checked by size and SHA-256
  size_t digests = 0;  ///< checked by generating again
};
Result<Verification> verify(const std::filesystem::path& folder, const Progress& progress);

}  // namespace fw
