// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import KnownPasswords
import OpenIDProvider
import PasswordHashing
import SignIn
import WireFormats

/// `thumbturn users password`.
enum PasswordCommand {
    private enum Verb: String, CaseIterable {
        case set
        case remove
        case disable
        case enable
    }

    private static let hash = CommandOption(
        name: "--hash", summary: "read a hash that another system made, instead of a password")

    static let command = Command(
        name: "users password", summary: "sets, removes or switches off the password of an account",
        operands: "set|remove|disable|enable USER",
        description: """
            Sets the password of an account, removes it, or has only passkeys sign in.

            set reads the password from the terminal, without showing it, or the first line of standard input. It is never an
            argument, because others could read it there. With --hash it reads a hash instead: a text that
            begins with $2a$, $2b$, $2y$, $argon2, $pbkdf2-, $1$, $5$, $6$, $7$, $y$, $gy$ or an LDAP scheme such as {SSHA}, or
            an object like Auth0's custom_password_hash.

            remove ends the sessions that the password opened. Its user can restore it for 30 days, confirmed by a passkey. Needs
            the server's master key. disable keeps the password, which matches nothing until enable.

            USER is an account ID, e-mail address, phone number or user name.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: [
            hash,
            CommandOption(
                name: "--connection", value: "NAME",
                summary: "the connection that USER belongs to, if several have such an account"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: [
            "thumbturn users password set ada@example.com",
            "thumbturn users password set ada@example.com --hash <hash.txt",
            "thumbturn users password disable ada@example.com",
        ], run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard arguments.operands.count == 2, let verb = Verb(rawValue: arguments.operands[0]) else {
            throw .malformed(
                "users password takes set, remove, disable or enable, and one USER. A password or a hash is read from the "
                    + "terminal or standard input: as an argument, others could read it.", help: "users password")
        }
        let name = arguments.operands[1]
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "master-key", "mail"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let server = try AdministeredServer.telling(storage: storage, settings: settings)
            let user = try await UserRequest.find(name, arguments, at: server)
            let change = PasswordChange(user: user, server: server, arguments: arguments, console: console)
            switch verb {
            case .set: try await change.set(asHash: arguments.contains("--hash"))
            case .remove: try await change.remove(master: MasterKeyFile.load(settings, mayCreate: false))
            case .disable: try await change.setDisabled(true)
            case .enable: try await change.setDisabled(false)
            }
        }
        return .success
    }
}

/// A change to the password of an account that was found.
private struct PasswordChange {
    let user: User
    let server: AdministeredServer
    let arguments: CommandArguments
    let console: Console

    private var name: String { TerminalText.safe(user.id.rawValue) }

    func set(asHash isHash: Bool) async throws(CommandFailure) {
        let hash = try await isHash ? readHash() : hashPassword()
        try await CommandFailure.mapFailure(to: "The password was not set") {
            try await PasswordAssignment(server: server)(hash, of: user.id, by: arguments.administrator)
        }
        console.print("The password of \(name) is set.")
    }

    private func readHash() throws(CommandFailure) -> PasswordHash {
        let text = String(decoding: console.readInput().prefix(65_536), as: UTF8.self)
            .trimmingPrefix { $0.isWhitespace }
        let hash = String(text.reversed().trimmingPrefix { $0.isWhitespace }.reversed())
        guard !hash.isEmpty else { throw .malformed("There is no hash on standard input.", help: "users password") }
        do {
            if hash.hasPrefix("{\""), case .object(let object) = try? JSONReader.read(Array(hash.utf8)) {
                return try PasswordHash(importing: object)
            }
            return try PasswordHash(importing: hash)
        } catch {
            throw .malformed("This is no hash that can be verified: \(error.explanation)", help: "users password")
        }
    }

    private func hashPassword() async throws(CommandFailure) -> PasswordHash {
        guard let text = console.readSecret("Password of \(name)"), !text.isEmpty else {
            throw .malformed("There is no password on standard input.", help: "users password")
        }
        if console.isInteractive, console.readSecret("Again") != text {
            throw .failed("The passwords differ. Nothing was changed.")
        }
        guard (try? PasswordHash(importing: text)) == nil else {
            throw .failed("This is a hash of a password. Nothing was changed. Add --hash to take it as one.")
        }
        let password: NewPassword
        do {
            password = try NewPassword(text)
        } catch {
            throw .failed("This can't be a password: \(error.explanation)")
        }
        guard KnownPasswords().find(password.text) == nil else {
            throw .failed("Many people use this password, and attackers try it first. Choose another one.")
        }
        let cost = try await CommandFailure.mapFailure(to: "The cost of hashes can't be read") {
            try await PasswordAssignment(server: server).cost()
        }
        let pool = HashingPool(threads: 1)
        let hash = try? await pool.hash(password, cost: cost)
        await pool.close()
        guard let hash else { throw .failed("The password can't be hashed: there is not enough memory.") }
        return hash
    }

    func remove(master: MasterKey) async throws(CommandFailure) {
        let isRemoved = try await CommandFailure.mapFailure(to: "The password was not removed") {
            try await PasswordRemoval(server: server, master: master)(of: user.id, by: arguments.administrator)
        }
        console.print(isRemoved ? "The password of \(name) is removed." : "\(name) has no password.")
    }

    func setDisabled(_ isDisabled: Bool) async throws(CommandFailure) {
        let isChanged = try await CommandFailure.mapFailure(to: "The account was not changed") {
            try await PasswordSwitch(server: server)(
                isDisabled: isDisabled, of: user.id, by: arguments.administrator)
        }
        guard let isChanged else { throw .failed("\(name) has no password.") }
        let hasPasskey = try await CommandFailure.mapFailure(to: "The account can't be read") {
            try await !UserInspection(server: server)(user).passkeys.isEmpty
        }
        guard !isDisabled || hasPasskey else {
            return console.print(
                "Nobody signs in to \(name) any longer: it has no passkey. thumbturn users invite adds one, and enable "
                    + "undoes this.")
        }
        let state = isDisabled ? "Only passkeys sign in to" : "The password signs in again to"
        console.print("\(state) \(name).\(isChanged ? "" : " That was so before.")")
    }
}
