#pragma once

#include <string>
#include <vector>

#include "app/job/search/search_results.h"

namespace fw {

/// The side of a thumbnail.
inline constexpr int kThumbnail_px = 192;

/// A map of every kept world as a lossless WebP, made of its layers at a coarse resolution; as many at a time
/// as the process may use threads. ErrorKind::cancelled; an empty text where a map could not be drawn.
Result<std::vector<std::string>> thumbnails(const SearchPlan& plan, const std::vector<Pass>& passes,
                                            const std::vector<size_t>& kept, const Progress& progress);

/// One page for a browser, without network: a card per kept world with its map, seed, score, what the search
/// asked for and its place among usual worlds; sorting, a range filter, keys. Without scripts the cards stand
/// by rank.
std::string gallery_html(const SearchPlan& plan, const SearchRules& rules, const std::vector<Pass>& passes,
                         const std::vector<size_t>& kept, const std::vector<std::string>& maps);

}  // namespace fw
