#pragma once

#include <gdal_priv.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/base/result.h"

namespace fw {

/// Use of GDAL by one writer on one thread: registers drivers, fixes settings, silences stderr. Stores the
/// first failure that GDAL reports, because closing a dataset returns nothing and is where buffered writes
/// fail.
class GdalSession {
 public:
  GdalSession();
  ~GdalSession();
  GdalSession(const GdalSession&) = delete;
  GdalSession& operator=(const GdalSession&) = delete;

  bool failed() const { return !first_failure_.empty(); }
  /// GDAL's first message; "" if there is none.
  const std::string& first_failure() const { return first_failure_; }
  /// GDAL's first message, as an error about `what`.
  Error error(const std::string& what) const;

 private:
  static void remember(CPLErr severity, CPLErrorNum number, const char* message);
  std::string first_failure_;
};

struct DatasetCloser {
  void operator()(GDALDataset* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<GDALDataset, DatasetCloser>;

/// A file that GDAL writes or reads in memory under an internal name, so that no user's path reaches GDAL's
/// name parsing (/vsi..., JSON text) and every byte written to the disk is checked.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& suffix);
  /// Reads bytes that must outlive this object.
  MemoryFile(const std::string& suffix, std::string& bytes);
  /// The same, beside another under its name with another suffix.
  MemoryFile(const MemoryFile& main, const std::string& suffix, std::string& bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const char* name() const { return name_.c_str(); }
  /// Writes the content to the disk; close the dataset before.
  Result<Done> save(const std::filesystem::path& file) const;
  /// A copy of the content; close the dataset before.
  std::string bytes() const;

 private:
  void show(std::string& bytes) const;
  std::string name_;
};

/// A new vector dataset; `driver` is one of the drivers a session registers.
Dataset create_vector(const char* driver, const MemoryFile& file);

}  // namespace fw
