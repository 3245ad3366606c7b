#pragma once

#include <QFile>
#include <QString>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <ctime>

#include "app/gui/simulation/simulation_player.h"

namespace fw::test {

/// The longest time between two turns of this thread's event loop: as its processor clock has it, where other
/// processes do not count, and as it passed, where a wait counts.
struct Beat {
  QTimer timer;
  double last_ms = cpu_ms(), longest_ms = 0;
  double last_wall_ms = wall_ms(), longest_wall_ms = 0;

  Beat() {
    QObject::connect(&timer, &QTimer::timeout, [this] {
      const double now_ms = cpu_ms();
      longest_ms = std::max(longest_ms, now_ms - last_ms);
      last_ms = now_ms;
      const double wall_now_ms = wall_ms();
      longest_wall_ms = std::max(longest_wall_ms, wall_now_ms - last_wall_ms);
      last_wall_ms = wall_now_ms;
    });
    timer.start(0);
  }
  static double wall_ms() {
    using std::chrono::steady_clock;
    return std::chrono::duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
  }
  static double cpu_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
  }
};

/// What a panel's days have that `simulate`'s series.csv has not, to the digit; "" where they are the same
/// and `days` in number.
inline QString differs_from_series(const PlayerFrame::Panel& panel, const QString& series, int64_t days) {
  QFile file(series);
  if (!file.open(QIODevice::ReadOnly)) return QStringLiteral("no ") + series;
  const QList<QByteArray> lines = file.readAll().split('\n');
  const size_t classes = panel.classes.size();
  if (lines.size() != static_cast<qsizetype>(classes) * days + 2)
    return QStringLiteral("%1 lines").arg(lines.size());
  for (qsizetype k = 1; k + 1 < lines.size(); ++k) {
    const QList<QByteArray> cells = lines[k].split(',');
    const size_t row = static_cast<size_t>(k - 1), cls = row % classes, day = row / classes;
    const bool animal = panel.classes[cls].category == Category::wildlife;
    if (panel.days->number[cls].size() <= day || cells[2].toStdString() != panel.classes[cls].slug ||
        cells[animal ? 4 : 5].toDouble() != panel.days->number[cls][day] ||
        cells[3].toDouble() != panel.days->target[cls][day])
      return QString::fromUtf8(lines[k]);
  }
  return {};
}

}  // namespace fw::test
