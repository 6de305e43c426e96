// SPDX-License-Identifier: Apache-2.0
// Counts what the program asks of the heap between two marks: Swift's requests and those of the libraries below it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int64_t requests;
    int64_t bytes;
} AllocationCount;

// False where the allocator cannot be replaced by definitions in the program: anything but glibc, and sanitizers.
bool AllocationCounter_is_available(void);

void AllocationCounter_start(void);

// What was requested since the start, by any thread. A request to enlarge counts, with its whole new size.
AllocationCount AllocationCounter_stop(void);
