#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/template/text/json_tree.h"
#include "core/template/text/shape.h"

// From a JSON tree to a Template; private to this room.
namespace fw {

/// How far shares may sum from 1.
inline constexpr double kSumTolerance = 1e-6;

/// A text that a template names: its vocabulary, the template that it differs from, or one of theirs.
struct NamedText {
  std::string name, text;
  bool is_base = false;
};
using NamedTexts = std::vector<NamedText>;
/// The text that a node's offset counts in.
json::Source source_of(const json::Node& node, const json::Source& own, const NamedTexts& named);

/// What is wrong with a template, one line each, with the place in the file or the --set that said it.
class Problems {
 public:
  Problems(const json::Source& source, const NamedTexts& named, const std::vector<std::string>& settings)
      : source_(source), named_(named), settings_(settings) {}

  void add(const json::Node& at, const std::string& path, const std::string& what,
           std::vector<Cure> cures = {});
  bool empty() const { return lines_.empty(); }
  Error error() const;
  /// The same by template path, for an editor.
  const Findings& findings() const { return findings_; }

 private:
  const json::Source& source_;
  const NamedTexts& named_;
  const std::vector<std::string>& settings_;
  std::vector<std::string> lines_;
  Findings findings_;
};

/// A template with the node that stated each path, for messages about combinations.
struct ReadTemplate {
  Template tmpl;
  const json::Node* root = nullptr;
  std::map<std::string, const json::Node*> stated;

  /// The node of the path or of its nearest stated ancestor.
  const json::Node& node_at(std::string path) const;
};

/// Kept but not understood: "comment", "x-...", and "$schema" at the top.
bool is_extra_key(std::string_view key, bool top);

/// What becomes of a value that its row refuses: a problem, or the value itself where an editor may hold it.
enum class Refused { told, kept };

/// Reads every stated value; each is checked against its row.
ReadTemplate read_tree(const json::Node& root, Problems& problems, Refused refused = Refused::told);

/// Rules between values: sums, order, uniqueness, numbers of regions.
void check_combinations(const ReadTemplate& read, Problems& problems);

/// Ids that values name, and the rules of landmarks: a part of check_combinations().
void check_rules(const ReadTemplate& read, Problems& problems);

/// What rows of the hand name and where they lie: a part of check_rules().
void check_hand(const ReadTemplate& read, Problems& problems);

/// Conditions on what the template switches off, lakes and ground plans that are too large: a part of
/// check_combinations().
void check_conditions(const ReadTemplate& read, Problems& problems);
/// Rows of the export that say one thing twice, or name ground that there is not: a part of
/// check_combinations().
void check_exports(const ReadTemplate& read, Problems& problems);
/// Rows of `tactics` that contradict themselves or each other: a part of check_combinations().
void check_tactics(const ReadTemplate& read, Problems& problems);
void check_ecology(const ReadTemplate& read, Problems& problems);

/// Rows of the calendar's curves, and a start within the year: a part of check_combinations().
void check_calendar(const ReadTemplate& read, Problems& problems);

/// The tables of the vocabulary that the tree names, as its text has them; nothing where it names none.
Result<std::optional<json::Node>> vocabulary_tables(const json::Node& root, const json::Source& source,
                                                    NamedTexts& found);
/// Puts the rows of the vocabulary that the tree names under its own.
Result<json::Node> resolve_vocabulary(json::Node root, const json::Source& source, NamedTexts& found);

/// Longest chain of templates of which each is the base of the one before.
inline constexpr size_t kMostBases = 8;
/// The template that the tree names as its "base", with the bases and vocabularies of its own in it; nothing
/// where it names none.
Result<std::optional<json::Node>> base_tree(const json::Node& root, const json::Source& source,
                                            NamedTexts& found);
/// Puts what the base or the vocabulary states that the tree names under its own values.
Result<json::Node> resolve_names(json::Node root, const json::Source& source, NamedTexts& found);

/// What is refused of the template's "format"; nothing if it is read.
Result<Done> check_format(const json::Node& root, const json::Source& source);
/// The text of the file of that name in the folder of the template, and its path; nothing where it cannot be
/// read or is no plain name.
std::optional<std::string> read_beside(std::string_view template_name, std::string_view name,
                                       std::string& path);
/// Says of a tree that it stands in the k-th text that the template names.
void mark_source(json::Node& node, size_t k);
/// Members of `own` take the place of those of `below`; groups member by member.
void lay_over(json::Node& below, const json::Node& own);
/// Rows of `own` over those of the same name (the member `key`); new ones follow. A row twice stays twice,
/// which is refused later.
json::Node merged_rows(const json::Node& rows, const json::Node& own, std::string_view key);
/// The tables of a built-in vocabulary as a tree; null if there is none.
const json::Node* builtin_vocabulary_tree(std::string_view name);
/// What messages offer to a template that states no rows.
inline constexpr std::string_view kFirstVocabulary = "classic";

/// Applies "path=value" number `index` to the tree.
Result<Done> apply_setting(json::Node& root, const std::string& setting, int index);

/// The text as a tree of the current format with what it names in it and the settings.
Result<json::Node> load_tree(const json::Source& source, const std::vector<std::string>& settings,
                             NamedTexts& named);

enum class TreeOf {
  canonical,
  digest,      ///< without what is outside the digest
  everything,  ///< defaults too
};
json::Node template_tree(const Template& tmpl, TreeOf what);

}  // namespace fw
