#include "core/measure/audit/audit_findings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string>
#include <string_view>

#include "core/measure/audit/spacing.h"

namespace fw {
namespace {

// Acceptance figures: the most patches a layer should have, the worst seam that still does not show.
constexpr int64_t kMostDangerPatches = 30;
constexpr int64_t kMostBiomePatches = 60;
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

/// A share cannot be met more closely than one cell of the region allows.
std::map<std::string, double> one_cell_shares(const World& world) {
  std::vector<int64_t> cells(world.regions.size(), 0);
  int64_t all = 0;
  for (const uint8_t code : world.region.cells)
    if (code >= 1 && code <= cells.size()) {
      ++cells[static_cast<size_t>(code - 1)];
      ++all;
    }
  std::map<std::string, double> out;
  out[""] = all > 0 ? 1.0 / static_cast<double>(all) : 0.0;
  for (size_t r = 0; r < cells.size(); ++r)
    out[world.regions[r].name] = cells[r] > 0 ? 1.0 / static_cast<double>(cells[r]) : 0.0;
  return out;
}

/// One finding per layer and region, for the class with the largest error.
void judge_mix(AuditVerdict& verdict, const AuditReport& report, const World& world) {
  const std::map<std::string, double> one_cell = one_cell_shares(world);
  std::vector<const AuditReport::Mix*> worst;
  for (const AuditReport::Mix& row : report.mix) {
    const auto cell = one_cell.find(row.region);
    const double least = cell == one_cell.end() ? 0.0 : cell->second;
    const double tolerance =
        std::max(row.region.empty() ? kIslandMixTolerance : kRegionalMixTolerance, least);
    if (row.error <= tolerance + 1e-12) continue;
    const auto same = std::find_if(worst.begin(), worst.end(), [&](const AuditReport::Mix* other) {
      return other->layer == row.layer && other->region == row.region;
    });
    if (same == worst.end())
      worst.push_back(&row);
    else if (row.error > (*same)->error)
      *same = &row;
  }
  for (const AuditReport::Mix* row : worst) {
    verdict.passed = false;
    const std::string where = row->region.empty() ? "island" : row->region;
    verdict.findings.push_back(warning("mix_error", row->layer + "." + where,
                                       row->layer + " " + row->cls + " covers " + percent(row->actual) +
                                           " of " + where + ", target " + percent(row->target) + ": off by " +
                                           decimals(100 * row->error, 2) + " percentage points"));
  }
}

bool told(const World& world, std::string_view code, const std::string& where) {
  return std::any_of(world.findings.begin(), world.findings.end(),
                     [&](const Finding& f) { return f.code == code && f.where == where; });
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
  if (row.category == "rarity") return told(world, "rarity_shortfall", "rarity." + row.cls);
  for (const QuotaLedger& ledger : world.ledger) {
    const PointClassInfo& info = world.points.classes[static_cast<size_t>(ledger.class_index)];
    const std::string region =
        ledger.region > 0 ? world.regions[static_cast<size_t>(ledger.region - 1)].name : "";
    if (info.slug != row.cls || kCategorySlugs[static_cast<size_t>(info.category)] != row.category ||
        region != row.region)
      continue;
    if (ledger.placed != row.actual || ledger.quota != row.target) return false;
    return info.category == Category::landmark
               ? told(world, "landmark_shortfall", "landmarks." + row.cls)
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

double asked_rarity_spacing(const Template& tmpl, const std::string& cls) {
  return cls == "boss" ? tmpl.spacing.boss_m : cls == "named" ? tmpl.spacing.named_m : 0.0;
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
               !told(world, "rarity_relaxed", "rarity." + row.cls)) {
      verdict.findings.push_back({Severity::info, "spacing_relaxed", row.cls,
                                  row.cls + ": nearest pair at " + decimals(row.observed_min_m, 1) +
                                      " m; the template's " +
                                      decimals(asked_rarity_spacing(tmpl, row.cls), 0) +
                                      " m was relaxed so that all could be placed"});
    }
  }
}

void judge_regions(AuditVerdict& verdict, const AuditReport& report, const World& world) {
  for (size_t r = 0; r < report.regions.size(); ++r) {
    if (world.regions[r].neutral) continue;
    const AuditReport::RegionRow& row = report.regions[r];
    if (!row.settlement)
      verdict.findings.push_back(
          warning("missing_settlement", row.region, row.region + " has no settlement"));
    else if (row.settlement_band != "green")
      verdict.findings.push_back(warning("settlement_not_green", row.region,
                                         "the settlement of " + row.region + " is in danger band " +
                                             row.settlement_band + ", expected green"));
    if (!row.fort)
      verdict.findings.push_back(warning("missing_fort", row.region, row.region + " has no fort"));
  }
}

void judge_patches(AuditVerdict& verdict, const AuditReport& report) {
  std::map<std::string, int64_t> patches;
  for (const AuditReport::Contiguity& row : report.contiguity) {
    patches[row.layer] += row.patches;
    if (row.speckle_share > 0)
      verdict.findings.push_back(warning("speck", row.layer + "." + row.cls,
                                         percent(row.speckle_share) + " of " + row.layer + " " + row.cls +
                                             " lies in patches below 12 207 m2"));
    if (row.layer == "faction" && row.patches > 1)
      verdict.findings.push_back(warning(
          "too_many_components", "faction." + row.cls,
          "faction " + row.cls + " is split into " + std::to_string(row.patches) + " pieces, expected 1"));
  }
  const auto cap = [&](const std::string& layer, int64_t most) {
    if (patches[layer] > most)
      verdict.findings.push_back(warning("too_many_components", layer,
                                         "the " + layer + " layer has " + std::to_string(patches[layer]) +
                                             " patches, expected at most " + std::to_string(most)));
  };
  cap("danger", kMostDangerPatches);
  cap("biome", kMostBiomePatches);
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

AuditVerdict judge_audit(const AuditReport& report, const World& world, const Template& tmpl) {
  AuditVerdict verdict;
  judge_mix(verdict, report, world);
  judge_quota(verdict, report, world, tmpl);
  judge_spacing(verdict, report, world, tmpl);
  judge_regions(verdict, report, world);
  judge_patches(verdict, report);
  judge_seams(verdict, report);
  return verdict;
}

}  // namespace fw
