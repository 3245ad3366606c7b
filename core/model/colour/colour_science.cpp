#include "core/model/colour/colour_science.h"

#include <algorithm>
#include <cmath>

namespace fw {
namespace {

constexpr double kPi = 3.14159265358979323846;

double linear(double v) {
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
double companded(double v) {
  v = std::clamp(v, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

// White of sRGB as its matrix gives it, so that greys have no colour.
constexpr double kWhiteX = 0.9505, kWhiteZ = 1.089;
constexpr double kEpsilon = 216.0 / 24389, kKappa = 24389.0 / 27;

double square(double v) {
  return v * v;
}
double radians(double degrees) {
  return degrees * kPi / 180;
}
/// In [0, 360).
double hue_deg(double a, double b) {
  if (a == 0 && b == 0) return 0;
  const double h = std::atan2(b, a) * 180 / kPi;
  return h < 0 ? h + 360 : h;
}

}  // namespace

Lab lab_of(Rgb c) {
  const auto f = [](double t) { return t > kEpsilon ? std::cbrt(t) : (kKappa * t + 16) / 116; };
  const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
  const double x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / kWhiteX);
  const double y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const double z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / kWhiteZ);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

Rgb rgb_of(Lab lab) {
  const auto cube = [](double f) { return f * f * f > kEpsilon ? f * f * f : (116 * f - 16) / kKappa; };
  const double fy = (lab.l + 16) / 116;
  const double x = kWhiteX * cube(fy + lab.a / 500), y = cube(fy), z = kWhiteZ * cube(fy - lab.b / 200);
  return {companded(3.2406 * x - 1.5372 * y - 0.4986 * z), companded(-0.9689 * x + 1.8758 * y + 0.0415 * z),
          companded(0.0557 * x - 0.2040 * y + 1.0570 * z)};
}

Rgb whole_bytes(Rgb c) {
  const auto byte = [](double v) { return static_cast<double>(std::lround(v * 255)) / 255; };
  return {byte(c.r), byte(c.g), byte(c.b)};
}

double ciede2000(Lab p, Lab q) {
  const auto seventh = [](double c) {
    const double c7 = std::pow(c, 7);
    return std::sqrt(c7 / (c7 + 6103515625.0));  // 25^7
  };
  const double stretch = 1.5 - 0.5 * seventh((std::hypot(p.a, p.b) + std::hypot(q.a, q.b)) / 2);
  const double a1 = p.a * stretch, a2 = q.a * stretch;
  const double c1 = std::hypot(a1, p.b), c2 = std::hypot(a2, q.b);
  const double h1 = hue_deg(a1, p.b), h2 = hue_deg(a2, q.b);
  const bool grey = c1 * c2 == 0;
  double turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  double hue = (h1 + h2) / 2;
  if (grey)
    hue = h1 + h2;
  else if (std::abs(h1 - h2) > 180)
    hue += h1 + h2 < 360 ? 180 : -180;
  const double dl = q.l - p.l, dc = c2 - c1;
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(radians(turn / 2));
  const double chroma = (c1 + c2) / 2, l50 = square((p.l + q.l) / 2 - 50);
  const double t = 1 - 0.17 * std::cos(radians(hue - 30)) + 0.24 * std::cos(radians(2 * hue)) +
                   0.32 * std::cos(radians(3 * hue + 6)) - 0.20 * std::cos(radians(4 * hue - 63));
  const double sl = 1 + 0.015 * l50 / std::sqrt(20 + l50), sc = 1 + 0.045 * chroma,
               sh = 1 + 0.015 * chroma * t;
  const double rotation = -2 * seventh(chroma) * std::sin(radians(60 * std::exp(-square((hue - 275) / 25))));
  return std::sqrt(square(dl / sl) + square(dc / sc) + square(dh / sh) + rotation * (dc / sc) * (dh / sh));
}

double ciede2000(Rgb p, Rgb q) {
  return ciede2000(lab_of(p), lab_of(q));
}

double luminance(Rgb c) {
  return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

double contrast(Rgb p, Rgb q) {
  const double a = luminance(p), b = luminance(q);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

Rgb seen(Rgb c, Sight sight) {
  using Matrix = std::array<double, 9>;
  // Each row sums to 1: greys stay grey.
  constexpr Matrix kDeuteranopia{0.367322, 0.860646,  -0.227968, 0.280085, 0.672501,
                                 0.047413, -0.011820, 0.042940,  0.968881};
  constexpr Matrix kProtanopia{0.152286, 1.052583,  -0.204868, 0.114503, 0.786281,
                               0.099216, -0.003882, -0.048116, 1.051998};
  constexpr Matrix kTritanopia{1.255528, -0.076749, -0.178779, -0.078411, 0.930809,
                               0.147602, 0.004733,  0.691367,  0.303900};
  if (sight == Sight::normal) return c;
  const Matrix& m = sight == Sight::deuteranopia ? kDeuteranopia
                    : sight == Sight::protanopia ? kProtanopia
                                                 : kTritanopia;
  const double r = linear(c.r), g = linear(c.g), b = linear(c.b);
  return {companded(m[0] * r + m[1] * g + m[2] * b), companded(m[3] * r + m[4] * g + m[5] * b),
          companded(m[6] * r + m[7] * g + m[8] * b)};
}

}  // namespace fw
