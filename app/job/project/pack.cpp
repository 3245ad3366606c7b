#include "app/job/project/pack.h"

#include <zip.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "app/job/folder/manifest.h"

namespace fw {
namespace {

/// What libzip says of a failure.
class ZipError {
 public:
  ZipError() { zip_error_init(&error_); }
  ~ZipError() { zip_error_fini(&error_); }
  ZipError(const ZipError&) = delete;
  ZipError& operator=(const ZipError&) = delete;
  zip_error_t* get() { return &error_; }
  std::string text() { return zip_error_strerror(&error_); }

 private:
  zip_error_t error_{};
};

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

Error no_pack(const std::string& source, const std::string& why) {
  return {ErrorKind::io, source + ": no packed template: " + why};
}

Error failed(const std::string& why) {
  return {ErrorKind::io, "could not pack: " + why};
}

/// The bytes that libzip wrote into a source.
Result<std::string> bytes_of(zip_source_t* source) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (zip_source_stat(source, &facts) != 0 || (facts.valid & ZIP_STAT_SIZE) == 0 ||
      zip_source_open(source) != 0)
    return failed(zip_error_strerror(zip_source_error(source)));
  std::string bytes(facts.size, '\0');
  const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (got != static_cast<zip_int64_t>(bytes.size())) return failed("libzip left a part out");
  return bytes;
}

/// Adds one file as it is, with a fixed time.
bool add_file(zip_t* archive, const PackedFile& file) {
  zip_source_t* const source = zip_source_buffer(archive, file.bytes.data(), file.bytes.size(), 0);
  if (source == nullptr) return false;
  const zip_int64_t index = zip_file_add(archive, file.name.c_str(), source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return false;
  }
  const auto at = static_cast<zip_uint64_t>(index);
  constexpr uint16_t kMidnight = 0, kFirstDay = 0x21;  // 1980-01-01, the first that a ZIP can say
  return zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) == 0 &&
         zip_file_set_dostime(archive, at, kMidnight, kFirstDay, 0) == 0 &&
         zip_file_set_external_attributes(archive, at, 0, ZIP_OPSYS_DOS, 0) == 0;
}

Result<std::string> read_entry(zip_t* archive, zip_uint64_t index, uint64_t room, const std::string& source) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (zip_stat_index(archive, index, 0, &facts) != 0 || (facts.valid & ZIP_STAT_SIZE) == 0)
    return no_pack(source, "a file without a size");
  if (facts.size > room)
    return Error{ErrorKind::limit,
                 source + ": its files hold more than " + std::to_string(kMostPackBytes) + " bytes"};
  const std::unique_ptr<zip_file_t, CloseFile> file(zip_fopen_index(archive, index, 0));
  if (!file) return no_pack(source, zip_error_strerror(zip_get_error(archive)));
  // One byte more than it says: a longer one lies about its size.
  std::string bytes(facts.size + 1, '\0');
  uint64_t done = 0;
  while (done < bytes.size()) {
    const zip_int64_t got = zip_fread(file.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0) return no_pack(source, "a damaged file");
    if (got == 0) break;
    done += static_cast<uint64_t>(got);
  }
  if (done != facts.size) return no_pack(source, "a file of another size than it says");
  bytes.pop_back();
  return bytes;
}

}  // namespace

bool is_pack(std::string_view bytes) {
  return bytes.starts_with("PK\x03\x04");
}

Result<std::string> pack_files(const std::vector<PackedFile>& files) {
  ZipError error;
  zip_source_t* const source = zip_source_buffer_create(nullptr, 0, 0, error.get());
  if (source == nullptr) return failed(error.text());
  zip_source_keep(source);  // zip_close() gives up its own share
  const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> keeps(source, zip_source_free);
  zip_t* const archive = zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, error.get());
  if (archive == nullptr) {
    zip_source_free(source);
    return failed(error.text());
  }
  for (const PackedFile& file : files)
    if (!add_file(archive, file)) {
      const Error problem = failed(zip_error_strerror(zip_get_error(archive)));
      zip_discard(archive);
      return problem;
    }
  if (zip_close(archive) != 0) {
    const Error problem = failed(zip_error_strerror(zip_get_error(archive)));
    zip_discard(archive);
    return problem;
  }
  return bytes_of(source);
}

Result<std::vector<PackedFile>> unpack_files(std::string_view bytes, const std::string& source) {
  ZipError error;
  zip_source_t* const from = zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get());
  if (from == nullptr) return no_pack(source, error.text());
  const Archive archive(zip_open_from_source(from, ZIP_RDONLY | ZIP_CHECKCONS, error.get()));
  if (!archive) {
    zip_source_free(from);
    // A ZIP's list of files stands at its end.
    if (zip_error_code_zip(error.get()) == ZIP_ER_NOZIP && is_pack(bytes))
      return no_pack(source, "it is broken off after " + std::to_string(bytes.size()) +
                                 " bytes: fetch or pack it again");
    return no_pack(source, error.text());
  }
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  if (count < 0 || count > static_cast<zip_int64_t>(kMostPackedFiles))
    return Error{ErrorKind::limit,
                 source + ": it holds more than " + std::to_string(kMostPackedFiles) + " files"};
  std::vector<PackedFile> files;
  uint64_t room = kMostPackBytes;
  for (zip_uint64_t k = 0; k < static_cast<zip_uint64_t>(count); ++k) {
    const char* const name = zip_get_name(archive.get(), k, ZIP_FL_ENC_GUESS);
    if (name == nullptr) return no_pack(source, "a file without a name");
    const std::string text = name;
    if (text.ends_with('/')) continue;  // a folder
    if (!is_render_file_name(text)) return no_pack(source, "it holds a file of the name \"" + text + "\"");
    if (std::any_of(files.begin(), files.end(), [&](const PackedFile& f) { return f.name == text; }))
      return no_pack(source, "it holds " + text + " twice");
    Result<std::string> read = read_entry(archive.get(), k, room, source);
    if (!read) return read.error();
    room -= read.value().size();
    files.push_back({text, std::move(read).value()});
  }
  if (std::none_of(files.begin(), files.end(), [](const PackedFile& f) { return f.name == kPackedTemplate; }))
    return no_pack(source, "it holds no " + std::string(kPackedTemplate));
  return files;
}

}  // namespace fw
