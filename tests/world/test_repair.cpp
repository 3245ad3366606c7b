#include <QTest>
#include <algorithm>

#include "core/base/exact/rng.h"
#include "core/field/filter.h"
#include "core/world/fit/repair.h"
#include "core/world/layers/biomes.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

constexpr int kSide = 96;

struct Case {
  Raster<uint8_t> labels;
  Raster<uint8_t> zone;
  std::vector<std::vector<int64_t>> target;
  Raster<float> noise;
};

/// Targets a little off the counts.
void take_targets(Case& c) {
  for (auto& row : c.target) std::fill(row.begin(), row.end(), 0);
  for (size_t i = 0; i < c.labels.size(); ++i)
    if (c.zone[i] != 0) ++c.target[c.zone[i] - 1u][c.labels[i] - 1u];
  for (auto& row : c.target) {
    const auto most = static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
    const size_t other = most == 0 ? 1 : 0;
    if (row[other] == 0) continue;
    row[most] -= 37;
    row[other] += 37;
  }
}

/// Blobs of `classes` labels round random centres on a disc, two zones, targets a little off the counts.
Case random_case(uint64_t seed, int classes) {
  const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
  Case c{Raster<uint8_t>(grid, 0), Raster<uint8_t>(grid, 0), {}, Raster<float>(grid, 0)};
  RandomCursor random{seed, 0};
  std::vector<Vec2> centres;
  for (int i = 0; i < 3 * classes; ++i)
    centres.push_back({random.uniform(0, kSide), random.uniform(0, kSide)});
  c.target.assign(2, std::vector<int64_t>(static_cast<size_t>(classes), 0));
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column) {
      const Vec2 p{static_cast<double>(column), static_cast<double>(row)};
      if (squared_distance(p, {kSide / 2.0, kSide / 2.0}) > 46.0 * 46.0) continue;
      size_t best = 0;
      for (size_t i = 1; i < centres.size(); ++i)
        if (squared_distance(p, centres[i]) < squared_distance(p, centres[best])) best = i;
      auto label = static_cast<uint8_t>(best % static_cast<size_t>(classes) + 1);
      if (random.uniform() < 0.02)
        label = static_cast<uint8_t>(random.below(static_cast<uint64_t>(classes)) + 1);
      c.labels.at(column, row) = label;
      c.zone.at(column, row) = column < kSide / 2 ? 1 : 2;
      c.noise.at(column, row) = static_cast<float>(random.uniform());
    }
  take_targets(c);
  return c;
}

RepairTask task_of(const Case& c, int classes) {
  return {classes, c.zone, c.target,
          [&c](uint32_t cell, int cls) { return c.noise[cell] * static_cast<float>(cls); }};
}

LabelBounds free_bounds(const Case& c, int classes) {
  return {Raster<uint8_t>(c.labels.grid, 1), Raster<uint8_t>(c.labels.grid, static_cast<uint8_t>(classes))};
}

/// Decides the cells within `reach` cells of a place, as they are or as `label`.
void decide_disc(Case& c, LabelBounds& bounds, Vec2 centre, double reach, uint8_t label = 0) {
  for (size_t i = 0; i < c.labels.size(); ++i) {
    const Vec2 p{static_cast<double>(c.labels.grid.column_of(i)),
                 static_cast<double>(c.labels.grid.row_of(i))};
    if (c.labels[i] == 0 || squared_distance(p, centre) > reach * reach) continue;
    if (label != 0) c.labels[i] = label;
    bounds.low[i] = bounds.high[i] = c.labels[i];
  }
}

/// Labels 1 and 3 touch at one cell only, which is all that keeps label 1 in one piece; label 2 touches both.
/// 60 cells are to go from class 1 to class 3.
Case bridge_case() {
  const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
  Case c{Raster<uint8_t>(grid, 2), Raster<uint8_t>(grid, 1), {{0, 0, 0}}, Raster<float>(grid, 0)};
  const auto fill = [&](int left, int top, int right, int bottom, uint8_t label) {
    for (int row = top; row < bottom; ++row)
      for (int column = left; column < right; ++column) c.labels.at(column, row) = label;
  };
  fill(10, 10, 30, 21, 1);
  fill(30, 20, 31, 21, 1);  // a bridge of one cell ...
  fill(31, 10, 50, 21, 1);
  fill(30, 21, 31, 60, 3);  // ... above which class 3 ends
  fill(20, 60, 50, 80, 3);
  for (const uint8_t label : c.labels.cells) ++c.target[0][label - 1u];
  c.target[0][0] -= 60;
  c.target[0][2] += 60;
  return c;
}

/// Ground of label 1 with a square of label 2 of `side` cells a side.
Case square_case(int side) {
  const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
  Case c{Raster<uint8_t>(grid, 1), Raster<uint8_t>(grid, 1), {{0, 0}}, Raster<float>(grid, 0)};
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) c.labels.at(40 + column, 40 + row) = 2;
  for (const uint8_t label : c.labels.cells) ++c.target[0][label - 1u];
  return c;
}

int64_t speck_count(const Raster<uint8_t>& labels) {
  const Components parts = label_components(labels);
  return std::count_if(parts.cells.begin(), parts.cells.end(), [&](int64_t n) {
    return static_cast<double>(n) * labels.grid.cell_area_m2() < kRepairedSpeckArea_m2;
  });
}

}  // namespace

class TestRepair : public QObject {
  Q_OBJECT
 private slots:
  void targetsAreReachedAndNoSpeckIsLeft() {
    int exact = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      Case c = random_case(seed, 4);
      const RepairResult result = despeckle_and_repair(c.labels, task_of(c, 4));
      QCOMPARE(speck_count(c.labels), 0);
      std::vector<std::vector<int64_t>> counts(2, std::vector<int64_t>(4, 0));
      for (size_t i = 0; i < c.labels.size(); ++i)
        if (c.zone[i] != 0) ++counts[c.zone[i] - 1u][c.labels[i] - 1u];
      exact += result.remaining_error == 0 && counts == c.target ? 1 : 0;
    }
    QVERIFY2(exact >= 10, qPrintable(QString::number(exact)));
  }

  void aSatisfiedMapIsLeftAlone() {
    Case c = random_case(3, 3);
    despeckle_and_repair(c.labels, task_of(c, 3));
    for (auto& row : c.target) std::fill(row.begin(), row.end(), 0);
    for (size_t i = 0; i < c.labels.size(); ++i)
      if (c.zone[i] != 0) ++c.target[c.zone[i] - 1u][c.labels[i] - 1u];
    const Raster<uint8_t> before = c.labels;
    const RepairResult result = despeckle_and_repair(c.labels, task_of(c, 3));
    QCOMPARE(result.repaired_cells, 0);
    QVERIFY(before.cells == c.labels.cells);
  }

  void onePieceLeavesOneComponentPerClass() {
    Case c = random_case(5, 3);
    RepairTask task = task_of(c, 3);
    const Raster<uint8_t> body(c.labels.grid, 1);
    task.one_piece_of = &body;
    despeckle_and_repair(c.labels, task);
    const Components parts = label_components(c.labels);
    for (uint8_t label = 1; label <= 3; ++label)
      QVERIFY(std::count(parts.label.begin(), parts.label.end(), label) <= 1);
  }

  void aMissingClassIsPlantedInOnePiece() {
    // Class 3 is wanted on the second half and nowhere on the map.
    Case c = random_case(4, 2);
    for (auto& row : c.target) row = {row[0], row[1], 0};
    for (size_t i = 0; i < c.labels.size(); ++i) {
      if (c.zone[i] == 0) continue;
      c.noise[i] = static_cast<float>(c.labels.grid.row_of(i)) / kSide;
    }
    auto& most = c.target[1][0] > c.target[1][1] ? c.target[1][0] : c.target[1][1];
    most -= 150;
    c.target[1][2] = 150;
    const RepairTask task = task_of(c, 3);
    const RepairResult result = despeckle_and_repair(c.labels, task);
    QCOMPARE(result.remaining_error, 0);
    QCOMPARE(speck_count(c.labels), 0);
    const Components parts = label_components(c.labels);
    QCOMPARE(std::count(parts.label.begin(), parts.label.end(), uint8_t{3}), 1);
  }

  void aMissingLevelIsPlantedBetweenItsNeighbours() {
    // Levels 1 and 2 side by side; level 3 may touch only level 2.
    const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
    Case c{Raster<uint8_t>(grid, 1), Raster<uint8_t>(grid, 1), {{0, 0, 0}}, Raster<float>(grid, 1)};
    for (size_t i = 0; i < c.labels.size(); ++i)
      if (grid.column_of(i) >= kSide / 2) c.labels[i] = 2;
    const int64_t half = int64_t{kSide} * kSide / 2;
    c.target[0] = {half, half - 400, 400};
    RepairTask task = task_of(c, 3);
    task.ordered = true;
    QCOMPARE(despeckle_and_repair(c.labels, task).remaining_error, 0);
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column + 1 < kSide; ++column)
        QVERIFY(std::abs(c.labels.at(column, row) - c.labels.at(column + 1, row)) <= 1);
  }

  void cellsGoRoundWhereTheShortWayIsBlocked() {
    Case c = bridge_case();
    const RepairTask task = task_of(c, 3);
    QCOMPARE(despeckle_and_repair(c.labels, task).remaining_error, 0);
  }

  void everyBodyKeepsAPieceOfAClass() {
    // Two squares of class 1 with a spot of class 2 on each and a crumb of it on the second.
    const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
    Case c{Raster<uint8_t>(grid, 0), Raster<uint8_t>(grid, 0), {{0, 0}}, Raster<float>(grid, 0)};
    Raster<uint8_t> body(grid, 0);
    for (int row = 5; row < 40; ++row)
      for (int column = 0; column < kSide; ++column) {
        if (column % 48 < 5 || column % 48 >= 40) continue;
        const bool spot = row > 10 && row < 20 && column % 48 > 10 && column % 48 < 20;
        const bool crumb = row > 30 && row < 34 && column > 78 && column < 82;
        c.labels.at(column, row) = spot || crumb ? 2 : 1;
        c.zone.at(column, row) = 1;
        body.at(column, row) = column < 48 ? 1 : 2;
        ++c.target[0][spot ? 1 : 0];
      }
    RepairTask task = task_of(c, 2);
    task.one_piece_of = &body;
    despeckle_and_repair(c.labels, task);
    const Components parts = label_components(c.labels);
    QCOMPARE(std::count(parts.label.begin(), parts.label.end(), uint8_t{2}), 2);
  }

  void tooManyPiecesAreMergedAndTheCountsKept() {
    // A disc of one class with 25 blobs of 69 to 145 cells: no specks, but too many pieces.
    const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
    Case c{Raster<uint8_t>(grid, 1), Raster<uint8_t>(grid, 1), {{0, 0}}, Raster<float>(grid, 0)};
    for (int blob = 0; blob < 25; ++blob) {
      const Vec2 centre{9.0 + 18 * (blob % 5), 9.0 + 18 * static_cast<double>(blob / 5)};
      const double reach = 4.7 + 0.09 * blob;
      for (size_t i = 0; i < c.labels.size(); ++i)
        if (squared_distance({static_cast<double>(grid.column_of(i)), static_cast<double>(grid.row_of(i))},
                             centre) <= reach * reach)
          c.labels[i] = 2;
    }
    for (const uint8_t label : c.labels.cells) ++c.target[0][label - 1u];
    Raster<uint8_t> plain = c.labels;
    despeckle_and_repair(plain, task_of(c, 2));
    QCOMPARE(label_components(plain).cells.size(), size_t{26});
    const RepairResult result = repair_into_few_pieces(c.labels, task_of(c, 2), 20);
    QVERIFY(label_components(c.labels).cells.size() <= 20);
    QVERIFY(label_components(c.labels).cells.size() > 2);
    QCOMPARE(result.remaining_error, 0);
    QCOMPARE(speck_count(c.labels), 0);
  }

  void aStepThatCostsTheCountsIsTakenBack() {
    // Of 25 small squares of the second class every cell is asked for: larger pieces would leave too few.
    const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
    Case c{Raster<uint8_t>(grid, 1), Raster<uint8_t>(grid, 1), {{0, 0}}, Raster<float>(grid, 0)};
    LabelBounds bounds = free_bounds(c, 2);
    for (int blob = 0; blob < 25; ++blob)
      for (int row = 0; row < 10; ++row)
        for (int column = 0; column < 10; ++column)
          c.labels.at(4 + 18 * (blob % 5) + column, 4 + 18 * (blob / 5) + row) = 2;
    for (size_t i = 0; i < c.labels.size(); ++i)  // the ground between them may not change
      if (c.labels[i] == 1) bounds.high[i] = 1;
    for (const uint8_t label : c.labels.cells) ++c.target[0][label - 1u];
    RepairTask task = task_of(c, 2);
    task.bounds = &bounds;
    const Raster<uint8_t> before = c.labels;
    const RepairResult result = repair_into_few_pieces(c.labels, task, 5);
    QCOMPARE(result.remaining_error, 0);
    QVERIFY(c.labels.cells == before.cells);
  }

  void whatAZonesRowLacksLeavesIt() {
    // A large piece of class 3 reaches 4 cells over the border into a zone that asks for none of it.
    const GridSpec grid = GridSpec::square(kSide * 15.625, kSide);
    Case c{Raster<uint8_t>(grid, 1), Raster<uint8_t>(grid, 1), {}, Raster<float>(grid, 0)};
    for (int row = 0; row < kSide; ++row)
      for (int column = 0; column < kSide; ++column) {
        c.zone.at(column, row) = column < kSide / 2 ? 1 : 2;
        if (row > 60) c.labels.at(column, row) = 2;
        if (row > 20 && row < 50 && column >= kSide / 2 - 4) c.labels.at(column, row) = 3;
      }
    c.target.assign(2, std::vector<int64_t>(3, 0));
    for (size_t i = 0; i < c.labels.size(); ++i) ++c.target[c.zone[i] - 1u][c.labels[i] - 1u];
    c.target[0][0] += c.target[0][2];
    c.target[0][2] = 0;
    const RepairResult result = despeckle_and_repair(c.labels, task_of(c, 3));
    QCOMPARE(result.remaining_error, 0);
    for (size_t i = 0; i < c.labels.size(); ++i) QVERIFY(c.zone[i] == 2 || c.labels[i] != 3);
  }

  void fewPiecesAreLeftAsTheyAre() {
    Case c = random_case(3, 3);
    Raster<uint8_t> plain = c.labels;
    despeckle_and_repair(plain, task_of(c, 3));
    repair_into_few_pieces(c.labels, task_of(c, 3), 60);
    QVERIFY(plain.cells == c.labels.cells);
  }

  void nothingLeavesItsBounds() {
    int exact = 0;
    for (uint64_t seed = 1; seed <= 12; ++seed) {
      Case c = random_case(seed, 4);
      LabelBounds bounds = free_bounds(c, 4);
      RandomCursor random{seed, 1};
      for (int disc = 0; disc < 6; ++disc)
        decide_disc(c, bounds, {random.uniform(0, kSide), random.uniform(0, kSide)}, 6,
                    static_cast<uint8_t>(random.below(5)));
      for (size_t i = 0; i < c.labels.size(); ++i)  // and a quarter with no class 4 beyond what is there
        if (c.zone[i] == 2 && c.labels[i] != 4 && c.labels.grid.row_of(i) < kSide / 2) bounds.high[i] = 3;
      take_targets(c);
      RepairTask task = task_of(c, 4);
      task.bounds = &bounds;
      const RepairResult result = despeckle_and_repair(c.labels, task);
      for (uint32_t i = 0; i < c.labels.size(); ++i)
        if (c.labels[i] != 0) QVERIFY(bounds.allow(i, c.labels[i]));
      exact += result.remaining_error == 0 ? 1 : 0;
    }
    QVERIFY2(exact >= 10, qPrintable(QString::number(exact)));
  }

  void aPieceWithADecidedCellStaysHoweverSmall() {
    for (const bool decided : {false, true})
      for (const bool one_piece : {false, true}) {
        Case c = square_case(20);
        c.labels.at(5, 5) = 2;
        LabelBounds bounds = free_bounds(c, 2);
        if (decided) decide_disc(c, bounds, {5, 5}, 0.5);
        const Raster<uint8_t> body(c.labels.grid, 1);
        RepairTask task = task_of(c, 2);
        task.bounds = &bounds;
        if (one_piece) task.one_piece_of = &body;
        despeckle_and_repair(c.labels, task);
        QCOMPARE(c.labels.at(5, 5), decided ? uint8_t{2} : uint8_t{1});
      }
  }

  void aSpeckJoinsTheClassThatItMayTake() {
    Case c = square_case(3);  // its surroundings are mostly of class 1, which it may not take
    c.target[0].push_back(0);
    for (int row = 30; row < 50; ++row)
      for (int column = 43; column < 60; ++column) c.labels.at(column, row) = 3;
    for (int row = 10; row < 30; ++row)
      for (int column = 10; column < 30; ++column) c.labels.at(column, row) = 2;
    c.target[0] = {0, 0, 0};
    for (const uint8_t label : c.labels.cells) ++c.target[0][label - 1u];
    LabelBounds bounds = free_bounds(c, 3);
    bounds.low.at(41, 41) = 2;
    RepairTask task = task_of(c, 3);
    task.bounds = &bounds;
    despeckle_and_repair(c.labels, task);
    QCOMPARE(c.labels.at(41, 41), uint8_t{3});
  }

  void withinBoundsTheNextPathIsTakenWhereTheShortestIsClosed() {
    Case c = bridge_case();
    const LabelBounds bounds = free_bounds(c, 3);
    RepairTask task = task_of(c, 3);
    task.bounds = &bounds;
    QCOMPARE(despeckle_and_repair(c.labels, task).remaining_error, 0);
  }

  void withinBoundsAPieceMayEndSmallerThanASpeck() {
    for (const bool bounded : {false, true}) {
      Case c = square_case(9);
      c.target[0] = {kSide * kSide - 40, 40};
      const LabelBounds bounds = free_bounds(c, 2);
      RepairTask task = task_of(c, 2);
      if (bounded) task.bounds = &bounds;
      const int64_t error = despeckle_and_repair(c.labels, task).remaining_error;
      QCOMPARE(error, int64_t{bounded ? 0 : 2 * (64 - 40)});
    }
  }

  void aMissingClassIsPlantedWhereItMayBe() {
    Case c = square_case(0);
    c.target[0] = {kSide * kSide - 150, 150};
    LabelBounds bounds = free_bounds(c, 2);
    for (size_t i = 0; i < c.labels.size(); ++i)
      if (c.labels.grid.row_of(i) < 60) bounds.high[i] = 1;
    RepairTask task = task_of(c, 2);
    task.bounds = &bounds;
    QCOMPARE(despeckle_and_repair(c.labels, task).remaining_error, 0);
    for (size_t i = 0; i < c.labels.size(); ++i)
      if (c.labels.grid.row_of(i) < 60) QCOMPARE(c.labels[i], uint8_t{1});
  }

  void piecesWithADecidedCellDoNotCountAsTooMany() {
    Case c = square_case(9);
    LabelBounds bounds = free_bounds(c, 2);
    QCOMPARE(count_free_pieces(c.labels, nullptr), size_t{2});
    QCOMPARE(count_free_pieces(c.labels, &bounds), size_t{2});
    decide_disc(c, bounds, {41, 41}, 0.5);
    QCOMPARE(count_free_pieces(c.labels, &bounds), size_t{1});
  }

  void theSeaAndCellsOutsideEveryZoneNeverChange() {
    Case c = random_case(7, 4);
    for (size_t i = 0; i < c.zone.size(); ++i)
      if (c.zone[i] == 2) c.zone[i] = 0;
    std::fill(c.target[1].begin(), c.target[1].end(), 0);
    const Raster<uint8_t> before = c.labels;
    RepairTask task = task_of(c, 4);
    despeckle_and_repair(c.labels, task);
    for (size_t i = 0; i < c.labels.size(); ++i)
      if (before[i] == 0) QCOMPARE(c.labels[i], uint8_t{0});
  }
};

FW_TEST(TestRepair)
#include "test_repair.moc"
