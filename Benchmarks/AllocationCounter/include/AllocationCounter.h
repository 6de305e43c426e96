// SPDX-License-Identifier: Apache-2.0
// Counts what the program asks of the heap between two marks: Swift's requests and those of the libraries below it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t requests;
    int64_t bytes;
} AllocationCount;

// Returns false if the program can't replace the allocator: without glibc, or with a sanitizer.
bool AllocationCounter_is_available(void);

void AllocationCounter_start(void);

// Returns the allocations since the start, by all threads. A reallocation counts with its new size.
AllocationCount AllocationCounter_stop(void);
