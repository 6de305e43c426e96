// SPDX-License-Identifier: Apache-2.0
// What the files of this target know of each other.
#pragma once

#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

#include "CPowerLossVFS.h"

enum { SECTOR = 512, LOCK_SLOTS = SQLITE_SHM_NLOCK };

typedef struct Bytes {
    uint8_t *start;
    size_t count;
    size_t capacity;
} Bytes;

// A write, or a truncation (without data, `offset` is the new length), that was not synced.
typedef struct Change {
    struct Change *next;
    size_t offset;
    size_t count;
    uint8_t data[];
} Change;

typedef struct Handle Handle;

typedef struct File {
    struct File *next;
    char *name;
    int is_log;
    int open_count;
    // Whether the name leads here now, and whether it does after a loss of power.
    int is_linked;
    int is_durably_linked;
    Bytes current;
    Bytes durable;
    Change *first_change;
    Change **last_change;
    // Locks of the rollback journal's kind.
    int shared_count;
    Handle *reserved_by;
    Handle *pending_by;
    Handle *exclusive_by;
    // The memory that connections share beside a write-ahead log, and its locks.
    void **regions;
    int region_count;
    int region_users;
    int shared_slots[LOCK_SLOTS];
    int exclusive_slots[LOCK_SLOTS];
} File;

struct PowerLossDisk {
    sqlite3_vfs vfs;
    sqlite3_vfs *true_vfs;
    pthread_mutex_t mutex;
    File *files;
    long operations_left;
    int is_dead;
    int failures[PowerLossOperationSync + 1];
    long log_syncs;
    char name[];
};

// An open file, as SQLite sees it.
struct Handle {
    sqlite3_file methods;
    PowerLossDisk *disk;
    File *file;
    int deletes_on_close;
    // Whether the next sync of the file is one of the directory too.
    int syncs_directory;
    int level;
    int has_regions;
    unsigned shared_slots;
    unsigned exclusive_slots;
};

extern const sqlite3_io_methods powerloss_methods;

int bytes_write(Bytes *bytes, size_t offset, const void *data, size_t count);
int bytes_truncate(Bytes *bytes, size_t count);

File *file_find(PowerLossDisk *disk, const char *name);
File *file_make(PowerLossDisk *disk, const char *name);
int file_change(File *file, size_t offset, const void *data, size_t count);
int file_sync(File *file);
// Makes lasting which names there are.
void disk_sync_directory(PowerLossDisk *disk);
void file_free_regions(File *file);
// Frees a file that nothing leads to any more.
void file_collect(PowerLossDisk *disk);

// Counts an operation that changes the disk: whether it happens, and what SQLite is told.
typedef struct Verdict {
    int happens;
    int code;
} Verdict;
Verdict disk_judge(PowerLossDisk *disk, enum PowerLossOperation operation, int code_when_dead);
