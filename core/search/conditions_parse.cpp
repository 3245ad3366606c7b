#include <algorithm>
#include <tao/pegtl.hpp>

#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/search/conditions.h"

namespace fw {
namespace {

namespace grammar {
using namespace tao::pegtl;

struct Space : star<space> {};
struct WordRest : sor<lower, upper, digit, one<'_'>> {};
template <typename Text>
struct Word : seq<Text, not_at<WordRest>, Space> {};
struct And : Word<string<'a', 'n', 'd'>> {};
struct Or : Word<string<'o', 'r'>> {};
struct Not : Word<string<'n', 'o', 't'>> {};
struct Keyword : sor<And, Or, Not> {};

struct Number
    : seq<plus<digit>, opt<one<'.'>, plus<digit>>, opt<one<'e', 'E'>, opt<one<'+', '-'>>, plus<digit>>> {};
struct Name : seq<not_at<Keyword>, sor<lower, upper>, star<WordRest>, star<one<'.'>, plus<WordRest>>> {};

struct Expression;
struct Expected : failure {};
struct Close : seq<one<')'>, Space> {};
struct Comma : seq<one<','>, Space> {};
struct End : eof {};
struct Open : seq<one<'('>, Space> {};
struct Inside : seq<Open, Expression, must<Close>> {};
template <typename Text>
struct Call : seq<Text, Space, at<one<'('>>> {};
struct Least : seq<Call<string<'m', 'i', 'n'>>, Open, Expression, must<Comma>, Expression, must<Close>> {};
struct Greatest : seq<Call<string<'m', 'a', 'x'>>, Open, Expression, must<Comma>, Expression, must<Close>> {};
struct Absolute : seq<Call<string<'a', 'b', 's'>>, Open, Expression, must<Close>> {};
struct Primary
    : sor<seq<Number, Space>, Least, Greatest, Absolute, seq<Name, Space>, Inside, must<Expected>> {};
struct Minuses : star<one<'-'>, Space> {};
struct Unary : seq<Minuses, Primary> {};
struct Times : seq<one<'*'>, Space, Unary> {};
struct Over : seq<one<'/'>, Space, Unary> {};
struct Product : seq<Unary, star<sor<Times, Over>>> {};
struct Plus : seq<one<'+'>, Space, Product> {};
struct Less : seq<one<'-'>, Space, Product> {};
struct Sum : seq<Product, star<sor<Plus, Less>>> {};
struct Chained : one<'<', '>', '='> {};
struct AtMost : seq<string<'<', '='>, Space, Sum> {};
struct AtLeast : seq<string<'>', '='>, Space, Sum> {};
struct Below : seq<one<'<'>, Space, Sum> {};
struct Above : seq<one<'>'>, Space, Sum> {};
struct Equal : seq<one<'='>, Space, Sum> {};
struct Comparison : seq<Sum, opt<sor<AtMost, AtLeast, Below, Above, Equal>, opt<Chained>>> {};
struct Nots : star<Not> {};
struct Negated : seq<Nots, Comparison> {};
struct AndTail : seq<And, Negated> {};
struct Joined : seq<Negated, star<AndTail>> {};
struct OrTail : seq<Or, Joined> {};
struct Expression : seq<Joined, star<OrTail>> {};
struct Whole : seq<Space, Expression, must<End>> {};

template <typename Rule>
inline constexpr const char* error_message = nullptr;
template <>
inline constexpr auto error_message<Expected> = "a number, a key figure, min(), max(), abs() or (";
template <>
inline constexpr auto error_message<Close> = ")";
template <>
inline constexpr auto error_message<Comma> = ", and a second value";
template <>
inline constexpr auto error_message<End> = "and, or, a comparison (<= >= < > =), + - * / or the end";
struct Messages {
  template <typename Rule>
  static constexpr auto message = error_message<Rule>;
};
template <typename Rule>
using Control = must_if<Messages>::control<Rule>;

}  // namespace grammar

using tao::pegtl::parse_error;

struct Item {
  size_t node = 0;
  bool condition = false;
  size_t column = 1;
};

/// What the parser has read so far.
struct Reading {
  const FigureTable& table;
  Formula formula{};
  std::vector<Item> items{};
  std::vector<size_t> signs{};  ///< minuses and nots before what is being read
};

size_t column_at(const auto& in) {
  return in.position().column;
}

[[noreturn]] void refuse(size_t column, const std::string& what) {
  throw Error{ErrorKind::usage, "column " + std::to_string(column) + ": " + what};
}

size_t take(Reading& r, bool condition) {
  const Item item = r.items.back();
  r.items.pop_back();
  if (item.condition != condition)
    refuse(item.column, condition ? "found a number, expected a comparison such as fairness.resources <= 0.1"
                                  : "found a comparison, expected a number");
  return item.node;
}

void join(Reading& r, FormulaOp op, bool conditions_in, bool condition_out, bool swapped = false) {
  const size_t column = r.items[r.items.size() - 2].column;
  const size_t right = take(r, conditions_in), left = take(r, conditions_in);
  FormulaNode node{op, 0, 0, left, right};
  if (swapped) std::swap(node.left, node.right);
  r.items.push_back({r.formula.add(node), condition_out, column});
}

template <typename Rule>
struct Action : tao::pegtl::nothing<Rule> {};

template <FormulaOp op, bool conditions_in, bool condition_out, bool swapped = false>
struct Join {
  static void apply0(Reading& r) { join(r, op, conditions_in, condition_out, swapped); }
};
template <>
struct Action<grammar::Plus> : Join<FormulaOp::add, false, false> {};
template <>
struct Action<grammar::Less> : Join<FormulaOp::subtract, false, false> {};
template <>
struct Action<grammar::Times> : Join<FormulaOp::multiply, false, false> {};
/// Refuses a divisor that is 0 whatever the world.
template <>
struct Action<grammar::Over> {
  static void apply0(Reading& r) {
    const Item divisor = r.items.back();
    if (!divisor.condition) {
      const Formula sum = r.formula.part(divisor.node);
      const bool constant = std::none_of(sum.nodes.begin(), sum.nodes.end(), [](const FormulaNode& node) {
        return node.op == FormulaOp::figure || node.op == FormulaOp::percent;
      });
      if (constant && value_of(sum, {}, r.table) == 0)
        refuse(divisor.column, "found a division by 0, which has no value");
    }
    join(r, FormulaOp::divide, false, false);
  }
};
template <>
struct Action<grammar::Least> : Join<FormulaOp::least, false, false> {};
template <>
struct Action<grammar::Greatest> : Join<FormulaOp::greatest, false, false> {};
template <>
struct Action<grammar::AtMost> : Join<FormulaOp::at_most, false, true> {};
template <>
struct Action<grammar::AtLeast> : Join<FormulaOp::at_most, false, true, true> {};
template <>
struct Action<grammar::Below> : Join<FormulaOp::below, false, true> {};
template <>
struct Action<grammar::Above> : Join<FormulaOp::below, false, true, true> {};
template <>
struct Action<grammar::Equal> : Join<FormulaOp::equal, false, true> {};
template <>
struct Action<grammar::AndTail> : Join<FormulaOp::both, true, true> {};
template <>
struct Action<grammar::OrTail> : Join<FormulaOp::either, true, true> {};

template <>
struct Action<grammar::Chained> {
  static void apply(const auto& in, Reading&) {
    refuse(column_at(in), "found a second comparison; join two of them by and: a <= b and b <= c");
  }
};
template <>
struct Action<grammar::Number> {
  static void apply(const auto& in, Reading& r) {
    FormulaNode node;
    const auto [end, problem] = read_double(in.begin(), in.end(), node.number);
    if (problem != std::errc() || end != in.end())
      refuse(column_at(in), "found a number out of range, expected at most 1.8e308");
    r.items.push_back({r.formula.add(node), false, column_at(in)});
  }
};
template <>
struct Action<grammar::Name> {
  static void apply(const auto& in, Reading& r) {
    constexpr std::string_view kPercent = ".pct";
    std::string name = in.string();
    FormulaNode node{.op = FormulaOp::figure};
    if (name.ends_with(kPercent)) {
      node.op = FormulaOp::percent;
      name.resize(name.size() - kPercent.size());
    }
    const std::optional<size_t> figure = r.table.find(name);
    if (!figure)
      refuse(column_at(in), "found " + name + ", which is no key figure" +
                                did_you_mean(name, r.table.names()) + " (docs/kpi.md lists them)");
    if (node.op == FormulaOp::percent && (*figure >= r.table.usual.size() || r.table.usual[*figure].empty()))
      refuse(column_at(in), "found " + in.string() +
                                ", but no usual values are at hand for this template at this resolution");
    node.figure = *figure;
    r.items.push_back({r.formula.add(node), false, column_at(in)});
  }
};
template <>
struct Action<grammar::Absolute> {
  static void apply(const auto& in, Reading& r) {
    const size_t of = take(r, false);
    r.items.push_back({r.formula.add({FormulaOp::absolute, 0, 0, of, of}), false, column_at(in)});
  }
};
/// -x; two minuses are none, with parentheses between them or without.
size_t minus(Formula& formula, size_t of) {
  const FormulaNode node = formula.nodes[of];
  return node.op == FormulaOp::negative ? node.left : formula.add({FormulaOp::negative, 0, 0, of, of});
}

template <>
struct Action<grammar::Minuses> {
  static void apply(const auto& in, Reading& r) {
    r.signs.push_back(static_cast<size_t>(std::count(in.begin(), in.end(), '-')));
  }
};
template <>
struct Action<grammar::Unary> {
  static void apply(const auto& in, Reading& r) {
    const size_t minuses = r.signs.back();
    r.signs.pop_back();
    if (minuses == 0) return;
    const size_t of = take(r, false);
    r.items.push_back({minuses % 2 == 1 ? minus(r.formula, of) : of, false, column_at(in)});
  }
};
template <>
struct Action<grammar::Nots> {
  static void apply(const auto& in, Reading& r) {
    r.signs.push_back(static_cast<size_t>(std::count(in.begin(), in.end(), 'n')));
  }
};
template <>
struct Action<grammar::Negated> {
  static void apply(const auto& in, Reading& r) {
    const size_t nots = r.signs.back();
    r.signs.pop_back();
    if (nots == 0) return;
    const size_t of = take(r, true);
    if (nots % 2 == 1) r.formula.negate(of);
    r.items.push_back({of, true, column_at(in)});
  }
};

/// Refuses what is too long or too deep before anything recurs.
void check_size(std::string_view text) {
  if (text.size() > kMostConditionCharacters)
    refuse(kMostConditionCharacters + 1, "found " + std::to_string(text.size()) +
                                             " characters, expected at most " +
                                             std::to_string(kMostConditionCharacters));
  int depth = 0;
  for (size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '(' && ++depth > kMostConditionLevels)
      refuse(k + 1, "found more than " + std::to_string(kMostConditionLevels) + " levels of parentheses");
    if (text[k] == ')') --depth;
  }
}

std::string found_at(std::string_view text, size_t column) {
  if (column > text.size()) return "the end";
  const auto c = static_cast<unsigned char>(text[column - 1]);
  if (c < 0x20 || c >= 0x7f) return "a character that is not plain text";
  return "'" + std::string(1, static_cast<char>(c)) + "'";
}

/// Throws Error.
Reading read(std::string_view text, const FigureTable& table) {
  check_size(text);
  std::string line(text);  // one line, so that columns count from its start
  for (char& c : line)
    if (c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f') c = ' ';
  Reading reading{table};
  tao::pegtl::memory_input<> in(line.data(), line.data() + line.size(), "condition");
  try {
    tao::pegtl::parse<grammar::Whole, Action, grammar::Control>(in, reading);
  } catch (const parse_error& problem) {
    const size_t column = problem.positions().front().column;
    const std::string found = found_at(line, column);
    refuse(column, "found " + found + ", expected " + std::string(problem.message()) +
                       (found == "','" ? "; decimals take a point: 0.08" : ""));
  }
  return reading;
}

}  // namespace

Result<std::vector<ConditionPart>> parse_condition(std::string_view text, const FigureTable& table) {
  try {
    Reading reading = read(text, table);
    std::vector<ConditionPart> parts;
    const size_t top = take(reading, true);
    for (const size_t node : reading.formula.joined(top)) {
      ConditionPart part{"", reading.formula.part(node), {}};
      part.stage = stage_of(part.formula, table);
      part.text = text_of(part.formula, table);
      parts.push_back(std::move(part));
    }
    return parts;
  } catch (Error& problem) {
    return std::move(problem);
  }
}

Result<Formula> parse_sum(std::string_view text, const FigureTable& table) {
  try {
    Reading reading = read(text, table);
    return reading.formula.part(take(reading, false));
  } catch (Error& problem) {
    return std::move(problem);
  }
}

}  // namespace fw
