// Edits of rows, and what drawings make of them.

#include <QTest>

#include "app/gui/hand/canvas/drawing.h"
#include "app/gui/hand/canvas/figures.h"
#include "app/gui/hand/canvas/selection.h"
#include "app/gui/hand/canvas/snap.h"
#include "app/gui/hand/conflicts.h"
#include "app/gui/hand/row_texts.h"
#include "app/gui/hand/rows.h"
#include "core/field/shape.h"
#include "core/model/cure.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

PinRow pin_at(const Template& t, double x, double y) {
  PinRow pin;
  pin.cls = t.resources.front().slug;
  pin.x_m = x;
  pin.y_m = y;
  return pin;
}

PaintRow stroke(const Template& t, const std::string& shape) {
  PaintRow row;
  row.cls = t.vocabulary.biomes.front().id;
  row.place = {shape, 100, {}};
  return row;
}

Drawing drawn(std::vector<Vec2> path, bool dragged = false) {
  return {std::move(path), {}, dragged, {}};
}

/// What the file reader says of a template; empty for nothing.
std::string refusal(const Template& t) {
  const Findings refusals = check_edited(t).refusals;
  return refusals.empty() ? std::string() : refusals.front().where + ": " + refusals.front().message;
}

}  // namespace

class TestHandRows : public QObject {
  Q_OBJECT

  std::shared_ptr<const World> world_;

 private slots:
  void initTestCase() {
    const Template t = tiny();
    world_ = generate(t, t.seeds(), 96).value();
  }

  void aNewRowGetsAnIdOfItsOwn() {
    Template t = tiny();
    const std::string a = add_hand_row(t, {"pins", pin_at(t, 500, 500)});
    const std::string b = add_hand_row(t, {"pins", pin_at(t, 600, 500)});
    QVERIFY(a != b && a[0] == 'p');
    QCOMPARE(find_hand_row(t.hand, b)->row, size_t{1});
    Template again = tiny();
    QCOMPARE(add_hand_row(again, {"pins", pin_at(again, 500, 500)}), a);  // the row's text alone says it
    const std::string twin = add_hand_row(again, {"pins", pin_at(again, 500, 500)});
    QVERIFY(twin != a);
    QCOMPARE(refusal(again), std::string());
  }
  void rowsOfEveryToolAreTakenByTheFile() {
    const Template before = tiny();
    const Vec2 a = world_->regions.front().centre_m;
    HandOptions options = first_options(before);
    for (const HandToolRow& row : hand_tools())
      for (const std::string_view list : drawn_lists()) {
        options.list = list;
        const bool dragged = row.gesture == HandGesture::stroke || row.gesture == HandGesture::freehand;
        const Drawing drawing = row.gesture == HandGesture::click
                                    ? drawn({a})
                                    : drawn({a, a + Vec2{200, 0}, a + Vec2{200, 150}}, dragged);
        const auto change = change_of(row.tool, options, drawing, before, world_);
        const bool draws = row.tool != HandTool::select && row.tool != HandTool::pick &&
                           !(row.tool == HandTool::erase && !is_painted(list));
        QVERIFY2(change.has_value() == draws, row.name);
        if (!change) continue;
        Template t = before;
        const std::set<std::string> made = change->apply(t);
        QCOMPARE(made.size(), size_t{1});
        QVERIFY(!change->text.isEmpty());
        QVERIFY2(refusal(t).empty(), (std::string(row.name) + " " + refusal(t)).c_str());
        const Template read = parse_template(write_template(t), "t").value();
        QVERIFY(find_hand_row(read.hand, *made.begin()).has_value());
        const HandEntry entry = *hand_entry(read.hand, *made.begin());
        QVERIFY(!row_what(entry, read).isEmpty());
        QVERIFY(!row_where(entry, read).isEmpty());
      }
  }
  void aFillCoversOnePatchAndNothingElse() {
    const Template t = tiny();
    const Vec2 at = world_->regions.front().centre_m;
    const HandCells cells = patch_cells(t, *world_, "biome", at);
    QVERIFY(!cells.cells.empty());
    const GridSpec plan = frame_grid(t.frame, 512);
    const Raster<uint8_t> codes = read_runs(cells.cells, cells.top, cells.left, "a", plan).value();
    const uint8_t wanted = world_->biome[world_->grid.cell_at(at)];
    QCOMPARE(int(codes[plan.cell_at(at)]), 1);
    for (size_t cell = 0; cell < plan.cells(); ++cell)
      if (codes[cell] != 0) QCOMPARE(world_->biome[world_->grid.cell_at(plan.centre(cell))], wanted);
    QVERIFY(patch_cells(t, *world_, "biome", {1, 1}).cells.empty());  // at sea
  }
  void anEraserTakesPaintAwayByARowAndOtherRowsAltogether() {
    Template t = tiny();
    HandOptions options = first_options(t);
    options.list = "biome";
    const auto rub = change_of(HandTool::erase, options, drawn({{500, 500}}), t, world_);
    rub->apply(t);
    QCOMPARE(t.hand.biome[0].cls, std::string(kPaintNone));
    options.list = "terrain";
    change_of(HandTool::terrain, options, drawn({{700, 700}, {800, 700}}), t, world_)->apply(t);
    QCOMPARE(t.hand.terrain.size(), size_t{1});
    QVERIFY(!change_of(HandTool::erase, options, drawn({{100, 100}}), t, world_));
    change_of(HandTool::erase, options, drawn({{750, 700}}), t, world_)->apply(t);
    QVERIFY(t.hand.terrain.empty());
  }
  void aLineHoldsOnToPinsAndLandmarks() {
    Template t = tiny();
    const std::string pin = add_hand_row(t, {"pins", pin_at(t, 500, 500)});
    const auto& points = world_->points.points;
    const auto landmark = std::find_if(points.begin(), points.end(), [&](const Point& p) {
      return world_->points.class_of(p).category == Category::landmark;
    });
    QVERIFY(landmark != points.end());
    const auto change = change_of(HandTool::line, first_options(t),
                                  drawn({{500, 500}, {600, 600}, landmark->position_m}), t, world_);
    change->apply(t);
    QCOMPARE(t.hand.lines[0].from, pin);
    QCOMPARE(t.hand.pins.size(), size_t{2});  // the landmark is kept by a pin
    QCOMPARE(t.hand.lines[0].to, t.hand.pins[1].id);
    QCOMPARE(t.hand.pins[1].number, std::optional(landmark->number));
    QCOMPARE(refusal(t), std::string());
    remove_hand_rows(t, {pin});
    QCOMPARE(t.hand.lines[0].from, std::string());
    QCOMPARE(refusal(t), std::string());
  }
  void copiesHaveOtherIdsAndStandBehindTheOriginals() {
    Template t = tiny();
    PinRow numbered = pin_at(t, 500, 500);
    numbered.number = 3;
    const std::string a = add_hand_row(t, {"pins", numbered});
    add_hand_row(t, {"pins", pin_at(t, 900, 500)});
    const std::set<std::string> copies = duplicate_hand_rows(t, {a}, {30, -30});
    QCOMPARE(copies.size(), size_t{1});
    QCOMPARE(t.hand.pins[1].id, *copies.begin());
    QCOMPARE(t.hand.pins[1].x_m, 530.0);
    QVERIFY(!t.hand.pins[1].number);  // two pins cannot keep one number
    QCOMPARE(refusal(t), std::string());
  }
  void rowsAreMovedWithAllThatTheySay() {
    Template t = tiny();
    const std::string paint = add_hand_row(t, {"biome", stroke(t, "LINESTRING (0 0, 100 0)")});
    ViewRow view;
    view.to_x_m = 50;
    const std::string sight = add_hand_row(t, {"views", view});
    move_hand_rows(t, {paint, sight}, {10, 20});
    QCOMPARE(t.hand.biome[0].place.shape, std::string("LINESTRING(10 20,110 20)"));
    QCOMPARE(t.hand.views[0].x_m, 10.0);
    QCOMPARE(t.hand.views[0].to_x_m, 60.0);
    QCOMPARE(t.hand.views[0].to_y_m, 20.0);
  }
  void rowsAreArrangedInTheirList() {
    Template t = tiny();
    std::vector<std::string> ids;
    for (int k = 0; k < 5; ++k)
      ids.push_back(add_hand_row(t, {"biome", stroke(t, "POINT (" + std::to_string(100 * k) + " 0)")}));
    arrange_hand_rows(t, "biome", {ids[0], ids[3]}, 5);
    std::vector<std::string> now;
    for (const PaintRow& row : t.hand.biome) now.push_back(row.id);
    QCOMPARE(now, (std::vector<std::string>{ids[1], ids[2], ids[4], ids[0], ids[3]}));
  }
  void movingAGeneratedPointPinsItFromWhereItStood() {
    Template t = tiny();
    const Point& p = world_->points.points.front();
    const HandSelection one{{}, {world_->points.id_of(p)}};
    const HandSelection after = move_selected(t, world_.get(), one, {60, 0});
    QCOMPARE(after.rows.size(), size_t{1});
    const PinRow& pin = t.hand.pins[0];
    QCOMPARE(pin.number, std::optional(p.number));
    QCOMPARE(*pin.from_x_m, p.position_m.x);
    QCOMPARE(pin.x_m, p.position_m.x + 60);
    move_selected(t, world_.get(), after, {0, 5});
    QCOMPARE(t.hand.pins.size(), size_t{1});
    QCOMPARE(*t.hand.pins[0].from_y_m, p.position_m.y);  // still where it came from
    QCOMPARE(refusal(t), std::string());
  }
  void takingAGeneratedPointAwayBansItAndARowGoes() {
    Template t = tiny();
    const std::string row = add_hand_row(t, {"pins", pin_at(t, 500, 500)});
    const Point& p = world_->points.points.front();
    remove_selected(t, world_.get(), {{row}, {world_->points.id_of(p)}});
    QVERIFY(t.hand.pins.empty());
    QCOMPARE(t.hand.bans.size(), size_t{1});
    QCOMPARE(t.hand.bans[0].of, world_->points.class_of(p).slug);
    QCOMPARE(refusal(t), std::string());
  }
  void keepingAPointStatesItWhereItIs() {
    Template t = tiny();
    const Point& p = world_->points.points.back();
    keep_selected(t, world_.get(), {{}, {world_->points.id_of(p)}});
    QVERIFY(!t.hand.pins[0].from_x_m);
    QCOMPARE(t.hand.pins[0].x_m, p.position_m.x);
  }
  void figuresAreFoundUnderThePointerMarksFirst() {
    Template t = tiny();
    const std::string paint = add_hand_row(t, {"biome", stroke(t, "LINESTRING (200 200, 400 200)")});
    const std::string pin = add_hand_row(t, {"pins", pin_at(t, 300, 200)});
    FigureMaker maker;
    const auto figures = maker.make(t, nullptr);
    QCOMPARE(figure_at(*figures, {303, 200}, 10)->id, pin);
    QCOMPARE(figure_at(*figures, {250, 250}, 10)->id, paint);
    QVERIFY(!figure_at(*figures, {250, 320}, 10));
    switch_hand_rows(t, {paint}, false);
    QVERIFY(!figure_at(*maker.make(t, nullptr), {250, 250}, 10));  // what is off is not there
  }
  void whatDidNotChangeIsNotReadAgain() {
    Template t = tiny();
    add_hand_row(t, {"biome", stroke(t, "LINESTRING (200 200, 400 200)")});
    FigureMaker maker;
    maker.make(t, nullptr);
    Template edited = t;
    const std::string second = add_hand_row(edited, {"biome", stroke(t, "POINT (900 900)")});
    const auto figures = maker.make(edited, nullptr);
    QCOMPARE(figures->size(), size_t{2});
    QCOMPARE(figures->back().id, second);
    QCOMPARE(figures->front().high_m.x, 500.0);
    QCOMPARE(maker.make(t, nullptr)->size(), size_t{1});
  }
  void placesSnapToPointsBeforeLines() {
    Template t = tiny();
    add_hand_row(t, {"pins", pin_at(t, 300, 200)});
    AreaRow area;
    area.of = "all";
    area.place.shape = "POLYGON ((305 100, 600 100, 600 400, 305 400, 305 100))";
    add_hand_row(t, {"areas", area});
    const SnapShapes shapes = snap_shapes(t.hand);
    QVERIFY(snap_place({304, 203}, 10, shapes, {}, nullptr)->to == SnapTo::point);
    QVERIFY(snap_place({307, 250}, 10, shapes, {}, nullptr)->place_m == (Vec2{305, 250}));
    QVERIFY(snap_place({598, 397}, 10, shapes, {}, nullptr)->to == SnapTo::vertex);
    QVERIFY(!snap_place({450, 250}, 10, shapes, {}, nullptr));
  }
  void aSuspendedPinIsOfferedTheNearestGround() {
    Template t = tiny();
    const std::string id = add_hand_row(t, {"pins", pin_at(t, 5, 5)});
    World suspended = *world_;
    suspended.hand = {{id, "pins", HandState::suspended, 1, 0, "at sea"}};
    const auto conflicts = hand_conflicts(t, {}, &suspended);
    QCOMPARE(conflicts.size(), size_t{1});
    QCOMPARE(conflicts[0].text, QStringLiteral("at sea"));
    const auto fixes = fixes_of(conflicts[0], t, &suspended);
    QCOMPARE(fixes.size(), size_t{3});
    HandConflict told = conflicts[0];
    told.cures = {{set_to("hand.pins." + id + ".where", "anywhere")}};
    QCOMPARE(fixes_of(told, t, &suspended).size(), size_t{3});  // to stand anywhere is offered once
    Template moved = t;
    fixes[0].apply(moved);
    QVERIFY(world_->on_island(world_->grid.cell_at({moved.hand.pins[0].x_m, moved.hand.pins[0].y_m})));
    Template off = t;
    fixes.back().apply(off);
    QVERIFY(!off.hand.pins[0].on);
  }
  void aStatedChangeBecomesAButton() {
    Template t = tiny();
    const std::string id = add_hand_row(t, {"biome", stroke(t, "POINT (500 500)")});
    const std::string biome = t.vocabulary.biomes.front().id;
    const Finding finding{Severity::warning,
                          "paint_over_mix",
                          "biomes",
                          "painted 9.5 %, take away 400 cells: rows " + id,
                          {{raise_to("biomes." + biome + ".share", 0.095)}}};
    World world = *world_;
    world.findings = {finding};
    const auto conflicts = hand_conflicts(t, {}, &world);
    QCOMPARE(conflicts.size(), size_t{1});
    QCOMPARE(conflicts[0].rows, std::vector<std::string>{id});
    const auto fixes = fixes_of(conflicts[0], t, &world);
    QCOMPARE(fixes.size(), size_t{2});
    fixes[0].apply(t);
    QVERIFY(std::fabs(t.vocabulary.biomes.front().share - 0.095) < 1e-12);
    QCOMPARE(refusal(t), std::string());  // the other shares made room
  }
  void aPlaceToMoveAPinToIsOneButton() {
    Template t = tiny();
    const std::string id = add_hand_row(t, {"pins", pin_at(t, 500, 500)});
    const std::string path = "hand.pins." + id;
    World world = *world_;
    world.findings = {{Severity::warning,
                       "footprint_off_site",
                       path,
                       "Pin " + id + " (settlement) stands in water: its ground plan lies 57 m from it.",
                       {{set_to(path + ".x_m", 612), set_to(path + ".y_m", 733)}}}};
    const auto fixes = fixes_of(hand_conflicts(t, {}, &world)[0], t, &world);
    QCOMPARE(fixes.size(), size_t{2});
    fixes[0].apply(t);
    QCOMPARE(t.hand.pins[t.hand.pins.size() - 1].x_m, 612.0);
    QCOMPARE(t.hand.pins[t.hand.pins.size() - 1].y_m, 733.0);
  }
  void changesThatBelongTogetherAreOneButton() {
    Template t = tiny();
    const std::string id = add_hand_row(t, {"biome", stroke(t, "POINT (500 500)")});
    const auto& biomes = t.vocabulary.biomes;
    const double first = biomes[0].share, second = biomes[1].share;
    const Finding finding{Severity::warning,
                          "paint_over_mix",
                          "biomes",
                          "painted, take away 400 cells: row " + id,
                          {{raise_to("biomes." + biomes[0].id + ".share", first + 0.02),
                            lower_to("biomes." + biomes[1].id + ".share", second - 0.02)}}};
    World world = *world_;
    world.findings = {finding};
    const auto fixes = fixes_of(hand_conflicts(t, {}, &world)[0], t, &world);
    QCOMPARE(fixes.size(), size_t{2});
    fixes[0].apply(t);
    QVERIFY(std::fabs(t.vocabulary.biomes[0].share - first - 0.02) < 1e-9);
    QVERIFY(std::fabs(t.vocabulary.biomes[1].share - second + 0.02) < 1e-9);
    QCOMPARE(refusal(t), std::string());
  }
};

FW_TEST(TestHandRows)
#include "test_row_edits.moc"
