#include "core/experiment/summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/exact/exact_math.h"
#include "core/experiment/published.h"

namespace fw {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Probability that a Student variable lies in [-t, t].
double student_share(double t, int degrees) {
  const double nu = degrees;
  const double radius = std::sqrt(nu + t * t);
  const double sine = t / radius, cosine = std::sqrt(nu) / radius;
  const double square = cosine * cosine;
  double term = degrees % 2 == 0 ? 1.0 : cosine, sum = 0;
  for (int k = degrees % 2 == 0 ? 2 : 3; k <= degrees; k += 2) {
    sum += term;
    term *= square * (k - 1) / k;
  }
  if (degrees % 2 == 0) return sine * sum;
  return 2 / std::numbers::pi * (exact::atan2(sine, cosine) + sine * sum);
}

using GroupText = std::tuple<std::string, std::string, std::string, std::string, std::string>;

GroupText text_of(const GroupKey& g) {
  return {g.study, g.preset, g.scale, g.variant, g.method};
}

Verdict judge(const SummaryRow& row) {
  if (!row.reference || row.n == 0) return Verdict::none;
  if (row.n < kLeastJudgedSeeds) return Verdict::too_few;
  const bool inside = row.mean >= row.reference->low && row.mean <= row.reference->high;
  return inside ? Verdict::inside : Verdict::outside;
}

SummaryRow summary_row(const RunRow& like, std::span<const double> values) {
  const Estimate e = estimate(values);
  SummaryRow row;
  row.group = like.run.group;
  row.metric = like.metric;
  row.unit = like.unit;
  row.mean = e.mean;
  row.ci95 = e.ci95;
  row.n = e.n;
  row.published = published_value(row.group, row.metric);
  if (row.published && e.n > 0) row.deviation = e.mean - *row.published;
  row.reference = reference_band(row.group, row.metric, e);
  row.verdict = judge(row);
  return row;
}

/// Indices of items with equal keys, groups in order of first appearance.
template <typename Item, typename KeyOf>
std::vector<std::vector<size_t>> group_by(std::span<const Item> items, KeyOf key_of) {
  std::vector<std::vector<size_t>> groups;
  std::map<decltype(key_of(items[0])), size_t> place;
  for (size_t i = 0; i < items.size(); ++i) {
    const auto [found, fresh] = place.try_emplace(key_of(items[i]), groups.size());
    if (fresh) groups.emplace_back();
    groups[found->second].push_back(i);
  }
  return groups;
}

}  // namespace

double student_t95(int degrees) {
  assert(degrees >= 1);
  double low = 0, high = 16;  // 12.706 at one degree of freedom
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (student_share(middle, degrees) < 0.95 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double Estimate::standard_error() const {
  return n > 0 ? sd / std::sqrt(static_cast<double>(n)) : kNan;
}

Estimate estimate(std::span<const double> values) {
  Estimate e{kNan, kNan, kNan, 0};
  double sum = 0;
  for (const double value : values)
    if (std::isfinite(value)) sum += value, ++e.n;
  if (e.n == 0) return e;
  e.mean = sum / e.n;
  if (e.n == 1) return e;
  double squares = 0;
  for (const double value : values)
    if (std::isfinite(value)) squares += (value - e.mean) * (value - e.mean);
  e.sd = std::sqrt(squares / (e.n - 1));
  e.ci95 = student_t95(e.n - 1) * e.standard_error();
  return e;
}

std::vector<SummaryRow> summarise(std::span<const RunRow> rows) {
  std::vector<SummaryRow> summary;
  const auto key_of = [](const RunRow& row) { return std::pair(text_of(row.run.group), row.metric); };
  for (const auto& members : group_by(rows, key_of)) {
    std::vector<double> values;
    for (const size_t i : members) values.push_back(rows[i].value);
    summary.push_back(summary_row(rows[members.front()], values));
  }
  return summary;
}

std::vector<SeriesMean> average(std::span<const Series> series) {
  std::vector<SeriesMean> means;
  const auto key_of = [](const Series& s) { return std::pair(text_of(s.run.group), s.name); };
  for (const auto& members : group_by(series, key_of)) {
    const Series& first = series[members.front()];
    SeriesMean mean{first.run.group, first.name, first.unit, first.x_name, first.x_unit, first.x, {}, {}};
    for (size_t at = 0; at < first.x.size(); ++at) {
      std::vector<double> values;
      for (const size_t i : members)
        if (at < series[i].y.size()) values.push_back(series[i].y[at]);
      const Estimate e = estimate(values);
      mean.mean.push_back(e.mean);
      mean.ci95.push_back(e.ci95);
    }
    means.push_back(std::move(mean));
  }
  return means;
}

bool any_outside(std::span<const SummaryRow> summary) {
  return std::any_of(summary.begin(), summary.end(),
                     [](const SummaryRow& row) { return row.verdict == Verdict::outside; });
}

}  // namespace fw
