#include "core/world/placement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/exact_math.h"
#include "core/base/parallel.h"
#include "core/field/quantile.h"
#include "core/model/habitat.h"
#include "core/world/cell_noise.h"
#include "core/world/placement_scan.h"

namespace fw {

double to_millimetres(double metres) {
  return std::floor(metres * 1000 + 0.5) / 1000;
}

Vec2 landmark_position(const GridSpec& grid, uint32_t cell) {
  const Vec2 centre = grid.centre(cell);
  return {to_millimetres(centre.x), to_millimetres(centre.y)};
}

std::string decimal_text(double value, int decimals) {
  std::array<char, 64> buffer;
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  std::string text(buffer.data(), end.ptr);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

namespace {

/// The cells where a class may live at all, ascending, with what the intensity needs that no gate changes.
struct ClassField {
  std::vector<uint32_t> cells;
  std::vector<float> weight;  ///< habitat
  std::vector<float> rank;    ///< Q of the feature field inside the mask
};

struct Placement {
  const Ground& ground;
  Category category;
  const PointClass& cls;
  NoiseField type_noise;
  uint64_t substream = 0;
  std::vector<Vec2> strong_m;  ///< expeditions, elite zones, forts
  std::vector<KeepOut> keep_out;
  std::string where;  ///< "resources[3]"
};

std::string class_tag(Category category, const PointClass& cls) {
  return std::string(kCategorySlugs[static_cast<size_t>(category)]) + "." + cls.slug;
}

/// A stack may take another layer's seed: that layer's name then stands in front of kind and class.
NoiseField class_noise(const Ground& ground, const NoiseStack& stack, std::string_view layer,
                       const std::string& tag) {
  const std::string lead = stack.seed_of.empty() ? std::string(layer) : stack.seed_of;
  return bind_noise(stack, derive(ground.seeds.noise_stream(), lead + "." + tag));
}

std::string template_path(const Template& tmpl, Category category, const PointClass& cls) {
  static constexpr std::array<std::string_view, 3> kLists{"resources", "wildlife", "enemies"};
  const std::vector<PointClass>& list = tmpl.classes(category);
  for (size_t i = 0; i < list.size(); ++i)
    if (list[i].slug == cls.slug)
      return std::string(kLists[static_cast<size_t>(category)]) + "[" + std::to_string(i) + "]";
  return std::string(kLists[static_cast<size_t>(category)]);
}

Placement prepare(const Ground& ground, Category category, const PointClass& cls, const LandmarkPlan& plan) {
  const std::string tag = class_tag(category, cls);
  Placement p{ground,
              category,
              cls,
              class_noise(ground, ground.tmpl.noise.type, "type", tag),
              derive(ground.seeds.place_stream(), tag),
              {},
              {},
              template_path(ground.tmpl, category, cls)};
  const double margin_m = kLandmarkMargin_m[static_cast<size_t>(category)];
  const double from_settlement_m = settlement_margin_m(ground.tmpl, category);
  for (const Landmark& landmark : plan.landmarks) {
    const Vec2 at = landmark_position(ground.map.code.grid, landmark.cell);
    const LandmarkKind kind = landmark.kind;
    const bool settlement = kind == LandmarkKind::settlement;
    if (kind == LandmarkKind::expedition || kind == LandmarkKind::elite_zone || kind == LandmarkKind::fort)
      p.strong_m.push_back(at);
    p.keep_out.push_back({at, settlement ? std::max(margin_m, from_settlement_m) : margin_m});
  }
  return p;
}

double nearest2(const std::vector<Vec2>& points, Vec2 position_m) {
  double best = std::numeric_limits<double>::infinity();
  for (const Vec2 p : points) best = std::min(best, squared_distance(p, position_m));
  return best;
}

using HabitatTable = std::array<float, kBiomes * kDangers>;

HabitatTable habitat_table(Category category, const PointClass& cls) {
  HabitatTable table{};
  for (int b = 0; b < kBiomes; ++b)
    for (int d = 0; d < kDangers; ++d)
      table[b * kDangers + d] =
          static_cast<float>(habitat_weight(category, cls, static_cast<Biome>(b), static_cast<Danger>(d)));
  return table;
}

std::vector<float> noise_on(const NoiseField& noise, const GridSpec& grid, double phase,
                            const std::vector<uint32_t>& cells) {
  std::vector<float> values(cells.size());
  noise_at_cells(noise, grid, phase, cells, values);
  return values;
}

ClassField find_cells(const Placement& p, const HabitatSurvey& survey) {
  const Ground& ground = p.ground;
  const HabitatTable habitat = habitat_table(p.category, p.cls);
  const std::vector<uint8_t>& beside = survey.beside_settlement[static_cast<size_t>(p.category)];
  ClassField field;
  for (size_t i = 0; i < survey.cells.size(); ++i) {
    const float weight = habitat[survey.kind[i]];
    if (weight <= 0 || (!beside.empty() && beside[i] != 0)) continue;
    field.cells.push_back(survey.cells[i]);
    field.weight.push_back(weight);
  }
  const NoiseField noise =
      class_noise(ground, ground.tmpl.noise.feature, "feat", class_tag(p.category, p.cls));
  field.rank = rank(noise_on(noise, ground.map.code.grid, ground.tmpl.noise.phase, field.cells));
  return field;
}

/// lambda at one gate. `region` = 0 for the whole island.
Candidates candidates_at(const Placement& p, const ClassField& field, double gate, int region) {
  const GridSpec& grid = p.ground.map.code.grid;
  Candidates out;
  std::vector<float> weight;
  for (size_t i = 0; i < field.cells.size(); ++i) {
    if (static_cast<double>(field.rank[i]) <= gate) continue;
    if (region != 0 && p.ground.map.code[field.cells[i]] != region) continue;
    out.cells.push_back(field.cells[i]);
    out.rank.push_back(field.rank[i]);
    weight.push_back(field.weight[i]);
  }
  const std::vector<float> type = noise_on(p.type_noise, grid, p.ground.tmpl.noise.phase, out.cells);
  out.lambda.resize(out.cells.size());
  for (size_t i = 0; i < out.cells.size(); ++i) {
    const double gated = std::min(1.0, (static_cast<double>(out.rank[i]) - gate) / (1 - gate));
    const double feature = p.cls.gamma == 1.0 ? gated : exact::pow(gated, p.cls.gamma);
    double lambda = static_cast<double>(weight[i]) * feature * exact::exp(2.0 * static_cast<double>(type[i]));
    if (p.category == Category::enemy && p.cls.landmark_pull > 0 && !p.strong_m.empty()) {
      const double d = std::sqrt(nearest2(p.strong_m, grid.centre(out.cells[i])));
      lambda *= 1 + 3 * p.cls.landmark_pull * exact::exp(-d / kPullReach_m);
    }
    // A rank a hair above the gate to a high power may underflow; such a cell can never be drawn.
    out.lambda[i] = std::max(lambda, 1e-300);
  }
  return out;
}

struct Attempt {
  double gate = 0;
  double spacing_m = 0;
  Candidates candidates;
  ScanResult result;
};

struct Rung {
  double gate;
  double spacing_m;
};

/// The relaxation ladder: the gate opens by .15 down to 0, then the spacing shrinks to 0.729 of itself.
std::vector<Rung> ladder(const PointClass& cls) {
  std::vector<Rung> rungs{{cls.gate, cls.spacing_m}};
  double gate = cls.gate;
  while (gate > 0.05) {
    gate = std::max(0.0, std::floor((gate - 0.15) * 1e6 + 0.5) / 1e6);
    rungs.push_back({gate, cls.spacing_m});
  }
  for (const double factor : {0.9, 0.81, 0.729}) rungs.push_back({gate, cls.spacing_m * factor});
  return rungs;
}

std::string of_quota(int64_t placed, int64_t quota) {
  return std::to_string(placed) + " of " + std::to_string(quota);
}

double capacity_of(const Placement& p, size_t cells, double spacing_m) {
  if (spacing_m <= 0) return static_cast<double>(cells);
  return kJammedPacking * static_cast<double>(cells) * p.ground.map.code.grid.cell_area_m2() /
         (spacing_m * spacing_m);
}

/// Climbs the ladder until the quota stands; keeps the best attempt (the least relaxed among equals).
Attempt place_target(const Placement& p, const ClassField& field, int region, int64_t quota,
                     const ClassPlacement& earlier, const std::vector<double>& earlier_radii_m,
                     Findings& findings) {
  Attempt best;
  bool first = true;
  for (const Rung& rung : ladder(p.cls)) {
    Attempt attempt{rung.gate, rung.spacing_m, candidates_at(p, field, rung.gate, region), {}};
    const ScanRules rules{p.ground.map.code.grid,      p.ground.map.code, p.substream, rung.spacing_m, quota,
                          p.ground.map.regions.size(), p.keep_out};
    attempt.result = scan_candidates(attempt.candidates, rules, earlier.points, earlier_radii_m);
    const auto placed = static_cast<int64_t>(attempt.result.points.size());
    if (!first)
      findings.push_back({Severity::warning, "placement_relaxed", p.where,
                          p.cls.slug + ": relaxed to gate " + decimal_text(rung.gate) + ", spacing " +
                              decimal_text(rung.spacing_m) + " m: " + of_quota(placed, quota) + " placed"});
    if (first || placed > static_cast<int64_t>(best.result.points.size())) best = std::move(attempt);
    first = false;
    // No gate and no spacing brings cells into an empty mask.
    if (placed >= quota || field.cells.empty()) break;
  }
  return best;
}

QuotaLedger ledger_row(const Placement& p, const HabitatSurvey& survey, const ClassField& field,
                       const Attempt& attempt, int region, int64_t quota) {
  QuotaLedger row;
  row.region = region;
  row.quota = quota;
  row.placed = static_cast<int64_t>(attempt.result.points.size());
  int64_t land = 0;
  for (size_t r = 0; r < survey.land_cells.size(); ++r)
    if (region == 0 || static_cast<int>(r) + 1 == region) land += survey.land_cells[r];
  int64_t mask = 0;
  for (const uint32_t cell : field.cells) mask += region == 0 || p.ground.map.code[cell] == region ? 1 : 0;
  row.refused_mask = land - mask;
  row.refused_density = mask - static_cast<int64_t>(attempt.candidates.cells.size());
  row.refused_spacing = attempt.result.refused_spacing;
  row.capacity = capacity_of(p, attempt.candidates.cells.size(), attempt.spacing_m);
  row.gate = attempt.gate;
  row.spacing_m = attempt.spacing_m;
  return row;
}

void report(const Placement& p, const QuotaLedger& row, Findings& findings) {
  const std::string place =
      row.region == 0 ? std::string() : " in region " + p.ground.map.regions[row.region - 1u].name;
  if (row.placed < row.quota) {
    const bool jammed = row.refused_spacing > 0;
    findings.push_back({Severity::warning, "quota_shortfall", p.where + ".quota",
                        p.cls.slug + place + ": " + of_quota(row.placed, row.quota) + " placed, capacity " +
                            decimal_text(row.capacity, 1) + ", reason " + (jammed ? "jammed" : "no-cell") +
                            "; a quota of " + std::to_string(row.placed) + " would be met" +
                            (jammed ? ", or a smaller spacing_m" : ", or a wider habitat")});
  } else if (row.quota >= 20 && static_cast<double>(row.quota) > kComfortableLoad * row.capacity) {
    // Below about 20 points in a fragmented mask the capacity says little.
    findings.push_back({Severity::info, "pattern_crowded", p.where + ".spacing_m",
                        p.cls.slug + place + ": " + std::to_string(row.quota) + " points are " +
                            decimal_text(100 * static_cast<double>(row.quota) / row.capacity, 0) +
                            " % of what jamming allows at " + decimal_text(row.spacing_m) +
                            " m; above 35 % the pattern grows regular"});
  }
}

void append_share(const Candidates& candidates, std::vector<std::pair<uint32_t, double>>& cells) {
  for (size_t i = 0; i < candidates.cells.size(); ++i)
    cells.emplace_back(candidates.cells[i], candidates.lambda[i]);
}

SparseIntensity share_of(std::vector<std::pair<uint32_t, double>> cells) {
  // Regions come one after the other; the whole island comes in order.
  if (!std::is_sorted(cells.begin(), cells.end())) std::sort(cells.begin(), cells.end());
  double top = 0;
  for (const auto& [cell, lambda] : cells) top = std::max(top, lambda);
  SparseIntensity out;
  out.cells.reserve(cells.size());
  out.share.reserve(cells.size());
  for (const auto& [cell, lambda] : cells) {
    out.cells.push_back(cell);
    out.share.push_back(static_cast<float>(lambda / top));
  }
  return out;
}

}  // namespace

ClassPlacement place_class_sparse(const Ground& ground, const HabitatSurvey& survey, Category category,
                                  const PointClass& cls, const LandmarkPlan& landmarks,
                                  SparseIntensity& intensity) {
  ClassPlacement out;
  const bool by_region = cls.quota_by == QuotaBy::region;
  const int regions = static_cast<int>(ground.map.regions.size());
  if (cls.quota <= 0 || regions == 0) {
    out.ledger.push_back({});
    out.ledger.back().quota = std::max(cls.quota, 0);
    out.ledger.back().gate = cls.gate;
    out.ledger.back().spacing_m = cls.spacing_m;
    return out;
  }
  const Placement p = prepare(ground, category, cls, landmarks);
  const ClassField field = find_cells(p, survey);
  std::vector<double> radii_m;
  std::vector<std::pair<uint32_t, double>> lambda;
  for (int region = by_region ? 1 : 0; region <= (by_region ? regions : 0); ++region) {
    const Attempt attempt = place_target(p, field, region, cls.quota, out, radii_m, out.findings);
    out.ledger.push_back(ledger_row(p, survey, field, attempt, region, cls.quota));
    report(p, out.ledger.back(), out.findings);
    append_share(attempt.candidates, lambda);
    out.points.insert(out.points.end(), attempt.result.points.begin(), attempt.result.points.end());
    radii_m.insert(radii_m.end(), attempt.result.radii_m.begin(), attempt.result.radii_m.end());
  }
  intensity = share_of(std::move(lambda));
  return out;
}

ClassPlacement place_class(const Ground& ground, Category category, const PointClass& cls,
                           const LandmarkPlan& landmarks, Raster<float>& lambda_share) {
  SparseIntensity intensity;
  ClassPlacement out =
      place_class_sparse(ground, survey_habitats(ground, landmarks), category, cls, landmarks, intensity);
  for (size_t i = 0; i < intensity.cells.size(); ++i) {
    float& share = lambda_share[intensity.cells[i]];
    share = std::max(share, intensity.share[i]);
  }
  return out;
}

}  // namespace fw
