#pragma once

#include <QString>
#include <functional>
#include <string>
#include <vector>

#include "core/model/finding.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"

namespace fw {

/// An edit that mends a conflict: "Raise biomes, snow to 6.6 %".
struct HandFix {
  QString text;
  std::function<void(Template&)> apply;
};

/// Where rows of the hand contradict the template, one another or the ground.
struct HandConflict {
  Severity severity = Severity::warning;
  QString text;
  std::vector<std::string> rows;  ///< ids, at least one
  std::vector<Cure> cures{};      ///< of the finding
};

/// Findings that name rows of the hand, and rows that the world suspends without one; worst first.
std::vector<HandConflict> hand_conflicts(const Template& tmpl, const Findings& of_template,
                                         const World* world);
/// What would mend it, the smallest change first; switching the rows off comes last.
std::vector<HandFix> fixes_of(const HandConflict& conflict, const Template& tmpl, const World* world);

/// The nearest place on ground that carries content; nothing where there is none.
std::optional<Vec2> nearest_ground(const World& world, Vec2 place_m);

}  // namespace fw
