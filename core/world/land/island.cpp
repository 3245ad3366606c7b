#include "core/world/land/island.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/base/exact/exact_batch.h"
#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/field/noise/noise.h"
#include "core/model/template/frame_side.h"
#include "core/model/template/towards.h"
#include "core/world/land/cell_noise.h"
#include "core/world/land/hand_land.h"
#include "core/world/land/imported_ground.h"
#include "core/world/land/island_outline.h"
#include "core/world/land/valley_field.h"
#include "core/world/solid/solid_ground.h"

namespace fw {
namespace {

// docs/world.md, 2.3.
constexpr double kSlopeSigma_m = 23.4;
constexpr double kProminenceSigma_m = 391;
constexpr double kConcavitySigma_m = 125;

Raster<float> minus_blur(const Raster<float>& height_m, double sigma_m) {
  Raster<float> out = gaussian(height_m, sigma_m);
  parallel_for(out.size(), size_t{1} << 15, [&](size_t begin, size_t end) {
    for (size_t cell = begin; cell < end; ++cell) out[cell] = height_m[cell] - out[cell];
  });
  return out;
}

}  // namespace

Raster<float> slope_of(const Raster<float>& height_m) {
  return gradient_norm(gaussian(height_m, kSlopeSigma_m));
}

Relief derive_relief(const Island& island) {
  return {slope_of(island.height_m), minus_blur(island.height_m, kProminenceSigma_m),
          minus_blur(island.height_m, kConcavitySigma_m)};
}

namespace {

// Relief: docs/world.md, 2.2.
constexpr int kRidgeOctaves = 5;
constexpr double kRidgeWavelength_m = 100 / 0.052;
constexpr double kRidgeLacunarity = 2.05;
constexpr double kRidgeGain = 0.52;
constexpr double kRidgeWarp_m = 260;
constexpr double kReliefSigma_m = 9.4;
constexpr double kIsletSlope = 0.10;   // from its shore
constexpr double kIsletHeight = 0.06;  // at most, of the land maximum
constexpr size_t kHeightGrain = 4096;  // land cells per piece of work

const NoiseStack kRidgeWarpStack{1667, 3, 0.50, 2.00};
const NoiseStack kDetailStack{909, 5, 0.50, 2.10};

/// Land cells and the noise values of the relief at each of them.
struct LandSamples {
  std::vector<uint32_t> cell;
  std::vector<float> base, detail, ridge;
};

/// A stack of the relief: its waves grow with the frame and the grain, so that a small island is no smoother
/// than a large one.
NoiseField relief_noise(NoiseStack stack, uint64_t substream, double scale) {
  stack.wavelength_m *= scale;
  return bind_noise(stack, substream, kShortestWorldOctave_m * std::min(scale, 1.0));
}

std::vector<NoiseField> ridge_fields(uint64_t stream, double scale) {
  std::vector<NoiseField> fields;
  double wavelength = kRidgeWavelength_m;
  for (int k = 0; k < kRidgeOctaves; ++k, wavelength /= kRidgeLacunarity)
    fields.push_back(relief_noise({wavelength, 1, 0.5, kRidgeLacunarity},
                                  derive(stream, "ridge." + std::to_string(k)), scale));
  return fields;
}

/// Ridged multifractal (Musgrave) from five single octaves; an octave weighs what the one before it left
/// standing.
void ridged(const std::vector<NoiseField>& fields, double phase, std::span<const double> x,
            std::span<const double> y, std::span<float> out) {
  std::array<std::vector<float>, kRidgeOctaves> n;
  for (int k = 0; k < kRidgeOctaves; ++k) {
    n[static_cast<size_t>(k)].resize(x.size());
    sample_noise(fields[static_cast<size_t>(k)], x, y, phase, n[static_cast<size_t>(k)]);
  }
  double total = 0, gain = 1;
  for (int k = 0; k < kRidgeOctaves; ++k, gain *= kRidgeGain) total += gain;
  for (size_t i = 0; i < x.size(); ++i) {
    double sum = 0, weight = 1, amplitude = 1;
    for (size_t k = 0; k < kRidgeOctaves; ++k, amplitude *= kRidgeGain) {
      const double crest = 1 - std::min(std::fabs(static_cast<double>(n[k][i])) / 0.55, 1.0);
      const double octave = crest * crest;
      sum += amplitude * octave * weight;
      weight = std::min(1.6 * octave, 1.0);
    }
    out[i] = static_cast<float>(sum / total);
  }
}

/// `height`: the stack of the base; `grain`: relief.grain.
LandSamples sample_land(const Template& tmpl, const SeedBundle& seeds, const Mask& main,
                        const NoiseStack& height, double grain) {
  LandSamples land;
  for (size_t cell = 0; cell < main.size(); ++cell)
    if (main[cell]) land.cell.push_back(static_cast<uint32_t>(cell));
  const size_t count = land.cell.size();
  land.base.resize(count);
  land.detail.resize(count);
  land.ridge.resize(count);

  const uint64_t stream = seeds.noise_stream();
  const double phase = tmpl.noise.phase;
  const double scale = tmpl.frame.shorter_m() / kFrameSide_m * grain;
  const NoiseField base = bind_noise(height, noise_substream(seeds, height, "height"));
  const NoiseField detail = relief_noise(kDetailStack, derive(stream, "detail"), scale);
  const NoiseField warp_x = relief_noise(kRidgeWarpStack, derive(stream, "ridge.wx"), scale);
  const NoiseField warp_y = relief_noise(kRidgeWarpStack, derive(stream, "ridge.wy"), scale);
  const std::vector<NoiseField> ridges = ridge_fields(stream, scale);
  std::vector<float> dx(count), dy(count);
  noise_at_cells(base, main.grid, phase, land.cell, land.base);
  noise_at_cells(detail, main.grid, phase, land.cell, land.detail);
  noise_at_cells(warp_x, main.grid, phase, land.cell, dx);
  noise_at_cells(warp_y, main.grid, phase, land.cell, dy);
  parallel_for(count, kHeightGrain, [&](size_t begin, size_t end) {
    const size_t n = end - begin;
    std::vector<double> x(n), y(n);
    for (size_t i = 0; i < n; ++i) {
      const Vec2 p = main.grid.centre(static_cast<size_t>(land.cell[begin + i]));
      x[i] = p.x + scale * kRidgeWarp_m * static_cast<double>(dx[begin + i]);
      y[i] = p.y + scale * kRidgeWarp_m * static_cast<double>(dy[begin + i]);
    }
    ridged(ridges, phase, x, y, std::span(land.ridge).subspan(begin, n));
  });
  return land;
}

}  // namespace

Raster<float> standard_relief(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid) {
  constexpr double kRidge = 0.5;                                            // relief.ridge
  const NoiseStack standard{0.446 * tmpl.frame.shorter_m(), 5, 0.48, 2.0};  // noise.height
  const LandSamples land = sample_land(tmpl, seeds, Mask(grid, 1), standard, 1);
  Raster<float> out(grid);
  for (size_t i = 0; i < land.cell.size(); ++i) {
    const double a = std::clamp(0.5 * (static_cast<double>(land.base[i]) / 0.45 + 1), 0.0, 1.0);
    out[land.cell[i]] = static_cast<float>(
        0.08 + 0.5 * a + 1.5 * kRidge * static_cast<double>(land.ridge[i]) * (0.30 + 0.70 * a));
  }
  return out;
}

namespace {

/// How far a place lies towards something, [0, 1] over the frame.
class Along {
 public:
  Along(const GridSpec& grid, const Towards& towards) : g_(grid), towards_(towards) {}
  double operator()(size_t cell) const {
    const Vec2 p = g_.centre(cell);
    const Vec2 d = towards_.unit;
    if (towards_.kind == Towards::Kind::direction) {
      if (d == Vec2{0, 1}) return p.y / g_.height_m();
      const double across = std::fabs(d.x) * g_.width_m() + std::fabs(d.y) * g_.height_m();
      return 0.5 + ((p.x - g_.width_m() / 2) * d.x + (p.y - g_.height_m() / 2) * d.y) / across;
    }
    const double u = 2 * p.x / g_.width_m() - 1, v = 2 * p.y / g_.height_m() - 1;
    const double out = std::min(std::sqrt(u * u + v * v), 1.0);
    return towards_.kind == Towards::Kind::rim ? out : 1 - out;
  }

 private:
  const GridSpec& g_;
  Towards towards_;
};

/// Relief in arbitrary units: a shore ramp over the published stack, ridges, the massif and detail.
Raster<float> raw_relief(const Template& tmpl, const LandSamples& land, const Raster<float>& coast_m) {
  const GridSpec& g = coast_m.grid;
  const ReliefParams& p = tmpl.relief;
  const double scale_m = shore_scale_m(tmpl);
  const Along along(g, parse_towards(p.massif_towards).value_or(Towards{}));
  Raster<float> relief(g);
  parallel_for(land.cell.size(), kHeightGrain, [&](size_t begin, size_t end) {
    std::vector<double> inland(end - begin), decay(end - begin);
    for (size_t i = begin; i < end; ++i)
      inland[i - begin] = -static_cast<double>(coast_m[land.cell[i]]) / scale_m;
    exact::exp(inland, decay);
    for (size_t i = begin; i < end; ++i) {
      const size_t cell = land.cell[i];
      const double a = std::clamp(0.5 * (static_cast<double>(land.base[i]) / 0.45 + 1), 0.0, 1.0);
      const double massif = std::clamp(p.massif * (along(cell) - 0.30) / 0.5, 0.0, 1.0);
      const double ramp = 1 - decay[i - begin];
      const double ridge =
          1.5 * p.ridge * static_cast<double>(land.ridge[i]) * (0.30 + 0.70 * a) * (1 + 1.2 * massif);
      const double height =
          ramp * (0.08 + 0.50 * a + ridge + 0.40 * massif + 0.07 * static_cast<double>(land.detail[i]));
      relief[cell] = static_cast<float>(std::max(height, 0.0));
    }
  });
  return relief;
}

/// Scales the land so that its maximum is the template's.
void finish_height(const Template& tmpl, const std::vector<uint32_t>& land, const Raster<float>& sea_m,
                   Raster<float>& height_m) {
  float summit = 0;
  for (const uint32_t cell : land) summit = std::max(summit, height_m[cell]);
  const double maximum = tmpl.relief.height_max_m;
  const double scale = summit > 0 ? maximum / static_cast<double>(summit) : 0;
  for (size_t cell = 0; cell < height_m.size(); ++cell) {
    if (sea_m[cell] > 0) continue;
    const double h = height_m[cell] == summit ? maximum : static_cast<double>(height_m[cell]) * scale;
    height_m[cell] = static_cast<float>(std::max(h, std::min(kLeastHeight_m, maximum)));
  }
}

/// Distances on the two sides of the shore; where there is no sea, the frame's diagonal.
void measure_shore(Shores& shores) {
  const GridSpec& g = shores.main.grid;
  Mask sea = shores.main;
  for (uint8_t& c : sea.cells) c = !c;
  if (std::ranges::find(sea.cells, 1) == sea.cells.end()) {
    const double diagonal = std::sqrt(g.width_m() * g.width_m() + g.height_m() * g.height_m());
    shores.coast_m = Raster<float>(g, static_cast<float>(diagonal));
    shores.sea_m = Raster<float>(g);
    return;
  }
  parallel_invoke(
      {[&] { shores.coast_m = distance_to(sea); }, [&] { shores.sea_m = distance_to(shores.main); }});
}

/// The outline, and the plan's where that is another grid.
Outline draw_outline(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                     const ImportedGround& imported, const ValleyField& valleys, const PlanOutline& natural,
                     Shores& shores) {
  const GridSpec plan = plan_grid(tmpl);
  if (!imported.land.empty())
    for (const LandRow& row : tmpl.hand.land)
      if (row.on)
        shores.hand.outcomes.push_back(
            suspended_row("land", row, "all land is that of the import " + imported.land.front().row->id));
  if (!imported.land.empty() && !imported.natural) {
    if (grid != plan) shores.plan = imported.plan.piece;
    return imported_outline(imported, grid);
  }
  if (tmpl.hand.land.empty() || imported.natural) {
    if (grid == plan) return natural.outline;
    shores.plan = natural.outline.piece;
    return make_outline(tmpl, seeds, valleys, natural.shift, grid, shores.plan);
  }
  PlannedLand planned = plan_land(tmpl, seeds, valleys, natural, shores.hand);
  if (grid == plan) return std::move(planned.outline);
  shores.plan = std::move(planned.outline.piece);
  return make_outline(tmpl, seeds, valleys, natural.shift, grid, shores.plan,
                      fixed_land(tmpl, planned.in_force, grid));
}

}  // namespace

Shores make_shores(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                   const ImportedGround& imported, const ValleyField& valleys, const PlanOutline& natural) {
  Shores shores;
  Outline outline = draw_outline(tmpl, seeds, grid, imported, valleys, natural, shores);
  if (grid == plan_grid(tmpl)) shores.plan = outline.piece;
  shores.main = outline.piece;
  for (uint8_t& cell : shores.main.cells) cell = cell != 0;
  shores.piece = std::move(outline.piece);
  shores.islets = std::move(outline.islets);
  measure_shore(shores);
  return shores;
}

void sink_sea(Island& island) {
  for (size_t cell = 0; cell < island.sea_m.size(); ++cell)
    if (island.sea_m[cell] > 0)
      island.height_m[cell] = static_cast<float>(sea_floor_m(static_cast<double>(island.sea_m[cell])));
}

void lift_ground(const Template& tmpl, const SeedBundle& seeds, Island& island) {
  const LandSamples land = sample_land(tmpl, seeds, island.main, height_stack(tmpl), tmpl.relief.grain);
  const Raster<float> relief = raw_relief(tmpl, land, island.coast_m);
  const double sigma_m = kReliefSigma_m * tmpl.frame.shorter_m() / kFrameSide_m * tmpl.relief.grain;
  island.height_m = masked_gaussian(relief, island.main, gaussian(island.main, sigma_m), sigma_m);
  finish_height(tmpl, land.cell, island.sea_m, island.height_m);
  sink_sea(island);
}

void raise_islets(const Template& tmpl, Island& island) {
  const Mask& islets = island.islets;
  if (std::ranges::find(islets.cells, 1) == islets.cells.end()) return;
  Mask sea = islets;
  for (uint8_t& c : sea.cells) c = !c;
  const Raster<float> inside = distance_to(sea), outside = distance_to(islets);
  const double most = kIsletHeight * tmpl.relief.height_max_m;
  for (size_t cell = 0; cell < islets.size(); ++cell) {
    float& height_m = island.height_m[cell];
    const double shallow = sea_floor_m(static_cast<double>(outside[cell]));
    if (islets[cell])
      height_m = static_cast<float>(std::max(std::min(kIsletSlope * static_cast<double>(inside[cell]), most),
                                             std::min(kLeastHeight_m, most)));
    else if (!island.main[cell])
      height_m = std::max(height_m, static_cast<float>(shallow));
  }
}

Island make_island(const Template& tmpl, const SeedBundle& seeds, const GridSpec& grid,
                   const ImportSet& imports) {
  const ValleyField valleys = make_valley_field(tmpl, seeds);
  const PlanOutline natural = make_plan_outline(tmpl, seeds, valleys);
  const ImportedGround imported(tmpl, seeds, imports, valleys, natural);
  return make_island(tmpl, seeds, imported, make_shores(tmpl, seeds, grid, imported, valleys, natural));
}

Island make_island(const Template& tmpl, const SeedBundle& seeds, const ImportedGround& imported,
                   const Shores& shores) {
  Island island{shores};
  lift_ground(tmpl, seeds, island);
  raise_islets(tmpl, island);
  put_heights(imported, island);
  return island;
}

}  // namespace fw
