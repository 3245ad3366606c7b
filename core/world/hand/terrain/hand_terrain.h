#pragma once

#include "core/base/parallel/progress.h"
#include "core/world/land/island.h"
#include "core/world/landmarks/landmark_survey.h"
#include "core/world/layers/biomes.h"

// Heights that the designer changes (docs/hand-ground.md). What other stages read of the relief as a rank or
// in standard deviations stays measured against the natural relief: a hill changes the ranks of its own cells
// only.
namespace fw {

/// Whether a row that is on changes heights.
bool shapes_terrain(const Template& tmpl);

/// The island with its heights changed by the terrain rows in their order, then by the views that lower the
/// ground. Shore and distances stay. Outcomes of terrain rows are appended to Island::hand.
Island shape_terrain(const Template& tmpl, Island natural, const Progress& progress = {});

/// The watered island with the ground of lowered views at its own height: rivers move the ends of a line that
/// the plan grid opened, and other grids have other heights. Water and what lies below its surface beside it
/// stand.
Island open_views(const Template& tmpl, Island island);
/// Whether a view that is on lowers ground.
bool lowers_views(const Template& tmpl);

/// Cells whose heights differ.
Mask shaped_cells(const Island& natural, const Island& shaped);

/// An island and what is derived from it, by reference.
struct ReliefOf {
  const Island& island;
  const Relief& relief;
};

/// The shaped relief's values ranked among the natural ones; a cell whose value stands keeps its rank's bits.
ReliefRanks rank_among_natural(const ReliefOf& natural, const ReliefRanks& natural_ranks,
                               const ReliefOf& shaped);
/// The same for the survey of landmarks; moments are the natural ones.
LandmarkTerrain survey_among_natural(const ReliefOf& natural, const LandmarkTerrain& natural_terrain,
                                     const ReliefOf& shaped);

}  // namespace fw
