#include "core/model/template/mix_shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fw {
namespace {

constexpr double kFinest = 1e9;      // rounding that removes the residue of sums and differences
constexpr double kRescaleTo = 1e6;   // rounding of parts that are scaled along with another one
constexpr double kSumsToOne = 1e-9;  // a thousandth of the format's tolerance

double rounded(double value, double per_unit) {
  return std::round(value * per_unit) / per_unit;
}

/// Rounds down, so that the remaining part is never negative.
double rounded_down(double value) {
  return std::floor(value * kRescaleTo + 1e-3) / kRescaleTo;
}

double sum_besides(const Shares& shares, size_t part) {
  double sum = 0;
  for (size_t k = 0; k < shares.size(); ++k)
    if (k != part) sum += shares[k];
  return sum;
}

/// The part takes the remainder: the sum is 1 again, and errors do not accumulate during a drag.
void settle(Shares& shares, size_t part) {
  shares[part] = std::max(0.0, rounded(1 - sum_besides(shares, part), kFinest));
}

}  // namespace

Shares normalised(const Shares& shares) {
  Shares out = shares;
  for (double& share : out) share = std::max(share, 0.0);
  const double sum = std::accumulate(out.begin(), out.end(), 0.0);
  if (std::fabs(sum - 1) <= kSumsToOne) return out;
  for (double& share : out)
    share = rounded_down(sum > 0 ? share / sum : 1.0 / static_cast<double>(out.size()));
  settle(out, static_cast<size_t>(std::max_element(out.begin(), out.end()) - out.begin()));
  return out;
}

BorderParts parts_at(const Locks& locks, size_t border) {
  BorderParts parts{border, border + 1, false};
  while (parts.left > 0 && locks[parts.left]) --parts.left;
  while (parts.right + 1 < locks.size() && locks[parts.right]) ++parts.right;
  parts.movable = !locks[parts.left] && !locks[parts.right];
  return parts;
}

Shares traded(const Shares& shares, const Locks& locks, size_t border, double delta, double grain) {
  Shares out = normalised(shares);
  const BorderParts parts = parts_at(locks, border);
  if (!parts.movable) return out;
  const double both = out[parts.left] + out[parts.right];
  const double wanted = std::clamp(out[parts.left] + delta, 0.0, both);
  const double left = std::min(rounded(wanted, 1 / grain), both);
  if (wanted >= both) {
    out[parts.right] = 0;
    settle(out, parts.left);
  } else {
    out[parts.left] = left;
    settle(out, parts.right);
  }
  return out;
}

Shares with_share(const Shares& shares, const Locks& locks, size_t part, double share) {
  Shares out = normalised(shares);
  double locked = 0, others = 0;
  size_t free_parts = 0, largest = part;
  for (size_t k = 0; k < out.size(); ++k) {
    if (k == part) continue;
    if (locks[k]) {
      locked += out[k];
      continue;
    }
    others += out[k];
    ++free_parts;
    if (largest == part || out[k] > out[largest]) largest = k;
  }
  if (free_parts == 0) return out;
  const double room = std::max(0.0, 1 - locked);
  out[part] = std::clamp(share, 0.0, room);
  const double rest = room - out[part];
  for (size_t k = 0; k < out.size(); ++k) {
    if (k == part || locks[k]) continue;
    const double of_rest = others > 0 ? out[k] / others : 1.0 / static_cast<double>(free_parts);
    out[k] = rounded_down(rest * of_rest);
  }
  settle(out, largest);
  return out;
}

}  // namespace fw
