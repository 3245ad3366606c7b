#include <nlohmann/json.hpp>

#include "core/template/template_io.h"
#include "core/template/text/shape.h"

namespace fw {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (value == static_cast<double>(static_cast<int64_t>(value))) return static_cast<int64_t>(value);
  return value;
}

Json json_of(const ParameterValue& value) {
  if (const double* d = std::get_if<double>(&value)) return number(*d);
  if (const std::string* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* range = std::get_if<std::array<double, 2>>(&value))
    return Json::array({number((*range)[0]), number((*range)[1])});
  if (const bool* yes = std::get_if<bool>(&value)) return *yes;
  if (const auto* words = std::get_if<std::vector<std::string>>(&value)) return *words;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return *numbers;
  return nullptr;
}

Json bounded(const Parameter& p, const char* type) {
  return {{"type", type}, {"minimum", number(p.min)}, {"maximum", number(p.max)}};
}

Json leaf_schema(const Parameter& p) {
  Json out;
  switch (p.type) {
    case ParameterType::integer:
      out = bounded(p, "integer");
      break;
    case ParameterType::number:
      out = bounded(p, "number");
      break;
    case ParameterType::range:
      out = {{"type", "array"}, {"items", bounded(p, "number")}, {"minItems", 2}, {"maxItems", 2}};
      break;
    case ParameterType::numbers:
      out = {{"type", "array"}, {"items", bounded(p, "number")}, {"maxItems", 16}};
      break;
    case ParameterType::yes_no:
      out = {{"type", "boolean"}};
      break;
    case ParameterType::place: {
      const Json point{{"type", "array"}, {"items", bounded(p, "number")}, {"minItems", 2}, {"maxItems", 2}};
      out = {{"anyOf", Json::array({point, {{"type", "string"}}})}};
      break;
    }
    case ParameterType::direction:
      out = {{"anyOf", Json::array({bounded(p, "number"), {{"type", "string"}, {"enum", p.choices}}})}};
      break;
    case ParameterType::colour:
      out = {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}};
      break;
    case ParameterType::words:
      out = {{"type", "array"},
             {"items", {{"type", "string"}, {"pattern", "^[a-z0-9_]+$"}}},
             {"maxItems", number(p.max)}};
      if (p.refers_to.empty() && !p.choices.empty()) out["items"] = {{"type", "string"}, {"enum", p.choices}};
      break;
    case ParameterType::texts:
      out = {{"type", "array"},
             {"items", {{"type", "string"}, {"maxLength", kMostCharacters}}},
             {"minItems", number(p.min)},
             {"maxItems", number(p.max)}};
      break;
    case ParameterType::reference:
      out = {{"type", "string"}, {"pattern", "^[a-z0-9_]*$"}, {"maxLength", 64}};
      break;
    case ParameterType::choice:
      out = {{"type", "string"}};
      if (p.refers_to.empty()) out["enum"] = p.choices;
      break;
    case ParameterType::shape:
    case ParameterType::class_key:
    case ParameterType::class_words:
      out = {{"type", "string"}};
      break;
    case ParameterType::runs:
      out = {{"type", "array"}, {"items", {{"type", "string"}}}, {"maxItems", number(p.max)}};
      break;
    case ParameterType::slug:
      out = {{"type", "string"}, {"minLength", 1}, {"maxLength", 64}, {"pattern", "^[a-z0-9_]+$"}};
      break;
    case ParameterType::name:
    case ParameterType::text:
      out = {{"type", "string"}, {"minLength", number(p.min)}, {"maxLength", number(p.max)}};
      if (p.type == ParameterType::name) out["pattern"] = "^(?!\\.{1,2}$)[^/\\\\]*$";
      break;
  }
  if (p.optional) out = {{"anyOf", Json::array({out, {{"type", "null"}}})}};
  out["description"] = p.unit.empty() ? p.help : p.help + " Unit: " + p.unit + ".";
  if (const Json value = json_of(default_value(p)); !p.required && !value.is_null()) out["default"] = value;
  return out;
}

Json group_schema(const TemplateShape& shape, bool top);

Json schema_of(const TemplateShape& shape) {
  if (shape.leaf) return leaf_schema(*shape.leaf);
  if (!shape.list) return group_schema(shape, false);
  return {{"type", "array"},
          {"description", shape.list->help},
          {"maxItems", shape.list->max_rows},
          {"items", group_schema(shape, false)}};
}

Json group_schema(const TemplateShape& shape, bool top) {
  Json properties = Json::object();
  Json needed = Json::array();
  if (top) {
    properties["$schema"] = {{"description", "A label for editors; never fetched."}};
    properties["format"] = {{"const", kTemplateFormat}, {"description", "Version of this file format."}};
    needed.push_back("format");
    properties["vocabulary"] = {
        {"type", "string"},
        {"description", "Rows below those of this template: a built-in vocabulary or a file beside it."}};
    properties["base"] = {
        {"type", "string"},
        {"description", "The template that this one differs from: a built-in one or a file beside it."}};
  }
  if (const TemplateShape* keyed = shape.keyed()) {
    Json value = leaf_schema(*keyed->leaf);
    value.erase("default");
    return {{"type", "object"},
            {"description", "By id of " + keyed->leaf->keys + "."},
            {"patternProperties", {{"^x-", Json::object()}, {"^(?!comment$)[a-z0-9_]+$", value}}},
            {"properties", {{"comment", Json::object()}}},
            {"additionalProperties", false}};
  }
  for (const TemplateShape& child : shape.children) {
    properties[child.key] = schema_of(child);
    if (child.leaf && child.leaf->required) needed.push_back(child.key);
  }
  properties["comment"] = {{"description", "For people; kept, not understood."}};
  Json out{{"type", "object"}, {"properties", properties}};
  if (top) {
    out["required"] = {"format"};
    out["anyOf"] = Json::array({{{"required", {"base"}}}, {{"required", needed}}});
  } else if (!needed.empty()) {
    out["required"] = needed;
  }
  out["patternProperties"] = {{"^x-", Json::object()}};
  out["additionalProperties"] = false;
  return out;
}

}  // namespace

std::string template_schema() {
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "Fieldwright template"}};
  schema.update(group_schema(template_shape(), true));
  return schema.dump(2) + "\n";
}

}  // namespace fw
