#include "app/job/audit/audit_html.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "app/job/folder/html.h"
#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/base/seed.h"
#include "core/model/audit/audit_tables.h"

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

/// Text as it may stand in an element or a quoted attribute.
std::string html_escaped(std::string_view text) {
  return markup_text(text, "'");
}

/// A cell of the page: `sort_by` is what the column is sorted by, empty for texts.
struct PageCell {
  std::string shown;
  std::optional<double> sort_by{};
};

template <typename Row>
PageCell page_cell(const AuditColumn<Row>& column, const Row& row) {
  const AuditCell cell = column.value.get(row);
  const std::string shown = audit_text(column.page, row, cell, column.page.none);
  if (column.page.words || column.value.kind <= AuditKind::truth) return {shown};
  if (const auto* whole = std::get_if<int64_t>(&cell)) return {shown, static_cast<double>(*whole)};
  if (const auto* number = std::get_if<double>(&cell)) return {shown, *number};
  return std::holds_alternative<std::string>(cell) ? PageCell{shown} : PageCell{shown, 0.0};
}

std::string cell_html(const PageCell& cell, bool error) {
  if (!cell.sort_by) return "<td>" + html_escaped(cell.shown) + "</td>";
  return "<td class=\"n" + std::string(error ? " error" : "") + "\" data-v=\"" +
         short_decimal(*cell.sort_by, 6) + "\">" + html_escaped(cell.shown) + "</td>";
}

/// The bar of a result with a tick at its target.
std::string bar_html(const AuditBar& bar) {
  const auto share = [&](double value) { return bar.full > 0 ? value / bar.full : 0; };
  const auto place = [&](double value) {
    return short_decimal(100 * std::clamp(share(value), 0.0, 1.0), 2) + "%";
  };
  return "<td data-v=\"" + short_decimal(share(bar.actual), 6) +
         "\"><span class=\"meter\" aria-hidden=\"true\"><i style=\"width:" + place(bar.actual) +
         "\"></i><b style=\"left:" + place(bar.target) + "\"></b></span></td>";
}

template <typename Row>
std::string head_html(const std::vector<AuditColumn<Row>>& columns) {
  std::string out = "<div class=\"wide\"><table><thead><tr>";
  for (const AuditColumn<Row>& column : columns) {
    const bool number = !column.bar && !column.page.words && column.value.kind > AuditKind::truth;
    out += std::string("<th scope=\"col\"") + (number ? " class=\"n\"" : "") + "><button>" +
           html_escaped(column.page.title) + "</button></th>";
  }
  return out + "</tr></thead><tbody>\n";
}

template <typename Row>
std::string table_html(const AuditReport& report, const AuditTable<Row>& table) {
  const std::vector<AuditColumn<Row>> columns =
      audit_shown_columns(report, &AuditColumn<Row>::page, table.first);
  std::string out = "<h2>" + html_escaped(table.title) + "</h2>\n";
  if (!table.help.empty()) out += "<p class=\"soft\">" + html_escaped(table.help) + "</p>\n";
  out += head_html(columns);
  const auto key = [&](const Row& row) { return table.worst_first ? table.badness(report, row) : 0.0; };
  for (const Row& row : largest_first(report.*table.rows, key)) {
    out += is_off(report, row) ? "<tr class=\"off\">" : "<tr>";
    for (const AuditColumn<Row>& column : columns)
      out += column.bar ? bar_html(table.bar(report, row))
                        : cell_html(page_cell(column, row), column.judged && column.judged(row));
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

/// All tables but those that may be missing and are, in the page's order.
std::string tables_html(const AuditReport& report) {
  std::map<int, std::string> tables;
  visit_audit_tables([&](const auto& table) {
    if (table.page_place > 0 && (table.always || !(report.*table.rows).empty()))
      tables[table.page_place] = table_html(report, table);
  });
  std::string out;
  for (const auto& [place, text] : tables) out += text;
  return out;
}

std::string findings_section(const AuditReport& report) {
  std::string out = "<h2>Findings</h2>\n";
  if (report.findings.empty()) return out + "<p class=\"soft\">None.</p>\n";
  out += "<ul>\n";
  for (const Finding& f : largest_first(report.findings, [](const Finding& x) { return x.severity; })) {
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

std::string audit_html(const AuditReport& report, const AuditSubject& subject) {
  return html_head("style-src 'unsafe-inline'; script-src 'unsafe-inline'") + heading(report, subject) +
         findings_section(report) + tables_html(report) + std::string(kScript) + "</body>\n</html>\n";
}

}  // namespace fw
