#include "app/gui/export/export_job.h"

#include <QMetaObject>
#include <string_view>
#include <utility>

namespace fw {

ExportJob::ExportJob(QObject* parent) : QObject(parent) {}

ExportJob::~ExportJob() {
  cancel_ = true;
  if (thread_.joinable()) thread_.join();
}

void ExportJob::start(Work work) {
  Q_ASSERT(!running_);
  if (thread_.joinable()) thread_.join();
  running_ = true;
  cancel_ = false;
  thread_ = std::thread([this, work = std::move(work)] {
    Progress progress;
    progress.cancel = &cancel_;
    progress.report = [this](std::string_view stage, double fraction) {
      QString name = QString::fromUtf8(stage.data(), static_cast<qsizetype>(stage.size()));
      QMetaObject::invokeMethod(
          this,
          [this, name = std::move(name), fraction] {
            if (running_ && !cancel_) emit progressed(name, fraction);
          },
          Qt::QueuedConnection);
    };
    Result<QString> result = work(progress);
    QMetaObject::invokeMethod(
        this, [this, result = std::move(result)] { finish(result); }, Qt::QueuedConnection);
  });
}

void ExportJob::cancel() {
  cancel_ = true;
}

void ExportJob::finish(const Result<QString>& result) {
  thread_.join();
  running_ = false;
  if (result)
    emit done(result.value());
  else if (result.error().kind == ErrorKind::cancelled)
    emit cancelled();
  else
    emit failed(QString::fromStdString(result.error().message));
}

}  // namespace fw
