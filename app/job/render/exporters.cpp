#include "app/job/render/exporters.h"

#include <algorithm>
#include <array>

#include "app/job/render/water_bands.h"
#include "core/base/parallel/parallel.h"
#include "core/base/parallel/worker_threads.h"
#include "core/model/world/world_layers.h"
#include "render/geo/geo.h"

namespace fw {
namespace {

using Names = std::vector<std::string>;

std::string plate_name(View view, std::string_view suffix) {
  return std::string(kViewSlugs[static_cast<size_t>(view)]) + std::string(suffix);
}

Names plate_names(const std::vector<View>& views, std::string_view suffix) {
  Names names;
  for (const View view : views) names.push_back(plate_name(view, suffix));
  return names;
}

Result<Done> write_plates(const ExportInput& in, PageFormat format, std::string_view suffix) {
  if (in.request.views.empty()) return Done{};
  Progress quiet;
  quiet.cancel = in.progress.cancel;
  const PlateSink stage = [&](size_t index, std::string bytes) {
    return in.folder.put(plate_name(in.request.views[index], suffix), bytes);
  };
  return draw_plates(*in.made.world, in.request.build.tmpl, in.made.audit, in.request.views, in.request.style,
                     format, stage, quiet, format == PageFormat::png ? &in.buffers : nullptr);
}

void prepare_pages(const RenderRequest& request, PageBuffers& buffers) {
  buffers.reserve(request.style, std::min(worker_threads(), static_cast<int>(request.views.size())));
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
  Names names{"points.geojson", "points.rfc7946.geojson", "regions.geojson", "tracks.geojson"};
  if (tmpl.water.rivers == Nature::natural) names.insert(names.end(), {"rivers.geojson", "lakes.geojson"});
  if (tmpl.coast.types == Nature::natural) names.emplace_back("coast.geojson");
  if (tmpl.roads.mode == RoadMode::network) names.insert(names.end(), {"roads.geojson", "crossings.geojson"});
  if (tmpl.footprints.settlement_ha > 0 || tmpl.footprints.fort_ha > 0)
    names.emplace_back("footprints.geojson");
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
     .files = [](const RenderRequest& request) { return plate_names(request.views, ".png"); },
     .prepare = prepare_pages,
     .write = [](const ExportInput& in) { return write_plates(in, PageFormat::png, ".png"); }},
    {.word = "svg",
     .title = "SVG",
     .help = "Plates as vector drawings",
     .pages = true,
     .files = [](const RenderRequest& request) { return plate_names(request.views, ".svg"); },
     .prepare = nullptr,
     .write = [](const ExportInput& in) { return write_plates(in, PageFormat::svg, ".svg"); }},
    {.word = "pdf",
     .title = "PDF",
     .help = "Plates for print",
     .pages = true,
     .files = [](const RenderRequest& request) { return plate_names(request.views, ".pdf"); },
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
           return Names{"points.fgb", "regions.fgb"};
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

}  // namespace fw
