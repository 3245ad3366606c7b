#include "core/template/check/feasibility.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/model/colour/palette.h"
#include "core/model/cure.h"
#include "core/model/template/frontier.h"
#include "core/model/template/hand_words.h"
#include "core/model/template/spacing_rules.h"
#include "core/template/check/feasibility_internal.h"
#include "core/template/check/share_advice.h"

namespace fw {
namespace {

std::string percent(double share) {
  return rounded_text(100 * share, 4) + " %";
}

/// "about 3 fit", "only 1 fits", "none fits".
std::string fit_text(double count) {
  return count < 1 ? "none fits" : count < 2 ? "only 1 fits" : "about " + rounded_text(count) + " fit";
}

class Checks {
 public:
  explicit Checks(const Template& tmpl) : t_(tmpl) {}

  Findings run() {
    land();
    seats_and_guards();
    neutral_ground();
    kinds_in_neutral_regions();
    factions();
    idle_dice_of_factions();
    bands_outside_neutral();
    biome_limits();
    region_mixes();
    landmark_room();
    rarity();
    noise();
    feasibility::check_names(t_, findings_);
    feasibility::check_quotas(t_, findings_);
    feasibility::check_spots(t_, findings_);
    feasibility::check_sea_kinds(t_, findings_);
    feasibility::check_hand_rows(t_, findings_);
    feasibility::check_prey(t_, findings_);
    return std::move(findings_);
  }

 private:
  /// Without a sea every cell is equally far from it: the limit has one price everywhere.
  void biome_limits() {
    if (t_.land.shape != LandShape::inland) return;
    for (size_t k = 0; k < v_.biomes.size(); ++k)
      if (v_.biomes[k].only.coast_m.stated())
        add(Severity::warning, "limit_without_sea", "biomes[" + std::to_string(k) + "].only.coast_m",
            v_.biomes[k].label +
                " states a limit on the distance to the sea, and land.shape is inland: the limit changes "
                "nothing. Leave it out, or choose a shape with a sea.");
  }

  void add(Severity severity, std::string code, std::string where, std::string message,
           std::vector<Cure> cures = {}) {
    findings_.push_back(
        with_cures({severity, std::move(code), std::move(where), std::move(message)}, std::move(cures)));
  }

  std::string kind_path(size_t k) const { return "landmarks[" + std::to_string(k) + "]"; }
  std::string neutral_path() const {
    const std::optional<Faction> row = v_.neutral();
    return row ? "factions." + v_.id_of(*row) + ".share" : "factions";
  }

  /// Bands, of which those that keep to neutral ground stay as they are.
  StatedShares bands_in_any_region() const {
    StatedShares out = stated_shares("danger", v_.danger);
    for (size_t k = 0; k < v_.danger.size(); ++k) out.may_change[k] = v_.danger[k].outside_neutral >= 1;
    return out;
  }

  void land() {
    constexpr double kFree = 0.8;  // of the frame: more land than that has no room for a form of its own
    const PathEdit smaller = lower_to("land.fraction", kFree);
    if (t_.land.shape == LandShape::island && t_.land.fraction > kFree)
      add(Severity::info, "land_at_frame", smaller.path,
          "The island covers " + percent(t_.land.fraction) +
              " of the frame, so its outline follows the frame's. Set " + smaller.path + " to at most " +
              smaller.value + " for a form of its own.",
          {{smaller}});
  }

  void seats_and_guards() {
    for (size_t k = 0; k < v_.landmarks.size(); ++k) {
      const LandmarkRow& kind = v_.landmarks[k];
      const int count = feasibility::landmark_count(t_, kind);
      if (kind.role == LandmarkRole::site || count == t_.regions.controllable) continue;
      const Cure cure{set_to("landmarks." + kind.id + ".count", t_.regions.controllable)};
      add(Severity::error, "landmark_count_unlike_regions", kind_path(k) + ".count",
          "Every controllable region has one " + kind.label + ": there are " +
              std::to_string(t_.regions.controllable) + " regions but " + std::to_string(count) +
              " asked for. " + sentence_case(cure_words(cure)) + ".",
          {cure});
    }
  }

  void neutral_ground() {
    const double share = feasibility::neutral_share(t_);
    const std::string path = neutral_path();
    if (t_.regions.neutral == 0 && share > 0) {
      const Cure none =
          share_advice(stated_shares("factions", v_.factions), static_cast<size_t>(*v_.neutral()), 0);
      add(Severity::error, "neutral_share_without_regions", path,
          percent(share) + " of the land is to be neutral but there is no neutral region." +
              ways_out({cure_words(none), "set regions.neutral to at least 1"}),
          {none, {set_to("regions.neutral", 1)}});
    }
    if (t_.regions.neutral > 0 && share <= 0)
      add(Severity::error, "neutral_regions_without_share", path,
          std::to_string(t_.regions.neutral) + " neutral regions need land, but " + path +
              " is 0. Set regions.neutral to 0 or " + path + " above 0.",
          {{set_to("regions.neutral", 0)}});
    if (share >= 1)
      add(Severity::error, "no_controllable_land", path,
          "All land is neutral, so the controllable regions have none. Lower " + path + ".");
  }

  void kinds_in_neutral_regions() {
    if (t_.regions.neutral > 0) return;
    for (size_t k = 0; k < v_.landmarks.size(); ++k) {
      const LandmarkRow& kind = v_.landmarks[k];
      if (kind.role != LandmarkRole::site || feasibility::landmark_count(t_, kind) == 0) continue;
      for (const SiteCondition& c : kind.site.require)
        if (c.measure == "region" && c.in == std::vector<std::string>{"neutral"})
          add(Severity::error, "landmark_without_neutral_regions", kind_path(k) + ".count",
              kind.label + " stands in neutral regions, of which there are none. Set landmarks." + kind.id +
                  ".count to 0 or regions.neutral to at least 1.",
              {{set_to("landmarks." + kind.id + ".count", 0)}, {set_to("regions.neutral", 1)}});
    }
  }

  /// Where the political border is that of the regions, nothing draws from the factions' dice.
  void idle_dice_of_factions() {
    if (!has_one_frontier(t_)) return;
    const Cure field{set_to("modes.factions", "field")};
    const std::string why = ": with modes.factions regions a faction's ground is that of its regions. Use " +
                            ("seeds.owners or seeds.regions, or " + cure_words(field)) + ".";
    if (t_.stream_seeds.parts[static_cast<size_t>(SeedPart::factions)])
      add(Severity::warning, "idle_faction_dice", "seeds.factions", "The seed does nothing here" + why,
          {field});
    for (size_t k = 0; k < t_.hand.rerolls.size(); ++k) {
      const RerollRow& row = t_.hand.rerolls[k];
      if (!row.on) continue;
      const std::vector<ListedWord> words = listed_words(row.of);
      if (std::ranges::any_of(words, [](const ListedWord& word) {
            return word.text == kSeedPartSlugs[static_cast<size_t>(SeedPart::factions)];
          }))
        add(Severity::warning, "idle_faction_dice", "hand.rerolls[" + std::to_string(k) + "].of",
            "The word factions of row " + row.id + " does nothing here" + why, {field});
    }
  }

  void factions() {
    int holders = 0;
    for (const FactionRow& row : v_.factions) holders += row.role == FactionRole::owner && row.share > 0;
    if (holders > t_.regions.controllable)
      add(Severity::warning, "fewer_regions_than_factions", "regions.controllable",
          std::to_string(holders) + " factions share " + std::to_string(t_.regions.controllable) +
              " controllable regions, so some own none. Set regions.controllable to at least " +
              std::to_string(holders) + ".",
          {{set_to("regions.controllable", holders)}});
  }

  /// Bands that keep to neutral ground need room there, the worst first.
  void bands_outside_neutral() {
    if (t_.danger_mode == DangerMode::raw_thresholds || !v_.neutral()) return;
    const double neutral = feasibility::neutral_share(t_);
    double room = neutral;
    for (size_t k = v_.danger.size(); k-- > 0;) {
      const BandRow& band = v_.danger[k];
      if (band.outside_neutral >= 1) continue;
      const double free = room;
      room = std::max(0.0, room - band.share);
      if (band.share <= free + 1e-9) continue;
      const Cure less = share_advice(bands_in_any_region(), k, free),
                 more = share_advice(stated_shares("factions", v_.factions),
                                     static_cast<size_t>(*v_.neutral()), neutral + band.share - free);
      add(Severity::warning, "band_over_neutral", "danger[" + std::to_string(k) + "].share",
          band.label + " covers " + percent(band.share) +
              " of the land but neutral ground has room for only " + percent(free) + ": " +
              percent(band.share - free) + " will lie in controllable regions." +
              ways_out({cure_words(less), cure_words(more)}),
          {less, more});
    }
  }

  /// The land that a row of region_mixes is expected to cover, as a share of the island.
  double region_share(int region) const {
    const double neutral = feasibility::neutral_share(t_);
    if (region <= t_.regions.neutral) return neutral / t_.regions.neutral;
    return (1 - neutral) / t_.regions.controllable;
  }

  template <typename Row, typename Get>
  void region_mix_totals(const std::string& layer, const std::vector<Row>& rows, Get mix_of) {
    std::vector<double> fixed(rows.size(), 0.0);
    double land = 0;
    for (const RegionMix& row : t_.region_mixes) {
      const auto& mix = mix_of(row);
      if (!mix) continue;
      const double share = region_share(row.region);
      land += share;
      for (size_t k = 0; k < rows.size(); ++k) fixed[k] += share * (*mix)[k];
    }
    if (land <= 0) return;
    // What the fixed rows hold of the others stays.
    StatedShares stated = stated_shares(layer, rows);
    for (size_t k = 0; k < rows.size(); ++k) stated.may_change[k] = fixed[k] < rows[k].share;
    // Regions differ in area by up to 15 %, which the check must not mistake for a contradiction.
    const double slack = 0.15 * land;
    for (size_t k = 0; k < rows.size(); ++k) {
      const double most = fixed[k] + std::max(0.0, 1 - land);
      const double whole = rows[k].share;
      if (const Cure cure = share_advice(stated, k, fixed[k]);
          fixed[k] > whole + slack * (fixed[k] / land) + 1e-9)
        add(Severity::error, "region_mixes_over_island", "region_mixes",
            "The fixed rows alone hold about " + percent(fixed[k]) + " of the land as " + rows[k].label +
                ", over the whole's " + percent(whole) + "." +
                ways_out(
                    {cure_words(cure), "lower the rows by a factor of " + rounded_text(whole / fixed[k], 3)}),
            {cure});
      else if (const Cure less = share_advice(stated, k, most); most + slack < whole)
        add(Severity::error, "region_mixes_under_island", "region_mixes",
            "The fixed rows leave room for at most about " + percent(most) + " of " + rows[k].label +
                ", under the whole's " + percent(whole) + "." +
                ways_out({cure_words(less), "fix fewer rows"}),
            {less});
    }
  }

  void region_mixes() {
    region_mix_totals(
        "danger", v_.danger, [](const RegionMix& r) -> auto& { return r.danger; });
    region_mix_totals(
        "biomes", v_.biomes, [](const RegionMix& r) -> auto& { return r.biomes; });
    for (size_t i = 0; i < t_.region_mixes.size(); ++i) {
      const auto& mix = t_.region_mixes[i].danger;
      const auto lacks = [&](size_t k) { return (*mix)[k] <= 0; };
      if (!mix) continue;
      bool begun = false;
      bool gap = false;
      bool broken = false;
      for (size_t k = 0; k < v_.danger.size(); ++k) {
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
    for (size_t k = 0; k < v_.landmarks.size(); ++k) {
      const LandmarkRow& kind = v_.landmarks[k];
      const int count = feasibility::landmark_count(t_, kind);
      const double share = feasibility::landmark_land_share(t_, kind);
      const bool in_neutral = std::any_of(kind.site.require.begin(), kind.site.require.end(),
                                          [](const SiteCondition& c) { return c.measure == "region"; });
      if (count > 0 && share <= 0 && kind.role == LandmarkRole::site && !in_neutral)
        add(feasibility::band_severity(t_), "landmark_without_ground", kind_path(k) + ".count",
            kind.label +
                ": the bands and biomes where it stands have no share of the land, but its count is " +
                std::to_string(count) + ". Set it to 0 or give one of them a share.",
            {{set_to(kind_path(k) + ".count", 0)}});
      room_for_kind(kind, kind_path(k) + ".count", count, land * share);
    }
    landmarks_together(land);
  }

  /// All kinds at the least distance that any keeps to the others.
  void landmarks_together(double land) {
    int total = 0;
    double least_m = -1;
    for (const LandmarkRow& kind : v_.landmarks) {
      total += feasibility::landmark_count(t_, kind);
      if (kind.others_m > 0) least_m = least_m < 0 ? kind.others_m : std::min(least_m, kind.others_m);
    }
    const bool told = least_m > 0 && room_for("landmarks", "the counts of landmarks", "their others_m", total,
                                              1, least_m, land);
    if (told) findings_.back().cures.clear();  // the words name many values
  }

  /// The counts of seats and guards are the number of regions: their spacing alone can change.
  void room_for_kind(const LandmarkRow& kind, const std::string& where, int count, double area_m2) {
    const bool site = kind.role == LandmarkRole::site;
    const double groups =
        site && count > 0 ? static_cast<double>(count) / std::max(1, kind.count.value_or(1)) : 1;
    const std::string path = "landmarks." + kind.id;
    room_for(where, site ? path + ".count" : "", path + ".spacing_m", count, groups, kind.spacing_m, area_m2);
  }

  /// Whether so many are too many for the area, which is told. `groups`: how often the count is asked for.
  bool room_for(const std::string& where, const std::string& count_path, const std::string& spacing_path,
                int count, double groups, double spacing_m, double area_m2) {
    if (count <= 1 || spacing_m <= 0) return false;
    const double capacity = spacing_capacity(area_m2, spacing_m);
    if (count <= capacity) return false;
    const std::vector<Cure> ways =
        feasibility::relaxations(count_path, count / groups, spacing_path, spacing_m, area_m2 / groups, 1.0);
    add(Severity::warning, "landmarks_over_capacity", where,
        std::to_string(count) + " are to stand " + number_text(spacing_m) + " m apart; on the " +
            rounded_text(area_m2 / 1e6, 3) + " km2 that suit them " + fit_text(std::floor(capacity)) + ". " +
            feasibility::relaxation_words(ways),
        ways);
    return true;
  }

  /// Share of the land where a rarity's ladder may give it.
  double ladder_share(const RarityRow& rarity) const {
    std::vector<char> reached(v_.danger.size(), 0);
    for (const LadderStep& step : rarity.ladder) {
      const BandRange bands = step_bands(step, v_);
      for (size_t k = 0; k < reached.size(); ++k)
        if (static_cast<Danger>(k) >= bands.safest && static_cast<Danger>(k) <= bands.worst) reached[k] = 1;
    }
    double share = 0;
    for (size_t k = 0; k < reached.size(); ++k) share += reached[k] ? v_.danger[k].share : 0;
    return rarity.ladder.empty() ? 1 : share;
  }

  void rarity() {
    int enemies = 0, tagged = 0;
    for (const PointClass& cls : t_.enemies) enemies += cls.quota;
    for (size_t k = 1; k < v_.rarities.size(); ++k) {
      const RarityRow& row = v_.rarities[k];
      const int count = row.count.value_or(0);
      const double share = ladder_share(row);
      const std::string where = "rarities[" + std::to_string(k) + "].count", id = "rarities." + row.id;
      tagged += count;
      if (count > 0 && share <= 0)
        add(feasibility::band_severity(t_), "rarity_without_ground", where,
            row.label + ": the bands of its ladder have no share of the land. Set " + id + ".count to 0.",
            {{set_to(id + ".count", 0)}});
      room_for(where, id + ".count", id + ".spacing_m", count, 1, row.spacing_m,
               feasibility::land_area_m2(t_) * share);
    }
    const bool whole = std::all_of(t_.enemies.begin(), t_.enemies.end(),
                                   [](const PointClass& c) { return c.quota_by == QuotaBy::island; });
    if (tagged > enemies && whole)
      add(Severity::error, "more_rare_than_enemies", "rarities",
          std::to_string(tagged) + " enemies are to be rarer than " + v_.rarities.front().label +
              ", chosen from " + std::to_string(enemies) + ". Lower the counts of rarities to " +
              std::to_string(enemies) + " in all.");
  }

  void noise() {
    const NoiseStack height = height_stack(t_);
    const std::pair<const char*, const NoiseStack*> stacks[] = {
        {"faction", &t_.noise.faction}, {"biome", &t_.noise.biome},     {"danger", &t_.noise.danger},
        {"type", &t_.noise.type},       {"feature", &t_.noise.feature}, {"height", &height}};
    for (const auto& [name, stack] : stacks) {
      const std::string path = std::string("noise.") + name + ".wavelength_m";
      if (stack->wavelength_m < kShortestWorldOctave_m)
        add(Severity::error, "wavelength_below_resolution", path,
            "Octaves shorter than " + number_text(kShortestWorldOctave_m) +
                " m are dropped, which leaves none of this " + "stack's. Set it to at least " +
                number_text(kShortestWorldOctave_m) + " m.",
            {{raise_to(path, kShortestWorldOctave_m)}});
      else if (stack->wavelength_m > 4 * t_.frame.longer_m())
        add(Severity::warning, "wavelength_over_island", path,
            "The wavelength " + number_text(stack->wavelength_m) +
                " m is over four times the frame's side, so the field is nearly flat. "
                "Set it to at most " +
                number_text(4 * t_.frame.longer_m()) + " m.",
            {{lower_to(path, 4 * t_.frame.longer_m())}});
    }
  }

  const Template& t_;
  const Vocabulary& v_ = t_.vocabulary;
  Findings findings_;
};

}  // namespace

Findings check_feasibility(const Template& tmpl) {
  Findings findings = Checks(tmpl).run();
  // Generated colours stay apart up to this number of rows; a studio's own few colours are its choice.
  const Vocabulary& words = tmpl.vocabulary;
  if (std::max(words.factions.size(), words.biomes.size()) > kColourBlindRows)
    for (Finding& alike : palette_findings(words)) findings.push_back(std::move(alike));
  return findings;
}

}  // namespace fw
