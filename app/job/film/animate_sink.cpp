#include "app/job/film/animate_sink.h"

#include <cstdio>
#include <utility>

#include "app/job/folder/atomic_file.h"
#include "app/job/folder/atomic_folder.h"
#include "app/job/folder/file_io.h"
#include "render/page/webp.h"

namespace fs = std::filesystem;

namespace fw {

namespace {

/// Holds the film in memory and puts it in its place in one step.
class WebpSink final : public FilmSink {
 public:
  WebpSink(fs::path file, bool overwrite, Animation animation)
      : file_(std::move(file)), overwrite_(overwrite), animation_(std::move(animation)) {}

  Result<Done> add(std::span<const PixelView> frames, std::span<const int> duration_ms) override {
    return animation_.add(frames, duration_ms);
  }

  Result<FilmFiles> finish(const std::string&,
                           const std::function<std::string(const std::vector<Manifest::File>&)>&) override {
    const Result<std::string> bytes = animation_.finish();
    if (!bytes) return bytes.error();
    if (auto written = write_file_atomically(file_, bytes.value(), overwrite_); !written)
      return written.error();
    return FilmFiles{{file_.string()}, bytes.value().size()};
  }

 private:
  fs::path file_;
  bool overwrite_;
  Animation animation_;
};

class PngSink final : public FilmSink {
 public:
  explicit PngSink(AtomicFolder folder) : folder_(std::move(folder)) {}

  Result<Done> add(std::span<const PixelView> frames, std::span<const int>) override {
    for (const PixelView& frame : frames) {
      const Result<std::string> bytes = encode_png(frame, 0);
      if (!bytes) return bytes.error();
      char name[32];
      std::snprintf(name, sizeof name, "frame_%05lld.png", static_cast<long long>(count_++));
      if (auto put = folder_.put(name, bytes.value()); !put) return put;
      bytes_ += bytes.value().size();
    }
    return Done{};
  }

  Result<FilmFiles> finish(
      const std::string& figures,
      const std::function<std::string(const std::vector<Manifest::File>&)>& describe) override {
    if (auto put = folder_.put("figures.csv", figures); !put) return put.error();
    const std::vector<Manifest::File> files = folder_.files();
    if (auto done = folder_.commit(describe(files)); !done) return done.error();
    FilmFiles out{{}, bytes_};
    for (const Manifest::File& file : files) out.names.push_back(file.name);
    out.names.emplace_back(kManifestName);
    return out;
  }

 private:
  AtomicFolder folder_;
  int64_t count_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace

Result<Done> check_film_folder(const fs::path& folder) {
  std::error_code ignored;
  const fs::path manifest = folder / kManifestName;
  if (!fs::exists(fs::symlink_status(manifest, ignored))) return Done{};
  const Result<std::string> text = read_file(manifest, kMaxManifestBytes);
  if (!text) return text.error();
  if (manifest_of_film(text.value())) return Done{};
  return Error{ErrorKind::io, folder.string() +
                                  ": holds a manifest.json that is not a film's; choose another folder for "
                                  "the frames"};
}

Result<std::unique_ptr<FilmSink>> open_webp_sink(const fs::path& file, PageSize page, bool overwrite) {
  if (auto free = check_output_file(file, overwrite); !free) return free.error();
  auto animation = Animation::create(page.width_px, page.height_px);
  if (!animation) return animation.error();
  return std::unique_ptr<FilmSink>(std::make_unique<WebpSink>(file, overwrite, std::move(animation).value()));
}

Result<std::unique_ptr<FilmSink>> open_png_sink(const fs::path& folder, bool overwrite) {
  if (auto free = check_film_folder(folder); !free) return free.error();
  auto opened = AtomicFolder::open(folder, overwrite ? Replace::all : Replace::ours);
  if (!opened) return opened.error();
  return std::unique_ptr<FilmSink>(std::make_unique<PngSink>(std::move(opened).value()));
}

}  // namespace fw
