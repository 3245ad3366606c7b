// Two edits of one template brought together.

#include <QTest>

#include "core/model/template/hand/hand_id.h"
#include "core/template/hand_rows.h"
#include "core/template/template_io.h"
#include "core/template/template_merge.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

Template with(const std::vector<std::string>& settings, const Template& from) {
  return parse_template_with(write_template(from), "t", settings).value();
}

PinRow pin(const std::string& id, double x) {
  PinRow row;
  row.id = id;
  row.cls = tiny().resources[0].slug;
  row.x_m = x;
  row.y_m = 100;
  return row;
}

std::string merged(const Template& base, const Template& ours, const Template& theirs) {
  const TemplateMerge merge = merge_templates(base, ours, theirs);
  if (!merge.conflicts.empty()) qFatal("%s", merge.conflicts.front().c_str());
  return merge.text;
}

std::vector<std::string> pin_order(const std::string& text) {
  std::vector<std::string> ids;
  for (const HandRowText& row : hand_row_texts(parse_template(text, "t").value())) ids.push_back(row.id);
  return ids;
}

}  // namespace

class TestTemplateMerge : public QObject {
  Q_OBJECT

 private slots:
  void aDiffTellsValuesOfTheHandAndTheOrderOfItsRows() {
    Template before = tiny();
    for (const char* id : {"p1", "p2", "p3"}) before.hand.pins.push_back(pin(id, 100));
    Template after = before;
    QVERIFY(diff_hands(before, after).same());
    after.hand.mix = HandMix::follow;
    after.hand.belt_m = 80;
    after.hand.pins.insert(0, after.hand.pins[1]);
    after.hand.pins.erase(2);
    const HandDiff diff = diff_hands(before, after);
    QVERIFY(!diff.same());
    QCOMPARE(diff.values.size(), size_t{2});
    QCOMPARE(diff.values[0].path, std::string("hand.mix"));
    QCOMPARE(diff.values[1].after, std::string("80"));
    QCOMPARE(diff.reordered, std::vector<std::string>{"pins"});
    QVERIFY(diff.changed.empty());
    // A row that is gone or new is no other order.
    after = before;
    after.hand.pins.erase(1);
    after.hand.pins.insert(0, pin("p0", 5));
    QVERIFY(diff_hands(before, after).reordered.empty());
  }

  void whatOneSideAloneChangedCounts() {
    const Template base = tiny();
    const Template ours = with({"land.fraction=0.5"}, base), theirs = with({"relief.ridge=0.3"}, base);
    const std::string text = merged(base, ours, theirs);
    QCOMPARE(text, write_template(with({"land.fraction=0.5", "relief.ridge=0.3"}, base)));
    QCOMPARE(merged(base, theirs, ours), text);
    QCOMPARE(merged(base, ours, base), write_template(ours));
    QCOMPARE(merged(base, ours, ours), write_template(ours));
  }

  void columnsOfOneRowOfATableAreMerged() {
    const Template base = tiny();
    const std::string id = base.resources[0].slug;
    const Template ours = with({"resources." + id + ".quota=3"}, base);
    const Template theirs = with({"resources." + id + ".gate=0.25"}, base);
    QCOMPARE(merged(base, ours, theirs),
             write_template(with({"resources." + id + ".quota=3", "resources." + id + ".gate=0.25"}, base)));
  }

  void rowsOfTheHandAreMergedById() {
    Template base = tiny();
    for (const char* id : {"a1", "b1", "c1"}) base.hand.pins.push_back(pin(id, 100));
    Template ours = base, theirs = base;
    ours.hand.pins.insert(1, pin("ours1", 200));
    ours.hand.pins.edit(0).x_m = 150;
    theirs.hand.pins.insert(3, pin("theirs1", 300));
    theirs.hand.pins.erase(1);  // b1
    const std::string text = merged(base, ours, theirs);
    QCOMPARE(pin_order(text), (std::vector<std::string>{"a1", "ours1", "c1", "theirs1"}));
    QCOMPARE(parse_template(text, "t").value().hand.pins[0].x_m, 150.0);
  }

  void bothSidesMayAddAHand() {
    const Template base = tiny();
    Template ours = base, theirs = base;
    ours.hand.pins.push_back(pin("p1", 10));
    LandRow land;
    land.id = "s1";
    land.place.shape = "POINT (10 10)";
    land.place.radius_m = 20;
    theirs.hand.land.push_back(land);
    QCOMPARE(pin_order(merged(base, ours, theirs)), (std::vector<std::string>{"p1", "s1"}));
  }

  void theSameRowChangedTwiceIsToldAndNothingIsMerged() {
    Template base = tiny();
    base.hand.pins.push_back(pin("p1", 100));
    Template ours = base, theirs = base;
    ours.hand.pins.edit(0).x_m = 200;
    theirs.hand.pins.edit(0).note = "here";  // another column of the same row
    const TemplateMerge merge = merge_templates(base, ours, theirs);
    QCOMPARE(merge.text, std::string());
    QCOMPARE(merge.conflicts.size(), size_t{1});
    QVERIFY2(merge.conflicts[0].starts_with("hand.pins.p1: ours {"), merge.conflicts[0].c_str());
    theirs = base;
    theirs.hand.pins.erase(0);
    QCOMPARE(merge_templates(base, ours, theirs).conflicts.size(), size_t{1});  // changed and gone
    theirs = ours;
    QVERIFY(merge_templates(base, ours, theirs).conflicts.empty());  // the same change
  }

  void scalarsAndOrdersChangedTwiceAreTold() {
    const Template base = tiny();
    const TemplateMerge merge =
        merge_templates(base, with({"land.fraction=0.5"}, base), with({"land.fraction=0.6"}, base));
    QCOMPARE(merge.conflicts, (std::vector<std::string>{"land.fraction: ours 0.5, theirs 0.6"}));
    Template rows = base;
    for (const char* id : {"a1", "b1", "c1"}) rows.hand.pins.push_back(pin(id, 100));
    Template ours = base, theirs = base;
    for (const char* id : {"b1", "a1", "c1"}) ours.hand.pins.push_back(pin(id, 100));
    for (const char* id : {"a1", "c1", "b1"}) theirs.hand.pins.push_back(pin(id, 100));
    QCOMPARE(merge_templates(rows, ours, theirs).conflicts.size(), size_t{1});
    QCOMPARE(pin_order(merged(rows, ours, rows)), (std::vector<std::string>{"b1", "a1", "c1"}));
  }

  void editsThatContradictEachOtherAreTold() {
    Template base = tiny();
    const std::string a = base.vocabulary.biomes[0].id, b = base.vocabulary.biomes[1].id;
    const double x = base.vocabulary.biomes[0].share, y = base.vocabulary.biomes[1].share;
    QVERIFY(x > 0.02 && y > 0.02);
    // Each moves the same share to another biome: together the shares do not sum to 1.
    const std::string c = base.vocabulary.biomes[2].id;
    const double z = base.vocabulary.biomes[2].share;
    const auto set = [](const std::string& id, double v) {
      return "biomes." + id + ".share=" + std::to_string(v);
    };
    const Template ours = with({set(a, x - 0.01), set(c, z + 0.01)}, base);
    const Template theirs = with({set(b, y - 0.01), set(c, z + 0.01)}, base);
    const TemplateMerge merge = merge_templates(base, ours, theirs);
    QCOMPARE(merge.conflicts.size(), size_t{1});
    QVERIFY2(merge.conflicts[0].find("biomes") != std::string::npos, merge.conflicts[0].c_str());
  }

  void eachContradictionIsAConflictOfItsOwn() {
    const Template base = tiny();
    Template ours = base, theirs = base;
    const std::string gone = base.resources.back().slug;
    ours.resources.pop_back();
    for (const char* id : {"p1", "p2"}) {
      theirs.hand.pins.push_back(pin(id, 100));
      theirs.hand.pins.edit(theirs.hand.pins.size() - 1).cls = gone;
    }
    const TemplateMerge merge = merge_templates(base, ours, theirs);
    QCOMPARE(merge.conflicts.size(), size_t{2});
    for (const std::string& conflict : merge.conflicts)
      QVERIFY2(conflict.find('\n') == std::string::npos && conflict.find(gone) != std::string::npos,
               conflict.c_str());
  }

  void differencesOfHandsAreByRow() {
    Template before = tiny(), after = before;
    before.hand.pins.push_back(pin("p1", 10));
    before.hand.pins.push_back(pin("p2", 10));
    after.hand.pins.push_back(pin("p2", 20));
    after.hand.pins.push_back(pin("p3", 10));
    const HandDiff diff = diff_hands(before, after);
    QCOMPARE(diff.gone.size(), size_t{1});
    QCOMPARE(diff.gone[0].id, std::string("p1"));
    QCOMPARE(diff.added[0].id, std::string("p3"));
    QCOMPARE(diff.changed[0].id, std::string("p2"));
    QVERIFY(diff_hands(before, before).same());
    QVERIFY(hand_digest(before) != hand_digest(after));
    after = before;
    after.hand.pins.edit(0).note = "outside the digest";
    QCOMPARE(hand_digest(before), hand_digest(after));
  }

  void idsAreMadeOfTheRowsText() {
    const auto none = [](const std::string&) { return false; };
    const std::string id = hand_id("pins", "{\"class\": \"iron\"}", none);
    QCOMPARE(id.size(), size_t{6});
    QCOMPARE(id[0], 'p');
    QCOMPARE(hand_id("pins", "{\"class\": \"iron\"}", none), id);
    QVERIFY(hand_id("pins", "{\"class\": \"iron\"}", [&](const std::string& i) { return i == id; }) != id);
  }
};

FW_TEST(TestTemplateMerge)
#include "test_template_merge.moc"
