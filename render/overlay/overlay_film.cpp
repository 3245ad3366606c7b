#include "render/overlay/overlay_film.h"

#include <cairo.h>

#include <algorithm>
#include <cmath>

#include "render/overlay/overlay_legend.h"
#include "render/page/fonts.h"
#include "render/page/numbers.h"

namespace fw {

namespace {

using namespace overlay;

// Heights and widths in thousandths of the map's side.
constexpr double kHeader = 68, kFooter = 108, kFilmPad = 16;
constexpr int kGutter_px = 16;  // between panels

int pixels(double thousandths, int map_px) {
  return static_cast<int>(std::lround(thousandths * map_px / 1000));
}

TextStyle letters(double size, Rgb colour, bool bold = false) {
  TextStyle style;
  style.size = size;
  style.colour = colour;
  style.bold = bold;
  return style;
}

constexpr double kTitleWidth = 780;  // beside the clock

/// A line that is too long is broken, in smaller letters that keep the room of one.
void draw_wrapped(const Painter& pen, const std::string& text, Vec2 at, TextStyle style, double width) {
  const size_t space = middle_space(text);
  if (pen.type->measure(text, style).width <= width || space == std::string::npos)
    return pen.text(text, at.x, at.y, style, Align::left, width);
  constexpr double kSmaller = 0.62;
  style.size *= kSmaller;
  pen.text(text.substr(0, space), at.x, at.y - 1.05 * style.size, style, Align::left, width);
  pen.text(text.substr(space + 1), at.x, at.y, style, Align::left, width);
}

}  // namespace

struct OverlayFilm::State {
  MapWindow window;
  std::vector<FilmPanel> panels;
  OverlayPainter painter;
  ClassMarks marks;
  Typesetter type;
  PageSize page;
  int map_px = 0, header_px = 0, step_px = 0;  ///< step: from panel to panel
  std::vector<uint32_t> still;                 ///< what never changes, the whole page

  int left_of(size_t panel) const { return static_cast<int>(panel) * step_px; }
  PixelTarget map_of(const PixelTarget& page_target, size_t panel) const {
    return {page_target.row(static_cast<size_t>(header_px)) + left_of(panel), map_px, map_px,
            page_target.stride};
  }

  /// Calls draw(pen, panel) for every panel in thousandths of the map side, origin at the panel's top left.
  template <typename Draw>
  Result<Done> with_pen(const PixelTarget& frame, const Draw& draw) {
    cairo_surface_t* surface =
        cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(frame.words), CAIRO_FORMAT_RGB24,
                                            frame.width, frame.height, static_cast<int>(frame.stride * 4));
    cairo_t* cr = cairo_create(surface);
    const Painter pen{cr, &type};
    for (size_t i = 0; i < panels.size(); ++i) {
      cairo_save(cr);
      cairo_translate(cr, left_of(i), 0);
      cairo_scale(cr, map_px / 1000.0, map_px / 1000.0);
      draw(pen, i);
      cairo_restore(cr);
    }
    cairo_surface_flush(surface);
    const cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    if (status != CAIRO_STATUS_SUCCESS)
      return Error{ErrorKind::internal, std::string("film: ") + cairo_status_to_string(status)};
    return Done{};
  }

  Result<Done> draw_still(const MapImage& map);
  void draw_moving(const Painter& pen, const Overlay& overlay, std::span<const double> curve, double top,
                   size_t frames) const;
};

Result<Done> OverlayFilm::State::draw_still(const MapImage& map) {
  const auto byte = [](double v) { return static_cast<uint32_t>(v * 255 + 0.5); };
  const uint32_t paper = 0xFF000000u | byte(kPage.r) << 16 | byte(kPage.g) << 8 | byte(kPage.b);
  still.assign(static_cast<size_t>(page.width_px) * static_cast<size_t>(page.height_px), paper);
  const PixelTarget target{still.data(), page.width_px, page.height_px, static_cast<size_t>(page.width_px)};
  for (size_t i = 0; i < panels.size(); ++i) {
    const PixelTarget place = map_of(target, i);
    for (int y = 0; y < map_px; ++y)
      std::copy_n(map.argb.data() + static_cast<size_t>(y) * map_px, map_px,
                  place.row(static_cast<size_t>(y)));
  }
  return with_pen(target, [&](const Painter& pen, size_t i) {
    draw_wrapped(pen, panels[i].title, {kFilmPad, 32}, letters(25, kText, true), kTitleWidth);
    draw_wrapped(pen, panels[i].subtitle, {kFilmPad, 54}, letters(15, kTextSoft), kTitleWidth);
  });
}

void OverlayFilm::State::draw_moving(const Painter& pen, const Overlay& overlay,
                                     std::span<const double> curve, double top, size_t frames) const {
  pen.text(overlay.date ? date_text(*overlay.date) : clock_text(overlay.clock.time_s), 1000 - kFilmPad, 32,
           letters(25, kText), Align::right);
  if (overlay.clock.cycle_s > 0) {
    const Box bar{1000 - kFilmPad - 116, 45, 1000 - kFilmPad, 51};
    pen.text("cycle", bar.x0 - 8, 53, letters(14.5, kTextSoft), Align::right);
    pen.rectangle(bar, kHairline);
    pen.rectangle({bar.x0, bar.y0, bar.x0 + bar.width() * overlay.clock.cycle_share, bar.y1},
                  overlay_colour::kFront);
  }
  const double y0 = kHeader + 1000 + 10, y1 = kHeader + 1000 + kFooter - 14;
  draw_legend(pen, {kFilmPad, y0, 420, y1}, overlay, marks);
  if (overlay.figures.empty()) return;
  draw_figures(pen, {440, y0, 680, y1}, std::span(overlay.figures).subspan(1));
  draw_curve(pen, {706, y0, 1000 - kFilmPad, y1}, {curve, frames, top}, overlay.figures.front());
}

OverlayFilm::OverlayFilm(std::unique_ptr<State> state) : state_(std::move(state)) {}
OverlayFilm::OverlayFilm(OverlayFilm&&) noexcept = default;
OverlayFilm& OverlayFilm::operator=(OverlayFilm&&) noexcept = default;
OverlayFilm::~OverlayFilm() = default;

Result<OverlayFilm> OverlayFilm::prepare(MapImage map, const MapWindow& window, std::vector<FilmPanel> panels,
                                         const OverlayLook& look, const ClassMarks& marks) {
  if (panels.empty() || map.width_px != map.height_px || map.width_px != window.width_px)
    return Error{ErrorKind::internal, "film: no panel, or a map that is not the window's square"};
  auto type = Typesetter::open();
  if (!type) return type.error();
  const int map_px = map.width_px;
  const int step_px = map_px + kGutter_px;
  // Even sides: what plays films likes them.
  const auto even = [](int v) { return v + (v & 1); };
  const PageSize page{even(static_cast<int>(panels.size() - 1) * step_px + map_px),
                      even(pixels(kHeader, map_px) + map_px + pixels(kFooter, map_px))};
  if (std::max(page.width_px, page.height_px) > kMaxPageSide_px)
    return Error{ErrorKind::limit, "a frame of " + std::to_string(page.width_px) + " x " +
                                       std::to_string(page.height_px) + " pixels is too large; ask for less"};
  auto state = std::make_unique<State>(State{window,
                                             std::move(panels),
                                             OverlayPainter(look, marks),
                                             marks,
                                             std::move(type).value(),
                                             page,
                                             map_px,
                                             pixels(kHeader, map_px),
                                             step_px,
                                             {}});
  if (auto drawn = state->draw_still(map); !drawn) return drawn.error();
  return OverlayFilm(std::move(state));
}

PageSize OverlayFilm::size() const {
  return state_->page;
}

Result<Done> OverlayFilm::paint(std::span<const Overlay> overlays,
                                std::span<const std::vector<double>> curves, size_t frames,
                                const PixelTarget& frame) {
  const State& s = *state_;
  double top = 0;  // one scale for all panels, so that they can be compared
  for (const auto& curve : curves)
    for (const double v : curve)
      if (std::isfinite(v)) top = std::max(top, v);
  for (int y = 0; y < s.page.height_px; ++y)
    std::copy_n(s.still.data() + static_cast<size_t>(y) * s.page.width_px, s.page.width_px,
                frame.row(static_cast<size_t>(y)));
  for (size_t i = 0; i < overlays.size(); ++i) s.painter.paint(overlays[i], s.window, s.map_of(frame, i));
  return state_->with_pen(frame, [&](const Painter& pen, size_t i) {
    s.draw_moving(pen, overlays[i], curves[i], round_top(top), frames);
  });
}

}  // namespace fw
