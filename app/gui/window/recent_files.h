#pragma once

#include <QString>
#include <QStringList>
#include <vector>

class QSettings;

namespace fw {

/// A recently opened template file.
struct RecentFile {
  QString path;
  bool pinned = false;
};

/// The files last opened or saved: pinned ones first, then newest first; at most ten that are not pinned.
/// Missing files stay in the list (a drive may come back) until the list is cleared.
std::vector<RecentFile> recent_files(const QSettings& settings);
void add_recent(QSettings& settings, const QString& path);
void set_pinned(QSettings& settings, const QString& path, bool pinned);
/// Removes all but the pinned ones.
void clear_recent(QSettings& settings);

}  // namespace fw
