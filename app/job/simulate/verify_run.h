#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fw {

/// Whether a folder's manifest is that of a run over time.
bool holds_run(const std::filesystem::path& folder);

/// A run's files beside its manifest, by size and SHA-256. Nothing is run again.
struct RunVerification {
  std::vector<std::string> mismatches;
  size_t files = 0;
};
/// ErrorKind::io for a manifest that is not as a run writes it.
Result<RunVerification> verify_run(const std::filesystem::path& folder);

}  // namespace fw
