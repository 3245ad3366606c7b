#include "core/experiment/studies.h"

namespace fw {

const StudyRow* find_study(std::string_view slug) {
  for (const auto study : kStudies)
    if (study().slug == slug) return &study();
  return nullptr;
}

std::vector<std::string_view> study_slugs() {
  std::vector<std::string_view> slugs;
  for (const auto study : kStudies) slugs.push_back(study().slug);
  return slugs;
}

const Method* find_method(const StudyRow& study, std::string_view slug) {
  for (const Method& method : study.methods)
    if (method.slug == slug) return &method;
  return nullptr;
}

}  // namespace fw
