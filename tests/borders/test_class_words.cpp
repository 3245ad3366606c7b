// No class of any one game stands in the code: factions, biomes, bands, landmark kinds, families and rarities
// are rows of a template. The ids of the classic rows are looked for as whole string literals.
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <nlohmann/json.hpp>

#include "tests/support/test_main.h"

namespace {

/// The ids of every table of the classic vocabulary.
QSet<QString> classic_ids() {
  QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/templates/vocabulary/classic.json"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const auto rows = nlohmann::json::parse(file.readAll().toStdString());
  QSet<QString> ids;
  for (const char* table : {"factions", "biomes", "danger", "landmarks", "families", "rarities"})
    for (const auto& row : rows.at(table)) ids << QString::fromStdString(row.at("id").get<std::string>());
  return ids;
}

/// Words that mean a role or a pictogram, not a class, and where they may stand.
bool is_allowed(const QString& path, const QString& word) {
  struct Allowed {
    const char* word;
    const char* path;
  };
  static constexpr Allowed kAllowed[] = {
      {"neutral", ""},                                   // a faction's role, a group of regions
      {"named", "core/template/parameters"},             // a column of landmark kinds
      {"named", "core/world/flow"},                      // the same
      {"wood", "core/model/template/place_kinds.h"},     // a kind of named place
      {"wood", "core/world/places"},                     // a tag of biomes
      {"shrine", "render/map/symbols/pictogram_table"},  // pictograms are called what they show
      {"mill", "render/map/symbols/pictogram_table"},
      {"ore", "render/map/symbols/pictogram_table"},
  };
  for (const Allowed& a : kAllowed)
    if (word == QLatin1String(a.word) && path.startsWith(QLatin1String(a.path))) return true;
  return false;
}

/// Calls visit(path from the checkout on, text) for each source of the product.
template <typename Visit>
void visit_sources(const Visit& visit) {
  const QDir root(QStringLiteral(FIELDWRIGHT_SOURCE_DIR));
  for (const QString top : {"core", "render", "app"}) {
    QDirIterator files(root.filePath(top), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      QFile file(files.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      visit(root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()));
    }
  }
}

}  // namespace

class TestClassWords : public QObject {
  Q_OBJECT

 private slots:
  void theClassicTablesAreFound() { QVERIFY(classic_ids().size() > 30); }

  void noClassIsNamedInTheCode() {
    const QSet<QString> ids = classic_ids();
    static const QRegularExpression literal("\"((?:[^\"\\\\]|\\\\.)*)\"");
    QStringList found;
    visit_sources([&](const QString& path, const QString& text) {
      const QStringList lines = text.split('\n');
      for (qsizetype k = 0; k < lines.size(); ++k)
        for (auto all = literal.globalMatch(lines[k]); all.hasNext();) {
          const QString word = all.next().captured(1);
          if (ids.contains(word) && !is_allowed(path, word))
            found << QStringLiteral("%1:%2: \"%3\"").arg(path).arg(k + 1).arg(word);
        }
    });
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
  }

  void noEnumeratorNamesAClass() {
    const QSet<QString> ids = classic_ids();
    static const QRegularExpression use(R"(\b(?:Faction|Biome|Danger|LandmarkKind|Rarity)::(\w+))");
    QStringList found;
    visit_sources([&](const QString& path, const QString& text) {
      for (auto all = use.globalMatch(text); all.hasNext();) {
        const QString name = all.next().captured(1);
        if (ids.contains(name)) found << path + ": " + name;
      }
    });
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
  }
};

FW_TEST(TestClassWords)
#include "test_class_words.moc"
