#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

#include "app/gui/audit/audit_rows.h"
#include "app/gui/preview/figure_meter.h"
#include "app/gui/words/words.h"
#include "core/measure/kpi/kpi.h"
#include "core/measure/pattern/summary.h"

namespace fw {
namespace {

struct Figures {
  Q_DECLARE_TR_FUNCTIONS(fw::AuditRows)
};

constexpr int kDigits = 4;

/// 5th and 95th percentile of real islands (docs/kpi.md, 5).
constexpr struct {
  std::string_view name;
  std::array<double, 2> range;
} kRealIslands[]{{"nature.coast_index", {1.56, 3.9}},
                 {"nature.coast_dimension", {1.04, 1.25}},
                 {"nature.solidity", {0.59, 0.90}}};

QString number(double value) {
  return QLocale().toString(value, 'g', kDigits);
}

QString with_unit(double value, const std::string& unit) {
  return unit.empty() ? number(value) : QStringLiteral("%1\u00a0%2").arg(number(value), table_text(unit));
}

std::optional<AuditBand> band_of(const std::string& name, double value, const std::vector<double>& usual) {
  if (usual.empty() || std::isnan(value)) return std::nullopt;
  AuditBand band;
  band.usual = {percentile(usual, 0.05), percentile(usual, 0.5), percentile(usual, 0.95)};
  for (const auto& [figure, range] : kRealIslands)
    if (figure == name) band.real = range;
  band.low = std::min({value, usual.front(), band.real ? band.real->front() : value});
  band.high = std::max({value, usual.back(), band.real ? band.real->back() : value});
  if (band.high <= band.low) band.low -= 0.5, band.high += 0.5;
  return band;
}

AuditRow figure_row(const AuditReport::KpiRow& kpi, const FigureTable& table, size_t k) {
  const SearchFigure& figure = table.figures[k];
  AuditRow row;
  row.what = QString::fromStdString(kpi.name);
  row.where = table_text(figure.help);
  row.actual = kpi.value;
  row.figures = std::isnan(kpi.value) ? Figures::tr("not defined") : with_unit(kpi.value, kpi.unit);
  row.band = band_of(kpi.name, kpi.value, table.usual[k]);
  row.detail = QStringLiteral("%1: %2. %3").arg(row.what, row.figures, row.where);
  if (!row.band) return row;
  row.full = std::abs(kpi.value) > 0 ? std::abs(kpi.value) : 1;
  const double rank = usual_percent(table, k, kpi.value);
  row.off = QStringLiteral("%1\u00a0%").arg(QLocale().toString(rank, 'f', 0));
  row.badness = figure.better == KpiBetter::neither ? -1 - rank / 100 : (100 - rank) / 100;
  row.detail += QLatin1Char(' ') +
                Figures::tr("Usual worlds: %1, nine of ten from %2 to %3.")
                    .arg(number(row.band->usual[1]), number(row.band->usual[0]), number(row.band->usual[2]));
  row.detail += QLatin1Char(' ') + (figure.better == KpiBetter::neither
                                        ? Figures::tr("Higher than in %1 of them.").arg(row.off)
                                        : Figures::tr("Better than in %1 of them.").arg(row.off));
  if (row.band->real)
    row.detail +=
        QLatin1Char(' ') + Figures::tr("Real islands: %1 to %2.")
                               .arg(number(row.band->real->front()), number(row.band->real->back()));
  return row;
}

}  // namespace

AuditRows figure_rows(const PictureFigures& figures) {
  AuditRows rows;
  for (size_t k = 0; k < figures.kpi.size(); ++k)
    rows.push_back(figure_row(figures.kpi[k], figures.table, k));
  std::stable_sort(rows.begin(), rows.end(),
                   [](const AuditRow& a, const AuditRow& b) { return a.badness > b.badness; });
  return rows;
}

}  // namespace fw
