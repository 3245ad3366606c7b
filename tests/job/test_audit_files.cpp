#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <clocale>
#include <cstring>

#include "app/job/audit/audit_files.h"
#include "core/measure/audit/audit.h"
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
