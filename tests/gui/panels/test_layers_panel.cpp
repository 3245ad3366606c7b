#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QMimeData>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "app/gui/history/history_panel.h"
#include "app/gui/layers/layer_list.h"
#include "app/gui/layers/layer_view.h"
#include "app/gui/layers/layers_panel.h"
#include "render/map/map_picture.h"
#include "tests/gui/panels/panels_fixture.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

MapLook look_of(const Document& document) {
  return map_look(document.tmpl().view);
}

struct ShownPanel {
  Document document;
  LayersPanel panel{document};

  ShownPanel() {
    document.start(tiny());
    panel.resize(320, 900);
    panel.show();
  }
  LayerList& layers() { return panel.layers(); }
  int row(MapLayer layer) { return layers().row_of(layer); }
  QPoint eye_of(int r) {
    const QRect rect = panel.list()->visualRect(layers().index(r));
    return {rect.left() + 16, rect.center().y()};
  }
  /// A place on the opacity bar of a row.
  QPoint bar_of(int r, double share) {
    const QRect rect = panel.list()->visualRect(layers().index(r));
    const int right =
        rect.right() - 16 - panel.list()->fontMetrics().horizontalAdvance(QStringLiteral("100 %"));
    return {static_cast<int>(right - 60 + share * 59), rect.center().y()};
  }
};

}  // namespace

class TestLayersPanel : public QObject {
  Q_OBJECT

 private slots:
  void theTopOfTheListIsTheTopOfTheMap() {
    ShownPanel s;
    const MapLook look = look_of(s.document);
    QCOMPARE(s.layers().rowCount(), static_cast<int>(look.layers.size()));
    QCOMPARE(s.layers().at(0).layer, look.layers.back().layer);
    QCOMPARE(s.layers().at(s.layers().rowCount() - 1).layer, look.layers.front().layer);
  }
  void toLookIsNoEdit() {
    ShownPanel s;
    s.document.edit("Land", [](Template& t) { t.land.fraction = 0.5; });
    const int steps = s.document.history().count();
    s.document.history().setClean();
    s.layers().set_shown(s.row(MapLayer::danger), true);
    s.layers().set_opacity(s.row(MapLayer::danger), 0.4);
    s.layers().move(s.row(MapLayer::danger), 0);
    s.layers().solo(s.row(MapLayer::names));
    s.panel.apply_preset(static_cast<int>(View::enemies_danger));
    QCOMPARE(s.document.history().count(), steps);
    QVERIFY(!s.document.modified());
    const MapLook look = look_of(s.document);
    s.document.history().undo();
    QCOMPARE(s.document.tmpl().land.fraction, tiny().land.fraction);
    QVERIFY(look_of(s.document) == look);
    s.document.history().redo();
    QVERIFY(look_of(s.document) == look);
  }
  void aPaletteIsAnEdit() {
    ShownPanel s;
    const std::string before = text_of(s.document);
    emit s.panel.findChild<QComboBox*>()->activated(1);
    QCOMPARE(s.document.history().count(), 1);
    undo_all(s.document);
    QCOMPARE(text_of(s.document), before);
  }
  void whatSoloHidInOneDocumentIsNotShownInTheNext() {
    ShownPanel s;
    const int contours = s.row(MapLayer::contours);
    s.layers().set_shown(contours, !s.layers().at(contours).shown);
    const bool other = s.layers().at(contours).shown;
    s.layers().solo(s.row(MapLayer::names));
    s.document.start(tiny());
    s.document.edit("Names alone", [](Template& t) {
      t.view.layers = map_look(View::overview).layers;
      for (ViewLayer& layer : t.view.layers) layer.shown = layer.layer == MapLayer::names;
    });
    s.layers().solo(s.row(MapLayer::names));
    QCOMPARE(s.layers().at(s.row(MapLayer::contours)).shown, !other);
  }
  void theViewIsOutsideTheWorldsIdentity() {
    ShownPanel s;
    const std::string key = world_key(s.document.tmpl());
    s.layers().move(0, 5);
    s.layers().set_opacity(3, 0.2);
    QCOMPARE(world_key(s.document.tmpl()), key);
  }
  void aClickOnTheEyeHidesAndAnotherShows() {
    ShownPanel s;
    const int row = s.row(MapLayer::landmarks);
    QTest::mouseClick(s.panel.list()->viewport(), Qt::LeftButton, {}, s.eye_of(row));
    QVERIFY(!look_of(s.document).shows(MapLayer::landmarks));
    QTest::mouseClick(s.panel.list()->viewport(), Qt::LeftButton, {}, s.eye_of(row));
    QVERIFY(look_of(s.document).shows(MapLayer::landmarks));
    QCOMPARE(s.document.history().count(), 0);
  }
  void altClickShowsOneLayerAloneAndThenWhatWasShown() {
    ShownPanel s;
    const MapLook before = look_of(s.document);
    const int row = s.row(MapLayer::coast);
    QTest::mouseClick(s.panel.list()->viewport(), Qt::LeftButton, Qt::AltModifier, s.eye_of(row));
    for (const ViewLayer& layer : look_of(s.document).layers)
      QCOMPARE(layer.shown, layer.layer == MapLayer::coast);
    QTest::mouseClick(s.panel.list()->viewport(), Qt::LeftButton, Qt::AltModifier, s.eye_of(row));
    QVERIFY(look_of(s.document) == before);
  }
  void dragsOnABarAreSeenAtOnce() {
    ShownPanel s;
    QWidget* view = s.panel.list()->viewport();
    const int row = s.row(MapLayer::coast);
    for (int drag = 0; drag < 2; ++drag) {
      QTest::mousePress(view, Qt::LeftButton, {}, s.bar_of(row, 0.9));
      for (const double share : {0.8, 0.6, 0.3 + 0.2 * drag}) QTest::mouseMove(view, s.bar_of(row, share));
      QTest::mouseRelease(view, Qt::LeftButton, {}, s.bar_of(row, 0.3 + 0.2 * drag));
      QCOMPARE(s.document.history().count(), 0);
    }
    QVERIFY(std::abs(s.layers().at(row).opacity - 0.5) < 0.06);
  }
  void theKeyboardDoesEverything() {
    ShownPanel s;
    QListView* list = s.panel.list();
    list->setCurrentIndex(s.layers().index(s.row(MapLayer::relief)));
    const int row = s.row(MapLayer::relief);
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(s.row(MapLayer::relief), row - 1);
    QCOMPARE(list->currentIndex().row(), row - 1);
    QTest::keyClick(list, Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(s.row(MapLayer::relief), row);
    QVERIFY(s.document.tmpl().view.layers.empty());
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(!s.layers().at(row).shown);
    QTest::keyClick(list, Qt::Key_Right);
    QCOMPARE(s.layers().at(row).opacity, 0.55);
    QTest::keyClick(list, Qt::Key_Space, Qt::ShiftModifier);
    QVERIFY(s.layers().is_alone(row));
  }
  void aDroppedRowStandsWhereItWasDropped() {
    ShownPanel s;
    const MapLayer dragged = s.layers().at(2).layer;
    const std::unique_ptr<QMimeData> data(s.layers().mimeData({s.layers().index(2)}));
    s.layers().dropMimeData(data.get(), Qt::MoveAction, 7, 0, {});
    QCOMPARE(s.row(dragged), 6);  // the gap above row 7, the dragged row gone from above it
    s.layers().dropMimeData(data.get(), Qt::MoveAction, 0, 0, {});
    QCOMPARE(s.layers().rowCount(), static_cast<int>(kMapLayers));
  }
  void hatchedDangerIsTheReadersAndNoEdit() {
    ShownPanel s;
    const std::string before = text_of(s.document);
    QSignalSpy changed(&s.panel, &LayersPanel::danger_patterns_changed);
    auto* hatch = s.panel.findChild<QCheckBox*>();
    QVERIFY(!s.panel.danger_patterns());
    QTest::mouseClick(hatch, Qt::LeftButton, {}, QPoint(8, hatch->height() / 2));
    QVERIFY(s.panel.danger_patterns());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(text_of(s.document), before);
    s.panel.reset();
    QVERIFY(s.panel.danger_patterns());
  }
  void thePresetsAreTheFiveViews() {
    ShownPanel s;
    for (size_t view = 0; view < kViewSlugs.size(); ++view) {
      s.panel.apply_preset(static_cast<int>(view));
      QVERIFY(look_of(s.document).layers == map_look(static_cast<View>(view)).layers);
      QCOMPARE(s.layers().preset(), std::optional<int>(static_cast<int>(view)));
    }
    s.panel.apply_preset(0);
    QVERIFY2(s.document.tmpl().view.layers.empty(), "the overview is what a template without layers means");
    s.layers().set_shown(0, !s.layers().at(0).shown);
    QVERIFY(!s.layers().preset());
  }
  void resetGivesTheTemplateThatSaysNothing() {
    ShownPanel s;
    // Its colours of sea and islets are no settings of the panel.
    s.document.edit("Sea", [](Template& t) { t.view.sea = Rgb::hex(0x803020); });
    const std::string before = text_of(s.document);
    s.document.edit("View", [](Template& t) {
      t.view.palette = "colour_blind_safe";
      t.view.style = "game";
      t.view.layers = {{MapLayer::danger, true, 0.5}};
    });
    s.panel.reset();
    QCOMPARE(text_of(s.document), before);
  }
  void theCurrentLayerIsFollowedWhereverItGoes() {
    ShownPanel s;
    s.panel.list()->setCurrentIndex(s.layers().index(s.row(MapLayer::names)));
    s.panel.apply_preset(static_cast<int>(View::zoom_quadrants));
    s.document.edit("Order", [](Template& t) {
      t.view.layers = map_look(View::zoom_quadrants).layers;
      std::reverse(t.view.layers.begin(), t.view.layers.end());
    });
    QCOMPARE(s.panel.list()->currentIndex().row(), s.row(MapLayer::names));
  }
  void historyGoesToTheChosenStep() {
    ShownPanel s;
    HistoryPanel history(s.document);
    s.document.edit("Land", [](Template& t) { t.land.fraction = 0.5; });
    s.document.edit("Seed", [](Template& t) { t.seed = 7; });
    QCOMPARE(history.findChildren<QAbstractButton*>().size(), qsizetype{2});
    for (QAbstractButton* button : history.findChildren<QAbstractButton*>())
      QVERIFY(!button->accessibleName().isEmpty());
    history.findChildren<QAbstractButton*>().front()->click();
    QCOMPARE(s.document.history().index(), 1);
  }
};

FW_WINDOW_TEST(TestLayersPanel)
#include "test_layers_panel.moc"
