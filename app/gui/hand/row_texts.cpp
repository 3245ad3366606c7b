#include "app/gui/hand/row_texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "app/gui/hand/tools.h"
#include "app/gui/words/words.h"
#include "core/field/shape.h"
#include "core/model/template/hand_words.h"
#include "core/world/land/island_outline.h"

namespace fw {
namespace {

/// One row per list of the hand, in canonical order.
struct HandListRow {
  std::string_view list;
  Glyph glyph;
  const char* title;  ///< of the context "fw::HandLists": "Pins"
  const char* one;    ///< "Pin"
};
constexpr HandListRow kLists[] = {
    {"pins", Glyph::pin, QT_TRANSLATE_NOOP("fw::HandLists", "Pins"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Pin")},
    {"bans", Glyph::ban, QT_TRANSLATE_NOOP("fw::HandLists", "Bans"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Ban")},
    {"areas", Glyph::zone, QT_TRANSLATE_NOOP("fw::HandLists", "Areas"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Area")},
    {"biome", Glyph::brush, QT_TRANSLATE_NOOP("fw::HandLists", "Biome paint"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Biome")},
    {"danger", Glyph::brush, QT_TRANSLATE_NOOP("fw::HandLists", "Danger paint"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Danger")},
    {"faction", Glyph::brush, QT_TRANSLATE_NOOP("fw::HandLists", "Faction paint"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Faction")},
    {"regions", Glyph::region, QT_TRANSLATE_NOOP("fw::HandLists", "Regions"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Region")},
    {"land", Glyph::shore, QT_TRANSLATE_NOOP("fw::HandLists", "Land and sea"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Land")},
    {"terrain", Glyph::terrain, QT_TRANSLATE_NOOP("fw::HandLists", "Terrain"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Terrain")},
    {"waters", Glyph::shore, QT_TRANSLATE_NOOP("fw::HandLists", "Lakes and rivers"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Water")},
    {"lines", Glyph::track, QT_TRANSLATE_NOOP("fw::HandLists", "Lines"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Line")},
    {"places", Glyph::pin, QT_TRANSLATE_NOOP("fw::HandLists", "Places"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Place")},
    {"views", Glyph::sight, QT_TRANSLATE_NOOP("fw::HandLists", "Views"),
     QT_TRANSLATE_NOOP("fw::HandLists", "View")},
    {"rerolls", Glyph::dice, QT_TRANSLATE_NOOP("fw::HandLists", "Rerolls"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Reroll")},
    {"imports", Glyph::picture, QT_TRANSLATE_NOOP("fw::HandLists", "Imports"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Import")},
    {"zones", Glyph::fence, QT_TRANSLATE_NOOP("fw::HandLists", "Zones and walls"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Zone")},
    {"notes", Glyph::flag, QT_TRANSLATE_NOOP("fw::HandLists", "Notes"),
     QT_TRANSLATE_NOOP("fw::HandLists", "Note")},
};

QString list_text(const char* text) {
  return QCoreApplication::translate("fw::HandLists", text);
}

const HandListRow* find_list_row(std::string_view list) {
  const auto* found = std::find_if(std::begin(kLists), std::end(kLists),
                                   [list](const auto& row) { return row.list == list; });
  return found == std::end(kLists) ? nullptr : found;
}

QString text_of(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString number(double value) {
  return QLocale().toString(value, 'g', 6);
}

QString metres(double value) {
  return list_text("%1 m").arg(number(value));
}

/// "wolves, -bears" with the classes' labels.
QString words_label(const Template& tmpl, const std::string& words) {
  QStringList labels;
  for (const QString& part : text_of(words).split(QLatin1Char(','), Qt::SkipEmptyParts)) {
    const QString word = part.trimmed();
    const bool without = word.startsWith(QLatin1Char('-'));
    const QString label = class_label(tmpl, word.mid(without ? 1 : 0).toStdString());
    labels << (without ? list_text("without %1").arg(label) : label);
  }
  return labels.join(QStringLiteral(", "));
}

/// The classes that the key of runs names.
QString key_label(const Template& tmpl, std::string_view list, const std::string& key) {
  QStringList labels;
  for (const QString& part : text_of(key).split(QLatin1Char(','), Qt::SkipEmptyParts))
    labels << paint_label(tmpl, list, part.trimmed().section(QLatin1Char(' '), 1).toStdString());
  return labels.join(QStringLiteral(", "));
}

/// What each kind of row is about.
struct What {
  const Template& tmpl;
  std::string_view list;

  QString operator()(const PinRow& row) const {
    const QString label = class_label(tmpl, row.cls);
    const std::string& name = row.name.empty() ? row.label : row.name;
    return name.empty() ? label : label + QStringLiteral(", ") + QString::fromStdString(name);
  }
  QString operator()(const BanRow& row) const { return words_label(tmpl, row.of); }
  QString operator()(const AreaRow& row) const {
    return list_text("%1 × %2").arg(words_label(tmpl, row.of), number(row.density));
  }
  QString operator()(const PaintRow& row) const {
    const QString cls =
        row.cls.empty() ? key_label(tmpl, list, row.place.runs.key) : paint_label(tmpl, list, row.cls);
    return row.force == PaintForce::bias ? list_text("%1, bias %2").arg(cls, number(row.strength_sd)) : cls;
  }
  QString operator()(const RegionRow& row) const {
    QStringList parts;
    if (!row.name.empty()) parts << QString::fromStdString(row.name);
    if (row.neutral) parts << list_text("neutral");
    if (!row.owner.empty()) parts << row_label(tmpl.vocabulary.factions, row.owner);
    if (row.danger) parts << list_text("danger mix");
    if (row.biomes) parts << list_text("biome mix");
    return parts.isEmpty() ? slug_words(kRegionIsSlugs[static_cast<size_t>(row.is)])
                           : parts.join(QStringLiteral(", "));
  }
  QString operator()(const LandRow& row) const {
    return slug_words(kLandIsSlugs[static_cast<size_t>(row.is)]);
  }
  QString operator()(const TerrainRow& row) const {
    const QString does = slug_words(kTerrainDoSlugs[static_cast<size_t>(row.action)]);
    if (row.action == TerrainDo::flatten || row.action == TerrainDo::smooth) return does;
    const double by = row.action == TerrainDo::level ? row.level_m : row.amount_m;
    return does + QLatin1Char(' ') + metres(by);
  }
  QString operator()(const WaterRow& row) const {
    QStringList parts{slug_words(kWaterIsSlugs[static_cast<size_t>(row.kind)])};
    if (!row.name.empty()) parts << QString::fromStdString(row.name);
    if (row.kind == WaterIs::lake && row.level_m) parts << list_text("at %1").arg(metres(*row.level_m));
    return parts.join(QStringLiteral(", "));
  }
  QString operator()(const LineRow& row) const { return slug_words(row.kind); }
  QString operator()(const PlaceRow& row) const {
    const QString kind = row.kind.empty() ? list_text("place") : slug_words(row.kind);
    return row.name.empty() ? kind : kind + QStringLiteral(", ") + QString::fromStdString(row.name);
  }
  QString operator()(const ViewRow& row) const {
    const Vec2 way{row.to_x_m - row.x_m, row.to_y_m - row.y_m};
    return metres(std::round(std::sqrt(way.x * way.x + way.y * way.y)));
  }
  QString operator()(const RerollRow& row) const {
    return list_text("%1, seed %2").arg(words_label(tmpl, row.of), QString::number(row.seed));
  }
  QString operator()(const ImportRow& row) const {
    return list_text("%1 from %2").arg(slug_words(row.what), QString::fromStdString(row.file));
  }
  /// With its id, by which rows of tactics name it.
  QString operator()(const ZoneRow& row) const {
    const QString is = slug_words(kZoneIsSlugs[static_cast<size_t>(row.is)]);
    return row.id.empty() ? is : list_text("%1 %2").arg(is, QString::fromStdString(row.id));
  }
  QString operator()(const NoteRow& row) const {
    const QString text = QString::fromStdString(row.note).simplified();
    return text.isEmpty() ? list_text("no text yet") : text;
  }
};

void widen(std::optional<HandExtent>& extent, Vec2 at, double by) {
  if (!extent) extent = HandExtent{at - Vec2{by, by}, at + Vec2{by, by}};
  extent->low = {std::min(extent->low.x, at.x - by), std::min(extent->low.y, at.y - by)};
  extent->high = {std::max(extent->high.x, at.x + by), std::max(extent->high.y, at.y + by)};
}

void widen(std::optional<HandExtent>& extent, const std::string& wkt, double radius) {
  const Result<Shape> shape = read_shape(wkt);
  if (!shape) return;
  for (const std::vector<Vec2>& part : shape.value().parts)
    for (const Vec2& v : part) widen(extent, v, radius);
}

void widen(std::optional<HandExtent>& extent, const HandCells& runs, const GridSpec& plan) {
  const auto cells = read_runs(runs.cells, runs.top, runs.left, "abcdefghijklmnopqrstuvwxyz", plan);
  if (!cells) return;
  for (size_t cell = 0; cell < plan.cells(); ++cell)
    if (cells.value()[cell] != 0) widen(extent, plan.centre(cell), plan.cell_m / 2);
}

}  // namespace

QString hand_title(std::string_view list) {
  const HandListRow* row = find_list_row(list);
  return row ? list_text(row->title) : text_of(list);
}

QString hand_word(std::string_view list) {
  const HandListRow* row = find_list_row(list);
  return row ? list_text(row->one) : text_of(list);
}

Glyph hand_glyph(std::string_view list) {
  const HandListRow* row = find_list_row(list);
  return row ? row->glyph : Glyph::edit;
}

QString row_what(const HandEntry& entry, const Template& tmpl) {
  return std::visit(What{tmpl, entry.list}, entry.row);
}

QString row_where(const HandEntry& entry, const Template& tmpl) {
  const std::optional<HandExtent> extent = row_extent(entry, tmpl);
  if (!extent) return {};
  const Vec2 at = extent->centre();
  const QLocale locale;
  const QString place = list_text("%1 · %2").arg(locale.toString(std::round(at.x), 'f', 0),
                                                 locale.toString(std::round(at.y), 'f', 0));
  const double size = std::max(extent->high.x - extent->low.x, extent->high.y - extent->low.y);
  return size < 1 ? place : list_text("%1, %2").arg(place, metres(std::round(size)));
}

QString row_step(const HandEntry& entry, const Template& tmpl) {
  const QString what = row_what(entry, tmpl);
  if (is_painted(entry.list)) return list_text("Paint %1").arg(what);
  if (entry.list == "pins") return list_text("Pin %1").arg(what);
  if (entry.list == "bans") return list_text("Ban %1").arg(what);
  return list_text("%1: %2").arg(hand_word(entry.list), what);
}

QString class_label(const Template& tmpl, std::string_view id) {
  for (const PinOffer& offer : pin_offers(tmpl))
    if (offer.id == id) return offer.text;
  if (find_row(tmpl.vocabulary.families, id)) return row_label(tmpl.vocabulary.families, id);
  return slug_words(id);
}

QString paint_label(const Template& tmpl, std::string_view list, std::string_view cls) {
  if (cls == kPaintNone) return list_text("nothing");
  if (list == "biome") return row_label(tmpl.vocabulary.biomes, cls);
  if (list == "danger") return row_label(tmpl.vocabulary.danger, cls);
  return row_label(tmpl.vocabulary.factions, cls);
}

QString state_word(HandState state) {
  switch (state) {
    case HandState::held:
      return list_text("held");
    case HandState::part:
      return list_text("part");
    case HandState::suspended:
      return list_text("suspended");
    case HandState::off:
      break;
  }
  return list_text("off");
}

std::optional<HandExtent> row_extent(const HandEntry& entry, const Template& tmpl) {
  std::optional<HandExtent> extent;
  std::visit(
      [&](const auto& row) {
        using Row = std::remove_cvref_t<decltype(row)>;
        if constexpr (requires { row.place; }) {
          if (row.place.runs.cells.empty())
            widen(extent, row.place.shape, row.place.radius_m);
          else
            widen(extent, row.place.runs, plan_grid(tmpl));
        }
        if constexpr (std::is_same_v<Row, RegionRow>) {
          if (!extent && row.x_m && row.y_m) widen(extent, Vec2{*row.x_m, *row.y_m}, 0);
        } else if constexpr (requires { row.x_m; }) {
          widen(extent, Vec2{row.x_m, row.y_m}, 0);
        }
        if constexpr (requires { row.to_x_m; }) widen(extent, Vec2{row.to_x_m, row.to_y_m}, 0);
        if constexpr (std::is_same_v<Row, ZoneRow>)
          widen(extent, row.shape, row.radius_m);
        else if constexpr (requires { row.shape; })
          widen(extent, row.shape, 0);
      },
      entry.row);
  return extent;
}

}  // namespace fw
