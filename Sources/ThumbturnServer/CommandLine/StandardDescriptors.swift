// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Standard input, output and error.
enum StandardDescriptors {
    /// Gives each of them that is closed to the null device. Otherwise the database or a socket would get its number, and
    /// the next line of the log be written into it.
    static func fill() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is this one.
            _ = open("/dev/null", O_RDWR)
        }
    }
}
