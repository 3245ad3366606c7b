#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "app/job/project/load.h"
#include "core/template/template_io.h"

namespace fw::cli {
namespace {

std::string list_text(bool json) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  std::string text;
  for (const BuiltinTemplate& builtin : builtin_templates()) {
    const Result<Template> tmpl = parse_template(builtin.text, builtin.name);
    if (!tmpl) continue;  // a test holds every built-in template valid
    const Template& t = tmpl.value();
    list.push_back({{"name", t.name}, {"seed", t.seed}, {"description", t.description}});
    text += t.name + std::string(t.name.size() < 24 ? 24 - t.name.size() : 1, ' ') + t.description + "\n";
  }
  return json ? list.dump(2) + "\n" : text;
}

/// A built-in template or vocabulary of that name, or null.
const BuiltinTemplate* find_text(const std::string& name) {
  if (const BuiltinTemplate* builtin = find_builtin(name)) return builtin;
  const std::vector<BuiltinTemplate>& words = builtin_vocabularies();
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const auto& row) { return row.name == name; });
  return found == words.end() ? nullptr : &*found;
}

}  // namespace

int run_templates(const Options& options) {
  if (options.schema) return deliver(template_schema(), options);
  if (options.reference) return deliver(template_reference(), options);
  if (options.flat && options.target.empty())
    return fail(
        {ErrorKind::usage, "--flat: found no template, expected a file or the name of a built-in one"});
  if (options.target.empty()) return deliver(list_text(options.json), options);
  if (options.flat) {
    const Result<Template> tmpl = load_template(options.target, {});
    return tmpl ? deliver(write_template(tmpl.value()), options) : fail(tmpl.error());
  }
  const BuiltinTemplate* builtin = find_text(options.target);
  if (builtin == nullptr && !builtin_in_place_of(options.target).empty())
    return fail({ErrorKind::io, no_template_text(options.target)});
  if (builtin == nullptr)
    return fail(
        {ErrorKind::usage,
         options.target + ": no built-in template has this name; 'fieldwright templates' lists them"});
  return deliver(std::string(builtin->text), options);
}

}  // namespace fw::cli
