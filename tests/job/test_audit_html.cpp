#include <QTest>
#include <clocale>

#include "app/job/audit/audit_html.h"
#include "core/measure/audit/audit.h"
#include "tests/measure/small_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

AuditReport small_report() {
  return audit(test::small_world(), test::small_template());
}

const AuditSubject kSubject{"Small", SeedBundle::from_master(7), 8, 8};

/// The rows of every table's body.
qsizetype body_rows(const QString& html) {
  return html.count(QStringLiteral("<tr>")) + html.count(QStringLiteral("<tr class=\"off\">")) -
         html.count(QStringLiteral("<thead>"));
}

/// The first table row that holds a text.
QString row_with(const QString& html, const QString& text) {
  const qsizetype at = html.indexOf(text, html.indexOf(QStringLiteral("<tbody>")));
  if (at < 0) return {};
  const qsizetype from = html.lastIndexOf(QStringLiteral("<tr"), at);
  return html.mid(from, html.indexOf(QStringLiteral("</tr>"), at) - from);
}

}  // namespace

class TestAuditHtml : public QObject {
  Q_OBJECT
 private slots:
  void everyFigureOfTheReportHasARow() {
    const AuditReport r = small_report();
    const QString html = QString::fromStdString(audit_html(r, kSubject));
    QCOMPARE(body_rows(html),
             static_cast<qsizetype>(r.mix.size() + r.quota.size() + r.spacing.size() + r.regions.size() +
                                    r.contiguity.size() + r.seam.size() + r.colocation.size() +
                                    r.rarity.size() + r.roads.size() + r.biome_limits.size()));
    QCOMPARE(html.count(QStringLiteral("<li>")), static_cast<qsizetype>(r.findings.size()));
  }
  void whatTheHandDoesHasColumnsAndTablesWhereThereIsOne() {
    AuditReport r = small_report();
    const QString without = QString::fromStdString(audit_html(r, kSubject));
    for (const char* word : {"banned", "<h2>Views</h2>", "<h2>Edges of frozen cells</h2>"})
      QVERIFY(!without.contains(QLatin1String(word)));
    r.hand = {{"v1", "views", HandState::part, 800, 120, "cut"}};
    r.quota[0].by_hand = 417;
    r.quota[0].banned = 418;
    r.views = {{"v1", false, 800, 120, -14.5, 400}};
    r.frozen_edges = {{"biome", "b1", 150, 0.0625}};
    const QString html = QString::fromStdString(audit_html(r, kSubject));
    QCOMPARE(body_rows(html), body_rows(without) + 3);
    QVERIFY(html.contains(QStringLiteral("banned")) && html.contains(QStringLiteral("417")) &&
            html.contains(QStringLiteral("418")));
    QVERIFY(row_with(html, QStringLiteral("-14.5")).contains(QStringLiteral("class=\"off\"")));
    QVERIFY(html.contains(QStringLiteral("Edges of frozen cells")));
  }
  void riversRoadsAndConditionsHaveTablesWhereAskedFor() {
    AuditReport r = small_report();
    r.roads = {};
    const QString without = QString::fromStdString(audit_html(r, kSubject));
    for (const char* title : {"Water", "Roads", "Conditions"})
      QVERIFY(!without.contains(QStringLiteral("<h2>%1</h2>").arg(QLatin1String(title))));
    r.water = {{"lakes", 6, 5, true, false}, {"hack", 0.54, 0.54, false, true}};
    r.roads = {{"road", 31.5, 9, 8, 1.2, 1.6, 4, 2}};
    r.conditions = {{"resource", "river_fish", "river", 0, 60, 3, 70, 2}};
    const QString html = QString::fromStdString(audit_html(r, kSubject));
    for (const char* title : {"Water", "Roads", "Conditions"})
      QVERIFY(html.contains(QStringLiteral("<h2>%1</h2>").arg(QLatin1String(title))));
    QCOMPARE(body_rows(html), body_rows(without) + 4);
    for (const char* off : {"lakes", "road", "river_fish"})
      QVERIFY2(row_with(html, QStringLiteral("<td>%1</td>").arg(QLatin1String(off)))
                   .contains(QStringLiteral("class=\"off\"")),
               off);
    QVERIFY(!row_with(html, QStringLiteral("<td>hack</td>")).contains(QStringLiteral("class=\"off\"")));
  }
  void namesCannotBecomeMarkup() {
    AuditReport r = small_report();
    const std::string evil = "<script>alert('x')</script>\"&";
    r.regions[0].region = r.mix[1].region = r.mix[1].cls = r.quota[0].cls = r.spacing[0].cls = evil;
    r.colocation.push_back({evil, evil, 0.5, 0.5});
    r.contiguity[0].cls = r.seam[0].layer = r.rarity[0].rarity = evil;
    r.findings.push_back({Severity::error, evil, evil, evil});
    const std::string html = audit_html(r, {evil, SeedBundle::from_master(1), 0});
    QCOMPARE(QString::fromStdString(html).count(QStringLiteral("<script>")), qsizetype{1});
    QVERIFY(html.find("alert('x')") == std::string::npos);
    QVERIFY(html.find("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;") != std::string::npos);
  }
  void everyTagThatOpensIsClosed() {
    const QString html = QString::fromStdString(audit_html(small_report(), kSubject));
    for (const char* tag : {"table", "thead", "tbody", "tr", "td", "th", "ul", "li", "button", "div", "span",
                            "h1", "h2", "body"}) {
      const qsizetype open =
          html.count(QRegularExpression(QStringLiteral("<%1[ >]").arg(QLatin1String(tag))));
      QCOMPARE(open, html.count(QStringLiteral("</%1>").arg(QLatin1String(tag))));
      QVERIFY2(open > 0, tag);
    }
  }
  void nothingIsFetchedFromOutside() {
    const QString html = QString::fromStdString(audit_html(small_report(), kSubject));
    for (const char* outside : {"http://", "https://", "src=", "href=", "url(", "@import"})
      QVERIFY2(!html.contains(QLatin1String(outside)), outside);
  }
  void theVerdictAndWhatMissedItsTargetAreMarked() {
    AuditReport r = small_report();
    r.passed = false;
    r.quota[0].cls = "only_here";
    r.quota[0].target = 12;
    r.quota[0].actual = 5;
    r.quota[0].shortfall = 7;
    r.quota[1].cls = "in_full";
    r.quota[1].shortfall = 0;
    QString html = QString::fromStdString(audit_html(r, kSubject));
    QVERIFY(html.contains(QStringLiteral("Audit did not pass")));
    QVERIFY(row_with(html, "only_here").startsWith(QStringLiteral("<tr class=\"off\">")));
    QVERIFY(row_with(html, "in_full").startsWith(QStringLiteral("<tr>")));
    QVERIFY(html.indexOf("only_here") < html.indexOf("in_full"));
    r.passed = true;
    QVERIFY(QString::fromStdString(audit_html(r, kSubject)).contains(QStringLiteral("Audit passed")));
  }
  void everyClassBeyondTheToleranceIsMarkedWhereAFindingSpeaksOfOne() {
    AuditReport r = small_report();
    std::erase_if(r.findings, [](const Finding& f) { return f.code == "mix_error"; });
    r.mix = {{"biome", "", "worst", 0.2, 0.3, 0.1, true},
             {"biome", "", "lesser", 0.4, 0.36, 0.04, true},
             {"biome", "", "within", 0.4, 0.399, 0.001, true},
             {"danger", "", "unspoken", 0.4, 0.3, 0.1, true}};
    const auto off = [&](const char* cls) {
      const QString html = QString::fromStdString(audit_html(r, kSubject));
      return row_with(html, QLatin1String(cls)).startsWith(QStringLiteral("<tr class=\"off\">"));
    };
    QVERIFY(!off("worst"));
    r.findings.push_back({Severity::warning, "mix_error", "biome.island", "worst is off"});
    QVERIFY(off("worst"));
    QVERIFY(off("lesser"));
    QVERIFY(!off("within"));
    QVERIFY(!off("unspoken"));
  }
  void seedsAreNamedOneByOneWhereTheyDiffer() {
    const AuditReport r = small_report();
    QVERIFY(audit_html(r, kSubject).find("seed 7, 8 x 8 cells") != std::string::npos);
    QVERIFY(audit_html(r, {"S", {1, 2, 3}, 0, 0}).find("seed layout=1,noise=2,place=3<") !=
            std::string::npos);
  }
  void aCommaLocaleChangesNoByte() {
    const std::string before = audit_html(small_report(), kSubject);
    const char* set = nullptr;
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"})
      if (!set) set = std::setlocale(LC_ALL, name);
    const std::string after = audit_html(small_report(), kSubject);
    std::setlocale(LC_ALL, "C");
    if (!set) QSKIP("no comma locale on this machine");
    QCOMPARE(after, before);
  }
};

FW_TEST(TestAuditHtml)
#include "test_audit_html.moc"
