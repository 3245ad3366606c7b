#include "app/gui/audit/audit_rows.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "app/gui/audit/audit_rows_internal.h"
#include "app/gui/template/place.h"
#include "app/gui/words/words.h"
#include "core/model/colour/palette.h"
#include "core/model/template/spacing_rules.h"
#include "render/map/map_picture.h"

namespace fw {
namespace {

QColor to_colour(const Rgb& rgb) {
  return QColor::fromRgbF(static_cast<float>(rgb.r), static_cast<float>(rgb.g), static_cast<float>(rgb.b));
}

/// The template's table of a layer's classes, and the path of what a quota counts.
std::string mix_table(std::string_view layer) {
  return layer == "faction" ? "factions" : layer == "biome" ? "biomes" : "danger";
}
std::string quota_path(std::string_view category, const std::string& cls) {
  return category == "resource"   ? "resources." + cls + ".quota"
         : category == "wildlife" ? "wildlife." + cls + ".quota"
         : category == "enemy"    ? "enemies." + cls + ".quota"
         : category == "rarity"   ? "rarities." + cls + ".count"
                                  : "landmarks." + cls + ".count";
}

/// One cell of rounding, as a share of a region or of the island.
double one_cell(const World& world, int region) {
  double area_m2 = 0;
  for (size_t r = 0; r < world.regions.size(); ++r)
    if (region == 0 || static_cast<int>(r) + 1 == region) area_m2 += world.regions[r].area_m2;
  const double cell_m = world.grid.cell_m;
  return area_m2 > 0 ? cell_m * cell_m / area_m2 : 0;
}

}  // namespace

std::vector<Cure> RowMaker::cures_beside(const std::string& path) const {
  std::vector<Cure> found;
  const auto own = find_place(tmpl, path);
  if (!own) return found;
  for (const Finding& finding : report.findings) {
    const std::vector<Cure>& cures = finding.cures;
    const auto first = cures.empty() ? std::nullopt : find_place(tmpl, cures.front().front().path);
    if (first && list_of(*first->parameter) == list_of(*own->parameter) && first->at.row == own->at.row)
      found.insert(found.end(), cures.begin(), cures.end());
  }
  return found;
}

QString RowMaker::percent(double share, int digits) const {
  return tr("%1 %").arg(locale.toString(100 * share, 'f', digits));
}

QString RowMaker::label_of(const std::string& slug) const {
  for (const PointClassInfo& info : world.points.classes)
    if (info.slug == slug && info.category != Category::landmark && !info.label.empty())
      return QString::fromStdString(info.label);
  if (find_row(words().landmarks, slug)) return row_label(words().landmarks, slug);
  return row_label(words().rarities, slug);
}

QString RowMaker::class_label(const std::string& layer, const std::string& cls) const {
  return layer == "biome"    ? row_label(words().biomes, cls)
         : layer == "danger" ? row_label(words().danger, cls)
                             : row_label(words().factions, cls);
}

QString RowMaker::category_of(const AuditReport::Quota& row) const {
  const auto category = from_slug<Category>(kCategorySlugs, row.category);
  return category ? category_label(words().categories, *category) : slug_title(row.category);
}

QString RowMaker::region_or_island(const std::string& region) const {
  return region.empty() ? tr("Island") : QString::fromStdString(region);
}

QColor RowMaker::swatch(const std::string& layer, const std::string& cls) const {
  const AuditPlace place = layer_place(words(), layer, cls);
  if (!place.layer || place.class_code == 0) return {};
  const auto at = static_cast<size_t>(place.class_code - 1);
  return to_colour(*place.layer == MapLayer::biome    ? palette.biome[at]
                   : *place.layer == MapLayer::danger ? palette.danger[at]
                                                      : palette.faction[at]);
}

AuditRow RowMaker::mix(const AuditReport::Mix& row) const {
  AuditRow out = measured(row);
  out.place = layer_place(words(), row.layer, row.cls);
  out.place.region = region_code(world, row.region);
  const double wanted = row.region.empty() ? kIslandMixTolerance : kRegionalMixTolerance;
  const double tolerance = std::max(wanted, one_cell(world, out.place.region));
  out.what = class_label(row.layer, row.cls);
  out.where = region_or_island(row.region);
  out.swatch = swatch(row.layer, row.cls);
  out.cures = cures_beside(mix_table(row.layer) + "." + row.cls + ".share");
  out.place.text = tr("%1 %2, %3").arg(slug_title(row.layer), out.what, out.where);
  if (mix_origin(row) == "land") {
    out.figures = percent(row.actual);
    out.detail = tr("%1: %2, as the land gives it; the template states no row for this region.")
                     .arg(out.place.text, percent(row.actual, 2));
    return out;
  }
  out.figures = tr("%1 of %2").arg(percent(row.actual), percent(row.target));
  out.off = tr("%1 pp").arg(number(100 * row.error, 2));
  out.detail = tr("%1: target %2 (%3), result %4, off by %5 percentage points; %6 are allowed.")
                   .arg(out.place.text, percent(row.target, 2), row.asked ? tr("stated") : tr("derived"),
                        percent(row.actual, 2), number(100 * row.error, 3), number(100 * tolerance, 2));
  return out;
}

AuditRow RowMaker::biome_limit(const AuditReport::BiomeLimitRow& row) const {
  AuditRow out = measured(row);
  out.place = layer_place(words(), "biome", row.biome);
  out.what = class_label("biome", row.biome);
  out.swatch = swatch("biome", row.biome);
  out.where = row.measure.empty() ? tr("Beyond its limits") : tr("Beyond %1").arg(slug_title(row.measure));
  out.figures = percent(row.beyond);
  out.cures = cures_beside("biomes." + row.biome + ".share");
  out.place.text = tr("%1, limits").arg(out.what);
  out.detail = tr("%1: %2 of it lies beyond; %3 of the land is within.")
                   .arg(out.what, percent(row.beyond, 2), percent(row.room, 2));
  if (!row.region.empty())
    out.detail += QLatin1Char(' ') + tr("Most of it is in %1.").arg(QString::fromStdString(row.region));
  return out;
}

AuditRow RowMaker::quota(const AuditReport::Quota& row) const {
  AuditRow out = measured(row);
  out.place.region = region_code(world, row.region);
  if (row.category == "rarity") {
    out.place.category = Category::enemy;
    out.place.rarity = rarity_of(words(), row.cls);
  } else {
    out.place.category = from_slug<Category>(kCategorySlugs, row.category);
    out.place.class_slug = row.cls;
  }
  out.what = label_of(row.cls);
  out.cures = cures_beside(quota_path(row.category, row.cls));
  out.where = row.region.empty() ? category_of(row) : QString::fromStdString(row.region);
  out.figures = tr("%1 of %2").arg(count(row.actual), count(row.target));
  out.off = out.failed ? tr("%1 short").arg(count(row.shortfall)) : QString();
  out.place.text = tr("%1 of %2").arg(out.what, region_or_island(row.region));
  out.detail = tr("%1: %2 placed of %3. Refused: %4 cells by the mask, %5 candidates by the spacing, %6 "
                  "cells by the density.")
                   .arg(out.what, count(row.actual), count(row.target), count(row.refused_mask),
                        count(row.refused_spacing), count(row.refused_density));
  return out;
}

/// Whether the floor of a class of points alone is what is below its spacing (docs/world.md, 5.1).
static bool is_floor(const Template& tmpl, const AuditReport::Spacing& row) {
  for (const Category category : kPointCategories)
    for (const PointClass& cls : tmpl.classes(category))
      if (cls.slug == row.cls)
        return row.min_m < row.asked_m && row.min_m >= hard_spacing_m(cls, row.asked_m);
  return false;
}

AuditRow RowMaker::spacing(const AuditReport::Spacing& row) const {
  AuditRow out = measured(row);
  out.what = label_of(row.cls);
  const bool floor = is_floor(tmpl, row), relaxed = !floor && row.min_m < row.asked_m;
  out.where = floor     ? tr("Floor %1 m").arg(number(row.min_m, 0))
              : relaxed ? tr("Relaxed to %1 m").arg(number(row.min_m, 0))
                        : tr("Nearest pair");
  const double slack_m = row.observed_min_m - row.asked_m;
  out.figures = tr("%1 of %2 m").arg(number(row.observed_min_m, 0), number(row.asked_m, 0));
  out.off = tr("%1 m").arg((slack_m >= 0.05 ? QStringLiteral("+") : QString()) + number(slack_m, 1));
  for (const PointClassInfo& info : world.points.classes)
    if (info.slug == row.cls) {
      out.place.category = info.category;
      out.place.class_slug = row.cls;
    }
  if (!out.place.category) {
    out.place.category = Category::enemy;
    out.place.rarity = rarity_of(words(), row.cls);
  }
  out.place.text = out.what;
  out.detail =
      tr("%1: the nearest pair is %2 m apart, the target is at least %3 m; nearest neighbours are %4 m "
         "away on average.")
          .arg(out.what, number(row.observed_min_m, 1), number(row.asked_m, 1), number(row.nn_mean_m, 1));
  if (floor)
    out.detail +=
        QLatin1Char(' ') +
        tr("Where it is crowded the distance may come down to its floor, %1 m.").arg(number(row.min_m, 1));
  if (relaxed)
    out.detail +=
        QLatin1Char(' ') +
        tr("The distance was relaxed to %1 m, so that the quota could be met.").arg(number(row.min_m, 1));
  return out;
}

AuditRow RowMaker::region(const AuditReport::RegionRow& row) const {
  AuditRow out = measured(row);
  out.what = QString::fromStdString(row.region);
  out.where = row_label(words().factions, row.owner);
  out.swatch = swatch("faction", row.owner);
  out.place.region = region_code(world, row.region);
  out.place.text = out.what;
  const bool neutral =
      out.place.region > 0 && world.regions[static_cast<size_t>(out.place.region - 1)].neutral;
  QStringList there;
  int missing = 0;
  const auto add = [&](const std::string& kind, bool stands, const QString& how) {
    const QString label = row_label(words().landmarks, kind);
    there << (stands ? how.isEmpty() ? label : tr("%1 in %2").arg(label, how) : tr("no %1").arg(label));
    if (!stands && !neutral) ++missing;
  };
  const auto band = find_row(words().danger, row.seat_band);
  if (!report.seat_kind.empty()) add(report.seat_kind, row.seat, row_label(words().danger, row.seat_band));
  for (size_t g = 0; g < row.guards.size(); ++g) add(report.guard_kinds[g], row.guards[g], {});
  out.figures = there.join(QStringLiteral(", "));
  out.badness = missing + (!neutral && row.seat && band && !words().danger[*band].safe ? 0.5 : 0);
  out.off = missing > 0 ? tr("%1 missing").arg(missing) : QString();
  out.detail = tr("%1 (%2): %3.").arg(out.what, out.where, out.figures);
  return out;
}

namespace {

template <typename Row, typename Make>
void add_all(AuditRows& rows, const std::vector<Row>& from, const Make& make) {
  for (const Row& row : from) rows.push_back(make(row));
}

}  // namespace

AuditRows audit_rows(const AuditReport& report, AuditSection section, const Template& tmpl,
                     const World& world) {
  const Palette palette = make_palette(world.vocabulary, map_look(tmpl.view).palette);
  const RowMaker maker{report, tmpl, world, palette, QLocale()};
  AuditRows rows;
  const auto quotas = [&](bool landmarks) {
    for (const AuditReport::Quota& row : report.quota)
      if ((row.category == "landmark") == landmarks) rows.push_back(maker.quota(row));
  };
  switch (section) {
    case AuditSection::mix:
      add_all(rows, report.mix, [&](const auto& row) { return maker.mix(row); });
      add_all(rows, report.biome_limits, [&](const auto& row) { return maker.biome_limit(row); });
      break;
    case AuditSection::quota:
      quotas(false);
      break;
    case AuditSection::spacing:
      add_all(rows, report.spacing, [&](const auto& row) { return maker.spacing(row); });
      add_all(rows, report.conditions, [&](const auto& row) { return maker.condition(row); });
      break;
    case AuditSection::places:
      quotas(true);
      add_all(rows, report.regions, [&](const auto& row) { return maker.region(row); });
      add_all(rows, report.roads, [&](const auto& row) { return maker.road(row); });
      break;
    case AuditSection::other:
      add_all(rows, report.seam, [&](const auto& row) { return maker.seam(row); });
      add_all(rows, report.contiguity, [&](const auto& row) { return maker.contiguity(row); });
      add_all(rows, report.colocation, [&](const auto& row) { return maker.colocation(row); });
      add_all(rows, report.rarity, [&](const auto& row) { return maker.rarity(row); });
      add_all(rows, report.water, [&](const auto& row) { return maker.water(row); });
      break;
    case AuditSection::figures:  // figure_rows()
      break;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const AuditRow& a, const AuditRow& b) { return a.badness > b.badness; });
  return rows;
}

}  // namespace fw
