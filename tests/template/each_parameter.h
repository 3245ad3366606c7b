#pragma once

#include "core/template/parameters/parameters.h"

namespace fw::test {

/// Every scalar of a template: visit(path, parameter, place).
template <typename Visit>
void each_parameter(const Template& tmpl, Visit visit) {
  for (const Parameter& parameter : parameters())
    each_place(parameter, tmpl,
               [&](ParameterPlace at) { visit(concrete_path(parameter, tmpl, at), parameter, at); });
}

}  // namespace fw::test
