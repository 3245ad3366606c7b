#include "import_cases.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/job/hand/export_rows.h"
#include "core/template/template_io.h"
#include "render/page/grey_png.h"
#include "tests/job/gdal_files.h"
#include "tests/job/hand_of_every_list.h"

namespace {

using namespace fw;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr int kSide = 24;  // cells of a raster

/// A coast and a hill, whatever the cell means.
double value_at(int column, int row) {
  const double x = column - kSide / 2.0, y = row - kSide / 2.0;
  return std::max(0.0, 10 - std::sqrt(x * x + y * y));
}

void write(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

void write_tiff(const fs::path& file, int epsg, const std::array<double, 6>& transform, GDALDataType type) {
  gdal_files::write_tiff(file, {kSide, kSide, transform, epsg, type, 0}, value_at);
}

std::string png(int bits) {
  GreyImage image{kSide, kSide, bits, {}};
  for (int r = 0; r < kSide; ++r)
    for (int c = 0; c < kSide; ++c)
      image.levels.push_back(static_cast<uint16_t>(value_at(c, r) * (bits == 16 ? 6000 : 0.3)));
  return encode_grey_png(image).value();
}

std::string bare_samples() {
  std::string bytes;
  for (int r = 0; r < kSide; ++r)
    for (int c = 0; c < kSide; ++c) {
      const auto v = static_cast<uint16_t>(value_at(c, r) * 6000);
      bytes += {static_cast<char>(v >> 8), static_cast<char>(v & 0xFF)};
    }
  return bytes;
}

/// Polygons, a line and a point of each biome, of which one crosses itself.
std::string geojson() {
  const std::vector<BiomeRow>& biomes = import_template().vocabulary.biomes;
  ordered_json features = ordered_json::array();
  const auto add = [&](const char* type, const ordered_json& coordinates) {
    const std::string biome = biomes[features.size() % biomes.size()].id;
    features.push_back({{"type", "Feature"},
                        {"properties", {{"biome", biome}, {"radius_m", 40}}},
                        {"geometry", {{"type", type}, {"coordinates", coordinates}}}});
  };
  add("Polygon", {{{900, 900}, {1500, 900}, {1500, 1500}, {900, 900}},
                  {{1300, 1000}, {1400, 1000}, {1400, 1100}, {1300, 1000}}});
  add("Polygon", {{{1600, 1600}, {2000, 2000}, {2000, 1600}, {1600, 2000}, {1600, 1600}}});
  add("MultiPolygon", {{{{700, 900}, {800, 900}, {800, 1000}, {700, 900}}}});
  add("LineString", {{1000, 2000}, {1800, 2100}, {2500, 1500}});
  add("Point", {1500, 1800});
  return ordered_json{{"type", "FeatureCollection"}, {"features", features}}.dump(1);
}

std::string csv() {
  std::string text = "type,x_m,y_m,name,label,shape\n";
  for (size_t k = 0; k < 20; ++k)
    text += import_template().resources[k % import_template().resources.size()].slug + "," +
            std::to_string(700 + 77 * k) + "," + std::to_string(900 + 53 * k) + ",\"N, " + std::to_string(k) +
            "\",a label,\n";
  return text;
}

/// A waypoint and a track about the anchor.
std::string gpx() {
  return "<?xml version='1.0'?><gpx version='1.1' creator='t' xmlns='http://www.topografix.com/GPX/1/1'>"
         "<wpt lat='47.001' lon='15.001'><ele>12</ele><name>N</name><type>" +
         import_template().resources[0].slug +
         "</type></wpt><trk><name>T</name><trkseg><trkpt lat='47' lon='15'/><trkpt lat='47.002' "
         "lon='15.001'/>"
         "</trkseg></trk></gpx>";
}

std::string kml() {
  return "<?xml version='1.0'?><kml "
         "xmlns='http://www.opengis.net/kml/2.2'><Document><Placemark><name>N</name>"
         "<ExtendedData><Data name='class'><value>" +
         import_template().resources[0].slug +
         "</value></Data></ExtendedData><Point><coordinates>15.001,47.001,0</coordinates></Point></Placemark>"
         "</Document></kml>";
}

/// Degrees, a comma for the point, quotes, a line that says the separator.
std::string degrees() {
  std::string text = "sep=;\nclass;lon;lat;name\n";
  for (size_t k = 0; k < 20; ++k)
    text += import_template().resources[k % import_template().resources.size()].slug + ";15,00" +
            std::to_string(k % 10) + ";+47,00" + std::to_string(k / 10) + ";\"N; " + std::to_string(k) +
            "\"\n";
  return text;
}

std::string text_grid() {
  std::string text = "ncols 12\nnrows 12\nxllcorner 0\nyllcorner 0\ncellsize 250\nNODATA_value -9999\n";
  for (int k = 0; k < 144; ++k) text += std::to_string(k % 7 == 0 ? -32768 : k) + (k % 12 == 11 ? "\n" : " ");
  return text;
}

HandImport asked(const char* what, const std::string& map = "", const char* fields = "") {
  HandImport request;
  request.what = what;
  request.raster.map = map;
  request.rows.fields = read_field_choices(fields).value();
  return request;
}

}  // namespace

const Template& import_template() {
  static const Template tmpl =
      parse_template_with(find_builtin("Tiny")->text, "Tiny", {"anchor_lon_deg=15", "anchor_lat_deg=47"})
          .value();
  return tmpl;
}

std::string template_with_hand() {
  return hand_of_every_list(import_template());
}

const std::vector<ImportCase>& import_cases() {
  static const std::vector<ImportCase> cases = [] {
    const std::vector<BiomeRow>& biomes = import_template().vocabulary.biomes;
    const std::string map = "1 " + biomes[0].id + ", 2 " + biomes[1].id;
    std::vector<ImportCase> all{{"bare.r16", asked("height")},
                                {"local.tif", asked("height")},
                                {"utm.tif", asked("biome", map)},
                                {"classes.png", asked("biome", map)},
                                {"land.png", asked("land")},
                                {"heights.png", asked("height")},
                                {"rows.gpkg", asked("rows")},
                                {"paint.geojson", asked("biome")},
                                {"regions.geojson", asked("regions", "", "name=biome")},
                                {"points.csv", asked("points")},
                                {"way.gpx", asked("points")},
                                {"place.kml", asked("points")},
                                {"degrees.txt", asked("points")},
                                {"grid.asc", asked("height")},
                                {"lines.geojsonl", asked("biome")}};
    all[0].request.raster.raw = Raw16{kSide, kSide, true, true};
    return all;
  }();
  return cases;
}

void write_import_files(const fs::path& folder) {
  write(folder / "bare.r16", bare_samples());
  write_tiff(folder / "local.tif", 0, {0, 125, 0, 3000, 0, -125}, GDT_Float32);
  write_tiff(folder / "utm.tif", 32633, {498500, 125, 0, 5207000, 0, -125}, GDT_Byte);
  for (const char* name : {"classes.png", "land.png"}) write(folder / name, png(8));
  write(folder / "heights.png", png(16));
  if (!export_rows(parse_template(template_with_hand(), "t").value(), folder / "rows.gpkg", true))
    std::abort();
  for (const char* name : {"paint.geojson", "regions.geojson"}) write(folder / name, geojson());
  write(folder / "points.csv", csv());
  write(folder / "way.gpx", gpx());
  write(folder / "place.kml", kml());
  write(folder / "degrees.txt", degrees());
  write(folder / "grid.asc", text_grid());
  std::string lines;
  for (const ordered_json& feature : ordered_json::parse(geojson())["features"])
    lines += feature.dump() + "\n";
  write(folder / "lines.geojsonl", lines);
}
