// The hand in the real window, off screen: on a template without one, and (hand/much/...) on a file with
// 1,000 strokes and 2,000 pins.
//
// hand/biome, hand/danger, hand/faction: strokes of the brush.
//   stroke_ms, worst_ms  from a pointer event to the stroke on the screen: median, longest
//   first_ms   from a pointer event to the first map on the screen that shows a passing state; median
//   layers_ms  from the release to the layers at full resolution on the screen: least
//   full_ms    from the release to everything on the screen: least
//   edit_ms    the window's thread at the release, the edit and what follows it at once: least
// hand/resource, hand/landmark: clicks of the pin, of the first class; full_ms and edit_ms as above. A
// landmark changes tracks, and what stands near them.
// *_cpu_ms are processor time for the same: of the window's thread (stroke, edit), of all threads (layers,
// full), medians; they count where the machine has other work.

#include <QApplication>
#include <QMouseEvent>

#include "app/gui/hand/canvas/hand_canvas.h"
#include "tests/bench/designer_bench.h"
#include "tests/much_by_hand.h"

namespace fw {
namespace {

constexpr int kGestures = 8, kMoves = 40;

double least(const std::vector<double>& values) {
  return values.empty() ? NAN : *std::min_element(values.begin(), values.end());
}

struct HandTimes {
  std::vector<double> stroke, first, layers, full, edit;
  std::vector<double> stroke_cpu, layers_cpu, full_cpu, edit_cpu;
};

/// The window with its template or the file open, and what its map shows when.
class HandDesk {
 public:
  HandDesk(MainWindow& window, MapView& map, bool much)
      : window_(window), map_(map), before_(window.document().tmpl()) {
    if (much) window_.document().start(with_much_by_hand(before_));
    settle();
    QObject::connect(&map_, &MapView::repainted, &scope_, [this] { repainted(); });
  }
  ~HandDesk() {
    window_.document().start(before_);
    map_.set_tool(MapTool::inspect);
    settle();
  }
  void settle() {
    turn_until([this] { return window_.preview().settled() && map_.settled() && window_.hand().settled(); });
  }
  /// `list`: that the brush paints; or the category of the pin's class.
  void use(HandTool tool, const std::string& list) {
    HandOptions options = window_.hand().options();
    const Template& tmpl = window_.document().tmpl();
    if (tool == HandTool::brush) {
      options.list = list;
    } else {
      options.pin_class = list == "landmark" ? tmpl.vocabulary.landmarks[0].id : tmpl.resources[0].slug;
    }
    window_.hand().set_options(options);
    window_.hand().set_tool(tool);
    map_.repaint();
    settle();
  }
  void stroke(int number) {
    QPointF at(0.3 * map_.width() + 20 * number, 0.4 * map_.height());
    send(QEvent::MouseButtonPress, at);
    for (int n = 0; n < kMoves; ++n) {
      at += QPointF(4, 2 * std::sin(0.3 * n));
      const BenchClock::time_point began = BenchClock::now();
      const double spent = thread_ms();
      if (n > 0 && passing_at_ == BenchClock::time_point{}) passing_at_ = began;
      send(QEvent::MouseMove, at);
      map_.repaint();
      figures.stroke.push_back(milliseconds(BenchClock::now() - began));
      figures.stroke_cpu.push_back(thread_ms() - spent);
      turn_until([&] { return BenchClock::now() >= began + std::chrono::milliseconds(kEvent_ms); });
    }
    passing_at_ = {};
    release(at);
  }
  void click(int number) {
    const QPointF at(0.35 * map_.width() + 17 * number, 0.5 * map_.height());
    send(QEvent::MouseButtonPress, at);
    release(at);
  }

  HandTimes figures;

 private:
  void send(QEvent::Type type, QPointF at) {
    const bool up = type == QEvent::MouseButtonRelease;
    QMouseEvent event(type, at, map_.mapToGlobal(at),
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                      up ? Qt::NoButton : Qt::LeftButton, Qt::ControlModifier);
    QCoreApplication::sendEvent(&map_, &event);
  }
  void release(QPointF at) {
    released_ = BenchClock::now();
    released_cpu_ms_ = process_ms();
    const double spent = thread_ms();
    layers_shown_ = false;
    send(QEvent::MouseButtonRelease, at);
    figures.edit.push_back(milliseconds(BenchClock::now() - released_));
    figures.edit_cpu.push_back(thread_ms() - spent);
    awaited_ = window_.document().snapshot();
    settle();
    awaited_.reset();
  }
  void repainted() {
    const auto picture = map_.painted_picture();
    const BenchClock::time_point now = BenchClock::now();
    if (!awaited_ && passing_at_ != BenchClock::time_point{} && picture->coarse) {
      figures.first.push_back(milliseconds(now - passing_at_));
      passing_at_ = now;
    }
    if (!awaited_ || picture->tmpl != awaited_) return;
    const double took = milliseconds(now - released_), cpu = process_ms() - released_cpu_ms_;
    if (!picture->coarse) {
      figures.full.push_back(took);
      figures.full_cpu.push_back(cpu);
      awaited_.reset();
    } else if (!std::exchange(layers_shown_, true)) {
      figures.layers.push_back(took);
      figures.layers_cpu.push_back(cpu);
    }
  }

  MainWindow& window_;
  MapView& map_;
  const Template before_;
  QObject scope_;
  BenchClock::time_point released_, passing_at_;
  double released_cpu_ms_ = 0;
  bool layers_shown_ = false;
  std::shared_ptr<const Template> awaited_;
};

void run_hand(benchmark::State& state, MainWindow& window, MapView& map, const std::string& list, bool much) {
  HandDesk desk(window, map, much);
  const bool pins = list == "resource" || list == "landmark";
  desk.use(pins ? HandTool::pin : HandTool::brush, list);
  for ([[maybe_unused]] auto iteration : state) {
    for (int k = 0; k < kGestures; ++k) {
      if (pins)
        desk.click(k);
      else
        desk.stroke(k);
    }
    HandTimes& f = desk.figures;
    state.SetIterationTime(least(f.full) / 1000);
    if (!pins) {
      state.counters["stroke_ms"] = median(f.stroke);
      state.counters["worst_ms"] = *std::max_element(f.stroke.begin(), f.stroke.end());
      state.counters["stroke_cpu_ms"] = median(f.stroke_cpu);
      state.counters["first_ms"] = median(f.first);
      state.counters["first_least_ms"] = least(f.first);
      state.counters["layers_ms"] = least(f.layers);
      state.counters["layers_cpu_ms"] = median(f.layers_cpu);
    }
    state.counters["full_ms"] = least(f.full);
    state.counters["full_cpu_ms"] = median(f.full_cpu);
    state.counters["edit_ms"] = least(f.edit);
    state.counters["edit_cpu_ms"] = median(f.edit_cpu);
  }
}

}  // namespace

void register_hand(MainWindow& window, MapView& map) {
  for (const bool much : {false, true})
    for (const char* list : {"biome", "danger", "faction", "resource", "landmark"})
      benchmark::RegisterBenchmark(
          (std::string(much ? "hand/much/" : "hand/") + list).c_str(),
          [&, list, much](benchmark::State& state) { run_hand(state, window, map, list, much); })
          ->Iterations(1)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
}

}  // namespace fw
