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

#include "app/job/hand/hand_write.h"
#include "app/job/project/import_copies.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

const QString kEnding = QStringLiteral(".recovery");

QString lock_of(const QString& side_file) {
  return side_file + QStringLiteral(".lock");
}

/// Where a side file's pixels lie: where a template of that name has its imports.
FilesOf files_of(const QString& side_file) {
  const QFileInfo info(side_file);
  return {info.path().toStdString(), info.fileName().toStdString()};
}

QString pixels_of(const QString& side_file) {
  const FilesOf files = files_of(side_file);
  return QDir(QFileInfo(side_file).path()).filePath(QString::fromStdString(import_folder(files.stem)));
}

/// Pixels by their names, which are made of their digests: what is there is not written again.
Result<Done> write_pixels(const QString& side_file, const Template& tmpl, const ImportSet& imports) {
  const std::vector<std::string> names = import_copy_names(tmpl.hand.imports, FileLetters::all);
  for (size_t k = 0; k < names.size(); ++k) {
    const ImportRow& row = tmpl.hand.imports[k];
    const auto found = imports.find(row.sha256);
    const QString name = QDir(pixels_of(side_file)).filePath(QString::fromStdString(names[k]));
    if (!row.on || found == imports.end() || QFile::exists(name)) continue;
    const Result<std::string> bytes = import_bytes(row, {}, imports);
    if (!bytes) return bytes.error();
    QDir().mkpath(pixels_of(side_file));
    QSaveFile file(name);
    const auto size = static_cast<qint64>(bytes.value().size());
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes.value().data(), size) != size || !file.commit())
      return Error{ErrorKind::io, (name + QStringLiteral(": ") + file.errorString()).toStdString()};
  }
  return Done{};
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

bool Autosave::keep(std::shared_ptr<const Template> tmpl, const QString& path, const ImportSet& imports) {
  if (busy()) return false;
  writing_ = std::async(std::launch::async, [tmpl = std::move(tmpl), path, imports, side_file = side_file_] {
    if (const Result<Done> kept = write_pixels(side_file, *tmpl, imports); !kept) return kept;
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
  QDir(pixels_of(side_file_)).removeRecursively();
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
    ImportSet imports = load_imports(tmpl.value(), files_of(info.filePath())).pixels;
    found.push_back({info.filePath(), std::move(tmpl).value(), state.value(QLatin1String("path")).toString(),
                     info.lastModified(), std::move(imports)});
  }
  std::sort(found.begin(), found.end(),
            [](const Recovered& a, const Recovered& b) { return a.saved_at > b.saved_at; });
  return found;
}

void forget_recovered(const Recovered& recovered) {
  QFile::remove(recovered.side_file);
  QFile::remove(lock_of(recovered.side_file));
  QDir(pixels_of(recovered.side_file)).removeRecursively();
}

}  // namespace fw
