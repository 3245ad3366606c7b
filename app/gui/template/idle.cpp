#include "app/gui/template/idle.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>
#include <string_view>

#include "app/gui/template/look.h"

namespace fw {
namespace {

/// What a parameter, or all below a group (ends in "."), needs to do something.
struct Need {
  std::string_view path;                    ///< a parameter's pattern, or its beginning
  std::string_view choice;                  ///< the parameter that decides; ".update" = a member of its group
  std::array<std::string_view, 3> words{};  ///< of the choice, one of which it needs; none: a number above 0
};

constexpr std::array kNeeds{
    Need{"land.fraction", "land.shape", {"island", "archipelago", "coast"}},
    Need{"land.roughness", "land.shape", {"island", "archipelago", "coast"}},
    Need{"land.detail", "land.shape", {"island", "archipelago", "coast"}},
    Need{"land.drowned", "land.shape", {"island", "archipelago", "coast"}},
    Need{"land.superellipse", "land.shape", {"island", "archipelago"}},
    Need{"land.islets", "land.shape", {"island", "archipelago", "coast"}},
    Need{"land.islet", "land.islets", {}},
    Need{"land.stretch", "land.shape", {"island"}},
    Need{"land.islands", "land.shape", {"archipelago"}},
    Need{"land.evenness", "land.shape", {"archipelago"}},
    Need{"land.strait_m", "land.shape", {"archipelago"}},
    Need{"land.sea_sides", "land.shape", {"coast"}},
    Need{"relief.massif.towards", "relief.massif.weight", {}},
    Need{"relief.valley_m", "relief.erosion", {"fluvial"}},
    Need{"relief.cliffs", "relief.erosion", {"fluvial"}},
    Need{"relief.plains", "relief.erosion", {"fluvial"}},
    Need{"regions.neutral_at", "regions.neutral", {}},
    Need{"water.runoff_mm", "water.rivers", {"natural"}},
    Need{"water.width_scale", "water.rivers", {"natural"}},
    Need{"lakes.", "water.rivers", {"natural"}},
    Need{"coast.depth_max_m", "coast.types", {"natural"}},
    Need{"noise.*.drift_per_s", ".update", {"drift"}},
    Need{"noise.*.cycle_s", ".update", {"resample"}},
    Need{"landmarks[].standing_labels", ".role", {"seat"}},
};

bool is_of(const Parameter& p, std::string_view path) {
  return path.ends_with('.') ? p.path.starts_with(path) : p.path == path || p.pattern == path;
}

const Parameter* decider_of(const Parameter& p, std::string_view choice) {
  const std::string path =
      choice.starts_with('.') ? group_of(p.path) + std::string(choice) : std::string(choice);
  const auto& all = parameters();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Parameter& one) { return one.path == path; });
  return found == all.end() ? nullptr : &*found;
}

bool is_met(const Need& need, const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return *number > 0;
  const std::string* word = std::get_if<std::string>(&value);
  return word && std::find(need.words.begin(), need.words.end(), *word) != need.words.end();
}

QString reason_of(const Need& need, const Parameter& decider) {
  const auto told = [](const char* text) { return QCoreApplication::translate("fw::Idle", text); };
  if (need.words.front().empty()) return told("Only with %1 above 0").arg(title_of(decider));
  QStringList words;
  for (const std::string_view word : need.words)
    if (!word.empty()) words.push_back(word_shown(std::string(word)));
  return told("Only with %1: %2").arg(title_of(decider), words.join(told(" or ")));
}

}  // namespace

QString idle_reason(const Place& place, const Template& tmpl) {
  for (const Need& need : kNeeds) {
    if (!is_of(*place.parameter, need.path)) continue;
    const Parameter* decider = decider_of(*place.parameter, need.choice);
    if (decider && is_there({decider, place.at}, tmpl) && !is_met(need, decider->get(tmpl, place.at)))
      return reason_of(need, *decider);
  }
  return {};
}

}  // namespace fw
