#include "core/world/points/content.h"

#include <algorithm>
#include <string_view>

#include "core/base/parallel/parallel.h"
#include "core/world/points/rarity.h"

namespace fw {
namespace {

std::vector<PointClassInfo> class_table(const Vocabulary& vocabulary,
                                        const std::vector<PointClassRow>& rows) {
  std::vector<PointClassInfo> table;
  for (const PointClassRow& row : rows) {
    const bool own = row.category == Category::enemy && row.cls->family.empty();
    const Tier tier = row.category == Category::resource ? row.cls->tier : Tier::none;
    table.push_back(
        {row.category, row.cls->slug, row.cls->label, own ? row.cls->slug : row.cls->family, tier, {}});
  }
  for (size_t k = 0; k < vocabulary.landmarks.size(); ++k)
    table.push_back({Category::landmark, vocabulary.landmarks[k].id, vocabulary.landmarks[k].label, "",
                     Tier::none, static_cast<LandmarkKind>(k)});
  return table;
}

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
  p.region = inputs.map.code[cell];
  p.faction = decode(inputs.faction.code[cell], inputs.tmpl.vocabulary.neutral().value_or(Faction{}));
  p.biome = decode<Biome>(inputs.biome.code[cell]);
  p.danger = decode<Danger>(inputs.danger.band[cell]);
  p.height_m = static_cast<double>(inputs.island.height_m[cell]);
  return p;
}

/// The largest share of any class at every cell, by category.
void collect_intensities(const std::vector<PointClassRow>& rows,
                         const std::vector<std::shared_ptr<const PlacedClass>>& placed, Content& out) {
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

void collect_classes(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                     const std::vector<PointClassRow>& rows,
                     const std::vector<std::shared_ptr<const PlacedClass>>& all, Content& out) {
  std::vector<size_t> enemies;
  std::vector<uint32_t> cells;
  for (size_t c = 0; c < rows.size(); ++c) {
    for (size_t n = 0; n < all[c]->points.size(); ++n) {
      const Placed& placed = all[c]->points[n];
      Point point =
          point_at(inputs, static_cast<int>(c), static_cast<int>(n), placed.position_m, placed.cell);
      point.intensity = placed.rank;
      if (rows[c].category == Category::enemy) {
        enemies.push_back(out.points.points.size());
        cells.push_back(placed.cell);
      }
      out.points.points.push_back(std::move(point));
    }
    for (QuotaLedger row : all[c]->ledger) {
      row.class_index = static_cast<int>(c);
      out.ledger.push_back(row);
    }
    append(out.findings, all[c]->findings);
  }
  grade_enemies(inputs, landmarks, enemies, cells, out.points.points, out.findings);
}

void collect_landmarks(const PlacementInputs& inputs, const LandmarkPlan& plan, int first_class,
                       Content& out) {
  const auto first_point = static_cast<int>(out.points.points.size());
  for (const Landmark& landmark : plan.landmarks) {
    const int class_index = first_class + static_cast<int>(landmark.kind);
    Point point = point_at(inputs, class_index, landmark.number,
                           landmark_position(inputs.map.code.grid, landmark), landmark.cell);
    point.intensity = landmark.utility_rank;
    point.name = landmark.name;
    point.hand = landmark.hand;
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

std::vector<PointClassRow> point_class_rows(const Template& tmpl) {
  constexpr std::string_view kLists[] = {"resources", "wildlife", "enemies"};
  std::vector<PointClassRow> rows;
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy}) {
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

Content collect_content(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                        const std::vector<std::shared_ptr<const PlacedClass>>& placed) {
  Content out = empty_content(inputs.map.code.grid);
  append(out.findings, landmarks.findings);
  const std::vector<PointClassRow> rows = point_class_rows(inputs.tmpl);
  out.points.classes = class_table(inputs.tmpl.vocabulary, rows);
  parallel_invoke({[&] { collect_intensities(rows, placed, out); },
                   [&] {
                     collect_classes(inputs, landmarks, rows, placed, out);
                     collect_landmarks(inputs, landmarks, static_cast<int>(rows.size()), out);
                   }});
  return out;
}

}  // namespace fw
