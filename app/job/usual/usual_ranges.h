#pragma once

#include "core/measure/audit/audit_json.h"
#include "core/model/template/template.h"

namespace fw {

/// The ranges that the program ships for the template as it is; empty without.
UsualRanges shipped_ranges(const Template& tmpl, int resolution);

}  // namespace fw
