#include "core/world/landmarks/town_ground.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/template/frame_side.h"
#include "core/world/landmarks/features.h"

namespace fw {
namespace {

constexpr double kBigShare = 0.12;  // of the greatest discharge
constexpr double kSlopeBlur_m = 50;
constexpr double kRoomRadii = 2.2;
constexpr double kPlanFromWater_m = 5;  // in an 8 km frame: nearer a ground plan leaves its site out

bool wet(const PlacementInputs& inputs, size_t cell) {
  if (inputs.water_code == nullptr || inputs.water_code->size() == 0) return false;
  const uint8_t code = (*inputs.water_code)[cell];
  return is_river(code) || code == static_cast<uint8_t>(WaterCode::lake);
}

/// Ground without lakes, of every piece only the largest 4-connected part.
Mask walkable_ground(const PlacementInputs& inputs) {
  const Raster<uint8_t>& code = inputs.map.code;
  Raster<uint8_t> pieces(code.grid);
  for (size_t c = 0; c < pieces.size(); ++c) {
    const bool lake = inputs.water_code != nullptr && inputs.water_code->size() != 0 &&
                      (*inputs.water_code)[c] == static_cast<uint8_t>(WaterCode::lake);
    if (code[c] != 0 && !lake) pieces[c] = static_cast<uint8_t>(inputs.map.regions[code[c] - 1u].piece);
  }
  const Components parts = label_components(pieces);
  std::array<int, 256> largest;
  largest.fill(-1);
  for (size_t k = 0; k < parts.cells.size(); ++k) {
    int& most = largest[parts.label[k]];
    if (most < 0 || parts.cells[k] > parts.cells[static_cast<size_t>(most)]) most = static_cast<int>(k);
  }
  Mask out(code.grid);
  for (size_t c = 0; c < out.size(); ++c)
    out[c] = pieces[c] != 0 && parts.id[c] == largest[pieces[c]] ? 1 : 0;
  return out;
}

/// Cells of `dry` with at least `area_m2` of it within kRoomRadii radii of a disc of that area.
Mask with_room(const Mask& dry, double area_m2) {
  constexpr double kPi = 3.141592653589793;
  if (area_m2 <= 0) return dry;
  const GridSpec& g = dry.grid;
  const double reach = kRoomRadii * std::sqrt(area_m2 / kPi) / g.cell_m;
  const auto half = static_cast<int>(reach);
  const double needed = area_m2 / g.cell_area_m2();
  std::vector<int> across;  // half width of the disc by row
  for (int r = 0; r <= half; ++r) across.push_back(static_cast<int>(std::sqrt(reach * reach - r * r)));
  const auto stride = static_cast<size_t>(g.columns) + 1;
  std::vector<int32_t> before(stride * static_cast<size_t>(g.rows), 0);  // dry cells to the west
  for (int row = 0; row < g.rows; ++row)
    for (int column = 0; column < g.columns; ++column) {
      const size_t at = static_cast<size_t>(row) * stride + static_cast<size_t>(column);
      before[at + 1] = before[at] + (dry.at(column, row) != 0 ? 1 : 0);
    }
  Mask out(g);
  parallel_for(static_cast<size_t>(g.rows), 8, [&](size_t begin, size_t end) {
    for (int row = static_cast<int>(begin); row < static_cast<int>(end); ++row)
      for (int column = 0; column < g.columns; ++column) {
        if (dry.at(column, row) == 0) continue;
        int64_t count = 0;
        for (int r = std::max(0, row - half); r <= std::min(g.rows - 1, row + half); ++r) {
          const int wide = across[static_cast<size_t>(std::abs(r - row))];
          const size_t line = static_cast<size_t>(r) * stride;
          count += before[line + static_cast<size_t>(std::min(g.columns, column + wide + 1))] -
                   before[line + static_cast<size_t>(std::max(0, column - wide))];
        }
        out.at(column, row) = static_cast<double>(count) >= needed ? 1 : 0;
      }
  });
  return out;
}

/// Distance to the reaches with a share of the greatest discharge.
Raster<float> big_river_distance(const PlacementInputs& inputs, const LandmarkPlan& none) {
  Water big;
  if (inputs.water != nullptr) {
    double most = 0;
    for (const Reach& reach : inputs.water->reaches) most = std::max(most, reach.discharge_m3_s);
    for (const Reach& reach : inputs.water->reaches)
      if (reach.discharge_m3_s >= kBigShare * most) big.reaches.push_back(reach);
  }
  PlacementInputs with_big = inputs;
  with_big.water = &big;
  return feature_distance(with_big, none, "river_m");
}

/// A bell over a distance.
struct Pull {
  std::string_view measure;  ///< for people
  const Raster<float>& distance_m;
  double weight, at_m, width_m;

  double exponent(const TownGround& ground, uint32_t cell) const {
    constexpr double kLeast = -700;  // e^-700 is a number still
    const double q = (static_cast<double>(distance_m[cell]) / ground.stretch - at_m) / width_m;
    return std::max(-q * q, kLeast);
  }
};

std::array<Pull, 4> pulls_of(const TownGround& ground) {
  return {{{"river_m", ground.river_m, 0.9, 70, 130},
           {"big river_m", ground.big_river_m, 0.5, 90, 160},
           {"lake_m", ground.lake_m, 0.5, 90, 150},
           {"harbour site_m", ground.harbour_m, 2.2, 0, 190}}};
}

Raster<float> harbour_site_distance(const PlacementInputs& inputs) {
  Mask sites(inputs.map.code.grid);
  if (inputs.coast != nullptr)
    for (const HarbourSite& site : inputs.coast->harbour_sites)
      sites[sites.grid.cell_at(site.position_m)] = 1;
  return distance_to(sites);
}

}  // namespace

BandCodes town_bands(const Vocabulary& vocabulary, const Raster<uint8_t>& band,
                     std::span<const uint32_t> cells) {
  BandCodes present{}, safe{}, lowest{};
  for (const uint32_t cell : cells) present[band[cell]] = 1;
  for (size_t b = 0; b < vocabulary.danger.size(); ++b)
    safe[b + 1] = vocabulary.danger[b].safe ? present[b + 1] : 0;
  if (std::ranges::find(safe, 1) != safe.end()) return safe;
  if (const auto first = std::ranges::find(present, 1); first != present.end())
    lowest[static_cast<size_t>(first - present.begin())] = 1;
  return lowest;
}

Mask peopled_ground(const Vocabulary& vocabulary, const RegionMap& map, const Raster<uint8_t>& band) {
  std::vector<std::vector<uint32_t>> cells(map.regions.size() + 1);
  for (size_t c = 0; c < map.code.size(); ++c) cells[map.code[c]].push_back(static_cast<uint32_t>(c));
  Mask out(map.code.grid);
  for (size_t code = 1; code < cells.size(); ++code) {
    if (map.regions[code - 1].neutral) continue;
    const BandCodes bands = town_bands(vocabulary, band, cells[code]);
    for (const uint32_t c : cells[code]) out[c] = bands[band[c]];
  }
  return out;
}

std::shared_ptr<const TownGround> survey_town_ground(const PlacementInputs& inputs) {
  const GridSpec& grid = inputs.map.code.grid;
  const LandmarkPlan none;
  auto out = std::make_shared<TownGround>();
  out->stretch = std::max(grid.width_m(), grid.height_m()) / kFrameSide_m;
  parallel_invoke({[&] { out->river_m = feature_distance(inputs, none, "river_m"); },
                   [&] { out->big_river_m = big_river_distance(inputs, none); },
                   [&] { out->lake_m = feature_distance(inputs, none, "lake_m"); },
                   [&] { out->harbour_m = harbour_site_distance(inputs); },
                   [&] {
                     out->slope = gaussian(inputs.relief.slope, kSlopeBlur_m * out->stretch);
                     Mask ground(grid);
                     for (size_t c = 0; c < ground.size(); ++c) ground[c] = inputs.map.code[c] != 0 ? 1 : 0;
                     out->flatness = flatness_of(out->slope, ground);
                   },
                   [&] {
                     Mask dry = walkable_ground(inputs);
                     for (size_t c = 0; c < dry.size(); ++c)
                       if (wet(inputs, c)) dry[c] = 0;
                     out->room = with_room(dry, inputs.tmpl.footprints.settlement_ha * 1e4);
                   }});
  out->hemmed = Mask(grid);
  if (inputs.tmpl.footprints.settlement_ha > 0) {
    const auto least_m = static_cast<float>(kPlanFromWater_m * std::max(1.0, out->stretch));
    for (size_t c = 0; c < out->hemmed.size(); ++c)
      out->hemmed[c] = out->river_m[c] < least_m || out->lake_m[c] < least_m ? 1 : 0;
  }
  return out;
}

std::vector<double> water_pull(const TownGround& ground, double town_water,
                               const std::vector<uint32_t>& cells) {
  std::vector<double> out(cells.size(), 0), exponent(cells.size()), bell(cells.size());
  for (const Pull& pull : pulls_of(ground)) {
    for (size_t i = 0; i < cells.size(); ++i) exponent[i] = pull.exponent(ground, cells[i]);
    exact::exp(exponent, bell);
    for (size_t i = 0; i < cells.size(); ++i) out[i] += town_water * pull.weight * bell[i];
  }
  return out;
}

std::vector<SiteTermValue> explain_pull(const TownGround& ground, double town_water, uint32_t cell) {
  std::vector<SiteTermValue> out;
  for (const Pull& pull : pulls_of(ground)) {
    const double weight = town_water * pull.weight;
    out.push_back({std::string(pull.measure), static_cast<double>(pull.distance_m[cell]), weight,
                   weight * exact::exp(pull.exponent(ground, cell))});
  }
  return out;
}

}  // namespace fw
