#include "app/job/search/report/search_tables.h"

#include <cmath>

#include "app/job/folder/csv.h"
#include "core/base/json_rows.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

std::string results_csv(const SearchRules& rules, const std::vector<Pass>& passes) {
  CsvLine head;
  head.add(std::string_view("rank")).add(std::string_view("seed")).add(std::string_view("score"));
  for (const SearchFigure& figure : rules.table.figures) head.add(figure.name);
  std::string text = head.str();
  for (size_t k = 0; k < passes.size(); ++k) {
    CsvLine line;
    line.add(static_cast<int64_t>(k + 1)).add(std::to_string(passes[k].seed)).add(passes[k].score);
    for (const double value : passes[k].values) line.add(value);
    text += line.str();
  }
  return text;
}

std::string pass_json(const SearchRules& rules, const Pass& pass, size_t rank) {
  JsonRow row;
  row.whole("rank", static_cast<int64_t>(rank)).raw("seed", std::to_string(pass.seed));
  row.number("score", pass.score);
  for (size_t k = 0; k < rules.table.figures.size(); ++k)
    row.number(rules.table.figures[k].name, pass.values[k]);
  return row.str();
}

std::string results_json(const SearchRules& rules, const std::vector<Pass>& passes) {
  std::vector<std::string> rows;
  for (size_t k = 0; k < passes.size(); ++k) rows.push_back(pass_json(rules, passes[k], k + 1));
  return json_document({{"results", json_lines(rows, 2)}});
}

Attribute real(double value) {
  return std::isfinite(value) ? Attribute(value) : Attribute();
}

Result<std::string> results_sqlite(const SearchRules& rules, const std::vector<Pass>& passes,
                                   const std::vector<size_t>& kept) {
  GeoTable results{"results", "", {}, {}}, chosen{"kept", "", {}, {}};
  results.attributes.columns = {
      {"rank", AttributeKind::integer}, {"seed", AttributeKind::integer}, {"score", AttributeKind::real}};
  for (const SearchFigure& figure : rules.table.figures)
    results.attributes.columns.push_back({figure.name, AttributeKind::real});
  for (size_t k = 0; k < passes.size(); ++k) {
    std::vector<Attribute> row{static_cast<int64_t>(k + 1), static_cast<int64_t>(passes[k].seed),
                               real(passes[k].score)};
    for (const double value : passes[k].values) row.push_back(real(value));
    results.attributes.rows.push_back(std::move(row));
  }
  chosen.attributes.columns = {{"seed", AttributeKind::integer}, {"rank", AttributeKind::integer}};
  for (const size_t k : kept)
    chosen.attributes.rows.push_back({static_cast<int64_t>(passes[k].seed), static_cast<int64_t>(k + 1)});
  return make_sqlite({results, chosen});
}

}  // namespace

Result<std::vector<NamedFile>> result_tables(const SearchRules& rules, const std::vector<Pass>& passes,
                                             const std::vector<size_t>& kept, const ResultFormats& formats) {
  std::vector<NamedFile> files;
  if (formats.contains(ResultFormat::csv)) files.push_back({"results.csv", results_csv(rules, passes)});
  if (formats.contains(ResultFormat::json)) files.push_back({"results.json", results_json(rules, passes)});
  if (!formats.contains(ResultFormat::sqlite)) return files;
  Result<std::string> database = results_sqlite(rules, passes, kept);
  if (!database) return database.error();
  files.push_back({"results.sqlite", std::move(database).value()});
  return files;
}

}  // namespace fw
