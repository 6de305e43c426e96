// SPDX-License-Identifier: Apache-2.0

import CommandLine
import SoftwareAuthenticator
import WireFormats

/// `thumbturn-tools authenticator`.
enum AuthenticatorCommand {
    static let command = Command(
        name: "authenticator", summary: "runs a software passkey authenticator for tests",
        description: """
            Creates real passkeys with real signatures, without a device or a browser. They are kept in a vault, a file that only
            its owner can read. Its keys are not encrypted, so use it only for tests.

            --tamper of create and get changes exactly one thing in a response, so that you can watch a server reject it.
            """,
        options: [CommandOption(name: "--tamper", value: "list", summary: "print the names of all changes")],
        examples: [
            "thumbturn-tools authenticator create --vault vault.json <creation-options.json",
            "thumbturn-tools authenticator get --vault vault.json <request-options.json",
            "thumbturn-tools authenticator --tamper list",
        ],
        subcommands: [create, get, list]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.value("--tamper") == "list" else {
            throw .malformed("authenticator needs create, get or list.", help: "authenticator")
        }
        console.write(RequestedMutation.overview)
        return .success
    }

    private static let vault = CommandOption(
        name: "--vault", value: "FILE", summary: "the file that holds the credentials")
    private static let exitStatus = """
        Exits with 0 on success, 1 if the authenticator refuses or the vault can't be written, 2 if the command line or the \
        options are invalid.
        """
    private static let input = """
        Options are JSON from OPTIONS-FILE or standard input: what your server sends to the browser for navigator.credentials, \
        plain or under publicKey or authn_params_public_key.
        """

    private static let create = Command(
        name: "authenticator create", summary: "creates a credential, and prints the registration response",
        operands: "--vault FILE [OPTIONS-FILE|-]",
        description: """
            Creates a credential for creation options, and prints the JSON that the server would receive. Makes the vault if
            necessary.

            \(input)

            The profiles are \(AuthenticatorProfile.all.map(\.name).joined(separator: ", ")).

            \(exitStatus)
            """,
        options: [
            vault,
            CommandOption(
                name: "--profile", value: "NAME",
                summary: "the authenticator that a new vault imitates (default: icloud-keychain)"),
            CommandOption(name: "--attest", summary: "return an attestation even if the options ask for none"),
            CommandOption(name: "--conditional", summary: "create without user presence and verification"),
        ] + behavior,
        examples: [
            "thumbturn-tools authenticator create --vault vault.json <creation-options.json",
            "thumbturn-tools authenticator create --vault vault.json --tamper wrongChallenge \\",
            "    <creation-options.json",
        ]
    ) { arguments, console throws(CommandFailure) in
        try perform(arguments, console: console, mayCreate: true) { ceremony, authenticator throws(CommandFailure) in
            try ceremony.create(with: authenticator)
        }
    }

    private static let get = Command(
        name: "authenticator get", summary: "signs in with a credential, and prints the authentication response",
        operands: "--vault FILE [OPTIONS-FILE|-]",
        description: """
            Signs in with a credential of the vault for request options, and prints the JSON that the server would receive.

            \(input)

            \(exitStatus)
            """,
        options: [vault] + behavior,
        examples: ["thumbturn-tools authenticator get --vault vault.json <request-options.json"]
    ) { arguments, console throws(CommandFailure) in
        try perform(arguments, console: console, mayCreate: false) { ceremony, authenticator throws(CommandFailure) in
            try ceremony.get(with: authenticator)
        }
    }

    private static let list = Command(
        name: "authenticator list", summary: "lists the credentials in the vault", operands: "--vault FILE",
        description: "Prints one line of JSON for each credential in the vault.\n\n\(exitStatus)",
        options: [vault],
        examples: ["thumbturn-tools authenticator list --vault vault.json"]
    ) { arguments, console throws(CommandFailure) in
        let vault = try AuthenticatorVault(arguments, mayCreate: false)
        for credential in vault.authenticator.credentials { console.print(credential.jsonLine) }
        return .success
    }

    /// The options of both ceremonies.
    private static let behavior = [
        CommandOption(
            name: "--origin", value: "ORIGIN", summary: "the origin of the page or app (default: https://RPID)"),
        CommandOption(name: "--unverified", summary: "skip user verification"),
        CommandOption(
            name: "--tamper", value: "NAME",
            summary:
                "change one thing, such as wrongChallenge, or tpm.wrongMagic in an attestation; list prints all names"
        ),
        CommandOption(name: "--case", summary: "wrap the response in a case for thumbturn verify"),
        CommandOption(name: "--token-request", summary: "wrap the response in a request to /oauth/token"),
    ]

    private static func perform(
        _ arguments: CommandArguments, console: Console, mayCreate: Bool,
        ceremony: (AuthenticatorCeremony, SoftwareAuthenticator) throws(CommandFailure) -> String
    ) throws(CommandFailure) -> ExitStatus {
        if arguments.value("--tamper") == "list" {
            console.write(RequestedMutation.overview)
            return .success
        }
        let vault = try AuthenticatorVault(arguments, mayCreate: mayCreate)
        let response = try ceremony(AuthenticatorCeremony(arguments, console: console), vault.authenticator)
        try vault.save()
        console.print(response)
        return .success
    }
}

extension HeldCredential {
    /// The credential as a line of JSON.
    var jsonLine: String {
        let json: JSONValue = [
            "id": .string(Base64URL.encode(id)), "rpId": .string(relyingPartyID),
            "userHandle": .string(Base64URL.encode(userHandle)), "userName": .string(userName),
            "algorithm": .number(JSONNumber(Int64(algorithm.rawValue))),
            "signCount": .number(JSONNumber(Int64(signCount))), "discoverable": .bool(isDiscoverable),
        ]
        return String(decoding: json.serialized(), as: UTF8.self)
    }

    /// A relying party's record of the credential, as a member of a verification case.
    func record(isBackupEligible: Bool) -> JSONValue {
        [
            "id": .string(Base64URL.encode(id)), "public_key": .string(Base64URL.encode(coseKey)),
            "sign_count": .number(JSONNumber(Int64(signCount))), "backup_eligible": .bool(isBackupEligible),
            "user_handle": .string(Base64URL.encode(userHandle)),
        ]
    }
}

extension AuthenticatorFailure {
    /// The message for the terminal.
    var explanation: String {
        switch self {
        case .excluded: "The vault holds a credential that the options exclude. Use another vault."
        case .noCredential:
            "The vault has no credential that the options allow. Create one with thumbturn-tools authenticator create."
        case .noCommonAlgorithm: "The profile supports none of the algorithms in the options."
        case .algorithmNotSupported(let algorithm):
            "The software authenticator does not support the algorithm \(algorithm.rawValue)."
        case .userVerificationUnavailable:
            "The options require user verification, which is turned off. Leave out --unverified."
        case .notEligible:
            "The profile is not the kind of authenticator that the options ask for. Use another --profile."
        case .originMismatch(let id, let origin):
            "The origin \(origin) may not use the relying party ID \(id). It must be the origin's host or a parent domain."
        case .optionsMalformed(let detail): "The options are malformed (\(detail))."
        case .vaultMalformed(let detail): "The vault is malformed (\(detail))."
        case .attestationImpossible(let kind): "This credential does not support \(kind) attestation."
        case .tamperingNotApplicable(let name): "\(name) has nothing to tamper with in this ceremony."
        }
    }
}
