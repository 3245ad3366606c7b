#include "render/plate/plate.h"

#include <cairo.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/parallel/parallel.h"
#include "render/map/relief/ground_pixels.h"
#include "render/map/scene/atlas.h"
#include "render/page/canvas.h"
#include "render/page/fonts.h"
#include "render/page/numbers.h"
#include "render/plate/views.h"
#include "render/plate/zoom_windows.h"

namespace fw {

/// Memory and fonts of one page: fresh ones cost as much as a page's letters.
struct PageBuffer {
  PageMemory memory;
  std::optional<Typesetter> type;
};

/// The buffers that no page uses now, and the ground's pixels.
class PageBuffers::Pool {
 public:
  PageBuffer take();
  void give_back(PageBuffer buffer);
  GroundPixels ground;

 private:
  std::mutex mutex_;
  std::vector<PageBuffer> free_;
};

PageBuffer PageBuffers::Pool::take() {
  const std::scoped_lock lock(mutex_);
  if (free_.empty()) return {};
  PageBuffer buffer = std::move(free_.back());
  free_.pop_back();
  return buffer;
}

void PageBuffers::Pool::give_back(PageBuffer buffer) {
  const std::scoped_lock lock(mutex_);
  free_.push_back(std::move(buffer));
}

PageBuffers::PageBuffers() : pool_(std::make_unique<Pool>()) {}
PageBuffers::PageBuffers(PageBuffers&&) noexcept = default;
PageBuffers& PageBuffers::operator=(PageBuffers&&) noexcept = default;
PageBuffers::~PageBuffers() = default;

void PageBuffers::reserve(const PlateStyle& style, int pages) {
  constexpr double kMostBytes = 256.0 * (1 << 20);  // more is not worth holding while something else is made
  const auto page = page_size(style);
  if (!page) return;
  const double page_words = static_cast<double>(page.value().width_px) * page.value().height_px;
  if (4 * page_words * (pages + 2) > kMostBytes) return;
  for (int i = 0; i < pages; ++i) {
    PageBuffer buffer;
    const auto words = static_cast<size_t>(page_words);
    touch_large(buffer.memory.words(words), words * sizeof(uint32_t));
    if (auto type = Typesetter::open())
      buffer.type = std::move(type).value();  // else the page says what is missing
    pool_->give_back(std::move(buffer));
  }
  reserve_ground(pool_->ground, static_cast<size_t>(style.map_px) * static_cast<size_t>(style.map_px));
  const size_t pixels = pool_->ground.room;
  touch_large(pool_->ground.sea.get(), pixels * sizeof(uint32_t));
  touch_large(pool_->ground.light.get(), pixels * sizeof(uint16_t));
  touch_large(pool_->ground.beach.get(), pixels);
}

namespace {

constexpr double kMargin = 33, kTop = 93, kBottom = 63;  // round map and panel, units
constexpr int kLeastMap_px = 64;

int pixels(double units, const PlateStyle& style) {
  return static_cast<int>(std::lround(units * px_per_unit(style)));
}

PageLayout square_layout(const PlateStyle& style) {
  const double side = longer_units(style);
  return page_layout({side, side});
}

std::string seed_line(const SeedBundle& s) {
  if (s.layout == s.noise && s.noise == s.place) return "seed " + std::to_string(s.layout);
  return "seeds: layout " + std::to_string(s.layout) + ", noise " + std::to_string(s.noise) + ", place " +
         std::to_string(s.place);
}

/// "8 km", "12 km × 8 km"
std::string frame_text(const GridSpec& frame) {
  const std::string width = distance_text(frame.width_m()), height = distance_text(frame.height_m());
  return width == height ? width : width + " × " + height;
}

std::string subtitle_of(const World& world, View view) {
  std::string text = world.template_name + "  ·  " + seed_line(world.seeds);
  if (view != View::zoom_quadrants) return text + "  ·  frame " + frame_text(world.grid);
  return text + "  ·  each window " + distance_text(zoom_side_m(world.grid)) + " wide";
}

std::string footer_of(const World& world) {
  return "Synthetic noise-driven territory; no game map or data reproduced.  Grid " +
         std::to_string(world.grid.columns) + " × " + std::to_string(world.grid.rows) + ", cells of " +
         decimal(world.grid.cell_m, 1) + " m.  Fieldwright " FIELDWRIGHT_VERSION;
}

/// Everything of a page but its encoding; a PNG is drawn in the buffer's memory.
Result<Canvas> draw_page(const Atlas& atlas, View view, PageFormat format, const GroundPixels& ground,
                         PageBuffer& buffer, const Progress& progress) {
  if (!buffer.type) {
    auto opened = Typesetter::open();
    if (!opened) return opened.error();
    buffer.type = std::move(opened).value();
  }
  std::vector<ZoomWindow> windows;
  if (view == View::zoom_quadrants) windows = pick_zoom_windows(atlas.world);
  const PageLayout layout = layout_of(atlas, view, windows);
  const auto page = page_size(atlas.style, layout);
  if (!page) return page.error();
  auto canvas = Canvas::create(page.value(), atlas.style.dpi, format, &buffer.memory);
  if (!canvas) return canvas.error();
  Sheet sheet{.canvas = canvas.value(),
              .format = format,
              .pen = {canvas.value().context(), &*buffer.type},
              .atlas = atlas,
              .map_left_px = pixels(kMargin, atlas.style),
              .map_top_px = pixels(kTop, atlas.style),
              .layout = layout,
              .windows = std::move(windows)};
  sheet.progress.cancel = progress.cancel;
  cairo_t* cr = sheet.pen.cr;
  cairo_set_source_rgb(cr, colour::kPaper.r, colour::kPaper.g, colour::kPaper.b);
  cairo_paint(cr);
  cairo_save(cr);
  cairo_translate(cr, sheet.map_left_px, sheet.map_top_px);
  cairo_scale(cr, sheet.px_per_unit(), sheet.px_per_unit());
  draw_titles(sheet.pen, layout.width(), layout.height, plate_view(view).title(atlas.words()),
              subtitle_of(atlas.world, view), footer_of(atlas.world));
  auto drawn =
      view == View::zoom_quadrants ? draw_zoom_quadrants(sheet) : draw_frame_view(sheet, view, ground);
  cairo_restore(cr);
  if (!drawn) return drawn.error();
  return canvas;
}

/// Pages side by side, at most kBytesAtOnce of them. A thread that finds no page left helps with the pixels
/// of the others: fills and encoding run in strips.
class Pages {
 public:
  Pages(const Atlas& atlas, const GroundPixels& ground, PageSize page, PageFormat format,
        const Progress& progress, PageBuffers::Pool& pool)
      : atlas_(atlas), ground_(ground), page_(page), format_(format), progress_(progress), pool_(pool) {}

  Result<Done> draw(const std::vector<View>& views, const PlateSink& take) {
    constexpr double kBytesAtOnce = 512.0 * (1 << 20);
    const double bytes = 4.0 * page_.width_px * page_.height_px;
    const auto at_once = static_cast<size_t>(std::max(1.0, std::floor(kBytesAtOnce / bytes)));
    for (size_t first = 0; first < views.size(); first += at_once)
      if (auto ok = batch(views, first, std::min(views.size(), first + at_once), take); !ok) return ok;
    return Done{};
  }

 private:
  Result<Done> batch(const std::vector<View>& views, size_t first, size_t last, const PlateSink& take) {
    std::vector<size_t> order(last - first);
    for (size_t i = 0; i < order.size(); ++i) order[i] = first + i;
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      return plate_view(views[a]).cost_ms > plate_view(views[b]).cost_ms;
    });
    std::vector<std::optional<Result<Done>>> done(order.size());
    std::atomic<size_t> next{0};  // whichever thread is free takes the longest page that is left
    parallel_for(order.size(), 1, [&](size_t begin, size_t end) {
      for (size_t k = begin; k < end && !progress_.cancelled(); ++k) {
        const size_t i = order[next++];
        const auto step = [&] { report(kViewSlugs[static_cast<size_t>(views[i])], views.size()); };
        done[i - first] = one(views[i], i, take, step);
        step();
      }
    });
    for (const auto& result : done) {
      if (progress_.cancelled() || !result) return Error{ErrorKind::cancelled, "plates: cancelled"};
      if (!*result) return *result;
    }
    return Done{};
  }

  Result<Done> one(View view, size_t index, const PlateSink& take, const std::function<void()>& drawn) {
    PageBuffer buffer = pool_.take();
    std::string bytes;
    {
      auto canvas = draw_page(atlas_, view, format_, ground_, buffer, progress_);
      if (!canvas) return canvas.error();
      drawn();
      if (progress_.cancelled()) return Error{ErrorKind::cancelled, "plates: cancelled"};
      auto encoded = canvas.value().finish();
      if (!encoded) return encoded.error();
      bytes = std::move(encoded).value();
    }
    pool_.give_back(std::move(buffer));
    return take(index, std::move(bytes));
  }

  void report(std::string_view view, size_t views) {
    const std::scoped_lock lock(reporting_);
    progress_.at(view, 0.25 + 0.75 * static_cast<double>(++steps_) / static_cast<double>(2 * views));
  }

  const Atlas& atlas_;
  const GroundPixels& ground_;
  PageSize page_;
  PageFormat format_;
  const Progress& progress_;
  PageBuffers::Pool& pool_;
  std::mutex reporting_;
  size_t steps_ = 0;
};

Error bad_style(const std::string& found, const std::string& expected) {
  return {ErrorKind::usage, "plate style: " + found + "; expected " + expected};
}

Result<Done> check_inputs(const World& world, const PlateStyle& style) {
  if (style.dpi < 1 || style.dpi > 2400) return bad_style("dpi " + std::to_string(style.dpi), "1 to 2400");
  if (style.symbols_per_km2 < 1)
    return bad_style("symbols_per_km2 " + std::to_string(style.symbols_per_km2), "at least 1");
  if (!is_palette(style.palette)) {
    std::string names;
    for (const std::string_view name : kPaletteSlugs)
      names += (names.empty() ? "" : " or ") + std::string(name);
    return bad_style("palette \"" + style.palette + "\"", names);
  }
  if (world.grid.columns < 2 || world.grid.rows < 2 || !(world.grid.cell_m > 0))
    return Error{ErrorKind::internal, "plate: the world's grid has less than 2 x 2 cells"};
  return Done{};
}

}  // namespace

Result<PageSize> page_size(const PlateStyle& style) {
  return page_size(style, square_layout(style));
}

Result<PageSize> page_size(const PlateStyle& style, const PageLayout& layout) {
  if (style.map_px < kLeastMap_px)
    return bad_style("map_px " + std::to_string(style.map_px), "at least " + std::to_string(kLeastMap_px));
  const double width = std::floor((2 * kMargin + layout.width()) * px_per_unit(style) + 0.5);
  const double height = std::floor((kTop + layout.height + kBottom) * px_per_unit(style) + 0.5);
  const double longest = std::max(width, height);
  if (longest > kMaxPageSide_px)
    return Error{ErrorKind::limit, "map_px " + std::to_string(style.map_px) + " makes a page " +
                                       decimal(longest, 0) + " pixels long; Cairo's limit is " +
                                       std::to_string(kMaxPageSide_px) + "; ask for a smaller map_px"};
  return PageSize{static_cast<int>(width), static_cast<int>(height)};
}

Result<Done> draw_plates(const World& world, const Template& tmpl, const AuditReport& audit,
                         const std::vector<View>& views, const PlateStyle& style, PageFormat format,
                         const PlateSink& take, const Progress& progress, PageBuffers* buffers) {
  if (auto ok = check_inputs(world, style); !ok) return ok.error();
  const auto page = page_size(style);
  if (!page) return page.error();
  const Error cancelled{ErrorKind::cancelled, "plates: cancelled"};
  if (progress.cancelled()) return cancelled;
  progress.at("plates: outlines", 0);
  const Atlas atlas =
      prepare_atlas(world, tmpl, audit, make_palette(world.vocabulary, style.palette), style, progress);
  if (progress.cancelled()) return cancelled;
  progress.at("plates: relief", 0.15);
  PageBuffers own;
  PageBuffers::Pool& pool = (buffers != nullptr ? buffers : &own)->pool();
  if (std::any_of(views.begin(), views.end(), [](View v) { return v != View::zoom_quadrants; })) {
    render_ground(pool.ground, atlas.ground->terrain, frame_area(style, world.grid).window, progress);
  }
  if (progress.cancelled()) return cancelled;
  return Pages(atlas, pool.ground, page.value(), format, progress, pool).draw(views, take);
}

Result<std::vector<std::string>> draw_plates(const World& world, const Template& tmpl,
                                             const AuditReport& audit, const std::vector<View>& views,
                                             const PlateStyle& style, PageFormat format,
                                             const Progress& progress) {
  std::vector<std::string> files(views.size());
  const PlateSink keep = [&](size_t index, std::string bytes) -> Result<Done> {
    files[index] = std::move(bytes);
    return Done{};
  };
  if (auto drawn = draw_plates(world, tmpl, audit, views, style, format, keep, progress); !drawn)
    return drawn.error();
  return files;
}

}  // namespace fw
