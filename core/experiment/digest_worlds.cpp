#include "core/experiment/digest_list.h"
#include "core/model/world/digest.h"
#include "core/template/template_io.h"
#include "core/world/generate.h"

namespace fw {

std::vector<std::string> world_digest_lines(uint64_t seed) {
  std::vector<std::string> lines;
  for (const char* name : {"WindswardLike", "ShatteredMountainLike", "EdengroveLike", "Tiny"}) {
    const Template tmpl = parse_template(find_builtin(name)->text, name).value();
    const auto world = generate(tmpl, SeedBundle::from_master(seed), 128).value();
    for (const auto& [part, digest] : world_digests(*world))
      lines.push_back(std::string(name) + " " + part + " " + digest);
  }
  return lines;
}

}  // namespace fw
