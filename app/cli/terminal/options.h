#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/terminal/words.h"
#include "app/job/build/build.h"
#include "app/job/render/exporters.h"
#include "app/job/render/render.h"
#include "core/base/result.h"
#include "core/search/seed_list.h"

namespace CLI {
class App;
}

namespace fw::cli {

struct HandCommand;

/// What the user typed, as text; resolved and checked by the functions below.
struct Options {
  std::string target;  ///< TEMPLATE or DIR
  std::string second;  ///< the other DIR of diff, OURS of a merge
  std::string third;   ///< THEIRS of a merge
  std::string seed;
  std::string seeds;
  std::string rooms;
  std::string at;
  std::string output;
  std::vector<std::string> settings;
  std::string views = join(std::span(kViewSlugs).first<kUsualViews>(), ",");
  std::string formats = join(format_words(usual_formats()), ",");
  std::string palette;
  std::string map_style;
  std::string simd;
  std::string max_memory;
  std::string progress;
  std::string scales = "medium";
  std::string scenes;  ///< of an experiment that has scenes
  std::string methods;
  std::string preset = "all";
  std::string sweep = "none";
  std::string overlay;
  std::string classes;
  std::string view;
  std::string layers;
  std::string region;
  std::string shape;
  std::string class_id;
  std::string points;
  std::string export_targets, mapping;  ///< of export
  std::string against;                  ///< verify: the render whose world an export must show
  int vertices = -1, tiles = -1;        ///< of export; -1: the template's
  bool watch = false;                   ///< of export: again at every change of its file
  std::string what, into, map, band, place, raw, layer, fields, row_id;
  std::string encoding, xy_from, dissolve;  ///< of hand import
  std::string mode, paint, import_as;
  std::optional<double> low_m, high_m, blend_m, strength_sd, feather_m;
  bool add_rows = false;                    ///< of hand import
  std::vector<std::string> where, folders;  ///< of search and merge
  std::string seed_list, maximise, minimise, diverse, shard, time, record = "known";
  std::optional<size_t> keep;
  uint64_t limit = 0;
  int preview = 0;  ///< cells of a coarse world that is asked first; 0 = none
  double check_sample = 0;
  bool give_up = false, partial = false;
  std::vector<std::string> vary, goals, weights;  ///< of sweep and tune
  std::string design = "grid";
  size_t samples = 0, evaluations = 200;
  int64_t days = 0;  ///< of simulate
  std::optional<double> players;
  double load = 1;
  std::vector<std::string> events;
  bool fresh = false;
  const HandCommand* hand_part = nullptr;  ///< what `hand` is to do
  std::optional<int64_t> agents;
  int size_px = 720;
  double fps = 15;
  double duration_s = 10;
  double speed = 0;
  std::string start = "0";  ///< of a film: seconds, or a date of the template's calendar
  std::string film_window;  ///< X,Y,SIDE of the part of the map that a film shows
  std::string player;       ///< X,Y or roam
  bool timing = false;
  int threads = 0;
  int resolution = BuildRequest{}.resolution;
  int dpi = PlateStyle{}.dpi;
  int map_px = PlateStyle{}.map_px;
  std::string sheet;                 ///< A4 to A1
  std::optional<int64_t> map_scale;  ///< the N of 1:N
  bool danger_patterns = false;
  bool without_hand = false;
  bool without_files = false;  ///< a merge of templates alone
  bool dry_run = false;
  bool ground = false;
  bool json = false;
  bool csv = false;
  bool html = false;
  bool quiet = false;
  bool no_summary = false;  ///< standard output has the file that is made
  bool strict = false;
  bool kpi = false;
  bool usual = false;  ///< of audit
  bool force = false;
  bool flat = false;
  bool schema = false;
  bool reference = false;
  bool no_color = false;
};

/// Options every command takes.
void add_common(CLI::App& command, Options& options);
/// TEMPLATE, --set.
void add_template(CLI::App& command, Options& options);
/// --without-hand.
void add_without_hand(CLI::App& command, Options& options);
/// The same two, and --seed, --resolution, --max-memory.
void add_world(CLI::App& command, Options& options);
/// --sheet, --scale.
void add_paper(CLI::App& command, Options& options, const std::string& usual_sheet = "",
               const std::string& usual_scale = "");
void add_map_style(CLI::App& command, Options& o);
/// What --palette takes.
std::string palette_help();
/// --dpi, --map-px, --sheet, --scale, --palette, --danger-patterns, --views, --formats.
void add_plates(CLI::App& command, Options& options);

Result<BuildRequest> build_request(const Options& options);
/// What SOURCE names: a render's folder where there is one of that name, else a template.
struct WorldSource {
  std::filesystem::path folder;  ///< empty: the world of `build` is to be made
  BuildRequest build;
};
Result<WorldSource> world_source(const Options& options);
Result<RenderRequest> render_request(const Options& options);
/// --palette, else the template's, else the default.
Result<std::string> choose_palette(const Options& options, const Template& tmpl);
/// One of kMapStyleSlugs: what --style says, else the template's, else the first.
Result<std::string> choose_map_style(const Options& options, const Template& tmpl);

/// --seeds and --seed-list.
void add_seed_list(CLI::App& command, Options& options, const char* help);
/// The seeds of --seeds or of the file of --seed-list, at most `most`; usage error where both are given, or
/// neither.
Result<SeedList> asked_seeds(const Options& options, uint64_t most = kMaxSeed);
/// The seeds of --seed-list's file.
Result<SeedList> listed_seeds(const Options& options);

/// What --sheet and --scale ask for, put into a style.
Result<Done> parse_paper(const Options& options, PlateStyle& style);

/// "X,Y" in metres.
Result<Vec2> parse_position(const std::string& text);

}  // namespace fw::cli
