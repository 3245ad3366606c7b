#include <cmath>

#include "render/map/figures/figures_internal.h"

namespace fw::figures {
namespace {

constexpr Rgb kCliff = Rgb::hex(0x4E4136), kSand = Rgb::hex(0xB9924E), kMarsh = Rgb::hex(0x4F8577);

/// Places along a line, `pitch_m` apart: where, which way the line runs (unit, pixels), and how many came
/// before.
template <typename Visit>
void along(const std::vector<Vec2>& line_m, double pitch_m, const FigureScale& scale, const Visit& visit) {
  double to_next_m = pitch_m / 2;
  int number = 0;
  for (size_t i = 1; i < line_m.size(); ++i) {
    const Vec2 step = line_m[i] - line_m[i - 1];
    const double length_m = std::sqrt(step.x * step.x + step.y * step.y);
    if (length_m <= 0) continue;
    for (; to_next_m <= length_m; to_next_m += pitch_m)
      visit(scale.px(line_m[i - 1] + step * (to_next_m / length_m)),
            Vec2{step.x / length_m, -step.y / length_m}, number++);
    to_next_m -= length_m;
  }
}

}  // namespace

void add_shore(const Atlas& atlas, Collector& to) {
  const FigureScale& scale = to.scale();
  const double unit = scale.unit_px;
  // Closer maps show the same ticks; on smaller ones they keep 4 units apart.
  const double pitch_m = std::max(24 * atlas.ground->terrain.look_m, 4 * scale.unit_m());
  for (const ShoreStretch& stretch : atlas.world.coast.stretches) {
    if (stretch.type == ShoreType::cliff)
      along(stretch.vertices_m, pitch_m, scale, [&](Vec2 at, Vec2 run, int number) {
        const Vec2 seaward{-run.y, run.x};  // land lies on the left; y runs down
        to.line({at, at + seaward * (unit * (number % 2 == 0 ? 4.2 : 3.0))}, kCliff, 0.85, 0.8);
      });
    if (stretch.type == ShoreType::beach)
      along(stretch.vertices_m, 0.62 * pitch_m, scale, [&](Vec2 at, Vec2 run, int number) {
        const Vec2 inland{run.y, -run.x};
        to.disc(at + inland * (unit * (number % 2 == 0 ? 2.4 : 4.9)), 0.72, kSand, 0.95);
      });
    if (stretch.type == ShoreType::marsh)
      along(stretch.vertices_m, 1.15 * pitch_m, scale, [&](Vec2 at, Vec2 run, int number) {
        const Vec2 inland{run.y, -run.x};
        const Vec2 foot = at + inland * (unit * (number % 2 == 0 ? 3.4 : 6.6));
        to.line({foot - Vec2{2.4 * unit, 0}, foot + Vec2{2.4 * unit, 0}}, kMarsh, 0.8, 0.9);
        to.line({foot, foot - Vec2{0, 1.8 * unit}}, kMarsh, 0.8, 0.9);
      });
  }
}

}  // namespace fw::figures
