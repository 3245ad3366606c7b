#include "app/job/search/report/gallery.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "app/job/folder/html.h"
#include "app/job/search/report/search_charts.h"
#include "core/base/base64.h"
#include "core/base/json_rows.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "core/world/generate.h"
#include "render/map/map_picture.h"
#include "render/map/scene/atlas.h"
#include "render/page/webp.h"

namespace fw {
namespace {

constexpr std::string_view kStyle = R"(<style>
:root { color-scheme: light dark; --paper: #fbfaf7; --raised: #f1efe8; --ink: #263238; --soft: #56626a; --line: #d8d4c9; --bar: #2f6f8f; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d2124; --raised: #262b2f; --ink: #e4e6e3; --soft: #a9b2b7; --line: #3d444a;
  --bar: #6fb3d3; } }
body { margin: 0 auto; max-width: 84rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Noto Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
form { display: none; flex-wrap: wrap; gap: .75rem 1.25rem; margin: 1rem 0; } .scripts form { display: flex; }
fieldset { border: 0; margin: 0; padding: 0; } select, input, button { font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--soft); border-radius: .25rem;
  padding: .15rem .4rem; } input { width: 6rem; }
:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; margin-top: 1rem; }
article { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; break-inside: avoid; }
article[hidden] { display: none; }
img { display: block; width: 192px; height: 192px; max-width: 100%; margin: 0 auto .5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .87rem; }
th { text-align: left; font-weight: 400; overflow-wrap: anywhere; } td { text-align: right; white-space: nowrap; padding-left: .6rem; }
code { display: block; font-size: .78rem; color: var(--soft); overflow-wrap: anywhere; margin-top: .4rem; user-select: all; }
@media print { form { display: none !important; } body { padding: 0; max-width: none; } }
</style>
)";

// Sorting and filtering are conveniences: without scripts the cards stand by rank.
constexpr std::string_view kScript = R"(<script>
const data = JSON.parse(document.getElementById('data').textContent), grid = document.querySelector('main');
const cards = [...grid.children], form = document.querySelector('form'), count = document.getElementById('count');
document.body.classList.add('scripts');
const filters = document.getElementById('filters');
for (const select of form.querySelectorAll('select.names'))
  for (const name of data.names) select.add(new Option(name, name));
document.getElementById('more').addEventListener('click', () => {
  const row = filters.firstElementChild.cloneNode(true);
  for (const part of row.querySelectorAll('select, input')) part.value = '';
  filters.append(row);
  row.querySelector('select').focus();
});
const value = (card, name) => name === 'rank' ? +card.dataset.rank : name === 'seed' ? +card.dataset.seed :
  data.values[card.dataset.at][data.names.indexOf(name)];
const show = () => {
  const by = form.by.value, down = form.order.value === 'down';
  const ranges = [...filters.children].map(row => {
    const [low, high] = [...row.querySelectorAll('input')].map(input => input.value);
    return {of: row.querySelector('select').value, low: low === '' ? -Infinity : +low, high: high === '' ? Infinity : +high};
  }).filter(range => range.of !== '');
  let shown = 0;
  for (const card of cards) {
    card.hidden = ranges.some(({of, low, high}) => { const v = value(card, of); return v === null || v < low || v > high; });
    shown += !card.hidden;
  }
  grid.append(...[...cards].sort((a, b) => {
    const x = value(a, by), y = value(b, by);
    if (x === null || y === null) return (x === null) - (y === null) || a.dataset.rank - b.dataset.rank;
    return (down ? y - x : x - y) || a.dataset.rank - b.dataset.rank;
  }));
  count.textContent = shown + ' of ' + cards.length;
};
form.addEventListener('input', show);
form.addEventListener('submit', event => event.preventDefault());
grid.addEventListener('keydown', event => {
  const step = {ArrowRight: 1, ArrowLeft: -1, Home: -1e9, End: 1e9}[event.key];
  const there = [...grid.children].filter(card => !card.hidden), at = there.indexOf(document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  there[Math.max(0, Math.min(there.length - 1, at + step))].focus();
});
show();
</script>
)";

std::string value_text(double value) {
  return std::isnan(value) ? "not defined" : rounded_text(value, 4);
}

std::string card(const SearchPlan& plan, const SearchRules& rules, const std::vector<size_t>& figures,
                 const Pass& pass, size_t rank, size_t at, const std::string& map) {
  const std::string seed = std::to_string(pass.seed);
  std::string out = "<article tabindex=\"0\" data-at=\"" + std::to_string(at) + "\" data-rank=\"" +
                    std::to_string(rank) + "\" data-seed=\"" + seed + "\" aria-label=\"Seed " + seed +
                    "\">\n";
  if (!map.empty())
    out += "<img alt=\"Map of seed " + seed +
           "\" width=\"192\" height=\"192\" src=\"data:image/webp;base64," + base64_text(map) + "\">\n";
  out += "<h2>Seed " + seed + "</h2>\n<p class=\"soft\">rank " + std::to_string(rank);
  if (!std::isnan(pass.score)) out += ", score " + rounded_text(pass.score, 5);
  out += "</p>\n<table>\n";
  for (const size_t figure : figures) {
    const SearchFigure& row = rules.table.figures[figure];
    const double percent = usual_percent(rules.table, figure, pass.values[figure]);
    out += "<tr><th scope=\"row\">" + markup_text(row.name) + "</th><td>" + value_text(pass.values[figure]) +
           (row.unit.empty() || std::isnan(pass.values[figure]) ? "" : " " + markup_text(row.unit)) +
           "</td><td>" + (std::isnan(percent) ? "" : decimal_text(percent, 0) + " %") + "</td></tr>\n";
  }
  out += "</table>\n<code>fieldwright render kept/" + seed + ".json --resolution " +
         std::to_string(plan.resolution) + " -o " + seed + "</code>\n<code>fieldwright-designer kept/" +
         seed + ".json</code>\n";
  return out + "</article>\n";
}

std::string data_json(const SearchRules& rules, const std::vector<Pass>& passes,
                      const std::vector<size_t>& kept) {
  std::vector<std::string> names, rows;
  for (const SearchFigure& figure : rules.table.figures) names.push_back(json_string(figure.name));
  for (const size_t k : kept) {
    std::vector<std::string> values;
    for (const double v : passes[k].values) values.push_back(std::isfinite(v) ? rounded_text(v, 6) : "null");
    rows.push_back(json_array(values));
  }
  std::string text = "{\"names\":" + json_array(names) + ",\"values\":" + json_array(rows) + "}";
  for (size_t at = 0; (at = text.find('<', at)) != std::string::npos;) text.replace(at, 1, "\\u003c");
  return text;
}

}  // namespace

std::string gallery_html(const SearchPlan& plan, const SearchRules& rules, const std::vector<Pass>& passes,
                         const std::vector<size_t>& kept, const std::vector<std::string>& maps) {
  const std::vector<size_t> figures = asked_figures(rules);
  std::string out = html_head("img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'") +
                    "<title>Worlds of " + markup_text(plan.tmpl.name) + "</title>\n" + std::string(kStyle) +
                    "</head>\n<body>\n<h1>Worlds of " + markup_text(plan.tmpl.name) + "</h1>\n";
  for (const ConditionPart& part : rules.parts) out += "<p>" + markup_text(part.text) + "</p>\n";
  if (!plan.score.empty())
    out += "<p>" + std::string(plan.maximise ? "greatest " : "least ") + markup_text(plan.score) +
           " first</p>\n";
  out +=
      "<p class=\"soft\">" + std::to_string(kept.size()) + " kept of " + std::to_string(passes.size()) +
      " that passed; " + std::to_string(plan.resolution) +
      " cells. A percentage is the rank among usual worlds, 100 = best.</p>\n"
      "<form><label>Sort by <select name=\"by\" "
      "class=\"names\"><option>rank</option><option>seed</option></select>"
      "</label><label>Order <select name=\"order\"><option value=\"up\">rising</option><option "
      "value=\"down\">falling"
      "</option></select></label><div id=\"filters\"><fieldset><label>Only <select class=\"names\"><option "
      "value=\"\">all</option></select></label> <label>from <input type=\"number\" step=\"any\"></label> "
      "<label>to "
      "<input type=\"number\" step=\"any\"></label></fieldset></div><button type=\"button\" id=\"more\">One "
      "more "
      "filter</button><output id=\"count\" class=\"soft\"></output></form>\n<main>\n";
  std::vector<size_t> by_rank(kept.size());
  for (size_t k = 0; k < kept.size(); ++k) by_rank[k] = k;
  std::sort(by_rank.begin(), by_rank.end(), [&](size_t a, size_t b) { return kept[a] < kept[b]; });
  for (const size_t k : by_rank) out += card(plan, rules, figures, passes[kept[k]], kept[k] + 1, k, maps[k]);
  return out + "</main>\n<script type=\"application/json\" id=\"data\">" + data_json(rules, passes, kept) +
         "</script>\n" + std::string(kScript) + "</body>\n</html>\n";
}

namespace {

/// Cells of a thumbnail's world: enough for its pixels, a tenth of the work of a whole one.
constexpr int kThumbnailResolution = 128;

/// "" where the map cannot be drawn: a symbol that is missing, no fonts.
Result<std::string> thumbnail(const SearchPlan& plan, uint64_t seed, const Progress& quiet) {
  const Template& tmpl = plan.tmpl;
  const auto world =
      generate(tmpl, seeds_of(plan, seed), kThumbnailResolution, quiet, nullptr, GenerateScope::layers);
  if (!world) return world.error();
  PlateStyle style;
  const Palette palette = make_palette(tmpl.vocabulary, style.palette);
  const Atlas atlas = prepare_atlas(*world.value(), tmpl, {}, palette, style, quiet);
  if (quiet.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
  const MapWindow window = fit_window(atlas.frame_m(), kThumbnail_px, kThumbnail_px, 1, 0);
  MapLook look = map_look(tmpl.view);
  look.layers = map_look(View::overview).layers;
  const Result<MapImage> map = draw_map(atlas, look, window, MapDetail::quick, quiet);
  if (!map) return quiet.cancelled() ? Result<std::string>(map.error()) : std::string();
  const MapImage& image = map.value();
  const Result<std::string> webp =
      webp_still({image.argb.data(), image.width_px, image.height_px, static_cast<size_t>(image.width_px)});
  return webp ? webp.value() : std::string();
}

}  // namespace

Result<std::vector<std::string>> thumbnails(const SearchPlan& plan, const std::vector<Pass>& passes,
                                            const std::vector<size_t>& kept, const Progress& progress) {
  Progress quiet;
  quiet.cancel = progress.cancel;
  std::vector<std::string> maps(kept.size());
  std::mutex guard;
  std::optional<Error> problem;
  parallel_for(kept.size(), 1, [&](size_t begin, size_t end) {
    for (size_t k = begin; k < end; ++k) {
      Result<std::string> map = std::string();
      on_one_thread([&] { map = thumbnail(plan, passes[kept[k]].seed, quiet); });
      if (map) {
        maps[k] = std::move(map).value();
        continue;
      }
      const std::lock_guard lock(guard);
      problem = map.error();
    }
  });
  if (problem) return *problem;
  return maps;
}

}  // namespace fw
