#include "render/geo/import/vector_file.h"

#include <cpl_string.h>
#include <cpl_vsi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "core/base/lower_case.h"
#include "render/geo/file_bytes.h"
#include "render/geo/import/geojson_text.h"
#include "render/geo/import/placement.h"
#include "render/geo/import/text_decoding.h"

namespace fw {
namespace {

constexpr size_t kHeadBytes = 8192;
constexpr size_t kMostZipFiles = 10000;
constexpr size_t kZipPart = size_t{1} << 20;  // read between two looks at whether the job goes on

/// What GDAL reports while it looks whether a file is of a format.
class QuietOpening {
 public:
  QuietOpening() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietOpening() { CPLPopErrorHandler(); }
  QuietOpening(const QuietOpening&) = delete;
  QuietOpening& operator=(const QuietOpening&) = delete;
};

/// One file in memory with its data set.
Result<Done> open_in_memory(const VectorRequest& request, VectorFile& out, const char* driver,
                            const std::string& suffix, std::string bytes,
                            std::vector<std::pair<std::string, std::string>> sides, std::string name) {
  // A string that moves may carry its bytes elsewhere: each has its place for good before GDAL sees it.
  out.bytes.push_back(std::move(bytes));
  auto main = std::make_unique<MemoryFile>(suffix, out.bytes.back());
  std::vector<std::unique_ptr<MemoryFile>> beside;
  for (auto& [side, content] : sides) {
    out.bytes.push_back(std::move(content));
    beside.push_back(std::make_unique<MemoryFile>(*main, side, out.bytes.back()));
  }
  const std::array<const char*, 2> drivers{driver, nullptr};
  CPLStringList options;
  if (std::string_view(driver) == "GeoJSON") options.SetNameValue("DATE_AS_STRING", "YES");
  if (std::string_view(driver) == "ESRI Shapefile" && !request.encoding.empty())
    options.SetNameValue("ENCODING", request.encoding.c_str());
  std::string why;
  {
    const GdalSession opening;  // its failures are told here
    out.datasets.emplace_back(GDALDataset::Open(main->name(), GDAL_OF_VECTOR | GDAL_OF_READONLY,
                                                drivers.data(), options.List(), nullptr));
    why = opening.first_failure();
  }
  const bool good = out.datasets.back() != nullptr;
  out.files.push_back(std::move(main));
  for (auto& file : beside) out.files.push_back(std::move(file));
  out.names.push_back(std::move(name));
  if (good) return Done{};
  out.datasets.pop_back();
  const std::string format = std::string_view(driver) == "LIBKML" ? "KML" : driver;
  return cannot_read(request.file, "it begins as " + format + " and cannot be read as that" +
                                       (why.empty() ? "" : " (" + why + ")"));
}

/// The files that belong to a Shapefile, whatever the case of their names' ends.
Result<std::vector<std::pair<std::string, std::string>>> shapefile_sides(const std::filesystem::path& file) {
  std::vector<std::pair<std::string, std::string>> sides;
  for (const std::string end : {".shx", ".dbf", ".prj", ".cpg"}) {
    std::string capitals = end;
    for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (const std::string& spelt : {end, capitals}) {
      std::filesystem::path side = file;
      side.replace_extension(spelt);
      std::error_code ignored;
      if (!std::filesystem::exists(side, ignored)) continue;
      auto bytes = read_bytes(side, kMostSourceBytes);
      if (!bytes) return bytes.error();
      sides.emplace_back(end, std::move(bytes).value());
      break;
    }
  }
  return sides;
}

/// One file of a ZIP, at most `room` bytes of it.
Result<std::string> unpacked(const VectorRequest& request, const std::string& path, size_t room) {
  VSIStatBufL status;
  const bool there = VSIStatL(path.c_str(), &status) == 0;
  const std::unique_ptr<VSILFILE, int (*)(VSILFILE*)> in(there ? VSIFOpenL(path.c_str(), "rb") : nullptr,
                                                         &VSIFCloseL);
  if (!in) return cannot_read(request.file, "its ZIP is damaged");
  const auto size = static_cast<size_t>(status.st_size);
  if (size > room)
    return cannot_read(request.file, "its files have more than " + std::to_string(kMostSourceBytes >> 20) +
                                         " MiB unpacked, and that is the limit; cut it to the frame");
  std::string bytes(size, '\0');
  for (size_t done = 0; done < size;) {
    if (request.progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
    const size_t got = VSIFReadL(bytes.data() + done, 1, std::min(kZipPart, size - done), in.get());
    if (got == 0) return cannot_read(request.file, "its ZIP is damaged");
    done += got;
  }
  return bytes;
}

/// The Shapefiles and KML files of a ZIP.
Result<Done> open_zip(const VectorRequest& request, std::string bytes, VectorFile& out) {
  const MemoryFile zip(".zip", bytes);
  const std::string folder = std::string("/vsizip/{") + zip.name() + "}";
  std::vector<std::string> members;
  {
    const QuietOpening quiet;
    const CPLStringList listed(VSIReadDirRecursive(folder.c_str()));
    if (listed.Count() > static_cast<int>(kMostZipFiles))
      return cannot_read(request.file, "its ZIP has more than " + std::to_string(kMostZipFiles) + " files");
    for (int k = 0; k < listed.Count(); ++k) members.emplace_back(listed[k]);
  }
  size_t room = kMostSourceBytes;
  const auto take = [&](const std::string& member) -> Result<std::string> {
    auto content = unpacked(request, folder + "/" + member, room);
    if (content) room -= content.value().size();
    return content;
  };
  out.bytes.reserve(members.size());
  for (const std::string& member : members) {
    const std::filesystem::path path(member);
    const std::string end = lower_case(path.extension().string());
    if ((end != ".shp" && end != ".kml") || path.filename().string().starts_with(".")) continue;
    auto content = take(member);
    if (!content) return content.error();
    std::vector<std::pair<std::string, std::string>> sides;
    for (const std::string& other : members) {
      const std::filesystem::path beside(other);
      const std::string side = lower_case(beside.extension().string());
      const bool belongs = side == ".shx" || side == ".dbf" || side == ".prj" || side == ".cpg";
      if (end != ".shp" || !belongs || beside.parent_path() != path.parent_path() ||
          beside.stem() != path.stem())
        continue;
      auto of_side = take(other);
      if (!of_side) return of_side.error();
      sides.emplace_back(side, std::move(of_side).value());
    }
    if (const auto opened =
            open_in_memory(request, out, end == ".shp" ? "ESRI Shapefile" : "LIBKML", end,
                           std::move(content).value(), std::move(sides), path.stem().string());
        !opened)
      return opened;
  }
  if (out.datasets.empty())
    return cannot_read(request.file,
                       "its ZIP holds no Shapefile (.shp) and no KML; unpack it, and read its file");
  return Done{};
}

bool begins_as_shapefile(std::string_view bytes) {
  constexpr size_t kHeader = 100;
  return bytes.size() >= kHeader && bytes.starts_with(std::string_view("\0\0\x27\x0a", 4));
}

/// The text without blanks and marks at its beginning, in one byte a letter as far as it is plain.
std::string plain_head(std::string_view bytes) {
  std::string head;
  for (const char c : bytes.substr(0, kHeadBytes))
    if (c != '\0' && c != '\xFF' && c != '\xFE' && c != '\xEF' && c != '\xBB' && c != '\xBF') head += c;
  const size_t first = head.find_first_not_of(" \t\r\n");
  return first == std::string::npos ? "" : head.substr(first);
}

Result<Done> open_json(const VectorRequest& request, std::string bytes, VectorFile& out) {
  auto text = decoded_text(request.file, std::move(bytes), request.encoding);
  if (!text) return text.error();
  const bool lines = is_json_lines(text.value());
  auto json = geojson_of_texts(request.file, text.value(), lines, request.progress);
  if (!json) return json.error();
  text = std::string();
  const auto opened =
      open_in_memory(request, out, lines ? "GeoJSONSeq" : "GeoJSON", lines ? ".geojsons" : ".geojson",
                     std::move(json).value(), {}, request.file.stem().string());
  if (opened || opened.error().kind != ErrorKind::io) return opened;
  return cannot_read(
      request.file,
      "it is JSON, but no GeoJSON: expected an object with \"type\": \"FeatureCollection\" and "
      "\"features\"");
}

}  // namespace

Result<VectorFile> open_vector_file(const VectorRequest& request, const GdalSession&) {
  VectorFile out;
  auto read = read_bytes(request.file, kMostSourceBytes);
  if (!read) return read.error();
  std::string bytes = std::move(read).value();
  constexpr size_t kMostFilesOfOne = 8;
  out.bytes.reserve(kMostFilesOfOne);
  out.head = bytes.substr(0, kHeadBytes);
  const std::string head = plain_head(bytes), name = request.file.stem().string();
  const auto done = [&]() -> Result<Done> {
    if (begins_as_sqlite(bytes)) {
      bytes.clear();
      auto image = read_sqlite(request.file, request.progress);
      if (!image) return image.error();
      out.image = std::move(image).value();
      return open_in_memory(request, out, "GPKG", ".gpkg", std::move(out.image.bytes), {}, name);
    }
    if (bytes.starts_with("fgb\x03"))
      return open_in_memory(request, out, "FlatGeobuf", ".fgb", std::move(bytes), {}, name);
    if (bytes.starts_with("PK\x03\x04")) return open_zip(request, std::move(bytes), out);
    if (begins_as_shapefile(bytes)) {
      auto sides = shapefile_sides(request.file);
      if (!sides) return sides.error();
      return open_in_memory(request, out, "ESRI Shapefile", ".shp", std::move(bytes),
                            std::move(sides).value(), name);
    }
    if (head.starts_with('<') && head.find("<gpx") != std::string::npos)
      return open_in_memory(request, out, "GPX", ".gpx", std::move(bytes), {}, name);
    if (head.starts_with('<') && head.find("<kml") != std::string::npos)
      return open_in_memory(request, out, "LIBKML", ".kml", std::move(bytes), {}, name);
    if (head.starts_with('{') || head.starts_with('[') || head.starts_with('\x1e'))
      return open_json(request, std::move(bytes), out);
    const bool binary = bytes.substr(0, kHeadBytes).find('\0') != std::string::npos &&
                        request.encoding.empty() && !bytes.starts_with("\xFF\xFE") &&
                        !bytes.starts_with("\xFE\xFF");
    const bool wide =
        binary &&
        std::count(bytes.begin(),
                   bytes.begin() + static_cast<std::ptrdiff_t>(std::min(bytes.size(), size_t{64})),
                   '\0') >= 8 &&
        head.find_first_of(",;\t") != std::string::npos;
    if (head.starts_with('<') || (binary && !wide))
      return cannot_read(request.file,
                         "it is no GeoJSON, GeoPackage, Shapefile, FlatGeobuf, GPX, KML or table (CSV, TSV)");
    auto text = decoded_text(request.file, std::move(bytes), request.encoding);
    if (!text) return text.error();
    auto table = read_table(request.file, text.value(), kMostFeatures, request.progress);
    if (!table) return table.error();
    if (table.value().fields.size() < 2 && table.value().rows.empty())
      return cannot_read(request.file,
                         "it is no GeoJSON, GeoPackage, Shapefile, FlatGeobuf, GPX, KML or table (CSV, TSV)");
    out.table = std::move(table).value();
    out.names.push_back(name);
    return Done{};
  }();
  if (!done) return done.error();
  return out;
}

}  // namespace fw
