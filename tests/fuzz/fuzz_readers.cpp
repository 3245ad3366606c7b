// The readers of what strangers hand over: templates, manifests, audits, mappings of exports. libFuzzer calls
// this with any bytes; the test test_fuzz_corpus calls it with the files of corpus/ (replay.cpp).

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/job/audit/audit_files.h"
#include "app/job/folder/manifest.h"
#include "core/measure/audit/audit_json.h"
#include "core/template/check/feasibility.h"
#include "core/template/export_mapping.h"
#include "core/template/template_io.h"

namespace {

/// A finding: libFuzzer keeps the input when the process aborts.
void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

void demand_reason(const fw::Error& error) {
  demand(!error.message.empty(), "a refusal has a reason");
}

void read_template(std::string_view text) {
  if (const auto unfinished = fw::parse_unfinished(text, "input"); !unfinished)
    demand_reason(unfinished.error());
  const auto read = fw::parse_template(text, "input");
  if (!read) return demand_reason(read.error());
  fw::check_feasibility(read.value());
  const std::string written = fw::write_template(read.value());
  const auto again = fw::parse_template(written, "written");
  demand(bool(again), "a template that was read is read again");
  demand(fw::write_template(again.value()) == written, "a template's canonical form is its own");
}

void read_manifest(std::string_view text) {
  if (const auto files = fw::parse_manifest_files(text, "input"); !files) demand_reason(files.error());
  fw::manifest_study(text);
  fw::manifest_of_film(text);
  const auto read = fw::parse_manifest(text, "input");
  if (!read) return demand_reason(read.error());
  const std::string written = fw::manifest_json(read.value());
  const auto again = fw::parse_manifest(written, "written");
  demand(bool(again), "a manifest that was read is read again");
  demand(fw::manifest_json(again.value()) == written, "a manifest is written as it was read");
}

void read_audit(std::string_view text) {
  const auto read = fw::read_audit_json(text, "input");
  if (!read) return demand_reason(read.error());
  const std::string written = fw::audit_json(read.value());
  const auto again = fw::read_audit_json(written, "written");
  demand(bool(again), "an audit that was read is read again");
  demand(fw::audit_json(again.value()) == written, "an audit is written as it was read");
}

void read_mapping(std::string_view text) {
  static const fw::Template tmpl = fw::parse_template(fw::find_builtin("Tiny")->text, "Tiny").value();
  const auto read = fw::read_export_mapping(text, "input", tmpl);
  if (!read) return demand_reason(read.error());
  for (const fw::Finding& finding : read.value().findings)
    demand(!finding.message.empty(), "a finding has a message");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_template(text);
  read_manifest(text);
  read_audit(text);
  read_mapping(text);
  return 0;
}
