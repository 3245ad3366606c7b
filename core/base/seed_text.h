#pragma once

#include <string>

#include "core/base/seed.h"

namespace fw {

/// "42", or "layout=1,noise=2,place=3" where the streams differ: what --seed reads back.
inline std::string seed_text(const SeedBundle& seeds) {
  if (seeds == SeedBundle::from_master(seeds.layout)) return std::to_string(seeds.layout);
  return "layout=" + std::to_string(seeds.layout) + ",noise=" + std::to_string(seeds.noise) +
         ",place=" + std::to_string(seeds.place);
}

}  // namespace fw
