#include "app/job/hand/import/import_raster.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "app/job/hand/import/import_colours.h"
#include "app/job/hand/import/import_notes.h"
#include "core/base/number_text.h"
#include "core/base/suggest.h"
#include "core/model/template/hand/hand.h"
#include "core/model/world/world_layers.h"
#include "core/template/parameters/parameters.h"

namespace fw {
namespace {

constexpr double kMostCellsUnderOne = 512;  // of the file, under one pixel, along a side
constexpr int kFineEnough = 512;            // from here on, half a cell at the frame's rim does not matter
constexpr double kFarthest_m = 12000;       // as low_m and high_m
constexpr size_t kMostShown = 12;
const std::string kLandWord = "land", kSeaWord = "sea";

/// The words that codes of this kind may have; empty: any.
std::vector<std::string> words_for(const std::string& what, const Template& tmpl) {
  if (what == "land") return {kLandWord, kSeaWord};
  if (what == "region") return {};
  return table_ids(tmpl, what == "biome" ? "biomes" : what == "faction" ? "factions" : "danger");
}

/// The code of a pixel for each value of the file; 0 = none.
struct Codes {
  std::map<int, uint8_t> of;
  std::vector<ImportCode> map;  ///< of the pixels
  bool all_land = false;        ///< land without a map: any value but 0
};

/// The file's values with their words, as pixels: the same numbers where they fit, else from 1 on.
Result<Codes> codes_of(const std::vector<ImportCode>& stated, const std::string& what, const Template& tmpl,
                       const std::string& source) {
  const std::vector<std::string> words = words_for(what, tmpl);
  Codes codes;
  std::vector<std::string> order;
  bool fit = true;
  for (const ImportCode& code : stated) {
    const bool none = code.word == kPaintNone || code.word == kSeaWord;
    if (!words.empty() && !none && std::find(words.begin(), words.end(), code.word) == words.end())
      return usage_error(source + ": found the word \"" + code.word + "\", expected " +
                         (what == "land" ? "land or sea" : "the id of a row of the template's " + what) +
                         did_you_mean(code.word, words));
    if (none) continue;
    fit = fit && code.code >= 1 && code.code <= 255;
    if (std::find(order.begin(), order.end(), code.word) == order.end()) order.push_back(code.word);
  }
  if (order.empty()) return usage_error(source + ": no value means anything");
  if (order.size() > 255) return usage_error(source + ": found more than 255 words");
  std::set<std::string> mapped;
  for (const ImportCode& code : stated) {
    const auto place = std::find(order.begin(), order.end(), code.word);
    if (place == order.end()) {
      codes.of[code.code] = 0;
      continue;
    }
    const auto pixel = static_cast<uint8_t>(fit ? code.code : place - order.begin() + 1);
    codes.of[code.code] = pixel;
    if (fit || mapped.insert(code.word).second) codes.map.push_back({pixel, code.word});
  }
  return codes;
}

/// The codes of a legend's words: value k + 1 is its colour k.
Result<Codes> legend_codes(const std::vector<LegendColour>& legend, const std::string& what,
                           const Template& tmpl) {
  std::vector<ImportCode> stated;
  for (size_t k = 0; k < legend.size(); ++k) stated.push_back({static_cast<uint16_t>(k + 1), legend[k].word});
  auto codes = codes_of(stated, what, tmpl, "--map");
  if (!codes) return codes;
  // Words, not colours, are what pixels hold.
  std::vector<std::string> words;
  Codes out;
  for (size_t k = 0; k < legend.size(); ++k) {
    const std::string& word = legend[k].word;
    if (word == kPaintNone || word == kSeaWord) {
      out.of[static_cast<int>(k)] = 0;
      continue;
    }
    auto place = std::find(words.begin(), words.end(), word);
    if (place == words.end()) place = words.insert(words.end(), word);
    const auto pixel = static_cast<uint8_t>(place - words.begin() + 1);
    out.of[static_cast<int>(k)] = pixel;
    if (pixel == words.size() && (out.map.empty() || out.map.back().code != pixel))
      out.map.push_back({pixel, word});
  }
  return out;
}

Result<Codes> stated_codes(const RasterImportRequest& request, const RasterSource& source,
                           const Template& tmpl) {
  if (!request.map.empty()) {
    const auto map = read_import_map(request.map);
    if (!map) return usage_error("--map: " + map.error().message);
    return codes_of(map.value(), request.what, tmpl, "--map");
  }
  std::vector<ImportCode> words;
  for (const auto& [code, word] : source.words) words.push_back({static_cast<uint16_t>(code), word});
  if (!words.empty()) {
    Result<Codes> own = codes_of(words, request.what, tmpl, request.file.string());
    if (own) return own;
    return Error{ErrorKind::io, own.error().message + "; --map says which value is which row"};
  }
  Codes codes;
  codes.all_land = request.what == "land";
  if (codes.all_land) codes.map = {{1, kLandWord}};
  return codes;
}

/// Words are of whole numbers that 16 bits hold.
bool may_have_word(double value) {
  return value >= 0 && value <= 65535 && value == std::floor(value);
}

/// What is met while the file's cells in the frame are read.
struct Tally {
  int64_t no_data = 0, zero = 0, taken = 0;
  std::map<double, int64_t> unknown;  ///< by value
  int64_t other = 0;                  ///< of further values

  void count_unknown(float value) {
    constexpr size_t kMostValues = 1000;
    const auto key = static_cast<double>(value);
    if (unknown.size() < kMostValues || unknown.contains(key))
      ++unknown[key];
    else
      ++other;
  }
};

/// The file's columns with a centre in the frame.
std::pair<size_t, size_t> columns_inside(const RasterPlace& place, const FrameParams& frame) {
  size_t first = 0, end = 0;
  for (int c = 0; c < place.columns; ++c) {
    const double x = place.centre(c, 0).x;
    if (x < 0) first = static_cast<size_t>(c) + 1;
    if (x <= frame.width_m) end = static_cast<size_t>(c) + 1;
  }
  return {first, std::max(first, end)};
}

ReadRows<uint8_t> code_rows(RasterSource& source, const Codes& codes, const FrameParams& frame,
                            Tally& tally) {
  const auto [first, end] = columns_inside(source.place, frame);
  std::vector<uint8_t> quick(65536, 0), known(65536, 0);
  for (const auto& [value, pixel] : codes.of)
    if (value >= 0 && value <= 65535)
      quick[static_cast<size_t>(value)] = pixel, known[static_cast<size_t>(value)] = 1;
  return [&source, &tally, all_land = codes.all_land, quick, known, first = first, end = end,
          values = std::vector<float>()](int first_row, std::span<uint8_t> out) mutable -> Result<Done> {
    values.resize(out.size());
    if (const auto read = source.read(first_row, values); !read) return read;
    const auto stride = static_cast<size_t>(source.place.columns);
    for (size_t i = 0; i < out.size(); ++i) {
      const float value = values[i];
      const bool inside = i % stride >= first && i % stride < end;
      const bool whole = may_have_word(static_cast<double>(value));
      out[i] = 0;
      if (std::isnan(value)) {
        tally.no_data += inside;
        continue;
      }
      tally.zero += inside && value == 0;
      if (all_land) {
        out[i] = value != 0;
      } else if (whole && known[static_cast<size_t>(value)]) {
        out[i] = quick[static_cast<size_t>(value)];
      } else if (inside && value != 0) {
        tally.count_unknown(value);
      }
      tally.taken += inside && out[i] != 0;
    }
    return Done{};
  };
}

std::string counted(int64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

void note_place(const RasterSource& source, std::vector<ImportNote>& notes) {
  if (source.outside > 0)
    notes.push_back({"outside", source.outside,
                     counted(source.outside, "cell of the file lies", "cells of the file lie") +
                         " outside the frame, of " + std::to_string(source.file_cells)});
}

/// A value as people see it: of a colour table with its colour.
std::string shown_value(const RasterValues& known, double value) {
  if (value != std::floor(value)) return rounded_text(value);
  for (const auto& [entry, colour] : known.shown)
    if (static_cast<double>(entry) == value) return number_text(value) + " " + colour;
  return number_text(value);
}

std::string list_of(const RasterValues& known, const std::map<double, int64_t>& values) {
  std::string text;
  size_t shown = 0;
  for (const auto& [value, count] : values) {
    if (++shown > kMostShown) return text + ", ...";
    text += (text.empty() ? "" : ", ") + shown_value(known, value) + " (" + std::to_string(count) + ")";
  }
  return text;
}

int64_t unknown_cells(const Tally& tally) {
  int64_t unknown = tally.other;
  for (const auto& [value, count] : tally.unknown) unknown += count;
  return unknown;
}

Result<Done> note_values(const RasterImportRequest& request, const RasterSource& source, const Codes& codes,
                         const Tally& tally, std::vector<ImportNote>& notes) {
  if (codes.of.empty() && !codes.all_land)
    return usage_error(
        "say which value of " + request.file.string() + " is which row of " + request.what +
        ": --map \"1 forest, 2 snow\"; it has the values (cells): " + list_of(source.values, tally.unknown));
  if (tally.no_data > 0)
    notes.push_back(
        {"no_data", tally.no_data, counted(tally.no_data, "cell has", "cells have") + " no data"});
  const bool any_unfit = std::any_of(tally.unknown.begin(), tally.unknown.end(),
                                     [](const auto& entry) { return !may_have_word(entry.first); });
  if (const int64_t unknown = unknown_cells(tally); unknown > 0)
    notes.push_back({"unknown_value", unknown,
                     counted(unknown, "cell has a value without a word and is left free",
                             "cells have values without a word and are left free") +
                         "; values (cells): " + list_of(source.values, tally.unknown) +
                         (any_unfit ? "; only whole numbers from 0 to 65535 can have one" : "")});
  return Done{};
}

std::string metres_between(double low, double high) {
  return rounded_text(low) + " to " + rounded_text(high) + " m";
}

/// Where a file lies that has no cell in the frame.
Error off_frame(const RasterImportRequest& request, const RasterPlace& place, const FrameParams& frame) {
  return source_error(request.file,
                      "none of its cells lies in the frame of " + number_text(frame.width_m) + " x " +
                          number_text(frame.height_m) + " m; it lies at " +
                          metres_between(place.west_m, place.west_m + place.columns * place.cell_width_m) +
                          " by " +
                          metres_between(place.north_m - place.rows * place.cell_height_m, place.north_m));
}

/// Why no pixel has a word.
Error no_word(const RasterImportRequest& request, const RasterSource& source, const Codes& codes,
              const Tally& tally, const Template& tmpl) {
  if (source.outside == source.file_cells) return off_frame(request, source.place, tmpl.frame);
  const std::string here = " of its cells in the frame ";
  const int64_t unknown = unknown_cells(tally);
  if (tally.zero + unknown + tally.taken == 0) return source_error(request.file, "none" + here + "has data");
  if (tally.taken > 0)
    return source_error(request.file, "no pixel has a word for the largest part; " +
                                          counted(tally.taken, "cell has one", "cells have one"));
  if (codes.all_land)
    return source_error(request.file, "all" + here + "are 0, which is sea; land is every other value");
  const std::string values = "values (cells): " + (unknown > 0 ? list_of(source.values, tally.unknown)
                                                               : "0 (" + std::to_string(tally.zero) + ")");
  if (request.map.empty())
    return source_error(request.file, "none" + here + "has a value with a word; " + values);
  return usage_error("--map " + request.map + ": none of the cells of " + request.file.string() +
                     " in the frame has such a value for a row; it has the " + values);
}

/// A sample's height: offset + factor * sample.
struct HeightScale {
  double offset = 0, factor = 1;
};

/// Shades to metres, and samples whose least and greatest a person states; heights of other files are metres
/// already.
Result<HeightScale> metres_of(const RasterImportRequest& request, const RasterSource& source,
                              const Template& tmpl, std::vector<ImportNote>& notes) {
  const RasterValues& known = source.values;
  const bool stated = request.low_m || request.high_m;
  if (!known.largest && !stated) return HeightScale{};
  const double low = request.low_m.value_or(0), high = request.high_m.value_or(tmpl.relief.height_max_m);
  if (!(high > low))
    return usage_error("--high-m " + number_text(high) + ": expected more than --low-m " + number_text(low));
  const double least = known.largest ? 0 : known.least, greatest = known.largest.value_or(known.greatest);
  if (!(greatest > least))
    return usage_error("--low-m, --high-m: all samples of " + request.file.string() + " are " +
                       rounded_text(least) + ", so there is no least and greatest");
  notes.push_back({"scale", 1,
                   rounded_text(least) + " stands for " + number_text(low) + " m, " +
                       rounded_text(greatest, 10) + " for " + number_text(high) + " m" +
                       (request.low_m && request.high_m ? "" : "; --low-m and --high-m state others")});
  const double factor = (high - low) / (greatest - least);
  return HeightScale{low - least * factor, factor};
}

/// Values that lie far off all others.
void note_untagged(const RasterValues& known, const std::string& as, std::vector<ImportNote>& notes) {
  for (const auto& [value, count] : known.untagged)
    notes.push_back({"untagged", count,
                     counted(count, "cell has", "cells have") + " the value " + rounded_text(value, 10) +
                         ", far off all others and without a tag, and " + (count == 1 ? "is" : "are") +
                         " taken as " + as});
}

/// What was found of the values themselves.
void note_heights(const RasterImportRequest& request, const RasterSource& source, double low, double high,
                  std::vector<ImportNote>& notes) {
  const RasterValues& known = source.values;
  notes.push_back({"range", 1, "heights from " + metres_between(low, high) + " are read"});
  note_untagged(known, "no height", notes);
  const bool unit = !known.largest && !request.low_m && !request.high_m && known.least >= 0 &&
                    known.greatest <= 1 && known.greatest > known.least;
  if (unit)
    notes.push_back(
        {"unit_range", 1,
         "all samples lie between 0 and 1, as terrain programs write them, and are taken as metres; "
         "--low-m and --high-m say what the least and the greatest stand for"});
}

/// Heights of our own fields.tif are stored with their detail: what of them that is. Null of other files.
std::unique_ptr<RasterSource> detail_of(RasterRequest heights) {
  const std::string_view ours = layer_of(&World::height_m).slug;
  if (heights.raw || (!heights.band.empty() && heights.band != ours)) return nullptr;
  heights.band = layer_of(&World::detail_m).slug;
  auto opened = open_raster(heights);
  return opened ? std::move(opened).value() : nullptr;
}

/// `detail` may be null.
Result<Done> import_heights_into(RasterImport& made, const RasterImportRequest& request, RasterSource& source,
                                 RasterSource* detail, const Template& tmpl, const GridSpec& grid) {
  const auto scale = metres_of(request, source, tmpl, made.notes);
  if (!scale) return scale.error();
  const bool scaled = source.values.largest || request.low_m || request.high_m;
  Tally tally;
  const auto [first, end] = columns_inside(source.place, tmpl.frame);
  const ReadRows<float> rows = [&, first = first, end = end, more = std::vector<float>()](
                                   int first_row, std::span<float> out) mutable -> Result<Done> {
    if (request.progress.cancelled()) return Error{ErrorKind::cancelled, "cancelled"};
    if (const auto read = source.read(first_row, out); !read) return read;
    if (detail != nullptr) {
      more.resize(out.size());
      if (const auto read = detail->read(first_row, more); !read) return read;
      for (size_t i = 0; i < out.size(); ++i)
        if (!std::isnan(more[i])) out[i] -= more[i];
    }
    const auto stride = static_cast<size_t>(source.place.columns);
    for (size_t i = 0; i < out.size(); ++i) {
      tally.no_data += std::isnan(out[i]) && i % stride >= first && i % stride < end;
      if (scaled)
        out[i] =
            static_cast<float>(scale.value().offset + scale.value().factor * static_cast<double>(out[i]));
    }
    return Done{};
  };
  const Result<Raster<float>> heights =
      resample_values(source.place, rows, grid, request.offsets ? Overshoot::free : Overshoot::none_on_land);
  if (!heights) return heights.error();
  double low = INFINITY, high = -INFINITY;
  bool gaps = false;
  for (const float h : heights.value().cells) {
    gaps = gaps || std::isnan(h);
    if (std::isnan(h)) continue;
    low = std::min(low, static_cast<double>(h));
    high = std::max(high, static_cast<double>(h));
  }
  if (!(low <= high))
    return source.outside == source.file_cells
               ? off_frame(request, source.place, tmpl.frame)
               : source_error(request.file, "none of its cells in the frame has a height");
  if (low < -kFarthest_m || high > kFarthest_m) {
    const std::string found =
        "found heights from " + metres_between(low, high) + ", expected -12000 to 12000";
    return scaled ? usage_error("--low-m, --high-m of " + request.file.string() + ": " + found)
                  : source_error(request.file,
                                 found +
                                     "; --low-m and --high-m say how high its least and its greatest "
                                     "sample are");
  }
  note_heights(request, source, low, high, made.notes);
  if (source.values.largest && !gaps) {  // the file's own steps
    low = scale.value().offset;
    high = low + scale.value().factor * *source.values.largest;
  } else {
    low = std::floor(low * 1000) / 1000;
    high = std::max(std::ceil(high * 1000) / 1000, low + 0.001);
    if (gaps) low -= (high - low) / 65534;  // 1 is the lowest, 0 says none
  }
  made.row.low_m = low;
  made.row.high_m = high;
  made.row.map = gaps ? std::string(kNoHeightMap) : std::string();
  made.pixels.heights = true;
  for (const float h : heights.value().cells) {
    const double step = std::floor((static_cast<double>(h) - low) / (high - low) * 65535 + 0.5);
    made.pixels.values.push_back(
        std::isnan(h) ? uint16_t{0} : static_cast<uint16_t>(std::clamp(step, gaps ? 1.0 : 0.0, 65535.0)));
  }
  if (tally.no_data > 0)
    made.notes.push_back(
        {"no_data", tally.no_data, counted(tally.no_data, "cell has", "cells have") + " no height"});
  return Done{};
}

/// Rows of a picture in colours as pixels.
ReadRows<uint8_t> colour_rows(RasterSource& source, const Codes& codes, const FrameParams& frame,
                              ColourReader& reader, Tally& tally) {
  const auto [first, end] = columns_inside(source.place, frame);
  return [&source, &codes, &reader, &tally, first = first, end = end, values = std::vector<float>()](
             int first_row, std::span<uint8_t> out) mutable -> Result<Done> {
    values.resize(out.size());
    if (const auto read = source.read(first_row, values); !read) return read;
    const auto stride = static_cast<size_t>(source.place.columns);
    for (size_t i = 0; i < out.size(); ++i) {
      const bool inside = i % stride >= first && i % stride < end;
      out[i] = 0;
      if (std::isnan(values[i])) {
        tally.no_data += inside;
        continue;
      }
      if (!inside) continue;
      const size_t place = reader.place(static_cast<uint32_t>(values[i]));
      if (place != ColourReader::kFarFromAll) out[i] = codes.of.at(static_cast<int>(place));
      tally.taken += out[i] != 0;
    }
    return Done{};
  };
}

/// A picture in colours: by --map, by the colours of our own maps, or land by look.
Result<Done> import_colours_into(RasterImport& made, const RasterImportRequest& request, RasterSource& source,
                                 const Template& tmpl, const GridSpec& grid) {
  const bool by_look = request.map.empty() && request.what == "land";
  std::vector<LegendColour> legend;
  if (by_look)
    legend = {{0x000000, kSeaWord}, {0xFFFFFF, kLandWord}};
  else if (request.map.empty())
    legend = usual_legend(request.what, tmpl);
  else if (auto stated = read_colour_map(request.map); stated)
    legend = std::move(stated).value();
  else
    return stated.error();
  Codes codes;
  if (!legend.empty()) {
    auto made_codes = legend_codes(legend, request.what, tmpl);
    if (!made_codes) return made_codes.error();
    codes = std::move(made_codes).value();
  }
  ColourReader reader(legend, by_look);
  Tally tally;
  const Result<Raster<uint8_t>> pixels =
      resample_codes(source.place, colour_rows(source, codes, tmpl.frame, reader, tally), grid);
  if (!pixels) return pixels.error();
  if (legend.empty())
    return usage_error("say which colour of " + request.file.string() + " is which " + request.what +
                       ": --map \"#2f6b2f=NAME, ...\"; it has the colours (cells): " + reader.far());
  const std::string how = by_look ? "a picture in colours, by how they look: "
                          : request.map.empty()
                              ? "a picture in colours, by the nearest colour of the map's legend: "
                              : "a picture in colours, by the nearest colour of --map: ";
  const std::string told = reader.told();
  if (!told.empty())
    made.notes.push_back(
        {"colours", tally.taken, how + told + (by_look ? "; --map \"#RRGGBB=land\" says otherwise" : "")});
  if (reader.far_cells() > 0)
    made.notes.push_back(
        {"far_colours", reader.far_cells(),
         counted(reader.far_cells(), "cell has a colour far from all of these and is left free",
                 "cells have colours far from all of these and are left free") +
             ": " + reader.far()});
  if (tally.no_data > 0)
    made.notes.push_back({"no_data", tally.no_data,
                          counted(tally.no_data, "cell is transparent or has no data",
                                  "cells are transparent or have no data")});
  std::set<uint16_t> used;
  for (const uint8_t pixel : pixels.value().cells) used.insert(pixel);
  std::erase_if(codes.map, [&](const ImportCode& code) { return !used.contains(code.code); });
  if (codes.map.empty()) {
    if (source.outside == source.file_cells) return off_frame(request, source.place, tmpl.frame);
    return source_error(request.file,
                        "none of its cells in the frame has a colour with a word" +
                            (reader.far_cells() > 0 ? "; colours (cells): " + reader.far() : ""));
  }
  made.row.map = write_import_map(codes.map);
  made.pixels.values.assign(pixels.value().cells.begin(), pixels.value().cells.end());
  return Done{};
}

Result<Done> import_codes_into(RasterImport& made, const RasterImportRequest& request, RasterSource& source,
                               const Template& tmpl, const GridSpec& grid) {
  const Result<Codes> codes = stated_codes(request, source, tmpl);
  if (!codes) return codes.error();
  Tally tally;
  const Result<Raster<uint8_t>> pixels =
      resample_codes(source.place, code_rows(source, codes.value(), tmpl.frame, tally), grid);
  if (!pixels) return pixels.error();
  note_untagged(source.values, "no data", made.notes);
  if (const auto told = note_values(request, source, codes.value(), tally, made.notes); !told) return told;
  made.row.map = write_import_map(codes.value().map);
  made.pixels.values.assign(pixels.value().cells.begin(), pixels.value().cells.end());
  const auto free = std::count(pixels.value().cells.begin(), pixels.value().cells.end(), uint8_t{0});
  if (free == static_cast<int64_t>(pixels.value().size()))
    return no_word(request, source, codes.value(), tally, tmpl);
  return Done{};
}

}  // namespace

FrameOnEarth frame_on_earth(const Template& tmpl) {
  return {tmpl.frame.width_m, tmpl.frame.height_m, tmpl.anchor_lon_deg, tmpl.anchor_lat_deg};
}

int import_resolution(const FrameParams& frame, double cell_m) {
  int cells = static_cast<int>(
      std::clamp(std::floor(frame.longer_m() / cell_m + 0.5), 1.0, static_cast<double>(kMostImportColumns)));
  // A frame whose sides are no multiple of the cell has half a cell more or less: finer, so that it is
  // little.
  const auto misfit = [&] {
    const GridSpec grid = frame_grid(frame, cells);
    return std::fabs(grid.width_m() - frame.width_m) + std::fabs(grid.height_m() - frame.height_m) >
           1e-6 * frame.longer_m();
  };
  while (cells < kFineEnough && misfit()) cells *= 2;
  return cells;
}

Result<RasterImport> import_raster(const RasterImportRequest& request, const Template& tmpl) {
  RasterRequest open{request.file,  frame_on_earth(tmpl), request.band,
                     request.place, request.raw,          request.what != "height"};
  if (open.band.empty() && request.what == "height") open.preferred_band = "height_m";
  open.numbers = !request.map.empty() && !is_colour_map(request.map);
  open.progress = request.progress;
  auto opened = open_raster(open);
  if (!opened) return opened.error();
  RasterSource& source = *opened.value();
  const GridSpec grid = frame_grid(tmpl.frame, import_resolution(tmpl.frame, source.cell_m));
  if (grid.cell_m > kMostCellsUnderOne * std::min(source.place.cell_width_m, source.place.cell_height_m))
    return Error{request.place ? ErrorKind::usage : ErrorKind::io,
                 request.file.string() + ": its cells of " + rounded_text(source.cell_m) +
                     " m are too small for a frame of " + number_text(tmpl.frame.longer_m()) +
                     " m; bring it to cells of " + rounded_text(grid.cell_m / kMostCellsUnderOne) +
                     " m or more"};
  RasterImport made;
  made.placed_by = source.placed_by;
  made.row.what = request.what;
  made.row.columns = made.pixels.columns = grid.columns;
  made.row.rows = made.pixels.rows = grid.rows;
  note_place(source, made.notes);
  if (is_colour_map(request.map) && !source.values.colours)
    return usage_error("--map " + request.map + ": " + request.file.string() +
                       " has numbers, not colours; expected \"1 forest, 2 snow\"");
  const std::unique_ptr<RasterSource> detail = request.what == "height" ? detail_of(open) : nullptr;
  const auto filled = request.what == "height"
                          ? import_heights_into(made, request, source, detail.get(), tmpl, grid)
                      : source.values.colours ? import_colours_into(made, request, source, tmpl, grid)
                                              : import_codes_into(made, request, source, tmpl, grid);
  if (!filled) return filled.error();
  made.row.sha256 = pixels_digest(made.pixels);
  return made;
}

}  // namespace fw
