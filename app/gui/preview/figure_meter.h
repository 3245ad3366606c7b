#pragma once

#include <QObject>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/gui/preview/picture.h"
#include "core/search/figures.h"

namespace fw {

/// The key figures of a picture's world (docs/kpi.md).
struct PictureFigures {
  std::shared_ptr<const Picture> picture;
  std::vector<AuditReport::KpiRow> kpi;  ///< in the order of kpi_table()
  FigureTable table;                     ///< begins with the same; with the usual values that are known
};

/// Measures key figures of full pictures, on one thread of low priority, for those parts of the window that
/// show them. The newest request wins.
class FigureMeter : public QObject {
  Q_OBJECT

 public:
  explicit FigureMeter(QObject* parent = nullptr);
  ~FigureMeter() override;

 public slots:
  /// measured() follows, at once if these are the last ones measured. No effect for a coarse picture.
  void measure(const std::shared_ptr<const fw::Picture>& picture);

 signals:
  void measured(const std::shared_ptr<const fw::PictureFigures>& figures);

 private:
  void work();

  std::shared_ptr<const PictureFigures> last_;  ///< of the window's thread
  std::mutex mutex_;
  std::condition_variable wake_;
  std::shared_ptr<const Picture> waiting_, running_;
  bool ends_ = false;
  std::thread thread_;  ///< last member: it uses the others
};

}  // namespace fw

Q_DECLARE_METATYPE(std::shared_ptr<const fw::PictureFigures>)
