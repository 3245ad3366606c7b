#include "core/world/hand/paint/hand_paint.h"
#include "core/model/template/frontier.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/model/cure.h"
#include "core/model/template/hand/hand_idle.h"
#include "core/model/world/hand_told.h"
#include "core/world/hand/paint/hand_stroke.h"

namespace fw {
namespace {

constexpr int kBandRows = 64;          // of the grid, that one thread paints
constexpr size_t kRowsTogether = 256;  // made ready together
constexpr size_t kCellsTogether = 8;   // of them, rows of cells: each may hold a raster

/// What became of a row, in cells.
struct Tally {
  int64_t asked = 0, on_ground = 0, got = 0;
};

class Canvas {
 public:
  explicit Canvas(const Raster<uint8_t>& region_codes)
      : region_codes_(region_codes),
        paint_(empty_paint(region_codes.grid)),
        biased_by_(region_codes.grid, 0) {}

  void put(uint32_t cell, double inside_m, uint8_t code, const Stroke& stroke, Tally& tally) {
    if (inside_m > 0) ++tally.asked;
    if (region_codes_[cell] == 0) return;
    if (inside_m > 0) ++tally.on_ground;
    if (code == kTakesAway)
      take_away(cell, inside_m, stroke);
    else if (stroke.force == PaintForce::bias)
      lean(cell, inside_m, code, stroke);
    else
      cover(cell, inside_m, code, stroke);
  }

  /// Counts what every row has in the end.
  void count(std::vector<Tally>& tallies) const {
    for (size_t cell = 0; cell < region_codes_.size(); ++cell) {
      if (const uint16_t row = paint_.row[cell]; row != 0) ++tallies[row - 1u].got;
      if (const uint16_t row = biased_by_[cell]; row != 0 && row != paint_.row[cell]) ++tallies[row - 1u].got;
    }
  }

  Paint take() { return std::move(paint_); }

 private:
  void cover(uint32_t cell, double inside_m, uint8_t code, const Stroke& stroke) {
    if (inside_m > 0) {
      clear(cell);
      paint_.row[cell] = stroke.row;
      paint_.want[cell] = code;
      if (inside_m > stroke.feather_m)
        paint_.core[cell] = code;
      else
        set_rim(cell, inside_m, code, stroke);
    } else if (inside_m > -stroke.feather_m && paint_.core[cell] == 0 &&
               is_stronger(cell, inside_m, stroke)) {
      set_rim(cell, inside_m, code, stroke);
    }
  }
  /// Outside the outline an earlier rim gives way to one that is nearer to its stroke.
  bool is_stronger(uint32_t cell, double inside_m, const Stroke& stroke) const {
    if (paint_.rim[cell] == 0) return true;
    return inside_m * static_cast<double>(paint_.rim_feather_m[cell]) >
           static_cast<double>(paint_.rim_inside_m[cell]) * stroke.feather_m;
  }
  void set_rim(uint32_t cell, double inside_m, uint8_t code, const Stroke& stroke) {
    paint_.rim[cell] = code;
    paint_.rim_inside_m[cell] = static_cast<float>(inside_m);
    paint_.rim_feather_m[cell] = static_cast<float>(stroke.feather_m);
  }

  void lean(uint32_t cell, double inside_m, uint8_t code, const Stroke& stroke) {
    const auto strength = static_cast<float>(stroke.strength_sd * stroke.ramp(inside_m));
    if (strength == 0 || (inside_m <= 0 && std::fabs(strength) <= std::fabs(paint_.bias_sd[cell]))) return;
    paint_.bias[cell] = code;
    paint_.bias_sd[cell] = strength;
    if (inside_m > 0) biased_by_[cell] = stroke.row;
  }

  void take_away(uint32_t cell, double inside_m, const Stroke& stroke) {
    if (inside_m <= 0) return;
    clear(cell);
    paint_.row[cell] = stroke.row;
  }
  void clear(uint32_t cell) {
    if (paint_.row[cell] == 0 && paint_.rim[cell] == 0 && paint_.bias[cell] == 0) return;
    paint_.core[cell] = paint_.want[cell] = paint_.rim[cell] = paint_.bias[cell] = 0;
    paint_.rim_inside_m[cell] = paint_.rim_feather_m[cell] = paint_.bias_sd[cell] = 0;
    biased_by_[cell] = 0;
  }

  const Raster<uint8_t>& region_codes_;
  Paint paint_;
  Raster<uint16_t> biased_by_;  ///< row + 1 of the bias
};

const std::string& class_id(const Vocabulary& vocabulary, PaintLayer layer, size_t k) {
  if (layer == PaintLayer::biome) return vocabulary.biomes[k].id;
  return layer == PaintLayer::danger ? vocabulary.danger[k].id : vocabulary.factions[k].id;
}
size_t class_count(const Vocabulary& vocabulary, PaintLayer layer) {
  if (layer == PaintLayer::biome) return vocabulary.biomes.size();
  return layer == PaintLayer::danger ? vocabulary.danger.size() : vocabulary.factions.size();
}

/// The cells of one class of a raster.
void put_class(const Raster<uint8_t>& classes, uint8_t code, const Stroke& stroke, Canvas& canvas,
               Tally& tally) {
  const GridSpec& grid = classes.grid;
  const double edge_m = grid.cell_m / 2;  // from a cell's centre to its side
  if (stroke.feather_m <= 0) {
    for (uint32_t cell = 0; cell < classes.size(); ++cell)
      if (classes[cell] == code) canvas.put(cell, edge_m, code, stroke, tally);
    return;
  }
  Mask in(grid, 0), out(grid, 0);
  for (size_t cell = 0; cell < classes.size(); ++cell) (classes[cell] == code ? in : out)[cell] = 1;
  const Raster<float> to_in = distance_to(in), to_out = distance_to(out);
  for (uint32_t cell = 0; cell < classes.size(); ++cell) {
    const double inside_m = in[cell] != 0 ? static_cast<double>(to_out[cell]) - edge_m
                                          : edge_m - static_cast<double>(to_in[cell]);
    if (inside_m > -stroke.feather_m) canvas.put(cell, inside_m, code, stroke, tally);
  }
}

/// A raster of classes; `place` = its place among rows and imports.
void put_raster(const ImportedRow& from, size_t place, const Template& tmpl, PaintLayer layer,
                const GridSpec& grid, Canvas& canvas, Tally& tally) {
  std::vector<std::string> ids;
  for (size_t k = 0; k < class_count(tmpl.vocabulary, layer); ++k)
    ids.push_back(class_id(tmpl.vocabulary, layer, k));
  const Raster<uint8_t> classes =
      resample_codes(import_classes(*from.row, *from.pixels, tmpl.frame, ids), grid);
  Stroke stroke;
  stroke.row = static_cast<uint16_t>(place + 1);
  stroke.force = from.row->force;
  stroke.strength_sd = from.row->strength_sd;
  stroke.feather_m = from.row->feather_m;
  std::array<bool, 256> seen{};
  for (const uint8_t code : classes.cells) seen[code] = true;
  for (size_t k = 0; k < ids.size(); ++k)
    if (seen[k + 1]) put_class(classes, static_cast<uint8_t>(k + 1), stroke, canvas, tally);
}

std::string cells_text(int64_t part, int64_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole) + " cells";
}

HandOutcome outcome_of(const HandRow& row, std::string_view list, const Tally& tally, std::string problem) {
  HandOutcome out;
  out.id = row.id;
  out.list = list;
  out.asked = static_cast<double>(tally.asked);
  out.got = static_cast<double>(tally.got);
  out.reason = std::move(problem);
  const int64_t off_ground = tally.asked - tally.on_ground, covered = tally.on_ground - tally.got;
  if (!out.reason.empty()) {
  } else if (tally.asked == 0) {
    out.reason = "no cell's centre of the frame lies in it";
  } else {
    if (off_ground > 0) out.reason = cells_text(off_ground, tally.asked) + " lie off the ground";
    if (covered > 0)
      out.reason += (out.reason.empty() ? "" : "; ") + cells_text(covered, tally.asked) +
                    " are painted over by later rows";
  }
  out.state = tally.got == 0 ? HandState::suspended : out.reason.empty() ? HandState::held : HandState::part;
  return out;
}

/// Rows that paint nothing wherever they lie: without strength, or with nothing under them to take away.
void tell_idle(const HandRows<PaintRow>& rows, bool painted, std::vector<Tally>& tallies,
               std::vector<std::string>& problems) {
  for (size_t k = 0; k < rows.size(); ++k) {
    const PaintRow& row = rows[k];
    if (!row.on || !problems[k].empty()) continue;
    problems[k] = idle_reason(row);
    if (row.cls != kPaintNone)
      painted = true;
    else if (!painted)
      problems[k] = "no earlier row paints what it could take away: write it after them, or switch it off";
    if (!problems[k].empty()) tallies[k].got = 0;
  }
}

/// Rows with cells off the ground that lie on it in part.
struct OffGroundRows {
  std::vector<std::string> ids;
  int64_t cells = 0, asked = 0;

  void add(const HandRow& row, const Tally& tally) {
    ids.push_back(row.id);
    cells += tally.asked - tally.on_ground;
    asked += tally.asked;
  }
};

Finding wholly_off_ground(std::string_view list, const HandRow& row, const Tally& tally) {
  return {Severity::warning, "paint_off_land", hand_path(list, row.id),
          "None of the " + std::to_string(tally.asked) + " cells of row " + row.id +
              " lies on the land: move it there or take it away."};
}

Finding partly_off_ground(std::string_view list, const OffGroundRows& rows) {
  return {Severity::info, "paint_off_land", "hand." + std::string(list),
          cells_text(rows.cells, rows.asked) +
              " of paint lie off the land and do nothing: " + name_rows(rows.ids) + "."};
}

/// Puts a stroke's cells of rows [first, last).
void put_stroke(const Stroke& stroke, const GridSpec& grid, int first, int last, Canvas& canvas,
                Tally& tally) {
  if (stroke.shape)
    visit_shape(
        *stroke.shape, stroke.radius_m, grid, stroke.feather_m, first, last,
        [&](uint32_t cell, double inside_m) { canvas.put(cell, inside_m, stroke.codes[0], stroke, tally); });
  else
    visit_stroke_cells(stroke, grid, first, last, [&](uint32_t cell, double inside_m, uint8_t code) {
      canvas.put(cell, inside_m, code, stroke, tally);
    });
}

size_t end_of_batch(const HandRows<PaintRow>& rows, size_t begin) {
  size_t cells = 0, end = begin;
  while (end < rows.size() && end - begin < kRowsTogether) {
    cells += rows[end].place.runs.cells.empty() ? 0 : 1;
    if (cells > kCellsTogether) break;
    ++end;
  }
  return end;
}

}  // namespace

const HandRows<PaintRow>& paint_rows(const Hand& hand, PaintLayer layer) {
  return layer == PaintLayer::biome ? hand.biome : layer == PaintLayer::danger ? hand.danger : hand.faction;
}

Paint empty_paint(const GridSpec& g) {
  return {Raster<uint8_t>(g), Raster<uint8_t>(g), Raster<uint16_t>(g), Raster<uint8_t>(g),
          Raster<float>(g),   Raster<float>(g),   Raster<uint8_t>(g),  Raster<float>(g)};
}

bool is_painted(const Template& tmpl, const ImportSet& imports, PaintLayer layer) {
  for (const PaintRow& row : paint_rows(tmpl.hand, layer))
    if (row.on) return true;
  return !imported_rows(tmpl, imports, kPaintLists[static_cast<size_t>(layer)]).empty();
}

Paint make_paint(const Template& tmpl, PaintLayer layer, const Raster<uint8_t>& region_codes,
                 std::vector<HandOutcome>& outcomes, Findings& findings, const ImportSet& imports) {
  const std::string_view list = kPaintLists[static_cast<size_t>(layer)];
  const HandRows<PaintRow>& rows = paint_rows(tmpl.hand, layer);
  const GridSpec& grid = region_codes.grid;
  const std::vector<ImportedRow> rasters = imported_rows(tmpl, imports, list);
  Canvas canvas(region_codes);
  std::vector<Tally> tallies(rows.size() + rasters.size());
  for (size_t k = 0; k < rasters.size(); ++k)
    put_raster(rasters[k], rows.size() + k, tmpl, layer, grid, canvas, tallies[rows.size() + k]);
  const auto bands = static_cast<size_t>((grid.rows + kBandRows - 1) / kBandRows);
  std::vector<std::vector<Tally>> tallies_of(bands, std::vector<Tally>(rows.size()));
  std::vector<std::string> problems(rows.size());
  for (size_t begin = 0; begin < rows.size();) {
    const size_t end = end_of_batch(rows, begin);
    std::vector<Stroke> strokes(end - begin);
    parallel_for(strokes.size(), 8, [&](size_t first, size_t last) {
      for (size_t k = first; k < last; ++k) {
        Result<Stroke> stroke = make_stroke(tmpl, layer, grid, rows[begin + k], begin + k);
        if (stroke)
          strokes[k] = std::move(stroke).value();
        else
          problems[begin + k] = stroke.error().message;
      }
    });
    // Bands of the grid side by side, in each all rows one after the other.
    parallel_for(bands, 1, [&](size_t band, size_t) {
      const int first = static_cast<int>(band) * kBandRows, last = std::min(first + kBandRows, grid.rows);
      for (size_t k = 0; k < strokes.size(); ++k) {
        Tally& tally = tallies_of[band][begin + k];
        put_stroke(strokes[k], grid, first, last, canvas, tally);
      }
    });
    begin = end;
  }
  for (const std::vector<Tally>& of_band : tallies_of)
    for (size_t k = 0; k < rows.size(); ++k) {
      tallies[k].asked += of_band[k].asked;
      tallies[k].on_ground += of_band[k].on_ground;
    }
  canvas.count(tallies);
  if (tmpl.layer_mode == LayerMode::strict_quantile && layer != PaintLayer::danger)
    for (size_t k = 0; k < rows.size(); ++k)
      if (rows[k].force == PaintForce::bias && problems[k].empty()) {
        problems[k] = "with modes.layers strict_quantile one field is cut, which bias does not move";
        tallies[k].got = 0;
      }
  if (has_one_frontier(tmpl) && layer == PaintLayer::faction)
    for (size_t k = 0; k < rows.size(); ++k)
      if (rows[k].force == PaintForce::bias && problems[k].empty()) {
        const Cure field{set_to("modes.factions", "field")};
        problems[k] =
            "with modes.factions regions a faction has no field that bias could move: paint hard, or " +
            cure_words(field);
        tallies[k].got = 0;
        if (rows[k].on)
          findings.push_back(with_cures(tell_suspended(suspended_row(list, rows[k], problems[k])), {field}));
      }
  tell_idle(rows, !rasters.empty(), tallies, problems);
  OffGroundRows partly;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].on) continue;
    outcomes.push_back(outcome_of(rows[k], list, tallies[k], problems[k]));
    if (!problems[k].empty()) continue;
    if (tallies[k].on_ground == 0 && tallies[k].asked > 0)
      findings.push_back(wholly_off_ground(list, rows[k], tallies[k]));
    else if (tallies[k].on_ground < tallies[k].asked)
      partly.add(rows[k], tallies[k]);
  }
  for (size_t k = 0; k < rasters.size(); ++k) {
    const Tally& tally = tallies[rows.size() + k];
    outcomes.push_back(outcome_of(*rasters[k].row, "imports", tally, ""));
    if (tally.on_ground < tally.asked)
      findings.push_back({Severity::info, "import_off_land", "hand.imports." + rasters[k].row->id,
                          cells_text(tally.asked - tally.on_ground, tally.asked) + " of " +
                              rasters[k].row->file + " lie off the land and do nothing."});
  }
  if (!partly.ids.empty()) findings.push_back(partly_off_ground(list, partly));
  Paint paint = canvas.take();
  for (const PaintRow& row : rows) paint.ids.push_back(row.id);
  for (const ImportedRow& raster : rasters) paint.ids.push_back(raster.row->id);
  return paint;
}

}  // namespace fw
