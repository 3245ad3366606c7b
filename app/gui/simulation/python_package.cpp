#include "app/gui/simulation/python_package.h"

#include <QDir>
#include <QFileInfo>

namespace fw {

QString python_package_folder(const QString& program_folder) {
  // Of an installation; of a build tree's programs and tests.
  for (const char* beside : {"../lib/python3/dist-packages", "../python", "../../app/python"}) {
    const QDir folder(QDir(program_folder).filePath(QLatin1String(beside)));
    if (folder.exists(QStringLiteral("fieldwright/_fw.abi3.so"))) return folder.canonicalPath();
  }
  return {};
}

QString with_package(const QString& program, const QString& package_folder) {
  if (package_folder.isEmpty())
    return QStringLiteral(
               "# Needs the Python package fieldwright, which is not in this installation: apt install "
               "python3-fieldwright\n") +
           program;
  QString quoted = package_folder;
  quoted.replace(QLatin1Char('\\'), QStringLiteral("\\\\")).replace(QLatin1Char('"'), QStringLiteral("\\\""));
  const qsizetype import = program.indexOf(QStringLiteral("import fieldwright"));
  return QStringLiteral("# Run with /usr/bin/python3; the package fieldwright is in %1\n")
             .arg(package_folder) +
         program.left(import) + QStringLiteral("import sys\nsys.path.append(\"%1\")\n").arg(quoted) +
         program.mid(import);
}

}  // namespace fw
