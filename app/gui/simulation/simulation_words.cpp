#include "app/gui/simulation/simulation_words.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <iterator>

#include "app/gui/words/words.h"
#include "core/model/coordinator.h"

namespace fw {
namespace {

struct Word {
  std::string_view slug;
  const char* words;
};

/// Path members whose slug alone is unclear to a designer; without their unit.
constexpr Word kMembers[] = {
    {"dt", QT_TRANSLATE_NOOP("fw::Simulation", "time step")},
    {"beta", QT_TRANSLATE_NOOP("fw::Simulation", "weight of the old heading")},
    {"rho", QT_TRANSLATE_NOOP("fw::Simulation", "weight of the old speed")},
    {"lambda_0", QT_TRANSLATE_NOOP("fw::Simulation", "base rate")},
    {"epsilon", QT_TRANSLATE_NOOP("fw::Simulation", "least rate")},
    {"ema", QT_TRANSLATE_NOOP("fw::Simulation", "smoothing of the hazard")},
    {"alpha", QT_TRANSLATE_NOOP("fw::Simulation", "phase against hazard")},
    {"norm", QT_TRANSLATE_NOOP("fw::Simulation", "mean rate held")},
    {"fixed_sd", QT_TRANSLATE_NOOP("fw::Simulation", "fixed spread")},
    {"mvn", QT_TRANSLATE_NOOP("fw::Simulation", "clusters")},
    {"second", QT_TRANSLATE_NOOP("fw::Simulation", "second field")},
    {"curl", QT_TRANSLATE_NOOP("fw::Simulation", "curl field")},
    {"periodic_lattice", QT_TRANSLATE_NOOP("fw::Simulation", "fields without a seam")},
    {"tick", QT_TRANSLATE_NOOP("fw::Simulation", "time step")},
    {"trait", QT_TRANSLATE_NOOP("fw::Simulation", "weight of own numbers")},
    {"hold", QT_TRANSLATE_NOOP("fw::Simulation", "bonus of who is in")},
    {"dwell", QT_TRANSLATE_NOOP("fw::Simulation", "a mood is kept")},
    {"shows", QT_TRANSLATE_NOOP("fw::Simulation", "a mood shows within")},
    {"starts_per_s", QT_TRANSLATE_NOOP("fw::Simulation", "starts per second")},
    {"patience", QT_TRANSLATE_NOOP("fw::Simulation", "patience of who waits")},
    {"since", QT_TRANSLATE_NOOP("fw::Simulation", "score of time since an attack")},
    {"waiting", QT_TRANSLATE_NOOP("fw::Simulation", "score of waiting")},
    {"apart", QT_TRANSLATE_NOOP("fw::Simulation", "score of angles apart")},
    {"notice", QT_TRANSLATE_NOOP("fw::Simulation", "target noticed within")},
    {"leave", QT_TRANSLATE_NOOP("fw::Simulation", "left beyond so many times")},
    {"posts", QT_TRANSLATE_NOOP("fw::Simulation", "posts chosen every")},
};

constexpr const char* kLegend[] = {
    QT_TRANSLATE_NOOP("fw::Simulation", "speed, m/s"),
    QT_TRANSLATE_NOOP("fw::Simulation", "idle"),
    QT_TRANSLATE_NOOP("fw::Simulation", "asleep"),
    QT_TRANSLATE_NOOP("fw::Simulation", "active"),
    QT_TRANSLATE_NOOP("fw::Simulation", "just started"),
    QT_TRANSLATE_NOOP("fw::Simulation", "phase, front"),
    QT_TRANSLATE_NOOP("fw::Simulation", "field, open band"),
    QT_TRANSLATE_NOOP("fw::Simulation", "field (rate)"),
    QT_TRANSLATE_NOOP("fw::Simulation", "resource"),
    QT_TRANSLATE_NOOP("fw::Simulation", "wildlife"),
    QT_TRANSLATE_NOOP("fw::Simulation", "enemy"),
    QT_TRANSLATE_NOOP("fw::Simulation", "site, its turn"),
    QT_TRANSLATE_NOOP("fw::Simulation", "spawned"),
    QT_TRANSLATE_NOOP("fw::Simulation", "killed"),
    QT_TRANSLATE_NOOP("fw::Simulation", "player"),
    QT_TRANSLATE_NOOP("fw::Simulation", "calm"),
    QT_TRANSLATE_NOOP("fw::Simulation", "curious"),
    QT_TRANSLATE_NOOP("fw::Simulation", "alert"),
    QT_TRANSLATE_NOOP("fw::Simulation", "combat"),
    QT_TRANSLATE_NOOP("fw::Simulation", "flee"),
    QT_TRANSLATE_NOOP("fw::Simulation", "alarmed"),
    QT_TRANSLATE_NOOP("fw::Simulation", "stimulus"),
    QT_TRANSLATE_NOOP("fw::Simulation", "face"),
    QT_TRANSLATE_NOOP("fw::Simulation", "flank"),
    QT_TRANSLATE_NOOP("fw::Simulation", "support"),
    QT_TRANSLATE_NOOP("fw::Simulation", "rest"),
    QT_TRANSLATE_NOOP("fw::Simulation", "attacks"),
    QT_TRANSLATE_NOOP("fw::Simulation", "target, its front"),
    QT_TRANSLATE_NOOP("fw::Simulation", "wandering"),
    QT_TRANSLATE_NOOP("fw::Simulation", "heads per km²"),
    QT_TRANSLATE_NOOP("fw::Simulation", "other animals"),
    QT_TRANSLATE_NOOP("fw::Simulation", "rests"),
    QT_TRANSLATE_NOOP("fw::Simulation", "best ground now"),
};

QString say(const char* english) {
  return QCoreApplication::translate("fw::Simulation", english);
}

const Word* find(std::span<const Word> words, std::string_view slug) {
  const auto at = std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.slug == slug; });
  return at == words.end() ? nullptr : &*at;
}

/// "wavelength_m" with the unit "m" -> "wavelength"; "drift_per_s" stays.
std::string_view without_unit(std::string_view member, std::string_view unit) {
  const std::string_view ending = unit == "m/s" ? "mps" : unit;
  if (ending.empty() || member.size() <= ending.size() + 1 || !member.ends_with(ending)) return member;
  const std::string_view rest = member.substr(0, member.size() - ending.size());
  return rest.ends_with('_') ? rest.substr(0, rest.size() - 1) : member;
}

QString member_words(std::string_view member) {
  const Word* known = find(kMembers, member);
  return known != nullptr ? say(known->words) : slug_words(member);
}

}  // namespace

QString method_title(std::string_view slug) {
  const Method* method = find_method(slug);
  return method != nullptr ? table_text(method->title) : slug_title(slug);
}

QString method_help(Coordinator coordinator, std::string_view slug) {
  const Method* method = find_method(coordinator, slug);
  const QString name = QString::fromUtf8(slug.data(), static_cast<qsizetype>(slug.size()));
  return method != nullptr ? QStringLiteral("%1 (%2)").arg(table_text(method->help), name) : name;
}

QString setting_title(const ValueRule& rule) {
  std::string_view path = rule.path.substr(rule.path.find('.') + 1);  // the coordinator is chosen elsewhere
  QString title;
  for (size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    title += member_words(path.substr(0, dot)) + QStringLiteral(": ");
    path.remove_prefix(dot + 1);
  }
  title += member_words(without_unit(path, rule.unit));
  title[0] = title[0].toUpper();
  return title;
}

QString unit_words(std::string_view unit) {
  if (unit == "1/s") return say(QT_TRANSLATE_NOOP("fw::Simulation", "per s"));
  if (unit == "1/min") return say(QT_TRANSLATE_NOOP("fw::Simulation", "per min"));
  return table_text(unit);
}

QString figure_unit(const OverlayFigure& figure) {
  const bool said = figure.label.find(" per ") != std::string::npos;
  return said ? QString() : unit_words(figure.unit);
}

std::string legend_word(std::string_view english) {
  const auto at = std::find(std::begin(kLegend), std::end(kLegend), english);
  return at == std::end(kLegend) ? std::string(english) : say(*at).toStdString();
}

}  // namespace fw
