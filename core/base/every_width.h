#pragma once

/// Compiles a function for wider vectors too; the processor picks one when the program starts. For loops over
/// plain arrays of + - * / sqrt, choices and whole numbers, which give the same bits at any vector width.
#if defined(__x86_64__)
#define FW_AT_EVERY_WIDTH __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FW_AT_EVERY_WIDTH
#endif
