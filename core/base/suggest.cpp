#include "core/base/suggest.h"

#include <algorithm>

namespace fw {
namespace {

constexpr size_t kLongestWord = 100;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b, size_t most) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> now(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  size_t least_of_last = 0;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t least = now[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      now[j] = std::min(std::min(last[j], now[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
      const bool swapped =
          i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
      least = std::min(least, now[j]);
    }
    // A later row adds to one of the two before it.
    if (std::min(least, least_of_last) >= most) return most;
    least_of_last = least;
    std::swap(before, last);
    std::swap(last, now);
  }
  return std::min(last[b.size()], most);
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > kLongestWord) return "";
  std::string best;
  size_t least = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const auto [shorter, longer] = std::minmax({word.size(), candidate.size()});
    if (longer - shorter >= least) continue;  // so many edits at least
    const size_t distance = edit_distance(word, candidate, least);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? "" : "; did you mean " + best + "?";
}

}  // namespace fw
