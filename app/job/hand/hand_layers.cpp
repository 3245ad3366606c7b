#include "app/job/hand/hand_layers.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "app/job/hand/export_rows.h"
#include "core/field/area_resample.h"
#include "core/field/shape.h"
#include "core/world/hand/hand_cells.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/land/hand_places.h"

namespace fw {
namespace {

uint8_t bit_of(std::string_view slug) {
  const auto found = std::find(kHandBitSlugs.begin(), kHandBitSlugs.end(), slug);
  return static_cast<uint8_t>(1u << (found - kHandBitSlugs.begin()));
}

/// Painted cells, as the layer's stage reads them.
void add_paint(const Template& tmpl, const World& world, const ImportSet& imports, Raster<uint8_t>& bits) {
  for (const PaintLayer layer : {PaintLayer::biome, PaintLayer::danger, PaintLayer::faction}) {
    if (!is_painted(tmpl, imports, layer)) continue;
    std::vector<HandOutcome> outcomes;
    Findings findings;
    const Paint paint = make_paint(tmpl, layer, world.region, outcomes, findings, imports);
    const uint8_t bit = bit_of(kPaintLists[static_cast<size_t>(layer)]);
    for (size_t cell = 0; cell < bits.size(); ++cell)
      if (paint.want[cell] != 0 || paint.bias[cell] != 0) bits[cell] |= bit;
  }
}

/// The cells of a shape, and as far as `reach_m` outside, or of runs.
void add_place(const HandPlace& place, double reach_m, uint8_t bit, const FrameParams& frame,
               Raster<uint8_t>& bits) {
  if (!place.runs.cells.empty()) {
    const auto cells = cells_on_grid(place.runs, letters_of(place.runs), frame, bits.grid);
    if (!cells) return;
    for (size_t cell = 0; cell < bits.size(); ++cell)
      if (cells.value()[cell] != 0) bits[cell] |= bit;
    return;
  }
  const Result<Shape> shape = read_shape(place.shape);
  if (!shape) return;
  visit_shape(shape.value(), place.radius_m, bits.grid, reach_m, [&](uint32_t cell, double inside_m) {
    if (inside_m > -reach_m) bits[cell] |= bit;
  });
}

void add_imports(const Template& tmpl, const ImportSet& imports, Raster<uint8_t>& bits) {
  for (const ImportedRow& from : imported_rows(tmpl, imports, "height")) {
    const Raster<float> heights =
        resample_values(import_heights(*from.row, *from.pixels, tmpl.frame), bits.grid);
    for (size_t cell = 0; cell < bits.size(); ++cell)
      if (!std::isnan(heights[cell])) bits[cell] |= bit_of("terrain");
  }
  for (const ImportedRow& from : imported_rows(tmpl, imports, "region")) {
    const auto map = read_import_map(from.row->map);
    std::vector<std::string> words;
    if (map)
      for (const ImportCode& code : map.value()) words.push_back(code.word);
    const Raster<uint8_t> codes =
        resample_codes(import_classes(*from.row, *from.pixels, tmpl.frame, words), bits.grid);
    for (size_t cell = 0; cell < bits.size(); ++cell)
      if (codes[cell] != 0) bits[cell] |= bit_of("region");
  }
}

/// Views that act: the corridor that their words clear, and the ground that they lower.
void add_views(const Template& tmpl, Raster<uint8_t>& bits) {
  for (const AreaRow& row : cleared_areas(tmpl)) add_place(row.place, 0, bit_of("area"), tmpl.frame, bits);
  for (const ViewRow& view : tmpl.hand.views) {
    if (!acts(view, tmpl.frame) || view.ground != ViewGround::lower) continue;
    add_place(sight_corridor(view), view.width_m, bit_of("terrain"), tmpl.frame, bits);
  }
}

}  // namespace

HandLayers hand_layers(const Template& tmpl, const World& world, const ImportSet& imports) {
  HandLayers layers{hand_table(tmpl, world), Raster<uint8_t>(world.grid)};
  std::set<std::string_view> suspended;
  for (const HandOutcome& row : world.hand)
    if (row.state == HandState::suspended) suspended.insert(row.id);
  const auto acting = [&](const HandRow& row) { return row.on && !suspended.contains(row.id); };
  add_paint(tmpl, world, imports, layers.bits);
  for (const RegionRow& row : tmpl.hand.regions)
    if (acting(row)) add_place(row.place, 0, bit_of("region"), tmpl.frame, layers.bits);
  for (const TerrainRow& row : tmpl.hand.terrain)
    if (acting(row))
      add_place(row.place, row.falloff_m.value_or(row.place.radius_m), bit_of("terrain"), tmpl.frame,
                layers.bits);
  for (const AreaRow& row : tmpl.hand.areas)
    if (acting(row)) add_place(row.place, 0, bit_of("area"), tmpl.frame, layers.bits);
  add_views(tmpl, layers.bits);
  add_imports(tmpl, imports, layers.bits);
  return layers;
}

bool changes_heights(const Hand& hand) {
  bool changes = false;
  for (const TerrainRow& row : hand.terrain) changes = changes || row.on;
  for (const ViewRow& row : hand.views) changes = changes || (row.on && row.ground == ViewGround::lower);
  for (const ImportRow& row : hand.imports) changes = changes || (row.on && row.what == "height");
  return changes;
}

}  // namespace fw
