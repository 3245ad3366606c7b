// What a message says to set is set here, and the finding goes: no cure is refused, none cures another thing.

#include <QRegularExpression>
#include <QTest>
#include <functional>
#include <map>

#include "app/job/build/build.h"
#include "core/base/exact/rng.h"
#include "core/template/check/feasibility.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

class TestCaseCures : public QObject {
  Q_OBJECT

  /// A template with settings, and what is found of it and its world; nothing where it is refused.
  static std::optional<Findings> findings_of(std::string_view text, const std::vector<std::string>& settings,
                                             uint64_t seed, bool whole = true) {
    const Result<Template> tmpl = parse_template_with(text, "input", settings);
    if (!tmpl) return std::nullopt;
    Findings found = check_feasibility(tmpl.value());
    if (!whole || std::ranges::any_of(found, [](const Finding& f) { return f.severity == Severity::error; }))
      return found;
    BuildRequest request;
    request.tmpl = tmpl.value();
    request.seeds = SeedBundle::from_master(seed);
    request.resolution = 96;
    const Result<Build> made = build(request);
    if (!made) return std::nullopt;
    found.insert(found.end(), made.value().audit.findings.begin(), made.value().audit.findings.end());
    return found;
  }

  /// What each way out of a message says to set, read from its words: the other road to a finding's cures.
  static std::vector<std::map<std::string, std::string>> worded(const std::string& message) {
    static const QRegularExpression ways(",? or (?=[a-z]+ [a-z_]+[.\\[])|; ");
    static const QRegularExpression edit(
        "(?:[Ss]et|[Rr]aise|[Ll]ower) ([a-z_]+(?:\\[\\d+\\])?(?:\\.[a-z0-9_]+(?:\\[\\d+\\])?)+) to "
        "(?:at (?:least|most) )?(-?[0-9.]*[0-9](?: ?%)?|[a-z_]+)");
    std::vector<std::map<std::string, std::string>> out;
    for (const QString& way : QString::fromStdString(message).split(ways)) {
      if (way.contains(" and take away ")) continue;  // not by edits alone
      std::map<std::string, std::string> edits;
      for (auto found = edit.globalMatch(way); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString value = match.captured(2);
        if (value.endsWith('%')) value = QString::number(value.chopped(1).trimmed().toDouble() / 100, 'g', 8);
        edits[match.captured(1).toStdString()] = value.toStdString();
      }
      if (!edits.empty()) out.push_back(std::move(edits));
    }
    return out;
  }

  static bool is_among(const std::map<std::string, std::string>& edits, const std::vector<Cure>& cures) {
    return std::ranges::any_of(cures, [&](const Cure& cure) {
      return cure.size() == edits.size() && std::ranges::all_of(cure, [&](const PathEdit& edit) {
               const auto value = edits.find(edit.path);
               return value != edits.end() && value->second == edit.value;
             });
    });
  }

  static std::vector<std::string> settings_of(const Cure& cure) {
    std::vector<std::string> settings;
    for (const PathEdit& edit : cure) settings.push_back(edit.path + "=" + edit.value);
    return settings;
  }

  /// Tries every cure of a finding; how many there were. A failure is a sentence.
  static int try_cures(const Finding& finding, std::string_view text,
                       const std::vector<std::string>& settings, uint64_t seed, bool whole,
                       QString* failure) {
    for (const std::map<std::string, std::string>& edits : worded(finding.message))
      if (!is_among(edits, finding.cures))
        *failure = "is not data: " + QString::fromStdString(finding.message);
    int tried = 0;
    for (const Cure& cure : finding.cures) {
      std::vector<std::string> cured = settings;
      for (std::string& setting : settings_of(cure)) cured.push_back(std::move(setting));
      const auto after = findings_of(text, cured, seed, whole);
      ++tried;
      const bool stays = after && std::ranges::any_of(*after, [&](const Finding& f) {
                           return f.code == finding.code && f.where == finding.where;
                         });
      if (after && !stays) continue;
      QString words;
      for (const std::string& setting : cured) words += QString::fromStdString(setting) + " ";
      *failure = QString("seed %1, %2: %3: %4")
                     .arg(seed)
                     .arg(words, after ? "stays" : "is refused", QString::fromStdString(finding.message));
    }
    return tried;
  }

 private slots:
  void theCuresOfAMessageAreRead() {
    const auto edits = worded("Set a.b to 5, or lower c[2].d to 3.5 and set e.f to 6.6 %.");
    QCOMPARE(edits.size(), size_t{2});
    QCOMPARE(edits[0], (std::map<std::string, std::string>{{"a.b", "5"}}));
    QCOMPARE(edits[1], (std::map<std::string, std::string>{{"c[2].d", "3.5"}, {"e.f", "0.066"}}));
  }

  void everyFindingThatNamesValuesHasItsCures_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<int>("cures");
    QTest::addColumn<bool>("whole");
    bool whole = false;  // arithmetic tells the first ones
    const auto broken = [&whole](const char* code, int cures, const QStringList& settings) {
      QTest::newRow(QString("%1, %2").arg(code, settings.front()).toUtf8().constData())
          << code << settings << cures << whole;
    };
    const auto shares = [](const char* table, const std::map<std::string, const char*>& of) {
      QStringList settings;
      for (const std::string& id : table_ids(tiny(), table))
        settings << QString("%1.%2.share=%3").arg(table, id.c_str(), of.contains(id) ? of.at(id) : "0");
      return settings;
    };
    broken("land_at_frame", 1, {"land.fraction=0.82"});
    broken("landmark_count_unlike_regions", 1, {"landmarks.settlement=4"});
    broken("neutral_share_without_regions", 2, {"regions.neutral=0", "landmarks.outpost=0"});
    broken("landmark_without_neutral_regions", 2, {"regions.neutral=0"});
    broken("neutral_regions_without_share", 1, shares("factions", {{"green", "1"}}));
    broken("idle_faction_dice", 1, {"modes.factions=regions", "seeds.factions=5"});
    broken("fewer_regions_than_factions", 1,
           {"regions.controllable=2", "landmarks.settlement=2", "landmarks.fort=2"});
    broken("band_over_neutral", 2,
           shares("danger", {{"green", "0.3"}, {"yellow", "0.2"}, {"red", "0.2"}, {"black", "0.3"}}));
    broken(
        "region_mixes_over_island", 1,
        {R"(region_mixes=[{"region": 2, "danger": {"black": 1}}, {"region": 3, "danger": {"black": 1}}])"});
    broken(
        "region_mixes_under_island", 0,
        shares("danger", {{"green", "0.2"}, {"black", "0.8"}})
            << R"(region_mixes=[{"region": 1, "danger": {"green": 1}}, {"region": 2, "danger": {"green": 1}},
                     {"region": 3, "danger": {"green": 1}}])");
    broken("landmark_without_ground", 1, shares("danger", {{"green", "1"}}));
    broken("landmarks_over_capacity", 2, {"landmarks.shrine=60"});
    broken("landmarks_over_capacity", 2, {"landmarks.shrine.count=20", "landmarks.shrine.per=region"});
    broken("landmarks_over_capacity", 1, {"landmarks.settlement.spacing_m=4000"});
    broken("rarity_without_ground", 1, shares("danger", {{"green", "1"}}));
    broken("wavelength_below_resolution", 1, {"noise.type.wavelength_m=20"});
    broken("wavelength_over_island", 1, {"noise.type.wavelength_m=90000"});
    broken("no_biome", 1, {R"(resources.timber.biomes={"snow": 1})"});
    broken("no_danger_band", 1,
           shares("danger", {{"green", "0.5"}, {"yellow", "0.3"}, {"red", "0.2"}})
               << R"(enemies.lost.danger={"black": 1})");
    broken("quota_over_capacity", 2, {"resources.timber.quota=900"});
    broken("quota_near_capacity", 2, {"resources.timber.quota=40", "resources.timber.quota_by=region"});
    broken("sea_kind_inland", 2, {"families.wood.symbol=anchor"});
    whole = true;
    broken("quota_shortfall", 1, {"resources.timber.quota=3000"});
    broken("landmark_shortfall", 1, {"landmarks.shrine=60"});
    broken("rarity_shortfall", 1, {"rarities.boss.count=30"});
    broken("band_outside_neutral", 1, {"danger.black.floor=0.05"});
    broken("band_outside_neutral", 2,
           shares("danger", {{"green", "0.3"}, {"yellow", "0.2"}, {"red", "0.2"}, {"black", "0.3"}}));
    // Rows of the hand.
    const QString middle = R"("x_m": 1500, "y_m": 1500)", corner = R"("x_m": 20, "y_m": 20)";
    const auto pins = [](const QStringList& rows) { return "hand.pins=[" + rows.join(", ") + "]"; };
    const auto pin = [](const char* id, const char* cls, const QString& rest) {
      return QString(R"({"id": "%1", "class": "%2", %3})").arg(id, cls, rest);
    };
    broken("pin_suspended", 1, {pins({pin("p1", "timber", corner)})});
    broken("pin_suspended", 1, {pins({pin("p1", "shrine", corner)})});
    broken("pins_too_close", 1, {pins({pin("p1", "timber", middle), pin("p2", "timber", middle)})});
    broken("pins_too_close", 1, {pins({pin("p1", "shrine", middle), pin("p2", "shrine", middle)})});
    broken("pins_over_quota", 1,
           {pins({pin("p1", "timber", middle), pin("p2", "timber", middle)}), "resources.timber.quota=1"});
    broken("pins_over_quota", 1,
           {pins({pin("p1", "quest_hub", middle), pin("p2", "quest_hub", middle)}), "landmarks.quest_hub=1"});
    broken("pin_second_in_region", 1,
           {pins({pin("p1", "settlement", middle), pin("p2", "settlement", R"("x_m": 1550, "y_m": 1500)")})});
    const auto paint = [](const char* list, const char* cls, int radius_m) {
      return QString(
                 R"j(hand.%1=[{"id": "b1", "class": "%2", "shape": "POINT (1500 1500)", "radius_m": %3}])j")
          .arg(list, cls)
          .arg(radius_m);
    };
    broken("paint_over_mix", 1, {paint("biome", "highland", 700)});
    broken("paint_over_mix", 1, {paint("faction", "yellow", 900)});
    broken("mix_by_hand", 1, {paint("biome", "highland", 600), "hand.mix=follow"});
    broken(
        "paint_over_region_mix", 1,
        {paint("biome", "highland", 500),
         R"j(region_mixes=[{"region": 2, "biomes": {"grassland": 0.6, "forest": 0.35, "highland": 0.05}}])j"});
    broken("row_suspended", 1,
           {R"j(hand.faction=[{"id": "f1", "class": "yellow", "force": "bias", "shape": "POINT (1500 1500)",
               "radius_m": 300}])j",
            "modes.factions=regions"});
    broken(
        "row_suspended", 1,
        {R"j(hand.rerolls=[{"id": "r1", "of": "factions", "shape": "POINT (1500 1500)", "radius_m": 300}])j",
         "modes.factions=regions"});
    broken(
        "row_suspended", 1,
        {R"j(hand.waters=[{"id": "w1", "kind": "lake", "shape": "POINT (1500 1500)", "radius_m": 200}])j"});
    broken("view_cut", 1,
           {R"j(hand.views=[{"id": "v1", "x_m": 900, "y_m": 1500, "to_x_m": 2100, "to_y_m": 1500}])j"});
    broken("land_fraction_by_hand", 1,
           {R"j(hand.land=[{"id": "l1", "is": "land", "shape": "POINT (1500 1500)", "radius_m": 1400}])j"});
  }
  /// Of a template that is broken in one way each: what its finding proposes mends it.
  void everyFindingThatNamesValuesHasItsCures() {
    QFETCH(QString, code);
    QFETCH(QStringList, settings);
    QFETCH(int, cures);
    QFETCH(bool, whole);
    std::vector<std::string> all = dry_settings();
    for (const QString& setting : settings) all.push_back(setting.toStdString());
    const std::string_view text = find_builtin("Tiny")->text;
    const auto found = findings_of(text, all, 3, whole);
    QVERIFY(found);
    QString codes;
    for (const Finding& finding : *found) codes += QString::fromStdString(finding.code) + " ";
    const auto told = std::ranges::find(*found, code.toStdString(), &Finding::code);
    QVERIFY2(told != found->end(), qPrintable(codes));
    QString failure;
    QCOMPARE(try_cures(*told, text, all, 3, whole, &failure), cures);
    QVERIFY2(failure.isEmpty(), qPrintable(failure));
  }

  void whatIsRefusedHasItsCures() {
    struct Refused {
      std::function<void(Template&)> spoil;
      std::vector<std::string> cures;
    };
    const auto ground = [](GroundKind kind) {
      return [kind](Template& t) { t.resources[0].conditions.ground = kind; };
    };
    const Refused rows[] = {
        {ground(GroundKind::river), {"water.rivers=natural", "resources[0].quota=0"}},
        {ground(GroundKind::beach), {"coast.types=natural", "resources[0].quota=0"}},
        {[](Template& t) {
           t.resources[0].conditions.near[near_index("bridge")] = DistanceRange{0, 100};
         },
         {"water.rivers=natural", "resources[0].quota=0"}},
        {[](Template& t) {
           SiteCondition at_harbours;
           at_harbours.measure = "mooring";
           at_harbours.min = 0.5;
           t.vocabulary.landmarks[*find_row(t.vocabulary.landmarks, "shrine")].site.require.push_back(
               at_harbours);
         },
         {"coast.types=natural", "landmarks.shrine.count=0"}}};
    for (const Refused& row : rows) {
      Template t = tiny();
      row.spoil(t);
      const CheckedTemplate checked = check_edited(t);
      std::vector<std::string> told;
      for (const Finding& refusal : checked.refusals)
        for (const Cure& cure : refusal.cures)
          for (const std::string& setting : settings_of(cure))
            if (std::ranges::find(told, setting) == told.end()) told.push_back(setting);
      QCOMPARE(told, row.cures);
      for (const std::string& setting : told) {
        const Result<Template> after = parse_template_with(write_template(t), "Tiny", {setting});
        QVERIFY2(bool(after), after ? "" : after.error().message.c_str());
      }
    }
  }

  void whatAMessageSaysToSetCuresIt_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<quint64>("first");
    for (const char* name : {"Tiny", "FrontierLike", "ArchipelagoLike", "EdengroveLike"})
      QTest::newRow(name) << name << quint64{1};
  }
  /// Numbers of a template changed at random; FIELDWRIGHT_CURES = how many templates.
  void whatAMessageSaysToSetCuresIt() {
    QFETCH(QString, name);
    const BuiltinTemplate& builtin_text = *find_builtin(name.toStdString());
    const Template tmpl = builtin(builtin_text.name);
    struct Number {
      std::string path;
      double value, min, max;
      bool whole;
    };
    std::vector<Number> numbers;
    for (const Parameter& p : parameters()) {
      if (p.type != ParameterType::number && p.type != ParameterType::integer) continue;
      const std::string group = p.path.substr(0, p.path.find_first_of(".["));
      if (QStringList{"seed", "anchor_lon_deg", "anchor_lat_deg", "view", "hand", "export", "noise", "frame",
                      "play"}
              .contains(QString::fromStdString(group)))
        continue;
      each_place(p, tmpl, [&](ParameterPlace place) {
        const ParameterValue value = p.get(tmpl, place);
        if (const double* number = std::get_if<double>(&value))
          numbers.push_back(
              {setting_path(p, tmpl, place), *number, p.min, p.max, p.type == ParameterType::integer});
      });
    }
    const int templates = qEnvironmentVariableIntValue("FIELDWRIGHT_CURES");
    RandomCursor random{derive(7, "cures." + name.toStdString()), 0};
    int tried = 0;
    for (int k = 0; k < (templates > 0 ? templates : 12); ++k) {
      std::vector<std::string> settings;
      for (size_t n = 1 + random.below(2); n > 0; --n) {
        const Number& number = numbers[random.below(numbers.size())];
        const std::array<double, 5> values{number.value * 3, number.value * 10, number.value / 3, number.min,
                                           number.value + 1};
        double value = std::clamp(values[random.below(values.size())], number.min, number.max);
        if (number.whole) value = std::round(value);
        settings.push_back(number.path + "=" + QString::number(value, 'g', 9).toStdString());
      }
      QString failure;
      const uint64_t seed = 1 + random.below(40);
      if (const auto found = findings_of(builtin_text.text, settings, seed))
        for (const Finding& finding : *found)
          tried += try_cures(finding, builtin_text.text, settings, seed, true, &failure);
      QVERIFY2(failure.isEmpty(), qPrintable(failure));
    }
    qInfo("%d cures tried", tried);
  }

  void aShortfallOfTheHandNamesItsRowsAndNoOtherCause() {
    Template tmpl = tiny();
    BanRow ban;
    ban.id = "b1";
    ban.of = "iron_vein";
    ban.x_m = ban.y_m = 1500;
    ban.radius_m = 3000;
    tmpl.hand.bans.push_back(ban);
    const auto found = findings_of(write_template(tmpl), {}, 3);
    QVERIFY(found);
    const auto told = std::ranges::find_if(*found, [](const Finding& f) {
      return f.code == "quota_shortfall" && f.message.starts_with("iron_vein");
    });
    QVERIFY(told != found->end());
    const QString message = QString::fromStdString(told->message);
    QVERIFY2(message.contains("row b1"), qPrintable(message));
    QVERIFY2(!message.contains("spacing_m") && !message.contains("widen"), qPrintable(message));
  }
};

FW_TEST(TestCaseCures)
#include "test_case_cures.moc"
