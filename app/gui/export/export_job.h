#pragma once

#include <QObject>
#include <QString>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "core/base/parallel/progress.h"
#include "core/base/result.h"

namespace fw {

/// One piece of long work at a time, on a thread of its own. Cancelling is heard at once; the work itself
/// ends at its next look.
class ExportJob : public QObject {
  Q_OBJECT

 public:
  /// Gives what to say when it is done.
  using Work = std::function<Result<QString>(const Progress&)>;

  explicit ExportJob(QObject* parent = nullptr);
  /// Cancels what runs and waits for it.
  ~ExportJob() override;

  bool running() const { return running_; }
  /// Nothing may be running.
  void start(Work work);
  void cancel();

 signals:
  void progressed(const QString& stage, double fraction);
  void done(const QString& said);
  void failed(const QString& why);
  void cancelled();

 private:
  void finish(const Result<QString>& result);

  bool running_ = false;
  std::atomic<bool> cancel_{false};
  std::thread thread_;
};

}  // namespace fw
