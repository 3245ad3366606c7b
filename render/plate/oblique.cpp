// The plate `oblique`: the world as a landscape, with pins and names. Its page has no panel.

#include <cairo.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "render/map/list/chosen_points.h"
#include "render/map/map_picture.h"
#include "render/map/marks/point_symbol.h"
#include "render/map/oblique/oblique_picture.h"
#include "render/page/numbers.h"
#include "render/plate/furniture.h"
#include "render/plate/paper.h"
#include "render/plate/views.h"

namespace fw {
namespace {

// Plate units.
constexpr double kSky = 30;    // above the picture: pins at the far edge reach into it
constexpr double kStrip = 96;  // below it, for scale bar and north arrow
constexpr double kSeatStalk = 26, kStalk = 18, kSeatBadge = 13, kBadge = 9, kTown = 20;
constexpr double kUsualSeats = 22;  // with more of them pins shrink
constexpr double kLeastPin = 0.5;
constexpr double kMayTouch = 0.1;  // units that a name may share with a badge
/// More regions than so many are not named but for neutral ones: they are beside their seats' names.
constexpr size_t kFewRegions = 40;
/// How many of the picture's widths the ground's pixels may reach, turned as it may be.
constexpr int kMostGroundWidths = 2;

struct Pin {
  const Point* point;
  Vec2 foot;      ///< of the stalk, plate units
  double away_m;  ///< ObliqueProjection::away_m()
  int rank;       ///< 0 = the most important
  bool seat;
};

/// The plate while it is drawn: a picture of the ground, and where things stand on it.
class ObliquePlate {
 public:
  ObliquePlate(const Sheet& sheet, const ObliqueCamera& camera, const PaintedGround& ground,
               const ObliqueImage& image)
      : sheet_(sheet), atlas_(sheet.atlas), projection_(camera), ground_(ground), image_(image) {}

  void draw() {
    find_pins();
    const Box frame{0, 0, sheet_.layout.map.x, sheet_.layout.map.y - kStrip};
    LabelLayout layout({.frame = frame, .visible = frame, .reserved = boxes_, .avoid = towns_},
                       *sheet_.pen.type);
    place_seats(layout);
    place_regions(layout);
    if (sheet_.figures != nullptr) sheet_.figures->push_back(figures(layout));
    draw_pins();
    std::vector<PlacedLabel> names = layout.placed();
    for (PlacedLabel& name : names) name.style = lettered(name.style, atlas_.look);
    draw_labels(sheet_.pen, std::move(names));
  }

 private:
  Vec2 on_page(Vec2 place_m, double height_m) const {
    return projection_.to_px(place_m, height_m) * (1 / sheet_.px_per_unit()) + Vec2{0, kSky};
  }
  bool is_seat(const Point& point) const {
    const LandmarkKind kind = atlas_.world.points.class_of(point).landmark;
    return atlas_.words().landmarks[static_cast<size_t>(kind)].role == LandmarkRole::seat;
  }
  bool is_seen(Vec2 place_m) const {
    return !is_hidden(image_, projection_, place_m, height_at(ground_, place_m),
                      atlas_.ground->terrain.look_m);
  }
  Box badge_of(const Pin& pin) const {
    return Box::around(pin.foot.x, pin.foot.y - (pin.seat ? kSeatStalk : kStalk) * size_,
                       (pin.seat ? kSeatBadge : kBadge) * size_);
  }

  /// The foremost landmarks that are seen, the more important ones first; one over another is left out.
  void find_pins() {
    const std::vector<LandmarkKind> kinds = chosen_kinds(atlas_.words(), LandmarkChoice::foremost);
    std::vector<Pin> seen;
    for (const Point& point : atlas_.world.points.points) {
      const PointClassInfo& of = atlas_.world.points.class_of(point);
      if (of.category != Category::landmark || std::ranges::find(kinds, of.landmark) == kinds.end()) continue;
      const Vec2 at = point.position_m;
      if (!is_seen(at)) continue;
      seen.push_back({&point, on_page(at, height_at(ground_, at)), projection_.away_m(at),
                      importance_rank(atlas_, point), is_seat(point)});
    }
    const auto seats = static_cast<double>(std::ranges::count_if(seen, [](const Pin& p) { return p.seat; }));
    size_ = std::clamp(std::sqrt(kUsualSeats / std::max(seats, 1.0)), kLeastPin, 1.0);
    std::ranges::stable_sort(seen, {}, &Pin::rank);
    for (const Pin& pin : seen) {
      const Box badge = badge_of(pin);
      if (std::ranges::any_of(boxes_, [&](const Box& other) { return other.intersects(badge); })) continue;
      boxes_.push_back(badge);
      if (pin.seat)
        towns_.push_back({pin.foot.x - kTown * size_, pin.foot.y - kTown * size_ / 2,
                          pin.foot.x + kTown * size_, pin.foot.y + kTown * size_ / 2});
      pins_.push_back(pin);
    }
  }

  /// Letters of the table of names, in units, as much smaller as the pins; never below the least.
  TextStyle sized(TextStyle style) const {
    const double pt = kLeastType / medium_style(Medium::print).least_pt, size = style.size;
    style.size = std::max(kLeastType, size * pt * size_);
    style.letter_spacing *= style.size / size;
    return style;
  }

  void place_seats(LabelLayout& layout) {
    const std::vector<LandmarkKind> kinds = chosen_kinds(atlas_.words(), LandmarkChoice::foremost);
    std::map<const Point*, SeatClass> classes;
    for (const ChosenPoint& seat : ranked_seats(atlas_, kinds)) classes[seat.members.front()] = *seat.seat;
    for (const Pin& pin : pins_) {
      if (!pin.seat || pin.point->name.empty()) continue;
      const Box badge = badge_of(pin);
      named_ += layout.place(PointLabel{pin.point->name,
                                        sized(seat_name_style(classes[pin.point])),
                                        {pin.foot.x, (badge.y0 + badge.y1) / 2},
                                        kSeatBadge * size_})
                    ? 1
                    : 0;
    }
  }

  /// Where the middle of their ground is seen.
  void place_regions(LabelLayout& layout) const {
    const std::vector<Region>& regions = atlas_.world.regions;
    for (size_t k = 0; k < regions.size() && k < atlas_.ground->label_sites.size(); ++k) {
      if (regions.size() > kFewRegions && !regions[k].neutral) continue;
      AreaLabel label{.text = capitals(regions[k].name),
                      .style = sized(region_name_style()),
                      .candidates = {},
                      .least_size = 1e9};
      label.style.colour = colour::kInk;
      for (const auto* sites : {&atlas_.ground->label_sites, &atlas_.ground->narrow_label_sites})
        for (const Vec2 site : (*sites)[k])
          if (is_seen(site)) label.candidates.push_back(on_page(site, height_at(ground_, site)));
      layout.place(label);
    }
  }

  /// How well the plate is read; ground counts as large as it lies on the page.
  PlateFigures figures(const LabelLayout& layout) const {
    PlateFigures out;
    out.map = kViewSlugs[static_cast<size_t>(View::oblique)];
    out.denominator = oblique_scale(atlas_);
    out.land_cm2 = land_cm2(atlas_.world, out.denominator * kUnit_mm / 1000, kUnit_mm) *
                   std::sin(atlas_.tmpl.view.oblique.elevation * kRadPerDegree);
    const std::vector<PlacedLabel>& names = layout.placed();
    out.names = static_cast<int64_t>(names.size());
    out.symbols = static_cast<int64_t>(pins_.size());
    for (size_t i = 0; i < names.size(); ++i) {
      const double pt = names[i].style.size * medium_style(Medium::print).least_pt / kLeastType;
      out.least_pt = i == 0 ? pt : std::min(out.least_pt, pt);
      for (size_t k = 0; k < i; ++k) out.overlaps += names[i].box.intersects(names[k].box) ? 1 : 0;
      out.on_symbols += std::ranges::any_of(
          boxes_, [&](const Box& badge) { return badge.intersects(names[i].box.grown(-kMayTouch)); });
    }
    const std::vector<LandmarkKind> kinds = chosen_kinds(atlas_.words(), LandmarkChoice::foremost);
    out.seats = {static_cast<int64_t>(ranked_seats(atlas_, kinds).size()),
                 std::ranges::count(pins_, true, &Pin::seat), named_};
    out.sites = {static_cast<int64_t>(ranked_sites(atlas_, kinds).size()),
                 std::ranges::count(pins_, false, &Pin::seat), 0};
    return out;
  }

  /// From far to near.
  void draw_pins() {
    std::ranges::stable_sort(pins_, std::ranges::greater{}, &Pin::away_m);
    const PointSymbols symbols(atlas_.world, atlas_.symbols, atlas_.palette);
    const Painter& pen = sheet_.pen;
    for (const Pin& pin : pins_) {
      const Box badge = badge_of(pin);
      const double y = (badge.y0 + badge.y1) / 2;
      pen.line(pin.foot.x, pin.foot.y, pin.foot.x, y, atlas_.look.halo, 3.2 * size_, 0.85);
      pen.line(pin.foot.x, pin.foot.y, pin.foot.x, y, atlas_.look.text, 1.3 * size_);
      cairo_arc(pen.cr, pin.foot.x, pin.foot.y, 2.2 * size_, 0, 2 * std::numbers::pi);
      pen.colour(atlas_.look.text);
      cairo_fill(pen.cr);
      symbols.draw(pen, *pin.point, pin.foot.x, y, badge.width() / 2 / symbols.radius(*pin.point));
    }
  }

  const Sheet& sheet_;
  const Atlas& atlas_;
  ObliqueProjection projection_;
  const PaintedGround& ground_;
  const ObliqueImage& image_;
  double size_ = 1;  ///< factor on pins
  std::vector<Pin> pins_;
  int64_t named_ = 0;       ///< seats
  std::vector<Box> boxes_;  ///< of the pins' badges
  std::vector<Box> towns_;  ///< round their feet: names rather keep off the houses
};

/// A sheet that lies across, with nothing on it yet.
PageLayout landscape_sheet(PaperSize paper) {
  PageLayout page;
  page.paper_mm = paper_mm(paper);
  page.corner = Vec2{kSheetMargin_mm, kSheetMargin_mm + kSheetTitle_mm} * (1 / kUnit_mm);
  page.room = Vec2{page.paper_mm->x - 2 * kSheetMargin_mm,
                   page.paper_mm->y - 2 * kSheetMargin_mm - kSheetTitle_mm - kSheetFooter_mm} *
              (1 / kUnit_mm);
  page.height = page.room.y;
  return page;
}

/// The picture's width on the page: the scale that was asked for, or the width of a map; on a sheet no more
/// than has room.
int picture_width_px(const Atlas& atlas, const GroundBox& box) {
  const PlateStyle& style = atlas.style;
  const ObliqueView& view = atlas.tmpl.view.oblique;
  double width = style.map_px;
  constexpr int kSample_px = 1000;
  const ObliqueCamera sample = camera_for(atlas, box, view, kSample_px);
  if (style.scale > 0) width *= sample.metres_per_px * kSample_px / atlas.longer_m();
  if (style.sheet) {
    const PageLayout page = landscape_sheet(*style.sheet);
    const double units = std::min(page.room.x, (page.room.y - kSky - kStrip) * kSample_px / sample.height_px);
    const double most = units * px_per_unit(style);
    width = style.scale > 0 ? std::min(width, most) : most;
  }
  return std::max(2, static_cast<int>(std::floor(width)));
}

ObliqueCamera plate_camera(const Atlas& atlas) {
  const GroundBox box = shown_ground(atlas);
  return camera_for(atlas, box, atlas.tmpl.view.oblique, picture_width_px(atlas, box));
}

/// In the strip below the picture; the arrow points where north lies on it.
void draw_scale_and_north(const Sheet& sheet, const ObliqueCamera& camera) {
  const PageLayout& page = sheet.layout;
  const PageMap strip{{0, page.map.y - kStrip, page.map.x, page.map.y},
                      camera.width_px * camera.metres_per_px};
  draw_scale_bar(sheet.pen, strip);
  const Box arrow = north_arrow_box(strip, 1);
  const Vec2 north = ObliqueProjection(camera).north();
  cairo_t* cr = sheet.pen.cr;
  cairo_save(cr);
  cairo_translate(cr, (arrow.x0 + arrow.x1) / 2, (arrow.y0 + arrow.y1) / 2);
  cairo_rotate(cr, std::atan2(north.x, -north.y));
  cairo_translate(cr, -(arrow.x0 + arrow.x1) / 2, -(arrow.y0 + arrow.y1) / 2);
  draw_north_arrow(sheet.pen, strip, 1);
  cairo_restore(cr);
}

}  // namespace

PageLayout oblique_layout(const Atlas& atlas) {
  const ObliqueCamera camera = plate_camera(atlas);
  const double px = px_per_unit(atlas.style);
  const Vec2 map{camera.width_px / px, kSky + camera.height_px / px + kStrip};
  if (!atlas.style.sheet) return {.map = map, .height = map.y, .columns = {}};
  PageLayout page = landscape_sheet(*atlas.style.sheet);
  page.map = map;
  return page;
}

double oblique_scale(const Atlas& atlas) {
  return scale_denominator(plate_camera(atlas).metres_per_px * px_per_unit(atlas.style));
}

std::string oblique_caption(const Atlas& atlas) {
  constexpr const char* kFrom[]{"south", "south-west", "west", "north-west",
                                "north", "north-east", "east", "south-east"};
  const ObliqueCamera camera = plate_camera(atlas);
  const auto eighth = static_cast<int>(std::lround(camera.azimuth_deg / 45));
  return std::string("seen from the ") + kFrom[(eighth % 8 + 8) % 8] + ", " +
         decimal(camera.elevation_deg, 0) + "° above the horizon  ·  heights × " +
         decimal(camera.exaggeration, 1);
}

Result<Done> draw_oblique(const Sheet& sheet) {
  constexpr int kSamples = 2;
  const Atlas& atlas = sheet.atlas;
  const ObliqueView& view = atlas.tmpl.view.oblique;
  const GroundBox box = shown_ground(atlas);
  const ObliqueCamera camera = plate_camera(atlas);
  MapWindow window =
      ground_window(box, camera, highest_drawn_m(atlas, view.scenery), kMostGroundWidths * camera.width_px);
  window.device_scale = sheet.px_per_unit() * camera.metres_per_px / window.metres_per_px;
  const MapContent content{.layers = plate_layers(View::oblique),
                           .palette = atlas.palette,
                           .style = atlas.look,
                           .medium = Medium::print,
                           .danger_patterns = atlas.style.danger_patterns,
                           .furniture = {}};
  const auto ground = paint_oblique_ground(atlas, content, window,
                                           {.scenery = view.scenery,
                                            .exaggeration = camera.exaggeration,
                                            .sun = {},
                                            .azimuth_deg = camera.azimuth_deg},
                                           sheet.progress);
  if (!ground) return ground.error();
  ObliqueImage image;
  draw_columns(ground.value(), box, camera, kSamples, atlas.look.landscape, pixel_of(atlas.look.beyond),
               image, sheet.progress);
  if (sheet.progress.cancelled()) return Error{ErrorKind::cancelled, "plates: cancelled"};
  const auto top_px = static_cast<int>(std::lround(kSky * sheet.px_per_unit()));
  const auto placed = sheet.canvas.place(image.width_px, image.height_px, sheet.map_left_px,
                                         sheet.map_top_px + top_px, [&](const PixelTarget& target) {
                                           for (size_t y = 0; y < static_cast<size_t>(image.height_px); ++y)
                                             std::copy_n(&image.argb[y * static_cast<size_t>(image.width_px)],
                                                         image.width_px, target.row(y));
                                         });
  if (!placed) return placed.error();
  ObliquePlate(sheet, camera, ground.value(), image).draw();
  draw_scale_and_north(sheet, camera);
  return sheet.canvas.check("oblique");
}

}  // namespace fw
