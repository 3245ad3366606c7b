#include "core/template/feasibility.h"

#include <algorithm>
#include <cmath>

#include "core/model/number_text.h"
#include "core/template/feasibility_parts.h"

namespace fw {
namespace {

std::string percent(double share) {
  return rounded_text(100 * share, 4) + " %";
}

double neutral_area_share(const Template& t) {
  return t.factions[static_cast<size_t>(Faction::neutral)];
}

class Checks {
 public:
  explicit Checks(const Template& tmpl) : t_(tmpl) {}

  Findings run() {
    settlements_and_forts();
    neutral_ground();
    factions();
    black_share();
    region_mixes();
    landmark_room();
    rarity();
    noise();
    feasibility::check_quotas(t_, findings_);
    return std::move(findings_);
  }

 private:
  void add(Severity severity, std::string code, std::string where, std::string message) {
    findings_.push_back({severity, std::move(code), std::move(where), std::move(message)});
  }

  void settlements_and_forts() {
    for (const LandmarkKind kind : {LandmarkKind::settlement, LandmarkKind::fort}) {
      const auto k = static_cast<size_t>(kind);
      const std::string slug(kLandmarkSlugs[k]);
      if (t_.landmarks[k] == t_.regions.controllable) continue;
      add(Severity::error, "landmark_count_unlike_regions", "landmarks." + slug,
          "Every controllable region has one " + slug + ": there are " +
              std::to_string(t_.regions.controllable) + " regions but " + std::to_string(t_.landmarks[k]) +
              " asked for. Set landmarks." + slug + " to " + std::to_string(t_.regions.controllable) + ".");
    }
  }

  void neutral_ground() {
    const int outposts = t_.landmarks[static_cast<size_t>(LandmarkKind::outpost)];
    const double share = neutral_area_share(t_);
    if (t_.regions.neutral == 0 && outposts > 0)
      add(Severity::error, "outposts_without_neutral_regions", "landmarks.outpost",
          "Outposts stand in neutral regions, of which there are none. Set landmarks.outpost to 0 or "
          "regions.neutral to at least 1.");
    if (t_.regions.neutral == 0 && share > 0)
      add(Severity::error, "neutral_share_without_regions", "factions.neutral",
          percent(share) +
              " of the land is to be neutral but there is no neutral region. Set factions.neutral to 0 "
              "or regions.neutral to at least 1.");
    if (t_.regions.neutral > 0 && share <= 0)
      add(Severity::error, "neutral_regions_without_share", "factions.neutral",
          std::to_string(t_.regions.neutral) +
              " neutral regions need land, but factions.neutral is 0. Set "
              "regions.neutral to 0 or factions.neutral above 0.");
    if (share >= 1)
      add(Severity::error, "no_controllable_land", "factions.neutral",
          "All land is neutral, so the controllable regions have none. Lower factions.neutral.");
  }

  void factions() {
    int holders = 0;
    for (size_t f = 0; f < t_.factions.size(); ++f)
      if (static_cast<Faction>(f) != Faction::neutral && t_.factions[f] > 0) ++holders;
    if (holders > t_.regions.controllable)
      add(Severity::warning, "fewer_regions_than_factions", "regions.controllable",
          std::to_string(holders) + " factions share " + std::to_string(t_.regions.controllable) +
              " controllable regions, so some own none. Set regions.controllable to at least " +
              std::to_string(holders) + ".");
  }

  void black_share() {
    if (t_.danger_mode == DangerMode::raw_thresholds) return;
    const double black = t_.danger[static_cast<size_t>(Danger::black)];
    const double neutral = neutral_area_share(t_);
    if (black <= neutral + 1e-9) return;
    add(Severity::warning, "black_over_neutral", "danger.black",
        "Black covers " + percent(black) + " of the land but neutral ground only " + percent(neutral) + ": " +
            percent(black - neutral) + " will lie in controllable regions. Lower danger.black to " +
            rounded_text(neutral, 4) + " or raise factions.neutral to " + rounded_text(black, 4) + ".");
  }

  /// The land that a row of region_mixes is expected to cover, as a share of the island.
  double region_share(int region) const {
    const double neutral = neutral_area_share(t_);
    if (region <= t_.regions.neutral) return neutral / t_.regions.neutral;
    return (1 - neutral) / t_.regions.controllable;
  }

  template <size_t N, typename Get>
  void region_mix_totals(const std::string& layer, const std::array<double, N>& island,
                         const std::array<std::string_view, N>& slugs, Get mix_of) {
    std::array<double, N> fixed{};
    double land = 0;
    for (const RegionMix& row : t_.region_mixes) {
      const auto& mix = mix_of(row);
      if (!mix) continue;
      const double share = region_share(row.region);
      land += share;
      for (size_t k = 0; k < N; ++k) fixed[k] += share * (*mix)[k];
    }
    if (land <= 0) return;
    // Regions differ in area by up to 15 %, which the check must not mistake for a contradiction.
    const double slack = 0.15 * land;
    for (size_t k = 0; k < N; ++k) {
      const double most = fixed[k] + std::max(0.0, 1 - land);
      const std::string slug(slugs[k]);
      if (fixed[k] > island[k] + slack * (fixed[k] / land) + 1e-9)
        add(Severity::error, "region_mixes_over_island", "region_mixes",
            "The fixed rows alone hold about " + percent(fixed[k]) + " of the island as " + layer + " " +
                slug + ", over the island's " + percent(island[k]) + ". Raise " + layer + "." + slug +
                " to " + rounded_text(fixed[k], 4) + " or lower the rows by a factor of " +
                rounded_text(island[k] / fixed[k], 3) + ".");
      else if (most + slack < island[k])
        add(Severity::error, "region_mixes_under_island", "region_mixes",
            "The fixed rows leave room for at most about " + percent(most) + " of " + layer + " " + slug +
                ", under the island's " + percent(island[k]) + ". Lower " + layer + "." + slug + " to " +
                rounded_text(most, 4) + " or fix fewer rows.");
    }
  }

  void region_mixes() {
    region_mix_totals(
        "danger", t_.danger, kDangerSlugs, [](const RegionMix& r) -> auto& { return r.danger; });
    region_mix_totals(
        "biomes", t_.biomes, kBiomeSlugs, [](const RegionMix& r) -> auto& { return r.biomes; });
    for (size_t i = 0; i < t_.region_mixes.size(); ++i) {
      const auto& mix = t_.region_mixes[i].danger;
      const auto lacks = [&](size_t k) { return (*mix)[k] <= 0; };
      if (!mix) continue;
      bool begun = false;
      bool gap = false;
      bool broken = false;
      for (size_t k = 0; k < kDangers; ++k) {
        if (!lacks(k) && gap) broken = true;
        if (!lacks(k)) begun = true;
        gap = begun && lacks(k) ? true : gap;
      }
      if (broken)
        add(Severity::warning, "danger_row_with_gap", "region_mixes[" + std::to_string(i) + "].danger",
            "Bands are nested, so a region cannot leave out a band between two that it has: the shares will "
            "be "
            "missed by some per cent. Give the missing band at least 0.03.");
    }
  }

  void landmark_room() {
    const double land = feasibility::land_area_m2(t_);
    int total = 0;
    for (size_t k = 0; k < kLandmarkKinds; ++k) {
      const int count = t_.landmarks[k];
      total += count;
      const double share = feasibility::landmark_land_share(t_, static_cast<LandmarkKind>(k));
      if (count > 0 && share <= 0 && static_cast<LandmarkKind>(k) >= LandmarkKind::shrine)
        add(feasibility::band_severity(t_), "landmark_without_ground",
            "landmarks." + std::string(kLandmarkSlugs[k]),
            "Its danger bands have no share of the island, but its quota is " + std::to_string(count) +
                ". Set it to 0 or give one of the bands a share.");
      room_for("landmarks." + std::string(kLandmarkSlugs[k]),
               "spacing." + std::string(kLandmarkSlugs[k]) + "_m", count, t_.spacing.landmark_m[k],
               land * share);
    }
    room_for("landmarks", "spacing.landmark_any_m", total, t_.spacing.landmark_any_m, land);
  }

  void room_for(const std::string& where, const std::string& spacing_path, int count, double spacing_m,
                double area_m2) {
    if (count <= 1 || spacing_m <= 0) return;
    const double capacity = feasibility::capacity(area_m2, spacing_m);
    if (count <= capacity) return;
    add(Severity::warning, "landmarks_over_capacity", where,
        std::to_string(count) + " at " + number_text(spacing_m) + " m need more than the " +
            rounded_text(area_m2 / 1e6, 3) + " km2 expected: about " + rounded_text(std::floor(capacity)) +
            " fit. " + feasibility::relaxation(where, count, spacing_path, spacing_m, area_m2, 1.0));
  }

  void rarity() {
    double red_black = 0;
    for (const Danger d : {Danger::red, Danger::black}) red_black += t_.danger[static_cast<size_t>(d)];
    int enemies = 0;
    for (const PointClass& cls : t_.enemies) enemies += cls.quota;
    if (t_.rarity.boss > 0 && red_black <= 0)
      add(feasibility::band_severity(t_), "bosses_without_red_or_black", "rarity.boss",
          "Bosses stand in Red or Black, of which there is none. Set rarity.boss to 0.");
    const int tagged = t_.rarity.boss + t_.rarity.named;
    const bool per_region = std::any_of(t_.enemies.begin(), t_.enemies.end(),
                                        [](const PointClass& c) { return c.quota_by == QuotaBy::region; });
    if (tagged > enemies && !per_region)
      add(Severity::error, "more_bosses_than_enemies", "rarity",
          std::to_string(tagged) + " bosses and named enemies are to be chosen from " +
              std::to_string(enemies) + " enemies. Lower rarity.boss and rarity.named to " +
              std::to_string(enemies) + " in all.");
    const double area = feasibility::land_area_m2(t_) * red_black;
    room_for("rarity.boss", "spacing.boss_m", t_.rarity.boss, t_.spacing.boss_m, area);
  }

  void noise() {
    const std::pair<const char*, const NoiseStack*> stacks[] = {
        {"faction", &t_.noise.faction}, {"biome", &t_.noise.biome},     {"danger", &t_.noise.danger},
        {"type", &t_.noise.type},       {"feature", &t_.noise.feature}, {"height", &t_.noise.height}};
    for (const auto& [name, stack] : stacks) {
      const std::string path = std::string("noise.") + name + ".wavelength_m";
      if (stack->wavelength_m < kShortestWorldOctave_m)
        add(Severity::error, "wavelength_below_resolution", path,
            "Octaves shorter than " + number_text(kShortestWorldOctave_m) +
                " m are dropped, which leaves none of this " + "stack's. Set it to at least " +
                number_text(kShortestWorldOctave_m) + " m.");
      else if (stack->wavelength_m > 4 * t_.island.side_m)
        add(Severity::warning, "wavelength_over_island", path,
            "The wavelength " + number_text(stack->wavelength_m) +
                " m is over four times the island's side, so the field is nearly flat. "
                "Set it to at most " +
                number_text(4 * t_.island.side_m) + " m.");
    }
  }

  const Template& t_;
  Findings findings_;
};

}  // namespace

Findings check_feasibility(const Template& tmpl) {
  return Checks(tmpl).run();
}

}  // namespace fw
