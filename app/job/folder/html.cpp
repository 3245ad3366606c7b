#include "app/job/folder/html.h"

#include "core/base/plain_text.h"

namespace fw {
namespace {

constexpr std::string_view kStyle = R"(<style>
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #263238; --soft: #56626a; --line: #d8d4c9; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d2124; --ink: #e4e6e3; --soft: #a9b2b7; --line: #3d444a; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, "Noto Sans", sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } .soft { color: var(--soft); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; font-weight: 400; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); }
tr:first-child th { font-weight: 600; }
code { display: block; overflow-wrap: anywhere; user-select: all; }
</style>
)";

}  // namespace

std::string html_head(std::string_view sources) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; " +
         std::string(sources) + "\">\n";
}

std::string html_begin(std::string_view title) {
  return html_head("style-src 'unsafe-inline'") + std::string(kStyle) + "<title>" + markup_text(title) +
         "</title>\n</head>\n<body>\n";
}

std::string html_end() {
  return "</body>\n</html>\n";
}

}  // namespace fw
