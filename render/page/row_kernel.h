#pragma once

/// Marks a loop over a row of pixels or bytes that is worth compiling for wider vectors as well; the program
/// takes the widest the machine has. The bits do not depend on it: no reassociation, no fused multiply-add.
/// Sanitizers start too late for functions that are chosen by the loader.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define FW_ROW_KERNEL __attribute__((target_clones("avx2", "default")))
#else
#define FW_ROW_KERNEL
#endif

/// Before a loop whose stores never change what a later turn reads: the compiler needs no proof.
#if defined(__clang__)
#define FW_ROW_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define FW_ROW_LOOP _Pragma("GCC ivdep")
#else
#define FW_ROW_LOOP
#endif
