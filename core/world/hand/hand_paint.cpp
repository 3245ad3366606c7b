#include "core/world/hand/hand_paint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/parallel/parallel.h"
#include "core/world/hand/hand_stroke.h"

namespace fw {
namespace {

constexpr size_t kMostIdsTold = 8;
constexpr int kBandRows = 64;          // of the grid, that one thread paints
constexpr size_t kRowsTogether = 256;  // made ready together
constexpr size_t kCellsTogether = 8;   // of them, rows of cells: each may hold a raster

/// What became of a row, in cells.
struct Tally {
  int64_t asked = 0, on_ground = 0, got = 0;
};

class Canvas {
 public:
  explicit Canvas(const Raster<uint8_t>& ground) : ground_(ground), biased_by_(ground.grid, 0) {
    const GridSpec& g = ground.grid;
    paint_ = {Raster<uint8_t>(g), Raster<uint8_t>(g), Raster<uint16_t>(g), Raster<uint8_t>(g),
              Raster<float>(g),   Raster<float>(g),   Raster<uint8_t>(g),  Raster<float>(g)};
  }

  void put(uint32_t cell, double inside_m, uint8_t code, const Stroke& stroke, Tally& tally) {
    if (inside_m > 0) ++tally.asked;
    if (ground_[cell] == 0) return;
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
    for (size_t cell = 0; cell < ground_.size(); ++cell) {
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

  const Raster<uint8_t>& ground_;
  Paint paint_;
  Raster<uint16_t> biased_by_;  ///< row + 1 of the bias
};

std::string cells_text(int64_t part, int64_t whole) {
  return std::to_string(part) + " of " + std::to_string(whole) + " cells";
}

HandOutcome outcome_of(const PaintRow& row, PaintLayer layer, const Tally& tally, std::string problem) {
  HandOutcome out;
  out.id = row.id;
  out.list = kPaintLists[static_cast<size_t>(layer)];
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

/// Rows with cells off the ground: those that lie there wholly, and those that do in part.
struct OffGround {
  std::vector<std::string> ids;
  int64_t cells = 0, asked = 0;

  void add(const PaintRow& row, const Tally& tally) {
    ids.push_back(row.id);
    cells += tally.asked - tally.on_ground;
    asked += tally.asked;
  }
};

void tell_off_ground(PaintLayer layer, const OffGround& wholly, const OffGround& partly, Findings& findings) {
  const std::string where = "hand." + std::string(kPaintLists[static_cast<size_t>(layer)]);
  if (!wholly.ids.empty())
    findings.push_back({Severity::warning, "paint_off_land", where,
                        "No cell of this paint lies on the land: move it there or take it away: " +
                            name_rows(wholly.ids) + "."});
  if (!partly.ids.empty())
    findings.push_back({Severity::info, "paint_off_land", where,
                        cells_text(partly.cells, partly.asked) +
                            " of paint lie off the land and do nothing: " + name_rows(partly.ids) + "."});
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

std::string name_rows(const std::vector<std::string>& ids) {
  std::string text = ids.size() == 1 ? "row " : "rows ";
  for (size_t k = 0; k < std::min(ids.size(), kMostIdsTold); ++k) text += (k == 0 ? "" : ", ") + ids[k];
  if (ids.size() > kMostIdsTold) text += " and " + std::to_string(ids.size() - kMostIdsTold) + " more";
  return text;
}

Paint make_paint(const Template& tmpl, PaintLayer layer, const Raster<uint8_t>& ground,
                 std::vector<HandOutcome>& outcomes, Findings& findings) {
  const HandRows<PaintRow>& rows = paint_rows(tmpl.hand, layer);
  const GridSpec& grid = ground.grid;
  Canvas canvas(ground);
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
  std::vector<Tally> tallies(rows.size());
  for (const std::vector<Tally>& of_band : tallies_of)
    for (size_t k = 0; k < tallies.size(); ++k) {
      tallies[k].asked += of_band[k].asked;
      tallies[k].on_ground += of_band[k].on_ground;
    }
  canvas.count(tallies);
  OffGround wholly, partly;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].on) continue;
    outcomes.push_back(outcome_of(rows[k], layer, tallies[k], problems[k]));
    if (!problems[k].empty()) continue;
    if (tallies[k].on_ground == 0)
      wholly.add(rows[k], tallies[k]);
    else if (tallies[k].on_ground < tallies[k].asked)
      partly.add(rows[k], tallies[k]);
  }
  tell_off_ground(layer, wholly, partly, findings);
  return canvas.take();
}

}  // namespace fw
