#include <QTest>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "tests/support/test_main.h"

using namespace fw;
using nlohmann::json;

namespace {

bool valid(const json& document) {
  static const json source = json::parse(template_schema());
  valijson::Schema schema;
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  valijson::adapters::NlohmannJsonAdapter source_adapter(source);
  parser.populateSchema(source_adapter, schema);
  valijson::Validator validator;
  valijson::adapters::NlohmannJsonAdapter adapter(document);
  return validator.validate(schema, adapter, nullptr);
}

json shipped_tiny() {
  return json::parse(find_builtin("Tiny")->text);
}

}  // namespace

class TemplateSchemaTest : public QObject {
  Q_OBJECT

 private slots:
  void everyShippedTemplateIsValid() {
    for (const BuiltinTemplate& t : builtin_templates()) QVERIFY(valid(json::parse(t.text)));
  }
  void commentsAndExtensionsAreValid() {
    json t = shipped_tiny();
    t["comment"] = "c";
    t["frame"]["x-note"] = 1;
    t["$schema"] = "s";
    QVERIFY(valid(t));
  }
  void brokenTemplatesAreInvalid_data() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::newRow("unknown key") << "/frame/width"
                                 << "1";
    QTest::newRow("too small") << "/frame/width_m"
                               << "3";
    QTest::newRow("wrong type") << "/regions/controllable"
                                << "\"three\"";
    QTest::newRow("fraction") << "/regions/controllable"
                              << "2.5";
    QTest::newRow("bad slug") << "/resources/0/class"
                              << "\"Iron Vein\"";
    QTest::newRow("bad word") << "/modes/layers"
                              << "\"blue\"";
    QTest::newRow("bad colour") << "/factions/0/colour"
                                << "\"blue\"";
    QTest::newRow("bad range") << "/bands/red/level"
                               << "[1, 2, 3]";
    QTest::newRow("a culture without starts") << "/names"
                                              << "[{\"id\": \"a\", \"starts\": []}]";
    QTest::newRow("a long part of names") << "/names"
                                          << "[{\"id\": \"a\", \"ends\": [\"abcdefghijklmnopqrstuvwxyz\"]}]";
    QTest::newRow("a part of names that is no text") << "/names"
                                                     << "[{\"id\": \"a\", \"middles\": [1]}]";
    QTest::newRow("empty name") << "/name"
                                << "\"\"";
    QTest::newRow("slash in name") << "/name"
                                   << "\"a/b\"";
    QTest::newRow("newer format") << "/format"
                                  << "4";
    QTest::newRow("seed too large") << "/seed"
                                    << "9007199254740992";
    QTest::newRow("too many octaves") << "/noise/type/octaves"
                                      << "17";
  }
  void brokenTemplatesAreInvalid() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    json t = shipped_tiny();
    t[json::json_pointer(pointer.toStdString())] = json::parse(value.toStdString());
    QVERIFY(!valid(t));
    QVERIFY(!parse_template(t.dump(), "t.json"));
  }
  void aMissingNameIsInvalid() {
    json t = shipped_tiny();
    t.erase("name");
    QVERIFY(!valid(t));
  }
  void everyParameterOfTheTableStandsInTheSchema() {
    const std::string schema = template_schema();
    const json root = json::parse(schema);
    for (const Parameter& p : parameters()) {
      const json* at = &root;
      QString path = QString::fromStdString(p.path);
      for (QString step : path.split('.')) {
        if (step == "*") {
          QCOMPARE(at->at("patternProperties").size(), size_t{2});
          at = nullptr;
          break;
        }
        const bool list = step.endsWith("[]");
        if (list) step.chop(2);
        QVERIFY2(at->at("properties").contains(step.toStdString()), p.path.c_str());
        at = &at->at("properties").at(step.toStdString());
        if (list) at = &at->at("items");
      }
      if (!at) continue;
      QVERIFY2(at->contains("description"), p.path.c_str());
      if (at->contains("default") && at->at("default").is_number()) {
        QVERIFY2(at->at("default").get<double>() >= p.min && at->at("default").get<double>() <= p.max,
                 p.path.c_str());
        QCOMPARE(at->at("default").get<double>(), std::get<double>(default_value(p)));
      }
    }
  }
  void theReferencePageIsCurrent() {
    const QString path = QStringLiteral(FIELDWRIGHT_SOURCE_DIR) + "/docs/template.md";
    if (qEnvironmentVariableIsSet("FIELDWRIGHT_UPDATE_DOCS")) {
      QFile out(path);
      QVERIFY(out.open(QIODevice::WriteOnly));
      out.write(QByteArray::fromStdString(template_reference()));
    }
    QFile page(path);
    QVERIFY(page.open(QIODevice::ReadOnly));
    QVERIFY2(page.readAll().toStdString() == template_reference(),
             "docs/template.md is stale: run this test once with FIELDWRIGHT_UPDATE_DOCS=1");
  }
};

FW_TEST(TemplateSchemaTest)
#include "test_template_schema.moc"
