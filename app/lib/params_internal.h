#pragma once

#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "app/lib/fieldwright.h"
#include "core/action/action.h"
#include "core/base/result.h"
#include "core/crowd/crowd.h"
#include "core/model/template/tuning.h"
#include "core/spawn/spawn.h"

// The parameters behind fw_params; private to this room.

struct fw_params {
  using Held = std::variant<fw::NoiseStack, fw::CrowdParams, fw::ActionParams, fw::SpawnParams>;
  Held held;
  Held preset;                          ///< of the method, as it was at first
  bool clock = false;                   ///< action: the schedule without state (core/action/action_clock.h)
  std::vector<std::string_view> set{};  ///< paths of rows that the caller has set
};

namespace fw::lib {

std::span<const TuningRow<NoiseStack>> rows_of(const NoiseStack&);
std::span<const TuningRow<CrowdParams>> rows_of(const CrowdParams&);
std::span<const TuningRow<ActionParams>> rows_of(const ActionParams&);
std::span<const TuningRow<SpawnParams>> rows_of(const SpawnParams&);

/// The parameters of a kind; usage error for null, and for another kind's.
template <typename T>
Result<T> params_of(const fw_params* params, const char* kind) {
  if (params == nullptr)
    return Error{ErrorKind::usage, std::string(kind) + " parameters: found NULL, expected fw_params"};
  if (const T* held = std::get_if<T>(&params->held)) return *held;
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
template <typename T>
uint64_t identity_of(const T& params, uint64_t start) {
  uint64_t word = start;
  for (const auto& row : rows_of(params))
    word = splitmix64(word ^ fnv1a64(row.rule.path)) ^ std::bit_cast<uint64_t>(row.get(params) + 0.0);
  return splitmix64(word);
}

}  // namespace fw::lib
