#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <set>

#include "app/gui/document/document.h"
#include "app/gui/template/look.h"
#include "app/gui/template/page/template_panel.h"
#include "app/gui/template/page_spec.h"
#include "app/gui/template/place.h"
#include "app/gui/words/words.h"
#include "app/job/render/exporters.h"
#include "app/job/search/search_plan.h"
#include "core/action/action.h"
#include "core/crowd/crowd.h"
#include "core/model/coordinator.h"
#include "core/model/template/map_layers.h"
#include "core/model/world/world_layers.h"
#include "core/simulation/simulation.h"
#include "core/spawn/spawn.h"
#include "core/template/parameters/parameters.h"
#include "core/template/template_io.h"
#include "core/world/explain/explain.h"
#include "core/world/generate.h"
#include "render/map/scene/plate_style.h"
#include "tests/support/templates.h"
#include "tests/support/window_test.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Records the texts requested in the tables' context, and translates them into a test language.
class Recorder : public QTranslator {
 public:
  Recorder() { QCoreApplication::installTranslator(this); }
  ~Recorder() override { QCoreApplication::removeTranslator(this); }

  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* text, const char*, int) const override {
    if (qstrcmp(context, "fw::Tables") != 0) return {};
    asked.insert(text);
    return QStringLiteral("\u00AB") + QString::fromUtf8(text) + QStringLiteral("\u00BB");
  }

  mutable std::set<std::string> asked;
};

/// Places of a world with everything that explain() can name: sea, islet, land.
std::vector<ExplainRow> explained(const Template& tmpl, const std::shared_ptr<const World>& world) {
  std::vector<ExplainRow> rows;
  for (size_t cell = 0; cell < world->grid.cells(); cell += 97) {
    const std::vector<ExplainRow> here = explain(*world, tmpl, world->grid.centre(cell));
    rows.insert(rows.end(), here.begin(), here.end());
  }
  return rows;
}

void ask_parameters() {
  for (const Parameter& p : parameters()) {
    table_text(p.help);
    title_of(p);
    if (group_of(p.path) != p.path) title_of_member(member_of(group_of(p.path)));
    for (const std::string_view word : p.choices) slug_words(word);
  }
  for (const ParameterList& list : parameter_lists()) {
    table_text(list.help);
    title_of_member(member_of(list.path));
  }
  for (const PageSpec& page : page_specs()) page_title(page.key);
}

template <typename Rows>
void ask_tuning(const Rows& rows) {
  for (const auto& row : rows) {
    table_text(row.rule.help);
    for (const std::string_view word : row.rule.choices)
      if (!row.rule.path.ends_with(".method")) slug_words(word);  // methods keep their names
  }
}

void ask_slugs() {
  const auto ask = [](const auto& slugs) {
    for (const std::string_view slug : slugs) slug_words(slug);
  };
  ask(kCategorySlugs), ask(kTierSlugs);
}

void ask_figures() {
  for (const SearchFigure& figure : search_figures(tiny(), 512).figures) {
    table_text(figure.help), table_text(figure.unit);
    slug_words(std::string_view(figure.name).substr(0, figure.name.find('.')));
  }
}

void ask_layers_formats_and_methods() {
  for (const WorldLayer& layer : kWorldLayers) {
    if (layer.codes == nullptr && layer.readout_decimals < 0) continue;
    table_text(layer.title), table_text(layer.unit);
  }
  for (const std::string_view title : kMapLayerTitles) table_text(title);
  for (const std::string_view title : kViewTitles) table_text(title);
  for (const CoordinatorRow& row : kCoordinators) {
    table_text(row.title);
    for (const Method& method : row.methods) table_text(method.title), table_text(method.help);
  }
  for (const Exporter& exporter : exporters()) table_text(exporter.title), table_text(exporter.help);
}

void ask_world() {
  const Template tmpl = tiny();
  Progress progress;
  progress.report = [](std::string_view stage, double) { table_text(stage); };
  const std::shared_ptr<const World> world = generate(tmpl, tmpl.seeds(), 64, progress).value();
  // Names that end in a class or a region are sentences: they stay English.
  for (const ExplainRow& row : explained(tmpl, world)) {
    slug_words(row.topic);
    const bool fixed = row.name.find(" of ") == std::string::npos && !row.name.starts_with("cut to ");
    if (fixed && !from_slug<Category>(kCategorySlugs, row.topic)) table_text(row.name);
  }
  for (size_t i = 0; i < kCoordinators.size(); ++i) {
    if (kCoordinators[i].population == Population::world) continue;  // its figures have the classes' names
    SimulationRequest request;
    request.coordinator = static_cast<Coordinator>(i);
    request.agents = 10;
    for (const OverlayFigure& figure : Playback::start(request, tmpl, world).value().figures())
      table_text(figure.label), table_text(figure.unit);
  }
}

/// The texts that the tables hand to table_text().
std::set<std::string> texts_of_tables() {
  const Recorder recorder;
  ask_parameters();
  ask_tuning(crowd_tuning()), ask_tuning(action_tuning()), ask_tuning(spawn_tuning());
  ask_slugs();
  ask_figures();
  ask_layers_formats_and_methods();
  ask_world();
  return recorder.asked;
}

}  // namespace

class TestWords : public QObject {
  Q_OBJECT

 private slots:
  void slugsBecomeWords() {
    QCOMPARE(slug_words("rare_resources"), QStringLiteral("rare resources"));
    QCOMPARE(slug_title("rare_resources"), QStringLiteral("Rare resources"));
    QCOMPARE(slug_words(""), QString());
    QCOMPARE(slug_title(""), QString());
  }
  void textsOfTheTablesAreTranslated() {
    const std::set<std::string> texts = texts_of_tables();
    for (const char* text : {"A figure of the audit.", "rare resources", "1/min", "Perlin dual"})
      QVERIFY2(texts.count(text) == 1, text);
    QVERIFY(texts.size() > 1000);
  }
  void aTranslationReachesTheFormsOfATemplate() {
    const std::set<std::string> listed = texts_of_tables();
    const Recorder recorder;
    Document document;
    document.start(tiny());
    TemplatePanel panel(document);
    int translated = 0;
    for (const QWidget* widget : panel.findChildren<QWidget*>())
      translated += widget->whatsThis().contains(QChar(0xAB));
    QVERIFY(translated > 0);
    for (const std::string& text : recorder.asked) QVERIFY2(listed.count(text) == 1, text.c_str());
  }
};

FW_WINDOW_TEST(TestWords)
#include "test_words.moc"
