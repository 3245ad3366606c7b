#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/regions/names.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

const SeedBundle kSeeds = SeedBundle::from_master(9);

using Names = std::vector<std::string>;
using Places = std::vector<PlaceToName>;

NameRow culture(const char* id, Names starts, Names middles, Names ends, Names epithets = {}) {
  NameRow row;
  row.id = row.label = id;
  row.starts = std::move(starts);
  row.middles = std::move(middles);
  row.ends = std::move(ends);
  row.epithets = std::move(epithets);
  return row;
}

NameRow fjord() {
  return culture("fjord", {"Aas", "Bjor", "Dal", "Eiv", "Fros", "Grim", "Hav", "Ing", "Jar", "Kol"},
                 {"", "e", "a"}, {"vik", "dal", "nes", "fjell", "heim"});
}

NameRow desert() {
  return culture("desert", {"Al ", "Qasr ", "Umm ", "Wadi "}, {"Ba", "Da", "Ha", "Ma", "Ra", "Sha", "Za"},
                 {"rim", "dan", "lun", "sif", "hara"});
}

/// Places with ids of their own and one rule set.
Places places_by(const NameRow& rules, size_t count) {
  Places places;
  for (size_t k = 0; k < count; ++k) places.push_back({splitmix64(k), &rules});
  return places;
}

Names names_by(const NameRow& rules, size_t count, const char* tag = "names.region") {
  return name_places(kSeeds, tag, places_by(rules, count));
}

bool begins_with_one_of(const std::string& name, const Names& starts) {
  return std::ranges::any_of(starts, [&](const std::string& start) { return name.starts_with(start); });
}

bool has_digit(const std::string& name) {
  return std::ranges::any_of(name, [](unsigned char c) { return std::isdigit(c); });
}

size_t distinct(const Names& names) {
  return std::set<std::string>(names.begin(), names.end()).size();
}

size_t differences(const Names& a, const Names& b) {
  size_t n = 0;
  for (size_t k = 0; k < a.size(); ++k) n += a[k] != b[k];
  return n;
}

Template windward() {
  return builtin("WindswardLike");
}

std::shared_ptr<const World> world_of(const Template& tmpl) {
  return generate(tmpl, tmpl.seeds(), 128).value();
}

Template with_cultures() {
  Template t = windward();
  t.vocabulary.names = {fjord(), desert()};
  t.vocabulary.factions[0].names = "fjord";
  t.vocabulary.factions[1].names = "desert";
  return t;
}

}  // namespace

class TestNames : public QObject {
  Q_OBJECT

 private slots:
  void theFirstRulesAreThereWithoutARowAndARowOfTheirIdTakesTheirPlace() {
    Vocabulary words = windward().vocabulary;
    QVERIFY(words.names.empty());
    QVERIFY(names_of(words, Faction{0}).ends == NameRow{}.ends);
    words.names = {fjord(), culture("classic", {"Ox"}, {}, {"ford"})};
    QCOMPARE(names_of(words, Faction{0}).ends, Names{"ford"});
    words.factions[1].names = "fjord";
    QCOMPARE(names_of(words, Faction{1}).starts, fjord().starts);
  }

  void namesAreUniqueAndOpenDifferently() {
    for (const size_t count : {size_t{13}, size_t{60}}) {
      const Names names = names_by({}, count);
      std::set<std::string> openings;
      for (const std::string& name : names) openings.insert(name.substr(0, 3));
      QCOMPARE(names.size(), count);
      QCOMPARE(openings.size(), count);
    }
    QVERIFY(names_by({}, 5, "names.town") != names_by({}, 5));
  }

  void lettersOfOtherScriptsAreWholeLetters() {
    const NameRow rules = culture("north", {"\u00C5se", "\u00C5s\u00F8", "Bra"}, {}, {"nes", "vik", "dal"});
    const Names names = names_by(rules, 3);  // as many places as openings
    for (const std::string& start : rules.starts)
      QVERIFY(std::ranges::any_of(names, [&](const std::string& name) { return name.starts_with(start); }));
  }

  void aListLongerThanTheRulesFormStillEndsWithoutRepeats() {
    QCOMPARE(distinct(names_by({}, 4000)), size_t{4000});
    const NameRow small = culture("small", {"Ka", "Lo"}, {}, {"na", "ra", "ta"});
    const Names names = names_by(small, 20);
    QCOMPARE(distinct(names), size_t{20});
    QCOMPARE(std::ranges::count_if(names, [](const auto& name) { return !has_digit(name); }), 6);
    for (const std::string& name : names) QVERIFY(begins_with_one_of(name, small.starts));
    Names romes = names_by(culture("one", {"Rom"}, {}, {"a"}), 3);
    std::ranges::sort(romes);
    QCOMPARE(romes, (Names{"Roma", "Roma 2", "Roma 3"}));
  }

  void epithetsFollowAfterASpace() {
    const NameRow rules =
        culture("grand", fjord().starts, {}, {"vik", "dal"}, {"", "the Old", "by the Sea", "the Old"});
    std::map<std::string, int> seen;
    for (const std::string& name : names_by(rules, 40)) {
      const size_t space = name.find(' ');
      ++seen[space == std::string::npos ? "" : name.substr(space + 1)];
    }
    QCOMPARE(seen.size(), size_t{3});
    QVERIFY(seen["the Old"] > 0 && seen["by the Sea"] > 0 && seen[""] > 0);
    QCOMPARE(seen["the Old"] + seen["by the Sea"] + seen[""], 40);
  }

  void everyPlaceIsCalledByItsOwnRules() {
    const NameRow a = fjord(), b = desert();
    Places places = places_by(b, 60);
    for (size_t k = 0; k < 60; k += 3) places[k].rules = &a;
    const Names names = name_places(kSeeds, "names.region", places);
    QCOMPARE(distinct(names), size_t{60});
    for (size_t k = 0; k < names.size(); ++k) {
      QVERIFY2(begins_with_one_of(names[k], places[k].rules->starts), names[k].c_str());
      QVERIFY(!begins_with_one_of(names[k], (places[k].rules == &a ? b : a).starts));
    }
  }

  void twoCulturesOfTheSamePartsShareNoName() {
    const NameRow a = culture("a", {"Ka", "Lo"}, {}, {"na", "ra", "ta"}),
                  b = culture("b", {"Ka", "Lo"}, {}, {"na", "ra", "ta"});
    Places places = places_by(a, 6);
    for (size_t k = 1; k < 6; k += 2) places[k].rules = &b;
    const Names names = name_places(kSeeds, "names.region", places);
    QCOMPARE(distinct(names), size_t{6});
    QVERIFY(std::ranges::none_of(names, has_digit));
  }

  void namesThatAreTakenAreNotGivenAgain() {
    const Names before = names_by(fjord(), 20), rest(before.begin(), before.begin() + 10);
    const NameRow rules = fjord();
    Names all = name_places(kSeeds, "names.region", places_by(rules, 20), rest);
    all.insert(all.end(), rest.begin(), rest.end());
    QCOMPARE(distinct(all), size_t{30});
  }

  void placesThatStayKeepTheirNamesWhenOthersChangeHands() {
    const NameRow first, other = fjord();
    Places places = places_by(first, 40);
    const Names before = name_places(kSeeds, "names.region", places);
    for (const size_t k : {size_t{3}, size_t{17}, size_t{31}}) {
      places[k].rules = &other;
      const Names after = name_places(kSeeds, "names.region", places);
      size_t renamed = 0;
      for (size_t p = 0; p < places.size(); ++p)
        renamed += places[p].rules == &first && after[p] != before[p] ? 1 : 0;
      QVERIFY2(renamed <= 8, qPrintable(QString::number(
                                 renamed)));  // those whose name, or its opening, is now another's or free
    }
  }

  void placesThatStayKeepTheirNamesWhenOthersComeAndGo() {
    const NameRow rules;
    const Places all = places_by(rules, 40);
    const Names before = name_places(kSeeds, "names.region", all);
    size_t renamed = 0;
    for (size_t gone = 0; gone < all.size(); ++gone) {
      Places places = all;
      places.erase(places.begin() + static_cast<std::ptrdiff_t>(gone));
      Names rest = before;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(gone));
      renamed += differences(name_places(kSeeds, "names.region", places), rest);
    }
    QVERIFY2(renamed <= 120, qPrintable(QString::number(renamed)));  // of 40 x 39
  }

  void regionsAndLandmarksOfAWorldAreCalledAsTheirOwnersSay() {
    const Template plain = windward(), mixed = with_cultures();
    const auto before = world_of(plain), after = world_of(mixed);
    std::set<std::string> called;
    size_t of_other_rules = 0, renamed = 0;
    for (size_t r = 0; r < after->regions.size(); ++r) {
      const Region& region = after->regions[r];
      const auto owner = static_cast<size_t>(region.owner);
      if (owner == 0) QVERIFY2(begins_with_one_of(region.name, fjord().starts), region.name.c_str());
      if (owner == 1) QVERIFY2(begins_with_one_of(region.name, desert().starts), region.name.c_str());
      // Neutral ground too: all but those for whom a name came free.
      renamed += owner > 1 && region.name != before->regions[r].name ? 1 : 0;
      of_other_rules += owner < 2;
      called.insert(region.name);
    }
    QVERIFY(of_other_rules > 3 && of_other_rules < after->regions.size());
    QVERIFY2(renamed <= 2, qPrintable(QString::number(renamed)));
    QCOMPARE(called.size(), after->regions.size());
    size_t named = 0;
    for (size_t p = 0; p < after->points.points.size(); ++p) {
      const Point& point = after->points.points[p];
      if (point.name.empty() || after->points.class_of(point).category != Category::landmark) continue;
      const auto owner = static_cast<size_t>(after->regions[point.region - 1u].owner);
      if (owner == 0) QVERIFY2(begins_with_one_of(point.name, fjord().starts), point.name.c_str());
      if (owner == 1) QVERIFY2(begins_with_one_of(point.name, desert().starts), point.name.c_str());
      if (owner > 1) renamed += point.name != before->points.points[p].name ? 1 : 0;
      named += owner < 2;
    }
    QVERIFY(named > 5);
    QVERIFY2(renamed <= 6, qPrintable(QString::number(renamed)));
  }

  void namesChangeNothingElse() {
    auto before = world_digests(*world_of(windward())), after = world_digests(*world_of(with_cultures()));
    QCOMPARE(before.size(), after.size());
    std::set<std::string> changed;
    for (size_t k = 0; k < before.size(); ++k)
      if (before[k] != after[k]) changed.insert(before[k].first);
    QString parts;
    for (const std::string& part : changed) parts += QString::fromStdString(part) + " ";
    QCOMPARE(parts, QStringLiteral("lakes points.landmark regions rivers world "));
  }

  void rowsThatNobodyUsesAndTheOrderOfRowsChangeNoName() {
    const auto reference = world_digests(*world_of(with_cultures()));
    Template t = with_cultures();
    std::swap(t.vocabulary.names[0], t.vocabulary.names[1]);
    t.vocabulary.names.push_back(culture("unused", {"Xu"}, {}, {"xu"}));
    QVERIFY(world_digests(*world_of(t)) == reference);
  }

  void theExampleOfTheManualIsAWorldWithTheNamesThatItTells() {
    QFile page(FIELDWRIGHT_SOURCE_DIR "/docs/vocabulary.md");
    QVERIFY(page.open(QIODevice::ReadOnly));
    const std::string text = page.readAll().toStdString();
    const size_t begin = text.find("    \"names\": ["), end = text.find("\n\n", begin);
    QVERIFY(begin != std::string::npos);
    const Template t =
        parse_template("{\"format\": 3, \"name\": \"x\", \"seed\": 9," + text.substr(begin, end - begin) +
                           ", \"biomes\": [{\"id\": \"moor\", \"share\": 1}],"
                           "\"danger\": [{\"id\": \"calm\", \"share\": 1}],"
                           "\"rarities\": [{\"id\": \"plain\"}]}",
                       "vocabulary.md")
            .value();
    const size_t told = text.find("gives ", end), stop = text.find('.', told);
    const auto world = world_of(t);
    QString all;
    for (const Region& region : world->regions) {
      const QString name = QString::fromStdString(region.name);
      all += QStringLiteral("%1 %2; ").arg(name).arg(static_cast<int>(region.owner));
    }
    const QString sentence = QString::fromStdString(text.substr(told, stop - told)).simplified();
    static const QRegularExpression name("[A-Z][a-z]+(?: [A-Z][a-z]+)*(?: the [A-Z][a-z]+)?");
    int names = 0;
    for (auto found = name.globalMatch(sentence); found.hasNext(); ++names) {
      const QString one = found.next().captured();
      QVERIFY2(all.contains(one + " "), qPrintable(one + " of: " + all));
    }
    QCOMPARE(names, 5);
  }
};

FW_TEST(TestNames)
#include "test_names.moc"
