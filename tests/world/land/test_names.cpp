#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "core/base/suggest.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"
#include "core/world/names/draw_names.h"
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

Names name_all(const NameList& list, const Places& places, Naming& naming) {
  Names names;
  for (DrawnName& drawn : draw_names(kSeeds, list, places, naming)) names.push_back(std::move(drawn.name));
  return names;
}

Names name_all(const Places& places, const char* word = "region") {
  Naming naming;
  return name_all({word}, places, naming);
}

Names names_by(const NameRow& rules, size_t count, const char* word = "region") {
  return name_all(places_by(rules, count), word);
}

NameList list_of(PlaceKind kind) {
  return {std::string(kPlaceKindSlugs[static_cast<size_t>(kind)]), kind};
}

size_t least_distance(const Names& names) {
  size_t least = SIZE_MAX;
  for (size_t a = 0; a < names.size(); ++a)
    for (size_t b = 0; b < a; ++b) least = std::min(least, edit_distance(names[a], names[b]));
  return least;
}

bool begins_with_one_of(const std::string& name, const Names& starts) {
  return std::ranges::any_of(starts, [&](const std::string& start) { return name.starts_with(start); });
}

bool has_digit(const std::string& name) {
  return std::ranges::any_of(name, [](unsigned char c) { return std::isdigit(c); });
}

bool holds(const std::string& name, const char* text) {
  return name.find(text) != std::string::npos;
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
  Template t = builtin("WindswardLike");
  t.vocabulary.names.clear();
  for (FactionRow& row : t.vocabulary.factions) row.names = std::string(kFirstNames);
  return t;
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

  void namesAreThreeEditsApartAndOpenDifferently() {
    for (const size_t count : {size_t{13}, size_t{20}}) {
      const Names names = names_by({}, count);
      std::set<std::string> openings;
      for (const std::string& name : names) openings.insert(name.substr(0, 3));
      QCOMPARE(names.size(), count);
      QCOMPARE(openings.size(), count);
      QVERIFY(least_distance(names) >= 3);
    }
    QVERIFY(least_distance(names_by({}, 60)) >= 3);
    QVERIFY(names_by({}, 5, "town") != names_by({}, 5));
  }

  void endingsAreDealtOut() {
    const NameRow rules = fjord();
    std::map<std::string, int> times;
    for (const std::string& name : names_by(rules, 10))
      for (const std::string& end : rules.ends) times[end] += name.ends_with(end);
    for (const std::string& end : rules.ends) QVERIFY(times[end] <= 1 + 3);
    // Of many endings each comes about as often.
    times.clear();
    for (const std::string& name : names_by({}, 40))
      for (const std::string& end : NameRow{}.ends) times[end] += name.ends_with(end);
    for (const auto& [end, count] : times) QVERIFY2(count <= 1 + 4, end.c_str());
  }

  void noPartsMeetBadly() {
    const NameRow rules = culture("odd", {"Raa", "Bana", "Kol", "Mis", "Tor", "Hass"}, {"", "a", "na"},
                                  {"ana", "lund", "sen", "rik"});
    for (const std::string& name : names_by(rules, 24)) {
      for (size_t i = 2; i < name.size(); ++i)
        QVERIFY2(name[i] != name[i - 1] || name[i] != name[i - 2], name.c_str());
      QVERIFY2(!holds(name, "anan") && !holds(name, "nana"), name.c_str());
    }
  }

  void refusedTextsStandInNoName() {
    const NameRow rules = culture("bad", {"Was", "Wan", "Fal", "Mor"}, {}, {"king", "kerry", "mouth", "ton"});
    Naming naming;
    naming.refused = {"mout"};
    for (const std::string& name : name_all({"region"}, places_by(rules, 6), naming)) {
      QVERIFY2(!holds(name, "Wank"), name.c_str());
      QVERIFY2(!holds(name, "mout"), name.c_str());
    }
  }

  void genericsAreNotDoubled() {
    NameRow rules =
        culture("tarn", {"Tarn", "Fal", "Laker", "Mor", "Win", "Dur"}, {"", "mere", "ow"}, {"ford"});
    rules.forms[static_cast<size_t>(PlaceKind::lake)] = {"Lake %", "% Tarn"};
    Naming naming;
    for (const std::string& name : name_all(list_of(PlaceKind::lake), places_by(rules, 6), naming)) {
      int generics = 0;
      for (const char* word : {"Lake", "lake", "Tarn", "tarn", "mere", "water", "loch"})
        for (size_t at = name.find(word); at != std::string::npos; at = name.find(word, at + 1)) ++generics;
      QVERIFY2(generics == 1, name.c_str());
    }
  }

  void watersAndHillsShareNoStem() {
    const NameRow rules;
    Naming naming;
    std::set<std::string> stems;
    size_t named = 0;
    for (const PlaceKind kind : {PlaceKind::lake, PlaceKind::river, PlaceKind::summit, PlaceKind::bay})
      for (const DrawnName& name : draw_names(kSeeds, list_of(kind), places_by(rules, 12), naming)) {
        stems.insert(name.stem);
        ++named;
      }
    QCOMPARE(stems.size(), named);
  }

  void aValleyTakesTheStemOfItsRiver() {
    const NameRow rules;
    Places places = places_by(rules, 1);
    places[0].stem = "Exmor";
    Naming naming;
    QVERIFY(holds(name_all(list_of(PlaceKind::valley), places, naming).front(), "Exmor"));
  }

  void aPatternOfTheHeightSaysIt() {
    NameRow rules = fjord();
    rules.forms[static_cast<size_t>(PlaceKind::summit)] = {"Hill #"};
    Places places = places_by(rules, 3);
    places[0].height_m = 203.4, places[1].height_m = 203.6, places[2].height_m = 203.2;
    Naming naming;
    Names names = name_all(list_of(PlaceKind::summit), places, naming);
    std::ranges::sort(names);
    QCOMPARE(names, (Names{"Hill 203", "Hill 203 2", "Hill 204"}));
  }

  void aCultureWithoutPatternsNamesNothing() {
    NameRow rules = fjord();
    rules.forms[static_cast<size_t>(PlaceKind::wood)] = {};
    Naming naming;
    QCOMPARE(name_all(list_of(PlaceKind::wood), places_by(rules, 2), naming), (Names{"", ""}));
  }

  void namesByHandChangeOnlyThoseNearThem() {
    const NameRow rules;
    const Places places = places_by(rules, 40);
    const Names before = name_all(places);
    Naming naming;
    naming.by_hand.add(before[7]);
    naming.by_hand.add(before[21]);
    const Names after = name_all({"region"}, places, naming);
    for (size_t k = 0; k < before.size(); ++k) QCOMPARE(after[k] != before[k], k == 7 || k == 21);
  }

  void aNameTellsWhichCandidateItWas() {
    const NameRow rules = fjord();
    const Places places = places_by(rules, 12);
    Naming naming;
    const std::vector<DrawnName> drawn = draw_names(kSeeds, {"region"}, places, naming);
    for (size_t k = 0; k < places.size(); ++k) {
      const std::optional<DrawnName> origin = origin_of(kSeeds, {"region"}, places[k], drawn[k].name);
      QVERIFY(origin && origin->tries == drawn[k].tries && origin->stem + origin->dealt == drawn[k].name);
    }
    QVERIFY(!origin_of(kSeeds, {"region"}, places[0], "Elsewhere"));
  }

  void lettersOfOtherScriptsAreWholeLetters() {
    QCOMPARE(folded("\u00C5se").size(), size_t{3});
    QCOMPARE(folded("\u00C5SE"), folded("\u00E5se"));
    QCOMPARE(folded("\u041C\u0438\u0440"), folded("\u043C\u0438\u0440"));
    NameSet names;
    names.add("\u00C5sel");
    QVERIFY(names.near("\u00D8sel", 2) && !names.near("\u00D8sel", 1) && names.near("\u00E5sel", 1));
  }

  void aListLongerThanTheRulesFormStillEndsWithoutRepeats() {
    QCOMPARE(distinct(names_by({}, 4000)), size_t{4000});
    const NameRow small = culture("small", {"Ka", "Lo"}, {}, {"na", "ra", "ta"});
    const Names names = names_by(small, 20);
    QCOMPARE(distinct(names), size_t{20});
    QVERIFY(std::ranges::count_if(names, [](const auto& name) { return !has_digit(name); }) >= 4);
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
    const Names names = name_all(places);
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
    const Names names = name_all(places);
    QCOMPARE(distinct(names), size_t{6});
    QVERIFY(std::ranges::none_of(names, has_digit));
  }

  void aLaterListKeepsClearOfAnEarlierOne() {
    const NameRow rules;
    Naming naming;
    Names all = name_all({"region"}, places_by(rules, 20), naming);
    const Names alone = all;
    const Names later = name_all({"town"}, places_by(rules, 20), naming);
    QCOMPARE(alone, names_by(rules, 20));
    all.insert(all.end(), later.begin(), later.end());
    QVERIFY(least_distance(all) >= 3);
  }

  void placesThatStayKeepTheirNamesWhenOthersChangeHands() {
    const NameRow first, other = fjord();
    Places places = places_by(first, 40);
    const Names before = name_all(places);
    for (const size_t k : {size_t{3}, size_t{17}, size_t{31}}) {
      places[k].rules = &other;
      const Names after = name_all(places);
      size_t renamed = 0;
      for (size_t p = 0; p < places.size(); ++p)
        renamed += places[p].rules == &first && after[p] != before[p] ? 1 : 0;
      QVERIFY2(renamed <= 8, qPrintable(QString::number(
                                 renamed)));  // those whose name, or its opening, is now another's or free
    }
  }

  void placesThatStayKeepTheirNamesWhenOthersComeAndGo() {
    const Template t = builtin("WindswardLike");
    const NameRow& rules = t.vocabulary.names[0];
    for (const auto& [count, most] : {std::pair(size_t{14}, 0.05), {size_t{40}, 0.2}}) {
      const Places all = places_by(rules, count);
      const Names before = name_all(all);
      size_t renamed = 0;
      for (size_t gone = 0; gone < all.size(); ++gone) {
        Places places = all;
        places.erase(places.begin() + static_cast<std::ptrdiff_t>(gone));
        Names rest = before;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(gone));
        renamed += differences(name_all(places), rest);
      }
      const double share = static_cast<double>(renamed) / static_cast<double>(count * (count - 1));
      QVERIFY2(share <= most, qPrintable(QString("%1 of %2").arg(share).arg(count)));
    }
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
    QCOMPARE(parts, QStringLiteral("lakes places points.landmark regions rivers world "));
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
