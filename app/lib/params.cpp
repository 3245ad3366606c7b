#include "app/lib/params_internal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <optional>
#include <span>
#include <utility>

#include "app/lib/lib_internal.h"
#include "core/action/action_clock.h"
#include "core/base/exact/exact_math.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/crowd/crowd.h"
#include "core/model/coordinator.h"
#include "core/model/template/noise_tuning.h"
#include "core/spawn/spawn.h"
#include "core/steer/avoid.h"
#include "core/tactics/tokens.h"

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
    noise_row<S, &S::cells_t>("stack.cells_t"),
};

TunedParams stack_params(const NoiseStack& stack) {
  return TunedParams(stack, std::span<const TuningRow<NoiseStack>>(kStackRows));
}

Result<Done> set_stack_tick(TunedParams&, double) {
  return Done{};  // states all its times in seconds
}
Result<Done> set_crowd_tick(TunedParams& params, double dt_s) {
  const TunedParams now(at_tick_length(*params.as<CrowdParams>(), dt_s), crowd_tuning());
  if (auto fits = check(now); !fits) return fits;
  params = now;
  return Done{};
}
TunedParams avoid_params() {
  AvoidParams p;
  p.by = AvoidBy::field;
  return TunedParams(p, avoid_tuning());
}
/// Of parameters whose other numbers are seconds and metres.
template <auto Tick, auto Rows, typename Params>
Result<Done> set_tick(TunedParams& params, double dt_s) {
  Params now = *params.as<Params>();
  now.*Tick = dt_s;
  if (auto fits = check(now, Rows()); !fits) return fits;
  params = TunedParams(now, Rows());
  return Done{};
}
Result<Done> set_action_tick(TunedParams& params, double dt_s) {
  ActionParams now = *params.as<ActionParams>();
  now.ema = 1 - exact::pow(1 - now.ema, dt_s / now.dt_s);
  now.dt_s = dt_s;
  if (auto fits = check(now, action_tuning()); !fits) return fits;
  params = TunedParams(now, action_tuning());
  return Done{};
}
Result<Done> set_spawn_tick(TunedParams&, double dt_s) {
  if (dt_s == 1) return Done{};
  return usage("a tick of spawning is one second: found " + number_text(dt_s) +
               " s, expected 1; step it when your second turns over");
}

/// A kind of parameters: a noise stack, or a coordinator that the library has functions for.
struct Kind {
  std::string_view name;
  std::optional<Coordinator> coordinator;  ///< whose methods it has; none: it has none
  TunedParams (*preset)(size_t method);
  /// The same parameters at another length of the tick.
  Result<Done> (*set_tick)(TunedParams& params, double dt_s);
};
constexpr Kind kKinds[] = {
    {"stack", std::nullopt, [](size_t) { return stack_params({}); }, set_stack_tick},
    {"crowd", Coordinator::crowd,
     [](size_t method) {
       return TunedParams(crowd_preset(static_cast<CrowdMethod>(method)), crowd_tuning());
     },
     set_crowd_tick},
    {"avoid", std::nullopt, [](size_t) { return avoid_params(); },
     set_tick<&AvoidParams::step_s, avoid_tuning, AvoidParams>},
    {"action", Coordinator::action,
     [](size_t method) {
       return TunedParams(action_preset(static_cast<ActionMethod>(method)), action_tuning());
     },
     set_action_tick},
    {"spawn", Coordinator::spawn,
     [](size_t method) {
       return TunedParams(spawn_preset(static_cast<SpawnMethod>(method)), spawn_tuning());
     },
     set_spawn_tick},
    {"tokens", Coordinator::squad,
     [](size_t method) {
       return TunedParams(token_preset(static_cast<TokenMethod>(method)), token_tuning());
     },
     set_tick<&TokenParams::tick_s, token_tuning, TokenParams>},
};

/// The rows that a caller may set, as places in the table: the method is chosen when parameters are opened.
std::vector<size_t> rows_of(const TunedParams& params) {
  std::vector<size_t> rows;
  for (size_t row = 0; row < params.size(); ++row)
    if (!chooses_method(params.rule(row))) rows.push_back(row);
  return rows;
}

/// Texts of a row that end with 0 and stay.
struct RowTexts {
  std::string path, unit, help;
  std::deque<std::string> words;
  std::vector<const char*> pointers;
};

/// Of a kind's rows, in the order of rows_of().
const std::deque<RowTexts>& texts_of(size_t kind) {
  static const auto texts = [] {
    std::array<std::deque<RowTexts>, std::size(kKinds)> all;
    for (size_t k = 0; k < all.size(); ++k) {
      const TunedParams params = kKinds[k].preset(0);
      for (const size_t row : rows_of(params)) {
        const ValueRule& rule = params.rule(row);
        RowTexts& t = all[k].emplace_back();
        t.path = rule.path, t.unit = rule.unit, t.help = rule.help;
        for (const std::string_view word : rule.choices)
          t.pointers.push_back(t.words.emplace_back(word).c_str());
      }
    }
    return all;
  }();
  return texts[kind];
}

/// The place of a method among a kind's; null: the recommended one.
Result<size_t> method_of(const Kind& kind, const char* slug) {
  if (!kind.coordinator && slug != nullptr)
    return usage("a " + std::string(kind.name) + " has no methods: found \"" + std::string(slug) +
                 "\", expected NULL");
  if (!kind.coordinator) return size_t{0};
  const bool action = *kind.coordinator == Coordinator::action;
  return place_of_method(*kind.coordinator,
                         slug == nullptr ? std::nullopt : std::optional<std::string_view>(slug),
                         action ? kClockMethod : "");
}

/// The parameters of a method by the names of both.
Result<fw_params> opened(std::string_view name, const char* method) {
  std::vector<std::string> known;
  for (size_t k = 0; k < std::size(kKinds); ++k) {
    known.emplace_back(kKinds[k].name);
    if (kKinds[k].name != name) continue;
    if (name == "action" && method != nullptr && method == kClockMethod) {
      const TunedParams clock(action_clock_preset(), action_tuning());
      return fw_params{k, clock, clock, true};
    }
    const auto place = method_of(kKinds[k], method);
    if (!place) return place.error();
    const TunedParams preset = kKinds[k].preset(place.value());
    return fw_params{k, preset, preset};
  }
  return usage("there are no parameters of the kind \"" + std::string(name) + "\"" +
               did_you_mean(name, known) + " Expected stack, crowd, avoid, action, spawn or tokens");
}

/// The row of a path.
Result<size_t> row_at(const TunedParams& params, const char* path) {
  if (path == nullptr) return usage("path: found NULL, expected a parameter's path");
  std::vector<std::string> known;
  std::vector<std::string_view> paths;
  for (const size_t row : rows_of(params)) {
    const std::string_view one = params.rule(row).path;
    if (one == path) return row;
    known.emplace_back(one), paths.push_back(one);
  }
  if (std::string_view(path).ends_with(".method"))
    return usage(std::string(path) + ": a method has numbers of its own; choose it with fw_params_open");
  return usage("there is no parameter " + (*path == 0 ? std::string("\"\"") : std::string(path)) +
               parameter_hint(path, known, paths));
}

void set_row(fw_params& params, size_t row, double value) {
  params.held.set(row, value);
  const std::string_view path = params.held.rule(row).path;
  if (std::find(params.set.begin(), params.set.end(), path) == params.set.end()) params.set.push_back(path);
}

}  // namespace

uint64_t identity_of(const TunedParams& params, uint64_t start) {
  uint64_t word = start;
  for (const size_t row : rows_of(params))
    word = splitmix64(word ^ fnv1a64(params.rule(row).path)) ^ std::bit_cast<uint64_t>(params.get(row) + 0.0);
  return splitmix64(word);
}

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

}  // namespace fw::lib

using namespace fw;
using namespace fw::lib;

fw_status fw_params_open(fw_context* context, const char* kind, const char* method, fw_params** out,
                         fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_params_open", "context");
    if (kind == nullptr) return null_argument("fw_params_open", "kind");
    if (out == nullptr) return null_argument("fw_params_open", "out");
    auto params = opened(kind, method);
    if (!params) return params.error();
    *out = new fw_params(std::move(params).value());
    return Done{};
  });
}

void fw_params_close(fw_params* params) {
  delete params;
}

fw_status fw_params_set(fw_params* params, const char* path, double value, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_set", "params");
    const auto row = row_at(params->held, path);
    if (!row) return row.error();
    if (auto fits = check_value(params->held.rule(row.value()), value); !fits) return fits;
    set_row(*params, row.value(), value);
    return Done{};
  });
}

fw_status fw_params_set_text(fw_params* params, const char* path, const char* value, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_set_text", "params");
    if (value == nullptr) return null_argument("fw_params_set_text", "value");
    const auto row = row_at(params->held, path);
    if (!row) return row.error();
    const auto number = read_value(params->held.rule(row.value()), value);
    if (!number) return number.error();
    set_row(*params, row.value(), number.value());
    return Done{};
  });
}

fw_status fw_params_get(const fw_params* params, const char* path, double* value, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_get", "params");
    if (value == nullptr) return null_argument("fw_params_get", "value");
    const auto row = row_at(params->held, path);
    if (!row) return row.error();
    *value = params->held.get(row.value());
    return Done{};
  });
}

uint32_t fw_params_count(const fw_params* params) {
  return params == nullptr ? 0 : static_cast<uint32_t>(rows_of(params->held).size());
}

fw_status fw_params_row(const fw_params* params, uint32_t index, fw_row* out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_row", "params");
    if (out == nullptr) return null_argument("fw_params_row", "out");
    const std::vector<size_t> rows = rows_of(params->held);
    if (index >= rows.size())
      return usage("row " + std::to_string(index) + ": expected less than the " +
                   std::to_string(rows.size()) + " rows there are");
    const size_t row = rows[index];
    const ValueRule& rule = params->held.rule(row);
    const RowTexts& text = texts_of(params->kind)[index];
    const bool word = !text.pointers.empty();
    *out = {text.path.c_str(),
            text.unit.c_str(),
            text.help.c_str(),
            word ? 0 : rule.min,
            word ? static_cast<double>(text.pointers.size()) - 1 : rule.max,
            params->held.get(row),
            params->preset.get(row),
            rule.whole || word ? 1u : 0u,
            static_cast<uint32_t>(text.pointers.size()),
            word ? text.pointers.data() : nullptr};
    return Done{};
  });
}

fw_status fw_params_set_tick(fw_params* params, double dt_s, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (params == nullptr) return null_argument("fw_params_set_tick", "params");
    if (!(dt_s >= 1e-3 && dt_s <= 60))
      return usage("dt_s: found " +
                   (std::isfinite(dt_s) ? number_text(dt_s) : "a number that is not finite") +
                   ", expected a tick of 0.001 to 60 seconds");
    return kKinds[params->kind].set_tick(params->held, dt_s);
  });
}

fw_status fw_params_add_state(fw_params* stack, const char* name, double x, double y, double t, double gain,
                              fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (stack == nullptr) return null_argument("fw_params_add_state", "stack");
    if (name == nullptr) return null_argument("fw_params_add_state", "name");
    const NoiseStack* held = stack->held.as<NoiseStack>();
    if (held == nullptr) return usage("a state feature belongs to the parameters of a stack alone");
    for (const double value : {x, y, t, gain})
      if (!(std::abs(value) <= 1e3))
        return usage("state " + std::string(name) + ": found a number beyond 1000 either way");
    if (held->state_features.size() >= 16)
      return Error{ErrorKind::limit, "state " + std::string(name) + ": expected at most 16 state features"};
    NoiseStack now = *held;
    now.state_features.push_back({name, x, y, t, gain});
    stack->held = stack_params(now);
    return Done{};
  });
}
