#pragma once

/// Compiles a function for wider vectors too; the processor picks one when the program starts. For loops over
/// plain arrays of + - * / sqrt, choices and whole numbers, which give the same bits at any vector width: no
/// reassociation, no fused multiply-add. The loader chooses: that of Windows cannot, and sanitizers start too
/// late for it.
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FW_VECTOR_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define FW_VECTOR_CLONES
#endif

/// A helper with vectors becomes part of the clone that calls it: they never cross a call.
#define FW_INLINE inline __attribute__((always_inline))

/// Before a loop whose stores never change what a later turn reads: the compiler needs no proof.
#if defined(__clang__)
#define FW_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define FW_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#else
#define FW_INDEPENDENT_LOOP
#endif
