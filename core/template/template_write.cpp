#include <algorithm>
#include <map>

#include "core/base/hash.h"
#include "core/model/number_text.h"
#include "core/template/template_io.h"
#include "core/template/template_reader.h"

namespace fw {
namespace {

constexpr size_t kLineWidth = 110;

std::string json_value(const ParameterValue& value) {
  if (const double* number = std::get_if<double>(&value)) return number_text(*number);
  if (const std::string* text = std::get_if<std::string>(&value)) return json::text_literal(*text);
  const auto& range = std::get<std::array<double, 2>>(value);
  return "[" + number_text(range[0]) + ", " + number_text(range[1]) + "]";
}

struct Line {
  std::string key;
  std::string value;
};

class Writer {
 public:
  Writer(const Template& tmpl, bool for_digest) : t_(tmpl), for_digest_(for_digest) {
    if (for_digest) return;
    for (const auto& [pointer, text] : tmpl.extras) {
      const size_t slash = pointer.rfind('/');
      extras_[pointer.substr(0, slash)].push_back({unescaped(pointer.substr(slash + 1)), text});
    }
  }

  std::string whole() const {
    std::vector<Line> lines;
    lines.push_back({"format", std::to_string(kTemplateFormat)});
    members(template_shape(), 0, "", 0, lines);
    for (size_t i = 1; i < lines.size(); ++i)  // the label of the schema leads
      if (lines[i].key == "$schema")
        std::rotate(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i),
                    lines.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return block(lines, 0, false) + "\n";
  }

 private:
  static std::string unescaped(const std::string& step) {
    std::string out;
    for (size_t i = 0; i < step.size(); ++i) {
      const bool escape = step[i] == '~' && i + 1 < step.size();
      out += !escape ? step[i] : step[++i] == '0' ? '~' : '/';
    }
    return out;
  }

  /// {"a": 1, "b": 2} on one line if it fits, else one member per line.
  static std::string block(const std::vector<Line>& lines, size_t depth, bool may_fold) {
    std::string folded = "{";
    for (const Line& line : lines)
      folded += (folded.size() > 1 ? ", " : "") + json::text_literal(line.key) + ": " + line.value;
    folded += "}";
    if (may_fold && folded.size() + 2 * depth < kLineWidth && folded.find('\n') == std::string::npos)
      return folded;
    const std::string indent(2 * (depth + 1), ' ');
    std::string out = "{\n";
    for (size_t i = 0; i < lines.size(); ++i)
      out += indent + json::text_literal(lines[i].key) + ": " + lines[i].value +
             (i + 1 < lines.size() ? ",\n" : "\n");
    return out + std::string(2 * depth, ' ') + "}";
  }

  void members(const TemplateShape& shape, size_t row, const std::string& pointer, size_t depth,
               std::vector<Line>& lines) const {
    for (const TemplateShape& child : shape.children) {
      if (child.leaf) {
        leaf(child, row, lines);
      } else if (child.list) {
        if (child.list->aside && (for_digest_ || child.list->size(t_) == 0)) continue;
        lines.push_back({child.key, list(child, pointer + "/" + child.key, depth + 1)});
      } else {
        std::vector<Line> inner;
        members(child, row, pointer + "/" + child.key, depth + 1, inner);
        if (!inner.empty() || !optional_group(child))
          lines.push_back({child.key, block(inner, depth + 1, true)});
      }
    }
    if (const auto it = extras_.find(pointer); it != extras_.end())
      lines.insert(lines.end(), it->second.begin(), it->second.end());
  }

  /// A group of a region's mix that nobody stated has no members at all.
  static bool optional_group(const TemplateShape& group) {
    return !group.children.empty() && group.children[0].leaf && !group.children[0].leaf->omit_zero;
  }

  void leaf(const TemplateShape& shape, size_t row, std::vector<Line>& lines) const {
    const Parameter& p = *shape.leaf;
    if (for_digest_ && !p.in_digest) return;
    const ParameterValue value = p.get(t_, row);
    if (std::holds_alternative<std::monostate>(value)) return;
    if (p.omit_zero && std::get<double>(value) == 0) return;
    lines.push_back({shape.key, json_value(value)});
  }

  std::string list(const TemplateShape& shape, const std::string& pointer, size_t depth) const {
    const size_t rows = shape.list->size(t_);
    if (rows == 0) return "[]";
    const std::string indent(2 * (depth + 1), ' ');
    std::string out = "[\n";
    for (size_t i = 0; i < rows; ++i) {
      std::vector<Line> lines;
      members(shape, i, pointer + "/" + std::to_string(i), depth + 1, lines);
      out += indent + block(lines, depth + 1, true) + (i + 1 < rows ? ",\n" : "\n");
    }
    return out + std::string(2 * depth, ' ') + "]";
  }

  const Template& t_;
  bool for_digest_;
  std::map<std::string, std::vector<Line>> extras_;
};

}  // namespace

std::string write_canonical(const Template& tmpl, bool for_digest) {
  return Writer(tmpl, for_digest).whole();
}

std::string write_template(const Template& tmpl) {
  return write_canonical(tmpl, false);
}

std::string template_part(const Template& tmpl, const std::vector<std::string>& prefixes) {
  std::string text;
  const auto add = [&](const Parameter& p, const std::string& path, size_t row) {
    const bool wanted = std::any_of(prefixes.begin(), prefixes.end(),
                                    [&](const std::string& prefix) { return path.starts_with(prefix); });
    if (!wanted) return;
    const ParameterValue value = p.get(tmpl, row);
    text += path + "=" + (std::holds_alternative<std::monostate>(value) ? "" : json_value(value)) + "\n";
  };
  for (const Parameter& p : parameters()) {
    const size_t brackets = p.path.find("[]");
    if (brackets == std::string::npos) {
      add(p, p.path, 0);
      continue;
    }
    const std::string list = p.path.substr(0, brackets);
    const std::string stem = list + "[";
    const bool possible = std::any_of(prefixes.begin(), prefixes.end(), [&](const std::string& prefix) {
      return stem.starts_with(prefix) || prefix.starts_with(stem);
    });
    if (!possible) continue;
    for (const ParameterList& rows : parameter_lists())
      if (rows.path == list)
        for (size_t row = 0; row < rows.size(tmpl); ++row)
          add(p, list + "[" + std::to_string(row) + "]" + p.path.substr(brackets + 2), row);
  }
  return text;
}

std::string template_digest(const Template& tmpl) {
  return sha256_hex(write_canonical(tmpl, true));
}

}  // namespace fw
