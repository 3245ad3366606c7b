#include <QtTest>
#include <clocale>

#include "core/template/parameters.h"
#include "core/template/template_io.h"

using namespace fw;

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

Template tiny() {
  return parsed(find_builtin("tiny")->text);
}

}  // namespace

class TemplateTextTest : public QObject {
  Q_OBJECT

 private slots:
  void everyShippedTemplateIsCanonical() {
    QCOMPARE(builtin_templates().size(), size_t{4});
    for (const BuiltinTemplate& t : builtin_templates()) {
      QCOMPARE(QString::fromStdString(write_template(parsed(t.text))),
               QString::fromUtf8(t.text.data(), int(t.text.size())));
      QCOMPARE(parsed(t.text).name, std::string(t.name));
      QCOMPARE(read_file("templates/" + QString::fromStdString(std::string(t.name)) + ".json"),
               std::string(t.text));
    }
  }
  void builtinsAreFoundInAnyCase() {
    QVERIFY(find_builtin("windswardLIKE") == &builtin_templates()[0]);
    QVERIFY(find_builtin("nowhere") == nullptr);
  }
  void theShippedNumbersAreThoseOfTheSpecification() {
    const Template t = parsed(find_builtin("ShatteredMountainLike")->text);
    QCOMPARE(t.seed, uint64_t{7});
    QCOMPARE(t.regions.controllable, 9);
    QCOMPARE(t.island.height_max_m, 900.0);
    QCOMPARE(t.resources.size(), size_t{24});
    QCOMPARE(t.wildlife.size(), size_t{6});
    QCOMPARE(t.enemies.size(), size_t{6});
    int quota = 0;
    for (const PointClass& cls : t.resources) quota += cls.quota;
    QCOMPARE(quota, 645);
    QCOMPARE(t.enemies[3].slug, std::string("angry_earth"));
    QCOMPARE(t.enemies[3].family, std::string("angry_earth"));
    QCOMPARE(t.enemies[3].label, std::string("Angry Earth"));
    QCOMPARE(t.noise.faction.wavelength_m, 3472.0);
  }
  void streamSeedsAndViewAreKeptButAreNotTheWorldsIdentity() {
    const Template plain = tiny();
    QCOMPARE(plain.seeds(), SeedBundle::from_master(plain.seed));
    QVERIFY(write_template(plain).find("view") == std::string::npos);
    Template t = plain;
    t.stream_seeds.place = 9;
    t.view.palette = "colour_blind_safe";
    t.view.layers = {{MapLayer::danger, true, 0.25}, {MapLayer::tracks, false, 1}};
    QCOMPARE(t.seeds(), (SeedBundle{plain.seed, plain.seed, 9}));
    QCOMPARE(template_digest(t), template_digest(plain));
    const Template again = parsed(write_template(t));
    QCOMPARE(again.seeds(), t.seeds());
    QVERIFY(again.view.layers == t.view.layers);
    QCOMPARE(write_template(again), write_template(t));
  }
  void everyParameterSurvivesWritingAndReading() {
    Template t = tiny();
    for (const ParameterList& list : parameter_lists())
      if (list.size(t) == 0) list.resize(t, 1);
    t.region_mixes[0].region = 2;
    const auto is_share = [](const Parameter& p) { return p.zero_in_given_group && p.max == 1; };
    for (const Parameter& p : parameters()) {
      if (p.type == ParameterType::number && !is_share(p) && !p.path.starts_with("danger_thresholds"))
        p.set(t, 0, p.min + (p.max - p.min) * 0.123456789);
      if (p.type == ParameterType::choice) p.set(t, 0, std::string(p.choices.back()));
      if (p.type == ParameterType::slug && p.path.ends_with("name")) p.set(t, 0, std::string("crowding"));
    }
    t.region_mixes[0].danger = DangerMix{0.1, 0.2, 0.3, 0.4};
    t.wildlife[0].danger_min = Danger::green;
    const std::string text = write_template(t);
    const Template again = parsed(text);
    for (const Parameter& p : parameters()) QVERIFY2(p.get(t, 0) == p.get(again, 0), p.path.c_str());
    QCOMPARE(write_template(again), text);
  }
  void whatIsLeftOutTakesItsDefault() {
    const Template t = parsed("{\"format\": 1, \"name\": \"x\", \"enemies\": [{\"class\": \"old_bear\"}]}");
    QCOMPARE(t.island.side_m, 8000.0);
    QCOMPARE(t.landmarks[0], 10);
    QCOMPARE(t.landmarks[1], 10);
    QCOMPARE(t.enemies[0].label, std::string("old bear"));
    QCOMPARE(t.enemies[0].danger_affinity, (DangerMix{1, 1, 1, 1}));
  }
  void aMemberLeftOutOfAStatedMixIsZero() {
    const Template t = parsed("{\"format\": 1, \"name\": \"x\", \"biomes\": {\"forest\": 1}}");
    QCOMPARE(t.biomes, (BiomeMix{0, 1, 0, 0, 0, 0, 0, 0}));
  }
  void commentsAndExtensionsAreKept() {
    const std::string text =
        "{\"$schema\": \"s.json\", \"format\": 1, \"name\": \"x\", \"x-tool\": {\"a/b\": [1, 2.50, null]},\n"
        " \"island\": {\"comment\": \"why 900\"}, \"enemies\": [{\"class\": \"a\"}, {\"class\": \"b\", "
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
  void theOldFlatShapeMigratesToItsGoldenPair() {
    const Template migrated = parsed(read_file("tests/template/golden/format0.json"));
    QCOMPARE(QString::fromStdString(write_template(migrated)),
             QString::fromStdString(read_file("tests/template/golden/format0_as_format1.json")));
  }
  void aMigratedFaultStillNamesItsPlaceInTheOldFile() {
    std::string text = read_file("tests/template/golden/format0.json");
    const std::string from = "\"rmin_m\": 90";
    text.replace(text.find(from), from.size(), "\"rmin_m\": -9");
    const size_t at = text.find("-9");
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    const Result<Template> result = parse_template(text, "old.json");
    QVERIFY(!result);
    QVERIFY2(result.error().message.starts_with("old.json:" + std::to_string(line) + ":"),
             result.error().message.c_str());
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
    t.danger[0] = 0.9;
    t.name = "a/b";
    t.resources[0].slug = "Bad Name!";
    t.resources[2].slug = t.resources[1].slug;
    t.resources[1].label.clear();
    std::swap(t.danger_thresholds[0], t.danger_thresholds[2]);
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
    for (const char* text : {"{", "{\"format\": 1, \"nonsense\": 1}", "{\"format\": 1, \"size_m\": 1e300}",
                             "{\"format\": 1, \"name\": 3}", "{\"format\": 1, \"resources\": 3}"})
      QVERIFY2(!parse_unfinished(text, "t.json"), text);
  }
};

QTEST_GUILESS_MAIN(TemplateTextTest)
#include "test_template_text.moc"
