#include "app/job/film/animate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "app/job/film/animate_sink.h"
#include "app/job/folder/atomic_file.h"
#include "app/job/folder/csv.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/lower_case.h"
#include "core/base/number_text.h"
#include "core/base/seed.h"
#include "core/ecology/run.h"
#include "core/model/calendar.h"
#include "core/model/template/plan_grid.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "render/map/scene/atlas.h"
#include "render/overlay/overlay_film.h"
#include "render/page/little_memory.h"
#include "render/page/numbers.h"

namespace fw {
namespace {

constexpr double kBuildShare = 0.15, kFramesShare = 0.98;  // of the progress bar
/// Frames are painted and then encoded side by side in batches of about this many bytes.
constexpr double kBatchBytes = 96.0 * (1 << 20);
constexpr size_t kMostPerBatch = 16;

Error usage(std::string message) {
  return {ErrorKind::usage, std::move(message)};
}
Error cancelled() {
  return {ErrorKind::cancelled, "cancelled; nothing was written"};
}

constexpr double kMostSimulated_s = 1e9;    ///< thirty years: ticks stay whole numbers
constexpr double kMostAgentSeconds = 4e10;  ///< some minutes of the quickest methods

/// When the frames are, in simulated time and in the film.
struct Schedule {
  int64_t frames = 0;
  double fps = 1, speed = 1, start_s = 0;

  int64_t tick(int64_t frame, double dt_s) const {
    return static_cast<int64_t>((start_s + static_cast<double>(frame) * speed / fps) / dt_s + 1e-9);
  }
  /// Whole milliseconds that add up to the film's length, however long it is.
  int duration_ms(int64_t frame) const {
    const auto at = [this](int64_t f) {
      return static_cast<int64_t>(std::floor(1000.0 * static_cast<double>(f) / fps + 0.5));
    };
    return static_cast<int>(at(frame + 1) - at(frame));
  }
};

Result<Schedule> schedule(const AnimateRequest& r) {
  const auto bad = [](const char* what, double found, const std::string& expected) {
    return usage(std::string(what) + " " + number_text(found) + ": expected " + expected);
  };
  if (!(r.fps > 0 && r.fps <= kMostFilmFps))
    return bad("--fps", r.fps, "more than 0, at most " + number_text(kMostFilmFps));
  if (!(r.duration_s > 0) || !std::isfinite(r.duration_s))
    return bad("--duration", r.duration_s, "seconds of film above 0");
  if (!(r.speed >= 0) || !std::isfinite(r.speed))
    return bad("--speed", r.speed, "simulated seconds per second of film, at least 0");
  if (!(r.start_s >= 0 && r.start_s <= kMostSimulated_s))
    return bad("--start", r.start_s, "seconds from 0 to " + number_text(kMostSimulated_s));
  const double frames = std::max(1.0, std::floor(r.duration_s * r.fps + 0.5));
  if (frames > static_cast<double>(kMostFilmFrames))
    return Error{ErrorKind::limit, "a film of " + decimal(frames, 0) + " frames: the limit is " +
                                       std::to_string(kMostFilmFrames) + "; lower --duration or --fps"};
  const CoordinatorRow& row = row_of(r.simulation.coordinator);
  const double speed = r.speed > 0 ? r.speed : suited_speed(row, r.build.tmpl.calendar.day_s);
  const double end_s = r.start_s + speed * r.duration_s;
  // A day of the world over time, however long, takes as long as 100 agents through 86,400 s.
  const double agents = row.population == Population::agents  ? static_cast<double>(r.simulation.agents)
                        : row.population == Population::world ? 100 * 86400 / r.build.tmpl.calendar.day_s
                                                              : 1e3;
  const double most_s = std::min(kMostSimulated_s, kMostAgentSeconds / agents);
  if (!(end_s <= most_s))
    return Error{ErrorKind::limit, "a film that ends at simulated second " + decimal(end_s, 0) +
                                       ": the limit is " + decimal(most_s, 0) +
                                       "; lower --start, --speed, --duration or --agents"};
  return Schedule{static_cast<int64_t>(frames), r.fps, speed, r.start_s};
}

Result<std::vector<std::string>> methods_of(const AnimateRequest& r) {
  const std::vector<std::string> known = simulation_methods(r.simulation.coordinator);
  if (r.methods.empty()) return std::vector<std::string>{known.front()};
  if (r.methods.size() > 2) return usage("--method: expected one method, or two to stand side by side");
  return r.methods;
}

/// An ending of pictures and films that are not made here: never the name of a folder of pictures.
bool names_another_film(const std::filesystem::path& output) {
  static constexpr std::array<std::string_view, 12> kEndings{
      ".gif", ".mp4", ".mov", ".avi", ".webm", ".mkv", ".png", ".apng", ".jpg", ".jpeg", ".avif", ".m4v"};
  return std::find(kEndings.begin(), kEndings.end(), lower_case(output.extension().string())) !=
         kEndings.end();
}

constexpr double kLeastWindow_m = 10;

Result<Done> check_window(const FilmWindow& window, const FrameParams& frame) {
  const auto in = [](double c, double side_m) { return c >= 0 && c <= side_m; };
  if (!in(window.centre_m.x, frame.width_m) || !in(window.centre_m.y, frame.height_m))
    return usage("--window " + number_text(window.centre_m.x) + "," + number_text(window.centre_m.y) +
                 ": expected a place in the frame of " + number_text(frame.width_m) + " x " +
                 number_text(frame.height_m) + " m");
  const double most_m = std::max(frame.width_m, frame.height_m);
  if (!(window.side_m >= kLeastWindow_m && window.side_m <= most_m))
    return usage("--window: found a side of " + number_text(window.side_m) + " m, expected " +
                 number_text(kLeastWindow_m) + " to " + number_text(most_m));
  return Done{};
}

Result<Done> check_player(const PlayerPlace& player, const FrameParams& frame) {
  if (player.roams ||
      (player.x_m >= 0 && player.x_m <= frame.width_m && player.y_m >= 0 && player.y_m <= frame.height_m))
    return Done{};
  return usage("--player " + number_text(player.x_m) + "," + number_text(player.y_m) +
               ": expected a place in the frame of " + number_text(frame.width_m) + " x " +
               number_text(frame.height_m) + " m");
}

/// Everything that can be refused before the world is made.
Result<Done> check_request(const AnimateRequest& r) {
  if (r.window)
    if (auto fits = check_window(*r.window, r.build.tmpl.frame); !fits) return fits;
  if (r.simulation.player)
    if (auto fits = check_player(*r.simulation.player, r.build.tmpl.frame); !fits) return fits;
  if (r.map_px < kLeastFilmMap_px || r.map_px > kMostFilmMap_px)
    return Error{r.map_px < kLeastFilmMap_px ? ErrorKind::usage : ErrorKind::limit,
                 "--size " + std::to_string(r.map_px) + ": expected " + std::to_string(kLeastFilmMap_px) +
                     " to " + std::to_string(kMostFilmMap_px)};
  if (names_another_film(r.output))
    return usage("-o " + r.output.string() +
                 ": films are written as FILE.webp; for single frames name a folder");
  return is_film_file(r.output) ? check_output_file(r.output, r.overwrite) : check_film_folder(r.output);
}

/// The simulations of all panels, at the same time each.
struct Ensemble {
  std::vector<Playback> playbacks;

  /// False if the film was cancelled.
  bool seek(int64_t frame, const Schedule& when, const std::atomic<bool>* cancel) {
    for (Playback& one : playbacks)
      if (!one.seek(when.tick(frame, one.dt_s()), cancel)) return false;
    return true;
  }
};

/// Trails of the last 2.5 seconds of film, no longer than an eighth of the picture at a walk.
double trail_length_s(const AnimateRequest& r, const Schedule& when) {
  constexpr double kWalk_mps = 1.35;
  const double side_m = r.window ? r.window->side_m : r.build.tmpl.frame.longer_m();
  return std::min(2.5 * when.speed, side_m / (8 * kWalk_mps));
}

/// What is played on: the world over time has the numbers of `simulate` on the plan grid alone.
Result<std::shared_ptr<const World>> played_world(const AnimateRequest& r,
                                                  const std::shared_ptr<const World>& made,
                                                  const Progress& progress) {
  if (!row_of(r.simulation.coordinator).days || made->grid == plan_grid(r.build.tmpl.frame)) return made;
  const auto imports = imports_of(r.build);
  if (!imports) return imports.error();
  return generate(r.build.tmpl, r.build.seeds, kPlanResolution, progress, nullptr, GenerateScope::whole,
                  imports.value());
}

Result<Ensemble> start_ensemble(const AnimateRequest& r, const std::vector<std::string>& methods,
                                const Schedule& when, const std::shared_ptr<const World>& made,
                                const Progress& progress) {
  Ensemble ensemble;
  const auto played = played_world(r, made, progress);
  if (!played) return played.error();
  const std::shared_ptr<const World>& world = played.value();
  for (const std::string& method : methods) {
    SimulationRequest request = r.simulation;
    request.method = method;
    request.trail_s = trail_length_s(r, when);
    request.event_s = when.speed;
    auto started = Playback::start(request, r.build.tmpl, world, progress);
    if (!started) return started.error();
    ensemble.playbacks.push_back(std::move(started).value());
  }
  return ensemble;
}

std::vector<FilmPanel> panels_of(const AnimateRequest& r, const std::vector<std::string>& methods,
                                 const Schedule& when) {
  const CoordinatorRow& row = row_of(r.simulation.coordinator);
  std::string words = r.build.tmpl.name + "  ·  seed " + seed_text(r.build.seeds);
  if (row.population == Population::agents)
    words += "  ·  " + grouped(static_cast<int64_t>(r.simulation.agents)) + " agents";
  words += "  ·  " + (row.days ? short_decimal(when.speed / r.build.tmpl.calendar.day_s, 2) + " days a second"
                               : short_decimal(when.speed, 2) + " × real time");
  std::vector<FilmPanel> panels;
  for (const std::string& method : methods) panels.push_back({std::string(row.title) + "  " + method, words});
  return panels;
}

MapWindow window_of(const AnimateRequest& r, Vec2 frame_m, double scale) {
  MapWindow window = fit_window(frame_m, r.map_px, r.map_px, scale, 0);
  if (!r.window) return window;
  window.metres_per_px = r.window->side_m / r.map_px;
  return centred_on(window, r.window->centre_m);
}

Result<OverlayFilm> open_film(const AnimateRequest& r, const Build& made,
                              const std::vector<std::string>& methods, const Schedule& when,
                              const Progress& progress) {
  Result<SymbolSet> symbols = symbols_of(r.build);
  if (!symbols) return symbols.error();
  PlateStyle style;
  style.symbols = std::make_shared<const SymbolSet>(std::move(symbols).value());
  const Palette palette = make_palette(r.build.tmpl.vocabulary, r.look.palette);
  const Atlas atlas = prepare_atlas(*made.world, r.build.tmpl, made.audit, palette, style, progress);
  if (progress.cancelled()) return cancelled();
  const double scale = r.map_px / 1000.0;
  const MapWindow window = window_of(r, atlas.frame_m(), scale);
  auto map = draw_map(atlas, r.look, window, MapDetail::full, progress);
  if (!map) return map.error();
  MapImage& image = map.value();
  mute_map(atlas, window,
           {image.argb.data(), image.width_px, image.height_px, static_cast<size_t>(image.width_px)});
  const OverlayLook look = look_at_speed(when.speed, std::max(scale, 0.5));
  return OverlayFilm::prepare(std::move(image), window, panels_of(r, methods, when), look,
                              class_marks(*made.world, atlas.symbols, palette));
}

/// figures.csv, and the first figure of every panel as a curve.
struct Record {
  std::vector<std::vector<double>> curves;
  std::string csv = "frame,time_s,method,figure,value,unit\n";

  void add(int64_t frame, const std::vector<Overlay>& overlays) {
    curves.resize(overlays.size());
    for (size_t i = 0; i < overlays.size(); ++i) {
      const Overlay& now = overlays[i];
      curves[i].push_back(now.figures.empty() ? 0 : now.figures.front().value);
      for (const OverlayFigure& f : now.figures)
        csv += CsvLine()
                   .add(frame)
                   .add(now.clock.time_s)
                   .add(std::string_view(now.method))
                   .add(std::string_view(f.name))
                   .add(f.value)
                   .add(std::string_view(f.unit))
                   .str();
    }
  }
};

/// Plays the film into a sink, batch by batch.
Result<Done> play(Ensemble& ensemble, OverlayFilm& film, const Schedule& when, FilmSink& sink, Record& record,
                  const Progress& progress) {
  const PageSize page = film.size();
  const auto words = static_cast<size_t>(page.width_px) * static_cast<size_t>(page.height_px);
  const auto fits = static_cast<size_t>(kBatchBytes / (4.0 * static_cast<double>(words)));
  std::vector<std::vector<uint32_t>> pixels(std::clamp<size_t>(fits, 1, kMostPerBatch));
  for (int64_t first = 0; first < when.frames; first += static_cast<int64_t>(pixels.size())) {
    std::vector<PixelView> views;
    std::vector<int> durations;
    for (size_t k = 0; k < pixels.size() && first + static_cast<int64_t>(k) < when.frames; ++k) {
      const int64_t frame = first + static_cast<int64_t>(k);
      if (!ensemble.seek(frame, when, progress.cancel) || progress.cancelled()) return cancelled();
      std::vector<Overlay> overlays;
      for (Playback& one : ensemble.playbacks) overlays.push_back(one.overlay());
      record.add(frame, overlays);
      pixels[k].resize(words);
      const auto stride = static_cast<size_t>(page.width_px);
      const PixelTarget target{pixels[k].data(), page.width_px, page.height_px, stride};
      auto painted = film.paint(overlays, record.curves, static_cast<size_t>(when.frames), target);
      if (!painted) return painted;
      views.push_back({pixels[k].data(), page.width_px, page.height_px, stride});
      durations.push_back(when.duration_ms(frame));
    }
    if (auto added = sink.add(views, durations); !added) return added;
    const double done = static_cast<double>(first + static_cast<int64_t>(views.size()));
    progress.at("frames",
                kBuildShare + (kFramesShare - kBuildShare) * done / static_cast<double>(when.frames));
  }
  return progress.cancelled() ? Result<Done>(cancelled()) : Done{};
}

/// What a film of this template's calendar hangs on.
std::string calendar_digest(const Template& tmpl) {
  return sha256_hex(template_part(tmpl, calendar_paths(tmpl)));
}

/// The player of a film: "roam" or its place; empty where there is none.
std::string player_json(const SimulationRequest& r) {
  const bool always = row_of(r.coordinator).population == Population::squads;
  if (!r.player && !always) return {};
  const PlayerPlace player = r.player.value_or(PlayerPlace{});
  if (player.roams) return json_string("roam");
  return JsonRow().number("x_m", player.x_m).number("y_m", player.y_m).str();
}

std::string manifest_of(const AnimateRequest& r, const Animated& film, const Schedule& when,
                        const std::vector<Manifest::File>& files) {
  const auto texts = [](const std::vector<std::string>& words) {
    std::vector<std::string> json;
    for (const std::string& word : words) json.push_back(json_string(word));
    return json_array(json);
  };
  const SeedBundle& seeds = r.build.seeds;
  std::vector<JsonMember> members(
      {{"version", json_string(FIELDWRIGHT_VERSION)},
       {"format", "1"},
       {"animation", json_string(kCoordinatorSlugs[static_cast<size_t>(r.simulation.coordinator)])},
       {"methods", texts(film.methods)},
       {"settings", texts(r.simulation.settings)},
       {"classes", texts(r.simulation.classes)},
       {"template",
        JsonRow().text("name", r.build.tmpl.name).text("sha256", template_digest(r.build.tmpl)).str()},
       {"tactics", json_string(sha256_hex(template_part(r.build.tmpl, {"tactics.", "hand.zones", "play."})))},
       {"seeds", JsonRow()
                     .whole("layout", static_cast<int64_t>(seeds.layout))
                     .whole("noise", static_cast<int64_t>(seeds.noise))
                     .whole("place", static_cast<int64_t>(seeds.place))
                     .str()},
       {"resolution", std::to_string(r.build.resolution)},
       {"film", JsonRow()
                    .whole("frames", when.frames)
                    .whole("width_px", film.page.width_px)
                    .whole("height_px", film.page.height_px)
                    .number("fps", when.fps)
                    .number("speed", when.speed)
                    .number("start_s", when.start_s)
                    .str()}});
  const CoordinatorRow& row = row_of(r.simulation.coordinator);
  if (row.population == Population::agents)
    members.push_back({"agents", std::to_string(r.simulation.agents)});
  if (auto player = player_json(r.simulation); !player.empty())
    members.push_back({"player", std::move(player)});
  if (r.window)
    members.push_back({"window", JsonRow()
                                     .number("x_m", r.window->centre_m.x)
                                     .number("y_m", r.window->centre_m.y)
                                     .number("side_m", r.window->side_m)
                                     .str()});
  if (row.days)
    members.push_back({"ecology", json_string(sha256_hex(template_part(r.build.tmpl, ecology_paths())))});
  if (has_calendar(r.build.tmpl)) members.push_back({"calendar", json_string(calendar_digest(r.build.tmpl))});
  members.push_back({"files", files_json(files)});
  return json_document(members);
}

/// Pixels of a batch, their encoding and the map, beside what the world takes.
Result<Done> check_memory(const PageSize& page, const Limits& limits) {
  const double frame = 4.0 * page.width_px * page.height_px;
  const double need = std::max(kBatchBytes, frame) * 3 + 4 * frame;
  if (need <= limits.max_bytes) return Done{};
  return Error{ErrorKind::limit, "frames of " + std::to_string(page.width_px) + " x " +
                                     std::to_string(page.height_px) + " pixels need about " +
                                     std::to_string(static_cast<int64_t>(need / (1 << 20))) +
                                     " MiB; use a smaller --size or a larger --max-memory"};
}

}  // namespace

bool is_film_file(const std::filesystem::path& output) {
  return lower_case(output.extension().string()) == ".webp";
}

Result<Animated> animate(const AnimateRequest& request, const Progress& progress) {
  if (const auto room = check_addresses(Uses::text); !room) return room.error();
  const auto when = schedule(request);
  if (!when) return when.error();
  const auto methods = methods_of(request);
  if (!methods) return methods.error();
  if (auto fine = check_request(request); !fine) return fine.error();
  Progress scaled;
  scaled.cancel = progress.cancel;
  if (progress.report)
    scaled.report = [&](std::string_view phase, double share) {
      progress.at(phase, 0.8 * kBuildShare * share);
    };
  Result<Build> made = build(request.build, scaled);
  if (!made) return made.error();
  Progress quiet;
  quiet.cancel = progress.cancel;
  auto ensemble = start_ensemble(request, methods.value(), when.value(), made.value().world, quiet);
  if (!ensemble) return ensemble.error();
  progress.at("map", 0.8 * kBuildShare);
  auto film = open_film(request, made.value(), methods.value(), when.value(), quiet);
  if (!film) return film.error();
  Animated out{.feasibility = made.value().feasibility,
               .simulation = ensemble.value().playbacks.front().findings(),
               .page = film.value().size(),
               .frames = when.value().frames,
               .speed = when.value().speed,
               .methods = methods.value(),
               .files = {}};
  if (auto fits = check_memory(out.page, request.build.limits); !fits) return fits.error();
  auto sink = is_film_file(request.output) ? open_webp_sink(request.output, out.page, request.overwrite)
                                           : open_png_sink(request.output, request.overwrite);
  if (!sink) return sink.error();
  Record record;
  auto played = play(ensemble.value(), film.value(), when.value(), *sink.value(), record, progress);
  if (!played) return played.error();
  progress.at("files", kFramesShare);
  auto files = sink.value()->finish(record.csv, [&](const std::vector<Manifest::File>& listed) {
    return manifest_of(request, out, when.value(), listed);
  });
  if (!files) return files.error();
  out.files = std::move(files.value().names);
  out.bytes = files.value().bytes;
  progress.at("done", 1.0);
  return out;
}

}  // namespace fw
