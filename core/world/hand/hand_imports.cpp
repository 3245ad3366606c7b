#include "core/world/hand/hand_imports.h"

#include <algorithm>
#include <string>

#include "core/field/area_resample.h"
#include "core/field/shape.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

/// "Wolf Hills (neutral)" -> name, owner, neutral.
void name_region(std::string_view word, const Template& tmpl, RegionRow& row) {
  row.name = word;
  const size_t open = word.rfind(" (");
  if (open == std::string_view::npos || !word.ends_with(')')) return;
  const std::string_view inner = word.substr(open + 2, word.size() - open - 3);
  row.neutral = inner == "neutral";
  const bool owner = find_row(tmpl.vocabulary.factions, inner).has_value();
  if (owner && !row.neutral) row.owner = inner;
  if (owner || row.neutral) row.name = word.substr(0, open);
}

std::vector<RegionRow> regions_of(const ImportedRow& from, const Template& tmpl) {
  std::vector<std::string> words;
  const auto map = read_import_map(from.row->map);
  if (map)
    for (const ImportCode& code : map.value()) words.push_back(code.word);
  const GridSpec plan = plan_grid(tmpl);
  const Raster<uint8_t> codes =
      resample_codes(import_classes(*from.row, *from.pixels, tmpl.frame, words), plan);
  std::vector<RegionRow> rows;
  for (size_t k = 0; k < words.size(); ++k) {
    Raster<uint8_t> own(plan);
    for (size_t cell = 0; cell < own.size(); ++cell) own[cell] = codes[cell] == k + 1;
    Runs runs = write_runs(own, "a");
    if (runs.rows.empty()) continue;
    RegionRow row;
    row.id = from.row->id;
    row.is = RegionIs::exactly;
    name_region(words[k], tmpl, row);
    row.place.runs = {runs.top, runs.left, std::move(runs.rows), "a yes"};
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

HandTold tell_missing_imports(const Template& tmpl, const ImportSet& imports) {
  HandTold told;
  for (size_t k = 0; k < tmpl.hand.imports.size(); ++k) {
    const ImportRow& row = tmpl.hand.imports[k];
    const std::vector<ImportedRow> usable = imported_rows(tmpl, imports, row.what);
    const bool there =
        std::any_of(usable.begin(), usable.end(), [k](const ImportedRow& r) { return r.index == k; });
    if (!row.on || there) continue;
    const bool fits = import_grid(row, tmpl.frame).has_value();
    told.outcomes.push_back(suspended_row(
        "imports", row, fits ? "its pixels are not loaded" : "its pixels do not fit the frame"));
  }
  return told;
}

std::optional<Template> with_imported_regions(const Template& tmpl, const ImportSet& imports) {
  const std::vector<ImportedRow> rasters = imported_rows(tmpl, imports, "region");
  if (rasters.empty()) return std::nullopt;
  Template out = tmpl;
  size_t at = 0;
  for (const ImportedRow& raster : rasters)
    for (RegionRow& row : regions_of(raster, tmpl)) out.hand.regions.insert(at++, std::move(row));
  return out;
}

}  // namespace fw
