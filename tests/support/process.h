#pragma once

#include <QByteArray>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace fw::test {

/// What a run of a program left behind: -1 = it crashed or never began, -2 = it took too long.
struct Outcome {
  int code = -1;
  QByteArray out;
  QByteArray err;
};

/// How a program is run.
struct RunChoices {
  QString folder{};  ///< it runs in; empty = the test's own
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  bool merged = false;  ///< both streams into Outcome::out
  int most_ms = 120000;
};

/// A program with these arguments, waited for.
inline Outcome run_program(const QString& program, const QStringList& arguments,
                           const RunChoices& choices = {}) {
  QProcess process;
  process.setProcessEnvironment(choices.environment);
  if (choices.merged) process.setProcessChannelMode(QProcess::MergedChannels);
  if (!choices.folder.isEmpty()) process.setWorkingDirectory(choices.folder);
  process.start(program, arguments);
  const bool ended = process.waitForFinished(choices.most_ms);
  const bool late = !ended && process.error() == QProcess::Timedout;
  if (late) {
    process.kill();
    process.waitForFinished();
  }
  const int code = late                                                    ? -2
                   : ended && process.exitStatus() == QProcess::NormalExit ? process.exitCode()
                                                                           : -1;
  return {code, process.readAllStandardOutput(),
          choices.merged ? QByteArray() : process.readAllStandardError()};
}

}  // namespace fw::test
