#include "render/engine/axes.h"

#include <cassert>

#include "core/model/template/template.h"

namespace fw {
namespace {

constexpr std::array<double, 3> kEast{1, 0, 0}, kNorth{0, 1, 0}, kSouth{0, -1, 0}, kUp{0, 0, 1},
    kNone{0, 0, 0};
constexpr std::array<double, 2> kHere{0, 0}, kHalfWidth{-0.5, 0}, kHalfHeight{0, -0.5}, kWholeHeight{0, 1};

constexpr std::array<TargetAxes, kExportTargetSlugs.size()> kAxes{{
    {"unreal", {kEast, kSouth, kUp}, {kHere, kHere, kHere}, 0.01},
    {"unity", {kEast, kUp, kNorth}, {kHere, kHere, kHere}, 1},
    {"godot", {kEast, kUp, kSouth}, {kHere, kHere, kHere}, 1},
    {"tiled", {kEast, kSouth, kNone}, {kHere, kWholeHeight, kHere}, 0},
    {"gltf", {kEast, kUp, kSouth}, {kHere, kHere, kHere}, 1},
    {"web", {kEast, kNorth, kUp}, {kHalfWidth, kHalfHeight, kHere}, 1},
    {"csv", {kEast, kNorth, kUp}, {kHere, kHere, kHere}, 1},
    {"postgis", {kEast, kNorth, kUp}, {kHere, kHere, kHere}, 1},
    {"luanti", {kEast, kUp, kNorth}, {kHere, kHere, kHere}, 1},
    {"server", {kEast, kNorth, kUp}, {kHere, kHere, kHere}, 1},
}};

}  // namespace

const TargetAxes& axes_of(std::string_view target) {
  size_t i = 0;
  while (i + 1 < kAxes.size() && kAxes[i].target != target) ++i;
  assert(kAxes[i].target == target);
  return kAxes[i];
}

ToTarget to_target(const TargetAxes& axes, double frame_width_m, double frame_height_m, double pixels_per_m) {
  // A whole number for cm: 1 / 0.01 is not 100.
  const double scale = axes.unit_m == 0 ? pixels_per_m : axes.unit_m == 0.01 ? 100 : 1 / axes.unit_m;
  ToTarget out;
  for (size_t k = 0; k < 3; ++k) {
    for (size_t a = 0; a < 3; ++a) out.m[k][a] = axes.turn[k][a] * scale;
    out.m[k][3] = (axes.origin[k][0] * frame_width_m + axes.origin[k][1] * frame_height_m) * scale;
  }
  return out;
}

}  // namespace fw
