#include "app/gui/template/page_spec.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/gui/template/look.h"
#include "app/gui/template/place.h"
#include "app/gui/template/row_look.h"

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

template <typename T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

}  // namespace

std::string page_key(std::string_view path) {
  const std::string first(first_step(path));
  if (first == "noise" && path.size() > 6) {
    const std::string stack = "noise." + std::string(first_step(path.substr(6)));
    const auto& all = parameters();
    const bool group = std::any_of(all.begin(), all.end(),
                                   [&](const Parameter& p) { return p.path.starts_with(stack + "."); });
    return group ? stack : "noise";
  }
  if (first == "frame" || first == "relief") return "land";
  if (first == "lakes") return "water";
  const auto& all = parameters();
  const bool whole = std::any_of(all.begin(), all.end(), [&](const Parameter& p) { return p.path == first; });
  return whole || first == "seeds" ? "identity" : first;
}

QString page_title(const std::string& key) {
  if (key.starts_with("noise."))
    return QCoreApplication::translate("fw::PageSpec", "Noise: %1").arg(word_shown(key.substr(6)));
  return title_of_member(key);
}

QString page_title(const std::string& key, const Template& tmpl) {
  const ParameterList* list = find_list(key);
  return list ? list_title(*list, tmpl) : page_title(key);
}

std::vector<PageSpec> page_specs() {
  std::vector<PageSpec> pages;
  for (const Parameter& p : parameters()) {
    if (is_row_of_hand(p)) continue;
    if (is_share_column(p)) add_once(page_of(pages, "mixes").mixes, list_of(p)->path);
    PageSpec& page = page_of(pages, page_key(p.path));
    if (const size_t at = p.path.find("[]"); at != std::string::npos)
      add_once(page.lists, find_list(p.path.substr(0, at)));
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
