#include "core/experiment/sweeps_internal.h"

#include "core/model/methods.h"
#include "core/model/number_text.h"

namespace fw {
namespace {

/// The heading frequency that a field sweep of the crowd is relative to, for methods with a potential.
constexpr double kNominalHeadingFrequency = 0.01;

std::vector<Variant> crowd_fields() {
  std::vector<Variant> variants;
  const double triples[3][3] = {{0.006, 0.0065, 0.001}, {0.01, 0.011, 0.002}, {0.016, 0.017, 0.004}};
  for (const auto& [heading, speed, drift] : triples) {
    Variant v;
    v.name = "f" + number_text(heading) + "_fv" + number_text(speed) + "_drift" + number_text(drift);
    v.heading_frequency = heading;
    v.speed_frequency = speed;
    v.drift_per_s = drift;
    variants.push_back(v);
  }
  return variants;
}

std::vector<Variant> crowd_sizes() {
  std::vector<Variant> variants;
  for (const size_t agents : {500, 1000, 2000, 4000}) {
    Variant v;
    v.name = "n" + std::to_string(agents);
    v.agents = agents;
    variants.push_back(v);
  }
  return variants;
}

std::vector<Variant> action_fields() {
  std::vector<Variant> variants;
  for (const double frequency : {0.005, 0.01, 0.02})
    for (const int octaves : {3, 4, 5})
      for (const double persistence : {0.45, 0.55})
        for (const double lacunarity : {1.8, 2.2}) {
          Variant v;
          v.name = "f" + number_text(frequency) + "_k" + std::to_string(octaves) + "_p" +
                   number_text(persistence) + "_l" + number_text(lacunarity);
          v.field_frequency = frequency;
          v.octaves = octaves;
          v.persistence = persistence;
          v.lacunarity = lacunarity;
          variants.push_back(v);
        }
  return variants;
}

}  // namespace

Result<std::vector<Variant>> sweep_variants(Study study, Sweep sweep) {
  if (sweep == Sweep::none) {
    Variant nominal;
    nominal.name = kNominalVariant;
    return std::vector<Variant>{nominal};
  }
  if (study == Study::crowd) return sweep == Sweep::field ? crowd_fields() : crowd_sizes();
  if (study == Study::action && sweep == Sweep::field) return action_fields();
  const std::string known = study == Study::action ? "none or field" : "none";
  return Error{ErrorKind::usage, "--sweep " + std::string(kSweepSlugs[static_cast<size_t>(sweep)]) +
                                     ": the " + std::string(kStudySlugs[static_cast<size_t>(study)]) +
                                     " study has no such sweep; expected " + known};
}

bool sweep_concerns(Study study, Sweep sweep, std::string_view method) {
  if (sweep != Sweep::field) return true;
  const Method* known = find_method(study, method);
  return known != nullptr && known->reads_field;
}

void apply(const Variant& v, CrowdSetup& setup) {
  if (v.agents > 0) setup.scale.agents = v.agents;
  if (v.heading_frequency <= 0) return;
  CrowdParams& p = setup.params;
  p.heading.wavelength_m = 1 / v.heading_frequency;
  p.speed.wavelength_m = 1 / v.speed_frequency;
  // The wavelength of a potential changes by the same factor; curlnoise's then has the heading's frequency.
  p.potential.wavelength_m *= kNominalHeadingFrequency / v.heading_frequency;
  p.heading.drift_per_s = p.speed.drift_per_s = p.potential.drift_per_s = v.drift_per_s;
}

void apply(const Variant& v, ActionSetup& setup) {
  if (v.field_frequency <= 0) return;
  NoiseStack& field = setup.params.field;
  field.wavelength_m = 1 / v.field_frequency;
  field.octaves = v.octaves;
  field.persistence = v.persistence;
  field.lacunarity = v.lacunarity;
}

}  // namespace fw
