#include "core/template/vocabulary_edit.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/model/template/hand_words.h"
#include "core/model/template/site_measures.h"
#include "core/template/text/template_reader.h"

namespace fw {
namespace {

using json::Kind;
using json::Node;

/// Every scalar of a template's tree with the parameter that reads it. `visit` may change the value and the
/// member's key, and says whether the member stays.
struct Visitor {
  const Template& tmpl;
  std::function<bool(json::Member&, const Parameter&, ParameterPlace)> visit;

  void members(Node& object, const TemplateShape& shape, ParameterPlace at) const {
    std::erase_if(object.members, [&](json::Member& m) { return !stays(m, shape, at); });
  }

 private:
  bool stays(json::Member& m, const TemplateShape& shape, ParameterPlace at) const {
    const TemplateShape* child = shape.keyed() ? shape.keyed() : shape.find(m.key);
    if (!child) return true;
    if (child->leaf) {
      const std::vector<std::string> ids = table_ids(tmpl, child->leaf->keys);
      at.key = static_cast<size_t>(std::find(ids.begin(), ids.end(), m.key) - ids.begin());
      return visit(m, *child->leaf, at);
    }
    if (child->list)
      for (size_t i = 0; i < m.value.items.size(); ++i)
        members(m.value.items[i], *child, child->row_place(at, i));
    else
      members(m.value, *child, at);
    return true;
  }
};

Error refuse(const std::string& what) {
  return {ErrorKind::usage, what};
}

Result<Template> read_again(const Node& tree) {
  const json::Source source{"", "the edited template"};
  const std::vector<std::string> no_settings;
  const NamedTexts none;
  Problems problems(source, none, no_settings);
  ReadTemplate read = read_tree(tree, problems, Refused::kept);
  if (!problems.empty()) return problems.error();
  return std::move(read.tmpl);
}

/// A table's rows in the tree, with what is known of it.
struct Table {
  const ParameterList* list = nullptr;
  Node tree;
  Node* rows = nullptr;

  std::optional<size_t> row(std::string_view id) const {
    for (size_t i = 0; i < rows->items.size(); ++i)
      if (rows->items[i].find("id")->text == id) return i;
    return std::nullopt;
  }
};

Result<Table> open_table(const Template& tmpl, std::string_view table) {
  const ParameterList* list = find_list(table);
  if (!list || !list->is_table()) return refuse("there is no table " + std::string(table));
  Node tree = template_tree(tmpl, TreeOf::canonical);
  if (!tree.find(table)) {  // left out while it is empty
    json::Member& rows = tree.members.emplace_back(json::Member{std::string(table), 0, {}});
    rows.value.kind = Kind::array;
  }
  return Table{list, std::move(tree), nullptr};
}

bool is_good_id(std::string_view id) {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

/// Why a row of that id cannot join the table; "" if it can.
std::string unfit_id(const Table& table, std::string_view id) {
  if (!is_good_id(id)) return "found \"" + std::string(id) + "\", expected a slug out of a-z, 0-9 and _";
  if (table.row(id)) return "there is a row " + std::string(id) + " in " + table.list->path + " already";
  return "";
}

/// Whether the text names the row: its id, or its distance as a measure.
bool names(const Parameter& p, std::string_view text, std::string_view id) {
  return p.type == ParameterType::choice ? distance_to_kind(text) == id : text == id;
}

/// Whether the words of a row of the hand name the row.
bool word_names(std::string_view words, std::string_view id) {
  return rename_hand_word(words, id, "") != rename_hand_word(words, id, id);
}

/// How a value or its key names a row of a table.
struct Naming {
  bool key = false, text = false;
  size_t words = 0;
  bool any() const { return key || text || words > 0; }
};

Naming naming_of(const Template& tmpl, const json::Member& m, const Parameter& p, ParameterPlace at,
                 std::string_view table, std::string_view id) {
  Naming naming;
  naming.key = p.keys == table && m.key == id;
  if (p.type == ParameterType::class_words) {
    naming.text = (table == "landmarks" || table == "families") && word_names(m.value.text, id);
    return naming;
  }
  const std::string referred = referred_table(p, tmpl, at);
  if (p.type == ParameterType::class_key) {
    naming.text = referred == table &&
                  rename_in_hand_key(m.value.text, id, "") != rename_in_hand_key(m.value.text, id, id);
    return naming;
  }
  if (referred != table && !(referred == "classes" && table == "landmarks")) return naming;
  naming.text = m.value.kind == Kind::string && names(p, m.value.text, id);
  for (const Node& item : m.value.items) naming.words += item.text == id ? 1 : 0;
  return naming;
}

/// Shares that sum to 1 again, to six decimals; what rounding leaves goes to the largest.
void share_out(std::vector<Node*> shares) {
  double sum = 0;
  for (const Node* share : shares) sum += share->number;
  if (shares.empty() || sum <= 0) return;
  double left = 1;
  Node* largest = shares[0];
  for (Node* share : shares) {
    *share = Node::of_number(std::round(share->number / sum * 1e6) / 1e6);
    left -= share->number;
    if (share->number > largest->number) largest = share;
  }
  *largest = Node::of_number(std::round((largest->number + left) * 1e6) / 1e6);
}

std::vector<Node*> shares_in(Node& group) {
  std::vector<Node*> shares;
  for (json::Member& m : group.members)
    if (m.value.kind == Kind::number) shares.push_back(&m.value);
  return shares;
}

void rescale(Table& table) {
  if (table.list->main_column == "share") {
    std::vector<Node*> shares;
    for (Node& row : table.rows->items)
      if (Node* share = row.find("share")) shares.push_back(share);
    share_out(std::move(shares));
  }
  if (Node* mixes = table.tree.find("region_mixes"))
    for (Node& mix : mixes->items)
      if (Node* group = mix.find(table.list->path)) share_out(shares_in(*group));
}

/// Takes out what cannot stand without what it named: rows that are marked with an empty member.
constexpr std::string_view kGone = "\x01";

void drop_marked(Node& node) {
  const auto marked = [](const Node& n) { return n.kind == Kind::object && n.find(kGone) != nullptr; };
  std::erase_if(node.items, marked);
  std::erase_if(node.members, [&](const json::Member& m) { return marked(m.value); });
  for (Node& item : node.items) drop_marked(item);
  for (json::Member& m : node.members) drop_marked(m.value);
}

/// The id that stands for a removed row where some row must: the next of the table, else the one before;
/// among families one of the same sort. "" for tables that a template can do without.
std::string neighbour(const Vocabulary& v, const Table& table, size_t row) {
  const std::vector<Node>& rows = table.rows->items;
  if (table.list->omit_empty) return "";
  const auto fits = [&](size_t i) {
    return table.list->path != "families" || v.families[i].of == v.families[row].of;
  };
  for (size_t i = row + 1; i < rows.size(); ++i)
    if (fits(i)) return rows[i].find("id")->text;
  for (size_t i = row; i-- > 0;)
    if (fits(i)) return rows[i].find("id")->text;
  return "";
}

/// A text that names a row, after the row's id changed.
std::string renamed(const Parameter& p, std::string_view text, std::string_view old_id,
                    std::string_view new_id) {
  if (p.type == ParameterType::choice) return "to." + std::string(new_id) + "_m";
  if (p.type == ParameterType::class_words) return rename_hand_word(text, old_id, new_id);
  if (p.type == ParameterType::class_key) return rename_in_hand_key(text, old_id, new_id);
  return std::string(new_id);
}

/// Whether what names a removed row goes with it: rows of the hand belong to what they put, ban or paint,
/// rows of the export to what they show.
bool takes_row(const Parameter& p) {
  return (p.path.starts_with("hand.") || p.path.starts_with("export.")) && p.path.ends_with("].class");
}

/// Empties what names the row in one member; false: the member goes. `object` gains a mark if it goes whole.
bool without(json::Member& m, const Parameter& p, const Naming& naming, std::string_view id,
             const std::string& next, bool& object_goes) {
  const bool has_default = p.type == ParameterType::reference && !p.choices.empty() && !takes_row(p);
  if (naming.key || (naming.text && next.empty() && has_default)) return false;
  if (p.type == ParameterType::class_key) {
    m.value.text = rename_in_hand_key(m.value.text, id, kPaintNone);
    return true;
  }
  if (p.type == ParameterType::class_words) {
    m.value.text = rename_hand_word(m.value.text, id, "");
    object_goes = m.value.text.empty();
    return true;
  }
  if (naming.words > 0) {
    std::erase_if(m.value.items, [id](const Node& item) { return item.text == id; });
    object_goes = m.value.items.empty();
    return true;
  }
  if (m.key == "measure" || next.empty() || takes_row(p)) {
    object_goes = true;
    return true;
  }
  m.value.text = next;
  return true;
}

/// As Visitor, but an object can be marked to go.
void take_out(const Template& tmpl, Node& object, const TemplateShape& shape, ParameterPlace at,
              const Table& table, std::string_view id, const std::string& next) {
  bool object_goes = false;
  std::erase_if(object.members, [&](json::Member& m) {
    const TemplateShape* child = shape.keyed() ? shape.keyed() : shape.find(m.key);
    if (!child) return false;
    if (child->leaf) {
      const Naming naming = naming_of(tmpl, m, *child->leaf, at, table.list->path, id);
      bool goes = false;
      const bool stays = !naming.any() || without(m, *child->leaf, naming, id, next, goes);
      object_goes = object_goes || goes;
      return !stays;
    }
    if (!child->list) take_out(tmpl, m.value, *child, at, table, id, next);
    for (size_t i = 0; child->list && i < m.value.items.size(); ++i)
      take_out(tmpl, m.value.items[i], *child, child->row_place(at, i), table, id, next);
    return false;
  });
  if (object_goes) object.members.push_back({std::string(kGone), 0, {}});
}

/// Thresholds belong to places along the danger, not to bands.
void keep_thresholds_ascending(std::vector<Node>& rows) {
  std::vector<Node*> held;
  for (Node& row : rows)
    if (Node* threshold = row.find("threshold")) held.push_back(threshold);
  std::vector<double> values;
  for (const Node* threshold : held) values.push_back(threshold->number);
  std::sort(values.begin(), values.end());
  for (size_t i = 0; i < held.size(); ++i) *held[i] = Node::of_number(values[i]);
}

}  // namespace

Result<Template> rename_row(const Template& tmpl, std::string_view table, std::string_view old_id,
                            std::string_view new_id) {
  Result<Table> opened = open_table(tmpl, table);
  if (!opened) return opened.error();
  Table& t = opened.value();
  t.rows = t.tree.find(table);
  const std::optional<size_t> row = t.row(old_id);
  if (!row) return refuse("there is no row " + std::string(old_id) + " in " + std::string(table));
  if (old_id == new_id) return tmpl;
  if (const std::string why = unfit_id(t, new_id); !why.empty()) return refuse(why);
  const std::string id(new_id);
  Visitor{tmpl,
          [&](json::Member& m, const Parameter& p, ParameterPlace at) {
            const Naming naming = naming_of(tmpl, m, p, at, table, old_id);
            if (naming.key) m.key = id;
            if (naming.text) m.value.text = renamed(p, m.value.text, old_id, id);
            if (naming.words > 0)
              for (Node& item : m.value.items)
                if (item.text == old_id) item.text = id;
            return true;
          }}
      .members(t.tree, template_shape(), {});
  t.rows->items[*row].find("id")->text = id;
  return read_again(t.tree);
}

std::vector<std::string> references_to(const Template& tmpl, std::string_view table, std::string_view id) {
  std::vector<std::string> paths;
  Node tree = template_tree(tmpl, TreeOf::canonical);
  Visitor{tmpl,
          [&](json::Member& m, const Parameter& p, ParameterPlace at) {
            if (naming_of(tmpl, m, p, at, table, id).any()) paths.push_back(concrete_path(p, tmpl, at));
            return true;
          }}
      .members(tree, template_shape(), {});
  return paths;
}

Result<RowRemoval> remove_row(const Template& tmpl, std::string_view table, std::string_view id) {
  Result<Table> opened = open_table(tmpl, table);
  if (!opened) return opened.error();
  Table& t = opened.value();
  t.rows = t.tree.find(table);
  const std::optional<size_t> row = t.row(id);
  if (!row) return refuse("there is no row " + std::string(id) + " in " + std::string(table));
  if (t.rows->items.size() <= t.list->min_rows)
    return refuse(std::string(table) + " needs at least " + std::to_string(t.list->min_rows) + " row");
  RowRemoval removal{{}, references_to(tmpl, table, id)};
  take_out(tmpl, t.tree, template_shape(), {}, t, id, neighbour(tmpl.vocabulary, t, *row));
  drop_marked(t.tree);
  t.rows = t.tree.find(table);
  t.rows->items.erase(t.rows->items.begin() + static_cast<std::ptrdiff_t>(*row));
  if (table == "danger" && *row == 0)
    if (Node* threshold = t.rows->items[0].find("threshold")) *threshold = Node::of_number(0);
  rescale(t);
  Result<Template> again = read_again(t.tree);
  if (!again) return again.error();
  removal.tmpl = std::move(again).value();
  return removal;
}

Result<Template> add_row(const Template& tmpl, std::string_view table, std::string_view id) {
  Result<Table> opened = open_table(tmpl, table);
  if (!opened) return opened.error();
  Table& t = opened.value();
  t.rows = t.tree.find(table);
  if (const std::string why = unfit_id(t, id); !why.empty()) return refuse(why);
  if (t.rows->items.size() >= t.list->max_rows)
    return refuse(std::string(table) + " holds at most " + std::to_string(t.list->max_rows) + " rows");
  Node& row = t.rows->items.emplace_back();
  row.kind = Kind::object;
  row.members.push_back({"id", 0, Node::of_text(std::string(id))});
  return read_again(t.tree);
}

Result<Template> duplicate_row(const Template& tmpl, std::string_view table, std::string_view id,
                               std::string_view new_id) {
  Result<Table> opened = open_table(tmpl, table);
  if (!opened) return opened.error();
  Table& t = opened.value();
  t.rows = t.tree.find(table);
  const std::optional<size_t> from = t.row(id);
  if (!from) return refuse("there is no row " + std::string(id) + " in " + std::string(table));
  if (const std::string why = unfit_id(t, new_id); !why.empty()) return refuse(why);
  if (t.rows->items.size() >= t.list->max_rows)
    return refuse(std::string(table) + " holds at most " + std::to_string(t.list->max_rows) + " rows");
  Node row = t.rows->items[*from];
  row.find("id")->text = new_id;
  std::erase_if(row.members, [](const json::Member& m) { return m.key == "label" || m.key == "colour"; });
  if (Node* share = row.find("share")) *share = Node::of_number(0);
  if (Node* threshold = row.find("threshold")) *threshold = *t.rows->items.back().find("threshold");
  if (Node* role = row.find("role"); role && table == "factions")
    role->text = kFactionRoleSlugs[static_cast<size_t>(FactionRole::owner)];
  t.rows->items.push_back(std::move(row));
  for (const char* list : {"resources", "wildlife", "enemies"})
    for (Node& cls : t.tree.find(list)->items)
      if (Node* weights = cls.find(table); weights && weights->find(id))
        weights->members.push_back({std::string(new_id), 0, Node(*weights->find(id))});
  return read_again(t.tree);
}

Result<Template> move_row(const Template& tmpl, std::string_view table, size_t from, size_t to) {
  Result<Table> opened = open_table(tmpl, table);
  if (!opened) return opened.error();
  Table& t = opened.value();
  t.rows = t.tree.find(table);
  std::vector<Node>& rows = t.rows->items;
  if (from >= rows.size() || to >= rows.size())
    return refuse(std::string(table) + " has " + std::to_string(rows.size()) + " rows, counted from 0");
  Node row = std::move(rows[from]);
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(from));
  rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(to), std::move(row));
  keep_thresholds_ascending(rows);
  return read_again(t.tree);
}

}  // namespace fw
