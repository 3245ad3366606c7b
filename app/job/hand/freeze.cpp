#include "app/job/hand/freeze.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/field/shape.h"
#include "core/model/template/hand/hand_id.h"
#include "core/model/template/hand_words.h"
#include "core/model/world/hand_told.h"
#include "core/template/template_io.h"
#include "core/world/hand/paint/hand_paint.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr double kRegionBlend_m = 600;  // outside a frozen region, where the old dice fade out
constexpr double kSumTolerance = 1e-9;

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message)};
}

/// A layer that paint can hold: its codes in a world, and the ids that they mean.
struct PaintedLayer {
  FreezePart part;
  PaintLayer layer;
  SeedPart dice;
  Raster<uint8_t> World::*codes;
  HandRows<PaintRow> Hand::*rows;
};
constexpr std::array<PaintedLayer, 3> kPaintedLayers{
    {{FreezePart::biome, PaintLayer::biome, SeedPart::biomes, &World::biome, &Hand::biome},
     {FreezePart::danger, PaintLayer::danger, SeedPart::danger, &World::danger, &Hand::danger},
     {FreezePart::faction, PaintLayer::faction, SeedPart::factions, &World::faction, &Hand::faction}}};

std::vector<std::string> class_ids(const Vocabulary& vocabulary, PaintLayer layer) {
  std::vector<std::string> ids;
  if (layer == PaintLayer::biome)
    for (const BiomeRow& row : vocabulary.biomes) ids.push_back(row.id);
  else if (layer == PaintLayer::danger)
    for (const BandRow& row : vocabulary.danger) ids.push_back(row.id);
  else
    for (const FactionRow& row : vocabulary.factions) ids.push_back(row.id);
  return ids;
}

/// Runs of codes with a key that says which letter is which class; empty without a code.
HandCells cells_of(const Raster<uint8_t>& codes, const std::vector<std::string>& ids) {
  std::vector<uint8_t> letter(256, 0);
  for (const uint8_t code : codes.cells) letter[code] = 1;
  HandCells out;
  uint8_t next = 0;
  for (size_t k = 0; k < ids.size(); ++k) {
    uint8_t& mine = letter[k + 1];
    if (mine == 0) continue;
    mine = ++next;
    out.key += (out.key.empty() ? "" : ", ") + std::string(1, kLetters[mine - 1u]) + " " + ids[k];
  }
  letter[0] = 0;
  Raster<uint8_t> lettered = codes;
  for (uint8_t& code : lettered.cells) code = letter[code];
  Runs runs = write_runs(lettered, kLetters);
  out.top = runs.top;
  out.left = runs.left;
  out.cells = std::move(runs.rows);
  return out;
}

bool same_cells(const HandCells& a, const HandCells& b) {
  return a.top == b.top && a.left == b.left && a.cells == b.cells && a.key == b.key;
}

std::string text_of(const HandCells& cells) {
  std::string text = std::to_string(cells.top) + " " + std::to_string(cells.left) + " " + cells.key;
  for (const std::string& row : cells.cells) text += "\n" + row;
  return text;
}

class Freezer {
 public:
  Freezer(const Template& tmpl, const World& world, const std::set<FreezePart>& parts)
      : world_(world), parts_(parts), taken_(hand_ids(tmpl.hand)) {
    out_.tmpl = tmpl;
    for (const PinRow& pin : tmpl.hand.pins)
      if (pin.on) pinned_.insert(pin.id);
  }

  void region(uint8_t code) {
    Mask inside(world_.grid);
    for (size_t cell = 0; cell < inside.size(); ++cell) inside[cell] = world_.region[cell] == code ? 1 : 0;
    add_region(code, inside);
    add_layers(inside);
    add_rerolls(inside);
    add_points([&](const Point& p) { return p.region == code; });
  }

  void area(const Shape& shape) {
    Mask inside(world_.grid);
    visit_shape(shape, 0, world_.grid, 0,
                [&](uint32_t cell, double inside_m) { inside[cell] = inside_m >= 0 ? 1 : 0; });
    add_layers(inside);
    add_points([&](const Point& p) { return inside_m(shape, 0, p.position_m) >= 0; });
  }

  template <typename Chosen>
  void points(const Chosen& chosen) {
    for (const Point& p : world_.points.points)
      if (chosen(p)) add_pin(p);
  }

  Frozen take() { return std::move(out_); }

 private:
  bool wanted(FreezePart part) const { return parts_.contains(part); }

  template <typename Row>
  void add(HandRows<Row>& rows, std::string_view list, const std::string& text, Row row) {
    insert(rows, rows.size(), list, text, std::move(row));
  }
  template <typename Row>
  void insert(HandRows<Row>& rows, size_t at, std::string_view list, const std::string& text, Row row) {
    row.id = hand_id(list, text, [&](const std::string& id) { return taken_.contains(id); });
    taken_.insert(row.id);
    out_.rows.push_back(row.id);
    rows.insert(at, std::move(row));
  }

  /// What the natural layer asks of the region: stated, it is met already. Nothing where paint has moved it;
  /// the frozen cells then say it all.
  static std::optional<std::vector<double>> mix_of(const std::vector<double>& target, size_t classes,
                                                   const HandRows<PaintRow>& paint) {
    for (const PaintRow& row : paint)
      if (row.on && !(row.cls.empty() && row.force == PaintForce::hard)) return {};
    const double sum = std::accumulate(target.begin(), target.end(), 0.0);
    if (target.size() != classes || std::fabs(sum - 1) > kSumTolerance) return {};
    return target;
  }

  void add_region(uint8_t code, const Mask& inside) {
    const Region& region = world_.regions[code - 1u];
    const Hand& hand = out_.tmpl.hand;
    RegionRow row;
    row.is = RegionIs::exactly;
    row.name = region.name;
    row.neutral = region.neutral;
    if (!region.neutral) row.owner = world_.vocabulary.id_of(region.owner);
    row.place.runs = cells_of(inside, {region.name});
    row.place.runs.key.clear();
    row.danger = mix_of(region.danger_target, world_.vocabulary.danger.size(), hand.danger);
    row.biomes = mix_of(region.biome_target, world_.vocabulary.biomes.size(), hand.biome);
    for (const RegionRow& known : hand.regions)
      if (known.on && known.is == RegionIs::exactly && same_cells(known.place.runs, row.place.runs)) {
        ++out_.kept_already;
        return;
      }
    add(out_.tmpl.hand.regions, "regions", text_of(row.place.runs), std::move(row));
  }

  void add_layers(const Mask& inside) {
    for (const PaintedLayer& layer : kPaintedLayers) {
      if (!wanted(layer.part)) continue;
      Raster<uint8_t> codes = world_.*layer.codes;
      for (size_t cell = 0; cell < codes.size(); ++cell)
        if (inside[cell] == 0 || !world_.on_island(cell)) codes[cell] = 0;
      PaintRow row;
      row.place.runs = cells_of(codes, class_ids(world_.vocabulary, layer.layer));
      if (row.place.runs.cells.empty()) continue;
      HandRows<PaintRow>& rows = out_.tmpl.hand.*layer.rows;
      if (holds_already(rows, row.place.runs))
        ++out_.kept_already;
      else
        add(rows, kPaintLists[static_cast<size_t>(layer.layer)], text_of(row.place.runs), std::move(row));
    }
  }
  /// Whether a row that is on states just these cells.
  static bool holds_already(const HandRows<PaintRow>& rows, const HandCells& cells) {
    for (const PaintRow& row : rows)
      if (row.on && row.cls.empty() && row.force == PaintForce::hard && same_cells(row.place.runs, cells))
        return true;
    return false;
  }

  /// The dice that the layers have now: a row for every seed, before the designer's, which roll what they
  /// rolled.
  void add_rerolls(const Mask& inside) {
    std::map<uint64_t, std::string> by_seed;
    for (const PaintedLayer& layer : kPaintedLayers) {
      if (!wanted(layer.part)) continue;
      std::string& of = by_seed[world_.seeds.of(layer.dice).noise];
      of += (of.empty() ? "" : ", ") + std::string(kSeedPartSlugs[static_cast<size_t>(layer.dice)]);
    }
    for (auto& [seed, of] : by_seed) {
      RerollRow row;
      row.place.runs = cells_of(inside, {"region"});
      row.place.runs.key.clear();
      row.of = of;
      row.seed = seed;
      row.blend_m = kRegionBlend_m;
      if (rolled_already(row)) continue;
      insert(out_.tmpl.hand.rerolls, 0, "rerolls", of + text_of(row.place.runs), std::move(row));
    }
  }

  bool rolled_already(const RerollRow& row) const {
    for (const RerollRow& known : out_.tmpl.hand.rerolls)
      if (known.on && known.of == row.of && known.seed == row.seed &&
          same_cells(known.place.runs, row.place.runs))
        return true;
    return false;
  }

  template <typename Chosen>
  void add_points(const Chosen& chosen) {
    points([&](const Point& p) {
      const bool landmark = world_.points.class_of(p).category == Category::landmark;
      return wanted(landmark ? FreezePart::landmarks : FreezePart::points) && chosen(p);
    });
  }

  void add_pin(const Point& p) {
    if (!p.hand.empty() && pinned_.contains(p.hand)) {
      ++out_.kept_already;
      return;
    }
    const PointClassInfo& cls = world_.points.class_of(p);
    PinRow pin;
    pin.cls = cls.slug;
    if (!find_pin_class(out_.tmpl, cls.slug, ""))
      pin.category = kCategorySlugs[static_cast<size_t>(cls.category)];
    pin.x_m = p.position_m.x;
    pin.y_m = p.position_m.y;
    pin.name = p.name;
    pin.label = p.label;
    if (p.number >= 0) pin.number = p.number;
    if (p.rarity != Rarity::none) pin.rarity = world_.vocabulary.id_of(p.rarity);
    const std::string text = cls.slug + " " + number_text(pin.x_m) + " " + number_text(pin.y_m);
    add(out_.tmpl.hand.pins, "pins", text, std::move(pin));
    ++out_.pins;
  }

  const World& world_;
  const std::set<FreezePart>& parts_;
  std::set<std::string> taken_;
  std::set<std::string> pinned_;  ///< rows of pins that are on
  Frozen out_;
};

/// The region of that name, from 1.
Result<uint8_t> find_region(const World& world, const std::string& name) {
  std::vector<std::string> names;
  for (const Region& region : world.regions) names.push_back(region.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return usage("found no region \"" + name + "\" in this world" + did_you_mean(name, names) + "; it has " +
                 first_names(names, 20));
  return static_cast<uint8_t>(found - names.begin() + 1);
}

Result<Shape> read_area(const std::string& wkt) {
  Result<Shape> shape = read_shape(wkt);
  if (!shape) return usage(shape.error().message);
  if (shape.value().kind != Shape::Kind::polygons)
    return usage("found a shape without an inside, expected POLYGON or MULTIPOLYGON");
  return shape;
}

Result<Done> freeze_class(const World& world, const std::string& id, Freezer& freezer) {
  std::vector<std::string> ids;
  for (const PointClassInfo& cls : world.points.classes) ids.push_back(cls.slug);
  if (std::find(ids.begin(), ids.end(), id) == ids.end())
    return usage("found no class of points or kind of landmark \"" + id + "\"" + did_you_mean(id, ids));
  freezer.points([&](const Point& p) { return world.points.class_of(p).slug == id; });
  return Done{};
}

Result<Done> freeze_points(const World& world, const std::vector<std::string>& wanted, Freezer& freezer) {
  std::vector<std::string> ids;
  for (const Point& p : world.points.points) ids.push_back(world.points.id_of(p));
  for (const std::string& id : wanted)
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
      return usage("found no point \"" + id + "\" in this world" + did_you_mean(id, ids));
  const std::set<std::string> chosen(wanted.begin(), wanted.end());
  freezer.points([&](const Point& p) { return chosen.contains(world.points.id_of(p)); });
  return Done{};
}

/// Adds the rows of the request.
Result<Done> freeze_into(Freezer& freezer, const World& world, const FreezeRequest& request) {
  if (!request.region.empty()) {
    const Result<uint8_t> code = find_region(world, request.region);
    if (!code) return code.error();
    freezer.region(code.value());
  } else if (!request.shape.empty()) {
    const Result<Shape> shape = read_area(request.shape);
    if (!shape) return shape.error();
    freezer.area(shape.value());
  } else {
    return request.cls.empty() ? freeze_points(world, request.points, freezer)
                               : freeze_class(world, request.cls, freezer);
  }
  return Done{};
}

/// Freezes what the request names in a world of any grid.
Result<Frozen> freeze_chosen(const Template& tmpl, const World& world, const FreezeRequest& request) {
  Freezer freezer(tmpl, world, request.parts);
  if (const Result<Done> done = freeze_into(freezer, world, request); !done) return done.error();
  Frozen frozen = freezer.take();
  if (frozen.rows.empty() && frozen.kept_already == 0)
    return usage("nothing lies there that could be frozen");
  for (const Finding& refusal : check_edited(frozen.tmpl).refusals)
    return usage("frozen, the template would be refused: " + refusal.where + ": " + refusal.message);
  return frozen;
}

}  // namespace

bool keeps_cells(const FreezeRequest& request) {
  const auto of_layer = [&](const PaintedLayer& layer) { return request.parts.contains(layer.part); };
  return !request.region.empty() ||
         (!request.shape.empty() && std::any_of(kPaintedLayers.begin(), kPaintedLayers.end(), of_layer));
}

Result<Frozen> freeze(const Template& tmpl, const World& world, const FreezeRequest& request) {
  const int wishes = (request.region.empty() ? 0 : 1) + (request.shape.empty() ? 0 : 1) +
                     (request.cls.empty() ? 0 : 1) + (request.points.empty() ? 0 : 1);
  if (wishes != 1)
    return usage("found " + std::to_string(wishes) +
                 " things to freeze, expected one: a region, a shape, a class or points");
  const GridSpec plan = frame_grid(tmpl.frame, kPlanResolution);
  if (keeps_cells(request) && (world.grid.columns != plan.columns || world.grid.rows != plan.rows))
    return usage("found a world of " + std::to_string(world.grid.columns) + " x " +
                 std::to_string(world.grid.rows) + " cells, expected one at resolution " +
                 std::to_string(kPlanResolution) + ", where frozen cells are kept");
  return freeze_chosen(tmpl, world, request);
}

}  // namespace fw
