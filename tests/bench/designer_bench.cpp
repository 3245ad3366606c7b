// How the designer feels: sliders dragged over WindswardLike in the real window, off screen.
//   first_ms   from an edit to the first map on the screen that shows it or a later one (median over the
//   drag) full_ms    from the last edit to the full map on the screen block_ms   the longest time in which
//   the window's thread took no event
// A drag lasts FIELDWRIGHT_DRAG_SECONDS (1; 10 for the figures in docs/speed.md).

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "app/gui/map/map_area.h"
#include "app/gui/map/map_view.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/theme.h"
#include "core/model/parameters.h"

namespace {

using namespace fw;
using Clock = std::chrono::steady_clock;

constexpr int kEvent_ms = 16;  ///< a mouse's pace

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return NAN;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Drag {
  double first_ms = 0, full_ms = 0, block_ms = 0;
  size_t repaints = 0;
};

void turn_until(const std::function<bool()>& done) {
  while (!done()) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
}

/// Moves a parameter to and fro over a tenth of its value, as a hand on its slider would.
Drag drag(MainWindow& window, MapView& map, const Parameter& p, double seconds) {
  struct Edit {
    std::shared_ptr<const Template> state;
    Clock::time_point at;
  };
  std::vector<Edit> edits;
  std::vector<double> latencies;
  size_t seen = 0;
  Drag result;
  QObject scope;
  QObject::connect(&map, &MapView::repainted, &scope, [&] {
    const Clock::time_point now = Clock::now();
    ++result.repaints;
    for (size_t i = edits.size(); i-- > seen;)
      if (edits[i].state == map.painted_picture()->tmpl) {
        for (; seen <= i; ++seen) latencies.push_back(milliseconds(now - edits[seen].at));
        break;
      }
  });
  Clock::time_point beat = Clock::now();
  QTimer heart;
  QObject::connect(&heart, &QTimer::timeout, &scope, [&] {
    const Clock::time_point now = Clock::now();
    result.block_ms = std::max(result.block_ms, milliseconds(now - beat));
    beat = now;
  });
  heart.start(1);

  const double start = std::get<double>(p.get(window.document().tmpl(), 0));
  const double reach = std::max(0.1 * std::fabs(start), p.type == ParameterType::integer ? 3.0 : 0.02);
  const Clock::time_point began = Clock::now();
  while (milliseconds(Clock::now() - began) < 1000 * seconds) {
    const double way = std::sin(milliseconds(Clock::now() - began) / 700);
    double value = std::clamp(start + reach * way, p.min, p.max);
    if (p.type == ParameterType::integer) value = std::round(value);
    const Clock::time_point at = Clock::now();
    window.document().edit(
        QStringLiteral("Drag"), [&](Template& t) { p.set(t, 0, value); }, QStringLiteral("drag"));
    if (edits.empty() || edits.back().state != window.document().snapshot())
      edits.push_back({window.document().snapshot(), at});
    const Clock::time_point next = at + std::chrono::milliseconds(kEvent_ms);
    turn_until([&] { return Clock::now() >= next; });
  }
  window.document().end_gesture();
  const Clock::time_point released = Clock::now();
  turn_until([&] { return window.preview().settled() && map.settled(); });
  result.full_ms = milliseconds(Clock::now() - released);
  result.first_ms = median(latencies);
  window.document().history().undo();
  turn_until([&] { return window.preview().settled() && map.settled(); });
  return result;
}

/// Scalars that a slider stands for; shares belong to mix editors and make no sense alone.
bool has_slider(const Parameter& p) {
  const bool number = p.type == ParameterType::number || p.type == ParameterType::integer;
  return number && p.path.find("[]") == std::string::npos && !p.zero_in_given_group && p.path != "seed" &&
         !p.path.starts_with("anchor") && !p.path.starts_with("seeds.") && !p.path.starts_with("regions.") &&
         !p.path.starts_with("landmarks.");
}

void run_drag(benchmark::State& state, MainWindow& window, MapView& map, const Parameter& p) {
  const QByteArray asked = qgetenv("FIELDWRIGHT_DRAG_SECONDS");
  const double seconds = asked.isEmpty() ? 1 : asked.toDouble();
  for ([[maybe_unused]] auto iteration : state) {
    const Drag d = drag(window, map, p, seconds);
    state.SetIterationTime(d.first_ms / 1000);
    state.counters["first_ms"] = d.first_ms;
    state.counters["full_ms"] = d.full_ms;
    state.counters["block_ms"] = d.block_ms;
    state.counters["repaints"] = static_cast<double>(d.repaints);
  }
}

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  benchmark::Initialize(&argc, argv);
  apply_theme(app, Theme::light);
  const QTemporaryDir scratch;
  QSettings settings(scratch.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
  MainWindow window(settings, scratch.filePath(QStringLiteral("recovery")));
  window.show();
  window.begin();
  MapView& map = window.map().view();
  turn_until([&] { return window.preview().picture() && window.preview().settled() && map.settled(); });
  for (const Parameter& p : parameters())
    if (has_slider(p))
      benchmark::RegisterBenchmark(("drag/" + p.path).c_str(),
                                   [&](benchmark::State& state) { run_drag(state, window, map, p); })
          ->Iterations(1)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
