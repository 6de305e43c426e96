// SPDX-License-Identifier: Apache-2.0

#if canImport(os)
    import os
#endif

/// Tells developers what the application can't be told where it happens. It has no tokens and nothing about the user.
enum SessionLog {
    /// Where the lines go. Tests have a place of their own.
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
