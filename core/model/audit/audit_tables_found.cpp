#include <algorithm>
#include <string>

#include "core/model/audit/audit_tables_internal.h"

// Figures of what the world has: rarities, water, roads, distances, rows of the hand, key figures, findings.
namespace fw {
namespace {

using namespace audit_values;
using Csv = AuditCsvField;
using CountRow = AuditReport::RarityRow;
using WaterRow = AuditReport::WaterRow;
using RoadRow = AuditReport::RoadRow;
using ConditionRow = AuditReport::ConditionRow;
using ViewRow = AuditReport::ViewRow;
using FrozenEdge = AuditReport::FrozenEdge;
using KpiRow = AuditReport::KpiRow;

std::vector<AuditColumn<CountRow>> rarity_columns(const AuditReport&) {
  return {
      {"rarity", of(&CountRow::rarity), Csv::group, {"rarity"}},
      {"band", of(&CountRow::band), Csv::cls, {"band"}},
      {"count", of(&CountRow::count), Csv::actual, {"count"}},
  };
}

/// Beside all of the rarity.
AuditBar rarity_bar(const AuditReport& report, const CountRow& row) {
  int64_t all = 0;
  for (const CountRow& other : report.rarity)
    if (other.rarity == row.rarity) all += other.count;
  return {.actual = static_cast<double>(row.count), .full = static_cast<double>(std::max(int64_t{1}, all))};
}

/// Null where nothing is asked; the target is then what came, which is read after it.
AuditValue<WaterRow> water_target() {
  return {AuditKind::number, true,
          [](const WaterRow& row) { return row.asked ? AuditCell(row.target) : AuditCell(); },
          [](WaterRow& row, const AuditCell& cell) {
            const double* target = std::get_if<double>(&cell);
            row.asked = target != nullptr;
            if (row.asked) row.target = *target;
            return true;
          }};
}

AuditValue<WaterRow> water_actual() {
  AuditValue<WaterRow> value = of(&WaterRow::actual);
  value.set = [](WaterRow& row, const AuditCell& cell) {
    row.actual = std::get<double>(cell);
    if (!row.asked) row.target = row.actual;
    return true;
  };
  return value;
}

bool is_asked(const WaterRow& row) {
  return row.asked;
}

std::vector<AuditColumn<WaterRow>> water_columns(const AuditReport&) {
  return {
      {"what", of(&WaterRow::what), Csv::cls, {"figure"}, {"what"}},
      {"target", water_target(), Csv::target, {"asked", up_to(4)}, {"asked", up_to(4)}},
      judged<WaterRow>({"actual", water_actual(), Csv::actual, {"got", up_to(4)}, {"got", up_to(4)}},
                       is_asked),
      {"met", of(&WaterRow::met), {Csv::note, [](const WaterRow& row) { return row.met ? "" : "not met"; }}},
  };
}

AuditBar water_bar(const AuditReport&, const WaterRow& row) {
  if (!row.asked) return {};
  return {row.actual, row.target, std::max({1e-9, row.target, row.actual})};
}

std::vector<AuditColumn<RoadRow>> road_columns(const AuditReport&) {
  return {
      {"class", of(&RoadRow::cls), Csv::cls, {"class"}, {"class"}},
      {"km", of(&RoadRow::km), Csv::note, {"km", exactly(1)}, {"km", exactly(1)}},
      {"towns", of(&RoadRow::towns), Csv::target, {"towns"}, {"towns"}},
      judged<RoadRow>({"towns_reached", of(&RoadRow::towns_reached), Csv::actual, {"reached"}, {"reached"}}),
      {"detour_mean",
       of(&RoadRow::detour_mean),
       Csv::note,
       {"detour, mean", exactly(2)},
       {"detour mean", exactly(2)}},
      {"detour_max", of(&RoadRow::detour_max), Csv::note, {"worst", exactly(2)}, {"worst", exactly(2)}},
      {"bridges", of(&RoadRow::bridges), Csv::note, {"bridges"}, {"bridges"}},
      {"fords", of(&RoadRow::fords), Csv::note, {"fords"}, {"fords"}},
  };
}

AuditBar road_bar(const AuditReport&, const RoadRow& row) {
  if (row.towns == 0) return {};
  return {static_cast<double>(row.towns_reached), static_cast<double>(row.towns),
          static_cast<double>(row.towns)};
}

std::vector<AuditColumn<ConditionRow>> condition_columns(const AuditReport&) {
  return {
      {"category", of(&ConditionRow::category), Csv::group, {"category"}},
      {"class", of(&ConditionRow::cls), Csv::cls, {"class"}, {"class"}},
      {"feature", of(&ConditionRow::feature), Csv::region, {"feature"}, {"condition"}},
      {"low_m", or_null(&ConditionRow::low_m), Csv::note, {"from", exactly(1)}, {"from m", exactly(1)}},
      {"high_m", or_null(&ConditionRow::high_m), Csv::note, {"to", exactly(1)}, {"to m", exactly(1)}},
      {"observed_min_m",
       or_null(&ConditionRow::observed_min_m),
       Csv::note,
       {"nearest", exactly(1)},
       {"observed from", exactly(1)}},
      {"observed_max_m",
       or_null(&ConditionRow::observed_max_m),
       Csv::note,
       {"farthest", exactly(1)},
       {"to", exactly(1)}},
      judged<ConditionRow>(
          {"violations", of(&ConditionRow::violations), Csv::error, {"violations"}, {"violations"}}),
  };
}

bool condition_off(const AuditReport&, const ConditionRow& row) {
  return row.violations > 0;
}

/// "part: two of three stand"
std::string state_note(const HandOutcome& row) {
  return std::string(kHandStateSlugs[static_cast<size_t>(row.state)]) +
         (row.reason.empty() ? "" : ": " + row.reason);
}

std::vector<AuditColumn<HandOutcome>> hand_columns(const AuditReport&) {
  return {
      {"id", of(&HandOutcome::id), Csv::cls, {"row"}, {"row"}},
      {"list", of(&HandOutcome::list), Csv::group, {"list"}, {"list"}},
      {"state", word_of(&HandOutcome::state, kHandStateSlugs), {Csv::note, state_note}, {"state"}, {"state"}},
      {"asked", of(&HandOutcome::asked), Csv::target, {"asked", up_to(1)}},
      {"got", of(&HandOutcome::got), Csv::actual, {"got", up_to(1)}},
      {"reason", of(&HandOutcome::reason), {}, {"why"}, {"why"}},
  };
}

std::string view_state(const ViewRow& row) {
  return row.held ? "held" : "cut";
}

std::vector<AuditColumn<ViewRow>> view_columns(const AuditReport&) {
  return {
      {"id", of(&ViewRow::id), Csv::cls, {"view"}},
      {"held", of(&ViewRow::held), {Csv::note, view_state}, {"state", {}, {}, view_state}},
      {"length_m", of(&ViewRow::length_m), Csv::target, {"length", up_to(1)}},
      {"visible_m", of(&ViewRow::visible_m), Csv::actual, {"visible", up_to(1)}},
      judged<ViewRow>({"clearance_m", of(&ViewRow::clearance_m), Csv::note, {"clearance", up_to(1)}}),
      {"least_at_m", of(&ViewRow::least_at_m), Csv::note, {"at", up_to(1)}},
  };
}

std::vector<AuditColumn<FrozenEdge>> frozen_edge_columns(const AuditReport&) {
  return {
      {"layer", of(&FrozenEdge::layer), Csv::group, {"layer"}},
      {"id", of(&FrozenEdge::id), Csv::cls, {"row"}},
      {"contacts", of(&FrozenEdge::contacts), Csv::note, {"contacts"}},
      judged<FrozenEdge>({"share", of(&FrozenEdge::share), Csv::actual, {"changes", percent(1)}}),
  };
}

/// One end of the usual range, for the page: an empty text without a range.
AuditColumn<KpiRow> usual_column(const char* title, size_t end) {
  const auto get = [end](const KpiRow& row) {
    return row.usual ? AuditCell((*row.usual)[end]) : AuditCell(std::string());
  };
  return {"", {AuditKind::number, false, get, {}}, {}, {title, up_to(4), "not defined"}};
}

std::string usual_text(const KpiRow& row) {
  return row.usual ? audit_cell_text(*row.usual, up_to(3), "") : std::string();
}

std::vector<AuditColumn<KpiRow>> kpi_columns(const AuditReport&) {
  return {
      {"name", of(&KpiRow::name), Csv::cls, {"figure"}, {"figure"}},
      {"value",
       or_null(&KpiRow::value),
       Csv::actual,
       {"value", up_to(4), "not defined"},
       {"value", up_to(4)}},
      {"unit", of(&KpiRow::unit), Csv::group, {"unit"}, {"unit"}},
      {"usual", of(&KpiRow::usual), {}, {}, {"usual", {}, {}, usual_text}},
      usual_column("usual low", 0),
      usual_column("usual", 1),
      usual_column("usual high", 2),
  };
}

std::vector<AuditColumn<Finding>> finding_columns(const AuditReport&) {
  return {
      {"severity", word_of(&Finding::severity, kSeveritySlugs), Csv::group},
      {"code", of(&Finding::code), Csv::cls},
      {"where", of(&Finding::where), Csv::region},
      {"message", of(&Finding::message), {Csv::note, [](const Finding& row) { return row.message; }}},
      {.slug = "cures", .value = of(&Finding::cures), .may_lack = true},
  };
}

}  // namespace

AuditTable<CountRow> audit_values::rarity_table() {
  return {.slug = "rarity",
          .section = "rarity",
          .title = "Rarity by danger band",
          .help = "",
          .rows = &AuditReport::rarity,
          .columns = rarity_columns,
          .always = true,
          .page_place = 12,
          .bar = rarity_bar};
}

AuditTable<WaterRow> audit_values::water_table() {
  return {.slug = "water",
          .section = "water",
          .title = "Water",
          .help = "Rivers, lakes and ground plans; lengths in km, density in km per km².",
          .rows = &AuditReport::water,
          .columns = water_columns,
          .page_place = 13,
          .off = [](const AuditReport&, const WaterRow& row) { return !row.met; },
          .bar = water_bar};
}

AuditTable<RoadRow> audit_values::roads_table() {
  return {
      .slug = "roads",
      .section = "roads",
      .title = "Roads",
      .help = "Detour: price through the network over the pair's own best price, over all pairs of towns.",
      .rows = &AuditReport::roads,
      .columns = road_columns,
      .page_place = 14,
      .off = [](const AuditReport&, const RoadRow& row) { return row.towns_reached < row.towns; },
      .bar = road_bar};
}

AuditTable<ConditionRow> audit_values::conditions_table() {
  return {.slug = "conditions",
          .section = "conditions",
          .title = "Conditions",
          .help = "Distances that classes ask for and have, in metres.",
          .rows = &AuditReport::conditions,
          .columns = condition_columns,
          .page_place = 15,
          .badness = [](const AuditReport& report,
                        const ConditionRow& row) { return condition_off(report, row) ? 1.0 : 0.0; },
          .off = condition_off};
}

AuditTable<HandOutcome> audit_values::hand_table() {
  return {
      .slug = "hand",
      .section = "hand",
      .title = "By hand",
      .help = "The designer's rows: points, cells or metres asked and got.",
      .rows = &AuditReport::hand,
      .columns = hand_columns,
      .page_place = 1,
      .worst_first = true,
      .badness = [](const AuditReport&, const HandOutcome& row) { return static_cast<double>(row.state); },
      .off = [](const AuditReport&, const HandOutcome& row) { return row.state == HandState::suspended; }};
}

AuditTable<ViewRow> audit_values::views_table() {
  return {.slug = "views",
          .section = "view",
          .title = "Views",
          .help =
              "Metres: a line's length, what of it is visible, its least height over the ground and how far "
              "from the eye that is.",
          .rows = &AuditReport::views,
          .columns = view_columns,
          .page_place = 2,
          .worst_first = true,
          .badness = [](const AuditReport&, const ViewRow& row) { return -row.clearance_m; },
          .off = [](const AuditReport&, const ViewRow& row) { return !row.held; }};
}

AuditTable<FrozenEdge> audit_values::frozen_edges_table() {
  return {.slug = "frozen_edges",
          .section = "frozen_edge",
          .title = "Edges of frozen cells",
          .help = "How often the class changes across them.",
          .rows = &AuditReport::frozen_edges,
          .columns = frozen_edge_columns,
          .page_place = 3,
          .worst_first = true,
          .badness = [](const AuditReport&, const FrozenEdge& row) { return row.share; }};
}

AuditTable<KpiRow> audit_values::kpi_table() {
  return {.slug = "kpi",
          .section = "kpi",
          .title = "Key figures",
          .help = "Usual: 5th, 50th and 95th percentile of 256 worlds of this template.",
          .rows = &AuditReport::kpi,
          .columns = kpi_columns,
          .page_place = 16};
}

AuditTable<Finding> audit_values::findings_table() {
  return {
      .slug = "findings",
      .section = "finding",
      .title = "Findings",
      .help = "",
      .rows = &AuditReport::findings,
      .columns = finding_columns,
      .always = true,
      .worst_first = true,
      .badness = [](const AuditReport&, const Finding& row) { return static_cast<double>(row.severity); }};
}

}  // namespace fw
