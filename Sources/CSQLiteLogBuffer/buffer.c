// SPDX-License-Identifier: Apache-2.0
#include "CSQLiteLogBuffer.h"

#include <string.h>

enum { CAPACITY = 1 << 16, FRAME_HEADER_SIZE = 24 };

// The methods of the file come first, so that the file leads to its buffer.
typedef struct {
    sqlite3_io_methods methods;
    const sqlite3_io_methods *original;
    sqlite3_int64 offset;
    int count;
    // Whether the next write is the page of the last frame of a commit.
    int ends_commit;
    unsigned char bytes[CAPACITY];
} Buffer;

static Buffer *buffer_of(sqlite3_file *file) { return (Buffer *)file->pMethods; }

static int flush(sqlite3_file *file) {
    Buffer *buffer = buffer_of(file);
    int count = buffer->count;
    // A failed write is not repeated: SQLite undoes the transaction.
    buffer->count = 0;
    return count ? buffer->original->xWrite(file, buffer->bytes, count, buffer->offset) : SQLITE_OK;
}

// A frame header has the size of the database in its second word if the frame is the last of a commit.
static int is_commit_header(const unsigned char *data, int count) {
    return count == FRAME_HEADER_SIZE && (data[4] | data[5] | data[6] | data[7]) != 0;
}

static int write_file(sqlite3_file *file, const void *data, int count, sqlite3_int64 offset) {
    Buffer *buffer = buffer_of(file);
    if (offset != buffer->offset + buffer->count || count > CAPACITY - buffer->count) {
        int code = flush(file);
        if (code != SQLITE_OK) return code;
        if (count > CAPACITY) return buffer->original->xWrite(file, data, count, offset);
        buffer->offset = offset;
    }
    memcpy(buffer->bytes + buffer->count, data, (size_t)count);
    buffer->count += count;
    int ends_commit = buffer->ends_commit;
    buffer->ends_commit = is_commit_header(data, count);
    return ends_commit ? flush(file) : SQLITE_OK;
}

static int read_file(sqlite3_file *file, void *data, int count, sqlite3_int64 offset) {
    int code = flush(file);
    return code == SQLITE_OK ? buffer_of(file)->original->xRead(file, data, count, offset) : code;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 count) {
    int code = flush(file);
    return code == SQLITE_OK ? buffer_of(file)->original->xTruncate(file, count) : code;
}

static int sync_file(sqlite3_file *file, int flags) {
    int code = flush(file);
    return code == SQLITE_OK ? buffer_of(file)->original->xSync(file, flags) : code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *count) {
    int code = flush(file);
    return code == SQLITE_OK ? buffer_of(file)->original->xFileSize(file, count) : code;
}

static int close_file(sqlite3_file *file) {
    Buffer *buffer = buffer_of(file);
    int flushed = flush(file);
    file->pMethods = buffer->original;
    sqlite3_free(buffer);
    int closed = file->pMethods->xClose(file);
    return flushed == SQLITE_OK ? closed : flushed;
}

int SQLiteLogBuffer_attach(sqlite3 *connection) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
    if (code != SQLITE_OK) return code;
    if (!file || !file->pMethods) return SQLITE_MISUSE;
    Buffer *buffer = sqlite3_malloc(sizeof(Buffer));
    if (!buffer) return SQLITE_NOMEM;
    buffer->original = file->pMethods;
    buffer->methods = *file->pMethods;
    buffer->methods.xClose = close_file;
    buffer->methods.xRead = read_file;
    buffer->methods.xWrite = write_file;
    buffer->methods.xTruncate = truncate_file;
    buffer->methods.xSync = sync_file;
    buffer->methods.xFileSize = file_size;
    buffer->offset = 0;
    buffer->count = 0;
    buffer->ends_commit = 0;
    file->pMethods = &buffer->methods;
    return SQLITE_OK;
}
