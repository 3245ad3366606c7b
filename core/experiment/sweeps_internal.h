#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/experiment/protocol.h"

// The variants of a sweep; private to this room.
namespace fw {

/// A named change of a run's parameters.
struct Variant {
  std::string name;
  double heading_frequency = 0;  ///< crowd field sweep: cycles per metre; 0 = unchanged
  double speed_frequency = 0;
  double drift_per_s = 0;
  size_t agents = 0;           ///< crowd agents sweep; 0 = the scale's
  double field_frequency = 0;  ///< action field sweep: cycles per metre; 0 = unchanged
  int octaves = 0;
  double persistence = 0;
  double lacunarity = 0;
};

/// The variants of a study's sweep (one nominal variant for Sweep::none). Usage error if the study has no
/// such sweep.
Result<std::vector<Variant>> sweep_variants(Study study, Sweep sweep);
/// Whether a sweep changes a method: field sweeps concern methods that read a field.
bool sweep_concerns(Study study, Sweep sweep, std::string_view method);

void apply(const Variant& variant, CrowdSetup& setup);
void apply(const Variant& variant, ActionSetup& setup);

}  // namespace fw
