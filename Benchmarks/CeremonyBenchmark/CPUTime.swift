// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The processor time of this thread. What other programs do to the clock on the wall is not in it.
enum CPUTime {
    static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
