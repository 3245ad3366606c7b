#include <algorithm>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"
#include "core/base/suggest.h"
#include "core/template/path.h"
#include "core/template/text/template_reader.h"

// Where the values of format 1 stand in format 2.
namespace fw {
namespace {

using json::Kind;
using json::Node;

struct OldPath {
  std::string_view from;  ///< "*" stands for any one member
  std::string_view to;    ///< "*" for the same members in turn, "-1" for the last row; two paths: a blank
};

constexpr OldPath kOldPaths[] = {
    {"island.side_m", "frame.width_m frame.height_m"},
    {"island.land_fraction", "land.fraction"},
    {"island.coast_roughness", "land.roughness"},
    {"island.coast_scale_m", "land.scale_m"},
    {"island.height_max_m", "relief.height_max_m"},
    {"island.ridge", "relief.ridge"},
    {"island.north_massif", "relief.massif.weight"},
    {"factions.*", "factions.*.share"},
    {"biomes.*", "biomes.*.share"},
    {"danger.*", "danger.*.share"},
    {"danger_thresholds.*", "danger.*.threshold"},
    {"bands.*.*", "danger.*.*"},
    {"rarity.boss_rank", "rarities.boss.ladder.-1.least_rank"},
    {"rarity.*", "rarities.*.count"},
    {"landmarks.*", "landmarks.*.count"},
    {"spacing.landmark_any_m", "landmarks.*.others_m"},
    {"spacing.boss_m", "rarities.boss.spacing_m"},
    {"spacing.named_m", "rarities.named.spacing_m"},
    {"spacing.elite_m", "rarities.elite.spacing_m"},
    {"spacing.enemy_from_settlement_m", "landmarks.settlement.keep_enemies_m"},
    {"spacing.*_m", "landmarks.*.spacing_m"},
};
constexpr std::string_view kAnyLandmark = "spacing.landmark_any_m";
constexpr double kUsualAny_m = 260;  ///< the default of kAnyLandmark

/// What "*" of a step stands for; nothing where the step does not fit.
std::optional<std::string> matched(std::string_view pattern, std::string_view step) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == step ? std::optional<std::string>("") : std::nullopt;
  const std::string_view tail = pattern.substr(star + 1);
  if (step.size() <= tail.size() || !step.ends_with(tail)) return std::nullopt;
  return std::string(step.substr(0, step.size() - tail.size()));
}

/// The members that the stars stand for, of a pattern's first steps; nothing where they do not fit.
std::optional<std::vector<std::string>> stars_of(const std::vector<std::string>& pattern,
                                                 const std::vector<std::string>& steps) {
  if (steps.size() > pattern.size()) return std::nullopt;
  std::vector<std::string> stars;
  for (size_t i = 0; i < steps.size(); ++i) {
    std::optional<std::string> star = matched(pattern[i], steps[i]);
    if (!star) return std::nullopt;
    if (pattern[i].find('*') != std::string::npos) stars.push_back(std::move(*star));
  }
  return stars;
}

Node* row_named(Node& table, std::string_view id) {
  for (Node& row : table.items)
    if (const Node* own = row.find("id"); own && own->text == id) return &row;
  return nullptr;
}

/// Whether the table parameter has a member of that path: no row of it gets what no row may have.
bool is_member(const TemplateShape* shape, const std::vector<std::string>& steps, size_t from) {
  for (size_t i = from; i < steps.size() && shape; ++i)
    if (steps[i] != "-1") shape = shape->find(steps[i]);
  return shape && shape->leaf;
}

/// States a value at a path of the current format; false where there is no such place.
bool state(Node& root, const std::vector<std::string>& steps, const Node& value) {
  Node* at = &root;
  const TemplateShape* shape = template_shape().find(steps[0]);
  if (!shape || !is_member(shape, steps, shape->list ? 2 : 1)) return false;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (at->kind == Kind::array) {
      at = steps[i] == "-1" ? (at->items.empty() ? nullptr : &at->items.back()) : row_named(*at, steps[i]);
      if (!at) return false;
      continue;
    }
    if (at->kind != Kind::object) return false;
    Node* member = at->find(steps[i]);
    if (!member) {
      member = &at->members.emplace_back(json::Member{steps[i], value.offset, {}}).value;
      member->kind = Kind::object;
      member->offset = value.offset;
      member->setting = value.setting;
    }
    at = member;
  }
  *at = value;
  return true;
}

/// The old distance to any other landmark, in proportion for every kind.
void scale_other_landmarks(Node& root, const Node& value) {
  Node* kinds = root.find("landmarks");
  if (!kinds) return;
  const Node* first = builtin_vocabulary_tree(kFirstVocabulary)->find("landmarks");
  for (Node& row : kinds->items) {
    const Node* id = row.find("id");
    double usual = kUsualAny_m;
    for (const Node& known : first->items)
      if (id && known.find("id")->text == id->text) usual = known.find("others_m")->number;
    Node scaled = value;
    if (value.kind == Kind::number) {
      scaled.number = value.number * usual / kUsualAny_m;
      scaled.text = number_text(scaled.number);
    }
    if (Node* own = row.find("others_m"))
      *own = std::move(scaled);
    else
      row.members.push_back({"others_m", value.offset, std::move(scaled)});
  }
}

/// A value at one old path; false where nothing stands for it.
bool put_scalar(Node& root, const std::string& path, const Node& value) {
  if (path == kAnyLandmark) return scale_other_landmarks(root, value), true;
  const std::vector<std::string> steps = path_steps(path);
  for (const OldPath& old : kOldPaths) {
    const std::vector<std::string> pattern = path_steps(old.from);
    const auto stars = stars_of(pattern, steps);
    if (!stars || steps.size() != pattern.size()) continue;
    std::string to(old.to);
    for (const std::string& star : *stars) to.replace(to.find('*'), 1, star);
    const size_t blank = to.find(' ');
    const bool stated = state(root, path_steps(to.substr(0, blank)), value);
    return stated && (blank == std::string::npos || state(root, path_steps(to.substr(blank + 1)), value));
  }
  return false;
}

/// What may stand in a group of format 1, for a message.
std::vector<std::string> known_members(const Node& root, const std::string& path) {
  std::vector<std::string> steps = path_steps(path);
  std::vector<std::string> names;
  for (const OldPath& old : kOldPaths) {
    const std::vector<std::string> pattern = path_steps(old.from);
    if (pattern.size() <= steps.size() || !stars_of(pattern, steps)) continue;
    const std::string& next = pattern[steps.size()];
    const size_t star = next.find('*');
    if (star == std::string::npos) {
      names.push_back(next);
      continue;
    }
    const std::vector<std::string> to = path_steps(old.to);
    const TemplateShape* table = template_shape().find(to[0]);
    if (steps.size() == 2)
      for (const std::string& key : table->keys()) names.push_back(key);
    else if (const Node* rows = root.find(to[0]))
      for (const Node& row : rows->items)
        if (const Node* id = row.find("id")) names.push_back(id->text + next.substr(star + 1));
  }
  return names;
}

/// A mix that is stated gives the rows that it leaves out no share.
void clear_main_column(Node& root, const std::string& table, const Node& group) {
  Node* rows = root.find(table);
  const TemplateShape* shape = template_shape().find(table);
  if (!rows || !shape || !shape->list || shape->list->main_column.empty()) return;
  const std::string& column = shape->list->main_column;
  const bool counts = shape->find(column)->leaf->optional;
  rows->offset = group.offset;
  rows->setting = group.setting;
  rows->of_vocabulary = false;
  for (Node& row : rows->items) {
    std::erase_if(row.members, [&](const json::Member& m) { return m.key == column; });
    if (counts) continue;
    Node none = Node::of_number(0);
    none.offset = group.offset;
    none.setting = group.setting;
    row.members.push_back({column, group.offset, std::move(none)});
  }
}

/// "comment" and "x-..." of a group that is no more.
void keep_extra(Node& root, const std::string& path, const json::Member& m) {
  const std::string key = "x-" + path + "-" + m.key;
  if (!root.find(key)) root.members.push_back({key, m.key_offset, m.value});
}

}  // namespace

bool is_old_path(std::string_view path) {
  const std::vector<std::string> steps = path_steps(path);
  return std::any_of(std::begin(kOldPaths), std::end(kOldPaths),
                     [&](const OldPath& old) { return stars_of(path_steps(old.from), steps).has_value(); });
}

std::optional<OldPathProblem> put_old(Node& root, const std::string& path, const Node& value) {
  const std::vector<std::string> steps = path_steps(path);
  const bool group = std::any_of(std::begin(kOldPaths), std::end(kOldPaths), [&](const OldPath& old) {
    const std::vector<std::string> pattern = path_steps(old.from);
    return pattern.size() > steps.size() && stars_of(pattern, steps);
  });
  if (!group) {
    if (put_scalar(root, path, value)) return std::nullopt;
    std::string names;
    const std::vector<std::string> known = known_members(root, group_of(path));
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    const std::string literal = json_string(json::shortened(member_of(path)));
    const std::string shown = group_of(path) + "." + literal.substr(1, literal.size() - 2);
    return OldPathProblem{&value, shown,
                          "found the unknown key " + literal + ", expected one of " + names +
                              did_you_mean(member_of(path), known)};
  }
  if (value.kind != Kind::object)
    return OldPathProblem{&value, path, "found " + json::found_text(value) + ", expected an object"};
  if (steps.size() == 1) clear_main_column(root, path, value);
  for (const json::Member& m : value.members) {
    if (is_extra_key(m.key, false)) {
      keep_extra(root, path, m);
      continue;
    }
    if (m.key.find_first_of(".[]") == std::string::npos) {
      std::optional<OldPathProblem> problem = put_old(root, path + "." + m.key, m.value);
      if (!problem) continue;
      return problem;
    }
    return OldPathProblem{&m.value, path, "found the unknown key " + json_string(json::shortened(m.key))};
  }
  return std::nullopt;
}

}  // namespace fw
