// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The variables that the process was started with.
package enum ProcessEnvironment {
    package static var variables: [String: String] { ProcessInfo.processInfo.environment }
}
