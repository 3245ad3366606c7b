#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/console.h"
#include "core/template/hand_rows.h"
#include "core/world/explain/explain.h"
#include "core/world/explain/explain_hand_ground.h"
#include "core/world/generate.h"

namespace fw::cli {
namespace {

std::string as_text(const std::vector<ExplainRow>& rows) {
  size_t width = 0;
  for (const ExplainRow& row : rows) width = std::max(width, row.name.size());
  std::string text;
  std::string topic;
  for (const ExplainRow& row : rows) {
    if (row.topic != topic) text += (topic.empty() ? "" : "\n") + row.topic + "\n";
    topic = row.topic;
    text += "  " + row.name + std::string(width - row.name.size() + 2, ' ') + row.value + "\n";
  }
  return text;
}

/// Puts rows of one topic behind those that there are of it, else at the end.
void add_to_topic(const std::vector<ExplainRow>& more, std::vector<ExplainRow>& rows) {
  if (more.empty()) return;
  const auto last = std::find_if(rows.rbegin(), rows.rend(),
                                 [&](const ExplainRow& row) { return row.topic == more.front().topic; });
  rows.insert(last == rows.rend() ? rows.end() : last.base(), more.begin(), more.end());
}

std::string as_json(const std::vector<ExplainRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ExplainRow& row : rows)
    list.push_back({{"topic", row.topic}, {"name", row.name}, {"value", row.value}});
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// The world without paint and terrain by hand, its layers alone; null where there is none of either.
Result<std::shared_ptr<const World>> natural_world(const BuildRequest& request, const Build& made,
                                                   const Progress& progress) {
  Template natural = request.tmpl;
  natural.hand = hand_without_paint(request.tmpl.hand);
  if (hand_row_texts(natural).size() == hand_row_texts(request.tmpl).size())
    return std::shared_ptr<const World>();
  return generate(natural, request.seeds, request.resolution, progress, nullptr, GenerateScope::layers,
                  made.imports);
}

}  // namespace

int run_explain(const Options& options) {
  const Result<Vec2> at = parse_position(options.at);
  if (!at) return fail(at.error());
  const Result<BuildRequest> request = build_request(options);
  if (!request) return fail(request.error());
  const Template& tmpl = request.value().tmpl;
  const FrameParams& frame = tmpl.frame;
  const Vec2 p = at.value();
  if (p.x < 0 || p.y < 0 || p.x > frame.width_m || p.y > frame.height_m)
    return fail({ErrorKind::usage, "--at " + options.at + ": outside the frame of " +
                                       std::to_string(static_cast<long long>(frame.width_m)) + " x " +
                                       std::to_string(static_cast<long long>(frame.height_m)) + " m"});
  const Result<Build> made = build(request.value(), console_progress(options));
  if (!made) return fail(made.error());
  auto rows = explain(*made.value().world, tmpl, p);
  const auto natural = natural_world(request.value(), made.value(), console_progress(options));
  if (!natural) return fail(natural.error());
  add_to_topic(explain_hand_ground(*made.value().world, tmpl, p, natural.value().get(), made.value().imports),
               rows);
  if (!print(options.json ? as_json(rows) : as_text(rows))) return static_cast<int>(ErrorKind::io);
  if (options.strict) print_findings(made.value().feasibility, options, &request.value());
  return strict_code(is_clean(made.value()), options);
}

}  // namespace fw::cli
