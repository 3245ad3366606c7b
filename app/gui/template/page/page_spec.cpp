#include "app/gui/template/page/page_spec.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/gui/template/list/kind_list.h"
#include "app/gui/template/look.h"
#include "app/gui/template/place.h"

namespace fw {
namespace {

PageSpec& page_of(std::vector<PageSpec>& pages, const std::string& key) {
  for (PageSpec& page : pages)
    if (page.key == key) return page;
  PageSpec page;
  page.key = key;
  page.title = page_title(key);
  return pages.emplace_back(std::move(page));
}

bool is_mix(const std::string& group) {
  return !shares_of(group).empty() && group.find("[]") == std::string::npos;
}

template <typename T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

}  // namespace

std::string page_key(std::string_view path) {
  if (kind_cell(path)) return kind_list().path;
  const std::string first(first_step(path));
  if (first == "noise" && path.size() > 6) {
    const std::string stack = "noise." + std::string(first_step(path.substr(6)));
    const auto& all = parameters();
    const bool group = std::any_of(all.begin(), all.end(),
                                   [&](const Parameter& p) { return p.path.starts_with(stack + "."); });
    return group ? stack : "noise";
  }
  if (is_mix(first)) return "mixes";
  if (first == "danger_thresholds") return "modes";
  const auto whole = find_place(first);
  return whole || first == "seeds" ? "identity" : first;
}

QString page_title(const std::string& key) {
  if (key.starts_with("noise."))
    return QCoreApplication::translate("fw::PageSpec", "Noise: %1").arg(word_shown(key.substr(6)));
  return title_of_member(key);
}

std::vector<PageSpec> page_specs() {
  std::vector<PageSpec> pages;
  for (const Parameter& p : parameters()) {
    PageSpec& page = page_of(pages, page_key(p.path));
    if (kind_cell(p.path))
      add_once(page.lists, &kind_list());
    else if (const ParameterList* list = list_of(p))
      add_once(page.lists, list);
    else if (is_share(p))
      add_once(page.mixes, group_of(p.path));
    else
      page.fields.push_back(&p);
    if (p.pattern != "noise.*.wavelength_m") continue;
    const std::string stack = page.key.substr(6);
    page.stacks.push_back(stack);
    page_of(pages, "noise").stacks.push_back(stack);  // all stacks, for comparison
  }
  return pages;
}

}  // namespace fw
