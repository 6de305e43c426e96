// SPDX-License-Identifier: Apache-2.0
// A disk in memory, as a file system (VFS) for SQLite, that can lose its power or fail in other ways. For tests only.
//
// What is written is readable at once, but survives the loss of power for certain only after a sync of its file. What was
// written since then may be lost, or be there in part, or out of order: sector by sector, as on a true disk. A name that
// was made or removed without a sync may be as it was before.
#pragma once

#include <stdint.h>

typedef struct PowerLossDisk PowerLossDisk;

enum PowerLossSurvival {
    // Nothing that was not synced survives.
    PowerLossSurvivalNone,
    // A random number of the first writes survives, the last of them in part.
    PowerLossSurvivalPrefix,
    // Each sector of each write survives or does not.
    PowerLossSurvivalSectors,
};

enum PowerLossOperation {
    PowerLossOperationOpen,
    PowerLossOperationRead,
    PowerLossOperationWrite,
    PowerLossOperationSync,
};

// Registers an empty disk as the VFS of this name. A null pointer when there is no memory.
PowerLossDisk *PowerLossDisk_create(const char *name);

// Unregisters it; no file may be open.
void PowerLossDisk_destroy(PowerLossDisk *disk);

// Cuts the power at the given operation that changes the disk, counted from 1 on from now. The operation may still have
// its effect; from then on everything fails.
void PowerLossDisk_cut_at(PowerLossDisk *disk, long operation);

int PowerLossDisk_is_dead(PowerLossDisk *disk);

// Brings the power back, with what has survived. Returns how many files are still open: there must be none.
int PowerLossDisk_restart(PowerLossDisk *disk, enum PowerLossSurvival survival, uint64_t seed);

// Lets each such operation fail with a code of SQLite; 0 ends it.
void PowerLossDisk_fail(PowerLossDisk *disk, enum PowerLossOperation operation, int code);

// How often write-ahead logs were synced.
long PowerLossDisk_log_syncs(PowerLossDisk *disk);
