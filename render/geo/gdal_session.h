#pragma once

#include <gdal_priv.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"

namespace fw {

/// One writer's time with GDAL on one thread: drivers registered, fixed settings, silence on stderr. It
/// remembers the first failure GDAL reports, because closing a dataset returns nothing and is where buffered
/// writes fail.
class GdalSession {
 public:
  GdalSession();
  ~GdalSession();
  GdalSession(const GdalSession&) = delete;
  GdalSession& operator=(const GdalSession&) = delete;

  bool failed() const { return !first_failure_.empty(); }
  /// What GDAL said first, as an error about `what`.
  Error error(const std::string& what) const;

 private:
  static void remember(CPLErr severity, CPLErrorNum number, const char* message);
  std::string first_failure_;
};

struct DatasetCloser {
  void operator()(GDALDataset* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<GDALDataset, DatasetCloser>;

/// A file that GDAL writes or reads in memory under a name of ours, so no user's path ever reaches GDAL's
/// name parsing (/vsi..., JSON text) and every byte that goes to the disk is checked.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& suffix);
  /// Over bytes that outlive this object.
  MemoryFile(const std::string& suffix, std::string& bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const char* name() const { return name_.c_str(); }
  /// Writes the content to the disk; the dataset must be closed before.
  Result<Done> save(const std::filesystem::path& file) const;

 private:
  std::string name_;
};

/// A new vector dataset; `driver` is one of the drivers a session registers.
Dataset create_vector(const char* driver, const MemoryFile& file);

}  // namespace fw
