#include <algorithm>
#include <map>
#include <set>

#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/model/template/hand_words.h"
#include "core/model/template/site_measures.h"
#include "core/model/world/seat_standing.h"
#include "core/template/text/template_reader.h"

// What rows may name.
namespace fw {
namespace {

class Rules {
 public:
  Rules(const ReadTemplate& read, Problems& problems) : read_(read), t_(read.tmpl), problems_(problems) {}

  void run() {
    for (const Parameter& p : parameters())
      if (!p.refers_to.empty() && p.type != ParameterType::choice)
        each_place(p, t_, [&](ParameterPlace at) { references(p, at); });
    check_hand(read_, problems_);
    const std::vector<LandmarkRow>& kinds = t_.vocabulary.landmarks;
    size_t seats = 0;
    last_joined_ = kinds.size();
    for (size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k].role == LandmarkRole::seat && ++seats > 1)
        problem(path_of(k) + ".role", "found another seat, " + kinds[k].id + "; expected at most one");
      if (kinds[k].joins_tracks) last_joined_ = k;
    }
    for (size_t k = 0; k < kinds.size(); ++k) {
      if (kinds[k].role == LandmarkRole::guard && seats == 0)
        problem(path_of(k) + ".role", "found the guard " + kinds[k].id +
                                          " without a kind of the role seat, expected a seat in the table");
      site(k, kinds[k].site);
    }
  }

 private:
  void problem(const std::string& path, const std::string& what) {
    problems_.add(read_.node_at(path), path, what);
  }
  static std::string path_of(size_t kind) { return "landmarks[" + std::to_string(kind) + "]"; }

  /// Words that a value may hold besides ids.
  std::vector<std::string> words_beside(const Parameter& p, ParameterPlace at) const {
    std::vector<std::string> words(p.choices.begin(), p.choices.end());
    if (p.refers_to != "measure") return words;
    const std::string measure = measure_of(p, at);
    if (measure == "region") words.insert(words.end(), {"neutral", "controllable"});
    if (measure == "standing") words.insert(words.end(), kStandingSlugs.begin(), kStandingSlugs.end());
    if (measure == "island") words.insert(words.end(), {"main", "any"});
    if (measure == "biome_tag")
      for (const BiomeRow& row : t_.vocabulary.biomes)
        words.insert(words.end(), row.tags.begin(), row.tags.end());
    return words;
  }
  std::string measure_of(const Parameter& p, ParameterPlace at) const {
    const SiteRules& rules = t_.vocabulary.landmarks[at.row].site;
    if (p.path.find("require") != std::string::npos) return rules.require[at.inner].measure;
    return rules.cover.demand ? rules.cover.demand->measure : "";
  }

  /// The ids of a table, made once.
  const std::set<std::string>& ids_of(const std::string& table) {
    const auto [at, fresh] = ids_.try_emplace(table);
    if (fresh)
      for (std::string& id : table_ids(t_, table)) at->second.insert(std::move(id));
    return at->second;
  }

  /// The ids of a key of cells or pixels; `none` is no class.
  void key(const Parameter& p, ParameterPlace at, const std::string& text) {
    if (text.empty()) return;
    const auto read = read_hand_key(text);
    if (!read) return problem(concrete_path(p, t_, at), read.error().message);
    const std::string table = referred_table(p, t_, at);
    if (table.empty()) return;
    for (const auto& [sign, id] : read.value())
      if (id != kPaintNone && !ids_of(table).contains(id))
        problem(concrete_path(p, t_, at), "found " + json_string(json::shortened(id)) +
                                              ", expected the id of a row of " + table +
                                              did_you_mean(id, table_ids(t_, table)));
  }

  void references(const Parameter& p, ParameterPlace at) {
    const ParameterValue value = p.get(t_, at);
    if (p.type == ParameterType::class_key) return key(p, at, std::get<std::string>(value));
    std::vector<std::string> named;
    if (const std::string* id = std::get_if<std::string>(&value)) named = {*id};
    if (const auto* ids = std::get_if<std::vector<std::string>>(&value)) named = *ids;
    if (named.empty()) return;
    const std::string table = referred_table(p, t_, at);
    const std::set<std::string>& ids = ids_of(table);
    const std::vector<std::string> beside = words_beside(p, at);
    for (const std::string& id : named) {
      if (ids.contains(id) || std::find(beside.begin(), beside.end(), id) != beside.end()) continue;
      std::vector<std::string> known = table_ids(t_, table);
      known.insert(known.end(), beside.begin(), beside.end());
      std::string list;
      constexpr size_t kMostShown = 60;
      for (size_t k = 0; k < std::min(known.size(), kMostShown); ++k)
        if (!known[k].empty()) list += (list.empty() ? "" : ", ") + known[k];
      if (known.size() > kMostShown) list += ", ...";
      problem(concrete_path(p, t_, at), "found " + json_string(json::shortened(id)) + ", expected " +
                                            (table.empty() ? "" : "the id of a row of " + table + ": ") +
                                            (list.empty() ? "none" : list) + did_you_mean(id, known));
    }
  }

  void site(size_t k, const SiteRules& rules) {
    const std::string path = path_of(k) + ".site.";
    for (size_t i = 0; i < rules.require.size(); ++i)
      condition(k, rules.require[i], path + "require[" + std::to_string(i) + "]");
    for (size_t i = 0; i < rules.prefer.size(); ++i)
      measure(k, rules.prefer[i].measure, path + "prefer[" + std::to_string(i) + "].measure", true);
    if (rules.cover.demand) condition(k, *rules.cover.demand, path + "cover.demand");
  }

  void condition(size_t k, const SiteCondition& c, const std::string& path) {
    if (!measure(k, c.measure, path + ".measure", false)) return;
    const SiteMeasure* known = find_measure(c.measure);
    const bool ids = known && known->kind == MeasureKind::ids;
    const bool limits = c.min || c.max || c.above || c.below;
    if (ids && (limits || c.in.empty()))
      problem(path, "found " + std::string(limits ? "limits" : "no ids") + " for the measure " + c.measure +
                        ", expected \"in\" with ids");
    if (!ids && (!limits || !c.in.empty()))
      problem(path, "found " + std::string(limits ? "ids" : "no limit") + " for the measure " + c.measure +
                        ", expected min, max, above or below");
  }

  /// Whether the kind may read the measure; a problem if not.
  bool measure(size_t k, const std::string& slug, const std::string& path, bool number) {
    if (const auto other = distance_to_kind(slug)) return distance(k, std::string(*other), slug, path);
    const SiteMeasure* known = find_measure(slug);
    if (!known || (number && known->kind == MeasureKind::ids)) {
      std::vector<std::string> slugs;
      for (const SiteMeasure& m : kSiteMeasures)
        if (!number || m.kind == MeasureKind::number) slugs.emplace_back(m.slug);
      problem(path, "found " + json_string(json::shortened(slug)) + ", expected a measure" +
                        (number ? " that is a number" : "") + did_you_mean(slug, slugs));
      return false;
    }
    const bool early = last_joined_ < t_.vocabulary.landmarks.size() && k <= last_joined_;
    const bool after = known->after_tracks || slug == "biome" || slug == "biome_tag";
    if (!after || !early) return true;
    problem(path, "found " + slug + ", which is known once tracks are laid after " +
                      t_.vocabulary.landmarks[last_joined_].id +
                      "; expected another measure, or the kind after that row");
    return false;
  }

  bool distance(size_t k, const std::string& other, const std::string& slug, const std::string& path) {
    const std::vector<LandmarkRow>& kinds = t_.vocabulary.landmarks;
    const std::optional<size_t> row = find_row(kinds, other);
    if (row && *row < k) return true;
    std::vector<std::string> before;
    for (size_t i = 0; i < k; ++i) before.push_back("to." + kinds[i].id + "_m");
    problem(path,
            "found " + json_string(json::shortened(slug)) +
                (row ? ", a kind that is placed " + std::string(*row == k ? "with" : "after") + " this one"
                     : std::string(", a kind that there is not")) +
                "; expected to.<kind>_m of a row above" + did_you_mean(slug, before));
    return false;
  }

  std::map<std::string, std::set<std::string>> ids_;
  const ReadTemplate& read_;
  const Template& t_;
  Problems& problems_;
  size_t last_joined_ = 0;
};

}  // namespace

void check_rules(const ReadTemplate& read, Problems& problems) {
  Rules(read, problems).run();
}

}  // namespace fw
