#include "app/job/audit/audit_html.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/job/audit/audit_html_internal.h"
#include "app/job/folder/html.h"
#include "core/base/decimal.h"
#include "core/base/seed_text.h"
#include "core/measure/audit/audit_off.h"

namespace fw {
namespace {

constexpr std::string_view kStyle = R"(<style>
:root { color-scheme: light dark; --paper: #fbfaf7; --raised: #f1efe8; --ink: #263238; --soft: #5c676d; --line: #d8d4c9;
  --bar: #2f6f8f; --bad: #b3202c; --good: #23703f; --note: #8a5700; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d2124; --raised: #262b2f; --ink: #e4e6e3; --soft: #a2abb0;
  --line: #3d444a; --bar: #4b93b3; --bad: #ff8a80; --good: #6fcf97; --note: #e8b84a; } }
body { margin: 0 auto; max-width: 70rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Noto Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
.verdict { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .note { color: var(--note); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { position: sticky; top: 0; background: var(--paper); text-align: left; font-weight: 600; white-space: nowrap;
  border-bottom: 2px solid var(--line); padding: 0; }
th button { all: unset; cursor: pointer; padding: .35rem .6rem .35rem 0; } th button:focus-visible { outline: 2px solid var(--bar); }
td { border-bottom: 1px solid var(--line); padding: .3rem .6rem .3rem 0; vertical-align: baseline; }
.n { text-align: right; padding-right: 1.2rem; white-space: nowrap; }
.meter { position: relative; display: block; min-width: 7rem; height: .5rem; border-radius: .25rem; background: var(--line); }
.meter i { position: absolute; inset: 0 auto 0 0; border-radius: .25rem; background: var(--bar); }
.meter b { position: absolute; top: -.2rem; bottom: -.2rem; width: 2px; background: var(--ink); }
tr.off .meter i { background: var(--bad); } tr.off .error { color: var(--bad); font-weight: 600; }
ul { list-style: none; margin: 0; padding: 0; } li { border-bottom: 1px solid var(--line); padding: .35rem 0; }
li span { display: inline-block; min-width: 5rem; font-weight: 600; } code { color: var(--soft); }
@media print { body { max-width: none; padding: 0; } th { position: static; } }
</style>
)";

// Sorting is a convenience: without scripts the rows stand worst first.
constexpr std::string_view kScript = R"(<script>
for (const button of document.querySelectorAll('th button')) button.addEventListener('click', () => {
  const head = button.parentNode, table = head.closest('table'), at = head.cellIndex;
  const up = head.getAttribute('aria-sort') !== 'ascending';
  for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const key = row => row.cells[at].dataset.v ?? row.cells[at].textContent;
  const order = (a, b) => { const x = key(a), y = key(b), d = x - y; return (isNaN(d) ? x.localeCompare(y) : d) * (up ? 1 : -1); };
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort(order));
});
</script>
)";

template <typename T, typename Key>
std::vector<T> worst_first(std::vector<T> rows, const Key& key) {
  std::stable_sort(rows.begin(), rows.end(), [&](const T& a, const T& b) { return key(a) > key(b); });
  return rows;
}

std::string_view region_of(const std::string& region) {
  return region.empty() ? std::string_view("island") : std::string_view(region);
}

std::string mix_section(const AuditReport& report) {
  std::string rows;
  for (const auto& row : worst_first(report.mix, [](const auto& r) { return r.error; }))
    rows += HtmlRow(is_off(report, row))
                .text(row.layer)
                .text(row.cls)
                .text(region_of(row.region))
                .text(row.asked ? "stated" : "derived")
                .number(row.target, html_percent(row.target))
                .number(row.actual, html_percent(row.actual))
                .meter(row.actual, row.target, 1)
                .number(row.error, short_decimal(100 * row.error, 3), true)
                .str();
  return html_table("Mix", "Shares of land; the tick is the target. Errors in percentage points.",
                    {{"layer"},
                     {"class"},
                     {"region"},
                     {"target"},
                     {"asked", true},
                     {"got", true},
                     {"result"},
                     {"off", true}},
                    rows);
}

std::string quota_section(const AuditReport& report) {
  const auto missing = [](const AuditReport::Quota& row) {
    return row.target > 0 ? static_cast<double>(row.shortfall) / static_cast<double>(row.target) : 0.0;
  };
  const bool by_hand = !report.hand.empty();
  std::string rows;
  for (const auto& row : worst_first(report.quota, missing)) {
    HtmlRow line(is_off(report, row));
    line.text(row.category)
        .text(row.cls)
        .text(region_of(row.region))
        .count(row.target)
        .count(row.actual)
        .meter(static_cast<double>(row.actual), static_cast<double>(row.target),
               static_cast<double>(std::max(row.actual, row.target)))
        .count(row.shortfall, true);
    if (by_hand) line.count(row.by_hand).count(row.banned);
    rows += line.count(row.refused_mask).count(row.refused_spacing).count(row.refused_density).str();
  }
  std::vector<HtmlColumn> columns{{"category"},  {"class"},  {"region"},     {"asked", true},
                                  {"got", true}, {"result"}, {"short", true}};
  if (by_hand) columns.insert(columns.end(), {{"by hand", true}, {"banned", true}});
  columns.insert(columns.end(), {{"mask", true}, {"spacing", true}, {"density", true}});
  return html_table("Quotas", "Points asked and placed; the last columns count what was refused, and why.",
                    columns, rows);
}

std::string spacing_section(const AuditReport& report) {
  std::string rows;
  for (const auto& row : worst_first(
           report.spacing, [](const auto& r) { return r.asked_m / std::max(r.observed_min_m, 1e-9); }))
    rows += HtmlRow(is_off(report, row))
                .text(row.cls)
                .number(row.asked_m, short_decimal(row.asked_m, 1))
                .number(row.min_m, short_decimal(row.min_m, 1))
                .number(row.observed_min_m, short_decimal(row.observed_min_m, 1))
                .meter(row.observed_min_m, row.asked_m, 2 * row.asked_m)
                .number(row.observed_min_m - row.asked_m, short_decimal(row.observed_min_m - row.asked_m, 1),
                        true)
                .number(row.nn_mean_m, short_decimal(row.nn_mean_m, 1))
                .str();
  return html_table("Spacing",
                    "Nearest pair of each class, in metres; the tick is the least distance asked, which a "
                    "shortage may relax.",
                    {{"class"},
                     {"asked", true},
                     {"kept", true},
                     {"nearest", true},
                     {"result"},
                     {"slack", true},
                     {"mean nearest", true}},
                    rows);
}

std::string regions_section(const AuditReport& report) {
  std::string rows;
  for (const auto& row : report.regions) {
    HtmlRow line(is_off(report, row));
    line.text(row.region).text(row.owner);
    if (!report.seat_kind.empty()) line.text(row.seat ? row.seat_band : "none");
    for (const bool there : row.guards) line.text(there ? "yes" : "none");
    rows += line.str();
  }
  std::vector<HtmlColumn> columns{{"region"}, {"owner"}};
  if (!report.seat_kind.empty()) columns.push_back({report.seat_kind});
  for (const std::string& kind : report.guard_kinds) columns.push_back({kind});
  return html_table("Regions", "Owner, and the danger band of the seat; what stands there.", columns, rows);
}

std::string shape_section(const AuditReport& report) {
  std::string rows;
  for (const auto& row : worst_first(report.contiguity, [](const auto& r) { return r.speckle_share; }))
    rows += HtmlRow(is_off(report, row))
                .text(row.layer)
                .text(row.cls)
                .count(row.patches)
                .number(row.largest_share, html_percent(row.largest_share))
                .number(row.speckle_share, html_percent(row.speckle_share, 3), true)
                .str();
  std::string seams;
  for (const auto& row : report.seam)
    seams += HtmlRow(is_off(report, row))
                 .text(row.layer)
                 .number(row.score, short_decimal(row.score, 3), true)
                 .str();
  return html_table("Contiguity", "Patches, the largest one's share of its class, and what lies in specks.",
                    {{"layer"}, {"class"}, {"patches", true}, {"largest", true}, {"specks", true}}, rows) +
         html_table(
             "Seams",
             "Class changes across region borders over those inside; 1 means that borders do not show.",
             {{"layer"}, {"score", true}}, seams);
}

std::string company_section(const AuditReport& report) {
  std::string rows;
  for (const auto& row : report.colocation)
    rows += HtmlRow()
                .text(row.a)
                .text(row.b)
                .number(row.share, html_percent(row.share, 1))
                .number(row.expected, html_percent(row.expected, 1))
                .meter(row.share, row.expected, 1)
                .str();
  std::string rarity;
  for (const auto& row : report.rarity)
    rarity += HtmlRow().text(row.rarity).text(row.band).count(row.count).str();
  return html_table("Who stands where", "The tick is what chance would give.",
                    {{"what"}, {"where"}, {"share", true}, {"by chance", true}, {"result"}}, rows) +
         html_table("Rarity by danger band", "", {{"rarity"}, {"band"}, {"count", true}}, rarity);
}

/// What became of the designer's rows; nothing without any.
std::string hand_section(const AuditReport& report) {
  if (report.hand.empty()) return {};
  std::string rows;
  for (const auto& row : worst_first(report.hand, [](const HandOutcome& r) { return r.state; }))
    rows += HtmlRow(row.state == HandState::suspended)
                .text(row.id)
                .text(row.list)
                .text(kHandStateSlugs[static_cast<size_t>(row.state)])
                .number(row.asked, short_decimal(row.asked, 1))
                .number(row.got, short_decimal(row.got, 1))
                .text(row.reason)
                .str();
  return html_table("By hand", "The designer's rows: points, cells or metres asked and got.",
                    {{"row"}, {"list"}, {"state"}, {"asked", true}, {"got", true}, {"why"}}, rows);
}

/// Lines of sight, and the edges of frozen cells; nothing without any.
std::string sights_and_edges(const AuditReport& report) {
  std::string out;
  if (!report.views.empty()) {
    std::string rows;
    for (const auto& row : worst_first(report.views, [](const auto& r) { return -r.clearance_m; }))
      rows += HtmlRow(!row.held)
                  .text(row.id)
                  .text(row.held ? "held" : "cut")
                  .number(row.length_m, short_decimal(row.length_m, 1))
                  .number(row.visible_m, short_decimal(row.visible_m, 1))
                  .number(row.clearance_m, short_decimal(row.clearance_m, 1), true)
                  .number(row.least_at_m, short_decimal(row.least_at_m, 1))
                  .str();
    out += html_table(
        "Views",
        "Metres: a line's length, what of it is visible, its least height over the ground and "
        "how far from the eye that is.",
        {{"view"}, {"state"}, {"length", true}, {"visible", true}, {"clearance", true}, {"at", true}}, rows);
  }
  if (report.frozen_edges.empty()) return out;
  std::string rows;
  for (const auto& row : worst_first(report.frozen_edges, [](const auto& r) { return r.share; }))
    rows += HtmlRow()
                .text(row.layer)
                .text(row.id)
                .count(row.contacts)
                .number(row.share, html_percent(row.share, 1), true)
                .str();
  return out + html_table("Edges of frozen cells", "How often the class changes across them.",
                          {{"layer"}, {"row"}, {"contacts", true}, {"changes", true}}, rows);
}

/// The key figures; nothing unless they were asked for.
std::string kpi_section(const AuditReport& report, const UsualRanges& usual) {
  if (report.kpi.empty()) return {};
  const auto shown = [](double value) {
    return std::isfinite(value) ? short_decimal(value, 4) : std::string("not defined");
  };
  std::string rows;
  for (const auto& row : report.kpi) {
    const auto range = usual.find(row.name);
    HtmlRow line;
    line.text(row.name).number(row.value, shown(row.value)).text(row.unit);
    for (size_t k = 0; k < 3; ++k)
      if (range != usual.end())
        line.number(range->second[k], shown(range->second[k]));
      else
        line.text("");
    rows += line.str();
  }
  return html_table(
      "Key figures", "Usual: 5th, 50th and 95th percentile of 256 worlds of this template.",
      {{"figure"}, {"value", true}, {"unit"}, {"usual low", true}, {"usual", true}, {"usual high", true}},
      rows);
}

std::string findings_section(const AuditReport& report) {
  std::string out = "<h2>Findings</h2>\n";
  if (report.findings.empty()) return out + "<p class=\"soft\">None.</p>\n";
  out += "<ul>\n";
  for (const Finding& f : worst_first(report.findings, [](const Finding& x) { return x.severity; })) {
    const std::string word = f.severity == Severity::error     ? "<span class=\"bad\">error</span> "
                             : f.severity == Severity::warning ? "<span class=\"note\">warning</span> "
                                                               : "<span>note</span> ";
    out += "<li>" + word + html_escaped(f.message) + " <code>" + html_escaped(f.where) + "</code></li>\n";
  }
  return out + "</ul>\n";
}

std::string heading(const AuditReport& report, const AuditSubject& subject) {
  std::string about = "seed " + seed_text(subject.seeds);
  if (subject.columns > 0)
    about += ", " + std::to_string(subject.columns) + " x " + std::to_string(subject.rows) + " cells";
  const std::string name = html_escaped(subject.template_name);
  return "<title>Audit of " + name + "</title>\n" + std::string(kStyle) + "</head>\n<body>\n<h1>" + name +
         "</h1>\n<p class=\"soft\">" + about + "</p>\n" +
         (report.passed ? "<p class=\"verdict good\">Audit passed</p>\n"
                        : "<p class=\"verdict bad\">Audit did not pass</p>\n");
}

}  // namespace

std::string audit_html(const AuditReport& report, const AuditSubject& subject, const UsualRanges& usual) {
  return html_head("style-src 'unsafe-inline'; script-src 'unsafe-inline'") + heading(report, subject) +
         findings_section(report) + hand_section(report) + sights_and_edges(report) + mix_section(report) +
         quota_section(report) + spacing_section(report) + regions_section(report) + shape_section(report) +
         company_section(report) + audit_html_water(report) + kpi_section(report, usual) +
         std::string(kScript) + "</body>\n</html>\n";
}

}  // namespace fw
