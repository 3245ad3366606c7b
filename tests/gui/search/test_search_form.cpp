// Choices of a search, the widgets that they are made with, and what is usual.

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>
#include <cmath>

#include "app/gui/search/condition_row.h"
#include "app/gui/search/figure_chooser.h"
#include "app/gui/search/search_form.h"
#include "app/job/build/audit_seeds.h"
#include "core/search/rate.h"
#include "tests/gui/mouse_input.h"
#include "tests/gui/panels/panels_fixture.h"
#include "tests/gui/usual_worlds.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

constexpr int kUsualCells = 512;

std::shared_ptr<const UsualFigures> made_up() {
  static const auto usual = [] {
    auto all = std::make_shared<UsualFigures>();
    all->key = usual_key(tiny(), kUsualCells);
    all->table = search_figures(tiny(), kUsualCells);
    all->worlds = made_up_usual_values(all->table);
    all->count = kUsualWorlds;
    return all;
  }();
  return usual;
}

const std::vector<double>& usual_of(const char* figure) {
  return made_up()->table.usual[*made_up()->table.find(figure)];
}

SearchFigure figure_row(const char* name) {
  return made_up()->table.figures[*made_up()->table.find(name)];
}

std::unique_ptr<SearchForm> form() {
  auto made = std::make_unique<SearchForm>();
  made->resize(360, 500);
  made->show_usual(made_up()->table, made_up());
  made->set_choices({});
  made->show();
  return made;
}

}  // namespace

class TestSearchForm : public QObject {
  Q_OBJECT

 private slots:
  void choicesMakeAPlanAndComeBackFromIt() {
    SearchChoices choices;
    choices.ranges = {{"travel.reach", 0.4, 0.6}, {"fairness.resources", std::nullopt, 0.125}};
    choices.more = "variety.local + 1 >= 3 or travel.choke < 0.2";
    choices.score = "fairness.resources";
    choices.keep = 7;
    choices.seeds = "1..20,30";
    const SearchPlan plan = search_plan(choices, tiny(), 64).value();
    QCOMPARE(plan.where.size(), size_t{4});
    const SearchChoices back = choices_of(plan);
    QVERIFY(back.ranges == choices.ranges);
    QCOMPARE(back.seeds, choices.seeds);
    QCOMPARE(back.keep, choices.keep);
    // Written back they are the same search.
    QCOMPARE(plan_json(search_plan(back, tiny(), 64).value()), plan_json(plan));
    Template other_look = tiny();
    other_look.view.layers = {{MapLayer::danger, true, 0.5}};
    QCOMPARE(plan_json(search_plan(choices, other_look, 64).value()), plan_json(plan));
  }
  void whatCannotBeReadIsSaidWithItsColumn() {
    SearchChoices choices;
    choices.more = "travel.reach >= 0,4";
    const auto plan = search_plan(choices, tiny(), 64);
    QVERIFY(!plan && plan.error().message.find("column") != std::string::npos);
    const auto panel = form();
    panel->set_choices(choices);
    QVERIFY(panel->problem().contains(QStringLiteral("column")));
    auto* label = panel->findChild<QLabel*>(QStringLiteral("search_problem"));
    QVERIFY(label->isVisible());
    choices.more.clear();
    choices.seeds = "7..1";
    panel->set_choices(choices);
    QVERIFY(panel->problem().contains(QStringLiteral("7..1")));
  }
  void theShareThatPassesCountsUsualWorlds() {
    const FigureRange reach{"travel.reach", 0.5, std::nullopt}, fair{"fairness.room", std::nullopt, 0.5};
    std::vector<ConditionPart> parts;
    for (const FigureRange& range : {reach, fair}) {
      const auto read = parse_condition(condition_text(range), made_up()->table).value();
      parts.insert(parts.end(), read.begin(), read.end());
    }
    const PassShares shares = pass_shares(parts, made_up()->table, made_up()->worlds);
    const auto column = [](const char* name) { return made_up()->worlds[*made_up()->table.find(name)]; };
    size_t both = 0, one = 0;
    for (size_t w = 0; w < kUsualWorlds; ++w) {
      const bool reaches = column("travel.reach")[w] >= 0.5;
      one += reaches;
      both += reaches && column("fairness.room")[w] <= 0.5;
    }
    QCOMPARE(shares.worlds, size_t{kUsualWorlds});
    QCOMPARE(shares.parts[0], static_cast<double>(one) / kUsualWorlds);
    QCOMPARE(shares.all, static_cast<double>(both) / kUsualWorlds);
    QVERIFY(one > both && both > 0);
    const auto panel = form();
    panel->set_choices({{reach, fair}, "", "", false, 5, "1..9"});
    QVERIFY(
        panel->findChild<QLabel*>(QStringLiteral("search_share"))->text().startsWith(share_text(shares.all)));
  }
  void aHandleIsDraggedWithTheMouse() {
    ConditionRow row(figure_row("travel.reach"), {"travel.reach", std::nullopt, std::nullopt});
    row.resize(300, 90);
    row.show_usual(usual_of("travel.reach"), kUsualWorlds);
    row.show_present(0.5);
    row.show();
    QSignalSpy edited(&row, &ConditionRow::edited);
    RangeSlider& slider = row.slider();
    const double y = slider.height() - 8;
    drag(slider, {QPointF(slider.x_of(-1e9), y), QPointF(60, y), QPointF(slider.x_of(0.5), y)});
    QVERIFY(row.range().low && std::abs(*row.range().low - 0.5) < 0.01 && !row.range().high);
    QVERIFY(edited.count() >= 2 && edited.last()[0].toBool() && !edited.first()[0].toBool());
    QCOMPARE(row.findChild<QLineEdit*>(QStringLiteral("low"))->text(), figure_text(row.range().low));
    drag(slider, {QPointF(slider.x_of(1e9), y), QPointF(slider.x_of(0.7), y)});
    QVERIFY(row.range().high && std::abs(*row.range().high - 0.7) < 0.01);
    // Dragged to the end of the scale an end is open again; past the other handle it stops there.
    drag(slider, {QPointF(slider.x_of(*row.range().high), y), QPointF(400, y)});
    QVERIFY(!row.range().high);
    drag(slider, {QPointF(slider.x_of(1e9), y), QPointF(2, y)});
    QCOMPARE(*row.range().high, *row.range().low);
  }
  void keysMoveTheHandlesAndNumbersAreTyped() {
    ConditionRow row(figure_row("fairness.room"), {"fairness.room", std::nullopt, 0.5});
    row.show_usual(usual_of("fairness.room"), kUsualWorlds);
    row.show();
    RangeSlider& slider = row.slider();
    QTest::keyClick(&slider, Qt::Key_Down);  // to the upper handle
    QTest::keyClick(&slider, Qt::Key_Left);
    QVERIFY(*row.range().high < 0.5);
    const double moved = *row.range().high;
    QTest::keyClick(&slider, Qt::Key_Right);
    QVERIFY(*row.range().high > moved);
    QTest::keyClick(&slider, Qt::Key_End);
    QVERIFY(!row.range().high);
    auto* low = row.findChild<QLineEdit*>(QStringLiteral("low"));
    QTest::keyClicks(low, "0.25");
    QTest::keyClick(low, Qt::Key_Return);
    QCOMPARE(row.range().low, std::optional<double>(0.25));
    low->selectAll();
    QTest::keyClicks(low, "many");
    QTest::keyClick(low, Qt::Key_Return);
    QCOMPARE(row.range().low, std::optional<double>(0.25));
    QCOMPARE(low->text(), figure_text(0.25));
    low->clear();
    QTest::keyClick(low, Qt::Key_Return);
    QVERIFY(!row.range().low);
  }
  void aFigureIsFoundByItsMeaningAndChosenWithEnter() {
    const auto panel = form();
    QSignalSpy edited(panel.get(), &SearchForm::edited);
    QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("add_condition")), Qt::LeftButton);
    auto* chooser = panel->findChild<FigureChooser*>();
    QVERIFY(chooser->isVisible());
    auto* search = chooser->findChild<QLineEdit*>();
    QTest::keyClicks(search, "ground is nearer");
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(!chooser->isVisible());
    QCOMPARE(panel->choices().ranges.size(), size_t{1});
    QCOMPARE(panel->choices().ranges[0].figure, std::string("travel.remote_p95_s"));
    // The best quarter of usual worlds passes.
    QVERIFY(std::abs(share_within(panel->choices().ranges[0], usual_of("travel.remote_p95_s")) - 0.25) <
            0.02);
    QCOMPARE(edited.count(), 1);
    // It cannot be asked for twice.
    QTest::mouseClick(panel->findChild<QPushButton*>(QStringLiteral("add_condition")), Qt::LeftButton);
    QTest::keyClicks(search, "travel.remote_p95_s");
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(chooser->isVisible());
    QTest::keyClick(search, Qt::Key_Escape);
    chooser->hide();
    QTest::mouseClick(panel->findChild<QToolButton*>(QStringLiteral("remove_condition")), Qt::LeftButton);
    QVERIFY(panel->choices().ranges.empty());
  }
  void theGoalIsAFigureOrASum() {
    const auto panel = form();
    auto* better = panel->findChild<QComboBox*>(QStringLiteral("better"));
    auto* score = panel->findChild<QComboBox*>(QStringLiteral("score"));
    QVERIFY(!score->isEnabled());
    better->setFocus();
    QTest::keyClick(better, Qt::Key_Down);
    emit better->activated(1);
    QVERIFY(score->isEnabled() && !panel->choices().maximise && !panel->choices().score.empty());
    score->lineEdit()->selectAll();
    QTest::keyClicks(score->lineEdit(), "travel.reach - travel.choke");
    QTest::keyClick(score->lineEdit(), Qt::Key_Return);
    QCOMPARE(panel->choices().score, std::string("travel.reach - travel.choke"));
    QVERIFY(panel->problem().isEmpty());
    score->lineEdit()->selectAll();
    QTest::keyClicks(score->lineEdit(), "travel.raech");
    QTest::keyClick(score->lineEdit(), Qt::Key_Return);
    QVERIFY(panel->problem().contains(QStringLiteral("travel.reach")));
  }
  void usualWorldsAreMadeOneByOneWhereNoneAreKnown() {
    QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    constexpr int kSmall = 32;
    UsualWorlds worlds(3);
    std::vector<std::shared_ptr<const UsualFigures>> told;
    connect(&worlds, &UsualWorlds::found, this, [&](const auto& usual) { told.push_back(usual); });
    worlds.set_paused(true);
    worlds.request(std::make_shared<const Template>(tiny()), kSmall);
    QVERIFY(QTest::qWaitFor([&] { return told.size() == 1; }, kWaitLimit_ms));
    QTest::qWait(150);
    QCOMPARE(told.size(), size_t{1});  // paused: only what is known, which is nothing
    QCOMPARE(told[0]->count, size_t{0});
    worlds.set_paused(false);
    QVERIFY(QTest::qWaitFor([&] { return told.back()->count == 3; }, kWaitLimit_ms));
    BuildRequest request;
    request.tmpl = tiny();
    request.resolution = kSmall;
    request.kpi = true;
    const SeedAudits audits = audit_seeds(request, seed_list_of({{1, 3}})).value();
    for (size_t w = 0; w < 3; ++w)
      for (size_t k = 0; k < audits.kpi[w].size(); ++k) {
        const double a = told.back()->worlds[k][w], b = audits.kpi[w][k].value;
        QVERIFY2(a == b || (std::isnan(a) && std::isnan(b)), audits.kpi[w][k].name.c_str());
      }
    const size_t before = told.size();
    worlds.request(std::make_shared<const Template>(tiny()), kSmall);  // asked for again: what is known
    QCOMPARE(told.size(), before + 1);
    QCOMPARE(told.back()->count, size_t{3});
    // What has been made whole is read from the cache, as the command reads it.
    const FigureTable table = search_figures(tiny(), kSmall);
    UsualColumns columns(table.figures.size(), std::vector<double>(kUsualWorlds, 0.25));
    columns[1].assign(kUsualWorlds, std::nan(""));
    cache_usual_values(tiny(), kSmall, table, columns);
    const UsualColumns read = known_usual_values(tiny(), kSmall, table);
    QCOMPARE(read[0], columns[0]);
    QVERIFY(read[1].size() == kUsualWorlds && std::isnan(read[1][7]));
  }
};

FW_WINDOW_TEST(TestSearchForm)
#include "test_search_form.moc"
