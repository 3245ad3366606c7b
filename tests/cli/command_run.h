#pragma once

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QProcess>
#include <QString>
#include <QStringList>

/// What a run of the command left behind.
struct Outcome {
  int code = -1;
  QByteArray out;
  QByteArray err;
};

/// The command with these arguments, waited for.
inline Outcome run(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral(FIELDWRIGHT_COMMAND), arguments);
  if (!process.waitForFinished(120000)) return {};
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
          process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Every file below a folder, hidden ones too, sorted, relative to it.
inline QStringList filesIn(const QString& folder) {
  QStringList names;
  QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (files.hasNext()) names << QDir(folder).relativeFilePath(files.next());
  names.sort();
  return names;
}
