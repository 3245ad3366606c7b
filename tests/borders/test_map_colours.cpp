#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include "tests/support/test_main.h"

namespace {

/// What in a source states a colour of its own: "FILE:LINE: TEXT".
QStringList colours_in(const QString& file) {
  // Masks of a pixel's components are none.
  static const QRegularExpression literal(
      QStringLiteral(R"(\bhex\(0x|\bh\(0x|Rgb\{\s*[0-9.])"
                     R"(|\b0x(?!(?:FF000000|FF00FF|800080)[Uu]\b)(?:[Ff]{2})?[0-9A-Fa-f]{6}[Uu]?\b)"));
  QFile source(file);
  QStringList found;
  if (!source.open(QIODevice::ReadOnly)) return {file + ": cannot be read"};
  int number = 0;
  while (!source.atEnd()) {
    const QString line = QString::fromUtf8(source.readLine());
    ++number;
    if (const auto code = line.section(QStringLiteral("//"), 0, 0); literal.match(code).hasMatch())
      found << QStringLiteral("%1:%2: %3").arg(file).arg(number).arg(line.trimmed());
  }
  return found;
}

}  // namespace

class MapColoursTest : public QObject {
  Q_OBJECT
 private slots:
  void nobodyButTheStylesHoldsAColourOfAMap() {
    QStringList found;
    int sources = 0;
    for (const char* const room : {"/render/map", "/render/plate"}) {
      QDirIterator files(QString(FIELDWRIGHT_SOURCE_DIR) + room, {"*.cpp", "*.h"}, QDir::Files,
                         QDirIterator::Subdirectories);
      while (files.hasNext()) {
        const QString file = files.next();
        if (file.contains(QStringLiteral("/render/map/style/"))) continue;
        ++sources;
        found << colours_in(file);
      }
    }
    QVERIFY(sources > 50);
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
    // The search finds what is there.
    QVERIFY(colours_in(QString(FIELDWRIGHT_SOURCE_DIR) + "/render/map/style/map_style.cpp").size() > 100);
  }
};

FW_TEST(MapColoursTest)
#include "test_map_colours.moc"
