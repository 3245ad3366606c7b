#include "core/template/text/json_tree.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/base/number_text.h"
#include "core/base/plain_text.h"

namespace fw::json {
namespace {

constexpr size_t kMaxBytes = size_t{8} << 20;
constexpr size_t kMaxDepth = 64;
constexpr size_t kMaxNodes = 400000;
constexpr size_t kMaxMembers = 1000;

bool one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

/// Finds each token's place in step with the parser, which checks the grammar but keeps no positions.
class TokenCursor {
 public:
  explicit TokenCursor(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) next_ = 3;
  }

  /// Steps over the next token and returns where it began.
  size_t take() {
    while (next_ < text_.size() && one_of(text_[next_], " \t\r\n,:")) ++next_;
    const size_t begin = next_;
    if (begin >= text_.size()) return begin;
    if (one_of(text_[begin], "{}[]"))
      ++next_;
    else if (text_[begin] == '"')
      next_ = end_of_string(begin + 1);
    else
      while (next_ < text_.size() && !one_of(text_[next_], " \t\r\n,:{}[]\"")) ++next_;
    return begin;
  }
  std::string_view since(size_t begin) const { return text_.substr(begin, next_ - begin); }
  /// Where the token taken last ends.
  size_t end() const { return next_; }

 private:
  size_t end_of_string(size_t i) const {
    while (i < text_.size() && text_[i] != '"') i += text_[i] == '\\' ? 2 : 1;
    return std::min(i + 1, text_.size());
  }

  std::string_view text_;
  size_t next_ = 0;
};

/// Turns nlohmann's sentence into ours: its error code and its own line count go, and so does the echo of
/// bytes that may not be printable.
std::string reason(std::string what) {
  if (const size_t column = what.find("column "); column != std::string::npos) {
    const size_t colon = what.find(": ", column);
    if (colon != std::string::npos) what.erase(0, colon + 2);
  } else if (const size_t bracket = what.find("] "); bracket != std::string::npos) {
    what.erase(0, bracket + 2);
  }
  if (const size_t echo = what.find("; last read: "); echo != std::string::npos) {
    const size_t end = what.find("'; expected", echo);
    what.erase(echo, end == std::string::npos ? std::string::npos : end + 1 - echo);
  }
  // A number of a million digits is quoted whole.
  constexpr std::string_view kParsing = "parsing '";
  const size_t quoted = what.find(kParsing);
  const size_t end = what.rfind('\'');
  if (quoted != std::string::npos && end > quoted + kParsing.size()) {
    const size_t begin = quoted + kParsing.size();
    what.replace(begin, end - begin, shortened(std::string_view(what).substr(begin, end - begin)));
  }
  return what;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const Source& source) : source_(source), cursor_(source.text) {}

  Node root;
  Error error{ErrorKind::invalid_template, ""};

  bool null() { return scalar(Kind::null) != nullptr; }
  bool boolean(bool value) {
    Node* node = scalar(Kind::boolean);
    if (node) node->boolean = value;
    return node != nullptr;
  }
  bool number_integer(int64_t) { return number(); }
  bool number_unsigned(uint64_t) { return number(); }
  bool number_float(double, const std::string&) { return number(); }
  bool string(std::string& value) {
    Node* node = scalar(Kind::string);
    if (node) node->text = std::move(value);
    return node != nullptr;
  }
  bool binary(std::vector<uint8_t>&) { return false; }
  bool start_object(size_t) { return open(Kind::object); }
  bool start_array(size_t) { return open(Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    const size_t begin = cursor_.take();
    std::vector<Member>& members = open_.back()->members;
    for (const Member& m : members)
      if (m.key == name)
        return fail(begin, "the key " + json_string(shortened(name)) + " is stated twice, first at " +
                               place(source_, m.key_offset) + "; expected it once");
    if (members.size() >= kMaxMembers)
      return fail(begin,
                  "found more than " + std::to_string(kMaxMembers) + " keys in one object, expected fewer");
    members.push_back({std::move(name), begin, {}});
    return true;
  }

  bool parse_error(size_t position, const std::string&, const nlohmann::json::exception& e) {
    const size_t at = std::min(position == 0 ? 0 : position - 1, source_.text.size());
    return fail(at, "not valid JSON: " + reason(e.what()));
  }

 private:
  bool fail(size_t offset, const std::string& what) {
    error.message = place(source_, offset) + ": " + what;
    return false;
  }

  Node* add(Kind kind) {
    const size_t begin = cursor_.take();
    if (++nodes_ > kMaxNodes) {
      fail(begin, "found more than " + std::to_string(kMaxNodes) + " values, expected fewer");
      return nullptr;
    }
    Node* node = &root;
    if (!open_.empty() && open_.back()->kind == Kind::object) node = &open_.back()->members.back().value;
    if (!open_.empty() && open_.back()->kind == Kind::array) node = &open_.back()->items.emplace_back();
    node->kind = kind;
    node->offset = begin;
    node->end = cursor_.end();
    return node;
  }
  Node* scalar(Kind kind) { return add(kind); }

  bool number() {
    Node* node = add(Kind::number);
    if (!node) return false;
    node->text = std::string(cursor_.since(node->offset));
    read_double(node->text.data(), node->text.data() + node->text.size(), node->number);
    node->number += 0.0;  // -0 becomes +0
    return true;
  }

  bool open(Kind kind) {
    Node* node = add(kind);
    if (!node) return false;
    if (open_.size() >= kMaxDepth)
      return fail(node->offset,
                  "found nesting deeper than " + std::to_string(kMaxDepth) + " levels, expected fewer");
    open_.push_back(node);
    return true;
  }
  bool close() {
    cursor_.take();
    open_.back()->end = cursor_.end();
    open_.pop_back();
    return true;
  }

  const Source& source_;
  TokenCursor cursor_;
  // An open node stays where it is: its parent grows again only after it is closed.
  std::vector<Node*> open_;
  size_t nodes_ = 0;
};

}  // namespace

Node Node::of_text(std::string text) {
  Node node;
  node.kind = Kind::string;
  node.text = std::move(text);
  return node;
}
Node Node::of_number(double value) {
  Node node;
  node.kind = Kind::number;
  node.number = value + 0.0;
  node.text = number_text(value);
  return node;
}
Node Node::of_boolean(bool value) {
  Node node;
  node.kind = Kind::boolean;
  node.boolean = value;
  return node;
}

const Node* Node::find(std::string_view key) const {
  for (const Member& m : members)
    if (m.key == key) return &m.value;
  return nullptr;
}
Node* Node::find(std::string_view key) {
  for (Member& m : members)
    if (m.key == key) return &m.value;
  return nullptr;
}

LineColumn line_column(std::string_view text, size_t offset) {
  LineColumn at;
  for (size_t i = 0; i < std::min(offset, text.size()); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') {
      ++at.line;
      at.column = 1;
    } else if ((byte & 0xC0) != 0x80) {
      ++at.column;
    }
  }
  return at;
}

std::string place(const Source& source, size_t offset) {
  const LineColumn at = line_column(source.text, offset);
  return std::string(source.name) + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

Result<Node> parse(const Source& source) {
  if (source.text.size() > kMaxBytes)
    return Error{ErrorKind::invalid_template, std::string(source.name) + ": found " +
                                                  std::to_string(source.text.size()) +
                                                  " bytes, expected at most " + std::to_string(kMaxBytes)};
  TreeBuilder builder(source);
  if (!nlohmann::json::sax_parse(source.text.begin(), source.text.end(), &builder)) return builder.error;
  return std::move(builder.root);
}

std::string shortened(std::string_view text) {
  constexpr size_t kShown = 40;
  if (text.size() <= kShown) return std::string(text);
  size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

std::string write(const Node& node) {
  switch (node.kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return node.boolean ? "true" : "false";
    case Kind::number:
      return node.text;
    case Kind::string:
      return json_string(node.text);
    case Kind::array: {
      std::string out = "[";
      for (const Node& item : node.items) out += (out.size() > 1 ? ", " : "") + write(item);
      return out + "]";
    }
    case Kind::object:
      break;
  }
  std::string out = "{";
  for (const Member& m : node.members)
    out += (out.size() > 1 ? ", " : "") + json_string(m.key) + ": " + write(m.value);
  return out + "}";
}

namespace {

constexpr size_t kLineWidth = 110;

bool has_rows(const Node& node) {
  if (node.kind == Kind::array)
    return std::any_of(node.items.begin(), node.items.end(),
                       [](const Node& item) { return item.kind == Kind::object; });
  return std::any_of(node.members.begin(), node.members.end(),
                     [](const Member& m) { return has_rows(m.value); });
}

void write_at(const Node& node, size_t depth, std::string& out) {
  const bool object = node.kind == Kind::object;
  const bool rows = has_rows(node);
  if (node.one_line || (!object && !rows)) {
    out += write(node);
    return;
  }
  if (depth > 0 && !rows) {
    const std::string folded = write(node);
    if (folded.size() + 2 * depth < kLineWidth) {
      out += folded;
      return;
    }
  }
  const std::string indent(2 * (depth + 1), ' ');
  const size_t count = object ? node.members.size() : node.items.size();
  out += object ? "{\n" : "[\n";
  for (size_t i = 0; i < count; ++i) {
    out += indent;
    if (object) out += json_string(node.members[i].key) + ": ";
    write_at(object ? node.members[i].value : node.items[i], depth + 1, out);
    out += i + 1 < count ? ",\n" : "\n";
  }
  out += std::string(2 * depth, ' ') + (object ? "}" : "]");
}

}  // namespace

std::string write_lines(const Node& node) {
  std::string out;
  write_at(node, 0, out);
  return out + "\n";
}

std::string found_text(const Node& node) {
  switch (node.kind) {
    case Kind::number:
      return shortened(node.text);
    case Kind::string:
      return json_string(shortened(node.text));
    case Kind::array:
      return "an array";
    case Kind::object:
      return "an object";
    default:
      return write(node);
  }
}

}  // namespace fw::json
