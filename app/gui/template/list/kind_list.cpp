#include "app/gui/template/list/kind_list.h"

#include <QImage>
#include <QPixmap>
#include <algorithm>

#include "render/map/symbol_picture.h"

namespace fw {
namespace {

const std::string kPath = "landmarks";

const Parameter* row_of_table(const std::string& path) {
  for (const Parameter& p : parameters())
    if (p.path == path) return &p;
  return nullptr;
}

struct KindTable {
  std::vector<Parameter> columns;
  std::vector<std::vector<const Parameter*>> stated;  ///< rows of the parameter table, by column and kind
};

Parameter class_column() {
  Parameter column;
  column.path = column.pattern = kPath + "[].class";
  column.type = ParameterType::choice;
  column.choices.assign(kLandmarkSlugs.begin(), kLandmarkSlugs.end());
  column.get = [](const Template&, size_t row) -> ParameterValue { return std::string(kLandmarkSlugs[row]); };
  return column;
}

void add_column(KindTable& table, const std::string& key, const std::string& before,
                const std::string& after) {
  std::vector<const Parameter*> rows;
  for (const std::string_view kind : kLandmarkSlugs)
    rows.push_back(row_of_table(before + std::string(kind) + after));
  Parameter column = *rows.front();
  column.path = column.pattern = kPath + "[]." + key;
  column.get = [rows](const Template& t, size_t row) { return rows[row]->get(t, 0); };
  column.set = [rows](Template& t, size_t row, const ParameterValue& value) { rows[row]->set(t, 0, value); };
  table.columns.push_back(std::move(column));
  table.stated.push_back(std::move(rows));
}

const KindTable& kind_table() {
  static const KindTable table = [] {
    KindTable made;
    made.columns.push_back(class_column());
    made.stated.emplace_back();
    add_column(made, "quota", "landmarks.", "");
    add_column(made, "spacing_m", "spacing.", "_m");
    return made;
  }();
  return table;
}

constexpr size_t kQuota = 1;
constexpr int kIconSize = 16;

}  // namespace

const ParameterList& kind_list() {
  static const ParameterList list{
      kPath, kPath, "class", kLandmarkSlugs.size(), {}, [](const Template&) { return kLandmarkSlugs.size(); },
      {}};
  return list;
}

const std::vector<Parameter>& kind_columns() {
  return kind_table().columns;
}

bool has_fixed_rows(const ParameterList& list) {
  return !list.resize;
}

Place stated_place(const Place& place) {
  const KindTable& table = kind_table();
  for (size_t c = 0; c < table.columns.size(); ++c)
    if (&table.columns[c] == place.parameter && place.row < table.stated[c].size())
      return {table.stated[c][place.row], 0};
  return place;
}

std::optional<Place> kind_cell(std::string_view path) {
  const KindTable& table = kind_table();
  for (size_t c = 0; c < table.columns.size(); ++c)
    for (size_t row = 0; row < table.stated[c].size(); ++row)
      if (table.stated[c][row]->path == path) return Place{&table.columns[c], row};
  return std::nullopt;
}

QIcon kind_icon(size_t row) {
  static const std::vector<QIcon> icons = [] {
    std::vector<QIcon> made(kLandmarkSlugs.size());
    for (size_t k = 0; k < made.size(); ++k)
      for (const int scale : {1, 2, 3}) {
        const int size = kIconSize * scale;
        const std::vector<uint32_t> words = badge_picture(static_cast<LandmarkKind>(k), size);
        const QImage image(reinterpret_cast<const uchar*>(words.data()), size, size,
                           QImage::Format_ARGB32_Premultiplied);
        made[k].addPixmap(QPixmap::fromImage(image.copy()));  // the image must own its pixels
      }
    return made;
  }();
  return icons[row];
}

int kind_quota(const Template& tmpl, size_t row) {
  return tmpl.landmarks[row];
}

void remove_kind(Template& tmpl, size_t row) {
  tmpl.landmarks[row] = 0;
}

void restore_kind(Template& tmpl, size_t row) {
  const auto plain = reset_value({&kind_columns()[kQuota], row}, tmpl);
  tmpl.landmarks[row] = std::max(1, static_cast<int>(std::get<double>(*plain)));
}

}  // namespace fw
