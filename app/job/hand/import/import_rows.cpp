#include "app/job/hand/import/import_rows.h"

#include <algorithm>

#include "app/job/hand/import/import_errors_internal.h"
#include "app/job/hand/import/import_filling_internal.h"
#include "core/field/shape.h"
#include "core/model/template/plan_grid.h"
#include "core/template/template_io.h"

namespace fw {
namespace {

/// Cells of the plan that two of these regions have.
void note_overlaps(const RowsImport& made, size_t first, ImportCounts& counts) {
  const GridSpec grid = plan_grid(made.tmpl.frame);
  Raster<uint8_t> seen(grid);
  int64_t twice = 0;
  for (size_t k = first; k < made.tmpl.hand.regions.size(); ++k) {
    const HandPlace& place = made.tmpl.hand.regions[k].place;
    if (place.shape.empty()) continue;
    visit_shape(read_shape(place.shape).value(), place.radius_m, grid, 0, [&](uint32_t cell, double) {
      twice += seen[cell] == 1;
      seen[cell] = static_cast<uint8_t>(std::min(seen[cell] + 1, 2));
    });
  }
  counts.add(
      "overlap",
      "cell{|s} (of " + std::to_string(kPlanResolution) +
          " along the frame) {belongs|belong} to more than one of the regions; the first of them counts",
      "", twice);
}

/// Turns the rows from `first` on round: of regions the later row has a cell, of a file the first shape.
void last_first(HandRows<RegionRow>& rows, size_t first) {
  for (size_t low = first, high = rows.size(); low + 1 < high; ++low, --high) {
    RegionRow moved = rows[low];
    rows.edit(low) = rows[high - 1];
    rows.edit(high - 1) = std::move(moved);
  }
}

const SourceLayer* choose_layer(const VectorSource& source, const RowsImportRequest& request,
                                std::string_view list, std::string& problem) {
  std::string names;
  for (const SourceLayer& layer : source.layers) {
    names += (names.empty() ? "" : ", ") + layer.name;
    if (layer.name == request.layer || (request.layer.empty() && source.layers.size() == 1)) return &layer;
  }
  for (const SourceLayer& layer : source.layers)
    if (request.layer.empty() && (layer.name == request.what || layer.name == list)) return &layer;
  problem = request.file.string() + ": " +
            (request.layer.empty() ? "it has more than one layer; --layer names one of "
                                   : "it has no layer " + request.layer + "; it has ") +
            names;
  return nullptr;
}

Result<Done> fill_all(RowsImport& made, ImportCounts& counts, const VectorSource& source,
                      const RowsImportRequest& request) {
  bool any = false;
  Result<Done> state = Done{};
  const Hand lists;
  visit_hand(lists, [&](std::string_view list, const auto&) {
    for (const SourceLayer& layer : source.layers) {
      if (layer.name != list || !state) continue;
      any = true;
      state = fill_list(made, counts, request, list, layer);
    }
  });
  if (state && !any)
    return usage_error(request.file.string() +
                       ": none of its layers is a list of the hand; --what names what its shapes are");
  return state;
}

}  // namespace

std::string_view list_of_rows(std::string_view what) {
  for (const RowKind& kind : kRowKinds)
    if (kind.word == what) return kind.list;
  return {};
}

Result<RowsImport> import_rows(const RowsImportRequest& request, const Template& tmpl) {
  const bool all = request.what == kAllRows;
  auto source = read_vectors({request.file, frame_on_earth(tmpl), !all});
  if (!source) return source.error();
  RowsImport made{tmpl, source.value().placed_by, {}, {}, {}};
  ImportCounts counts;
  const auto told = [&](int64_t count, const char* code, const char* what) {
    counts.add(code, what, "", count);
  };
  told(source.value().closed, "closed", "polygon{|s} did not end where {it|they} began and {is|are} closed");
  told(source.value().mended, "mended", "polygon{|s} crossed {itself|themselves} and {is|are} mended");
  told(source.value().simplified, "simplified",
       "shape{|s} had more than 4096 vertices and {is|are} simplified");
  told(source.value().views, "views",
       "layer{|s} {is a view|are views} and {is|are} not read; write {it as a table|them as tables} first");
  if (all) {
    if (const auto filled = fill_all(made, counts, source.value(), request); !filled) return filled.error();
  } else {
    const std::string_view list = list_of_rows(request.what);
    std::string problem;
    const SourceLayer* const layer = choose_layer(source.value(), request, list, problem);
    if (layer == nullptr) return usage_error(problem);
    const size_t before = made.tmpl.hand.regions.size();
    if (const auto filled = fill_list(made, counts, request, list, *layer); !filled) return filled.error();
    if (list == "regions") {
      note_overlaps(made, before, counts);
      last_first(made.tmpl.hand.regions, before);
    }
  }
  if (made.placed_by.empty()) made.placed_by = "its columns of places are metres of the frame";
  made.notes = counts.notes();
  const CheckedTemplate checked = check_edited(made.tmpl);
  if (!checked.refusals.empty()) {
    std::string text = request.file.string() + ": its rows cannot stand in the template";
    for (const Finding& refusal : checked.refusals) text += "\n" + refusal.where + ": " + refusal.message;
    return Error{ErrorKind::invalid_template, text};
  }
  return made;
}

}  // namespace fw
