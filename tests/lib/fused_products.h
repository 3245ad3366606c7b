#pragma once

#include <QByteArray>
#include <QProcess>
#include <QRegularExpression>
#include <set>

namespace fw::test {

/// The functions of a library that multiply and add in one rounding, by a disassembler's text (objdump -d
/// -C). Such an operation gives other bits than a product and a sum: a compiler must make none of its own
/// accord.
inline std::set<QByteArray> functions_that_fuse(const QByteArray& disassembly) {
  static const QRegularExpression kHead(R"(^[0-9a-f]+ <(.*)>:$)");
  static const QRegularExpression kFused(R"(\s(vfn?m(add|sub)\w*|fn?m(add|sub|la|ls))\s)");
  std::set<QByteArray> functions;
  QByteArray function;
  for (const QByteArray& line : disassembly.split('\n')) {
    const QString text = QString::fromUtf8(line);
    if (const auto head = kHead.match(text); head.hasMatch()) function = head.captured(1).toUtf8();
    if (kFused.match(text).hasMatch()) functions.insert(function);
  }
  return functions;
}

/// Those of them that no source file asks for; their products are exact, or their result is defined as fused:
/// core/base/exact/exact_side-inl.h, core/field/noise/noise_points_kernel.cpp, noise_corners-inl.h.
inline QByteArray fused_without_reason(const QString& objdump, const QString& library, size_t& allowed) {
  QProcess process;
  process.start(objdump, {"-d", "-C", "--no-show-raw-insn", library});
  if (!process.waitForFinished(120000) || process.exitCode() != 0) return objdump.toUtf8() + " did not run";
  static const QRegularExpression kAllowed(
      R"(^fw::(exact::N_\w+::(sincos|normal|log|pow|exp)|lattice::N_\w+::sample(_slope)?)_block\()");
  QByteArray found;
  allowed = 0;
  for (const QByteArray& function : functions_that_fuse(process.readAllStandardOutput()))
    if (kAllowed.match(QString::fromUtf8(function)).hasMatch())
      ++allowed;
    else
      found += function + "\n";
  return found;
}

}  // namespace fw::test
