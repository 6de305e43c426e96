// SPDX-License-Identifier: Apache-2.0

import CPSL

/// The list of domains under which anybody can have a name (publicsuffix.org), as this machine has it.
package enum PublicSuffixes {
    /// Whether a rule of the list names the domain, which is in its lower-case ASCII form.
    package static func isListed(_ domain: String) -> Bool {
        psl_is_public_suffix2(List.latest.handle, domain, thumbturn_psl_listed_rules) == 1
    }
}

/// The library's list, which never changes once it is read.
private final class List: @unchecked Sendable {
    /// The newer one of the file that the system keeps and what the library was built with.
    static let latest = List(psl_latest(nil))

    let handle: OpaquePointer

    private init(_ handle: OpaquePointer?) {
        guard let handle else {
            fatalError("libpsl has no list of public suffixes")
        }
        self.handle = handle
    }

    deinit {
        psl_free(handle)
    }
}
