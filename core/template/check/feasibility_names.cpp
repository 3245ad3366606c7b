#include <algorithm>
#include <cmath>
#include <set>

#include "core/template/check/feasibility_internal.h"

namespace fw::feasibility {
namespace {

constexpr size_t kMostTried = 1 << 18;

/// About how many hills and waters get names in a frame, and how many more stems a culture needs than it
/// names, since no two of them share one (measured on the built-in templates).
constexpr double kHillsAndWaters = 36, kLargeFrame_m = 24000, kMoreInLargeFrames = 2.5, kStemsToChoose = 1.2;

std::vector<std::string> distinct(std::vector<std::string> parts) {
  if (parts.empty()) parts.emplace_back();
  std::ranges::sort(parts);
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  return parts;
}

/// How many different names the rules form, as far as `enough`.
size_t names_formed(const NameRow& row, size_t enough) {
  const std::vector<std::string> starts = distinct(row.starts), middles = distinct(row.middles),
                                 ends = distinct(row.ends), epithets = distinct(row.epithets);
  const size_t all = starts.size() * middles.size() * ends.size() * epithets.size();
  std::set<std::string> names;
  for (size_t k = 0; k < all && names.size() < enough; ++k) {
    if (k >= kMostTried) return enough;  // many parts that form the same names: not counted to the end
    size_t rest = k;
    const auto next = [&rest](const std::vector<std::string>& parts) -> const std::string& {
      const std::string& part = parts[rest % parts.size()];
      rest /= parts.size();
      return part;
    };
    std::string name = next(starts);
    name += next(middles);
    name += next(ends);
    if (const std::string& epithet = next(epithets); !epithet.empty()) name += " " + epithet;
    names.insert(std::move(name));
  }
  return names.size();
}

/// What the factions that use a row hold.
struct Holdings {
  int regions = 0;
  double land = 0;  ///< share
};

Holdings holdings_of(const Template& t, const std::string& names) {
  Holdings held;
  double owners = 0, of_owners = 0;
  for (const FactionRow& row : t.vocabulary.factions) {
    const bool neutral = row.role == FactionRole::neutral, uses = row.names == names;
    owners += neutral ? 0 : row.share;
    if (!uses) continue;
    held.land += row.share;
    of_owners += neutral ? 0 : row.share;
    held.regions += neutral ? neutral_regions(t) : 0;
  }
  if (owners > 0)
    held.regions += static_cast<int>(std::ceil(t.regions.controllable * of_owners / owners - 1e-9));
  return held;
}

/// How many hills and waters a culture names.
double stems_needed(const Template& t, const NameRow& row, const Holdings& held) {
  size_t named = 0, kinds = 0;  // kinds of hills and waters, and those with patterns of stems
  for (const PlaceKind kind : {PlaceKind::sea, PlaceKind::strait, PlaceKind::bay, PlaceKind::range,
                               PlaceKind::summit, PlaceKind::pass, PlaceKind::lake, PlaceKind::river}) {
    const std::vector<std::string>& forms = row.forms[static_cast<size_t>(kind)];
    ++kinds;
    named += std::ranges::any_of(forms,
                                 [](const std::string& form) { return form.find('%') != std::string::npos; });
  }
  const double frame = t.frame.longer_m() > kLargeFrame_m ? kMoreInLargeFrames : 1;
  return kStemsToChoose * kHillsAndWaters * frame * held.land * static_cast<double>(named) /
         static_cast<double>(kinds);
}

}  // namespace

void check_names(const Template& t, Findings& findings) {
  for (size_t i = 0; i < t.vocabulary.names.size(); ++i) {
    const NameRow& row = t.vocabulary.names[i];
    const Holdings held = holdings_of(t, row.id);
    const size_t stems = distinct(row.starts).size() * distinct(row.middles).size();
    if (const double needed = std::ceil(stems_needed(t, row, held)); static_cast<double>(stems) < needed)
      findings.push_back({Severity::warning, "stems_too_few", "names[" + std::to_string(i) + "].starts",
                          row.label + " forms " + std::to_string(stems) +
                              " different stems of starts and middles, but needs about " +
                              std::to_string(static_cast<int>(needed)) +
                              " for the hills and waters of its factions' land: some will share a beginning, "
                              "or get numbers. Add to names." +
                              row.id + ".starts or middles."});
    int most = held.regions;
    std::string what = "regions";
    for (const LandmarkRow& kind : t.vocabulary.landmarks) {
      const int count = static_cast<int>(std::ceil(landmark_count(t, kind) * held.land - 1e-9));
      if (!kind.named || count <= most) continue;
      most = count;
      what = "landmarks of the kind " + kind.label;
    }
    const size_t formed = names_formed(row, static_cast<size_t>(most));
    if (formed >= static_cast<size_t>(most)) continue;
    findings.push_back({Severity::warning, "names_too_few", "names[" + std::to_string(i) + "].starts",
                        row.label + " forms " + std::to_string(formed) +
                            " different names, but its factions hold about " + std::to_string(most) + " " +
                            what + ": names will come again with numbers. Add to names." + row.id +
                            ".starts, middles or ends."});
  }
}

}  // namespace fw::feasibility
