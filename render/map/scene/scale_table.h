#pragma once

#include <array>
#include <cstdint>

#include "core/model/template/place_kinds.h"

namespace fw {

/// What a map shows by its scale, one row of the table each. A screen counts kScreenUnit_mm a pixel.
enum class ScaleRow : uint8_t {
  seats,
  sites,   ///< landmarks that are no seats, of the kinds that the map asks for
  rare,    ///< rare resources, enemies that stand out
  common,  ///< other points
  ground_plans,
  roads,  ///< value: how many classes, the widest first; crossings with all three
  rivers,
  region_borders,  ///< all: dashes; room: dots of the opacity `value`
  region_names,    ///< room: while they are no more than `value` a square centimetre of land
  realm_names,
  site_names,
  wide_places,  ///< seas, islands, ranges
  places,       ///< capes, bays, straits, summits, passes
  covers,       ///< woods, marshes, valleys, islets
  danger,       ///< value: how many bands, the worst first
  textures,     ///< hatches of biomes
};

/// How many of a row's things are shown.
enum class Show : uint8_t {
  none,
  all,
  room,      ///< those that find room
  radical,   ///< radical_count() of them, the foremost
  clusters,  ///< those near each other as one symbol with their number; `value` a square centimetre of land
  dots,      ///< as clusters, without numbers
};
struct Shown {
  Show show = Show::all;
  double value = 1;
};

/// Up to which denominators the columns of the table hold; the last column has no end.
inline constexpr std::array<double, 4> kScaleColumns{15000, 35000, 75000, 150000};

/// What a map of the scale 1:`denominator` shows of a row.
Shown shown_at(ScaleRow row, double denominator);
/// The row of a kind of named places; lakes and rivers go with the water.
ScaleRow row_of_places(PlaceKind kind);

/// Share of a map's things that are kept on smaller scales than 1:50,000: the root of the ratio of the
/// denominators (Toepfer and Pillewizer 1966); 1 on larger ones.
double radical_share(double denominator);
/// That share of a number, rounded; `factor`: the row's value.
int64_t radical_count(int64_t number, double denominator, double factor = 1);

/// How many of a world's rivers are shown, those with the greatest discharge.
size_t shown_river_count(size_t rivers, double denominator);

/// How seats differ on a map; villages look like towns.
enum class SeatClass : uint8_t { capital, city, town };

// Sizes on smaller scales than 1:35,000, millimetres.
inline constexpr double kOwnSizesTo = 35000;  ///< up to there symbols have the sizes of their tables
inline constexpr double kCapital_mm = 2.5, kCity_mm = 1.8, kTown_mm = 1.25;  ///< diameters of seats
inline constexpr double kSite_mm = 2.3, kRare_mm = 2.2, kStrong_mm = 2.7, kLeastSymbol_mm = 1.2;
/// Points of a class that near become one symbol.
inline constexpr double kCluster_mm = 11;
/// Least triangles of lines, square millimetres (simplified.h): a hairpin thinner than a road's casing is
/// none. That of the coast holds on paper, where symbols do not have the sizes of their tables.
inline constexpr double kRoadTriangle_mm2 = 0.16, kRiverTriangle_mm2 = 0.02, kCoastTriangle_mm2 = 0.02;
/// Smaller islets are left out on paper.
inline constexpr double kLeastIslet_mm2 = 1;
/// Square metres of the world in a square millimetre of a map.
constexpr double square_mm_m2(double denominator) {
  return denominator * denominator * 1e-6;
}

}  // namespace fw
