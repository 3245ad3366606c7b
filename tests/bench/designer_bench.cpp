// How the designer feels, in the real window, off screen.
//
// drag/...: sliders dragged over WindswardLike. A drag lasts FIELDWRIGHT_DRAG_SECONDS (1; 10 for the figures
// in docs/speed.md).
//
// film/TEMPLATE/...: the same sliders of land, relief and danger over the templates of kFilms, and over those
// that the command names after its options. A "-" before a name takes erosion, water, shores and roads out.
//
// Of both:
//   first_ms  from an edit to the first map on the screen that shows it or a later one; median over the drag
//   full_ms   from the last edit to the full map on the screen
//   first_cpu_ms, full_cpu_ms  processor time of all threads, of a map during the drag and until the full
//   map:
//             tells what load on the machine hides
//   block_ms  the longest time in which the window's thread took no event
//
// play/...: 20,000 agents played by the Simulation dock over a map of about 1200 x 900, 60 times real time.
//   frames    frames a second that the map painted
//   step_ms, paint_ms, show_ms  of a frame: simulated, its layer painted, map and dock repainted
//
// search/...: a search for worlds runs; a second later a slider is dragged, which stops it. In turns with
// drags without a search, for FIELDWRIGHT_SEARCH_SECONDS (20; 600 for the figures in
// docs/search-acceptance.md).
//   first_ms, alone_ms  of the drags' first_ms the median, after a search and without one
//   block_ms  the longest in drags that stop a search
//
// hand/...: designer_hand_bench.cpp.
//
// page/...: a page of the Template dock when it is first shown; refresh/...: a page that follows an edit.

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/gui/map/search/map_area.h"
#include "app/gui/search/search_panel.h"
#include "app/gui/simulation/simulation_panel.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/window/theme.h"
#include "core/base/parallel/freed_memory.h"
#include "core/template/parameters/parameters.h"
#include "tests/bench/designer_bench.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;
struct Drag {
  double first_ms = 0, full_ms = 0, first_cpu_ms = 0, full_cpu_ms = 0, block_ms = 0;
  size_t repaints = 0;
};

/// Moves a parameter to and fro over a tenth of its value, as a hand on its slider would.
Drag drag(MainWindow& window, MapView& map, const Parameter& p, double seconds) {
  struct Edit {
    std::shared_ptr<const Template> state;
    BenchClock::time_point at;
  };
  std::vector<Edit> edits;
  std::vector<double> latencies;
  size_t seen = 0;
  Drag result;
  QObject scope;
  QObject::connect(&map, &MapView::repainted, &scope, [&] {
    const BenchClock::time_point now = BenchClock::now();
    ++result.repaints;
    for (size_t i = edits.size(); i-- > seen;)
      if (edits[i].state == map.painted_picture()->tmpl) {
        for (; seen <= i; ++seen) latencies.push_back(milliseconds(now - edits[seen].at));
        break;
      }
  });
  BenchClock::time_point beat = BenchClock::now();
  QTimer heart;
  QObject::connect(&heart, &QTimer::timeout, &scope, [&] {
    const BenchClock::time_point now = BenchClock::now();
    result.block_ms = std::max(result.block_ms, milliseconds(now - beat));
    beat = now;
  });
  heart.start(1);

  const double start = std::get<double>(p.get(window.document().tmpl(), 0));
  const double reach = std::max(0.1 * std::fabs(start), p.type == ParameterType::integer ? 3.0 : 0.02);
  const BenchClock::time_point began = BenchClock::now();
  const double before_ms = process_ms();
  while (milliseconds(BenchClock::now() - began) < 1000 * seconds) {
    const double way = std::sin(milliseconds(BenchClock::now() - began) / 700);
    double value = std::clamp(start + reach * way, p.min, p.max);
    if (p.type == ParameterType::integer) value = std::round(value);
    const BenchClock::time_point at = BenchClock::now();
    window.document().edit(
        QStringLiteral("Drag"), [&](Template& t) { p.set(t, 0, value); }, QStringLiteral("drag"));
    if (edits.empty() || edits.back().state != window.document().snapshot())
      edits.push_back({window.document().snapshot(), at});
    const BenchClock::time_point next = at + std::chrono::milliseconds(kEvent_ms);
    turn_until([&] { return BenchClock::now() >= next; });
  }
  window.document().end_gesture();
  const BenchClock::time_point released = BenchClock::now();
  const double spent_ms = process_ms();
  result.first_cpu_ms = (spent_ms - before_ms) / static_cast<double>(std::max<size_t>(result.repaints, 1));
  turn_until([&] { return window.preview().settled() && map.settled(); });
  result.full_ms = milliseconds(BenchClock::now() - released);
  result.full_cpu_ms = process_ms() - spent_ms;
  result.first_ms = median(latencies);
  window.document().history().undo();
  turn_until([&] { return window.preview().settled() && map.settled(); });
  return result;
}

/// Scalars with sliders whose change shows on the map; shares belong to mix editors and cannot change
/// separately.
bool has_slider(const Parameter& p) {
  const bool number = p.type == ParameterType::number || p.type == ParameterType::integer;
  return number && p.path.find("[]") == std::string::npos && !p.zero_in_given_group && p.path != "seed" &&
         !p.path.starts_with("anchor") && !p.path.starts_with("seeds.") && !p.path.starts_with("regions.") &&
         !p.path.starts_with("landmarks.") && !p.path.starts_with("play.") && !p.path.starts_with("export.");
}

void run_drag(benchmark::State& state, MainWindow& window, MapView& map, const Parameter& p) {
  const QByteArray asked = qgetenv("FIELDWRIGHT_DRAG_SECONDS");
  const double seconds = asked.isEmpty() ? 1 : asked.toDouble();
  for ([[maybe_unused]] auto iteration : state) {
    const Drag d = drag(window, map, p, seconds);
    state.SetIterationTime(d.first_ms / 1000);
    state.counters["first_ms"] = d.first_ms;
    state.counters["full_ms"] = d.full_ms;
    state.counters["first_cpu_ms"] = d.first_cpu_ms;
    state.counters["full_cpu_ms"] = d.full_cpu_ms;
    state.counters["block_ms"] = d.block_ms;
    state.counters["repaints"] = static_cast<double>(d.repaints);
  }
}

/// Templates whose drags are recorded with every release.
constexpr std::array<const char*, 3> kFilms{"-WindswardLike", "WindswardLike", "ContinentLike"};
constexpr std::array<std::string_view, 3> kFilmPaths{"land.fraction", "relief.height_max_m",
                                                     "noise.danger.wavelength_m"};

/// A built-in template; "-NAME" without erosion, water, shores and roads. Nothing under another name.
std::optional<Template> film_template(std::string_view name) {
  const bool dry = name.starts_with('-');
  const BuiltinTemplate* found = find_builtin(dry ? name.substr(1) : name);
  if (found == nullptr) return std::nullopt;
  const Template tmpl = parse_template(found->text, name).value();
  return dry ? test::without_water(tmpl) : tmpl;
}

/// The drags of a film, each over the template as it comes.
void register_film(MainWindow& window, MapView& map, const std::string& name) {
  for (const Parameter& p : parameters()) {
    if (std::ranges::find(kFilmPaths, p.path) == kFilmPaths.end()) continue;
    benchmark::RegisterBenchmark(("film/" + name + "/" + p.path).c_str(),
                                 [&window, &map, name, &p](benchmark::State& state) {
                                   const std::optional<Template> tmpl = film_template(name);
                                   if (!tmpl) return state.SkipWithError("no such template");
                                   window.document().start(*tmpl);
                                   turn_until([&] { return window.preview().settled() && map.settled(); });
                                   run_drag(state, window, map, p);
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
}

void run_search(benchmark::State& state, MainWindow& window, MapView& map, const Parameter& p) {
  const QByteArray asked = qgetenv("FIELDWRIGHT_SEARCH_SECONDS");
  const double seconds = asked.isEmpty() ? 20 : asked.toDouble();
  auto& panel = *window.findChild<SearchPanel*>();
  SearchChoices choices;
  choices.ranges = {{"nature.solidity", 0.5, std::nullopt}};
  choices.score = "variety.local";
  choices.seeds = "1..100000";
  panel.form().set_choices(choices);
  std::vector<double> with, alone;
  double block_ms = 0;
  for ([[maybe_unused]] auto iteration : state) {
    const BenchClock::time_point began = BenchClock::now();
    while (milliseconds(BenchClock::now() - began) < 1000 * seconds) {
      panel.start();
      const BenchClock::time_point started = BenchClock::now();
      turn_until([&] { return milliseconds(BenchClock::now() - started) > 1000; });
      if (!panel.running()) return state.SkipWithError("the search does not run");
      const Drag d = drag(window, map, p, 1);
      with.push_back(d.first_ms), block_ms = std::max(block_ms, d.block_ms);
      turn_until([&] { return !panel.running(); });
      alone.push_back(drag(window, map, p, 1).first_ms);
    }
    state.SetIterationTime(median(with) / 1000);
  }
  state.counters["first_ms"] = median(with);
  state.counters["alone_ms"] = median(alone);
  state.counters["block_ms"] = block_ms;
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
    const BenchClock::time_point began = BenchClock::now();
    turn_until([&] { return milliseconds(BenchClock::now() - began) > 1000 * seconds; });
    return milliseconds(BenchClock::now() - began);
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
  for (const Parameter& p : parameters())
    if (p.path == "relief.height_max_m")
      benchmark::RegisterBenchmark(("search/" + p.path).c_str(),
                                   [&](benchmark::State& state) { run_search(state, window, map, p); })
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
  register_hand(window, map);
  for (const char* name : kFilms) register_film(window, map, name);
  for (int k = 1; k < argc; ++k) register_film(window, map, argv[k]);
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
