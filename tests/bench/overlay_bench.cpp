// What a frame of a simulation costs: a step, the overlay, its pixels over a window of 1200 x 900. 30 frames
// a second leave 33 ms for all three.

#include <benchmark/benchmark.h>

#include <memory>

#include "core/simulation/simulation.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "render/overlay/overlay_paint.h"
#include "tests/support/templates.h"

using namespace fw;

namespace {

constexpr int kWidth = 1200, kHeight = 900;

const Template& windward() {
  static const Template tmpl = test::dry_template("WindswardLike");
  return tmpl;
}
const std::shared_ptr<const World>& world() {
  static const std::shared_ptr<const World> made =
      generate(windward(), SeedBundle::from_master(42), 512).value();
  return made;
}

Playback started(Coordinator kind, size_t agents, const char* method = "") {
  SimulationRequest r;
  r.coordinator = kind;
  r.method = method;
  r.agents = agents;
  r.trail_s = 150;
  auto playback = Playback::start(r, windward(), world());
  playback.value().seek(200);
  return std::move(playback).value();
}

struct Screen {
  std::vector<uint32_t> words = std::vector<uint32_t>(size_t{kWidth} * kHeight);
  MapWindow window = fit_window({world()->grid.width_m(), world()->grid.height_m()}, kWidth, kHeight);
  OverlayPainter painter{OverlayLook{}};

  void show(const Overlay& overlay) {
    std::fill(words.begin(), words.end(), 0);
    painter.paint(overlay, window, {words.data(), kWidth, kHeight, kWidth});
  }
};

Coordinator kind_of(const benchmark::State& state) {
  return static_cast<Coordinator>(state.range(0));
}

void step(benchmark::State& state) {
  Playback playback = started(kind_of(state), static_cast<size_t>(state.range(1)));
  for (auto _ : state) playback.step();
}
BENCHMARK(step)->Args({0, 20000})->Args({1, 20000})->Args({2, 1})->Unit(benchmark::kMillisecond);

void paint(benchmark::State& state) {
  Playback playback = started(kind_of(state), static_cast<size_t>(state.range(1)));
  const Overlay overlay = playback.overlay();
  Screen screen;
  for (auto _ : state) screen.show(overlay);
}
BENCHMARK(paint)
    ->Args({0, 5000})
    ->Args({0, 20000})
    ->Args({1, 20000})
    ->Args({2, 1})
    ->Unit(benchmark::kMillisecond);

/// Two ticks a frame: 60 times real time at 30 frames a second. `frames` is how many a second would fit.
void frame(benchmark::State& state) {
  Playback playback = started(kind_of(state), static_cast<size_t>(state.range(1)));
  Screen screen;
  for (auto _ : state) {
    playback.step();
    playback.step();
    screen.show(playback.overlay());
  }
  state.counters["frames"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(frame)
    ->Args({0, 20000})
    ->Args({1, 20000})
    ->Args({2, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
