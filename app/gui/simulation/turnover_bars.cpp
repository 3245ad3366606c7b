#include "app/gui/simulation/turnover_bars.h"

#include <QLocale>
#include <QPainter>
#include <algorithm>
#include <array>

#include "app/gui/simulation/figure_plot.h"

namespace fw {
namespace {

struct Cause {
  const char* word;
  double EcologyTurnover::*heads;
};
constexpr std::array<Cause, 4> kCauses{
    {{QT_TRANSLATE_NOOP("fw::TurnoverBars", "born"), &EcologyTurnover::born},
     {QT_TRANSLATE_NOOP("fw::TurnoverBars", "eaten"), &EcologyTurnover::eaten},
     {QT_TRANSLATE_NOOP("fw::TurnoverBars", "starved"), &EcologyTurnover::starved},
     {QT_TRANSLATE_NOOP("fw::TurnoverBars", "hunted"), &EcologyTurnover::hunted}}};

QString heads_text(double heads) {
  return QLocale().toString(heads, 'f', heads < 10 ? 1 : 0);
}

}  // namespace

TurnoverBars::TurnoverBars(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("Turnover"));
}

QSize TurnoverBars::sizeHint() const {
  return {260, fontMetrics().height() * static_cast<int>(kCauses.size()) + 6};
}
QSize TurnoverBars::minimumSizeHint() const {
  return {140, sizeHint().height()};
}

void TurnoverBars::set_days(std::span<const EcologyTurnover> past) {
  days_ = std::min(past.size(), kDays);
  sums_ = {};
  for (const EcologyTurnover& day : past.last(days_))
    for (const Cause& cause : kCauses) sums_.*cause.heads += day.*cause.heads;
  QStringList said;
  for (const Cause& cause : kCauses)
    said << tr(cause.word) + QLatin1Char(' ') + heads_text(sums_.*cause.heads);
  setAccessibleDescription(said.join(QStringLiteral(", ")));
  setToolTip(tr("Heads of the last %n day(s), by cause; births of the stock, and what it lost", nullptr,
                static_cast<int>(days_)));
  update();
}

void TurnoverBars::paintEvent(QPaintEvent*) {
  QPainter p(this);
  const QFontMetrics metrics = fontMetrics();
  double most = 0;
  int words = 0;
  for (const Cause& cause : kCauses) {
    most = std::max(most, sums_.*cause.heads);
    words = std::max(words, metrics.horizontalAdvance(tr(cause.word)));
  }
  const int row = metrics.height(), left = words + 8,
            room = width() - left - metrics.horizontalAdvance(QStringLiteral("00000")) - 8;
  for (size_t k = 0; k < kCauses.size(); ++k) {
    const double heads = sums_.*kCauses[k].heads;
    const int top = 2 + static_cast<int>(k) * row;
    p.setPen(palette().color(QPalette::PlaceholderText));
    p.drawText(QRect(0, top, words, row), Qt::AlignRight | Qt::AlignVCenter, tr(kCauses[k].word));
    p.fillRect(QRectF(left, top + 0.25 * row, most > 0 ? std::max(1.0, room * heads / most) : 1.0, 0.5 * row),
               k == 0 ? FigurePlot::colour(palette(), 1) : FigurePlot::colour(palette(), 0));
    p.setPen(palette().color(QPalette::Text));
    p.drawText(QRect(0, top, width(), row), Qt::AlignRight | Qt::AlignVCenter, heads_text(heads));
  }
}

}  // namespace fw
