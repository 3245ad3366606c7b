#include "core/world/hand/content/class_hand.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/number_text.h"
#include "core/model/template/hand/hand_idle.h"
#include "core/model/template/hand_words.h"
#include "core/model/world/hand_told.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/land/hand_places.h"
#include "core/world/points/content.h"

namespace fw {
namespace {

constexpr double kLeastBan_m = 25;

/// Texts and numbers one after the other, each with its end, so that no two rows give one text.
class RowText {
 public:
  RowText& add(std::string_view text) {
    out_ += std::to_string(text.size()) + ":";
    out_ += text;
    return *this;
  }
  RowText& add(double value) { return add(std::string_view(number_text(value))); }
  template <typename T>
  RowText& add(const std::optional<T>& value) {
    return value ? add(*value) : add(std::string_view("absent"));
  }
  RowText& add(int value) { return add(static_cast<double>(value)); }
  RowText& add(bool value) { return add(value ? 1 : 0); }
  std::string take() { return std::move(out_) + "\n"; }

 private:
  std::string out_;
};

/// What placing reads of a pin; its attributes are filled in later.
std::string text_of(const PinRow& pin) {
  RowText text;
  text.add(std::string_view("pin")).add(pin.id).add(pin.x_m).add(pin.y_m).add(pin.number).add(pin.counts);
  text.add(static_cast<int>(pin.spacing)).add(static_cast<int>(pin.where));
  return text.add(pin.from_x_m).add(pin.from_y_m).take();
}

std::string text_of(const BanRow& ban) {
  return RowText()
      .add(std::string_view("ban"))
      .add(ban.id)
      .add(ban.x_m)
      .add(ban.y_m)
      .add(ban.radius_m)
      .add(static_cast<int>(ban.instead))
      .take();
}

std::string text_of(const ClassArea& area) {
  return RowText()
      .add(area.id)
      .add(write_shape(area.shape))
      .add(area.radius_m)
      .add(area.density)
      .add(area.feather_m)
      .take();
}

/// Sorts rows to the classes that they concern.
class Sorter {
 public:
  explicit Sorter(const Template& tmpl) : tmpl_(tmpl) {
    size_t first = 0;
    for (const Category category : kPointCategories) {
      first_[static_cast<size_t>(category)] = first;
      first += tmpl.classes(category).size();
    }
    out_.classes.resize(first);
  }

  ClassHands take() {
    for (const PinRow& pin : tmpl_.hand.pins)
      if (pin.on) add(pin);
    for (const BanRow& ban : tmpl_.hand.bans)
      if (ban.on && is_off_frame({Shape::Kind::points, {{{ban.x_m, ban.y_m}}}},
                                 ban_radius_m(ban, widest_spacing_m()), tmpl_.frame))
        suspend("bans", ban, kOffFrame);
      else if (ban.on)
        each_class("bans", ban, ban.of, [&](ClassHand& hand) { hand.bans.push_back(&ban); });
    for (const AreaRow& area : tmpl_.hand.areas)
      if (area.on && idle_reason(area).empty())
        add(area, true);
      else if (area.on)
        suspend("areas", area, std::string(idle_reason(area)));
    for (const AreaRow& area : cleared_areas(tmpl_)) add(area, false);
    return std::move(out_);
  }

 private:
  void suspend(std::string_view list, const HandRow& row, std::string reason) {
    out_.suspended.push_back(suspended_row(list, row, std::move(reason)));
  }

  void add(const PinRow& pin) {
    const std::optional<PinClass> found = find_pin_class(tmpl_, pin.cls, pin.category);
    if (!found) return suspend("pins", pin, "no class or kind \"" + pin.cls + "\"");
    if (found->category != Category::landmark) of(found->category, found->row).pins.push_back(&pin);
  }

  void add(const AreaRow& area, bool listed) {
    const std::string_view list = listed ? "areas" : "views";
    Result<Shape> shape = read_shape(area.place.shape);
    if (!shape) return suspend(list, area, shape.error().message);
    if (is_off_frame(shape.value(), area.place.radius_m + area.feather_m, tmpl_.frame))
      return suspend(list, area, kOffFrame);
    out_.areas.push_back(std::make_unique<const ClassArea>(ClassArea{
        area.id, listed, std::move(shape).value(), area.place.radius_m, area.density, area.feather_m}));
    const ClassArea* kept = out_.areas.back().get();
    each_class(list, area, area.of, [&](ClassHand& hand) { hand.areas.push_back(kept); });
  }

  template <typename Visit>
  void each_class(std::string_view list, const HandRow& row, const std::string& words, Visit visit) {
    const Result<HandWords> read = read_hand_words(words, tmpl_);
    if (!read) return suspend(list, row, read.error().message);
    for (const Category category : kPointCategories)
      for (size_t k = 0; k < tmpl_.classes(category).size(); ++k)
        if (read.value().has(category, k)) visit(of(category, k));
  }

  double widest_spacing_m() const {
    double widest = 0;
    for (const Category category : kPointCategories)
      for (const PointClass& cls : tmpl_.classes(category)) widest = std::max(widest, cls.spacing_m);
    for (const LandmarkRow& kind : tmpl_.vocabulary.landmarks) widest = std::max(widest, kind.spacing_m);
    return widest;
  }

  ClassHand& of(Category category, size_t row) {
    return out_.classes[first_[static_cast<size_t>(category)] + row];
  }

  const Template& tmpl_;
  std::array<size_t, kPointCategories.size()> first_{};
  ClassHands out_;
};

}  // namespace

std::string ClassHand::points_text() const {
  std::string text;
  for (const PinRow* pin : pins) text += text_of(*pin);
  for (const BanRow* ban : bans) text += text_of(*ban);
  return text;
}

std::string ClassHand::areas_text() const {
  std::string text;
  for (const ClassArea* area : areas) text += text_of(*area);
  return text;
}

bool ClassHands::empty() const {
  return suspended.empty() && std::all_of(classes.begin(), classes.end(), [](const ClassHand& hand) {
           return !hand.has_points() && hand.areas.empty();
         });
}

ClassHands sort_hand_by_class(const Template& tmpl) {
  return Sorter(tmpl).take();
}

Raster<float> area_density(const std::vector<const ClassArea*>& areas, const GridSpec& grid) {
  Raster<float> density(grid, 1.0F);
  for (const ClassArea* area : areas) {
    visit_shape(area->shape, area->radius_m, grid, area->feather_m, [&](uint32_t cell, double inside) {
      const double factor = 1 + (area->density - 1) * area_share(*area, inside);
      density[cell] = static_cast<float>(static_cast<double>(density[cell]) * factor);
    });
  }
  return density;
}

double area_share(const ClassArea& area, double inside_m) {
  const double e = area.feather_m;
  if (e <= 0) return inside_m > 0 ? 1 : 0;
  return std::clamp((1 + inside_m / e) / 2, 0.0, 1.0);
}

double ban_radius_m(const BanRow& ban, double spacing_m) {
  return ban.radius_m.value_or(std::max(kLeastBan_m, spacing_m / 2));
}

bool covers(const BanRow& ban, double spacing_m, Vec2 place) {
  const double radius_m = ban_radius_m(ban, spacing_m);
  return squared_distance(place, {ban.x_m, ban.y_m}) <= radius_m * radius_m;
}

}  // namespace fw
