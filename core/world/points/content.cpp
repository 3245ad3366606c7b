#include "core/world/points/content.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "core/base/parallel/parallel.h"
#include "core/world/points/pin_places.h"
#include "core/world/points/rarity.h"

namespace fw {
namespace {

/// The row of a code; `none` for code 0.
template <typename Enum>
Enum decode(uint8_t code, Enum none = {}) {
  return code == 0 ? none : static_cast<Enum>(code - 1);
}

/// A point with the attributes of its cell.
Point point_at(const PlacementInputs& inputs, int class_index, int number, Vec2 position_m, uint32_t cell) {
  Point p;
  p.class_index = class_index;
  p.number = number;
  p.position_m = position_m;
  if (cell == kNoCell) return p;
  p.region = inputs.map.code[cell];
  p.faction = decode(inputs.faction.code[cell], inputs.tmpl.vocabulary.neutral().value_or(Faction{}));
  p.biome = decode<Biome>(inputs.biome.code[cell]);
  p.danger = decode<Danger>(inputs.danger.band[cell]);
  p.height_m = static_cast<double>(inputs.island.height_m[cell]);
  return p;
}

/// The largest share of any class at every cell, by category.
void collect_intensities(const std::vector<PointClassRow>& rows, const PlacedClasses& placed, Content& out) {
  Raster<float>* const of_category[] = {&out.intensity_resource, &out.intensity_wildlife,
                                        &out.intensity_enemy};
  for (size_t c = 0; c < rows.size(); ++c) {
    Raster<float>& largest = *of_category[static_cast<size_t>(rows[c].category)];
    const SparseIntensity& intensity = placed[c]->intensity;
    for (size_t i = 0; i < intensity.cells.size(); ++i)
      largest[intensity.cells[i]] = std::max(largest[intensity.cells[i]], intensity.share[i]);
  }
}

void append(Findings& to, const Findings& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// The classes' points as they finally stand.
PlacedClasses final_classes(const PlacedClasses& placed, const PlacedClasses& adapted) {
  PlacedClasses out = placed;
  for (size_t c = 0; c < adapted.size(); ++c)
    if (adapted[c] != nullptr) out[c] = adapted[c];
  return out;
}

using PinsById = std::map<std::string_view, const PinRow*>;

PinsById pins_by_id(const Template& tmpl) {
  PinsById pins;
  for (const PinRow& pin : tmpl.hand.pins) pins[pin.id] = &pin;
  return pins;
}

/// What a pin states of its point.
void put_stated(const PinRow& pin, Point& point) {
  point.hand = pin.id;
  point.name = pin.name;
  point.label = pin.label;
  point.hp_mult = pin.hp_mult.value_or(point.hp_mult);
  point.dps_mult = pin.dps_mult.value_or(point.dps_mult);
  point.level = pin.level.value_or(point.level);
  point.loot = pin.loot.value_or(point.loot);
  point.respawn_s = pin.respawn_s.value_or(point.respawn_s);
}

/// The rarity that a pin states; `none` = by the rules.
Rarity stated_rarity(const PinRow& pin, const Vocabulary& vocabulary) {
  const auto row = pin.rarity ? find_row(vocabulary.rarities, *pin.rarity) : std::nullopt;
  return row ? static_cast<Rarity>(*row + 1) : Rarity::none;
}

/// Those without a number last.
std::vector<const Placed*> by_number(const std::vector<Placed>& points) {
  std::vector<const Placed*> order;
  for (const Placed& point : points) order.push_back(&point);
  std::stable_sort(order.begin(), order.end(), [](const Placed* a, const Placed* b) {
    return static_cast<uint32_t>(a->number) < static_cast<uint32_t>(b->number);
  });
  return order;
}

/// Whether the hand left the enemies and all that their rarities go by alone.
bool natural_enemies(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                     const std::vector<PointClassRow>& rows, const PlacedClasses& all,
                     const NaturalContent& natural) {
  if (&inputs.danger != &natural.inputs.danger || &landmarks != &natural.landmarks) return false;
  for (size_t c = 0; c < rows.size(); ++c)
    if (rows[c].category == Category::enemy && all[c] != natural.placed[c]) return false;
  return true;
}

/// Grades the enemies. `kept` = those whose pins freezing wrote: they state the rarity that is there without
/// them as a rule. As long as it is, they are graded as others are, so that no other's rarity changes.
void grade_round_kept(const PlacementInputs& inputs, const LandmarkPlan& landmarks, const Enemies& enemies,
                      const std::vector<uint8_t>& kept, const NaturalContent* natural,
                      std::vector<Point>& points, Findings& findings) {
  Enemies asked = enemies;
  for (size_t k = 0; k < kept.size(); ++k)
    if (kept[k] != 0) asked.stated[k] = Rarity::none;
  for (bool holds = false; !holds;) {
    Findings told;
    if (natural == nullptr)
      grade_enemies(inputs, landmarks, asked, points, told);
    else
      regrade_enemies(inputs, landmarks, asked, *natural, points, told);
    holds = true;
    for (size_t k = 0; k < kept.size(); ++k) {
      if (asked.stated[k] == enemies.stated[k] || points[enemies.points[k]].rarity == enemies.stated[k])
        continue;
      asked.stated[k] = enemies.stated[k];
      holds = false;
    }
    if (holds) append(findings, told);
  }
}

void collect_classes(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                     const std::vector<PointClassRow>& rows, const PlacedClasses& all,
                     const NaturalContent* natural, const PlacementInputs* at_sea, Content& out) {
  const PinsById pins = pins_by_id(inputs.tmpl);
  Enemies enemies;
  std::vector<uint8_t> kept;  // by enemy
  std::vector<Point>& points = out.points.points;
  for (size_t c = 0; c < rows.size(); ++c) {
    const bool sea = at_sea != nullptr && rows[c].cls->conditions.ground == GroundKind::sea;
    const PlacementInputs& ground = sea ? *at_sea : inputs;
    for (const Placed* at : by_number(all[c]->points)) {
      const Placed& placed = *at;
      Point point = point_at(ground, static_cast<int>(c), placed.number, placed.position_m, placed.cell);
      point.intensity = placed.rank;
      if (rows[c].category == Category::enemy) {
        enemies.points.push_back(points.size());
        enemies.cells.push_back(placed.cell);
        const PinRow* const pin = placed.pin.empty() ? nullptr : pins.at(placed.pin);
        enemies.stated.push_back(pin == nullptr ? Rarity::none : stated_rarity(*pin, inputs.tmpl.vocabulary));
        kept.push_back(pin != nullptr && is_kept(*pin));
      }
      if (!placed.pin.empty()) point.hand = placed.pin;
      points.push_back(std::move(point));
    }
    for (QuotaLedger row : all[c]->ledger) {
      row.class_index = static_cast<int>(c);
      out.ledger.push_back(row);
    }
    append(out.findings, all[c]->findings);
    out.hand.insert(out.hand.end(), all[c]->hand.begin(), all[c]->hand.end());
  }
  const bool untouched = natural == nullptr || natural_enemies(inputs, landmarks, rows, all, *natural);
  grade_round_kept(inputs, landmarks, enemies, kept, untouched ? nullptr : natural, points, out.findings);
  for (Point& point : points)
    if (!point.hand.empty()) put_stated(*pins.at(point.hand), point);
}

void collect_landmarks(const PlacementInputs& inputs, const LandmarkPlan& plan, int first_class,
                       Content& out) {
  const auto first_point = static_cast<int>(out.points.points.size());
  const PinsById pins = pins_by_id(inputs.tmpl);
  for (const Landmark& landmark : plan.landmarks) {
    const int class_index = first_class + static_cast<int>(landmark.kind);
    const Vec2 at = landmark_position(inputs.map.code.grid, landmark);
    Point point = point_at(inputs, class_index, landmark.number, at,
                           inputs.map.code.grid.contains(at) ? landmark.cell : kNoCell);
    point.intensity = landmark.utility_rank;
    if (landmark.seat.rank > 0) {
      point.rank = landmark.seat.rank;
      point.standing = standing_label(inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmark.kind)],
                                      landmark.seat.standing);
    }
    if (!landmark.hand.empty()) put_stated(*pins.at(landmark.hand), point);
    point.name = landmark.name;
    out.points.points.push_back(std::move(point));
  }
  for (QuotaLedger row : plan.ledger) {
    row.class_index += first_class;
    out.ledger.push_back(row);
  }
  for (Track track : plan.tracks) {
    for (int* end : {&track.from_point, &track.to_point}) *end += *end < 0 ? 0 : first_point;
    out.tracks.push_back(std::move(track));
  }
  out.hand.insert(out.hand.end(), plan.hand.begin(), plan.hand.end());
  const auto point_of = [&](const std::string& pin, int otherwise) {
    const auto at = std::find_if(out.points.points.begin(), out.points.points.end(),
                                 [&](const Point& p) { return !pin.empty() && p.hand == pin; });
    return at == out.points.points.end() ? otherwise : static_cast<int>(at - out.points.points.begin());
  };
  for (const LineEnds& ends : plan.line_ends) {
    Track& track = out.tracks[ends.track];
    track.from_point = point_of(ends.from, track.from_point);
    track.to_point = point_of(ends.to, track.to_point);
  }
}

}  // namespace

std::vector<PointClassInfo> point_class_infos(const Template& tmpl) {
  std::vector<PointClassInfo> table;
  for (const PointClassRow& row : point_class_rows(tmpl)) {
    const bool own = row.category == Category::enemy && row.cls->family.empty();
    const Tier tier = row.category == Category::resource ? row.cls->tier : Tier::none;
    table.push_back(
        {row.category, row.cls->slug, row.cls->label, own ? row.cls->slug : row.cls->family, tier, {}});
  }
  for (size_t k = 0; k < tmpl.vocabulary.landmarks.size(); ++k)
    table.push_back({Category::landmark, tmpl.vocabulary.landmarks[k].id, tmpl.vocabulary.landmarks[k].label,
                     "", Tier::none, static_cast<LandmarkKind>(k)});
  return table;
}

std::vector<PointClassRow> point_class_rows(const Template& tmpl) {
  constexpr std::string_view kLists[] = {"resources", "wildlife", "enemies"};
  std::vector<PointClassRow> rows;
  for (const Category category : kPointCategories) {
    const std::string list(kLists[static_cast<size_t>(category)]);
    const std::vector<PointClass>& classes = tmpl.classes(category);
    for (size_t i = 0; i < classes.size(); ++i)
      rows.push_back({category, &classes[i], list + "[" + std::to_string(i) + "]"});
  }
  return rows;
}

Content empty_content(const GridSpec& grid) {
  Content content;
  content.intensity_resource = Raster<float>(grid);
  content.intensity_wildlife = Raster<float>(grid);
  content.intensity_enemy = Raster<float>(grid);
  return content;
}

Content collect_landmarks(const PlacementInputs& inputs, const LandmarkPlan& landmarks) {
  Content out = empty_content(inputs.map.code.grid);
  append(out.findings, landmarks.findings);
  out.points.classes = point_class_infos(inputs.tmpl);
  collect_landmarks(inputs, landmarks, static_cast<int>(point_class_rows(inputs.tmpl).size()), out);
  return out;
}

Content collect_content(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                        const PlacedClasses& placed, const PlacedClasses& adapted,
                        const NaturalContent* natural, const PlacementInputs* at_sea) {
  Content out = empty_content(inputs.map.code.grid);
  append(out.findings, landmarks.findings);
  const std::vector<PointClassRow> rows = point_class_rows(inputs.tmpl);
  out.points.classes = point_class_infos(inputs.tmpl);
  parallel_invoke({[&] { collect_intensities(rows, placed, out); },
                   [&] {
                     collect_classes(inputs, landmarks, rows, final_classes(placed, adapted), natural, at_sea,
                                     out);
                     collect_landmarks(inputs, landmarks, static_cast<int>(rows.size()), out);
                   }});
  return out;
}

void collect_spots(const AllSpots& spots, Content& content) {
  for (size_t c = 0; c < spots.size(); ++c) {
    if (spots[c] == nullptr) continue;
    content.spare_spots.push_back({static_cast<int>(c), spots[c]->spots_m});
    append(content.findings, spots[c]->findings);
  }
}

}  // namespace fw
