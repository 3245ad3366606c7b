#include "app/lib/params_internal.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>

#include "app/lib/lib_internal.h"
#include "core/action/action_clock.h"
#include "core/base/exact/exact_math.h"
#include "core/model/number_text.h"
#include "core/model/suggest.h"
#include "core/model/template/noise_tuning.h"

namespace fw::lib {
namespace {

using S = NoiseStack;
const TuningRow<NoiseStack> kStackRows[] = {
    noise_row<S, &S::wavelength_m>("stack.wavelength_m"),
    noise_row<S, &S::octaves>("stack.octaves"),
    noise_row<S, &S::persistence>("stack.persistence"),
    noise_row<S, &S::lacunarity>("stack.lacunarity"),
    noise_row<S, &S::update>("stack.update"),
    noise_row<S, &S::drift_per_s>("stack.drift_per_s"),
    noise_row<S, &S::cycle_s>("stack.cycle_s"),
};

/// The rows that a caller may set: the method is chosen when parameters are opened.
template <typename T>
std::vector<TuningRow<T>> without_method(std::span<const TuningRow<T>> rows) {
  std::vector<TuningRow<T>> kept;
  for (const auto& row : rows)
    if (!row.rule.path.ends_with(".method")) kept.push_back(row);
  return kept;
}

/// Texts of a row that end with 0 and stay.
struct RowTexts {
  std::string path, unit, help;
  std::deque<std::string> words;
  std::vector<const char*> pointers;
};

template <typename T>
const std::deque<RowTexts>& texts_of(std::span<const TuningRow<T>> rows) {
  static const std::deque<RowTexts> texts = [rows] {
    std::deque<RowTexts> out;
    for (const auto& row : rows) {
      const ValueRule& rule = row.rule;
      RowTexts& t = out.emplace_back();
      t.path = rule.path, t.unit = rule.unit, t.help = rule.help;
      for (const std::string_view word : rule.choices)
        t.pointers.push_back(t.words.emplace_back(word).c_str());
    }
    return out;
  }();
  return texts;
}

/// The action method that is not among the studied ones.
constexpr std::string_view kClock = "clock";

template <typename Enum>
Result<Enum> method_of(std::string_view kind, std::span<const Method> methods, const char* slug) {
  std::vector<std::string> known;
  for (size_t i = 0; i < methods.size(); ++i) {
    if (slug == nullptr ? methods[i].recommended : methods[i].slug == slug) return static_cast<Enum>(i);
    known.emplace_back(methods[i].slug);
  }
  if (kind == "action") known.emplace_back(kClock);
  std::string words;
  for (const std::string& word : known) words += (words.empty() ? "" : ", ") + word;
  return usage("there is no " + std::string(kind) + " method " + std::string(slug) +
               did_you_mean(slug, known) + " Expected one of " + words);
}

/// The parameters of a method by the names of both.
Result<fw_params::Held> preset_of(std::string_view kind, const char* method) {
  using Held = fw_params::Held;
  const auto chosen = [](auto found, auto preset) -> Result<Held> {
    if (!found) return found.error();
    return Held{preset(found.value())};
  };
  if (kind == "crowd") return chosen(method_of<CrowdMethod>(kind, kCrowdMethods, method), crowd_preset);
  if (kind == "action") return chosen(method_of<ActionMethod>(kind, kActionMethods, method), action_preset);
  if (kind == "spawn") return chosen(method_of<SpawnMethod>(kind, kSpawnMethods, method), spawn_preset);
  if (kind == "stack" && method == nullptr) return Held{NoiseStack{}};
  if (kind == "stack")
    return usage("a stack has no methods: found \"" + std::string(method) + "\", expected NULL");
  return usage("there are no parameters of the kind \"" + std::string(kind) + "\"" +
               did_you_mean(kind, {"stack", "crowd", "action", "spawn"}) +
               " Expected stack, crowd, action or spawn");
}

/// Calls use(params, row) with the row of a path.
template <typename Use>
Result<Done> at_path(fw_params& params, const char* path, const Use& use) {
  if (path == nullptr) return usage("path: found NULL, expected a parameter's path");
  return std::visit(
      [&](auto& held) -> Result<Done> {
        std::vector<std::string> known;
        std::vector<std::string_view> paths;
        for (const auto& row : rows_of(held)) {
          if (row.rule.path == path) return use(held, row);
          known.emplace_back(row.rule.path), paths.push_back(row.rule.path);
        }
        if (std::string_view(path).ends_with(".method"))
          return usage(std::string(path) +
                       ": a method has numbers of its own; choose it with fw_params_open");
        return usage("there is no parameter " + (*path == 0 ? std::string("\"\"") : std::string(path)) +
                     parameter_hint(path, known, paths));
      },
      params.held);
}

void remember_set(fw_params& params, std::string_view path) {
  if (std::find(params.set.begin(), params.set.end(), path) == params.set.end()) params.set.push_back(path);
}

Result<Done> set_tick(NoiseStack&, double) {
  return Done{};  // states all its times in seconds
}
Result<Done> set_tick(CrowdParams& p, double dt_s) {
  CrowdParams now = at_tick_length(p, dt_s);
  if (auto fits = check(now, crowd_tuning()); !fits) return fits;
  p = std::move(now);
  return Done{};
}
Result<Done> set_tick(ActionParams& p, double dt_s) {
  ActionParams now = p;
  now.ema = 1 - exact::pow(1 - p.ema, dt_s / p.dt_s);
  now.dt_s = dt_s;
  if (auto fits = check(now, action_tuning()); !fits) return fits;
  p = std::move(now);
  return Done{};
}
Result<Done> set_tick(SpawnParams&, double dt_s) {
  if (dt_s == 1) return Done{};
  return usage("a tick of spawning is one second: found " + number_text(dt_s) +
               " s, expected 1; step it when your second turns over");
}

}  // namespace

Result<Done> check_finest(const NoiseStack& stack, double wavelength_m, const char* path) {
  constexpr double kMostCells =
      0x1p31 - 0x1p26;  // less the octaves' own offsets, and what a period rounds up
  double finest = 1;
  for (int k = 1; k < stack.octaves; ++k) finest *= stack.lacunarity;
  double cells = kFarthest_m / wavelength_m;
  for (const StateFeature& feature : stack.state_features)
    cells += std::max(std::abs(feature.offset_x), std::abs(feature.offset_y));
  if (cells * finest <= kMostCells) return Done{};
  return usage(std::string(path) + ": its octave number " + std::to_string(stack.octaves) + " has " +
               rounded_text(cells * finest) +
               " waves from the origin to the farthest place, expected at most 2^31: " +
               "take fewer octaves, a smaller lacunarity or a longer wavelength");
}

std::span<const TuningRow<NoiseStack>> rows_of(const NoiseStack&) {
  return kStackRows;
}
std::span<const TuningRow<CrowdParams>> rows_of(const CrowdParams&) {
  static const auto rows = without_method(crowd_tuning());
  return rows;
}
std::span<const TuningRow<ActionParams>> rows_of(const ActionParams&) {
  static const auto rows = without_method(action_tuning());
  return rows;
}
std::span<const TuningRow<SpawnParams>> rows_of(const SpawnParams&) {
  static const auto rows = without_method(spawn_tuning());
  return rows;
}

}  // namespace fw::lib

using namespace fw;
using namespace fw::lib;

fw_status fw_params_open(fw_context* context, const char* kind, const char* method, fw_params** out,
                         fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_params_open", "context");
    if (kind == nullptr) return null_argument("fw_params_open", "kind");
    if (out == nullptr) return null_argument("fw_params_open", "out");
    const bool clock = std::strcmp(kind, "action") == 0 && method != nullptr && method == kClock;
    auto preset = clock ? Result<fw_params::Held>(action_clock_preset()) : preset_of(kind, method);
    if (!preset) return preset.error();
    *out = new fw_params{preset.value(), preset.value(), clock};
    return Done{};
  });
}

void fw_params_close(fw_params* params) {
  delete params;
}

fw_status fw_params_set(fw_params* params, const char* path, double value, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_set", "params");
    return at_path(*params, path, [&](auto& held, const auto& row) -> Result<Done> {
      if (auto fits = check_value(row.rule, value); !fits) return fits;
      row.set(held, value);
      remember_set(*params, row.rule.path);
      return Done{};
    });
  });
}

fw_status fw_params_set_text(fw_params* params, const char* path, const char* value, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_set_text", "params");
    if (value == nullptr) return null_argument("fw_params_set_text", "value");
    return at_path(*params, path, [&](auto& held, const auto& row) -> Result<Done> {
      const auto number = read_value(row.rule, value);
      if (!number) return number.error();
      row.set(held, number.value());
      remember_set(*params, row.rule.path);
      return Done{};
    });
  });
}

fw_status fw_params_get(const fw_params* params, const char* path, double* value, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_get", "params");
    if (value == nullptr) return null_argument("fw_params_get", "value");
    return at_path(const_cast<fw_params&>(*params), path, [&](auto& held, const auto& row) -> Result<Done> {
      *value = row.get(held);
      return Done{};
    });
  });
}

uint32_t fw_params_count(const fw_params* params) {
  if (params == nullptr) return 0;
  return std::visit([](const auto& held) { return static_cast<uint32_t>(rows_of(held).size()); },
                    params->held);
}

fw_status fw_params_row(const fw_params* params, uint32_t index, fw_row* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_row", "params");
    if (out == nullptr) return null_argument("fw_params_row", "out");
    return std::visit(
        [&](const auto& held) -> Result<Done> {
          const auto rows = rows_of(held);
          if (index >= rows.size())
            return usage("row " + std::to_string(index) + ": expected less than the " +
                         std::to_string(rows.size()) + " rows there are");
          const auto& row = rows[index];
          const RowTexts& text = texts_of(rows)[index];
          const bool word = !text.pointers.empty();
          const auto& preset = std::get<std::remove_cvref_t<decltype(held)>>(params->preset);
          *out = {text.path.c_str(),
                  text.unit.c_str(),
                  text.help.c_str(),
                  word ? 0 : row.rule.min,
                  word ? static_cast<double>(text.pointers.size()) - 1 : row.rule.max,
                  row.get(held),
                  row.get(preset),
                  row.rule.whole || word ? 1u : 0u,
                  static_cast<uint32_t>(text.pointers.size()),
                  word ? text.pointers.data() : nullptr};
          return Done{};
        },
        params->held);
  });
}

fw_status fw_params_set_tick(fw_params* params, double dt_s, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_set_tick", "params");
    if (!(dt_s >= 1e-3 && dt_s <= 60))
      return usage("dt_s: found " +
                   (std::isfinite(dt_s) ? number_text(dt_s) : "a number that is not finite") +
                   ", expected a tick of 0.001 to 60 seconds");
    return std::visit([dt_s](auto& held) { return set_tick(held, dt_s); }, params->held);
  });
}

fw_status fw_params_add_state(fw_params* stack, const char* name, double x, double y, double t, double gain,
                              fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (stack == nullptr) return null_argument("fw_params_add_state", "stack");
    if (name == nullptr) return null_argument("fw_params_add_state", "name");
    NoiseStack* held = std::get_if<NoiseStack>(&stack->held);
    if (held == nullptr) return usage("a state feature belongs to the parameters of a stack alone");
    for (const double value : {x, y, t, gain})
      if (!(std::abs(value) <= 1e3))
        return usage("state " + std::string(name) + ": found a number beyond 1000 either way");
    if (held->state_features.size() >= 16)
      return Error{ErrorKind::limit, "state " + std::string(name) + ": expected at most 16 state features"};
    held->state_features.push_back({name, x, y, t, gain});
    return Done{};
  });
}
