#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/job/folder/manifest.h"
#include "core/base/result.h"
#include "render/page/page.h"
#include "render/page/png_writer.h"

// Where a film's frames go; private to this room.
namespace fw {

/// What is left when a film has been written.
struct FilmFiles {
  std::vector<std::string> names;
  uint64_t bytes = 0;
};

/// Nothing is visible at the output before finish(); given up earlier, nothing is left.
class FilmSink {
 public:
  virtual ~FilmSink() = default;
  /// Frames in order.
  virtual Result<Done> add(std::span<const PixelView> frames, std::span<const int> duration_ms) = 0;
  /// `describe` makes the manifest of a folder from its files; `figures` is figures.csv.
  virtual Result<FilmFiles> finish(
      const std::string& figures,
      const std::function<std::string(const std::vector<Manifest::File>&)>& describe) = 0;
};

Result<std::unique_ptr<FilmSink>> open_webp_sink(const std::filesystem::path& file, PageSize page,
                                                 bool overwrite);
Result<std::unique_ptr<FilmSink>> open_png_sink(const std::filesystem::path& folder, bool overwrite);

/// Refuses what opening would refuse, before any work is done.
Result<Done> check_film_folder(const std::filesystem::path& folder);

}  // namespace fw
