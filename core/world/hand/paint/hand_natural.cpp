#include "core/world/hand/paint/hand_natural.h"

#include <algorithm>
#include <array>

#include "core/field/filter.h"

namespace fw {
namespace {

constexpr float kPaintReach_m = 750;
constexpr float kRowReach_m = 700;
constexpr float kFar_m = 1000;

using Codes = std::array<bool, 256>;

Codes codes_in(const Raster<uint8_t>& codes) {
  Codes in{};
  for (const uint8_t code : codes.cells) in[code] = true;
  in[0] = false;
  return in;
}

/// Which components have a cell for which asks_change(cell) holds.
template <typename AsksChange>
std::vector<bool> changing_parts(const Components& parts, const AsksChange& asks_change) {
  std::vector<bool> changing(parts.cells.size(), false);
  for (size_t cell = 0; cell < parts.id.size(); ++cell)
    if (parts.id[cell] >= 0 && asks_change(cell)) changing[static_cast<size_t>(parts.id[cell])] = true;
  return changing;
}

/// Takes away the wants and rims of one class's patches that are there already.
void drop_shown_patches(Paint& paint, const Raster<uint8_t>& natural, uint8_t code) {
  Mask patch(natural.grid, 0);
  for (size_t cell = 0; cell < patch.size(); ++cell)
    patch[cell] = paint.want[cell] == code || paint.rim[cell] == code ? 1 : 0;
  const Components parts = label_components(patch);
  const std::vector<bool> changing =
      changing_parts(parts, [&](size_t cell) { return paint.want[cell] == code && natural[cell] != code; });
  for (size_t cell = 0; cell < patch.size(); ++cell) {
    if (patch[cell] == 0 || changing[static_cast<size_t>(parts.id[cell])]) continue;
    if (paint.want[cell] == code) paint.want[cell] = 0;
    if (paint.rim[cell] == code) paint.rim[cell] = 0;
  }
}

void drop_shown_bias(Paint& paint, const Raster<uint8_t>& natural) {
  const Components parts = label_components(paint.bias);
  const std::vector<bool> changing = changing_parts(parts, [&](size_t cell) {
    const float strength = paint.bias_sd[cell];
    return strength != 0 && (strength > 0) != (natural[cell] == paint.bias[cell]);
  });
  for (size_t cell = 0; cell < paint.bias.size(); ++cell)
    if (parts.id[cell] >= 0 && !changing[static_cast<size_t>(parts.id[cell])]) paint.bias[cell] = 0;
}

bool is_painted(const Paint& change, size_t cell) {
  return change.want[cell] != 0 || change.bias[cell] != 0 ||
         (change.shaped.size() != 0 && change.shaped[cell] != 0);
}

}  // namespace

Paint paint_to_change(const Paint& paint, const Raster<uint8_t>& natural) {
  Paint change = paint;
  if (change.empty()) return change;
  const Codes wanted = codes_in(paint.want), rims = codes_in(paint.rim);
  for (size_t code = 1; code < wanted.size(); ++code)
    if (wanted[code] || rims[code]) drop_shown_patches(change, natural, static_cast<uint8_t>(code));
  drop_shown_bias(change, natural);
  return change;
}

bool changes_something(const Paint& paint) {
  for (size_t cell = 0; cell < paint.want.size(); ++cell)
    if (is_painted(paint, cell)) return true;
  return false;
}

std::vector<bool> painted_regions(const Paint& change, const Raster<uint8_t>& region, size_t regions) {
  std::vector<bool> painted(regions, false);
  for (size_t cell = 0; cell < change.want.size(); ++cell)
    if (region[cell] != 0 && is_painted(change, cell)) painted[region[cell] - 1u] = true;
  return painted;
}

PaintPlaces painted_ground(const Paint& change, const Raster<uint8_t>& region, size_t regions) {
  Mask paint(region.grid, 0);
  for (size_t cell = 0; cell < region.size(); ++cell)
    paint[cell] = region[cell] != 0 && is_painted(change, cell) ? 1 : 0;
  return {painted_regions(change, region, regions), distance_to(paint)};
}

Mask standing_ground(const Raster<uint8_t>& region, const PaintPlaces& painted,
                     const std::vector<bool>& moved) {
  Mask standing(region.grid, 0);
  std::vector<bool> may_stand(moved.size());
  for (size_t r = 0; r < moved.size(); ++r) may_stand[r] = !painted.regions[r] && !moved[r];
  if (std::find(may_stand.begin(), may_stand.end(), true) == may_stand.end()) return standing;
  Mask of_moved(region.grid, 0);
  for (size_t cell = 0; cell < region.size(); ++cell)
    of_moved[cell] = region[cell] != 0 && moved[region[cell] - 1u] ? 1 : 0;
  const Raster<float> to_moved_m = distance_to(of_moved);
  for (size_t cell = 0; cell < region.size(); ++cell)
    if (region[cell] != 0 && may_stand[region[cell] - 1u] && painted.distance_m[cell] > kPaintReach_m &&
        to_moved_m[cell] > kRowReach_m)
      standing[cell] = 1;
  return standing;
}

Mask far_ground(const Raster<uint8_t>& region, const PaintPlaces& painted, const std::vector<bool>& moved) {
  Mask far(region.grid, 0);
  for (size_t cell = 0; cell < region.size(); ++cell)
    if (region[cell] != 0 && painted.regions[region[cell] - 1u] && !moved[region[cell] - 1u] &&
        painted.distance_m[cell] > kFar_m)
      far[cell] = 1;
  return far;
}

}  // namespace fw
