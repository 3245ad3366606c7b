#pragma once

#include "core/world/places/name_lists.h"
#include "core/world/regions/regions.h"

namespace fw::test {

/// The regions of a template under one seed, with owners and names.
struct MadeRegions {
  Template tmpl;
  SeedBundle seeds;
  Island island;
  RegionMap map;
};

inline MadeRegions made_regions(const Template& tmpl, uint64_t seed, int resolution) {
  MadeRegions m{tmpl, SeedBundle::from_master(seed), {}, {}};
  m.island = make_island(tmpl, m.seeds, frame_grid(tmpl.frame, resolution));
  m.map = make_regions(tmpl, m.seeds, m.island);
  Naming naming = begin_names(tmpl);
  name_regions(m.map, tmpl, m.seeds, naming);
  return m;
}

}  // namespace fw::test
