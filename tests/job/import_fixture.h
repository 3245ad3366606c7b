#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/job/hand/import/hand_import.h"
#include "core/template/template_io.h"
#include "gdal_files.h"
#include "render/page/grey_png.h"

// Files as other programs write them, and what an import makes of them.
namespace import_fixture {

using gdal_files::RasterFile;
using gdal_files::write_package;
using gdal_files::write_tiff;
using nlohmann::ordered_json;

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// How often a note of this code counted; 0 = there is none.
inline int64_t counted(const std::vector<fw::ImportNote>& notes, const std::string& code) {
  for (const fw::ImportNote& note : notes)
    if (note.code == code) return note.count;
  return 0;
}
inline std::string text_of(const std::vector<fw::ImportNote>& notes, const std::string& code) {
  for (const fw::ImportNote& note : notes)
    if (note.code == code) return note.text;
  return "";
}
/// The codes of all notes, for messages.
inline std::string all_notes(const std::vector<fw::ImportNote>& notes) {
  std::string text;
  for (const fw::ImportNote& note : notes) text += note.code + ": " + note.text + "\n";
  return text;
}

/// A folder of files.
class Files {
 public:
  std::filesystem::path path(const std::string& name) const {
    return folder_.path().toStdString() + "/" + name;
  }
  std::filesystem::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::filesystem::path png(const std::string& name, const fw::GreyImage& image) const {
    return write(name, fw::encode_grey_png(image).value());
  }

 private:
  QTemporaryDir folder_;
};

inline ordered_json feature(const ordered_json& properties, const std::string& type,
                            const ordered_json& coordinates) {
  return {{"type", "Feature"},
          {"properties", properties},
          {"geometry", {{"type", type}, {"coordinates", coordinates}}}};
}
inline std::string collection(const std::vector<ordered_json>& features) {
  return ordered_json{{"type", "FeatureCollection"}, {"features", features}}.dump(1);
}
/// A rectangle about a place, as coordinates of a Polygon.
inline ordered_json rectangle(double x, double y, double width, double height) {
  const double w = width / 2, h = height / 2;
  return ordered_json::array({ordered_json::array(
      {{x - w, y - h}, {x + w, y - h}, {x + w, y + h}, {x - w, y + h}, {x - w, y - h}})});
}

inline fw::HandImport request(const std::filesystem::path& file, const std::string& what,
                              const std::string& fields = "") {
  fw::HandImport r;
  r.raster.file = file;
  r.what = what;
  r.rows.fields = fw::read_field_choices(fields).value();
  return r;
}
inline fw::HandImported imported(const fw::HandImport& r, const fw::Template& into) {
  auto made = fw::import_into(r, into);
  if (!made) qFatal("%s", made.error().message.c_str());
  return std::move(made).value();
}
inline std::string refusal(const fw::HandImport& r, const fw::Template& into) {
  const auto made = fw::import_into(r, into);
  return made ? "" : made.error().message;
}
/// What a world of seed 5 makes of the rows read.
inline std::vector<fw::ImportNote> tried(const fw::HandImported& made, int resolution) {
  fw::BuildRequest build;
  build.seeds = fw::SeedBundle::from_master(5);
  build.resolution = resolution;
  return fw::try_import(made, build, {});
}
/// The pixels of the only row of imports.
inline const fw::ImportPixels& pixels_of(const fw::HandImported& made) {
  return *made.fresh.at(made.tmpl.hand.imports[0].sha256);
}

}  // namespace import_fixture
