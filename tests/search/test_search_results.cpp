#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <bit>
#include <limits>
#include <span>

#include "app/job/search/usual_values.h"
#include "core/measure/kpi/kpi.h"
#include "core/search/choice.h"
#include "core/world/generate.h"
#include "render/geo/geo_export.h"
#include "tests/search/search_runs.h"
#include "tests/support/templates.h"
#include "tests/support/test_main.h"

using namespace fw;
using namespace fw::test;

namespace {

/// Whether `more` of the rows in `free` (bits; `apart` = those far enough from a row) are apart from one
/// another.
bool are_so_many_apart(const std::vector<uint64_t>& apart, uint64_t free, size_t more) {
  if (more == 0) return true;
  for (; static_cast<size_t>(std::popcount(free)) >= more; free &= free - 1)
    if (are_so_many_apart(apart, (free & (free - 1)) & apart[static_cast<size_t>(std::countr_zero(free))],
                          more - 1))
      return true;
  return false;
}

/// The greatest least distance that `keep` of at most 64 rows can have, the first among them.
double greatest_least_distance(const std::vector<std::vector<double>>& rows, size_t keep) {
  const auto distance = [&](size_t a, size_t b) { return least_distance(std::vector{rows[a], rows[b]}); };
  std::vector<double> distances;
  for (size_t a = 0; a < rows.size(); ++a)
    for (size_t b = 0; b < a; ++b) distances.push_back(distance(a, b));
  std::sort(distances.begin(), distances.end());
  const auto too_far = std::partition_point(distances.begin(), distances.end(), [&](double least) {
    std::vector<uint64_t> apart(rows.size(), 0);
    for (size_t a = 0; a < rows.size(); ++a)
      for (size_t b = 0; b < rows.size(); ++b)
        if (a != b && distance(a, b) >= least) apart[a] |= uint64_t{1} << b;
    return are_so_many_apart(apart, apart[0], keep - 1);
  });
  return too_far == distances.begin() ? 0 : *std::prev(too_far);
}

}  // namespace

class TestSearchResults : public QObject {
  Q_OBJECT

  SearchHome home_;

 private slots:
  void keyFiguresAreRastersAndAPlateToo() {
    const QString folder = home_.path("rendered"), plain = home_.path("rendered_plain");
    const QStringList words = QStringList{"render"} + tiny_words() +
                              QStringList{"--resolution", "64",      "--map-px",  "300",        "--dpi",
                                          "44",           "--quiet", "--formats", "png,geotiff"};
    const Outcome made = run(words + QStringList{"--kpi", "--views", "fairness", "-o", folder});
    QVERIFY2(made.code == 0, made.err);
    QVERIFY(QFile::exists(folder + "/fairness.png"));
    const auto tmpl = tiny();
    const auto world = generate(tmpl, tmpl.seeds(), 64).value();
    const TravelMap travel = fairness_report(*world, play_of(tmpl.play, tmpl.vocabulary)).travel;
    const auto control = read_layer((folder + "/layers/control.tif").toStdString());
    QVERIFY2(control, control ? "" : control.error().message.c_str());
    QVERIFY(control.value().cells == travel.first);
    for (const auto& [band, values] :
         {std::pair("reach_s", &travel.reach_s), {"second_s", &travel.second_s}}) {
      auto opened = open_field((folder + "/travel.tif").toStdString(), band);
      QVERIFY(opened);
      std::vector<float> cells(values->size());
      QVERIFY(opened.value()->read(0, cells));
      for (size_t k = 0; k < cells.size(); ++k)
        QCOMPARE(cells[k], std::isfinite((*values)[k]) ? (*values)[k] : -9999.0F);
    }
    const Outcome proven = run({"verify", folder});
    QVERIFY2(proven.code == 0, proven.out + proven.err);
    // The plate needs no --kpi, and nothing else changes without it.
    QCOMPARE(run(words + QStringList{"--views", "fairness", "-o", plain}).code, 0);
    QVERIFY(!QFile::exists(plain + "/travel.tif") && !QFile::exists(plain + "/layers/control.tif"));
    QCOMPARE(bytes(plain + "/fairness.png"), bytes(folder + "/fairness.png"));
    QVERIFY(!bytes(plain + "/audit.json").contains("fairness."));
  }

  void theBestComeFirst() {
    double last = 1e300;
    const QList<QByteArray> lines = results(home_.undisturbed())["results.csv"].split('\n');
    QVERIFY(lines.size() > 4);
    for (qsizetype k = 1; k + 1 < lines.size(); ++k) {
      const double score = lines[k].split(',')[2].toDouble();
      QVERIFY(score <= last);
      last = score;
    }
  }

  void theDatabaseHoldsWhatTheTableHolds() {
    const QString folder = home_.path("database");
    copy_search(home_.undisturbed(), folder);
    const Outcome made = run({"search", folder, "--formats", "csv,sqlite"});
    QVERIFY2(made.code == 0, made.err);
    QVERIFY(!files_in(folder).contains("results.json"));
    QCOMPARE(results(folder)["results.csv"], results(home_.undisturbed())["results.csv"]);
    QProcess reader;
    reader.start("ogr2ogr",
                 {"-f", "CSV", "/vsistdout/", folder + "/results.sqlite", "-sql",
                  "SELECT r.rank, r.seed, r.score, r.\"fairness.room\" FROM results r ORDER BY r.rank"});
    if (!reader.waitForStarted()) QSKIP("ogr2ogr is missing: the package gdal-bin has it");
    QVERIFY(reader.waitForFinished());
    const QList<QByteArray> database = reader.readAllStandardOutput().replace('"', "").trimmed().split(
        '\n');  // whole numbers stand in quotes
    const QList<QByteArray> table = results(folder)["results.csv"].trimmed().split('\n');
    QCOMPARE(database.size(), table.size());
    const qsizetype room = table[0].split(',').indexOf("fairness.room");
    for (qsizetype k = 1; k < table.size(); ++k) {
      const QList<QByteArray> a = table[k].split(','), b = database[k].split(',');
      QCOMPARE(b[0], a[0]);
      QCOMPARE(b[1], a[1]);
      QVERIFY(std::abs(b[2].toDouble() - a[2].toDouble()) < 1e-12);
      QVERIFY(std::abs(b[3].toDouble() - a[room].toDouble()) < 1e-12);
    }
    const QByteArray first = results(folder)["results.sqlite"];
    QVERIFY(first.startsWith("SQLite format 3"));
    QCOMPARE(run({"search", folder, "--formats", "csv,sqlite"}).code, 0);
    QVERIFY(results(folder)["results.sqlite"] == first);
    const Outcome refused = run({"search", folder, "--formats", "parquet"});
    QVERIFY2(refused.code == 2 && refused.err.contains("csv, json, sqlite"), refused.err);
  }

  void chosenAnewAmongThePasses() {
    const Outcome merged =
        run({"merge", home_.undisturbed(), "-o", home_.path("anew"), "--and-where", "travel.reach >= 0.58",
             "--minimise", "travel.remote_p95_s", "--keep", "2", "--diverse", "none"});
    QVERIFY2(merged.code == 0, merged.err);
    const QByteArray text = results(home_.path("anew"))["results.csv"];
    QVERIFY(text.count('\n') > 2 &&
            text.count('\n') < results(home_.undisturbed())["results.csv"].count('\n'));
    QCOMPARE(results(home_.path("anew"))["kept.json"].count("\"seed\""), 2);
  }

  void theGalleryIsOnePageWithACardForEveryKeptWorld() {
    const QByteArray page = results(home_.undisturbed())["gallery.html"];
    QCOMPARE(page.count("<article"), 2);
    QCOMPARE(page.count("data:image/webp;base64,"), 2);
    QVERIFY(page.contains("default-src 'none'") && !page.contains("http:") && !page.contains("https:"));
    QVERIFY(page.contains("fieldwright render kept/") && page.contains("id=\"more\""));
    QVERIFY(page.size() < 2 * 3'000'000 / 50);
    for (const char* name : {"charts/figures.svg", "charts/acceptance.png", "charts/expressive_range.svg"})
      QVERIFY2(results(home_.undisturbed()).contains(name), name);
  }

  void theGallerysLettersStandOut() {
    // --ink and --soft on --paper and --raised, in the light and the dark set.
    const QString page = QString::fromUtf8(results(home_.undisturbed())["gallery.html"]);
    const QRegularExpression colour("--(paper|raised|ink|soft): #([0-9a-f]{6})");
    QMap<QString, QStringList> found;
    for (auto at = colour.globalMatch(page); at.hasNext();) {
      const auto match = at.next();
      found[match.captured(1)] << match.captured(2);
    }
    const auto light_of = [](const QString& hex) {
      double sum = 0;
      const double weight[]{0.2126, 0.7152, 0.0722};
      for (int k = 0; k < 3; ++k) {
        const double v = hex.mid(2 * k, 2).toInt(nullptr, 16) / 255.0;
        sum += weight[k] * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
      }
      return sum;
    };
    for (const char* name : {"paper", "raised", "ink", "soft"}) QCOMPARE(found[name].size(), qsizetype{2});
    for (int set = 0; set < 2; ++set)
      for (const char* letters : {"ink", "soft"})
        for (const char* ground : {"paper", "raised"}) {
          const double a = light_of(found[letters][set]), b = light_of(found[ground][set]);
          const double contrast = (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
          QVERIFY2(contrast >= 4.5, qPrintable(QString("%1 on %2: %3").arg(letters, ground).arg(contrast)));
        }
  }

  void aBrowserSortsFiltersAndMovesByKeysAndNeedsNoScripts() {
    const QString browser = QStandardPaths::findExecutable("chromium");
    if (browser.isEmpty()) QSKIP("chromium is not installed");
    const QString folder = home_.path("six");
    QStringList words = search_words(folder, "1..40");
    words[words.indexOf("--keep") + 1] = "6";
    const Outcome made = run(words);
    QVERIFY2(made.code == 0, made.err);
    QByteArray page = results(folder)["gallery.html"];
    QCOMPARE(page.count("<article"), 6);
    page.replace("</body>", R"(<script>
const told = [], shown = () => [...document.querySelector('main').children].filter(c => !c.hidden);
const seeds = () => shown().map(c => +c.dataset.seed);
const said = (what, holds) => told.push(what + (holds ? ' yes' : ' no: ' + seeds()));
const ask = (by, order) => { form.by.value = by; form.order.value = order; form.dispatchEvent(new Event('input')); };
said('ranked', shown().every((c, k) => k === 0 || +c.dataset.rank > +shown()[k - 1].dataset.rank));
ask('seed', 'down');
said('sorted', seeds().every((s, k) => k === 0 || s < seeds()[k - 1]));
ask('variety.local', 'up');
const local = c => data.values[c.dataset.at][data.names.indexOf('variety.local')];
said('by figure', shown().every((c, k) => k === 0 || local(c) >= local(shown()[k - 1])));
const middle = local(shown()[3]), row = document.getElementById('filters').firstElementChild;
row.querySelector('select').value = 'variety.local';
row.querySelector('input').value = middle;
form.dispatchEvent(new Event('input'));
said('filtered', shown().length === 3 && shown().every(c => local(c) >= middle));
shown()[0].focus();
shown()[0].dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
said('right', document.activeElement === shown()[1]);
shown()[1].dispatchEvent(new KeyboardEvent('keydown', {key: 'End', bubbles: true}));
said('end', document.activeElement === shown()[2]);
document.title = told.join(', ');
</script></body>)");
    write_file(home_.path("gallery.html"), page);
    const auto open = [&](const QStringList& more) {
      QProcess process;
      process.start(browser, QStringList{"--headless", "--no-sandbox", "--disable-gpu",
                                         "--user-data-dir=" + home_.path("profile"), "--dump-dom"} +
                                 more + QStringList{"file://" + home_.path("gallery.html")});
      process.waitForFinished(60000);
      return QString::fromUtf8(process.readAllStandardOutput());
    };
    const QString with = open({});
    QVERIFY2(with.contains(
                 "<title>ranked yes, sorted yes, by figure yes, filtered yes, right yes, end yes</title>"),
             qPrintable(with.left(2000)));
    // Without scripts: in a frame that allows none.
    const QByteArray framed =
        "<!DOCTYPE html><body><script>const frame = document.createElement('iframe');"
        "frame.sandbox = 'allow-same-origin';"
        "frame.srcdoc = new TextDecoder().decode(Uint8Array.from(atob('" +
        results(folder)["gallery.html"].toBase64() + R"('), c => c.charCodeAt(0)));
frame.onload = () => {
  const page = frame.contentDocument, ranks = [...page.querySelectorAll('article')].map(a => +a.dataset.rank);
  document.title = [page.title, page.body.classList.contains('scripts'),
    frame.contentWindow.getComputedStyle(page.querySelector('form')).display, ranks.length,
    ranks.every((r, k) => k === 0 || r > ranks[k - 1]), [...page.images].every(i => i.naturalWidth === 192)].join(' ');
};
document.body.append(frame);
</script>)";
    write_file(home_.path("gallery.html"), framed);
    const QString without = open({"--virtual-time-budget=5000"});
    QVERIFY2(without.contains("<title>Worlds of Tiny false none 6 true true</title>"),
             qPrintable(without.left(300)));
  }

  void aKeptTemplateMakesTheWorldThatWasFound() {
    const QByteArray kept = results(home_.undisturbed())["kept.json"];
    const QRegularExpression name("kept/(\\d+)\\.json");
    const auto match = name.match(QString::fromUtf8(kept));
    QVERIFY(match.hasMatch());
    const Outcome audit =
        run({"audit", home_.undisturbed() + "/" + match.captured(0), "--resolution", "48", "--kpi", "--csv"});
    QVERIFY2(audit.code == 0, audit.err);
    const QList<QByteArray> head = results(home_.undisturbed())["results.csv"].split('\n')[0].split(',');
    for (const QByteArray& line : results(home_.undisturbed())["results.csv"].split('\n'))
      if (line.split(',').value(1) == match.captured(1).toUtf8()) {
        const QByteArray value = line.split(',')[head.indexOf("variety.local")];
        QVERIFY2(audit.out.contains(value), value + " in\n" + audit.out);
      }
  }

  void theKeptOfTheUsualWorldsDifferMoreThanThePlainBest() {
    SearchPlan plan;
    plan.tmpl = dry_template("WindswardLike");
    plan.keep = 12;
    // The choice is what counts here: the figures of any 256 worlds serve, as if they were the template's.
    const std::string table = bytes(FIELDWRIGHT_SOURCE_DIR "/docs/usual/WindswardLike.csv").toStdString();
    const std::string figures = "# " + usual_key(plan.tmpl, plan.resolution) + table.substr(table.find('\n'));
    plan.diverse = usual_diversity();
    double sum = 0;
    const std::pair<const char*, bool> scores[]{{"fairness.resources", false}, {"fairness.worst", false},
                                                {"fairness.advantage", false}, {"variety.local", true},
                                                {"travel.reach", true},        {"pacing.ramp", true}};
    for (const auto& [score, maximise] : scores) {
      plan.score = score;
      plan.maximise = maximise;
      SearchRules rules = read_rules(plan).value();
      rules.usual_worlds = read_usual_csv(figures, plan.tmpl, plan.resolution, rules.table);
      rules.table.usual = ascending_values(rules.usual_worlds);
      SearchTally tally;
      for (size_t k = 0; k < 256; ++k) {
        Pass pass{k + 1, rules.usual_worlds[*rules.table.find(score)][k], {}};
        for (const std::vector<double>& column : rules.usual_worlds)
          pass.values.push_back(column.empty() ? std::numeric_limits<double>::quiet_NaN() : column[k]);
        tally.passes.push_back(std::move(pass));
      }
      const auto rows_of = [&](std::span<const size_t> chosen) {
        std::vector<std::vector<double>> rows;
        for (const size_t k : chosen) {
          rows.emplace_back();
          for (const size_t figure : rules.diverse)
            rows.back().push_back(tally.passes[k].values[figure] / usual_deviation(rules.table, figure, {}));
        }
        return rows;
      };
      sort_passes(plan, tally.passes);
      const auto apart = rows_of(choose_kept(plan, rules, tally));
      std::reverse(tally.passes.begin(), tally.passes.end());
      sort_passes(plan, tally.passes);
      QVERIFY(rows_of(choose_kept(plan, rules, tally)) == apart);
      std::vector<size_t> best(3 * plan.keep);  // the candidates
      for (size_t k = 0; k < best.size(); ++k) best[k] = k;
      const double plain = least_distance(rows_of(std::span(best).first(plan.keep)));
      const double ratio = least_distance(apart) / plain,
                   most = greatest_least_distance(rows_of(best), plan.keep) / plain;
      const QString text =
          QString("%1: %2 times, no choice has more than %3").arg(score).arg(ratio).arg(most);
      qInfo("%s", qPrintable(text));
      QVERIFY2(ratio >= 1.4 || most < 1.4, qPrintable(text));
      QVERIFY2(ratio >= 0.95 * most, qPrintable(text));
      sum += ratio;
    }
    QVERIFY2(sum / 6 >= 1.4, qPrintable(QString::number(sum / 6)));
  }
};

FW_TEST(TestSearchResults)
#include "test_search_results.moc"
