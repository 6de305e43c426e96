// SPDX-License-Identifier: Apache-2.0
/// Data files as part of the program, so that a moved binary does not lose them.
///
/// SwiftPM's own way, `.embedInCode`, makes a literal of them, whose bytes the compiler reads one by one: a twentieth of a
/// build.
#pragma once

#include <stddef.h>

typedef struct {
    const unsigned char *_Nullable bytes;
    size_t count;
} EmbeddedFile;

/// The file at a path. It has no bytes if the program does not have it.
EmbeddedFile embedded_file(const char *_Nonnull path);
