#include "core/model/world/class_intensity.h"

#include <algorithm>
#include <span>

#include "core/field/quantile/quantile.h"
#include "core/model/world/class_noise.h"
#include "core/model/world/habitat.h"
#include "core/spawn/habitats.h"

namespace fw {
namespace {

/// The widest gate that the world's placement came to; the class's own if none was placed.
double gate_of(const World& world, int class_index, const PointClass& cls) {
  double gate = cls.gate;
  for (const QuotaLedger& row : world.ledger)
    if (row.class_index == class_index && row.quota > 0) gate = std::min(gate, row.gate);
  return gate;
}

std::vector<Vec2> strong_places(const Template& tmpl, const World& world) {
  std::vector<Vec2> places;
  for (const Point& p : world.points.points) {
    const PointClassInfo& info = world.points.class_of(p);
    if (info.category == Category::landmark &&
        tmpl.vocabulary.landmarks[static_cast<size_t>(info.landmark)].draws_enemies)
      places.push_back(p.position_m);
  }
  return places;
}

/// The noise of a stack at the centres of cells.
std::vector<float> noise_at(const NoiseField& noise, const GridSpec& grid, double phase,
                            std::span<const uint32_t> cells) {
  std::vector<double> x(cells.size()), y(cells.size());
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec2 centre = grid.centre(cells[i]);
    x[i] = centre.x, y[i] = centre.y;
  }
  std::vector<float> values(cells.size());
  sample_noise(noise, x, y, phase, values);
  return values;
}

/// What the formula reads, by open cell above the gate.
struct LambdaInputs {
  std::vector<uint32_t> cells;
  std::vector<float> rank, weight, type;
};

LambdaInputs inputs_above(double gate, const Template& tmpl, const World& world, const Habitat& habitat,
                          const PointClass& cls) {
  LambdaInputs in;
  std::vector<uint32_t> open = habitat.area.mask->cells;
  // Who may walk through a river does not stand in it.
  if (world.water.size() > 0 && !cls.conditions.stated())
    std::erase_if(open,
                  [&](uint32_t cell) { return world.water[cell] != static_cast<uint8_t>(WaterCode::dry); });
  std::sort(open.begin(), open.end());  // ranks tie by cell
  const SeedBundle seeds = class_seeds(salted_seeds(world.seeds, tmpl), cls);
  const std::string tag = class_tag(habitat.category, cls);
  const auto noise = [&](const NoiseStack& stack, const char* layer, std::span<const uint32_t> cells) {
    return noise_at(class_noise(seeds, stack, layer, tag), world.grid, tmpl.noise.phase, cells);
  };
  const std::vector<float> ranks = rank(noise(tmpl.noise.feature, "feat", open));
  for (size_t i = 0; i < open.size(); ++i) {
    if (static_cast<double>(ranks[i]) <= gate) continue;
    in.cells.push_back(open[i]);
    in.rank.push_back(ranks[i]);
  }
  in.type = noise(tmpl.noise.type, "type", in.cells);
  const std::vector<uint32_t> homes = home_cells(world, cls);
  in.weight.reserve(in.cells.size());
  for (const uint32_t cell : in.cells) {
    const uint32_t home = homes[cell];
    in.weight.push_back(static_cast<float>(habitat_weight(tmpl.vocabulary, habitat.category, cls,
                                                          static_cast<Biome>(world.biome[home] - 1),
                                                          static_cast<Danger>(world.danger[home] - 1))));
  }
  return in;
}

}  // namespace

const PointClass& class_of(const Template& tmpl, const Habitat& habitat) {
  const std::vector<PointClass>& list = tmpl.classes(habitat.category);
  return *std::find_if(list.begin(), list.end(),
                       [&](const PointClass& cls) { return cls.slug == habitat.slug; });
}

std::vector<double> class_intensity(const Template& tmpl, const World& world, const Habitat& habitat) {
  const PointClass& cls = class_of(tmpl, habitat);
  const double gate = gate_of(world, habitat.class_index, cls);
  const LambdaInputs in = inputs_above(gate, tmpl, world, habitat, cls);
  const bool pulled = habitat.category == Category::enemy && cls.landmark_pull > 0;
  const std::vector<Vec2> strong = pulled ? strong_places(tmpl, world) : std::vector<Vec2>{};
  std::vector<double> lambda(in.cells.size());
  for (size_t begin = 0; begin < lambda.size(); begin += kLambdaBatch) {
    const size_t count = std::min(kLambdaBatch, lambda.size() - begin);
    const auto part = [&](const auto& values) { return std::span(values).subspan(begin, count); };
    const std::span<double> out = std::span(lambda).subspan(begin, count);
    class_lambda(cls.gamma, gate, part(in.rank), part(in.weight), part(in.type), out);
    if (!strong.empty()) pull_lambda(strong, cls.landmark_pull, world.grid, part(in.cells), out);
  }
  const double top = lambda.empty() ? 0 : *std::max_element(lambda.begin(), lambda.end());
  const std::vector<uint32_t>& order = habitat.area.mask->cells;
  std::vector<double> shares(order.size(), 1);
  if (!(top > 0)) return shares;
  Raster<float> by_cell(world.grid);
  for (size_t i = 0; i < lambda.size(); ++i) by_cell[in.cells[i]] = static_cast<float>(lambda[i] / top);
  for (size_t i = 0; i < order.size(); ++i) shares[i] = static_cast<double>(by_cell[order[i]]);
  return shares;
}

}  // namespace fw
