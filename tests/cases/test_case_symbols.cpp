// Drawings of common programs are read as symbols, hostile ones cost nothing; texts of any script are drawn.

#include <QElapsedTimer>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include "tests/support/command.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace fw::test;

namespace {

QJsonObject tiny() {
  return QJsonDocument::fromJson(run({"templates", "Tiny"}).out).object();
}

QByteArray svg(const QByteArray& inside, const QByteArray& root = "viewBox='0 0 100 100'") {
  return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' " + root + ">" +
         inside + "</svg>";
}

const QByteArray kShape = "<path d='M20 20h60v60h-60z'/>";

}  // namespace

class TestCaseSymbols : public QObject, private OwnFolder {
  Q_OBJECT

  /// A template whose family of wood has this drawing.
  QString with_symbol(const QByteArray& drawing) const {
    write("wood.svg", drawing);
    QJsonObject root = tiny();
    root["families"] = QJsonArray{QJsonObject{{"id", "wood"}, {"symbol", "wood.svg"}}};
    return write("symbol.json", QJsonDocument(root).toJson());
  }

 private slots:
  void drawingsOfCommonProgramsAreRead_data() {
    QTest::addColumn<QByteArray>("drawing");
    QTest::newRow("potrace")
        << QByteArray(
               "<?xml version=\"1.0\" standalone=\"no\"?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG "
               "20010904//EN\"\n \"http://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd\">\n") +
               svg("<metadata>\nCreated by potrace 1.16\n</metadata><g transform='translate(0,100) "
                   "scale(0.1,-0.1)' "
                   "fill='#000000' stroke='none'><path d='M200 200l600 0 0 600 -600 0z'/></g>",
                   "version='1.0' width='100pt' height='100pt' viewBox='0 0 100 100'");
    QTest::newRow("illustrator")
        << QByteArray(
               "<?xml version='1.0' encoding='utf-8'?>\n<!-- Generator: Adobe Illustrator -->\n<!DOCTYPE svg "
               "PUBLIC "
               "'-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>\n") +
               svg("<switch><foreignObject requiredExtensions='http://ns.adobe.com/AdobeIllustrator/10.0/' "
                   "x='0' y='0' "
                   "width='1' height='1'><i:pgfRef xlink:href='#adobe_illustrator_pgf'/></foreignObject><g "
                   "i:extraneous='self'>" +
                       kShape + "</g></switch>",
                   "xmlns:i='http://ns.adobe.com/AdobeIllustrator/10.0/' x='0px' y='0px' viewBox='0 0 100 "
                   "100' "
                   "xml:space='preserve'");
    QTest::newRow("inkscape") << svg(
        "<sodipodi:namedview pagecolor='#ffffff'><inkscape:grid "
        "type='xygrid'/></sodipodi:namedview><metadata><rdf:RDF>"
        "<cc:Work rdf:about=''><dc:title/></cc:Work></rdf:RDF></metadata><g inkscape:label='Layer 1' "
        "transform='translate(-1200,-900)'><path style='fill:#1a1a1a;stroke:#000000;stroke-width:0.26458332;"
        "stroke-dasharray:none' d='m 1220,920 60,0 0,60 -60,0 z'/></g>",
        "xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' "
        "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
        "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:cc='http://creativecommons.org/ns#' "
        "xmlns:dc='http://purl.org/dc/elements/1.1/' width='100mm' height='100mm' viewBox='0 0 100 100'");
    QTest::newRow("CorelDRAW") << svg(
        "<defs><style type='text/css'><![CDATA[ .fil0 {fill:#1F1A17} ]]></style></defs><g id='Layer_1'>"
        "<path class='fil0' d='M20 20h60v60h-60z'/></g>");
    QTest::newRow("a link round shapes") << svg("<a xlink:href='https://example.org/'>" + kShape + "</a>");
    QTest::newRow("an editor's instruction") << "<?xpacket begin='x'?>" + svg(kShape);
    QTest::newRow("dashes as people draw them")
        << svg("<path d='M0 50H100' stroke='#000' stroke-width='20' stroke-dasharray='4 2'/>");
  }
  void drawingsOfCommonProgramsAreRead() {
    QFETCH(QByteArray, drawing);
    const Outcome checked = run({"check", with_symbol(drawing)});
    QVERIFY2(checked.code == 0, checked.err);
  }

  void whatCannotBeASymbolIsSaid_data() {
    QTest::addColumn<QByteArray>("drawing");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char* name, const QByteArray& drawing, const char* said) {
      QTest::newRow(name) << drawing << QByteArray(said);
    };
    row("entities", "<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg(kShape), "DOCTYPE with entities");
    row("another file by inclusion",
        svg("<xi:include href='a.svg'/>" + kShape,
            "viewBox='0 0 9 9' xmlns:xi='http://www.w3.org/2001/XInclude'"),
        "another file");
    row("white", svg("<path fill='#fff' d='M20 20h60v60h-60z'/>"), "cannot be seen");
    row("nearly white", svg("<path fill='#fdfdf8' d='M20 20h60v60h-60z'/>"), "cannot be seen");
    row("faint", svg("<path fill-opacity='.05' d='M20 20h60v60h-60z'/>"), "cannot be seen");
    row("a speck", svg("<path d='M440 440h40v40h-40z'/>", "viewBox='0 0 900 900'"), "cannot be seen");
    row("a million dashes",
        svg("<path d='M-1e6 5H1e6' stroke='#000' stroke-width='5' stroke-dasharray='0.01 0.01'/>"), "dash");
    row("dashes of a style", svg("<path d='M0 5H90' style='stroke:#000;stroke-dasharray:1e-4,1e-4'/>"),
        "dash");
    row("dashes of a sheet",
        svg("<style>path { stroke-dasharray : 0.0001 }</style><path d='M0 5H90' stroke='#000'/>"), "dash");
    row("dashes in percent", svg("<path d='M0 5H90' stroke='#000' stroke-dasharray='0.001%'/>"), "dash");
    row("a huge stroke", svg("<path d='M0 5H90' stroke='#000' stroke-width='1e7'/>"), "stroke");
    row("a stroke made huge",
        svg("<g transform='scale(1000)'><g transform='matrix(1000 0 0 1000 0 0)'>"
            "<path d='M0 5H90' stroke='#000' stroke-width='9'/></g></g>"),
        "times as");
    row("places far away", svg("<circle r='1e9'/>"), "times as far");
    row("a box in the box",
        svg("<svg width='100' height='100' viewBox='0 0 1e-6 1e-6'><circle r='90'/></svg>"), "times as far");
  }
  void whatCannotBeASymbolIsSaid() {
    QFETCH(QByteArray, drawing);
    QFETCH(QByteArray, said);
    QElapsedTimer clock;
    clock.start();
    const Outcome checked = run({"check", with_symbol(drawing)});
    QCOMPARE(checked.code, 3);
    QVERIFY2(checked.err.contains(said), checked.err);
    QVERIFY(clock.elapsed() < 5000);
  }

  void aDrawingWithoutASizeHasTheBoxOfWhatItDraws_data() {
    QTest::addColumn<QByteArray>("root");
    QTest::newRow("none") << QByteArray();
    QTest::newRow("in percent") << QByteArray("width='100%' height='100%'");
    QTest::newRow("a width alone") << QByteArray("width='24'");
    QTest::newRow("stated") << QByteArray("viewBox='2 2 20 20'");
  }
  void aDrawingWithoutASizeHasTheBoxOfWhatItDraws() {
    QFETCH(QByteArray, root);
    const auto plate = [&](const QByteArray& attributes, const QString& folder) {
      const Outcome made =
          run({"render", with_symbol(svg("<path fill='#ff00ff' d='M2 2h20v20H2z'/>", attributes)),
               "--resolution", "64", "--map-px", "400", "--dpi", "59", "--views", "resources_biomes",
               "--formats", "png", "--quiet", "-o", path(folder)});
      if (made.code != 0) qWarning("%s", made.err.constData());
      return QImage(path(folder + "/resources_biomes.png"));
    };
    const QByteArray name = QByteArray(QTest::currentDataTag()).replace(' ', '_');
    const QImage stated = plate("viewBox='2 2 20 20'", name + "-stated"),
                 found = plate(root, name + "-found");
    QVERIFY(!stated.isNull() && found.size() == stated.size());
    const auto inked = [](const QImage& image) {
      qsizetype count = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
          const QColor c = image.pixelColor(x, y);
          count += c.red() > 200 && c.blue() > 200 && c.green() < 60;
        }
      return count;
    };
    QVERIFY(inked(stated) > 20);
    QVERIFY2(10 * inked(found) > 8 * inked(stated) && 10 * inked(found) < 13 * inked(stated),
             qPrintable(QStringLiteral("%1 %2").arg(inked(stated)).arg(inked(found))));
  }

  void charactersThatNoFontHasAreTold() {
    QJsonObject root = tiny();
    root["name"] = QStringLiteral("Isle \u84EC\u840A");
    const QString file = write("han.json", QJsonDocument(root).toJson());
    // A machine without any font but the plates'.
    QProcessEnvironment bare = QProcessEnvironment::systemEnvironment();
    bare.insert("FONTCONFIG_FILE",
                write("no-fonts.conf", "<?xml version=\"1.0\"?><fontconfig></fontconfig>"));
    RunChoices choices;
    choices.environment = bare;
    const auto run_bare = [&](const QStringList& arguments) {
      return run_program(QStringLiteral(FIELDWRIGHT_COMMAND), arguments, choices);
    };
    const Outcome checked = run_bare({"check", file});
    QCOMPARE(checked.code, 0);
    QVERIFY2(
        checked.err.contains("no_font") && checked.err.contains("U+84EC") && checked.err.contains("U+840A"),
        checked.err);
    QCOMPARE(run_bare({"check", file, "--strict", "--quiet"}).code, 6);
    const QStringList render{"render", file, "--resolution", "48",  "--map-px", "200",
                             "--dpi",  "36", "--formats",    "png", "-o",       path("han")};
    const Outcome made = run_bare(render);
    QCOMPARE(made.code, 0);
    QVERIFY2(made.err.contains("U+84EC"), made.err);
    // Texts that the plates' fonts hold need no other font.
    const Outcome plain = run_bare({"check", "Tiny"});
    QVERIFY2(!plain.err.contains("no_font"), plain.err);
  }

  void namesOfOtherScriptsAreDrawnWithInstalledFonts() {
    // Georgian, Cherokee, Runic: whichever of them a font of the machine has and the plates' fonts do not.
    QString letters;
    for (const char16_t letter : {u'\u16A0', u'\u13A0', u'\u4EAC', u'\u0995', u'\u0B95', u'\u1780'}) {
      QJsonObject root = tiny();
      root["name"] = QString(QChar(letter));
      if (!run({"check", write("letter.json", QJsonDocument(root).toJson())}).err.contains("no_font"))
        letters += QChar(letter);
    }
    if (letters.isEmpty()) QSKIP("no font of other scripts is installed");
    QJsonObject root = tiny();
    root["name"] = letters.repeated(4);
    const QString file = write("letters.json", QJsonDocument(root).toJson());
    QProcessEnvironment bare = QProcessEnvironment::systemEnvironment();
    bare.insert("FONTCONFIG_FILE",
                write("no-fonts.conf", "<?xml version=\"1.0\"?><fontconfig></fontconfig>"));
    const auto plate = [&](const QString& folder, const QProcessEnvironment& environment) {
      RunChoices choices;
      choices.environment = environment;
      const Outcome made =
          run_program(QStringLiteral(FIELDWRIGHT_COMMAND),
                      {"render", file, "--resolution", "48", "--map-px", "300", "--dpi", "44", "--views",
                       "overview", "--formats", "png,svg", "--quiet", "-o", path(folder)},
                      choices);
      if (made.code != 0) qWarning("%s", made.err.constData());
      return QImage(path(folder + "/overview.png"));
    };
    const QImage drawn = plate("with-fonts", QProcessEnvironment::systemEnvironment()),
                 boxes = plate("without", bare);
    QVERIFY(!drawn.isNull() && drawn.size() == boxes.size());
    QVERIFY(drawn != boxes);
    QCOMPARE(plate("with-fonts-again", QProcessEnvironment::systemEnvironment()), drawn);
  }
};

FW_TEST(TestCaseSymbols)
#include "test_case_symbols.moc"
