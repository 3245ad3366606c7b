#include "core/experiment/studies.h"

namespace fw {

const StudyRow* find_study(Coordinator coordinator) {
  for (const auto study : kStudies)
    if (study().coordinator == coordinator) return &study();
  return nullptr;
}

const StudyRow* find_study(std::string_view slug) {
  for (const auto study : kStudies)
    if (row_of(study().coordinator).slug == slug) return &study();
  return nullptr;
}

std::vector<std::string_view> study_slugs() {
  std::vector<std::string_view> slugs;
  for (const auto study : kStudies) slugs.push_back(row_of(study().coordinator).slug);
  return slugs;
}

}  // namespace fw
