#pragma once

/// Elementary functions from + - * / and sqrt alone: the same bits on every x86-64, compiler and C library.
/// libm's versions differ by an ulp between CPUs, so nothing that reaches a digest may call those.
/// Error at most 2 ulp on the stated range unless said otherwise.
namespace fw::exact {

/// e^x; 0 below -745, +infinity above 709.78.
double exp(double x);
/// Natural logarithm; x > 0.
double log(double x);
/// x^y for x >= 0; pow(0, y > 0) = 0, pow(x, 0) = 1. Relative error below 1e-14 for results in [1e-30, 1e30].
double pow(double x, double y);

struct SinCos {
  double sin;
  double cos;
};
/// Sine and cosine; |x| <= 1e6 rad.
SinCos sincos(double x);
/// Angle of (x, y) in (-pi, pi]; atan2(0, 0) = 0.
double atan2(double y, double x);

}  // namespace fw::exact
