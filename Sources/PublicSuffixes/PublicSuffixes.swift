// SPDX-License-Identifier: Apache-2.0

import CPSL

/// The machine's public suffix list (publicsuffix.org).
package enum PublicSuffixes {
    /// Whether a rule of the list matches a domain, given in lowercase ASCII.
    package static func isListed(_ domain: String) -> Bool {
        psl_is_public_suffix2(SuffixList.latest.handle, domain, thumbturn_psl_listed_rules) == 1
    }
}

/// The list of libpsl, which is immutable after loading.
private final class SuffixList: @unchecked Sendable {
    /// The newer of the system's file and the list built into the library.
    static let latest = SuffixList(psl_latest(nil))

    let handle: OpaquePointer

    private init(_ handle: OpaquePointer?) {
        guard let handle else {
            fatalError("libpsl has no public suffix list")
        }
        self.handle = handle
    }

    deinit {
        psl_free(handle)
    }
}
