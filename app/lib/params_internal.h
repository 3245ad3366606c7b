#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lib/fieldwright.h"
#include "core/base/result.h"
#include "core/field/noise/noise.h"
#include "core/model/template/tuning.h"

// The parameters behind fw_params; private to this room.

struct fw_params {
  size_t kind = 0;                      ///< place in the table of kinds (params.cpp)
  fw::TunedParams held;                 ///< NoiseStack, CrowdParams, ActionParams or SpawnParams
  fw::TunedParams preset;               ///< of the method, as it was at first
  bool clock = false;                   ///< action: the schedule without state (core/action/action_clock.h)
  std::vector<std::string_view> set{};  ///< paths of rows that the caller has set
};

namespace fw::lib {

/// The parameters of a kind; usage error for null, and for another kind's.
template <typename T>
Result<T> params_of(const fw_params* params, const char* kind) {
  if (params == nullptr)
    return Error{ErrorKind::usage, std::string(kind) + " parameters: found NULL, expected fw_params"};
  if (const T* held = params->held.as<T>()) return *held;
  return Error{ErrorKind::usage, "parameters of another kind, expected those of fw_params_open with \"" +
                                     std::string(kind) + "\""};
}

/// Usage error for a stack whose finest octave is too fine: lattice cells are counted in 32 bits, and a place
/// within 1e7 m must have one. `path`: of the stack. `wavelength_m`: of its first octave.
Result<Done> check_finest(const NoiseStack& stack, double wavelength_m, const char* path);
inline Result<Done> check_finest(const NoiseStack& stack, const char* path) {
  return check_finest(stack, stack.wavelength_m, path);
}

/// A number that tells one method with its parameters from another: of every row's path and value.
uint64_t identity_of(const TunedParams& params, uint64_t start);

}  // namespace fw::lib
