#include "core/model/template/vocabulary.h"

namespace fw {

Vocabulary::Vocabulary() = default;
Vocabulary::Vocabulary(const Vocabulary&) = default;
Vocabulary::Vocabulary(Vocabulary&&) noexcept = default;
Vocabulary& Vocabulary::operator=(const Vocabulary&) = default;
Vocabulary& Vocabulary::operator=(Vocabulary&&) noexcept = default;
Vocabulary::~Vocabulary() = default;

}  // namespace fw
