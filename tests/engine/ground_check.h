#pragma once

#include <QStandardPaths>

#include "tests/support/process.h"

// clients/check_ground.py: the ground of exports made anew by a script in Python.
namespace fw::test {

/// What the script needs and the machine lacks; "" = nothing.
inline const char* missing_for_ground_check() {
  const QString python = QStandardPaths::findExecutable("python3", {"/usr/bin"});
  if (python.isEmpty() || QProcess::execute(python, {"-c", "import numpy"}) != 0)
    return "python3 with numpy is not installed";
  if (QStandardPaths::findExecutable("gdal_translate").isEmpty()) return "gdal-bin is not installed";
  return "";
}

/// The script over the folders "render" and "out" of a folder.
inline Outcome check_ground(const QString& folder) {
  return run_program(
      QStandardPaths::findExecutable("python3", {"/usr/bin"}),
      {FIELDWRIGHT_SOURCE_DIR "/tests/engine/clients/check_ground.py", folder + "/render", folder + "/out"});
}

}  // namespace fw::test
