#include "app/gui/seeds/seed_choice.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QUrl>
#include <utility>

#include "core/base/seed.h"

namespace fw {
namespace {

struct Seeds {
  Q_DECLARE_TR_FUNCTIONS(fw::SeedsPanel)
};

QString group_of(const std::string& template_name) {
  const QByteArray name = QUrl::toPercentEncoding(QString::fromStdString(template_name));
  return QStringLiteral("favourite_seeds/") + QString::fromLatin1(name);
}

const std::pair<const char*, std::optional<uint64_t> StreamSeeds::*> kStreams[] = {
    {"layout", &StreamSeeds::layout}, {"noise", &StreamSeeds::noise}, {"place", &StreamSeeds::place}};

}  // namespace

bool operator==(const SeedChoice& a, const SeedChoice& b) {
  return a.seed == b.seed && a.streams.layout == b.streams.layout && a.streams.noise == b.streams.noise &&
         a.streams.place == b.streams.place;
}

Template SeedChoice::applied_to(Template tmpl) const {
  std::string salt = std::move(tmpl.stream_seeds.salt);
  tmpl.seed = seed;
  tmpl.stream_seeds = streams;
  tmpl.stream_seeds.salt = std::move(salt);  // no seed: it stays the template's
  return tmpl;
}

SeedBundle SeedChoice::bundle() const {
  return {streams.layout.value_or(seed), streams.noise.value_or(seed), streams.place.value_or(seed)};
}

QString SeedChoice::text() const {
  QStringList own;
  const QString names[] = {Seeds::tr("layout"), Seeds::tr("noise"), Seeds::tr("place")};
  for (size_t i = 0; i < std::size(kStreams); ++i)
    if (const auto& value = streams.*kStreams[i].second)
      own << QStringLiteral("%1 %2").arg(names[i]).arg(*value);
  const QString number = QString::number(seed);
  return own.isEmpty() ? number : QStringLiteral("%1 (%2)").arg(number, own.join(QStringLiteral(", ")));
}

std::optional<uint64_t> read_seed(const QString& text) {
  // Groups of three digits with one kind of separator: "1.5" is not a seed.
  static const QRegularExpression whole(QStringLiteral(
      "^(?:[0-9]+|[0-9]{1,3}([ ,._'\\x{2019}\\x{A0}\\x{2009}\\x{202F}])[0-9]{3}(?:\\1[0-9]{3})*)$"));
  static const QRegularExpression other_than_digits(QStringLiteral("[^0-9]"));
  QString digits = text.trimmed();
  if (!whole.match(digits).hasMatch()) return std::nullopt;
  bool read = false;
  const qulonglong value = digits.remove(other_than_digits).toULongLong(&read);
  if (!read || value > kMaxSeed) return std::nullopt;
  return value;
}

QString seed_range_text() {
  return Seeds::tr("A seed is a whole number from 0 to %1.")
      .arg(QLocale().toString(static_cast<qulonglong>(kMaxSeed)));
}

std::vector<FavouriteSeed> read_favourites(QSettings& settings, const std::string& template_name) {
  std::vector<FavouriteSeed> favourites;
  const int count = settings.beginReadArray(group_of(template_name));
  for (int i = 0; i < count; ++i) {
    settings.setArrayIndex(i);
    const auto seed = read_seed(settings.value(QStringLiteral("seed")).toString());
    if (!seed) continue;
    FavouriteSeed favourite{settings.value(QStringLiteral("name")).toString(), {*seed, {}}};
    for (const auto& [key, member] : kStreams)
      favourite.choice.streams.*member = read_seed(settings.value(QString::fromLatin1(key)).toString());
    favourites.push_back(std::move(favourite));
  }
  settings.endArray();
  return favourites;
}

void write_favourites(QSettings& settings, const std::string& template_name,
                      const std::vector<FavouriteSeed>& favourites) {
  settings.remove(group_of(template_name));
  settings.beginWriteArray(group_of(template_name), static_cast<int>(favourites.size()));
  for (size_t i = 0; i < favourites.size(); ++i) {
    settings.setArrayIndex(static_cast<int>(i));
    settings.setValue(QStringLiteral("name"), favourites[i].name);
    // As text: settings files may store numbers as doubles.
    settings.setValue(QStringLiteral("seed"), QString::number(favourites[i].choice.seed));
    for (const auto& [key, member] : kStreams)
      if (const auto& value = favourites[i].choice.streams.*member)
        settings.setValue(QString::fromLatin1(key), QString::number(*value));
  }
  settings.endArray();
}

}  // namespace fw
