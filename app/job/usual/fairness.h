#pragma once

#include <memory>

#include "core/model/template/template.h"
#include "core/model/world/audit_report.h"
#include "core/model/world/world.h"

namespace fw {

/// How factions fare in a world, beside the usual ranges that the program ships for the template as it is;
/// made when it is asked for.
std::shared_ptr<const Lazy<FairnessReport>> fairness_of(std::shared_ptr<const World> world,
                                                        std::shared_ptr<const Template> tmpl);

}  // namespace fw
