#pragma once

#include "app/cli/terminal/options.h"

namespace fw::cli {

// One function per command; each returns the process's exit code.
int run_render(const Options& options);
int run_audit(const Options& options);
int run_check(const Options& options);
int run_explain(const Options& options);
int run_diff(const Options& options);
int run_templates(const Options& options);
int run_verify(const Options& options);
/// verify of an export's folder.
int run_verify_export(const Options& options);
/// Says which of so many files are not as their manifest lists them; exit code 0 or 6. `of`: "an export".
int tell_verified_files(const Options& options, size_t files, const std::vector<std::string>& mismatches,
                        const std::string& of);
int run_export(const Options& options);
int run_experiment(const Options& options);
int run_fields(const Options& options);
int run_hand(const Options& options);
int run_search(const Options& options);
int run_merge(const Options& options);
int run_sweep(const Options& options);
int run_tune(const Options& options);
int run_digests(const Options& options);
int run_params(const Options& options);
int run_animate(const Options& options);
int run_simulate(const Options& options);
int run_atlas(const Options& options);

}  // namespace fw::cli
