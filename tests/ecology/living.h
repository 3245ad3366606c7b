#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "core/ecology/ecology.h"
#include "tests/support/templates.h"
#include "tests/support/worlds.h"

// Worlds over time for tests.
namespace fw::test {

/// WindswardLiving without erosion and waters, with settings as `--set` takes them; two levels of animals.
inline Template living(const std::vector<std::string>& settings = {}) {
  std::vector<std::string> all{"relief.erosion=none", "land.drowned=0"};
  all.insert(all.end(), settings.begin(), settings.end());
  return without_water(builtin("WindswardLiving", all));
}

/// Its world under seed 42 at few cells.
inline std::shared_ptr<const World> living_world(const Template& tmpl, int resolution = 128) {
  return world_of(tmpl, 42, resolution);
}

/// The place of a class of animals; the number of classes if it is not there.
inline size_t class_place(const Ecology& ecology, std::string_view slug) {
  size_t c = 0;
  while (c < ecology.stocks.web.classes.size() && ecology.stocks.web.classes[c].slug != slug) ++c;
  return c;
}

inline double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
  for (size_t i = 0; i < a.size(); ++i) ma += a[i], mb += b[i];
  ma /= double(a.size()), mb /= double(b.size());
  for (size_t i = 0; i < a.size(); ++i)
    aa += (a[i] - ma) * (a[i] - ma), bb += (b[i] - mb) * (b[i] - mb), ab += (a[i] - ma) * (b[i] - mb);
  return ab / std::sqrt(aa * bb);
}

}  // namespace fw::test
