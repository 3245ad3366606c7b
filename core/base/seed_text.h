#pragma once

#include <string>

#include "core/base/seed.h"

namespace fw {

/// "42", or "layout=1,noise=2,place=3" where the streams differ, then the parts with a seed of their own
/// ("42,danger=7"): what --seed reads back.
inline std::string seed_text(const SeedBundle& seeds) {
  const bool one = seeds.layout == seeds.noise && seeds.layout == seeds.place;
  std::string text = one ? std::to_string(seeds.layout)
                         : "layout=" + std::to_string(seeds.layout) +
                               ",noise=" + std::to_string(seeds.noise) +
                               ",place=" + std::to_string(seeds.place);
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (seeds.parts[part])
      text += "," + std::string(kSeedPartSlugs[part]) + "=" + std::to_string(*seeds.parts[part]);
  return text;
}

}  // namespace fw
