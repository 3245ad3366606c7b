#include "core/search/effects.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/exact/rng.h"

namespace fw {
namespace {

constexpr size_t kBootstraps = 200;
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum / static_cast<double>(values.size());
}

/// Divisor n - 1; 0 for fewer than two.
double deviation_of(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = mean_of(values);
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

/// The values at a, b and the mixed points of one sample.
struct SobolSample {
  double a, b;
  std::span<const double> mixed;
};

/// First and total shares of all parameters, from chosen samples.
struct SobolShares {
  std::vector<double> first, total;
};

SobolShares shares_of(const std::vector<SobolSample>& samples, const std::vector<size_t>& chosen,
                      size_t dimensions) {
  std::vector<double> all;
  for (const size_t j : chosen) {
    all.push_back(samples[j].a);
    all.push_back(samples[j].b);
  }
  const double mean = all.empty() ? 0 : mean_of(all);
  double variance = 0;
  for (const double v : all) variance += (v - mean) * (v - mean);
  variance /= std::max<double>(1, static_cast<double>(all.size()));
  SobolShares out{std::vector<double>(dimensions, 0), std::vector<double>(dimensions, 0)};
  if (!(variance > 0)) return out;
  const auto n = static_cast<double>(chosen.size());
  for (size_t d = 0; d < dimensions; ++d) {
    double first = 0, total = 0;
    for (const size_t j : chosen) {
      const SobolSample& s = samples[j];
      first += (s.b - mean) * (s.mixed[d] - s.a);
      total += (s.a - s.mixed[d]) * (s.a - s.mixed[d]);
    }
    out.first[d] = first / n / variance;
    out.total[d] = total / (2 * n) / variance;
  }
  return out;
}

/// The 2.5th and 97.5th percentile.
std::pair<double, double> interval_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  return {at(0.025), at(0.975)};
}

}  // namespace

std::vector<MorrisEffect> morris_effects(std::span<const UnitPoint> points, std::span<const double> values) {
  if (points.empty()) return {};
  const size_t dimensions = points.front().size();
  std::vector<std::vector<double>> effects(dimensions);
  for (size_t k = 1; k < points.size(); ++k) {
    if (k % (dimensions + 1) == 0) continue;  // a new trajectory
    for (size_t d = 0; d < dimensions; ++d) {
      const double moved = points[k][d] - points[k - 1][d];
      if (moved == 0) continue;
      const double effect = (values[k] - values[k - 1]) / moved;
      if (std::isfinite(effect)) effects[d].push_back(effect);
    }
  }
  std::vector<MorrisEffect> out(dimensions);
  for (size_t d = 0; d < dimensions; ++d) {
    if (effects[d].empty()) continue;
    std::vector<double> sizes;
    for (const double e : effects[d]) sizes.push_back(std::abs(e));
    out[d] = {mean_of(effects[d]), mean_of(sizes), deviation_of(effects[d]), effects[d].size()};
  }
  return out;
}

std::vector<SobolIndex> sobol_indices(size_t dimensions, std::span<const double> values, uint64_t stream) {
  std::vector<SobolSample> samples;
  const size_t stride = dimensions + 2;
  for (size_t at = 0; at + stride <= values.size(); at += stride) {
    const std::span<const double> own = values.subspan(at, stride);
    if (std::all_of(own.begin(), own.end(), [](double v) { return std::isfinite(v); }))
      samples.push_back({own[0], own[1], own.subspan(2)});
  }
  std::vector<SobolIndex> out(dimensions);
  if (samples.empty()) return out;
  std::vector<size_t> chosen(samples.size());
  for (size_t j = 0; j < chosen.size(); ++j) chosen[j] = j;
  const SobolShares whole = shares_of(samples, chosen, dimensions);
  std::vector<std::vector<double>> first(dimensions), total(dimensions);
  RandomCursor cursor{stream};
  for (size_t b = 0; b < kBootstraps; ++b) {
    for (size_t& j : chosen) j = cursor.below(samples.size());
    const SobolShares again = shares_of(samples, chosen, dimensions);
    for (size_t d = 0; d < dimensions; ++d) {
      first[d].push_back(again.first[d]);
      total[d].push_back(again.total[d]);
    }
  }
  for (size_t d = 0; d < dimensions; ++d) {
    const auto of_first = interval_of(first[d]), of_total = interval_of(total[d]);
    out[d] = {whole.first[d], of_first.first, of_first.second,
              whole.total[d], of_total.first, of_total.second};
  }
  return out;
}

TemplateOrLuck template_or_luck(const std::vector<std::vector<double>>& values) {
  std::vector<const std::vector<double>*> rows;
  for (const std::vector<double>& row : values)
    if (std::all_of(row.begin(), row.end(), [](double v) { return std::isfinite(v); })) rows.push_back(&row);
  if (rows.size() < 2 || rows.front()->size() < 2) return {kNone, kNone, kNone, kNone, kNone, kNone};
  const size_t seeds = rows.front()->size();
  std::vector<double> point_means, seed_means(seeds, 0), all;
  double within = 0;
  for (const auto* row : rows) {
    point_means.push_back(mean_of(*row));
    const double sd = deviation_of(*row);
    within += sd * sd;
    for (size_t s = 0; s < seeds; ++s) {
      seed_means[s] += (*row)[s] / static_cast<double>(rows.size());
      all.push_back((*row)[s]);
    }
  }
  TemplateOrLuck out;
  out.sd_points = deviation_of(point_means);
  out.sd_seeds = std::sqrt(within / static_cast<double>(rows.size()));
  out.ratio = out.sd_points / out.sd_seeds;
  const double mean = mean_of(all);
  double total = 0, by_point = 0, by_seed = 0;
  for (const double v : all) total += (v - mean) * (v - mean);
  for (const double m : point_means) by_point += (m - mean) * (m - mean) * static_cast<double>(seeds);
  for (const double m : seed_means) by_seed += (m - mean) * (m - mean) * static_cast<double>(rows.size());
  out.share_point = by_point / total;
  out.share_seed = by_seed / total;
  out.share_rest = (total - by_point - by_seed) / total;
  return out;
}

}  // namespace fw
