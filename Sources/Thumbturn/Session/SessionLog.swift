// SPDX-License-Identifier: Apache-2.0

#if canImport(os)
    import os
#endif

/// Logs, for developers, the errors that the application does not get where they happen. It logs no tokens and nothing
/// about the user.
enum SessionLog {
    /// The destination of the lines. Tests have one of their own.
    @TaskLocal static var write: @Sendable (String) -> Void = Self.writeToSystem

    #if canImport(os)
        private static let logger = Logger(subsystem: "thumbturn", category: "session")
    #endif

    @Sendable
    private static func writeToSystem(_ line: String) {
        #if canImport(os)
            logger.error("\(line, privacy: .public)")
        #endif
    }

    /// Logs an error of the keychain, unless the device is only locked.
    static func note(_ error: PasskeyError, while action: String) {
        guard case .keychain(let status) = error, !error.isLockedKeychain else { return }
        let help = status == -34018 ? ": the access group is not in the application's entitlements" : ""
        write("\(action): the keychain failed with \(status)\(help).")
    }
}
