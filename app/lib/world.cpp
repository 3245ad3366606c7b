#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lib/ground_internal.h"
#include "core/action/action_clock.h"
#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/base/plain_text.h"
#include "core/measure/audit/audit.h"
#include "core/measure/audit/audit_json.h"
#include "core/model/coordinator.h"
#include "core/model/cure.h"
#include "core/model/world/digest.h"
#include "core/model/world/world_layers.h"
#include "core/template/check/feasibility.h"
#include "core/template/template_io.h"
#include "core/world/explain/explain.h"
#include "core/world/generate.h"
#include "core/world/plan/stage_cache.h"

using namespace fw;
using namespace fw::lib;

struct fw_cache {
  ContextPtr context;
  StageCache stages;
};

namespace {

constexpr uint32_t kLeastResolution = 32, kMostResolution = 16384;
/// Minutes of noise on one core: more is a slip, or an attack.
constexpr double kMostCellOctaves = 2e11;
constexpr double kMostBytes = 8.0 * (1ull << 30);
constexpr size_t kMostTemplateBytes = size_t{64} << 20;

/// The template that a text is, or that it names.
Result<Template> template_of(const char* text, size_t bytes) {
  if (text == nullptr) return usage("text: found NULL, expected a template or the name of a built-in one");
  if (bytes > kMostTemplateBytes)
    return Error{ErrorKind::limit,
                 "text: found " + std::to_string(bytes) + " bytes, expected at most 64 MiB"};
  const std::string_view given(text, bytes);
  if (const BuiltinTemplate* builtin = find_builtin(given))
    return parse_template(builtin->text, builtin->name);
  if (const std::string_view instead = builtin_in_place_of(given); !instead.empty())
    return usage("text: found the name of a template of an earlier version; " + std::string(instead) +
                 " took its place");
  if (given.find('{') == std::string_view::npos) {
    std::string names;
    for (const BuiltinTemplate& t : builtin_templates())
      names += (names.empty() ? "" : ", ") + std::string(t.name);
    return usage("text: found neither a template nor the name of a built-in one; there are " + names);
  }
  return parse_template(given, "template");
}

Result<Done> check_size(const Template& tmpl, uint32_t resolution) {
  if (resolution < kLeastResolution || resolution > kMostResolution)
    return Error{resolution < kLeastResolution ? ErrorKind::usage : ErrorKind::limit,
                 "resolution " + std::to_string(resolution) + ": expected 32 to 16384"};
  const CostEstimate cost = estimate_cost(tmpl, static_cast<int>(resolution), worker_threads());
  if (!(cost.bytes <= kMostBytes))
    return Error{ErrorKind::limit, "needs about " + rounded_text(cost.bytes / (1 << 20)) +
                                       " MiB; the limit is 8192 MiB. Use a smaller resolution"};
  if (!(cost.cell_octaves <= kMostCellOctaves))
    return Error{ErrorKind::limit, "needs about " + rounded_text(cost.cell_octaves / 1e9) +
                                       " billion noise evaluations; the limit is 200 billion. Use a smaller "
                                       "resolution or fewer classes and octaves"};
  return Done{};
}

/// The contradictions that arithmetic proves, as the command says them.
Result<Done> check_feasible(const Template& tmpl) {
  std::string text;
  for (const Finding& finding : check_feasibility(tmpl)) {
    if (finding.severity != Severity::error) continue;
    text += (text.empty() ? "" : "; ") + finding.where + ": " + finding.message;
  }
  if (text.empty()) return Done{};
  return Error{ErrorKind::invalid_template, std::move(text)};
}

// Written as text, not by way of a tree of JSON: the trees of nlohmann's library take memory while they are
// destroyed, and end the program where there is none.

/// Names with their values, which are JSON already.
using Members = std::vector<std::pair<std::string_view, std::string>>;

/// The members of an object, a line each, between its braces.
std::string object_text(const Members& members, const std::string& indent) {
  if (members.empty()) return "{}";
  std::string out = "{\n";
  for (size_t k = 0; k < members.size(); ++k)
    out += indent + "  " + json_string(members[k].first) + ": " + members[k].second +
           (k + 1 < members.size() ? ",\n" : "\n");
  return out + indent + "}";
}

/// Objects as a list.
template <typename Rows, typename MembersOf>
std::string list_text(const Rows& rows, const MembersOf& members_of) {
  if (rows.empty()) return "[]\n";
  std::string out = "[\n";
  for (size_t k = 0; k < rows.size(); ++k)
    out += "  " + object_text(members_of(rows[k]), "  ") + (k + 1 < rows.size() ? ",\n" : "\n");
  return out + "]\n";
}

std::string explain_text(const fw_world& w, double x_m, double y_m) {
  const FrameParams& frame = w.tmpl.frame;
  if (!(x_m >= 0 && y_m >= 0 && x_m <= frame.width_m && y_m <= frame.height_m)) return "";
  return list_text(explain(*w.world, w.tmpl, {x_m, y_m}), [](const ExplainRow& row) {
    return Members{{"topic", json_string(row.topic)},
                   {"name", json_string(row.name)},
                   {"value", json_string(row.value)}};
  });
}

/// Of the generation and, of a whole world, of its audit.
std::string findings_text(const fw_world& w) {
  const Findings all = w.layers_only ? w.world->findings : audit(*w.world, w.tmpl).findings;
  return list_text(all, [](const Finding& f) {
    return Members{{"severity", json_string(kSeveritySlugs[static_cast<size_t>(f.severity)])},
                   {"code", json_string(f.code)},
                   {"where", json_string(f.where)},
                   {"message", json_string(f.message)},
                   {"cures", cures_json(f.cures)}};
  });
}

std::string digests_text(const fw_world& w) {
  const auto digests = world_digests(*w.world);
  Members members;
  for (const auto& [name, digest] : digests) members.emplace_back(name, json_string(digest));
  return object_text(members, "") + "\n";
}

std::string world_text(const fw_world& w, std::string_view what, double x_m, double y_m) {
  if (what == "explain") return explain_text(w, x_m, y_m);
  if (what == "audit" && !w.layers_only) return audit_json(audit(*w.world, w.tmpl));
  if (what == "findings") return findings_text(w);
  if (what == "template") return write_template(w.tmpl);
  if (what == "digests") return digests_text(w);
  return "";
}

std::string library_text(std::string_view what) {
  if (what == "version") return fw_version();
  if (what == "schema") return template_schema();
  std::string names;
  for (const CoordinatorRow& row : kCoordinators)
    if (what == "methods:" + std::string(row.slug))
      for (const Method& method : row.methods) names += std::string(method.slug) + "\n";
  if (what == "methods:action") names += std::string(kClockMethod) + "\n";
  for (const BuiltinTemplate& t : builtin_templates()) {
    if (what == "templates") names += std::string(t.name) + "\n";
    if (what == "template:" + std::string(t.name)) return std::string(t.text);
  }
  return names;
}

/// A text for a caller; 0 = unknown, or no memory for it.
template <typename Make>
size_t text_for(char* to, size_t space, const Make& make) noexcept {
  const DefaultFloats floats;
  try {
    const std::string text = make();
    return text.empty() ? 0 : put_text(text, to, space);
  } catch (...) {
    return 0;
  }
}

/// What callers see of a world beside its own memory.
void keep_seen(fw_world& w) {
  const World& world = *w.world;
  for (const WorldLayer& layer : kWorldLayers) {
    std::vector<std::string>& words = w.code_words.emplace_back();
    Raster<float>& heights = w.heights.emplace_back();
    if (layer.with_detail && has_layer(layer, world)) heights = told_values(layer, world);
    if (layer.codes == nullptr || !has_layer(layer, world)) continue;
    words.push_back("");
    for (const RowIdentity& row : layer_classes(layer, world)) words.push_back(row.id);
  }
  w.first_seats.assign(world.regions.size(), nullptr);
  for (const Point& p : world.points.points) {
    if (p.rank > 0 && p.region > 0) {
      const Point*& first = w.first_seats[p.region - 1u];
      if (first == nullptr || p.rank < first->rank) first = &p;
    }
    w.point_ids.push_back(world.points.id_of(p));
    w.rarities.push_back(world.vocabulary.id_of(p.rarity));
  }
}

}  // namespace

fw_status fw_cache_open(fw_context* context, uint32_t kept, fw_cache** out, fw_error* error) {
  return guarded(nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_cache_open", "context");
    if (out == nullptr) return null_argument("fw_cache_open", "out");
    if (kept == 0 || kept > 1000)
      return usage("kept: found " + std::to_string(kept) + ", expected 1 to 1000");
    *out = new fw_cache{context->shared, StageCache(kept)};
    return Done{};
  });
}

void fw_cache_close(fw_cache* cache) {
  delete cache;
}

fw_status fw_world_generate(fw_context* context, const char* text, size_t bytes, const fw_seeds* seeds,
                            const fw_generate* options, fw_world** out, fw_error* error) {
  return guarded(context ? context->shared.get() : nullptr, error, [&]() -> Result<Done> {
    if (context == nullptr) return null_argument("fw_world_generate", "context");
    if (out == nullptr) return null_argument("fw_world_generate", "out");
    fw_generate how{};
    if (options != nullptr) {
      const auto given = grown(options, sizeof(fw_generate), "fw_generate");
      if (!given) return given.error();
      how = given.value();
    }
    const auto streams = seeds_of(seeds);
    if (!streams) return streams.error();
    auto tmpl = template_of(text, bytes);
    if (!tmpl) return tmpl.error();
    if (auto fits = check_feasible(tmpl.value()); !fits) return fits;
    const uint32_t resolution = how.resolution == 0 ? uint32_t{kDefaultResolution} : how.resolution;
    if (auto fits = check_size(tmpl.value(), resolution); !fits) return fits;
    Progress progress;
    progress.stop = how.cancel;
    if (how.progress != nullptr)
      progress.report = [&how](std::string_view stage, double fraction) {
        how.progress(how.user, std::string(stage).c_str(), fraction);
      };
    // Parts that have a seed of their own in the template keep it, as in a render.
    SeedBundle bundle = tmpl.value().seeds();
    bundle.layout = streams.value().layout, bundle.noise = streams.value().noise;
    bundle.place = streams.value().place;
    auto world = generate(tmpl.value(), bundle, static_cast<int>(resolution), progress,
                          how.cache == nullptr ? nullptr : &how.cache->stages,
                          how.layers_only != 0 ? GenerateScope::layers : GenerateScope::whole);
    if (!world) return world.error();
    auto made = std::make_unique<fw_world>();
    made->context = context->shared;
    made->tmpl = std::move(tmpl).value();
    made->world = std::move(world).value();
    made->layers_only = how.layers_only != 0;
    keep_seen(*made);
    *out = made.release();
    return Done{};
  });
}

void fw_world_close(fw_world* world) {
  delete world;
}

size_t fw_world_text(const fw_world* world, const char* what, double x_m, double y_m, char* text,
                     size_t space) {
  if (world == nullptr || what == nullptr) return 0;
  return text_for(text, space, [&] {
    std::string out;
    world->context->run([&] { out = world_text(*world, what, x_m, y_m); });
    return out;
  });
}

size_t fw_text(const char* what, char* text, size_t space) {
  if (what == nullptr) return 0;
  return text_for(text, space, [&] { return library_text(what); });
}
