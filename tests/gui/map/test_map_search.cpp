#include <QLocale>
#include <QTest>

#include "app/gui/map/inspect/inspect_panel.h"
#include "app/gui/map/search/find_bar.h"
#include "app/gui/map/search/map_search.h"
#include "map_test.h"
#include "tests/support/window_test.h"
#include "tests/vocabulary_of.h"

#include <QCompleter>
#include <QLineEdit>
#include <QThreadPool>
#include <QTreeWidget>

using namespace fw;

class TestMapSearch : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { picture_ = test::tiny_picture(); }

  void anIdFindsItsPointAlone() {
    const PointSet& set = picture_->world->points;
    for (const size_t i : {size_t{0}, set.points.size() / 2, set.points.size() - 1}) {
      const auto found =
          search_map(*picture_->world, QString::fromStdString(set.id_of(set.points[i])).toUpper());
      QVERIFY(found);
      QCOMPARE(found->points, std::vector<size_t>{i});
      QVERIFY(found->places_m.front() == set.points[i].position_m);
    }
  }
  void aClassFindsAllItsPoints() {
    const PointSet& set = picture_->world->points;
    for (size_t k = 0; k < set.classes.size(); ++k) {
      size_t count = 0;
      for (const Point& p : set.points) count += p.class_index == static_cast<int>(k) ? 1 : 0;
      const auto found = search_map(*picture_->world, QString::fromStdString(set.classes[k].slug));
      QCOMPARE(found ? found->points.size() : 0, count);
    }
  }
  void kindsOfPointsAreFound() {
    const PointSet& set = picture_->world->points;
    const auto check = [&](const QString& text, const auto& meant) {
      std::vector<size_t> points;
      for (size_t i = 0; i < set.points.size(); ++i)
        if (meant(set.points[i], set.class_of(set.points[i]))) points.push_back(i);
      QVERIFY2(!points.empty(), qPrintable(text));
      const auto found = search_map(*picture_->world, text);
      QVERIFY2(found, qPrintable(text));
      QCOMPARE(found->points, points);
      QVERIFY(searchable(*picture_->world).contains(text, Qt::CaseInsensitive));
    };
    const Vocabulary& words = picture_->world->vocabulary;
    const Rarity boss = test::rarity_named(words, "boss");
    const Faction purple = test::faction_named(words, "purple");
    check("Boss", [&](const Point& p, const PointClassInfo&) { return p.rarity == boss; });
    check("Enemies", [](const Point&, const PointClassInfo& c) { return c.category == Category::enemy; });
    check("purple", [&](const Point& p, const PointClassInfo&) { return p.faction == purple; });
    check("ore", [](const Point&, const PointClassInfo& c) { return c.family == "ore"; });
  }
  void regionsNamesAndPositionsAreFound() {
    const World& world = *picture_->world;
    const auto region = search_map(world, QString::fromStdString(world.regions[0].name));
    QVERIFY(region);
    QCOMPARE(region->highlight.regions, std::vector<int>{1});
    const auto place = search_map(world, QStringLiteral(" 1200.5; 900 "));
    QVERIFY(place);
    QVERIFY((place->places_m.front() == Vec2{1200.5, 900}));
    QVERIFY(!search_map(world, QStringLiteral("99999, 5")));
    QVERIFY(!search_map(world, QStringLiteral("no such thing")));
    QVERIFY(!search_map(world, QStringLiteral("  ")));
  }
  void everythingThatIsOfferedIsFound() {
    const QStringList words = searchable(*picture_->world);
    QVERIFY(words.size() > 20);
    for (const QString& word : words)
      QVERIFY2(search_map(*picture_->world, word) || !has_points(word), qPrintable(word));
  }
  void wordsAreGatheredForAnOpenBarAlone() {
    MapView map;
    FindBar bar(map);
    const auto words = [&] { return bar.field()->completer()->model()->rowCount(); };
    bar.set_picture(picture_);
    QThreadPool::globalInstance()->waitForDone();
    QCoreApplication::processEvents();
    QCOMPARE(words(), 0);
    bar.open();
    QVERIFY(QTest::qWaitFor([&] { return words() == searchable(*picture_->world).size(); }, kWaitLimit_ms));
    const auto other = test::tiny_picture(7);
    QVERIFY(searchable(*other->world) != searchable(*picture_->world));
    bar.set_picture(other);
    QVERIFY(QTest::qWaitFor([&] { return words() == searchable(*other->world).size(); }, kWaitLimit_ms));
  }
  void enterStepsThroughTheFindsAndEscapeCloses() {
    MapView map;
    map.resize(500, 400);
    map.set_picture(picture_);
    FindBar bar(map);
    bar.set_picture(picture_);
    bar.open();
    const PointSet& set = picture_->world->points;
    const std::string slug = set.class_of(set.points[0]).slug;
    QTest::keyClicks(bar.field(), QString::fromStdString(slug));
    QTest::keyClick(bar.field(), Qt::Key_Return);
    QVERIFY(bar.found());
    QCOMPARE(map.highlighted().points_m.size(), bar.found()->points.size());
    QTest::keyClick(bar.field(), Qt::Key_Return);
    QCOMPARE(bar.at(), 0);
    QVERIFY(map.selection() && map.selection()->point == bar.found()->points[0]);
    const Vec2 middle = map.map_window().centre_m(), place = bar.found()->places_m[0];
    QVERIFY(std::sqrt(squared_distance(middle, place)) < 2 * map.map_window().metres_per_px);
    bar.previous();
    QCOMPARE(bar.at(), static_cast<int>(bar.found()->points.size()) - 1);
    QTest::keyClick(bar.field(), Qt::Key_Escape);
    QVERIFY(bar.isHidden());
    QVERIFY(map.highlighted().empty());
  }
  void aPointWithANameIsHeadedByIt() {
    const PointSet& set = picture_->world->points;
    size_t named = 0;
    while (named < set.points.size() && set.points[named].name.empty()) ++named;
    QVERIFY(named < set.points.size());
    InspectPanel panel;
    panel.set_picture(picture_);
    panel.show_pick({set.points[named].position_m, named});
    const QStringList lines = panel.text().split(QLatin1Char('\n'));
    QCOMPARE(lines[0], QString::fromStdString(set.points[named].name));
    QVERIFY(lines[1].startsWith(QString::fromStdString(set.id_of(set.points[named]))));
  }
  void numbersHaveOneFormInEveryLanguage() {
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German));
    InspectPanel panel;
    panel.set_picture(picture_);
    panel.show_pick({{1234.56, 1275}, std::nullopt});
    QVERIFY2(panel.text().contains(QStringLiteral("1234.6 m east, 1275 m north")), qPrintable(panel.text()));
    QLocale::setDefault(before);
  }
  void aPlaceIsExplainedOnAWorker() {
    InspectPanel panel;
    panel.set_picture(picture_);
    const Vec2 place = picture_->world->points.points[3].position_m;
    panel.show_pick({place, size_t{3}});
    QVERIFY(!panel.settled());
    QVERIFY(test::settle(panel));
    // The point's own rows, then every topic of the reasons.
    std::vector<std::string> topics;
    for (const ExplainRow& row : explain(*picture_->world, *picture_->tmpl, place))
      if (topics.empty() || topics.back() != row.topic) topics.push_back(row.topic);
    QCOMPARE(panel.table()->topLevelItemCount(), static_cast<int>(topics.size()) + 1);
    for (const auto& [name, value] : point_rows(*picture_->world, 3)) QVERIFY(panel.text().contains(value));
    for (int i = 0; i < panel.table()->topLevelItemCount(); ++i)
      for (int k = 0; k < panel.table()->topLevelItem(i)->childCount(); ++k)
        QVERIFY(panel.table()->topLevelItem(i)->child(k)->text(0).size() > 1);  // words, not letters
    panel.show_pick({{-50, 10}, std::nullopt});
    QCOMPARE(panel.table()->topLevelItemCount(), 0);
  }

  void aPinSaysWhoPutItThereAndOffTheGroundNoClassOfTheGround() {
    World world = *picture_->world;
    Point& p = world.points.points[3];
    p.hand = "p7f3a";
    p.label = "The old vein";
    const auto value_of = [&](const QString& name) {
      for (const auto& [row, value] : point_rows(world, 3))
        if (row == name) return value;
      return QString();
    };
    QCOMPARE(value_of("pinned by"), QString("p7f3a"));
    QCOMPARE(value_of("class"), QString("The old vein"));
    QVERIFY(!value_of("biome").isEmpty());
    p.region = 0;
    QVERIFY(value_of("biome").isEmpty() && value_of("owner").isEmpty());
    QVERIFY(!value_of("ground").isEmpty());
    const auto found = search_map(world, "the OLD vein");
    QVERIFY(found && found->points == std::vector<size_t>{3});
  }

 private:
  bool has_points(const QString& word) const {
    const PointSet& set = picture_->world->points;
    for (size_t k = 0; k < set.classes.size(); ++k)
      if (QString::fromStdString(set.classes[k].slug) == word ||
          QString::fromStdString(set.classes[k].label) == word) {
        for (const Point& p : set.points)
          if (p.class_index == static_cast<int>(k)) return true;
        return false;
      }
    return true;
  }

  std::shared_ptr<const Picture> picture_;
};

FW_WINDOW_TEST(TestMapSearch)
#include "test_map_search.moc"
