// SPDX-License-Identifier: Apache-2.0
#include "AllocationCounter.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

// The dynamic linker searches the program first, so these definitions replace glibc's, which remain under other names.
// `free` is not replaced, because the memory comes from glibc.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static bool is_counting;
static AllocationCount count;

static inline void record(size_t size) {
    if (is_counting) {
        count.requests += 1;
        count.bytes += (int64_t)size;
    }
}

void *malloc(size_t size) {
    record(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    record(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    record(size);
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    record(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *allocated = memalign(alignment, size);
    if (!allocated) return ENOMEM;
    *memory = allocated;
    return 0;
}

bool AllocationCounter_is_available(void) { return true; }

void AllocationCounter_start(void) {
    count = (AllocationCount){0, 0};
    is_counting = true;
}

AllocationCount AllocationCounter_stop(void) {
    is_counting = false;
    return count;
}

#else

bool AllocationCounter_is_available(void) { return false; }

void AllocationCounter_start(void) {}

AllocationCount AllocationCounter_stop(void) { return (AllocationCount){0, 0}; }

#endif
