#pragma once

#include <QMap>

#include "tests/support/process.h"

// Programs that tests of the library build and run; both streams are in Outcome::out.
namespace fw::test {

inline constexpr int kProgramLimit_ms = 240000;

inline Outcome run_merged(const QString& program, const QStringList& arguments, const QString& folder = {}) {
  return run_program(program, arguments, {.folder = folder, .merged = true, .most_ms = kProgramLimit_ms});
}

/// The same where the built Python package is found; `variables` are of the environment.
inline Outcome run_with_package(const QString& program, const QStringList& arguments,
                                const QString& folder = {}, const QMap<QString, QString>& variables = {}) {
  RunChoices choices{.folder = folder, .merged = true, .most_ms = kProgramLimit_ms};
  choices.environment.insert("PYTHONPATH", FIELDWRIGHT_BINARY_DIR "/app/python");
  choices.environment.insert("PYTHONDONTWRITEBYTECODE", "1");
  choices.environment.insert("MPLBACKEND", "Agg");
  for (auto variable = variables.begin(); variable != variables.end(); ++variable)
    choices.environment.insert(variable.key(), variable.value());
  return run_program(program, arguments, choices);
}

}  // namespace fw::test
