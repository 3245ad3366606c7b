#include <string>

#include "core/base/number_text.h"
#include "core/tactics/tokens.h"
#include "core/tactics/tokens_rows_internal.h"

namespace fw {

namespace {

const auto kTokenRows = token_rows<TokenParams>(kTokenPaths);

}  // namespace

std::span<const TuningRow<TokenParams>> token_tuning() {
  return kTokenRows;
}

TokenParams token_preset(TokenMethod method) {
  TokenParams params;
  params.method = method;
  return params;
}

Result<Done> check_tokens(const TokenParams& params, std::string_view room) {
  if (auto rows = check<TokenParams>(params, kTokenRows); !rows) return rows;
  const auto ordered = [&](const char* key, double least, double most) -> Result<Done> {
    if (least <= most) return Done{};
    return Error{ErrorKind::usage, std::string(room) + key + ": found " + number_text(least) +
                                       ", expected at most the longest, " + number_text(most)};
  };
  if (auto fits = ordered("attack_least_s", params.attack_least_s, params.attack_most_s); !fits) return fits;
  return ordered("recovery_least_s", params.recovery_least_s, params.recovery_most_s);
}

double start_rate_per_s(const TokenParams& params) {
  constexpr double kTokenHeld_s = 2.2;
  return params.starts_per_s > 0 ? params.starts_per_s : params.tokens / kTokenHeld_s;
}

}  // namespace fw
