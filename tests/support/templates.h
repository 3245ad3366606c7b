#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/template/template_io.h"

namespace fw::test {

/// A template that comes with the program, with settings as `--set` takes them.
inline Template builtin(std::string_view name, const std::vector<std::string>& settings = {}) {
  return parse_template_with(find_builtin(name)->text, name, settings).value();
}

/// Takes rivers, kinds of shore, ground plans and erosion out of a template with rivers, and what
/// stands beside them. Other templates stay as they are.
inline Template without_water(Template tmpl) {
  if (tmpl.water.rivers == Nature::none) return tmpl;
  tmpl.relief.erosion = Erosion::none;
  tmpl.water = {};
  tmpl.coast = {};
  tmpl.roads = {};
  tmpl.footprints = {};
  for (const char* id : {"harbour", "mill", "inn"})
    if (const auto row = find_row(tmpl.vocabulary.landmarks, id)) tmpl.vocabulary.landmarks[*row].count = 0;
  for (std::vector<PointClass>* classes : {&tmpl.resources, &tmpl.wildlife, &tmpl.enemies})
    std::erase_if(*classes, [](const PointClass& cls) { return cls.conditions.stated(); });
  return tmpl;
}

/// A template that comes with the program, without_water().
inline Template dry_template(std::string_view name) {
  return without_water(builtin(name));
}

/// Settings that take erosion, rivers and kinds of shore out of a template.
inline std::vector<std::string> dry_settings() {
  return {"relief.erosion=none", "water.rivers=none", "coast.types=none"};
}

/// The small, fast island with dry_settings(): what the settings state stays.
inline Template tiny(const std::vector<std::string>& settings = {}) {
  std::vector<std::string> dry = dry_settings();
  dry.insert(dry.end(), settings.begin(), settings.end());
  return builtin("Tiny", dry);
}

}  // namespace fw::test
