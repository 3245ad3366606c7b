#include "core/template/template_edit.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/base/plain_text.h"
#include "core/template/path.h"
#include "core/template/template_base.h"
#include "core/template/template_io.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

constexpr int kMostPasses = 4;  // a value that others follow from is stated by the next pass
constexpr size_t kWidestLine = 110;
constexpr std::string_view kVocabularyKey = "vocabulary";

bool alike(const Node* a, const Node* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return json::write(*a) == json::write(*b);
}

const Node* member(const Node* node, std::string_view key) {
  return node == nullptr ? nullptr : node->find(key);
}

/// How a file is laid out.
struct Layout {
  std::string newline = "\n";
  std::string unit = "  ";   ///< one step of indentation
  std::string colon = ": ";  ///< between a key and its value
  std::string comma = ", ";  ///< between values on one line
  bool over_lines = true;    ///< the members of the whole stand on lines of their own
};

bool has_line_end(std::string_view text) {
  return text.find('\n') != std::string_view::npos;
}

/// The first two values of one list or object that stand on one line, as what is between them; "" for none.
std::string inline_comma(const Node& node, std::string_view text) {
  const bool object = node.kind == Kind::object;
  const size_t count = object ? node.members.size() : node.items.size();
  for (size_t k = 0; k < count; ++k) {
    const Node& value = object ? node.members[k].value : node.items[k];
    if (k + 1 < count) {
      const size_t next = object ? node.members[k + 1].key_offset : node.items[k + 1].offset;
      const std::string_view between = text.substr(value.end, next - value.end);
      if (!has_line_end(between)) return std::string(between);
    }
    if (std::string inner = inline_comma(value, text); !inner.empty()) return inner;
  }
  return "";
}

Layout layout_of(std::string_view text, const Node& root) {
  Layout layout;
  const size_t end = text.find('\n');
  if (end != std::string_view::npos && end > 0 && text[end - 1] == '\r') layout.newline = "\r\n";
  if (root.members.empty()) return layout;
  const json::Member& first = root.members.front();
  const std::string_view lead = text.substr(root.offset + 1, first.key_offset - root.offset - 1);
  layout.over_lines = has_line_end(lead);
  if (layout.over_lines && lead.size() > lead.rfind('\n') + 1)
    layout.unit = std::string(lead.substr(lead.rfind('\n') + 1));
  const std::string_view head = text.substr(first.key_offset, first.value.offset - first.key_offset);
  const std::string_view colon = head.substr(head.rfind('"') + 1);
  if (!has_line_end(colon)) layout.colon = std::string(colon);
  layout.comma = inline_comma(root, text);
  if (layout.comma.empty()) layout.comma = layout.colon.ends_with(' ') ? ", " : ",";
  return layout;
}

bool holds_rows(const Node& node) {
  if (node.kind == Kind::array)
    return std::any_of(node.items.begin(), node.items.end(),
                       [](const Node& item) { return item.kind == Kind::object; });
  return std::any_of(node.members.begin(), node.members.end(),
                     [](const json::Member& m) { return holds_rows(m.value); });
}

/// Values in the layout of a file.
class Printer {
 public:
  explicit Printer(const Layout& layout) : layout_(layout) {}

  std::string line(const Node& node) const {
    if (node.kind != Kind::object && node.kind != Kind::array) return json::write(node);
    const bool object = node.kind == Kind::object;
    std::string out(object ? "{" : "[");
    for (const Node& item : node.items) out += (out.size() > 1 ? layout_.comma : "") + line(item);
    for (const json::Member& m : node.members)
      out += (out.size() > 1 ? layout_.comma : "") + json_string(m.key) + layout_.colon + line(m.value);
    return out + (object ? "}" : "]");
  }

  /// As write_lines() does: rows each on a line, what fits on one.
  std::string lines(const Node& node, const std::string& indent) const {
    const bool object = node.kind == Kind::object;
    const bool rows = holds_rows(node);
    const std::string folded = line(node);
    if (node.one_line || (!object && !rows)) return folded;
    if (!rows && folded.size() + indent.size() < kWidestLine) return folded;
    return broken(node, indent,
                  [&](const Node& inner, const std::string& deeper) { return lines(inner, deeper); });
  }

  /// Every member of a row on a line of its own.
  std::string expanded(const Node& node, const std::string& indent) const {
    if (node.kind != Kind::object) return line(node);
    return broken(node, indent, [&](const Node& inner, const std::string&) { return line(inner); });
  }

 private:
  template <typename Inner>
  std::string broken(const Node& node, const std::string& indent, const Inner& inner) const {
    const bool object = node.kind == Kind::object;
    const std::string deeper = indent + layout_.unit;
    std::string out(object ? "{" : "["), lead = layout_.newline + deeper;
    const size_t count = object ? node.members.size() : node.items.size();
    if (count == 0) return line(node);
    for (size_t k = 0; k < count; ++k) {
      out += (k > 0 ? "," : "") + lead;
      if (object) out += json_string(node.members[k].key) + layout_.colon;
      out += inner(object ? node.members[k].value : node.items[k], deeper);
    }
    return out + layout_.newline + indent + (object ? "}" : "]");
  }

  const Layout& layout_;
};

/// A value of the template: what the vocabulary or the base states of it, what it was, what it is, and what
/// it is with all defaults. Null where there is none.
struct Sides {
  const Node* below = nullptr;
  const Node* was = nullptr;
  const Node* is = nullptr;
  const Node* full = nullptr;

  Sides of(std::string_view key) const {
    return {member(below, key), member(was, key), member(is, key), member(full, key)};
  }
};

Node object_of(std::vector<json::Member> members) {
  Node node;
  node.kind = Kind::object;
  node.members = std::move(members);
  return node;
}

const Node kNoObject = object_of({});
const Node kNoList = [] {
  Node node;
  node.kind = Kind::array;
  return node;
}();

const TemplateShape* child_of(const TemplateShape* shape, std::string_view key) {
  if (shape == nullptr) return nullptr;
  return shape->keyed() ? shape->keyed() : shape->find(key);
}

bool is_keyed(const TemplateShape* shape) {
  return shape != nullptr && shape->keyed() != nullptr;
}

/// Whether the list's rows go over those of a vocabulary or base by what names them.
bool is_laid_over(const TemplateShape* shape) {
  return shape != nullptr && shape->list != nullptr && !shape->list->key.empty() &&
         shape->list->path.find("[]") == std::string::npos;
}

/// What names a row; "" where nothing does.
std::string row_name(const Node& row, const std::string& key) {
  const Node* const name = key.empty() ? nullptr : row.find(key);
  return name == nullptr ? "" : name->kind == Kind::string ? name->text : json::write(*name);
}

const Node* row_named(const Node* list, const std::string& key, const std::string& name) {
  if (list == nullptr) return nullptr;
  for (const Node& row : list->items)
    if (row_name(row, key) == name) return &row;
  return nullptr;
}

/// The sides of a row of a list.
Sides sides_of_row(const Sides& s, const std::string& key, const std::string& name) {
  return {row_named(s.below, key, name), row_named(s.was, key, name), row_named(s.is, key, name),
          row_named(s.full, key, name)};
}

/// Places in `now` that rise with those in `was`: a longest series of equal names, as pairs (was, now).
std::vector<std::pair<size_t, size_t>> common_rows(const std::vector<std::string>& was,
                                                   const std::vector<std::string>& now) {
  std::map<std::string, size_t> place;
  for (size_t k = 0; k < was.size(); ++k) place.emplace(was[k], k);
  struct Step {
    size_t was, now, before;
  };
  std::vector<Step> steps;
  std::vector<size_t> best;  // by length - 1: the step that ends lowest
  for (size_t k = 0; k < now.size(); ++k) {
    const auto found = place.find(now[k]);
    if (found == place.end()) continue;
    const size_t at = found->second;
    const auto longer = std::lower_bound(best.begin(), best.end(), at,
                                         [&](size_t step, size_t value) { return steps[step].was < value; });
    steps.push_back({at, k, longer == best.begin() ? SIZE_MAX : *(longer - 1)});
    if (longer == best.end())
      best.push_back(steps.size() - 1);
    else
      *longer = steps.size() - 1;
  }
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t step = best.empty() ? SIZE_MAX : best.back(); step != SIZE_MAX; step = steps[step].before)
    pairs.emplace_back(steps[step].was, steps[step].now);
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

/// The names of rows, each once: what has none goes by its text, a second one by its count.
std::vector<std::string> names_of(const std::vector<Node>& rows, const std::string& key) {
  std::vector<std::string> names;
  std::map<std::string, int> seen;
  for (const Node& row : rows) {
    std::string name = row_name(row, key);
    name = name.empty() ? "=" + json::write(row) : "#" + name;
    const int before = seen[name]++;
    names.push_back(before == 0 ? name : name + "\n" + std::to_string(before));
  }
  return names;
}

/// One pass over a text.
class TextEdit {
 public:
  /// `has_base`: a value that becomes what is stated below it goes.
  TextEdit(std::string_view text, const Node& root, bool has_base)
      : text_(text), layout_(layout_of(text, root)), print_(layout_), has_base_(has_base) {}

  std::vector<std::string> overrides;  ///< "biomes.forest": rows of the vocabulary that the text states over

  /// `drop_vocabulary`: leaves the name of the vocabulary out.
  std::string whole(const Node& root, const Sides& sides, bool drop_vocabulary) {
    drop_vocabulary_ = drop_vocabulary;
    return std::string(text_.substr(0, root.offset)) + object(root, sides, &template_shape(), true) +
           std::string(text_.substr(root.end));
  }

 private:
  /// A member or item of a container as it will be written.
  struct Entry {
    size_t place = SIZE_MAX;  ///< in the text's container; none: a new one
    std::string key;          ///< with its colon; "" in a list
    std::string body;
  };

  /// A list or object of the text.
  struct Container {
    const Node& node;
    std::string first;                ///< before the first entry
    std::vector<std::string> before;  ///< before each further one, with its comma
    std::string last;                 ///< after the last entry
    bool broken = false;              ///< its entries stand on lines of their own
    std::string indent;               ///< of its entries' lines
  };

  std::string_view slice(size_t begin, size_t end) const { return text_.substr(begin, end - begin); }
  std::string slice(const Node& node) const { return std::string(slice(node.offset, node.end)); }

  /// The white space that the line of that place begins with.
  std::string indent_at(size_t offset) const {
    const size_t line = text_.rfind('\n', offset);
    const size_t begin = line == std::string_view::npos ? 0 : line + 1;
    const size_t end = text_.find_first_not_of(" \t", begin);
    return std::string(slice(begin, std::min(end, offset)));
  }

  Container container(const Node& node, bool parent_broken) const {
    Container c{node, "", {}, "", false, ""};
    const bool object = node.kind == Kind::object;
    const size_t count = object ? node.members.size() : node.items.size();
    const auto begin_of = [&](size_t k) {
      return object ? node.members[k].key_offset : node.items[k].offset;
    };
    const auto end_of = [&](size_t k) { return object ? node.members[k].value.end : node.items[k].end; };
    if (count == 0) {
      c.broken = parent_broken && layout_.over_lines;
      c.indent = indent_at(node.offset) + layout_.unit;
      if (c.broken) c.first = layout_.newline + c.indent;
      if (c.broken) c.last = layout_.newline + indent_at(node.offset);
      return c;
    }
    c.first = slice(node.offset + 1, begin_of(0));
    for (size_t k = 1; k < count; ++k) c.before.emplace_back(slice(end_of(k - 1), begin_of(k)));
    c.last = slice(end_of(count - 1), node.end - 1);
    c.broken = has_line_end(c.first);
    if (c.broken) c.indent = c.first.substr(c.first.rfind('\n') + 1);
    return c;
  }

  /// What stands between two entries where one of them is new.
  std::string separator(const Container& c, size_t place) const {
    if (!c.before.empty()) {
      const std::string& like = c.before[std::min(place == 0 ? 0 : place - 1, c.before.size() - 1)];
      const size_t comma = like.find(',');
      return one_line_end(like.substr(0, comma)) + "," + one_line_end(like.substr(comma + 1));
    }
    return c.broken ? "," + one_line_end(c.first) : layout_.comma;
  }
  /// White space from its last line end on.
  static std::string one_line_end(const std::string& space) {
    const size_t end = space.rfind('\n');
    if (end == std::string::npos) return space;
    return space.substr(end > 0 && space[end - 1] == '\r' ? end - 1 : end);
  }

  std::string put_together(const Container& c, const std::vector<Entry>& entries) const {
    const bool object = c.node.kind == Kind::object;
    std::string out(object ? "{" : "[");
    if (entries.empty()) return out + (object ? "}" : "]");
    size_t near = 0;  // the place of the text that new entries stand beside
    for (size_t k = 0; k < entries.size(); ++k) {
      const Entry& entry = entries[k];
      if (entry.place != SIZE_MAX) near = entry.place;
      const bool own = entry.place != SIZE_MAX && entry.place > 0;
      out += k == 0 ? c.first : own ? c.before[entry.place - 1] : separator(c, near);
      out += entry.key + entry.body;
    }
    return out + c.last + (object ? "}" : "]");
  }

  std::string printed(const Node& node, const Container& c) const {
    return c.broken ? print_.lines(node, c.indent) : print_.line(node);
  }

  /// The text of a value that the file states.
  std::string value(const Node& raw, const Sides& s, const TemplateShape* shape, const Container& c) {
    if (alike(s.was, s.is)) return slice(raw);
    if (raw.kind == Kind::object && s.is->kind == Kind::object &&
        (s.was == nullptr || s.was->kind == Kind::object))
      return object(raw, s, shape, c.broken);
    if (raw.kind == Kind::array && s.is->kind == Kind::array && is_laid_over(shape) && s.below != nullptr)
      return table(raw, s, shape, c.broken);
    if (raw.kind == Kind::array && s.is->kind == Kind::array) return list(raw, s, shape, c);
    return printed(*s.is, c);
  }

  std::string object(const Node& raw, const Sides& s, const TemplateShape* shape, bool parent_broken) {
    const Container c = container(raw, parent_broken);
    std::vector<Entry> entries;
    for (size_t k = 0; k < raw.members.size(); ++k) {
      const json::Member& m = raw.members[k];
      if (drop_vocabulary_ && shape == &template_shape() && m.key == kVocabularyKey) continue;
      Entry entry{k, std::string(slice(m.key_offset, m.value.offset)), slice(m.value)};
      const Sides inner = s.of(m.key);
      if (becomes_base(inner)) continue;
      if (inner.is != nullptr && !alike(inner.was, inner.is))
        entry.body = value(m.value, inner, child_of(shape, m.key), c);
      else if (inner.was != nullptr && inner.is == nullptr &&
               !without(m.value, inner, child_of(shape, m.key), c, entry))
        continue;
      entries.push_back(std::move(entry));
    }
    add_missing(raw, s, shape, c, entries);
    return put_together(c, entries);
  }

  /// Whether an edit took a value back to what the base states.
  bool becomes_base(const Sides& s) const {
    return has_base_ && !alike(s.was, s.is) && s.below != nullptr && alike(s.below, s.is);
  }

  /// The entry of a value that the template leaves out now: false where it goes.
  bool without(const Node& raw, Sides s, const TemplateShape* shape, const Container& c, Entry& entry) {
    if (raw.kind == Kind::object && s.was->kind == Kind::object && !is_keyed(shape)) {
      s.is = &kNoObject;
      entry.body = object(raw, s, shape, c.broken);
      return s.below != nullptr || entry.body != "{}";
    }
    if (s.below == nullptr) return false;
    entry.body = printed(default_of(s, shape), c);
    return true;
  }

  /// Says that a value of the vocabulary is the default.
  static Node default_of(const Sides& s, const TemplateShape* shape) {
    if (s.full != nullptr) return *s.full;
    if (shape != nullptr && shape->leaf != nullptr && !shape->leaf->keys.empty()) return Node::of_number(0);
    return shape != nullptr && shape->list != nullptr ? kNoList : Node{};
  }

  /// Entries for what the file does not state yet, each behind the one that comes before it in canonical
  /// order.
  void add_missing(const Node& raw, const Sides& s, const TemplateShape* shape, const Container& c,
                   std::vector<Entry>& entries) {
    if (s.is == nullptr) return;
    std::map<std::string, size_t> place;
    for (size_t k = 0; k < raw.members.size(); ++k) place.emplace(raw.members[k].key, k);
    size_t behind = SIZE_MAX;  // of the entries: the one that the next new one follows
    for (const json::Member& m : s.is->members) {
      if (const auto stated = place.find(m.key); stated != place.end()) {
        for (size_t k = 0; k < entries.size(); ++k)
          if (entries[k].place == stated->second) behind = k;
        continue;
      }
      if (alike(member(s.was, m.key), &m.value)) continue;
      const size_t at = behind == SIZE_MAX ? entries.size() : behind + 1;
      entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at),
                     {SIZE_MAX, json_string(m.key) + layout_.colon,
                      printed(fresh(s.of(m.key), child_of(shape, m.key)), c)});
      behind = at;
    }
    if (s.below == nullptr || s.was == nullptr) return;
    for (const json::Member& m : s.was->members) {
      const Sides inner = s.of(m.key);
      if (raw.find(m.key) != nullptr || inner.is != nullptr || inner.below == nullptr) continue;
      entries.push_back({SIZE_MAX, json_string(m.key) + layout_.colon,
                         printed(default_of(inner, child_of(shape, m.key)), c)});
    }
  }

  /// The shortest statement of a value that the file does not state: what differs, where the rest is known
  /// without it.
  Node fresh(const Sides& s, const TemplateShape* shape) {
    if (is_laid_over(shape) && s.below != nullptr) {
      Node rows = kNoList;
      for (const Node& row : s.is->items) {
        const Sides inner = sides_of_row(s, shape->list->key, row_name(row, shape->list->key));
        if (!alike(inner.was, inner.is)) rows.items.push_back(fresh_row(inner, shape));
      }
      return rows;
    }
    const bool group = s.is->kind == Kind::object && s.was != nullptr && s.was->kind == Kind::object;
    if (!group || (is_keyed(shape) && s.below == nullptr)) return *s.is;
    return difference(s, shape);
  }
  Node fresh_row(const Sides& s, const TemplateShape* shape) {
    if (s.below == nullptr || s.was == nullptr) return *s.is;
    const std::string& key = shape->list->key;
    overrides.push_back(shape->key + "." + row_name(*s.is, key));
    Node row = difference(s, shape);
    if (row.find(key) == nullptr)
      row.members.insert(row.members.begin(), {key, 0, Node::of_text(row_name(*s.is, key))});
    return row;
  }
  Node difference(const Sides& s, const TemplateShape* shape) {
    Node out = kNoObject;
    for (const json::Member& m : s.is->members)
      if (const Sides inner = s.of(m.key); !alike(inner.was, inner.is))
        out.members.push_back({m.key, 0, fresh(inner, child_of(shape, m.key))});
    for (const json::Member& m : s.was->members)
      if (const Sides inner = s.of(m.key); inner.is == nullptr && inner.below != nullptr)
        out.members.push_back({m.key, 0, default_of(inner, child_of(shape, m.key))});
    return out;
  }

  /// Rows over those of the vocabulary or base.
  std::string table(const Node& raw, const Sides& s, const TemplateShape* shape, bool parent_broken) {
    const Container c = container(raw, parent_broken);
    const std::string& key = shape->list->key;
    std::vector<Entry> entries;
    for (size_t k = 0; k < raw.items.size(); ++k) {
      const Sides inner = sides_of_row(s, key, row_name(raw.items[k], key));
      if (becomes_base(inner)) continue;
      if (inner.is == nullptr && inner.below == nullptr && inner.was != nullptr) continue;
      Entry entry{k, "", slice(raw.items[k])};
      if (inner.is != nullptr) entry.body = value(raw.items[k], inner, shape, c);
      entries.push_back(std::move(entry));
    }
    for (const Node& row : s.is->items) {
      const std::string name = row_name(row, key);
      const Sides inner = sides_of_row(s, key, name);
      if (row_named(&raw, key, name) != nullptr || alike(inner.was, inner.is)) continue;
      entries.push_back({SIZE_MAX, "", new_row(fresh_row(inner, shape), c)});
    }
    return put_together(c, entries);
  }

  std::string new_row(const Node& row, const Container& c) const {
    if (!c.broken) return print_.line(row);
    for (const Node& other : c.node.items)
      if (other.kind == Kind::object && !other.members.empty())
        return has_line_end(slice(other.offset, other.end)) ? print_.expanded(row, c.indent)
                                                            : print_.line(row);
    return print_.lines(row, c.indent);
  }

  std::string list(const Node& raw, const Sides& s, const TemplateShape* shape, const Container& parent) {
    const Node& was = s.was == nullptr ? kNoList : *s.was;
    if (was.items.size() != raw.items.size()) return printed(*s.is, parent);
    const Container c = container(raw, parent.broken);
    const std::string key = shape != nullptr && shape->list != nullptr ? shape->list->key : "";
    const std::vector<Node>& now = s.is->items;
    const std::vector<std::string> old_names = names_of(was.items, key), new_names = names_of(now, key);
    std::map<std::string, size_t> old_place;
    for (size_t k = 0; k < old_names.size(); ++k) old_place.emplace(old_names[k], k);
    const std::set<std::string> still(new_names.begin(), new_names.end());
    std::vector<Entry> entries;
    const auto keep = [&](size_t from, size_t to) {
      const Sides inner{nullptr, &was.items[from], &now[to],
                        s.full != nullptr && to < s.full->items.size() ? &s.full->items[to] : nullptr};
      entries.push_back({from, "", value(raw.items[from], inner, shape, c)});
    };
    size_t from = 0, to = 0;
    const auto between = [&](size_t from_end, size_t to_end) {
      const bool pairs = from_end - from == to_end - to;
      for (; to < to_end; ++to, from += pairs ? 1 : 0) {
        const auto moved = old_place.find(new_names[to]);
        if (moved != old_place.end()) {
          keep(moved->second, to);
          entries.back().place = SIZE_MAX;
        } else if (pairs && was.items[from].kind == now[to].kind && !still.contains(old_names[from])) {
          keep(from, to);
        } else {
          entries.push_back({SIZE_MAX, "", new_row(now[to], c)});
        }
      }
      from = from_end;
    };
    for (const auto& [old_at, new_at] : common_rows(old_names, new_names)) {
      between(old_at, new_at);
      keep(old_at, new_at);
      from = old_at + 1, to = new_at + 1;
    }
    between(was.items.size(), now.size());
    return put_together(c, entries);
  }

  std::string_view text_;
  Layout layout_;
  Printer print_;
  bool has_base_ = false;
  bool drop_vocabulary_ = false;
};

/// A text with what it means.
struct Read {
  Node root;
  std::optional<Node> vocabulary;
  std::optional<Node> base;  ///< in canonical form
  std::string other;         ///< name of the vocabulary or the base
  Template tmpl;

  /// What the text goes over.
  const Node* below() const { return base ? &*base : vocabulary ? &*vocabulary : nullptr; }
};
Result<Read> read_text(std::string_view text, std::string_view source_name) {
  const json::Source source{text, source_name};
  Result<Node> root = json::parse(source);
  if (!root) return root.error();
  Result<Template> tmpl = parse_unfinished(text, source_name);
  if (!tmpl) return tmpl.error();
  Read read{std::move(root).value(), {}, {}, {}, std::move(tmpl).value()};
  const auto base = base_of(text, source_name);
  if (!base) return base.error();
  if (base.value()) {
    read.base = template_tree(base.value()->tmpl, TreeOf::canonical);
    read.other = base.value()->name;
    return read;
  }
  NamedTexts words;
  auto vocabulary = vocabulary_tables(read.root, source, words);
  if (!vocabulary) return vocabulary.error();
  read.vocabulary = std::move(vocabulary).value();
  if (!words.empty()) read.other = words.front().name;
  return read;
}

/// The template as its own text gives it back: with what a reader derives.
Template as_read(const Template& tmpl) {
  Result<Template> read = parse_unfinished(write_template(tmpl), tmpl.name);
  return read ? std::move(read).value() : tmpl;
}

std::string with_rows_of_vocabulary(std::string_view text, const Read& read) {
  const Node now = template_tree(read.tmpl, TreeOf::canonical);
  Node was = now;
  std::erase_if(was.members, [&](const json::Member& m) { return read.vocabulary->find(m.key) != nullptr; });
  return TextEdit(text, read.root, false).whole(read.root, {nullptr, &was, &now, nullptr}, true);
}

std::string vocabulary_note(const Read& read, const std::string& why) {
  return "the rows of the vocabulary " + read.other + " stand in the template now" + why;
}

/// Edits the text until it says what the template is; false where it stays behind.
Result<bool> edit_passes(std::string& text, std::string_view source_name, const Template& target,
                         const std::string& wanted, std::vector<std::string>& overrides) {
  const Node is = template_tree(target, TreeOf::canonical), full = template_tree(target, TreeOf::everything);
  for (int pass = 0; pass <= kMostPasses; ++pass) {
    const Result<Read> read = read_text(text, source_name);
    if (!read) return pass == 0 ? Result<bool>(read.error()) : Result<bool>(false);
    if (write_template(read.value().tmpl) == wanted) return true;
    const Node was = template_tree(read.value().tmpl, TreeOf::canonical);
    TextEdit edit(text, read.value().root, read.value().base.has_value());
    std::string edited = edit.whole(read.value().root, {read.value().below(), &was, &is, &full}, false);
    if (edited == text) return false;
    text = std::move(edited);
    if (!read.value().base) overrides.insert(overrides.end(), edit.overrides.begin(), edit.overrides.end());
  }
  return false;
}

}  // namespace

Result<TemplateEdit> edit_template_text(std::string_view text, std::string_view source_name,
                                        const Template& tmpl) {
  const Template target = as_read(tmpl);
  const std::string wanted = write_template(target);
  const Result<Read> before = read_text(text, source_name);
  if (!before) return before.error();
  TemplateEdit edit{std::string(text), {}};
  std::vector<std::string> overrides;
  Result<bool> done = edit_passes(edit.text, source_name, target, wanted, overrides);
  if (!done) return done.error();
  if (done.value()) {
    if (!overrides.empty())
      edit.notes.push_back(first_names(overrides, 12) + ": " + (overrides.size() == 1 ? "a row" : "rows") +
                           " of the vocabulary " + before.value().other + "; the template states over " +
                           (overrides.size() == 1 ? "it" : "them") + " what differs");
    return edit;
  }
  if (before.value().base)
    return TemplateEdit{wanted,
                        {"the whole template stands in the text now, without its base " +
                         before.value().other + ": rows of it went, or stand in another order"}};
  if (before.value().vocabulary) {
    edit.text = with_rows_of_vocabulary(text, before.value());
    done = edit_passes(edit.text, source_name, target, wanted, overrides);
    if (done && done.value()) {
      edit.notes.push_back(vocabulary_note(
          before.value(), ", which names it no more: rows of it went, or stand in another order"));
      return edit;
    }
  }
  return TemplateEdit{wanted, {"the layout of the text could not be kept; it is written anew"}};
}

Result<TemplateEdit> stand_alone_text(std::string_view text, std::string_view source_name) {
  TemplateEdit edit{std::string(text), {}};
  const Result<std::vector<std::string>> beside = files_beside(text, source_name);
  if (!beside || beside.value().empty()) return edit;
  const Result<Read> read = read_text(text, source_name);
  if (!read) return read.error();
  if (read.value().base)
    return TemplateEdit{
        write_template(read.value().tmpl),
        {"the whole template stands in the text: its base " + read.value().other + " is not beside it"}};
  edit.text = with_rows_of_vocabulary(text, read.value());
  edit.notes.push_back(vocabulary_note(read.value(), ": the file is not beside it"));
  return edit;
}

namespace {

/// "/hand/pins/3/comment" -> the list hand.pins, 3, "/comment".
struct RowPointer {
  const TemplateShape* list = nullptr;
  size_t row = 0;
  std::string before, rest;
};
std::optional<RowPointer> row_pointer(const std::string& pointer) {
  const TemplateShape* shape = &template_shape();
  for (size_t at = 1; at < pointer.size();) {
    const size_t end = std::min(pointer.find('/', at), pointer.size());
    const std::string step = pointer.substr(at, end - at);
    if (shape->list != nullptr) {
      const std::optional<size_t> row = row_number(step);
      if (!row || shape->list->key.empty()) return std::nullopt;
      return RowPointer{shape, *row, pointer.substr(0, at), pointer.substr(end)};
    }
    shape = shape->find(step);
    if (shape == nullptr) return std::nullopt;
    at = end + 1;
  }
  return std::nullopt;
}

std::vector<std::string> row_ids_of(const TemplateShape& list, const Template& tmpl) {
  std::vector<std::string> ids;
  const TemplateShape* const key = list.find(list.list->key);
  for (size_t k = 0; key != nullptr && key->leaf != nullptr && k < list.list->size(tmpl, {}); ++k) {
    const ParameterValue value = key->leaf->get(tmpl, list.row_place({}, k));
    const auto* const id = std::get_if<std::string>(&value);
    ids.push_back(id == nullptr ? "" : *id);
  }
  return ids;
}

}  // namespace

void keep_comments_with_rows(const Template& before, Template& after) {
  if (after.extras.empty() || after.extras != before.extras) return;
  std::map<const TemplateShape*, std::pair<std::vector<std::string>, std::map<std::string, size_t>>> known;
  std::erase_if(after.extras, [&](auto& extra) {
    const std::optional<RowPointer> at = row_pointer(extra.first);
    if (!at) return false;
    auto [found, fresh] = known.try_emplace(at->list);
    auto& [ids, places] = found->second;
    if (fresh) {
      ids = row_ids_of(*at->list, before);
      const std::vector<std::string> now = row_ids_of(*at->list, after);
      for (size_t k = 0; k < now.size(); ++k) places.emplace(now[k], k);
    }
    const auto place = at->row < ids.size() ? places.find(ids[at->row]) : places.end();
    if (place == places.end()) return true;
    extra.first = at->before + std::to_string(place->second) + at->rest;
    return false;
  });
}

}  // namespace fw
