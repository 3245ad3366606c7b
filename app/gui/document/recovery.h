#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QString>
#include <future>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/model/template.h"

namespace fw {

/// A document that a session left behind without saving or discarding it.
struct Recovered {
  QString side_file;
  Template tmpl;
  QString path;  ///< where it belongs; empty: untitled
  QDateTime saved_at;
};

/// Keeps the unsaved state of one document in a side file of its own, so that a crash loses seconds of work
/// and the original is never touched. The side file is locked while its session lives.
class Autosave {
 public:
  /// Side files stand in `folder`, made if it is missing.
  explicit Autosave(QString folder);
  ~Autosave();
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Begins to write the side file anew, on a thread of its own: a disk may take its time. False while the
  /// last writing goes on.
  bool keep(std::shared_ptr<const Template> tmpl, const QString& path);
  /// Whether a writing goes on.
  bool busy() const;
  /// Waits for the last writing and says what came of it.
  Result<Done> finish();
  /// There is nothing unsaved any more.
  void discard();

 private:
  QString folder_;
  QString side_file_;
  std::unique_ptr<QLockFile> lock_;
  std::future<Result<Done>> writing_;
};

/// What dead sessions left in a folder, newest first; those of living ones and broken files are left alone.
std::vector<Recovered> find_recovered(const QString& folder);
/// Removes a side file and its lock.
void forget_recovered(const Recovered& recovered);

}  // namespace fw
