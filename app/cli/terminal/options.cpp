#include "app/cli/terminal/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "app/cli/terminal/words.h"
#include "app/job/folder/file_io.h"
#include "app/job/project/load.h"
#include "app/job/render/exporters.h"
#include "core/model/colour/palette.h"
#include "core/template/template_io.h"
#include "render/map/style/map_style.h"
#include "render/plate/paper.h"

namespace fw::cli {
namespace {

constexpr uint64_t kMostSeedFileBytes = uint64_t{1} << 30;

/// 4G, 512M, 1073741824.
Result<double> parse_bytes(const std::string& text) {
  std::string digits = text;
  double unit = 1;
  if (!digits.empty()) {
    const size_t which = std::string_view("KMGT").find(static_cast<char>(std::toupper(digits.back())));
    if (which != std::string_view::npos) {
      unit = std::ldexp(1.0, 10 * (static_cast<int>(which) + 1));
      digits.pop_back();
    }
  }
  const auto count = number<double>(digits);
  if (!count || !(*count > 0) || !std::isfinite(*count))
    return usage("--max-memory " + text + ": expected bytes, or a number with K, M, G or T");
  return *count * unit;
}

Result<std::vector<View>> parse_views(const std::string& list) {
  std::vector<View> views;
  if (list == kNone) return views;
  for (const std::string& name : split(list)) {
    const auto view = from_slug<View>(kViewSlugs, name);
    if (!view) return usage("--views " + name + ": no such view; expected some of " + join(kViewSlugs));
    if (std::find(views.begin(), views.end(), *view) == views.end()) views.push_back(*view);
  }
  return views;
}

Result<Formats> parse_formats(const std::string& list) {
  Formats formats;
  if (list == kNone) return formats;
  for (const std::string& name : split(list)) {
    if (find_exporter(name) == nullptr)
      return usage("--formats " + name + ": no such format; expected some of " + join(every_format()));
    formats.insert(name);
  }
  return formats;
}

Result<PlateStyle> parse_style(const Options& options) {
  PlateStyle style;
  if (options.dpi < kLeastDpi || options.dpi > kMostDpi)
    return usage("--dpi " + std::to_string(options.dpi) + ": expected " + std::to_string(kLeastDpi) + " to " +
                 std::to_string(kMostDpi));
  if (options.map_px < kLeastMap_px)
    return usage("--map-px " + std::to_string(options.map_px) + ": expected at least " +
                 std::to_string(kLeastMap_px));
  style.dpi = options.dpi;
  style.map_px = options.map_px;
  style.danger_patterns = options.danger_patterns;
  if (const auto asked = parse_paper(options, style); !asked) return asked.error();
  return style;
}

}  // namespace

Result<Done> parse_paper(const Options& options, PlateStyle& style) {
  if (!options.sheet.empty()) {
    const auto sheet = place_of("--sheet", options.sheet, kPaperSlugs);
    if (!sheet) return sheet.error();
    style.sheet = static_cast<PaperSize>(sheet.value());
  }
  if (!options.map_scale) return Done{};
  const int64_t scale = *options.map_scale;
  if (scale < kLeastScale || scale > kMostScale)
    return usage("--scale " + std::to_string(scale) + ": expected " + std::to_string(kLeastScale) + " to " +
                 std::to_string(kMostScale));
  style.scale = static_cast<int>(scale);
  return Done{};
}

void add_common(CLI::App& command, Options& o) {
  command.add_option("--threads", o.threads, "Worker threads; 0 = every core")
      ->check(CLI::Range(0, kMostThreads));
  command.add_option("--simd", o.simd, "scalar, sse4, avx2 or avx3; the result is the same");
  command.add_flag("--json", o.json, "Results as JSON on stdout");
  command.add_flag("--quiet", o.quiet, "No progress and no summary");
  command.add_option("--progress", o.progress, "json: one event per line on stderr")
      ->check(CLI::IsMember({"json"}));
  command.add_flag("--no-color", o.no_color, "Plain text even on a terminal");
  command.add_flag("--strict", o.strict, "Exit 6 where a warning or an error is found");
  command.add_flag("--force", o.force,
                   "Overwrite an existing output file, or files of others in the output folder");
}

void add_template(CLI::App& command, Options& o) {
  command.add_option("TEMPLATE", o.target, "Built-in name or template file")->required();
  command.add_option("--set", o.settings, "path=value, repeatable")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_without_hand(CLI::App& command, Options& o) {
  command.add_flag("--without-hand", o.without_hand, "As if the template had no group hand");
}

void add_world(CLI::App& command, Options& o) {
  add_template(command, o);
  add_without_hand(command, o);
  command.add_option("--seed", o.seed, "N, or layout=A,noise=B,place=C; default: the template's");
  command.add_option("--resolution", o.resolution, "Raster cells along the frame's longer side (512)");
  command.add_option("--max-memory", o.max_memory, "Refuse a world that needs more, e.g. 4G (8G)");
}

void add_paper(CLI::App& command, Options& o, const std::string& usual_sheet,
               const std::string& usual_scale) {
  command.add_option("--sheet", o.sheet, "Size of the page: " + join(kPaperSlugs, ", ") + usual_sheet);
  command.add_option("--scale", o.map_scale, "N of the maps' scale 1:N" + usual_scale);
}

void add_map_style(CLI::App& command, Options& o) {
  command.add_option("--style", o.map_style,
                     "Colours and lines of maps: " + join(kMapStyleSlugs, ", ") +
                         "; default: the template's, else " + std::string(kMapStyleSlugs[0]));
}

std::string palette_help() {
  return join(kPaletteSlugs, " or ") + "; default: the template's, else " + std::string(kPaletteSlugs[0]);
}

void add_plates(CLI::App& command, Options& o) {
  command.add_option("--dpi", o.dpi, "Dots per inch (300)");
  CLI::Option* const side =
      command.add_option("--map-px", o.map_px, "Longer side of the map in pixels (2048)");
  add_paper(command, o);
  for (const char* instead : {"--sheet", "--scale"}) side->excludes(command.get_option(instead));
  command.add_option("--palette", o.palette, palette_help());
  add_map_style(command, o);
  command.add_flag("--danger-patterns", o.danger_patterns, "Pattern as well as colour for danger bands");
  command.add_option("--views", o.views, "Plates to draw, comma-separated, or none");
  command.add_option("--formats", o.formats,
                     "Files to write beside template, audit and manifest, none or some of " +
                         join(every_format(), ",") + " (" + o.formats + ")");
}

Result<std::string> choose_palette(const Options& options, const Template& tmpl) {
  if (options.palette.empty()) return tmpl.view.palette.value_or(PlateStyle{}.palette);
  const auto palette = place_of("--palette", options.palette, kPaletteSlugs);
  if (!palette) return palette.error();
  return options.palette;
}

Result<std::string> choose_map_style(const Options& options, const Template& tmpl) {
  if (options.map_style.empty()) return tmpl.view.style.value_or(PlateStyle{}.map_style);
  const auto word = place_of("--style", options.map_style, kMapStyleSlugs);
  if (!word) return word.error();
  return options.map_style;
}

Result<BuildRequest> build_request(const Options& options) {
  BuildRequest request;
  Result<TemplateText> source = read_template_text(options.target);
  if (!source) return source.error();
  request.source = std::move(source).value();
  Result<TemplateHome> home = template_home(options.target);
  if (!home) return home.error();
  request.folder = home.value().files.folder;
  request.stem = home.value().files.stem;
  request.unpacked = home.value().unpacked;
  request.source.settings = options.settings;
  Result<Template> tmpl = parse_template_with(request.source.text, request.source.name, options.settings);
  if (!tmpl) return tmpl.error();
  request.tmpl = std::move(tmpl).value();
  if (options.without_hand) request.tmpl.hand = {};
  Result<SeedBundle> seeds = parse_seed(options.seed, request.tmpl.seeds());
  if (!seeds) return seeds.error();
  request.seeds = seeds.value();
  request.resolution = options.resolution;
  request.kpi = options.kpi;
  if (!options.max_memory.empty()) {
    const Result<double> bytes = parse_bytes(options.max_memory);
    if (!bytes) return bytes.error();
    request.limits.max_bytes = bytes.value();
  }
  return request;
}

Result<WorldSource> world_source(const Options& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(options.target, ignored)) {
    if (!options.seed.empty() || !options.settings.empty() || options.without_hand)
      return usage(options.target +
                   ": a render's folder has its template and seed; --seed, --set and --without-hand are for "
                   "templates");
    return WorldSource{options.target, {}};
  }
  Result<BuildRequest> build = build_request(options);
  if (!build) return build.error();
  return WorldSource{{}, std::move(build).value()};
}

Result<RenderRequest> render_request(const Options& options) {
  RenderRequest request;
  const auto views = parse_views(options.views);
  if (!views) return views.error();
  const auto formats = parse_formats(options.formats);
  if (!formats) return formats.error();
  const auto style = parse_style(options);
  if (!style) return style.error();
  Result<BuildRequest> build = build_request(options);
  if (!build) return build.error();
  request.build = std::move(build).value();
  request.views = views.value();
  request.formats = formats.value();
  request.style = style.value();
  Result<std::string> palette = choose_palette(options, request.build.tmpl);
  if (!palette) return palette.error();
  request.style.palette = std::move(palette).value();
  Result<std::string> map_style = choose_map_style(options, request.build.tmpl);
  if (!map_style) return map_style.error();
  request.style.map_style = std::move(map_style).value();
  request.folder = options.output;
  request.overwrite = options.force;
  return request;
}

void add_seed_list(CLI::App& command, Options& o, const char* help) {
  CLI::Option* const seeds = command.add_option("--seeds", o.seeds, help);
  command.add_option("--seed-list", o.seed_list, "A file of seeds and ranges")->excludes(seeds);
}

Result<SeedList> asked_seeds(const Options& options, uint64_t most) {
  if (options.seeds.empty() && options.seed_list.empty())
    return usage("expected --seeds A..B or --seed-list FILE");
  Result<SeedList> seeds = options.seeds.empty() ? listed_seeds(options) : parse_seed_list(options.seeds);
  if (seeds && seeds.value().size() > most)
    return usage((options.seeds.empty() ? "--seed-list " + options.seed_list : "--seeds " + options.seeds) +
                 ": found " + std::to_string(seeds.value().size()) + " seeds, expected at most " +
                 std::to_string(most));
  return seeds;
}

Result<SeedList> listed_seeds(const Options& options) {
  const Result<std::string> text = read_file(options.seed_list, kMostSeedFileBytes);
  return text ? parse_seed_file(text.value(), options.seed_list) : Result<SeedList>(text.error());
}

Result<Vec2> parse_position(const std::string& text) {
  const size_t comma = text.find(',');
  const auto x = number<double>(text.substr(0, comma));
  const auto y = comma == std::string::npos ? std::nullopt : number<double>(text.substr(comma + 1));
  if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y))
    return usage("--at " + text + ": expected X,Y in metres from the south-west corner");
  return Vec2{*x, *y};
}

}  // namespace fw::cli
