#include "app/job/project/import_files.h"

#include <algorithm>

#include "app/job/folder/file_io.h"
#include "core/base/file_name.h"
#include "render/page/grey_png.h"

namespace fw {
namespace {

namespace fs = std::filesystem;

/// 4,096 x 4,096 samples of 16 bits, with room for a PNG that grew.
constexpr uint64_t kMostFileBytes = uint64_t{48} << 20;

/// The folders in which files may lie, as names below the template's folder.
std::vector<std::string> places(const FilesOf& files) {
  if (files.stem.empty()) return {kBundledImports};
  return {import_folder(files.stem), kBundledImports};
}

constexpr const char* kRemedy = "; put the file back, import it again, or switch the row off (on=no)";

Error problem(const ImportRow& row, const std::string& what) {
  return {ErrorKind::io, row.file + ": " + what + kRemedy};
}

Error no_plain_name(const ImportRow& row) {
  return problem(row, "found a name with a folder, expected the name of a file alone");
}

Result<ImportPixels> read_pixels(const ImportRow& row, const FilesOf& files) {
  const Result<std::string> bytes = read_import_file(row, files);
  if (!bytes) return bytes.error();
  Result<GreyImage> image = decode_grey_png(bytes.value(), row.columns, row.rows);
  if (!image) return problem(row, image.error().message);
  const bool heights = row.what == "height";
  if ((image.value().bits == 16) != heights)
    return problem(row, "found samples of " + std::to_string(image.value().bits) + " bits, expected " +
                            (heights ? "16 for heights" : "8 for classes"));
  ImportPixels pixels{row.columns, row.rows, heights, std::move(image.value().levels)};
  if (const std::string digest = pixels_digest(pixels); digest != row.sha256)
    return problem(row, "altered since it was imported: its pixels have the SHA-256 " + digest.substr(0, 12) +
                            "..., the row says " + row.sha256.substr(0, 12) + "...");
  return pixels;
}

}  // namespace

std::string import_folder(const std::string& stem) {
  return stem + ".hand";
}

bool is_plain_file_name(const std::string& name) {
  return !name.empty() && name.find_first_of("/\\") == std::string::npos && name != "." && name != "..";
}

Result<std::string> read_import_file(const ImportRow& row, const FilesOf& files) {
  if (!is_plain_file_name(row.file)) return no_plain_name(row);
  if (files.folder.empty())
    return problem(row, "a template without a file of its own has no files of imports");
  std::string looked;
  for (const std::string& place : places(files)) {
    std::error_code ignored;
    const std::string copy = import_file_name(row.what, row.sha256),
                      name = place + "/" + listed_name(files.folder / place, row.file, {copy});
    if (fs::exists(fs::symlink_status(files.folder / name, ignored))) {
      Result<std::string> bytes = read_file(files.folder, name, kMostFileBytes);
      return bytes ? std::move(bytes)
                   : Result<std::string>(Error{ErrorKind::io, bytes.error().message + kRemedy});
    }
    looked += (looked.empty() ? "" : " or ") + (files.folder / place).string();
  }
  return problem(row, "missing; expected in " + looked);
}

LoadedImports load_imports(const Template& tmpl, const FilesOf& files, const ImportSet& known) {
  LoadedImports loaded;
  int64_t room = kMostImportPixels;
  for (size_t k = 0; k < tmpl.hand.imports.size(); ++k) {
    const ImportRow& row = tmpl.hand.imports[k];
    if (!row.on) continue;
    if (!is_plain_file_name(row.file)) {
      loaded.problems.push_back({k, no_plain_name(row)});
      continue;
    }
    room -= int64_t{row.columns} * row.rows;
    if (room < 0) {
      loaded.problems.push_back({k, problem(row, "with it the imports have more than " +
                                                     std::to_string(kMostImportPixels) + " pixels in all")});
      continue;
    }
    if (loaded.pixels.contains(row.sha256)) continue;
    if (!import_grid(row, tmpl.frame)) {
      loaded.problems.push_back(
          {k, problem(row, "its " + std::to_string(row.columns) + " x " + std::to_string(row.rows) +
                               " pixels do not fit the frame")});
      continue;
    }
    if (const auto found = known.find(row.sha256); found != known.end()) {
      loaded.pixels.insert(*found);
      continue;
    }
    Result<ImportPixels> pixels = read_pixels(row, files);
    if (pixels)
      loaded.pixels.emplace(row.sha256, std::make_shared<const ImportPixels>(std::move(pixels).value()));
    else
      loaded.problems.push_back({k, pixels.error()});
  }
  return loaded;
}

Result<std::string> encode_import(const ImportPixels& pixels) {
  return encode_grey_png({pixels.columns, pixels.rows, pixels.heights ? 16 : 8, pixels.values});
}

std::string import_file_name(const std::string& what, const std::string& sha256) {
  return what + "-" + sha256.substr(0, 8) + ".png";
}

}  // namespace fw
