// What plates draw with, against plain calls of Cairo 1.16 in the same run: symbols, long lines, and five
// plates composed of fills, lines, symbols and Cairo's own PNG writer (compare plate_bench's five_plates,
// which also set text). Plates keep symbols as paths and lines at sixteen levels of coverage; see
// render/plate.

#include <benchmark/benchmark.h>
#include <cairo.h>

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/exact/rng.h"
#include "render/map/list/back_ends.h"
#include "render/map/marks/symbols.h"

namespace {

using namespace fw;

constexpr int kPage_px = 2048, kFill_px = 1024;
constexpr size_t kSymbols = 20'000, kLines = 20, kVertices = 5'000;
constexpr double kTurn = 6.283185307179586;

/// A page of pixels with a context in them.
struct Page {
  cairo_surface_t* surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, kPage_px, kPage_px);
  cairo_t* cr = cairo_create(surface);

  Page() { clear(); }
  ~Page() {
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
  }
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  void clear() const {
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
  }
};

Vec2 symbol_at(size_t i) {
  return {20 + (kPage_px - 40) * random_uniform(1, i), 20 + (kPage_px - 40) * random_uniform(2, i)};
}

/// Wavy rings, as borders are.
Polylines rings(size_t count) {
  Polylines lines;
  for (size_t l = 0; l < count; ++l) {
    Polyline line;
    line.closed = true;
    for (size_t i = 0; i < kVertices; ++i) {
      const double a = kTurn * static_cast<double>(i) / kVertices;
      const double r = 40.0 * static_cast<double>(l + 3) * (1 + 0.05 * std::sin(40 * a)) *
                       (20.0 / static_cast<double>(count + 3));
      line.points.push_back({kPage_px / 2 + r * std::cos(a), kPage_px / 2 + r * std::sin(a)});
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

/// A filled shape with a casing, at Cairo's default quality.
void plain_symbol(cairo_t* cr, Vec2 at, size_t kind) {
  constexpr double kRadius = 5;
  cairo_new_path(cr);
  if (kind % 2 == 0) {
    cairo_arc(cr, at.x, at.y, kRadius, 0, kTurn);
  } else {
    for (int i = 0; i < 4; ++i)
      cairo_line_to(cr, at.x + kRadius * std::sin(kTurn * i / 4), at.y - kRadius * std::cos(kTurn * i / 4));
    cairo_close_path(cr);
  }
  cairo_set_source_rgba(cr, 1, 1, 1, 0.9);
  cairo_set_line_width(cr, 2.4);
  cairo_stroke_preserve(cr);
  cairo_set_source_rgb(cr, 0.2, 0.4, 0.3);
  cairo_fill(cr);
}

void plain_line(cairo_t* cr, const Polyline& line) {
  cairo_new_path(cr);
  for (const Vec2 p : line.points) cairo_line_to(cr, p.x, p.y);
  cairo_close_path(cr);
  cairo_set_source_rgb(cr, 0.3, 0.3, 0.3);
  cairo_set_line_width(cr, 3);
  cairo_stroke(cr);
}

void symbols_plain_cairo(benchmark::State& state) {
  const Page page;
  for (auto _ : state)
    for (size_t i = 0; i < kSymbols; ++i) plain_symbol(page.cr, symbol_at(i), i);
}
BENCHMARK(symbols_plain_cairo)->Unit(benchmark::kMillisecond);

void symbols_of_plates(benchmark::State& state) {
  const Page page;
  const Painter pen{page.cr, nullptr};
  const Rgb green = Rgb::hex(0x33664D);
  const FamilySymbol dot{{find_pictogram("dot")}, green}, diamond{{find_pictogram("diamond")}, green};
  for (auto _ : state)
    for (size_t i = 0; i < kSymbols; ++i) {
      const Vec2 at = symbol_at(i);
      draw_resource(pen, at.x, at.y, i % 2 == 0 ? dot : diamond, Tier::common, 1);
    }
}
BENCHMARK(symbols_of_plates)->Unit(benchmark::kMillisecond);

void lines_plain_cairo(benchmark::State& state) {
  const Page page;
  const Polylines lines = rings(kLines);
  for (auto _ : state)
    for (const Polyline& line : lines) plain_line(page.cr, line);
}
BENCHMARK(lines_plain_cairo)->Unit(benchmark::kMillisecond);

void lines_of_plates(benchmark::State& state) {
  const Page page;
  const MapWindow window{0, kPage_px, 1, kPage_px, kPage_px};
  const Polylines lines = rings(kLines);
  for (auto _ : state)
    for (const Polyline& line : lines) {
      const auto pixels = std::make_shared<PixelLines>(pixel_lines({line}, window, 1));
      draw_stroke(page.cr, {pixels, Rgb::hex(0x4D4D4D), 1, 3, false}, 0, kPage_px);
    }
}
BENCHMARK(lines_of_plates)->Unit(benchmark::kMillisecond);

/// A picture of smooth colours to be drawn twice as large.
std::vector<uint32_t> fill_words() {
  std::vector<uint32_t> words(static_cast<size_t>(kFill_px) * kFill_px);
  for (size_t i = 0; i < words.size(); ++i) {
    const double x = static_cast<double>(i % kFill_px), y = static_cast<double>(i / kFill_px);
    const auto level = [](double v) { return static_cast<uint32_t>(160 + 60 * v); };
    words[i] = 0xC0000000U | level(std::sin(x / 70)) << 16 | level(std::sin(y / 90)) << 8 |
               level(std::sin((x + y) / 110));
  }
  return words;
}

cairo_status_t append(void* out, const unsigned char* bytes, unsigned count) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

/// One thread, no text: two fills, ten lines, 800 symbols and a PNG a plate.
void five_plates_plain_cairo(benchmark::State& state) {
  constexpr size_t kPlates = 5, kPlateLines = 10, kPlateSymbols = 800;
  std::vector<uint32_t> words = fill_words();
  cairo_surface_t* const fill = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(words.data()), CAIRO_FORMAT_ARGB32, kFill_px, kFill_px, 4 * kFill_px);
  const Polylines lines = rings(kPlateLines);
  for (auto _ : state)
    for (size_t plate = 0; plate < kPlates; ++plate) {
      const Page page;
      for (int layer = 0; layer < 2; ++layer) {
        cairo_save(page.cr);
        cairo_scale(page.cr, 1.0 * kPage_px / kFill_px, 1.0 * kPage_px / kFill_px);
        cairo_set_source_surface(page.cr, fill, 0, 0);
        cairo_paint(page.cr);
        cairo_restore(page.cr);
      }
      for (const Polyline& line : lines) plain_line(page.cr, line);
      for (size_t i = 0; i < kPlateSymbols; ++i) plain_symbol(page.cr, symbol_at(i), i);
      std::string png;
      cairo_surface_write_to_png_stream(page.surface, append, &png);
      benchmark::DoNotOptimize(png.data());
    }
  cairo_surface_destroy(fill);
}
BENCHMARK(five_plates_plain_cairo)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
