#include <algorithm>
#include <cmath>
#include <utility>

#include "core/world/places/find_internal.h"

// Valleys, woods and marshes.

namespace fw {
namespace {

constexpr double kLeastCatchment_km2 = 1.5;
constexpr double kValleyDepth = 0.12;     // of the greatest height ...
constexpr double kValleyQuantile = 0.95;  // ... that so much of the catchment lies below, above the water
constexpr size_t kMostValleys = 6;

std::vector<Vec2> line_of(const Water& water, const River& river) {
  std::vector<Vec2> line;
  for (const int r : river.reaches) {
    const std::vector<Vec2>& part = water.reaches[static_cast<size_t>(r)].vertices_m;
    line.insert(line.end(), part.begin(), part.end());
  }
  return line;
}

/// The place half way along a line, in whole millimetres.
Vec2 half_way(const std::vector<Vec2>& line) {
  double left_m = line_length_m(line) / 2;
  for (size_t i = 0; i + 1 < line.size(); ++i) {
    const double step_m = std::sqrt(squared_distance(line[i], line[i + 1]));
    if (step_m >= left_m && step_m > 0) return line[i] + (line[i + 1] - line[i]) * (left_m / step_m);
    left_m -= step_m;
  }
  return line.empty() ? Vec2{} : line.back();
}

double height_at(const PlaceGround& ground, Vec2 at) {
  return static_cast<double>(ground.height_m[ground.height_m.grid.cell_at(at)]);
}

FoundPlace valley_of(const PlaceGround& ground, const GridSpec& plan, const Water& water, size_t river) {
  const GridSpec& g = ground.piece.grid;
  std::vector<Vec2> line = line_of(water, water.rivers[river]);
  const Vec2 at = half_way(line);
  return {PlaceKind::valley,
          at,
          static_cast<uint32_t>(g.cell_at(plan.centre(static_cast<size_t>(water.rivers[river].mouth_cell)))),
          water.rivers[river].length_m,
          height_at(ground, at),
          std::move(line),
          static_cast<int>(river)};
}

}  // namespace

std::vector<FoundPlace> find_pieces(const PlaceScale& scale, const PlaceGround& ground, const Mask& wanted,
                                    PlaceKind kind, double least_km2, size_t most) {
  const GridSpec& g = wanted.grid;
  Mask rest(g);
  for (size_t cell = 0; cell < rest.size(); ++cell) rest[cell] = wanted[cell] == 0;
  std::vector<FoundPlace> places;
  for (const PieceFound& piece : innermost_cells(wanted, distance_to(rest))) {
    const double area_m2 = static_cast<double>(piece.cells) * g.cell_area_m2();
    if (area_m2 >= scale.area_m2(least_km2))
      places.push_back({kind, g.centre(piece.cell), piece.cell, std::sqrt(area_m2),
                        static_cast<double>(ground.height_m[piece.cell])});
  }
  by_size(places);
  places.resize(std::min(places.size(), scale.most(most)));
  return places;
}

std::vector<FoundPlace> find_valleys(const PlaceScale& scale, const PlaceGround& ground,
                                     const WaterPlan& water, const Water& named) {
  const double highest = static_cast<double>(*std::ranges::max_element(ground.height_m.cells));
  std::vector<FoundPlace> valleys;
  std::vector<int> river_at(water.height_m.size(), -1);  // the river that a cell drains to
  std::vector<uint8_t> mouth(water.height_m.size());
  for (size_t k = 0; k < named.rivers.size(); ++k)
    if (!named.rivers[k].name.empty() && named.rivers[k].catchment_m2 >= scale.area_m2(kLeastCatchment_km2)) {
      river_at[named.rivers[k].mouth_cell] = static_cast<int>(k);
      mouth[named.rivers[k].mouth_cell] = 1;
    }
  std::vector<std::vector<float>> above_m(named.rivers.size());
  for (const uint32_t cell : water.drainage.order) {
    if (mouth[cell] == 0) river_at[cell] = river_at[water.drainage.receiver[cell]];
    if (river_at[cell] >= 0) above_m[static_cast<size_t>(river_at[cell])].push_back(water.above_m[cell]);
  }
  for (size_t k = 0; k < above_m.size(); ++k) {
    std::vector<float>& heights = above_m[k];
    if (heights.empty()) continue;
    const auto at = heights.begin() +
                    static_cast<std::ptrdiff_t>(kValleyQuantile * static_cast<double>(heights.size() - 1));
    std::nth_element(heights.begin(), at, heights.end());
    if (static_cast<double>(*at) >= kValleyDepth * highest)
      valleys.push_back(valley_of(ground, water.height_m.grid, named, k));
  }
  by_size(valleys);
  valleys.resize(std::min(valleys.size(), scale.most(kMostValleys)));
  return valleys;
}

}  // namespace fw
