#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/finding.h"
#include "core/template/json_tree.h"
#include "core/template/shape.h"

// From a JSON tree to a Template; private to this room.
namespace fw {

/// What is wrong with a template, one line each, with the place in the file or the --set that said it.
class Problems {
 public:
  Problems(const json::Source& source, const std::vector<std::string>& settings)
      : source_(source), settings_(settings) {}

  void add(const json::Node& at, const std::string& path, const std::string& what);
  bool empty() const { return lines_.empty(); }
  Error error() const;
  /// The same by template path, for an editor.
  const Findings& findings() const { return findings_; }

 private:
  const json::Source& source_;
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

/// Brings a tree of an older format to the current one, one pure step per version.
Result<json::Node> migrate(json::Node root, const json::Source& source);

/// Applies "path=value" number `index` to the tree.
Result<Done> apply_setting(json::Node& root, const std::string& setting, int index);

/// The canonical text; without = leave out what is outside the digest.
std::string write_canonical(const Template& tmpl, bool for_digest);

}  // namespace fw
