// The legend beside the map: what is on show, and nothing else.

#include <QTest>
#include <QTreeWidget>
#include <set>

#include "app/gui/map/legend/legend_panel.h"
#include "app/gui/map/map_view.h"
#include "map_test.h"
#include "tests/support/window_test.h"

using namespace fw;

class TestMapLegend : public QObject {
  Q_OBJECT

  std::shared_ptr<const Picture> picture_;
  std::unique_ptr<MapView> map_;
  std::unique_ptr<LegendPanel> legend_;

  bool show(View view) {
    map_->set_look(map_look(view));
    return test::settle(*map_) && test::settle(*legend_);
  }
  QTreeWidgetItem* section(const QString& heading) const {
    for (int k = 0; k < legend_->rows()->topLevelItemCount(); ++k)
      if (legend_->rows()->topLevelItem(k)->text(0) == heading) return legend_->rows()->topLevelItem(k);
    return nullptr;
  }

 private slots:
  void init() {
    if (!picture_) picture_ = test::tiny_picture();
    map_ = std::make_unique<MapView>();
    map_->resize(600, 420);
    legend_ = std::make_unique<LegendPanel>(*map_);
    legend_->resize(220, 420);
    map_->set_picture(picture_);
    map_->show();
    legend_->show();
  }
  void cleanup() {
    legend_.reset();
    map_.reset();
  }

  void sectionsAreThoseOfTheLayersOnShow() {
    QVERIFY(show(View::resources_biomes));
    QVERIFY(section("Biomes") && !section("Owners") && !section("Landmarks"));
    std::set<uint8_t> there;  // Tiny has no ground of some
    for (size_t cell = 0; cell < picture_->world->biome.size(); ++cell)
      if (picture_->world->on_island(cell)) there.insert(picture_->world->biome[cell]);
    QCOMPARE(section("Biomes")->childCount(), static_cast<int>(there.size()));
    for (int k = 0; k < section("Biomes")->childCount(); ++k)
      QVERIFY(!section("Biomes")->child(k)->icon(0).isNull());
    QVERIFY(show(View::landmarks_admin));
    QVERIFY(section("Owners") && section("Landmarks") && !section("Biomes"));
  }
  void numbersAreThoseOfTheWindow() {
    QVERIFY(show(View::landmarks_admin));
    const auto landmarks = [&] {
      int all = 0;
      for (int k = 0; k < section("Landmarks")->childCount(); ++k)
        all += section("Landmarks")->child(k)->text(1).toInt();
      return all;
    };
    int whole = 0;
    const Point* one = nullptr;
    for (const Point& p : picture_->world->points.points) {
      if (picture_->world->points.class_of(p).category != Category::landmark) continue;
      ++whole;
      one = &p;
    }
    QCOMPARE(landmarks(), whole);
    map_->show_places({one->position_m}, 400);
    QVERIFY(test::settle(*map_) && test::settle(*legend_));
    QVERIFY(section("Landmarks") && landmarks() >= 1 && landmarks() < whole);
  }
  void aClickPointsAtEverythingOfARowAndAnotherTakesItBack() {
    QVERIFY(show(View::resources_biomes));
    QTreeWidgetItem* biome = section("Biomes")->child(0);
    emit legend_->rows()->itemClicked(biome, 0);
    QCOMPARE(map_->highlighted().cells.size(),
             static_cast<size_t>(std::ranges::count(picture_->world->biome.cells, uint8_t{1})));
    emit legend_->rows()->itemClicked(biome, 0);
    QVERIFY(map_->highlighted().empty());
  }
  void everythingElseIsDimmedAndTheRowIsShownAsItIs() {
    QVERIFY(show(View::resources_biomes));
    const QImage before = map_->grab().toImage();
    emit legend_->rows()->itemClicked(section("Biomes")->child(0), 0);
    const QImage after = map_->grab().toImage();
    const World& world = *picture_->world;
    int own = 0, own_changed = 0, others = 0, others_changed = 0;
    for (size_t cell = 0; cell < world.grid.cells(); ++cell) {
      const Vec2 px = map_->map_window().to_px(world.grid.centre(cell));
      const QPoint at(static_cast<int>(px.x), static_cast<int>(px.y));
      if (!before.rect().contains(at) || world.biome[cell] == 0) continue;
      const bool changed = before.pixel(at) != after.pixel(at);
      ++(world.biome[cell] == 1 ? own : others);
      if (changed) ++(world.biome[cell] == 1 ? own_changed : others_changed);
    }
    QVERIFY(own > 50 && others > 50);
    QVERIFY2(own_changed * 20 < own, qPrintable(QString("%1 of %2").arg(own_changed).arg(own)));
    QVERIFY2(others_changed * 20 > others * 19,
             qPrintable(QString("%1 of %2").arg(others_changed).arg(others)));
  }
  void everyRowOfLinesIsSomethingOnTheMap() {
    QVERIFY(show(View::zoom_quadrants));
    QVERIFY(section("Lines"));
    for (int k = 0; k < section("Lines")->childCount(); ++k) {
      QTreeWidgetItem* line = section("Lines")->child(k);
      QVERIFY2(line->flags().testFlag(Qt::ItemIsSelectable), qPrintable(line->text(0)));
      emit legend_->rows()->itemClicked(line, 0);
      QVERIFY2(!map_->highlighted().empty(), qPrintable(line->text(0)));
      emit legend_->rows()->itemClicked(line, 0);
    }
  }
  void aNarrowOneKeepsTheNamesAndPutsNumbersIntoTooltips() {
    QVERIFY(show(View::landmarks_admin));
    QVERIFY(!legend_->rows()->isColumnHidden(1));
    legend_->resize(126, 420);  // as beside the map of a screen of 960 x 540
    QVERIFY(test::settle(*legend_));
    QVERIFY(legend_->rows()->isColumnHidden(1));
    QTreeWidgetItem* landmark = section("Landmarks")->child(0);
    QVERIFY(landmark->toolTip(0).contains(landmark->text(1)));
    const int room = legend_->rows()->visualItemRect(landmark).width() - legend_->rows()->iconSize().width();
    QVERIFY2(room >= 64, qPrintable(QString::number(room)));
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_LEGEND"))
      legend_->grab().save(qEnvironmentVariable("FIELDWRIGHT_LEGEND"));
    legend_->resize(220, 420);
    QVERIFY(!legend_->rows()->isColumnHidden(1));
  }
  void itFolds() {
    QVERIFY(show(View::resources_biomes));
    const int wide = legend_->sizeHint().width();
    legend_->set_folded(true);
    QVERIFY(legend_->folded() && legend_->sizeHint().width() < wide / 4);
    legend_->set_folded(false);
    QVERIFY(!legend_->folded());
    section("Biomes")->setExpanded(false);
    QVERIFY(show(View::zoom_quadrants));
    QVERIFY(!section("Biomes")->isExpanded());  // it stays folded
  }
};

FW_WINDOW_TEST(TestMapLegend)
#include "test_map_legend.moc"
