// SPDX-License-Identifier: Apache-2.0
// Files and what becomes of them.
#include <stdlib.h>
#include <string.h>

#include "disk.h"

static int bytes_reserve(Bytes *bytes, size_t capacity) {
    if (capacity <= bytes->capacity) return SQLITE_OK;
    capacity = capacity * 2 + 4096;
    uint8_t *start = realloc(bytes->start, capacity);
    if (!start) return SQLITE_NOMEM;
    bytes->start = start;
    bytes->capacity = capacity;
    return SQLITE_OK;
}

int bytes_truncate(Bytes *bytes, size_t count) {
    if (bytes_reserve(bytes, count) != SQLITE_OK) return SQLITE_NOMEM;
    if (count > bytes->count) memset(bytes->start + bytes->count, 0, count - bytes->count);
    bytes->count = count;
    return SQLITE_OK;
}

int bytes_write(Bytes *bytes, size_t offset, const void *data, size_t count) {
    size_t end = offset + count;
    if (end > bytes->count && bytes_truncate(bytes, end) != SQLITE_OK) return SQLITE_NOMEM;
    memcpy(bytes->start + offset, data, count);
    return SQLITE_OK;
}

File *file_find(PowerLossDisk *disk, const char *name) {
    for (File *file = disk->files; file; file = file->next) {
        if (file->is_linked && file->name && strcmp(file->name, name) == 0) return file;
    }
    return NULL;
}

File *file_make(PowerLossDisk *disk, const char *name) {
    File *file = calloc(1, sizeof(File));
    if (!file) return NULL;
    if (name && !(file->name = strdup(name))) {
        free(file);
        return NULL;
    }
    file->is_linked = name != NULL;
    file->last_change = &file->first_change;
    file->next = disk->files;
    disk->files = file;
    return file;
}

static void file_forget_changes(File *file) {
    while (file->first_change) {
        Change *change = file->first_change;
        file->first_change = change->next;
        free(change);
    }
    file->last_change = &file->first_change;
}

int file_change(File *file, size_t offset, const void *data, size_t count) {
    Change *change = malloc(sizeof(Change) + count);
    if (!change) return SQLITE_NOMEM;
    change->next = NULL;
    change->offset = offset;
    change->count = count;
    if (count) memcpy(change->data, data, count);
    *file->last_change = change;
    file->last_change = &change->next;
    return count ? bytes_write(&file->current, offset, data, count) : bytes_truncate(&file->current, offset);
}

static int change_apply(const Change *change, Bytes *bytes) {
    return change->count ? bytes_write(bytes, change->offset, change->data, change->count)
                         : bytes_truncate(bytes, change->offset);
}

int file_sync(File *file) {
    int code = SQLITE_OK;
    for (Change *change = file->first_change; change && code == SQLITE_OK; change = change->next) {
        code = change_apply(change, &file->durable);
    }
    file_forget_changes(file);
    return code;
}

void disk_sync_directory(PowerLossDisk *disk) {
    for (File *file = disk->files; file; file = file->next) file->is_durably_linked = file->is_linked;
    file_collect(disk);
}

void file_free_regions(File *file) {
    for (int index = 0; index < file->region_count; index++) free(file->regions[index]);
    free(file->regions);
    file->regions = NULL;
    file->region_count = 0;
}

void file_collect(PowerLossDisk *disk) {
    File **place = &disk->files;
    while (*place) {
        File *file = *place;
        if (file->open_count || file->is_linked || file->is_durably_linked) {
            place = &file->next;
            continue;
        }
        *place = file->next;
        file_forget_changes(file);
        file_free_regions(file);
        free(file->current.start);
        free(file->durable.start);
        free(file->name);
        free(file);
    }
}

// SplitMix64.
static uint64_t random_next(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

// Each sector that the write touches is there or is not.
static void change_survive_in_part(const Change *change, Bytes *bytes, uint64_t *random) {
    if (!change->count) {
        if (random_next(random) & 1) bytes_truncate(bytes, change->offset);
        return;
    }
    size_t position = change->offset, end = change->offset + change->count;
    while (position < end) {
        size_t next = (position / SECTOR + 1) * SECTOR;
        if (next > end) next = end;
        if (random_next(random) & 1) {
            bytes_write(bytes, position, change->data + (position - change->offset), next - position);
        }
        position = next;
    }
}

static void file_survive(File *file, enum PowerLossSurvival survival, uint64_t *random) {
    size_t count = 0;
    for (Change *change = file->first_change; change; change = change->next) count++;
    size_t whole = survival == PowerLossSurvivalPrefix ? random_next(random) % (count + 1) : 0;
    for (Change *change = file->first_change; change; change = change->next) {
        if (survival == PowerLossSurvivalSectors || (survival == PowerLossSurvivalPrefix && whole == 0)) {
            change_survive_in_part(change, &file->durable, random);
            if (survival == PowerLossSurvivalPrefix) break;
        } else if (survival == PowerLossSurvivalPrefix) {
            change_apply(change, &file->durable);
            whole--;
        }
    }
    file_forget_changes(file);
    bytes_truncate(&file->current, 0);
    bytes_write(&file->current, 0, file->durable.start, file->durable.count);
}

int PowerLossDisk_restart(PowerLossDisk *disk, enum PowerLossSurvival survival, uint64_t seed) {
    int open_count = 0;
    // Those that are linked come first: a removed file comes back only if no other has taken its name.
    for (int round = 0; round < 2; round++) {
        for (File *file = disk->files; file; file = file->next) {
            if (file->is_linked != (round == 0)) continue;
            open_count += file->open_count;
            if (file->is_linked != file->is_durably_linked && survival != PowerLossSurvivalNone) {
                file->is_durably_linked = random_next(&seed) & 1;
            }
            file->is_linked = 0;
            if (file->is_durably_linked && file->name && !file_find(disk, file->name)) file->is_linked = 1;
            file->is_durably_linked = file->is_linked;
            file_survive(file, survival, &seed);
            file_free_regions(file);
        }
    }
    disk->is_dead = 0;
    disk->operations_left = -1;
    file_collect(disk);
    return open_count;
}
