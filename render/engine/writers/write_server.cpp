#include "render/engine/targets.h"

namespace fw {

Result<Done> write_server(const ExportSource&, ExportSink&) {
  return Error{ErrorKind::limit, "spawn tables are not written yet"};
}

}  // namespace fw
