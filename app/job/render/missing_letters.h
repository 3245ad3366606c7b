#pragma once

#include "core/model/finding.h"
#include "core/model/template/template.h"

namespace fw {

/// A warning for the characters of a template's texts that no font has, neither the plates' nor one of this
/// machine: they are drawn as boxes. At most one finding for each group of texts.
Findings missing_letters(const Template& tmpl);

}  // namespace fw
