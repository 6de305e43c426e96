// SPDX-License-Identifier: Apache-2.0
// A buffer for what a SQLite connection writes to its write-ahead log.
//
// SQLite writes each page in two pieces, a header and the page, with a system call for each. The buffer joins adjacent
// pieces, so that a commit needs one call for up to 64 KiB. It is emptied before any other operation on the file, syncs
// included, and after the last frame of a commit, so whoever may read a frame finds it in the file.
#pragma once

#include <sqlite3.h>

// Buffers the writes of a connection in WAL mode, which has read something, until it is closed. Returns SQLite's result
// code: SQLITE_MISUSE if the log is not open.
int SQLiteLogBuffer_attach(sqlite3 *connection);
