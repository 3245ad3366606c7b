#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/finding.h"
#include "render/map/list/display_list.h"

namespace fw {

/// How well one map of a plate can be read.
struct PlateFigures {
  std::string map;         ///< slug of the view; of the zoom plate's windows with their letter
  double denominator = 0;  ///< of the scale
  double land_cm2 = 0;     ///< of the part that is shown, on the page
  int64_t names = 0, symbols = 0;
  double least_pt = 0;     ///< smallest letters of names; 0 without any
  int64_t overlaps = 0;    ///< pairs of names that cover each other
  int64_t on_symbols = 0;  ///< names that cover a symbol
  int64_t on_realms = 0;   ///< names that cover a letter of a realm's name
  double over_lines = 0;   ///< share of the length of level names that lies over lines
  struct Part {
    int64_t all = 0, shown = 0, named = 0;
  };
  Part seats, capitals, sites;                         ///< of the kinds that the map asks for
  int64_t rare = 0, rare_shown = 0, rare_symbols = 0;  ///< points, those shown, symbols that stand for them
  RealmNames realms;                                   ///< without labels
};

/// The figures of a map that is made. Parts are of the whole world, also where the map is a window.
PlateFigures plate_figures(std::string map, const DisplayList& shown);

/// What is read badly: `plate_crowded` for an overview above the limits of docs/plates.md. Info.
Findings plate_findings(const std::vector<PlateFigures>& figures);

/// plates.json (docs/formats.md): the maps and what was found.
std::string plates_json(const std::vector<PlateFigures>& figures);

}  // namespace fw
