#include <cmath>

#include "app/gui/audit/audit_rows_internal.h"
#include "app/gui/words/words.h"

// Rows of rivers and lakes, ground plans, roads and conditions on distances.
namespace fw {

AuditRow RowMaker::water(const AuditReport::WaterRow& row) const {
  const auto figure = [&](double value) { return locale.toString(value, 'g', 4); };
  AuditRow out = measured(row);
  out.what = slug_title(row.what);
  out.where = tr("Water and ground plans");
  out.figures = figure(row.actual);
  out.detail = tr("%1: %2.").arg(out.what, out.figures);
  if (!row.asked) return out;
  out.figures = tr("%1 of %2").arg(figure(row.actual), figure(row.target));
  out.detail = tr("%1: target %2, result %3.").arg(out.what, figure(row.target), figure(row.actual));
  return out;
}

AuditRow RowMaker::road(const AuditReport::RoadRow& row) const {
  AuditRow out = measured(row);
  out.what = slug_title(row.cls);
  out.where = tr("Roads");
  const QString crossings = tr("%1 bridges, %2 fords").arg(count(row.bridges), count(row.fords));
  out.figures = tr("%1 km").arg(number(row.km, 1));
  out.detail = tr("%1: %2, %3.").arg(out.what, out.figures, crossings);
  if (row.towns == 0) return out;
  if (out.failed) out.off = tr("%1 missing").arg(count(row.towns - row.towns_reached));
  out.detail += QLatin1Char(' ') +
                tr("%1 of %2 towns are on the network. Ways over it cost %3 times the pair's own best way on "
                   "average, %4 times at worst.")
                    .arg(count(row.towns_reached), count(row.towns), number(row.detour_mean, 2),
                         number(row.detour_max, 2));
  return out;
}

AuditRow RowMaker::condition(const AuditReport::ConditionRow& row) const {
  AuditRow out = measured(row);
  const bool ground = row.feature == "ground";
  const bool none = std::isnan(row.observed_max_m);
  out.what = tr("%1: %2").arg(label_of(row.cls), slug_words(row.feature));
  out.where = tr("Condition");
  out.figures = ground ? tr("held")
                : none ? tr("none")
                       : tr("%1 to %2 m").arg(number(row.observed_min_m, 0), number(row.observed_max_m, 0));
  if (out.failed) {
    if (ground) out.figures = tr("not held");
    out.off = tr("%1 off").arg(count(row.violations));
  }
  out.place.category = from_slug<Category>(kCategorySlugs, row.category);
  out.place.class_slug = row.cls;
  out.place.text = out.what;
  out.detail =
      ground ? tr("%1: %2 points stand on other ground than asked for.")
                   .arg(label_of(row.cls), count(row.violations))
      : none
          ? tr("%1: asked %2 to %3 m from the nearest %4; no point has such a distance, %5 points stand "
               "elsewhere.")
                .arg(label_of(row.cls), number(row.low_m, 0), number(row.high_m, 0), slug_words(row.feature),
                     count(row.violations))
          : tr("%1: asked %2 to %3 m from the nearest %4, found %5 to %6 m; %7 points stand elsewhere.")
                .arg(label_of(row.cls), number(row.low_m, 0), number(row.high_m, 0), slug_words(row.feature),
                     number(row.observed_min_m, 1), number(row.observed_max_m, 1), count(row.violations));
  return out;
}

}  // namespace fw
