#pragma once

#include <string>

#include "core/base/result.h"
#include "core/model/template/template.h"
#include "core/model/world/world.h"
#include "core/simulation/simulation.h"

namespace fw {

enum class ProgramLanguage { c, python };

/// A program over the library (docs/library.md, 17) that makes the world and, on its land, the crowd or the
/// schedule of the request, or the pools of every class: parameters are set where they differ from the
/// method's own. A crowd with bodies is steered by a handle of its own. It steps a hundred ticks and prints
/// the digest. A game owns players, motion and deaths: none of the scripted ones are in it, and agents of a
/// schedule stand where a crowd begins. Errors: a usage error for a coordinator that the library has no
/// functions for; those of simulation_parameters() and of settings; a usage error for a crowd with goals, and
/// if parts of the world have seeds of their own, which the library does not take.
Result<std::string> simulation_program(ProgramLanguage language, const SimulationRequest& request,
                                       const Template& tmpl, const World& world);

}  // namespace fw
