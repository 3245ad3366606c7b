#include "app/job/simulate/verify_run.h"

#include <utility>

#include "app/job/folder/file_io.h"
#include "app/job/folder/manifest.h"
#include "app/job/render/stored.h"
#include "app/job/simulate/simulate.h"

namespace fw {
namespace fs = std::filesystem;

bool holds_run(const fs::path& folder) {
  const Result<std::string> text = read_file(folder, std::string(kManifestName), kMaxManifestBytes);
  return text && text.value().find("\n  \"" + std::string(kRunKey) + "\": \"") != std::string::npos;
}

Result<RunVerification> verify_run(const fs::path& folder) {
  const std::string name(kManifestName);
  const Result<std::string> text = read_file(folder, name, kMaxManifestBytes);
  if (!text) return text.error();
  auto files = parse_files(text.value(), "files", (folder / name).string());
  if (!files) return files.error();
  Manifest listed;
  listed.files = std::move(files).value();
  return RunVerification{altered_files(folder, listed), listed.files.size()};
}

}  // namespace fw
