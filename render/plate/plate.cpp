#include "render/plate/plate.h"

#include <cairo.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "core/base/parallel.h"
#include "render/page/canvas.h"
#include "render/page/fonts.h"
#include "render/page/numbers.h"
#include "render/plate/atlas.h"
#include "render/plate/furniture.h"
#include "render/plate/views/view.h"

namespace fw {
namespace {

constexpr std::array<std::string_view, 5> kTitles{"Territory overview", "Resources over biomes",
                                                  "Enemies over danger bands", "Landmarks and administration",
                                                  "Zoom quadrants"};
// Shares of the map side.
constexpr double kMargin = 0.022, kTop = 0.062, kBottom = 0.042, kGutter = 0.02, kPanel = 470.0 / 1500;
constexpr int kLeastMap_px = 64;

int pixels(double share, int map_px) {
  return static_cast<int>(std::lround(share * map_px));
}

std::string seed_text(const SeedBundle& s) {
  if (s.layout == s.noise && s.noise == s.place) return "seed " + std::to_string(s.layout);
  return "seeds: layout " + std::to_string(s.layout) + ", noise " + std::to_string(s.noise) + ", place " +
         std::to_string(s.place);
}

std::string subtitle_of(const World& world, View view) {
  std::string text = world.template_name + "  ·  " + seed_text(world.seeds);
  if (view != View::zoom_quadrants) return text + "  ·  frame " + distance_text(world.grid.width_m());
  return text + "  ·  each window " + distance_text(std::min(2000.0, world.grid.width_m() / 4)) + " wide";
}

std::string footer_of(const World& world) {
  return "Synthetic noise-driven territory; no game map or data reproduced.  Grid " +
         std::to_string(world.grid.columns) + " × " + std::to_string(world.grid.rows) + ", cells of " +
         decimal(world.grid.cell_m, 1) + " m.  Fieldwright " FIELDWRIGHT_VERSION;
}

Result<Done> draw_view(Sheet& sheet, const Atlas& atlas, View view, const PixelBase& base) {
  switch (view) {
    case View::overview:
      return draw_overview(sheet, atlas, base);
    case View::resources_biomes:
      return draw_resources_biomes(sheet, atlas, base);
    case View::enemies_danger:
      return draw_enemies_danger(sheet, atlas, base);
    case View::landmarks_admin:
      return draw_landmarks_admin(sheet, atlas, base);
    case View::zoom_quadrants:
      return draw_zoom_quadrants(sheet, atlas);
  }
  return Error{ErrorKind::internal, "plate: unknown view"};
}

Result<std::string> draw_page(const Atlas& atlas, View view, PageSize page, PageFormat format,
                              const PixelBase& base) {
  auto typesetter = Typesetter::open();
  if (!typesetter) return typesetter.error();
  auto canvas = Canvas::create(page, atlas.style.dpi, format);
  if (!canvas) return canvas.error();
  const int map_px = atlas.style.map_px;
  Sheet sheet{canvas.value(),
              {canvas.value().context(), &typesetter.value()},
              pixels(kMargin, map_px),
              pixels(kTop, map_px)};
  cairo_t* cr = sheet.pen.cr;
  cairo_set_source_rgb(cr, colour::kPaper.r, colour::kPaper.g, colour::kPaper.b);
  cairo_paint(cr);
  cairo_save(cr);
  cairo_translate(cr, sheet.map_left_px, sheet.map_top_px);
  cairo_scale(cr, map_px / 1500.0, map_px / 1500.0);
  draw_titles(sheet.pen, sheet.panel.x1, std::string(kTitles[static_cast<size_t>(view)]),
              subtitle_of(atlas.world, view), footer_of(atlas.world));
  auto drawn = draw_view(sheet, atlas, view, base);
  cairo_restore(cr);
  if (!drawn) return drawn.error();
  return canvas.value().finish();
}

Error bad_style(const std::string& found, const std::string& expected) {
  return {ErrorKind::usage, "plate style: " + found + "; expected " + expected};
}

Result<Done> check_inputs(const World& world, const PlateStyle& style) {
  if (style.dpi < 1 || style.dpi > 2400) return bad_style("dpi " + std::to_string(style.dpi), "1 to 2400");
  if (style.symbols_per_km2 < 1)
    return bad_style("symbols_per_km2 " + std::to_string(style.symbols_per_km2), "at least 1");
  if (find_palette(style.palette) == nullptr) {
    std::string names;
    for (const std::string& name : palette_names()) names += (names.empty() ? "" : " or ") + name;
    return bad_style("palette \"" + style.palette + "\"", names);
  }
  if (world.grid.columns < 2 || world.grid.rows != world.grid.columns || !(world.grid.cell_m > 0))
    return Error{ErrorKind::internal, "plate: the world's grid is not a square of at least 2 x 2 cells"};
  return Done{};
}

}  // namespace

Result<PageSize> page_size(const PlateStyle& style) {
  if (style.map_px < kLeastMap_px)
    return bad_style("map_px " + std::to_string(style.map_px), "at least " + std::to_string(kLeastMap_px));
  const double width = std::floor((2 * kMargin + 1 + kGutter + kPanel) * style.map_px + 0.5);
  const double height = std::floor((kTop + 1 + kBottom) * style.map_px + 0.5);
  const double longest = std::max(width, height);
  if (longest > kMaxPageSide_px)
    return Error{ErrorKind::limit, "map_px " + std::to_string(style.map_px) + " makes a page " +
                                       decimal(longest, 0) + " pixels long; Cairo's limit is " +
                                       std::to_string(kMaxPageSide_px) + "; ask for a smaller map_px"};
  return PageSize{static_cast<int>(width), static_cast<int>(height)};
}

Result<std::vector<std::string>> draw_plates(const World& world, const Template& tmpl,
                                             const AuditReport& audit, const std::vector<View>& views,
                                             const PlateStyle& style, PageFormat format,
                                             const Progress& progress) {
  if (auto ok = check_inputs(world, style); !ok) return ok.error();
  const auto page = page_size(style);
  if (!page) return page.error();
  const Error cancelled{ErrorKind::cancelled, "plates: cancelled"};
  if (progress.cancelled()) return cancelled;
  progress.at("plates: outlines", 0);
  const Atlas atlas = prepare_atlas(world, tmpl, audit, *find_palette(style.palette), style);
  if (progress.cancelled()) return cancelled;
  progress.at("plates: relief", 0.15);
  PixelBase base;
  if (std::any_of(views.begin(), views.end(), [](View v) { return v != View::zoom_quadrants; }))
    base = render_base(atlas.terrain, {0, 0, atlas.side_m(), style.map_px});
  std::vector<std::string> files(views.size());
  std::vector<Error> errors(views.size());
  std::vector<char> failed(views.size(), 0);
  std::mutex reporting;
  size_t done = 0;
  parallel_for(views.size(), 1, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      auto drawn = progress.cancelled() ? Result<std::string>(cancelled)
                                        : draw_page(atlas, views[i], page.value(), format, base);
      if (drawn)
        files[i] = std::move(drawn).value();
      else
        errors[i] = drawn.error();
      failed[i] = drawn ? 0 : 1;
      const std::scoped_lock lock(reporting);
      ++done;
      progress.at(kViewSlugs[static_cast<size_t>(views[i])],
                  0.25 + 0.75 * static_cast<double>(done) / static_cast<double>(views.size()));
    }
  });
  for (size_t i = 0; i < views.size(); ++i)
    if (failed[i] != 0) return errors[i];
  return files;
}

Result<std::string> draw_plate(const World& world, const Template& tmpl, const AuditReport& audit, View view,
                               const PlateStyle& style, PageFormat format, const Progress& progress) {
  auto files = draw_plates(world, tmpl, audit, {view}, style, format, progress);
  if (!files) return files.error();
  return std::move(files.value().front());
}

}  // namespace fw
