#include "render/geo/import/source_band.h"

#include <charconv>
#include <cmath>

#include "render/geo/file_bytes.h"

namespace fw {
namespace {

constexpr int64_t kMostBlockBytes = int64_t{192} << 20;

/// Metres in one unit of a band; nothing for a unit that is no length.
std::optional<double> unit_m(std::string unit) {
  for (char& c : unit) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (unit.empty() || unit == "m" || unit == "metre" || unit == "meter" || unit == "metres" ||
      unit == "meters")
    return 1.0;
  if (unit == "ft" || unit == "foot" || unit == "feet") return 0.3048;
  return std::nullopt;
}

/// The bands that hold values: an alpha band says which of them count.
std::vector<int> value_bands(GDALDataset& dataset) {
  std::vector<int> bands;
  for (int b = 1; b <= dataset.GetRasterCount(); ++b)
    if (dataset.GetRasterBand(b)->GetColorInterpretation() != GCI_AlphaBand) bands.push_back(b);
  return bands;
}

/// What must be held to read any cell: a strip or tile with all bands, or the whole of an interlaced PNG.
double bytes_at_once(GDALDataset& dataset, GDALRasterBand& band, const std::string& file) {
  constexpr size_t kInterlaceByte = 28;  // of a PNG's first chunk
  int columns = 0, rows = 0;
  band.GetBlockSize(&columns, &rows);
  const bool png = std::string_view(dataset.GetDriverName()) == "PNG";
  if (png && file.size() > kInterlaceByte && file[kInterlaceByte] != 0) {
    columns = dataset.GetRasterXSize();
    rows = dataset.GetRasterYSize();
  }
  return static_cast<double>(columns) * rows * GDALGetDataTypeSizeBytes(band.GetRasterDataType()) *
         dataset.GetRasterCount();
}

std::string band_list(GDALDataset& dataset, const std::vector<int>& bands) {
  constexpr size_t kMostShown = 24;
  std::string text;
  for (const int b : bands) {
    if (b > static_cast<int>(kMostShown)) return text + ", ...";
    const std::string name = dataset.GetRasterBand(b)->GetDescription();
    text += (text.empty() ? "" : ", ") + std::to_string(b) + (name.empty() ? "" : " (" + name + ")");
  }
  return text;
}

Result<int> choose_band(GDALDataset& dataset, const RasterRequest& request) {
  const std::vector<int> bands = value_bands(dataset);
  if (bands.empty()) return cannot_read(request.file, "it has no band of values");
  if (request.band.empty() && bands.size() == 1) return bands[0];
  const std::string& wanted = request.band.empty() ? request.preferred_band : request.band;
  for (const int b : bands)
    if (!wanted.empty() &&
        (wanted == std::to_string(b) || wanted == dataset.GetRasterBand(b)->GetDescription()))
      return b;
  return cannot_read(request.file,
                     (request.band.empty() ? "it has more than one band" : "it has no band " + request.band) +
                         "; expected one of " + band_list(dataset, bands));
}

}  // namespace

Result<std::unique_ptr<SourceBand>> SourceBand::open(const RasterRequest& request) {
  auto bytes = read_bytes(request.file, kMostSourceBytes);
  if (!bytes) return bytes.error();
  const GdalSession session;
  std::unique_ptr<SourceBand> source(new SourceBand(request.file, std::move(bytes).value(), ".raster"));
  const std::array<const char*, 3> drivers{"GTiff", "PNG", nullptr};
  source->dataset_.reset(GDALDataset::Open(source->memory_.name(), GDAL_OF_RASTER | GDAL_OF_READONLY,
                                           drivers.data(), nullptr, nullptr));
  if (!source->dataset_)
    return cannot_read(request.file, "it is no GeoTIFF and no PNG" +
                                         (session.failed() ? " (" + session.first_failure() + ")" : ""));
  if (source->columns() > kMostSourceSide || source->rows() > kMostSourceSide)
    return cannot_read(request.file, "it is " + std::to_string(source->columns()) + " x " +
                                         std::to_string(source->rows()) + " cells, and the limit is " +
                                         std::to_string(kMostSourceSide) +
                                         " a side; cut it to the frame, or write it with larger cells");
  const Result<int> number = choose_band(*source->dataset_, request);
  if (!number) return number.error();
  source->band_ = source->dataset_->GetRasterBand(number.value());
  if (const double held = bytes_at_once(*source->dataset_, *source->band_, source->bytes_);
      held > static_cast<double>(kMostBlockBytes))
    return cannot_read(request.file,
                       "its cells can only be read " + std::to_string(static_cast<int64_t>(held) >> 20) +
                           " MiB at once, and the limit is " + std::to_string(kMostBlockBytes >> 20) +
                           "; write it anew without interlacing, in strips or tiles");
  if (GDALDataTypeIsComplex(source->band_->GetRasterDataType()))
    return cannot_read(request.file, "its samples are complex numbers");
  if (!request.classes) {
    const std::optional<double> metres = unit_m(source->band_->GetUnitType());
    if (!metres)
      return cannot_read(request.file, std::string("its heights are in \"") + source->band_->GetUnitType() +
                                           "\"; expected metres or feet");
    source->scale_ = source->band_->GetScale() * *metres;
    source->offset_ = source->band_->GetOffset() * *metres;
  }
  return source;
}

Result<Done> SourceBand::read(int first_row, std::span<float> out) {
  const GdalSession session;
  const int count = static_cast<int>(out.size() / static_cast<size_t>(columns()));
  bool good = band_->RasterIO(GF_Read, 0, first_row, columns(), count, out.data(), columns(), count,
                              GDT_Float32, 0, 0, nullptr) == CE_None;
  if (good && (band_->GetMaskFlags() & GMF_ALL_VALID) == 0) {
    std::vector<uint8_t> mask(out.size());
    good = band_->GetMaskBand()->RasterIO(GF_Read, 0, first_row, columns(), count, mask.data(), columns(),
                                          count, GDT_Byte, 0, 0, nullptr) == CE_None;
    for (size_t i = 0; i < out.size(); ++i)
      if (mask[i] == 0) out[i] = NAN;
  }
  if (!good || session.failed())
    return cannot_read(file_, "its cells are damaged (" + session.first_failure() + ")");
  if (scale_ != 1 || offset_ != 0)
    for (float& value : out) value = static_cast<float>(static_cast<double>(value) * scale_ + offset_);
  for (float& value : out)
    if (!std::isfinite(value)) value = NAN;
  return Done{};
}

}  // namespace fw
