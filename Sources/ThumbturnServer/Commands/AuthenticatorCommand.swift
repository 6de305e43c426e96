// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator

/// `thumbturn authenticator`.
enum AuthenticatorCommand {
    static let command = Command(
        name: "authenticator", summary: "a passkey authenticator in software, for tests",
        synopsis: "thumbturn authenticator create|get|list --vault FILE [OPTION…] [OPTIONS-FILE | -]",
        description: """
            create  makes a credential: creation options in, registration response out
            get     signs in with one: request options in, authentication response out
            list    shows the credentials in the vault

            Options are read as JSON from a file or from standard input, plain or under publicKey or
            authn_params_public_key. The vault is a file that only its owner may read; create makes it. Its keys are not
            encrypted: it is for tests.

            Profiles:
            \(AuthenticatorProfile.all.map { "  \($0.name)" }.joined(separator: "\n"))

            --tamper changes exactly one thing, such as wrongChallenge, or tpm.wrongMagic in an attestation statement;
            --tamper list shows all of them.
            """,
        options: [
            CommandOption(name: "--vault", value: "FILE", summary: "where the credentials are kept"),
            CommandOption(
                name: "--profile", value: "NAME", summary: "what a new vault is like (default: icloud-keychain)"),
            CommandOption(
                name: "--origin", value: "ORIGIN", summary: "where the ceremony takes place (default: https://RPID)"),
            CommandOption(name: "--tamper", value: "NAME", summary: "tamper with one thing"),
            CommandOption(name: "--attest", summary: "attest even if the options ask for none"),
            CommandOption(name: "--conditional", summary: "create silently: without user presence and verification"),
            CommandOption(name: "--unverified", summary: "do not verify the user"),
            CommandOption(name: "--case", summary: "wrap the response into a case for thumbturn verify"),
            CommandOption(
                name: "--token-request", summary: "wrap the response into what /oauth/token takes to sign up or in"),
        ],
        run: run)

    @Sendable
    private static func run(_ arguments: CommandArguments, _ console: Console) throws(CommandFailure) -> ExitStatus {
        if arguments.value("--tamper") == "list" {
            console.write(Tampering.overview)
            return .success
        }
        guard let verb = arguments.operands.first else {
            throw .malformed("authenticator needs create, get or list. See thumbturn help authenticator.")
        }
        guard ["create", "get", "list"].contains(verb) else {
            let suggestion = Suggestion.text(for: verb, among: ["create", "get", "list"])
            throw .malformed("authenticator does not understand \(verb).\(suggestion)")
        }
        let vault = try AuthenticatorVault(arguments, mayCreate: verb == "create")
        if verb == "list" {
            for credential in vault.authenticator.credentials { console.line(credential.jsonLine) }
            return .success
        }
        let ceremony = try AuthenticatorCeremony(arguments, console)
        let response =
            try verb == "create" ? ceremony.create(with: vault.authenticator) : ceremony.get(with: vault.authenticator)
        try vault.save()
        console.line(response)
        return .success
    }
}
