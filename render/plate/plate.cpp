#include "render/plate/plate.h"

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
#include "render/map/scene/world_palette.h"
#include "render/page/numbers.h"
#include "render/plate/paper.h"
#include "render/plate/view_pages.h"
#include "render/plate/views.h"

namespace fw {

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

void PageBuffers::reserve(const PlateStyle& style, const GridSpec& frame, int pages) {
  constexpr double kMostBytes = 256.0 * (1 << 20);  // more is not worth holding while something else is made
  const auto on = on_paper(style, frame);
  const auto page = page_size(style, frame);
  if (!on || !page) return;
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
  reserve_ground(pool_->ground,
                 static_cast<size_t>(on.value().map_px) * static_cast<size_t>(on.value().map_px));
  const size_t pixels = pool_->ground.room;
  touch_large(pool_->ground.sea.get(), pixels * sizeof(uint32_t));
  touch_large(pool_->ground.light.get(), pixels * sizeof(uint16_t));
  touch_large(pool_->ground.beach.get(), pixels);
}

namespace {

constexpr int kLeastMap_px = 64;

/// Pages side by side, at most kBytesAtOnce of them. A thread that finds no page left helps with the pixels
/// of the others: fills and encoding run in strips.
class Pages {
 public:
  Pages(const Atlas& atlas, const GroundPixels& ground, PageSize page, PageFormat format,
        const Progress& progress, PageBuffers::Pool& pool, const FiguresSink& told)
      : atlas_(atlas),
        ground_(ground),
        page_(page),
        format_(format),
        progress_(progress),
        pool_(pool),
        told_(told) {}

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
    std::vector<PlateFigures> figures;
    const PageSink pages = [&](int page, std::string bytes) { return take({index, page, std::move(bytes)}); };
    auto done = draw_view({atlas_, view, format_, ground_, progress_, told_ ? &figures : nullptr}, buffer,
                          pages, drawn);
    if (done && told_) told_(index, std::move(figures));
    if (done) pool_.give_back(std::move(buffer));
    return done;
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
  const FiguresSink& told_;
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
  if (!is_map_style(style.map_style)) {
    std::string names;
    for (const std::string_view name : kMapStyleSlugs)
      names += (names.empty() ? "" : " or ") + std::string(name);
    return bad_style("style \"" + style.map_style + "\"", names);
  }
  if (world.grid.columns < 2 || world.grid.rows < 2 || !(world.grid.cell_m > 0))
    return Error{ErrorKind::internal, "plate: the world's grid has less than 2 x 2 cells"};
  return Done{};
}

}  // namespace

Result<PageSize> page_size(const PlateStyle& asked, const GridSpec& frame) {
  const auto style = on_paper(asked, frame);
  if (!style) return style.error();
  return page_size(style.value(), square_layout(style.value(), frame));
}

namespace {

/// What to ask for instead of a page that is too long for Cairo.
std::string too_long(const PlateStyle& style, double longest_px) {
  const std::string limit =
      " pixels long; Cairo's limit is " + std::to_string(kMaxPageSide_px) + "; ask for ";
  const std::string page = " makes a page " + decimal(longest_px, 0) + limit;
  if (style.sheet) return "dpi " + std::to_string(style.dpi) + page + "a smaller dpi";
  if (style.scale == 0) return "map_px " + std::to_string(style.map_px) + page + "a smaller map_px";
  // What is round the map keeps its size.
  const double beside_px = longest_px - style.map_px;
  const double least = round_scale(style.scale * static_cast<double>(style.map_px) /
                                   std::max(1.0, kMaxPageSide_px - beside_px));
  return "scale " + std::to_string(style.scale) + page + "1:" + decimal(least, 0) + " or a smaller dpi";
}

}  // namespace

Result<PageSize> page_size(const PlateStyle& style, const PageLayout& layout) {
  if (style.map_px < kLeastMap_px)
    return bad_style((style.scale > 0 ? "scale " + std::to_string(style.scale) + " makes a map_px of "
                                      : std::string("map_px ")) +
                         std::to_string(style.map_px),
                     "at least " + std::to_string(kLeastMap_px));
  constexpr double kBelow = 63;  // below map and panel, units
  const double px = px_per_unit(style);
  double width = std::floor((2 * layout.corner.x + layout.width()) * px + 0.5);
  double height = std::floor((layout.corner.y + layout.height + kBelow) * px + 0.5);
  if (layout.paper_mm) {
    width = std::round(layout.paper_mm->x * style.dpi / kMmPerInch);
    height = std::round(layout.paper_mm->y * style.dpi / kMmPerInch);
  }
  const double longest = std::max(width, height);
  if (longest > kMaxPageSide_px) return Error{ErrorKind::limit, too_long(style, longest)};
  return PageSize{static_cast<int>(width), static_cast<int>(height)};
}

Result<Done> draw_plates(const World& world, const Template& tmpl, const AuditReport& audit,
                         const std::vector<View>& views, const PlateStyle& asked, PageFormat format,
                         const PlateSink& take, const Progress& progress, PageBuffers* buffers,
                         const FiguresSink& told) {
  if (auto ok = check_inputs(world, asked); !ok) return ok.error();
  const auto resolved = on_paper(asked, world.grid);
  if (!resolved) return resolved.error();
  const PlateStyle& style = resolved.value();
  const auto page = page_size(style, world.grid);
  if (!page) return page.error();
  const Error cancelled{ErrorKind::cancelled, "plates: cancelled"};
  if (progress.cancelled()) return cancelled;
  progress.at("plates: outlines", 0);
  const Atlas atlas =
      prepare_atlas(world, tmpl, audit,
                    styled(world_palette(world, style.palette), map_style(style.map_style)), style, progress);
  if (progress.cancelled()) return cancelled;
  progress.at("plates: relief", 0.15);
  PageBuffers own;
  PageBuffers::Pool& pool = (buffers != nullptr ? buffers : &own)->pool();
  if (std::any_of(views.begin(), views.end(),
                  [](View v) { return v != View::zoom_quadrants && v != View::oblique; })) {
    render_ground(pool.ground, atlas.ground->terrain, frame_area(style, world.grid).window, atlas.look,
                  least_islet_m2(Medium::print, map_scale(style, world.grid)), progress);
  }
  if (progress.cancelled()) return cancelled;
  return Pages(atlas, pool.ground, page.value(), format, progress, pool, told).draw(views, take);
}

Result<std::vector<std::string>> draw_plates(const World& world, const Template& tmpl,
                                             const AuditReport& audit, const std::vector<View>& views,
                                             const PlateStyle& style, PageFormat format,
                                             const Progress& progress) {
  std::vector<PlateFile> files;
  std::mutex one_by_one;
  const PlateSink keep = [&](PlateFile file) -> Result<Done> {
    const std::scoped_lock lock(one_by_one);
    files.push_back(std::move(file));
    return Done{};
  };
  if (auto drawn = draw_plates(world, tmpl, audit, views, style, format, keep, progress); !drawn)
    return drawn.error();
  std::sort(files.begin(), files.end(), [](const PlateFile& a, const PlateFile& b) {
    return a.index != b.index ? a.index < b.index : a.page < b.page;
  });
  std::vector<std::string> bytes;
  for (PlateFile& file : files) bytes.push_back(std::move(file.bytes));
  return bytes;
}

}  // namespace fw
