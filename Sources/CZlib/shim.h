// SPDX-License-Identifier: Apache-2.0
// zlib, and the beginning of a gzip stream, which is a macro.
#pragma once

#include <zlib.h>

/// Begins a gzip stream with the best compression.
static inline int thumbturn_gzip_begin(z_stream *stream) {
    // 15 is the largest window, and 16 more ask for the format of gzip.
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}

/// Begins to read a gzip stream.
static inline int thumbturn_gunzip_begin(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
