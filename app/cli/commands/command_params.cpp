#include <nlohmann/json.hpp>
#include <span>

#include "app/cli/commands/commands.h"
#include "app/cli/console.h"
#include "app/cli/output.h"
#include "app/cli/words.h"
#include "core/action/action_clock.h"
#include "core/crowd/crowd.h"
#include "core/model/number_text.h"
#include "core/model/suggest.h"
#include "core/spawn/spawn.h"

namespace fw::cli {
namespace {

/// The one method that only the library offers.
constexpr std::string_view kClock = "clock";

/// A row with the value that the method's preset gives it.
struct RowValue {
  ValueRule rule;
  double value;
};

template <typename Params>
std::vector<RowValue> rows_of(const Params& preset, std::span<const TuningRow<Params>> rows) {
  std::vector<RowValue> out;
  for (const auto& row : rows)
    if (!row.rule.path.ends_with(".method")) out.push_back({row.rule, row.get(preset)});
  return out;
}

/// The place of a method, by its slug; none: the recommended one.
Result<size_t> method_of(std::span<const Method> methods, const std::string& kind, const std::string& slug) {
  std::vector<std::string> known;
  for (size_t i = 0; i < methods.size(); ++i) {
    if (slug.empty() ? methods[i].recommended : methods[i].slug == slug) return i;
    known.emplace_back(methods[i].slug);
  }
  if (kind == "action") known.emplace_back(kClock);
  return usage("params " + kind + " " + slug + ": there is no such method" + did_you_mean(slug, known) +
               " Expected one of " + join(known));
}

Result<std::vector<RowValue>> rows_of(const std::string& kind, const std::string& method) {
  constexpr std::array<std::string_view, 3> kKinds{"crowd", "action", "spawn"};
  const auto found = place_of("params", kind, kKinds);
  if (!found) return found.error();
  if (kind == "action" && method == kClock) return rows_of(action_clock_preset(), action_tuning());
  const std::span<const Method> methods[] = {kCrowdMethods, kActionMethods, kSpawnMethods};
  const auto place = method_of(methods[found.value()], kind, method);
  if (!place) return place.error();
  if (kind == "crowd") return rows_of(crowd_preset(static_cast<CrowdMethod>(place.value())), crowd_tuning());
  if (kind == "action")
    return rows_of(action_preset(static_cast<ActionMethod>(place.value())), action_tuning());
  return rows_of(spawn_preset(static_cast<SpawnMethod>(place.value())), spawn_tuning());
}

std::string value_text(const RowValue& row) {
  if (row.rule.choices.empty()) return number_text(row.value);
  return std::string(row.rule.choices[static_cast<size_t>(row.value)]);
}

/// Path, value, what is expected and help, in columns.
std::string text_of(const std::vector<RowValue>& rows) {
  size_t paths = 0, values = 0;
  for (const RowValue& row : rows)
    paths = std::max(paths, row.rule.path.size()), values = std::max(values, value_text(row).size());
  std::string text;
  for (const RowValue& row : rows) {
    const std::string value = value_text(row);
    text += std::string(row.rule.path) + std::string(paths - row.rule.path.size() + 2, ' ') + value +
            std::string(values - value.size() + 2, ' ') + std::string(row.rule.help) + "; " +
            expected_text(row.rule) + "\n";
  }
  return text;
}

std::string json_of(const std::vector<RowValue>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RowValue& row : rows) {
    nlohmann::ordered_json one{{"path", row.rule.path}};
    if (row.rule.choices.empty()) {
      one["value"] = row.value, one["min"] = row.rule.min, one["max"] = row.rule.max;
      one["whole"] = row.rule.whole;
    } else {
      one["value"] = value_text(row), one["words"] = row.rule.choices;
    }
    one["unit"] = row.rule.unit, one["help"] = row.rule.help;
    list.push_back(std::move(one));
  }
  return list.dump(2) + "\n";
}

}  // namespace

int run_params(const Options& options) {
  const auto rows = rows_of(options.target, options.second);
  if (!rows) return fail(rows.error());
  return deliver(options.json ? json_of(rows.value()) : text_of(rows.value()), options);
}

}  // namespace fw::cli
