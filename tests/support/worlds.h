#pragma once

#include <QString>
#include <algorithm>
#include <memory>
#include <string>

#include "core/model/world/digest.h"
#include "core/world/generate.h"

namespace fw::test {

/// The world of a template under one seed; `resolution` is cells along the frame's longer side.
inline std::shared_ptr<const World> world_of(const Template& tmpl, uint64_t seed, int resolution = 96) {
  return generate(tmpl, SeedBundle::from_master(seed), resolution).value();
}

/// Names of the digests in which two worlds differ; "" = none.
inline QString differing(const World& a, const World& b) {
  QString names;
  const auto of_a = world_digests(a), of_b = world_digests(b);
  for (size_t i = 0; i < of_a.size(); ++i)
    if (of_a[i] != of_b[i]) names += QString::fromStdString(of_a[i].first) + " ";
  return names;
}

/// What came of a row of the hand; an empty one where the world has none of it.
inline const HandOutcome& outcome(const World& world, const std::string& id) {
  static const HandOutcome none;
  const auto at = std::ranges::find_if(world.hand, [&](const HandOutcome& o) { return o.id == id; });
  return at == world.hand.end() ? none : *at;
}

}  // namespace fw::test
