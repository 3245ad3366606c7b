#include "core/world/hand/hand_paint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/field/area_resample.h"
#include "core/field/filter.h"
#include "core/field/shape.h"
#include "core/model/template/hand_words.h"
#include "core/world/hand/hand_cells.h"

namespace fw {
namespace {

constexpr double kUsualFeather_m = 60;
constexpr uint8_t kTakesAway = 255;  // code of kPaintNone
constexpr size_t kMostIdsTold = 8;

/// One row with what it paints of one class: places on the way in and out of it have a signed distance.
struct Stroke {
  uint16_t row = 0;  ///< place in the list + 1
  uint8_t code = 0;  ///< class + 1, or kTakesAway
  PaintForce force = PaintForce::hard;
  double strength_sd = 0;
  double feather_m = 0;  ///< on either side of the outline

  /// From 0 on the far side of the rim to 1 inside it.
  double ramp(double inside_m) const {
    return feather_m > 0 ? std::clamp((1 + inside_m / feather_m) / 2, 0.0, 1.0) : inside_m > 0 ? 1.0 : 0.0;
  }
};

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

  void put(uint32_t cell, double inside_m, const Stroke& stroke, Tally& tally) {
    if (inside_m > 0) ++tally.asked;
    if (ground_[cell] == 0) return;
    if (inside_m > 0) ++tally.on_ground;
    if (stroke.code == kTakesAway)
      take_away(cell, inside_m, stroke);
    else if (stroke.force == PaintForce::bias)
      lean(cell, inside_m, stroke);
    else
      cover(cell, inside_m, stroke);
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
  void cover(uint32_t cell, double inside_m, const Stroke& stroke) {
    if (inside_m > 0) {
      clear(cell);
      paint_.row[cell] = stroke.row;
      paint_.want[cell] = stroke.code;
      if (inside_m > stroke.feather_m)
        paint_.core[cell] = stroke.code;
      else
        set_rim(cell, inside_m, stroke);
    } else if (inside_m > -stroke.feather_m && paint_.core[cell] == 0 &&
               is_stronger(cell, inside_m, stroke)) {
      set_rim(cell, inside_m, stroke);
    }
  }
  /// Outside the outline an earlier rim gives way to one that is nearer to its stroke.
  bool is_stronger(uint32_t cell, double inside_m, const Stroke& stroke) const {
    if (paint_.rim[cell] == 0) return true;
    return inside_m * static_cast<double>(paint_.rim_feather_m[cell]) >
           static_cast<double>(paint_.rim_inside_m[cell]) * stroke.feather_m;
  }
  void set_rim(uint32_t cell, double inside_m, const Stroke& stroke) {
    paint_.rim[cell] = stroke.code;
    paint_.rim_inside_m[cell] = static_cast<float>(inside_m);
    paint_.rim_feather_m[cell] = static_cast<float>(stroke.feather_m);
  }

  void lean(uint32_t cell, double inside_m, const Stroke& stroke) {
    const auto strength = static_cast<float>(stroke.strength_sd * stroke.ramp(inside_m));
    if (strength == 0 || (inside_m <= 0 && std::fabs(strength) <= std::fabs(paint_.bias_sd[cell]))) return;
    paint_.bias[cell] = stroke.code;
    paint_.bias_sd[cell] = strength;
    if (inside_m > 0) biased_by_[cell] = stroke.row;
  }

  void take_away(uint32_t cell, double inside_m, const Stroke& stroke) {
    if (inside_m <= 0) return;
    clear(cell);
    paint_.row[cell] = stroke.row;
  }
  void clear(uint32_t cell) {
    paint_.core[cell] = paint_.want[cell] = paint_.rim[cell] = paint_.bias[cell] = 0;
    paint_.rim_inside_m[cell] = paint_.rim_feather_m[cell] = paint_.bias_sd[cell] = 0;
    biased_by_[cell] = 0;
  }

  const Raster<uint8_t>& ground_;
  Paint paint_;
  Raster<uint16_t> biased_by_;  ///< row + 1 of the bias
};

std::optional<size_t> class_of(const Vocabulary& vocabulary, PaintLayer layer, std::string_view id) {
  if (layer == PaintLayer::biome) return find_row(vocabulary.biomes, id);
  if (layer == PaintLayer::danger) return find_row(vocabulary.danger, id);
  return find_row(vocabulary.factions, id);
}

size_t class_count(const Vocabulary& vocabulary, PaintLayer layer) {
  if (layer == PaintLayer::biome) return vocabulary.biomes.size();
  return layer == PaintLayer::danger ? vocabulary.danger.size() : vocabulary.factions.size();
}
const std::string& class_id(const Vocabulary& vocabulary, PaintLayer layer, size_t k) {
  if (layer == PaintLayer::biome) return vocabulary.biomes[k].id;
  return layer == PaintLayer::danger ? vocabulary.danger[k].id : vocabulary.factions[k].id;
}

/// Paints rows one after the other.
class Painter {
 public:
  Painter(const Template& tmpl, PaintLayer layer, Canvas& canvas, const GridSpec& grid)
      : tmpl_(tmpl), layer_(layer), canvas_(canvas), grid_(grid) {}

  /// Why the row cannot act; else "".
  std::string paint(const PaintRow& row, size_t place, Tally& tally) {
    Stroke stroke;
    stroke.row = static_cast<uint16_t>(place + 1);
    stroke.force = row.force;
    stroke.strength_sd = row.strength_sd;
    return row.place.runs.cells.empty() ? paint_shape(row, stroke, tally) : paint_cells(row, stroke, tally);
  }

  /// A raster of classes.
  void paint(const ImportedRow& from, size_t place, Tally& tally) {
    std::vector<std::string> ids;
    for (size_t k = 0; k < class_count(tmpl_.vocabulary, layer_); ++k)
      ids.push_back(class_id(tmpl_.vocabulary, layer_, k));
    const Raster<uint8_t> classes =
        resample_codes(import_classes(*from.row, *from.pixels, tmpl_.frame, ids), grid_);
    Stroke stroke;
    stroke.row = static_cast<uint16_t>(place + 1);
    stroke.force = from.row->force;
    stroke.strength_sd = from.row->strength_sd;
    stroke.feather_m = from.row->feather_m;
    std::array<bool, 256> seen{};
    for (const uint8_t code : classes.cells) seen[code] = true;
    for (size_t k = 0; k < ids.size(); ++k) {
      stroke.code = static_cast<uint8_t>(k + 1);
      if (seen[stroke.code]) put_cells(classes, stroke.code, stroke, tally);
    }
  }

 private:
  /// The code of a class; 0 if the template has no such row.
  uint8_t code_of(std::string_view id) const {
    if (id == kPaintNone) return kTakesAway;
    const std::optional<size_t> cls = class_of(tmpl_.vocabulary, layer_, id);
    return cls ? static_cast<uint8_t>(*cls + 1) : uint8_t{0};
  }
  std::string unknown(std::string_view id) const {
    return std::string(kPaintTables[static_cast<size_t>(layer_)]) + " has no row \"" + std::string(id) + "\"";
  }

  std::string paint_shape(const PaintRow& row, Stroke& stroke, Tally& tally) {
    const Result<Shape> shape = read_shape(row.place.shape);
    if (!shape) return shape.error().message;
    stroke.code = code_of(row.cls);
    if (stroke.code == 0) return unknown(row.cls);
    const double radius_m = row.place.radius_m;
    stroke.feather_m = row.feather_m.value_or(kUsualFeather_m);
    if (radius_m > 0) stroke.feather_m = std::min(stroke.feather_m, radius_m / 2);
    visit_shape(shape.value(), radius_m, grid_, stroke.feather_m,
                [&](uint32_t cell, double inside_m) { canvas_.put(cell, inside_m, stroke, tally); });
    return "";
  }

  std::string paint_cells(const PaintRow& row, Stroke& stroke, Tally& tally) {
    std::string letters = letters_of(row.place.runs);
    std::vector<uint8_t> codes(letters.size(), code_of(row.cls));
    if (row.cls.empty()) {
      const auto key = read_hand_key(row.place.runs.key);
      if (!key) return key.error().message;
      for (const auto& [sign, id] : key.value()) {
        const size_t k = sign.size() == 1 ? letters.find(sign) : std::string::npos;
        if (k == std::string::npos) continue;
        codes[k] = code_of(id);
        if (codes[k] == 0) return unknown(id);
      }
    }
    for (size_t k = 0; k < letters.size(); ++k)
      if (codes[k] == 0)
        return row.cls.empty() ? "its key has no letter \"" + letters.substr(k, 1) + "\"" : unknown(row.cls);
    const Result<Raster<uint8_t>> cells = cells_on_grid(row.place.runs, letters, tmpl_.frame, grid_);
    if (!cells) return cells.error().message;
    stroke.feather_m = row.feather_m.value_or(0);
    for (size_t k = 0; k < letters.size(); ++k) {
      stroke.code = codes[k];
      put_cells(cells.value(), static_cast<uint8_t>(k + 1), stroke, tally);
    }
    return "";
  }

  void put_cells(const Raster<uint8_t>& cells, uint8_t letter, const Stroke& stroke, Tally& tally) {
    const double edge_m = grid_.cell_m / 2;  // from a cell's centre to its side
    if (stroke.feather_m <= 0) {
      for (uint32_t cell = 0; cell < cells.size(); ++cell)
        if (cells[cell] == letter) canvas_.put(cell, edge_m, stroke, tally);
      return;
    }
    Mask in(grid_, 0), out(grid_, 0);
    for (size_t cell = 0; cell < cells.size(); ++cell) (cells[cell] == letter ? in : out)[cell] = 1;
    const Raster<float> to_in = distance_to(in), to_out = distance_to(out);
    for (uint32_t cell = 0; cell < cells.size(); ++cell) {
      const double inside_m = in[cell] != 0 ? static_cast<double>(to_out[cell]) - edge_m
                                            : edge_m - static_cast<double>(to_in[cell]);
      if (inside_m > -stroke.feather_m) canvas_.put(cell, inside_m, stroke, tally);
    }
  }

  const Template& tmpl_;
  PaintLayer layer_;
  Canvas& canvas_;
  const GridSpec& grid_;
};

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

/// Rows with cells off the ground: those that lie there wholly, and those that do in part.
struct OffGround {
  std::vector<std::string> ids;
  int64_t cells = 0, asked = 0;

  void add(const HandRow& row, const Tally& tally) {
    ids.push_back(row.id);
    cells += tally.asked - tally.on_ground;
    asked += tally.asked;
  }
  std::string rows_text() const {
    std::string text = ids.size() == 1 ? "row " : "rows ";
    for (size_t k = 0; k < std::min(ids.size(), kMostIdsTold); ++k) text += (k == 0 ? "" : ", ") + ids[k];
    if (ids.size() > kMostIdsTold) text += " and " + std::to_string(ids.size() - kMostIdsTold) + " more";
    return text;
  }
};

void tell_off_ground(PaintLayer layer, const OffGround& wholly, const OffGround& partly, Findings& findings) {
  const std::string where = "hand." + std::string(kPaintLists[static_cast<size_t>(layer)]);
  if (!wholly.ids.empty())
    findings.push_back({Severity::warning, "paint_off_land", where,
                        "No cell of this paint lies on the land: move it there or take it away: " +
                            wholly.rows_text() + "."});
  if (!partly.ids.empty())
    findings.push_back({Severity::info, "paint_off_land", where,
                        cells_text(partly.cells, partly.asked) +
                            " of paint lie off the land and do nothing: " + partly.rows_text() + "."});
}

}  // namespace

const HandRows<PaintRow>& paint_rows(const Hand& hand, PaintLayer layer) {
  return layer == PaintLayer::biome ? hand.biome : layer == PaintLayer::danger ? hand.danger : hand.faction;
}

bool is_painted(const Template& tmpl, const ImportSet& imports, PaintLayer layer) {
  for (const PaintRow& row : paint_rows(tmpl.hand, layer))
    if (row.on) return true;
  return !imported_rows(tmpl, imports, kPaintLists[static_cast<size_t>(layer)]).empty();
}

Paint make_paint(const Template& tmpl, PaintLayer layer, const Raster<uint8_t>& ground,
                 std::vector<HandOutcome>& outcomes, Findings& findings, const ImportSet& imports) {
  const std::string_view list = kPaintLists[static_cast<size_t>(layer)];
  const HandRows<PaintRow>& rows = paint_rows(tmpl.hand, layer);
  const std::vector<ImportedRow> rasters = imported_rows(tmpl, imports, list);
  Canvas canvas(ground);
  Painter painter(tmpl, layer, canvas, ground.grid);
  std::vector<Tally> tallies(rows.size() + rasters.size());
  std::vector<std::string> problems(rows.size());
  for (size_t k = 0; k < rasters.size(); ++k)
    painter.paint(rasters[k], rows.size() + k, tallies[rows.size() + k]);
  for (size_t k = 0; k < rows.size(); ++k)
    if (rows[k].on) problems[k] = painter.paint(rows[k], k, tallies[k]);
  canvas.count(tallies);
  OffGround wholly, partly;
  for (size_t k = 0; k < rows.size(); ++k) {
    if (!rows[k].on) continue;
    outcomes.push_back(outcome_of(rows[k], list, tallies[k], problems[k]));
    if (!problems[k].empty()) continue;
    if (tallies[k].on_ground == 0)
      wholly.add(rows[k], tallies[k]);
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
  tell_off_ground(layer, wholly, partly, findings);
  Paint paint = canvas.take();
  for (const PaintRow& row : rows) paint.ids.push_back(row.id);
  for (const ImportedRow& raster : rasters) paint.ids.push_back(raster.row->id);
  return paint;
}

}  // namespace fw
