// A search in the window: its folder, pauses, edits of the template, its worlds.

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/gui/search/search_panel.h"
#include "tests/gui/mouse_input.h"
#include "tests/gui/panels/panels_fixture.h"
#include "tests/support/nightly.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kSearchCells = 48;

QByteArray bytes(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

struct SearchHost {
  QTemporaryDir& home;
  QSettings settings;
  Document document;
  SearchPanel panel;

  explicit SearchHost(QTemporaryDir& in)
      : home(in),
        settings(in.filePath("settings.ini"), QSettings::IniFormat),
        panel(document, settings, in.filePath("searches"), {{1, 0}, {32, 0}, 0}) {
    static const std::shared_ptr<const Picture> picture = picture_of(tiny(), kSearchCells);
    document.start(tiny());
    panel.show_picture(picture);
    panel.resize(380, 820);
  }
  void choose(const char* seeds) {
    SearchChoices choices;
    choices.ranges = {{"nature.solidity", 0.8, std::nullopt}, {"travel.reach", 0.3, std::nullopt}};
    choices.score = "variety.local";
    choices.maximise = true;
    choices.keep = 2;
    choices.seeds = seeds;
    panel.form().set_choices(choices);
    emit panel.form().edited();
    panel.show();
  }
  void click(const char* button) {
    QTest::mouseClick(panel.findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
  }
  bool wait_for_end() {
    return QTest::qWaitFor([&] { return !panel.running(); }, kWaitLimit_ms);
  }
  bool wait_for_passes(size_t count) {
    return QTest::qWaitFor([&] { return panel.gallery().passes().passed() >= count; }, kWaitLimit_ms);
  }
  size_t rows_on_disk() {
    size_t lines = 0;
    const QDir rows(panel.folder() + "/rows");
    for (const QString& name : rows.entryList({"*.csv"}))
      lines += static_cast<size_t>(std::max<qsizetype>(0, bytes(rows.filePath(name)).count('\n') - 2));
    return lines;
  }
  QString state() { return panel.findChild<QLabel*>(QStringLiteral("search_state"))->text(); }
};

QRect star_of(PassGallery& gallery, int row) {
  const QRect cell = gallery.visualRect(gallery.model()->index(row, 0));
  return {cell.center().x() + 104 / 2 - 20, cell.top() + 6, 18, 18};
}

}  // namespace

class TestSearchPanel : public QObject {
  Q_OBJECT

 private slots:
  void aSearchLeavesTheFolderThatTheCommandWouldWrite() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..12");
    p.click("start_search");
    QVERIFY(p.panel.running());
    QVERIFY(p.wait_for_end());
    const QString folder = p.panel.folder();
    QVERIFY(QFile::exists(folder + "/manifest.json"));
    SearchJob job;
    job.plan = read_plan(folder.toStdString()).value().plan;
    job.folder = home.filePath("command").toStdString();
    const SearchDone done = run_search(job, {}).value();
    for (const std::string& name : done.files.names)
      QCOMPARE(bytes(folder + "/" + QString::fromStdString(name)),
               bytes(home.filePath("command/") + QString::fromStdString(name)));
    PassList& passes = p.panel.gallery().passes();
    QCOMPARE(passes.passed(), done.tally.passes.size());
    QVERIFY(passes.passed() >= 2);
    for (int row = 0; row < passes.rowCount(); ++row)  // best first
      QCOMPARE(passes.at(row).seed, done.tally.passes[static_cast<size_t>(row)].seed);
    QVERIFY(QTest::qWaitFor([&] { return p.panel.gallery().settled(); }, kWaitLimit_ms));
    QVERIFY(p.state().contains(QStringLiteral("finished")));
    QVERIFY(!p.panel.findChild<QPushButton*>(QStringLiteral("start_search"))->isEnabled());
    // In the order of choice the first two are the chosen ones.
    auto* order = p.panel.findChild<QComboBox*>(QStringLiteral("order"));
    order->setCurrentIndex(1);
    emit order->activated(1);
    for (int row = 0; row < 2; ++row)
      QCOMPARE(passes.at(row).seed, done.files.kept[static_cast<size_t>(row)]);
  }
  void pausedOrBesideAMapNothingIsMade() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..100000");
    p.panel.set_busy(true);
    p.click("start_search");
    QTest::qWait(250);
    QCOMPARE(p.rows_on_disk(), size_t{0});
    p.panel.set_busy(false);
    QVERIFY(p.wait_for_passes(1));
    p.click("pause_search");
    QTest::qWait(100);
    const size_t held = p.rows_on_disk();
    QTest::qWait(300);
    QCOMPARE(p.rows_on_disk(), held);
    QVERIFY(p.panel.running());
    p.click("pause_search");
    QVERIFY(QTest::qWaitFor([&] { return p.rows_on_disk() > held; }, kWaitLimit_ms));
    p.click("stop_search");
    QVERIFY(p.wait_for_end());
    QVERIFY(!QFile::exists(p.panel.folder() + "/manifest.json"));
    QCOMPARE(p.panel.findChild<QPushButton*>(QStringLiteral("start_search"))->text(),
             QStringLiteral("&Go on"));
  }
  void closedItGoesOnWhereItWas() {
    SKIP_BY_DAY();
    QTemporaryDir home;
    QString folder;
    size_t rows = 0;
    {
      SearchHost p(home);
      p.choose("1..40");
      p.click("start_search");
      QVERIFY(p.wait_for_passes(2));
      folder = p.panel.folder();
    }  // closed while it runs
    SearchHost again(home);
    again.panel.show();
    QVERIFY(again.wait_for_passes(2));
    QCOMPARE(again.panel.folder(), folder);
    QVERIFY(again.wait_for_end());
    rows = again.rows_on_disk();
    QVERIFY(rows >= 2 && rows < 40);
    QCOMPARE(again.panel.form().choices().seeds, std::string("1..40"));
    again.click("start_search");
    QVERIFY(again.wait_for_end());
    QVERIFY(QFile::exists(folder + "/manifest.json"));
    QCOMPARE(again.rows_on_disk(), size_t{40});  // none was made twice
  }
  void anEditStopsTheSearchAndMarksItsWorlds() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..100000");
    p.click("start_search");
    QVERIFY(p.wait_for_passes(1));
    p.document.edit("Seed", [](Template& t) { t.seed = 5; });
    p.document.edit("View", [](Template& t) { t.view.layers = {{MapLayer::danger, true, 0.5}}; });
    QVERIFY(p.panel.running() && !p.panel.outdated());
    auto* age = p.panel.findChild<QLabel*>(QStringLiteral("search_age"));
    QVERIFY(!age->isVisible());
    p.document.edit("Land", [](Template& t) { t.land.fraction = 0.44; });
    QVERIFY(p.panel.outdated() && age->isVisible());
    QVERIFY(p.wait_for_end());
    // A world of it is taken with its template, and one step back undoes that.
    QSignalSpy taken(&p.panel, &SearchPanel::seed_taken);
    const uint64_t seed = p.panel.gallery().passes().at(0).seed;
    const int steps = p.document.history().count();
    emit p.panel.gallery().taken(seed);
    QCOMPARE(taken.count(), 0);
    QCOMPARE(p.document.history().count(), steps + 1);
    QCOMPARE(p.document.tmpl().seed, seed);
    QCOMPARE(p.document.tmpl().land.fraction, tiny().land.fraction);
    QCOMPARE(p.document.tmpl().view.layers.size(), size_t{1});
    QVERIFY(!p.panel.outdated() && !age->isVisible());
    p.document.history().undo();
    QCOMPARE(p.document.tmpl().land.fraction, 0.44);
    QVERIFY(p.panel.outdated());
    p.document.edit("Pace", [](Template& t) { t.play.speed_mps = 9; });
    p.document.history().undo();
    p.document.history().undo();
    QVERIFY(!p.panel.outdated());
    p.document.edit("Pace", [](Template& t) { t.play.speed_mps = 9; });
    QVERIFY(p.panel.outdated());
  }
  void aDoubleClickTakesAWorldAndTheStarKeepsItsSeed() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..12");
    p.click("start_search");
    QVERIFY(p.wait_for_end());
    PassGallery& gallery = p.panel.gallery();
    QSignalSpy taken(&p.panel, &SearchPanel::seed_taken), starred(&p.panel, &SearchPanel::favourite_asked);
    const QPoint first = gallery.visualRect(gallery.model()->index(0, 0)).center();
    QTest::mouseClick(gallery.viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(taken.count(), 0);
    QTest::mouseDClick(gallery.viewport(), Qt::LeftButton, {}, first);
    QCOMPARE(taken.count(), 1);
    const uint64_t seed = gallery.passes().at(0).seed;
    QCOMPARE(taken[0][0].value<SeedChoice>().seed, seed);
    QTest::keyClick(&gallery, Qt::Key_Right);
    QTest::keyClick(&gallery, Qt::Key_Return);
    QCOMPARE(taken[1][0].value<SeedChoice>().seed, gallery.passes().at(1).seed);
    QTest::mouseClick(gallery.viewport(), Qt::LeftButton, {}, star_of(gallery, 0).center());
    QCOMPARE(starred.count(), 1);
    QCOMPARE(starred[0][0].value<SeedChoice>().seed, seed);
    QVERIFY(starred[0][1].toBool());
    write_favourites(p.settings, "Tiny", {{"good", {seed, {}}}});
    p.panel.read_favourites_again();
    QVERIFY(gallery.passes().is_favourite(seed));
    QTest::mouseClick(gallery.viewport(), Qt::LeftButton, {}, star_of(gallery, 0).center());
    QVERIFY(!starred[1][1].toBool());
  }
  void worldsUnderThePointerStayWhereTheyAre() {
    SKIP_BY_DAY();
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..24");
    p.click("start_search");
    QVERIFY(p.wait_for_end());
    std::vector<Pass> found;
    for (int row = 0; row < p.panel.gallery().passes().rowCount(); ++row)
      found.push_back(p.panel.gallery().passes().at(row));
    QVERIFY(found.size() > 2);
    PassList list;
    list.set_plan(p.panel.gallery().passes().plan());
    QSignalSpy told(&list, &PassList::sorted_changed);
    list.add({found[1], found[2]});
    list.set_held(true);
    list.add({found[0]});  // the best of all
    QCOMPARE(list.at(0).seed, found[1].seed);
    QCOMPARE(list.at(2).seed, found[0].seed);
    QVERIFY(!list.sorted() && told.count() == 1);
    list.sort();
    QCOMPARE(list.at(0).seed, found[0].seed);
    QVERIFY(list.sorted() && told.count() == 2);
  }
  void theButtonsOfASearchStayWhereTheyAre() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..12");
    QCoreApplication::processEvents();
    const auto place = [&](const char* name) {
      const auto* button = p.panel.findChild<QPushButton*>(QLatin1String(name));
      return QRect(button->mapTo(&p.panel, QPoint()), button->size());
    };
    const QRect start = place("start_search"), stop = place("stop_search");
    p.click("start_search");
    QVERIFY(p.wait_for_passes(1));
    QCoreApplication::processEvents();
    QCOMPARE(place("start_search"), start);
    QCOMPARE(place("stop_search"), stop);
    QVERIFY(p.wait_for_end());
    QCOMPARE(place("start_search"), start);
  }
  void withoutWorldsTheFormHasTheRoom() {
    SKIP_BY_DAY();
    QTemporaryDir home;
    SearchHost p(home);
    p.panel.resize(380, 640);  // of a screen of 800 rows
    p.choose("1..12");
    QCoreApplication::processEvents();
    const int before = p.panel.gallery().height();
    QVERIFY2(before < 640 / 5, qPrintable(QString::number(before)));
    p.click("start_search");
    QVERIFY(p.wait_for_passes(1));
    QVERIFY(p.panel.gallery().height() > before + 100);
    QVERIFY(p.wait_for_end());
  }
  void theCopiedLineIsTheSameSearch() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..12");
    p.panel.copy_command();
    const QString line = QGuiApplication::clipboard()->text();
    QVERIFY2(line.startsWith("fieldwright search Tiny --set "), qPrintable(line));
    QVERIFY2(line.endsWith(
                 " --resolution 48 --seeds 1..12 --where 'nature.solidity >= 0.8' --where 'travel.reach >= "
                 "0.3' --maximise variety.local --keep 2 -o Tiny-search"),
             qPrintable(line));
  }
  void aFolderThatIsNoSearchIsSaidAndAnotherTemplatesIsMarked() {
    QTemporaryDir home;
    SearchHost p(home);
    p.choose("1..4");
    p.panel.open(home.path());
    QVERIFY(p.wait_for_end());
    QVERIFY2(p.state().contains(QStringLiteral("plan.json")), qPrintable(p.state()));
    SearchJob job;
    job.plan = search_plan(p.panel.form().choices(), tiny(), kSearchCells).value();
    job.plan.tmpl.land.fraction = 0.44;
    job.plan.where = {"nature.solidity > 0.5", "travel.reach + travel.choke >= 0.1"};
    job.folder = home.filePath("cluster").toStdString();
    const SearchDone done = run_search(job, {}).value();
    p.panel.open(home.filePath("cluster"));
    QVERIFY(p.wait_for_end());
    QCOMPARE(p.panel.gallery().passes().passed(), done.tally.passes.size());
    QVERIFY(p.panel.outdated());
    QCOMPARE(p.panel.form().choices().more,
             std::string("nature.solidity > 0.5 and travel.reach + travel.choke >= 0.1"));
  }
};

FW_WINDOW_TEST(TestSearchPanel)
#include "test_search_panel.moc"
