#include "app/gui/search/search_state.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <cmath>

#include "app/gui/search/condition_row.h"
#include "core/search/rate.h"

namespace fw {
namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(fw::SearchPanel)
};

QString count(uint64_t n) {
  return QLocale().toString(static_cast<qulonglong>(n));
}

/// "12 passed (5 to 17 %)"
QString passed_text(uint64_t passed, const Rate& rate) {
  return Words::tr("%1 passed (%2 to %3)").arg(count(passed), share_text(rate.low), share_text(rate.high));
}

QString time_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  if (seconds < 2 * kMinute) return Words::tr("%1 s left").arg(std::lround(seconds));
  if (seconds < 2 * kHour) return Words::tr("%1 min left").arg(std::lround(seconds / kMinute));
  return Words::tr("%1 h left").arg(QLocale().toString(seconds / kHour, 'f', 1));
}

}  // namespace

int done_permille(uint64_t done, uint64_t all) {
  return all > 0 ? static_cast<int>(1000 * static_cast<double>(done) / static_cast<double>(all)) : 0;
}

QString state_text(const SearchState& state) {
  QStringList parts{Words::tr("%1 of %2 seeds").arg(count(state.done), count(state.all))};
  if (state.worlds_per_s > 0)
    parts << Words::tr("%1 per second").arg(QLocale().toString(state.worlds_per_s, 'f', 1));
  parts << passed_text(state.passed, state.rate);
  if (state.left_s) parts << time_text(*state.left_s);
  if (state.best) parts << Words::tr("best %1").arg(figure_text(state.best));
  return parts.join(QStringLiteral(", "));
}

QString result_text(const SearchTally& tally, const SearchPlan& plan, bool complete) {
  const uint64_t passed = tally.passes.size();
  QStringList parts{Words::tr("%1 of %2 seeds").arg(count(tally.seeds()), count(plan.seeds.size())),
                    passed_text(passed, pass_rate(passed, tally.seeds()))};
  if (complete) parts << Words::tr("finished");
  return parts.join(QStringLiteral(", "));
}

}  // namespace fw
