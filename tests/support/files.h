#pragma once

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

// Files of tests: read and written whole, in the words of Qt and of the standard library.
namespace fw::test {

/// The bytes of a file; none where there is no file.
inline QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Writes a file, over an older one; the program ends where it cannot be written.
inline void write_file(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
    qFatal("cannot write %s", qPrintable(path));
}

/// The bytes of a file; none where there is no file.
inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Writes a file, over an older one.
inline void write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

/// Every file below a folder, hidden ones too, sorted, relative to it.
inline QStringList files_in(const QString& folder) {
  QStringList names;
  QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
  while (files.hasNext()) names << QDir(folder).relativeFilePath(files.next());
  names.sort();
  return names;
}

/// A folder of a class of tests, which inherits it; it ends with the class.
class OwnFolder {
 protected:
  QTemporaryDir folder_;

  /// The path of a file in it.
  QString path(const QString& name) const { return folder_.filePath(name); }
  /// Writes a file in it; its path.
  QString write(const QString& name, const QByteArray& bytes) const {
    write_file(path(name), bytes);
    return path(name);
  }
  /// The bytes of a file in it; none where there is no file.
  QByteArray contents_of(const QString& name) const { return contents(path(name)); }
};

}  // namespace fw::test
