#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/exact/exact_batch.h"
#include "core/world/dice/rerolls.h"
#include "core/world/land/cell_noise.h"
#include "core/world/points/placement.h"
#include "core/world/points/placement_internal.h"

namespace fw {

namespace {

constexpr size_t kBatch = 256;  // candidates whose numbers stay in the first-level cache

std::string template_path(const Template& tmpl, Category category, const PointClass& cls) {
  static constexpr std::array<std::string_view, 3> kLists{"resources", "wildlife", "enemies"};
  const std::vector<PointClass>& list = tmpl.classes(category);
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].slug == cls.slug)
      return std::string(kLists[static_cast<size_t>(category)]) + "[" + std::to_string(i) + "]";
  return std::string(kLists[static_cast<size_t>(category)]);
}

/// What lambda reads of candidates besides their rank.
struct Asked {
  std::vector<float> weight;  ///< habitat
  std::vector<float> type;
};

/// The cells of the field above the gate; `asked` receives what the field knows of them.
Candidates cells_above(const Placement& p, const ClassField& field, double gate, const Target& target,
                       Asked& asked) {
  Candidates out;
  out.cells.resize(field.cells.size() + 1);  // as in find_cells
  out.rank.resize(field.cells.size() + 1);
  asked.weight.resize(field.cells.size() + 1);
  asked.type.resize(field.type.empty() ? 0 : field.cells.size() + 1);
  size_t count = 0;
  for (size_t i = 0; i < field.cells.size(); ++i) {
    out.cells[count] = field.cells[i];
    out.rank[count] = field.rank[i];
    asked.weight[count] = field.weight[i];
    if (!field.type.empty()) asked.type[count] = field.type[i];
    const bool here = target.all() || target.inside[p.inputs.map.code[field.cells[i]]] != 0;
    count += static_cast<size_t>(static_cast<double>(field.rank[i]) > gate) & static_cast<size_t>(here);
  }
  out.cells.resize(count);
  out.rank.resize(count);
  asked.weight.resize(count);
  if (!field.type.empty()) asked.type.resize(count);
  return out;
}

/// What strong landmarks add: lambda *= 1 + 3 pull e^(-distance / reach).
void pull_towards(const std::vector<Vec2>& strong_m, double pull, const GridSpec& grid,
                  std::span<const uint32_t> cells, std::span<double> lambda) {
  std::array<double, kBatch> x, y, nearest2, pulled;
  for (size_t i = 0; i < cells.size(); ++i) {
    const Vec2 centre = grid.centre(cells[i]);
    x[i] = centre.x;
    y[i] = centre.y;
    nearest2[i] = std::numeric_limits<double>::infinity();
  }
  for (const Vec2 strong : strong_m)
    for (size_t i = 0; i < cells.size(); ++i) {
      const double dx = strong.x - x[i], dy = strong.y - y[i];
      const double d2 = dx * dx + dy * dy;
      nearest2[i] = d2 < nearest2[i] ? d2 : nearest2[i];
    }
  for (size_t i = 0; i < cells.size(); ++i) nearest2[i] = -std::sqrt(nearest2[i]) / kPullReach_m;
  exact::exp(std::span(nearest2).first(cells.size()), std::span(pulled).first(cells.size()));
  for (size_t i = 0; i < cells.size(); ++i) lambda[i] *= 1 + 3 * pull * pulled[i];
}

/// lambda of a batch of candidates.
void weigh(const Placement& p, double gate, std::span<const uint32_t> cells, std::span<const float> rank,
           std::span<const float> weight, std::span<const float> type, std::span<double> lambda) {
  const size_t count = cells.size();
  std::array<double, kBatch> gated, feature, twice, wave;
  for (size_t i = 0; i < count; ++i) {
    gated[i] = std::min(1.0, (static_cast<double>(rank[i]) - gate) / (1 - gate));
    twice[i] = 2.0 * static_cast<double>(type[i]);
  }
  if (p.cls.gamma == 1.0)
    feature = gated;
  else
    exact::pow(std::span(gated).first(count), p.cls.gamma, std::span(feature).first(count));
  exact::exp(std::span(twice).first(count), std::span(wave).first(count));
  for (size_t i = 0; i < count; ++i) lambda[i] = static_cast<double>(weight[i]) * feature[i] * wave[i];
  if (p.category == Category::enemy && p.cls.landmark_pull > 0 && !p.strong_m.empty())
    pull_towards(p.strong_m, p.cls.landmark_pull, p.inputs.map.code.grid, cells, lambda);
  // A rank a hair above the gate to a high power may underflow; such a cell can never be drawn.
  for (double& l : lambda) l = std::max(l, 1e-300);
}

}  // namespace

Placement prepare_placement(const PlacementInputs& inputs, Category category, const PointClass& cls,
                            const LandmarkPlan& plan, const ClassField& field) {
  const std::string tag = class_tag(category, cls);
  Placement p{inputs,
              category,
              cls,
              class_noise(class_seeds(inputs.seeds, cls), inputs.tmpl.noise.type, "type", tag),
              derive(class_seeds(inputs.seeds, cls).place_stream(), tag),
              {},
              {},
              template_path(inputs.tmpl, category, cls),
              cell_dice(inputs.tmpl, category, cls, class_seeds(inputs.seeds, cls), inputs.map.code.grid),
              field.places};
  const double margin_m = kLandmarkMargin_m[static_cast<size_t>(category)];
  for (const Landmark& landmark : plan.landmarks) {
    const Vec2 at = landmark_position(inputs.map.code.grid, landmark);
    const LandmarkRow& kind = inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(landmark.kind)];
    if (kind.draws_enemies) p.strong_m.push_back(at);
    p.keep_out.push_back({at, std::max(margin_m, landmark_keep_m(kind, category))});
  }
  return p;
}

Candidates candidates_at(const Placement& p, const ClassField& field, double gate, const Target& target) {
  Asked asked;
  Candidates out = cells_above(p, field, gate, target, asked);
  if (field.type.empty()) {
    asked.type.resize(out.cells.size());
    noise_at_cells(p.type_noise, p.inputs.map.code.grid, p.inputs.tmpl.noise.phase, out.cells, asked.type);
  }
  out.lambda.resize(out.cells.size());
  for (size_t begin = 0; begin < out.cells.size(); begin += kBatch) {
    const size_t count = std::min(kBatch, out.cells.size() - begin);
    const auto part = [&](auto& values) { return std::span(values).subspan(begin, count); };
    weigh(p, gate, part(out.cells), part(out.rank), part(asked.weight), part(asked.type), part(out.lambda));
  }
  return out;
}

}  // namespace fw
