#include "app/gui/document/recovery.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUuid>
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/template/template_io.h"

namespace fw {
namespace {

const QString kEnding = QStringLiteral(".recovery");

QString lock_of(const QString& side_file) {
  return side_file + QStringLiteral(".lock");
}

Result<Done> write_side_file(const QString& side_file, const Template& tmpl, const QString& path) {
  const QJsonObject state{{QStringLiteral("path"), path},
                          {QStringLiteral("template"), QString::fromStdString(write_template(tmpl))}};
  QSaveFile file(side_file);
  if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(state).toJson()) < 0 || !file.commit())
    return Error{ErrorKind::io, (side_file + QStringLiteral(": ") + file.errorString()).toStdString()};
  return Done{};
}

}  // namespace

Autosave::Autosave(QString folder) : folder_(std::move(folder)) {
  QDir().mkpath(folder_);
  side_file_ = QDir(folder_).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + kEnding);
  lock_ = std::make_unique<QLockFile>(lock_of(side_file_));
  lock_->setStaleLockTime(0);  // never stale by age, only when its process is gone
  lock_->tryLock(0);           // if locking fails, writing will fail too, and keep() reports it
}

Autosave::~Autosave() {
  static_cast<void>(finish());
  lock_->unlock();
}

bool Autosave::keep(std::shared_ptr<const Template> tmpl, const QString& path) {
  if (busy()) return false;
  writing_ = std::async(std::launch::async, [tmpl = std::move(tmpl), path, side_file = side_file_] {
    return write_side_file(side_file, *tmpl, path);
  });
  return true;
}

bool Autosave::busy() const {
  return writing_.valid() && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

Result<Done> Autosave::finish() {
  return writing_.valid() ? writing_.get() : Done{};
}

void Autosave::discard() {
  static_cast<void>(finish());
  QFile::remove(side_file_);
}

std::vector<Recovered> find_recovered(const QString& folder) {
  std::vector<Recovered> found;
  for (const QFileInfo& info : QDir(folder).entryInfoList({QLatin1Char('*') + kEnding}, QDir::Files)) {
    QLockFile lock(lock_of(info.filePath()));
    lock.setStaleLockTime(0);
    if (!lock.tryLock(0)) continue;  // lock held: its session is running
    QFile file(info.filePath());
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QJsonObject state = QJsonDocument::fromJson(file.readAll()).object();
    const std::string text = state.value(QLatin1String("template")).toString().toStdString();
    Result<Template> tmpl = parse_unfinished(text, info.filePath().toStdString());
    if (!tmpl) continue;
    found.push_back({info.filePath(), std::move(tmpl).value(), state.value(QLatin1String("path")).toString(),
                     info.lastModified()});
  }
  std::sort(found.begin(), found.end(),
            [](const Recovered& a, const Recovered& b) { return a.saved_at > b.saved_at; });
  return found;
}

void forget_recovered(const Recovered& recovered) {
  QFile::remove(recovered.side_file);
  QFile::remove(lock_of(recovered.side_file));
}

}  // namespace fw
