#include <QTest>
#include <algorithm>

#include "app/gui/template/editors/texts_editor.h"
#include "app/gui/template/list/list_rows.h"
#include "app/gui/template/number/number_scale.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/template/each_parameter.h"

using namespace fw;
using namespace fw::test;

namespace {

ListPlace list_at(const char* path) {
  return {find_list(path)};
}

ListPlace resources() {
  return list_at("resources");
}

std::vector<double> first_of(size_t size) {
  std::vector<double> shares(size, 0.0);
  shares[0] = 1;
  return shares;
}

std::vector<std::string> slugs(const Template& t) {
  std::vector<std::string> all;
  for (const PointClass& cls : t.resources) all.push_back(cls.slug);
  return all;
}

}  // namespace

class TestListRows : public QObject {
  Q_OBJECT

 private slots:
  void everyParameterHasAPathThatFindsItAndAPage() {
    const std::vector<PageSpec> pages = page_specs();
    const Template t = tiny();
    test::each_parameter(t, [&](const std::string& path, const Parameter& p, ParameterPlace at) {
      const auto found = find_place(t, path);
      QVERIFY2(found && *found == (Place{&p, at}), path.c_str());
      QCOMPARE(path_of(*found, t), path);
      QVERIFY(is_there(*found, t));
      const std::string key = page_key(path);
      QVERIFY2(std::any_of(pages.begin(), pages.end(), [&](const PageSpec& page) { return page.key == key; }),
               path.c_str());
    });
    QVERIFY(!find_place(t, "biomes[99].share"));
    QVERIFY(!is_there({find_column(*find_list("biomes"), "share"), 99}, t));
  }
  void pagesHoldEveryParameterOnce() {
    size_t held = 0;
    for (const PageSpec& page : page_specs()) {
      held += page.fields.size();
      for (const ParameterList* list : page.lists)
        for (const Parameter& p : parameters()) held += p.path.starts_with(list->path + "[].");
    }
    QCOMPARE(held, static_cast<size_t>(std::ranges::count_if(
                       parameters(), [](const Parameter& p) { return !is_row_of_hand(p); })));
  }
  void rowsOfATableMoveWithAllThatNamesThem() {
    Template t = tiny();
    const std::vector<std::string> ids = table_ids(t, "biomes");
    const std::string last = ids.back();
    const auto weight = [&](const Template& of) {
      const auto place = find_place(of, "resources[0].biomes." + last);
      return std::get<double>(place->parameter->get(of, place->at));
    };
    const double before = weight(t);
    std::vector<size_t> order{ids.size() - 1};
    for (size_t k = 0; k + 1 < ids.size(); ++k) order.push_back(k);
    arrange_rows(t, list_at("biomes"), order);
    QCOMPARE(table_ids(t, "biomes").front(), last);
    QCOMPARE(weight(t), before);
    QVERIFY(check_edited(t).refusals.empty());
    order.assign(ids.size(), 0);
    for (size_t k = 0; k + 1 < ids.size(); ++k) order[k] = k + 1;
    order.back() = 0;
    arrange_rows(t, list_at("biomes"), order);
    QCOMPARE(write_template(t), write_template(tiny()));
  }
  void freshAndCopiedRowsOfATableGetIdsOfTheirOwn() {
    Template t = tiny();
    const std::vector<std::string> ids = table_ids(t, "biomes");
    arrange_rows(t, list_at("biomes"), {0, kFreshRow, 0, 1});
    QCOMPARE(table_ids(t, "biomes"), (std::vector<std::string>{ids[0], "new", ids[0] + "_2", ids[1]}));
  }
  void rowsAreMovedCopiedAndRemovedByOneOrder() {
    Template t = tiny();
    const std::vector<std::string> before = slugs(t);
    QVERIFY(before.size() >= 3);
    arrange_rows(t, resources(), {2, 0, 2});
    QCOMPARE(slugs(t), (std::vector<std::string>{before[2], before[0], before[2]}));
    QCOMPARE(row_values(t, resources(), 0), row_values(tiny(), resources(), 2));
    arrange_rows(t, resources(), {kFreshRow});
    QCOMPARE(slugs(t), std::vector<std::string>{""});
  }
  void anOrderThatChangesNothingChangesNoByte() {
    Template t = tiny();
    t.region_mixes = {{2, std::nullopt, first_of(t.vocabulary.biomes.size())},
                      {1, first_of(t.vocabulary.danger.size()), std::nullopt}};
    for (const ParameterList& list : parameter_lists()) {
      Template same = t;
      std::vector<size_t> order(list.size(t, {}));
      for (size_t i = 0; i < order.size(); ++i) order[i] = i;
      if (list.path.find("[]") != std::string::npos) continue;
      arrange_rows(same, {&list}, order);
      QCOMPARE(check_edited(same).tmpl.region_mixes.size(), t.region_mixes.size());
      QCOMPARE(write_template(same), write_template(t));
    }
  }
  void whatTheProgramOnlyKeepsGoesWithItsRow() {
    Template t = tiny();
    t.extras = {{"/comment", "\"whole\""},
                {"/resources/1/comment", "\"one\""},
                {"/resources/10/x-a", "10"},
                {"/resources/0/x-b", "0"}};
    arrange_rows(t, resources(), {1, 0, 1});
    const std::vector<std::pair<std::string, std::string>> expected{{"/comment", "\"whole\""},
                                                                    {"/resources/0/comment", "\"one\""},
                                                                    {"/resources/1/x-b", "0"},
                                                                    {"/resources/2/comment", "\"one\""}};
    QCOMPARE(t.extras, expected);
  }
  void keysBecomeUniqueOverAllClassLists() {
    Template t = tiny();
    t.wildlife[0].slug = t.resources[0].slug;
    make_key_unique(t, list_at("wildlife"), 0, "new_class");
    QCOMPARE(t.wildlife[0].slug, t.resources[0].slug + "_2");
    t.resources.push_back(t.resources[0]);
    make_key_unique(t, resources(), t.resources.size() - 1, "new_class");
    QCOMPARE(t.resources.back().slug, t.resources[0].slug + "_3");
    t.region_mixes = {{1, {}, {}}, {2, {}, {}}, {1, {}, {}}};
    make_key_unique(t, list_at("region_mixes"), 2, {});
    QCOMPARE(t.region_mixes[2].region, 3);
  }
  void movedRowsKeepTheirOrder() {
    QCOMPARE(moved_order(5, {1, 3}, 0), (std::vector<size_t>{1, 3, 0, 2, 4}));
    QCOMPARE(moved_order(5, {1, 3}, 5), (std::vector<size_t>{0, 2, 4, 1, 3}));
    QCOMPARE(moved_order(5, {2}, 1), (std::vector<size_t>{0, 2, 1, 3, 4}));
    QCOMPARE(moved_order(5, {2}, 3), (std::vector<size_t>{0, 1, 2, 3, 4}));
  }
  void rowsSurviveTheWayThroughText() {
    Template t = tiny();
    t.resources[0].gamma = 0.1234567890123;
    const TextRows read = rows_from_text(t, resources(), rows_to_text(t, resources(), {0, 2}));
    QCOMPARE(read.unread_cells, 0);
    QCOMPARE(read.rows.size(), size_t{2});
    QCOMPARE(read.rows[0], row_values(t, resources(), 0));
    QCOMPARE(read.rows[1], row_values(t, resources(), 2));
  }
  void listsOfTextsSurviveTypingAndTheWayThroughText() {
    using Texts = std::vector<std::string>;
    for (const Texts& texts : {Texts{}, Texts{""}, Texts{"a", "", "b"}, Texts{"Al ", " Keep", "the Old"},
                               Texts{"a,b", "say \"so\""}, Texts{"\"", "\"\"", ","}, Texts{"", "", "x"},
                               Texts{"\u00C5s", "\u6771"}}) {
      QCOMPARE(split_texts(join_texts(texts, ", ")), texts);
      QCOMPARE(split_texts(join_texts(texts, ",")), texts);
      Template t = tiny();
      t.vocabulary.names.emplace_back();
      t.vocabulary.names[0].id = "a";
      t.vocabulary.names[0].middles = texts;
      const ListPlace list = list_at("names");
      const TextRows read = rows_from_text(t, list, rows_to_text(t, list, {0}));
      QCOMPARE(read.unread_cells, 0);
      Template pasted = t;
      pasted.vocabulary.names[0] = {};
      pasted.vocabulary.names[0].middles.clear();
      set_row(pasted, list, 0, read.rows.at(0));
      QCOMPARE(pasted.vocabulary.names[0].middles, texts);
      QCOMPARE(pasted.vocabulary.names[0].starts, t.vocabulary.names[0].starts);
    }
    QCOMPARE(split_texts(" a ,, b\n\tc,"), (Texts{"a", "b", "c"}));
    QCOMPARE(split_texts("\"open, b"), Texts{"open, b"});
    QCOMPARE(split_texts("\"a\"b, c"), (Texts{"ab", "c"}));
  }
  void cellsThatAreNoValueAreCountedAndLeftOut() {
    Template t = tiny();
    const TextRows read = rows_from_text(
        t, resources(),
        "quota\tclass\tsurprise\tfamily\n12\themp\tx\tfibres\n-4\tflax\ty\tcloth\r\n1,5\treed\n");
    QCOMPARE(read.rows.size(), size_t{3});
    QCOMPARE(read.unread_cells, 2);
    t.resources.resize(1);
    set_row(t, resources(), 0, read.rows[0]);
    QCOMPARE(t.resources[0].slug, std::string("hemp"));
    QCOMPARE(t.resources[0].quota, 12);
    QCOMPARE(t.resources[0].family, std::string("fibres"));
    QVERIFY(rows_from_text(t, resources(), "").rows.empty());
  }
  void aScaleReachesItsEndsAndGoesBackWhereItCameFrom() {
    for (const Parameter& p : parameters()) {
      if (p.type != ParameterType::number && p.type != ParameterType::integer) continue;
      const NumberScale scale = NumberScale::of(p);
      QCOMPARE(scale.value(0, 500), p.min);
      QCOMPARE(scale.value(1, 500), p.max);
      QCOMPARE(scale.position(p.min), 0.0);
      QVERIFY(std::fabs(scale.position(p.max) - 1) < 1e-12);
      double last = p.min;
      for (int step = 1; step < 500; ++step) {
        const double value = scale.value(step / 500.0, 500);
        QVERIFY2(value >= last && value <= p.max, p.path.c_str());
        if (!scale.whole()) QVERIFY2(std::fabs(scale.position(value) - step / 500.0) < 0.002, p.path.c_str());
        last = value;
      }
    }
  }
  void stepsLandOnRoundNumbersInsideTheRange() {
    const NumberScale share = NumberScale::linear(0, 1);
    QCOMPARE(share.stepped(0.35, 1), 0.36);
    QCOMPARE(share.stepped(0.1234567, 1), 0.13);
    QCOMPARE(share.stepped(0.1234567, -1), 0.12);
    QCOMPARE(share.stepped(1, 1), 1.0);
    const NumberScale side = NumberScale::of(*find_place(tiny(), "frame.width_m")->parameter);
    QCOMPARE(side.stepped(8000, 1), 8500.0);
    QCOMPARE(side.stepped(500, -1), 500.0);
    const NumberScale seed = NumberScale::of(*find_place(tiny(), "seed")->parameter);
    QCOMPARE(seed.stepped(42, 1), 43.0);
    QVERIFY(!seed.has_slider());
  }
  void typedNumbersTakeBothDecimalSigns() {
    QCOMPARE(typed_number(" 0.5 ").value(), 0.5);
    QCOMPARE(typed_number(QString(QChar(0x2212)) + "2").value(), -2.0);
    QVERIFY(!typed_number("half"));
    QVERIFY(!typed_number("nan"));
    QVERIFY(!typed_number("1e999"));
  }
};

FW_TEST(TestListRows)
#include "test_list_rows.moc"
