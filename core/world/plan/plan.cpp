#include "core/world/plan/plan.h"

#include <algorithm>
#include <sstream>

#include "core/base/number_text.h"
#include "core/base/parallel/parallel.h"
#include "core/model/template/plan_grid.h"
#include "core/template/template_io.h"
#include "core/world/plan/cancel.h"
#include "core/world/plan/stage_cache.h"

namespace fw {

std::string part_seed_path(SeedPart part) {
  return "streams." + std::string(kSeedPartSlugs[static_cast<size_t>(part)]) + "_part";
}

namespace {

std::string salt_text(const SeedBundle& seeds) {
  return seeds.salt == 0 ? "" : " salt " + std::to_string(seeds.salt);
}

}  // namespace

Plan::Plan(const StageContext& context, StageCache* cache)
    : context_(context),
      plan_grid_(plan_grid(context.tmpl.frame)),
      plan_context_{context.tmpl,     context.seeds,   plan_grid_,
                    context.progress, context.imports, context.draft},
      cache_(cache) {
  if (cache == nullptr) return;
  std::istringstream text(template_part(context.tmpl, {""}));
  for (std::string line; std::getline(text, line);) lines_.push_back(std::move(line));
  lines_.push_back(std::string(kPlaceSeedPath) + "=" + std::to_string(context.seeds.place) +
                   salt_text(context.seeds));
  for (size_t part = 0; part < kSeedPartSlugs.size(); ++part)
    if (const auto seed = context.seeds.parts[part])
      lines_.push_back(part_seed_path(static_cast<SeedPart>(part)) + "=" + std::to_string(*seed));
  for (size_t k = 0; k < context.tmpl.hand.imports.size(); ++k)
    if (!context.imports.contains(context.tmpl.hand.imports[k].sha256))
      lines_.push_back("hand.imports[" + std::to_string(k) + "].pixels=none");
  std::sort(lines_.begin(), lines_.end());
  resolution_ = std::to_string(context.grid.columns) + " " + std::to_string(context.grid.rows);
  layout_ = std::to_string(context.seeds.layout) + salt_text(context.seeds);
  noise_ = std::to_string(context.seeds.noise) + salt_text(context.seeds) + " " +
           number_text(context.tmpl.noise.phase);
}

size_t Plan::append(StageFacts facts, std::vector<size_t> inputs,
                    std::function<std::shared_ptr<void>()> make) {
  if (facts.grid == StageGrid::plan)
    for (size_t n = 0; n < nodes_.size(); ++n)
      if (nodes_[n].facts.name == facts.name) return n;
  Node node;
  node.facts = std::move(facts);
  node.inputs = std::move(inputs);
  node.make = std::move(make);
  if (cache_ != nullptr) node.key = key_of(node);
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

/// Of what the template says under a path, made once for all stages that read it.
const std::string& Plan::key_of_path(const std::string& path) {
  const auto [known, fresh] = path_keys_.try_emplace(path);
  if (!fresh) return known->second;
  // "factions[].share": the lines of the list, of which some columns.
  const size_t brackets = path.find("[]");
  const std::string stem = brackets == std::string::npos ? path : path.substr(0, brackets + 1);
  const std::string column = brackets == std::string::npos ? "" : path.substr(brackets + 1);
  std::vector<std::string> texts;
  const auto first = std::lower_bound(lines_.begin(), lines_.end(), stem);
  for (auto line = first; line != lines_.end() && line->starts_with(stem); ++line)
    if (column.empty() || line->find(column) == line->find(']')) texts.push_back(*line);
  return known->second = stage_key(texts);
}

std::string Plan::key_of(const Node& node) {
  std::vector<std::string> texts{node.facts.name, node.facts.of_noise ? "" : layout_, noise_,
                                 node.facts.grid == StageGrid::plan ? "" : resolution_, node.facts.key};
  for (const std::string& path : node.facts.reads) texts.push_back(key_of_path(path));
  for (const size_t input : node.inputs) texts.push_back(nodes_[input].key);
  return stage_key(texts);
}

bool Plan::cached(const Node& node) const {
  return cache_->find(node.facts.name, node.key) != nullptr;
}

void Plan::run(const std::vector<size_t>& wanted) {
  choose(wanted);
  parallel_chain(ready_.size(), [this] { return run_next(); });
}

bool Plan::needs_making(Node& node) {
  if (cache_ == nullptr) return node.facts.keep != Keep::second_request;
  if (node.facts.keep == Keep::never) return true;
  node.value = cache_->find(node.facts.name, node.key);
  if (node.value != nullptr) return false;
  node.to_keep = true;
  if (node.facts.keep == Keep::recent) return true;
  const std::string requests = "requests of " + node.facts.name;
  const bool again = cache_->find(requests, node.key) != nullptr;
  if (!again) cache_->keep(requests, node.key, std::make_shared<bool>(true));
  node.to_keep = again;
  return again || node.facts.keep == Keep::repeated;
}

/// Which stages are to run, and what each waits for. Readers stand after their inputs, so one pass from the
/// end settles every reader before its inputs.
void Plan::choose(const std::vector<size_t>& wanted) {
  for (const size_t index : wanted) ++nodes_[index].readers_to_come;
  for (size_t n = nodes_.size(); n-- > 0;) {
    Node& node = nodes_[n];
    if (node.readers_to_come == 0) continue;
    node.to_make = needs_making(node);
    if (!node.to_make) continue;
    node.chain_ms += node.facts.cost_ms;
    all_ms_ += node.facts.cost_ms;
    for (const size_t input : node.inputs) {
      ++nodes_[input].readers_to_come;
      nodes_[input].chain_ms = std::max(nodes_[input].chain_ms, node.chain_ms);
    }
  }
  for (size_t n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    if (!node.to_make) continue;
    for (const size_t input : node.inputs) node.inputs_to_come += nodes_[input].to_make ? 1 : 0;
    if (node.inputs_to_come == 0) ready_.push_back(n);
  }
}

/// Runs the ready stage with the longest chain; how many stages became ready by that.
size_t Plan::run_next() {
  stop_if_cancelled(context_.progress);
  const size_t index = begin_next();
  stop_if_cancelled(context_.progress);
  std::shared_ptr<void> value = nodes_[index].make();
  if (nodes_[index].to_keep) cache_->keep(nodes_[index].facts.name, nodes_[index].key, value);
  return end(index, std::move(value));
}

size_t Plan::begin_next() {
  const Lock lock(mutex_);
  const auto longest = std::max_element(ready_.begin(), ready_.end(), [this](size_t a, size_t b) {
    return nodes_[a].chain_ms < nodes_[b].chain_ms;
  });
  const size_t index = *longest;
  ready_.erase(longest);
  const StageFacts& facts = nodes_[index].facts;
  if (!facts.phase.empty()) context_.progress.at(facts.phase, all_ms_ > 0 ? done_ms_ / all_ms_ : 0);
  return index;
}

size_t Plan::end(size_t index, std::shared_ptr<void> value) {
  std::vector<std::shared_ptr<void>> dropped;  // freed after the lock
  size_t ready = 0;
  const Lock lock(mutex_);
  Node& node = nodes_[index];
  node.value = std::move(value);
  done_ms_ += node.facts.cost_ms;
  for (const size_t input : node.inputs)
    if (--nodes_[input].readers_to_come == 0) dropped.push_back(std::move(nodes_[input].value));
  for (size_t reader = index + 1; reader < nodes_.size(); ++reader) {
    Node& after = nodes_[reader];
    const auto reads = std::count(after.inputs.begin(), after.inputs.end(), index);
    if (!after.to_make || reads == 0) continue;
    after.inputs_to_come -= static_cast<size_t>(reads);
    if (after.inputs_to_come > 0) continue;
    ready_.push_back(reader);
    ++ready;
  }
  return ready;
}

}  // namespace fw
