// The tree of rows, the form of what is selected, conflicts and locks.

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTreeView>
#include <cmath>

#include "app/gui/hand/panel/hand_panel.h"
#include "app/gui/hand/panel/hand_tree.h"
#include "app/gui/hand/panel/properties.h"
#include "app/gui/hand/panel/tool_bar.h"
#include "app/gui/hand/rows.h"
#include "app/gui/template/editors/field_form.h"
#include "hand_host.h"
#include "tests/support/window_test.h"

using namespace fw;

namespace {

PinRow pin(const Template& t, double x, const std::string& group = {}) {
  PinRow row;
  row.cls = t.resources.front().slug;
  row.x_m = x;
  row.y_m = 600;
  row.group = group;
  return row;
}

TerrainRow hill(double x) {
  TerrainRow row;
  row.place = {"POINT (" + std::to_string(x) + " 700)", 120, {}};
  row.amount_m = 40;
  return row;
}

/// The field of a column in the form on show.
ParameterField* field(HandPanel& panel, const std::string& path) {
  for (ParameterField* one : panel.properties()->form()->findChildren<ParameterField*>())
    if (one->place().parameter->path == path) return one;
  return nullptr;
}

bool says(const QWidget& widget, const QString& text) {
  for (const QLabel* label : widget.findChildren<QLabel*>())
    if (label->isVisibleTo(&widget) && label->text().contains(text)) return true;
  return false;
}

}  // namespace

class TestHandPanel : public QObject {
  Q_OBJECT

  std::unique_ptr<HandHost> host_;
  std::unique_ptr<HandPanel> panel_;
  std::vector<std::string> pins_;
  std::string hill_;

  HandTree& tree() { return *panel_->model(); }
  void select(const std::set<std::string>& rows) { host_->hand->select({rows, {}}); }

 private slots:
  void init() {
    host_ = std::make_unique<HandHost>();
    panel_ = std::make_unique<HandPanel>(*host_->hand, host_->document);
    panel_->resize(420, 900);
    panel_->show();
    pins_.clear();
    host_->document.edit("Rows", [this](Template& t) {
      for (const double x : {500.0, 600.0, 700.0}) pins_.push_back(add_hand_row(t, {"pins", pin(t, x)}));
      pins_.push_back(add_hand_row(t, {"pins", pin(t, 800, "harbour")}));
      hill_ = add_hand_row(t, {"terrain", hill(900)});
    });
    host_->document.history().clear();
  }
  void cleanup() {
    panel_.reset();
    host_.reset();
  }

  void rowsStandUnderTheirGroupsOrLists() {
    QCOMPARE(tree().rowCount(), 3);  // harbour, pins, terrain
    QCOMPARE(tree().index(0, HandTree::kWhat).data().toString().contains("harbour"), true);
    QCOMPARE(tree().rowCount(tree().index(1, 0)), 3);
    const QModelIndex row = tree().index_of(pins_[3]);
    QCOMPARE(row.parent().row(), 0);
    QVERIFY(row.data().toString().length() > 2);
    QVERIFY(row.siblingAtColumn(HandTree::kWhere).data().toString().contains("800"));
  }
  void theEyeSwitchesARowOrAWholeGroup() {
    tree().toggle(tree().index_of(pins_[0]));
    QVERIFY(!host_->rows().pins[0].on);
    QCOMPARE(tree().index_of(pins_[0]).siblingAtColumn(HandTree::kState).data().toString(),
             QStringLiteral("off"));
    tree().toggle(tree().index(1, 0));  // one of three is off: all go off
    for (size_t k = 0; k < 3; ++k) QVERIFY(!host_->rows().pins[k].on);
    tree().toggle(tree().index(1, 0));
    for (size_t k = 0; k < 3; ++k) QVERIFY(host_->rows().pins[k].on);
    QCOMPARE(host_->steps(), 3);
  }
  void statesAndReasonsAreThoseOfTheWorld() {
    World world = *host_->hand->world();
    world.hand = {{pins_[0], "pins", HandState::suspended, 1, 0, "at sea"},
                  {hill_, "terrain", HandState::part, 100, 40, "clipped"}};
    tree().set_world(&world);
    const QModelIndex pin = tree().index_of(pins_[0]).siblingAtColumn(HandTree::kState);
    QCOMPARE(pin.data().toString(), QStringLiteral("suspended"));
    QVERIFY(pin.data(Qt::ToolTipRole).toString().contains("at sea"));
    QVERIFY(tree().index_of(hill_).siblingAtColumn(HandTree::kState).data().toString().contains("40"));
  }
  void theSelectionIsTheMapsAndTheTrees() {
    select({pins_[1], pins_[3]});
    QSet<QString> ids;
    for (const QModelIndex& index : panel_->tree()->selectionModel()->selectedRows(HandTree::kWhat))
      ids += index.data(HandTree::kIdRole).toString();
    QCOMPARE(ids.size(), 2);
    panel_->tree()->selectAll();
    QCOMPARE(host_->hand->selection().rows.size(), size_t{5});
  }
  void aSearchNarrowsTheTree() {
    QLineEdit* search = nullptr;
    for (QLineEdit* line : panel_->findChildren<QLineEdit*>())
      if (line->accessibleName() == "Find rows") search = line;
    search->setText(QString::fromStdString(hill_));
    QCOMPARE(panel_->tree()->model()->rowCount(), 1);
    search->clear();
    QCOMPARE(panel_->tree()->model()->rowCount(), 3);
  }
  void draggedRowsChangePlacesAndGroups() {
    const QModelIndex list = tree().index(1, 0);
    std::unique_ptr<QMimeData> moved(tree().mimeData({tree().index_of(pins_[2])}));
    tree().dropMimeData(moved.get(), Qt::MoveAction, 0, 0, list);
    QCOMPARE(host_->rows().pins[0].id, pins_[2]);
    moved.reset(tree().mimeData({tree().index_of(pins_[0]), tree().index_of(hill_)}));
    tree().dropMimeData(moved.get(), Qt::MoveAction, -1, -1, tree().index(0, 0));
    for (const PinRow& row : host_->rows().pins)
      if (row.id == pins_[0]) QCOMPARE(row.group, std::string("harbour"));
    QCOMPARE(host_->rows().terrain[0].group, std::string("harbour"));
    QCOMPARE(host_->steps(), 2);
  }
  void oneFormEditsManyRowsAndSaysWhereTheyDiffer() {
    select({pins_[0], pins_[1]});
    ParameterField* spacing = field(*panel_, "hand.pins[].spacing");
    QVERIFY(spacing && !says(*spacing, "several"));
    QVERIFY(says(*field(*panel_, "hand.pins[].x_m"), "several"));
    auto* combo = spacing->findChild<QComboBox*>();
    combo->setCurrentIndex(1);
    emit combo->activated(1);
    QVERIFY(host_->rows().pins[0].spacing == PinSpacing::none);
    QVERIFY(host_->rows().pins[1].spacing == PinSpacing::none);
    QVERIFY(host_->rows().pins[2].spacing == PinSpacing::cls);
    QCOMPARE(host_->steps(), 1);
    select({pins_[0], hill_});
    QVERIFY(!panel_->properties()->form());
    QVERIFY(says(*panel_->properties(), "several lists"));
    select({hill_});
    QVERIFY(field(*panel_, "hand.terrain[].amount_m"));
  }
  void whatIsDeletedInTheTreeIsGoneAndOneStep() {
    select({pins_[0], hill_});
    panel_->tree()->setFocus();
    for (QAction* action : panel_->tree()->actions())
      if (action->shortcut() == QKeySequence("Del")) action->trigger();
    QCOMPARE(host_->rows().pins.size(), size_t{3});
    QVERIFY(host_->rows().terrain.empty());
    QCOMPARE(host_->steps(), 1);
  }
  void aHandWithoutConflictsShowsNoListOfThem() {
    QVERIFY(!panel_->conflict_list()->isVisible());
    HandHost bare;
    HandPanel empty(*bare.hand, bare.document);
    empty.show();
    QVERIFY(!empty.conflict_list()->isVisible());
    QVERIFY(says(empty, "Nothing is done by hand yet"));
  }
  void aConflictIsMendedByItsButtonInOneStep() {
    const std::string id = pins_[0];
    host_->document.edit("Off the frame", [](Template& t) { t.hand.pins.edit(0).y_m = 5; });
    auto picture = std::make_shared<Picture>();
    auto world = std::make_shared<World>(*host_->hand->world());
    world->hand = {{id, "pins", HandState::suspended, 1, 0, "at sea"}};
    picture->tmpl = host_->document.snapshot();
    picture->world = world;
    panel_->show_picture(picture);
    QCOMPARE(panel_->conflict_list()->count(), 1);
    QVERIFY(panel_->conflict_list()->isVisible());
    const int before = host_->steps();
    QCoreApplication::processEvents();
    QPushButton* move = nullptr;
    for (QPushButton* button : panel_->findChildren<QPushButton*>())
      if (button->text().startsWith("Move") && !button->isHidden()) move = button;
    QVERIFY(move);
    move->click();
    QCOMPARE(host_->steps(), before + 1);
    const PinRow& pin = host_->rows().pins[0];
    QVERIFY(world->on_island(world->grid.cell_at({pin.x_m, pin.y_m})));
  }
  void aPathOfTheTemplateIsFoundInTheTree() {
    QVERIFY(panel_->jump_to("hand.terrain[0].amount_m"));
    QCOMPARE(host_->hand->selection().rows, std::set<std::string>{hill_});
    QVERIFY(!panel_->jump_to("hand.terrain[7].amount_m"));
    QVERIFY(!panel_->jump_to("land.fraction"));
  }
  void editingGeneratedPointsPinsThemInOneStep() {
    const World& world = *host_->hand->world();
    std::set<std::string> ids;
    std::vector<int> numbers;
    for (size_t k = 0; k < world.points.points.size() && ids.size() < 2; ++k)
      if (const Point& p = world.points.points[k]; p.hand.empty() && p.name.empty()) {
        ids.insert(world.points.id_of(p));
        numbers.push_back(p.number);
      }
    host_->hand->select({{}, ids});
    QVERIFY(panel_->properties()->point_form());
    QCOMPARE(host_->steps(), 0);  // to look at them is no edit
    ParameterField* spacing = nullptr;
    for (auto* one : panel_->properties()->point_form()->findChildren<ParameterField*>())
      if (one->place().parameter->path == "hand.pins[].spacing") spacing = one;
    QVERIFY(spacing);
    auto* combo = spacing->findChild<QComboBox*>();
    combo->setCurrentIndex(1);
    emit combo->activated(1);
    QTRY_COMPARE(host_->rows().pins.size(), size_t{6});
    QCOMPARE(host_->steps(), 1);
    for (size_t k = 4; k < 6; ++k) {
      QVERIFY(host_->rows().pins[k].spacing == PinSpacing::none);
      QVERIFY(std::find(numbers.begin(), numbers.end(), host_->rows().pins[k].number) != numbers.end());
      QVERIFY(host_->hand->selection().rows.contains(host_->rows().pins[k].id));
    }
  }
  void namingAGeneratedPointPinsIt() {
    const size_t k = host_->lone_point();
    const World& world = *host_->hand->world();
    const Point point = world.points.points[k];
    host_->hand->select({{}, {world.points.id_of(point)}});
    QLineEdit* name = nullptr;
    for (auto* one : panel_->properties()->point_form()->findChildren<ParameterField*>())
      if (one->place().parameter->path == "hand.pins[].name") name = one->findChild<QLineEdit*>();
    QVERIFY(name);
    name->setFocus();
    name->setText("The Old Well");
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(host_->rows().pins.size(), size_t{5});
    QCOMPARE(host_->rows().pins[4].name, std::string("The Old Well"));
    QCOMPARE(host_->rows().pins[4].number, std::optional(point.number));
  }
  void aSelectedPointKeepsItsTitleWhileOnlyLayersAreThere() {
    const auto full = make_picture(host_->document.snapshot(), 96, false, nullptr).value();
    host_->view.set_picture(full);
    host_->hand->set_picture(full);
    const World& world = *host_->hand->world();
    const size_t k = host_->lone_point();
    const std::string id = world.points.id_of(world.points.points[k]);
    host_->hand->select({{}, {id}});
    QVERIFY(says(*panel_->properties(), QString::fromStdString(id)));
    const auto coarse = make_picture(host_->document.snapshot(), 48, true, nullptr).value();
    host_->hand->set_picture(coarse);
    host_->document.edit("Seed", [](Template& t) { t.name += "."; });
    QVERIFY(!says(*panel_->properties(), "0 points"));
    QVERIFY(says(*panel_->properties(), QString::fromStdString(id)));
    QVERIFY(panel_->properties()->point_form());
    host_->hand->set_picture(full);
    panel_->show_picture(full);
    QVERIFY(says(*panel_->properties(), QString::fromStdString(id)));
    // Selected while only layers are there: its title comes with the points.
    host_->hand->set_picture(coarse);
    host_->hand->select({});
    host_->hand->select({{}, {id}});
    host_->hand->set_picture(full);
    panel_->show_picture(full);
    QVERIFY(says(*panel_->properties(), QString::fromStdString(id)));
  }
  void theFormOfAPointIsOfWhereItStandsNow() {
    const World& world = *host_->hand->world();
    const size_t k = host_->lone_point();
    const std::string id = world.points.id_of(world.points.points[k]);
    host_->hand->select({{}, {id}});
    auto moved = std::make_shared<Picture>();
    moved->tmpl = host_->document.snapshot();
    auto other = std::make_shared<World>(world);
    for (Point& p : other->points.points)
      if (other->points.id_of(p) == id) p.position_m.x += 7;
    const double x_m = other->points.points[k].position_m.x;
    moved->world = other;
    host_->hand->set_picture(moved);
    panel_->show_picture(moved);
    const auto name_field = [&]() -> ParameterField* {
      for (auto* one : panel_->properties()->point_form()->findChildren<ParameterField*>())
        if (one->place().parameter->path == "hand.pins[].name") return one;
      return nullptr;
    };
    auto* name = name_field()->findChild<QLineEdit*>();
    name->setText("Here");
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(host_->rows().pins.size(), size_t{5});
    QVERIFY(std::fabs(host_->rows().pins[4].x_m - x_m) < 0.01);
  }
  void theButtonOfTheToolInUseStaysDown() {
    HandToolBar bar(*host_->hand, host_->view);
    bar.show();
    QAction* brush = bar.tool_actions()[static_cast<size_t>(HandTool::brush)];
    QWidget* button = bar.widgetForAction(brush);
    for (int click = 0; click < 3; ++click) {
      QTest::mouseClick(button, Qt::LeftButton);
      QCOMPARE(host_->hand->tool(), std::optional(HandTool::brush));
      QVERIFY(brush->isChecked());
    }
    host_->view.set_tool(MapTool::inspect);
    QVERIFY(!brush->isChecked());
  }
  void theBarOffersWhatTheToolNeeds() {
    HandOptionsBar bar(*host_->hand, host_->document);
    bar.resize(1200, 40);
    bar.show();
    const auto shown = [&bar](const char* name) {
      QCoreApplication::processEvents();
      for (const QWidget* widget : bar.findChildren<QWidget*>())
        if (widget->accessibleName().startsWith(QLatin1String(name))) return widget->isVisibleTo(&bar);
      return false;
    };
    QVERIFY(!shown("Class to paint"));
    host_->use(HandTool::select);
    QVERIFY(!shown("Class to paint") && !shown("Radius"));
    host_->use(HandTool::brush);
    QVERIFY(shown("Class to paint") && shown("Radius") && !shown("Class of the pin"));
    host_->use(HandTool::pin);
    QVERIFY(shown("Class of the pin") && !shown("Radius"));
    host_->use(HandTool::terrain);
    QVERIFY(shown("What is done to the ground") && shown("By") && !shown("Class to paint"));
    QVERIFY(shown("Falloff"));
  }
  void aToolsLetterCountsInTheBarToo() {
    HandOptionsBar bar(*host_->hand, host_->document);
    bar.resize(1200, 40);
    bar.show();
    host_->use(HandTool::brush);
    QSignalSpy chosen(&bar, &HandOptionsBar::chosen);
    for (QSpinBox* spin : bar.findChildren<QSpinBox*>())
      if (spin->accessibleName() == "Radius") {
        spin->setFocus();
        QTest::keyClick(spin, Qt::Key_T);
      }
    QCOMPARE(host_->hand->tool(), std::optional(HandTool::terrain));
    QCOMPARE(chosen.count(), 1);
    for (QComboBox* combo : bar.findChildren<QComboBox*>())
      if (combo->accessibleName().startsWith("What is done")) QTest::keyClick(combo, Qt::Key_V);
    QCOMPARE(host_->hand->tool(), std::optional(HandTool::select));
  }
};

FW_WINDOW_TEST(TestHandPanel)
#include "test_hand_panel.moc"
