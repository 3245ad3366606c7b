#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/base/seed.h"
#include "core/field/raster.h"
#include "core/model/world/world.h"
#include "render/plate/plate.h"

namespace fw {

inline constexpr std::string_view kManifestName = "manifest.json";
/// The same of an export's folder.
inline constexpr std::string_view kExportManifestName = "export.json";
/// A longer one is not read.
inline constexpr uint64_t kMaxManifestBytes = uint64_t{16} << 20;
/// Grows when an older program could no longer read the folder.
inline constexpr int kManifestFormat = 1;

/// What a render's folder says of itself: where it came from, what it holds and how to make it again.
/// No time, host, thread count or SIMD level: equal worlds have equal manifests.
struct Manifest {
  struct File {
    std::string name;  ///< relative to the folder, "/" between parts
    uint64_t size = 0;
    std::string sha256;

    friend bool operator==(const File&, const File&) = default;
  };
  struct Layer {
    std::string name;
    std::vector<std::pair<int, std::string>> codes;     ///< raster code -> id or region name
    std::vector<std::pair<int, std::string>> labels{};  ///< raster code -> what people read

    friend bool operator==(const Layer&, const Layer&) = default;
  };

  std::string version;
  int format = kManifestFormat;
  std::string template_name;
  std::string template_digest;
  SeedBundle seeds;
  std::string salt{};  ///< of the template: seeds.salt
  std::vector<std::pair<std::string, uint64_t>>
      class_seeds;  ///< "resource.iron_vein": of classes with their own
  GridSpec grid;
  double height_max_m = 0;  ///< what 65535 stands for in height16.png
  int64_t hand_rows = 0;    ///< rows of the designer's hand that are on
  std::string hand_digest;  ///< SHA-256 of the hand in canonical form; "" without rows
  std::vector<std::pair<std::string, std::string>> digests;
  std::vector<Layer> layers;
  PlateStyle style;
  /// Fills of plates that were made for this world, by "factions.ID"; empty: the palette's own.
  std::vector<std::pair<std::string, std::string>> colours;
  std::vector<std::string> views;
  std::vector<std::string> formats;
  std::vector<File> files;  ///< sorted by name
};

/// The codes of the masks and class layers (core/model/world/world_layers.h).
std::vector<Manifest::Layer> manifest_layers(const World& world);

std::string manifest_json(const Manifest& manifest);
Result<Manifest> parse_manifest(std::string_view text, const std::string& source);
/// manifest.json of a folder. A folder without one is an incomplete render: ErrorKind::io; so is one that
/// holds a study.
Result<Manifest> read_manifest(const std::filesystem::path& folder);
/// The study whose manifest a text is; "" for a render's or a foreign one.
std::string manifest_study(std::string_view text);
/// Whether a text is the manifest of a film's frames.
bool manifest_of_film(std::string_view text);
/// Whether a text is the manifest of an atlas.
bool manifest_of_atlas(std::string_view text);
/// Refuses a folder that holds a study, a film's frames or an atlas: a render would remove its files.
Result<Done> check_render_folder(const std::filesystem::path& folder);

/// The files that a manifest of any kind (a render's, a study's, a film's) lists; what is no such manifest is
/// ErrorKind::io.
Result<std::vector<Manifest::File>> parse_manifest_files(std::string_view text, const std::string& source);
/// The files of an export.json; ErrorKind::io for any other text.
Result<std::vector<Manifest::File>> parse_export_files(std::string_view text, const std::string& source);
/// A list of files as JSON rows, and one read back from a member of a JSON text (ErrorKind::io), with names
/// of an export or a render.
std::string files_json(const std::vector<Manifest::File>& files);
Result<std::vector<Manifest::File>> parse_files(std::string_view text, const char* member,
                                                const std::string& source);

/// True for names a render writes: at most one sub-folder, no "..", nothing hidden or absolute.
bool is_render_file_name(std::string_view name);
/// The same for an export, which may have four sub-folders.
bool is_export_file_name(std::string_view name);

}  // namespace fw
