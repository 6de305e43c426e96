// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Standard input, output and error.
package enum StandardDescriptors {
    /// Opens each closed one on the null device. Otherwise the database or a socket would get its number, and the log
    /// would be written into it.
    package static func fill() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            // This is the lowest free number, so `open` returns it.
            _ = open("/dev/null", O_RDWR)
        }
    }
}
