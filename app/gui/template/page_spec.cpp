#include "app/gui/template/page_spec.h"

#include <QCoreApplication>
#include <algorithm>

#include "app/gui/template/look.h"
#include "app/gui/template/place.h"
#include "app/gui/template/row_look.h"

namespace fw {
namespace {

struct PageGroup {
  const char* title;
  std::vector<std::string_view> pages;
};

/// A page that no group names stands under the last one.
const std::vector<PageGroup>& groups() {
  static const std::vector<PageGroup> all{
      {QT_TRANSLATE_NOOP("fw::PageSpec", "World"), {"identity", "land", "water", "coast"}},
      {QT_TRANSLATE_NOOP("fw::PageSpec", "Owners"),
       {"regions", "factions", "names", "mixes", "region_mixes"}},
      {QT_TRANSLATE_NOOP("fw::PageSpec", "Ground and danger"), {"biomes", "danger", "modes"}},
      {QT_TRANSLATE_NOOP("fw::PageSpec", "Places"), {"landmarks", "roads", "footprints"}},
      {QT_TRANSLATE_NOOP("fw::PageSpec", "Content"),
       {"families", "categories", "rarities", "resources", "wildlife", "enemies"}},
      {QT_TRANSLATE_NOOP("fw::PageSpec", "Noise"), {"noise"}},
      {QT_TRANSLATE_NOOP("fw::PageSpec", "Settings"),
       {"hand", "play", "calendar", "tactics", "ecology", "view", "export"}}};
  return all;
}

size_t group_of_page(std::string_view key) {
  const std::string_view first = first_step(key);
  for (size_t k = 0; k < groups().size(); ++k)
    for (const std::string_view page : groups()[k].pages)
      if (page == first) return k;
  return groups().size() - 1;
}

PageSpec& page_of(std::vector<PageSpec>& pages, const std::string& key) {
  for (PageSpec& page : pages)
    if (page.key == key) return page;
  PageSpec page;
  page.key = key;
  page.title = page_title(key);
  page.group = group_of_page(key);
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

QStringList page_groups() {
  QStringList titles;
  for (const PageGroup& group : groups())
    titles.push_back(QCoreApplication::translate("fw::PageSpec", group.title));
  return titles;
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
  std::stable_sort(pages.begin(), pages.end(),
                   [](const PageSpec& a, const PageSpec& b) { return a.group < b.group; });
  return pages;
}

}  // namespace fw
