// SPDX-License-Identifier: Apache-2.0
// What SQLite does with an open file.
#include <stdlib.h>
#include <string.h>

#include "disk.h"

static void lock(Handle *handle) { pthread_mutex_lock(&handle->disk->mutex); }
static int unlock(Handle *handle, int code) {
    pthread_mutex_unlock(&handle->disk->mutex);
    return code;
}

static int read_file(sqlite3_file *opened, void *buffer, int count, sqlite3_int64 offset) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    if (handle->disk->is_dead) return unlock(handle, SQLITE_IOERR_READ);
    if (handle->disk->failures[PowerLossOperationRead]) {
        return unlock(handle, handle->disk->failures[PowerLossOperationRead]);
    }
    Bytes *bytes = &handle->file->current;
    size_t start = (size_t)offset, available = start < bytes->count ? bytes->count - start : 0;
    size_t found = available < (size_t)count ? available : (size_t)count;
    if (found) memcpy(buffer, bytes->start + start, found);
    memset((uint8_t *)buffer + found, 0, (size_t)count - found);
    return unlock(handle, found == (size_t)count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ);
}

static int write_file(sqlite3_file *opened, const void *data, int count, sqlite3_int64 offset) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    Verdict verdict = disk_judge(handle->disk, PowerLossOperationWrite, SQLITE_IOERR_WRITE);
    if (verdict.happens) {
        int code = file_change(handle->file, (size_t)offset, data, (size_t)count);
        if (code != SQLITE_OK) verdict.code = code;
    }
    return unlock(handle, verdict.code);
}

static int truncate_file(sqlite3_file *opened, sqlite3_int64 count) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    Verdict verdict = disk_judge(handle->disk, PowerLossOperationWrite, SQLITE_IOERR_TRUNCATE);
    if (verdict.happens) {
        int code = file_change(handle->file, (size_t)count, NULL, 0);
        if (code != SQLITE_OK) verdict.code = code;
    }
    return unlock(handle, verdict.code);
}

static int sync_file(sqlite3_file *opened, int flags) {
    (void)flags;
    Handle *handle = (Handle *)opened;
    lock(handle);
    Verdict verdict = disk_judge(handle->disk, PowerLossOperationSync, SQLITE_IOERR_FSYNC);
    if (verdict.happens) {
        int code = file_sync(handle->file);
        if (code != SQLITE_OK) verdict.code = code;
        if (handle->syncs_directory) disk_sync_directory(handle->disk);
        handle->syncs_directory = 0;
        if (handle->file->is_log) handle->disk->log_syncs++;
    }
    return unlock(handle, verdict.code);
}

static int file_size(sqlite3_file *opened, sqlite3_int64 *count) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    *count = (sqlite3_int64)handle->file->current.count;
    return unlock(handle, handle->disk->is_dead ? SQLITE_IOERR_FSTAT : SQLITE_OK);
}

static int try_lock(Handle *handle, int level) {
    File *file = handle->file;
    if (level <= handle->level) return SQLITE_OK;
    if (handle->level == SQLITE_LOCK_NONE) {
        if (file->pending_by || file->exclusive_by) return SQLITE_BUSY;
        file->shared_count++;
        handle->level = SQLITE_LOCK_SHARED;
    }
    if (level >= SQLITE_LOCK_RESERVED && handle->level < SQLITE_LOCK_RESERVED) {
        if (file->reserved_by && file->reserved_by != handle) return SQLITE_BUSY;
        file->reserved_by = handle;
        handle->level = SQLITE_LOCK_RESERVED;
    }
    if (level == SQLITE_LOCK_EXCLUSIVE) {
        file->pending_by = handle;
        handle->level = SQLITE_LOCK_PENDING;
        if (file->shared_count > 1) return SQLITE_BUSY;
        file->exclusive_by = handle;
        handle->level = SQLITE_LOCK_EXCLUSIVE;
    }
    return SQLITE_OK;
}

static int lock_file(sqlite3_file *opened, int level) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    return unlock(handle, try_lock(handle, level));
}

static void release(Handle *handle, int level) {
    File *file = handle->file;
    if (level >= handle->level) return;
    if (file->exclusive_by == handle) file->exclusive_by = NULL;
    if (file->pending_by == handle) file->pending_by = NULL;
    if (file->reserved_by == handle) file->reserved_by = NULL;
    if (level == SQLITE_LOCK_NONE) file->shared_count--;
    handle->level = level;
}

static int unlock_file(sqlite3_file *opened, int level) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    release(handle, level);
    return unlock(handle, SQLITE_OK);
}

static int close_file(sqlite3_file *opened) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    release(handle, SQLITE_LOCK_NONE);
    if (handle->deletes_on_close) handle->file->is_linked = handle->file->is_durably_linked = 0;
    handle->file->open_count--;
    file_collect(handle->disk);
    return unlock(handle, SQLITE_OK);
}

static int check_reserved(sqlite3_file *opened, int *result) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    *result = handle->file->reserved_by != NULL;
    return unlock(handle, SQLITE_OK);
}

static int control_file(sqlite3_file *opened, int operation, void *argument) {
    (void)opened, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *opened) {
    (void)opened;
    return 4096;
}

// As SQLite assumes of every true disk: a write changes no byte outside of it.
static int characteristics(sqlite3_file *opened) {
    (void)opened;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int map_region(sqlite3_file *opened, int index, int size, int extends, void volatile **address) {
    Handle *handle = (Handle *)opened;
    File *file = handle->file;
    lock(handle);
    *address = NULL;
    if (!handle->has_regions) file->region_users++;
    handle->has_regions = 1;
    if (handle->disk->is_dead) return unlock(handle, SQLITE_IOERR_SHMMAP);
    if (index >= file->region_count) {
        if (!extends) return unlock(handle, SQLITE_OK);
        void **regions = realloc(file->regions, sizeof(void *) * (size_t)(index + 1));
        if (!regions) return unlock(handle, SQLITE_NOMEM);
        file->regions = regions;
        while (file->region_count <= index) {
            if (!(regions[file->region_count] = calloc(1, (size_t)size))) return unlock(handle, SQLITE_NOMEM);
            file->region_count++;
        }
    }
    *address = file->regions[index];
    return unlock(handle, SQLITE_OK);
}

static int try_lock_slots(Handle *handle, unsigned mask, int first, int count, int flags) {
    File *file = handle->file;
    for (int slot = first; slot < first + count; slot++) {
        int own_shared = (handle->shared_slots >> slot) & 1;
        if (flags & SQLITE_SHM_EXCLUSIVE) {
            if (file->exclusive_slots[slot] || file->shared_slots[slot] > own_shared) return SQLITE_BUSY;
        } else if (file->exclusive_slots[slot]) {
            return SQLITE_BUSY;
        }
    }
    for (int slot = first; slot < first + count; slot++) {
        if (flags & SQLITE_SHM_EXCLUSIVE) {
            file->exclusive_slots[slot] = 1;
        } else if (!((handle->shared_slots >> slot) & 1)) {
            file->shared_slots[slot]++;
        }
    }
    if (flags & SQLITE_SHM_EXCLUSIVE) handle->exclusive_slots |= mask;
    else handle->shared_slots |= mask;
    return SQLITE_OK;
}

static void unlock_slots(Handle *handle, unsigned mask) {
    File *file = handle->file;
    for (int slot = 0; slot < LOCK_SLOTS; slot++) {
        if (!((mask >> slot) & 1)) continue;
        if ((handle->exclusive_slots >> slot) & 1) file->exclusive_slots[slot] = 0;
        if ((handle->shared_slots >> slot) & 1) file->shared_slots[slot]--;
    }
    handle->exclusive_slots &= ~mask;
    handle->shared_slots &= ~mask;
}

static int lock_region(sqlite3_file *opened, int first, int count, int flags) {
    Handle *handle = (Handle *)opened;
    unsigned mask = ((1u << count) - 1) << first;
    int code = SQLITE_OK;
    lock(handle);
    if (flags & SQLITE_SHM_UNLOCK) unlock_slots(handle, mask);
    else code = try_lock_slots(handle, mask, first, count, flags);
    return unlock(handle, code);
}

static void barrier(sqlite3_file *opened) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    unlock(handle, SQLITE_OK);
}

static int unmap_regions(sqlite3_file *opened, int deletes) {
    Handle *handle = (Handle *)opened;
    lock(handle);
    (void)deletes;
    unlock_slots(handle, ~0u);
    // Nothing of it is kept for the next who comes: it is made again from the log.
    if (handle->has_regions && --handle->file->region_users == 0) file_free_regions(handle->file);
    handle->has_regions = 0;
    return unlock(handle, SQLITE_OK);
}

const sqlite3_io_methods powerloss_methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = file_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control_file,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = map_region,
    .xShmLock = lock_region,
    .xShmBarrier = barrier,
    .xShmUnmap = unmap_regions,
};
