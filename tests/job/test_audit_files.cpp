#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <array>
#include <clocale>
#include <cstring>
#include <optional>
#include <set>
#include <tuple>

#include "app/job/audit/audit_files.h"
#include "app/job/audit/audit_html.h"
#include "core/base/number_text.h"
#include "core/measure/audit/audit.h"
#include "core/measure/audit/audit_json.h"
#include "core/model/audit/audit_tables.h"
#include "core/model/cure.h"
#include "tests/measure/small_world.h"
#include "tests/support/test_main.h"

using namespace fw;

namespace {

AuditReport sample_report() {
  AuditReport report = audit(test::small_world(), test::small_template());
  report.regions[0].region = "Río \"Alto\", north";
  return report;
}

std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"')
      rows.back().back() += text[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      rows.back().emplace_back();
    else if (c == '\n' && !quoted)
      rows.push_back({""});
    else
      rows.back().back() += c;
  }
  rows.pop_back();
  return rows;
}

/// Another value for every member, in turn.
struct Filler {
  int next = 1;
  void operator()(std::string& text) { text = "t" + std::to_string(next++); }
  void operator()(double& number) { number = next++ + 0.5; }
  void operator()(int64_t& whole) { whole = next++; }
  void operator()(int& whole) { whole = next++; }
  void operator()(bool& truth) { truth = next++ > 0; }
  void operator()(HandState& state) { state = HandState::part; }
  void operator()(Severity& severity) { severity = Severity::error; }
  void operator()(std::vector<bool>& truths) { truths = {true, false}; }
  void operator()(std::optional<std::array<double, 3>>& range) {
    range = {next + 0.25, next + 1.0, next + 2.0};
  }
};

template <typename... Member>
void fill(Filler& filler, Member&... member) {
  (filler(member), ...);
}

/// One row of every list with every member stated. A member that is added to a row or to the report does not
/// compile here until it has its value, and a value that no column holds is not read back.
AuditReport full_report() {
  Filler next;
  AuditReport report;
  auto& [mix, limits, quota, spacing, contiguity, colocation, seam, seat_kind, guard_kinds, regions, rarity,
         water, roads, conditions, hand, views, frozen_edges, kpi, fairness, findings, passed] = report;
  seat_kind = "keep";
  guard_kinds = {"tower", "gate"};
  passed = true;
  {
    auto& [layer, region, cls, target, actual, error, asked, by_hand, of_land] = mix.emplace_back();
    fill(next, layer, region, cls, target, actual, error);
    asked = true;
    mix.push_back({layer, "", cls, 0.5, 0.25, 0.25, false, 0.125});
    mix.push_back({mix[0].layer, "land's", mix[0].cls, 0.25, 0.25, 0, false, 0, true});
  }
  {
    auto& [biome, measure, low, high, room, beyond, region] = limits.emplace_back();
    fill(next, biome, measure, low, high, room, beyond, region);
  }
  {
    auto& [category, cls, region, target, actual, shortfall, mask, apart, density, by_hand, banned] =
        quota.emplace_back();
    fill(next, category, cls, region, target, actual, shortfall, mask, apart, density, by_hand, banned);
  }
  {
    auto& [cls, asked_m, min_m, observed_min_m, nn_mean_m, hand_min_m] = spacing.emplace_back();
    fill(next, cls, asked_m, min_m, observed_min_m, nn_mean_m, hand_min_m);
  }
  {
    auto& [layer, cls, patches, largest, speckle, held_patches, held_speckle] = contiguity.emplace_back();
    fill(next, layer, cls, patches, largest, speckle, held_patches, held_speckle);
  }
  {
    auto& [a, b, share, expected] = colocation.emplace_back();
    fill(next, a, b, share, expected);
  }
  {
    auto& [layer, score] = seam.emplace_back();
    fill(next, layer, score);
  }
  {
    auto& [region, owner, seat, seat_band, guards] = regions.emplace_back();
    fill(next, region, owner, seat, seat_band, guards);
  }
  {
    auto& [of, band, count] = rarity.emplace_back();
    fill(next, of, band, count);
  }
  {
    auto& [what, target, actual, asked, met] = water.emplace_back();
    fill(next, what, target, actual, asked);
    met = false;
    water.push_back({"nothing asked", 4.5, 4.5, false, true});
  }
  {
    auto& [cls, km, towns, reached, detour_mean, detour_max, bridges, fords] = roads.emplace_back();
    fill(next, cls, km, towns, reached, detour_mean, detour_max, bridges, fords);
  }
  {
    auto& [category, cls, feature, low_m, high_m, least_m, most_m, violations] = conditions.emplace_back();
    fill(next, category, cls, feature, low_m, high_m, least_m, most_m, violations);
  }
  {
    auto& [id, list, state, asked, got, reason] = hand.emplace_back();
    fill(next, id, list, state, asked, got, reason);
  }
  {
    auto& [id, held, length_m, visible_m, clearance_m, least_at_m] = views.emplace_back();
    fill(next, id, length_m, visible_m, clearance_m, least_at_m);
    held = false;
  }
  {
    auto& [layer, id, contacts, share] = frozen_edges.emplace_back();
    fill(next, layer, id, contacts, share);
  }
  {
    auto& [name, value, unit, usual] = kpi.emplace_back();
    fill(next, name, value, unit, usual);
    kpi.push_back({"not known", 1, "", {}});
  }
  {
    auto& [severity, code, where, message, cures] = findings.emplace_back();
    fill(next, severity, code, where, message);
    cures = {{set_to("a.b", "\"x\"")}, {raise_to("a.b", 0.25), lower_to("c[1].d", 3)}};
    findings.push_back({Severity::info, "no cure", "", ""});
  }
  return report;
}

template <typename Row>
bool same(const Row& a, const Row& b) {
  return a == b;
}
bool same(const HandOutcome& a, const HandOutcome& b) {
  const auto& [id, list, state, asked, got, reason] = b;
  return std::tie(a.id, a.list, a.state, a.asked, a.got, a.reason) ==
         std::tie(id, list, state, asked, got, reason);
}
bool same(const Finding& a, const Finding& b) {
  const auto& [severity, code, where, message, cures] = b;
  return std::tie(a.severity, a.code, a.where, a.message) == std::tie(severity, code, where, message) &&
         cures_json(a.cures) == cures_json(cures);
}

/// A locale whose decimal sign is a comma, for as long as it lives; the machine may have none.
struct CommaLocale {
  bool set = false;
  CommaLocale() {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8"})
      if (!set && std::setlocale(LC_ALL, name)) set = true;
  }
  ~CommaLocale() { std::setlocale(LC_ALL, "C"); }
};

}  // namespace

class TestAuditFiles : public QObject {
  Q_OBJECT
 private slots:
  void whatIsWrittenReadsBackTheSame() {
    const AuditReport report = sample_report();
    const std::string text = audit_json(report);
    const auto back = read_audit_json(text, "audit.json");
    QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
    QCOMPARE(audit_json(back.value()), text);
    QCOMPARE(back.value().mix.size(), report.mix.size());
    QCOMPARE(back.value().mix[3].actual, report.mix[3].actual);
    QCOMPARE(back.value().regions[0].region, report.regions[0].region);
    QCOMPARE(back.value().quota[0].refused_density, report.quota[0].refused_density);
    QCOMPARE(back.value().passed, report.passed);
  }

  void whatIsSaidOfTheHandReadsBackAndMayBeMissing() {
    AuditReport report = sample_report();
    report.quota[0].by_hand = 3;
    report.quota[0].banned = 2;
    report.spacing[0].hand_min_m = 1.25;
    report.mix[0].by_hand = 0.125;
    report.contiguity[0].held_patches = 4;
    report.contiguity[0].held_speckle_share = 0.375;
    report.hand = {{"p7f3a", "pins", HandState::suspended, 1, 0, "at sea"}};
    report.views = {{"v1", false, 800, 120, -14.5, 400}};
    report.frozen_edges = {{"biome", "b1", 150, 0.0625}};
    std::string text = audit_json(report);
    const auto back = read_audit_json(text, "audit.json");
    QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
    QCOMPARE(back.value().quota[0].by_hand, 3);
    QCOMPARE(back.value().quota[0].banned, 2);
    QCOMPARE(back.value().spacing[0].hand_min_m, 1.25);
    QCOMPARE(back.value().mix[0].by_hand, 0.125);
    QCOMPARE(back.value().contiguity[0].held_patches, 4);
    QCOMPARE(back.value().contiguity[0].held_speckle_share, 0.375);
    QCOMPARE(back.value().hand[0].reason, std::string("at sea"));
    QCOMPARE(back.value().views[0].clearance_m, -14.5);
    QVERIFY(!back.value().views[0].held);
    QCOMPARE(back.value().frozen_edges[0].share, 0.0625);
    const std::string table = audit_csv(report);
    for (const char* line : {"by_hand 3; banned 2", "hand_min_m 1.25", "by_hand 0.125",
                             "view,,v1,,800,120,,,,,cut; clearance_m -14.5", "frozen_edge,biome,b1,,,0.0625"})
      QVERIFY2(table.find(line) != std::string::npos, line);
    QCOMPARE(audit_json(back.value()), text);
    // Audits of versions without a hand.
    for (const char* member : {", \"by_hand\": 3", ", \"banned\": 2", ", \"hand_min_m\": 1.25"}) {
      QVERIFY2(text.find(member) != std::string::npos, member);
      text.erase(text.find(member), std::strlen(member));
    }
    text.replace(text.find("\"hand\":"), 6, "\"old\"");
    const auto old = read_audit_json(text, "audit.json");
    QVERIFY2(bool(old), old ? "" : old.error().message.c_str());
    QVERIFY(old.value().hand.empty());
  }

  void withoutAHandTheFileHasTheFormOfOlderVersions() {
    AuditReport report = sample_report();
    report.hand.clear();
    const std::string text = audit_json(report) + audit_csv(report);
    for (const char* member : {"by_hand", "banned", "hand_min_m", "\"hand\""})
      QVERIFY2(text.find(member) == std::string::npos, member);
  }

  void everyMemberOfEveryRowIsWrittenAndReadBack() {
    const AuditReport report = full_report();
    const std::string text = audit_json(report);
    const auto back = read_audit_json(text, "audit.json");
    QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
    visit_audit_tables([&]<typename Row>(const AuditTable<Row>& table) {
      const std::vector<Row>& read = back.value().*table.rows;
      const std::vector<Row>& written = report.*table.rows;
      const auto equal = [](const Row& a, const Row& b) { return same(a, b); };
      QVERIFY2(std::equal(read.begin(), read.end(), written.begin(), written.end(), equal),
               table.slug.data());
      QVERIFY2(!written.empty(), table.slug.data());
    });
    QCOMPARE(back.value().seat_kind, report.seat_kind);
    QCOMPARE(back.value().guard_kinds, report.guard_kinds);
    QCOMPARE(back.value().passed, report.passed);
    QCOMPARE(audit_json(back.value()), text);
  }

  void everyFigureOfTheJsonStandsInTheCsv() {
    const AuditReport report = full_report();
    const auto rows = parse_csv(audit_csv(report));
    // In the JSON alone: what paint holds of patches, usual ranges, and cures.
    const std::set<std::string> left_out{"patches_by_hand", "speckle_by_hand", "usual", "cures"};
    size_t at = 1;
    visit_audit_tables([&]<typename Row>(const AuditTable<Row>& table) {
      const std::vector<AuditColumn<Row>> columns = audit_file_columns<Row>(report);
      for (const Row& row : report.*table.rows) {
        QCOMPARE(rows[at][0], std::string(table.section));
        for (const AuditColumn<Row>& column : columns) {
          const std::string place = std::string(table.slug) + "." + column.slug;
          const AuditCell cell = column.value.get(row);
          const auto* number = std::get_if<double>(&cell);
          const std::string text = number ? number_text(*number) : audit_cell_text(cell, {}, "");
          const auto holds = [&](const std::string& field) { return field.find(text) != std::string::npos; };
          const bool stands = std::any_of(rows[at].begin() + 1, rows[at].end(), holds);
          const bool silent = left_out.contains(column.slug) || column.value.kind == AuditKind::truth;
          QVERIFY2(stands || silent || text == "0", place.c_str());  // words say what is true
        }
        ++at;
      }
    });
    QCOMPARE(at, rows.size() - 1);
  }

  void everyTableHasItsPlaceOnThePageAndItsOwnSlugs() {
    const AuditReport report = full_report();
    std::set<int> places;
    std::set<std::string> slugs;
    visit_audit_tables([&]<typename Row>(const AuditTable<Row>& table) {
      QVERIFY2(slugs.insert(std::string(table.slug)).second, table.slug.data());
      if (table.page_place > 0) QVERIFY2(places.insert(table.page_place).second, table.slug.data());
      std::set<std::string> keys;
      for (const AuditColumn<Row>& column : audit_file_columns<Row>(report))
        QVERIFY2(keys.insert(column.slug).second, column.slug.c_str());
      for (const std::string_view first : table.first)
        QVERIFY2(keys.contains(std::string(first)), std::string(first).c_str());
      QVERIFY2(!table.worst_first || table.badness, table.slug.data());
      for (const AuditColumn<Row>& column : audit_columns<Row>(report)) QVERIFY(!column.bar || table.bar);
    });
    QCOMPARE(places.size(), slugs.size() - 1);  // findings are a list there
    QCOMPARE(*places.rbegin(), static_cast<int>(places.size()));
  }

  void aStoredAuditKeepsItsUsualRangesAndTheOrderOfKinds() {
    AuditReport report = full_report();
    set_usual(report, {{"not known", {1, 2, 3.5}}, {"of another report", {1, 2, 3}}});
    const std::string text = audit_json(report);
    QVERIFY(text.find("\"unit\": \"\", \"usual\": [1, 2, 3.5]") != std::string::npos);
    const auto back = read_audit_json(text, "audit.json");
    QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
    QCOMPARE(audit_json(back.value()), text);
    QVERIFY(audit_table(back.value(), false).find("1 .. 2 .. 3.5") != std::string::npos);
  }

  void aStoredAuditReadsAsTheWorldsOwn() {
    AuditReport report = full_report();
    report.mix[1].asked = true;  // and held by paint
    const auto back = read_audit_json(audit_json(report), "audit.json");
    QVERIFY2(bool(back), back ? "" : back.error().message.c_str());
    const AuditSubject subject{"Small", SeedBundle::from_master(7), 8, 8};
    QCOMPARE(audit_html(back.value(), subject), audit_html(report, subject));
    QCOMPARE(audit_table(back.value(), false), audit_table(report, false));
    QCOMPARE(audit_csv(back.value()), audit_csv(report));
  }

  void unknownWordsAndWrongRangesAreRefusedWithTheirPlace() {
    const std::string text = audit_json(full_report());
    const auto refused = [&](const std::string& from, const std::string& to) {
      std::string changed = text;
      changed.replace(changed.find(from), from.size(), to);
      const auto back = read_audit_json(changed, "here.json");
      return back ? std::string() : back.error().message;
    };
    QCOMPARE(refused("\"state\": \"part\"", "\"state\": \"gone\""),
             std::string("here.json: hand[0].state: unknown word 'gone'"));
    QCOMPARE(refused("\"severity\": \"error\"", "\"severity\": \"bad\""),
             std::string("here.json: findings[0].severity: unknown word 'bad'"));
    QCOMPARE(refused("\"usual\": null", "\"usual\": [1, 2]"),
             std::string("here.json: kpi[1].usual: expected three numbers or null, found array"));
    QCOMPARE(refused("\"verb\": \"raise\"", "\"verb\": \"double\""),
             std::string("here.json: findings[0].cures[1][0].verb: unknown word 'double'"));
    QCOMPARE(refused("\"cures\": [", "\"cures\": [7, "),
             std::string("here.json: findings[0].cures[0]: expected a list, found number"));
    QCOMPARE(refused("\"cures\": ", "\"more\": "), std::string());  // as earlier versions wrote it
    QCOMPARE(refused("\"mask\": ", "\"mask\": 0.5, \"x\": "),
             std::string("here.json: quota[0].reasons.mask: expected a whole number, found number"));
  }

  void theJsonHasTheContractsKeys() {
    const std::string text = audit_json(sample_report());
    const QJsonObject root = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    for (const char* key :
         {"mix", "quota", "spacing", "contiguity", "colocation", "seam", "regions", "rarity", "findings"})
      QVERIFY2(root[key].isArray(), key);
    QVERIFY(root["passed"].isBool());
    const QJsonObject mix = root["mix"].toArray()[0].toObject();
    QVERIFY(mix["region"].isNull());
    QCOMPARE(mix["origin"].toString(), QString("asked"));
    const QJsonObject reasons = root["quota"].toArray()[0].toObject()["reasons"].toObject();
    QCOMPARE(reasons["spacing"].toInt(), 20);
    QVERIFY(text.find("\"mix\"") < text.find("\"quota\""));
    QVERIFY(text.find("\"findings\"") < text.find("\"passed\""));
  }

  void brokenAuditsAreRefusedWithTheirPlace() {
    QVERIFY(!read_audit_json("{", "x"));
    QVERIFY(!read_audit_json("[]", "x"));
    std::string text = audit_json(sample_report());
    const auto at = text.find("\"target\": ");
    text.replace(at, 10, "\"target\": \"x\", \"y\": ");
    const auto back = read_audit_json(text, "here.json");
    QVERIFY(!back);
    QCOMPARE(back.error().kind, ErrorKind::io);
    QVERIFY(back.error().message.find("here.json: mix[0].target") == 0);
  }

  void theCsvIsRectangularAndQuotesWhatItMust() {
    const auto rows = parse_csv(audit_csv(sample_report()));
    for (const auto& row : rows) QCOMPARE(row.size(), size_t{11});
    QCOMPARE(rows[0][0], std::string("section"));
    QVERIFY(
        std::any_of(rows.begin(), rows.end(), [](const auto& r) { return r[3] == "Río \"Alto\", north"; }));
    QCOMPARE(rows.back()[0], std::string("passed"));
    QCOMPARE(rows.back()[5], std::string("0"));
  }

  void leadingColumnsStandInFrontOfEveryRow() {
    const AuditReport report = sample_report();
    const auto rows =
        parse_csv(audit_csv_header({"template", "seed"}) + audit_csv_rows(report, {"Small", "7"}));
    QCOMPARE(rows[0][1], std::string("seed"));
    for (size_t i = 1; i < rows.size(); ++i) {
      QCOMPARE(rows[i].size(), size_t{13});
      QCOMPARE(rows[i][1], std::string("7"));
    }
  }

  void aCommaLocaleChangesNoByte() {
    const AuditReport report = sample_report();
    const std::string json = audit_json(report), csv = audit_csv(report), table = audit_table(report, false);
    const CommaLocale locale;
    if (!locale.set) QSKIP("no comma locale on this machine");
    QCOMPARE(audit_json(report), json);
    QCOMPARE(audit_csv(report), csv);
    QCOMPARE(audit_table(report, false), table);
    QVERIFY(bool(read_audit_json(json, "x")));
  }

  void theTableShowsVerdictShortfallAndReasonsAndColoursOnlyWhenAsked() {
    const AuditReport report = sample_report();
    const std::string plain = audit_table(report, false);
    QVERIFY(plain.find("Audit did not pass") == 0);
    QVERIFY(plain.find("hemp") != std::string::npos);
    QVERIFY(plain.find("quota_shortfall") != std::string::npos);
    QVERIFY(plain.find('\033') == std::string::npos);
    QVERIFY(audit_table(report, true).find('\033') != std::string::npos);
  }

  void theTablePutsTheLargestRegionalErrorFirst() {
    AuditReport report;
    report.mix = {{"danger", "Ames", "red", 0.1, 0.1, 0, false},
                  {"danger", "Borg", "red", 0.1, 0.4, 0.3, false}};
    const std::string text = audit_table(report, false);
    QVERIFY(text.find("Borg") < text.find("Ames"));
  }
};

FW_TEST(TestAuditFiles)
#include "test_audit_files.moc"
