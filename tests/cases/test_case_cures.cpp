// What a message says to set is set here, and the finding goes: no cure is refused, none cures another thing.

#include <QRegularExpression>
#include <QTest>

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
                                             uint64_t seed) {
    const Result<Template> tmpl = parse_template_with(text, "input", settings);
    if (!tmpl) return std::nullopt;
    Findings found = check_feasibility(tmpl.value());
    if (std::ranges::any_of(found, [](const Finding& f) { return f.severity == Severity::error; }))
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

  /// The settings that each way out of a message names: "Set a.b to 3 or lower c.d to 2 and e.f to 1".
  static std::vector<std::vector<std::string>> cures_in(const std::string& message) {
    static const QRegularExpression ways(",? or (?=[a-z]+ [a-z_]+[.\\[])|; ");
    static const QRegularExpression cure(
        "(?:[Ss]et|[Rr]aise|[Ll]ower) ([a-z_]+(?:\\[\\d+\\])?(?:\\.[a-z0-9_]+(?:\\[\\d+\\])?)+) (?:to|=) "
        "(?:at (?:least|most) )?(-?[0-9.]*[0-9](?: ?%)?|[a-z_]+)");
    std::vector<std::vector<std::string>> out;
    for (const QString& way : QString::fromStdString(message).split(ways)) {
      std::vector<std::string> settings;
      for (auto found = cure.globalMatch(way); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString value = match.captured(2);
        if (value.endsWith('%'))
          value = QString::number(value.chopped(1).trimmed().toDouble() / 100, 'g', 15);
        settings.push_back((match.captured(1) + "=" + value).toStdString());
      }
      if (!settings.empty()) out.push_back(std::move(settings));
    }
    return out;
  }

  /// Tries every cure of every finding; how many there were.
  static int try_cures(std::string_view text, const std::vector<std::string>& settings, uint64_t seed,
                       QString* failure) {
    int tried = 0;
    const auto found = findings_of(text, settings, seed);
    if (!found) return 0;
    for (const Finding& finding : *found)
      for (const std::vector<std::string>& cure : cures_in(finding.message)) {
        std::vector<std::string> cured = settings;
        cured.insert(cured.end(), cure.begin(), cure.end());
        const auto after = findings_of(text, cured, seed);
        ++tried;
        const bool stays = after && std::ranges::any_of(*after, [&](const Finding& f) {
                             return f.code == finding.code && f.where == finding.where;
                           });
        if (after && !stays) continue;
        QString words;
        for (const std::string& setting : settings) words += QString::fromStdString(setting) + " ";
        *failure = QString("seed %1, %2: %3: %4")
                       .arg(seed)
                       .arg(words, after ? "stays" : "is refused", QString::fromStdString(finding.message));
        return tried;
      }
    return tried;
  }

 private slots:
  void theCuresOfAMessageAreRead() {
    const auto cures = cures_in("Set a.b to 5, or lower c[2].d to 3.5 and set e.f to 6.6 %.");
    QCOMPARE(cures.size(), size_t{2});
    QCOMPARE(cures[0], (std::vector<std::string>{"a.b=5"}));
    QCOMPARE(cures[1], (std::vector<std::string>{"c[2].d=3.5", "e.f=0.066"}));
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
      tried += try_cures(builtin_text.text, settings, 1 + random.below(40), &failure);
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
