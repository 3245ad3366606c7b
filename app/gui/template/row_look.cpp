#include "app/gui/template/row_look.h"

#include <QPainter>
#include <QPixmap>
#include <array>

#include "app/gui/template/look.h"
#include "app/gui/words/words.h"
#include "core/model/colour/palette.h"
#include "render/map/marks/symbols.h"
#include "render/map/symbols/pictograms.h"

namespace fw {
namespace {

constexpr int kIconSize = 16;
constexpr std::array<std::string_view, 5> kColouredTables{"factions", "biomes", "danger", "landmarks",
                                                          "families"};

QColor to_colour(Rgb c) {
  return QColor::fromRgbF(static_cast<float>(c.r), static_cast<float>(c.g), static_cast<float>(c.b));
}

Rgb to_rgb(const QColor& c) {
  return {c.redF(), c.greenF(), c.blueF()};
}

const std::vector<Rgb>* colours_of(const Palette& palette, std::string_view table) {
  if (table == "factions") return &palette.faction;
  if (table == "biomes") return &palette.biome;
  if (table == "danger") return &palette.danger;
  if (table == "landmarks") return &palette.landmark_ink;
  return table == "families" ? &palette.family : nullptr;
}

/// Calls `visit` with the rows of a table; nothing for other names.
template <typename Visit>
void with_rows(const Vocabulary& v, std::string_view table, const Visit& visit) {
  if (table == "factions") visit(v.factions);
  if (table == "names") visit(v.names);
  if (table == "biomes") visit(v.biomes);
  if (table == "danger") visit(v.danger);
  if (table == "landmarks") visit(v.landmarks);
  if (table == "families") visit(v.families);
  if (table == "rarities") visit(v.rarities);
}

std::string colour_text(const std::optional<Rgb>& colour) {
  return colour ? to_colour(*colour).name().toStdString() : std::string();
}

QString class_label(const PointClass& cls) {
  return cls.label.empty() ? slug_title(cls.slug) : QString::fromStdString(cls.label);
}

/// What people read of row k of all classes and landmark kinds.
QString class_label(const Template& tmpl, size_t k) {
  for (const Category category : {Category::resource, Category::wildlife, Category::enemy}) {
    const std::vector<PointClass>& classes = tmpl.classes(category);
    if (k < classes.size()) return class_label(classes[k]);
    k -= classes.size();
  }
  const std::vector<LandmarkRow>& kinds = tmpl.vocabulary.landmarks;
  return k < kinds.size() ? row_label(kinds[k]) : QString();
}

/// An icon of pictures of 1, 2 and 3 pixels a point.
template <typename Picture>
QIcon icon_of(const Picture& picture) {
  QIcon icon;
  for (const int scale : {1, 2, 3}) {
    const int size = kIconSize * scale;
    const std::vector<uint32_t> words = picture(size);
    const QImage image(reinterpret_cast<const uchar*>(words.data()), size, size,
                       QImage::Format_ARGB32_Premultiplied);
    icon.addPixmap(QPixmap::fromImage(image.copy()));  // the image must own its pixels
  }
  return icon;
}

}  // namespace

QString row_label(const Template& tmpl, std::string_view table, size_t k) {
  QString label;
  with_rows(tmpl.vocabulary, table, [&](const auto& rows) {
    if (k < rows.size())
      label = rows[k].label.empty() ? slug_title(rows[k].id) : QString::fromStdString(rows[k].label);
  });
  if (table == "classes") return class_label(tmpl, k);
  if (table == "wildlife" && k < tmpl.wildlife.size()) return class_label(tmpl.wildlife[k]);
  if (table == "pins" && k < tmpl.hand.pins.size()) return QString::fromStdString(tmpl.hand.pins[k].id);
  if (table == "hand.zones" && k < tmpl.hand.zones.size())
    return QString::fromStdString(tmpl.hand.zones[k].id);
  if (table == "tactics.goals" && k < tmpl.tactics.goals.size())
    return QString::fromStdString(tmpl.tactics.goals[k].id);
  return label;
}

std::string rows_shown(const Template& tmpl, std::string_view table) {
  std::string shown;
  with_rows(tmpl.vocabulary, table, [&](const auto& rows) {
    for (const auto& row : rows) {
      shown += row.id + '\t' + row.label + '\t' + colour_text(row.colour) + '\t';
      if constexpr (requires { row.symbol; }) shown += row.symbol + '\t';
      if constexpr (requires { row.ink; }) shown += colour_text(row.ink);
      shown += '\n';
    }
  });
  return shown;
}

const Palette& palette_of(const Template& tmpl) {
  static std::string made_of;
  static Palette palette;
  const std::string name = tmpl.view.palette.value_or(std::string(kPaletteSlugs[0]));
  std::string wanted = name;
  for (const std::string_view table : kColouredTables) wanted += '\n' + rows_shown(tmpl, table);
  if (wanted != made_of) {
    palette = make_palette(tmpl.vocabulary, name);
    made_of = std::move(wanted);
  }
  return palette;
}

std::optional<QColor> row_colour(const Template& tmpl, std::string_view table, size_t k) {
  const std::vector<Rgb>* colours = colours_of(palette_of(tmpl), table);
  return colours && k < colours->size() ? std::optional(to_colour((*colours)[k])) : std::nullopt;
}

std::optional<QColor> place_colour(const Place& place, const Template& tmpl) {
  if (!place.parameter->keys.empty()) return row_colour(tmpl, place.parameter->keys, place.at.key);
  if (is_share_column(*place.parameter))
    return row_colour(tmpl, list_of(*place.parameter)->path, place.at.row);
  return std::nullopt;
}

QIcon swatch_icon(const QColor& colour) {
  QIcon icon;
  for (const int scale : {1, 2, 3}) {
    QPixmap pixmap(kIconSize * scale, kIconSize * scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.setPen(QPen(QColor(0, 0, 0, 90), 1));
    painter.setBrush(colour);
    painter.drawRoundedRect(QRectF(2.5, 2.5, kIconSize - 5, kIconSize - 5), 2.5, 2.5);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

QIcon pictogram_icon(std::string_view name, const QColor& ink) {
  const Symbol symbol{find_pictogram(name)};
  if (!symbol.pictogram) return {};
  return icon_of([&](int size) { return symbol_picture(symbol, to_rgb(ink), size); });
}

std::vector<QIcon> row_icons(const Template& tmpl, std::string_view table) {
  const std::vector<Rgb>* colours = colours_of(palette_of(tmpl), table);
  std::vector<QIcon> icons;
  if (!colours) return icons;
  const SymbolSet symbols = assign_symbols(tmpl.vocabulary);
  for (size_t k = 0; k < colours->size(); ++k) {
    const Rgb colour = (*colours)[k];
    if (table == "landmarks")
      icons.push_back(icon_of([&](int size) { return badge_picture(symbols.landmarks[k], colour, size); }));
    else if (table == "families")
      icons.push_back(icon_of([&](int size) { return symbol_picture(symbols.families[k], colour, size); }));
    else
      icons.push_back(swatch_icon(to_colour(colour)));
  }
  return icons;
}

QString title_of(const Place& place, const Template& tmpl) {
  return place.parameter->keys.empty() ? title_of(*place.parameter)
                                       : row_label(tmpl, place.parameter->keys, place.at.key);
}

QString list_title(const ParameterList& list, const Template& tmpl) {
  const CategoryLabels& labels = tmpl.vocabulary.categories;
  if (list.path == "resources") return QString::fromStdString(labels.resource);
  if (list.path == "wildlife") return QString::fromStdString(labels.wildlife);
  if (list.path == "enemies") return QString::fromStdString(labels.enemy);
  return title_of_member(member_of(list.path));
}

}  // namespace fw
