#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/cli/terminal/words.h"
#include "app/job/film/animate.h"
#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/model/calendar.h"
#include "render/page/numbers.h"

namespace fw::cli {
namespace {

/// The layers named; else a plate's map or the template's own, calmed. Colours are the template's.
Result<MapLook> look_of(const Options& options, const Template& tmpl) {
  MapLook look = map_look(tmpl.view);
  std::vector<ViewLayer> named;
  for (const std::string& word : split(options.layers)) {
    const auto layer = place_of("--layers", word, kMapLayerSlugs);
    if (!layer) return layer.error();
    const auto which = static_cast<MapLayer>(layer.value());
    named.push_back({which, true, which == MapLayer::relief ? 0.5 : 1});
  }
  if (!named.empty()) {
    look.layers = std::move(named);
    return look;
  }
  if (!options.view.empty()) {
    const auto view = place_of("--view", options.view, kViewSlugs);
    if (!view) return view.error();
    look.layers = map_look(static_cast<View>(view.value())).layers;
  }
  return calm_look(std::move(look));
}

/// "X,Y" in metres, or "roam".
Result<PlayerPlace> read_player(const std::string& text) {
  if (text == "roam") return PlayerPlace{};
  const std::vector<std::string> parts = split(text);
  const auto x = parts.size() == 2 ? read_number(parts[0]) : std::nullopt;
  const auto y = parts.size() == 2 ? read_number(parts[1]) : std::nullopt;
  if (!x || !y) return usage("--player " + text + ": expected X,Y in metres, or roam");
  return PlayerPlace{false, *x, *y};
}

/// Whether a setting that begins with a coordinator's name is the template's: a template has a group
/// `ecology`.
bool of_template(Coordinator coordinator, std::string_view setting) {
  if (row_of(coordinator).population != Population::world) return false;
  const TunedParams params = preset_of(coordinator, 0);
  for (size_t row = 0; row < params.size(); ++row)
    if (params.rule(row).path == setting.substr(0, setting.find('='))) return false;
  return true;
}

/// Settings of a simulation begin with its coordinator, or with "crowd" where its agents walk as one; all
/// others are the template's.
Result<std::vector<std::string>> take_settings(Options& options, Coordinator coordinator) {
  std::vector<std::string> taken, left;
  for (const std::string& setting : options.settings) {
    const auto dot = setting.find('.');
    const auto found = std::find(kCoordinatorSlugs.begin(), kCoordinatorSlugs.end(),
                                 std::string_view(setting).substr(0, dot));
    const bool ours = dot != std::string::npos && found != kCoordinatorSlugs.end() &&
                      !of_template(static_cast<Coordinator>(found - kCoordinatorSlugs.begin()), setting);
    const bool walks = row_of(coordinator).walks && found == kCoordinatorSlugs.begin();
    if (ours && !walks && found != kCoordinatorSlugs.begin() + static_cast<int>(coordinator))
      return usage("--set " + setting + ": this film shows " + std::string(row_of(coordinator).slug));
    (ours ? taken : left).push_back(setting);
  }
  options.settings = std::move(left);
  return taken;
}

/// Seconds, or a date. One before the clock's beginning makes the clock begin there.
Result<Done> set_start(const std::string& text, AnimateRequest& request) {
  if (const auto seconds = number<double>(text)) {
    request.start_s = *seconds;
    return Done{};
  }
  const auto days = read_date(text);
  if (!days)
    return usage("--start " + plain_text(text) + ": expected seconds, or a date such as \"day 2 18:30\"");
  Calendar& calendar = request.build.tmpl.calendar;
  if (!has_calendar(request.build.tmpl))
    return usage(
        "--start \"" + text +
        "\": found a date, but the template has no calendar: it states nothing that differs from the "
        "defaults of calendar.; state something, as --set calendar.day_s=1200, or give seconds");
  if (*days < calendar.start_d) calendar.start_d = *days;
  request.start_s = time_at(calendar, *days);
  return Done{};
}

/// X,Y,SIDE in metres.
Result<std::optional<FilmWindow>> film_window(const std::string& text) {
  if (text.empty()) return std::optional<FilmWindow>{};
  const std::vector<std::string> parts = split(text);
  std::vector<double> numbers;
  for (const std::string& part : parts)
    if (const auto value = number<double>(part)) numbers.push_back(*value);
  if (parts.size() != 3 || numbers.size() != 3)
    return usage("--window " + plain_text(text) + ": expected X,Y,SIDE, three numbers of metres");
  return std::optional<FilmWindow>{{{numbers[0], numbers[1]}, numbers[2]}};
}

Result<AnimateRequest> animate_request(Options options) {
  AnimateRequest request;
  const auto found = place_of("--overlay", options.overlay, kCoordinatorSlugs);
  if (!found) return found.error();
  const auto coordinator = static_cast<Coordinator>(found.value());
  request.simulation.coordinator = coordinator;
  auto settings = take_settings(options, coordinator);
  if (!settings) return settings.error();
  request.simulation.settings = std::move(settings).value();
  const CoordinatorRow& row = row_of(coordinator);
  const bool classes = row.population == Population::classes || row.population == Population::world;
  if (options.agents && classes)
    return usage("--agents: " + options.overlay + " has classes, expected --classes");
  if (row.population == Population::world && split(options.classes).size() > 1)
    return usage("--classes " + plain_text(options.classes) +
                 ": the world over time shows one class in full, expected one");
  if (options.agents && row.population == Population::squads)
    return usage("--agents: squads have as many members as the rows of tactics.squads say");
  if (!options.player.empty() && !row.player)
    return usage("--player: " + options.overlay + " has none; mood and squad have one");
  if (!options.player.empty()) {
    const auto player = read_player(options.player);
    if (!player) return player.error();
    request.simulation.player = player.value();
  }
  if (!options.classes.empty() && !classes)
    return usage("--classes: " + options.overlay + " has agents, expected --agents");
  if (options.agents &&
      (*options.agents < 1 || *options.agents > static_cast<int64_t>(kMostSimulationAgents)))
    return usage("--agents " + std::to_string(*options.agents) + ": expected 1 to " +
                 std::to_string(kMostSimulationAgents));
  if (options.agents) request.simulation.agents = static_cast<size_t>(*options.agents);
  request.simulation.classes = split(options.classes);
  const std::vector<std::string> known = simulation_methods(coordinator);
  const std::vector<std::string_view> slugs(known.begin(), known.end());
  request.methods = split(options.methods);
  for (const std::string& method : request.methods)
    if (auto place = place_of("--method", method, slugs); !place) return place.error();
  Result<BuildRequest> build = build_request(options);
  if (!build) return build.error();
  request.build = std::move(build).value();
  auto look = look_of(options, request.build.tmpl);
  if (!look) return look.error();
  request.look = std::move(look).value();
  auto palette = choose_palette(options, request.build.tmpl);
  if (!palette) return palette.error();
  request.look.palette = std::move(palette).value();
  request.map_px = options.size_px;
  request.fps = options.fps;
  request.duration_s = options.duration_s;
  request.speed = options.speed;
  if (auto set = set_start(options.start, request); !set) return set.error();
  auto window = film_window(options.film_window);
  if (!window) return window.error();
  request.window = window.value();
  request.output = options.output;
  request.overwrite = options.force;
  return request;
}

std::string summary_text(const Animated& film, const AnimateRequest& request) {
  std::string methods;
  for (const std::string& method : film.methods) methods += (methods.empty() ? "" : ", ") + method;
  return request.build.tmpl.name + ": " + methods + ", " + std::to_string(film.frames) + " frames of " +
         std::to_string(film.page.width_px) + " x " + std::to_string(film.page.height_px) + "\n" +
         plain_text(request.output.string()) + ": " +
         decimal(static_cast<double>(film.bytes) / (1 << 20), 1) + " MiB\n";
}

std::string summary_json(const Animated& film, const AnimateRequest& request) {
  return nlohmann::ordered_json{{"template", request.build.tmpl.name},
                                {"output", request.output.string()},
                                {"methods", film.methods},
                                {"frames", film.frames},
                                {"width_px", film.page.width_px},
                                {"height_px", film.page.height_px},
                                {"fps", request.fps},
                                {"speed", film.speed},
                                {"bytes", film.bytes},
                                {"files", film.files}}
             .dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace

int run_animate(const Options& options) {
  if (is_stdout(options)) return run_to_stdout(options, ".webp", run_animate);
  const Result<AnimateRequest> request = animate_request(options);
  if (!request) return fail(request.error());
  const Result<Animated> film = animate(request.value(), console_progress(options));
  if (!film) return fail(film.error());
  print_findings(film.value().feasibility, options, &request.value().build);
  print_findings(film.value().simulation, options, &request.value().build);
  if (wants_summary(options) && !print(options.json ? summary_json(film.value(), request.value())
                                                    : summary_text(film.value(), request.value())))
    return static_cast<int>(ErrorKind::io);
  return strict_code(is_clean(film.value().feasibility) && is_clean(film.value().simulation), options);
}

}  // namespace fw::cli
