#include "app/job/hand/import/hand_import.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>

#include "app/job/hand/import/import_source.h"
#include "core/base/lower_case.h"
#include "core/model/template/hand/hand_id.h"
#include "core/template/check/feasibility.h"
#include "core/template/hand_rows.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/hand/hand_imports.h"
#include "core/world/land/hand_places.h"

namespace fw {
namespace {

bool is_one_of(const auto& slugs, std::string_view word) {
  return std::find(slugs.begin(), slugs.end(), word) != slugs.end();
}

/// Whether a file begins as a picture or a grid does, one that is read or one that is named in its refusal.
bool looks_like_raster(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  std::ifstream in(file, std::ios::binary);
  std::array<char, 12> head{};
  in.read(head.data(), head.size());
  const std::string_view begin(head.data(), static_cast<size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  constexpr std::array<std::string_view, 11> kBegins{{"\x89PNG",
                                                      "II\x2A",
                                                      "II\x2B",
                                                      {"MM\0\x2A", 4},
                                                      {"MM\0\x2B", 4},
                                                      "\xFF\xD8\xFF",
                                                      "\x76\x2f\x31\x01",
                                                      "GIF8",
                                                      "8BPS",
                                                      "RIFF",
                                                      {"\0\0\0\x0CjP", 6}}};
  if (std::any_of(kBegins.begin(), kBegins.end(), [&](std::string_view b) { return begin.starts_with(b); }))
    return true;
  const std::string text = lower_case(std::string(begin)), end = lower_case(file.extension().string());
  return text.starts_with("ncols") || text.starts_with("nrows") || end == ".hgt" || end == ".bmp";
}

/// The row of this id, or else the one that an import of this name made of the same things.
std::optional<size_t> earlier_row(const HandRows<ImportRow>& rows, const HandImport& request,
                                  const std::string& name) {
  for (size_t k = 0; k < rows.size(); ++k)
    if (!request.id.empty() && rows[k].id == request.id) return k;
  for (size_t k = 0; k < rows.size() && request.id.empty() && !request.add; ++k)
    if (const auto source = read_source(rows[k].source);
        source && source->import == name && rows[k].what == request.what)
      return k;
  return std::nullopt;
}

/// Puts the raster's row into the hand: in the place of the one that it made before, or as a new one. A row
/// whose pixels and options are those of the last time stays as it is.
void put_row(const HandImport& request, const std::string& name, ImportRow row, HandImported& out) {
  HandRows<ImportRow>& rows = out.tmpl.hand.imports;
  const RowSource source{name, "", made_digest(out.tmpl, row)};
  if (!request.add) row.source = source_text(source);
  if (const auto k = earlier_row(rows, request, name)) {
    const ImportRow& held = rows[*k];
    const auto before = read_source(held.source);
    if (request.id.empty() && before && before->made == source.made) {
      ++out.unchanged;
      return;
    }
    row.id = held.id;
    row.on = held.on;
    row.group = held.group;
    row.note = held.note;
    out.replaced.push_back(row.id);
    rows.edit(*k) = std::move(row);
    return;
  }
  const std::set<std::string> taken = hand_ids(out.tmpl.hand);
  row.id = !request.id.empty() ? request.id
                               : hand_id("imports", row.what + row.sha256,
                                         [&](const std::string& id) { return taken.contains(id); });
  out.added.push_back(row.id);
  rows.push_back(std::move(row));
}

Result<HandImported> import_pixels(const HandImport& request, const Template& into) {
  RasterImportRequest raster = request.raster;
  raster.what = request.what;
  raster.progress = request.progress;
  raster.offsets = request.row.mode == ImportMode::add;
  Result<RasterImport> read = import_raster(raster, into);
  if (!read) return read.error();
  const Result<std::string> name = import_name(request.as, raster.file, raster.band);
  if (!name) return name.error();
  ImportRow row = read.value().row;
  row.file = import_file_name(row.what, row.sha256);
  row.mode = request.row.mode;
  row.blend_m = request.row.blend_m;
  row.force = request.row.force;
  row.strength_sd = request.row.strength_sd;
  row.feather_m = request.row.feather_m;
  HandImported out{into, {}, std::move(read.value().placed_by), std::move(read.value().notes), {}, {}};
  put_row(request, name.value(), row, out);
  out.fresh.emplace(row.sha256, std::make_shared<const ImportPixels>(std::move(read.value().pixels)));
  const CheckedTemplate checked = check_edited(out.tmpl);
  if (!checked.refusals.empty())
    return Error{ErrorKind::invalid_template,
                 checked.refusals.front().where + ": " + checked.refusals.front().message};
  return out;
}

/// Ground that lies in none of the regions read.
void note_region_gaps(const Template& tmpl, const ImportSet& pixels, const std::set<std::string>& ours,
                      const World& world, ImportCounts& counts) {
  const std::optional<Template> from_pixels = with_imported_regions(tmpl, pixels);
  const Template& all = from_pixels ? *from_pixels : tmpl;
  Mask held(world.grid);
  bool any = false;
  int exact = 0;
  for (const RegionRow& row : all.hand.regions) {
    const bool exactly = row.on && row.is == RegionIs::exactly;
    exact += exactly;
    if (!exactly || !ours.contains(row.id)) continue;
    any = true;
    const Result<Mask> cells = cells_of_place(row.place, all.frame, world.grid);
    if (cells)
      for (size_t cell = 0; cell < held.size(); ++cell) held[cell] |= cells.value()[cell];
  }
  if (!any) return;
  int64_t gaps = 0;
  for (size_t cell = 0; cell < held.size(); ++cell) gaps += world.region[cell] != 0 && held[cell] == 0;
  const int others = tmpl.regions.controllable + neutral_regions(tmpl) - exact;
  const std::string drawn = others <= 0 ? "the nearest region has {it|them}"
                            : others == 1
                                ? "the other region of the template is drawn there"
                                : std::to_string(others) + " other regions of the template are drawn there";
  counts.add("region_gaps", "cell{|s} of the ground {lies|lie} in none of these regions; " + drawn, "", gaps);
}

}  // namespace

std::vector<std::string_view> import_words() {
  std::vector<std::string_view> words(kImportWhatSlugs.begin(), kImportWhatSlugs.end());
  for (const RowKind& kind : kRowKinds)
    if (!is_one_of(kImportWhatSlugs, kind.word)) words.push_back(kind.word);
  words.push_back(kAllRows);
  return words;
}

bool imports_pixels(const HandImport& request) {
  const bool shapes = request.what == kAllRows || !list_of_rows(request.what).empty();
  return is_one_of(kImportWhatSlugs, request.what) &&
         (request.raster.raw || looks_like_raster(request.raster.file) || !shapes);
}

Result<HandImported> import_into(const HandImport& request, const Template& into) {
  const bool pixels = is_one_of(kImportWhatSlugs, request.what);
  const bool shapes = request.what == kAllRows || !list_of_rows(request.what).empty();
  if (!pixels && !shapes) {
    std::string words;
    for (const std::string_view what : import_words())
      words += (words.empty() ? "" : ", ") + std::string(what);
    return Error{ErrorKind::usage, "--what " + request.what + ": expected one of " + words};
  }
  const bool raster_file = request.raster.raw || looks_like_raster(request.raster.file);
  if (imports_pixels(request)) return import_pixels(request, into);
  if (raster_file)
    return Error{ErrorKind::usage, "--what " + request.what + ": " + request.raster.file.string() +
                                       " is a raster; rows of " + request.what + " are made of shapes"};
  RowsImportRequest rows = request.rows;
  rows.file = request.raster.file;
  rows.what = request.what;
  rows.map = request.raster.map;
  rows.progress = request.progress;
  rows.as = request.as;
  rows.add = request.add;
  Result<RowsImport> read = import_rows(rows, into);
  if (!read) return read.error();
  RowsImport& made = read.value();
  return HandImported{std::move(made.tmpl),      {},
                      std::move(made.placed_by), std::move(made.notes),
                      std::move(made.added),     std::move(made.replaced),
                      std::move(made.removed),   made.unchanged};
}

std::vector<ImportNote> try_import(const HandImported& imported, const BuildRequest& into,
                                   const Progress& progress) {
  const Findings feasibility = check_feasibility(imported.tmpl);
  for (const Finding& finding : feasibility)
    if (finding.severity == Severity::error)
      return {{finding.code, 1, finding.where + ": " + finding.message}};
  const LoadedImports loaded = load_imports(imported.tmpl, into.files(), imported.fresh);
  const auto world = generate(imported.tmpl, into.seeds, into.resolution, progress, nullptr,
                              GenerateScope::whole, loaded.pixels);
  if (!world) return {};
  std::set<std::string> ours(imported.added.begin(), imported.added.end());
  ours.insert(imported.replaced.begin(), imported.replaced.end());
  std::vector<ImportNote> notes;
  ImportCounts counts;
  for (const HandOutcome& outcome : world.value()->hand) {
    if (!ours.contains(outcome.id) || outcome.state == HandState::held || outcome.state == HandState::off)
      continue;
    const std::string state(kHandStateSlugs[static_cast<size_t>(outcome.state)]);
    counts.add(
        "row_" + state,
        (outcome.state == HandState::part ? "row{|s} {acts|act} in part" : "row{|s} {is|are} suspended"),
        outcome.id + ": " + outcome.reason);
  }
  note_region_gaps(imported.tmpl, loaded.pixels, ours, *world.value(), counts);
  notes = counts.notes();
  constexpr int64_t kMostOfOneKind = 5;
  std::map<std::string, int64_t> told;
  for (const Finding& finding : world.value()->findings)
    if (finding.code.starts_with("import_") && finding.code != "import_land_cleaned" &&
        finding.code != "import_height_gaps" && ++told[finding.code] <= kMostOfOneKind)
      notes.push_back({finding.code, 1, finding.message});
  for (const auto& [code, count] : told)
    if (count > kMostOfOneKind)
      notes.push_back({code, count - kMostOfOneKind,
                       "and " + std::to_string(count - kMostOfOneKind) + " more of " + code});
  return notes;
}

}  // namespace fw
