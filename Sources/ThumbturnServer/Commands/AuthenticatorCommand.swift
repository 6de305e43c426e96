// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// `thumbturn authenticator`.
enum AuthenticatorCommand {
    static let command = Command(
        name: "authenticator", summary: "runs a software passkey authenticator for tests",
        synopsis: "thumbturn authenticator create|get|list --vault FILE [OPTION…] [OPTIONS-FILE | -]",
        description: """
            create  creates a credential: reads creation options, prints the registration response
            get     signs in with a credential: reads request options, prints the authentication response
            list    lists the credentials in the vault

            Options are JSON from a file or standard input, plain or under publicKey or authn_params_public_key. The vault is
            a file that only its owner can read; create makes it if necessary. Its keys are not encrypted, so use it only for
            tests.

            Profiles:
            \(AuthenticatorProfile.all.map { "  \($0.name)" }.joined(separator: "\n"))

            --tamper changes exactly one thing, such as wrongChallenge, or tpm.wrongMagic in an attestation statement.
            --tamper list prints all names.
            """,
        options: [
            CommandOption(name: "--vault", value: "FILE", summary: "the file that holds the credentials"),
            CommandOption(
                name: "--profile", value: "NAME", summary: "the profile of a new vault (default: icloud-keychain)"),
            CommandOption(
                name: "--origin", value: "ORIGIN", summary: "the origin of the page or app (default: https://RPID)"),
            CommandOption(name: "--tamper", value: "NAME", summary: "change one thing in the response"),
            CommandOption(name: "--attest", summary: "return an attestation even if the options ask for none"),
            CommandOption(name: "--conditional", summary: "create without user presence and verification"),
            CommandOption(name: "--unverified", summary: "skip user verification"),
            CommandOption(name: "--case", summary: "wrap the response in a case for thumbturn verify"),
            CommandOption(
                name: "--token-request", summary: "wrap the response in a request to /oauth/token"),
        ],
        run: run)

    @Sendable
    private static func run(_ arguments: CommandArguments, console: Console) throws(CommandFailure) -> ExitStatus {
        if arguments.value("--tamper") == "list" {
            console.write(RequestedMutation.overview)
            return .success
        }
        let verb = try Verb.read(arguments, of: "authenticator", among: ["create", "get", "list"])
        let vault = try AuthenticatorVault(arguments, mayCreate: verb == "create")
        if verb == "list" {
            for credential in vault.authenticator.credentials { console.print(credential.jsonLine) }
            return .success
        }
        let ceremony = try AuthenticatorCeremony(arguments, console: console)
        let response =
            try verb == "create" ? ceremony.create(with: vault.authenticator) : ceremony.get(with: vault.authenticator)
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
            "The vault has no credential that the options allow. Create one with thumbturn authenticator create."
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
