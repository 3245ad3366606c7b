#include <algorithm>
#include <string>

#include "core/base/number_text.h"
#include "core/model/audit/audit_tables_internal.h"

// Targets of the template and what came of them: shares, points, regions.
namespace fw {
namespace {

using namespace audit_values;
using Csv = AuditCsvField;
using Mix = AuditReport::Mix;
using Limit = AuditReport::BiomeLimitRow;
using Quota = AuditReport::Quota;
using Spacing = AuditReport::Spacing;
using Contiguity = AuditReport::Contiguity;
using Colocation = AuditReport::Colocation;
using Seam = AuditReport::Seam;
using RegionRow = AuditReport::RegionRow;

std::string origin(const Mix& row) {
  return std::string(mix_origin(row));
}

std::string origin_words(const Mix& row) {
  return row.by_hand > 0 ? "by hand" : row.asked ? "stated" : row.of_land ? "the land" : "derived";
}

/// The target as people read it: rows that the land gives have none.
auto target_words(AuditStyle style, std::string none) {
  return [style, none = std::move(none)](const Mix& row) {
    return mix_origin(row) == "land" ? none : style.text(row.target);
  };
}

/// What paint holds is read back as not asked for.
AuditValue<Mix> origin_value() {
  return {AuditKind::text, false, [](const Mix& row) { return AuditCell(origin(row)); },
          [](Mix& row, const AuditCell& cell) {
            row.asked = std::get<std::string>(cell) == "asked";
            row.of_land = std::get<std::string>(cell) == "land";
            return true;
          }};
}

std::vector<AuditColumn<Mix>> mix_columns(const AuditReport&) {
  return {
      {"layer", of(&Mix::layer), Csv::group, {"layer"}, {"layer"}},
      {"region", or_null(&Mix::region), Csv::region, {"region", {}, "island"}, {"region"}},
      {"class", of(&Mix::cls), Csv::cls, {"class"}, {"class"}},
      {"target",
       of(&Mix::target),
       Csv::target,
       {"asked", {}, {}, target_words(percent(2), "")},
       {"asked %", {}, {}, target_words(percent_column(2), "-")}},
      {"actual", of(&Mix::actual), Csv::actual, {"got", percent(2)}, {"got %", percent_column(2)}},
      bar_column<Mix>(),
      judged<Mix>({"error", of(&Mix::error), Csv::error, {"off", points(3)}, {"off pp", percent_column(2)}}),
      {"origin", origin_value(), {Csv::note, origin}, {"target", {}, {}, origin_words}, {"target"}},
      with_hand<Mix>(
          {"by_hand",
           of(&Mix::by_hand),
           {Csv::note,
            [](const Mix& row) { return row.by_hand > 0 ? "by_hand " + number_text(row.by_hand) : ""; }}}),
  };
}

bool mix_off(const AuditReport& report, const Mix& row) {
  // One finding covers all classes of its layer and region. The report does not contain the one-cell
  // tolerance of regions with under 1000 cells.
  const double tolerance = row.region.empty() ? kIslandMixTolerance : kRegionalMixTolerance;
  return row.error > tolerance + 1e-12 &&
         has_finding(report, "mix_error", row.layer + "." + (row.region.empty() ? "island" : row.region));
}

std::string measure_words(const Limit& row) {
  return row.measure.empty() ? "all limits" : row.measure;
}

std::vector<AuditColumn<Limit>> limit_columns(const AuditReport&) {
  return {
      {"biome", of(&Limit::biome), Csv::cls, {"biome"}, {"biome"}},
      {"measure",
       or_null(&Limit::measure),
       {Csv::note, measure_words},
       {"limit", {}, {}, measure_words},
       {"limit", {}, {}, measure_words}},
      {"low", or_null(&Limit::low), Csv::note, {"at least", up_to(3)}, {"at least", up_to(3)}},
      {"high", or_null(&Limit::high), Csv::note, {"at most", up_to(3)}, {"at most", up_to(3)}},
      {"room",
       of(&Limit::room),
       Csv::target,
       {"land within", percent(2)},
       {"land within %", percent_column(2)}},
      judged<Limit>({"beyond",
                     of(&Limit::beyond),
                     Csv::actual,
                     {"beyond", percent(2)},
                     {"beyond %", percent_column(2)}}),
      {"region", or_null(&Limit::region), Csv::region, {"most in"}, {"most in"}},
  };
}

bool limit_off(const AuditReport& report, const Limit& row) {
  return row.measure.empty() && std::ranges::any_of(report.findings, [&](const Finding& f) {
           return f.severity == Severity::warning && f.code == "biome_outside_limits" &&
                  f.where == "biomes." + row.biome;
         });
}

std::vector<AuditColumn<Quota>> quota_columns(const AuditReport&) {
  return {
      {"category", of(&Quota::category), Csv::group, {"category"}, {"category"}},
      {"class", of(&Quota::cls), Csv::cls, {"class"}, {"class"}},
      {"region", or_null(&Quota::region), Csv::region, {"region", {}, "island"}, {"region"}},
      {"target", of(&Quota::target), Csv::target, {"asked"}, {"asked"}},
      {"actual", of(&Quota::actual), Csv::actual, {"got"}, {"got"}},
      bar_column<Quota>(),
      judged<Quota>({"shortfall", of(&Quota::shortfall), Csv::error, {"short"}, {"short"}}),
      with_hand<Quota>({"by_hand", of(&Quota::by_hand), Csv::note, {"by hand"}}),
      with_hand<Quota>({"banned", of(&Quota::banned), Csv::note, {"banned"}}),
      {"mask", of(&Quota::refused_mask), Csv::mask, {"mask"}, {"mask"}, "reasons"},
      {"spacing", of(&Quota::refused_spacing), Csv::spacing, {"spacing"}, {"spacing"}, "reasons"},
      {"density", of(&Quota::refused_density), Csv::density, {"density"}, {"density"}, "reasons"},
  };
}

AuditBar quota_bar(const AuditReport&, const Quota& row) {
  return {static_cast<double>(row.actual), static_cast<double>(row.target),
          static_cast<double>(std::max({int64_t{1}, row.actual, row.target}))};
}

double missing_share(const AuditReport&, const Quota& row) {
  return row.target > 0 ? static_cast<double>(row.shortfall) / static_cast<double>(row.target) : 0.0;
}

std::vector<AuditColumn<Spacing>> spacing_columns(const AuditReport&) {
  return {
      {"class", of(&Spacing::cls), Csv::cls, {"class"}, {"class"}},
      {"min_m", of(&Spacing::min_m), Csv::target, {"kept", up_to(1)}, {"kept m", exactly(1)}},
      {"observed_min_m",
       of(&Spacing::observed_min_m),
       Csv::actual,
       {"nearest", up_to(1)},
       {"observed m", exactly(1)}},
      {"",
       computed<Spacing>([](const Spacing& row) { return std::max(0.0, row.min_m - row.observed_min_m); }),
       Csv::error},
      bar_column<Spacing>(),
      judged<Spacing>({"",
                       computed<Spacing>([](const Spacing& row) { return row.observed_min_m - row.asked_m; }),
                       {},
                       {"slack", up_to(1)}}),
      {"nn_mean_m",
       of(&Spacing::nn_mean_m),
       Csv::note,
       {"mean nearest", up_to(1)},
       {"mean nearest m", exactly(1)}},
      {"asked_m", of(&Spacing::asked_m), Csv::note, {"asked", up_to(1)}, {"asked m", exactly(1)}},
      with_hand<Spacing>({"hand_min_m", of(&Spacing::hand_min_m), Csv::note}),
  };
}

AuditBar spacing_bar(const AuditReport&, const Spacing& row) {
  return {row.observed_min_m, row.asked_m, 2 * row.asked_m};
}

double tightness(const AuditReport&, const Spacing& row) {
  return row.asked_m / std::max(row.observed_min_m, 1e-9);
}

std::vector<AuditColumn<Contiguity>> contiguity_columns(const AuditReport&) {
  return {
      {"layer", of(&Contiguity::layer), Csv::group, {"layer"}},
      {"class", of(&Contiguity::cls), Csv::cls, {"class"}},
      {"patches", of(&Contiguity::patches), Csv::actual, {"patches"}},
      {"largest_share", of(&Contiguity::largest_share), Csv::note, {"largest", percent(2)}},
      judged<Contiguity>(
          {"speckle_share", of(&Contiguity::speckle_share), Csv::note, {"specks", percent(3)}}),
      with_hand<Contiguity>({"patches_by_hand", of(&Contiguity::held_patches)}),
      with_hand<Contiguity>({"speckle_by_hand", of(&Contiguity::held_speckle_share)}),
  };
}

bool contiguity_off(const AuditReport& report, const Contiguity& row) {
  const std::string where = row.layer + "." + row.cls;
  return has_finding(report, "speck", where) || has_finding(report, "too_many_components", where);
}

std::vector<AuditColumn<Colocation>> colocation_columns(const AuditReport&) {
  return {
      {"a", of(&Colocation::a), Csv::group, {"what"}, {"what"}},
      {"b", of(&Colocation::b), Csv::cls, {"where"}, {"where"}},
      {"share", of(&Colocation::share), Csv::actual, {"share", percent(1)}, {"share", exactly(3)}},
      {"expected",
       of(&Colocation::expected),
       Csv::target,
       {"by chance", percent(1)},
       {"by chance", exactly(3)}},
      bar_column<Colocation>(),
  };
}

std::vector<AuditColumn<Seam>> seam_columns(const AuditReport&) {
  return {
      {"layer", of(&Seam::layer), Csv::group, {"layer"}},
      judged<Seam>({"score", of(&Seam::score), Csv::actual, {"score", up_to(3)}}),
  };
}

bool seam_off(const AuditReport& report, const Seam& row) {
  return has_finding(report, "seam_visible", row.layer);
}

/// A kind that stands in a region, or not, under its own id.
AuditColumn<RegionRow> kind_column(const std::string& kind, AuditValue<RegionRow> value) {
  const auto stands = [get = value.get](const RegionRow& row) { return std::get<bool>(get(row)); };
  const auto words = [stands](const std::string& yes, const std::string& no) {
    return [=](const RegionRow& row) { return stands(row) ? yes : no; };
  };
  return {kind,
          std::move(value),
          {Csv::note, words(kind, "no " + kind)},
          {kind, {}, {}, words("yes", "none")},
          {kind, {}, {}, words("yes", "-")}};
}

AuditValue<RegionRow> guard_value(size_t guard) {
  return {AuditKind::truth, false,
          [guard](const RegionRow& row) { return AuditCell(guard < row.guards.size() && row.guards[guard]); },
          [guard](RegionRow& row, const AuditCell& cell) {
            row.guards.resize(std::max(row.guards.size(), guard + 1));
            row.guards[guard] = std::get<bool>(cell);
            return true;
          }};
}

std::vector<AuditColumn<RegionRow>> region_columns(const AuditReport& report) {
  std::vector<AuditColumn<RegionRow>> columns{
      {"region", of(&RegionRow::region), Csv::region, {"region"}, {"region"}},
      {"owner", of(&RegionRow::owner), Csv::group, {"owner"}, {"owner"}}};
  const std::string& seat = report.seat_kind;
  if (!seat.empty()) {
    columns.push_back(kind_column(seat, of(&RegionRow::seat)));
    columns.back().page.words = [](const RegionRow& row) { return row.seat ? row.seat_band : "none"; };
    columns.back().terminal.words = [](const RegionRow& row) { return row.seat ? row.seat_band : "-"; };
  }
  for (size_t g = 0; g < report.guard_kinds.size(); ++g)
    columns.push_back(kind_column(report.guard_kinds[g], guard_value(g)));
  if (!seat.empty()) columns.push_back({seat + "_band", of(&RegionRow::seat_band), Csv::cls});
  return columns;
}

bool region_off(const AuditReport& report, const RegionRow& row) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& f) {
    return f.code.starts_with("missing_") && f.where == row.region;
  });
}

}  // namespace

AuditTable<Mix> audit_values::mix_table() {
  return {.slug = "mix",
          .section = "mix",
          .title = "Mix",
          .help = "Shares of land; the tick is the target. Errors in percentage points.",
          .rows = &AuditReport::mix,
          .columns = mix_columns,
          .always = true,
          .page_place = 4,
          .first = {"layer", "class", "region", "origin"},
          .worst_first = true,
          .badness = [](const AuditReport&, const Mix& row) { return row.error; },
          .off = mix_off,
          .bar =
              [](const AuditReport&, const Mix& row) {
                return AuditBar{row.actual, mix_origin(row) == "land" ? AuditReport::kNone : row.target, 1};
              }};
}

AuditTable<Limit> audit_values::biome_limits_table() {
  return {.slug = "biome_limits",
          .section = "biome limits",
          .title = "Limits of biomes",
          .help = "How much of the land lies within a biome's limits, and how much of the biome beyond them.",
          .rows = &AuditReport::biome_limits,
          .columns = limit_columns,
          .page_place = 5,
          .worst_first = true,
          .badness = [](const AuditReport&, const Limit& row) { return row.beyond; },
          .off = limit_off};
}

AuditTable<Quota> audit_values::quota_table() {
  return {.slug = "quota",
          .section = "quota",
          .title = "Quotas",
          .help = "Points asked and placed; the last columns count what was refused, and why.",
          .rows = &AuditReport::quota,
          .columns = quota_columns,
          .always = true,
          .page_place = 6,
          .worst_first = true,
          .badness = missing_share,
          .off = [](const AuditReport&, const Quota& row) { return row.shortfall > 0; },
          .bar = quota_bar};
}

AuditTable<Spacing> audit_values::spacing_table() {
  return {.slug = "spacing",
          .section = "spacing",
          .title = "Spacing",
          .help =
              "Nearest pair of each class, in metres; the tick is the least distance asked, which a shortage "
              "may relax.",
          .rows = &AuditReport::spacing,
          .columns = spacing_columns,
          .always = true,
          .page_place = 7,
          .first = {"class", "asked_m"},
          .worst_first = true,
          .badness = tightness,
          .off = [](const AuditReport& report,
                    const Spacing& row) { return has_finding(report, "spacing_violation", row.cls); },
          .bar = spacing_bar};
}

AuditTable<Contiguity> audit_values::contiguity_table() {
  return {
      .slug = "contiguity",
      .section = "contiguity",
      .title = "Contiguity",
      .help = "Patches, the largest one's share of its class, and what lies in specks.",
      .rows = &AuditReport::contiguity,
      .columns = contiguity_columns,
      .always = true,
      .page_place = 9,
      .worst_first = true,
      .badness = [](const AuditReport&, const Contiguity& row) { return row.speckle_share; },
      .off = contiguity_off,
      .bar = [](const AuditReport&, const Contiguity& row) { return AuditBar{.actual = row.largest_share}; }};
}

AuditTable<Colocation> audit_values::colocation_table() {
  return {.slug = "colocation",
          .section = "colocation",
          .title = "Who stands where",
          .help = "The tick is what chance would give.",
          .rows = &AuditReport::colocation,
          .columns = colocation_columns,
          .always = true,
          .page_place = 11,
          .bar = [](const AuditReport&, const Colocation& row) {
            return AuditBar{row.share, row.expected, 1};
          }};
}

AuditTable<Seam> audit_values::seam_table() {
  return {.slug = "seam",
          .section = "seam",
          .title = "Seams",
          .help = "Class changes across region borders over those inside; 1 means that borders do not show.",
          .rows = &AuditReport::seam,
          .columns = seam_columns,
          .always = true,
          .page_place = 10,
          .badness = [](const AuditReport& report,
                        const Seam& row) { return seam_off(report, row) ? row.score : 0; },
          .off = seam_off,
          .bar =
              [](const AuditReport&, const Seam& row) {
                return AuditBar{row.score, 1, std::max(2.0, row.score)};
              }};
}

AuditTable<RegionRow> audit_values::regions_table() {
  return {.slug = "regions",
          .section = "region",
          .title = "Regions",
          .help = "Owner, and the danger band of the seat; what stands there.",
          .rows = &AuditReport::regions,
          .columns = region_columns,
          .always = true,
          .page_place = 8,
          .off = region_off};
}

}  // namespace fw
