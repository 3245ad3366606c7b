#include "render/plate/book/map_book.h"

#include <cairo.h>

#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "render/map/scene/atlas.h"
#include "render/map/scene/world_palette.h"
#include "render/page/canvas.h"
#include "render/plate/book/book_pages_internal.h"
#include "render/plate/paper.h"

namespace fw {
namespace {

constexpr const char* kApart = "  ·  ";

int pages_of(size_t items, size_t per_page) {
  return static_cast<int>((items + per_page - 1) / per_page);
}

/// A book on its way from page to page.
class Binding {
 public:
  Binding(const Atlas& atlas, const BookPlan& plan, const Progress& progress, Canvas canvas, Typesetter type)
      : atlas_(atlas), plan_(plan), progress_(progress), canvas_(std::move(canvas)), type_(std::move(type)) {
    canvas_.keep_pixels_as_jpeg(kBookGroundQuality);
    canvas_.set_title(atlas.world.template_name + ", seed " + std::to_string(atlas.world.seeds.layout) +
                      ", atlas 1:" + std::to_string(plan.scale));
    places_ = book_places(atlas.world, plan);
    columns_ = place_columns(plan, places_, type_);
    contents_.sheet_pages = static_cast<int>(plan.sheets.size());
    contents_.region_pages = pages_of(atlas.world.regions.size(), regions_per_page(plan));
    contents_.place_pages = pages_of(columns_.size(), place_columns_per_page(plan));
    pages_ = 1 + contents_.sheet_pages + contents_.region_pages + contents_.place_pages;
  }

  Result<MapBook> run() {
    if (auto done = page("Index of sheets", "Index",
                         [&](const BookPage& p) { return draw_index_page(p, contents_); });
        !done)
      return done.error();
    for (const BookSheet& sheet : plan_.sheets) {
      const std::string number = "Sheet " + std::to_string(sheet.number);
      const std::string on = sheet_title(atlas_.world, plan_, sheet);
      if (auto done = page(number + (on.empty() ? "" : ": " + on), number,
                           [&](const BookPage& p) { return draw_sheet_page(p, sheet); });
          !done)
        return done.error();
    }
    for (int i = 0; i < contents_.region_pages; ++i)
      if (auto done = page("Regions", i == 0 ? "Regions" : "",
                           [&](const BookPage& p) {
                             return draw_region_page(p, static_cast<size_t>(i) * regions_per_page(plan_));
                           });
          !done)
        return done.error();
    for (int i = 0; i < contents_.place_pages; ++i)
      if (auto done = page("Places", i == 0 ? "Places" : "",
                           [&](const BookPage& p) -> Result<Done> {
                             draw_place_page(p, columns_,
                                             static_cast<size_t>(i) * place_columns_per_page(plan_));
                             return Done{};
                           });
          !done)
        return done.error();
    auto bytes = canvas_.finish();
    if (!bytes) return bytes.error();
    return MapBook{std::move(bytes).value(), pages_};
  }

 private:
  Result<Done> page(const std::string& title, const std::string& bookmark,
                    const std::function<Result<Done>(const BookPage&)>& draw) {
    if (progress_.cancelled()) return Error{ErrorKind::cancelled, "atlas: cancelled"};
    progress_.at("page " + std::to_string(page_ + 1) + " of " + std::to_string(pages_),
                 static_cast<double>(page_) / pages_);
    if (page_ > 0) canvas_.next_page();
    ++page_;
    if (!bookmark.empty()) canvas_.add_bookmark(bookmark);
    const double px = px_per_unit(atlas_.style);
    cairo_t* cr = canvas_.context();
    // White where the style has no paper of its own.
    const Rgb paper = atlas_.look.beyond == colour::kPaper ? colour::kWhite : atlas_.look.beyond;
    cairo_set_source_rgb(cr, paper.r, paper.g, paper.b);
    cairo_paint(cr);
    Sheet sheet{.canvas = canvas_,
                .format = PageFormat::pdf,
                .pen = {cr, &type_},
                .atlas = atlas_,
                .map_left_px = static_cast<int>(std::lround(kBookBeside_mm / kUnit_mm * px)),
                .map_top_px = static_cast<int>(std::lround(kBookAbove_mm / kUnit_mm * px)),
                .layout = {}};
    sheet.progress.cancel = progress_.cancel;
    cairo_save(cr);
    cairo_translate(cr, sheet.map_left_px, sheet.map_top_px);
    cairo_scale(cr, px, px);
    sheet.pen.hold_letters(kLeastType);
    sheet.pen.page = page_inks(atlas_.look);
    const BookPage what{sheet, plan_, plan_.content_mm * (1 / kUnit_mm)};
    auto drawn = draw(what);
    headings(what, title);
    cairo_restore(cr);
    return drawn;
  }

  /// Title, subtitle and foot of a page.
  void headings(const BookPage& what, const std::string& title) {
    constexpr double kTitle_mm = 9, kFoot_mm = 10.5;  // above and below the content
    const Painter& pen = what.sheet.pen;
    const TextStyle head{.face = Face::serif, .bold = true, .size = 46};
    const TextStyle soft{.size = kLeastType * 7 / 6, .colour = colour::kInkSoft};
    const std::string of = atlas_.world.template_name + kApart + "seed " +
                           std::to_string(atlas_.world.seeds.layout) + kApart + scale() + kApart +
                           "squares of " + square();
    const double beside = pen.type->measure(of, soft).width, y = -kTitle_mm / kUnit_mm;
    pen.text(title, 0, y, head, Align::left, what.content.x - beside - 30);
    pen.text(of, what.content.x, y, soft, Align::right);
    std::string foot = "Fieldwright " FIELDWRIGHT_VERSION;
    constexpr size_t kDigits = 8;
    if (!atlas_.style.template_digest.empty())
      foot += std::string(kApart) + "template " + atlas_.style.template_digest.substr(0, kDigits);
    const double below = what.content.y + kFoot_mm / kUnit_mm;
    pen.text(foot, 0, below, soft);
    pen.text("page " + std::to_string(page_) + " of " + std::to_string(pages_), what.content.x, below, soft,
             Align::right);
  }
  std::string scale() const {
    PlateStyle asked;
    asked.scale = plan_.scale;
    return scale_text(asked, plan_.scale);
  }
  std::string square() const { return distance_text(plan_.grid.square_m); }

  const Atlas& atlas_;
  const BookPlan& plan_;
  const Progress& progress_;
  Canvas canvas_;
  Typesetter type_;
  std::vector<BookPlace> places_;
  std::vector<std::vector<PlaceLine>> columns_;
  BookContents contents_;
  int pages_ = 0, page_ = 0;
};

}  // namespace

Result<MapBook> draw_book(const World& world, const Template& tmpl, const AuditReport& audit,
                          const BookPlan& plan, const PlateStyle& asked, const Progress& progress) {
  PlateStyle style = asked;
  style.dpi = kBookGround_dpi;
  style.sheet.reset();
  style.scale = 0;
  const PageSize page{static_cast<int>(std::lround(plan.page_mm.x * style.dpi / kMmPerInch)),
                      static_cast<int>(std::lround(plan.page_mm.y * style.dpi / kMmPerInch))};
  auto type = Typesetter::open();
  if (!type) return type.error();
  auto canvas = Canvas::create(page, style.dpi, PageFormat::pdf);
  if (!canvas) return canvas.error();
  const Atlas atlas =
      prepare_atlas(world, tmpl, audit,
                    styled(world_palette(world, style.palette), map_style(style.map_style)), style, progress);
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "atlas: cancelled"};
  return Binding(atlas, plan, progress, std::move(canvas).value(), std::move(type).value()).run();
}

}  // namespace fw
