#include <cairo.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "render/map/symbols/pictogram_table.h"
#include "render/map/symbols/pictograms.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr Rgb kBlue = Rgb::hex(0x2040A0);

/// What a drawing leaves on side x side transparent pixels.
template <typename Draw>
std::vector<uint32_t> pixels(int side, const Draw& draw) {
  std::vector<uint32_t> words(static_cast<size_t>(side) * static_cast<size_t>(side), 0);
  cairo_surface_t* surface = cairo_image_surface_create_for_data(
      reinterpret_cast<unsigned char*>(words.data()), CAIRO_FORMAT_ARGB32, side, side, side * 4);
  cairo_t* cr = cairo_create(surface);
  draw(Painter{cr, nullptr});
  cairo_destroy(cr);
  cairo_surface_destroy(surface);
  return words;
}

std::vector<uint32_t> alone(const Symbol& symbol, int side) {
  return pixels(
      side, [&](const Painter& pen) { draw_symbol(pen, symbol, side / 2.0, side / 2.0, 0.4 * side, kBlue); });
}

/// Share of the picture that is covered.
double coverage(const std::vector<uint32_t>& words) {
  double sum = 0;
  for (const uint32_t word : words) sum += (word >> 24) / 255.0;
  return sum / static_cast<double>(words.size());
}

std::string svg(const std::string& inside, const std::string& attributes = "") {
  return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 10 "
         "10' " +
         attributes + ">" + inside + "</svg>";
}
const std::string kGood = svg("<rect x='1' y='1' width='8' height='8' fill='#ff0000'/>");

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

Vocabulary kinds(const std::vector<std::string>& symbols) {
  Vocabulary v;
  for (const std::string& symbol : symbols) {
    LandmarkRow& row = v.landmarks.emplace_back();
    row.id = "k" + std::to_string(v.landmarks.size() - 1);
    row.symbol = symbol;
  }
  return v;
}

}  // namespace

class PictogramsTest : public QObject {
  Q_OBJECT
 private slots:
  void everyNameHasItsOwnPicture() {
    std::set<std::vector<uint32_t>> pictures;
    std::set<std::string_view> names;
    for (const std::string_view name : pictogram_names()) {
      QVERIFY2(names.insert(name).second, name.data());
      const auto picture = alone({find_pictogram(name), nullptr}, 32);
      QVERIFY2(coverage(picture) > 0.05 && coverage(picture) < 0.85, name.data());
      QVERIFY2(pictures.insert(picture).second, name.data());
    }
    QVERIFY(names.size() >= 64);
    QVERIFY(find_pictogram("no_such_thing") == nullptr);
  }

  void theManualListsThemAllInTheirOrderAndNoOthers() {
    QFile page(FIELDWRIGHT_SOURCE_DIR "/docs/vocabulary.md");
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(page.readAll());
    for (const bool plain : {true, false}) {
      const QString title = plain ? QStringLiteral("\nPlain shapes: ") : QStringLiteral("\nPictures: ");
      const qsizetype begin = text.indexOf(title), end = text.indexOf('.', begin);
      QVERIFY(begin >= 0 && end > begin);
      QStringList told, known;
      for (const QString& name : text.mid(begin + title.size(), end - begin - title.size()).split(','))
        told << name.simplified();
      for (const Pictogram& p : pictogram_table())
        if (p.plain == plain)
          known << QString::fromUtf8(p.name.data(), static_cast<qsizetype>(p.name.size()));
      QCOMPARE(told.join(", "), known.join(", "));
    }
  }

  void pathsHaveLettersWithTheirNumbers() {
    const std::map<char, int> numbers{{'C', 6}, {'A', 5}, {'a', 5}, {'O', 3}, {'o', 3}, {'R', 4}, {'r', 4},
                                      {'P', 5}, {'p', 5}, {'D', 5}, {'W', 5}, {'w', 5}, {'T', 6}};
    for (const Pictogram& p : pictogram_table()) {
      const QStringList words =
          QString::fromLatin1(p.path.data(), static_cast<qsizetype>(p.path.size())).split(' ');
      QVERIFY2(words.first().size() == 1 && words.first()[0].isLetter(), p.name.data());
      for (qsizetype i = 0; i < words.size();) {
        const char letter = words[i][0].toLatin1();
        qsizetype end = i + 1;
        for (bool number = true; end < words.size(); ++end) {
          const double value = words[end].toDouble(&number);
          if (!number) break;
          const bool angle = letter == 'A' || letter == 'a' || letter == 'T' || letter == 'P' ||
                             letter == 'p' || letter == 'D';
          QVERIFY2(angle || std::abs(value) <= 2.2, p.name.data());
        }
        const auto count = static_cast<int>(end - i - 1);
        const auto row = numbers.find(letter);
        QVERIFY2(row != numbers.end() ? count == row->second
                                      : (letter == 'M' || letter == 'L') && count > 0 && count % 2 == 0,
                 p.name.data());
        i = end;
      }
    }
  }

  void badgesFillTheirRadiusAndNoMore() {
    for (const std::string_view name : pictogram_names()) {
      const Symbol symbol{find_pictogram(name), nullptr};
      const auto picture = pixels(
          64, [&](const Painter& pen) { draw_badge(pen, symbol, 32, 32, kBlue, 24 / badge_radius(symbol)); });
      QVERIFY2(coverage(picture) > 0.25, name.data());
      for (size_t i = 0; i < 64; ++i) QVERIFY2(picture[i] == 0 && picture[64 * 64 - 1 - i] == 0, name.data());
    }
  }

  void rowsWithoutSymbolTakeFreeOnesTheSameAtEveryRun() {
    const Vocabulary v = kinds({"", "village", "", "skull", ""});
    const SymbolSet set = assign_symbols(v), again = assign_symbols(v);
    std::set<const Pictogram*> taken;
    for (size_t k = 0; k < v.landmarks.size(); ++k) {
      QVERIFY(taken.insert(set.landmarks[k].pictogram).second);
      QCOMPARE(again.landmarks[k].pictogram, set.landmarks[k].pictogram);
      QVERIFY(!set.landmarks[k].pictogram->plain);
    }
    QCOMPARE(set.landmarks[3].pictogram, find_pictogram("skull"));
  }

  void theLongestTablesHaveASymbolForEveryRow() {
    Vocabulary v = kinds(std::vector<std::string>(kMaxLandmarkKinds));
    v.families.resize(kMaxFamilies);
    const SymbolSet set = assign_symbols(v);
    std::set<const Pictogram*> families;
    for (const Symbol& symbol : set.families) QVERIFY(families.insert(symbol.pictogram).second);
    QCOMPARE(families.size(), kMaxFamilies);
    QVERIFY(set.families.front().pictogram->plain);
  }

  void svgFilesBesideTheTemplateAreDrawn() {
    const QTemporaryDir folder;
    write(folder.filePath("pod.svg").toStdString(), kGood);
    const auto set = load_symbols(kinds({"pod.svg", "tower", "pod.svg"}), folder.path().toStdString());
    QVERIFY2(bool(set), set ? "" : set.error().message.c_str());
    QVERIFY(set.value().landmarks[0].svg != nullptr && set.value().landmarks[1].svg == nullptr);
    QCOMPARE(set.value().landmarks[2].svg, set.value().landmarks[0].svg);  // a file is read once
    QCOMPARE(set.value().files.size(), size_t{1});
    QCOMPARE(svg_text(*set.value().files.at("pod.svg")), std::string_view(kGood));
    const auto picture = alone(set.value().landmarks[0], 20);
    QCOMPARE(picture[20 * 10 + 10], 0xFFFF0000u);
    QCOMPARE(picture[0], 0u);
  }

  void missingFilesAndUnknownNamesAreSaid() {
    const QTemporaryDir folder;
    const auto missing = load_symbols(kinds({"pod.svg"}), folder.path().toStdString());
    QVERIFY(!missing && missing.error().kind == ErrorKind::invalid_template);
    QVERIFY(missing.error().message.starts_with("landmarks.k0.symbol: "));
    const auto unknown = load_symbols(kinds({"towr"}), folder.path().toStdString());
    QVERIFY(!unknown && unknown.error().message.find("did you mean tower") != std::string::npos);
    const auto outside = load_symbols(kinds({"../pod.svg"}), folder.path().toStdString());
    QVERIFY(!outside && outside.error().message.find("names a folder") != std::string::npos);
    QVERIFY(QDir(folder.path()).mkdir("dir.svg"));
    const auto dir = load_symbols(kinds({"dir.svg"}), folder.path().toStdString());
    QVERIFY(!dir && dir.error().message.find("found a folder or a special file") != std::string::npos);
  }

  void hostileDrawingsAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("found");
    const auto row = [](const char* name, const std::string& text, const char* found) {
      QTest::newRow(name) << QString::fromStdString(text) << QString(found);
    };
    row("script", svg("<script>1</script>"), "<script>");
    row("event", svg("", "onload='x()'"), "onload");
    row("image", svg("<image href='http://a.b/c.png'/>"), "<image>");
    row("use of a file", svg("<use xlink:href='other.svg#a'/>"), "another file");
    row("url", svg("<path d='M0 0' fill='url( http://a.b#c)'/>"), "another file");
    row("style", svg("<style>path { fill: url(file:///etc/passwd) }</style>"), "another file");
    row("import", svg("<style>@import 'a.css';</style>"), "another file");
    row("escape", svg("<path d='M0 0' style='fill: u\\72l(a.svg)'/>"), "another file");
    row("doctype", "<!DOCTYPE svg [<!ENTITY a 'b'>]>" + kGood, "DOCTYPE");
    row("entity", svg("<title>&a;</title>"), "no XML");
    row("style sheet", "<?xml-stylesheet href='a.css'?>" + kGood, "instruction");
    row("foreign", svg("<foreignObject/>"), "<foreignObject>");
    row("filter", svg("<filter/>"), "<filter>");
    row("prefix", "<svg xmlns:dc='http://www.w3.org/2000/svg'/>", "xmlns:dc");
    row("size", kGood + std::string(70000, ' '), "64 KiB");
    row("no drawing", "hello", "no XML");
    row("nothing", "", "no ");
    row("cut off", kGood.substr(0, 120), "no XML");
    std::string deep, uses;
    for (int i = 0; i < 5000; ++i) deep += "<g>";
    for (int i = 0; i < 5000; ++i) deep += "</g>";
    for (int i = 0; i < 17; ++i) uses += "<use href='#a'/>";
    row("no shape", svg(""), "shows nothing");
    row("transparent", svg("<rect width='9' height='9' opacity='0'/>"), "shows nothing");
    row("outside its frame", svg("<rect x='50' width='9' height='9'/>"), "shows nothing");
    row("depth", svg(deep), "inside each other");
    row("uses", svg(uses), "<use>");
  }

  void hostileDrawingsAreRefused() {
    QFETCH(const QString, text);
    QFETCH(const QString, found);
    const auto symbol = svg_symbol(text.toStdString(), "a.svg");
    QVERIFY(!symbol);
    const std::string& message = symbol.error().message;
    QVERIFY2(message.starts_with("a.svg: found ") && message.find(found.toStdString()) != std::string::npos,
             message.c_str());
  }

  void plainDrawingsWithGradientsAndCopiesAreRead() {
    const auto symbol =
        svg_symbol(svg("<!-- a note --><defs><linearGradient id='g'><stop offset='0'/></linearGradient>"
                       "<path id='a' d='M0 0h5v5z' fill='url(#g)'/></defs><use xlink:href='#a'/>"),
                   "a.svg");
    QVERIFY2(bool(symbol), symbol ? "" : symbol.error().message.c_str());
    QVERIFY(coverage(alone({nullptr, symbol.value()}, 20)) > 0.02);
  }
};

FW_TEST(PictogramsTest)
#include "test_pictograms.moc"
