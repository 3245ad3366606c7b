#include "app/job/render/exporters.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel/parallel.h"
#include "core/field/filter.h"
#include "core/model/world/features.h"
#include "core/model/world/water.h"
#include "core/model/world/world_layers.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

using Names = std::vector<std::string>;

std::string plate_name(View view, std::string_view suffix, int page = 1) {
  const std::string behind = page > 1 ? "_" + std::to_string(page) : "";
  return std::string(kViewSlugs[static_cast<size_t>(view)]) + behind + std::string(suffix);
}

/// Whether a format writes plates.json: all of them show the same maps, so the first one does.
bool writes_figures(const RenderRequest& request, std::string_view suffix) {
  const std::vector<const Exporter*> wanted = wanted_exporters(request.formats);
  const auto first = std::ranges::find_if(wanted, [](const Exporter* e) { return e->pages; });
  return first != wanted.end() && suffix.substr(1) == (*first)->word;
}

Names plate_names(const RenderRequest& request, std::string_view suffix) {
  Names names;
  for (const View view : request.views) names.push_back(plate_name(view, suffix));
  if (!names.empty() && writes_figures(request, suffix)) names.emplace_back("plates.json");
  return names;
}

Result<Done> write_plates(const ExportInput& in, PageFormat format, std::string_view suffix) {
  if (in.request.views.empty()) return Done{};
  Progress quiet;
  quiet.cancel = in.progress.cancel;
  const PlateSink stage = [&](const PlateFile& file) {
    return in.folder.put(plate_name(in.request.views[file.index], suffix, file.page), file.bytes);
  };
  std::vector<std::vector<PlateFigures>> figures(in.request.views.size());
  const bool asked = writes_figures(in.request, suffix);
  const FiguresSink keep = [&](size_t index, std::vector<PlateFigures> of_view) {
    figures[index] = std::move(of_view);
  };
  if (const auto drawn = draw_plates(
          *in.made.world, in.request.build.tmpl, in.made.audit, in.request.views, in.request.style, format,
          stage, quiet, format == PageFormat::png ? &in.buffers : nullptr, asked ? keep : FiguresSink{});
      !drawn || !asked)
    return drawn;
  std::vector<PlateFigures> all;
  for (std::vector<PlateFigures>& of_view : figures) std::ranges::move(of_view, std::back_inserter(all));
  return in.folder.put("plates.json", plates_json(all));
}

void prepare_pages(const RenderRequest& request, PageBuffers& buffers) {
  buffers.reserve(request.style, frame_of(request),
                  std::min(worker_threads(), static_cast<int>(request.views.size())));
}

using GeoWriter = Result<Names> (*)(const GeoRequest&);

Result<Done> write_geo(const ExportInput& in, GeoWriter write, const std::vector<FieldBand>* more = nullptr) {
  const auto names = write(
      GeoRequest{*in.made.world, in.request.build.tmpl, audit_attributes(in.made.audit), in.folder.staging(),
                 in.hand ? &in.hand->table : nullptr, in.hand ? &in.hand->bits : nullptr, more,
                 more != nullptr && in.request.build.kpi ? &in.made.audit.fairness->get().travel : nullptr});
  if (!names) return names.error();
  for (const std::string& name : names.value())
    if (auto adopted = in.folder.adopt(name); !adopted) return adopted;
  return Done{};
}

void prepare_geo(const RenderRequest&, PageBuffers&) {
  load_geo();
}

Names geojson_names(const RenderRequest& request) {
  const Template& tmpl = request.build.tmpl;
  Names names{"points.geojson", "points.rfc7946.geojson", "regions.geojson",
              "tracks.geojson", "roads.geojson",          "crossings.geojson"};
  if (tmpl.water.rivers == Nature::natural) names.insert(names.end(), {"rivers.geojson", "lakes.geojson"});
  if (tmpl.coast.types == Nature::natural) names.emplace_back("coast.geojson");
  if (tmpl.footprints.settlement_ha > 0 || tmpl.footprints.fort_ha > 0)
    names.emplace_back("footprints.geojson");
  names.emplace_back("places.geojson");
  if (!tmpl.hand.zones.empty()) names.emplace_back("zones.geojson");
  if (!tmpl.hand.notes.empty()) names.emplace_back("notes.geojson");
  return names;
}

Names raster_names(const RenderRequest& request) {
  const bool rivers = request.build.tmpl.water.rivers == Nature::natural;
  Names names;
  for (const WorldLayer& layer : kWorldLayers)
    if (layer.exported && layer.codes != nullptr && asks_for_layer(layer, request.build.tmpl))
      names.push_back("layers/" + std::string(layer.slug) + ".tif");
  names.insert(names.end(), {"fields.tif", "height16.png"});
  if (rivers) names.emplace_back("elevation.tif");
  if (!is_empty(request.build.tmpl.hand)) names.emplace_back("layers/hand.tif");
  if (request.build.kpi) names.insert(names.end(), {"layers/control.tif", "travel.tif"});
  return names;
}

Result<Done> write_rasters(const ExportInput& in) {
  const std::vector<FieldBand> more = water_bands(*in.made.world);
  Result<Done> layers{Done{}}, height{Done{}};
  parallel_invoke({[&] { height = write_geo(in, write_height16); },
                   [&] { layers = write_geo(in, write_geotiff, &more); }});
  return layers ? height : layers;
}

const std::array<Exporter, 7> kExporters{{
    {.word = "png",
     .title = "PNG",
     .help = "Plates as images",
     .by_default = true,
     .pages = true,
     .files = [](const RenderRequest& request) { return plate_names(request, ".png"); },
     .prepare = prepare_pages,
     .write = [](const ExportInput& in) { return write_plates(in, PageFormat::png, ".png"); }},
    {.word = "svg",
     .title = "SVG",
     .help = "Plates as vector drawings",
     .pages = true,
     .files = [](const RenderRequest& request) { return plate_names(request, ".svg"); },
     .prepare = nullptr,
     .write = [](const ExportInput& in) { return write_plates(in, PageFormat::svg, ".svg"); }},
    {.word = "pdf",
     .title = "PDF",
     .help = "Plates for print",
     .pages = true,
     .files = [](const RenderRequest& request) { return plate_names(request, ".pdf"); },
     .prepare = nullptr,
     .write = [](const ExportInput& in) { return write_plates(in, PageFormat::pdf, ".pdf"); }},
    {.word = "geojson",
     .title = "GeoJSON",
     .help = "Points, regions and tracks as text",
     .by_default = true,
     .files = geojson_names,
     .prepare = prepare_geo,
     .write = [](const ExportInput& in) { return write_geo(in, write_geojson); }},
    {.word = "gpkg",
     .title = "GeoPackage",
     .help = "Every vector layer and the audit, for GIS",
     .by_default = true,
     .files = [](const RenderRequest&) { return Names{"territory.gpkg"}; },
     .prepare = prepare_geo,
     .write = [](const ExportInput& in) { return write_geo(in, write_geopackage); }},
    {.word = "geotiff",
     .title = "GeoTIFF",
     .help = "Layers and fields as rasters, height as 16-bit PNG",
     .by_default = true,
     .files = raster_names,
     .prepare = prepare_geo,
     .write = write_rasters},
    {.word = "flatgeobuf",
     .title = "FlatGeobuf",
     .help = "Points and regions as fast binary files",
     .files =
         [](const RenderRequest&) {
           return Names{"points.fgb", "regions.fgb", "places.fgb"};
         },
     .prepare = prepare_geo,
     .write = [](const ExportInput& in) { return write_geo(in, write_flatgeobuf); }},
}};

}  // namespace

std::span<const Exporter> exporters() {
  return kExporters;
}

const Exporter* find_exporter(std::string_view word) {
  const auto found = std::find_if(kExporters.begin(), kExporters.end(),
                                  [&](const Exporter& exporter) { return exporter.word == word; });
  return found == kExporters.end() ? nullptr : &*found;
}

std::vector<std::string> every_format() {
  std::vector<std::string> words;
  for (const Exporter& exporter : kExporters) words.emplace_back(exporter.word);
  return words;
}

Formats usual_formats() {
  Formats formats;
  for (const Exporter& exporter : kExporters)
    if (exporter.by_default) formats.emplace(exporter.word);
  return formats;
}

std::vector<std::string> format_words(const Formats& formats) {
  std::vector<std::string> words;
  for (const Exporter* exporter : wanted_exporters(formats)) words.emplace_back(exporter->word);
  return words;
}

std::vector<const Exporter*> wanted_exporters(const Formats& formats) {
  std::vector<const Exporter*> wanted;
  for (const Exporter& exporter : kExporters)
    if (formats.contains(exporter.word)) wanted.push_back(&exporter);
  return wanted;
}

std::vector<std::string> export_files(const RenderRequest& request) {
  std::vector<std::string> names;
  for (const Exporter* exporter : wanted_exporters(request.formats))
    for (std::string& name : exporter->files(request)) names.push_back(std::move(name));
  return names;
}

namespace {

Raster<float> distance_of(const World& world, std::string_view measure) {
  const FeatureIndex index = feature_index(measure, feature_sources(world));
  Raster<float> out(world.grid, INFINITY);
  const auto columns = static_cast<size_t>(world.grid.columns);
  parallel_for(static_cast<size_t>(world.grid.rows), 8, [&](size_t begin, size_t end) {
    for (size_t cell = begin * columns; cell < end * columns; ++cell)
      if (world.land[cell] != 0) out[cell] = static_cast<float>(index.distance_m(world.grid.centre(cell)));
  });
  return out;
}

/// Discharge over the square of the channel's width, which is one number all over a world. A reach that ends
/// at a confluence is wider there than its own water makes it, so the greatest holds.
double flow_by_width2(const Water& water) {
  double most = 0;
  for (const Reach& reach : water.reaches) {
    const auto width = static_cast<double>(reach.width_m.back());
    if (reach.form == ReachForm::plain && width > 0)
      most = std::max(most, reach.discharge_m3_s / (width * width));
  }
  return most;
}

/// Discharge at every vertex: as much as made the channel as wide as it is, at the lower end the reach's own.
/// Arms of deltas have one; estuaries, which are wider than their water, grow evenly.
std::vector<float> flow_along(const Reach& reach, double by_width2) {
  const size_t count = reach.vertices_m.size();
  std::vector<float> flow(count, static_cast<float>(reach.discharge_m3_s));
  if (reach.form == ReachForm::delta_arm) return flow;
  const auto at_width = [&](size_t i) {
    const auto width = static_cast<double>(reach.width_m[i]);
    return std::min(reach.discharge_m3_s, by_width2 * width * width);
  };
  const double first = at_width(0);
  for (size_t i = 0; i + 1 < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    flow[i] = static_cast<float>(
        reach.form == ReachForm::estuary ? first + share * (reach.discharge_m3_s - first) : at_width(i));
  }
  return flow;
}

/// On cells of rivers that of the nearest line, 0 elsewhere.
Raster<float> discharge(const World& world) {
  Raster<float> of_lines(world.grid), out(world.grid);
  Mask lines(world.grid);
  const double by_width2 = flow_by_width2(world.water_network);
  for (const Reach& reach : world.water_network.reaches) {
    if (reach.form == ReachForm::lake_path) continue;
    const std::vector<float> flow = flow_along(reach, by_width2);
    for (size_t i = 0; i < flow.size(); ++i) {
      const size_t cell = world.grid.cell_at(reach.vertices_m[i]);
      lines[cell] = 1;
      of_lines[cell] = std::max(of_lines[cell], flow[i]);
    }
  }
  const Raster<uint32_t> nearest = nearest_cell(lines);
  for (size_t cell = 0; cell < out.size(); ++cell)
    if (is_river(world.water[cell]) && nearest[cell] < out.size()) out[cell] = of_lines[nearest[cell]];
  return out;
}

}  // namespace

std::vector<FieldBand> water_bands(const World& world) {
  std::vector<FieldBand> bands;
  const bool rivers = world.water.size() > 0;
  if (rivers) bands.push_back({"river_m", distance_of(world, "river_m")});
  if (!world.roads.empty()) bands.push_back({"road_m", distance_of(world, "road_m")});
  if (rivers) bands.push_back({"discharge_m3_s", discharge(world)});
  return bands;
}

}  // namespace fw
