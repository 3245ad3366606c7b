#include "core/template/parameters.h"

#include "core/model/number_text.h"
#include "core/template/parameter_rows.h"

namespace fw {
namespace {

const table::Builder& whole_table() {
  static const table::Builder built = [] {
    table::Builder t;
    table::add_world_rows(t);
    table::add_content_rows(t);
    table::add_stream_seed_rows(t);
    table::add_view_rows(t);
    return t;
  }();
  return built;
}

std::string unit_text(const Parameter& p) {
  return p.unit.empty() ? "" : " (" + p.unit + ")";
}

std::string bounds_text(const Parameter& p) {
  return number_text(p.min) + " to " + number_text(p.max);
}

}  // namespace

const std::vector<Parameter>& parameters() {
  return whole_table().rows;
}
const std::vector<ParameterList>& parameter_lists() {
  return whole_table().lists;
}

ParameterValue default_value(const Parameter& parameter) {
  Template empty;
  for (const ParameterList& list : parameter_lists())
    if (parameter.path.starts_with(list.path + "[]")) list.resize(empty, 1);
  return parameter.get(empty, 0);
}

std::string expected_text(const Parameter& p) {
  switch (p.type) {
    case ParameterType::integer:
      return "a whole number from " + bounds_text(p) + unit_text(p);
    case ParameterType::number:
      return "a number from " + bounds_text(p) + unit_text(p);
    case ParameterType::range:
      return "two numbers [low, high] from " + bounds_text(p) + unit_text(p) + ", low not above high";
    case ParameterType::slug:
      return "a slug of 1 to 64 characters out of a-z, 0-9 and _";
    case ParameterType::name:
      return "text of " + bounds_text(p) + " characters without slashes, control characters and direction marks; not . or ..";
    case ParameterType::text:
      return "text of " + bounds_text(p) + " characters without control characters and direction marks";
    case ParameterType::choice:
      break;
  }
  std::string words;
  for (const std::string_view word : p.choices)
    words += (words.empty() ? "" : ", ") + (word.empty() ? std::string("\"\"") : std::string(word));
  return "one of " + words;
}

}  // namespace fw
