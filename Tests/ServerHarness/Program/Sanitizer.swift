// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The address sanitizer. It keeps freed memory back to find late uses of it, so that a program that it watches grows
/// with each allocation, and what is enrolledUser says nothing about the program.
package enum Sanitizer {
    package static let isActive = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
}
