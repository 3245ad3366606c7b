#include "core/simulation/simulation_program.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/model/number_text.h"
#include "core/simulation/simulation_internal.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

/// A program's text in pieces: @name@ is replaced.
struct Skeleton {
  const char* head;
  std::array<const char*, 3> body;  ///< by OverlayKind
  const char* end;
};

constexpr Skeleton kC{
    R"(/* The @kind@ @method@ on @world@, as the designer shows it.
     cc -std=c99 @kind@.c $(pkg-config --cflags --libs fieldwright) */
#include <fieldwright.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = @agents@, TICKS = 100 };

static const char* const kTemplate[] = {
@template@};
static const fw_seeds kSeeds = {@layout@u, @noise@u, @place@u};

/* What differs from the method's own parameters. */
static const struct {
  const char* path;
  double value;
} kSettings[] = {
@settings@    {0, 0}};

static fw_error error;
static fw_context* context;
static fw_world* world;
static fw_params* params;
static fw_ground ground;

static int failed(void) {
  fprintf(stderr, "%s\n", error.message);
  return (int)error.status;
}

static fw_status make_world(void) {
  const size_t lines = sizeof kTemplate / sizeof *kTemplate;
  fw_generate how = {sizeof how, @resolution@, @layers_only@, 0, 0, 0, 0};
  size_t bytes = 0, i;
  fw_status status;
  char* text;
  for (i = 0; i < lines; ++i) bytes += strlen(kTemplate[i]);
  text = malloc(bytes + 1);
  if (text == 0) return FW_E_MEMORY;
  for (i = 0, *text = 0, bytes = 0; i < lines; bytes += strlen(kTemplate[i++])) strcpy(text + bytes, kTemplate[i]);
  status = fw_world_generate(context, text, bytes, &kSeeds, &how, &world, &error);
  free(text);
  ground.size = sizeof ground, ground.kind = FW_LAND, ground.world = world;
  return status;
}

static fw_status make_params(void) {
  size_t i;
  fw_status status = fw_params_open(context, "@kind@", "@method@", &params, &error);
  for (i = 0; status == FW_OK && kSettings[i].path != 0; ++i)
    status = fw_params_set(params, kSettings[i].path, kSettings[i].value, &error);
  return status;
}

)",
    {R"(static uint32_t id[AGENTS];
static double x_m[AGENTS], y_m[AGENTS];
static float heading_x[AGENTS], heading_y[AGENTS], speed_mps[AGENTS], memory[3][AGENTS];

int main(void) {
  fw_crowd* crowd;
  fw_scratch* scratch;
  fw_digest digest;
  int64_t tick;
  uint32_t i;
  fw_agents agents = {sizeof agents, 0, AGENTS, {id, 0, 0}, {x_m, 0, 0}, {y_m, 0, 0}, {heading_x, 0, 0},
                      {heading_y, 0, 0}, {speed_mps, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  for (i = 0; i < AGENTS; ++i) id[i] = i;
  if (fw_open(FW_ABI, 0, &context, &error) || make_world() || make_params() ||
      fw_crowd_open(context, params, &ground, &kSeeds, &crowd, &error) ||
      fw_scratch_open(crowd, AGENTS, &scratch, &error))
    return failed();
  for (i = 0; i < fw_crowd_memory(crowd); ++i) agents.memory[i].data = memory[i];
  if (fw_crowd_begin(crowd, scratch, 0, &agents, 0, &error)) return failed();
  for (tick = 0; tick < TICKS; ++tick)
    if (fw_crowd_step(crowd, scratch, tick, &agents, &error)) return failed();
  fw_agents_digest(&agents, tick, &digest);
  fw_scratch_close(scratch);
  fw_crowd_close(crowd);
)",
     R"(static uint32_t id[AGENTS], started[AGENTS];
static double x_m[AGENTS], y_m[AGENTS];
static float heading_x[AGENTS], heading_y[AGENTS], speed_mps[AGENTS], memory[3][AGENTS];

/* Agents that stand where a crowd begins. */
static fw_status place_agents(void) {
  fw_params* usual;
  fw_crowd* crowd;
  fw_scratch* scratch;
  fw_status status;
  uint32_t i;
  fw_agents agents = {sizeof agents, 0, AGENTS, {id, 0, 0}, {x_m, 0, 0}, {y_m, 0, 0}, {heading_x, 0, 0},
                      {heading_y, 0, 0}, {speed_mps, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  for (i = 0; i < AGENTS; ++i) id[i] = i;
  if ((status = fw_params_open(context, "crowd", 0, &usual, &error)) ||
      (status = fw_crowd_open(context, usual, &ground, &kSeeds, &crowd, &error)) ||
      (status = fw_scratch_open(crowd, AGENTS, &scratch, &error)))
    return status;
  for (i = 0; i < fw_crowd_memory(crowd); ++i) agents.memory[i].data = memory[i];
  status = fw_crowd_begin(crowd, scratch, 0, &agents, 0, &error);
  fw_scratch_close(scratch);
  fw_crowd_close(crowd);
  fw_params_close(usual);
  return status;
}

int main(void) {
  const fw_column ids = {id, 0, 0}, x = {x_m, 0, 0}, y = {y_m, 0, 0};
  fw_action* action;
  fw_digest digest;
  size_t starts;
  int64_t tick;
  if (fw_open(FW_ABI, 0, &context, &error) || make_world() || make_params() || place_agents() ||
      fw_action_open(context, params, &ground, &kSeeds, AGENTS, &action, &error) ||
      fw_action_join(action, AGENTS, id, 0, &error))
    return failed();
  for (tick = 0; tick < TICKS; ++tick)
    if (fw_action_tick(action, tick, AGENTS, &ids, &x, &y, started, &starts, &error)) return failed();
  fw_action_digest(action, &digest);
  fw_action_close(action);
)",
     R"(int main(void) {
  fw_spawn* spawn;
  fw_spawn_tick io = {0};
  fw_digest digest;
  int64_t tick;
  if (fw_open(FW_ABI, 0, &context, &error) || make_world() || make_params() ||
      fw_spawn_open_world(context, params, world, &spawn, &error))
    return failed();
  io.size = sizeof io, io.space = fw_spawn_most_events(spawn);
  io.events = malloc(io.space * sizeof *io.events);
  if (io.events == 0) return FW_E_MEMORY;
  for (tick = 0; tick < TICKS; ++tick) /* one second each; io.events has io.count of them */
    if (fw_spawn_step(spawn, tick, &io, &error)) return failed();
  fw_spawn_digest(spawn, &digest);
  fw_spawn_close(spawn);
  free(io.events);
)"},
    R"(  printf("%016llx%016llx\n", (unsigned long long)digest.word[0], (unsigned long long)digest.word[1]);
  fw_params_close(params);
  fw_world_close(world);
  fw_close(context);
  return 0;
}
)"};

constexpr Skeleton kPython{
    R"(# The @kind@ @method@ on @world@, as the designer shows it.

import fieldwright as fw

AGENTS, TICKS = @agents@, 100
TEMPLATE = (
@template@)
SEEDS = fw.Seeds(@layout@, @noise@, @place@)

world = fw.World(TEMPLATE, SEEDS, @resolution@, layers_only=bool(@layers_only@))
ground = fw.Ground.land(world)
# What differs from the method's own parameters.
params = fw.Params("@kind@", "@method@", {
@settings@})
)",
    {R"(crowd = fw.Crowd(params, ground, SEEDS, AGENTS)
agents = crowd.agents(AGENTS)
crowd.begin(agents)
for tick in range(TICKS):
    crowd.step(agents, tick)
print(agents.digest(TICKS))
)",
     R"(crowd = fw.Crowd(fw.Params("crowd"), ground, SEEDS, AGENTS)
agents = crowd.agents(AGENTS)
crowd.begin(agents)  # they stand where a crowd begins
schedule = fw.Action(params, ground, SEEDS, AGENTS)
schedule.join(agents.id)
for tick in range(TICKS):
    started = schedule.tick(tick, agents.id, agents.x_m, agents.y_m)
print(schedule.digest())
)",
     R"(spawner = fw.Spawner.of_world(params, world)
for tick in range(TICKS):  # one second each
    events = spawner.step(tick)
print(spawner.digest())
)"},
    ""};

/// A text as a literal of C and of Python.
std::string quoted(std::string_view text, ProgramLanguage language) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    // Two question marks begin a trigraph of C.
    if (c == '"' || c == '\\' || (c == '?' && language == ProgramLanguage::c)) out += '\\';
    out += c;
  }
  return out + "\"";
}

/// The built-in template's name, or the whole text line by line.
std::string template_literals(const Template& tmpl, ProgramLanguage language) {
  const std::string end = language == ProgramLanguage::c ? ",\n" : "\n";
  const std::string text = write_template(tmpl);
  for (const BuiltinTemplate& builtin : builtin_templates())
    if (const auto parsed = parse_template(builtin.text, builtin.name);
        parsed && write_template(parsed.value()) == text)
      return "    " + quoted(builtin.name, language) + end;
  std::string out;
  for (size_t from = 0; from < text.size();) {
    const size_t to = std::min(text.find('\n', from), text.size() - 1) + 1;
    out += "    " + quoted(std::string_view(text).substr(from, to - from), language) + end;
    from = to;
  }
  return out;
}

/// Lines for the parameters that differ from a method's preset, and for those that were set.
template <typename Params>
Result<std::string> settings_of(Params params, const Params& preset, std::span<const TuningRow<Params>> rows,
                                const SimulationRequest& request, ProgramLanguage language) {
  if (auto tuned = tune_all(params, rows, request.settings, kMethodOption); !tuned) return tuned.error();
  const bool c = language == ProgramLanguage::c;
  std::string out;
  for (const auto& row : rows) {
    const double value = row.get(params);
    // A world's class may have another number than the preset: what was set is said.
    const bool said = std::ranges::any_of(request.settings, [&](const std::string& setting) {
      return setting.starts_with(std::string(row.rule.path) + "=");
    });
    if (row.rule.path.ends_with(".method") || (value == row.get(preset) && !said)) continue;
    const std::string path = quoted(row.rule.path, language);
    const bool word = !row.rule.choices.empty();
    const std::string of_word = word ? std::string(row.rule.choices[static_cast<size_t>(value)]) : "";
    if (c)
      out +=
          "    {" + path + ", " + number_text(value) + "}," + (word ? " /* " + of_word + " */" : "") + "\n";
    else
      out += "    " + path + ": " + (word ? quoted(of_word, language) : number_text(value)) + ",\n";
  }
  return out;
}

/// What a world's pools take from a request: settings hold for every class, the rest follows from the
/// template.
Result<std::string> spawn_settings(const SimulationRequest& request, ProgramLanguage language) {
  SpawnParams preset = spawn_preset(from_slug<SpawnMethod>(kSpawnMethodSlugs, request.method).value());
  SpawnParams params = preset;
  params.cycle_s = WorldSpawnOptions{}.cycle_s;
  return settings_of(params, preset, spawn_tuning(), request, language);
}

std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& words) {
  std::string out;
  while (!text.empty()) {
    const size_t from = text.find('@');
    out += text.substr(0, from);
    if (from == std::string_view::npos) break;
    const size_t to = text.find('@', from + 1);
    const std::string_view name = text.substr(from + 1, to - from - 1);
    out += std::ranges::find(words, name, &std::pair<std::string_view, std::string>::first)->second;
    text.remove_prefix(to + 1);
  }
  return out;
}

}  // namespace

Result<std::string> simulation_program(ProgramLanguage language, const SimulationRequest& request,
                                       const Template& tmpl, const World& world) {
  const auto kind = static_cast<size_t>(request.kind);
  SimulationRequest asked = request;
  if (asked.method.empty()) asked.method = simulation_methods(request.kind).front();
  if (auto known = simulation_parameters(asked.kind, asked.method, tmpl, world); !known) return known.error();
  for (const auto& part : world.seeds.parts)
    if (part)
      return Error{ErrorKind::usage,
                   "parts of this world have seeds of their own: found some, expected none, because the "
                   "library makes worlds from the three seeds alone"};
  const auto island = bind_island(std::shared_ptr<const World>(std::shared_ptr<void>(), &world));
  if (!island) return island.error();
  const auto settings = [&]() -> Result<std::string> {
    switch (request.kind) {
      case OverlayKind::crowd: {
        const CrowdParams on_island = crowd_on_island(asked.method, *island.value());
        return settings_of(on_island, crowd_preset(on_island.method), crowd_tuning(), asked, language);
      }
      case OverlayKind::action: {
        const ActionParams on_island = action_on_island(asked.method, *island.value());
        return settings_of(on_island, action_preset(on_island.method), action_tuning(), asked, language);
      }
      default:
        return spawn_settings(asked, language);
    }
  }();
  if (!settings) return settings.error();
  const bool spawn = request.kind == OverlayKind::spawn;
  const std::vector<std::pair<std::string_view, std::string>> words{
      {"kind", std::string(kOverlaySlugs[kind])},
      {"method", asked.method},
      {"world", tmpl.name},
      {"agents", std::to_string(std::max<size_t>(1, asked.agents))},
      {"template", template_literals(tmpl, language)},
      {"layout", std::to_string(world.seeds.layout)},
      {"noise", std::to_string(world.seeds.noise)},
      {"place", std::to_string(world.seeds.place)},
      {"settings", settings.value()},
      {"resolution", std::to_string(std::max(world.grid.columns, world.grid.rows))},
      {"layers_only", spawn ? "0" : "1"}};
  const Skeleton& skeleton = language == ProgramLanguage::c ? kC : kPython;
  return filled(std::string(skeleton.head) + skeleton.body[kind] + skeleton.end, words);
}

}  // namespace fw
