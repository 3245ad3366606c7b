#pragma once

#include <string>
#include <vector>

#include "core/world/landmarks/landmark_survey.h"
#include "core/world/landmarks/standing.h"

// Landmarks by hand (docs/hand-ground.md, landmarks): pins whose class is a kind of landmark, and bans, areas
// of density 0 and cleared views whose words name kinds.
namespace fw {

/// Whether a row that is on concerns landmarks or tracks themselves.
bool concerns_landmarks(const Template& tmpl);

/// Paths of the rows that concern landmarks, for the keys of stages: "hand.pins[3].".
std::vector<std::string> landmark_row_paths(const Template& tmpl);
/// The same of forced tracks and what they hold on to.
std::vector<std::string> line_row_paths(const Template& tmpl);

/// What every kind's solver finds standing. `survey` = that of the ground by hand, `natural` = the natural
/// world's landmarks, of all kinds.
StandingLandmarks standing_landmarks(const PlacementInputs& inputs, const LandmarkSurvey& survey,
                                     const LandmarkPlan& natural);

/// What is told of pins, bans and areas that concern landmarks. Rows that cannot be read are told by the
/// points' stages.
HandTold tell_landmarks(const PlacementInputs& inputs, const LandmarkPlan& natural);

}  // namespace fw
