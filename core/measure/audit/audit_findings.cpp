#include "core/measure/audit/audit_findings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/field/filter.h"
#include "core/measure/audit/biome_limits.h"
#include "core/measure/audit/mix.h"
#include "core/measure/audit/spacing.h"
#include "core/measure/audit/water_audit.h"
#include "core/model/template/spacing_rules.h"

namespace fw {
namespace {

// Acceptance figures: the most patches a layer should have, the worst seam that still does not show.
constexpr double kMostDangerPatches = 30;
constexpr double kMostBandPatches = 7.5;  ///< a band, where that is more
constexpr double kMostBiomePatches = 90;
constexpr double kMostPatchesPerBiome = 11.25;  ///< where that is more
constexpr double kOfArchipelagos = 4.0 / 3;     ///< times the biomes' figures
// What these counts are meant for: islands of so much ground in frames of so much. Larger ones may have more
// in proportion, and so may frames that are nearly all ground.
constexpr double kPatchFrame_m2 = 64e6, kPatchGround_m2 = 36e6;
constexpr double kVisibleSeam = 1.6;

/// Locale-free decimals: a report reads the same everywhere.
std::string decimals(double value, int digits) {
  std::array<char, 64> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
  return {text.data(), end.ptr};
}

std::string percent(double share) {
  return decimals(100 * share, 2) + " %";
}

Finding warning(std::string code, std::string where, std::string message) {
  return {Severity::warning, std::move(code), std::move(where), std::move(message)};
}

/// By region name; "" = the whole.
std::map<std::string, int64_t> cells_by_region(const World& world) {
  const std::vector<int64_t> cells =
      count_regions(world.region.cells, static_cast<int>(world.regions.size()));
  std::map<std::string, int64_t> out{{"", cells.back()}};
  for (size_t r = 0; r < world.regions.size(); ++r) out[world.regions[r].name] = cells[r];
  return out;
}

/// Regions, by layer and name, whose mix paint moves.
std::set<std::pair<std::string, std::string>> eased_regions(const World& world) {
  std::set<std::pair<std::string, std::string>> out;
  for (const auto& [layer, held] : {std::pair{"danger", &world.danger_held}, {"biome", &world.biome_held}})
    for (size_t r = 0; r < held->eased.size(); ++r)
      if (held->eased[r]) out.insert({layer, world.regions[r].name});
  return out;
}

/// Of every layer and region the row with the largest error among those that `takes` takes.
template <typename Takes>
std::vector<const AuditReport::Mix*> worst_rows(const AuditReport& report, const Takes& takes) {
  std::vector<const AuditReport::Mix*> worst;
  for (size_t i = 0; i < report.mix.size(); ++i) {
    const AuditReport::Mix& row = report.mix[i];
    if (!takes(i)) continue;
    const auto same = std::find_if(worst.begin(), worst.end(), [&](const AuditReport::Mix* other) {
      return other->layer == row.layer && other->region == row.region;
    });
    if (same == worst.end())
      worst.push_back(&row);
    else if (row.error > (*same)->error)
      *same = &row;
  }
  return worst;
}

void judge_mix(AuditVerdict& verdict, const AuditReport& report, const World& world, const Template& tmpl) {
  const std::map<std::string, int64_t> cells = cells_by_region(world);
  const std::vector<double> beside = shares_beside_paint(report, tmpl, cells);
  const auto eased = eased_regions(world);
  const auto is_off = [&](size_t i) {
    const AuditReport::Mix& row = report.mix[i];
    const double usual = row.region.empty()                        ? kIslandMixTolerance
                         : eased.contains({row.layer, row.region}) ? kPaintedMixTolerance
                                                                   : kRegionalMixTolerance;
    // A share cannot be met more closely than one cell of the region allows.
    const auto of = cells.find(row.region);
    const double one_cell =
        of == cells.end() || of->second == 0 ? 0.0 : 1.0 / static_cast<double>(of->second);
    return std::fabs(row.actual - beside[i]) > std::max(usual, one_cell) + 1e-12;
  };
  for (const AuditReport::Mix* row : worst_rows(report, is_off)) {
    verdict.passed = false;
    const std::string where = row->region.empty() ? "island" : row->region;
    verdict.findings.push_back(warning("mix_error", row->layer + "." + where,
                                       row->layer + " " + row->cls + " covers " + percent(row->actual) +
                                           " of " + where + ", target " + percent(row->target) + ": off by " +
                                           decimals(100 * row->error, 2) + " percentage points"));
  }
  const auto goes_with_paint = [&](size_t i) {
    return beside[i] != report.mix[i].target && report.mix[i].error > kIslandMixTolerance;
  };
  for (const AuditReport::Mix* row : worst_rows(report, goes_with_paint))
    verdict.findings.push_back(told_by_hand(*row, tmpl));
}

bool told(const World& world, std::string_view code, const std::string& where) {
  return std::any_of(world.findings.begin(), world.findings.end(),
                     [&](const Finding& f) { return f.code == code && f.where == where; });
}

/// Whether generation reported this about a row of a table: "rarities.boss".
bool told_of_row(const World& world, std::string_view code, const std::string& id) {
  return std::any_of(world.findings.begin(), world.findings.end(),
                     [&](const Finding& f) { return f.code == code && f.where.ends_with("." + id); });
}

/// Path of a class in the template: "resources[3]".
std::string path_of(const Template& tmpl, Category category, const std::string& slug) {
  const std::vector<PointClass>& classes = tmpl.classes(category);
  const auto at =
      std::find_if(classes.begin(), classes.end(), [&](const PointClass& cls) { return cls.slug == slug; });
  const std::string list = category == Category::resource   ? "resources"
                           : category == Category::wildlife ? "wildlife"
                                                            : "enemies";
  return list + "[" + std::to_string(at - classes.begin()) + "]";
}

/// Whether generation already reported this shortfall. It reports every ledger row that ended short, with the
/// smallest relaxation that would help, which the audit cannot compute. A count that differs from the points
/// is a new finding.
bool shortfall_told(const AuditReport::Quota& row, const World& world, const Template& tmpl) {
  if (row.category == "rarity") return told_of_row(world, "rarity_shortfall", row.cls);
  for (const QuotaLedger& ledger : world.ledger) {
    const PointClassInfo& info = world.points.classes[static_cast<size_t>(ledger.class_index)];
    const std::string region = ledger.piece > 0 ? piece_name(ledger.piece)
                               : ledger.region > 0
                                   ? world.regions[static_cast<size_t>(ledger.region - 1)].name
                                   : "";
    if (info.slug != row.cls || kCategorySlugs[static_cast<size_t>(info.category)] != row.category ||
        region != row.region)
      continue;
    if (ledger.placed != row.actual || ledger.quota != row.target) return false;
    return info.category == Category::landmark
               ? told_of_row(world, "landmark_shortfall", row.cls)
               : told(world, "quota_shortfall", path_of(tmpl, info.category, row.cls) + ".quota");
  }
  return false;
}

void judge_quota(AuditVerdict& verdict, const AuditReport& report, const World& world, const Template& tmpl) {
  for (const AuditReport::Quota& row : report.quota) {
    if (row.shortfall <= 0) continue;
    verdict.passed = false;
    if (shortfall_told(row, world, tmpl)) continue;
    const std::string where = row.category + "." + row.cls + (row.region.empty() ? "" : "." + row.region);
    verdict.findings.push_back(
        warning("quota_shortfall", where,
                row.cls + ": " + std::to_string(row.actual) + " of " + std::to_string(row.target) +
                    " placed; refused: " + std::to_string(row.refused_mask) + " by habitat, " +
                    std::to_string(row.refused_spacing) + " by spacing, " +
                    std::to_string(row.refused_density) + " by density"));
  }
}

/// Of a rarity with a count; else 0.
double asked_rarity_spacing(const Template& tmpl, const std::string& cls) {
  const std::vector<RarityRow>& rarities = tmpl.vocabulary.rarities;
  const auto k = find_row(rarities, cls);
  return k && rarities[*k].count ? rarities[*k].spacing_m : 0.0;
}

/// Of a class of points with a floor below its spacing; else null.
const PointClass* class_with_floor(const Template& tmpl, const std::string& slug) {
  for (const Category category : kPointCategories)
    for (const PointClass& cls : tmpl.classes(category))
      if (cls.slug == slug && hard_spacing_m(cls, cls.spacing_m) < cls.spacing_m) return &cls;
  return nullptr;
}

void judge_spacing(AuditVerdict& verdict, const AuditReport& report, const World& world,
                   const Template& tmpl) {
  for (const AuditReport::Spacing& row : report.spacing) {
    if (row.observed_min_m < row.min_m - kSpacingTolerance_m) {
      verdict.passed = false;
      verdict.findings.push_back(warning("spacing_violation", row.cls,
                                         row.cls + ": two points are " + decimals(row.observed_min_m, 3) +
                                             " m apart, expected at least " + decimals(row.min_m, 1) + " m"));
    } else if (row.min_m < asked_rarity_spacing(tmpl, row.cls) &&
               !told_of_row(world, "rarity_relaxed", row.cls)) {
      verdict.findings.push_back({Severity::info, "spacing_relaxed", row.cls,
                                  row.cls + ": nearest pair at " + decimals(row.observed_min_m, 1) +
                                      " m; the template's " +
                                      decimals(asked_rarity_spacing(tmpl, row.cls), 0) +
                                      " m was relaxed so that all could be placed"});
    } else if (const PointClass* cls = class_with_floor(tmpl, row.cls);
               cls != nullptr && row.observed_min_m < cls->spacing_m - kSpacingTolerance_m) {
      verdict.findings.push_back({Severity::info, "spacing_floor", row.cls,
                                  row.cls + ": nearest pair at " + decimals(row.observed_min_m, 1) +
                                      " m; the floor of " + decimals(row.min_m, 1) +
                                      " m holds, and spacing_m, " + decimals(cls->spacing_m, 1) +
                                      " m, where there is room"});
    }
  }
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + word;
  return out;
}

std::vector<std::string> safe_bands(const Vocabulary& vocabulary) {
  std::vector<std::string> ids;
  for (const BandRow& band : vocabulary.danger)
    if (band.safe) ids.push_back(band.id);
  return ids;
}

void judge_regions(AuditVerdict& verdict, const AuditReport& report, const World& world) {
  const std::vector<std::string> safe = safe_bands(world.vocabulary);
  const auto missing = [&](const std::string& region, const std::string& kind) {
    verdict.findings.push_back(warning("missing_" + kind, region, region + " has no " + kind));
  };
  for (size_t r = 0; r < report.regions.size(); ++r) {
    if (world.regions[r].neutral) continue;
    const AuditReport::RegionRow& row = report.regions[r];
    if (!report.seat_kind.empty() && !row.seat)
      missing(row.region, report.seat_kind);
    else if (row.seat && !safe.empty() && std::find(safe.begin(), safe.end(), row.seat_band) == safe.end())
      verdict.findings.push_back(warning(report.seat_kind + "_not_" + joined(safe, "_"), row.region,
                                         "the " + report.seat_kind + " of " + row.region +
                                             " is in danger band " + row.seat_band + ", expected " +
                                             joined(safe, " or ")));
    for (size_t g = 0; g < row.guards.size(); ++g)
      if (!row.guards[g]) missing(row.region, report.guard_kinds[g]);
  }
}

/// Into how many patches each faction may fall: the pieces of ground it stands on; the neutral one as its
/// regions do. Patches that paint holds come on top.
std::map<std::string, int64_t> pieces_of_factions(const World& world) {
  std::map<std::string, std::set<int>> pieces;
  const size_t factions = world.vocabulary.factions.size();
  std::vector<uint8_t> seen((factions + 1) * (world.regions.size() + 1));
  for (size_t i = 0; i < world.region.size(); ++i)
    if (world.faction[i] <= factions && world.region[i] <= world.regions.size())
      seen[world.region[i] * (factions + 1) + world.faction[i]] = 1;
  for (size_t r = 1; r <= world.regions.size(); ++r)
    for (size_t k = 1; k <= factions; ++k)
      if (seen[r * (factions + 1) + k] != 0)
        pieces[world.vocabulary.factions[k - 1].id].insert(world.regions[r - 1].piece);
  std::map<std::string, int64_t> out;
  for (const auto& [id, on] : pieces) out[id] = static_cast<int64_t>(on.size());
  if (const auto neutral = world.vocabulary.neutral()) {
    Raster<uint8_t> unowned(world.grid);
    for (size_t i = 0; i < unowned.size(); ++i)
      unowned[i] = world.region[i] > 0 && world.region[i] <= world.regions.size() &&
                   world.regions[world.region[i] - 1u].neutral;
    const Components components = list_components(unowned);
    out[world.vocabulary.id_of(*neutral)] =
        std::max<int64_t>(1, std::count(components.label.begin(), components.label.end(), uint8_t{1}));
  }
  return out;
}

void judge_patches(AuditVerdict& verdict, const AuditReport& report, const World& world,
                   const Template& tmpl) {
  std::map<std::string, int64_t> patches;
  std::map<std::string, int64_t> pieces = pieces_of_factions(world);
  for (const AuditReport::Contiguity& row : report.contiguity) {
    patches[row.layer] += row.patches - row.held_patches;
    if (const double specks = row.speckle_share - row.held_speckle_share; specks > 0)
      verdict.findings.push_back(
          warning("speck", row.layer + "." + row.cls,
                  percent(specks) + " of " + row.layer + " " + row.cls + " lies in patches below 12 207 m2"));
    if (const int64_t expected = pieces[row.cls] + row.held_patches;
        row.layer == "faction" && row.patches > expected)
      verdict.findings.push_back(warning("too_many_components", "faction." + row.cls,
                                         "faction " + row.cls + " is split into " +
                                             std::to_string(row.patches) + " pieces, expected " +
                                             std::to_string(expected)));
  }
  const GridSpec& grid = world.grid;
  const auto ground = static_cast<double>(world.region.size()) -
                      static_cast<double>(std::ranges::count(world.region.cells, uint8_t{0}));
  const double scale = std::max({1.0, grid.width_m() * grid.height_m() / kPatchFrame_m2,
                                 ground * grid.cell_area_m2() / kPatchGround_m2});
  const auto cap = [&](const std::string& layer, double least, double of_classes) {
    const auto most = static_cast<int64_t>(std::ceil(std::max(least, of_classes) * scale));
    if (patches[layer] > most)
      verdict.findings.push_back(warning("too_many_components", layer,
                                         "the " + layer + " layer has " + std::to_string(patches[layer]) +
                                             " patches, expected at most " + std::to_string(most)));
  };
  const double of_shape = tmpl.land.shape == LandShape::archipelago ? kOfArchipelagos : 1;
  cap("danger", kMostDangerPatches, kMostBandPatches * static_cast<double>(world.vocabulary.danger.size()));
  cap("biome", of_shape * kMostBiomePatches,
      of_shape * kMostPatchesPerBiome * static_cast<double>(world.vocabulary.biomes.size()));
}

void judge_seams(AuditVerdict& verdict, const AuditReport& report) {
  // Faction borders follow the owners' regions on purpose: only the other layers must hide them.
  for (const AuditReport::Seam& row : report.seam)
    if (row.layer != "faction" && row.score > kVisibleSeam)
      verdict.findings.push_back(warning(
          "seam_visible", row.layer,
          "region borders show in the " + row.layer + " layer: a class change is " + decimals(row.score, 2) +
              " times as likely across them, expected at most " + decimals(kVisibleSeam, 1)));
}

}  // namespace

/// What the template asks of water, and that no bed rises.
void judge_water(AuditVerdict& verdict, const AuditReport& report, const World& world) {
  for (const AuditReport::WaterRow& row : report.water) {
    if (row.met || is_told(world, row)) continue;
    verdict.passed = false;
    verdict.findings.push_back(
        warning("water_target", "water." + row.what,
                row.what + " is " + decimals(row.actual, 4) + ", target " + decimals(row.target, 4)));
  }
}

void judge_roads(AuditVerdict& verdict, const AuditReport& report) {
  for (const AuditReport::RoadRow& row : report.roads) {
    if (row.towns_reached == row.towns) continue;
    verdict.passed = false;
    verdict.findings.push_back(warning("towns_unreached", "roads",
                                       "roads reach " + std::to_string(row.towns_reached) + " of " +
                                           std::to_string(row.towns) + " settlements"));
  }
}

/// "12.0 to 31.5 m from "; without a distance "without any ".
std::string observed(const AuditReport::ConditionRow& row) {
  if (std::isnan(row.observed_max_m)) return "without any ";
  return decimals(row.observed_min_m, 1) + " to " + decimals(row.observed_max_m, 1) + " m from ";
}

void judge_conditions(AuditVerdict& verdict, const AuditReport& report) {
  for (const AuditReport::ConditionRow& row : report.conditions) {
    if (row.violations == 0) continue;
    verdict.passed = false;
    const std::string what = row.feature == "ground"
                                 ? std::string("stand on other ground than asked for")
                                 : "stand " + observed(row) + row.feature + ", asked " +
                                       decimals(row.low_m, 1) + " to " + decimals(row.high_m, 1);
    verdict.findings.push_back(
        warning("condition_violated", row.category + "." + row.cls + "." + row.feature,
                std::to_string(row.violations) + " points of " + row.cls + " " + what));
  }
}

AuditVerdict judge_audit(const AuditReport& report, const World& world, const Template& tmpl) {
  AuditVerdict verdict;
  judge_mix(verdict, report, world, tmpl);
  judge_quota(verdict, report, world, tmpl);
  judge_spacing(verdict, report, world, tmpl);
  judge_regions(verdict, report, world);
  judge_patches(verdict, report, world, tmpl);
  for (Finding& f : tell_biome_limits(world, tmpl)) verdict.findings.push_back(std::move(f));
  judge_seams(verdict, report);
  judge_water(verdict, report, world);
  judge_roads(verdict, report);
  judge_conditions(verdict, report);
  return verdict;
}

}  // namespace fw
