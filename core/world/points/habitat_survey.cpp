#include "core/world/points/habitat_survey.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/field/filter.h"
#include "core/model/world/habitat.h"

namespace fw {
namespace {

/// Marks the cells whose centre lies within `margin_m` of `at`.
void mark_disc(Vec2 at, double margin_m, Mask& near) {
  const GridSpec& grid = near.grid;
  // One cell of slack: the test below decides.
  const double reach_m = margin_m + grid.cell_m;
  const int left = grid.column_at(at.x - reach_m), right = grid.column_at(at.x + reach_m);
  const int top = grid.row_at(at.y + reach_m), bottom = grid.row_at(at.y - reach_m);
  for (int row = top; row <= bottom; ++row)
    for (int column = left; column <= right; ++column)
      if (squared_distance(at, grid.centre(column, row)) <= margin_m * margin_m) near.at(column, row) = 1;
}

}  // namespace

double landmark_keep_m(const LandmarkRow& kind, Category category) {
  return category == Category::enemy      ? kind.keep_enemies_m
         : category == Category::wildlife ? kind.keep_wildlife_m
                                          : 0;
}

std::vector<uint32_t> placement_cells(const Island& island) {
  const bool wet = island.water.size() > 0;
  std::vector<uint32_t> cells;
  for (size_t cell = 0; cell < island.main.size(); ++cell)
    if (island.main[cell] != 0 && island.coast_m[cell] >= static_cast<float>(kCoastMargin_m) &&
        (!wet || island.water[cell] == static_cast<uint8_t>(WaterCode::dry)))
      cells.push_back(static_cast<uint32_t>(cell));
  return cells;
}

HabitatSurvey survey_habitats(const PlacementInputs& inputs, const LandmarkPlan& landmarks,
                              std::shared_ptr<const PlaceRules> places) {
  const GridSpec& grid = inputs.map.code.grid;
  const Vocabulary& vocabulary = inputs.tmpl.vocabulary;
  const size_t bands = vocabulary.danger.size();
  HabitatSurvey out;
  const Mask open = places != nullptr ? places->open_cells() : Mask();
  out.places = std::move(places);
  out.land_cells.assign(inputs.map.regions.size(), 0);
  for (size_t cell = 0; cell < grid.cells(); ++cell) {
    const uint8_t region = inputs.map.code[cell];
    if (region == 0) continue;
    ++out.land_cells[region - 1u];
    const uint8_t biome = inputs.biome.code[cell];
    const uint8_t band = inputs.danger.band[cell];
    const bool closed = out.places != nullptr
                            ? open[cell] == 0
                            : inputs.island.coast_m[cell] < static_cast<float>(kCoastMargin_m);
    if (biome == 0 || band == 0 || closed) continue;
    out.cells.push_back(static_cast<uint32_t>(cell));
    out.kind.push_back(static_cast<uint8_t>((biome - 1u) * bands + (band - 1u)));
    ++out.cells_of_kind[out.kind.back()];
  }
  for (const Category category : {Category::wildlife, Category::enemy}) {
    bool any = false;
    Mask near(grid);
    for (const Landmark& landmark : landmarks.landmarks) {
      const double keep_m =
          landmark_keep_m(vocabulary.landmarks[static_cast<size_t>(landmark.kind)], category);
      if (keep_m <= 0) continue;
      mark_disc(landmark_position(grid, landmark), keep_m, near);
      any = true;
    }
    if (!any) continue;
    std::vector<uint8_t>& beside = out.beside_landmark[static_cast<size_t>(category)];
    beside.reserve(out.cells.size());
    for (const uint32_t cell : out.cells) beside.push_back(near[cell]);
  }
  return out;
}

bool sees_the_same(Category category, const HabitatSurvey& a, const HabitatSurvey& b) {
  const auto index = static_cast<size_t>(category);
  return a.places == b.places && a.kind == b.kind && a.beside_landmark[index] == b.beside_landmark[index] &&
         a.cells == b.cells;
}

SeaLayers extend_to_sea(const PlacementInputs& inputs) {
  SeaLayers out{inputs.map, {}, {}, {}};
  out.danger.band = inputs.danger.band;
  out.danger.calibrated = inputs.danger.calibrated;
  out.biome.code = inputs.biome.code;
  out.faction.code = inputs.faction.code;
  const GridSpec& grid = inputs.map.code.grid;
  Mask ground(grid);
  for (size_t cell = 0; cell < ground.size(); ++cell) ground[cell] = inputs.map.code[cell] != 0 ? 1 : 0;
  const Raster<uint32_t> nearest = nearest_cell(ground);
  for (size_t cell = 0; cell < ground.size(); ++cell) {
    const uint32_t from = nearest[cell];
    if (ground[cell] != 0 || inputs.island.islets[cell] != 0 || from >= ground.size()) continue;
    if (squared_distance(grid.centre(cell), grid.centre(from)) > kSeaReach_m * kSeaReach_m) continue;
    out.map.code[cell] = inputs.map.code[from];
    out.danger.band[cell] = inputs.danger.band[from];
    out.danger.calibrated[cell] = inputs.danger.calibrated[from];
    if (out.biome.code.size() > 0) out.biome.code[cell] = inputs.biome.code[from];
    out.faction.code[cell] = inputs.faction.code[from];
  }
  return out;
}

}  // namespace fw
