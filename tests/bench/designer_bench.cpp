// How the designer feels, in the real window, off screen.
//
// drag/...: sliders dragged over WindswardLike. A drag lasts FIELDWRIGHT_DRAG_SECONDS (1; 10 for the figures
// in docs/speed.md).
//   first_ms  from an edit to the first map on the screen that shows it or a later one; median over the drag
//   full_ms   from the last edit to the full map on the screen
//   block_ms  the longest time in which the window's thread took no event
//
// play/...: 20,000 agents played by the Simulation dock over a map of about 1200 x 900, 60 times real time.
//   frames    frames a second that the map painted
//   step_ms, paint_ms, show_ms  of a frame: simulated, its layer painted, map and dock repainted
//
// hand/brush: strokes of the hand's brush over a file with 1,000 strokes and 2,000 pins.
//   stroke_ms, worst_ms  from a pointer event to the stroke on the screen: median, longest
//   edit_ms   the window's thread at a release: the edit, and everything that follows it
//   block_ms  as above
//
// page/...: a page of the Template dock when it is first shown; refresh/...: a page that follows an edit.

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QMouseEvent>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>
#include <vector>

#include "app/gui/hand/hand_canvas.h"
#include "app/gui/map/map_area.h"
#include "app/gui/map/map_view.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/template/page/page_spec.h"
#include "app/gui/template/template_panel.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/theme.h"
#include "core/base/parallel/freed_memory.h"
#include "core/template/parameters/parameters.h"
#include "tests/much_by_hand.h"

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

/// Sleeps while nothing happens: a loop that polls would take a core from the workers.
void turn_until(const std::function<bool()>& done) {
  QTimer tick;
  tick.start(1);
  while (!done()) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
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

/// Scalars with sliders; shares belong to mix editors and cannot change separately.
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

/// Counts the frames that a widget has painted since the last count, and what its thread spent on showing.
class Shown : public QObject {
 public:
  explicit Shown(QWidget& map) : map_(map) { map.installEventFilter(this); }
  void frame_came() { waiting_ = true; }

  int painted = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == &map_ && event->type() == QEvent::Paint && std::exchange(waiting_, false)) ++painted;
    return false;
  }

 private:
  QWidget& map_;
  bool waiting_ = false;
};

/// Processor time of this thread, milliseconds.
double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

void run_play(benchmark::State& state, MainWindow& window, MapView& map, int kind) {
  auto& panel = *window.findChild<SimulationPanel*>();
  panel.parentWidget()->show();
  panel.parentWidget()->raise();
  window.resize(2010, 1130);
  QCoreApplication::processEvents();
  panel.findChild<QComboBox*>()->setCurrentIndex(kind);
  panel.findChild<QSpinBox*>()->setValue(20000);
  Shown shown(map);
  int frames = 0;
  double step_ms = 0, paint_ms = 0;
  QObject scope;
  QObject::connect(&panel.player(), &SimulationPlayer::framed, &scope,
                   [&](const std::shared_ptr<const PlayerFrame>& frame) {
                     shown.frame_came();
                     ++frames, step_ms += frame->step_ms, paint_ms += frame->paint_ms;
                   });
  panel.set_playing(true);
  panel.player().set_speed(60);  // an action's own is 15: no more than 15 different pictures a second
  const auto play_for = [](double seconds) {
    const Clock::time_point began = Clock::now();
    turn_until([&] { return milliseconds(Clock::now() - began) > 1000 * seconds; });
    return milliseconds(Clock::now() - began);
  };
  for ([[maybe_unused]] auto iteration : state) {
    play_for(2);  // trails grow
    frames = shown.painted = 0, step_ms = paint_ms = 0;
    const double spent = thread_ms();
    const double lasted_ms = play_for(5);
    const double n = std::max(shown.painted, 1);
    state.SetIterationTime(lasted_ms / n / 1000);
    state.counters["frames"] = 1000 * shown.painted / lasted_ms;
    state.counters["step_ms"] = step_ms / std::max(frames, 1);
    state.counters["paint_ms"] = paint_ms / std::max(frames, 1);
    state.counters["show_ms"] = (thread_ms() - spent) / n;
    state.counters["map_px"] = map.map_window().width_px * map.map_window().height_px;
  }
  panel.set_running(false);
}

void run_hand(benchmark::State& state, MainWindow& window, MapView& map) {
  constexpr int kStrokes = 6, kMoves = 40;
  const Template before = window.document().tmpl();
  window.document().start(with_much_by_hand(before));
  const auto settled = [&] { return window.preview().settled() && map.settled() && window.hand().settled(); };
  turn_until(settled);
  window.hand().set_tool(HandTool::brush);
  turn_until(settled);
  const auto send = [&](QEvent::Type type, QPointF at) {
    const bool up = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, map.mapToGlobal(at),
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      up ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&map, &event);
  };
  std::vector<double> strokes, edits;
  double block_ms = 0;
  Clock::time_point beat = Clock::now();
  QTimer heart;
  QObject::connect(&heart, &QTimer::timeout, &map, [&] {
    block_ms = std::max(block_ms, milliseconds(Clock::now() - beat));
    beat = Clock::now();
  });
  for ([[maybe_unused]] auto iteration : state) {
    beat = Clock::now();
    heart.start(1);
    for (int k = 0; k < kStrokes; ++k) {
      QPointF at(0.3 * map.width() + 20 * k, 0.4 * map.height());
      send(QEvent::MouseButtonPress, at);
      for (int n = 0; n < kMoves; ++n) {
        at += QPointF(4, 2 * std::sin(0.3 * n));
        const Clock::time_point began = Clock::now();
        send(QEvent::MouseMove, at);
        map.repaint();
        strokes.push_back(milliseconds(Clock::now() - began));
        turn_until([&] { return Clock::now() >= began + std::chrono::milliseconds(kEvent_ms); });
      }
      const Clock::time_point released = Clock::now();
      send(QEvent::MouseButtonRelease, at);
      edits.push_back(milliseconds(Clock::now() - released));
      turn_until(settled);
    }
    heart.stop();
    state.SetIterationTime(median(strokes) / 1000);
    state.counters["stroke_ms"] = median(strokes);
    state.counters["worst_ms"] = *std::max_element(strokes.begin(), strokes.end());
    state.counters["edit_ms"] = median(edits);
    state.counters["block_ms"] = block_ms;
  }
  window.document().start(before);
  map.set_tool(MapTool::inspect);
  turn_until(settled);
}

const std::string& first_path(const PageSpec& page) {
  return !page.fields.empty()  ? page.fields.front()->path
         : !page.mixes.empty() ? page.mixes.front()
                               : page.lists.front()->path;
}

void run_page(benchmark::State& state, const PageSpec& page) {
  for ([[maybe_unused]] auto iteration : state) {
    state.PauseTiming();
    auto document = std::make_unique<Document>();
    auto panel = std::make_unique<TemplatePanel>(*document);
    panel->resize(360, 900);
    panel->show();
    QCoreApplication::processEvents();
    state.ResumeTiming();
    panel->jump_to(QString::fromStdString(first_path(page)));
    state.PauseTiming();
    panel.reset();
    document.reset();
    state.ResumeTiming();
  }
}

void run_refresh(benchmark::State& state, const PageSpec& page) {
  Document document;
  TemplatePanel panel(document);
  panel.resize(360, 900);
  panel.show();
  panel.jump_to(QString::fromStdString(first_path(page)));
  QCoreApplication::processEvents();
  for ([[maybe_unused]] auto iteration : state) emit document.changed();
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();  // as the designer does
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
  const char* plays[] = {"play/crowd/20000", "play/action/20000"};
  for (int kind = 0; kind < 2; ++kind)
    benchmark::RegisterBenchmark(plays[kind],
                                 [&, kind](benchmark::State& state) { run_play(state, window, map, kind); })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("hand/brush", [&](benchmark::State& state) { run_hand(state, window, map); })
      ->Iterations(1)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  for (const PageSpec& page : page_specs()) {
    benchmark::RegisterBenchmark(("page/" + page.key).c_str(), [page](benchmark::State& state) {
      run_page(state, page);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("refresh/" + page.key).c_str(), [page](benchmark::State& state) {
      run_refresh(state, page);
    })->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
