#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/field/raster.h"

namespace fw {

struct Shape;

/// A cell from which ways begin, and what the way from there still costs.
struct ArrivalStart {
  uint32_t cell = 0;
  double value_m = 0;
};

/// The starts of places: the open cells within two cells of each, at the exact distance times their pace; of
/// a place without one, the nearest open cell within kFarthestStart_cells. Of each cell the least, by cell.
std::vector<ArrivalStart> arrival_starts(const Raster<float>& pace, std::span<const Vec2> places);
/// Those of a shape with all places within radius_m of it: 0 inside; outside as from places.
std::vector<ArrivalStart> arrival_starts(const Raster<float>& pace, const Shape& shape, double radius_m);
inline constexpr int kFarthestStart_cells = 4;

/// Level metres to the nearest start by cell, infinite where no way leads: the viscosity solution of
/// |grad E| = pace by first-order upwind differences (Godunov), reached by fast marching (Sethian 1996).
/// `pace` in level metres per metre, 0 = closed. Neighbours are the four beside a cell. Equal bits whatever
/// the order of the starts.
Raster<float> arrival(const Raster<float>& pace, std::span<const ArrivalStart> starts);

/// The direction of steepest descent at a place, and the value there: directions of the four cells round it
/// by their shares, cells that no way reaches left out.
struct Descent {
  double x = 0, y = 0;  ///< unit vector; (0, 0) at the lowest place and where no way leads
  double left_m = 0;    ///< level metres; infinite where no way leads
};
Descent descent_at(const Raster<float>& arrival, double x_m, double y_m);

}  // namespace fw
