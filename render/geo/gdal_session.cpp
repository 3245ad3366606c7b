#include "render/geo/gdal_session.h"

#include <gdal_frmts.h>
#include <ogr_srs_api.h>
#include <ogrsf_frmts.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include "render/geo/file_bytes.h"

namespace fw {
namespace {

// Every GeoPackage layer stores a date; a fixed one makes equal worlds equal files.
constexpr std::array<std::pair<const char*, const char*>, 2> kSettings{{
    {"OGR_CURRENT_DATE", "2000-01-01T00:00:00.000Z"},
    {"GDAL_PAM_ENABLED", "NO"},
}};

// GDAL's own share of the machine's memory would be as large as the machine.
constexpr GIntBig kCacheBytes = GIntBig{32} << 20;

// Only the drivers that this room uses: registering all costs milliseconds and accepts more input formats.
void register_drivers() {
  static std::once_flag once;
  std::call_once(once, [] {
    OSRSetPROJEnableNetwork(FALSE);
    GDALSetCacheMax64(kCacheBytes);
    GDALRegister_GTiff();
    GDALRegister_PNG();
    GDALRegister_MEM();
    RegisterOGRMEM();
    RegisterOGRGeoJSON();
    RegisterOGRGeoPackage();
    RegisterOGRFlatGeobuf();
    RegisterOGRCSV();
    RegisterOGRGeoJSONSeq();
    RegisterOGRShape();
    RegisterOGRGPX();
    RegisterOGRLIBKML();
    GDALRegister_JPEG();
    GDALRegister_AAIGrid();
    GDALRegister_SRTMHGT();
    RegisterOGRXLSX();
    RegisterOGRPGDump();
    RegisterOGRMVT();
    RegisterOGRSQLite();
  });
}

std::string next_name(const std::string& suffix) {
  static std::atomic<uint64_t> counter{0};
  return "/vsimem/fieldwright-" + std::to_string(counter.fetch_add(1)) + suffix;
}

/// A failure in the words that all writers have for a full disk, else GDAL's own.
std::string in_words(const std::string& failure) {
  for (const int full : {ENOSPC, EDQUOT})
    if (failure.find(std::strerror(full)) != std::string::npos) return "the disk is full";
  return failure;
}

}  // namespace

GdalSession::GdalSession() {
  register_drivers();
  for (const auto& [key, value] : kSettings) CPLSetThreadLocalConfigOption(key, value);
  CPLPushErrorHandlerEx(&GdalSession::remember, this);
}

GdalSession::~GdalSession() {
  CPLPopErrorHandler();
  for (const auto& [key, value] : kSettings) CPLSetThreadLocalConfigOption(key, nullptr);
}

void GdalSession::remember(CPLErr severity, CPLErrorNum, const char* message) {
  auto* session = static_cast<GdalSession*>(CPLGetErrorHandlerUserData());
  if (severity >= CE_Failure && session->first_failure_.empty())
    session->first_failure_ = message != nullptr && *message != '\0' ? message : "unknown failure";
}

Error GdalSession::error(const std::string& what) const {
  return {ErrorKind::io,
          "could not write " + what + ": " + (failed() ? in_words(first_failure_) : "GDAL gave no reason")};
}

MemoryFile::MemoryFile(const std::string& suffix) : name_(next_name(suffix)) {}

MemoryFile::MemoryFile(const std::string& suffix, std::string& bytes) : name_(next_name(suffix)) {
  show(bytes);
}

MemoryFile::MemoryFile(const MemoryFile& main, const std::string& suffix, std::string& bytes)
    : name_(std::filesystem::path(main.name_).replace_extension(suffix).string()) {
  show(bytes);
}

void MemoryFile::show(std::string& bytes) const {
  VSILFILE* const file = VSIFileFromMemBuffer(name(), reinterpret_cast<GByte*>(bytes.data()), bytes.size(),
                                              /*bTakeOwnership=*/FALSE);
  if (file != nullptr) VSIFCloseL(file);
}

MemoryFile::~MemoryFile() {
  VSIUnlink(name());
}

Result<Done> MemoryFile::save(const std::filesystem::path& file) const {
  vsi_l_offset size = 0;
  const GByte* const bytes = VSIGetMemFileBuffer(name(), &size, /*bUnlinkAndSeize=*/FALSE);
  if (bytes == nullptr)
    return Error{ErrorKind::io, "could not write " + file.string() + ": GDAL left no content"};
  return write_bytes(file, std::as_bytes(std::span(bytes, static_cast<size_t>(size))));
}

std::string MemoryFile::bytes() const {
  vsi_l_offset size = 0;
  const GByte* const bytes = VSIGetMemFileBuffer(name(), &size, /*bUnlinkAndSeize=*/FALSE);
  return bytes == nullptr ? std::string()
                          : std::string(reinterpret_cast<const char*>(bytes), static_cast<size_t>(size));
}

Dataset create_vector(const char* driver, const MemoryFile& file) {
  GDALDriver* const found = GetGDALDriverManager()->GetDriverByName(driver);
  return Dataset(found == nullptr ? nullptr : found->Create(file.name(), 0, 0, 0, GDT_Unknown, nullptr));
}

}  // namespace fw
