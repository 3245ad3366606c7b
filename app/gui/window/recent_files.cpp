#include "app/gui/window/recent_files.h"

#include <QSettings>
#include <algorithm>

namespace fw {
namespace {

constexpr int kKept = 10;
const QString kRecent = QStringLiteral("files/recent");
const QString kPinned = QStringLiteral("files/pinned");

}  // namespace

std::vector<RecentFile> recent_files(const QSettings& settings) {
  std::vector<RecentFile> files;
  const QStringList pinned = settings.value(kPinned).toStringList();
  for (const QString& path : pinned) files.push_back({path, true});
  for (const QString& path : settings.value(kRecent).toStringList())
    if (!pinned.contains(path)) files.push_back({path, false});
  return files;
}

void add_recent(QSettings& settings, const QString& path) {
  QStringList paths = settings.value(kRecent).toStringList();
  paths.removeAll(path);
  paths.prepend(path);
  settings.setValue(kRecent, QStringList(paths.mid(0, kKept)));
}

void set_pinned(QSettings& settings, const QString& path, bool pinned) {
  QStringList paths = settings.value(kPinned).toStringList();
  paths.removeAll(path);
  if (pinned) paths.append(path);
  settings.setValue(kPinned, paths);
}

void clear_recent(QSettings& settings) {
  settings.remove(kRecent);
}

}  // namespace fw
