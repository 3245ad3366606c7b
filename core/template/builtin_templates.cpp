#include <algorithm>

#include "core/template/builtin_texts.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

/// Built-in templates of earlier versions.
struct GoneTemplate {
  std::string_view name;
  std::string_view in_its_place;
};
constexpr GoneTemplate kGoneTemplates[] = {
    {"WindswardRivers", "WindswardLike"},
    {"ShatteredRivers", "ShatteredMountainLike"},
    {"EdengroveRivers", "EdengroveLike"},
};

}  // namespace

const std::vector<BuiltinTemplate>& builtin_templates() {
  static const std::vector<BuiltinTemplate> all = builtin_texts();
  return all;
}

const std::vector<BuiltinTemplate>& builtin_vocabularies() {
  static const std::vector<BuiltinTemplate> all = builtin_vocabulary_texts();
  return all;
}

const BuiltinTemplate* find_builtin(std::string_view name) {
  for (const BuiltinTemplate& t : builtin_templates())
    if (same_ignoring_case(t.name, name)) return &t;
  return nullptr;
}

std::string_view builtin_in_place_of(std::string_view name) {
  for (const GoneTemplate& gone : kGoneTemplates)
    if (same_ignoring_case(gone.name, name)) return gone.in_its_place;
  return "";
}

}  // namespace fw
