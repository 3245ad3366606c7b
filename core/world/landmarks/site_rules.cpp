#include "core/world/landmarks/site_rules.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact/exact_batch.h"
#include "core/base/exact/exact_math.h"
#include "core/base/exact/rng.h"
#include "core/base/number_text.h"

namespace fw {
namespace {

constexpr double kMostExponent = 50;  // of a negative value over a short scale

double diagonal_m(const GridSpec& grid) {
  return std::sqrt(grid.width_m() * grid.width_m() + grid.height_m() * grid.height_m());
}

}  // namespace

SiteRating::SiteRating(const SiteInputs& site_inputs, const LandmarkRow& row)
    : site_inputs_(site_inputs), row_(row), farthest_m_(diagonal_m(site_inputs.inputs.map.code.grid)) {
  std::fill_n(regions_.begin() + 1, site_inputs.inputs.map.regions.size(), uint8_t{1});
  for (const SiteCondition& condition : row.site.require) {
    conditions_.push_back(compile(condition));
    if (conditions_.back().classes.codes != &site_inputs.inputs.map.code) continue;
    for (size_t code = 0; code < regions_.size(); ++code)
      regions_[code] &= conditions_.back().classes.allowed[code];
  }
  for (const SiteTerm& term : row.site.prefer) terms_.push_back({&term, measure(term.measure)});
  if (row.site.cover.demand) demand_.push_back(compile(*row.site.cover.demand));
}

NumberMeasure SiteRating::measure(std::string_view slug) {
  for (const auto& [known, number] : measures_)
    if (known == slug) return number;
  measures_.emplace_back(slug, number_measure(site_inputs_, row_, slug));
  if (!measures_.back().second.read)
    measures_.back().second.read = [](std::span<const uint32_t>, std::span<double> values) {
      std::fill(values.begin(), values.end(), 0.0);
    };
  return measures_.back().second;
}

SiteRating::Condition SiteRating::compile(const SiteCondition& condition) {
  const SiteMeasure* listed = find_measure(condition.measure);
  if (listed != nullptr && listed->kind == MeasureKind::ids)
    return {true, class_measure(site_inputs_.inputs, site_inputs_.plan, condition), {}, {}};
  NumberMeasure number = measure(condition.measure);
  const NumberRange range = range_of(condition, number.single);
  return {false, {}, std::move(number), range};
}

void SiteRating::restrict_to(const RegionTable& regions) {
  conditions_.insert(conditions_.begin(), {true, {&site_inputs_.inputs.map.code, regions}, {}, {}});
}

void SiteRating::keep(const Condition& condition, std::vector<uint32_t>& cells, std::vector<double>& values) {
  size_t kept = 0;
  if (condition.by_class) {
    if (condition.classes.codes == nullptr) return cells.clear();
    const Raster<uint8_t>& codes = *condition.classes.codes;
    for (const uint32_t cell : cells) {
      cells[kept] = cell;  // every cell is written, and kept by moving on
      kept += condition.classes.allowed[codes[cell]];
    }
  } else {
    values.resize(cells.size());
    condition.number.read(cells, values);
    const auto [least, most] = condition.range;
    for (size_t i = 0; i < cells.size(); ++i) {
      cells[kept] = cells[i];
      kept += static_cast<size_t>(values[i] >= least) & static_cast<size_t>(values[i] <= most);
    }
  }
  cells.resize(kept);
}

void SiteRating::shape(const SiteTerm& term, std::vector<double>& values, std::vector<double>& shaped) const {
  shaped.resize(values.size());
  switch (term.shape) {
    case TermShape::linear:  // the distance to nothing is infinite
      for (size_t i = 0; i < values.size(); ++i) shaped[i] = std::min(values[i], farthest_m_);
      return;
    case TermShape::saturate:
      for (size_t i = 0; i < values.size(); ++i) shaped[i] = std::min(values[i] / term.at, 1.0);
      return;
    case TermShape::exp:
      for (double& v : values) v = std::min(-v / term.scale, kMostExponent);
      return exact::exp(values, shaped);
    case TermShape::bell:
      for (double& v : values) {
        const double q = (v - term.at) / term.width;
        v = -q * q;
      }
      return exact::exp(values, shaped);
  }
}

void SiteRating::rate(std::span<const uint32_t> cells, RatedCells& out) const {
  out.cells.assign(cells.begin(), cells.end());
  for (const Condition& condition : conditions_) keep(condition, out.cells, out.values);
  out.utility.assign(out.cells.size(), 0.0);
  out.values.resize(out.cells.size());
  for (const Term& term : terms_) {
    term.number.read(out.cells, out.values);
    shape(*term.row, out.values, out.shaped);
    const double weight = term.row->weight;
    for (size_t i = 0; i < out.cells.size(); ++i) out.utility[i] += weight * out.shaped[i];
  }
}

std::vector<double> SiteRating::demand(const std::vector<uint32_t>& cells) const {
  std::vector<uint32_t> met = cells;
  std::vector<double> values;
  for (const Condition& condition : demand_) keep(condition, met, values);
  std::vector<double> out(cells.size());
  for (size_t i = 0, k = 0; i < cells.size(); ++i) {
    const bool here = k < met.size() && met[k] == cells[i];
    k += here ? 1 : 0;
    out[i] = (here ? 1 : 0) + row_.site.cover.elsewhere;
  }
  return out;
}

std::vector<SiteTermValue> SiteRating::explain(uint32_t cell) const {
  std::vector<SiteTermValue> out;
  for (const Term& term : terms_) {
    std::vector<double> value(1), shaped(1);
    term.number.read({&cell, 1}, value);
    out.push_back({term.row->measure, value[0], term.row->weight, 0});
    shape(*term.row, value, shaped);
    out.back().contribution = term.row->weight * shaped[0];
  }
  return out;
}

namespace {

/// "at most 60", "above 0.3 and below 0.5", "one of red, black".
std::string limits_text(const SiteCondition& condition) {
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : " and ") + more; };
  if (condition.min) add("at least " + number_text(*condition.min));
  if (condition.above) add("above " + number_text(*condition.above));
  if (condition.max) add("at most " + number_text(*condition.max));
  if (condition.below) add("below " + number_text(*condition.below));
  for (size_t k = 0; k < condition.in.size(); ++k) text += (k == 0 ? "" : ", ") + condition.in[k];
  return text;
}

}  // namespace

std::vector<std::string> SiteRating::broken(uint32_t cell) const {
  std::vector<std::string> out;
  const size_t restricted = conditions_.size() - row_.site.require.size();  // by restrict_to
  for (size_t k = 0; k < row_.site.require.size(); ++k) {
    const Condition& condition = conditions_[restricted + k];
    const SiteCondition& stated = row_.site.require[k];
    std::vector<uint32_t> cells{cell};
    std::vector<double> value;
    keep(condition, cells, value);
    if (!cells.empty()) continue;
    out.push_back(stated.measure +
                  (condition.by_class ? " is none of " : " is " + decimal_text(value[0], 3) + ", asked ") +
                  limits_text(stated));
  }
  return out;
}

SiteTermValue site_luck(const PlacementInputs& inputs, Vec2 at_m) {
  constexpr double kSquare_m = 250;
  constexpr double kLuck = 0.2;
  const auto column = static_cast<int64_t>(std::floor(at_m.x / kSquare_m));
  const auto row = static_cast<int64_t>(std::floor(at_m.y / kSquare_m));
  const uint64_t stream = derive(inputs.seeds.of(SeedPart::landmarks).layout_stream(), "sites.luck");
  const uint64_t square = static_cast<uint64_t>(column) + (static_cast<uint64_t>(row) << 24);
  const double luck = -exact::log(random_uniform(stream, square));  // Exp(1)
  return {"luck", luck, kLuck, kLuck * luck};
}

std::vector<SiteTermValue> explain_site(const SiteInputs& site_inputs, LandmarkKind kind, uint32_t cell) {
  LandmarkRow row = site_inputs.inputs.tmpl.vocabulary.landmarks[static_cast<size_t>(kind)];
  if (row.role == LandmarkRole::seat) return explain_seat(site_inputs, cell);
  if (row.role == LandmarkRole::guard) row.site.prefer = guard_terms();
  std::vector<SiteTermValue> terms = SiteRating(site_inputs, row).explain(cell);
  if (row.role == LandmarkRole::guard)
    for (SiteTermValue& toll : explain_tolls(site_inputs, cell)) terms.push_back(std::move(toll));
  if (row.role == LandmarkRole::site)
    terms.push_back(site_luck(site_inputs.inputs, landmark_position(site_inputs.inputs.map.code.grid, cell)));
  return terms;
}

}  // namespace fw
