#include "core/world/hand/content/hand_landmarks.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/field/shape.h"
#include "core/model/cure.h"
#include "core/model/template/hand_words.h"
#include "core/model/world/hand_told.h"
#include "core/world/hand/content/class_hand.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/land/spacing.h"
#include "core/world/points/pin_places.h"

namespace fw {
namespace {

/// The kind of landmark that a pin names; nothing for points' pins.
std::optional<LandmarkKind> kind_of(const Template& tmpl, const PinRow& pin) {
  const std::optional<PinClass> cls = find_pin_class(tmpl, pin.cls, pin.category);
  if (!cls || cls->category != Category::landmark) return {};
  return static_cast<LandmarkKind>(cls->row);
}

/// A landmark pin that is on.
struct VisitedPin {
  const PinRow& row;
  LandmarkKind kind;
  PinPlace place;
  bool number_taken = false;  ///< another pin that stands, earlier by id, keeps its number
};

/// Calls visit(VisitedPin) for all of them, in the order of their ids.
template <typename Visit>
void visit_pins(const PlacementInputs& inputs, const Visit& visit) {
  std::set<std::pair<int, int64_t>> numbers;  // kept, by kind
  std::vector<const PinRow*> rows;
  for (const PinRow& pin : inputs.tmpl.hand.pins)
    if (pin.on) rows.push_back(&pin);
  std::sort(rows.begin(), rows.end(), [](const PinRow* a, const PinRow* b) { return a->id < b->id; });
  for (const PinRow* pin : rows)
    if (const std::optional<LandmarkKind> kind = kind_of(inputs.tmpl, *pin)) {
      PinPlace place = settle_pin(*pin, inputs.island, inputs.map.code);
      if (place.cell == kNoCell)
        place.cell = static_cast<uint32_t>(inputs.map.code.grid.cell_at(place.position_m));
      const bool taken =
          place.stands && pin->number && !numbers.insert({static_cast<int>(*kind), *pin->number}).second;
      visit(VisitedPin{*pin, *kind, std::move(place), taken});
    }
}

/// A row that keeps kinds of landmarks away from a shape.
struct Closing {
  const HandRow* row;
  std::string_view list;
  HandWords words;
  Shape shape;
  std::function<double(const LandmarkRow& kind)> radius_m;
  bool lowers = false;  ///< the count, by what stood there
};

/// The words, if they can be read and name a kind.
std::optional<HandWords> words_of_kinds(const Template& tmpl, const std::string& text) {
  Result<HandWords> words = read_hand_words(text, tmpl);
  if (!words || std::ranges::count(words.value().landmarks, true) == 0) return {};
  return std::move(words).value();
}

/// Rows that are on and name a kind; those that cannot be read are told elsewhere. `views` = cleared_areas.
std::vector<Closing> closings(const Template& tmpl, const std::vector<AreaRow>& views) {
  std::vector<Closing> out;
  for (const BanRow& ban : tmpl.hand.bans)
    if (const std::optional<HandWords> words = ban.on ? words_of_kinds(tmpl, ban.of) : std::nullopt)
      out.push_back({&ban, "bans", *words, Shape{Shape::Kind::points, {{{ban.x_m, ban.y_m}}}},
                     [&ban](const LandmarkRow& kind) { return ban_radius_m(ban, kind.spacing_m); },
                     ban.instead == BanInstead::none});
  const auto close_area = [&](const AreaRow& area, std::string_view list) {
    if (!area.on || area.density > 0) return;
    const std::optional<HandWords> words = words_of_kinds(tmpl, area.of);
    Result<Shape> shape = read_shape(area.place.shape);
    if (words && shape)
      out.push_back({&area, list, *words, std::move(shape).value(),
                     [&area](const LandmarkRow&) { return area.place.radius_m; }});
  };
  for (const AreaRow& area : tmpl.hand.areas) close_area(area, "areas");
  for (const AreaRow& view : views) close_area(view, "views");
  return out;
}

LandmarkPin pin_of(const VisitedPin& visited) {
  const PinRow& row = visited.row;
  LandmarkPin pin;
  pin.landmark.kind = visited.kind;
  pin.landmark.number = visited.number_taken ? -1 : row.number.value_or(-1);
  pin.landmark.cell = visited.place.cell;
  pin.landmark.name = row.name;
  pin.landmark.at_m = visited.place.position_m;
  pin.landmark.hand = row.id;
  pin.counts = row.counts;
  pin.spaced = row.spacing == PinSpacing::cls;
  if (row.from_x_m && row.from_y_m) pin.from_m = Vec2{*row.from_x_m, *row.from_y_m};
  pin.keeps = is_kept(row) && !visited.number_taken;
  return pin;
}

/// Whether a row keeps a natural landmark away.
bool keeps_away(const Closing& closing, const PlacementInputs& inputs, const Landmark& natural) {
  const auto kind = static_cast<size_t>(natural.kind);
  return closing.words.landmarks[kind] &&
         inside_m(closing.shape, closing.radius_m(inputs.tmpl.vocabulary.landmarks[kind]),
                  landmark_position(inputs.map.code.grid, natural)) >= 0;
}

/// Whether a natural landmark of the kind stands where a pin says that it was moved from, or has its number.
bool was_moved(const PlacementInputs& inputs, const LandmarkPlan& natural, const PinRow& row,
               LandmarkKind kind) {
  const Vec2 from{*row.from_x_m, *row.from_y_m};
  return std::any_of(natural.landmarks.begin(), natural.landmarks.end(), [&](const Landmark& landmark) {
    const Vec2 at = landmark_position(inputs.map.code.grid, landmark);
    return landmark.kind == kind && (squared_distance(at, from) <= kMovedFrom_m * kMovedFrom_m ||
                                     (row.number && landmark.number == *row.number));
  });
}

/// Pins of landmarks that stand, for the rows that keep their kinds away.
struct StandingMark {
  std::string id;
  LandmarkKind kind;
  Vec2 at;
};

/// How many natural landmarks a row keeps away, and whether pins stand where it does.
HandOutcome outcome_of(const Closing& closing, const PlacementInputs& inputs, const LandmarkPlan& natural,
                       const std::vector<StandingMark>& pins) {
  double there = 0;
  for (const Landmark& landmark : natural.landmarks) there += keeps_away(closing, inputs, landmark) ? 1 : 0;
  std::vector<std::string> inside;
  for (const StandingMark& pin : pins) {
    const auto kind = static_cast<size_t>(pin.kind);
    if (closing.words.landmarks[kind] &&
        inside_m(closing.shape, closing.radius_m(inputs.tmpl.vocabulary.landmarks[kind]), pin.at) >= 0)
      inside.push_back(pin.id);
  }
  HandOutcome out = acting_row(closing.list, *closing.row, there, there);
  if (!inside.empty()) out.reason = std::string(kPinsInside) + name_rows(inside);
  return out;
}

}  // namespace

bool concerns_landmarks(const Template& tmpl) {
  for (const LineRow& line : tmpl.hand.lines)
    if (line.on) return true;
  for (const PinRow& pin : tmpl.hand.pins)
    if (pin.on && kind_of(tmpl, pin)) return true;
  return !closings(tmpl, cleared_areas(tmpl)).empty();
}

std::vector<std::string> landmark_row_paths(const Template& tmpl) {
  std::vector<std::string> paths;
  const auto take = [&](const char* list, const auto& rows, const auto& concerns) {
    for (size_t k = 0; k < rows.size(); ++k)
      if (rows[k].on && concerns(rows[k]))
        paths.push_back(std::string(list) + "[" + std::to_string(k) + "].");
  };
  take("hand.pins", tmpl.hand.pins, [&](const PinRow& pin) { return kind_of(tmpl, pin).has_value(); });
  take("hand.bans", tmpl.hand.bans,
       [&](const BanRow& ban) { return words_of_kinds(tmpl, ban.of).has_value(); });
  take("hand.areas", tmpl.hand.areas,
       [&](const AreaRow& area) { return words_of_kinds(tmpl, area.of).has_value(); });
  take("hand.views", tmpl.hand.views,
       [&](const ViewRow& view) { return words_of_kinds(tmpl, view.clear).has_value(); });
  return paths;
}

std::vector<std::string> line_row_paths(const Template& tmpl) {
  if (tmpl.hand.lines.empty()) return {"frame.", "hand.lines["};
  return {"frame.", "hand.lines[", "hand.pins["};  // pins hold the ends of lines
}

StandingLandmarks standing_landmarks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                     const LandmarkPlan& natural) {
  const GridSpec& grid = inputs.map.code.grid;
  StandingLandmarks out;
  out.kinds.resize(inputs.tmpl.vocabulary.landmarks.size());
  for (size_t n = 0; n < natural.landmarks.size(); ++n) {
    std::vector<Landmark>& of_kind = out.kinds[static_cast<size_t>(natural.landmarks[n].kind)].natural;
    of_kind.push_back(natural.landmarks[n]);
    of_kind.back().natural = static_cast<int>(n);
  }
  for (const QuotaLedger& row : natural.ledger) out.kinds[static_cast<size_t>(row.class_index)].ledger = row;
  visit_pins(inputs, [&](const VisitedPin& pin) {
    if (pin.place.stands) out.kinds[static_cast<size_t>(pin.kind)].pins.push_back(pin_of(pin));
  });
  const auto close = [&grid](KindStanding& kind, uint32_t cell) {
    if (kind.closed.size() == 0) kind.closed = Mask(grid);
    kind.closed[cell] = 1;
  };
  // Where heights were changed by hand, water may stand at a natural landmark's place.
  for (KindStanding& kind : out.kinds)
    for (const Landmark& landmark : kind.natural)
      if (!std::binary_search(survey.land.begin(), survey.land.end(), landmark.cell))
        close(kind, landmark.cell);
  const std::vector<AreaRow> views = cleared_areas(inputs.tmpl);
  for (const Closing& closing : closings(inputs.tmpl, views))
    for (size_t k = 0; k < out.kinds.size(); ++k) {
      if (!closing.words.landmarks[k]) continue;
      KindStanding& kind = out.kinds[k];
      kind.closed_by.push_back(closing.row->id);
      visit_shape(closing.shape, closing.radius_m(inputs.tmpl.vocabulary.landmarks[k]), grid, 0,
                  [&](uint32_t cell, double inside) {
                    if (inside >= 0) close(kind, cell);
                  });
      if (!closing.lowers) continue;
      for (const Landmark& landmark : kind.natural)
        kind.banned += keeps_away(closing, inputs, landmark) ? 1 : 0;
    }
  return out;
}

HandTold tell_landmarks(const PlacementInputs& inputs, const LandmarkPlan& natural) {
  HandTold told;
  std::vector<StandingMark> pins;
  visit_pins(inputs, [&](const VisitedPin& pin) {
    const auto& [row, kind, place, number_taken] = pin;
    if (place.stands) pins.push_back({row.id, kind, place.position_m});
    if (place.stands && row.from_x_m && row.from_y_m && !was_moved(inputs, natural, row, kind))
      told.findings.push_back({Severity::info, "pin_moved_from_nothing", hand_path("pins", row.id),
                               "Pin " + row.id + " (" + row.cls + ") says that it was moved from " +
                                   place_text({*row.from_x_m, *row.from_y_m}) +
                                   ", where none of its kind stands: none gives way there. Leave from_x_m "
                                   "and from_y_m out, or state where the landmark stands."});
    told.outcomes.push_back(place.stands ? acting_row("pins", row, 1, 1,
                                                      number_taken ? "another pin keeps the number " +
                                                                         std::to_string(*row.number) +
                                                                         ": give this one no number"
                                                                   : std::string())
                                         : suspended_row("pins", row, place.reason, 1));
    if (place.stands) return;
    told.findings.push_back(
        with_cures({Severity::warning, "pin_suspended", hand_path("pins", row.id),
                    "Pin " + row.id + " (" + row.cls + ") does not stand: it is " + place.reason +
                        (row.where == PinWhere::anywhere ? ". Move it onto the frame."
                                                         : ". Move it there, or set its where to anywhere.")},
                   {freed_pin(row, place)}));
  });
  const std::vector<AreaRow> views = cleared_areas(inputs.tmpl);
  for (const Closing& closing : closings(inputs.tmpl, views)) {
    if (closing.list == "views") continue;  // told by their lines of sight
    told.outcomes.push_back(outcome_of(closing, inputs, natural, pins));
  }
  return told;
}

}  // namespace fw
