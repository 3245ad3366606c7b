#include "core/template/check/share_advice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/number_text.h"
#include "core/model/cure.h"

namespace fw {
namespace {

constexpr double kLeastShare = 0.01;
constexpr double kSame = 1e-9;

}  // namespace

std::string ways_out(const std::vector<std::string>& ways) {
  std::string text;
  for (const std::string& way : ways)
    if (!way.empty()) text += (text.empty() ? "" : ", or ") + way;
  return text.empty() ? text : " " + sentence_case(text) + ".";
}

Cure share_advice(const StatedShares& stated, size_t row, double share) {
  const bool lower = share < stated.shares[row];
  share = lower ? std::floor(share * 1e4 + 1e-6) / 1e4 : std::ceil(share * 1e4 - 1e-6) / 1e4;
  if (share < 0 || share > 1) return {};
  double left = std::fabs(share - stated.shares[row]);
  const auto change = [&](size_t k, bool less, double to) {
    return PathEdit{less ? PathEdit::Verb::lower : PathEdit::Verb::raise,
                    stated.table + "." + stated.ids[k] + ".share", decimal_text(to, 9)};
  };
  Cure changes{change(row, lower, share)};
  std::vector<size_t> others(stated.ids.size());
  std::iota(others.begin(), others.end(), size_t{0});
  std::erase_if(others, [&](size_t k) { return k == row || !stated.may_change[k]; });
  std::stable_sort(others.begin(), others.end(),
                   [&](size_t a, size_t b) { return stated.shares[a] > stated.shares[b]; });
  for (const size_t k : others) {
    if (left < kSame) break;
    const double part = lower ? left : std::min(left, std::max(0.0, stated.shares[k] - kLeastShare));
    if (part < kSame) continue;
    changes.push_back(change(k, !lower, stated.shares[k] + (lower ? part : -part)));
    left -= part;
  }
  return left >= kSame ? Cure{} : changes;
}

}  // namespace fw
