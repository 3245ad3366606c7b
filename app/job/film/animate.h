#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/job/build/build.h"
#include "core/simulation/simulation.h"
#include "render/map/map_picture.h"
#include "render/page/page.h"

namespace fw {

inline constexpr int kLeastFilmMap_px = 64, kMostFilmMap_px = 8192;
inline constexpr double kMostFilmFps = 100;  ///< players show no frame for less than 10 ms
inline constexpr int64_t kMostFilmFrames = 100'000;

/// The square part of a map that a film shows.
struct FilmWindow {
  Vec2 centre_m;
  double side_m = 0;
};

/// A film: what is simulated on which world, and how it is shown.
struct AnimateRequest {
  BuildRequest build;
  SimulationRequest simulation;      ///< except method, trail and event times
  std::vector<std::string> methods;  ///< one or two, side by side; empty = the recommended one
  MapLook look;                      ///< of the map beneath
  std::optional<FilmWindow> window;  ///< nothing: the whole frame
  int map_px = 720;                  ///< side of a panel's map
  double fps = 15;
  double duration_s = 10;        ///< of the film
  double speed = 0;              ///< simulated seconds per second of film; 0 = what suits the kind
  double start_s = 0;            ///< simulated seconds before the first frame
  std::filesystem::path output;  ///< FILE.webp, or a folder for frame_00000.png, frame_00001.png, ...
  bool overwrite = false;        ///< an existing FILE.webp, or files in the folder that no film of ours wrote
};

struct Animated {
  Findings feasibility;
  Findings simulation;  ///< Playback::findings() of the first panel
  PageSize page;
  int64_t frames = 0;
  double speed = 0;
  std::vector<std::string> methods;
  std::vector<std::string> files;  ///< the film, or the folder's files, manifest last
  uint64_t bytes = 0;              ///< of the film or all frames
};

/// Whether an output is a WebP film (by its ending), not a folder.
bool is_film_file(const std::filesystem::path& output);

/// Builds the world, simulates, paints and writes. The bytes depend on request and version alone: not on
/// threads. A folder gets the frames, figures.csv and, last, a manifest; one that holds a render or a study
/// is refused. A failure or cancellation leaves no new file and no half-written one.
Result<Animated> animate(const AnimateRequest& request, const Progress& progress = {});

}  // namespace fw
