#include "app/gui/preview/picture.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/job/build/build.h"
#include "app/job/usual/usual_figures.h"
#include "core/field/filter.h"
#include "core/measure/audit/audit.h"
#include "core/model/template/plan_grid.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "render/map/symbols/pictograms.h"

namespace fw {
namespace {

/// The pixels that rows name and that are not at hand.
std::string missing_pixels(const Template& tmpl, const ImportSet& imports) {
  std::string missing;
  for (const ImportRow& row : tmpl.hand.imports)
    if (row.on && !imports.contains(row.sha256)) missing += " " + row.sha256;
  return missing;
}

/// Whether the owners of another world mean something in this one.
bool has_owners_of(const World& world, const World& other) {
  return other.seeds == world.seeds && other.template_name == world.template_name &&
         other.grid.width_m() == world.grid.width_m() && other.grid.height_m() == world.grid.height_m() &&
         std::ranges::equal(world.vocabulary.factions, other.vocabulary.factions, {}, &FactionRow::id,
                            &FactionRow::id);
}

/// The owners of the other world; ground that it had as sea has those of the nearest.
std::shared_ptr<const World> with_owners_of(World world, const World& other) {
  const Raster<uint8_t> owners = resample_nearest(other.faction, world.grid);
  Mask known(world.grid);
  for (size_t cell = 0; cell < known.size(); ++cell) known[cell] = owners[cell] != 0 ? 1 : 0;
  const Raster<uint32_t> nearest = nearest_cell(known);
  for (size_t cell = 0; cell < known.size(); ++cell)
    if (world.faction[cell] != 0 && nearest[cell] < owners.size())
      world.faction[cell] = owners[nearest[cell]];
  return std::make_shared<const World>(std::move(world));
}

}  // namespace

Result<std::shared_ptr<const Picture>> make_picture(std::shared_ptr<const Template> tmpl, int resolution,
                                                    bool coarse, StageCache* cache, const Progress& progress,
                                                    const PictureFiles& files, const Picture* before,
                                                    const Picture* last) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point began = Clock::now();
  if (Result<Done> affordable = check_cost(*tmpl, resolution, {}); !affordable) return affordable.error();
  // A stage's key says which pixels its rows name, not whether they are at hand.
  if (!missing_pixels(*tmpl, files.imports).empty()) cache = nullptr;
  auto world = generate(*tmpl, tmpl->seeds(), resolution, progress, cache,
                        !coarse                           ? GenerateScope::whole
                        : resolution <= kCoarseResolution ? GenerateScope::draft
                                                          : GenerateScope::layers,
                        files.imports);
  if (!world) return world.error();
  auto picture = std::make_shared<Picture>();
  picture->tmpl = std::move(tmpl);
  picture->world = std::move(world).value();
  picture->coarse = coarse;
  if (picture->world->draft) {
    picture->owners = last != nullptr && has_owners_of(*picture->world, *last->world);
    if (picture->owners) picture->world = with_owners_of(*picture->world, *last->world);
  }
  picture->files = files;
  if (!coarse) {
    picture->audit = audit(*picture->world, *picture->tmpl);
    picture->audit.fairness = fairness_of(picture->world, picture->tmpl);
  }
  PlateStyle style;
  Result<SymbolSet> symbols = load_symbols(picture->tmpl->vocabulary, files.folder);
  if (symbols)
    style.symbols = std::make_shared<const SymbolSet>(std::move(symbols).value());
  else
    picture->notes.push_back({Severity::warning, "symbol", "landmarks", symbols.error().message});
  const Palette palette = make_palette(picture->tmpl->vocabulary, style.palette);
  picture->atlas = std::make_unique<const Atlas>(
      prepare_atlas(*picture->world, *picture->tmpl, picture->audit, palette, style, progress,
                    before != nullptr ? before->atlas.get() : nullptr));
  if (progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  picture->seconds = std::chrono::duration<double>(Clock::now() - began).count();
  return std::shared_ptr<const Picture>(std::move(picture));
}

Result<std::shared_ptr<const World>> plan_world(const Picture& picture, const Progress& progress) {
  if (picture.world->grid == plan_grid(picture.tmpl->frame)) return picture.world;
  return generate(*picture.tmpl, picture.tmpl->seeds(), kPlanResolution, progress, nullptr,
                  GenerateScope::whole, picture.files.imports);
}

std::string world_key(const Template& tmpl, const std::string& digest) {
  const SeedBundle seeds = tmpl.seeds();
  std::string key = (digest.empty() ? template_digest(tmpl) : digest) + " " + std::to_string(seeds.layout) +
                    " " + std::to_string(seeds.noise) + " " + std::to_string(seeds.place);
  for (size_t part = 0; part < seeds.parts.size(); ++part)
    if (seeds.parts[part]) key += " " + std::to_string(part) + ":" + std::to_string(*seeds.parts[part]);
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy})
    for (const PointClass& cls : tmpl.classes(category))
      if (cls.seed) key += " " + cls.slug + ":" + std::to_string(*cls.seed);
  return key;
}

std::string files_key(const Template& tmpl, const PictureFiles& files) {
  return files.folder.string() + missing_pixels(tmpl, files.imports);
}

std::string layers_key(const Template& tmpl) {
  Template layers = tmpl;
  layers.hand.pins = {};
  layers.hand.bans = {};
  layers.hand.areas = {};
  layers.hand.lines = {};
  layers.hand.views = {};
  return world_key(layers);
}

}  // namespace fw
