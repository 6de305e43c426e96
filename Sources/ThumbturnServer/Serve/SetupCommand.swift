// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import SignIn
import WireFormats

/// `thumbturn setup`.
enum SetupCommand {
    static let command = Command(
        name: "setup", summary: "prints the address at which the server's owner creates an account",
        description: """
            Prints an address with a one-time code. Whoever opens it first creates the account of the server's owner, with a
            passkey. The code works for an hour, and earlier codes stop working. A server without an owner prints such an
            address at each start, too. Once there is an owner, there are no more codes.

            Exits with 0 on success, 1 on failure (also if there is an owner), 2 if the command line is invalid.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(
                name: "--host", value: "HOST",
                summary: "the host of the address (default: the only host, or the URL's)")
        ],
        examples: ["thumbturn setup --data /var/lib/thumbturn"],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard arguments.operands.isEmpty else {
            throw .malformed("setup takes only options. See thumbturn help setup.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        try await StorageSelection.withExisting(settings) { storage, settings throws(CommandFailure) in
            let origin = try await HostSelection(storage: storage, settings: settings).origin(
                named: arguments.value("--host"), for: "The address")
            guard let address = try await SetupAddress.issue(by: arguments.administrator, in: storage, at: origin)
            else {
                throw .failed("The server has an owner. The owner signs in at \(origin)/account.")
            }
            console.print(address.text)
            console.printError("It works once, until \(address.expiresAt).")
        }
        return .success
    }
}

/// The address at which the owner of a new server creates the first account. The code is in the fragment, which
/// browsers don't send, so that no log contains it.
struct SetupAddress {
    let page: String
    let text: String
    let expiresAt: Timestamp

    /// Replaces the current code. Returns `nil` if the server has an owner.
    static func issue(
        by administrator: Administrator? = nil, in storage: any Storage, at origin: WebOrigin
    ) async throws(CommandFailure) -> SetupAddress? {
        let issued: ServerSetup.IssuedCode?
        do throws(SignInFailure) {
            issued = try await ServerSetup(storage: storage).issueCode(by: administrator)
        } catch {
            throw .failed("The code of the set-up can't be stored: \(error.code).")
        }
        let page = "\(origin)/setup"
        return issued.map { SetupAddress(page: page, text: "\(page)#\($0.code.text)", expiresAt: $0.expiresAt) }
    }
}
