#include "core/simulation/simulation_program.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/number_text.h"
#include "core/crowd/crowd.h"
#include "core/simulation/simulation_internal.h"
#include "core/template/template_io.h"

namespace fw {

/// The pieces of programs: resources/program, by their file's name; @name@ in them is replaced. A coordinator
/// without a piece has no functions in the library.
std::string_view program_text(std::string_view name);

namespace {

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

/// How bodies of a crowd keep apart is set at a handle of its own, whose paths leave this out.
constexpr std::string_view kOfBodies = "crowd.", kAvoidance = "crowd.avoid.";

/// A line that sets a parameter.
std::string setting_line(const ValueRule& rule, double value, ProgramLanguage language) {
  std::string_view path = rule.path;
  if (path.starts_with(kAvoidance)) path.remove_prefix(kOfBodies.size());
  const bool word = !rule.choices.empty();
  const std::string of_word = word ? value_text(rule, value) : "";
  if (language == ProgramLanguage::python)
    return "    " + quoted(path, language) + ": " + (word ? quoted(of_word, language) : number_text(value)) +
           ",\n";
  return "    {" + quoted(path, language) + ", " + number_text(value) + "}," +
         (word ? " /* " + of_word + " */" : "") + "\n";
}

/// Equal steps of bodies in a tick, none longer than they may be.
int local_steps(const CrowdParams& params) {
  return std::max(1, static_cast<int>(std::ceil(params.dt_s / params.avoid.step_s - 1e-9)));
}

/// Lines for the parameters that differ from a method's preset, and for those that were set.
struct SettingLines {
  std::string settings, avoid;
  std::optional<CrowdParams> bodies;  ///< of a crowd with bodies
};
Result<SettingLines> settings_of(TunedParams params, const TunedParams& preset,
                                 const SimulationRequest& request, ProgramLanguage language) {
  if (auto tuned = tune_all(params, request.settings, kMethodOption); !tuned) return tuned.error();
  SettingLines out;
  if (const auto* crowd = params.as<CrowdParams>(); crowd && crowd->avoid.by != AvoidBy::none)
    out.bodies = *crowd;
  for (size_t row = 0; row < params.size(); ++row) {
    const ValueRule& rule = params.rule(row);
    double value = params.get(row);
    const bool avoidance = rule.path.starts_with(kAvoidance);
    if (avoidance && !out.bodies) continue;
    if (rule.path == "crowd.avoid.step_s") value = out.bodies->dt_s / local_steps(*out.bodies);
    // A world's class may have another number than the preset: what was set is said.
    const bool said = std::ranges::any_of(request.settings, [&](const std::string& setting) {
      return setting.starts_with(std::string(rule.path) + "=");
    });
    if (chooses_method(rule) || (value == preset.get(row) && !said)) continue;
    (avoidance ? out.avoid : out.settings) += setting_line(rule, value, language);
  }
  return out;
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
  const CoordinatorRow& row = row_of(request.coordinator);
  SimulationRequest asked = request;
  if (asked.method.empty()) asked.method = simulation_methods(request.coordinator).front();
  if (auto known = simulation_parameters(asked.coordinator, asked.method, tmpl, world); !known)
    return known.error();
  const std::string ending = language == ProgramLanguage::c ? ".c.in" : ".py.in";
  std::string_view body = program_text(std::string(row.slug) + ending);
  const SimulationRow simulation = simulation_of(request.coordinator);
  if (simulation.in_program == nullptr || body.empty())
    return Error{ErrorKind::usage, "a program for " + std::string(row.slug) +
                                       ": the library has no functions for it; choose another coordinator"};
  if (request.coordinator == Coordinator::crowd && !tmpl.tactics.goals.empty())
    return Error{ErrorKind::usage,
                 "a program for a crowd: found " + std::to_string(tmpl.tactics.goals.size()) +
                     " rows in tactics.goals, expected none, because the library's crowds wander; copy it "
                     "without goals and walk along what fw_ways_ask says (docs/library.md, 19)"};
  for (const auto& part : world.seeds.parts)
    if (part)
      return Error{ErrorKind::usage,
                   "parts of this world have seeds of their own: found some, expected none, because the "
                   "library makes worlds from the three seeds alone"};
  const auto island = bind_island(std::shared_ptr<const World>(std::shared_ptr<void>(), &world));
  if (!island) return island.error();
  const TunedParams params = simulation.in_program(asked.method, *island.value());
  const TunedParams preset = simulation.preset(method_place(request.coordinator, asked.method));
  const auto settings = settings_of(params, preset, asked, language);
  if (!settings) return settings.error();
  const std::optional<CrowdParams>& bodies = settings.value().bodies;
  if (bodies) body = program_text("bodies" + ending);
  const auto of_bodies = [&](auto number) { return bodies ? number_text(number(*bodies)) : std::string(); };
  const std::vector<std::pair<std::string_view, std::string>> words{
      {"kind", std::string(row.slug)},
      {"method", asked.method},
      {"world", tmpl.name},
      {"agents", std::to_string(std::max<size_t>(1, asked.agents))},
      {"template", template_literals(tmpl, language)},
      {"layout", std::to_string(world.seeds.layout)},
      {"noise", std::to_string(world.seeds.noise)},
      {"place", std::to_string(world.seeds.place)},
      {"settings", settings.value().settings},
      {"avoid", settings.value().avoid},
      {"local_steps", of_bodies([](const CrowdParams& p) { return local_steps(p); })},
      {"usual_mps", of_bodies([](const CrowdParams& p) { return p.speed_mps; })},
      {"radius_m", of_bodies([](const CrowdParams& p) { return p.avoid.radius_m; })},
      {"radius_spread", of_bodies([](const CrowdParams& p) { return p.avoid.radius_spread; })},
      {"resolution", std::to_string(std::max(world.grid.columns, world.grid.rows))},
      {"layers_only", row.population == Population::classes ? "0" : "1"}};
  return filled(std::string(program_text("head" + ending)) + std::string(body) +
                    std::string(program_text("end" + ending)),
                words);
}

}  // namespace fw
