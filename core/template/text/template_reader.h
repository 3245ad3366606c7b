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

/// What is wrong with a template, one line each, with the place in the file or the --set that said it.
class Problems {
 public:
  Problems(const json::Source& source, const json::Source& vocabulary,
           const std::vector<std::string>& settings)
      : source_(source), vocabulary_(vocabulary), settings_(settings) {}

  void add(const json::Node& at, const std::string& path, const std::string& what);
  bool empty() const { return lines_.empty(); }
  Error error() const;
  /// The same by template path, for an editor.
  const Findings& findings() const { return findings_; }

 private:
  const json::Source& source_;
  const json::Source& vocabulary_;
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

/// A text that a template's "vocabulary" named.
struct VocabularyText {
  std::string name, text;
};
/// The tables of the vocabulary that the tree names, as its text has them; nothing where it names none.
Result<std::optional<json::Node>> vocabulary_tables(const json::Node& root, const json::Source& source,
                                                    VocabularyText& found);
/// Puts the rows of the vocabulary that the tree names under its own.
Result<json::Node> resolve_vocabulary(json::Node root, const json::Source& source, VocabularyText& found);
/// The tables of a built-in vocabulary as a tree; null if there is none.
const json::Node* builtin_vocabulary_tree(std::string_view name);
/// What messages offer to a template that states no rows.
inline constexpr std::string_view kFirstVocabulary = "classic";

/// Applies "path=value" number `index` to the tree.
Result<Done> apply_setting(json::Node& root, const std::string& setting, int index);

/// The text as a tree of the current format with the rows of its vocabulary and the settings.
Result<json::Node> load_tree(const json::Source& source, const std::vector<std::string>& settings,
                             VocabularyText& vocabulary);

enum class TreeOf {
  canonical,
  digest,      ///< without what is outside the digest
  everything,  ///< defaults too
};
json::Node template_tree(const Template& tmpl, TreeOf what);

}  // namespace fw
