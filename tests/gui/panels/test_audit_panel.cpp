#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QTreeView>
#include <algorithm>
#include <cmath>

#include "app/gui/audit/audit_model.h"
#include "app/gui/audit/audit_panel.h"
#include "app/gui/preview/figure_meter.h"
#include "app/job/audit/audit_files.h"
#include "app/job/audit/audit_html.h"
#include "app/job/search/search_plan.h"
#include "core/measure/audit/audit_findings.h"
#include "core/measure/audit/audit_json.h"
#include "core/measure/kpi/kpi.h"
#include "tests/gui/panels/panels_fixture.h"
#include "tests/gui/usual_worlds.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/window_test.h"
#include "tests/vocabulary_of.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Tiny with a larger quota of one class than its spacing allows; made once.
const std::shared_ptr<const Picture>& crowded() {
  static const std::shared_ptr<const Picture> picture = [] {
    Template t = tiny();
    t.resources[0].quota = 3000;
    return picture_of(t);
  }();
  return picture;
}

/// Tiny with more animals than may live on it.
const std::shared_ptr<const Picture>& failing() {
  static const std::shared_ptr<const Picture> picture = [] {
    Template t = tiny();
    for (auto& cls : t.resources) cls.quota = 4000;
    return picture_of(t);
  }();
  return picture;
}

QImage mark_of(const AuditPanel& panel) {
  for (const QLabel* label : panel.findChildren<QLabel*>())
    if (const QPixmap mark = label->pixmap(); !mark.isNull()) return mark.toImage();
  return {};
}

bool header_says(const AuditPanel& panel, const QString& text) {
  const auto labels = panel.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(),
                     [&](const QLabel* label) { return label->text() == text; });
}

QStringList column(const QTreeView* table, int which) {
  QStringList texts;
  for (int row = 0; row < table->model()->rowCount(); ++row)
    texts << table->model()->index(row, which).data().toString();
  return texts;
}

}  // namespace

class TestAuditPanel : public QObject {
  Q_OBJECT

 private slots:
  void aRowOfAFindingHasItsCures() {
    Document document;
    document.start(*crowded()->tmpl);
    AuditPanel panel(document);
    panel.show();
    panel.show_picture(crowded());
    panel.show_section(AuditSection::quota);
    panel.table()->setCurrentIndex(panel.table()->model()->index(0, 0));
    auto* cure = panel.findChild<QPushButton*>("cure");
    QVERIFY(cure && cure->isEnabled());
    cure->click();
    QVERIFY(document.tmpl().resources[0].quota < 3000);
    QVERIFY(!panel.findChild<QPushButton*>("cure")->isEnabled() ||
            panel.findChildren<QPushButton*>("cure").size() > 1);
  }
  void everyFigureOfTheReportHasARow() {
    const Picture& p = *crowded();
    size_t rows = 0;
    for (int section = 0; section < kAuditSections; ++section)
      rows += audit_rows(p.audit, static_cast<AuditSection>(section), *p.tmpl, *p.world).size();
    const AuditReport& r = p.audit;
    QCOMPARE(rows, r.mix.size() + r.biome_limits.size() + r.quota.size() + r.spacing.size() +
                       r.contiguity.size() + r.colocation.size() + r.seam.size() + r.regions.size() +
                       r.rarity.size() + r.roads.size());
  }
  void keyFiguresAreAskedForWhileTheyAreOnShow() {
    FigureMeter meter;
    Document document;
    AuditPanel panel(document);
    QSignalSpy asked(&panel, &AuditPanel::figures_asked);
    connect(&panel, &AuditPanel::figures_asked, &meter, &FigureMeter::measure);
    connect(&meter, &FigureMeter::measured, &panel, &AuditPanel::show_figures);
    panel.show_picture(crowded());
    panel.show();
    QCOMPARE(asked.count(), 0);
    panel.show_section(AuditSection::figures);
    QCOMPARE(asked.count(), 1);
    QVERIFY(QTest::qWaitFor([&] { return panel.table()->model()->rowCount() > 0; }, kWaitLimit_ms));
    const auto kpi = kpi_rows(*crowded()->world, play_of(crowded()->tmpl->play, crowded()->tmpl->vocabulary));
    QCOMPARE(panel.table()->model()->rowCount(), static_cast<int>(kpi.size()));
    QCOMPARE(panel.table()->model()->headerData(1, Qt::Horizontal).toString(),
             QStringLiteral("Value over usual"));
    panel.show_section(AuditSection::mix);
    QVERIFY(panel.table()->model()->headerData(1, Qt::Horizontal).toString() !=
            QStringLiteral("Value over usual"));
  }
  void keyFiguresStandOverTheUsualWorldsWorstFirst() {
    PictureFigures figures;
    figures.table = search_figures(tiny(), 512);
    made_up_usual_values(figures.table);
    for (const Kpi& kpi : kpi_table())
      figures.kpi.push_back({std::string(kpi.name), figures.table.usual[*figures.table.find(kpi.name)][200],
                             std::string(kpi.unit)});
    const size_t reach = *figures.table.find("travel.reach");
    figures.kpi[reach].value = 0;
    figures.kpi[0].value = std::nan("");
    const AuditRows rows = figure_rows(figures);
    QCOMPARE(rows.size(), figures.kpi.size());
    const auto row_of = [&](const char* name) {
      return std::find_if(rows.begin(), rows.end(),
                          [&](const AuditRow& row) { return row.what == QLatin1String(name); });
    };
    QCOMPARE(row_of("travel.reach"), rows.begin());  // worse than every usual world
    QVERIFY(rows.front().off.startsWith(QLatin1Char('0')) && rows.front().band);
    QVERIFY(!row_of("nature.coast_index")->band);
    const AuditRow& solid = *row_of("nature.solidity");
    QVERIFY(solid.band->real && solid.band->usual[0] < solid.band->usual[1] &&
            solid.band->usual[1] < solid.band->usual[2]);
    QVERIFY(solid.detail.contains(QStringLiteral("Real islands")));
    QVERIFY(std::none_of(rows.begin(), rows.end(), [](const AuditRow& row) { return row.failed; }));
  }
  void riversRoadsAndConditionsHaveRowsThatFailAsTheReportSays() {
    const Picture& p = *crowded();
    AuditReport report;
    report.water = {{"lakes", 6, 5, true, false}, {"hack", 0.54, 0.54, false, true}};
    report.roads = {{"road", 31.5, 9, 8, 1.2, 1.6, 4, 2}, {"trail", 3.5}};
    const std::string cls = p.tmpl->resources[0].slug;
    report.conditions = {{"resource", cls, "river", 0, 60, 3, 70, 2}, {"resource", cls, "ground"}};
    std::vector<AuditRow> all;
    for (int section = 0; section < kAuditSections; ++section)
      for (const AuditRow& row : audit_rows(report, static_cast<AuditSection>(section), *p.tmpl, *p.world))
        all.push_back(row);
    QCOMPARE(all.size(), size_t{6});
    QCOMPARE(std::count_if(all.begin(), all.end(), [](const AuditRow& row) { return row.failed; }), 3);
    QVERIFY(std::any_of(all.begin(), all.end(), [&](const AuditRow& row) {
      return row.failed && row.place.class_slug == cls && row.detail.contains(QStringLiteral("0 to 60 m"));
    }));
    QVERIFY(std::any_of(all.begin(), all.end(), [](const AuditRow& row) {
      return row.failed && row.detail.contains(QStringLiteral("8 of 9 towns"));
    }));
  }
  void theWorstRowsStandFirstAndSayWhy() {
    const Picture& p = *crowded();
    const AuditRows rows = audit_rows(p.audit, AuditSection::quota, *p.tmpl, *p.world);
    QVERIFY(std::is_sorted(rows.begin(), rows.end(),
                           [](const AuditRow& a, const AuditRow& b) { return a.badness > b.badness; }));
    const AuditRow& worst = rows.front();
    QVERIFY(worst.failed);
    const auto quota = std::find_if(p.audit.quota.begin(), p.audit.quota.end(), [&](const auto& row) {
      return row.cls == worst.place.class_slug && region_code(*p.world, row.region) == worst.place.region;
    });
    QVERIFY(quota != p.audit.quota.end());
    QVERIFY2(std::any_of(rows.begin(), rows.end(),
                         [&](const AuditRow& row) {
                           return row.failed && row.place.class_slug == p.tmpl->resources[0].slug;
                         }),
             "the class that was asked for too much");
    const QString short_by = QLocale().toString(static_cast<qlonglong>(quota->shortfall));
    QVERIFY(worst.off.contains(short_by));
    for (const int64_t reason : {quota->refused_mask, quota->refused_spacing, quota->refused_density})
      QVERIFY(worst.detail.contains(QLocale().toString(static_cast<qlonglong>(reason))));
  }
  void aMixIsJudgedAsTheReportJudgesIt() {
    const Picture& p = *crowded();
    AuditReport report = p.audit;
    report.mix[0].actual = report.mix[0].target + 0.2;
    report.mix[0].error = 0.2;
    report.findings = judge_audit(report, *p.world, *p.tmpl).findings;
    const AuditRows rows = audit_rows(report, AuditSection::mix, *p.tmpl, *p.world);
    QVERIFY(rows.front().failed);
    const bool any_told = std::any_of(p.audit.findings.begin(), p.audit.findings.end(),
                                      [](const Finding& f) { return f.code == "mix_error"; });
    const AuditRows as_made = audit_rows(p.audit, AuditSection::mix, *p.tmpl, *p.world);
    QCOMPARE(std::any_of(as_made.begin(), as_made.end(), [](const AuditRow& r) { return r.failed; }),
             any_told);
  }
  void thePageMarksAsManyRowsAsThePanel() {
    const Picture& p = *crowded();
    AuditReport report = p.audit;
    // Two classes of one mix: the finding names only the worse one.
    for (size_t i : {0, 1}) {
      report.mix[i].error = 0.1 + 0.1 * static_cast<double>(i);
      report.mix[i].actual = report.mix[i].target + report.mix[i].error;
    }
    report.contiguity[0].speckle_share = 0.1;
    report.findings = judge_audit(report, *p.world, *p.tmpl).findings;
    qsizetype failed = 0;
    for (int section = 0; section < kAuditSections; ++section)
      for (const AuditRow& row : audit_rows(report, static_cast<AuditSection>(section), *p.tmpl, *p.world))
        failed += row.failed;
    QVERIFY(failed > 3);
    const QString html = QString::fromStdString(audit_html(report, {p.tmpl->name, p.world->seeds, 96}));
    QCOMPARE(html.count(QStringLiteral("<tr class=\"off\">")), failed);
  }
  void numbersSortAsNumbers() {
    Document document;
    AuditPanel panel(document);
    panel.show_picture(crowded());
    panel.show_section(AuditSection::quota);
    panel.table()->sortByColumn(AuditModel::kOff, Qt::AscendingOrder);
    QCOMPARE(column(panel.table(), AuditModel::kOff).front(), QString());
    panel.table()->sortByColumn(AuditModel::kOff, Qt::DescendingOrder);
    QVERIFY(!column(panel.table(), AuditModel::kOff).front().isEmpty());
    panel.table()->sortByColumn(AuditModel::kWhat, Qt::AscendingOrder);
    QStringList names = column(panel.table(), AuditModel::kWhat);
    QVERIFY(std::is_sorted(names.begin(), names.end(), [](const QString& a, const QString& b) {
      return a.toCaseFolded() < b.toCaseFolded();
    }));
  }
  void theFilterKeepsRowsThatHoldEveryWord() {
    const Picture& p = *crowded();
    AuditModel model;
    model.set_rows(audit_rows(p.audit, AuditSection::mix, *p.tmpl, *p.world));
    AuditFilter filter;
    filter.setSourceModel(&model);
    filter.find(QStringLiteral("forest island"));
    QVERIFY(filter.rowCount() > 0);
    QVERIFY(filter.rowCount() < model.rowCount());
    filter.find(QStringLiteral("no such thing"));
    QCOMPARE(filter.rowCount(), 0);
    filter.find({});
    filter.show_failed_only(true);
    for (int row = 0; row < filter.rowCount(); ++row)
      QVERIFY(model.at(filter.mapToSource(filter.index(row, 0)).row()).failed);
  }
  void enterOnARowShowsItOnTheMap() {
    Document document;
    AuditPanel panel(document);
    panel.show_picture(crowded());
    panel.show();
    panel.show_section(AuditSection::quota);
    QSignalSpy located(&panel, &AuditPanel::locate);
    panel.table()->setCurrentIndex(panel.table()->model()->index(0, 0));
    QTest::keyClick(panel.table(), Qt::Key_Return);
    QCOMPARE(located.count(), 1);
    const auto place = located[0][0].value<AuditPlace>();
    const PlaceMarks marks = marks_of(place, *crowded()->world);
    int64_t placed = -1;
    for (const auto& row : crowded()->audit.quota)
      if (row.cls == place.class_slug && region_code(*crowded()->world, row.region) == place.region)
        placed = row.actual;
    QCOMPARE(static_cast<int64_t>(marks.points_m.size()), placed);
  }
  void aMixRowMarksTheCellsOfItsClassInItsRegion() {
    const Picture& p = *crowded();
    for (const AuditReport::Mix& row : p.audit.mix) {
      if (row.layer != "biome" || row.region.empty() || row.actual == 0) continue;
      AuditReport one;
      one.mix = {row};
      const AuditRows rows = audit_rows(one, AuditSection::mix, *p.tmpl, *p.world);
      const PlaceMarks marks = marks_of(rows.front().place, *p.world);
      QCOMPARE(marks.regions.size(), size_t{1});
      const auto cells = std::count(p.world->region.cells.begin(), p.world->region.cells.end(),
                                    static_cast<uint8_t>(marks.regions.front()));
      QVERIFY(std::abs(static_cast<double>(marks.cells.size()) / static_cast<double>(cells) - row.actual) <
              1e-9);
    }
  }
  void findingsPointAtWhatTheySpeakOf() {
    const Picture& p = *crowded();
    const auto place = [&](const char* where) {
      return place_of({Severity::warning, "x", where, "m"}, *p.tmpl, *p.world);
    };
    QCOMPARE(place("resources[1].quota").class_slug, p.tmpl->resources[1].slug);
    QCOMPARE(place("landmarks.fort").category, std::optional(Category::landmark));
    QCOMPARE(place("rarities.boss").rarity, std::optional(test::rarity_named(p.world->vocabulary, "boss")));
    QCOMPARE(place("biome.forest").class_code, 2);
    QCOMPARE(place("biomes.forest.prior.height").class_code, 2);
    QCOMPARE(place("factions[2].share").class_code, 3);
    QCOMPARE(place("factions[2].share").layer, std::optional(MapLayer::faction));
    QCOMPARE(place(("danger." + p.world->regions[1].name).c_str()).region, 2);
    QCOMPARE(place(p.world->regions[0].name.c_str()).region, 1);
    QVERIFY(place("nowhere").empty());
    QVERIFY(place("resources[999].quota").empty());
  }
  void aCoarsePictureGreysTheLastFullAudit() {
    Document document;
    AuditPanel panel(document);
    panel.show_picture(crowded());
    const QStringList before = column(panel.table(), AuditModel::kBar);
    auto coarse = make_picture(std::make_shared<const Template>(tiny()), 64, true, nullptr).value();
    panel.show_picture(coarse);
    QCOMPARE(column(panel.table(), AuditModel::kBar), before);
    QVERIFY(panel.greyed());
    panel.set_updating(true);
    panel.set_updating(false);
    QVERIFY2(panel.greyed(), "the map shows another world than the audit");
    panel.show_picture(crowded());
    QVERIFY(!panel.greyed());
    panel.set_updating(true);
    QVERIFY(panel.greyed());
    panel.set_updating(false);
    QVERIFY(!panel.greyed());
  }
  void eachTabCountsItsFailuresAndTheWorstOneComesForward() {
    Document document;
    AuditPanel panel(document);
    const auto good = std::const_pointer_cast<Picture>(picture_of(tiny()));
    good->audit.passed = true;
    panel.show_picture(good);
    QCOMPARE(panel.section(), AuditSection::mix);
    const auto* tabs = panel.findChild<QTabBar*>();
    panel.show_picture(failing());
    const Picture& p = *failing();
    qsizetype most = 0;
    for (int section = 0; section < kAuditSections; ++section) {
      const AuditRows rows = audit_rows(p.audit, static_cast<AuditSection>(section), *p.tmpl, *p.world);
      const auto failed = std::count_if(rows.begin(), rows.end(), [](const AuditRow& r) { return r.failed; });
      most = std::max<qsizetype>(most, failed);
      QCOMPARE(tabs->tabText(section).contains(QLatin1Char('(')), failed > 0);
      if (failed > 0) QVERIFY(tabs->tabText(section).endsWith(QStringLiteral("(%1)").arg(failed)));
    }
    QVERIFY(most > 0);
    QVERIFY2(tabs->tabText(static_cast<int>(panel.section())).endsWith(QStringLiteral("(%1)").arg(most)),
             "the worst section is open");
    QCOMPARE(panel.table()->model()->rowCount(),
             static_cast<int>(audit_rows(p.audit, panel.section(), *p.tmpl, *p.world).size()));
    panel.show_section(AuditSection::places);
    panel.show_picture(crowded());
    panel.show_picture(failing());
    QCOMPARE(panel.section(), AuditSection::places);  // the reader went there
  }
  void spacingIsComparedWithTheTemplate() {
    const Picture& p = *crowded();
    AuditReport report;
    report.spacing = {{"elite", 100, 60, 60.4, 90}, {"boss", 500, 500, 800, 900}};
    const AuditRows rows = audit_rows(report, AuditSection::spacing, *p.tmpl, *p.world);
    QCOMPARE(rows.front().what, QStringLiteral("Elite"));
    QCOMPARE(rows.front().figures, QStringLiteral("60 of 100 m"));
    QCOMPARE(rows.front().where, QStringLiteral("Relaxed to 60 m"));
    QCOMPARE(rows.front().target, 100.0);
    QVERIFY(rows.front().detail.contains(QStringLiteral("relaxed to 60.0 m")));
    QCOMPARE(rows.back().figures, QStringLiteral("800 of 500 m"));
    QVERIFY(!rows.back().where.contains(QStringLiteral("500")));
  }
  void aFloorOfTheSpacingIsNotCalledRelaxed() {
    const Picture& p = *crowded();
    Template tmpl = *p.tmpl;
    PointClass& cls = tmpl.resources[0];
    cls.spacing_m = 100, cls.spacing_floor_m = 40;
    AuditReport report;
    for (const double least_m : {40.0, 20.0}) {  // as stated; relaxed besides
      report.spacing = {{cls.slug, 100, least_m, 45, 90}};
      const AuditRow row = audit_rows(report, AuditSection::spacing, tmpl, *p.world).front();
      QCOMPARE(row.where, least_m == 40 ? QStringLiteral("Floor 40 m") : QStringLiteral("Relaxed to 20 m"));
      QCOMPARE(row.detail.contains(QStringLiteral("floor, 40.0 m")), least_m == 40);
    }
  }
  void notesAloneAreNoWarning() {
    const auto picture = std::const_pointer_cast<Picture>(picture_of(tiny()));
    picture->audit.passed = true;
    picture->audit.findings = {{Severity::info, "a", "", "m"}, {Severity::info, "b", "", "m"}};
    Document document;
    AuditPanel panel(document);
    panel.show_picture(picture);
    QVERIFY(header_says(panel, QStringLiteral("Passed, 2 notes")));
    const QImage passed = mark_of(panel);
    picture->audit.findings.front().severity = Severity::warning;
    panel.show_picture(picture);
    QVERIFY(header_says(panel, QStringLiteral("Passed, 2 findings")));
    QVERIFY(mark_of(panel) != passed);
  }
  void theMarkFollowsTheTheme() {
    Document document;
    AuditPanel panel(document);
    panel.show_picture(crowded());
    const QImage before = mark_of(panel);
    const QPalette light = QApplication::palette();
    QPalette dark = light;
    dark.setColor(QPalette::Base, QColor(20, 20, 20));
    dark.setColor(QPalette::Window, QColor(30, 30, 30));
    dark.setColor(QPalette::WindowText, Qt::white);
    QApplication::setPalette(dark);
    QVERIFY(QTest::qWaitFor([&] { return mark_of(panel) != before; }, kWaitLimit_ms));
    QApplication::setPalette(light);
  }
  void exportsAreTheFilesOfTheCommand() {
    Document document;
    AuditPanel panel(document);
    QVERIFY(panel.text(AuditPanel::Format::csv).empty());
    panel.show_picture(crowded());
    const Picture& p = *crowded();
    QCOMPARE(panel.text(AuditPanel::Format::csv), audit_csv(p.audit));
    QCOMPARE(panel.text(AuditPanel::Format::json), audit_json(p.audit));
    QVERIFY(bool(read_audit_json(panel.text(AuditPanel::Format::json), "audit.json")));
    QCOMPARE(panel.text(AuditPanel::Format::html), audit_html(p.audit, {p.tmpl->name, p.world->seeds, 96}));
  }
};

FW_WINDOW_TEST(TestAuditPanel)
#include "test_audit_panel.moc"
