// Plates of WindswardLike seed 42 without water: each alone, all five, and the PNG encoding against libpng's
// defaults.

#include <benchmark/benchmark.h>
#include <png.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "core/measure/audit/audit.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "render/page/png_writer.h"
#include "render/plate/plate.h"
#include "tests/support/templates.h"

namespace {

using namespace fw;

const Template& windsward() {
  static const Template tmpl = test::dry_template("WindswardLike");
  return tmpl;
}

const World& world() {
  static const auto made = generate(windsward(), SeedBundle::from_master(42)).value();
  return *made;
}

const AuditReport& report() {
  static const AuditReport made = audit(world(), windsward());
  return made;
}

void plate(benchmark::State& state) {
  const auto view = static_cast<View>(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        draw_plates(world(), windsward(), report(), {view}, PlateStyle{}, PageFormat::png));
  state.SetLabel(std::string(kViewSlugs[static_cast<size_t>(view)]));
}
BENCHMARK(plate)->ArgName("view")->DenseRange(0, 4)->Unit(benchmark::kMillisecond)->UseRealTime();

void five_plates(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  const std::vector<View> views{View::overview, View::resources_biomes, View::enemies_danger,
                                View::landmarks_admin, View::zoom_quadrants};
  for (auto _ : state)
    benchmark::DoNotOptimize(
        draw_plates(world(), windsward(), report(), views, PlateStyle{}, PageFormat::png));
}
BENCHMARK(five_plates)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// The overview's pixels, as libpng reads them back.
struct Pixels {
  png_image image{};
  std::vector<uint32_t> words;

  Pixels() {
    const std::string file =
        draw_plates(world(), windsward(), report(), {View::overview}, PlateStyle{}, PageFormat::png)
            .value()
            .front();
    image.version = PNG_IMAGE_VERSION;
    png_image_begin_read_from_memory(&image, file.data(), file.size());
    image.format = PNG_FORMAT_BGRA;
    words.resize(static_cast<size_t>(image.width) * image.height);
    png_image_finish_read(&image, nullptr, words.data(), 0, nullptr);
  }
};
const Pixels& pixels() {
  static const Pixels made;
  return made;
}

/// libpng as Cairo's own writer calls it: level 6, adaptive filters, 8-bit true colour.
size_t libpng_default() {
  png_image image = pixels().image;
  image.format = PNG_FORMAT_RGB;
  static const std::vector<uint8_t> rgb = [] {
    std::vector<uint8_t> bytes;
    for (const uint32_t w : pixels().words)
      for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<uint8_t>(w >> shift));
    return bytes;
  }();
  std::string out(rgb.size() * 2, '\0');
  png_alloc_size_t size = out.size();
  png_image_write_to_memory(&image, out.data(), &size, 0, rgb.data(), 0, nullptr);
  return size;
}

void png_libpng_default(benchmark::State& state) {
  size_t size = 0;
  libpng_default();
  for (auto _ : state) size = libpng_default();
  state.counters["bytes"] = static_cast<double>(size);
}
BENCHMARK(png_libpng_default)->Unit(benchmark::kMillisecond)->UseRealTime();

/// times_libpng: how many of ours fit into one of libpng's, best of three each, in this run; size_to_libpng:
/// ours over libpng's bytes.
void png_encode(benchmark::State& state) {
  const ThreadLimit limit(static_cast<int>(state.range(0)));
  using Clock = std::chrono::steady_clock;
  const auto seconds_of = [](const auto& work) {
    double best = 1e9;
    for (int round = 0; round < 3; ++round) {
      const auto start = Clock::now();
      work();
      best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return best;
  };
  const Pixels& p = pixels();
  const PixelView view{p.words.data(), static_cast<int>(p.image.width), static_cast<int>(p.image.height),
                       p.image.width};
  size_t theirs = 0, ours = 0;
  const double reference = seconds_of([&] { theirs = libpng_default(); });
  const double own = seconds_of([&] { ours = encode_png(view, 300).value().size(); });
  for (auto _ : state) benchmark::DoNotOptimize(encode_png(view, 300));
  state.counters["times_libpng"] = reference / own;
  state.counters["size_to_libpng"] = static_cast<double>(ours) / static_cast<double>(theirs);
}
BENCHMARK(png_encode)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
