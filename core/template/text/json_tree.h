#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

// JSON text as a tree that remembers where everything stood; private to this room.
namespace fw::json {

enum class Kind { null, boolean, number, string, array, object };

struct Member;

struct Node {
  Kind kind = Kind::null;
  size_t offset = 0;      ///< of its first byte in the source text
  size_t end = 0;         ///< of the byte after its last
  int setting = -1;       ///< index of the --set that put it here; -1 = the file
  uint8_t source = 0;     ///< text that offset counts in: the template's own, or the k-th that it names
  bool one_line = false;  ///< write_lines() does not break it
  bool boolean = false;
  double number = 0;
  std::string text;  ///< a string's value; a number's source text
  std::vector<Member> members;
  std::vector<Node> items;

  static Node of_text(std::string text);
  static Node of_number(double value);
  static Node of_boolean(bool value);
  Node* find(std::string_view key);
  const Node* find(std::string_view key) const;
};

struct Member {
  std::string key;
  size_t key_offset = 0;
  Node value;
};

/// A text with the name that messages give it.
struct Source {
  std::string_view text;
  std::string_view name;
};

/// Line and column from 1, columns in characters.
struct LineColumn {
  size_t line = 1, column = 1;
};
LineColumn line_column(std::string_view text, size_t offset);
/// "name:12:5"
std::string place(const Source& source, size_t offset);

/// Strict JSON; refuses what is too large, too deep, ill-formed UTF-8 or stated twice.
Result<Node> parse(const Source& source);

/// One line of JSON; numbers keep their source text.
std::string write(const Node& node);
/// Over lines: objects that fit stand on one, rows of a list each on their own; final newline.
std::string write_lines(const Node& node);

/// The first 40 bytes or fewer of a longer text, cut between characters and followed by "...", for messages.
std::string shortened(std::string_view text);

/// What a message says was found: `"abc"`, `12`, `an array`.
std::string found_text(const Node& node);

}  // namespace fw::json
