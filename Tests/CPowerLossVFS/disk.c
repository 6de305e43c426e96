// SPDX-License-Identifier: Apache-2.0
// The disk, and how SQLite finds files on it.
#include "disk.h"

#include <stdlib.h>
#include <string.h>

Verdict disk_judge(PowerLossDisk *disk, enum PowerLossOperation operation, int code_when_dead) {
    if (disk->is_dead) return (Verdict){0, code_when_dead};
    if (disk->failures[operation]) return (Verdict){0, disk->failures[operation]};
    if (disk->operations_left > 0 && --disk->operations_left == 0) {
        disk->is_dead = 1;
        // A write is under way, and survives or does not like others. A sync is done on every second occasion.
        return (Verdict){operation == PowerLossOperationWrite || disk->log_syncs % 2, code_when_dead};
    }
    return (Verdict){1, SQLITE_OK};
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *opened, int flags, int *out_flags) {
    PowerLossDisk *disk = vfs->pAppData;
    Handle *handle = (Handle *)opened;
    memset(handle, 0, sizeof(Handle));
    pthread_mutex_lock(&disk->mutex);
    int code = disk->is_dead ? SQLITE_CANTOPEN : disk->failures[PowerLossOperationOpen];
    File *file = code == SQLITE_OK && name ? file_find(disk, name) : NULL;
    if (code == SQLITE_OK && !file) {
        if (!name || (flags & SQLITE_OPEN_CREATE)) {
            if (!(file = file_make(disk, name))) code = SQLITE_NOMEM;
            // As SQLite does it on a true disk: once, for journals and logs that it has made.
            handle->syncs_directory = (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
        } else {
            code = SQLITE_CANTOPEN;
        }
    }
    if (code == SQLITE_OK) {
        file->open_count++;
        file->is_log = (flags & SQLITE_OPEN_WAL) != 0;
        handle->disk = disk;
        handle->file = file;
        handle->deletes_on_close = (flags & SQLITE_OPEN_DELETEONCLOSE) != 0;
        handle->methods.pMethods = &powerloss_methods;
        if (out_flags) *out_flags = flags;
    }
    pthread_mutex_unlock(&disk->mutex);
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs_directory) {
    PowerLossDisk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->mutex);
    File *file = file_find(disk, name);
    Verdict verdict = disk_judge(disk, PowerLossOperationWrite, SQLITE_IOERR_DELETE);
    if (!file && verdict.code == SQLITE_OK) {
        verdict.code = SQLITE_IOERR_DELETE_NOENT;
    } else if (file && verdict.happens) {
        file->is_linked = 0;
        if (syncs_directory && verdict.code == SQLITE_OK) disk_sync_directory(disk);
        else file_collect(disk);
    }
    pthread_mutex_unlock(&disk->mutex);
    return verdict.code;
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)flags;
    PowerLossDisk *disk = vfs->pAppData;
    pthread_mutex_lock(&disk->mutex);
    // SQLite takes an empty file for none here.
    File *file = file_find(disk, name);
    *result = file && file->current.count > 0;
    int code = disk->is_dead ? SQLITE_IOERR_ACCESS : SQLITE_OK;
    pthread_mutex_unlock(&disk->mutex);
    return code;
}

static int full_path(sqlite3_vfs *vfs, const char *name, int capacity, char *path) {
    (void)vfs;
    size_t count = strlen(name) + 1;
    if (count > (size_t)capacity) return SQLITE_CANTOPEN;
    memcpy(path, name, count);
    return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *vfs, int count, char *bytes) {
    sqlite3_vfs *true_vfs = ((PowerLossDisk *)vfs->pAppData)->true_vfs;
    return true_vfs->xRandomness(true_vfs, count, bytes);
}

static int sleep_for(sqlite3_vfs *vfs, int microseconds) {
    sqlite3_vfs *true_vfs = ((PowerLossDisk *)vfs->pAppData)->true_vfs;
    return true_vfs->xSleep(true_vfs, microseconds);
}

static int current_time(sqlite3_vfs *vfs, double *time) {
    sqlite3_vfs *true_vfs = ((PowerLossDisk *)vfs->pAppData)->true_vfs;
    return true_vfs->xCurrentTime(true_vfs, time);
}

static int last_error(sqlite3_vfs *vfs, int count, char *text) {
    (void)vfs, (void)count, (void)text;
    return 0;
}

PowerLossDisk *PowerLossDisk_create(const char *name) {
    size_t count = strlen(name) + 1;
    PowerLossDisk *disk = calloc(1, sizeof(PowerLossDisk) + count);
    if (!disk) return NULL;
    memcpy(disk->name, name, count);
    pthread_mutex_init(&disk->mutex, NULL);
    disk->operations_left = -1;
    disk->true_vfs = sqlite3_vfs_find(NULL);
    disk->vfs = (sqlite3_vfs){
        .iVersion = 1,
        .szOsFile = sizeof(Handle),
        .mxPathname = 512,
        .zName = disk->name,
        .pAppData = disk,
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = access_file,
        .xFullPathname = full_path,
        .xRandomness = random_bytes,
        .xSleep = sleep_for,
        .xCurrentTime = current_time,
        .xGetLastError = last_error,
    };
    sqlite3_vfs_register(&disk->vfs, 0);
    return disk;
}

void PowerLossDisk_destroy(PowerLossDisk *disk) {
    sqlite3_vfs_unregister(&disk->vfs);
    for (File *file = disk->files; file; file = file->next) file->is_linked = file->is_durably_linked = 0;
    file_collect(disk);
    pthread_mutex_destroy(&disk->mutex);
    free(disk);
}

void PowerLossDisk_cut_at(PowerLossDisk *disk, long operation) {
    pthread_mutex_lock(&disk->mutex);
    disk->operations_left = operation;
    pthread_mutex_unlock(&disk->mutex);
}

int PowerLossDisk_is_dead(PowerLossDisk *disk) {
    pthread_mutex_lock(&disk->mutex);
    int is_dead = disk->is_dead;
    pthread_mutex_unlock(&disk->mutex);
    return is_dead;
}

void PowerLossDisk_fail(PowerLossDisk *disk, enum PowerLossOperation operation, int code) {
    pthread_mutex_lock(&disk->mutex);
    disk->failures[operation] = code;
    pthread_mutex_unlock(&disk->mutex);
}

long PowerLossDisk_log_syncs(PowerLossDisk *disk) {
    pthread_mutex_lock(&disk->mutex);
    long count = disk->log_syncs;
    pthread_mutex_unlock(&disk->mutex);
    return count;
}
