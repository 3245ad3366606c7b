#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <future>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/model/template/import_pixels.h"
#include "core/model/template/template.h"

namespace fw {

/// Unsaved work that an earlier session left behind.
struct Recovered {
  QString side_file;
  Template tmpl;
  QString path;  ///< the document's file; empty: untitled
  QDateTime saved_at;
  ImportSet imports{};  ///< pixels that no file of the document's holds, maybe
};

/// Saves the unsaved state of one document to a side file, so that a crash loses seconds of work and the
/// original file is never touched. The side file is locked while its session runs.
class Autosave {
 public:
  /// Side files are in `folder`, which is created if missing.
  explicit Autosave(QString folder);
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Starts writing the side file on another thread. Returns false while the previous write is running.
  /// `imports`: pixels of its rows, which may have no file yet; they go into a folder beside the side file.
  bool keep(std::shared_ptr<const Template> tmpl, const QString& path, const ImportSet& imports = {});
  /// Whether a write is running.
  bool busy() const;
  /// Waits for the last write and returns its result.
  Result<Done> finish();
  /// Removes the side file and its pixels: nothing is unsaved.
  void discard();

 private:
  QString folder_;
  QString side_file_;
  std::unique_ptr<QLockFile> lock_;
  std::future<Result<Done>> writing_;
};

/// Side files of ended sessions in a folder, newest first; those of running sessions and broken files are
/// ignored.
std::vector<Recovered> find_recovered(const QString& folder);
/// Removes a side file and its lock.
void forget_recovered(const Recovered& recovered);

}  // namespace fw
