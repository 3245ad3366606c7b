// The product's own stages: a whole generation, an audit, and each plate, on WindswardLike seed 42.

#include <benchmark/benchmark.h>

#include "core/base/parallel.h"
#include "core/measure/audit.h"
#include "core/model/template_io.h"
#include "core/world/generate.h"
#include "render/plate/plate.h"

namespace {

using namespace fw;

const Template& windsward() {
  static const Template tmpl = parse_template(find_builtin("WindswardLike")->text, "WindswardLike").value();
  return tmpl;
}

const World& world() {
  static const auto made = generate(windsward(), SeedBundle::from_master(42)).value();
  return *made;
}

void generate_512(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(generate(windsward(), SeedBundle::from_master(42)));
}
BENCHMARK(generate_512)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void audit_512(benchmark::State& state) {
  const World& measured = world();
  for (auto _ : state) benchmark::DoNotOptimize(audit(measured, windsward()));
}
BENCHMARK(audit_512)->Unit(benchmark::kMillisecond)->UseRealTime();

void plate(benchmark::State& state) {
  const auto view = static_cast<View>(state.range(0));
  const AuditReport report = audit(world(), windsward());
  for (auto _ : state)
    benchmark::DoNotOptimize(draw_plate(world(), windsward(), report, view, PlateStyle{}, PageFormat::png));
  state.SetLabel(std::string(kViewSlugs[static_cast<size_t>(view)]));
}
BENCHMARK(plate)->ArgName("view")->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
