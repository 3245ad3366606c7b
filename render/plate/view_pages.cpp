#include "render/plate/view_pages.h"

#include <cairo.h>

#include <cmath>
#include <utility>
#include <vector>

#include "render/page/numbers.h"
#include "render/plate/map_grid.h"
#include "render/plate/paper.h"
#include "render/plate/views.h"
#include "render/plate/zoom_windows.h"

namespace fw {
namespace {

constexpr const char* kApart = "  ·  ";  // between parts of a line

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

std::string subtitle_of(const Atlas& atlas, View view) {
  const World& world = atlas.world;
  std::string text = world.template_name + kApart + seed_line(world.seeds);
  if (view == View::oblique) return text + kApart + oblique_caption(atlas);
  if (view != View::zoom_quadrants) return text + kApart + "frame " + frame_text(world.grid);
  return text + kApart + "each window " + distance_text(zoom_side_m(world.grid)) + " wide";
}

/// The most useful first: a narrow page shows the beginning.
std::string footer_of(const Atlas& atlas, View view, double scale) {
  constexpr size_t kDigits = 8;  // of a digest that are told
  const World& world = atlas.world;
  const bool own_scale = view == View::zoom_quadrants || view == View::oblique;
  std::string text = scale_text(own_scale ? PlateStyle{} : atlas.style, scale);
  if (const auto interval_m = plate_view(view).contour_interval_m)
    if (const double step = interval_m(atlas); step > 0)
      text += std::string(kApart) + "contours every " + decimal(step, 0) + " m";
  if (view != View::oblique)
    text += std::string(kApart) + "squares of " + distance_text(map_grid(world.grid).square_m);
  text += std::string(kApart) + "Fieldwright " FIELDWRIGHT_VERSION;
  if (!atlas.style.template_digest.empty())
    text += std::string(kApart) + "template " + atlas.style.template_digest.substr(0, kDigits);
  text += std::string(kApart) + "grid " + std::to_string(world.grid.columns) + " × " +
          std::to_string(world.grid.rows) + ", cells of " + decimal(world.grid.cell_m, 1) + " m";
  return text + kApart + "Synthetic noise-driven territory; no game map or data reproduced";
}

/// One view on its way from page to page.
class Drawing {
 public:
  Drawing(const ViewPages& what, PageBuffer& buffer, const PageSink& take)
      : what_(what), buffer_(buffer), take_(take) {
    if (what.view == View::zoom_quadrants) windows_ = pick_zoom_windows(what.atlas.world);
    layout_ = layout_of(what.atlas, what.view, windows_);
  }

  Result<Done> run(const std::function<void()>& drawn) {
    if (auto begun = begin(); !begun) return begun;
    auto left = map_page();
    drawn();
    if (!left) return left.error();
    std::vector<PanelSection> sections = std::move(left).value();
    while (!sections.empty()) {
      if (what_.progress.cancelled()) break;
      if (auto next = next_page(); !next) return next;
      table_page(sections);
    }
    if (what_.progress.cancelled()) return Error{ErrorKind::cancelled, "plates: cancelled"};
    return end();
  }

 private:
  const Atlas& atlas() const { return what_.atlas; }

  /// A blank page with its own canvas.
  Result<Done> begin() {
    const auto size = page_size(atlas().style, layout_);
    if (!size) return size.error();
    auto canvas = Canvas::create(size.value(), atlas().style.dpi, what_.format, &buffer_.memory);
    if (!canvas) return canvas.error();
    canvas_.emplace(std::move(canvas).value());
    canvas_->set_title(atlas().world.template_name + ", " + seed_line(atlas().world.seeds) + ", " + title());
    blank();
    return Done{};
  }
  void blank() {
    cairo_t* cr = canvas_->context();
    const Rgb paper = atlas().look.beyond;
    cairo_set_source_rgb(cr, paper.r, paper.g, paper.b);
    cairo_paint(cr);
  }
  Result<Done> next_page() {
    if (what_.format != PageFormat::pdf) {
      if (auto ended = end(); !ended) return ended;
      ++page_;
      return begin();
    }
    ++page_;
    canvas_->next_page();
    blank();
    return Done{};
  }
  Result<Done> end() {
    auto bytes = canvas_->finish();
    canvas_.reset();  // its memory is the next page's
    if (!bytes) return bytes.error();
    return take_(what_.format == PageFormat::pdf ? 1 : page_, std::move(bytes).value());
  }

  std::string title() const { return plate_view(what_.view).title(atlas().words()); }

  /// Calls `draw` with the page's parts, in units with the map's corner at the origin.
  template <typename Draw>
  auto in_units(const PageLayout& layout, const Draw& draw) {
    const double px = px_per_unit(atlas().style);
    Sheet sheet{.canvas = *canvas_,
                .format = what_.format,
                .pen = {canvas_->context(), &*buffer_.type},
                .atlas = atlas(),
                .map_left_px = static_cast<int>(std::lround(layout.corner.x * px)),
                .map_top_px = static_cast<int>(std::lround(layout.corner.y * px)),
                .layout = layout,
                .windows = windows_};
    sheet.progress.cancel = what_.progress.cancel;
    sheet.figures = what_.figures;
    cairo_t* cr = canvas_->context();
    cairo_save(cr);
    cairo_translate(cr, sheet.map_left_px, sheet.map_top_px);
    cairo_scale(cr, px, px);
    sheet.pen.hold_letters(kLeastType);
    sheet.pen.page = page_inks(atlas().look);
    auto result = draw(sheet);
    cairo_restore(cr);
    return result;
  }

  Result<std::vector<PanelSection>> map_page() {
    return in_units(layout_, [&](const Sheet& sheet) {
      auto left = what_.view == View::zoom_quadrants ? draw_zoom_quadrants(sheet)
                  : what_.view == View::oblique      ? draw_landscape(sheet)
                                                     : draw_frame_view(sheet, what_.view, what_.ground);
      std::string subtitle = subtitle_of(atlas(), what_.view);
      if (left && !left.value().empty()) subtitle += std::string(kApart) + "tables go on on page 2";
      titles(sheet, title(), subtitle);
      return left;
    });
  }
  /// A page without tables.
  static Result<std::vector<PanelSection>> draw_landscape(const Sheet& sheet) {
    if (auto drawn = draw_oblique(sheet); !drawn) return drawn.error();
    return std::vector<PanelSection>{};
  }
  void table_page(std::vector<PanelSection>& sections) {
    const PageLayout tables = table_layout(layout_);
    in_units(tables, [&](const Sheet& sheet) {
      draw_panel(sheet.pen, tables.columns, take_fitting(tables.columns, sections, true));
      titles(sheet, title() + ", page " + std::to_string(page_), subtitle_of(atlas(), what_.view));
      return Done{};
    });
  }
  void titles(const Sheet& sheet, const std::string& heading, const std::string& subtitle) {
    double scale = map_scale(atlas().style, atlas().world.grid);
    if (what_.view == View::zoom_quadrants)
      scale = scale_denominator(zoom_side_m(atlas().world.grid) / zoom_window_units(layout_));
    if (what_.view == View::oblique) scale = oblique_scale(atlas());
    draw_titles(sheet.pen, layout_.width(), layout_.height, heading, subtitle,
                footer_of(atlas(), what_.view, scale));
  }

  const ViewPages& what_;
  PageBuffer& buffer_;
  const PageSink& take_;
  std::vector<ZoomWindow> windows_;
  PageLayout layout_;
  std::optional<Canvas> canvas_;
  int page_ = 1;
};

}  // namespace

Result<Done> draw_view(const ViewPages& what, PageBuffer& buffer, const PageSink& take,
                       const std::function<void()>& drawn) {
  if (!buffer.type) {
    auto opened = Typesetter::open();
    if (!opened) return opened.error();
    buffer.type = std::move(opened).value();
  }
  return Drawing(what, buffer, take).run(drawn);
}

}  // namespace fw
