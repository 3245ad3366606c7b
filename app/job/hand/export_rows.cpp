#include "app/job/hand/export_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "app/job/folder/atomic_file.h"
#include "app/job/hand/row_columns.h"
#include "core/base/number_text.h"
#include "core/field/area_resample.h"
#include "core/field/shape.h"
#include "core/world/hand/hand_cells.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/hand/terrain/hand_views.h"
#include "core/world/land/hand_places.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

using Fields = std::map<std::string, FieldValue>;

std::string number_of(const Fields& row, const std::string& column) {
  const auto found = row.find(column);
  return found != row.end() && std::holds_alternative<double>(found->second)
             ? number_text(std::get<double>(found->second))
             : "0";
}

/// The row's place as WKT, and the columns that it stands for.
struct RowShape {
  std::string wkt;
  std::vector<std::string> columns;
};

RowShape shape_of(const Fields& row, bool has_shape_column, const std::string& list) {
  const auto shape = row.find("shape");
  if (shape != row.end()) return {std::get<std::string>(shape->second), {"shape"}};
  if (list == "views")
    return {"LINESTRING (" + number_of(row, "x_m") + " " + number_of(row, "y_m") + ", " +
                number_of(row, "to_x_m") + " " + number_of(row, "to_y_m") + ")",
            {"x_m", "y_m", "to_x_m", "to_y_m"}};
  const bool point =
      !has_shape_column || (row.contains("x_m") && row.contains("y_m") && !row.contains("cells"));
  if (list != "imports" && point)
    return {"POINT (" + number_of(row, "x_m") + " " + number_of(row, "y_m") + ")", {"x_m", "y_m"}};
  return {};
}

AttributeKind kind_of(const Parameter& p) {
  return p.type == ParameterType::number    ? AttributeKind::real
         : p.type == ParameterType::integer ? AttributeKind::integer
                                            : AttributeKind::text;
}

Attribute attribute_of(const FieldValue& value, AttributeKind kind) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) {
    if (kind == AttributeKind::integer) return static_cast<int64_t>(*number);
    return *number;
  }
  return {};
}

GeoTable table_of(const Template& tmpl, const std::string& list, size_t rows) {
  const std::vector<RowColumn> columns = row_columns(tmpl, list);
  const bool has_shape = has_column(columns, "shape");
  std::vector<Fields> fields(rows);
  std::vector<std::string> shapes;
  std::map<std::string, bool> shown;  // whether any row has it besides its shape
  for (size_t k = 0; k < rows; ++k) {
    for (const RowColumn& c : columns) {
      FieldValue value = column_value(tmpl, c, k);
      if (!std::holds_alternative<std::monostate>(value)) fields[k].emplace(c.name, std::move(value));
    }
    RowShape shape = shape_of(fields[k], has_shape, list);
    for (const std::string& name : shape.columns) fields[k].erase(name);
    for (const auto& [name, value] : fields[k]) shown[name] = true;
    shapes.push_back(std::move(shape.wkt));
  }
  GeoTable table{list, find_list("hand." + list)->help, {}, {}};
  std::vector<const RowColumn*> used;
  for (const RowColumn& c : columns) {
    if (!shown[c.name]) continue;
    used.push_back(&c);
    table.attributes.columns.push_back({c.name, kind_of(*c.parameter)});
  }
  for (const Fields& row : fields) {
    std::vector<Attribute>& out = table.attributes.rows.emplace_back();
    for (const RowColumn* c : used) {
      const auto found = row.find(c->name);
      out.push_back(found == row.end() ? Attribute{} : attribute_of(found->second, kind_of(*c->parameter)));
    }
  }
  if (std::any_of(shapes.begin(), shapes.end(), [](const std::string& s) { return !s.empty(); }))
    table.shapes = std::move(shapes);
  return table;
}

/// Rows of cells as rectangles, one per run: what a map shows of them.
std::string cells_outline(const Template& tmpl, const HandCells& cells) {
  const GridSpec grid = plan_grid(tmpl);
  std::string letters;
  for (const std::string& row : cells.cells)
    for (const char c : row)
      if (c != ' ' && (c < '0' || c > '9') && letters.find(c) == std::string::npos) letters += c;
  const auto codes = read_runs(cells.cells, cells.top, cells.left, letters, grid);
  if (!codes) return {};
  std::string text;
  for (int r = 0; r < grid.rows; ++r)
    for (int c = 0; c < grid.columns;) {
      const uint8_t code = codes.value().at(c, r);
      const int begin = c;
      while (c < grid.columns && codes.value().at(c, r) == code) ++c;
      if (code == 0) continue;
      const std::string west = number_text(begin * grid.cell_m), east = number_text(c * grid.cell_m);
      const std::string south = number_text((grid.rows - r - 1) * grid.cell_m),
                        north = number_text((grid.rows - r) * grid.cell_m);
      text += (text.empty() ? "((" : ", ((") + west + " " + south + ", " + east + " " + south + ", " + east +
              " " + north + ", " + west + " " + north + ", " + west + " " + south + "))";
    }
  return text.empty() ? "" : "MULTIPOLYGON (" + text + ")";
}

template <typename Row>
const HandCells* cells_of(const Row& row) {
  if constexpr (requires { row.place.runs; })
    return row.place.runs.cells.empty() ? nullptr : &row.place.runs;
  else
    return nullptr;
}

}  // namespace

std::vector<GeoTable> hand_tables(const Template& tmpl) {
  std::vector<GeoTable> tables;
  visit_hand(tmpl.hand, [&](const char* list, const auto& rows) {
    if (!rows.empty()) tables.push_back(table_of(tmpl, list, rows.size()));
  });
  return tables;
}

GeoTable hand_table(const Template& tmpl, const World& world) {
  GeoTable table{"hand", "The designer's hand: what was stated, and what became of it", {}, {}};
  table.attributes.columns = {{"id", AttributeKind::text},     {"list", AttributeKind::text},
                              {"what", AttributeKind::text},   {"state", AttributeKind::text},
                              {"asked", AttributeKind::real},  {"got", AttributeKind::real},
                              {"reason", AttributeKind::text}, {"radius_m", AttributeKind::real}};
  visit_hand(tmpl.hand, [&](const char* list, const auto& rows) {
    if (is_beside_world(list)) return;  // layers of their own
    const std::vector<RowColumn> columns = row_columns(tmpl, list);
    const GeoTable own = table_of(tmpl, list, rows.size());
    for (size_t k = 0; k < rows.size(); ++k) {
      const auto found = std::find_if(world.hand.begin(), world.hand.end(),
                                      [&](const HandOutcome& o) { return o.id == rows[k].id; });
      const HandOutcome outcome = found != world.hand.end() ? *found : HandOutcome{};
      FieldValue radius;
      for (const RowColumn& c : columns)
        if (c.name == "radius_m") radius = column_value(tmpl, c, k);
      table.attributes.rows.push_back(
          {rows[k].id, std::string(list), hand_row_subject(tmpl, list, k),
           std::string(rows[k].on ? kHandStateSlugs[static_cast<size_t>(outcome.state)] : "off"),
           outcome.asked, outcome.got, outcome.reason,
           std::holds_alternative<double>(radius) ? Attribute(std::get<double>(radius)) : Attribute{}});
      const HandCells* const cells = cells_of(rows[k]);
      table.shapes.push_back(cells != nullptr     ? cells_outline(tmpl, *cells)
                             : own.shapes.empty() ? std::string()
                                                  : own.shapes[k]);
    }
  });
  return table;
}

namespace {

/// A log beside a GeoPackage that is replaced would be taken for the new one's.
Result<Done> check_no_log(const std::filesystem::path& file) {
  std::error_code problem;
  std::filesystem::path real = std::filesystem::canonical(file, problem);
  if (problem) real = file;
  for (const char* end : {"-wal", "-journal"}) {
    const std::filesystem::path log = real.string() + end;
    const auto size = std::filesystem::file_size(log, problem);
    if (!problem && size > 0)
      return Error{ErrorKind::io, file.string() + ": another program has it open and keeps changes in " +
                                      log.filename().string() + "; close it there, or write to another file"};
  }
  return Done{};
}

}  // namespace

Result<Done> export_rows(const Template& tmpl, const std::filesystem::path& file, bool overwrite) {
  if (const auto free = check_no_log(file); !free) return free;
  return write_file_atomically(
      file, [&](const std::filesystem::path& part) { return write_tables(part, hand_tables(tmpl)); },
      overwrite);
}

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
  // A cell that a line touches has its centre within half its diagonal.
  const double touched_m = 0.7072 * world.grid.cell_m;
  for (const WaterRow& row : tmpl.hand.waters)
    if (acting(row))
      add_place(row.place, row.kind == WaterIs::river ? touched_m : 0, bit_of("water"), tmpl.frame,
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
