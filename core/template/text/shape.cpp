#include "core/template/text/shape.h"

namespace fw {
namespace {

void insert(TemplateShape& root, const Parameter& parameter) {
  TemplateShape* at = &root;
  size_t begin = 0;
  while (begin <= parameter.path.size()) {
    const size_t dot = std::min(parameter.path.find('.', begin), parameter.path.size());
    std::string key = parameter.path.substr(begin, dot - begin);
    const bool is_list = key.ends_with("[]");
    if (is_list) key.resize(key.size() - 2);
    TemplateShape* child = nullptr;
    for (TemplateShape& c : at->children)
      if (c.key == key) child = &c;
    if (!child) {
      child = &at->children.emplace_back();
      child->key = key;
      child->path = at->path.empty() ? key : at->path + (at->list ? "[]." : ".") + key;
      if (is_list) child->list = find_list(child->path);
    }
    at = child;
    begin = dot + 1;
  }
  at->leaf = &parameter;
}

}  // namespace

const TemplateShape* TemplateShape::find(std::string_view member) const {
  for (const TemplateShape& c : children)
    if (c.key == member) return &c;
  return nullptr;
}

std::vector<std::string> TemplateShape::keys() const {
  std::vector<std::string> out;
  for (const TemplateShape& c : children) out.push_back(c.key);
  return out;
}

const TemplateShape& template_shape() {
  static const TemplateShape root = [] {
    TemplateShape built;
    for (const Parameter& p : parameters()) insert(built, p);
    return built;
  }();
  return root;
}

}  // namespace fw
