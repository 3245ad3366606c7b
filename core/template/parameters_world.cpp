#include "core/base/seed.h"
#include "core/model/tuning.h"
#include "core/template/parameter_rows.h"

namespace fw::table {
namespace {

constexpr std::array<std::string_view, 2> kLayerModeWords{"balanced", "strict_quantile"};
constexpr std::array<std::string_view, 2> kDangerModeWords{"calibrated", "raw_thresholds"};

void add_identity(Builder& table) {
  table.add(required(row(
      ParameterType::name, {"name", "", "", 1, 64, "What the template is called; no slashes."},
      [](auto& t, size_t) -> auto& { return t.name; })));
  table.add(outside_digest(row(
      ParameterType::text, {"description", "", "", 0, 2000, "For people; outside the digest."},
      [](auto& t, size_t) -> auto& { return t.description; })));
  table.add(outside_digest(row(
      ParameterType::integer,
      {"seed", "", "", 0, static_cast<double>(kMaxSeed),
       "Seed used when none is given on the command line; outside the digest."},
      [](auto& t, size_t) -> auto& { return t.seed; })));
  table.number(
      {"anchor_lon_deg", "", "deg", -180, 180, "Longitude of the frame's centre in the WGS 84 copy."},
      [](auto& t, size_t) -> auto& { return t.anchor_lon_deg; });
  table.number(
      {"anchor_lat_deg", "", "deg", -90, 90, "Latitude of the frame's centre in the WGS 84 copy."},
      [](auto& t, size_t) -> auto& { return t.anchor_lat_deg; });
}

void add_island(Builder& table) {
  table.number(
      {"island.side_m", "", "m", 500, 100000, "Side of the square frame."},
      [](auto& t, size_t) -> auto& { return t.island.side_m; });
  table.number(
      {"island.land_fraction", "", "", 0.05, 0.9, "Main island's share of the frame."},
      [](auto& t, size_t) -> auto& { return t.island.land_fraction; });
  table.number(
      {"island.coast_roughness", "", "", 0, 2, "Weight of the noise that bends the coast."},
      [](auto& t, size_t) -> auto& { return t.island.coast_roughness; });
  table.number(
      {"island.coast_scale_m", "", "m", 10, 20000, "Distance over which the ground rises from the shore."},
      [](auto& t, size_t) -> auto& { return t.island.coast_scale_m; });
  table.number(
      {"island.height_max_m", "", "m", 1, 9000, "Height of the highest land."},
      [](auto& t, size_t) -> auto& { return t.island.height_max_m; });
  table.number(
      {"island.ridge", "", "", 0, 2, "Strength of the ridged mountains."},
      [](auto& t, size_t) -> auto& { return t.island.ridge; });
  table.number(
      {"island.north_massif", "", "", 0, 2, "Extra uplift towards the north."},
      [](auto& t, size_t) -> auto& { return t.island.north_massif; });
  table.integer(
      {"regions.controllable", "", "", 1, kMaxRegions, "Regions with an owner, a settlement and a fort."},
      [](auto& t, size_t) -> auto& { return t.regions.controllable; });
  table.integer(
      {"regions.neutral", "", "", 0, kMaxRegions - 1, "Regions of the far north without an owner."},
      [](auto& t, size_t) -> auto& { return t.regions.neutral; });
  table.number(
      {"regions.warp_m", "", "m", 0, 5000, "How far noise bends the regions' borders."},
      [](auto& t, size_t) -> auto& { return t.regions.warp_m; });
}

void add_mixes(Builder& table) {
  table.per_class(
      "factions", kFactionSlugs, 1, "Share of the land that each faction holds; sums to 1.", false,
      [](auto& t, size_t) -> auto& { return t.factions; });
  table.per_class(
      "biomes", kBiomeSlugs, 1, "Share of the land in each biome; sums to 1.", false,
      [](auto& t, size_t) -> auto& { return t.biomes; });
  table.per_class(
      "danger", kDangerSlugs, 1, "Share of the land in each danger band; sums to 1.", false,
      [](auto& t, size_t) -> auto& { return t.danger; });
}

/// An optional mix of one region: unstated until one of its members is set.
template <size_t N, typename Member>
void region_shares(Builder& table, const std::string& group, const std::array<std::string_view, N>& slugs,
                   Member member) {
  for (size_t k = 0; k < N; ++k) {
    Parameter p;
    p.path = group + "." + std::string(slugs[k]);
    p.pattern = group + ".*";
    p.max = 1;
    p.help = "Share of the region's land; sums to 1. Leave the group out to have it derived.";
    p.zero_in_given_group = true;
    p.get = [member, k](const Template& t, size_t i) -> ParameterValue {
      const auto& mix = member(t.region_mixes[i]);
      if (!mix) return std::monostate{};
      return (*mix)[k];
    };
    p.set = [member, k](Template& t, size_t i, const ParameterValue& value) {
      auto& mix = member(t.region_mixes[i]);
      if (!mix) mix.emplace();
      (*mix)[k] = std::get<double>(value);
    };
    table.add(std::move(p));
  }
}

void add_region_mixes(Builder& table) {
  table.lists.push_back({"region_mixes", "region_mixes", "region", kMaxRegions,
                         "Mixes fixed for single regions; the rest is derived from the island's mixes.",
                         [](const Template& t) { return t.region_mixes.size(); },
                         [](Template& t, size_t n) { t.region_mixes.resize(n); }});
  table.add(required(row(
      ParameterType::integer,
      {"region_mixes[].region", "", "", 1, kMaxRegions,
       "Region number from 1, neutral ones first, each group north to south."},
      [](auto& t, size_t i) -> auto& { return t.region_mixes[i].region; })));
  region_shares(
      table, "region_mixes[].danger", kDangerSlugs, [](auto& mix) -> auto& { return mix.danger; });
  region_shares(
      table, "region_mixes[].biomes", kBiomeSlugs, [](auto& mix) -> auto& { return mix.biomes; });
}

void add_modes(Builder& table) {
  constexpr std::array<std::string_view, 3> cuts{"yellow", "red", "black"};
  for (size_t k = 0; k < cuts.size(); ++k)
    table.number(
        {"danger_thresholds." + std::string(cuts[k]), "danger_thresholds.*", "", 0.001, 0.999,
         "Calibrated danger at which the band begins; ascending."},
        [k](auto& t, size_t) -> auto& { return t.danger_thresholds[k]; });
  table.add(choice_row(
      {"modes.layers", "", "", 0, 0,
       "balanced: seamless fields with exact regional counts; strict_quantile: every "
       "region sorted and cut alone, as the paper words it."},
      kLayerModeWords, 0, [](auto& t, size_t) -> auto& { return t.layer_mode; }));
  table.add(choice_row(
      {"modes.danger", "", "", 0, 0,
       "calibrated: bands follow the mix; raw_thresholds: the raw field cut at "
       "danger_thresholds, the mix not enforced."},
      kDangerModeWords, 0, [](auto& t, size_t) -> auto& { return t.danger_mode; }));
}

template <typename Ref>
void state_features(Builder& table, const std::string& name, Ref ref) {
  const std::string path = "noise." + name + ".state_features";
  table.lists.push_back({path, "noise.*.state_features", "name", 16,
                         "State features s in [0, 1] that shift and scale the stack.",
                         [ref](const Template& t) { return ref(t, 0).state_features.size(); },
                         [ref](Template& t, size_t n) { ref(t, 0).state_features.resize(n); }});
  const auto about = [&path](const char* key, double min, double max, const char* help) {
    return About{path + "[]." + key, std::string("noise.*.state_features[].") + key, "", min, max, help};
  };
  table.add(required(row(
      ParameterType::slug, about("name", 1, 64, "Name of the feature."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, 0).state_features[i].name;
      })));
  table.number(
      about("offset_x", -1000, 1000, "Shift east at s = 1, wavelengths."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, 0).state_features[i].offset_x;
      });
  table.number(
      about("offset_y", -1000, 1000, "Shift north at s = 1, wavelengths."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, 0).state_features[i].offset_y; });
  table.number(
      about("offset_t", -1000, 1000, "Shift in phase at s = 1."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, 0).state_features[i].offset_t;
      });
  table.number(
      about("gain", -10, 10, "The value is scaled by 1 + gain (s - 0.5)."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, 0).state_features[i].gain; });
}

template <typename Ref>
void stack(Builder& table, const std::string& name, Ref ref) {
  const auto about = [&name](const char* key, const char* unit, double min, double max, const char* help) {
    return About{"noise." + name + "." + key, std::string("noise.*.") + key, unit, min, max, help};
  };
  table.number(
      about("wavelength_m", "m", 10, 1e6, "Wavelength of the first octave (1 / frequency)."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).wavelength_m; });
  table.integer(
      about("octaves", "", 1, 16, "Number of octaves K."), [ref](auto& t, size_t i) -> auto& {
        return ref(t, i).octaves;
      });
  table.number(
      about("persistence", "", 0.01, 1, "Amplitude of an octave over the one before, p."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).persistence; });
  table.number(
      about("lacunarity", "", 1.01, 8, "Frequency of an octave over the one before, l."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).lacunarity; });
  table.add(choice_row(
      about("update", "", 0, 0, "drift: the phase moves; resample: new offsets at every cycle boundary."),
      kFieldUpdateSlugs, 0, [ref](auto& t, size_t i) -> auto& { return ref(t, i).update; }));
  table.number(
      about("drift_per_s", "1/s", -100, 100, "Phase added per second (drift)."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).drift_per_s; });
  table.number(
      about("cycle_s", "s", 0, 1e6, "Length of a cycle (resample); 0 = one endless cycle."),
      [ref](auto& t, size_t i) -> auto& { return ref(t, i).cycle_s; });
  table.add(word_row(
      about("seed_of", "", 0, 0, "Layer whose seed this stack takes; \"\" = its own."),
      {"", "faction", "biome", "danger", "type", "feature", "height"}, [ref](auto& t, size_t i) -> auto& {
        return ref(t, i).seed_of;
      }));
  state_features(table, name, ref);
}

void add_noise(Builder& table) {
  table.number(
      {"noise.phase", "", "", -1e6, 1e6, "Phase t of every world stack (a slow drift through 3-D noise)."},
      [](auto& t, size_t) -> auto& { return t.noise.phase; });
  stack(
      table, "faction", [](auto& t, size_t) -> auto& { return t.noise.faction; });
  stack(
      table, "biome", [](auto& t, size_t) -> auto& { return t.noise.biome; });
  stack(
      table, "danger", [](auto& t, size_t) -> auto& { return t.noise.danger; });
  stack(
      table, "type", [](auto& t, size_t) -> auto& { return t.noise.type; });
  stack(
      table, "feature", [](auto& t, size_t) -> auto& { return t.noise.feature; });
  stack(
      table, "height", [](auto& t, size_t) -> auto& { return t.noise.height; });
}

}  // namespace

void add_world_rows(Builder& table) {
  add_identity(table);
  add_island(table);
  add_mixes(table);
  add_region_mixes(table);
  add_modes(table);
  add_noise(table);
}

}  // namespace fw::table
