// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The address sanitizer. It holds freed memory back to find late uses of it, so a program grows with each allocation and
/// its resident memory says nothing.
package enum Sanitizer {
    package static let isActive = dlsym(dlopen(nil, RTLD_NOW), "__asan_init") != nil
}
