#include "app/job/search/search_plan.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/job/search/usual_values.h"
#include "app/job/usual/usual_table.h"
#include "core/base/hash.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPlanFormat = 1;
constexpr const char* kRecords[]{"known", "all"};

/// Which figures there are and when they are known: rows of another table mean something else.
std::string table_digest(const FigureTable& table) {
  std::string text;
  for (const SearchFigure& figure : table.figures)
    text += figure.name + " " + std::string(kKpiStageSlugs[static_cast<size_t>(figure.stage)]) + "\n";
  return sha256_hex(text);
}

std::string play_digest(const Template& tmpl) {
  return sha256_hex(play_of_figures(tmpl));
}

std::string texts_json(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  for (const std::string& text : texts) out.push_back(json_string(text));
  return json_array(out);
}

Error in_option(const std::string& option, const Error& error) {
  return {error.kind, option + ": " + error.message};
}

/// Whether a condition or the score has a NAME.pct.
bool asks_for_rank(const SearchPlan& plan) {
  const auto asks = [](const std::string& text) { return text.find(".pct") != std::string::npos; };
  return asks(plan.score) || std::any_of(plan.where.begin(), plan.where.end(), asks);
}

/// A member shortened for a message.
std::string shown(const Json* value) {
  if (value == nullptr) return "nothing";
  std::string text = value->dump();
  if (text.size() > 80) text = text.substr(0, 77) + "...";
  return text;
}

/// {"varies": "layout", "noise": 7, "place": 7}
std::string streams_json(const SeedStreams& streams) {
  JsonRow row;
  row.text("varies", kStreamSlugs[streams.varies]);
  for (size_t k = 0; k < kStreamSlugs.size(); ++k)
    if (k != streams.varies) row.raw(std::string(kStreamSlugs[k]), std::to_string(streams.fixed[k]));
  return row.str();
}

SeedStreams streams_of(const Json& json) {
  SeedStreams streams;
  for (size_t k = 0; k < kStreamSlugs.size(); ++k)
    if (json.at("varies") == std::string(kStreamSlugs[k]))
      streams.varies = k;
    else
      streams.fixed[k] = json.at(std::string(kStreamSlugs[k]));
  return streams;
}

/// {"resolution": 128, "margins": [0.04, null]}; null: infinite.
std::string preview_json(const SearchPreview& preview) {
  std::vector<std::string> margins;
  for (const double margin : preview.margins)
    margins.push_back(std::isfinite(margin) ? number_text(margin) : "null");
  return JsonRow().whole("resolution", preview.resolution).raw("margins", json_array(margins)).str();
}

SearchPreview preview_of(const Json& json) {
  SearchPreview preview{json.at("resolution"), {}};
  for (const Json& margin : json.at("margins"))
    preview.margins.push_back(margin.is_null() ? HUGE_VAL : margin.get<double>());
  return preview;
}

}  // namespace

SeedBundle seeds_of(const SearchPlan& plan, uint64_t seed) {
  return plan.streams ? plan.streams->with(seed) : SeedBundle::from_master(seed);
}

bool in_sample(uint64_t seed, std::string_view name, double share) {
  return static_cast<double>(derive(seed, name) >> 11) * 0x1p-53 < share;
}

Template without_seeds(Template tmpl) {
  std::string salt = std::move(tmpl.stream_seeds.salt);
  tmpl.seed = 0;
  tmpl.stream_seeds = {};
  tmpl.stream_seeds.salt = std::move(salt);
  return tmpl;
}

Template template_of(const SearchPlan& plan, uint64_t seed) {
  Template tmpl = without_seeds(plan.tmpl);
  tmpl.seed = seed;
  if (!plan.streams) return tmpl;
  const SeedBundle seeds = seeds_of(plan, seed);
  tmpl.stream_seeds.layout = seeds.layout;
  tmpl.stream_seeds.noise = seeds.noise;
  tmpl.stream_seeds.place = seeds.place;
  return tmpl;
}

Result<SearchRules> read_rules(const SearchPlan& plan, const Limits& limits, const Progress& progress) {
  SearchRules rules;
  rules.table = search_figures(plan.tmpl, plan.resolution);
  Result<UsualColumns> usual = asks_for_rank(plan)
                                   ? usual_values(plan.tmpl, plan.resolution, rules.table, limits, progress)
                                   : shipped_usual_values(plan.tmpl, plan.resolution, rules.table);
  if (!usual) return usual.error();
  rules.usual_worlds = std::move(usual).value();
  rules.table.usual = ascending_values(rules.usual_worlds);
  for (const std::string& text : plan.where) {
    Result<std::vector<ConditionPart>> parts = parse_condition(text, rules.table);
    if (!parts) return in_option("--where", parts.error());
    for (ConditionPart& part : parts.value()) rules.parts.push_back(std::move(part));
  }
  if (!plan.score.empty()) {
    Result<Formula> score = parse_sum(plan.score, rules.table);
    if (!score) return in_option(plan.maximise ? "--maximise" : "--minimise", score.error());
    rules.score = std::move(score).value();
  }
  for (const std::string& name : plan.diverse) {
    const std::optional<size_t> figure = rules.table.find(name);
    if (!figure)
      return Error{ErrorKind::usage, "--diverse: found " + name + ", which is no key figure" +
                                         did_you_mean(name, rules.table.names())};
    rules.diverse.push_back(*figure);
  }
  return rules;
}

std::string plan_json(const SearchPlan& plan) {
  std::string tmpl = write_template(without_seeds(plan.tmpl));
  while (!tmpl.empty() && tmpl.back() == '\n') tmpl.pop_back();
  std::vector<JsonMember> members{
      {"format", std::to_string(kPlanFormat)},
      {"version", json_string(FIELDWRIGHT_VERSION)},
      {"template_digest", json_string(template_digest(plan.tmpl))},
      {"play_digest", json_string(play_digest(plan.tmpl))},
      {"figures_digest", json_string(table_digest(search_figures(plan.tmpl, plan.resolution)))},
      {"resolution", std::to_string(plan.resolution)},
      {"seeds", json_string(seed_list_text(plan.seeds))},
      {"where", texts_json(plan.where)},
      {"score", plan.score.empty() ? "null" : json_string(plan.score)},
      {"goal", json_string(plan.maximise ? "maximise" : "minimise")},
      {"keep", std::to_string(plan.keep)},
      {"diverse", texts_json(plan.diverse)},
      {"limit", std::to_string(plan.limit)},
      {"record", json_string(kRecords[plan.record_all ? 1 : 0])}};
  if (plan.streams) members.push_back({"streams", streams_json(*plan.streams)});
  if (plan.preview) members.push_back({"preview", preview_json(*plan.preview)});
  members.push_back({"template", tmpl});
  return json_document(members);
}

std::string plan_digest(std::string_view plan_text) {
  return sha256_hex(plan_text);
}

std::string rows_digest(const SearchPlan& plan) {
  SearchPlan any = plan;
  any.seeds = {};
  return plan_digest(plan_json(any));
}

bool extends(const SearchPlan& plan, std::string_view earlier_text) {
  const Result<SearchPlan> earlier = parse_plan(earlier_text, "plan.json");
  if (!earlier || rows_digest(earlier.value()) != rows_digest(plan)) return false;
  return joined(plan.seeds, earlier.value().seeds).spans == plan.seeds.spans;
}

Result<SearchPlan> parse_plan(std::string_view text, const std::string& source) {
  const Json root = Json::parse(text, nullptr, false);
  const Error foreign{ErrorKind::io, source + ": is not the plan of a search"};
  if (root.is_discarded() || !root.is_object()) return foreign;
  try {
    if (root.at("format") != kPlanFormat || root.at("version") != FIELDWRIGHT_VERSION)
      return Error{ErrorKind::usage, source + ": made by version " + root.at("version").get<std::string>() +
                                         ", this is " FIELDWRIGHT_VERSION
                                         "; go on with that version or begin another folder"};
    SearchPlan plan;
    Result<Template> tmpl = parse_template(root.at("template").dump(), source);
    if (!tmpl) return tmpl.error();
    plan.tmpl = std::move(tmpl).value();
    plan.resolution = root.at("resolution");
    Result<SeedList> seeds = parse_seed_list(root.at("seeds").get<std::string>());
    if (!seeds) return foreign;
    plan.seeds = std::move(seeds).value();
    if (root.contains("streams")) plan.streams = streams_of(root.at("streams"));
    if (root.contains("preview")) plan.preview = preview_of(root.at("preview"));
    plan.where = root.at("where").get<std::vector<std::string>>();
    if (root.at("score").is_string()) plan.score = root.at("score");
    plan.maximise = root.at("goal") == "maximise";
    plan.keep = root.at("keep");
    plan.diverse = root.at("diverse").get<std::vector<std::string>>();
    plan.limit = root.at("limit");
    plan.record_all = root.at("record") == kRecords[1];
    return plan;
  } catch (const Json::exception&) {
    return foreign;
  }
}

std::string plan_difference(std::string_view one, std::string_view other) {
  const Json a = Json::parse(one, nullptr, false), b = Json::parse(other, nullptr, false);
  if (!a.is_object() || !b.is_object()) return "the whole text";
  for (const Json* members : {&a, &b})
    for (const auto& [key, ignored] : members->items()) {
      const Json* of_a = a.contains(key) ? &a.at(key) : nullptr;
      const Json* of_b = b.contains(key) ? &b.at(key) : nullptr;
      if (of_a != nullptr && of_b != nullptr && *of_a == *of_b) continue;
      return key + " (" + shown(of_a) + " against " + shown(of_b) + ")";
    }
  return "";
}

}  // namespace fw
