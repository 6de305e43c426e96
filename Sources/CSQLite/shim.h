// SPDX-License-Identifier: Apache-2.0
// SQLite, with the macros that Swift cannot import as inline functions and constants.
#pragma once

#include <sqlite3.h>

// Configures the library, which is possible only before its first use. Statistics of memory would take a lock at each
// allocation. Each connection allocates its first pages at once, because a reader drops all of its pages at each commit.
static inline void CSQLite_configure(int pages) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, pages);
}

// SQLITE_TRANSIENT is a cast: SQLite copies the value before the call returns.
static inline int CSQLite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// A null pointer would bind NULL, and an empty Swift array may lend one.
static inline int CSQLite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static const int CSQLite_CONSTRAINT_FOREIGNKEY = SQLITE_CONSTRAINT_FOREIGNKEY;
static const int CSQLite_CONSTRAINT_PRIMARYKEY = SQLITE_CONSTRAINT_PRIMARYKEY;
static const int CSQLite_CONSTRAINT_UNIQUE = SQLITE_CONSTRAINT_UNIQUE;

// Whether the file that the connection has open is still the one at its path; a VFS that cannot tell says it is.
static inline int CSQLite_has_moved(sqlite3 *connection) {
    int has_moved = 0;
    return sqlite3_file_control(connection, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) == SQLITE_OK && has_moved;
}
