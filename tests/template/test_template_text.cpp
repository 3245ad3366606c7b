#include <QTest>
#include <clocale>

#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"
#include "tests/template/each_parameter.h"

using namespace fw;
using namespace fw::test;

namespace {

std::string read_file(const QString& name) {
  QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR) + "/" + name);
  if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(name));
  return file.readAll().toStdString();
}

Template parsed(std::string_view text) {
  Result<Template> result = parse_template(text, "t.json");
  if (!result) qFatal("%s", result.error().message.c_str());
  return std::move(result).value();
}

}  // namespace

class TemplateTextTest : public QObject {
  Q_OBJECT

 private slots:
  void everyShippedTemplateIsInItsCompactForm() {
    QVERIFY(builtin_templates().size() >= size_t{4});
    QCOMPARE(find_builtin("tiny"), find_builtin("Tiny"));
    for (const BuiltinTemplate& t : builtin_templates()) {
      if (qEnvironmentVariableIsSet("FIELDWRIGHT_UPDATE_DOCS")) {
        QFile file(QStringLiteral(FIELDWRIGHT_SOURCE_DIR "/templates/%1.json")
                       .arg(QString::fromUtf8(t.name.data(), t.name.size())));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(write_compact(parsed(t.text))));
        continue;
      }
      QCOMPARE(QString::fromStdString(write_template(parsed(write_template(parsed(t.text))))),
               QString::fromStdString(write_template(parsed(t.text))));
      QCOMPARE(QString::fromStdString(write_compact(parsed(t.text))),
               QString::fromUtf8(t.text.data(), int(t.text.size())));
      QCOMPARE(parsed(t.text).name, std::string(t.name));
      QCOMPARE(read_file("templates/" + QString::fromStdString(std::string(t.name)) + ".json"),
               std::string(t.text));
    }
  }
  void rowsOfATemplateLieOverThoseOfItsVocabulary() {
    const Template t = parsed(
        "{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\", \"biomes\": [{\"id\": \"forest\", "
        "\"prior\": {\"slope\": 1}}, {\"id\": \"reef\"}]}");
    QCOMPARE(t.vocabulary.biomes.size(), size_t{9});
    QCOMPARE(t.vocabulary.biomes[1].prior.slope, 1.0F);
    QCOMPARE(t.vocabulary.biomes[1].prior.height, -0.1F);
    QCOMPARE(t.vocabulary.biomes[8].label, std::string("Reef"));
    QVERIFY(write_template(t).find("vocabulary") == std::string::npos);
  }
  void everyTemplateOfAnEarlierVersionHasOneInItsPlace() {
    for (const char* name : {"WindswardRivers", "shatteredrivers", "EDENGROVERIVERS"}) {
      QVERIFY(find_builtin(name) == nullptr);
      QVERIFY(find_builtin(builtin_in_place_of(name)) != nullptr);
    }
    for (const BuiltinTemplate& t : builtin_templates()) QVERIFY(builtin_in_place_of(t.name).empty());
    QVERIFY(builtin_in_place_of("nowhere").empty());
  }
  void builtinsAreFoundInAnyCase() {
    QVERIFY(find_builtin("windswardLIKE") == &builtin_templates()[0]);
    QVERIFY(find_builtin("nowhere") == nullptr);
  }
  void theShippedNumbersAreThoseOfTheSpecification() {
    const Template t = parsed(find_builtin("ShatteredMountainLike")->text);
    QCOMPARE(t.seed, uint64_t{7});
    QCOMPARE(t.regions.controllable, 9);
    QCOMPARE(t.relief.height_max_m, 800.0);
    QCOMPARE(t.resources.size(), size_t{26});
    QCOMPARE(t.wildlife.size(), size_t{8});
    QCOMPARE(t.enemies.size(), size_t{7});
    int quota = 0;
    for (const PointClass& cls : t.resources) quota += cls.quota;
    QCOMPARE(quota, 730);
    QCOMPARE(t.enemies[3].slug, std::string("angry_earth"));
    QCOMPARE(t.enemies[3].family, std::string("angry_earth"));
    QCOMPARE(t.enemies[3].label, std::string("Angry Earth"));
    QCOMPARE(t.noise.faction.wavelength_m, 3472.0);
  }
  void streamSeedsAndViewAreKeptButAreNotTheWorldsIdentity() {
    const Template plain = tiny();
    const uint64_t salt = salt_word(plain.stream_seeds.salt);
    QCOMPARE(plain.seeds(), SeedBundle::from_master(plain.seed).salted(salt));
    QVERIFY(write_template(plain).find("view") == std::string::npos);
    Template t = plain;
    t.stream_seeds.place = 9;
    t.view.palette = "colour_blind_safe";
    t.view.layers = {{MapLayer::danger, true, 0.25}, {MapLayer::tracks, false, 1}};
    QCOMPARE(t.seeds(), (SeedBundle{plain.seed, plain.seed, 9, {}, salt}));
    QCOMPARE(template_digest(t), template_digest(plain));
    const Template again = parsed(write_template(t));
    QCOMPARE(again.seeds(), t.seeds());
    QVERIFY(again.view.layers == t.view.layers);
    QCOMPARE(write_template(again), write_template(t));
  }
  void everyNumberSurvivesWritingAndReading() {
    Template t = tiny();
    for (const Parameter& p : parameters()) {
      const bool bound = p.path.ends_with("share") || p.path.ends_with("threshold") ||
                         p.path.ends_with("floor") || p.path.starts_with("land.fraction") ||
                         p.path.starts_with("frame") || p.path.find("demand") != std::string::npos ||
                         p.path == "calendar.start_d";
      if (p.type != ParameterType::number || bound) continue;
      each_place(p, t, [&](ParameterPlace at) {
        if (!std::holds_alternative<std::monostate>(p.get(t, at)))
          p.set(t, at, p.min + (p.max - p.min) * 0.123456789);
      });
    }
    const std::string text = write_template(t);
    const Template again = parsed(text);
    test::each_parameter(t, [&](const std::string& path, const Parameter& p, ParameterPlace at) {
      QVERIFY2(p.get(t, at) == p.get(again, at), path.c_str());
    });
    QCOMPARE(write_template(again), text);
  }
  void whatIsLeftOutTakesItsDefault() {
    const Template t = parsed(
        "{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\", \"enemies\": [{\"class\": "
        "\"old_bear\"}]}");
    QCOMPARE(t.frame.width_m, 8000.0);
    QVERIFY(!t.vocabulary.landmarks[0].count);
    QCOMPARE(t.enemies[0].label, std::string("old bear"));
    QCOMPARE(t.enemies[0].danger_affinity, (std::vector<double>{1, 1, 1, 1}));
  }
  void aMemberLeftOutOfAStatedMixIsZero() {
    const Template t = parsed(
        "{\"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\", \"wildlife\": [{\"class\": \"elk\", "
        "\"biomes\": {\"forest\": 1}}]}");
    QCOMPARE(t.wildlife[0].biome_affinity, (std::vector<double>{0, 1, 0, 0, 0, 0, 0, 0}));
  }
  void commentsAndExtensionsAreKept() {
    const std::string text =
        "{\"$schema\": \"s.json\", \"format\": 3, \"name\": \"x\", \"vocabulary\": \"classic\", \"x-tool\": "
        "{\"a/b\": [1, 2.50, null]},\n"
        " \"frame\": {\"comment\": \"why 900\"}, \"enemies\": [{\"class\": \"a\"}, {\"class\": \"b\", "
        "\"x-~/k\": true}]}";
    const Template t = parsed(text);
    QCOMPARE(t.extras.size(), size_t{4});
    const std::string written = write_template(t);
    for (const char* kept : {"\"$schema\": \"s.json\"", "\"x-tool\": {\"a/b\": [1, 2.50, null]}",
                             "\"comment\": \"why 900\"", "\"x-~/k\": true"})
      QVERIFY2(QString::fromStdString(written).contains(kept), written.c_str());
    QVERIFY(written.starts_with("{\n  \"$schema\""));
    QCOMPARE(write_template(parsed(written)), written);
  }
  void theDigestIgnoresSeedCommentsAndDescription() {
    const Template t = tiny();
    const std::string digest = template_digest(t);
    QCOMPARE(digest.size(), size_t{64});
    Template other = t;
    other.seed = 77;
    other.description = "else";
    other.extras.emplace_back("/comment", "\"hello\"");
    other.extras.emplace_back("/$schema", "\"s\"");
    QCOMPARE(template_digest(other), digest);
    other.resources[0].quota += 1;
    QVERIFY(template_digest(other) != digest);
    other = t;
    other.noise.danger.lacunarity += 1e-15;
    QVERIFY(template_digest(other) != digest);
  }
  void numbersDoNotDependOnTheLocale() {
    const std::string before = write_template(tiny());
    if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) QSKIP("no locale with a decimal comma installed");
    const std::string after = write_template(tiny());
    std::setlocale(LC_ALL, "C");
    QCOMPARE(after, before);
  }
  void unfinishedWorkReadsBackAsItStands() {
    Template t = tiny();
    t.vocabulary.danger[0].share = 0.9;
    t.name = "a/b";
    t.resources[0].slug = "Bad Name!";
    t.resources[2].slug = t.resources[1].slug;
    t.resources[1].label.clear();
    std::swap(t.vocabulary.danger[1].threshold, t.vocabulary.danger[3].threshold);
    const std::string text = write_template(t);
    QVERIFY(!parse_template(text, "t.json"));
    const Result<Template> back = parse_unfinished(text, "t.json");
    QVERIFY(back);
    t.resources[1].label = back.value().resources[1].label;  // derived, as in every file
    QCOMPARE(QString::fromStdString(write_template(back.value())), QString::fromStdString(write_template(t)));
    QCOMPARE(check_edited(back.value()).refusals.size(), check_edited(t).refusals.size());
  }
  void finishedWorkReadsTheSameEitherWay() {
    for (const BuiltinTemplate& t : builtin_templates())
      QCOMPARE(write_template(parse_unfinished(t.text, t.name).value()), write_template(parsed(t.text)));
  }
  void whatNoTemplateCanHoldIsNoUnfinishedWork() {
    for (const char* text : {"{", "{\"format\": 3, \"nonsense\": 1}", "{\"format\": 3, \"size_m\": 1e300}",
                             "{\"format\": 3, \"name\": 3}", "{\"format\": 3, \"resources\": 3}"})
      QVERIFY2(!parse_unfinished(text, "t.json"), text);
  }
};

FW_TEST(TemplateTextTest)
#include "test_template_text.moc"
