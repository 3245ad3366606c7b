#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "app/gui/seeds/seed_strip.h"
#include "app/gui/seeds/seed_thumbnails.h"
#include "app/gui/seeds/seeds_panel.h"
#include "core/base/seed.h"
#include "core/model/world/digest.h"
#include "core/world/generate.h"
#include "tests/gui/panels/panels_fixture.h"
#include "tests/gui/wait_limit.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kCells = 32;                     // the smallest world will do
constexpr ThumbnailEffort kEffort{kCells, 0};  // niceness 0: tests do not wait for an idle machine

struct SeedsHost {
  QTemporaryDir own;
  QSettings settings;
  Document document;
  SeedsPanel panel;
  /// Without a file of settings: one of its own.
  explicit SeedsHost(const QString& file = {})
      : settings(file.isEmpty() ? own.filePath("seeds.ini") : file, QSettings::IniFormat),
        panel(document, settings, kEffort) {
    document.start(tiny());
  }
  void type(const char* text) {
    auto* field = panel.findChildren<QLineEdit*>().first();
    field->setText(QString::fromLatin1(text));
    emit field->editingFinished();
  }
};

SeedThumbnails::Wish wish(uint64_t seed) {
  Template t = tiny();
  t.seed = seed;
  return {QString::number(seed), std::make_shared<const Template>(t)};
}

}  // namespace

class TestSeedsPanel : public QObject {
  Q_OBJECT

 private slots:
  void aSeedIsAWholeNumberUpToTheLargestThatJsonKeeps() {
    QCOMPARE(read_seed("0"), std::optional<uint64_t>(0));
    QCOMPARE(read_seed(" 9 007 199 254 740 991 "), std::optional<uint64_t>(kMaxSeed));
    for (const char* refused :
         {"", "-1", "9007199254740992", "1e5", "0x10", "seed", "+3", "99999999999999999999"})
      QVERIFY2(!read_seed(QString::fromLatin1(refused)), refused);
  }
  void groupsOfASeedHaveThreeDigits() {
    for (const char* grouped : {"1,234,567", "1.234.567", "1 234 567", "1'234'567", "1_234_567", "1’234’567",
                                "1\u00a0234\u00a0567", "1\u2009234\u2009567", "\u00a01\u202f234\u202f567\n"})
      QVERIFY2(read_seed(QString::fromUtf8(grouped)) == std::optional<uint64_t>(1234567), grouped);
    QCOMPARE(read_seed("12,345"), std::optional<uint64_t>(12345));
    for (const char* refused : {"1.5", "1,23", "1,2345", "1234,567", ",123", "123,", "1,,234", "1,234.567",
                                "1 2 3", "0.001.", "1. 234"})
      QVERIFY2(!read_seed(QString::fromLatin1(refused)), refused);
  }
  void hiddenItRemembersWhereOneWasAndShowsItWhenShown() {
    SeedsHost p;
    p.panel.show();
    auto* seed = p.panel.findChildren<QLineEdit*>().first();
    auto* lists = p.panel.findChild<QListWidget*>(QStringLiteral("visited"));
    p.panel.hide();
    const auto choices = p.panel.strip().choices();
    for (const uint64_t next : {901, 902}) p.document.edit("Seed", [next](Template& t) { t.seed = next; });
    QCOMPARE(seed->text(), QString::number(tiny().seed));
    QVERIFY(p.panel.strip().choices() == choices);
    QCOMPARE(p.panel.visited().size(), size_t{3});
    p.panel.show();
    QCOMPARE(seed->text(), QStringLiteral("902"));
    QCOMPARE(lists->count(), 3);
    QCOMPARE(p.panel.strip().choices()[3].seed, uint64_t{902});
    const QListWidgetItem* first = lists->item(0);
    p.document.edit("Land", [](Template& t) { t.land.fraction = 0.47; });
    QCOMPARE(lists->item(0), first);
  }
  void theMenuSpeaksOfTheSeedItWasOpenedFor() {
    SeedsHost p;
    p.panel.take({10, {}});
    p.panel.show();
    QTimer::singleShot(0, &p.panel, [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (!menu) return;
      p.document.edit("Seed", [](Template& t) { t.seed = 500; });
      menu->actions().back()->trigger();
      menu->close();
    });
    emit p.panel.strip().menu_wanted(p.panel.strip().choices()[4], QPoint(5, 5));
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("11"));
  }
  void typingAcceptsSeedsAndRefusesOtherText() {
    SeedsHost p;
    p.panel.show();
    p.type("77");
    QCOMPARE(p.document.tmpl().seed, uint64_t{77});
    p.type("9007199254740992");
    QCOMPARE(p.document.tmpl().seed, uint64_t{77});
    QCOMPARE(p.document.history().count(), 1);
    p.document.history().undo();
    QCOMPARE(p.document.tmpl().seed, tiny().seed);
    QCOMPARE(p.panel.findChildren<QLineEdit*>().first()->text(), QString::number(tiny().seed));
  }
  void stepsStopAtBothEnds() {
    SeedsHost p;
    p.panel.take({0, {}});
    p.panel.step(-1);
    QCOMPARE(p.document.tmpl().seed, uint64_t{0});
    p.panel.take({kMaxSeed, {}});
    p.panel.step(1);
    QCOMPARE(p.document.tmpl().seed, kMaxSeed);
    p.panel.step(-1);
    QCOMPARE(p.document.tmpl().seed, kMaxSeed - 1);
  }
  void aLockedStreamKeepsItsSeedInTheTemplate() {
    SeedsHost p;
    p.panel.take({10, {}});
    p.panel.set_lock(0, true);
    QCOMPARE(p.document.tmpl().stream_seeds.layout, std::optional<uint64_t>(10));
    p.panel.step(1);
    const uint64_t salt = salt_word(p.document.tmpl().stream_seeds.salt);
    QCOMPARE(p.document.tmpl().seeds(), (SeedBundle{10, 11, 11, {}, salt}));
    p.panel.set_lock(2, true);
    p.panel.take_random();
    QCOMPARE(p.document.tmpl().seeds().layout, uint64_t{10});
    QCOMPARE(p.document.tmpl().seeds().place, uint64_t{11});
    const Template read = parse_template(text_of(p.document), "saved").value();
    QCOMPARE(read.seeds(), p.document.tmpl().seeds());
    p.panel.set_lock(0, false);
    QVERIFY(!p.document.tmpl().stream_seeds.layout);
    QCOMPARE(p.document.tmpl().seeds().layout, p.document.tmpl().seed);
    undo_all(p.document);
    QCOMPARE(text_of(p.document), write_template(tiny()));
  }
  void aLockedLayoutKeepsTheRegionsWhilePlacesChange() {
    SeedsHost p;
    p.panel.set_lock(0, true);
    p.panel.set_lock(1, true);
    const auto before = picture_of(p.document.tmpl(), kCells);
    p.panel.step(1);
    const auto after = picture_of(p.document.tmpl(), kCells);
    QVERIFY(after->world->region.cells == before->world->region.cells);
    QVERIFY(world_digests(*after->world) != world_digests(*before->world));
  }
  void copyAndPasteCarryASeed() {
    SeedsHost p;
    p.panel.take({123456, {}});
    p.panel.copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("123456"));
    QGuiApplication::clipboard()->setText(QStringLiteral(" 654321\n"));
    p.panel.paste();
    QCOMPARE(p.document.tmpl().seed, uint64_t{654321});
    QGuiApplication::clipboard()->setText(QStringLiteral("not a seed"));
    p.panel.paste();
    QCOMPARE(p.document.tmpl().seed, uint64_t{654321});
  }
  void visitedSeedsAreRememberedOnceNewestFirst() {
    SeedsHost p;
    for (const uint64_t seed : {5, 6, 5, 7}) p.panel.take({seed, {}});
    std::vector<uint64_t> seeds;
    for (const SeedChoice& choice : p.panel.visited()) seeds.push_back(choice.seed);
    QCOMPARE(seeds, (std::vector<uint64_t>{7, 5, 6, tiny().seed}));
    p.document.start(tiny());
    QCOMPARE(p.panel.visited().size(), size_t{1});
  }
  void favouritesStayWithTheTemplatesName() {
    QTemporaryDir folder;
    const QString file = folder.filePath("kept.ini");
    {
      SeedsHost p(file);
      p.panel.take({31, {std::nullopt, kMaxSeed, std::nullopt}});
      p.panel.add_favourite();
      p.panel.add_favourite();
    }
    QSettings settings(file, QSettings::IniFormat);
    auto kept = read_favourites(settings, "Tiny");
    QCOMPARE(kept.size(), size_t{1});
    QCOMPARE(kept[0].choice.seed, uint64_t{31});
    QCOMPARE(kept[0].choice.streams.noise, std::optional(kMaxSeed));
    QVERIFY(read_favourites(settings, "Other/Name").empty());
    kept[0].name = QStringLiteral("Bay, \"good\"");
    write_favourites(settings, "Other/Name", kept);
    QCOMPARE(read_favourites(settings, "Other/Name")[0].name, kept[0].name);
    SeedsHost again(file);
    again.panel.show();
    auto* list = again.panel.findChild<QListWidget*>(QStringLiteral("favourites"));
    QCOMPARE(list->count(), 1);
    list->setCurrentRow(0);
    again.panel.remove_favourite();
    QVERIFY(read_favourites(settings, "Tiny").empty());
  }
  void theNewestListOfThumbnailsWins() {
    SeedThumbnails thumbnails(kEffort);
    std::vector<std::pair<QString, QImage>> made;
    connect(&thumbnails, &SeedThumbnails::made, this,
            [&](const QString& key, const QImage& image) { made.emplace_back(key, image); });
    const auto last_is = [&](const char* key) {
      return QTest::qWaitFor([&] { return !made.empty() && made.back().first == key; }, kWaitLimit_ms);
    };
    thumbnails.request({wish(1), wish(2), wish(3)}, 32);
    thumbnails.request({wish(100), wish(101)}, 40);
    QVERIFY(last_is("101"));
    const auto& [key, image] = made[made.size() - 2];  // before it some of the older list, if there was time
    QCOMPARE(key, QStringLiteral("100"));
    QCOMPARE(made.back().second.size(), QSize(40, 40));
    QVERIFY(made.back().second != image);
    made.clear();
    thumbnails.set_paused(true);
    thumbnails.request({wish(4), wish(5)}, 40);
    thumbnails.request({wish(102)}, 40);
    thumbnails.set_paused(false);
    QVERIFY(last_is("102"));
    QCOMPARE(made.size(), size_t{1});
  }
  void pausedNothingIsMadeAndAfterwardsEverything() {
    SeedThumbnails thumbnails(kEffort);
    QSignalSpy made(&thumbnails, &SeedThumbnails::made);
    thumbnails.set_paused(true);
    thumbnails.request({wish(1)}, 32);
    QTest::qWait(200);
    QCOMPARE(made.count(), 0);
    thumbnails.set_paused(false);
    QVERIFY(QTest::qWaitFor([&] { return made.count() == 1; }, kWaitLimit_ms));
  }
  void theStripShowsNeighboursAndAppliesTheChosenOne() {
    SeedsHost p;
    p.panel.resize(320, 800);
    p.panel.take({10, {}});
    p.panel.show();
    SeedStrip& strip = p.panel.strip();
    std::vector<uint64_t> near;
    for (size_t i = 0; i < 7; ++i) near.push_back(strip.choices()[i].seed);
    QCOMPARE(near, (std::vector<uint64_t>{7, 8, 9, 10, 11, 12, 13}));
    // The present seed comes first.
    QVERIFY(QTest::qWaitFor([&] { return !strip.image(3).isNull(); }, kWaitLimit_ms));
    const int steps = p.document.history().count();
    const QPoint next = strip.visualRect(strip.model()->index(4, 0)).center();
    QTest::mouseClick(strip.viewport(), Qt::LeftButton, {}, next);
    QCOMPARE(p.document.tmpl().seed, uint64_t{11});
    QCOMPARE(p.document.history().count(), steps + 1);
    p.panel.take({1, {}});
    QCOMPARE(strip.choices().front().seed, uint64_t{0});
  }
};

FW_WINDOW_TEST(TestSeedsPanel)
#include "test_seeds_panel.moc"
